//! A solution in a run: what came of it, and what that depends on.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use crate::event::{
    Outcome, PlannedCase, PlannedSolution, ProblemContent, SolutionSummary, Subject, Universe,
};
use crate::model::{Digest, Name, Verdict};
use crate::record::PastRun;
use crate::wire::Header;

/// A solution in a run.
#[derive(Clone, Debug)]
pub struct HistoryPoint {
    /// The name of the run.
    pub run: String,
    /// When the run began.
    pub started: String,
    /// The verdict.
    pub verdict: Verdict,
    /// Whether that was as expected.
    pub as_expected: bool,
    /// Cases that are AC, of so many.
    pub accepted: (usize, usize),
    /// The CPU time of its slowest case.
    pub slowest: Option<Duration>,
    /// It was judged on some of the cases that it is judged on otherwise: this says nothing of the solution as a whole.
    pub is_partial: bool,
    /// What is not as in the run before, or where all cases ran, as in the last run of all.
    pub marks: Vec<Mark>,
}

impl HistoryPoint {
    /// What came of a solution in the run with this header, whether on some of its cases, and what was not as before.
    #[must_use]
    pub fn of(header: &Header, summary: &SolutionSummary, (is_partial, marks): Compared) -> Self {
        Self {
            run: header.id.clone(),
            started: header.started.clone(),
            verdict: summary.verdict,
            as_expected: summary.as_expected,
            accepted: (summary.accepted, summary.cases),
            slowest: summary.slowest.as_ref().map(|slowest| slowest.cpu),
            is_partial,
            marks,
        }
    }
}

/// A solution in a run, with what its speed and its marks are made of.
#[derive(Clone, Debug)]
pub struct Measured {
    /// What is told of it.
    pub point: HistoryPoint,
    /// Its CPU time by case, where it ran to its end.
    pub cpu: BTreeMap<Vec<u8>, Duration>,
    /// What that depends on.
    pub version: Version,
}

/// Something that a verdict or a time depends on, and that is not as in the run before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Its source.
    Source,
    /// The compiler or interpreter of its language, or the command that calls it.
    Compiler,
    /// The cases, by name or content.
    Cases,
    /// Limits or expectations.
    Limits,
    /// The machine.
    Machine,
}

impl Mark {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Compiler => "compiler",
            Self::Cases => "cases",
            Self::Limits => "limits",
            Self::Machine => "machine",
        }
    }
}

/// What the result of a run depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// The source of the solution.
    pub source: Option<Digest>,
    /// The compiler or interpreter of its language.
    pub compiler: Option<String>,
    /// By case, its content, and its limits and what is expected there.
    cases: BTreeMap<Vec<u8>, (Option<Digest>, Digest)>,
    /// Not all cases were selected, of this solution or of another.
    is_partial: bool,
    /// Others of its cases that were selected did not run here.
    is_part: bool,
    /// The machine.
    pub machine: String,
}

/// What a run says of all that its solutions depend on, by name.
pub struct Versions<'r> {
    header: &'r Header,
    sources: HashMap<&'r Subject, Digest>,
    contents: HashMap<&'r Name, HashMap<&'r Name, Digest>>,
    is_partial: bool,
}

impl<'r> Versions<'r> {
    /// What the run with this header and universe says.
    #[must_use]
    pub fn of(header: &'r Header, universe: &'r Universe) -> Self {
        let sources = universe.solutions.iter().zip(&universe.sources);
        let of_problem = |of: &'r ProblemContent| {
            (&of.problem, of.cases.iter().map(|(case, digest)| (case, *digest)).collect())
        };
        Self {
            header,
            sources: sources.map(|(planned, source)| (planned.subject.as_ref(), *source)).collect(),
            contents: universe.problems.iter().map(of_problem).collect(),
            is_partial: universe.is_partial,
        }
    }

    /// What a solution depends on.
    #[must_use]
    pub fn of_solution(&self, planned: &PlannedSolution) -> Version {
        let contents = self.contents.get(&planned.subject.problem);
        let case = |case: &PlannedCase| {
            let content = contents.and_then(|contents| contents.get(&case.name)).copied();
            let expected = planned.expectation.permitted(&case.name);
            let rules = Digest::of([format!("{:?}{expected:?}", case.limits)]);
            (case.name.as_bytes().to_vec(), (content, rules))
        };
        Version {
            source: self.sources.get(planned.subject.as_ref()).copied(),
            compiler: self.header.compilers.get(&planned.subject.language).cloned(),
            cases: planned.cases.iter().map(case).collect(),
            is_partial: self.is_partial,
            is_part: planned.is_part,
            machine: self.header.machine.fingerprint.clone(),
        }
    }
}

/// Whether a run is one of some cases of a solution, and what is not as before.
pub type Compared = (bool, Vec<Mark>);

impl Version {
    /// How this compares with the run before, and with the last run of all cases.
    #[must_use]
    pub fn compared(&self, before: Option<&Self>, whole: Option<&Self>) -> Compared {
        let has_all_of = |whole: &Self| whole.cases.keys().all(|case| self.cases.contains_key(case));
        let is_partial = self.is_part || (self.is_partial && !whole.is_some_and(has_all_of));
        let other = if is_partial { before } else { whole.or(before) };
        (is_partial, other.map_or_else(Vec::new, |other| self.marks(other)))
    }

    /// What is not as it was before.
    fn marks(&self, before: &Self) -> Vec<Mark> {
        let common = || self.cases.iter().filter_map(|(case, now)| Some((now, before.cases.get(case)?)));
        let are_others = !self.cases.keys().eq(before.cases.keys());
        let has_other_content = common().any(|((now, _), (then, _))| now != then);
        let has_other_limits = common().any(|((_, now), (_, then))| now != then);
        let all = [
            (self.source != before.source, Mark::Source),
            (self.compiler != before.compiler, Mark::Compiler),
            (are_others || has_other_content, Mark::Cases),
            (has_other_limits, Mark::Limits),
            (self.machine != before.machine, Mark::Machine),
        ];
        all.into_iter().filter_map(|(is_new, mark)| is_new.then_some(mark)).collect()
    }
}

/// A solution in a run.
pub fn measured(
    run: &PastRun,
    summary: &SolutionSummary,
    outcomes: &[&Outcome],
    (version, compared): (Version, Compared),
) -> Measured {
    let cpu = outcomes.iter().filter(|outcome| outcome.judgement.verdict == Verdict::Accepted);
    let cpu = cpu.filter_map(|outcome| {
        let facts = outcome.judgement.execution.as_ref()?;
        Some((outcome.case.as_bytes().to_vec(), facts.usage.cpu))
    });
    Measured { point: HistoryPoint::of(&run.header, summary, compared), cpu: cpu.collect(), version }
}
