//! What students are told of a run: the events of which everything is taken out that they may not see.
//!
//! A reporter for students gets other events than the staff, so no format can tell what is not in them. Summaries are
//! made again from these events.

mod each;
mod hidden;
#[cfg(test)]
mod tests;

use std::io;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::audience::hidden::Hidden;
use crate::event::{
    Event, Explanation, JobName, NotBuilt, Outcome, Reporter, RunEnd, RunPlan, SolutionSummary, Stamped,
    Subject, Warned,
};
use crate::exit_code::ExitCode;
use crate::judge::Judgement;
use crate::model::{Audience, Name, Verdict};
use crate::scoreboard::Scoreboard;

pub use each::{Each, OfOne};

/// What is said of a case that students may not see.
const HIDDEN: &str = "this case is hidden";

/// What is said where the judge failed: its words may be about what is hidden.
const JUDGE_FAILED: &str = "the judge failed";

/// The reporter as one for this audience.
#[must_use]
pub fn told<'a>(audience: Audience, reporter: Box<dyn Reporter + 'a>) -> Box<dyn Reporter + 'a> {
    match audience {
        Audience::Staff => reporter,
        Audience::Student => Box::new(ForStudents::new(reporter)),
    }
}

/// Passes on what students may see.
struct ForStudents<'a> {
    reporter: Box<dyn Reporter + 'a>,
    scoreboard: Scoreboard,
    hidden: Hidden,
    plan: Option<Arc<RunPlan>>,
}

impl<'a> ForStudents<'a> {
    fn new(reporter: Box<dyn Reporter + 'a>) -> Self {
        Self { reporter, scoreboard: Scoreboard::default(), hidden: Hidden::default(), plan: None }
    }

    /// The event for students; none where it is not for them.
    fn redacted(&mut self, event: &Event) -> Option<Event> {
        Some(match event {
            Event::RunStarted(plan) => {
                self.hidden = Hidden::of(plan);
                self.plan = Some(Arc::clone(plan));
                Event::RunStarted(Arc::new(self.hidden.plan(plan)))
            }
            Event::Judged(outcome) => Event::Judged(Box::new(self.outcome(outcome))),
            Event::NotBuilt(what) => {
                let why = match what.verdict {
                    Verdict::JudgeError => JUDGE_FAILED.to_owned(),
                    _ => self.without_folder(what, &what.why),
                };
                Event::NotBuilt(Box::new(NotBuilt { why, ..what.as_ref().clone() }))
            }
            Event::Warned(what) => {
                let subject = Arc::clone(&what.subject);
                let said = self.without_folder_of(&subject, &what.said);
                Event::Warned(Box::new(Warned { subject, said }))
            }
            Event::Drawn(drawing) if self.hidden.is_visible(&drawing.problem, &drawing.case) => event.clone(),
            Event::Explained(why) if self.hidden.is_visible(&why.subject.problem, &why.case) => {
                Event::Explained(Box::new(self.explanation(why)))
            }
            Event::Started(job) => Event::Started(self.job(job)),
            Event::Waits(job) => Event::Waits(self.job(job)),
            // It is about other files of the staff, and of other students.
            Event::Drawn(_) | Event::Explained(_) | Event::LeftOut(_) => return None,
            Event::Building { done, .. } => Event::Building { names: Vec::new(), done: *done },
            // What a run takes tells what its hidden cases take.
            Event::RunFinished(end) if self.hidden.has_some() => {
                Event::RunFinished(RunEnd { wall: None, ..*end })
            }
            Event::BuildStarted { .. }
            | Event::BuildFinished
            | Event::Provisional
            | Event::EmptyProgram(_)
            | Event::RunFinished(_) => event.clone(),
        })
    }

    fn job(&self, job: &JobName) -> JobName {
        let case = self.hidden.name(&job.subject.problem, &job.case);
        JobName { subject: Arc::clone(&job.subject), case }
    }

    fn outcome(&self, outcome: &Outcome) -> Outcome {
        let problem = &outcome.subject.problem;
        let is_visible = self.hidden.is_visible(problem, &outcome.case);
        let verdict = outcome.judgement.verdict;
        let judgement = if is_visible && !matches!(verdict, Verdict::JudgeError | Verdict::Skipped) {
            Judgement { interactor: None, ..outcome.judgement.clone() }
        } else {
            let reason = match verdict {
                Verdict::Accepted | Verdict::Skipped => "",
                Verdict::JudgeError => JUDGE_FAILED,
                _ => HIDDEN,
            };
            Judgement {
                verdict,
                reason: reason.to_owned(),
                notes: Vec::new(),
                share: outcome.judgement.share,
                mismatch: None,
                execution: None,
                interactor: None,
                passes: Vec::new(),
            }
        };
        Outcome {
            case: self.hidden.name(problem, &outcome.case),
            input: outcome.input.clone().filter(|_| is_visible),
            judgement,
            expected: vec![Verdict::Accepted],
            rechecks: if is_visible { outcome.rechecks.clone() } else { Vec::new() },
            decided_by: outcome.decided_by.as_ref().map(|case| self.hidden.name(problem, case)),
            machine: None,
            subject: Arc::clone(&outcome.subject),
            limits: outcome.limits.clone(),
            checker: outcome.checker,
            is_after_failure: outcome.is_after_failure,
        }
    }

    /// Why a visible case failed, with the source as its author knows it.
    fn explanation(&self, why: &Explanation) -> Explanation {
        let mut told = why.clone();
        let texts =
            told.faults.iter_mut().flat_map(|fault| iter::once(&mut fault.what).chain(&mut fault.details));
        for text in texts.chain(&mut told.said).chain(&mut told.remark) {
            *text = self.without_folder_of(&why.subject, text);
        }
        let folder = self.folder_of(&why.subject);
        let places = told.faults.iter_mut().flat_map(|fault| {
            fault.place.iter_mut().chain(fault.stack.iter_mut().filter_map(|frame| frame.place.as_mut()))
        });
        for place in places {
            let path = place.path.to_os();
            if let Some(own) = folder.as_ref().and_then(|folder| Path::new(&path).strip_prefix(folder).ok()) {
                place.path = Name::from_os(own.as_os_str());
            }
        }
        told
    }

    fn without_folder(&self, what: &NotBuilt, said: &str) -> String {
        self.without_folder_of(&what.subject, said)
    }

    /// The words of a compiler, with the source as its author knows it: without the folders of the staff.
    fn without_folder_of(&self, subject: &Subject, said: &str) -> String {
        match self.folder_of(subject) {
            Some(folder) => said.replace(&format!("{}/", Name::from_os(folder.as_os_str())), ""),
            None => said.to_owned(),
        }
    }

    /// The folder in which the source of a solution lies.
    fn folder_of(&self, subject: &Subject) -> Option<PathBuf> {
        let plan = self.plan.as_ref()?;
        let source = plan.solutions().get(plan.solution(subject)?)?.source.to_os();
        let folder = Path::new(&source).parent()?;
        (!folder.as_os_str().is_empty()).then(|| folder.to_owned())
    }
}

impl Reporter for ForStudents<'_> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        let Some(redacted) = self.redacted(&event.event) else { return Ok(()) };
        let event = Stamped { elapsed: event.elapsed, event: redacted };
        self.scoreboard.tell(&event, self.reporter.as_mut()).map(|_| ())
    }

    /// Its own are made from what it passes on.
    fn on_solution(&mut self, _summary: &SolutionSummary) -> io::Result<()> {
        Ok(())
    }

    fn finish(&mut self, exit_code: ExitCode) -> io::Result<()> {
        self.reporter.finish(exit_code)
    }
}
