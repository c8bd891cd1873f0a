//! What `/proc` says about processes.
//!
//! A process may vanish between two reads; every function takes that as "nothing to say".

use std::fs;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use crate::Bytes;

/// Every process that descends from `root`, not `root` itself. A child forked between our reads may
/// be missed; a caller that must have all of them stops them first and looks again.
pub fn descendants(root: i32) -> Vec<i32> {
    let mut found = Vec::new();
    let mut unread = vec![root];
    while let Some(pid) = unread.pop() {
        let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else { continue };
        for thread in threads.flatten() {
            let Ok(children) = fs::read_to_string(thread.path().join("children")) else { continue };
            for child in children.split_ascii_whitespace().filter_map(|number| number.parse().ok()) {
                found.push(child);
                unread.push(child);
            }
        }
    }
    found
}

/// Every process that this one has started, and that those have: a child whose parent has ended is ours then.
pub fn of_the_run() -> Vec<i32> {
    descendants(rustix::process::getpid().as_raw_pid())
}

/// Memory that a process holds now; of memory shared with others it is charged its share when
/// `shared` is set, which costs a walk over its page tables.
pub fn resident(pid: i32, shared: bool) -> Bytes {
    let proportional = || {
        let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
        Some(Bytes(proportional_kilobytes(&rollup)? * 1024))
    };
    // A process can keep others from its page tables; then all that it holds is its own.
    shared.then(proportional).flatten().unwrap_or_else(|| whole(pid))
}

/// All that a process holds. Where its first thread has ended, only the others tell.
fn whole(pid: i32) -> Bytes {
    let told_by = |folder: &Path| {
        let statm = fs::read_to_string(folder.join("statm")).ok()?;
        let pages = statm.split_ascii_whitespace().nth(1)?.parse::<u64>().ok()?;
        (pages > 0).then(|| Bytes(pages * rustix::param::page_size() as u64))
    };
    let process = format!("/proc/{pid}");
    let threads = || fs::read_dir(format!("{process}/task")).into_iter().flatten().flatten();
    let by_others = || threads().find_map(|thread| told_by(&thread.path()));
    told_by(Path::new(&process)).or_else(by_others).unwrap_or(Bytes(0))
}

/// The line `Pss` of a `smaps_rollup`.
pub fn proportional_kilobytes(rollup: &str) -> Option<u64> {
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}

/// How long a process, alive or not yet reaped, was ready to run but had no core.
pub fn run_delay(pid: i32) -> Duration {
    delay_in(Path::new(&format!("/proc/{pid}/schedstat")))
}

/// The second field of a `schedstat`, see `sched-stats` in the kernel's documentation. It is asked for after every run,
/// so it is read with as few calls as can be: the three numbers are one read.
fn delay_in(path: &Path) -> Duration {
    let mut text = [0; 128];
    let length = fs::File::open(path).and_then(|mut file| file.read(&mut text)).unwrap_or(0);
    delay_told_by(str::from_utf8(&text[..length]).unwrap_or_default())
}

/// The same from the text of the file.
pub fn delay_told_by(schedstat: &str) -> Duration {
    let nanoseconds = schedstat.split_ascii_whitespace().nth(1).and_then(|field| field.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// How long each thread of the run waited for a core so far. A program whose main thread sleeps while others work is
/// slowed by what slows them. A thread that has put itself behind all others waits because it wants to, and is left out.
pub fn run_delays() -> impl Iterator<Item = (i32, Duration)> {
    let own = precedence_in(Path::new("/proc/self/stat"));
    let is_behind = move |folder: &Path| match (precedence_in(&folder.join("stat")), own) {
        (Some(precedence), Some(own)) => precedence.is_behind(own),
        _ => false,
    };
    let threads = |pid| fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    of_the_run().into_iter().flat_map(threads).filter_map(move |thread| {
        let (path, number) = (thread.path(), thread.file_name().to_str()?.parse().ok()?);
        let delay = delay_in(&path.join("schedstat"));
        (!delay.is_zero() && !is_behind(&path)).then_some((number, delay))
    })
}

/// CPU time of all that a living process has waited for.
pub fn time_of_waited(pid: i32) -> Duration {
    let ticks = ticks_told_by(&fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default());
    Duration::from_secs(ticks) / u32::try_from(rustix::param::clock_ticks_per_second()).unwrap_or(100).max(1)
}

/// User and system time of waited-for children, in ticks, from the text of a `stat`.
pub fn ticks_told_by(stat: &str) -> u64 {
    let fields = fields_from_third(stat);
    let ticks = [16, 17].map(|number| fields.get(number - 3).and_then(|field| field.parse::<u32>().ok()));
    ticks.into_iter().flatten().map(u64::from).sum()
}

/// By what a thread is chosen among those that are ready to run. Without a privilege it can only get less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Precedence {
    nice: i64,
    is_idle: bool,
}

impl Precedence {
    fn is_behind(self, other: Self) -> bool {
        self.nice > other.nice || (self.is_idle && !other.is_idle)
    }
}

fn precedence_in(stat: &Path) -> Option<Precedence> {
    precedence_told_by(&fs::read_to_string(stat).ok()?)
}

/// The same from the text of the file.
fn precedence_told_by(stat: &str) -> Option<Precedence> {
    /// `SCHED_IDLE`.
    const IDLE: &str = "5";
    let fields = fields_from_third(stat);
    let field = |number: usize| fields.get(number - 3);
    Some(Precedence { nice: field(19)?.parse().ok()?, is_idle: *field(41)? == IDLE })
}

/// The fields of a `stat` from the third on, see `proc_pid_stat(5)`. The second is the name, in parentheses, which may
/// hold anything.
fn fields_from_third(stat: &str) -> Vec<&str> {
    stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_ascii_whitespace().collect()
}

/// Whether a process is stopped by a signal.
pub fn is_stopped(pid: i32) -> bool {
    is_told_stopped_by(&fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default())
}

/// The same from the text of the file.
pub fn is_told_stopped_by(stat: &str) -> bool {
    fields_from_third(stat).first().is_some_and(|state| matches!(*state, "T" | "t"))
}

#[cfg(test)]
mod tests {
    use super::{Precedence, precedence_in, precedence_told_by, proportional_kilobytes, ticks_told_by};
    use std::path::Path;

    #[test]
    fn the_time_of_children_is_read_whatever_the_name_of_the_process() {
        let stat = "7 (a) b) S 1 7 7 0 -1 4194560 1 2 3 4 50 60 700 8 20 0 1 0 30";
        assert_eq!(ticks_told_by(stat), 708);
        assert_eq!((ticks_told_by(""), ticks_told_by("7 (a) S 1"), ticks_told_by("nothing")), (0, 0, 0));
    }

    #[test]
    fn what_has_put_itself_behind_is_told_from_the_rest() {
        let stat = |nice: i32, policy: u32| {
            format!(
                "7 (a) 5 b) S 1 7 7 0 -1 4194304 1 0 0 0 0 0 0 0 20 {nice} 1 0 9 0 0 18446744073709551615 0 0 0 0 0 0 0 0 0 \
                 0 0 0 17 1 0 {policy} 0 0 0 0 0 0 0 0 0 0 0"
            )
        };
        let told = |nice, policy| precedence_told_by(&stat(nice, policy)).unwrap();
        assert_eq!(told(3, 0), Precedence { nice: 3, is_idle: false });
        for (nice, policy, is_behind) in
            [(0, 0, false), (0, 3, false), (-5, 0, false), (1, 0, true), (0, 5, true)]
        {
            assert_eq!(told(nice, policy).is_behind(told(0, 0)), is_behind, "{nice} {policy}");
        }
        assert!(!told(19, 5).is_behind(told(19, 5)));
        assert_eq!(precedence_told_by("7 (a) S 1"), None);
        assert!(precedence_in(Path::new("/proc/self/stat")).is_some_and(|own| !own.is_idle));
    }

    #[test]
    fn the_proportional_share_is_read_from_a_rollup() {
        let rollup =
            "55a0-7ffd ---p 00000000 00:00 0  [rollup]\nRss:  1604 kB\nPss:   230 kB\nPss_Dirty: 100 kB\n";
        assert_eq!(proportional_kilobytes(rollup), Some(230));
        assert_eq!(proportional_kilobytes(""), None);
    }
}
