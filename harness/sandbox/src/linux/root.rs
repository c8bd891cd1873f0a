//! The root folder that programs see: the system's folders, the programs under test, nothing else.
//!
//! Whatever is not listed here does not exist for a program: no cases with their answers, no
//! sources, no home, no sockets in `/run`. Everything is read-only but a small file system in
//! memory. It is the working folder, `/tmp`, `/var/tmp` and `/dev/shm` in one, so that emptying one
//! folder between two runs empties them all; its pages count as memory of the run; and it vanishes
//! with the launcher, however that ends.

use std::collections::BTreeSet;
use std::ffi::{CString, OsStr};
use std::fs::{self, File};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{CWD, Mode, OFlags};
use rustix::mount::{
    MountFlags, MountPropagationFlags, OpenTreeFlags, UnmountFlags, mount, mount_bind, mount_bind_recursive,
    mount_change, open_tree, unmount,
};
use rustix::process::{chdir, pivot_root};

use crate::linux::sys;
use crate::linux::workdir::{Link, Workdir};

/// The working folder of programs.
const BOX: &str = "/box";

/// Where programs under test stand that cannot stand in their own place.
const MOVED: &str = "/programs";

/// Where programs expect to be allowed to write.
pub const WRITABLE: [&str; 3] = ["/tmp", "/var/tmp", "/dev/shm"];

/// What programs need of the system: executables, libraries and data. `/nix` and the like are where
/// some systems keep all of it.
const SYSTEM: [&str; 13] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/nix",
    "/gnu",
    "/snap",
    "/run/current-system",
    // The package database of GHC, as Debian has it.
    "/var/lib/ghc",
];

/// What loaders, compilers and runtimes read of `/etc`; not all of it, because root may read secrets there.
const SETTINGS: [&str; 17] = [
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "ld.so.preload",
    "alternatives",
    "localtime",
    "timezone",
    "locale.alias",
    "passwd",
    "group",
    "nsswitch.conf",
    "mono",
    "java",
    "fpc.cfg",
    "ldc2.conf",
    "nim",
    "ocamlfind.conf",
];

/// The same with a version at the end of the name.
const VERSIONED_SETTINGS: [&str; 2] = ["java-", "fpc-"];

/// The devices that programs may use, in `/dev`.
pub const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];

/// Bytes that the files of one run may have together, and how many there may be.
const WRITABLE_OPTIONS: &str = "size=67108864,nr_inodes=65536,mode=0777";

/// What a program may see of the machine.
pub struct View<'a> {
    /// The files and folders that programs under test are made of.
    pub programs: &'a [PathBuf],
    /// Folders that stay hidden though they lie in a folder of the system.
    pub secrets: &'a [PathBuf],
}

/// What is changed of a mount.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum MountChange {
    /// It, and all that is mounted below it, becomes read-only and deaf to set-user-id bits.
    ReadOnly,
    /// It alone may be written to again.
    Writable,
}

/// What there is once the root is built.
pub struct Entered {
    /// The folder in which programs start.
    pub workdir: Workdir,
    /// All files of the machine, in a tree of mounts of its own that is read-only. An
    /// input opened there can be handed to a program, and the program can change nothing about it.
    pub inputs: OwnedFd,
}

/// Builds the root on the folder `at` and moves the calling process into it. The caller must be PID 1
/// of a PID namespace and may mount in it.
pub fn enter(at: &Path, view: &View<'_>) -> io::Result<Entered> {
    let inputs = begin(at)?;
    for secret in view.secrets {
        hide(at, secret)?;
    }
    fs::create_dir_all(below(at, Path::new(BOX)))?;
    for folder in WRITABLE {
        fs::create_dir_all(below(at, Path::new(folder)))?;
    }
    for program in view.programs {
        match moved(program) {
            Some(place) => show_as(program, &below(at, &place))?,
            None => show(at, program)?,
        }
    }
    // A secret may also lie in what a program is made of.
    let is_within = |secret: &PathBuf| {
        view.programs.iter().any(|program| secret.starts_with(program) && secret != program)
    };
    for secret in view.secrets.iter().filter(|secret| is_within(secret)) {
        hide(at, secret)?;
    }
    make_read_only(at)?;
    let the_box = below(at, Path::new(BOX));
    mount_memory_with(&the_box, WRITABLE_OPTIONS, MountFlags::NOATIME)?;
    for folder in WRITABLE {
        mount_bind_recursive(&the_box, below(at, Path::new(folder)))?;
    }
    leave_old_root(at)?;
    let workdir = Workdir::with_links(PathBuf::from(BOX), Mode::from_raw_mode(0o777), links(view.programs));
    workdir.renew()?;
    Ok(Entered { workdir, inputs })
}

/// A copy of a tree of mounts that stands nowhere and is read-only.
fn read_only_copy(tree: &Path) -> io::Result<OwnedFd> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::AT_RECURSIVE;
    let copy = open_tree(CWD, tree, flags | OpenTreeFlags::OPEN_TREE_CLOEXEC)?;
    sys::change_mount(copy.as_fd(), MountChange::ReadOnly)?;
    Ok(copy)
}

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// Puts nothing over a folder or a file, where it can be seen.
pub fn hide(at: &Path, secret: &Path) -> io::Result<()> {
    let shown = below(at, secret);
    match shown.symlink_metadata() {
        Ok(meta) if meta.is_dir() => mount_memory(&shown, "mode=0755"),
        Ok(meta) if meta.is_file() => Ok(mount_bind(below(at, Path::new("/dev/null")), &shown)?),
        _ => Ok(()),
    }
}

/// Begins a root at this place, in mounts that no other process sees, with what all programs may see. Comes
/// back with the tree for [`Entered::inputs`].
pub fn begin(at: &Path) -> io::Result<OwnedFd> {
    sys::unshare(rustix::thread::UnshareFlags::NEWNS)?;
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    let inputs = read_only_copy(Path::new("/"))?;
    mount_memory(at, "mode=0755")?;
    show_system(at)?;
    Ok(inputs)
}

/// Makes the root at this place read-only, with all that is mounted in it so far.
pub fn make_read_only(at: &Path) -> io::Result<()> {
    let mount = rustix::fs::open(at, FOLDER, Mode::empty())?;
    sys::change_mount(mount.as_fd(), MountChange::ReadOnly)
}

/// Mounts an empty file system in memory.
pub fn mount_memory(at: &Path, options: &str) -> io::Result<()> {
    mount_memory_with(at, options, MountFlags::empty())
}

fn mount_memory_with(at: &Path, options: &str, flags: MountFlags) -> io::Result<()> {
    let options = CString::new(options)?;
    let flags = flags | MountFlags::NOSUID | MountFlags::NODEV;
    Ok(mount("tmpfs", at, "tmpfs", flags, Some(options.as_c_str()))?)
}

/// Shows what every program may see of the machine.
fn show_system(at: &Path) -> io::Result<()> {
    for folder in SYSTEM.iter().map(Path::new) {
        show_or_link(at, folder)?;
    }
    for setting in settings() {
        show_or_link(at, &setting)?;
    }
    for device in DEVICES {
        show(at, &Path::new("/dev").join(device))?;
    }
    for (name, target) in [("fd", "fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")] {
        symlink(Path::new("/proc/self").join(target), below(at, &Path::new("/dev").join(name)))?;
    }
    // Mounted while the old /proc is still there: the kernel wants to see that this shows no more.
    let proc = below(at, Path::new("/proc"));
    fs::create_dir(&proc)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC | MountFlags::RDONLY;
    Ok(mount("proc", &proc, "proc", flags, None)?)
}

/// The files and folders of the system's settings that are there.
fn settings() -> Vec<PathBuf> {
    let is_wanted = |name: &OsStr| {
        let name = name.to_string_lossy();
        SETTINGS.contains(&&*name) || VERSIONED_SETTINGS.iter().any(|start| name.starts_with(start))
    };
    let entries = fs::read_dir("/etc").into_iter().flatten().flatten();
    entries.filter(|entry| is_wanted(&entry.file_name())).map(|entry| entry.path()).collect()
}

/// Every folder and file of the system that programs may read, without the secrets: where a secret
/// lies in one of them, what stands beside it is listed instead of the whole.
pub fn readable_system(secrets: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = settings();
    // By their real names, as the secrets are: `/bin` is often a link.
    let mut system: Vec<PathBuf> = SYSTEM.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
    system.sort();
    system.dedup();
    found.extend(without(system, secrets));
    found
}

/// These files and folders without the secrets in them.
pub fn without(mut unread: Vec<PathBuf>, secrets: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    while let Some(path) = unread.pop() {
        if secrets.contains(&path) {
            continue;
        }
        if secrets.iter().any(|secret| secret.starts_with(&path)) {
            let entries = fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path());
            // A link would stand for what it leads to, which may be the secret.
            unread.extend(entries.filter(|entry| !entry.is_symlink()));
        } else {
            found.push(path);
        }
    }
    found
}

/// The folders beside the working folder that programs may write to.
pub fn writable(has_own_root: bool) -> impl Iterator<Item = PathBuf> {
    WRITABLE.into_iter().filter(move |_| has_own_root).map(PathBuf::from)
}

/// Whether every program sees this path, because it lies in a folder of the system.
#[must_use]
pub fn is_of_the_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}

/// Whether a secret can be hidden: not if a folder of the system is in it or is it, without which no program
/// runs.
pub fn can_be_hidden(secret: &Path) -> bool {
    !SYSTEM.iter().any(|folder| Path::new(folder).starts_with(secret))
}

/// Where `path` of the machine stands in the new root.
pub fn below(at: &Path, path: &Path) -> PathBuf {
    at.join(path.strip_prefix("/").unwrap_or(path))
}

/// Makes a folder or file of the machine visible at the same place; nothing where there is none.
fn show(at: &Path, path: &Path) -> io::Result<()> {
    show_as(path, &below(at, path))
}

/// Makes a folder or file of the machine visible at a place in the new root; nothing where there is none.
pub fn show_as(path: &Path, target: &Path) -> io::Result<()> {
    let Ok(meta) = fs::metadata(path) else { return Ok(()) };
    if target.symlink_metadata().is_err() {
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent)?;
        }
        if meta.is_dir() {
            fs::create_dir(target)?;
        } else {
            File::create(target)?;
        }
    }
    Ok(mount_bind_recursive(path, target)?)
}

/// As [`show`], but a link stays a link: `/bin` is often one to `usr/bin`.
fn show_or_link(at: &Path, path: &Path) -> io::Result<()> {
    let is_link = path.symlink_metadata().is_ok_and(|meta| meta.is_symlink());
    if !is_link {
        return show(at, path);
    }
    let target = below(at, path);
    if let Some(parent) = target.parent() {
        fs::create_dir_all(parent)?;
    }
    symlink(fs::read_link(path)?, target)
}

/// Where a program stands that lies in a folder that programs may write to, as in a workspace below
/// `/tmp`: outside that folder, so that no right to the folder is a right to the program, with a link
/// in its old place. `None` for all others, which stand where they always do.
fn moved(program: &Path) -> Option<PathBuf> {
    let rest = WRITABLE.iter().find_map(|folder| program.strip_prefix(folder).ok())?;
    Some(Path::new(MOVED).join(rest))
}

/// The links that lead to programs that stand elsewhere.
fn links(programs: &[PathBuf]) -> Vec<Link> {
    let below_moved = programs.iter().filter_map(|program| moved(program));
    let names: BTreeSet<PathBuf> = below_moved
        .filter_map(|path| path.strip_prefix(MOVED).ok().and_then(first_name).map(PathBuf::from))
        .collect();
    names
        .into_iter()
        .filter_map(|name| {
            let target = Path::new(MOVED).join(&name);
            Some(Link { name: CString::new(name.into_os_string().into_vec()).ok()?, target })
        })
        .collect()
}

fn first_name(path: &Path) -> Option<&OsStr> {
    path.components().find_map(|component| match component {
        Component::Normal(name) => Some(name),
        Component::Prefix(_) | Component::RootDir | Component::CurDir | Component::ParentDir => None,
    })
}

/// Makes `at` the root, and takes the old one away.
pub fn leave_old_root(at: &Path) -> io::Result<()> {
    chdir(at)?;
    pivot_root(".", ".")?;
    // The old root is now mounted over the new one.
    unmount(".", UnmountFlags::DETACH)?;
    Ok(chdir("/")?)
}

#[cfg(test)]
mod tests {
    use super::{below, can_be_hidden, links, moved, readable_system};
    use std::path::{Path, PathBuf};

    #[test]
    fn paths_of_the_machine_stand_below_the_new_root() {
        assert_eq!(below(Path::new("/a/root"), Path::new("/usr/bin")), Path::new("/a/root/usr/bin"));
    }

    #[test]
    fn a_program_in_a_writable_folder_stands_elsewhere_with_a_link_to_it() {
        assert_eq!(moved(Path::new("/home/me/a")), None);
        assert_eq!(moved(Path::new("/tmp/ws/build/a")), Some(PathBuf::from("/programs/ws/build/a")));
        let programs = ["/tmp/ws/a", "/tmp/ws/b", "/usr/c", "/var/tmp/x"].map(PathBuf::from);
        let links: Vec<_> = links(&programs)
            .into_iter()
            .map(|link| (link.name.into_string().unwrap(), link.target.display().to_string()))
            .collect();
        let expect = [("ws", "/programs/ws"), ("x", "/programs/x")];
        assert_eq!(links, expect.map(|(name, target)| (name.to_owned(), target.to_owned())));
    }

    #[test]
    fn the_system_itself_is_no_secret() {
        for (path, can) in
            [("/", false), ("/usr", false), ("/run", false), ("/usr/share/x", true), ("/home", true)]
        {
            assert_eq!(can_be_hidden(Path::new(path)), can, "{path}");
        }
    }

    #[test]
    fn a_secret_in_a_system_folder_is_left_out_and_its_neighbours_are_not() {
        let all = readable_system(&[]);
        assert!(all.contains(&PathBuf::from("/usr")));
        let without = readable_system(&[PathBuf::from("/usr/bin")]);
        assert!(!without.iter().any(|path| path.ends_with("usr") || path.starts_with("/usr/bin")));
        assert!(without.contains(&PathBuf::from("/usr/share")));
    }
}
