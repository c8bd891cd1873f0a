//! How runs end, and what is left of them.

use std::time::Duration;

use harness_sandbox::{
    Bounds, Breach, CpuMeter, Ending, Files, KillMethod, MemoryMeter, Program, Sandbox, Slot, Stdin, Stop,
    specimen,
};
use libtest_mimic::Failed;

use crate::bench::{Bench, Run, bounds, is};

pub fn signals_are_own(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("abort", "");
    is(run.facts.ending == Ending::Signaled(6), &run)?;
    let run = bench.run("kill-itself", "");
    is(run.facts.ending == Ending::Signaled(9) && !run.facts.oom_killed, &run)
}

pub fn overflow_is_a_signal(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("overflow", "0");
    is(matches!(run.facts.ending, Ending::Signaled(6 | 11)), &run)
}

pub fn daemon_is_killed(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("leave-a-daemon", "20");
    is(run.output == b"42\n" && run.facts.ending == Ending::Exited(0) && run.facts.leftovers == 1, &run)?;
    is(run.facts.usage.cpu >= Duration::from_millis(20), &run)?;
    is(!processes().iter().any(|command| command.contains("__specimen\0daemon")), &run)
}

/// The command lines of all processes.
fn processes() -> Vec<String> {
    let folders = std::fs::read_dir("/proc").expect("proc").flatten();
    folders.filter_map(|folder| std::fs::read_to_string(folder.path().join("cmdline")).ok()).collect()
}

pub fn litter_is_removed(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("litter", "400");
    is(run.facts.ending == Ending::Exited(0), &run)?;
    is(run.facts.written == [b"file".to_vec()], &run)?;
    is(bench.run("answer", "").facts.written.is_empty(), &run)?;
    let left = std::fs::read_dir(&bench.scratch)?.flatten().filter(|entry| entry.path().is_dir());
    let inside: usize =
        left.map(|workdir| std::fs::read_dir(workdir.path()).map_or(0, Iterator::count)).sum();
    is(inside == 0, &run)
}

pub fn what_cannot_be_started_is_said(bench: &Bench) -> Result<(), Failed> {
    let script = bench.other_program.with_extension("script");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    let check = |path: &std::path::Path, errno| {
        let program = Program {
            executable: path.into(),
            args: Vec::new(),
            files: vec![path.into()],
            state: None,
            stdin: Stdin::Empty,
            environment: Vec::new(),
            pad: 0,
            folder: None,
            kept: None,
            answers_apart: false,
        };
        let run = bench.run_exactly(&program, &bounds());
        is(run.facts.ending == Ending::NotStarted(errno), &run)
    };
    check("/nonexistent/program".as_ref(), libc::ENOENT)?;
    check("/usr".as_ref(), libc::EACCES)?;
    // The script is one of the programs that the sandbox was told of.
    for (text, mode, errno) in [
        ("#!/nonexistent/interpreter\n", 0o755, libc::ENOENT),
        ("no program\n", 0o755, libc::ENOEXEC),
        ("#!/bin/sh\n", 0o644, libc::EACCES),
    ] {
        std::fs::write(&script, text)?;
        std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(mode))?;
        check(&script, errno)?;
    }
    std::fs::set_permissions(&script, executable)?;
    Ok(())
}

pub fn stop_ends_the_run(bench: &Bench) -> Result<(), Failed> {
    let program = specimen("sleep-forever", "");
    let stop = Stop::new()?;
    stop.now();
    let facts = bench.sandbox.run(Slot(0), &program, &bounds(), &stop, &mut |_| {})?;
    is(facts.ending == Ending::Interrupted, &Run { facts, output: Vec::new() })
}

pub fn processes_are_limited(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run_within("processes", "30", &Bounds { processes: 10, ..bounds() });
    let refused: i32 = String::from_utf8_lossy(&run.output).trim().parse()?;
    let guarantees = bench.sandbox.guarantees();
    let can_limit = guarantees.kill == KillMethod::PidNamespace || guarantees.memory != MemoryMeter::Sampled;
    is(if can_limit { refused == 21 } else { refused == 0 }, &run)?;
    is(guarantees.cpu != CpuMeter::Wait || run.facts.leftovers > 0, &run)
}

pub fn it_starts_with_a_clean_slate(bench: &Bench) -> Result<(), Failed> {
    // Not Rust, whose runtime ignores SIGPIPE by itself.
    let run = bench.run_program("/bin/cat", &["/proc/self/status"]);
    let status = String::from_utf8_lossy(&run.output).into_owned();
    let value = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    for mask in ["SigBlk", "SigIgn", "SigPnd", "ShdPnd"] {
        let is_empty = value(mask).is_some_and(|mask| mask.trim().chars().all(|digit| digit == '0'));
        is(is_empty, &run).map_err(|_| format!("{mask} is {:?}", value(mask)))?;
    }
    if bench.sandbox.guarantees().files != Files::Open {
        is(value("CapEff").is_some_and(|set| set.trim().chars().all(|digit| digit == '0')), &run)?;
        is(value("NoNewPrivs").is_some_and(|flag| flag.trim() == "1"), &run)?;
    }
    // No terminal, a session of its own.
    let run = bench.run("read-file", "/dev/tty");
    is(run.output == b"refused\n", &run)
}

pub fn an_heir_of_the_output_does_not_keep_the_run_alive(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("leave-an-heir", "");
    is(run.output == b"42\n" && run.facts.leftovers == 1 && run.facts.usage.wall < LONG, &run)
}

pub fn a_closed_output_does_not_end_the_run(bench: &Bench) -> Result<(), Failed> {
    let bounds = Bounds { cpu: Duration::from_millis(100), ..bounds() };
    let run =
        bench.run_program_within("/bin/sh", &["-c", "exec 0<&- 1>&- 2>&-; while :; do :; done"], &bounds);
    is(run.facts.ending == Ending::Stopped(Breach::Cpu), &run)
}

pub fn a_fork_bomb_is_cleared(bench: &Bench) -> Result<(), Failed> {
    let guarantees = bench.sandbox.guarantees();
    let can_limit = guarantees.kill == KillMethod::PidNamespace || guarantees.memory != MemoryMeter::Sampled;
    if !can_limit {
        // Nothing would keep it from filling the machine.
        return Ok(());
    }
    let bounds =
        Bounds { cpu: Duration::from_millis(400), wall: Duration::from_secs(3), processes: 8, ..bounds() };
    let run = bench.run_within("fork-bomb", "", &bounds);
    is(matches!(run.facts.ending, Ending::Stopped(Breach::Cpu | Breach::Wall)), &run)?;
    is(!processes().iter().any(|command| command.contains("__specimen\0fork-bomb")), &run)?;
    is(run.facts.refused_forks > 0 || guarantees.memory == MemoryMeter::Sampled, &run)?;
    let run = bench.run("answer", "");
    is(run.output == b"42\n", &run)
}

/// Far more than any of these runs needs, far less than the sleep of a heir.
const LONG: Duration = Duration::from_mins(1);
