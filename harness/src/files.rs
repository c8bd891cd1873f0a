//! Reads files that others name: a student, a package, what a compiler says that it has read.
//!
//! Such a name may lead to a pipe without a writer, to a device without an end, to a file of the kernel
//! that says it is empty and has gigabytes, or to one that grows while it is read. So a file is looked at
//! before it is opened, no open waits, and no more is read than the file said that it has. What is no file
//! with a content of its own is refused, with the reason.

pub mod nested;

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fs::{AtFlags, CWD, FileType, FsWord, Mode, OFlags, fstatfs, openat, statat};

/// Bytes of the largest source that is read.
pub const LARGEST_SOURCE: u64 = 16 << 20;

/// Bytes of all sources of one program.
pub const LARGEST_SOURCES: u64 = 64 << 20;

/// Bytes of the largest list, manifest or note that is read.
pub const LARGEST_LIST: u64 = 16 << 20;

/// Bytes that are read at once.
const CHUNK: usize = 128 * 1024;

/// The file systems that are views of the kernel: see `statfs(2)` and `linux/magic.h`. Their files have
/// another content at each read, no size, and some wait or take what they show away from others.
const OF_THE_KERNEL: [FsWord; 20] = [
    0x9fa0,      // proc
    0x6265_6572, // sysfs
    0x7472_6163, // tracefs
    0x6462_6720, // debugfs
    0x0027_e0eb, // cgroup
    0x6367_7270, // cgroup2
    0x7363_6673, // securityfs
    0x6265_6570, // configfs
    0xcafe_4a11, // bpf
    0xf97c_ff8c, // selinuxfs
    0x4341_5d53, // smackfs
    0x6165_676c, // pstore
    0xde5e_81e4, // efivarfs
    0x4249_4e4d, // binfmt_misc
    0x6573_5543, // fusectl
    0x0765_5821, // resctrl
    0x1980_0202, // mqueue
    0x6e73_6673, // nsfs
    0x6759_6969, // rpc_pipefs
    0x1cd1,      // devpts
];

/// How a file is opened: not to wait for who holds a lease on it.
const READING: OFlags = OFlags::RDONLY.union(OFlags::CLOEXEC).union(OFlags::NONBLOCK).union(OFlags::NOCTTY);

/// The last file system that was seen to be none of the kernel, by its device; all files of most runs lie on one.
static KNOWN_DEVICE: AtomicU64 = AtomicU64::new(u64::MAX);

/// Why a file that is there is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadRefusal {
    /// A folder, a pipe, a device, or a link where none is followed.
    #[error("is not a regular file")]
    NotRegular,
    /// It lies on a file system that shows the state of the kernel.
    #[error("is a pseudo-file of the kernel, such as those in /proc")]
    OfTheKernel,
    /// It has more bytes than so many.
    #[error("is larger than {} MiB", .0 >> 20)]
    TooLarge(u64),
    /// The other sources of its program leave no room for it.
    #[error("and the other sources of its program are larger than {} MiB", LARGEST_SOURCES >> 20)]
    TooMuch,
    /// It had another size at the end than at the beginning.
    #[error("changed while it was read")]
    Changed,
}

impl ReadRefusal {
    /// Whether it has no content that could be the same at the next look.
    #[must_use]
    pub fn is_for_ever(self) -> bool {
        matches!(self, Self::NotRegular | Self::OfTheKernel)
    }
}

/// A file that is not read, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` {refusal}", .path.display())]
struct Refused {
    path: PathBuf,
    refusal: ReadRefusal,
}

/// Why the file was refused, where an error says that.
#[must_use]
pub fn refusal(error: &io::Error) -> Option<ReadRefusal> {
    let refused = error.get_ref()?.downcast_ref::<Refused>()?;
    Some(refused.refusal)
}

/// What becomes of a link at the end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Links {
    Followed,
    Refused,
}

/// A regular file that is open for reading, and the size that it said it has.
#[derive(Debug)]
pub struct Regular {
    file: File,
    path: PathBuf,
    size: u64,
}

impl Regular {
    /// Opens a file that another names; a link is followed.
    ///
    /// # Errors
    /// It cannot be opened, or is refused.
    pub fn open(path: &Path) -> io::Result<Self> {
        Self::with(path, Links::Followed)
    }

    /// Opens a file that the judge itself, or a compiler for it, was to write at this place: a link there is
    /// not followed.
    ///
    /// # Errors
    /// It cannot be opened, or is refused.
    pub fn open_own(path: &Path) -> io::Result<Self> {
        Self::with(path, Links::Refused)
    }

    fn with(path: &Path, links: Links) -> io::Result<Self> {
        let no_link = if links == Links::Refused { OFlags::NOFOLLOW } else { OFlags::empty() };
        if let Some(file) = Self::on_known_device(path, no_link) {
            return Ok(file);
        }
        // To open a device or a pipe may do something, even where it does not wait. A descriptor of the place
        // alone does nothing, and nothing can be put into the place of what it stands for.
        let place = openat(CWD, path, OFlags::PATH | OFlags::CLOEXEC | no_link, Mode::empty())?;
        let place = File::from(place);
        let refused = |refusal| Err(refused(path, refusal));
        let found = place.metadata()?;
        if !found.is_file() {
            return refused(ReadRefusal::NotRegular);
        }
        let kind = fstatfs(&place)?.f_type;
        if OF_THE_KERNEL.contains(&kind) {
            return refused(ReadRefusal::OfTheKernel);
        }
        KNOWN_DEVICE.store(found.dev(), Ordering::Relaxed);
        let again = format!("/proc/self/fd/{}", place.as_fd().as_raw_fd());
        let file = File::from(openat(CWD, again, READING, Mode::empty())?);
        let size = file.metadata()?.size();
        Ok(Self { file, path: path.to_owned(), size })
    }

    /// The same in half as many system calls, where a regular file lies on a file system that was seen to be none of
    /// the kernel, and is still there when it is open.
    fn on_known_device(path: &Path, no_link: OFlags) -> Option<Self> {
        let follow = if no_link.is_empty() { AtFlags::empty() } else { AtFlags::SYMLINK_NOFOLLOW };
        let before = statat(CWD, path, follow).ok()?;
        let is_known = before.st_dev == KNOWN_DEVICE.load(Ordering::Relaxed);
        if !is_known || !FileType::from_raw_mode(before.st_mode).is_file() {
            return None;
        }
        let file = File::from(openat(CWD, path, READING | no_link, Mode::empty()).ok()?);
        let opened = file.metadata().ok()?;
        let is_same = (opened.dev(), opened.ino()) == (before.st_dev, before.st_ino) && opened.is_file();
        is_same.then(|| Self { file, path: path.to_owned(), size: opened.size() })
    }

    /// Its bytes, as it said when it was opened.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// All that it holds, if that is not more than so much.
    ///
    /// # Errors
    /// It cannot be read, or is refused.
    pub fn read(self, most: u64) -> io::Result<Vec<u8>> {
        if self.size > most {
            return Err(refused(&self.path, ReadRefusal::TooLarge(most)));
        }
        let mut content = Vec::with_capacity(usize::try_from(self.size).unwrap_or_default());
        self.each(|chunk| content.extend_from_slice(chunk))?;
        Ok(content)
    }

    /// Passes on all that it holds, in pieces.
    ///
    /// # Errors
    /// It cannot be read, or has not as much as it said.
    pub fn each(mut self, mut take: impl FnMut(&[u8])) -> io::Result<()> {
        // One byte more shows that it has grown.
        let whole = usize::try_from(self.size).unwrap_or(CHUNK).saturating_add(1);
        let mut buffer = vec![0; whole.min(CHUNK)];
        let mut read = 0;
        while read <= self.size {
            match self.file.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(0) => break,
                Ok(count) => {
                    take(&buffer[..count]);
                    read += count as u64;
                }
            }
        }
        if read != self.size {
            return Err(refused(&self.path, ReadRefusal::Changed));
        }
        Ok(())
    }

    /// A reader of as much as it said that it has.
    #[must_use]
    pub fn reader(self) -> io::Take<File> {
        let size = self.size;
        self.file.take(size)
    }

    /// Writes all that it holds to a file that may be used like it.
    ///
    /// # Errors
    /// It cannot be read or written, or has not as much as it said.
    pub fn copy_to(self, place: &Path) -> io::Result<()> {
        let mode = self.file.metadata()?.permissions();
        let mut copy = File::create(place)?;
        let mut written = Ok(());
        self.each(|chunk| {
            if written.is_ok() {
                written = copy.write_all(chunk);
            }
        })?;
        written?;
        copy.set_permissions(mode)
    }

    /// The file itself, for reads at a place.
    #[must_use]
    pub fn into_file(self) -> File {
        self.file
    }
}

fn refused(path: &Path, refusal: ReadRefusal) -> io::Error {
    io::Error::other(Refused { path: path.to_owned(), refusal })
}

/// All that a file holds, if that is not more than so much.
///
/// # Errors
/// It cannot be read, or is refused.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    Regular::open(path)?.read(most)
}

/// The same of a text.
///
/// # Errors
/// It cannot be read, is refused, or is no UTF-8.
pub fn text(path: &Path, most: u64) -> io::Result<String> {
    let content = read(path, most)?;
    String::from_utf8(content).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// All that the judge itself, or a compiler for it, wrote at this place: a link there is refused.
///
/// # Errors
/// It cannot be read, or is refused.
pub fn own(path: &Path) -> io::Result<Vec<u8>> {
    Regular::open_own(path)?.read(LARGEST_LIST)
}

/// A source.
///
/// # Errors
/// It cannot be read, or is refused: also because it is larger than any source.
pub fn source(path: &Path) -> io::Result<Vec<u8>> {
    read(path, LARGEST_SOURCE)
}

/// Whether a source can be read.
///
/// # Errors
/// It cannot be opened, or is refused.
pub fn check_source(path: &Path) -> io::Result<()> {
    if Regular::open(path)?.size > LARGEST_SOURCE {
        return Err(refused(path, ReadRefusal::TooLarge(LARGEST_SOURCE)));
    }
    Ok(())
}

/// The sources of one program, which are not too much all together.
#[derive(Debug)]
pub struct Sources {
    left: u64,
}

impl Default for Sources {
    fn default() -> Self {
        Self { left: LARGEST_SOURCES }
    }
}

impl Sources {
    /// The next of them.
    ///
    /// # Errors
    /// It cannot be read, or is refused: also because all are too much with it.
    pub fn read(&mut self, path: &Path) -> io::Result<Vec<u8>> {
        let file = Regular::open(path)?;
        if file.size <= LARGEST_SOURCE && file.size > self.left {
            return Err(refused(path, ReadRefusal::TooMuch));
        }
        let content = file.read(LARGEST_SOURCE)?;
        self.left -= content.len() as u64;
        Ok(content)
    }
}

/// The beginning of a file, at most so many bytes.
///
/// # Errors
/// It cannot be read, or is refused.
pub fn start_of(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    Regular::open(path)?.reader().take(most).read_to_end(&mut start)?;
    Ok(start)
}

#[cfg(test)]
mod tests {
    use super::{
        LARGEST_SOURCE, LARGEST_SOURCES, ReadRefusal, Regular, Sources, own, read, refusal, source, start_of,
        text,
    };
    use std::fs::{self, File};
    use std::io::Write as _;
    use std::os::unix::fs::symlink;
    use std::path::{Path, PathBuf};

    fn folder() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_owned();
        (folder, path)
    }

    /// Why each way to read it refuses this path.
    #[track_caller]
    fn check_refused(path: &Path, expect: ReadRefusal) {
        let why = |error: std::io::Error| refusal(&error).ok_or(error.to_string());
        assert_eq!(read(path, 1 << 20).map_err(why), Err(Ok(expect)), "{}", path.display());
        assert_eq!(text(path, 1 << 20).map_err(why), Err(Ok(expect)));
        assert_eq!(start_of(path, 2).map_err(why), Err(Ok(expect)));
        assert_eq!(Sources::default().read(path).map_err(why), Err(Ok(expect)));
    }

    #[test]
    fn what_has_no_content_of_its_own_is_refused_and_nothing_waits() {
        let (_kept, folder) = folder();
        let pipe = folder.join("pipe");
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RWXU).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(folder.join("socket")).unwrap();
        for (link, target) in
            [("zero", "/dev/zero"), ("to-pipe", "pipe"), ("map", "/proc/self/pagemap"), ("log", "/proc/kmsg")]
        {
            symlink(target, folder.join(link)).unwrap();
        }
        for name in ["pipe", "socket", "zero", "to-pipe", "."] {
            check_refused(&folder.join(name), ReadRefusal::NotRegular);
        }
        // To open `kmsg` is for root alone, and is not tried.
        for path in [folder.join("map"), folder.join("log"), "/proc/self/pagemap".into(), "/proc/kmsg".into()]
        {
            check_refused(&path, ReadRefusal::OfTheKernel);
        }
        if Path::new("/sys/kernel").exists() {
            check_refused(Path::new("/sys/kernel/uevent_seqnum"), ReadRefusal::OfTheKernel);
        }
    }

    #[test]
    fn no_more_is_read_than_a_file_said_that_it_has() {
        let (_kept, folder) = folder();
        let path = folder.join("grows");
        fs::write(&path, "12").unwrap();
        let mut writer = File::options().append(true).open(&path).unwrap();
        let mut seen = 0;
        let grown = Regular::open(&path).unwrap().each(|chunk| {
            seen += chunk.len();
            // It would never end.
            writer.write_all(b"3").unwrap();
        });
        assert_eq!((refusal(&grown.unwrap_err()), seen), (Some(ReadRefusal::Changed), 3));
        let shrunk = Regular::open(&path).unwrap();
        writer.set_len(1).unwrap();
        assert_eq!(refusal(&shrunk.read(9).unwrap_err()), Some(ReadRefusal::Changed));
        assert_eq!(read(&path, 9).unwrap(), b"1");
        let grown = Regular::open(&path).unwrap();
        writer.write_all(b"23").unwrap();
        let mut start = String::new();
        std::io::Read::read_to_string(&mut grown.reader(), &mut start).unwrap();
        assert_eq!(start, "1");
    }

    #[test]
    fn what_is_larger_than_the_cap_is_not_read() {
        let (_kept, folder) = folder();
        let path = folder.join("sparse");
        File::create(&path).unwrap().set_len(6 << 30).unwrap();
        let why = source(&path).unwrap_err();
        assert_eq!(refusal(&why), Some(ReadRefusal::TooLarge(LARGEST_SOURCE)));
        assert_eq!(why.to_string(), format!("`{}` is larger than 16 MiB", path.display()));
        assert_eq!(
            refusal(&super::check_source(&path).unwrap_err()),
            Some(ReadRefusal::TooLarge(LARGEST_SOURCE))
        );
        assert_eq!(start_of(&path, 3).unwrap(), [0; 3]);
        // Many that are not too large are too much.
        File::options().write(true).open(&path).unwrap().set_len(LARGEST_SOURCE).unwrap();
        let mut sources = Sources::default();
        for _ in 0..LARGEST_SOURCES / LARGEST_SOURCE {
            assert_eq!(sources.read(&path).unwrap().len() as u64, LARGEST_SOURCE);
        }
        assert_eq!(refusal(&sources.read(&path).unwrap_err()), Some(ReadRefusal::TooMuch));
    }

    #[test]
    fn a_link_is_followed_but_where_the_judge_was_to_find_its_own_file() {
        let (_kept, folder) = folder();
        fs::write(folder.join("x"), "1").unwrap();
        symlink("x", folder.join("link")).unwrap();
        symlink("nowhere", folder.join("dead")).unwrap();
        assert_eq!(read(&folder.join("link"), 9).unwrap(), b"1");
        assert_eq!(own(&folder.join("x")).unwrap(), b"1");
        assert_eq!(refusal(&own(&folder.join("link")).unwrap_err()), Some(ReadRefusal::NotRegular));
        let absent = read(&folder.join("dead"), 9).unwrap_err();
        assert_eq!((absent.kind(), refusal(&absent)), (std::io::ErrorKind::NotFound, None));
    }
}
