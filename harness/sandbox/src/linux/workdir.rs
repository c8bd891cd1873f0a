//! The folder in which programs run: for each run the same as for the first.
//!
//! Between two runs it is emptied, and everything that can be set about it is set back: its mode, its
//! times, its extended attributes and its flags. Else the next program would find what the last one
//! left, or could not write where it may.
//!
//! A program may leave folders without permissions, or nested deeper than any path is long. So
//! nothing here descends: what lies in a sub-folder is renamed up into the top one, where a plain
//! `unlink` or `rmdir` reaches it.

use std::cell::{OnceCell, RefCell};
use std::ffi::{CString, OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use rustix::fs::{
    AtFlags, CWD, Dir, FileType, IFlags, Mode, OFlags, Stat, Timespec, Timestamps, chmodat, fchmod,
    fremovexattr, fstat, futimens, ioctl_getflags, ioctl_setflags, lstat, openat, readlinkat, renameat, stat,
    statat, symlinkat, unlinkat, utimensat,
};

use crate::attributes;

/// A folder that programs may write to.
pub struct Workdir {
    path: PathBuf,
    mode: Mode,
    links: Vec<Link>,
    /// The names of its attributes when it was new: labels of the system's own.
    labels: Vec<CString>,
    /// When it and its links were last changed, as of the last renewal; nothing where that is unknown.
    renewed: RefCell<Vec<Moment>>,
    /// Two changes never have the same time; not known before the first renewal.
    has_fine_times: OnceCell<bool>,
}

/// The time of the last change of anything about a file, which no program can set, and of the last look into
/// it, which is no change.
type Moment = [(i64, u64); 2];

/// A link that stands in the folder before every run, whatever the last program did to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its name.
    pub name: CString,
    /// Where it leads.
    pub target: PathBuf,
}

/// When everything in the folder was last changed and read, as far as a program can see.
const LONG_AGO: Timespec = Timespec { tv_sec: 0, tv_nsec: 0 };

/// Both times of a file.
const TIMES: Timestamps = Timestamps { last_access: LONG_AGO, last_modification: LONG_AGO };

/// The flags of `chattr` that a user can set without a privilege, and that stay with a folder.
const SETTABLE: IFlags = IFlags::NODUMP
    .union(IFlags::NOATIME)
    .union(IFlags::SYNC)
    .union(IFlags::DIRSYNC)
    .union(IFlags::NOCOW)
    .union(IFlags::COMPRESSED)
    .union(IFlags::PROJECT_INHERIT)
    .union(IFlags::APPEND)
    .union(IFlags::IMMUTABLE);

impl Workdir {
    /// Takes the folder, which must exist and whose programs find it with this mode.
    pub fn new(path: PathBuf, mode: Mode) -> Self {
        Self::with_links(path, mode, Vec::new())
    }

    /// Takes a folder in which these links stand.
    pub fn with_links(path: PathBuf, mode: Mode, links: Vec<Link>) -> Self {
        let labels = open_folder(CWD, &path).and_then(attributes::names).unwrap_or_default();
        let (renewed, has_fine_times) = (RefCell::default(), OnceCell::new());
        Self { path, mode, links, labels, renewed, has_fine_times }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folder, opened as a place to be in. It may belong to any user.
    pub fn open(&self) -> io::Result<OwnedFd> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::NOFOLLOW;
        Ok(openat(CWD, &self.path, flags, Mode::empty())?)
    }

    /// The names of files with content that the last program left here, in order; at most four.
    pub fn written(&self) -> Vec<OsString> {
        const MOST: usize = 4;
        let Ok(top) = open_folder(CWD, &self.path) else { return Vec::new() };
        let has_content = |name: &CString| {
            statat(&top, name, AtFlags::SYMLINK_NOFOLLOW)
                .is_ok_and(|facts| facts.st_size > 0 && !has_no_history(&facts))
        };
        let entries = entries(&top).unwrap_or_default().into_iter();
        let files = entries.filter(|(name, kind)| *kind == FileType::RegularFile && has_content(name));
        let mut names: Vec<OsString> = files.map(|(name, _)| OsString::from_vec(name.into_bytes())).collect();
        names.sort();
        names.truncate(MOST);
        names
    }

    /// Whether nothing was done here since the last renewal, as far as that can be told.
    pub fn is_untouched(&self) -> bool {
        let can_tell = self.has_fine_times.get() == Some(&true);
        can_tell && self.moments().is_some_and(|now| now == *self.renewed.borrow())
    }

    /// Makes the folder as new: empty but for its links, and with nothing in its attributes that tells
    /// of the last run.
    pub fn renew(&self) -> io::Result<()> {
        self.renew_within(usize::MAX)
    }

    /// The same, and gives up where more than so many entries are to be removed.
    pub fn renew_within(&self, most_removed: usize) -> io::Result<()> {
        // Most programs leave it alone.
        if self.is_untouched() {
            return Ok(());
        }
        self.reset(most_removed)?;
        self.has_fine_times.get_or_init(|| open_folder(CWD, &self.path).as_ref().is_ok_and(has_fine_times));
        self.renewed.replace(self.moments().unwrap_or_default());
        Ok(())
    }

    /// When the folder and its links were last changed.
    fn moments(&self) -> Option<Vec<Moment>> {
        let own = stat(&self.path).ok()?;
        let links = self.links.iter().map(|link| {
            let path = self.path.join(OsStr::from_bytes(link.name.as_bytes()));
            lstat(&path).ok()
        });
        let all: Option<Vec<Stat>> = std::iter::once(Some(own)).chain(links).collect();
        Some(all?.iter().map(moment).collect())
    }

    /// Makes a link to everything in another folder, but for what is hidden. What stands here already, as
    /// links of our own do, stays.
    pub fn link_all_of(&self, folder: &Path) -> io::Result<()> {
        let top = self.open()?;
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_name().as_bytes().starts_with(b".") {
                continue;
            }
            match symlinkat(entry.path(), &top, entry.file_name()) {
                Ok(()) | Err(rustix::io::Errno::EXIST) => {}
                Err(errno) => return Err(errno.into()),
            }
        }
        Ok(())
    }

    /// The beginning of a file that a program has left here; nothing where it is not a plain file.
    pub fn beginning_of(&self, name: &OsStr, most: usize) -> Vec<u8> {
        // Neither a link nor a pipe without a writer can keep us.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let opened = self.open().ok().and_then(|top| openat(top, name, flags, Mode::empty()).ok());
        let file = opened.map(File::from).filter(|file| file.metadata().is_ok_and(|meta| meta.is_file()));
        let mut content = Vec::new();
        if let Some(file) = file {
            let _ = file.take(most as u64).read_to_end(&mut content);
        }
        content
    }

    /// Takes a file that a program has left here out of the folder; none where there is none of this name.
    ///
    /// # Errors
    /// What has this name is no plain file that may be read.
    pub fn take(&self, name: &OsStr) -> io::Result<Option<OwnedFd>> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let top = self.open()?;
        let file = match openat(&top, name, flags, Mode::empty()) {
            Ok(file) => file,
            Err(rustix::io::Errno::NOENT) => return Ok(None),
            Err(errno) => return Err(errno.into()),
        };
        if FileType::from_raw_mode(fstat(&file)?.st_mode) != FileType::RegularFile {
            return Err(rustix::io::Errno::INVAL.into());
        }
        unlinkat(&top, name, AtFlags::empty())?;
        Ok(Some(file))
    }

    fn reset(&self, most_removed: usize) -> io::Result<()> {
        // The program may have taken away our own right to look into it.
        if open_folder(CWD, &self.path).is_err() {
            chmodat(CWD, &self.path, self.mode, AtFlags::empty())?;
        }
        let top = open_folder(CWD, &self.path)?;
        let facts = fstat(&top)?;
        // The rights come first: without them nothing in it can be removed.
        self.take_attributes_away(&top)?;
        if Mode::from_raw_mode(facts.st_mode) != self.mode {
            fchmod(&top, self.mode)?;
        }
        if self.wipe(&top, most_removed)? || !has_no_history(&facts) {
            futimens(&top, &TIMES)?;
        }
        Ok(())
    }

    /// Removes all attributes but labels, and the flags of `chattr`.
    fn take_attributes_away(&self, top: &OwnedFd) -> io::Result<()> {
        if let Ok(flags) = ioctl_getflags(top)
            && flags.intersects(SETTABLE)
        {
            ioctl_setflags(top, flags - SETTABLE)?;
        }
        for name in attributes::names(top)?.iter().filter(|name| !self.labels.contains(name)) {
            fremovexattr(top, name.as_c_str())?;
        }
        Ok(())
    }

    /// Empties the folder but for its links; whether there was anything to be done.
    fn wipe(&self, top: &OwnedFd, most_removed: usize) -> io::Result<bool> {
        let (mut fresh_names, mut is_changed, mut removed) = (0u64, false, 0);
        loop {
            let mut entries = entries(top)?;
            let all = entries.len();
            entries.retain(|(name, kind)| !self.is_link(top, name, *kind));
            if entries.is_empty() {
                if all < self.links.len() {
                    self.restore_links(top)?;
                    is_changed = true;
                }
                return Ok(is_changed);
            }
            is_changed = true;
            removed += entries.len();
            if removed > most_removed {
                return Err(io::ErrorKind::DirectoryNotEmpty.into());
            }
            for (name, kind) in entries {
                if kind == FileType::Directory {
                    lift_contents(top, &name, &mut fresh_names)?;
                    unlinkat(top, &name, AtFlags::REMOVEDIR)?;
                } else {
                    unlinkat(top, &name, AtFlags::empty())?;
                }
            }
        }
    }

    fn is_link(&self, top: &OwnedFd, name: &CString, kind: FileType) -> bool {
        let link = self.links.iter().find(|link| link.name == *name && kind == FileType::Symlink);
        let is_untouched =
            || statat(top, name, AtFlags::SYMLINK_NOFOLLOW).is_ok_and(|facts| has_no_history(&facts));
        link.is_some_and(|link| {
            readlinkat(top, name, Vec::new())
                .is_ok_and(|target| target.as_bytes() == link.target.as_os_str().as_bytes())
                && is_untouched()
        })
    }

    fn restore_links(&self, top: &OwnedFd) -> io::Result<()> {
        for link in &self.links {
            match symlinkat(&link.target, top, &link.name) {
                Ok(()) => utimensat(top, &link.name, &TIMES, AtFlags::SYMLINK_NOFOLLOW)?,
                Err(rustix::io::Errno::EXIST) => {}
                Err(errno) => return Err(errno.into()),
            }
        }
        Ok(())
    }
}

/// Whether every change of a file has a time of its own, as it has since Linux 6.13 where the last one
/// was looked at. Else two changes within a tick of the clock look the same.
fn has_fine_times(folder: &OwnedFd) -> bool {
    let mut last = None;
    (0..16).all(|_| {
        let now = futimens(folder, &TIMES).and_then(|()| fstat(folder)).ok().map(|facts| moment(&facts));
        now.is_some() && std::mem::replace(&mut last, now) != now
    })
}

fn moment(facts: &Stat) -> Moment {
    [(facts.st_ctime, facts.st_ctime_nsec), (facts.st_atime, facts.st_atime_nsec)]
}

/// It was not written to, and its times were not set, since they were set back.
fn has_no_history(facts: &Stat) -> bool {
    (facts.st_mtime, facts.st_mtime_nsec) == (0, 0) && (facts.st_atime, facts.st_atime_nsec) == (0, 0)
}

/// Renames everything in the sub-folder `name` of `top` into `top`, under unused names.
fn lift_contents(top: &OwnedFd, name: &CString, fresh_names: &mut u64) -> io::Result<()> {
    chmodat(top, name, Mode::RWXU, AtFlags::empty())?;
    let folder = open_folder(top, name)?;
    for (inner, kind) in entries(&folder)? {
        if kind == FileType::Directory {
            // Moving a folder needs the right to write to it: its `..` changes.
            chmodat(&folder, &inner, Mode::RWXU, AtFlags::empty())?;
        }
        loop {
            *fresh_names += 1;
            let fresh = format!(".lifted-{fresh_names}");
            if statat(top, &fresh, AtFlags::SYMLINK_NOFOLLOW).is_err() {
                renameat(&folder, &inner, top, &fresh)?;
                break;
            }
        }
    }
    Ok(())
}

fn entries(folder: &OwnedFd) -> io::Result<Vec<(CString, FileType)>> {
    let mut found = Vec::new();
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        if !matches!(entry.file_name().to_bytes(), b"." | b"..") {
            found.push((entry.file_name().to_owned(), entry.file_type()));
        }
    }
    Ok(found)
}

/// Opens a folder of our own without a trace: looking into it is no access.
fn open_folder(parent: impl std::os::fd::AsFd, path: impl rustix::path::Arg) -> rustix::io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NOATIME;
    openat(parent, path, flags, Mode::empty())
}

/// The mode of a folder that only its owner may enter.
pub const PRIVATE: Mode = Mode::RWXU;

/// Makes a folder that only its owner may enter.
pub fn make(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().mode(PRIVATE.as_raw_mode()).create(path)
}
