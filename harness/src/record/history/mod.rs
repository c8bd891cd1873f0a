//! Records → what became of each solution from run to run.

mod earlier;
mod point;
mod speed;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use crate::config::{meant, nearest};
use crate::event::{Outcome, PlannedSolution, Subject};
use crate::exit_code::ExitCode;
use crate::model::{Glob, Name};
use crate::record::history::point::{Measured, Versions, measured};
use crate::record::{PastRun, Store};

pub use earlier::Earlier;
pub use point::{HistoryPoint, Mark};
pub use speed::{Speed, SpeedOutcome};

/// What the records of a workspace say.
#[derive(Debug, Default)]
pub struct History {
    /// The runs, the oldest first.
    pub runs: Vec<RunNote>,
    /// The solutions that were asked for, in the order of problems and names.
    pub solutions: Vec<SolutionHistory>,
    /// Records that cannot be read, each with the reason.
    pub unreadable: Vec<String>,
    /// All problems and solutions that the records name, as one writes them.
    names: BTreeSet<String>,
}

/// A run.
#[derive(Clone, Debug)]
pub struct RunNote {
    /// Its name.
    pub id: String,
    /// When it began, in UTC.
    pub started: String,
    /// The words of its command line.
    pub arguments: Vec<String>,
    /// Whether it has judged solutions on cases of the workspace.
    pub is_graded: bool,
    /// How many solutions were judged to the end.
    pub solutions: usize,
    /// How many of them were not as expected.
    pub unexpected: usize,
    /// How many judgements there are.
    pub judged: usize,
    /// How it ended; nothing where the record breaks off.
    pub ended: Option<ExitCode>,
    /// How long it took.
    pub wall: Option<Duration>,
}

/// A solution from run to run.
#[derive(Debug)]
pub struct SolutionHistory {
    /// The solution.
    pub subject: Arc<Subject>,
    /// The runs in which it was judged, the oldest first.
    pub points: Vec<HistoryPoint>,
    /// Whether it became faster since its source or its compiler changed last; nothing where that never changed.
    pub speed: Option<Speed>,
}

/// Which solutions are asked for: `PROBLEM` or `PROBLEM/SOLUTION`, each part a glob.
#[derive(Debug, Default)]
pub struct Wanted(Vec<(Glob, Glob)>);

impl Wanted {
    /// Reads patterns.
    ///
    /// # Errors
    /// One is no glob, for this reason.
    pub fn new(patterns: &[String]) -> Result<Self, String> {
        let glob = |text: &str| {
            let text = if text.is_empty() { "*" } else { text };
            Glob::new(text).map_err(|why| format!("`{text}`: {why}"))
        };
        let read = |pattern: &String| {
            let (problem, solution) = pattern.split_once('/').unwrap_or((pattern, "*"));
            Ok((glob(problem)?, glob(solution)?))
        };
        patterns.iter().map(read).collect::<Result<_, String>>().map(Self)
    }

    fn has_problem(&self, problem: &Name) -> bool {
        self.0.iter().any(|(of_problem, _)| of_problem.matches(problem))
    }

    fn has(&self, subject: &Subject) -> bool {
        let Subject { problem, solution, .. } = subject;
        self.0
            .iter()
            .any(|(of_problem, of_solution)| of_problem.matches(problem) && of_solution.matches(solution))
    }

    /// The same where these are all that there is: what is spelled like a name is that name.
    fn among(&self, subjects: &[&Subject]) -> Self {
        let named = |(problem, solution): &(Glob, Glob)| {
            let problem = problem.or_name(subjects.iter().map(|subject| &subject.problem));
            let of_problem = subjects.iter().filter(|subject| problem.matches(&subject.problem));
            let solution = solution.or_name(of_problem.map(|subject| &subject.solution));
            (problem, solution)
        };
        Self(self.0.iter().map(named).collect())
    }
}

impl SolutionHistory {
    /// The runs that say what the solution is: those of all cases, or where there is none, all.
    #[must_use]
    pub fn of_all_cases(&self) -> Vec<HistoryPoint> {
        let mut whole = self.points.clone();
        whole.retain(|point| !point.is_partial);
        if whole.is_empty() { self.points.clone() } else { whole }
    }
}

impl History {
    /// What the newest records say, so many at most.
    #[must_use]
    pub fn of(store: &Store, wanted: &Wanted, most: usize) -> Self {
        let mut newest: Vec<_> = store.all().into_iter().take(most).collect();
        newest.reverse();
        let mut history = Self::default();
        let mut points: Vec<(Arc<Subject>, Vec<Measured>)> = Vec::new();
        for stored in newest {
            match PastRun::read(&stored.path) {
                Ok(run) => history.take(&run, wanted, &mut points),
                Err(why) => history.unreadable.push(format!("`{}`: {why}", stored.path.display())),
            }
        }
        points.sort_by(|(one, _), (other, _)| {
            (&one.problem, &one.solution, &one.language).cmp(&(
                &other.problem,
                &other.solution,
                &other.language,
            ))
        });
        let wanted = wanted.among(&points.iter().map(|(subject, _)| &**subject).collect::<Vec<_>>());
        for at in (0..points.len()).filter(|at| wanted.has(&points[*at].0)) {
            let speed = speed::of(at, &points);
            let subject = Arc::clone(&points[at].0);
            let points = points[at].1.iter().map(|measured| measured.point.clone()).collect();
            history.solutions.push(SolutionHistory { subject, points, speed });
        }
        history
    }

    /// What may have been meant by the first of these words that is near to something that the records name.
    #[must_use]
    pub fn meant(&self, words: &[String]) -> Option<String> {
        let names = || self.names.iter().map(String::as_str);
        let unknown = words.iter().filter(|word| !self.names.contains(*word));
        unknown.into_iter().find_map(|word| Some(meant(nearest(word, names())?, word)))
    }

    fn take(&mut self, run: &PastRun, wanted: &Wanted, points: &mut Vec<(Arc<Subject>, Vec<Measured>)>) {
        let PastRun { header, universe, outcomes, summaries, ended, wall, .. } = run;
        let is_graded = header.is_graded();
        // What a hunt has judged is no case of the workspace yet.
        let (outcomes, summaries) =
            if is_graded { (&outcomes[..], &summaries[..]) } else { (&[][..], &[][..]) };
        self.runs.push(RunNote {
            id: header.id.clone(),
            started: header.started.clone(),
            arguments: header.arguments.clone(),
            is_graded,
            solutions: summaries.len(),
            unexpected: summaries.iter().filter(|summary| !summary.as_expected).count(),
            judged: outcomes.len(),
            ended: *ended,
            wall: *wall,
        });
        let Some(universe) = universe else { return };
        for planned in &universe.solutions {
            self.names.extend([planned.subject.problem.to_string(), planned.subject.to_string()]);
        }
        // A part of a run says too little of a solution.
        if !is_graded || header.shard.is_some() {
            return;
        }
        let mut by_solution: HashMap<&Subject, Vec<&Outcome>> = HashMap::new();
        for outcome in outcomes {
            by_solution.entry(&outcome.subject).or_default().push(outcome);
        }
        let versions = Versions::of(header, universe);
        for summary in summaries {
            let planned = universe.solutions.iter().find(|planned| planned.subject == summary.subject);
            // The others of the problem say how much the machine changed.
            let is_of_use = |planned: &&PlannedSolution| wanted.has_problem(&planned.subject.problem);
            let Some(planned) = planned.filter(is_of_use) else { continue };
            let outcomes = by_solution.get(summary.subject.as_ref()).map_or(&[][..], Vec::as_slice);
            let place = points.iter().position(|(subject, _)| *subject == summary.subject);
            let place = place.unwrap_or_else(|| {
                points.push((Arc::clone(&summary.subject), Vec::new()));
                points.len() - 1
            });
            let (_, own) = &mut points[place];
            let version = versions.of_solution(planned);
            let whole = own.iter().rev().find(|measured| !measured.point.is_partial);
            let compared = version
                .compared(own.last().map(|last| &last.version), whole.map(|measured| &measured.version));
            own.push(measured(run, summary, outcomes, (version, compared)));
        }
    }
}
