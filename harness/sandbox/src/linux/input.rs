//! The input of a program: the user's own file, opened so that the program can do nothing to it.
//!
//! A descriptor is more than the right to read: its owner may change its mode, its times and its
//! attributes through it, and keep others from it by a lease. Where a launcher has namespaces, inputs
//! are opened in its read-only copy of all mounts, in which nothing of that works.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{FileType, Mode, OFlags, ResolveFlags, fcntl_setfl, fstat, open, openat2};

/// How an input is opened: opening a named pipe must not wait for its other end.
const FLAGS: OFlags = OFlags::RDONLY.union(OFlags::CLOEXEC).union(OFlags::NOCTTY).union(OFlags::NONBLOCK);

/// Opens an input in a tree of mounts, where there is one.
///
/// # Errors
/// It cannot be read, or is no regular file.
pub fn open_input(path: &Path, tree: Option<&OwnedFd>) -> io::Result<File> {
    let in_tree = tree.and_then(|tree| open_in(tree, path).ok());
    // What was mounted after the launcher was started is not in its tree.
    let file = in_tree.map_or_else(|| open(path, FLAGS, Mode::empty()), Ok)?;
    if FileType::from_raw_mode(fstat(&file)?.st_mode) != FileType::RegularFile {
        return Err(io::Error::from_raw_os_error(libc::EINVAL));
    }
    // The flag would go to the program with the descriptor.
    fcntl_setfl(&file, OFlags::empty())?;
    Ok(file.into())
}

/// Opens an input that is empty.
///
/// # Errors
/// There is no `/dev/null`.
pub fn open_empty(tree: Option<&OwnedFd>) -> io::Result<File> {
    let null = Path::new("/dev/null");
    // Root owns it, and so does a program that root runs.
    let in_tree = tree.and_then(|tree| open_in(tree, null).ok());
    in_tree.map_or_else(|| File::open(null), |file| Ok(file.into()))
}

fn open_in(tree: &OwnedFd, path: &Path) -> io::Result<OwnedFd> {
    let path = std::path::absolute(path)?;
    let below = path.strip_prefix("/").unwrap_or(&path);
    // A link to an absolute path stays in the tree.
    Ok(openat2(tree, below, FLAGS, Mode::empty(), ResolveFlags::IN_ROOT)?)
}
