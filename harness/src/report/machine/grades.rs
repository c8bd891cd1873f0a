//! Points for graders: a grade for each group of points, or for each case where the problem has no groups.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use crate::event::{PlannedSolution, RunPlan, SolutionSummary};
use crate::model::{Group, GroupScore, Verdict, counted, points_text};
use crate::report::machine::entry::{Ended, Entry, Status};
use crate::report::machine::entry_writer::EntryWriter;

/// The points of one group, or of one case.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade {
    /// What is graded; with the solution where there are several.
    pub name: String,
    /// The points; none where they are not known.
    pub score: Option<f64>,
    /// The points that there are.
    pub full: f64,
    /// Passed with all points; an error where the points are not known.
    pub status: Status,
    /// The verdict in words; nothing of a case is in it.
    pub verdict: String,
    /// Why, which may tell what is in a case.
    pub details: String,
    /// Its cases may be seen.
    pub is_sample: bool,
    /// The CPU time of all its cases.
    pub cpu: Duration,
}

/// Makes grades of entries.
#[derive(Default)]
pub struct Grades {
    plan: Option<Arc<RunPlan>>,
    /// The cases of the solution under way.
    cases: Vec<Entry>,
    /// All grades so far.
    pub all: Vec<Grade>,
    /// Why solutions could not be built or judged: it is about the student's own source.
    pub troubles: Vec<String>,
}

/// Writes what these grades make at the end of a run.
pub type WriteGrades = fn(&mut dyn Write, &Grades, &Ended) -> io::Result<()>;

/// A report that is made of grades, at the end.
pub struct GradeReport<'a> {
    out: Box<dyn Write + 'a>,
    grades: Grades,
    write: WriteGrades,
}

impl<'a> GradeReport<'a> {
    /// Writes to `out` what this makes of the grades.
    pub fn new(out: Box<dyn Write + 'a>, write: WriteGrades) -> Self {
        Self { out, grades: Grades::default(), write }
    }
}

impl EntryWriter for GradeReport<'_> {
    fn start(&mut self, plan: &Arc<RunPlan>) -> io::Result<()> {
        self.grades.start(plan);
        Ok(())
    }

    fn case(&mut self, entry: Entry) -> io::Result<()> {
        self.grades.case(entry);
        Ok(())
    }

    fn solution(&mut self, entry: Entry, summary: Option<&SolutionSummary>) -> io::Result<()> {
        self.grades.solution(&entry, summary);
        Ok(())
    }

    fn end(&mut self, ended: &Ended) -> io::Result<()> {
        (self.write)(&mut self.out, &self.grades, ended)
    }
}

impl Grades {
    /// The run begins.
    pub fn start(&mut self, plan: &Arc<RunPlan>) {
        self.plan = Some(Arc::clone(plan));
    }

    /// Takes a solution on a case.
    pub fn case(&mut self, entry: Entry) {
        self.cases.push(entry);
    }

    /// Takes a solution as a whole.
    pub fn solution(&mut self, entry: &Entry, summary: Option<&SolutionSummary>) {
        let cases = std::mem::take(&mut self.cases);
        let Some(plan) = &self.plan else { return };
        let Some(planned) = plan.solution(&entry.subject).map(|place| &plan.solutions()[place]) else {
            return;
        };
        let prefix = if plan.solutions().len() == 1 { String::new() } else { format!("{}: ", entry.name()) };
        let is_unbuilt = summary.is_some_and(|summary| !summary.is_built);
        if is_unbuilt && entry.verdict == Verdict::CompileError {
            self.troubles.push(format!("{prefix}{}\n{}", entry.message(), entry.details));
        } else if is_unbuilt {
            self.troubles.push(format!("{prefix}{}", in_words(entry.verdict)));
        }
        let whole = is_unbuilt.then_some(entry);
        let before = self.all.len();
        if planned.groups.is_empty() {
            self.all.extend(cases.iter().map(|case| of_case(&prefix, case, whole)));
        } else {
            let score = summary.and_then(|summary| summary.score.as_ref());
            for (place, group) in planned.groups.iter().enumerate() {
                let score = score.and_then(|score| score.groups.get(place));
                self.all.push(of_group(&prefix, (planned, place, group), score, &cases, whole));
            }
        }
        if summary.is_some_and(|summary| summary.is_absent) {
            // Nothing was handed in, and for that there is nothing.
            self.all[before..].iter_mut().for_each(|grade| _ = grade.score.get_or_insert(0.0));
        }
    }

    /// The points of all.
    #[must_use]
    pub fn full(&self) -> f64 {
        self.all.iter().map(|grade| grade.full).sum()
    }
}

fn of_case(prefix: &str, case: &Entry, unbuilt: Option<&Entry>) -> Grade {
    let score = case.share.filter(|_| unbuilt.is_none()).map(crate::model::Share::value);
    let judged = unbuilt.unwrap_or(case);
    let status = match (score, judged.verdict) {
        (Some(score), _) if score >= 1.0 => Status::Passed,
        (Some(_), _) | (None, Verdict::CompileError) => Status::Failed,
        (None, _) => Status::Error,
    };
    let name = case.case.as_ref();
    Grade {
        name: format!("{prefix}{}", name.map(ToString::to_string).unwrap_or_default()),
        score: score.or((status == Status::Failed).then_some(0.0)),
        full: 1.0,
        status,
        verdict: in_words(judged.verdict),
        details: if status == Status::Passed { String::new() } else { told(judged) },
        is_sample: case.is_visible,
        cpu: case.cpu.unwrap_or_default(),
    }
}

fn of_group(
    prefix: &str,
    (planned, place, group): (&PlannedSolution, usize, &Group),
    score: Option<&GroupScore>,
    cases: &[Entry],
    unbuilt: Option<&Entry>,
) -> Grade {
    let is_of = |entry: &&Entry| {
        entry.case.as_ref().is_some_and(|case| Group::of(&planned.groups, case) == Some(place))
    };
    let of_group: Vec<&Entry> = cases.iter().filter(is_of).collect();
    let full = score.map_or(group.score, |score| score.full);
    let status = match score {
        // Samples are often worth nothing.
        Some(score) if score.full <= 0.0 && score.accepted < score.cases => Status::Failed,
        Some(score) if score.points >= score.full => Status::Passed,
        Some(_) => Status::Failed,
        None => Status::Error,
    };
    let is_first = |entry: &&&Entry| !matches!(entry.verdict, Verdict::Accepted | Verdict::Skipped);
    let first = unbuilt.or_else(|| of_group.iter().find(is_first).copied());
    let known = match score {
        Some(score) => format!("{} of {}", score.accepted, counted(score.cases, "case")),
        None => "the points are not known".to_owned(),
    };
    let verdict =
        first.map_or_else(|| known.clone(), |first| format!("{known}; {}", in_words(first.verdict)));
    let is_rest = group.name.as_bytes() == Group::REST.as_bytes();
    let name = if is_rest { "other cases".to_owned() } else { group.name.to_string() };
    let details = first.filter(|_| status != Status::Passed).map(|first| match &first.case {
        Some(case) => format!("{case}: {}", told(first)),
        None => told(first),
    });
    Grade {
        name: format!("{prefix}{name}"),
        score: score.map(|score| score.points),
        full,
        status,
        verdict,
        details: details.unwrap_or_default(),
        is_sample: !of_group.is_empty() && of_group.iter().all(|entry| entry.is_visible),
        cpu: of_group.iter().filter_map(|entry| entry.cpu).sum(),
    }
}

/// `WA (wrong answer)`
fn in_words(verdict: Verdict) -> String {
    format!("{verdict} ({})", verdict.words())
}

/// The verdict, why, and what helps to understand it. What is expected of wrong solutions is no matter of grades.
fn told(entry: &Entry) -> String {
    let reason = if entry.reason.is_empty() { String::new() } else { format!(": {}", entry.reason) };
    format!("{}{reason}\n{}", entry.verdict, entry.details)
}

/// That a command did not end well, in words that every student may read.
pub fn trouble_of(ended: &Ended) -> Option<String> {
    ended.trouble.as_ref().map(|_| format!("the run failed: exit status {}", ended.exit_code.number()))
}

/// Points as JSON: whole numbers without a fraction, and no more digits than reports show.
pub fn number(points: f64) -> serde_json::Value {
    serde_json::from_str(&points_text(points)).unwrap_or_else(|_| points.into())
}
