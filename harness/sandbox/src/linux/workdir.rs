//! The folder in which programs run: empty at the start of each run.
//!
//! A program may leave folders without permissions, or nested deeper than any path is long. So
//! nothing here descends: what lies in a sub-folder is renamed up into the top one, where a plain
//! `unlink` or `rmdir` reaches it.

use std::ffi::CString;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Mode, OFlags, chmodat, openat, readlinkat, renameat, symlinkat, unlinkat,
};

/// A folder that programs may write to.
pub struct Workdir {
    path: PathBuf,
    links: Vec<Link>,
}

/// A link that stands in the folder before every run, whatever the last program did to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its name.
    pub name: CString,
    /// Where it leads.
    pub target: PathBuf,
}

impl Workdir {
    /// Takes the folder, which must exist.
    pub fn new(path: PathBuf) -> Self {
        Self { path, links: Vec::new() }
    }

    /// Takes a folder in which these links stand.
    pub fn with_links(path: PathBuf, links: Vec<Link>) -> Self {
        Self { path, links }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folder, opened as a place to be in.
    pub fn open(&self) -> io::Result<OwnedFd> {
        Ok(open_folder(CWD, &self.path)?)
    }

    /// Empties the folder but for its links.
    pub fn wipe(&self) -> io::Result<()> {
        // The program may have taken away our own right to look into it.
        if open_folder(CWD, &self.path).is_err() {
            chmodat(CWD, &self.path, Mode::RWXU, AtFlags::empty())?;
        }
        let top = open_folder(CWD, &self.path)?;
        let mut fresh_names = 0u64;
        loop {
            let mut entries = entries(&top)?;
            entries.retain(|(name, kind)| !self.is_link(&top, name, *kind));
            if entries.is_empty() {
                return self.restore_links(&top);
            }
            for (name, kind) in entries {
                if kind == FileType::Directory {
                    lift_contents(&top, &name, &mut fresh_names)?;
                    unlinkat(&top, &name, AtFlags::REMOVEDIR)?;
                } else {
                    unlinkat(&top, &name, AtFlags::empty())?;
                }
            }
        }
    }
}

impl Workdir {
    fn is_link(&self, top: &OwnedFd, name: &CString, kind: FileType) -> bool {
        let link = self.links.iter().find(|link| link.name == *name && kind == FileType::Symlink);
        link.is_some_and(|link| {
            readlinkat(top, name, Vec::new())
                .is_ok_and(|target| target.as_bytes() == link.target.as_os_str().as_bytes())
        })
    }

    fn restore_links(&self, top: &OwnedFd) -> io::Result<()> {
        for link in &self.links {
            match symlinkat(&link.target, top, &link.name) {
                Ok(()) | Err(rustix::io::Errno::EXIST) => {}
                Err(errno) => return Err(errno.into()),
            }
        }
        Ok(())
    }
}

/// Renames everything in the sub-folder `name` of `top` into `top`, under names nobody has used.
fn lift_contents(top: &OwnedFd, name: &CString, fresh_names: &mut u64) -> io::Result<()> {
    chmodat(top, name, Mode::RWXU, AtFlags::empty())?;
    let folder = open_folder(top, name)?;
    for (inner, kind) in entries(&folder)? {
        if kind == FileType::Directory {
            // A folder can only be moved by one who may write to it: its `..` changes.
            chmodat(&folder, &inner, Mode::RWXU, AtFlags::empty())?;
        }
        loop {
            *fresh_names += 1;
            let fresh = format!(".lifted-{fresh_names}");
            if rustix::fs::statat(top, &fresh, AtFlags::SYMLINK_NOFOLLOW).is_err() {
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

fn open_folder(parent: impl std::os::fd::AsFd, path: impl rustix::path::Arg) -> rustix::io::Result<OwnedFd> {
    openat(
        parent,
        path,
        OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::NOFOLLOW,
        Mode::empty(),
    )
}

/// Makes a folder that only its owner may enter.
pub fn make(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().mode(0o700).create(path)
}
