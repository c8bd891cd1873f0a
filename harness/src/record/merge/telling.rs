//! The second reading: the judgements in the order of the plan, told to a reporter.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::event::{
    Event, Outcome, PlannedCase, PlannedSolution, Reporter, RunEnd, RunPlan, SolutionSummary, Stamped,
};
use crate::exit_code::ExitCode;
use crate::grading::Gate;
use crate::judge;
use crate::model::{CheckerChoice, Verdict};
use crate::record::merge::files::OpenFiles;
use crate::record::merge::index::Around;
use crate::record::merge::parts::{Merged, Merging};
use crate::record::merge::place::PlaceInFile;
use crate::scoreboard::Scoreboard;
use crate::wire::{RecordLine, ReplayError};

/// What the exit code is made of.
#[derive(Default)]
pub(super) struct MergeTally {
    judge_failed: bool,
    unexpected: bool,
    /// Solutions of which something is missing are judged by what is there.
    open: bool,
}

impl MergeTally {
    fn take(&mut self, event: &Event, summary: Option<&SolutionSummary>) {
        if let Event::Judged(outcome) = event {
            let verdict = outcome.judgement.verdict;
            self.judge_failed |= verdict == Verdict::JudgeError;
            self.open |= verdict == Verdict::Skipped && outcome.decided_by.is_none();
            // What was not run is not yet unexpected.
            self.unexpected |= verdict != Verdict::Skipped && !outcome.as_expected() && summary.is_none();
        }
        if let Some(summary) = summary {
            self.judge_failed |= summary.verdict == Verdict::JudgeError;
            self.unexpected |= !summary.as_expected && !self.open;
            self.open = false;
        }
    }

    /// How the command ends.
    pub(super) fn exit_code(&self, merged: &Merged, allow_missing: bool) -> ExitCode {
        let is_missing = !merged.missing.is_empty() && !allow_missing;
        match () {
            () if self.judge_failed => ExitCode::JudgeFailed,
            () if self.unexpected || !merged.conflicts.is_empty() => ExitCode::Unexpected,
            () if is_missing => ExitCode::Incomplete,
            () => ExitCode::Fine,
        }
    }
}

/// The second reading.
pub(super) struct Telling<'m> {
    pub(super) merging: &'m Merging,
    /// The plan of all that the run is about.
    pub(super) whole: &'m RunPlan,
    /// The plan of what is told.
    pub(super) plan: &'m Arc<RunPlan>,
    pub(super) files: OpenFiles<'m>,
    /// The parts ran on machines that are not alike.
    pub(super) are_mixed: bool,
    pub(super) scoreboard: Scoreboard,
    pub(super) tally: MergeTally,
    pub(super) reporter: &'m mut dyn Reporter,
}

impl Telling<'_> {
    /// Tells all.
    pub(super) fn run(
        &mut self,
        places: &[Option<PlaceInFile>],
        around: Around,
        mut gate: Gate,
    ) -> Result<(), ReplayError> {
        let end = around.end.unwrap_or(RunEnd {
            wall: Some(Duration::ZERO),
            interrupted: None,
            steal_per_mille: 0,
        });
        for left_out in around.left_out.into_values() {
            self.emit(Event::LeftOut(Box::new(left_out)))?;
        }
        let plan = Arc::clone(self.plan);
        self.emit(Event::BuildStarted { programs: plan.solutions().len() })?;
        self.emit(Event::BuildFinished)?;
        self.emit(Event::RunStarted(Arc::clone(&plan)))?;
        for planned in plan.solutions() {
            let Some(whole) = self.whole.solution(&planned.subject) else { continue };
            if let Some((_, what)) = around.not_built.get(&whole) {
                self.emit(Event::NotBuilt(Box::new(what.clone())))?;
                continue;
            }
            if let Some(what) = around.warned.get(&whole) {
                self.emit(Event::Warned(Box::new(what.clone())))?;
            }
            for case in planned.cases.iter() {
                let place = self.whole.job(&planned.subject, &case.name);
                let place = place.and_then(|place| places[place.sequence]);
                let event = match place {
                    Some(place) => self.read(place)?,
                    None => Event::Judged(Box::new(absent(planned, case))),
                };
                let Some(job) = plan.job(&planned.subject, &case.name) else { continue };
                for (_, event) in gate.pass(job, event) {
                    self.emit(event)?;
                }
            }
        }
        for empty in around.empty.into_values() {
            self.emit(Event::EmptyProgram(empty))?;
        }
        for drawing in around.drawn.into_values() {
            self.emit(Event::Drawn(Box::new(drawing)))?;
        }
        for explanation in around.explained.into_values() {
            self.emit(Event::Explained(Box::new(explanation)))?;
        }
        self.emit(Event::RunFinished(end))
    }

    fn read(&mut self, place: PlaceInFile) -> Result<Event, ReplayError> {
        let text = self.files.line(place.part(), place.offset())?;
        let part = &self.merging.parts[place.part()];
        let line = serde_json::from_slice(text).map_err(|why| {
            let line = line_at(&part.path, place.offset()).unwrap_or_default();
            ReplayError::Line { line, why }.of(&part.path)
        })?;
        let RecordLine::Event(Stamped { event, .. }) = line else {
            return Err(ReplayError::Changed(part.path.clone()));
        };
        Ok(match event {
            Event::Judged(outcome) if self.are_mixed => {
                let machine = outcome.machine.clone();
                let machine = machine.or_else(|| Some(part.header.machine.fingerprint.clone()));
                Event::Judged(Box::new(Outcome { machine, ..*outcome }))
            }
            event => event,
        })
    }

    fn emit(&mut self, event: Event) -> Result<(), ReplayError> {
        // The times of the parts are those of their own clocks.
        let stamped = Stamped { elapsed: Duration::ZERO, event };
        let summary = self.scoreboard.tell(&stamped, self.reporter)?;
        self.tally.take(&stamped.event, summary.as_ref());
        Ok(())
    }
}

/// The number of the line that begins there, from 1.
fn line_at(path: &Path, offset: u64) -> io::Result<usize> {
    Ok(BufReader::new(File::open(path)?.take(offset)).split(b'\n').count() + 1)
}

/// The outcome of what is in no part.
fn absent(planned: &PlannedSolution, case: &PlannedCase) -> Outcome {
    Outcome {
        subject: Arc::clone(&planned.subject),
        case: case.name.clone(),
        input: None,
        limits: case.limits.as_ref().clone(),
        checker: CheckerChoice::Lines,
        judgement: judge::skipped("in no part of the run"),
        expected: planned.expectation.permitted(&case.name).to_vec(),
        rechecks: Vec::new(),
        decided_by: None,
        is_after_failure: false,
        machine: None,
    }
}
