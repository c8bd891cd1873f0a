//! What the processes of a run are doing, as `/proc` tells.
//!
//! A process that is woken is runnable at once, before the one that woke it goes to sleep. So if no task
//! of a run is runnable, none will be until something from outside comes, or until a time has passed. But
//! tasks are looked at one after the other. Therefore it is done twice, and nothing may have run in between:
//! the kernel counts how often each task got a core.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::Activity;
use crate::linux::proc;

/// `PF_EXITING` of `linux/sched.h`: the task is on its way out.
const EXITING: u64 = 4;

/// What is known of one task.
#[derive(Debug, PartialEq, Eq)]
struct Task {
    id: String,
    doing: Doing,
    /// How often it got a core, among others.
    counts: String,
}

/// What a task is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doing {
    Working,
    Sleeping,
    Stopped,
    Waiting,
    Ending,
}

/// What all that the launcher below this keeper has started is doing.
pub fn activity(keeper: i32) -> Activity {
    let children = fs::read_to_string(format!("/proc/{keeper}/task/{keeper}/children"));
    if children.is_err() {
        return Activity::Unknown;
    }
    let first = all_tasks(keeper);
    match summary(&first) {
        // What is asleep must still be so, and have slept all the while.
        Activity::Waiting | Activity::Sleeping if all_tasks(keeper) != first => Activity::Working,
        activity => activity,
    }
}

/// The longest that a task of what the launcher has started waited for a core.
pub fn run_delay(keeper: i32) -> Duration {
    all_tasks(keeper).iter().map(|task| proc::delay_told_by(&task.counts)).max().unwrap_or_default()
}

/// The tasks of all that descends from the launcher, which is the keeper's only child.
fn all_tasks(keeper: i32) -> Vec<Task> {
    let children = fs::read_to_string(format!("/proc/{keeper}/task/{keeper}/children")).unwrap_or_default();
    let launchers = children.split_ascii_whitespace().filter_map(|number| number.parse().ok());
    launchers.flat_map(proc::descendants).flat_map(tasks).collect()
}

fn summary(tasks: &[Task]) -> Activity {
    let any = |doing| tasks.iter().any(|task| task.doing == doing);
    if any(Doing::Working) {
        Activity::Working
    } else if any(Doing::Sleeping) {
        Activity::Sleeping
    } else if any(Doing::Waiting) {
        Activity::Waiting
    } else if any(Doing::Stopped) {
        Activity::Stopped
    } else {
        Activity::Gone
    }
}

fn tasks(pid: i32) -> Vec<Task> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    threads.filter_map(|thread| task(&thread.path())).collect()
}

fn task(folder: &Path) -> Option<Task> {
    let stat = fs::read_to_string(folder.join("stat")).ok()?;
    let doing = match state_told_by(&stat)? {
        Doing::Waiting => {
            let call = fs::read_to_string(folder.join("syscall")).unwrap_or_default();
            // What is on a disk, or behind a file system in user space, comes by itself.
            let is_on_disk = |descriptor: u64| {
                fs::metadata(folder.join(format!("fd/{descriptor}"))).is_ok_and(|meta| meta.is_file())
            };
            match wait_told_by(&call) {
                Wait::Timer => Doing::Sleeping,
                Wait::File => Doing::Working,
                Wait::Read(descriptor) if is_on_disk(descriptor) => Doing::Working,
                Wait::Read(_) | Wait::Other => Doing::Waiting,
            }
        }
        doing => doing,
    };
    let counts = fs::read_to_string(folder.join("schedstat")).unwrap_or_default();
    Some(Task { id: folder.display().to_string(), doing, counts })
}

/// The state of a task from the text of its `stat`, in which a program has a name of its own choice. All
/// sleep is waiting.
fn state_told_by(stat: &str) -> Option<Doing> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_ascii_whitespace();
    let state = fields.next()?;
    let flags: u64 = fields.nth(5).and_then(|flags| flags.parse().ok()).unwrap_or(0);
    Some(match state {
        "Z" | "X" => Doing::Ending,
        _ if flags & EXITING != 0 => Doing::Ending,
        "S" => Doing::Waiting,
        "T" | "t" => Doing::Stopped,
        _ => Doing::Working,
    })
}

/// What a sleeping task waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wait {
    /// A time, and nothing else.
    Timer,
    /// Something of a file by its name, or a page of memory.
    File,
    /// Something to be read from this descriptor.
    Read(u64),
    /// Anything else.
    Other,
}

/// What a system call waits for, as the file `syscall` of a task tells it. Where that file may not be read,
/// nothing is known of the call.
fn wait_told_by(call: &str) -> Wait {
    let mut words = call.split_ascii_whitespace();
    let Some(Ok(number)) = words.next().map(str::parse::<i64>) else { return Wait::Other };
    let arguments: Vec<u64> = words
        .map_while(|word| u64::from_str_radix(word.strip_prefix("0x").unwrap_or(word), 16).ok())
        .collect();
    let timer = |index: usize| if arguments.get(index) == Some(&0) { Wait::Timer } else { Wait::Other };
    match number {
        libc::SYS_nanosleep | libc::SYS_clock_nanosleep => Wait::Timer,
        // Without descriptors they are clocks.
        libc::SYS_pselect6 => timer(0),
        libc::SYS_ppoll => timer(1),
        #[cfg(target_arch = "x86_64")]
        libc::SYS_select => timer(0),
        #[cfg(target_arch = "x86_64")]
        libc::SYS_poll => timer(1),
        libc::SYS_read | libc::SYS_readv => arguments.first().map_or(Wait::Other, |fd| Wait::Read(*fd)),
        #[cfg(target_arch = "x86_64")]
        libc::SYS_open | libc::SYS_stat | libc::SYS_lstat | libc::SYS_access | libc::SYS_readlink => {
            Wait::File
        }
        // In no system call: a page that comes from a file.
        -1 | libc::SYS_openat | libc::SYS_execve | libc::SYS_execveat => Wait::File,
        libc::SYS_newfstatat | libc::SYS_statx | libc::SYS_faccessat | libc::SYS_readlinkat => Wait::File,
        libc::SYS_getdents64 | libc::SYS_mmap | libc::SYS_pread64 => Wait::File,
        _ => Wait::Other,
    }
}

/// Reads a text as both kinds; see [`fuzz`](crate::fuzz).
pub fn read_text(text: &str) {
    let _ = (state_told_by(text), wait_told_by(text));
}

#[cfg(test)]
mod tests {
    use super::{Doing, Task, Wait, state_told_by, summary, wait_told_by};
    use crate::Activity;

    #[test]
    fn the_state_stands_behind_the_name() {
        for (stat, doing) in [
            ("7 (a) S 1 7 7 0 -1 4194304 89", Doing::Waiting),
            ("7 (a) R 2) R 1 7 7 0 -1 4194304 89", Doing::Working),
            ("7 (a) D 1 7 7 0 -1 4194304 89", Doing::Working),
            ("7 (a) T 1 7 7 0 -1 4194304 89", Doing::Stopped),
            ("7 (a) Z 1 7 7 0 -1 4194308 89", Doing::Ending),
            ("7 (a) R 1 7 7 0 -1 4194308 89", Doing::Ending),
        ] {
            assert_eq!(state_told_by(stat), Some(doing), "{stat}");
        }
        assert_eq!(state_told_by("7 (a"), None);
    }

    #[test]
    fn the_call_says_what_a_task_waits_for() {
        let select = format!("{} 0x0 0x0 0x0 0x0 0x7ffc 0x0 0x1 0x2", libc::SYS_pselect6);
        let input = format!("{} 0x1 0x7ffc 0x0 0x0 0x0 0x0 0x1 0x2", libc::SYS_pselect6);
        let sleep = format!("{} 0x0 0x0 0x7ffc 0x0 0x0 0x0 0x1 0x2", libc::SYS_clock_nanosleep);
        let read = format!("{} 0xb 0x7ffc 0x400 0x0 0x0 0x0 0x1 0x2", libc::SYS_read);
        let open = format!("{} 0xffffff9c 0x7ffc 0x400 0x0 0x0 0x0 0x1 0x2", libc::SYS_openat);
        for (call, expect) in [
            (&*select, Wait::Timer),
            (&input, Wait::Other),
            (&sleep, Wait::Timer),
            (&read, Wait::Read(11)),
            (&open, Wait::File),
            ("-1 0x7ffc 0x7f29", Wait::File),
            ("running", Wait::Other),
            ("", Wait::Other),
        ] {
            assert_eq!(wait_told_by(call), expect, "{call}");
        }
    }

    #[test]
    fn one_task_that_works_is_work_and_what_ends_does_not_count() {
        let task = |doing| Task { id: String::new(), doing, counts: String::new() };
        for (doing, expect) in [
            (&[][..], Activity::Gone),
            (&[Doing::Ending], Activity::Gone),
            (&[Doing::Ending, Doing::Waiting], Activity::Waiting),
            (&[Doing::Waiting, Doing::Sleeping], Activity::Sleeping),
            (&[Doing::Waiting, Doing::Working], Activity::Working),
            (&[Doing::Stopped, Doing::Ending], Activity::Stopped),
        ] {
            let tasks: Vec<Task> = doing.iter().map(|doing| task(*doing)).collect();
            assert_eq!(summary(&tasks), expect, "{doing:?}");
        }
    }
}
