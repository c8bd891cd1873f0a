//! One job: opens the checker, runs the program, decides.

use std::time::Duration;

use harness_sandbox::{Bounds, Program, Slot, Stdin};

use crate::check;
use crate::event::Outcome;
use crate::judge::{self, Judgement};
use crate::model::{Bytes, Limits};
use crate::plan::Job;
use crate::run::Engine;

impl Engine<'_> {
    /// The CPU time at which a run is ended. Beside others there is room above the limit for what
    /// load can do to a run; alone, only for a measurement past it.
    pub(super) fn kill_line(&self, job: &Job<'_>) -> Duration {
        if self.is_crowded() { crowded_kill_line(job.limits.time) } else { lonely_kill_line(job.limits.time) }
    }
}

/// 1.6 times the limit: the most by which load stretched the CPU time of memory-bound programs.
fn crowded_kill_line(limit: Duration) -> Duration {
    limit.saturating_mul(8) / 5
}

/// Half a percent above the limit, at least 2 ms.
pub(super) fn lonely_kill_line(limit: Duration) -> Duration {
    limit.saturating_add((limit / 200).max(Duration::from_millis(2)))
}

/// Runs a job in a slot and judges it.
pub(super) fn run(engine: &Engine<'_>, slot: Slot, job: &Job<'_>, kill_line: Duration) -> Judgement {
    let answer = match std::fs::metadata(&job.case.answer) {
        Ok(meta) => Bytes(meta.len()),
        Err(error) => return judge::judge_error(cannot_read(&job.case.answer, &error)),
    };
    let mut checker = match check::open(&job.case.rules.checker, &job.case.answer) {
        Ok(checker) => checker,
        Err(error) => return judge::judge_error(cannot_read(&job.case.answer, &error)),
    };
    if let Err(error) = std::fs::File::open(&job.case.input) {
        return judge::judge_error(cannot_read(&job.case.input, &error));
    }
    let program = Program { stdin: Stdin::File(job.case.input.clone()), ..job.entry.program.clone() };
    let bounds = bounds(job.limits, answer, kill_line);
    let facts = engine.sandbox.run(slot, &program, &bounds, engine.stop, &mut |chunk| checker.feed(chunk));
    match facts {
        Ok(facts) => judge::decide(facts, job.limits, answer, || checker.finish()),
        Err(fault) => judge::sandbox_fault(&fault),
    }
}

fn bounds(limits: &Limits, answer: Bytes, kill_line: Duration) -> Bounds {
    Bounds {
        cpu: kill_line,
        wall: limits.wall_limit(),
        memory: limits.memory,
        stack: limits.stack_limit(),
        output: limits.output_limit(answer),
        processes: limits.processes,
    }
}

fn cannot_read(path: &std::path::Path, error: &std::io::Error) -> String {
    format!("failed to read `{}`: {error}", path.display())
}

/// A judgement with everything that a listener needs to know beside it.
pub(super) fn outcome(job: &Job<'_>, judgement: Judgement) -> Outcome {
    Outcome {
        subject: job.entry.subject.clone(),
        sequence: job.sequence,
        case_index: job.case_index,
        case: job.case.name.clone(),
        input: job.case.input.clone(),
        limits: job.limits.clone(),
        judgement,
        expected: job.expected().to_vec(),
        rechecks: Vec::new(),
    }
}
