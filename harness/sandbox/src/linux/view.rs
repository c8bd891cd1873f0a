//! The root folder that a build sees: the system, its sources and its toolchain, all read-only, and
//! a few folders on the disk that it may write to.
//!
//! Everything stands at its own place, so that what a compiler says, and what it writes down of where
//! the sources are, is true outside as well. What lies in a folder that is shown and must not be seen,
//! such as the cases of the workspace, has something empty mounted over it. The deeper a path, the
//! later it is mounted: so the more precise word is the last one.

use std::fs;
use std::io;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags, open};
use rustix::mount::mount_bind_recursive;

use crate::linux::build_wire::BuildView;
use crate::linux::root::{self, Entered, MountChange, below, is_of_the_system, show_as};
use crate::linux::sys;
use crate::linux::workdir::{PRIVATE, Workdir};

/// How a path of the machine appears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Appearance {
    Readable,
    Hidden,
    Writable,
}

/// Builds the root on the folder `at` and moves the calling process into it. The caller must be PID 1 of
/// a PID namespace and may mount in it.
pub fn enter(at: &Path, view: &BuildView) -> io::Result<Entered> {
    let inputs = root::begin(at)?;
    let mut writable: Vec<PathBuf> = Vec::new();
    for folder in root::WRITABLE {
        let place = below(at, Path::new(folder));
        fs::create_dir_all(&place)?;
        mount_bind_recursive(&view.temporary, &place)?;
        writable.push(place);
    }
    for (path, appearance) in in_order(view) {
        let place = below(at, path);
        match appearance {
            Appearance::Readable if is_there_already(path, view) => {}
            Appearance::Readable => show_as(path, &place)?,
            Appearance::Hidden => root::hide(at, path)?,
            Appearance::Writable => {
                show_as(path, &place)?;
                writable.push(place);
            }
        }
    }
    root::make_read_only(at)?;
    for place in writable {
        let mount = open(&place, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?;
        sys::change_mount(mount.as_fd(), MountChange::Writable)?;
    }
    root::leave_old_root(at)?;
    Ok(Entered { workdir: Workdir::new(view.temporary.join(EMPTY), PRIVATE), inputs })
}

/// Whether the system shows a path, and nothing is put over it.
fn is_there_already(path: &Path, view: &BuildView) -> bool {
    is_of_the_system(path) && !view.hidden.iter().any(|hidden| path.starts_with(hidden))
}

/// The folder among the temporary ones that is emptied after each tool; none works in it.
pub const EMPTY: &str = "empty";

/// All paths, those nearer to the root first.
fn in_order(view: &BuildView) -> Vec<(&Path, Appearance)> {
    fn each(paths: &[PathBuf], appearance: Appearance) -> impl Iterator<Item = (&Path, Appearance)> {
        paths.iter().map(move |path| (path.as_path(), appearance))
    }
    let mut all: Vec<(&Path, Appearance)> = each(&view.readable, Appearance::Readable)
        .chain(each(&view.hidden, Appearance::Hidden))
        .chain(each(&view.writable, Appearance::Writable))
        .collect();
    all.sort_by_key(|(path, appearance)| (path.components().count(), *appearance));
    all
}

#[cfg(test)]
mod tests {
    use super::{in_order, is_there_already};
    use crate::linux::build_wire::BuildView;

    #[test]
    fn the_more_precise_path_has_the_last_word() {
        let view = BuildView {
            readable: vec!["/w/.judge/empty".into(), "/w".into()],
            hidden: vec!["/w/.judge".into(), "/w/cases".into()],
            writable: vec!["/w/.judge/run/1/tmp".into()],
            temporary: "/w/.judge/run/1/tmp".into(),
        };
        let order: Vec<String> = in_order(&view)
            .into_iter()
            .map(|(path, appearance)| format!("{} {appearance:?}", path.display()))
            .collect();
        let expect = [
            "/w Readable",
            "/w/.judge Hidden",
            "/w/cases Hidden",
            "/w/.judge/empty Readable",
            "/w/.judge/run/1/tmp Writable",
        ];
        assert_eq!(order, expect);
    }

    #[test]
    fn what_lies_in_a_hidden_folder_of_the_system_is_not_there_by_itself() {
        let view = BuildView {
            readable: vec!["/opt/class/ann".into(), "/opt/lib".into()],
            hidden: vec!["/opt/class".into()],
            writable: Vec::new(),
            temporary: "/w/tmp".into(),
        };
        for (path, is_there) in [("/opt/class/ann", false), ("/opt/lib", true), ("/w/lib", false)] {
            assert_eq!(is_there_already(path.as_ref(), &view), is_there, "{path}");
        }
    }
}
