//! What to run: pure, as an iterator of jobs.
//!
//! A command is a plan and a reducer around one engine. Jobs are made when they are asked for, so
//! a plan over a million jobs takes no more memory than one over ten.

mod round_schedule;
mod urgent;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use harness_sandbox::{Program, Sandbox, Stdin};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use crate::event::{JobName, JobPlace, Subject};
use crate::model::{
    Case, Expectation, Function, Language, Limits, Name, Protocol, ReportForm, RoleKind, Verdict, limits_for,
    with_limits,
};

pub use round_schedule::{FEWEST, RoundSchedule};
pub use urgent::Urgent;

/// A solution that is ready to run, and the cases that it is to be judged on.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// Its place among those that it is run with, from 0.
    pub index: usize,
    /// The solution.
    pub subject: Arc<Subject>,
    /// The program; its standard input and what its runtime is told of the limits are set by each job.
    pub program: Program,
    /// Its language, which has factors for the limits.
    pub language: &'a Language,
    /// The cases, in order, shared with the candidate. Their limits are made with each job: few have limits of their
    /// own.
    pub cases: Arc<[&'a Case]>,
    /// Its expectation.
    pub expectation: &'a Expectation,
    /// How its output is checked.
    pub check: Check<'a>,
    /// The function whose values each input must have, where it is called with them.
    pub function: Option<&'a Function>,
}

/// How the output of a solution is checked.
#[derive(Clone, Copy, Debug)]
pub enum Check<'a> {
    /// It is compared with the answer, by the rule of the case.
    Compare,
    /// A checker program reads the output, and decides.
    Program(Helper<'a>),
    /// An interactor talks to the solution, and decides; where it accepts, its output may be judged.
    Interact(Helper<'a>, Written<'a>),
}

/// What becomes of the output of an interactor that accepts a solution.
#[derive(Clone, Copy, Debug)]
pub enum Written<'a> {
    /// Nothing: the interactor decides alone.
    Unread,
    /// It is compared with the answer, by the rule of the case.
    Compared,
    /// A checker program reads it, and decides.
    Checked(Helper<'a>),
    /// It is kept, to be an answer.
    Kept,
}

/// A program of the problem that takes part in judging, ready to run.
#[derive(Clone, Copy)]
pub struct Helper<'a> {
    /// What it is for.
    pub role: RoleKind,
    /// What it is called.
    pub name: &'a Name,
    /// The program; arguments and standard input are set by each job.
    pub program: &'a Program,
    /// How it is started and what its exit status means.
    pub protocol: Protocol,
    /// The arguments that the settings say beside those of the convention; of a command all.
    pub arguments: &'a [String],
    /// The form of the report that it is to write, of a checker of testlib.
    pub report: Option<ReportForm>,
    /// The points that it gives for a case that is right.
    pub full_points: f64,
    /// How often it may have a solution run on a case.
    pub passes: u32,
    /// What it may use.
    pub limits: &'a Limits,
    /// Where it runs: it may see the cases, which solutions may not.
    pub sandbox: &'a dyn Sandbox,
    /// A folder that it sees, for what it is to read.
    pub scratch: &'a Path,
}

impl fmt::Debug for Helper<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Helper").field("program", self.program).finish_non_exhaustive()
    }
}

/// One solution on one case.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// The solution.
    pub entry: &'a Entry<'a>,
    /// The case.
    pub case: &'a Case,
    /// Its place in the plan.
    pub place: JobPlace,
    /// The limits in force.
    pub limits: Limits,
    /// Bytes by which the environment of this run is made longer.
    pub pad: u64,
}

impl<'a> Entry<'a> {
    /// The job of this case of ours, at this place in the plan.
    fn job(&'a self, case_index: usize, sequence: usize) -> Job<'a> {
        let case = self.cases[case_index];
        let limits = limits_for(&case.rules, self.language);
        let place = JobPlace { solution: self.index, case: case_index, sequence };
        Job { entry: self, case, place, limits, pad: 0 }
    }
}

impl Job<'_> {
    /// The verdicts that this job may have.
    #[must_use]
    pub fn expected(&self) -> &[Verdict] {
        self.entry.expectation.permitted(&self.case.name)
    }

    /// The program, with this input and told its limits.
    #[must_use]
    pub fn program(&self, stdin: Stdin) -> Program {
        let template = &self.entry.program;
        let args = with_limits(&template.args, &self.limits);
        Program { args, stdin, pad: self.pad, ..template.clone() }
    }

    /// The names of its solution and its case.
    #[must_use]
    pub fn name(&self) -> JobName {
        JobName { subject: Arc::clone(&self.entry.subject), case: self.case.name.clone() }
    }

    /// The name of the case.
    #[must_use]
    pub fn case_name(&self) -> &Name {
        &self.case.name
    }
}

/// One round over all entries, which must have the same cases: case by case each entry once that is
/// due on it, in an order drawn anew each time, so that none always runs first, or after the same
/// neighbour.
pub fn round<'a>(
    entries: &'a [Entry<'a>],
    is_due: impl Fn(&Entry<'_>, usize) -> bool,
    random: &mut impl Rng,
) -> Vec<Job<'a>> {
    let cases = entries.iter().map(|entry| entry.cases.len()).min().unwrap_or(0);
    let mut jobs = Vec::new();
    for case_index in 0..cases {
        let mut order: Vec<&Entry<'_>> = entries.iter().filter(|entry| is_due(entry, case_index)).collect();
        order.shuffle(random);
        for entry in order {
            let job = entry.job(case_index, jobs.len());
            jobs.push(Job { pad: random.random_range(0..4096), ..job });
        }
    }
    jobs
}

/// For [`round`]: all are due.
#[must_use]
pub fn all(_: &Entry<'_>, _: usize) -> bool {
    true
}

/// As [`grid`], for a part of a larger plan: each entry comes with the place of its first job there. What is
/// urgent comes first.
pub fn grid_of<'a>(
    entries: &'a [(usize, Entry<'a>)],
    urgent: &'a Urgent,
) -> impl Iterator<Item = Job<'a>> + Send {
    let jobs = move |are_urgent: bool| {
        entries.iter().flat_map(move |(first, entry)| {
            let of_entry = urgent.of_solution(&entry.subject);
            let is_urgent =
                move |case: usize| of_entry.is_some_and(|of| of.contains(&entry.cases[case].name));
            let cases = (0..entry.cases.len()).filter(move |case| is_urgent(*case) == are_urgent);
            cases.map(move |case_index| entry.job(case_index, first + case_index))
        })
    };
    let first = (!urgent.is_empty()).then(|| jobs(true)).into_iter().flatten();
    first.chain(jobs(false))
}

/// Every entry on every one of its cases: solution by solution, so that each is finished early.
pub fn grid<'a>(entries: &'a [Entry<'a>]) -> impl Iterator<Item = Job<'a>> + Send {
    let places = entries.iter().flat_map(|entry| (0..entry.cases.len()).map(move |case| (entry, case)));
    places.enumerate().map(|(sequence, (entry, case_index))| entry.job(case_index, sequence))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::PathBuf;
    use std::sync::Arc;

    use harness_sandbox::{Program, Stdin};

    use crate::event::fixture::{language, limits, subject};
    use crate::model::{Case, CheckerChoice, Expectation, Name, Rules};
    use crate::plan::{Check, Entry, Urgent, grid_of};

    #[test]
    fn what_is_urgent_comes_first_and_keeps_its_place() {
        let rules = Arc::new(Rules { limits: limits(), checker: CheckerChoice::Lines });
        let case =
            |name: &&str| Case::of_files(Name::from(*name), (PathBuf::from("in"), None), Arc::clone(&rules));
        let cases: Vec<Case> = ["1", "2", "3"].iter().map(case).collect();
        let (language, expectation) = (language(), Expectation::accepted());
        let entry = |(index, name): (usize, &str)| Entry {
            index,
            subject: subject("p", name, "rust"),
            program: Program {
                executable: PathBuf::new(),
                args: Vec::new(),
                files: Vec::new(),
                state: None,
                stdin: Stdin::Empty,
                environment: Vec::new(),
                pad: 0,
                folder: None,
                kept: None,
                answers_apart: false,
            },
            language: &language,
            cases: cases.iter().collect(),
            expectation: &expectation,
            check: Check::Compare,
            function: None,
        };
        let entries: Vec<(usize, Entry<'_>)> =
            [(0, "a"), (1, "b")].into_iter().map(|(index, name)| (3 * index, entry((index, name)))).collect();
        let order = |urgent: &Urgent| -> Vec<usize> {
            grid_of(&entries, urgent).map(|job| job.place.sequence).collect()
        };
        assert_eq!(order(&Urgent::default()), [0, 1, 2, 3, 4, 5]);
        let of = |solution: &str, names: &[&str]| {
            let names: BTreeSet<Name> = names.iter().map(|name| Name::from(*name)).collect();
            ((Name::from("p"), Name::from(solution)), names)
        };
        assert_eq!(order(&Urgent::of([of("b", &["3", "2"]), of("a", &["3", "gone"])])), [2, 4, 5, 0, 1, 3]);
    }
}
