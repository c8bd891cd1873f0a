//! Small programs that behave in one particular way each, most of them badly.
//!
//! The executable that uses this crate is all of them: started again with a hidden argument it
//! becomes one. So a judge can show on the very machine, without any compiler, that it judges them
//! right, and the tests of the sandbox use the same.

#![expect(clippy::disallowed_methods, reason = "a specimen does what a program should not")]

mod attributes;
mod hidden;
mod hostile;
mod intruder;

use std::hint::black_box;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{Program, Stdin};

/// The first argument that turns this executable into a specimen.
const HOOK: &str = "__specimen";

/// The program that is the specimen of this name. `argument` is a number or a path, where it needs
/// one. See [`specimen_hook`].
///
/// # Panics
/// The path of this executable cannot be found out.
#[must_use]
pub fn specimen(name: &str, argument: &str) -> Program {
    let executable = std::env::current_exe().expect("the path of a running executable is known");
    Program {
        args: [HOOK, name, argument].map(Into::into).into(),
        files: vec![executable.clone()],
        executable,
        state: None,
        stdin: Stdin::Empty,
        environment: Vec::new(),
        pad: 0,
        folder: None,
        kept: None,
        answers_apart: false,
    }
}

/// Turns this process into a specimen if it was started as one, and never returns then. To be called
/// early in `main` by everything that uses [`specimen`].
pub fn specimen_hook() {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().is_some_and(|argument| argument == HOOK) {
        let name = arguments.next().unwrap_or_default();
        std::process::exit(become_specimen(&name, &arguments.next().unwrap_or_default()));
    }
}

#[expect(clippy::zombie_processes, reason = "some of them leave processes behind on purpose")]
/// Becomes the specimen of this name; its return value is the exit status.
fn become_specimen(name: &str, argument: &str) -> i32 {
    let number = || argument.parse::<u64>().unwrap_or(0);
    match name {
        "answer" => println!("42"),
        "echo" => _ = std::io::copy(&mut std::io::stdin(), &mut std::io::stdout()),
        "exit" => return i32::try_from(number()).unwrap_or(99),
        "spin" => {
            spin(Duration::from_millis(number()));
            println!("{}", clock(rustix::time::ClockId::ProcessCPUTime).as_nanos());
        }
        "spin-forever" => spin(Duration::MAX),
        "sleep-forever" => std::thread::sleep(Duration::from_secs(1000)),
        "stop-itself" => signal_itself(rustix::process::Signal::STOP),
        "abort" => std::process::abort(),
        "kill-itself" => signal_itself(rustix::process::Signal::KILL),
        "overflow" => _ = overflow(number()),
        "touch" => touch_mebibytes(number()),
        "flood" => flood(std::io::stdout()),
        "flood-errors" => errors(number()),
        "environment" => std::env::vars().for_each(|(name, value)| println!("{name}={value}")),
        "descriptors" => descriptors(),
        "litter" => litter(number()),
        "two-threads" => {
            let half = Duration::from_millis(number() / 2);
            let other = std::thread::spawn(move || spin(half));
            spin(half);
            other.join().expect("the thread spins and ends");
        }
        "child-spins" => _ = myself("spin", argument).status(),
        "unwaited-child-spins" => {
            let child = myself("spin", argument).spawn().expect("a second process");
            while std::fs::read_to_string(format!("/proc/{}/stat", child.id()))
                .is_ok_and(|stat| !stat.contains(") Z "))
            {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        "leave-a-daemon" => {
            let mut daemon = myself("daemon", argument);
            daemon.stdin(Stdio::null()).stdout(Stdio::piped());
            let mut daemon = daemon.spawn().expect("a second process");
            let mut ready = [0];
            let said = daemon.stdout.as_mut().map(|pipe| pipe.read(&mut ready));
            assert!(matches!(said, Some(Ok(1))), "the daemon says when it is one");
            println!("42");
        }
        "daemon" => {
            rustix::process::setsid().expect("no leader of a group yet");
            spin(Duration::from_millis(number()));
            println!("ready");
            std::thread::sleep(Duration::from_secs(1000));
        }
        "processes" => return many_processes(number()),
        "two-touch" => {
            // Each holds its memory until both have it.
            let holder = || {
                let mut holder = myself("touch-and-wait", argument);
                holder.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a process")
            };
            let mut children = [holder(), holder()];
            for child in &mut children {
                let said = child.stdout.as_mut().map(|pipe| pipe.read(&mut [0]));
                assert!(matches!(said, Some(Ok(1))), "it says when it has touched all");
            }
            // Where memory is sampled, it must be held for many samples.
            std::thread::sleep(Duration::from_millis(200));
            for child in &mut children {
                child.wait().expect("our own child");
            }
        }
        "touch-and-wait" => {
            let touched = touched_mebibytes(usize::try_from(number()).expect("fits"));
            println!("ready");
            let _ = std::io::stdin().read(&mut [0]);
            black_box(touched);
        }
        other => return hostile::become_specimen(other, argument),
    }
    0
}

fn myself(name: &str, argument: &str) -> Command {
    let mut command = Command::new("/proc/self/exe");
    command.args([HOOK, name, argument]);
    command
}

/// Uses this much CPU time of the calling thread.
fn spin(time: Duration) {
    while clock(rustix::time::ClockId::ThreadCPUTime) < time {
        black_box((0..1000).sum::<u64>());
    }
}

fn clock(clock: rustix::time::ClockId) -> Duration {
    let now = rustix::time::clock_gettime(clock);
    Duration::new(now.tv_sec.cast_unsigned(), u32::try_from(now.tv_nsec).expect("below a second"))
}

fn signal_itself(signal: rustix::process::Signal) {
    rustix::process::kill_process(rustix::process::getpid(), signal).expect("our own process");
}

#[expect(unconditional_recursion, reason = "it is meant to run out of stack")]
fn overflow(depth: u64) -> u64 {
    black_box([depth; 64]);
    overflow(depth + 1) + 1
}

fn touch_mebibytes(count: u64) {
    let memory = touched_mebibytes(usize::try_from(count).expect("fits"));
    black_box(&memory);
    std::thread::sleep(Duration::from_millis(60));
}

fn touched_mebibytes(count: usize) -> Vec<u8> {
    let mut memory = vec![0u8; count << 20];
    memory.iter_mut().step_by(4096).for_each(|byte| *byte = 1);
    memory
}

fn flood(mut out: impl Write) {
    let chunk = vec![b'y'; 65536];
    while out.write_all(&chunk).is_ok() {}
}

fn errors(mebibytes: u64) {
    let chunk = vec![b'e'; 1 << 20];
    for _ in 0..mebibytes {
        std::io::stderr().write_all(&chunk).expect("standard error is read");
    }
    println!("42");
}

fn descriptors() {
    let open = std::fs::read_dir("/proc/self/fd").expect("proc").count();
    // The folder that is being read is one of them.
    println!("{}", open - 1);
}

fn litter(depth: u64) {
    std::fs::write("file", "left").expect("a writable folder");
    for _ in 0..depth {
        std::fs::create_dir("d").expect("a writable folder");
        std::env::set_current_dir("d").expect("just made");
    }
    std::fs::create_dir("locked").expect("a writable folder");
    std::fs::write("locked/file", "left").expect("a writable folder");
    let no_rights = std::os::unix::fs::PermissionsExt::from_mode(0o000);
    // Refused where a program may change no modes at all.
    let _ = std::fs::set_permissions("locked", no_rights);
}

fn many_processes(count: u64) -> i32 {
    let started = Instant::now();
    let mut children = Vec::new();
    let mut refused = 0;
    for _ in 0..count {
        match Command::new("/bin/sleep").arg("1000").spawn() {
            Ok(child) => children.push(child),
            Err(_) => refused += 1,
        }
    }
    println!("{refused}");
    let _ = std::io::stdin().read(&mut [0]);
    i32::from(started.elapsed() > Duration::from_secs(100))
}
