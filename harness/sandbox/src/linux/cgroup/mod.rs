//! Control groups: one per launcher, made below the group that the judge runs in.
//!
//! The launcher itself sits in the group and everything that it starts is born there, so that a
//! run costs no move between groups. The launcher's own share is the *baseline*, read before each
//! run and taken off its peak. Names and files differ between the two versions of control groups;
//! what they mean does not, so both are the same struct over different files.
//!
//! The kernel charges a page of a file to its first reader, and gives it back when memory is
//! short; so such pages are in the peak and are not the program's memory. They are known by staying: a
//! program and its own files are gone when a run is over, and what the group still holds then is not
//! theirs. A group that holds something is not used again: else the next program could have it taken
//! back, and use as much more than its limit unseen.
//!
//! Version 2 allows a group to have either processes or groups with limits, not both: see
//! [`Delegation`]. And before Linux 6.12 its peak cannot be set back: then every run gets a new
//! group, and the launcher moves on. So there each launcher has an outer group, whose clock goes on
//! through all runs, and in it the group of the run.

mod delegation;
mod hierarchies;
mod text;

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, Dir, Mode, OFlags, mkdirat, open, openat, unlinkat};

use crate::{Bytes, MemoryMeter};

pub use delegation::Delegation;
pub use hierarchies::Hierarchies;
use text::read_text;
pub use text::{parse_number, read_number};

/// The group of one launcher. Everything is held open, because the launcher soon leaves the root in
/// which it has a name.
pub struct Group {
    names: &'static Names,
    /// The name of the group, to which each renewal adds a number.
    stem: String,
    renewals: u64,
    /// The folders in which it is made, each once; the first is that of the memory controller.
    parents: Vec<OwnedFd>,
    /// The outer group, and where it is made.
    outer: Option<(OwnedFd, String)>,
    /// The CPU time of all runs.
    time: Option<File>,
    files: Files,
    /// What was charged when the run began.
    baseline: u64,
    /// What was charged before the first run.
    clean: u64,
    limit_now: u64,
    /// The peak when the program had ended.
    peak_so_far: u64,
    /// The limit of the run, without what is not the program's.
    memory: Bytes,
    tasks_now: u32,
    /// What was counted when the last run was over; nothing before the first in a group. Between two runs nothing in
    /// the group can be killed or refused.
    counted: Option<Events>,
}

/// What the kernel counts of a group for good.
#[derive(Clone, Copy)]
struct Events {
    oom_kills: u64,
    refused_forks: u64,
}

/// The open files of a group.
struct Files {
    /// Its list of processes, in each of its folders.
    procs: Vec<File>,
    limit: File,
    limit_with_swap: Option<File>,
    usage: File,
    peak: File,
    /// Writing to `peak` sets it back.
    can_reset_peak: bool,
    events: File,
    /// How much there is of each kind.
    kinds: File,
    tasks: Option<File>,
    refusals: Option<File>,
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

/// A limit that no program reaches; the kernel rounds it down to what it can count.
const UNLIMITED: u64 = i64::MAX.cast_unsigned();

/// The names of the files in one version.
struct Names {
    meter: MemoryMeter,
    limit: &'static str,
    limit_with_swap: &'static str,
    usage: &'static str,
    peak: &'static str,
    events: &'static str,
    file_pages: &'static str,
    clock: &'static str,
}

const V1: Names = Names {
    meter: MemoryMeter::CgroupV1,
    limit: "memory.limit_in_bytes",
    limit_with_swap: "memory.memsw.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    peak: "memory.max_usage_in_bytes",
    events: "memory.oom_control",
    file_pages: "cache",
    clock: "cpuacct.usage",
};

const V2: Names = Names {
    meter: MemoryMeter::CgroupV2,
    limit: "memory.max",
    limit_with_swap: "memory.swap.max",
    usage: "memory.current",
    peak: "memory.peak",
    events: "memory.events",
    file_pages: "file",
    clock: "cpu.stat",
};

/// Room above the limit for what the kernel charges in batches of pages; the peak, not the
/// kernel's refusal, decides within it.
const ALLOWANCE: u64 = 1 << 20;

/// The change of the baseline that is worth writing the limit anew.
const BASELINE_STEP: u64 = 256 << 10;

/// What may stay in a group that no process uses: the kernel charges in batches, and gives some things
/// back later.
const NOISE: u64 = 1 << 20;

/// More is no noise, whatever it is: what the kernel remembers of files that a program asked about, say.
const MOST_NOISE: u64 = 4 << 20;

impl Group {
    /// Makes a group of this name in every hierarchy of version 1 that has a controller we use. The
    /// caller is not in it until [`Self::enter`].
    pub fn create_v1(own: &Hierarchies, name: &str) -> io::Result<Self> {
        let memory = own.memory.as_ref().ok_or(io::ErrorKind::Unsupported)?;
        let mut folders: Vec<&PathBuf> = vec![memory];
        for folder in [&own.pids, &own.cpuacct].into_iter().flatten() {
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
        let parents = folders.into_iter().map(|folder| open_folder(folder)).collect::<io::Result<_>>()?;
        let mut group = Self::create(&V1, parents, name)?;
        // A group that is made anew has no clock over all runs.
        group.time = group.parents.iter().skip(1).find_map(|parent| {
            let folder = openat(parent, name, FOLDER, Mode::empty()).ok()?;
            open_file(&folder, V1.clock, OFlags::RDONLY).ok()
        });
        Ok(group)
    }

    /// Makes a group of this name in a folder of version 2 whose groups have limits.
    pub fn create_v2(parent: &Path, name: &str) -> io::Result<Self> {
        let parent = open_folder(parent)?;
        mkdirat(&parent, name, FOLDER_MODE)?;
        let inner = (|| {
            let outer = openat(&parent, name, FOLDER, Mode::empty())?;
            let limits = open_file(&outer, "cgroup.subtree_control", OFlags::WRONLY)?;
            limits.write_all_at(b"+memory +pids", 0)?;
            let time = open_file(&outer, V2.clock, OFlags::RDONLY)?;
            Ok((Self::create(&V2, vec![outer], "run")?, time))
        })();
        match inner {
            Ok((group, time)) => {
                Ok(Self { outer: Some((parent, name.to_owned())), time: Some(time), ..group })
            }
            Err(error) => {
                let _ = unlinkat(&parent, name, AtFlags::REMOVEDIR);
                Err(error)
            }
        }
    }

    fn create(names: &'static Names, parents: Vec<OwnedFd>, name: &str) -> io::Result<Self> {
        let files = Files::create(names, &parents, name)?;
        Ok(Self {
            names,
            stem: name.to_owned(),
            renewals: 0,
            parents,
            outer: None,
            time: None,
            files,
            baseline: 0,
            clean: 0,
            limit_now: u64::MAX,
            peak_so_far: 0,
            memory: Bytes(0),
            tasks_now: 0,
            counted: None,
        })
    }

    /// Which files these are.
    pub fn meter(&self) -> MemoryMeter {
        self.names.meter
    }

    /// Moves the calling process into the group.
    pub fn enter(&self) -> io::Result<()> {
        self.files.procs.iter().try_for_each(|mut procs| procs.write_all(b"0"))
    }

    /// Removes the group, and every one that took its place; they must be empty.
    pub fn remove(&self) {
        for parent in &self.parents {
            let names = Dir::read_from(parent).into_iter().flatten().flatten();
            let is_ours = |name: &[u8]| {
                let rest = name.strip_prefix(self.stem.as_bytes());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(b"."))
            };
            for entry in names.filter(|entry| is_ours(entry.file_name().to_bytes())) {
                let _ = unlinkat(parent, entry.file_name(), AtFlags::REMOVEDIR);
            }
        }
        if let Some((parent, name)) = &self.outer {
            let _ = unlinkat(parent, name, AtFlags::REMOVEDIR);
        }
    }

    /// Makes ready for a run: sets the peak back, takes the baseline, sets the limits.
    pub fn begin(&mut self, memory: Bytes, processes: u32) -> io::Result<()> {
        let has_run = self.baseline > 0;
        let mut usage = read_number(&self.files.usage, None)?;
        if !self.files.can_reset_peak || (has_run && self.is_stale(usage)?) {
            self.renew()?;
            usage = read_number(&self.files.usage, None)?;
            self.clean = usage;
        } else if !has_run {
            self.clean = usage;
        }
        if self.files.can_reset_peak {
            self.files.peak.write_all_at(b"0\n", 0)?;
        }
        let moved = usage.abs_diff(self.baseline) > BASELINE_STEP;
        let limit = memory.0.saturating_add(usage).saturating_add(ALLOWANCE);
        if moved || limit.abs_diff(self.limit_now) > BASELINE_STEP {
            self.set_limit(limit)?;
        }
        // Never 0, which marks a group without a run.
        self.baseline = usage.max(1);
        self.memory = memory;
        if let Some(tasks) = self.files.tasks.as_ref().filter(|_| processes != self.tasks_now) {
            // One more for the launcher.
            tasks.write_all_at(format!("{}", processes.saturating_add(1)).as_bytes(), 0)?;
            self.tasks_now = processes;
        }
        if self.counted.is_none() {
            self.counted = Some(self.count_events()?);
        }
        Ok(())
    }

    /// Whether so much is charged that what the last runs left must be in it. Few runs leave much; only
    /// then is it looked at more closely.
    fn is_stale(&self, usage: u64) -> io::Result<bool> {
        let kept = usage.saturating_sub(self.clean);
        Ok(kept > MOST_NOISE || (kept > NOISE && self.file_pages()? > NOISE))
    }

    /// Takes the limit away where the run has come near it, so that nothing that follows is in want of
    /// memory: the launcher is in the group, too, and could be the only one left to be killed.
    pub fn make_room(&mut self) -> io::Result<()> {
        self.peak_so_far = read_number(&self.files.peak, None)?;
        if self.peak_so_far.saturating_add(2 * ALLOWANCE) > self.limit_now {
            self.set_limit(UNLIMITED)?;
        }
        Ok(())
    }

    /// Moves the calling process on to a new group, and removes the one it was in. In version 1 only
    /// memory has a new group: the other hierarchies do not keep what was used.
    fn renew(&mut self) -> io::Result<()> {
        let name = |count| if count == 0 { self.stem.clone() } else { format!("{}.{count}", self.stem) };
        let (last, next) = (name(self.renewals), name(self.renewals + 1));
        let parents = if self.outer.is_some() { &self.parents[..] } else { &self.parents[..1] };
        let fresh = Files::create(self.names, parents, &next)?;
        self.renewals += 1;
        let used = std::mem::replace(&mut self.files, fresh);
        self.enter()?;
        for parent in parents {
            unlinkat(parent, &last, AtFlags::REMOVEDIR)?;
        }
        if self.files.tasks.is_none() {
            (self.files.tasks, self.files.refusals) = (used.tasks, used.refusals);
        } else {
            self.tasks_now = 0;
        }
        (self.baseline, self.limit_now, self.counted) = (0, u64::MAX, None);
        Ok(())
    }

    /// In version 1 the limit with swap may never be below the one without, so the order of the
    /// two writes depends on the direction.
    fn set_limit(&mut self, limit: u64) -> io::Result<()> {
        let text = limit.to_string();
        let write = |file: &File, text: &str| file.write_all_at(text.as_bytes(), 0);
        match (self.names.meter, &self.files.limit_with_swap) {
            (MemoryMeter::CgroupV1, Some(with_swap)) if limit > self.limit_now => {
                write(with_swap, &text)?;
                write(&self.files.limit, &text)?;
            }
            (MemoryMeter::CgroupV1, Some(with_swap)) => {
                write(&self.files.limit, &text)?;
                write(with_swap, &text)?;
            }
            (_, swap) => {
                write(&self.files.limit, &text)?;
                if let Some(swap) = swap {
                    write(swap, "0")?;
                }
            }
        }
        self.limit_now = limit;
        Ok(())
    }

    /// What was counted since [`Self::begin`]. To be asked when all processes of the run are reaped and
    /// its files in memory are removed; `largest` is the most that one of them held. `was_alone` says that
    /// nothing of the run lived after [`Self::make_room`].
    pub fn end(&mut self, largest: Bytes, was_alone: bool) -> io::Result<Counts> {
        let peak = if was_alone { self.peak_so_far } else { read_number(&self.files.peak, None)? };
        let now = self.count_events()?;
        let before = self.counted.replace(now).unwrap_or(now);
        let oom_killed = now.oom_kills > before.oom_kills;
        let mut memory = Bytes(peak.saturating_sub(self.baseline));
        // What is no more than noise has no files in it that are worth looking for.
        if !oom_killed && memory.0 > NOISE {
            let usage = read_number(&self.files.usage, None)?;
            if self.is_stale(usage)? {
                // Memory in messages without a receiver stays for a while, too.
                let kept = usage.saturating_sub(self.baseline).min(self.file_pages()?);
                memory = without_kept(memory, Bytes(kept), largest, self.memory);
            }
        }
        Ok(Counts {
            memory,
            oom_killed,
            refused_forks: now.refused_forks.saturating_sub(before.refused_forks),
        })
    }

    /// Bytes of the pages of files, without files in memory, which are counted among them: both as of the
    /// same moment, because memory without an owner is freed at any time.
    fn file_pages(&self) -> io::Result<u64> {
        let text = read_text(&self.files.kinds)?;
        let number = |key| parse_number(&text, Some(key)).ok_or(io::ErrorKind::InvalidData);
        Ok(number(self.names.file_pages)?.saturating_sub(number("shmem")?))
    }

    fn count_events(&self) -> io::Result<Events> {
        // Old kernels do not count refused forks.
        let refusals = self.files.refusals.as_ref().and_then(|file| read_number(file, Some("max")).ok());
        let oom_kills = read_number(&self.files.events, Some("oom_kill"))?;
        Ok(Events { oom_kills, refused_forks: refusals.unwrap_or(0) })
    }

    /// A second handle on the CPU clock of all runs, and the key of its value in that file.
    pub fn clock(&self) -> Option<(File, Option<&'static str>)> {
        let key = (self.names.meter == MemoryMeter::CgroupV2).then_some("usage_usec");
        Some((self.time.as_ref()?.try_clone().ok()?, key))
    }
}

/// The peak of a program, of whose group so many pages of files were still there when it was gone. They may
/// have come after the program's own peak, so this is at least what its largest process held; and as the
/// kernel killed no process, it was within the limit.
fn without_kept(peak: Bytes, kept: Bytes, largest: Bytes, limit: Bytes) -> Bytes {
    Bytes(peak.0.saturating_sub(kept.0)).max(largest.min(peak)).min(limit)
}

impl Files {
    /// Makes the folder `name` in every parent and opens what is in it; where that fails, no folder
    /// is left.
    fn create(names: &Names, parents: &[OwnedFd], name: &str) -> io::Result<Self> {
        let mut made = Vec::new();
        let opened = (|| {
            let mut folders = Vec::new();
            for parent in parents {
                mkdirat(parent, name, FOLDER_MODE)?;
                made.push(parent);
                folders.push(openat(parent, name, FOLDER, Mode::empty())?);
            }
            Self::open(names, &folders)
        })();
        if opened.is_err() {
            for parent in made {
                let _ = unlinkat(parent, name, AtFlags::REMOVEDIR);
            }
        }
        opened
    }

    fn open(names: &Names, folders: &[OwnedFd]) -> io::Result<Self> {
        let memory = folders.first().ok_or(io::ErrorKind::NotFound)?;
        let any = |name: &str, flags| folders.iter().find_map(|folder| open_file(folder, name, flags).ok());
        let peak = open_file(memory, names.peak, OFlags::RDWR);
        let can_reset_peak = peak.as_ref().is_ok_and(|file| file.write_all_at(b"0\n", 0).is_ok());
        let peak = peak.or_else(|_| open_file(memory, names.peak, OFlags::RDONLY))?;
        Ok(Self {
            procs: folders
                .iter()
                .map(|folder| open_file(folder, "cgroup.procs", OFlags::WRONLY))
                .collect::<io::Result<_>>()?,
            limit: open_file(memory, names.limit, OFlags::WRONLY)?,
            limit_with_swap: open_file(memory, names.limit_with_swap, OFlags::WRONLY).ok(),
            usage: open_file(memory, names.usage, OFlags::RDONLY)?,
            peak,
            can_reset_peak,
            events: open_file(memory, names.events, OFlags::RDONLY)?,
            kinds: open_file(memory, "memory.stat", OFlags::RDONLY)?,
            tasks: any("pids.max", OFlags::WRONLY),
            refusals: any("pids.events", OFlags::RDONLY),
        })
    }
}

const FOLDER_MODE: Mode = Mode::from_raw_mode(0o755);

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

fn open_folder(path: &Path) -> io::Result<OwnedFd> {
    Ok(open(path, FOLDER, Mode::empty())?)
}

fn open_file(folder: &OwnedFd, name: &str, flags: OFlags) -> io::Result<File> {
    Ok(File::from(openat(folder, name, flags | OFlags::CLOEXEC, Mode::empty())?))
}

#[cfg(test)]
mod tests {
    use super::without_kept;
    use crate::Bytes;

    #[test]
    fn what_stays_is_not_the_programs_memory() {
        let limit = Bytes(256);
        let check = |peak, kept, largest, expect| {
            assert_eq!(without_kept(Bytes(peak), Bytes(kept), Bytes(largest), limit), Bytes(expect));
        };
        // A small program that read cold files, and a large one that did.
        check(201, 200, 1, 1);
        check(230, 200, 30, 30);
        // Its own memory first, then files: what a process held shows it.
        check(201, 200, 180, 180);
        // Mapped files are in what a process holds; the kernel took them back in time.
        check(257, 250, 300, 256);
        check(100, 20, 300, 100);
    }
}
