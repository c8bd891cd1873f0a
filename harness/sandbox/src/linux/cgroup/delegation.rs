//! Makes room for groups with limits in a group of version 2.
//!
//! There a group has either processes or sub-groups with limits. So the judge first moves itself
//! into a leaf, and only then can the launchers' groups beside it have limits. It does so only where
//! it is alone: processes that it did not start are none of its business. `systemd-run --user
//! --scope -p Delegate=yes` gives an ordinary user such a group.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The controllers that a launcher's group needs.
const NEEDED: [&str; 2] = ["memory", "pids"];

/// A group that we have taken over; given back on drop.
#[derive(Debug)]
pub struct Delegation {
    folder: PathBuf,
    leaf: PathBuf,
    process: u32,
}

impl Delegation {
    /// Takes over the group `folder` for the process that runs in it.
    ///
    /// # Errors
    /// It lacks a controller, others are in it, or it may not be written to; nothing has changed.
    pub fn take(folder: &Path, process: u32) -> io::Result<Self> {
        let read = |name: &str| fs::read_to_string(folder.join(name));
        let controllers = read("cgroup.controllers")?;
        if let Some(missing) =
            NEEDED.iter().find(|needed| !controllers.split_whitespace().any(|name| name == **needed))
        {
            return Err(io::Error::new(io::ErrorKind::Unsupported, format!("no {missing} controller")));
        }
        let processes = read("cgroup.procs")?;
        if processes.lines().any(|line| line.trim() != process.to_string()) {
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, "other processes are in the group"));
        }
        let leaf = folder.join(format!("judge.{process}.self"));
        fs::create_dir(&leaf)?;
        let taken = Self { folder: folder.to_owned(), leaf, process };
        // Whatever fails from here on, dropping `taken` puts back what was there.
        fs::write(taken.leaf.join("cgroup.procs"), process.to_string())?;
        fs::write(folder.join("cgroup.subtree_control"), NEEDED.map(|name| format!("+{name}")).join(" "))?;
        Ok(taken)
    }

    /// The folder in which groups with limits can be made.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Delegation {
    fn drop(&mut self) {
        // What cannot be put back does no harm: the group is ours.
        let off = NEEDED.map(|name| format!("-{name}")).join(" ");
        let _ = fs::write(self.folder.join("cgroup.subtree_control"), off);
        let _ = fs::write(self.folder.join("cgroup.procs"), self.process.to_string());
        let _ = fs::remove_dir(&self.leaf);
    }
}

#[cfg(test)]
mod tests {
    use super::Delegation;
    use std::fs;
    use std::io::ErrorKind;
    use std::path::Path;

    /// A folder with the files of a group as the kernel shows them.
    fn group(controllers: &str, processes: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("cgroup.controllers"), controllers).unwrap();
        fs::write(folder.path().join("cgroup.procs"), processes).unwrap();
        folder
    }

    fn read(folder: &Path, name: &str) -> String {
        fs::read_to_string(folder.join(name)).unwrap()
    }

    #[test]
    fn a_judge_alone_in_its_group_moves_into_a_leaf_and_makes_room_for_groups_with_limits() {
        let folder = group("cpu memory pids\n", "7\n");
        let taken = Delegation::take(folder.path(), 7).unwrap();
        assert_eq!(read(folder.path(), "judge.7.self/cgroup.procs"), "7");
        assert_eq!(read(folder.path(), "cgroup.subtree_control"), "+memory +pids");
        // The kernel's folder would be empty by now.
        fs::remove_file(folder.path().join("judge.7.self/cgroup.procs")).unwrap();
        drop(taken);
        assert_eq!(read(folder.path(), "cgroup.subtree_control"), "-memory -pids");
        assert_eq!(read(folder.path(), "cgroup.procs"), "7");
        assert!(!folder.path().join("judge.7.self").exists());
    }

    #[test]
    fn no_foreign_processes_are_moved() {
        let folder = group("memory pids\n", "6\n7\n");
        let error = Delegation::take(folder.path(), 7).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ResourceBusy);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_group_without_the_controllers_is_left_alone() {
        let folder = group("cpu pids\n", "7\n");
        let error = Delegation::take(folder.path(), 7).unwrap_err();
        assert_eq!(
            (error.kind(), error.to_string().as_str()),
            (ErrorKind::Unsupported, "no memory controller")
        );
    }
}
