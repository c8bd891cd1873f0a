//! Control groups: one per launcher, made below the group that the judge runs in.
//!
//! The launcher itself sits in the group and everything that it starts is born there, so that a
//! run costs no move between groups. The launcher's own share is the *baseline*, read before each
//! run and taken off its peak. Names and files differ between the two versions of control groups;
//! what they mean does not, so both are the same struct over different files.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use crate::{Bytes, MemoryMeter};

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

/// The group of one launcher.
pub struct Group {
    /// Which files these are.
    pub meter: MemoryMeter,
    folders: Vec<PathBuf>,
    procs: Vec<File>,
    limit: File,
    limit_with_swap: Option<File>,
    usage: File,
    peak: File,
    events: File,
    tasks: Option<File>,
    refusals: Option<File>,
    clock: Option<File>,
    baseline: u64,
    limit_now: u64,
    tasks_now: u32,
    oom_kills: u64,
    refused_forks: u64,
}

/// What a group counted during one run.
pub struct Counts {
    /// The peak above the baseline.
    pub memory: Bytes,
    /// Whether the out-of-memory killer struck.
    pub oom_killed: bool,
    /// How often a new task was refused.
    pub refused_forks: u64,
}

/// The names of the files in one version.
struct Names {
    meter: MemoryMeter,
    limit: &'static str,
    limit_with_swap: &'static str,
    usage: &'static str,
    peak: &'static str,
    events: &'static str,
    clock: &'static str,
}

const V1: Names = Names {
    meter: MemoryMeter::CgroupV1,
    limit: "memory.limit_in_bytes",
    limit_with_swap: "memory.memsw.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    peak: "memory.max_usage_in_bytes",
    events: "memory.oom_control",
    clock: "cpuacct.usage",
};

const V2: Names = Names {
    meter: MemoryMeter::CgroupV2,
    limit: "memory.max",
    limit_with_swap: "memory.swap.max",
    usage: "memory.current",
    peak: "memory.peak",
    events: "memory.events",
    clock: "cpu.stat",
};

/// Room above the limit for what the kernel charges in batches of pages; the peak, not the
/// kernel's refusal, decides within it.
const ALLOWANCE: u64 = 1 << 20;

/// The change of the baseline that is worth writing the limit anew.
const BASELINE_STEP: u64 = 256 << 10;

impl Group {
    /// Makes a group of this name in every hierarchy that has one of the controllers; the caller
    /// is not in it until [`Self::enter`].
    pub fn create(own: &Hierarchies, name: &str) -> io::Result<Self> {
        if let Some(memory) = &own.memory {
            let parents = [Some(memory), own.pids.as_ref(), own.cpuacct.as_ref()];
            return Self::in_folders(&V1, &parents.map(|parent| parent.map(|folder| folder.join(name))));
        }
        let folder = own.unified.as_ref().ok_or(io::ErrorKind::Unsupported)?.join(name);
        Self::in_folders(&V2, &[Some(folder.clone()), Some(folder.clone()), Some(folder)])
    }

    fn in_folders(names: &Names, folders: &[Option<PathBuf>; 3]) -> io::Result<Self> {
        let mut made: Vec<PathBuf> = Vec::new();
        for folder in folders.iter().flatten() {
            if made.contains(folder) {
                continue;
            }
            if let Err(error) = fs::create_dir(folder) {
                remove_all(&made);
                return Err(error);
            }
            made.push(folder.clone());
        }
        Self::open(names, folders, made.clone()).inspect_err(|_| {
            remove_all(&made);
        })
    }

    fn open(names: &Names, folders: &[Option<PathBuf>; 3], made: Vec<PathBuf>) -> io::Result<Self> {
        let file = |folder: &Option<PathBuf>, name: &str, write: bool| {
            let path = folder.as_ref().ok_or(io::ErrorKind::NotFound)?.join(name);
            OpenOptions::new().read(!write).write(write).open(path)
        };
        let [memory, pids, cpuacct] = folders;
        let peak = match names.meter {
            // Writing sets the peak back; reading tells it. Version 2 can do so from Linux 6.12 on.
            MemoryMeter::CgroupV1 | MemoryMeter::CgroupV2 => OpenOptions::new()
                .read(true)
                .write(true)
                .open(memory.as_ref().ok_or(io::ErrorKind::NotFound)?.join(names.peak))?,
            MemoryMeter::Sampled => return Err(io::ErrorKind::Unsupported.into()),
        };
        Ok(Self {
            meter: names.meter,
            procs: made
                .iter()
                .map(|folder| OpenOptions::new().write(true).open(folder.join("cgroup.procs")))
                .collect::<io::Result<_>>()?,
            folders: made,
            limit: file(memory, names.limit, true)?,
            limit_with_swap: file(memory, names.limit_with_swap, true).ok(),
            usage: file(memory, names.usage, false)?,
            peak,
            events: file(memory, names.events, false)?,
            tasks: file(pids, "pids.max", true).ok(),
            refusals: file(pids, "pids.events", false).ok(),
            clock: file(cpuacct, names.clock, false).ok(),
            baseline: 0,
            limit_now: u64::MAX,
            tasks_now: 0,
            oom_kills: 0,
            refused_forks: 0,
        })
    }

    /// Moves the calling process into the group.
    pub fn enter(&self) -> io::Result<()> {
        self.procs.iter().try_for_each(|mut procs| procs.write_all(b"0"))
    }

    /// Removes the group; it must be empty.
    pub fn remove(&self) {
        remove_all(&self.folders);
    }

    /// Makes ready for a run: sets the peak back, takes the baseline, sets the limits.
    pub fn begin(&mut self, memory: Bytes, processes: u32) -> io::Result<()> {
        self.peak.write_all_at(b"0\n", 0)?;
        let usage = read_number(&self.usage, None)?;
        let moved = usage.abs_diff(self.baseline) > BASELINE_STEP;
        let limit = memory.0.saturating_add(usage).saturating_add(ALLOWANCE);
        if moved || limit.abs_diff(self.limit_now) > BASELINE_STEP {
            self.set_limit(limit)?;
        }
        self.baseline = usage;
        if let Some(tasks) = self.tasks.as_ref().filter(|_| processes != self.tasks_now) {
            // One more for the launcher.
            tasks.write_all_at(format!("{}", processes.saturating_add(1)).as_bytes(), 0)?;
            self.tasks_now = processes;
        }
        self.oom_kills = self.count_oom_kills()?;
        self.refused_forks = self.count_refused_forks();
        Ok(())
    }

    /// In version 1 the limit with swap may never be below the one without, so the order of the
    /// two writes depends on the direction.
    fn set_limit(&mut self, limit: u64) -> io::Result<()> {
        let text = limit.to_string();
        let write = |file: &File, text: &str| file.write_all_at(text.as_bytes(), 0);
        match (self.meter, &self.limit_with_swap) {
            (MemoryMeter::CgroupV1, Some(with_swap)) if limit > self.limit_now => {
                write(with_swap, &text)?;
                write(&self.limit, &text)?;
            }
            (MemoryMeter::CgroupV1, Some(with_swap)) => {
                write(&self.limit, &text)?;
                write(with_swap, &text)?;
            }
            (_, swap) => {
                write(&self.limit, &text)?;
                if let Some(swap) = swap {
                    write(swap, "0")?;
                }
            }
        }
        self.limit_now = limit;
        Ok(())
    }

    /// What was counted since [`Self::begin`].
    pub fn end(&self) -> io::Result<Counts> {
        let peak = read_number(&self.peak, None)?;
        Ok(Counts {
            memory: Bytes(peak.saturating_sub(self.baseline)),
            oom_killed: self.count_oom_kills()? > self.oom_kills,
            refused_forks: self.count_refused_forks().saturating_sub(self.refused_forks),
        })
    }

    /// Old kernels do not count this.
    fn count_refused_forks(&self) -> u64 {
        self.refusals.as_ref().and_then(|file| read_number(file, Some("max")).ok()).unwrap_or(0)
    }

    fn count_oom_kills(&self) -> io::Result<u64> {
        read_number(&self.events, Some("oom_kill"))
    }

    /// A second handle on the group's CPU clock, and the key of its value in that file.
    pub fn clock(&self) -> Option<(File, Option<&'static str>)> {
        let key = (self.meter == MemoryMeter::CgroupV2).then_some("usage_usec");
        Some((self.clock.as_ref()?.try_clone().ok()?, key))
    }
}

fn remove_all(folders: &[PathBuf]) {
    for folder in folders {
        let _ = fs::remove_dir(folder);
    }
}

/// The number in a small file: the whole text, or what follows `key` at the start of a line.
pub fn read_number(file: &File, key: Option<&str>) -> io::Result<u64> {
    let mut buffer = [0; 1024];
    let length = file.read_at(&mut buffer, 0)?;
    let text = std::str::from_utf8(&buffer[..length]).unwrap_or_default();
    parse_number(text, key).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

fn parse_number(text: &str, key: Option<&str>) -> Option<u64> {
    match key {
        None => text.trim().parse().ok(),
        Some(key) => {
            text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' ')?.trim().parse().ok())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Hierarchies, parse_number};
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

    #[test]
    fn numbers_are_read_with_and_without_a_key() {
        assert_eq!(parse_number("1234\n", None), Some(1234));
        assert_eq!(parse_number("max\n", None), None);
        let events = "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n";
        assert_eq!(parse_number(events, Some("oom_kill")), Some(3));
        assert_eq!(parse_number(events, Some("oom")), None);
    }
}
