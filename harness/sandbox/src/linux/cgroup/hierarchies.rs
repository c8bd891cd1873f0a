//! Where the control groups of this process are.

use std::fs;
use std::path::{Path, PathBuf};

/// Where the groups of this process are.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Hierarchies {
    /// Own folder in the version 1 hierarchy of each controller that is used.
    pub memory: Option<PathBuf>,
    /// As above.
    pub pids: Option<PathBuf>,
    /// As above.
    pub cpuacct: Option<PathBuf>,
    /// Own folder in the version 2 hierarchy.
    pub unified: Option<PathBuf>,
}

impl Hierarchies {
    /// The groups of the calling process.
    pub fn own() -> Self {
        let read = |path| fs::read_to_string(path).unwrap_or_default();
        Self::parse(&read("/proc/self/mountinfo"), &read("/proc/self/cgroup"))
    }

    /// From the texts of `mountinfo` and `cgroup` as `proc(5)` describes them.
    pub fn parse(mountinfo: &str, cgroup: &str) -> Self {
        let mut found = Self::default();
        for mount in mountinfo.lines().filter_map(Mount::parse) {
            for membership in cgroup.lines() {
                let mut fields = membership.splitn(3, ':').skip(1);
                let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else { continue };
                let Some(folder) = mount.folder_of(path) else { continue };
                if mount.kind == "cgroup2" && controllers.is_empty() {
                    found.unified = Some(folder);
                    continue;
                }
                if mount.kind != "cgroup" {
                    continue;
                }
                let slots = [
                    ("memory", &mut found.memory),
                    ("pids", &mut found.pids),
                    ("cpuacct", &mut found.cpuacct),
                ];
                for (controller, slot) in slots {
                    let has = |list: &str| list.split(',').any(|name| name == controller);
                    if has(mount.options) && has(controllers) {
                        *slot = Some(folder.clone());
                    }
                }
            }
        }
        found
    }
}

/// One line of `mountinfo`.
struct Mount<'a> {
    root: &'a str,
    point: &'a str,
    kind: &'a str,
    options: &'a str,
}

impl<'a> Mount<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let (left, right) = line.split_once(" - ")?;
        let mut left = left.split(' ').skip(3);
        let mut right = right.split(' ');
        Some(Self { root: left.next()?, point: left.next()?, kind: right.next()?, options: right.nth(1)? })
    }

    /// Where the group `path` appears under this mount, if it does.
    fn folder_of(&self, path: &str) -> Option<PathBuf> {
        let below = if self.root == "/" { path } else { path.strip_prefix(self.root)? };
        Some(Path::new(self.point).join(below.trim_start_matches('/')))
    }
}

#[cfg(test)]
mod tests {
    use super::Hierarchies;
    use std::path::PathBuf;

    const HYBRID_MOUNTS: &str = "\
31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct
35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
39 31 0:36 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids
41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
";

    #[test]
    fn the_own_groups_are_found_on_a_hybrid_machine() {
        let found = Hierarchies::parse(HYBRID_MOUNTS, "8:pids:/\n4:memory:/jobs/7\n2:cpu,cpuacct:/\n0::/\n");
        let path = |text| Some(PathBuf::from(text));
        assert_eq!(
            found,
            Hierarchies {
                memory: path("/sys/fs/cgroup/memory/jobs/7"),
                pids: path("/sys/fs/cgroup/pids/"),
                cpuacct: path("/sys/fs/cgroup/cpu,cpuacct/"),
                unified: path("/sys/fs/cgroup/unified/"),
            }
        );
    }

    #[test]
    fn the_own_group_is_found_on_a_unified_machine() {
        let mounts = "30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
        let found = Hierarchies::parse(mounts, "0::/user.slice/user-1000.slice/session-2.scope\n");
        let own = PathBuf::from("/sys/fs/cgroup/user.slice/user-1000.slice/session-2.scope");
        assert_eq!(found, Hierarchies { unified: Some(own), ..Hierarchies::default() });
    }

    #[test]
    fn a_mount_of_a_part_of_the_tree_shows_only_that_part() {
        let mounts = "30 24 0:26 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup ro,memory\n";
        let found = Hierarchies::parse(mounts, "4:memory:/docker/abc/inner\n");
        assert_eq!(found.memory, Some(PathBuf::from("/sys/fs/cgroup/memory/inner")));
        assert_eq!(Hierarchies::parse(mounts, "4:memory:/other\n"), Hierarchies::default());
    }
}
