//! The folders of a workspace, watched by the kernel (inotify).
//!
//! A file counts as changed when a program that wrote it closes it, and when it is moved or removed: what is
//! half written is not judged. A folder that is made or moved in is watched from then on, with all below it.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};
use rustix::io::Errno;
use walkdir::WalkDir;

use crate::discover;
use crate::watch::Changes;

/// What is heard of in each folder. Changes of attributes are not: restoring those of a case file is one.
const HEARD: WatchFlags = WatchFlags::CLOSE_WRITE
    .union(WatchFlags::CREATE)
    .union(WatchFlags::DELETE)
    .union(WatchFlags::MOVED_FROM)
    .union(WatchFlags::MOVED_TO)
    .union(WatchFlags::DELETE_SELF)
    .union(WatchFlags::MOVE_SELF)
    .union(WatchFlags::ONLYDIR);

/// The workspace cannot be watched.
#[derive(Debug, thiserror::Error)]
pub enum WatchError {
    /// The user may watch no more folders.
    #[error(
        "failed to watch `{}`: too many folders are watched already; raise fs.inotify.max_user_watches or \
         fs.inotify.max_user_instances with sysctl",
        .0.display()
    )]
    TooMany(PathBuf),
    /// The kernel refuses for another reason.
    #[error("failed to watch `{}`: {}", .path.display(), io::Error::from(*.errno))]
    Refused {
        /// The folder.
        path: PathBuf,
        /// Why.
        errno: Errno,
    },
    /// The root is there no more.
    #[error("the workspace `{}` was moved or removed", .0.display())]
    Gone(PathBuf),
}

/// The watched folders of a workspace.
#[derive(Debug)]
pub struct Folders {
    root: PathBuf,
    inotify: OwnedFd,
    /// The path of each by its number in the kernel. Several paths may lead to one folder.
    paths: BTreeMap<i32, Vec<PathBuf>>,
}

impl Folders {
    /// Watches all folders below the root in which something may lie that is judged.
    ///
    /// # Errors
    /// The kernel refuses.
    pub fn watch(root: &Path) -> Result<Self, WatchError> {
        let inotify = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK)
            .map_err(|errno| refused(root, errno))?;
        let mut folders = Self { root: root.to_owned(), inotify, paths: BTreeMap::new() };
        // That it is there is not a matter of chance, as it is with the folders in it.
        folders.add_one(root)?;
        folders.add(root)?;
        Ok(folders)
    }

    /// Watches a folder and all below it. What goes away meanwhile is told by the folder above it.
    fn add(&mut self, top: &Path) -> Result<(), WatchError> {
        let root = self.root.clone();
        let inside = |path: &Path| path.strip_prefix(&root).map(Path::to_owned).unwrap_or_default();
        // Cases and solutions are found behind links, too.
        let follows = |path: &Path| {
            let top = path.iter().next().unwrap_or_default();
            top == discover::CASES || top == discover::SOLUTIONS
        };
        let is_wanted = |path: &Path| !discover::is_of_tools(path);
        let mut tops = vec![top.to_owned()];
        while let Some(top) = tops.pop() {
            let is_behind = follows(&inside(&top));
            // Cases and solutions are walked apart, since links are followed there alone.
            let is_apart = |path: &Path| !is_behind && follows(path);
            let walk = WalkDir::new(&top).follow_links(is_behind).follow_root_links(true).into_iter();
            let walk = walk.filter_entry(|entry| {
                let path = inside(entry.path());
                is_wanted(&path) && !(is_apart(&path) && path.iter().count() > 1)
            });
            for entry in walk.flatten() {
                if is_apart(&inside(entry.path())) {
                    tops.push(entry.into_path());
                } else if entry.file_type().is_dir() || entry.depth() == 0 {
                    self.add_one(entry.path())?;
                }
            }
        }
        Ok(())
    }

    fn add_one(&mut self, path: &Path) -> Result<(), WatchError> {
        match inotify::add_watch(&self.inotify, path, HEARD) {
            Ok(number) => {
                let paths = self.paths.entry(number).or_default();
                if !paths.iter().any(|known| known == path) {
                    paths.push(path.to_owned());
                }
                Ok(())
            }
            // It is gone by now, or was never a folder, or this user may not look.
            Err(Errno::NOENT | Errno::NOTDIR | Errno::ACCESS | Errno::LOOP) if path != self.root => Ok(()),
            Err(errno) => Err(refused(path, errno)),
        }
    }

    /// Watches a folder no more, and nothing below it: it is elsewhere now, or gone.
    fn forget(&mut self, top: &Path) {
        let inotify = &self.inotify;
        self.paths.retain(|number, paths| {
            paths.retain(|path| !path.starts_with(top));
            if paths.is_empty() {
                // The kernel has forgotten a folder that is gone.
                let _ = inotify::remove_watch(inotify, *number);
            }
            !paths.is_empty()
        });
    }

    /// All that has changed since this was called last; it does not wait.
    ///
    /// # Errors
    /// The workspace is gone, or what is new cannot be watched.
    pub fn changes(&mut self) -> Result<Changes, WatchError> {
        let mut changes = Changes::default();
        let mut buffer = [MaybeUninit::uninit(); 16 * 1024];
        loop {
            // Names are copied, since what is heard may change what is watched.
            let mut heard: Vec<(i32, ReadFlags, Vec<u8>)> = Vec::new();
            let mut reader = Reader::new(self.inotify.as_fd(), &mut buffer);
            let end = loop {
                match reader.next() {
                    Ok(event) => {
                        let name = event.file_name().map(|name| name.to_bytes().to_vec()).unwrap_or_default();
                        heard.push((event.wd(), event.events(), name));
                    }
                    Err(errno) => break errno,
                }
            };
            let is_empty = heard.is_empty();
            for (number, flags, name) in heard {
                self.hear(number, flags, OsStr::from_bytes(&name), &mut changes)?;
            }
            match end {
                Errno::INTR => {}
                Errno::AGAIN => return Ok(changes),
                errno if is_empty => return Err(refused(&self.root, errno)),
                _ => {}
            }
        }
    }

    fn hear(
        &mut self,
        number: i32,
        flags: ReadFlags,
        name: &OsStr,
        changes: &mut Changes,
    ) -> Result<(), WatchError> {
        if flags.contains(ReadFlags::QUEUE_OVERFLOW) {
            // Some of the folders that are new were not heard of.
            changes.is_overflown = true;
            return self.add(&self.root.clone());
        }
        let Some(folders) = self.paths.get(&number).cloned() else { return Ok(()) };
        if flags.intersects(ReadFlags::DELETE_SELF | ReadFlags::MOVE_SELF | ReadFlags::UNMOUNT) {
            // Of other folders the one above tells.
            return if folders.contains(&self.root) {
                Err(WatchError::Gone(self.root.clone()))
            } else {
                Ok(())
            };
        }
        if flags.contains(ReadFlags::IGNORED) {
            self.paths.remove(&number);
            return Ok(());
        }
        for folder in folders {
            let path = folder.join(name);
            let is_of_tools = path.strip_prefix(&self.root).is_ok_and(discover::is_of_tools);
            if is_of_tools || name.is_empty() {
                continue;
            }
            let is_gone = flags.intersects(ReadFlags::DELETE | ReadFlags::MOVED_FROM);
            if flags.contains(ReadFlags::ISDIR) && is_gone {
                self.forget(&path);
            } else if !is_gone && path.is_dir() {
                self.add(&path)?;
            } else if flags.contains(ReadFlags::CREATE) && !is_complete(&path) {
                // It is heard of again when it is closed.
                continue;
            }
            changes.paths.insert(path);
        }
        Ok(())
    }
}

impl AsFd for Folders {
    /// Readable as soon as something has changed.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.inotify.as_fd()
    }
}

/// Whether a file that is new is a link, which nothing writes and closes.
fn is_complete(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|facts| facts.is_symlink() || facts.nlink() > 1)
}

fn refused(path: &Path, errno: Errno) -> WatchError {
    match errno {
        Errno::NOSPC | Errno::MFILE => WatchError::TooMany(path.to_owned()),
        errno => WatchError::Refused { path: path.to_owned(), errno },
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::path::{Path, PathBuf};

    use super::{Folders, WatchError};
    use crate::discover::fixture::Workspace;

    /// Where a path relative to the root is.
    type At<'a> = &'a dyn Fn(&str) -> PathBuf;

    /// What changes while this is done, relative to the root.
    fn heard(workspace: &Workspace, folders: &mut Folders, act: &dyn Fn(At<'_>)) -> Vec<String> {
        act(&|path| workspace.path(path));
        let changes = folders.changes().unwrap();
        assert!(!changes.is_overflown);
        let root = workspace.path("");
        changes.paths.iter().map(|path| path.strip_prefix(&root).unwrap().display().to_string()).collect()
    }

    fn watched() -> (Workspace, Folders) {
        let workspace = Workspace::new().files(&["cases/p/1.in", "solutions/p/a.py", ".judge/build/x"]);
        let folders = Folders::watch(&workspace.path("")).unwrap();
        (workspace, folders)
    }

    #[test]
    fn saves_of_every_kind_are_heard_when_they_are_complete() {
        let (workspace, mut folders) = watched();
        let mut heard = |act: &dyn Fn(At<'_>)| heard(&workspace, &mut folders, act);
        assert!(heard(&|_| ()).is_empty());
        assert_eq!(heard(&|at| fs::write(at("solutions/p/a.py"), "1").unwrap()), ["solutions/p/a.py"]);
        // As vim saves: beside, and moved into place.
        let renamed = heard(&|at| {
            fs::write(at("solutions/p/.a.py.swp"), "").unwrap();
            fs::rename(at("solutions/p/a.py"), at("solutions/p/a.py~")).unwrap();
            fs::write(at("solutions/p/a.py"), "2").unwrap();
            fs::remove_file(at("solutions/p/a.py~")).unwrap();
        });
        assert_eq!(renamed, ["solutions/p/a.py"]);
        let open = fs::File::create(workspace.path("cases/p/2.in")).unwrap();
        assert!(heard(&|_| ()).is_empty(), "it is not written yet");
        drop(open);
        assert_eq!(heard(&|_| ()), ["cases/p/2.in"]);
        assert_eq!(heard(&|at| fs::remove_file(at("cases/p/2.in")).unwrap()), ["cases/p/2.in"]);
        assert_eq!(heard(&|at| symlink("1.in", at("cases/p/3.in")).unwrap()), ["cases/p/3.in"]);
        assert_eq!(heard(&|at| fs::write(at("judge.toml"), "").unwrap()), ["judge.toml"]);
        assert!(heard(&|at| fs::write(at(".judge/build/y"), "").unwrap()).is_empty());
        assert!(heard(&|at| _ = fs::read(at("solutions/p/a.py")).unwrap()).is_empty());
    }

    #[test]
    fn folders_that_come_and_go_are_followed() {
        let (workspace, mut folders) = watched();
        let mut heard = |act: &dyn Fn(At<'_>)| heard(&workspace, &mut folders, act);
        assert_eq!(heard(&|at| fs::create_dir_all(at("cases/p/g/deep")).unwrap())[0], "cases/p/g");
        assert_eq!(heard(&|at| fs::write(at("cases/p/g/deep/1.in"), "").unwrap()), ["cases/p/g/deep/1.in"]);
        let moved = heard(&|at| fs::rename(at("cases/p/g"), at("cases/p/h")).unwrap());
        assert_eq!(moved, ["cases/p/g", "cases/p/h"]);
        assert_eq!(heard(&|at| fs::write(at("cases/p/h/deep/1.in"), "").unwrap()), ["cases/p/h/deep/1.in"]);
        // As a checkout of a branch without solutions, and back.
        let gone = heard(&|at| fs::remove_dir_all(at("solutions")).unwrap());
        assert!(gone.contains(&"solutions".to_owned()), "{gone:?}");
        assert_eq!(heard(&|at| fs::create_dir_all(at("solutions/p")).unwrap()), ["solutions"]);
        assert_eq!(heard(&|at| fs::write(at("solutions/p/b.py"), "").unwrap()), ["solutions/p/b.py"]);
    }

    #[test]
    fn cases_behind_a_link_are_watched() {
        let (elsewhere, workspace) = (tempfile::tempdir().unwrap(), Workspace::new());
        symlink(elsewhere.path(), workspace.path("cases/p")).unwrap();
        let mut folders = Folders::watch(&workspace.path("")).unwrap();
        fs::write(elsewhere.path().join("1.in"), "").unwrap();
        let changes = folders.changes().unwrap();
        assert_eq!(changes.paths.into_iter().collect::<Vec<_>>(), [workspace.path("cases/p/1.in")]);
    }

    #[test]
    fn a_workspace_that_is_gone_is_told() {
        let top = tempfile::tempdir().unwrap();
        let root = top.path().join("workspace");
        fs::create_dir(&root).unwrap();
        let mut folders = Folders::watch(&root).unwrap();
        fs::remove_dir(&root).unwrap();
        assert!(matches!(folders.changes(), Err(WatchError::Gone(path)) if path == root));
        assert!(matches!(Folders::watch(Path::new("/no/such/root")), Err(WatchError::Refused { .. })));
    }
}
