//! Programs that misbehave, judged like any solution.

use std::path::Path;
use std::time::{Duration, Instant};

use harness_sandbox::{
    Bounds, Bytes, Files, Guarantees, KillMethod, LinuxSandbox, MemoryMeter, Network, Program, Sandbox, Slot,
    Stdin, Stop, SystemCalls, specimen,
};

use crate::check;
use crate::judge::{self, Judgement};
use crate::machine::finding::Finding;
use crate::model::{CheckerChoice, Limits, Verdict, WallLimit, seconds};

/// Where programs are tried.
pub struct TrialSetup<'a> {
    /// The sandbox.
    pub sandbox: &'a LinuxSandbox,
    /// A folder of our own.
    pub scratch: &'a Path,
    /// When to stop.
    pub stop: &'a Stop,
}

/// What is found where the sandbox has failed and nothing can be said of the program.
pub const FAILED: &str = "JE";

/// A program and the verdicts that are right for it.
struct Trial {
    what: &'static str,
    specimen: &'static str,
    argument: String,
    output: &'static str,
    right: &'static [Verdict],
    /// Whether this machine can hold it at all; what it cannot is said above.
    needs: fn(Guarantees) -> bool,
}

/// The limits of a trial. Those of time are short where it is meant to run into them, and far away
/// where it is not, so that a slow machine shows the same.
fn limits(right: &[Verdict]) -> Limits {
    let time = if right.contains(&Verdict::TimeLimit) { 150 } else { 5000 };
    let wall = if right.contains(&Verdict::IdleLimit) { 600 } else { 10_000 };
    Limits {
        time: Duration::from_millis(time),
        wall: WallLimit::Fixed(Duration::from_millis(wall)),
        memory: Bytes::mebibytes(64),
        stack: None,
        output: Some(Bytes::mebibytes(1)),
        processes: 32,
    }
}

/// Judges every program of the list.
#[must_use]
pub fn judge(bench: &TrialSetup<'_>) -> Vec<Finding> {
    let guarantees = bench.sandbox.guarantees();
    let answer = bench.scratch.join("answer").display().to_string();
    trials(&answer, *guarantees)
        .iter()
        .take_while(|_| !bench.stop.is_set())
        .map(|trial| {
            if !(trial.needs)(*guarantees) {
                return Finding::good(trial.what, "not tried: this machine cannot prevent it");
            }
            verdict_on(bench, trial)
        })
        .collect()
}

fn always(_: Guarantees) -> bool {
    true
}

fn trials(answer: &str, guarantees: Guarantees) -> Vec<Trial> {
    use Verdict::{Accepted, IdleLimit, MemoryLimit, OutputLimit, RuntimeError, TimeLimit, WrongAnswer};
    let row = |what, specimen, argument: &str, output, right| Trial {
        what,
        specimen,
        argument: argument.to_owned(),
        output,
        right,
        needs: always,
    };
    let hides_files = |got: Guarantees| matches!(got.files, Files::Sealed | Files::Landlock);
    let is_confined = |got: Guarantees| got.network != Network::Open;
    let counts_memory = |got: Guarantees| got.memory != MemoryMeter::Sampled && got.files != Files::Open;
    // Which they are depends on what there is beside the filter.
    let calls = if guarantees.network == Network::Namespace { "namespaces" } else { "" };
    let limits_processes =
        |got: Guarantees| got.kill == KillMethod::PidNamespace || got.memory != MemoryMeter::Sampled;
    let keeps_signals_in = |got: Guarantees| {
        got.kill == KillMethod::PidNamespace
            || (got.calls == SystemCalls::Filtered && got.files != Files::Open)
    };
    vec![
        row("prints the right answer", "answer", "", "42\n", &[Accepted]),
        row("prints a wrong answer", "answer", "", "41\n", &[WrongAnswer]),
        row("loops without end", "spin-forever", "", "", &[TimeLimit]),
        row("catches signals", "ignore-signals-and-spin", "", "", &[TimeLimit]),
        row("spins in a thread", "spin-without-main-thread", "", "", &[TimeLimit]),
        row("spins in a daemon", "wait-for-a-spinning-daemon", "", "", &[TimeLimit]),
        row("uses two threads", "two-threads", "200", "", &[TimeLimit]),
        row("sleeps", "sleep-forever", "", "", &[IdleLimit]),
        row("stops itself", "stop-itself", "", "", &[IdleLimit]),
        row("takes 100 MiB", "touch", "100", "", &[MemoryLimit]),
        row("takes 2 × 40 MiB", "two-touch", "40", "", &[MemoryLimit]),
        row("takes 20 MiB", "touch", "20", "", &[Accepted]),
        row("reserves 8 GiB", "reserve", "8192", "", &[Accepted]),
        row("recurses deep", "recurse", "40", "", &[Accepted]),
        row("overflows its stack", "overflow", "0", "", &[RuntimeError, MemoryLimit]),
        row("floods standard output", "flood", "", "", &[OutputLimit]),
        row("floods standard error", "flood-errors", "8", "42\n", &[Accepted]),
        row("exits with 3", "exit", "3", "", &[RuntimeError]),
        row("aborts", "abort", "", "", &[RuntimeError]),
        row("kills itself", "kill-itself", "", "", &[RuntimeError]),
        row("leaves a daemon", "leave-a-daemon", "20", "42\n", &[Accepted]),
        row("leaves files", "litter", "300", "", &[Accepted]),
        Trial {
            needs: limits_processes,
            ..row("forks without end", "fork-bomb", "", "", &[TimeLimit, IdleLimit, MemoryLimit])
        },
        Trial {
            needs: hides_files,
            ..row("reads the answer", "read-file", answer, "refused\n", &[Accepted])
        },
        Trial {
            needs: hides_files,
            ..row("writes its input", "write-file", "/proc/self/fd/0", "refused\n", &[Accepted])
        },
        Trial {
            needs: |got| got.network != Network::Open,
            ..row("opens a connection", "call-tcp", "127.0.0.1:22", "refused\n", &[Accepted])
        },
        row("is traced by its child", "be-traced-by-a-child", "", "42\n", &[Accepted]),
        row("keeps its output open", "send-output-to-itself", "", "42\n", &[Accepted]),
        row("delays its own end", "lowest-priority-sleepers", "", "", &[TimeLimit, IdleLimit]),
        row("stops the counters", "stop-counters-and-spin", "300", "", &[TimeLimit]),
        Trial {
            needs: is_confined,
            ..row("hides its CPU time", "spin-unread", "", "refused\n", &[TimeLimit, Accepted])
        },
        Trial {
            needs: keeps_signals_in,
            ..row("runs away", "run-away", "", "", &[TimeLimit, IdleLimit, MemoryLimit])
        },
        row("breaks its folder", "spoil-folder", "", "", &[Accepted]),
        row("gets a clean folder", "find-new-folder", "", "new\n", &[Accepted]),
        Trial {
            needs: is_confined,
            ..row("attacks its launcher", "reach-parent", "", "refused\n", &[Accepted])
        },
        Trial { needs: is_confined, ..row("changes its input", "spoil-input", "", "refused\n", &[Accepted]) },
        Trial { needs: is_confined, ..row("makes namespaces", "make-namespaces", "", "none\n", &[Accepted]) },
        Trial {
            needs: is_confined,
            ..row("makes refused calls", "make-refused-calls", calls, "", &[Accepted])
        },
        Trial { needs: counts_memory, ..row("fills files", "fill-files", "100", "", &[MemoryLimit]) },
        Trial { needs: counts_memory, ..row("fills pipes", "fill-pipes", "100", "", &[MemoryLimit]) },
        Trial { needs: counts_memory, ..row("fills sockets", "fill-sockets", "100", "", &[MemoryLimit]) },
        Trial {
            needs: counts_memory,
            ..row("hides memory", "hide-shared-memory", "100", "", &[MemoryLimit])
        },
    ]
}

fn verdict_on(bench: &TrialSetup<'_>, trial: &Trial) -> Finding {
    let started = Instant::now();
    let judgement = match judge_one(bench, trial) {
        Ok(judgement) => judgement,
        Err(why) => return Finding::weak(trial.what, FAILED, why),
    };
    let reason = if judgement.reason.is_empty() { judgement.notes.join("; ") } else { judgement.reason };
    let found = format!("{:3} in {}  {reason}", judgement.verdict.code(), seconds(started.elapsed()));
    if trial.right.contains(&judgement.verdict) {
        return Finding::good(trial.what, found);
    }
    let right: Vec<&str> = trial.right.iter().map(|verdict| verdict.code()).collect();
    Finding::weak(trial.what, found, format!("expected {}", right.join(" or ")))
}

fn judge_one(bench: &TrialSetup<'_>, trial: &Trial) -> Result<Judgement, String> {
    let path = bench.scratch.join("answer");
    std::fs::write(&path, trial.output).map_err(|error| format!("failed to write an answer: {error}"))?;
    let mut checker =
        check::open(&CheckerChoice::Lines, &path).map_err(|error| format!("failed to read it: {error}"))?;
    let limits = limits(trial.right);
    let answer = Bytes(trial.output.len() as u64);
    let bounds = limits.bounds(answer, limits.time + Duration::from_millis(2));
    let program = Program { stdin: Stdin::File(path), ..specimen(trial.specimen, &trial.argument) };
    let facts = bench
        .sandbox
        .run(Slot(0), &program, &bounds, bench.stop, &mut |chunk| checker.feed(chunk))
        .map_err(|fault| fault.to_string())?;
    Ok(judge::decide(facts, &limits, answer, || checker.finish()))
}

/// How far the judge's clock is from a program's own, and how even times are.
pub fn clock(bench: &TrialSetup<'_>) -> Finding {
    const ROUNDS: usize = 5;
    let mut off = Duration::ZERO;
    let mut delay = Duration::ZERO;
    for _ in 0..ROUNDS {
        let bounds = Bounds {
            cpu: Duration::from_secs(2),
            wall: Duration::from_secs(10),
            memory: Bytes::mebibytes(64),
            stack: Bytes::mebibytes(8),
            output: Bytes::mebibytes(1),
            processes: 32,
        };
        let mut said = Vec::new();
        let mut collect = |chunk: &[u8]| said.extend_from_slice(chunk);
        let run = bench.sandbox.run(Slot(0), &specimen("spin", "50"), &bounds, bench.stop, &mut collect);
        let own = String::from_utf8_lossy(&said).trim().parse().map(Duration::from_nanos);
        let (Ok(facts), Ok(own)) = (run, own) else {
            return Finding::weak("clock", "a program that uses 50 ms could not be measured", "see below");
        };
        off = off.max(facts.usage.cpu.abs_diff(own));
        delay = delay.max(facts.usage.run_delay);
    }
    let off_us = off.as_micros();
    let found = format!(
        "CPU time within {off_us} µs of a program's own clock; it waited up to {} for a core",
        seconds(delay)
    );
    if off < Duration::from_millis(1) {
        Finding::good("clock", found)
    } else {
        Finding::weak("clock", found, "the machine is too busy to measure well now")
    }
}
