//! Waiting for what the judge and its programs do: that a program is under way, and that processes have ended.
//!
//! A program that is waited for opens a queue (a FIFO) in its folder for reading, and the test opens it for
//! writing: each waits for the other. The end of a process is waited for by a descriptor of it. Nothing is
//! looked at again and again, and no wait is without a bound: a test that would hang fails.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{CWD, FileType, Mode, OFlags, mknodat};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open};

use crate::session::{Output, Workspace, workspace};

/// The line of a script that tells that it has come so far. It goes on when the test has heard of it.
pub const TELLS: &str = ": < \"${0%/*}/.queues/told\"";

/// No wait is longer.
const BOUND: Duration = Duration::from_mins(1);

/// The problem `double` with two cases, and the solution `right`, which tells when it begins.
pub fn told_doubling() -> (Workspace, Queue) {
    let workspace = workspace()
        .case("double", "1-small", "2\n", "4\n")
        .case("double", "2-large", "1000000\n", "2000000\n")
        .script_in_folder("double", "right", &format!("{TELLS}; read n; echo $((n + n))"));
    let queue = Queue::make(&workspace, "solutions/double/right");
    (workspace, queue)
}

/// Where scripts of one folder tell how far they have come.
pub struct Queue {
    path: PathBuf,
}

impl Queue {
    /// Makes the queue in a folder of the workspace: that of a solution, or of a tool.
    pub fn make(workspace: &Workspace, folder: &str) -> Self {
        // A hidden folder is none of the things that are judged.
        let path = workspace.root().join(folder).join(".queues/told");
        std::fs::create_dir(path.parent().unwrap()).unwrap();
        mknodat(CWD, &path, FileType::Fifo, Mode::RUSR | Mode::WUSR | Mode::RGRP | Mode::ROTH, 0).unwrap();
        Self { path }
    }

    /// Waits until a script comes to the line [`TELLS`].
    #[track_caller]
    pub fn wait(&self) {
        let (path, (heard, hears)) = (self.path.clone(), mpsc::channel());
        thread::spawn(move || {
            open_for_writing(&path);
            heard.send(())
        });
        hears.recv_timeout(BOUND).expect("a script comes to the line at which it tells so");
    }

    /// Runs the judge to its end, and counts how often a script comes to that line.
    pub fn course(&self, workspace: &Workspace, words: &str) -> Course {
        let start = Instant::now();
        let child = workspace.start(words);
        let mut told = Vec::new();
        self.follow(Pid::from_child(&child), || told.push(Instant::now()));
        let end = Instant::now();
        let last = told.last().copied().unwrap_or(start);
        let n_told = u32::try_from(told.len()).unwrap();
        let step = (last - start) / n_told.max(1);
        Course { output: workspace.finish(child), n_told, step, tail: end - last }
    }

    /// Starts the judge and kills it at this moment, unless it ends before. How it ended.
    pub fn kill_at(&self, workspace: &Workspace, words: &str, moment: Moment) -> Output {
        let child = workspace.start(words);
        let process = Pid::from_child(&child);
        let strike = || {
            if !has_ended_within(process, moment.then) {
                kill_process(process, Signal::KILL).unwrap();
            }
        };
        let mut n_left = moment.n_told;
        if n_left == 0 {
            strike();
        }
        self.follow(process, || {
            n_left = n_left.saturating_sub(1);
            if n_left == 0 {
                strike();
            }
        });
        workspace.finish(child)
    }

    /// Lets scripts go on until a process ends, and calls this each time.
    fn follow(&self, process: Pid, mut on_told: impl FnMut()) {
        let is_over = AtomicBool::new(false);
        let (listens, is_heard) = mpsc::channel::<()>();
        let (over, path) = (&is_over, &self.path);
        let has_ended = thread::scope(|scope| {
            let watcher = scope.spawn(move || {
                let has_ended = has_ended_within(process, BOUND);
                over.store(true, Ordering::Release);
                // The listener waits for a script that does not come: this takes its place.
                let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
                let reader = rustix::fs::open(path, flags, Mode::empty()).unwrap();
                // It hears of the end when the listener has left.
                let _ = is_heard.recv();
                drop(reader);
                has_ended
            });
            loop {
                open_for_writing(path);
                if over.load(Ordering::Acquire) {
                    break;
                }
                on_told();
            }
            drop(listens);
            watcher.join().unwrap()
        });
        assert!(has_ended, "the judge ends within {BOUND:?}");
    }
}

/// What was seen of a run of the judge.
pub struct Course {
    pub output: Output,
    /// How often a script told how far it had come.
    pub n_told: u32,
    /// The time from one of these to the next.
    step: Duration,
    /// The time from the last to the end.
    tail: Duration,
}

/// When to kill: so long after a script has told for the n-th time how far it has come.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    n_told: u32,
    then: Duration,
}

impl Course {
    /// Anywhere in such a run.
    pub fn any_moment(&self, random: &mut ChaCha8Rng) -> Moment {
        let n_told = random.random_range(0..=self.n_told);
        let length = if n_told == self.n_told { self.tail } else { self.step };
        Moment { n_told, then: length.mul_f64(random.random_range(0.0..=1.0)) }
    }

    /// After the last script.
    pub fn late_moment(&self, random: &mut ChaCha8Rng) -> Moment {
        Moment { n_told: self.n_told, then: self.tail.mul_f64(random.random_range(0.0..=1.0)) }
    }
}

impl Moment {
    /// Before anything has happened.
    pub const START: Self = Self { n_told: 0, then: Duration::ZERO };
}

/// Sends this signal again and again, until the process ends.
#[track_caller]
pub fn signal_until_it_ends(child: &Child, signal: Signal) {
    const PAUSE: Duration = Duration::from_millis(50);
    let process = Pid::from_child(child);
    let most = BOUND.as_millis() / PAUSE.as_millis();
    let ends = (0..most).any(|_| {
        kill_process(process, signal).unwrap();
        has_ended_within(process, PAUSE)
    });
    assert!(ends, "{signal:?} did not end it");
}

/// Those of the processes that are found which do not end. A killed process may still be there for a moment.
pub fn lasting(find: impl Fn() -> Vec<PathBuf>) -> Vec<PathBuf> {
    // What one has started before it ended is found the next time.
    const GENERATIONS: usize = 5;
    for _ in 0..GENERATIONS {
        let found = find();
        if found.is_empty() || !found.iter().all(|folder| ends(folder)) {
            return found;
        }
    }
    find()
}

/// Waits for the end of the process that this folder of `/proc` tells of.
fn ends(folder: &Path) -> bool {
    let number = folder.file_name().and_then(|name| name.to_str()).and_then(|name| name.parse().ok());
    let Some(process) = number.and_then(Pid::from_raw) else { return true };
    has_ended_within(process, BOUND)
}

/// Waits so long at most for the end of a process; whether it has ended.
pub fn has_ended_within(process: Pid, time: Duration) -> bool {
    // Where there is none any more, it has ended.
    let Ok(process) = pidfd_open(process, PidfdFlags::empty()) else { return true };
    let mut processes = [PollFd::new(&process, PollFlags::IN)];
    let time = Timespec::try_from(time).unwrap();
    rustix::io::retry_on_intr(|| poll(&mut processes, Some(&time))).unwrap() > 0
}

/// Opens a queue for writing as soon as something reads it.
fn open_for_writing(path: &Path) {
    drop(OpenOptions::new().write(true).open(path).unwrap());
}
