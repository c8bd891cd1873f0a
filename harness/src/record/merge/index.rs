//! The first reading: where in the records each judgement stands, and all that is told beside judgements.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;

use harness_sandbox::Guarantees;

use crate::event::{
    Drawing, EmptyProgram, Event, Explanation, LeftOut, NotBuilt, PlannedCase, PlannedSolution, RunEnd,
    RunPlan, Stamped, Warned,
};
use crate::model::{Name, Verdict, counted};
use crate::record::merge::parts::{Merged, Merging};
use crate::record::merge::place::PlaceInFile;
use crate::wire::{RecordLine, RecordReader, ReplayError, RunLine, UnitLine};

/// What the records say beside judgements.
#[derive(Default)]
pub(super) struct Around {
    pub(super) left_out: BTreeMap<Name, LeftOut>,
    pub(super) not_built: BTreeMap<usize, (usize, NotBuilt)>,
    pub(super) warned: BTreeMap<usize, Warned>,
    pub(super) empty: BTreeMap<String, EmptyProgram>,
    pub(super) drawn: BTreeMap<(Name, Name, Option<Name>), Drawing>,
    /// By the place of the solution and, where parts have explained several, that of the case.
    pub(super) explained: BTreeMap<(usize, usize), Explanation>,
    pub(super) machine: String,
    pub(super) is_class: bool,
    pub(super) guarantees: Vec<Guarantees>,
    pub(super) workers: usize,
    pub(super) end: Option<RunEnd>,
}

impl Around {
    /// A part has begun.
    fn begin(&mut self, begun: RunLine) {
        self.guarantees.push(begun.guarantees);
        self.workers = self.workers.max(begun.workers);
        self.is_class |= begun.is_class;
        if self.machine.is_empty() {
            self.machine = begun.machine;
        }
    }
}

impl Merging {
    /// The first reading: where each judgement stands, and all that is told beside.
    pub(super) fn index(
        &self,
        plan: &RunPlan,
        merged: &mut Merged,
    ) -> Result<(Vec<Option<PlaceInFile>>, Around), ReplayError> {
        let mut places: Vec<Option<PlaceInFile>> = vec![None; self.universe.units()];
        let mut around = Around::default();
        let (mut twice, mut unknown) = (0, 0);
        for (number, part) in self.parts.iter().enumerate() {
            let failed = |why: ReplayError| why.of(&part.path);
            let file = File::open(&part.path).map_err(|why| failed(why.into()))?;
            let (_, mut reader) = RecordReader::new(BufReader::new(file)).map_err(failed)?;
            let mut has_ended = false;
            while let Some((offset, text)) = reader.next_text().map_err(|why| failed(why.into()))? {
                if !text.ends_with(b"\n") {
                    break;
                }
                if let Some(begun) = RunLine::read(text) {
                    around.begin(begun);
                    continue;
                }
                let Some(unit) = UnitLine::read(text) else {
                    match reader.line().map_err(failed)? {
                        RecordLine::Event(event) => self.beside(event, number, plan, &mut around, merged),
                        RecordLine::End(_) => has_ended = true,
                        RecordLine::Universe(_)
                        | RecordLine::Slowest(_)
                        | RecordLine::Document(_)
                        | RecordLine::Hunt(_) => {}
                    }
                    continue;
                };
                let Some(place) = plan.job(&unit.subject, &unit.case) else {
                    unknown += 1;
                    continue;
                };
                let has_run = unit.verdict != Verdict::Skipped || unit.is_decided;
                let new = PlaceInFile::new(number, offset, unit.verdict, has_run);
                // Records that are too long were refused; one may have grown since.
                let new = new.ok_or_else(|| failed(ReplayError::Changed(part.path.clone())))?;
                let slot = &mut places[place.sequence];
                match slot {
                    Some(old) if old.has_run() && has_run && old.verdict() != unit.verdict => {
                        let path = |part: usize| self.parts[part].path.display();
                        merged.conflicts.push(format!(
                            "{} on {}: {} in `{}`, {} in `{}`",
                            unit.subject,
                            unit.case,
                            old.verdict(),
                            path(old.part()),
                            unit.verdict,
                            path(number)
                        ));
                    }
                    Some(old) if old.has_run() && has_run => twice += 1,
                    Some(old) if old.has_run() => {}
                    _ => *slot = Some(new),
                }
            }
            if !has_ended {
                merged
                    .notes
                    .push(format!("`{}` was cut off; its complete lines are used", part.path.display()));
            }
        }
        if twice > 0 {
            merged.notes.push(format!(
                "{} {} in two records, with the same verdict",
                counted(twice, "run"),
                if twice == 1 { "is" } else { "are" }
            ));
        }
        if unknown > 0 {
            merged.notes.push(format!(
                "{} {} of solutions or cases outside the run",
                counted(unknown, "verdict"),
                if unknown == 1 { "is" } else { "are" }
            ));
        }
        Ok((places, around))
    }

    fn beside(&self, event: Stamped, part: usize, plan: &RunPlan, around: &mut Around, merged: &mut Merged) {
        match event.event {
            Event::LeftOut(left_out) => _ = around.left_out.entry(left_out.path.clone()).or_insert(*left_out),
            Event::RunStarted(plan) => around.begin(RunLine {
                workers: plan.workers,
                guarantees: plan.guarantees,
                machine: plan.machine.clone(),
                is_class: plan.is_class,
            }),
            Event::NotBuilt(what) => {
                let Some(place) = plan.solution(&what.subject) else { return };
                match around.not_built.get(&place) {
                    Some((first, old)) if old.verdict != what.verdict => merged.conflicts.push(format!(
                        "{}: {} in `{}`, {} in `{}`",
                        what.subject,
                        old.verdict,
                        self.parts[*first].path.display(),
                        what.verdict,
                        self.parts[part].path.display()
                    )),
                    Some(_) => {}
                    None => _ = around.not_built.insert(place, (part, *what)),
                }
            }
            Event::Warned(what) => {
                if let Some(place) = plan.solution(&what.subject) {
                    around.warned.entry(place).or_insert(*what);
                }
            }
            Event::EmptyProgram(empty) => _ = around.empty.entry(empty.language.clone()).or_insert(empty),
            Event::Drawn(what) => {
                let of = (what.problem.clone(), what.case.clone(), what.solution.clone());
                around.drawn.entry(of).or_insert(*what);
            }
            Event::Explained(what) => {
                if let Some(place) = plan.job(&what.subject, &what.case) {
                    around.explained.entry((place.solution, place.case)).or_insert(*what);
                }
            }
            Event::RunFinished(end) => {
                let longest = around.end.and_then(|end| end.wall).max(end.wall);
                let steal = around.end.map_or(0, |end| end.steal_per_mille).max(end.steal_per_mille);
                around.end = Some(RunEnd { wall: longest, interrupted: None, steal_per_mille: steal });
            }
            Event::BuildStarted { .. }
            | Event::Building { .. }
            | Event::BuildFinished
            | Event::Judged(_)
            | Event::Started(_)
            | Event::Waits(_)
            | Event::Provisional => {}
        }
    }

    /// Lists what is in no part.
    pub(super) fn find_missing(
        &self,
        plan: &RunPlan,
        places: &[Option<PlaceInFile>],
        around: &Around,
        merged: &mut Merged,
    ) {
        for (index, planned) in plan.solutions().iter().enumerate() {
            let first = plan.first_job(index);
            let of_cases = || planned.cases.iter().zip(&places[first..]);
            if let Some((part, what)) = around.not_built.get(&index) {
                if of_cases().any(|(_, place)| place.is_some_and(PlaceInFile::has_run)) {
                    let path = self.parts[*part].path.display();
                    merged.conflicts.push(format!(
                        "{}: {} in `{path}`, judged in another part",
                        planned.subject, what.verdict
                    ));
                }
                continue;
            }
            let is_missing = |place: &&Option<PlaceInFile>| place.is_none_or(|place| !place.has_run());
            let missing: Vec<&PlannedCase> =
                of_cases().filter(|(_, place)| is_missing(place)).map(|(case, _)| case).collect();
            if missing.len() == planned.cases.len() {
                merged.missing.push(format!("{}: all {}", planned.subject, counted(missing.len(), "case")));
            } else {
                merged
                    .missing
                    .extend(missing.iter().map(|case| format!("{} on {}", planned.subject, case.name)));
            }
        }
    }
}

/// The solutions of which something is there. A case that is in no part is one that was not run: of a solution that was
/// not judged to the end less is known than of one that was.
pub(super) fn present(
    plan: &RunPlan,
    places: &[Option<PlaceInFile>],
    around: &Around,
) -> Vec<PlannedSolution> {
    let of_solution = |(index, planned): (usize, &PlannedSolution)| {
        if around.not_built.contains_key(&index) {
            return Some(planned.clone());
        }
        let mut there = planned.cases.iter().zip(&places[plan.first_job(index)..]);
        there.any(|(_, place)| place.is_some_and(PlaceInFile::has_run)).then(|| planned.clone())
    };
    plan.solutions().iter().enumerate().filter_map(of_solution).collect()
}
