//! Starts one program and watches it to its end.
//!
//! The launcher sleeps in `poll` until the program ends, the harness says something, or a time has
//! come at which a kill line could be crossed: the CPU line cannot be crossed before the CPU time
//! that is left has passed on every core that the program may use. So a short program is never
//! looked at, and a long one a few times, ever more closely as its line comes near.

use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::linux::cgroup::Counts;
use crate::linux::clock::{InstructionCounter, Moment};
use crate::linux::delay::RunDelay;
use crate::linux::disk::Disk;
use crate::linux::parts::Parts;
use crate::linux::plan::{Restrictions, SpawnFailure};
use crate::linux::planner::Planner;
use crate::linux::reap::{self, Patience};
use crate::linux::sweep::Killing;
use crate::linux::wire::{Done, Request};
use crate::linux::workdir::{PRIVATE, Workdir};
use crate::linux::{proc, socket, sweep, sys};
use crate::{Bounds, Breach, Bytes, Ending, Fault, Kept, Step, Usage, WorkingFolder};

/// The closest together that two looks at a running program are.
const CLOSEST_LOOK: Duration = Duration::from_micros(500);

/// How often the memory is sampled where no control group counts it.
const MEMORY_SAMPLE: Duration = Duration::from_millis(2);

/// As above for a build, which has gibibytes to be looked through and no verdict that hangs on them.
const MEMORY_SAMPLE_OF_A_BUILD: Duration = Duration::from_millis(20);

/// So many times the wall line a run may last, however long it waited for a core: a program can make
/// itself wait, by the lowest priority.
const MOST_WALL: u32 = 10;

/// Entries that a program may leave in its folder before the launcher is replaced: so many are removed in some
/// milliseconds, but the time for folders in folders grows with the square of their depth.
const MOST_REMOVED: usize = 2000;

/// Runs programs one after the other.
pub struct Supervisor {
    parts: Parts,
    planner: Planner,
    stack: Vec<u8>,
    /// Cores that a program may use at once.
    cores: u32,
    /// The working folder is as the last run has left it, for the next one.
    is_left: bool,
}

/// What is known of a run while it goes on.
struct Watch<'a> {
    bounds: &'a Bounds,
    pid: i32,
    started: Instant,
    cpu_before: Moment,
    instructions_before: Option<u64>,
    breach: Option<Ending>,
    sampled_peak: Bytes,
    was_stopped: bool,
    run_delay: RunDelay,
    /// Since when it is being killed.
    killed: Option<Patience>,
    /// What it writes, where that is limited.
    disk: Option<Disk>,
}

impl Supervisor {
    /// A supervisor over what the launcher has set up.
    pub fn new(parts: Parts) -> Self {
        let all =
            std::thread::available_parallelism().map_or(1, |cores| u32::try_from(cores.get()).unwrap_or(1));
        let planner = Planner::new(&parts);
        let cores = if parts.one_core { 1 } else { all };
        let stack = vec![0; sys::CHILD_STACK];
        Self { parts, planner, stack, cores, is_left: false }
    }

    /// Runs one program to its end, and ends all that it started. Comes back with the file that was to be taken out
    /// of its folder.
    pub fn run(
        &mut self,
        request: &Request,
        streams: [OwnedFd; 3],
        harness: BorrowedFd<'_>,
    ) -> Result<(Done, Option<OwnedFd>), Fault> {
        self.find_workdir(request.shares)?;
        if let Some(folder) = &request.folder {
            // The links belong to what the launcher has, not to what the program uses.
            let linked = self.parts.workdir.link_all_of(folder);
            linked.map_err(|error| Fault::new(Step::MakeWorkdir, &error))?;
        }
        if let Some(group) = &mut self.parts.group {
            group
                .begin(request.bounds.memory, request.bounds.processes)
                .map_err(|error| Fault::new(Step::SetUpCgroup, &error))?;
        }
        let workdir = match &request.build {
            Some(build) => Workdir::new(build.folder.clone(), PRIVATE).open(),
            None => self.parts.workdir.open(),
        };
        let workdir = workdir.map_err(|error| Fault::new(Step::EnterWorkdir, &error))?;
        let plan = self.planner.plan(request, streams, workdir)?;
        let reach = match &mut self.parts.reach {
            Some(reach) => {
                Some(reach.ruleset(&request.files).map_err(|error| Fault::new(Step::RestrictFiles, &error))?)
            }
            None => None,
        };
        let disk = request.build.as_ref().map(|build| Disk::watch(self.parts.writable.clone(), build.files));
        let instructions_before = self.parts.instructions.as_ref().map(InstructionCounter::count);
        let cpu_before = self.parts.clock.now();
        let started = Instant::now();
        let restrictions = Restrictions { reach, filter: self.parts.program_filter.as_deref() };
        let stack = &mut self.stack;
        let spawned = self.parts.score.highest_during(|| sys::spawn(&plan, &restrictions, stack));
        let spawned = match spawned {
            Ok(spawned) => spawned,
            Err(SpawnFailure { step: None, errno }) => {
                // Of what it was to find nothing may stay.
                let is_spent = self.renew().is_err();
                return Ok((Done { is_spent, ..not_started(errno) }, None));
            }
            Err(SpawnFailure { step: Some(step), errno }) => return Err(Fault { step, errno }),
        };
        // Our copies of the pipes must close, or the harness would never see their end.
        drop(plan);
        let mut watch = Watch {
            bounds: &request.bounds,
            pid: spawned.pid,
            started,
            cpu_before,
            instructions_before,
            breach: None,
            sampled_peak: Bytes(0),
            was_stopped: false,
            run_delay: RunDelay::begin(started),
            killed: None,
            disk,
        };
        self.watch(&mut watch, spawned.pidfd.as_fd(), harness)?;
        let has_written_too_much = watch.disk.as_mut().is_some_and(Disk::is_over);
        if has_written_too_much && watch.breach.is_none() {
            watch.breach = Some(Ending::Stopped(Breach::Files));
        }
        self.finish(&watch, request, harness)
    }

    /// Sees to it that the working folder is what the next run is to find.
    fn find_workdir(&mut self, shares: WorkingFolder) -> Result<(), Fault> {
        match (shares, self.is_left) {
            (WorkingFolder::Next, true) | (WorkingFolder::Own | WorkingFolder::First, false) => Ok(()),
            (WorkingFolder::Next, false) => Err(Fault { step: Step::FindWorkdir, errno: libc::ENOENT }),
            (WorkingFolder::Own | WorkingFolder::First, true) => {
                self.renew().map_err(|error| Fault::new(Step::MakeWorkdir, &error))
            }
        }
    }

    /// A folder that vanishes with us is not worth much time.
    fn renew_soon(&self) -> io::Result<()> {
        self.parts.workdir.renew_within(if self.parts.has_namespaces { MOST_REMOVED } else { usize::MAX })
    }

    fn renew(&mut self) -> io::Result<()> {
        self.is_left = false;
        self.parts.workdir.renew()
    }

    /// Waits until the program has ended, killing it when it crosses a line.
    fn watch(
        &self,
        watch: &mut Watch<'_>,
        program: BorrowedFd<'_>,
        harness: BorrowedFd<'_>,
    ) -> Result<(), Fault> {
        let mut wall_line = watch.bounds.wall;
        // It has just been started, so a clock need not be asked: at most all that has passed was on every core.
        let mut used = watch.started.elapsed().saturating_mul(self.cores);
        loop {
            let timeout = self.next_look(watch, wall_line, used);
            let mut fds = [
                PollFd::from_borrowed_fd(program, PollFlags::IN),
                PollFd::from_borrowed_fd(harness, PollFlags::IN),
            ];
            // Once killed there is nothing more to hear from the harness but its own end.
            let count = if watch.killed.is_some() { 1 } else { 2 };
            match poll(&mut fds[..count], Some(&timeout)) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(errno) => return Err(Fault { step: Step::Wait, errno: errno.raw_os_error() }),
            }
            if !fds[0].revents().is_empty() {
                return Ok(());
            }
            if !fds[1].revents().is_empty() {
                hear(harness);
                self.kill(watch, Ending::Interrupted);
            }
            if let Some(patience) = &watch.killed {
                if patience.is_over() {
                    return Err(Fault { step: Step::Wait, errno: libc::ETIMEDOUT });
                }
                // A child forked in between is caught in the next round.
                self.kill_tree(Some(watch.pid));
                continue;
            }
            used = self.cpu(watch);
            if used > watch.bounds.cpu {
                self.kill(watch, Ending::Stopped(Breach::Cpu));
            } else if watch.started.elapsed() > wall_line {
                let delay = watch.run_delay.look();
                let (elapsed, wall) = (watch.started.elapsed(), watch.bounds.wall);
                if elapsed.saturating_sub(delay) > wall || elapsed > wall.saturating_mul(MOST_WALL) {
                    watch.was_stopped = proc::is_stopped(watch.pid);
                    self.kill(watch, Ending::Stopped(Breach::Wall));
                } else {
                    wall_line = watch.bounds.wall + delay;
                }
            } else if watch.disk.as_mut().is_some_and(Disk::is_over_by_now) {
                self.kill(watch, Ending::Stopped(Breach::Files));
            } else if self.parts.group.is_none() {
                watch.sampled_peak = watch.sampled_peak.max(self.sampled_memory());
                if watch.sampled_peak > watch.bounds.memory {
                    self.kill(watch, Ending::Stopped(Breach::Memory));
                }
            }
            watch.run_delay.look_now_and_then();
        }
    }

    /// The time until a line could be crossed, by a program that has used so much CPU time.
    fn next_look(&self, watch: &Watch<'_>, wall_line: Duration, used: Duration) -> Timespec {
        let wall_left = (wall_line + Duration::from_millis(1)).saturating_sub(watch.started.elapsed());
        let cpu_left = watch.bounds.cpu.saturating_sub(used) / self.cores;
        let mut wait = wall_left.min(cpu_left);
        if watch.killed.is_some() {
            wait = MEMORY_SAMPLE;
        } else if self.parts.group.is_none() {
            wait = wait.min(if watch.disk.is_some() { MEMORY_SAMPLE_OF_A_BUILD } else { MEMORY_SAMPLE });
        }
        if let Some(disk) = &watch.disk {
            wait = wait.min(disk.due_in());
        }
        let wait = wait.max(CLOSEST_LOOK);
        Timespec {
            tv_sec: i64::try_from(wait.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: i64::from(wait.subsec_nanos()),
        }
    }

    fn cpu(&self, watch: &Watch<'_>) -> Duration {
        self.parts.clock.since(&watch.cpu_before)
    }

    fn kill(&self, watch: &mut Watch<'_>, ending: Ending) {
        watch.breach = Some(ending);
        watch.killed = Some(Patience::new());
        self.kill_tree(Some(watch.pid));
    }

    /// Kills everything that descends from us.
    fn kill_tree(&self, program: Option<i32>) {
        match self.parts.killing {
            Killing::AtOnce => sys::kill(-1),
            Killing::OneByOne => sweep::kill_descendants(program),
        }
    }

    /// After the program has ended: its facts, then the end of everything it left behind.
    fn finish(
        &mut self,
        watch: &Watch<'_>,
        request: &Request,
        harness: BorrowedFd<'_>,
    ) -> Result<(Done, Option<OwnedFd>), Fault> {
        let wall = watch.started.elapsed();
        let in_group = |error: io::Error| Fault::new(Step::SetUpCgroup, &error);
        if let Some(group) = &mut self.parts.group {
            // Before anything else: what is full has no room for us either.
            group.make_room().map_err(in_group)?;
        }
        // A zombie still tells how long it waited for a core.
        let run_delay = proc::run_delay(watch.pid).max(watch.run_delay.so_far());
        let reaped = reap::reap(watch.pid, harness, &|| self.kill_tree(None))?;
        let program = reaped.program;
        let mut largest = Bytes(0);
        for process in std::iter::once(&program).chain(&reaped.others) {
            self.parts.clock.reaped(process);
            largest = largest.max(Bytes(process.max_resident));
        }
        let cpu = self.cpu(watch);
        let instructions = self.parts.instructions.as_ref().map(InstructionCounter::count);
        let instructions = instructions.zip(watch.instructions_before);
        let in_files = self.memory_in_files();
        let kept = request.kept.iter().map(|name| self.parts.workdir.beginning_of(name, Kept::MOST));
        let kept = kept.map(OsString::from_vec).collect();
        let is_untouched = self.parts.workdir.is_untouched();
        let written = if is_untouched { Vec::new() } else { self.parts.workdir.written() };
        let taken = request.taken.as_ref().map(|name| self.parts.workdir.take(name)).transpose();
        // A program that left the folder in a state that cannot be undone has spoiled this launcher, not its
        // own run.
        let is_spent = match request.shares {
            WorkingFolder::Own => !is_untouched && self.renew_soon().is_err(),
            WorkingFolder::First | WorkingFolder::Next => {
                self.is_left = true;
                false
            }
        };
        let counts = match &mut self.parts.group {
            Some(group) => group.end(largest, reaped.others.is_empty()).map_err(in_group)?,
            None => Counts {
                memory: watch.sampled_peak.max(Bytes(largest.0 + in_files.0)),
                oom_killed: false,
                refused_forks: 0,
            },
        };
        let done = Done {
            ending: watch.breach.unwrap_or_else(|| own_ending(program.status)),
            usage: Usage {
                cpu,
                user: program.user,
                system: program.system,
                page_faults: program.page_faults,
                switches: program.switches,
                wall,
                run_delay,
                instructions: instructions.map(|(now, before)| now.saturating_sub(before)),
                memory: counts.memory,
                was_stopped: watch.was_stopped,
            },
            leftovers: if watch.killed.is_some() { 0 } else { reaped.alive },
            oom_killed: counts.oom_killed,
            refused_forks: counts.refused_forks,
            written,
            is_spent,
            kept,
        };
        let taken = taken.map_err(|error| Fault::new(Step::TakeFile, &error))?;
        Ok((done, taken.flatten()))
    }

    /// Memory that the files of the run take, where they are in memory and no control group counts
    /// them.
    fn memory_in_files(&self) -> Bytes {
        /// `TMPFS_MAGIC` of `linux/magic.h`.
        const IN_MEMORY: i64 = 0x0102_1994;
        let facts = if self.parts.group.is_none() {
            rustix::fs::statfs(self.parts.workdir.path()).ok()
        } else {
            None
        };
        let facts = facts.filter(|facts| self.parts.has_namespaces && facts.f_type == IN_MEMORY);
        let used = facts
            .map_or(0, |facts| facts.f_blocks.saturating_sub(facts.f_bfree) * facts.f_bsize.cast_unsigned());
        Bytes(used)
    }

    /// The memory of the whole run now, where no control group counts it.
    fn sampled_memory(&self) -> Bytes {
        let all = proc::of_the_run();
        let shared = all.len() > 1;
        let held: u64 = all.into_iter().map(|pid| proc::resident(pid, shared).0).sum();
        Bytes(held + self.memory_in_files().0)
    }
}

/// Takes the order off the socket. Whatever it says, and also when the harness is gone, the run ends.
fn hear(harness: BorrowedFd<'_>) {
    socket::discard(harness);
}

fn own_ending(status: i32) -> Ending {
    if libc::WIFSIGNALED(status) {
        Ending::Signaled(libc::WTERMSIG(status))
    } else {
        Ending::Exited(libc::WEXITSTATUS(status))
    }
}

fn not_started(errno: i32) -> Done {
    Done {
        ending: Ending::NotStarted(errno),
        usage: Usage::default(),
        leftovers: 0,
        oom_killed: false,
        refused_forks: 0,
        written: Vec::new(),
        is_spent: false,
        kept: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::own_ending;
    use crate::Ending;

    #[test]
    fn a_status_is_an_exit_or_a_signal() {
        assert_eq!(own_ending(0), Ending::Exited(0));
        assert_eq!(own_ending(3 << 8), Ending::Exited(3));
        assert_eq!(own_ending(9), Ending::Signaled(9));
        assert_eq!(own_ending(0x8b), Ending::Signaled(11));
    }
}
