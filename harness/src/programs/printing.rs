//! What a solution prints on a case, or on any input: passed on as it comes.

use std::io;
use std::path::Path;

use anyhow::anyhow;
use harness_sandbox::{Ending, Execution, Stdin, explained};

use crate::build::{Built, Executable};
use crate::event::Outcome;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Limits, Verdict, limits_for, mebibytes, seconds};
use crate::plan;
use crate::programs::building::{build, not_ready};
use crate::programs::sandboxes::{entry, files_of, start_in};
use crate::programs::{BuildProgress, Candidate, Deciders};
use crate::run::{Engine, PassedOn, Pool, Question};
use crate::session::Session;

/// What came of a run whose output was passed on.
#[derive(Clone, Debug)]
pub struct PrintedRun {
    /// The verdict; without a case AC where it ran to its end within its limits.
    pub verdict: Verdict,
    /// Why, with the place in the output where there is one.
    pub reason: String,
    /// What it took; none where nothing ran.
    pub execution: Option<Execution>,
    /// What it might have used.
    pub limits: Limits,
    /// The verdict is one that is expected; without a case AC is.
    pub as_expected: bool,
}

impl PrintedRun {
    /// `AC (accepted): 0.002 s of 1 s, 0.3 MiB of 256 MiB, exit status 0`.
    #[must_use]
    pub fn in_words(&self, is_judged: bool) -> String {
        let mut parts = Vec::new();
        if let Some(facts) = &self.execution {
            let time = seconds(facts.usage.cpu);
            parts.push(format!("{time} of {} s", self.limits.time.as_secs_f64()));
            let memory = mebibytes(facts.usage.memory);
            parts.push(format!("{memory} of {}", mebibytes(self.limits.memory).replace(".0 ", " ")));
            match facts.ending {
                Ending::Exited(status) => parts.push(format!("exit status {status}")),
                Ending::NotStarted(errno) => parts.push(explained(&io::Error::from_raw_os_error(errno))),
                Ending::Signaled(_) | Ending::Stopped(_) | Ending::Interrupted => {}
            }
        }
        let verdict = match self.verdict {
            Verdict::Accepted if !is_judged => "ran to its end".to_owned(),
            verdict => format!("{verdict} ({})", verdict.words()),
        };
        let expected =
            if self.as_expected && self.verdict != Verdict::Accepted { ", as expected" } else { "" };
        let reason = if self.reason.is_empty() { String::new() } else { format!("\n{}", self.reason) };
        let usage = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
        format!("{verdict}{expected}{usage}{reason}")
    }
}

/// Runs a solution as it is judged, on the only case that it is selected with or on this input, and passes on what it
/// prints.
///
/// # Errors
/// It cannot be built, or nothing can be run.
pub fn print_output(
    session: &Session,
    candidate: &Candidate<'_>,
    input: Option<&Path>,
    listen: PassedOn<'_>,
) -> Result<PrintedRun, Failure> {
    let built = build(session, std::slice::from_ref(candidate))?;
    let executable = match &built[0] {
        Built::Ready(executable) => executable,
        unready => {
            let failure = not_ready(&candidate.solution.name, unready);
            let is_verdict = matches!(unready, Built::Rejected(_));
            let code = if is_verdict { ExitCode::Unexpected } else { failure.code };
            return Err(Failure { code, ..failure });
        }
    };
    let sandbox = start_in(session, "solutions", 1, files_of(&built))?;
    let pool = Pool::single();
    let engine = Engine { listen: Some(listen), ..Engine::new(&sandbox, &session.stop, &pool, 0) };
    match input {
        Some(input) => Ok(on_input(&engine, candidate, executable, input)),
        None => on_case(session, &engine, candidate, executable),
    }
}

fn on_input(
    engine: &Engine<'_>,
    candidate: &Candidate<'_>,
    executable: &Executable,
    input: &Path,
) -> PrintedRun {
    let limits = limits_for(&candidate.problem.rules, candidate.language);
    let program = executable.program(&[], Stdin::File(input.to_owned()), &limits);
    let judgement = engine.pass_on(&Question { program, limits: limits.clone() });
    PrintedRun {
        as_expected: judgement.verdict == Verdict::Accepted,
        verdict: judgement.verdict,
        reason: judgement.reason,
        execution: judgement.execution,
        limits,
    }
}

fn on_case(
    session: &Session,
    engine: &Engine<'_>,
    candidate: &Candidate<'_>,
    executable: &Executable,
) -> Result<PrintedRun, Failure> {
    let deciders = Deciders::start(session, [candidate.problem], &mut BuildProgress::new(session))?;
    let check = deciders.check(&candidate.problem.name);
    let check = check.map_err(|why| Failure::judge(anyhow!("{why}")))?;
    let entries = [entry(candidate, 0, executable, check)];
    let outcome = engine.outcomes(plan::grid(&entries), &|| ()).pop();
    let (_, outcome) = outcome.ok_or_else(|| Failure::judge(anyhow!("nothing was run")))?;
    let as_expected = outcome.as_expected();
    let Outcome { judgement, limits, .. } = outcome;
    let place = judgement.mismatch.as_ref().and_then(|mismatch| mismatch.place);
    let place = place.map(|place| format!("{place}: ")).unwrap_or_default();
    Ok(PrintedRun {
        verdict: judgement.verdict,
        reason: format!("{place}{}", judgement.reason),
        execution: judgement.execution,
        limits,
        as_expected,
    })
}

#[cfg(test)]
mod tests {
    use super::PrintedRun;
    use crate::event::fixture::{execution, limits};
    use crate::model::Verdict;

    #[test]
    fn a_run_is_told_in_one_line_and_its_reason_below() {
        let ran = PrintedRun {
            verdict: Verdict::Accepted,
            reason: String::new(),
            execution: Some(execution()),
            limits: limits(),
            as_expected: true,
        };
        let usage = "0.100 s of 1 s, 3.0 MiB of 64 MiB, exit status 0";
        assert_eq!(ran.in_words(true), format!("AC (accepted): {usage}"));
        assert_eq!(ran.in_words(false), format!("ran to its end: {usage}"));
        let wrong = PrintedRun { verdict: Verdict::WrongAnswer, reason: "line 1: no".to_owned(), ..ran };
        assert_eq!(wrong.in_words(true), format!("WA (wrong answer), as expected: {usage}\nline 1: no"));
        let failed =
            PrintedRun { verdict: Verdict::JudgeError, execution: None, as_expected: false, ..wrong };
        assert_eq!(failed.in_words(true), "JE (judge error)\nline 1: no");
    }
}
