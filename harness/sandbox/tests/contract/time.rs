//! CPU time and wall time.

use std::time::Duration;

use harness_sandbox::{Bounds, Breach, Ending, Files, KillMethod, MemoryMeter, Sandbox, SystemCalls};
use libtest_mimic::Failed;

use crate::bench::{Bench, Run, bounds, is, is_once, near};

pub fn cpu_time_is_exact(bench: &Bench) -> Result<(), Failed> {
    // The program's own clock, read just before it ends.
    let own = |run: &Run| {
        let nanoseconds = String::from_utf8_lossy(&run.output).trim().parse();
        nanoseconds.map_or(Duration::MAX, Duration::from_nanos)
    };
    is_once(
        || bench.run("spin", "200"),
        |run| run.facts.usage.cpu >= own(run).saturating_sub(Duration::from_micros(500)),
        |run| run.facts.usage.cpu < own(run) + Duration::from_millis(10),
    )
}

pub fn cpu_time_counts_the_tree(bench: &Bench) -> Result<(), Failed> {
    for name in ["two-threads", "child-spins", "unwaited-child-spins"] {
        let run = bench.run(name, "200");
        // Half of it is missing where a process is not counted, and twice as much is there where one counts twice; beside
        // others caches cost some more.
        is(near(run.facts.usage.cpu, 280, 100) && run.facts.ending == Ending::Exited(0), &run)?;
    }
    Ok(())
}

pub fn loop_is_ended(bench: &Bench) -> Result<(), Failed> {
    is_ended_at_the_line(bench, "spin-forever", 110)
}

pub fn sleeper_is_ended(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run_within("sleep-forever", "", &Bounds { wall: Duration::from_millis(150), ..bounds() });
    let idle = run.facts.usage.cpu < Duration::from_millis(60) && !run.facts.usage.was_stopped;
    is(run.facts.ending == Ending::Stopped(Breach::Wall) && idle, &run)
}

pub fn stopped_is_named(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run_within("stop-itself", "", &Bounds { wall: Duration::from_millis(150), ..bounds() });
    is(run.facts.ending == Ending::Stopped(Breach::Wall) && run.facts.usage.was_stopped, &run)
}

pub fn no_signal_is_a_way_past_the_cpu_line(bench: &Bench) -> Result<(), Failed> {
    is_ended_at_the_line(bench, "ignore-signals-and-spin", 110)
}

pub fn a_child_does_not_hide_cpu_time(bench: &Bench) -> Result<(), Failed> {
    for name in ["wait-for-a-spinning-daemon", "two-spinners-and-a-sleeper", "spin-without-main-thread"] {
        is_ended_at_the_line(bench, name, 125)?;
    }
    Ok(())
}

pub fn a_program_that_cannot_be_read_does_not_hide_cpu_time(bench: &Bench) -> Result<(), Failed> {
    let guarantees = bench.sandbox.guarantees();
    let has_landlock = matches!(guarantees.files, Files::Sealed | Files::Landlock);
    if guarantees.memory == MemoryMeter::Sampled && !has_landlock {
        return Ok(());
    }
    let bounds = Bounds { cpu: Duration::from_millis(100), ..bounds() };
    let run = bench.run_within("spin-unread", "", &bounds);
    let is_refused = run.output == b"refused\n" && run.facts.ending == Ending::Exited(0);
    is(is_refused || run.facts.ending == Ending::Stopped(Breach::Cpu), &run)
}

pub fn processes_that_run_away_are_ended_at_the_line(bench: &Bench) -> Result<(), Failed> {
    let guarantees = bench.sandbox.guarantees();
    // Where each of them must be found one by one they are faster.
    let are_signals_kept_in = guarantees.calls == SystemCalls::Filtered && guarantees.files != Files::Open;
    if guarantees.kill != KillMethod::PidNamespace && !are_signals_kept_in {
        return Ok(());
    }
    is_ended_at_the_line(bench, "run-away", 300)
}

/// A program that may use 100 ms of CPU time is ended with less than so much.
#[track_caller]
fn is_ended_at_the_line(bench: &Bench, name: &str, most_milliseconds: u64) -> Result<(), Failed> {
    let bounds = Bounds { cpu: Duration::from_millis(100), ..bounds() };
    is_once(
        || bench.run_within(name, "", &bounds),
        |run| {
            let is_past = run.facts.usage.cpu > bounds.cpu;
            run.facts.ending == Ending::Stopped(Breach::Cpu) && is_past
        },
        |run| run.facts.usage.cpu < Duration::from_millis(most_milliseconds),
    )
}

pub fn what_is_just_below_the_line_is_left_alone(bench: &Bench) -> Result<(), Failed> {
    let bounds = Bounds { cpu: Duration::from_millis(300), ..bounds() };
    let run = bench.run_within("spin", "250", &bounds);
    is(run.facts.ending == Ending::Exited(0), &run)
}

pub fn priority_is_as_asked(bench: &Bench) -> Result<(), Failed> {
    let priority = bench.sandbox.has_priority();
    // CAP_SYS_NICE, see capabilities(7).
    let status = std::fs::read_to_string("/proc/self/status").expect("our own");
    let held = status.lines().find_map(|line| line.strip_prefix("CapEff:")).expect("capabilities");
    let may = u64::from_str_radix(held.trim(), 16).expect("a number") & (1 << 23) != 0;
    is(priority == (bench.priority && may), &bench.run("spin", "0"))?;
    let run = bench.run_program("/bin/cat", &["/proc/self/stat"]);
    // The 19th field, see proc_pid_stat(5); the second is in brackets.
    let text = String::from_utf8_lossy(&run.output).into_owned();
    let nice = text.rsplit(')').next().and_then(|fields| fields.split_whitespace().nth(16));
    let usual = rustix::process::getpriority_process(None).expect("our own");
    let wanted = if priority { "-20".to_owned() } else { usual.to_string() };
    is(nice == Some(wanted.as_str()), &run)?;
    // Of kernels that give every session its share.
    let run = bench.run_program("/bin/cat", &["/proc/self/autogroup"]);
    let session = String::from_utf8_lossy(&run.output).into_owned();
    is(session.is_empty() || session.trim().ends_with("nice -20") == priority, &run)
}
