//! The CPU time of all that a launcher has ever started.
//!
//! Two readings and a subtraction give the time of a run: nothing is set up per run. Where the
//! kernel or the control group counts, the launcher's own time is in the count and is taken off,
//! by the same kind of clock: clocks of two kinds drift apart by microseconds at each switch of
//! tasks. Of what was reaped the kernel also tells the exact time, so the larger figure counts.
//!
//! The kernel's counter loses a process that starts a program which it may execute and not read, and all that this
//! process starts. So where a control group counts, too, it counts when it tells clearly more; where there is none,
//! programs may not start files that they have written.

use std::fs::File;
use std::io::Read;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use crate::CpuMeter;
use crate::linux::reap::Reaped;
use crate::linux::{cgroup, cgroup::Group, proc, sys};

/// A clock over everything that this process starts.
pub struct TreeClock {
    source: Source,
    /// CPU time of everything that was reaped.
    reaped: Duration,
}

enum Source {
    Perf { tree: File, own: File, group: Option<GroupClock> },
    Cgroup(GroupClock),
    Wait,
}

/// The file in which a control group counts, and the key of the value in it.
type GroupClock = (File, Option<&'static str>);

/// By how much the clock of the group may be ahead of the counter without having counted more: a part of the time, and
/// this.
const DRIFT: Duration = Duration::from_millis(10);
const PART_OF_DRIFT: u32 = 20;

impl TreeClock {
    /// The best clock there is for the calling process and its future children.
    pub fn open(group: Option<&Group>) -> Self {
        let perf = pair_of(Event::TaskClock);
        let source = match (perf, group.and_then(Group::clock)) {
            (Ok([tree, own]), group) => Source::Perf { tree, own, group },
            (Err(_), Some(group)) => Source::Cgroup(group),
            (Err(_), None) => Source::Wait,
        };
        Self { source, reaped: Duration::ZERO }
    }

    /// Which clock it is.
    pub fn meter(&self) -> CpuMeter {
        match self.source {
            Source::Perf { .. } => CpuMeter::PerfTaskClock,
            Source::Cgroup(..) => CpuMeter::Cgroup,
            Source::Wait => CpuMeter::Wait,
        }
    }

    /// Whether it loses processes that start a program which cannot be read.
    pub fn loses_unreadable(&self) -> bool {
        matches!(self.source, Source::Perf { group: None, .. })
    }

    /// Takes note of a process that was reaped.
    pub fn reaped(&mut self, process: &Reaped) {
        self.reaped += process.cpu;
    }

    /// A moment to measure from.
    pub fn now(&self) -> Moment {
        Moment { counted: self.counted(), in_group: self.counted_in_group(), reaped: self.reaped }
    }

    /// CPU time of the tree since a moment.
    pub fn since(&self, moment: &Moment) -> Duration {
        let reaped = self.reaped.saturating_sub(moment.reaped);
        let counted = self.counted().saturating_sub(moment.counted);
        let in_group = self.counted_in_group().saturating_sub(moment.in_group);
        the_right_one(counted, in_group).max(reaped)
    }

    /// By the second clock; nothing where there is only one.
    fn counted_in_group(&self) -> Duration {
        match &self.source {
            Source::Perf { group: Some(group), .. } => time_in(group),
            Source::Perf { group: None, .. } | Source::Cgroup(..) | Source::Wait => Duration::ZERO,
        }
    }

    fn counted(&self) -> Duration {
        match &self.source {
            Source::Perf { tree, own, .. } => read_nanoseconds(tree).saturating_sub(read_nanoseconds(own)),
            Source::Cgroup(group) => time_in(group),
            Source::Wait => {
                let time = |pid| Some(sys::process_clock(pid)? + proc::time_of_waited(pid));
                self.reaped + proc::of_the_run().into_iter().filter_map(time).sum::<Duration>()
            }
        }
    }
}

/// A reading of the clock.
#[derive(Clone, Copy)]
pub struct Moment {
    counted: Duration,
    in_group: Duration,
    reaped: Duration,
}

/// The time of a run by the kernel's counter, or by the clock of the group where that has counted what the counter lost.
fn the_right_one(counted: Duration, in_group: Duration) -> Duration {
    if in_group > counted + counted / PART_OF_DRIFT + DRIFT { in_group } else { counted }
}

/// The time of a group without our own.
fn time_in((file, key): &GroupClock) -> Duration {
    let number = cgroup::read_number(file, *key).unwrap_or(0);
    let time = if key.is_some() { Duration::from_micros(number) } else { Duration::from_nanos(number) };
    time.saturating_sub(own_time())
}

/// The instructions of all that a launcher has ever started, where the processor counts them.
pub struct InstructionCounter([File; 2]);

impl InstructionCounter {
    /// The counter, where there is one.
    pub fn open() -> Option<Self> {
        pair_of(Event::Instructions).ok().map(Self)
    }

    /// Instructions of the tree up to now.
    pub fn count(&self) -> u64 {
        let [tree, own] = &self.0;
        read_count(tree).saturating_sub(read_count(own))
    }
}

/// Whether the processor counts instructions for us.
#[must_use]
pub fn counts_instructions() -> bool {
    InstructionCounter::open().is_some()
}

/// What the kernel can count of a process.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// Nanoseconds of CPU time.
    TaskClock,
    /// Instructions in user mode, counted by the processor.
    Instructions,
}

/// Whose events are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// The calling thread's.
    Own,
    /// The calling thread's and that of every process that it will ever start, dead or alive.
    Tree,
}

/// A counter over this process with all its future children, and one over itself alone.
fn pair_of(event: Event) -> std::io::Result<[File; 2]> {
    Ok([sys::counter(event, Whose::Tree)?, sys::counter(event, Whose::Own)?])
}

fn read_nanoseconds(file: &File) -> Duration {
    Duration::from_nanos(read_count(file))
}

fn read_count(mut file: &File) -> u64 {
    let mut count = [0; 8];
    // The event never ends, so a short read cannot happen; it would read as nothing used.
    let _ = file.read_exact(&mut count);
    u64::from_ne_bytes(count)
}

fn own_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::the_right_one;
    use std::time::Duration;

    #[test]
    fn the_clock_of_the_group_counts_where_it_is_clearly_ahead() {
        let time = Duration::from_millis;
        for (counted, in_group, right) in
            [(200, 0, 200), (200, 201, 200), (200, 219, 200), (200, 221, 221), (0, 9, 0), (0, 3000, 3000)]
        {
            assert_eq!(the_right_one(time(counted), time(in_group)), time(right));
        }
    }
}
