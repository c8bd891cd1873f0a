//! Records of the parts of a run → one run. What comes out does not depend on the order of the records.
//!
//! Each record is read twice: first where in it each solution on each case stands, then these lines in the order of
//! the plan. So only their places are held in memory.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use harness_sandbox::Guarantees;

use crate::event::{
    EmptyProgram, Event, LeftOut, NotBuilt, Outcome, PlannedCase, PlannedSolution, Reporter, RunEnd, RunPlan,
    SolutionSummary, Stamped, Subject, Universe, Warned,
};
use crate::exit_code::ExitCode;
use crate::grading::{Ends, Gate};
use crate::judge;
use crate::model::{CheckerChoice, Name, Verdict};
use crate::scoreboard::Scoreboard;
use crate::wire::{Header, MachineMark, RecordLine, RecordReader, ReplayError, SCHEMA, UnitLine};

/// The most lines of one kind that are listed.
const MOST_LISTED: usize = 20;

/// Records that are parts of one run.
pub struct Merging {
    parts: Vec<Part>,
    universe: Universe,
}

/// The record of a part.
struct Part {
    path: PathBuf,
    header: Header,
}

/// What was found besides the run itself.
#[derive(Debug, Default)]
pub struct Merged {
    /// What is odd and does no harm.
    pub notes: Vec<String>,
    /// Where records say different things about the same.
    pub conflicts: Vec<String>,
    /// What is in no part.
    pub missing: Vec<String>,
}

impl Merged {
    /// So many at most, and how many there are more.
    #[must_use]
    pub fn listed(lines: &[String]) -> Vec<String> {
        let more = lines.len().saturating_sub(MOST_LISTED);
        let mut listed: Vec<String> = lines.iter().take(MOST_LISTED).cloned().collect();
        listed.extend((more > 0).then(|| format!("{more} more")));
        listed
    }
}

/// Where a judgement stands.
#[derive(Clone, Copy)]
struct PlaceInFile {
    part: u32,
    length: u32,
    offset: u64,
    verdict: Verdict,
    has_run: bool,
}

/// What the records say beside judgements.
#[derive(Default)]
struct Around {
    left_out: BTreeMap<Name, LeftOut>,
    not_built: BTreeMap<usize, (usize, NotBuilt)>,
    warned: BTreeMap<usize, Warned>,
    empty: BTreeMap<String, EmptyProgram>,
    guarantees: Vec<Guarantees>,
    workers: usize,
    end: Option<RunEnd>,
}

impl Merging {
    /// Opens records, and makes sure that they are parts of one run.
    ///
    /// # Errors
    /// A record cannot be read, or is not of the same run as the others: what differs is named.
    pub fn open(paths: &[PathBuf]) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut universes: Vec<(PathBuf, Universe)> = Vec::new();
        for path in paths {
            let shown = path.display();
            let failed = |error: ReplayError| format!("`{shown}`: {error}");
            let file = File::open(path).map_err(|error| failed(error.into()))?;
            let (header, mut reader) = RecordReader::new(BufReader::new(file)).map_err(failed)?;
            if !["grade", "merge"].contains(&header.command.as_str()) {
                return Err(format!(
                    "`{shown}` is the record of `{}`, and only those of `grade` can be merged",
                    header.command
                ));
            }
            // The universes of parts are equal, and each may be large.
            let is_new = universes.is_empty()
                || header.universe != parts.last().and_then(|part: &Part| part.header.universe);
            let first = if is_new { reader.next_line().map_err(failed)? } else { None };
            if let Some(RecordLine::Universe(universe)) = first {
                universes.push((path.clone(), universe));
            }
            parts.push(Part { path: path.clone(), header });
        }
        let mut universes = universes.into_iter();
        let Some((first, universe)) = universes.next() else {
            return Err("no record says what the run is about: all are cut off at their beginning".to_owned());
        };
        for (path, other) in universes {
            let differences = universe.differences(&other);
            if !differences.is_empty() {
                return Err(format!(
                    "`{}` and `{}` are not parts of one run: {}",
                    first.display(),
                    path.display(),
                    differences.join("; ")
                ));
            }
        }
        parts.sort_by(|one, other| one.key().cmp(&other.key()));
        Ok(Self { parts, universe })
    }

    /// The header of the whole.
    #[must_use]
    pub fn header(&self) -> Header {
        let ids: Vec<&str> = self.parts.iter().map(|part| part.header.id.as_str()).collect();
        let first = &self.parts[0].header;
        let is_same = |header: &Header| header.machine == first.machine;
        let machine = if self.parts.iter().all(|part| is_same(&part.header)) {
            first.machine.clone()
        } else {
            MachineMark { cpu: "several machines".to_owned(), ..MachineMark::default() }
        };
        let started = self.parts.iter().map(|part| &part.header.started).min();
        let own = crate::model::Digest::of(&ids).to_string();
        let day = first.id.split('-').take(2).collect::<Vec<_>>().join("-");
        Header {
            schema: SCHEMA,
            id: format!("{day}-{}", &own[..4]),
            command: "merge".to_owned(),
            arguments: ids.iter().map(|id| (*id).to_owned()).collect(),
            started: started.cloned().unwrap_or_default(),
            shard: None,
            machine,
            ..first.clone()
        }
    }

    /// All that the run is about.
    #[must_use]
    pub fn universe(&self) -> &Universe {
        &self.universe
    }

    /// Tells a reporter the whole run, in the order of the plan. With `allow_missing` only what is there is told.
    ///
    /// # Errors
    /// A record cannot be read, or a report cannot be written.
    pub fn tell(
        &self,
        allow_missing: bool,
        reporter: &mut dyn Reporter,
    ) -> Result<(Merged, ExitCode), ReplayError> {
        let mut merged = Merged::default();
        let whole = Arc::new(RunPlan::new(
            self.universe.solutions.clone(),
            self.universe.is_partial,
            (0, 0),
            NO_GUARANTEES,
        ));
        let (places, around) = self.index(&whole, &mut merged)?;
        self.compare_guarantees(&around, &mut merged);
        self.find_missing(&whole, &places, &around, &mut merged);
        let plan = if allow_missing && !merged.missing.is_empty() {
            present(&whole, &places, &around)
        } else {
            whole.solutions().to_vec()
        };
        let is_partial = whole.is_partial
            || plan.len() != whole.solutions().len()
            || (allow_missing && !merged.missing.is_empty());
        let is_built = |planned: &&PlannedSolution| {
            whole.solution(&planned.subject).is_some_and(|place| !around.not_built.contains_key(&place))
        };
        let jobs = plan.iter().filter(is_built).map(|planned| planned.cases.len()).sum();
        let guarantees = around.guarantees.first().copied().unwrap_or(NO_GUARANTEES);
        let plan = Arc::new(RunPlan::new(plan, is_partial, (jobs, around.workers), guarantees));
        let has = |option: &str| self.universe.options.iter().any(|of| of == option);
        let ends = Ends { of_groups: !has("--all"), of_solutions: has("--first-failure") };
        let mut telling = Telling {
            merging: self,
            whole: &whole,
            plan: &plan,
            files: self.parts.iter().map(|part| File::open(&part.path)).collect::<io::Result<_>>()?,
            are_mixed: self
                .parts
                .iter()
                .any(|part| part.header.machine.fingerprint != self.parts[0].header.machine.fingerprint),
            scoreboard: Scoreboard::default(),
            tally: MergeTally::default(),
            reporter,
        };
        telling.run(&places, around, Gate::new(&plan, ends))?;
        let code = telling.tally.exit_code(&merged, allow_missing);
        Ok((merged, code))
    }

    /// The first reading: where each judgement stands, and all that is told beside.
    fn index(
        &self,
        plan: &RunPlan,
        merged: &mut Merged,
    ) -> Result<(Vec<Option<PlaceInFile>>, Around), ReplayError> {
        let mut places: Vec<Option<PlaceInFile>> = vec![None; self.universe.units()];
        let mut around = Around::default();
        let (mut twice, mut unknown) = (0, 0);
        for (number, part) in self.parts.iter().enumerate() {
            let (_, mut reader) = RecordReader::new(BufReader::new(File::open(&part.path)?))?;
            let mut has_ended = false;
            while let Some((offset, text)) = reader.next_text()? {
                if !text.ends_with(b"\n") {
                    break;
                }
                let Some(unit) = UnitLine::read(text) else {
                    match reader.line()? {
                        RecordLine::Event(event) => self.beside(event, number, plan, &mut around, merged),
                        RecordLine::End(_) => has_ended = true,
                        RecordLine::Universe(_) => {}
                    }
                    continue;
                };
                let Some(place) = plan.job(&unit.subject, &unit.case) else {
                    unknown += 1;
                    continue;
                };
                let new = PlaceInFile {
                    part: u32::try_from(number).unwrap_or(u32::MAX),
                    length: u32::try_from(text.len()).unwrap_or(u32::MAX),
                    offset,
                    verdict: unit.verdict,
                    has_run: unit.verdict != Verdict::Skipped || unit.is_decided,
                };
                let slot = &mut places[place.sequence];
                match slot {
                    Some(old) if old.has_run && new.has_run && old.verdict != new.verdict => {
                        let path = |part: u32| self.parts[part as usize].path.display();
                        merged.conflicts.push(format!(
                            "{} on {}: {} in `{}`, {} in `{}`",
                            unit.subject,
                            unit.case,
                            old.verdict,
                            path(old.part),
                            new.verdict,
                            path(new.part)
                        ));
                    }
                    Some(old) if old.has_run && new.has_run => twice += 1,
                    Some(old) if old.has_run => {}
                    _ => *slot = Some(new),
                }
            }
            if !has_ended {
                merged
                    .notes
                    .push(format!("`{}` was cut off; it counts as far as it goes", part.path.display()));
            }
        }
        if twice > 0 {
            merged.notes.push(format!("{twice} judgements are there twice, with equal verdicts"));
        }
        if unknown > 0 {
            merged.notes.push(format!("{unknown} judgements are about nothing that the run is about"));
        }
        Ok((places, around))
    }

    fn beside(&self, event: Stamped, part: usize, plan: &RunPlan, around: &mut Around, merged: &mut Merged) {
        match event.event {
            Event::LeftOut(left_out) => _ = around.left_out.entry(left_out.path.clone()).or_insert(*left_out),
            Event::RunStarted(plan) => {
                around.guarantees.push(plan.guarantees);
                around.workers = around.workers.max(plan.workers);
            }
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
            Event::RunFinished(end) => {
                let longest = around.end.map_or(Duration::ZERO, |end| end.wall).max(end.wall);
                let steal = around.end.map_or(0, |end| end.steal_per_mille).max(end.steal_per_mille);
                around.end = Some(RunEnd { wall: longest, interrupted: None, steal_per_mille: steal });
            }
            Event::BuildStarted { .. }
            | Event::Building { .. }
            | Event::BuildFinished
            | Event::Judged(_)
            | Event::Provisional => {}
        }
    }

    fn compare_guarantees(&self, around: &Around, merged: &mut Merged) {
        if around.guarantees.iter().any(|other| *other != around.guarantees[0]) {
            merged.notes.push(
                "the machines do not enforce the same; what the report says holds for the first part"
                    .to_owned(),
            );
        }
        let versions: Vec<&str> = self.parts.iter().map(|part| part.header.harness.as_str()).collect();
        if versions.iter().any(|version| *version != versions[0]) {
            merged.notes.push(format!(
                "the parts were judged by different versions of the judge: {}",
                versions.join(", ")
            ));
        }
    }

    fn find_missing(
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
                if of_cases().any(|(_, place)| place.is_some_and(|place| place.has_run)) {
                    let path = self.parts[*part].path.display();
                    merged.conflicts.push(format!(
                        "{}: {} in `{path}`, judged in another part",
                        planned.subject, what.verdict
                    ));
                }
                continue;
            }
            let is_missing = |place: &&Option<PlaceInFile>| place.is_none_or(|place| !place.has_run);
            let missing: Vec<&PlannedCase> =
                of_cases().filter(|(_, place)| is_missing(place)).map(|(case, _)| case).collect();
            if missing.len() == planned.cases.len() {
                merged.missing.push(format!("{}: all {} cases", planned.subject, missing.len()));
            } else {
                merged
                    .missing
                    .extend(missing.iter().map(|case| format!("{} on {}", planned.subject, case.name)));
            }
        }
    }
}

impl Part {
    /// Parts are taken in this order, whatever the order on the command line.
    fn key(&self) -> impl Ord + '_ {
        (&self.header.shard, &self.header.id, &self.header.machine)
    }
}

/// What a plan says before any machine is known.
const NO_GUARANTEES: Guarantees = Guarantees {
    cpu: harness_sandbox::CpuMeter::Wait,
    memory: harness_sandbox::MemoryMeter::Sampled,
    kill: harness_sandbox::KillMethod::Sweep,
    files: harness_sandbox::Files::Open,
    network: harness_sandbox::Network::Open,
};

/// The solutions with the cases that are there.
fn present(plan: &RunPlan, places: &[Option<PlaceInFile>], around: &Around) -> Vec<PlannedSolution> {
    let of_solution = |(index, planned): (usize, &PlannedSolution)| {
        if around.not_built.contains_key(&index) {
            return Some(planned.clone());
        }
        let there = planned.cases.iter().zip(&places[plan.first_job(index)..]);
        let there = there.filter(|(_, place)| place.is_some_and(|place| place.has_run));
        let cases: Arc<[PlannedCase]> = there.map(|(case, _)| case.clone()).collect();
        (!cases.is_empty()).then(|| PlannedSolution { cases, ..planned.clone() })
    };
    plan.solutions().iter().enumerate().filter_map(of_solution).collect()
}

/// What the exit code is made of.
#[derive(Default)]
struct MergeTally {
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

    fn exit_code(&self, merged: &Merged, allow_missing: bool) -> ExitCode {
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
struct Telling<'m> {
    merging: &'m Merging,
    /// The plan of all that the run is about.
    whole: &'m RunPlan,
    /// The plan of what is told.
    plan: &'m Arc<RunPlan>,
    files: Vec<File>,
    /// The parts ran on machines that are not alike.
    are_mixed: bool,
    scoreboard: Scoreboard,
    tally: MergeTally,
    reporter: &'m mut dyn Reporter,
}

impl Telling<'_> {
    fn run(
        &mut self,
        places: &[Option<PlaceInFile>],
        around: Around,
        mut gate: Gate,
    ) -> Result<(), ReplayError> {
        let end =
            around.end.unwrap_or(RunEnd { wall: Duration::ZERO, interrupted: None, steal_per_mille: 0 });
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
        self.emit(Event::RunFinished(end))
    }

    fn read(&self, place: PlaceInFile) -> Result<Event, ReplayError> {
        let mut text = vec![0; place.length as usize];
        self.files[place.part as usize].read_exact_at(&mut text, place.offset)?;
        let part = &self.merging.parts[place.part as usize];
        let line = serde_json::from_slice(&text).map_err(|why| ReplayError::Line { line: 0, why })?;
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

/// The outcome of what is in no part.
fn absent(planned: &PlannedSolution, case: &PlannedCase) -> Outcome {
    Outcome {
        subject: Arc::<Subject>::clone(&planned.subject),
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

#[cfg(test)]
mod tests;
