//! Why solutions failed: each is built and run once more, as its language says of that, on the case on which it
//! failed first.
//!
//! ```text
//! outcomes → the first failure of each solution → built otherwise → run, in a sandbox of its own, with more time
//!   and memory → standard error → traces → faults, with their places in the sources of the solution → events
//! ```
//! What comes of it decides nothing: it is another program than the one that was judged.

mod room;
mod sources;
mod worth;

use crate::build::Built;
use crate::event::{Event, ExplainedFault, Explanation};
use crate::failure::Failure;
use crate::grading::Judging;
use crate::grading::explaining::sources::OwnSources;
use crate::grading::explaining::worth::FirstFailure;
use crate::judge::Judgement;
use crate::model::{Case, Language, Verdict, counted};
use crate::plan;
use crate::programs::{self, BuildProgress, Candidate, Deciders, entry, files_of};
use crate::run::{Engine, Pool};
use crate::session::Session;
use crate::trace::traces;

pub use worth::WorthExplaining;

/// Faults of one run that are told.
const MOST_FAULTS: usize = 3;

/// Bytes of what a program or a compiler said that are passed on.
const MOST_SAID: usize = 4 << 10;

/// Explains the first failures, and tells of each.
///
/// # Errors
/// A signal came, nothing can be built or run, or the output cannot be written.
pub fn explain(
    session: &Session,
    judging: &mut Judging<'_, '_>,
    candidates: &[Candidate<'_>],
    deciders: &Deciders,
) -> Result<(), Failure> {
    let worth = std::mem::take(&mut judging.tally.worth_explaining);
    let left_out = worth.left_out();
    let failures = worth.in_order();
    let languages: Vec<Language> = session
        .config
        .languages
        .rows
        .iter()
        .map(|row| row.explaining().unwrap_or_else(|| row.clone()))
        .collect();
    let of = |failure: &FirstFailure| &candidates[failure.solution];
    let (known, unknown): (Vec<FirstFailure>, Vec<FirstFailure>) =
        failures.into_iter().partition(|failure| of(failure).language.explain.is_some());
    for failure in &unknown {
        let explained = Explained { candidate: of(failure), failure, languages: &languages };
        judging.emit(Event::Explained(Box::new(explained.as_judged())))?;
    }
    if left_out > 0 {
        let more = counted(left_out, "more solution");
        session.remarks.add(format!("--explain: {more} not explained; select one as PROBLEM/SOLUTION"));
    }
    if known.is_empty() {
        return Ok(());
    }
    let requests: Vec<_> = known.iter().map(|failure| of(failure).build_request()).collect();
    let built = programs::build_otherwise(session, &requests, &languages, &mut BuildProgress::new(session))?;
    let sandbox = programs::start_in(session, "explained", 1, files_of(&built))?;
    let pool = Pool::single();
    let engine = Engine::new(&sandbox, &session.stop, &pool, 0);
    for (failure, built) in known.iter().zip(&built) {
        let case = room::with_room(of(failure).cases[failure.case]);
        let explained = Explained { candidate: of(failure), failure, languages: &languages };
        if let Some(explanation) = explained.by_a_run(&engine, &case, built, deciders) {
            judging.emit(Event::Explained(Box::new(explanation)))?;
        }
    }
    Ok(())
}

/// A failure that is explained.
struct Explained<'a, 'c> {
    candidate: &'a Candidate<'c>,
    failure: &'a FirstFailure,
    languages: &'a [Language],
}

impl Explained<'_, '_> {
    fn bare(&self) -> Explanation {
        Explanation {
            subject: self.candidate.subject(),
            case: self.candidate.cases[self.failure.case].name.clone(),
            checks: String::new(),
            verdict: None,
            faults: Vec::new(),
            left_out: 0,
            remark: None,
            said: None,
        }
    }

    /// What a run of its own finds; none where a stop came.
    fn by_a_run(
        &self,
        engine: &Engine<'_>,
        case: &Case,
        built: &Built,
        deciders: &Deciders,
    ) -> Option<Explanation> {
        let explain = self.candidate.language.explain.as_deref()?;
        let how = if self.candidate.language.is_compiled() { "built with" } else { "run with" };
        let checks = format!("{how} {}", explain.checks());
        let executable = match built {
            Built::Ready(executable) => executable,
            Built::Rejected(why) | Built::Missing(why) | Built::Absent(why) | Built::Failed(why) => {
                let hint = if explain.install.is_empty() {
                    String::new()
                } else {
                    format!(" ({})", explain.install)
                };
                let remark = format!("it cannot be built with {} here{hint}", explain.checks());
                return Some(Explanation { said: Some(start_of(why)), ..self.otherwise(remark) });
            }
        };
        let language = self.languages.iter().find(|row| row.name == self.candidate.language.name)?;
        let check = match deciders.check(&self.candidate.problem.name) {
            Ok(check) => check,
            Err(why) => return Some(self.otherwise(format!("it could not be run: {why}"))),
        };
        let candidate = Candidate { language, cases: [case].into(), ..*self.candidate };
        let entries = [entry(&candidate, 0, executable, check)];
        let (_, outcome) = engine.outcomes(plan::grid(&entries), &|| ()).pop()?;
        let Judgement { verdict, reason, execution, .. } = outcome.judgement;
        if verdict == Verdict::Skipped {
            return None;
        }
        let stderr = execution.map(|facts| facts.stderr.text()).unwrap_or_default();
        let (faults, left_out) = self.faults(&stderr);
        let remark = remark(verdict, &reason, faults.is_empty());
        let is_telling = faults.is_empty() && verdict != Verdict::Accepted && stderr != self.failure.stderr;
        let said = Some(end_of(&stderr)).filter(|said| is_telling && !said.trim().is_empty());
        Some(Explanation { checks, verdict: Some(verdict), faults, left_out, remark, said, ..self.bare() })
    }

    /// What the run that was judged has said; nothing else was run.
    fn as_judged(&self) -> Explanation {
        let language = &self.candidate.language.name;
        self.otherwise(format!(
            "no settings to explain {language}; add [language.{language}.explain] to judge.toml"
        ))
    }

    /// The same, or this remark where it has said nothing.
    fn otherwise(&self, remark: String) -> Explanation {
        let (faults, left_out) = self.faults(&self.failure.stderr);
        let remark = Some(remark).filter(|_| faults.is_empty());
        Explanation { faults, left_out, remark, ..self.bare() }
    }

    /// The faults that a text tells of, each place once, and how many are left out.
    fn faults(&self, stderr: &str) -> (Vec<ExplainedFault>, usize) {
        let sources = OwnSources::of(self.candidate);
        let mut faults: Vec<ExplainedFault> = Vec::new();
        for fault in traces(stderr).iter().map(|trace| sources.fault(trace)) {
            let line = |fault: &ExplainedFault| fault.place.as_ref().map(|at| (at.path.clone(), at.line));
            match faults.iter_mut().find(|known| line(known).is_some() && line(known) == line(&fault)) {
                Some(known) if known.what == fault.what => {}
                Some(known) => {
                    known.details.push(format!("then {}", fault.what));
                    known.details.extend(fault.details);
                }
                None => faults.push(fault),
            }
        }
        let left_out = faults.len().saturating_sub(MOST_FAULTS);
        faults.truncate(MOST_FAULTS);
        (faults, left_out)
    }
}

/// What is to be said of how the run ended.
fn remark(verdict: Verdict, reason: &str, is_clean: bool) -> Option<String> {
    Some(match verdict {
        Verdict::Accepted if is_clean => {
            "the case passes: it may depend on memory that is not initialized, on \
                                          optimization, on timing or on a limit"
                .to_owned()
        }
        Verdict::Accepted => "the case passes in this run".to_owned(),
        Verdict::JudgeError => format!("it could not be run: {reason}"),
        Verdict::WrongAnswer | Verdict::Partial if is_clean => {
            "the answer is wrong as well, and nothing else is found".to_owned()
        }
        Verdict::RuntimeError if is_clean => format!("it ends with RE ({reason}), and nothing else is found"),
        Verdict::TimeLimit | Verdict::MemoryLimit | Verdict::IdleLimit | Verdict::OutputLimit if is_clean => {
            format!("it was ended before anything was found: {verdict}, {reason}")
        }
        _ => return None,
    })
}

fn start_of(text: &str) -> String {
    text[..text.floor_char_boundary(MOST_SAID)].to_owned()
}

fn end_of(text: &str) -> String {
    text[text.ceil_char_boundary(text.len().saturating_sub(MOST_SAID))..].to_owned()
}

#[cfg(test)]
mod tests {
    use super::remark;
    use crate::model::Verdict;

    #[test]
    fn one_line_says_what_came_of_a_run_that_found_nothing() {
        let said = |verdict, is_clean| remark(verdict, "because", is_clean).unwrap_or_default();
        assert!(said(Verdict::Accepted, true).starts_with("the case passes: it may depend on"));
        assert_eq!(said(Verdict::Accepted, false), "the case passes in this run");
        assert_eq!(
            said(Verdict::WrongAnswer, true),
            "the answer is wrong as well, and nothing else is found"
        );
        assert_eq!(said(Verdict::TimeLimit, true), "it was ended before anything was found: TLE, because");
        assert_eq!(said(Verdict::RuntimeError, true), "it ends with RE (because), and nothing else is found");
        assert_eq!(said(Verdict::JudgeError, false), "it could not be run: because");
        assert_eq!(said(Verdict::RuntimeError, false), "");
    }
}
