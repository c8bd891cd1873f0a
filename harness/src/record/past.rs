//! What is known of solutions on cases from records: of each the last judgement that is still about the same
//! source, the same case, the same limits and the same expectation.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::event::{Event, Outcome, PlannedSolution, Reporter, SolutionSummary, Stamped, Subject, Universe};
use crate::exit_code::ExitCode;
use crate::model::{Digest, Limits, Name, Scope, Verdict};
use crate::record::Store;
use crate::scoreboard::Scoreboard;
use crate::wire::{Header, RecordLine, RecordReader, ReplayError};

/// A run as its record tells it.
#[derive(Debug)]
pub struct PastRun {
    /// Which run it is.
    pub header: Header,
    /// What it is about; none where the record was cut off before it is told.
    pub universe: Option<Universe>,
    /// What came of solutions on cases, in the order in which it was told; nothing where that was not wanted.
    pub outcomes: Vec<Outcome>,
    /// What came of solutions.
    pub summaries: Vec<SolutionSummary>,
    /// How the command ended; none where the record was cut off.
    pub ended: Option<ExitCode>,
    /// How long it took.
    pub wall: Option<Duration>,
    /// How long after its first event its last one came.
    pub lasted: Duration,
}

/// Keeps what the scoreboard tells.
#[derive(Default)]
struct Kept {
    outcomes: Vec<Outcome>,
    summaries: Vec<SolutionSummary>,
    wall: Option<Duration>,
    /// Outcomes are not kept.
    is_short: bool,
    /// When the first event came and when the last.
    first: Option<Duration>,
    last: Duration,
}

impl Reporter for Kept {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        self.first.get_or_insert(event.elapsed);
        self.last = event.elapsed;
        match &event.event {
            Event::Judged(outcome) if !self.is_short => self.outcomes.push(outcome.as_ref().clone()),
            Event::RunFinished(end) => self.wall = end.wall,
            _ => {}
        }
        Ok(())
    }

    fn on_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        self.summaries.push(summary.clone());
        Ok(())
    }

    fn finish(&mut self, _exit_code: ExitCode) -> io::Result<()> {
        Ok(())
    }
}

impl PastRun {
    /// Reads a record, up to where it was cut off.
    ///
    /// # Errors
    /// It cannot be read, or is no record.
    pub fn read(path: &Path) -> Result<Self, ReplayError> {
        let file = RecordReader::new(BufReader::new(File::open(path)?))?;
        Self::read_on(file, None, false)
    }

    /// Reads a record without its outcomes, if it is about something and that is wanted.
    ///
    /// # Errors
    /// It cannot be read, or is no record.
    pub fn summary_if(
        path: &Path,
        is_wanted: impl FnOnce(&Header, &Universe) -> bool,
    ) -> Result<Option<Self>, ReplayError> {
        let (header, mut reader) = RecordReader::new(BufReader::new(File::open(path)?))?;
        match reader.next_line()? {
            Some(RecordLine::Universe(universe)) if is_wanted(&header, &universe) => {
                Self::read_on((header, reader), Some(universe), true).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Which run a record is of, and what that is about, if it tells that.
    ///
    /// # Errors
    /// It cannot be read, or is no record.
    pub fn about(path: &Path) -> Result<(Header, Option<Universe>), ReplayError> {
        let (header, mut reader) = RecordReader::new(BufReader::new(File::open(path)?))?;
        let universe = match reader.next_line()? {
            Some(RecordLine::Universe(universe)) => Some(universe),
            _ => None,
        };
        Ok((header, universe))
    }

    fn read_on(
        (header, mut reader): (Header, RecordReader<BufReader<File>>),
        universe: Option<Universe>,
        is_short: bool,
    ) -> Result<Self, ReplayError> {
        let (mut kept, mut scoreboard) = (Kept { is_short, ..Kept::default() }, Scoreboard::default());
        let (mut universe, mut ended) = (universe, None);
        while let Some(line) = reader.next_line()? {
            match line {
                RecordLine::Universe(told) => universe = Some(told),
                RecordLine::Event(event) => _ = scoreboard.tell(&event, &mut kept)?,
                RecordLine::Slowest(_) | RecordLine::Document(_) | RecordLine::Hunt(_) => {}
                RecordLine::End(exit_code) => ended = Some(exit_code),
            }
        }
        let Kept { outcomes, summaries, wall, first, last, .. } = kept;
        let lasted = last.saturating_sub(first.unwrap_or(last));
        Ok(Self { header, universe, outcomes, summaries, ended, wall, lasted })
    }
}

/// What became of a solution on a case.
#[derive(Clone, Debug)]
pub struct PastUnit {
    /// The verdict.
    pub verdict: Verdict,
    /// It was run or decided, and nothing about it was not as expected.
    pub is_fine: bool,
    /// Its CPU time, where it ran.
    pub cpu: Option<Duration>,
    /// What the verdict was made of, and what was expected, as they were.
    content: Option<UnitContent>,
}

/// A solution on a case, by name.
pub type UnitName = (Arc<Subject>, Name);

/// The last that is known of each.
#[derive(Debug, Default)]
pub struct Past {
    units: HashMap<Arc<Subject>, BTreeMap<Vec<u8>, PastUnit>>,
}

impl Past {
    /// What the records of a workspace say, the newest first, until everything wanted is known.
    #[must_use]
    pub fn of(store: &Store, universe: &Universe) -> Self {
        let mut past = Self::default();
        for stored in store.graded() {
            // What cannot be read says nothing.
            let Ok(run) = PastRun::read(&stored.path) else { continue };
            past.take(&run);
            if past.knows_all(universe) {
                break;
            }
        }
        past
    }

    /// What one run says.
    #[must_use]
    pub fn of_run(run: &PastRun) -> Self {
        let mut past = Self::default();
        past.take(run);
        past
    }

    fn knows_all(&self, universe: &Universe) -> bool {
        let is_known = |subject: &Subject, case: &Name| self.last(subject, case).is_some();
        let mut solutions = universe.solutions.iter();
        solutions.all(|planned| planned.cases.iter().all(|case| is_known(&planned.subject, &case.name)))
    }

    /// Adds an older run: what is known already is newer.
    fn take(&mut self, run: &PastRun) {
        if !run.header.is_graded() {
            return;
        }
        let contents = run.universe.as_ref().map(Contents::of);
        let content = |subject: &Subject, case: &Name| contents.as_ref()?.of_unit(subject, case);
        // Where nothing kills a wrong solution, or its points are not those meant, all of its cases take part.
        let is_unmet = |summary: &&SolutionSummary| summary.unmet.is_some() || summary.points_unmet.is_some();
        let unmet: Vec<&Subject> =
            run.summaries.iter().filter(is_unmet).map(|summary| summary.subject.as_ref()).collect();
        // What was stopped by a failure that was not expected goes on when that is mended.
        let is_unfinished = |summary: &&SolutionSummary| summary.stopped_at.is_some() && !summary.as_expected;
        let unfinished: Vec<&Subject> =
            run.summaries.iter().filter(is_unfinished).map(|summary| summary.subject.as_ref()).collect();
        for outcome in &run.outcomes {
            let subject = &outcome.subject;
            let is_open = outcome.is_after_failure && unfinished.contains(&subject.as_ref());
            let has_run = outcome.judgement.verdict != Verdict::Skipped || outcome.decided_by.is_some();
            let has_run = has_run && !is_open;
            let unit = PastUnit {
                verdict: outcome.judgement.verdict,
                is_fine: has_run && outcome.as_expected() && !unmet.contains(&subject.as_ref()),
                cpu: outcome.judgement.execution.as_ref().map(|facts| facts.usage.cpu),
                content: content(subject, &outcome.case),
            };
            self.add(subject, &outcome.case, unit);
        }
        let solutions = run.universe.iter().flat_map(|universe| &universe.solutions);
        for planned in solutions {
            let of_solution =
                |summary: &&SolutionSummary| summary.subject == planned.subject && !summary.is_built;
            let Some(summary) = run.summaries.iter().find(of_solution) else { continue };
            for case in planned.cases.iter() {
                let unit = PastUnit {
                    verdict: summary.verdict,
                    is_fine: summary.as_expected,
                    cpu: None,
                    content: content(&planned.subject, &case.name),
                };
                self.add(&planned.subject, &case.name, unit);
            }
        }
    }

    fn add(&mut self, subject: &Arc<Subject>, case: &Name, unit: PastUnit) {
        let of_solution = self.units.entry(Arc::clone(subject)).or_default();
        of_solution.entry(case.as_bytes().to_vec()).or_insert(unit);
    }

    /// The last that is known of a solution on a case.
    #[must_use]
    pub fn last(&self, subject: &Subject, case: &Name) -> Option<&PastUnit> {
        self.units.get(subject)?.get(case.as_bytes())
    }

    /// Of each solution of a universe the places of the cases that were not as expected, did not run, or are new:
    /// not known, or with another source, content, limits, checker or expectation. Where something is expected of all cases together, these are
    /// all of them or none.
    #[must_use]
    pub fn outstanding(&self, universe: &Universe) -> Vec<Vec<usize>> {
        let contents = Contents::of(universe);
        let is_wanted = |subject: &Subject, case: &Name| {
            self.last(subject, case)
                .is_none_or(|unit| !unit.is_fine || unit.content != contents.of_unit(subject, case))
        };
        let of_solution = |planned: &PlannedSolution| {
            let wanted = |place: &usize| is_wanted(&planned.subject, &planned.cases[*place].name);
            let places: Vec<usize> = (0..planned.cases.len()).filter(wanted).collect();
            // What all cases must show together, some of them cannot.
            let expected = &planned.expectation;
            let is_of_all = expected.points.is_some()
                || expected.scope == Scope::Final
                || !expected.required().is_empty();
            if is_of_all && !places.is_empty() { (0..planned.cases.len()).collect() } else { places }
        };
        universe.solutions.iter().map(of_solution).collect()
    }

    /// What was not as expected, or did not run.
    pub fn not_fine(&self) -> impl Iterator<Item = UnitName> + '_ {
        use std::os::unix::ffi::OsStrExt as _;
        let name = |case: &[u8]| Name::from_os(std::ffi::OsStr::from_bytes(case));
        self.units.iter().flat_map(move |(subject, cases)| {
            let failed = cases.iter().filter(|(_, unit)| !unit.is_fine);
            failed.map(move |(case, _)| (Arc::clone(subject), name(case)))
        })
    }
}

/// What the verdict of a solution on a case is made of, and what is expected of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct UnitContent {
    /// The source of the solution.
    source: Digest,
    /// The files of the case, and what decides there.
    case: Digest,
    /// The limits and the expectation.
    terms: Digest,
}

/// What units of a universe are made of, by name.
struct Contents<'u> {
    sources: HashMap<&'u Subject, Digest>,
    cases: HashMap<(&'u [u8], &'u [u8]), Digest>,
    terms: HashMap<&'u Subject, HashMap<&'u [u8], Digest>>,
}

impl<'u> Contents<'u> {
    fn of(universe: &'u Universe) -> Self {
        let sources = universe.solutions.iter().zip(&universe.sources);
        let case = |problem: &'u Name, (case, digest): &'u (Name, Digest)| {
            ((problem.as_bytes(), case.as_bytes()), *digest)
        };
        let cases = universe.problems.iter().flat_map(|of| of.cases.iter().map(|one| case(&of.problem, one)));
        let terms = universe.solutions.iter().map(|planned| (planned.subject.as_ref(), terms_of(planned)));
        Self {
            sources: sources.map(|(planned, digest)| (planned.subject.as_ref(), *digest)).collect(),
            cases: cases.collect(),
            terms: terms.collect(),
        }
    }

    fn of_unit(&self, subject: &Subject, case: &Name) -> Option<UnitContent> {
        Some(UnitContent {
            source: *self.sources.get(subject)?,
            case: *self.cases.get(&(subject.problem.as_bytes(), case.as_bytes()))?,
            terms: *self.terms.get(subject)?.get(case.as_bytes())?,
        })
    }
}

/// By case, the digest of the limits of a solution there and of what is expected of it.
fn terms_of(planned: &PlannedSolution) -> HashMap<&[u8], Digest> {
    let PlannedSolution { expectation, cases, groups, .. } = planned;
    let of_all = format!("{:?}", (expectation.scope, &expectation.points, groups));
    let mut found = HashMap::new();
    // Neighbours mostly have the same.
    let mut last: Option<(&Limits, &[Verdict], &[Verdict], Digest)> = None;
    for case in cases.iter() {
        let (limits, permitted) = (case.limits.as_ref(), expectation.permitted(&case.name));
        let required = expectation.rule(&case.name).map_or(&[][..], |rule| &rule.required);
        let known = last
            .filter(|(of, may, must, _)| std::ptr::eq(*of, limits) && *may == permitted && *must == required);
        let digest = known.map(|(.., digest)| digest);
        let digest = digest.unwrap_or_else(|| {
            Digest::of([format!("{limits:?}"), format!("{permitted:?} {required:?}"), of_all.clone()])
        });
        last = Some((limits, permitted, required, digest));
        found.insert(case.name.as_bytes(), digest);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Past, PastRun};
    use crate::event::fixture::{outcome, planned, subject};
    use crate::event::{PlannedCase, ProblemContent, Universe};
    use crate::model::{Bytes, Digest, Expectation, Glob, Limits, Name, Permitted, Scope, Verdict};
    use crate::wire::Header;
    use std::time::Duration;

    fn universe() -> Universe {
        Universe {
            solutions: vec![planned(&subject("p", "s", "rust"), Expectation::accepted(), &["1", "2"])],
            sources: vec![Digest::of(["source"])],
            settings: Vec::new(),
            problems: vec![ProblemContent {
                problem: Name::from("p"),
                cases: ["1", "2"].map(|case| (Name::from(case), Digest::of([case]))).into(),
            }],
            is_partial: false,
            options: Vec::new(),
        }
    }

    /// The places that are run again after all was accepted, where this has changed meanwhile.
    fn outstanding(change: impl FnOnce(&mut Universe)) -> Vec<usize> {
        let before = universe();
        let subject = &before.solutions[0].subject;
        let accepted = |case: &str| outcome(subject, Name::from(case), Verdict::Accepted);
        let run = PastRun {
            header: Header::bare("grade"),
            outcomes: ["1", "2"].map(accepted).into(),
            universe: Some(before),
            summaries: Vec::new(),
            ended: None,
            wall: None,
            lasted: Duration::ZERO,
        };
        let mut now = universe();
        change(&mut now);
        Past::of_run(&run).outstanding(&now).remove(0)
    }

    fn limited(of: &mut Universe, case: usize, change: impl Fn(&mut Limits)) {
        let own = of.solutions[0].cases.to_vec();
        let own = own.into_iter().enumerate().map(|(place, case_of)| {
            let mut limits = Limits::clone(&case_of.limits);
            if place == case {
                change(&mut limits);
            }
            (case_of.name, limits, case_of.files)
        });
        of.solutions[0].cases = PlannedCase::list(own);
    }

    #[test]
    fn what_is_the_same_is_not_run_again() {
        assert_eq!(outstanding(|_| {}), [0; 0]);
        assert_eq!(outstanding(|of| of.solutions[0].source = Name::from("moved.rs")), [0; 0]);
    }

    #[test]
    fn what_has_other_content_is_run_again() {
        assert_eq!(outstanding(|of| of.sources[0] = Digest::of(["other"])), [0, 1]);
        assert_eq!(outstanding(|of| of.problems[0].cases[1].1 = Digest::of(["other"])), [1]);
    }

    #[test]
    fn what_has_other_limits_is_run_again() {
        assert_eq!(outstanding(|of| limited(of, 1, |limits| limits.time /= 2)), [1]);
        assert_eq!(outstanding(|of| limited(of, 0, |limits| limits.memory = Bytes(1))), [0]);
        assert_eq!(outstanding(|of| limited(of, 0, |limits| limits.output = Some(Bytes(1)))), [0]);
    }

    #[test]
    fn what_is_expected_otherwise_is_run_again() {
        let wrong = || Permitted::of(vec![Verdict::Accepted, Verdict::WrongAnswer]);
        let all = Expectation::everywhere(vec![Verdict::WrongAnswer]);
        assert_eq!(outstanding(|of| of.solutions[0].expectation = all), [0, 1]);
        let permitted = Permitted { required: Vec::new(), ..wrong() };
        let of_one = Expectation::of_cases(vec![(Glob::new("2").unwrap(), permitted)]);
        assert_eq!(outstanding(|of| of.solutions[0].expectation = of_one), [1]);
        assert_eq!(outstanding(|of| of.solutions[0].expectation.scope = Scope::Final), [0, 1]);
    }
}
