//! One job: opens the checker, runs the program, decides.

use std::time::Duration;

use harness_sandbox::{FileState, Program, Slot, Stdin};

use crate::check;
use crate::event::Outcome;
use crate::judge::{self, Judgement};
use crate::model::{Bytes, Case, Name};
use crate::plan::Job;
use crate::run::made_of::unless_changed;
use crate::run::{Engine, dialogue};

/// The CPU time at which a run is ended. Beside others there is room above the limit for what load
/// can do to a run: 1.6 times, the most by which it stretched the CPU time of memory-bound programs.
/// Alone there is only room for a measurement past the limit: half a percent, at least 2 ms.
pub(super) fn kill_line(limit: Duration, is_beside_others: bool) -> Duration {
    if is_beside_others {
        limit.saturating_mul(8) / 5
    } else {
        limit.saturating_add((limit / 200).max(Duration::from_millis(2)))
    }
}

/// The state of the files of a case, before a run and after.
pub(super) struct CaseState([Option<FileState>; 2]);

impl CaseState {
    /// The state now.
    pub(super) fn of(case: &Case) -> Self {
        Self([&case.input, &case.answer].map(|path| FileState::of(path)))
    }

    /// The judgement on a run during which a file of the case changed; nothing that was judged
    /// with it can be believed.
    pub(super) fn change(&self, case: &Case) -> Option<Judgement> {
        let now = Self::of(case);
        let paths = [&case.input, &case.answer];
        let changed = (0..2).find(|file| self.0[*file] != now.0[*file])?;
        Some(judge::judge_error(format!(
            "`{}` changed while it was judged",
            Name::from_os(paths[changed].as_os_str())
        )))
    }
}

/// Runs a job in a slot and judges it.
pub(super) fn run(engine: &Engine<'_>, slot: Slot, job: &Job<'_>, kill_line: Duration) -> Judgement {
    unless_changed(&job.entry.program, run_as_it_is(engine, slot, job, kill_line))
}

fn run_as_it_is(engine: &Engine<'_>, slot: Slot, job: &Job<'_>, kill_line: Duration) -> Judgement {
    let answer = match std::fs::metadata(&job.case.answer) {
        Ok(meta) => Bytes(meta.len()),
        Err(error) => return judge::judge_error(cannot_read(&job.case.answer, &error)),
    };
    if let Some(interactor) = &job.entry.interactor {
        return dialogue::run(engine, slot, job, interactor, &job.limits.bounds(answer, kill_line));
    }
    let mut checker = match check::open(&job.case.rules.checker, &job.case.answer) {
        Ok(checker) => checker,
        Err(error) => return judge::judge_error(cannot_read(&job.case.answer, &error)),
    };
    if let Err(error) = std::fs::File::open(&job.case.input) {
        return judge::judge_error(cannot_read(&job.case.input, &error));
    }
    let stdin = Stdin::File(job.case.input.clone());
    let program = Program { stdin, pad: job.pad, ..job.entry.program.clone() };
    let bounds = job.limits.bounds(answer, kill_line);
    let facts = engine.sandbox.run(slot, &program, &bounds, engine.stop, &mut |chunk| checker.feed(chunk));
    match facts {
        Ok(facts) => judge::decide(facts, &job.limits, answer, || checker.finish()),
        Err(fault) => judge::sandbox_fault(&fault),
    }
}

fn cannot_read(path: &std::path::Path, error: &std::io::Error) -> String {
    format!("failed to read `{}`: {error}", Name::from_os(path.as_os_str()))
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
        checker: job.case.rules.checker,
        judgement,
        expected: job.expected().to_vec(),
        rechecks: Vec::new(),
    }
}
