//! The report for people.
//!
//! While the run goes on: one line a solution. Then: a matrix of solutions and cases, what was not
//! as expected and why, and one line that says it all. Memory: a letter a job, and the first
//! surprises in full.

mod advice;
mod matrix;
mod said;
mod summary;
mod surprise;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use crate::event::{Event, JobPlace, Outcome, RunEnd, RunPlan, Slowest, SolutionSummary, Stamped};
use crate::exit_code::ExitCode;
use crate::model::{Scope, Verdict, counted, listed, mebibytes, plain, seconds};
use crate::report::Reporter;
use crate::report::human::matrix::Matrix;
use crate::report::human::summary::{Totals, Waits};
use crate::ui::{Progress, Tone, Ui, Verbosity, fit, paint, width_of};

/// Surprises that are shown in full; the rest is counted.
const MOST_SURPRISES: usize = 12;

/// Surprises of one solution.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    shown: usize,
    left_out: usize,
}

/// Surprises of one solution that are shown in full.
const MOST_OF_ONE_SOLUTION: usize = 3;

/// Writes for people.
pub struct Human<'a> {
    out: Box<dyn Write + 'a>,
    ui: Ui,
    progress: Progress,
    plan: Option<Arc<RunPlan>>,
    end: Option<RunEnd>,
    matrix: Matrix,
    /// Each with the place of its job.
    surprises: Vec<(JobPlace, Outcome)>,
    /// By the place of the solution, how many are shown and how many are not.
    counts: BTreeMap<usize, Counts>,
    solutions: Vec<SolutionSummary>,
    last_problem: Option<String>,
    not_judged: usize,
    runs: usize,
    judge_errors: usize,
    waits: Waits,
}

impl<'a> Human<'a> {
    /// Writes to `out`.
    pub fn new(out: Box<dyn Write + 'a>, ui: Ui) -> Self {
        Self {
            out,
            ui,
            progress: Progress::new(&ui),
            plan: None,
            end: None,
            matrix: Matrix::default(),
            surprises: Vec::new(),
            counts: BTreeMap::new(),
            solutions: Vec::new(),
            last_problem: None,
            not_judged: 0,
            runs: 0,
            judge_errors: 0,
            waits: Waits::default(),
        }
    }

    fn judged(&mut self, outcome: &Outcome) {
        self.progress.advance();
        let place = self.plan.as_ref().and_then(|plan| plan.job(&outcome.subject, &outcome.case));
        let Some(place) = place else { return };
        self.matrix.set(outcome, place);
        if let Some(facts) = &outcome.judgement.execution {
            self.runs += 1;
            self.waits.take(&facts.usage);
        }
        if outcome.as_expected() || outcome.judgement.verdict == Verdict::Skipped {
            return;
        }
        if outcome.judgement.verdict == Verdict::JudgeError {
            self.judge_errors += 1;
        }
        let counts = self.counts.entry(place.solution).or_default();
        if outcome.judgement.verdict == Verdict::Accepted && counts.shown > 0 {
            // There is nothing to be seen in a second one; the matrix has them all.
            return;
        }
        let all = self.ui.verbosity == Verbosity::Verbose;
        if all || (counts.shown < MOST_OF_ONE_SOLUTION && self.surprises.len() < MOST_SURPRISES) {
            counts.shown += 1;
            self.surprises.push((place, outcome.clone()));
        } else {
            counts.left_out += 1;
        }
    }

    fn solution_finished(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        let is_quiet = self.ui.verbosity == Verbosity::Quiet;
        if !(is_quiet && summary.as_expected) {
            let heading = self.heading(summary);
            let line = solution_line(summary, self.ui.width);
            let out = &mut self.out;
            self.progress.aside(|| write!(out, "{heading}{line}").and_then(|()| out.flush()))?;
        }
        self.solutions.push(summary.clone());
        Ok(())
    }

    /// The name of the problem, when the solution is not of the same one as the last.
    fn heading(&mut self, summary: &SolutionSummary) -> String {
        let problem = summary.subject.problem.to_string();
        if self.last_problem.as_deref() == Some(problem.as_str()) {
            return String::new();
        }
        let blank = if self.last_problem.is_some() { "\n" } else { "" };
        let heading = format!("{blank}{}\n", paint(Tone::Strong, &problem));
        self.last_problem = Some(problem);
        heading
    }

    fn write_end(&mut self, exit_code: ExitCode) -> io::Result<()> {
        let place = |summary: &SolutionSummary| self.plan.as_ref()?.solution(&summary.subject);
        self.solutions.sort_by_cached_key(place);
        // Single cases say little of a final verdict that is as expected.
        for solution in self.solutions.iter().filter(|summary| summary.as_expected).filter_map(place) {
            self.matrix.all_as_expected(solution);
            self.surprises.retain(|(place, _)| place.solution != solution);
            self.counts.remove(&solution);
        }
        self.surprises.sort_by_key(|(place, _)| place.sequence);
        if self.ui.verbosity > Verbosity::Quiet {
            self.matrix.write(&mut self.out, self.ui.width)?;
        }
        for summary in self.solutions.iter().filter(|summary| !summary.is_built && !summary.as_expected) {
            surprise::write_unbuilt(&mut self.out, summary, self.ui)?;
        }
        let scope = |solution: usize| {
            let planned = self.plan.as_ref().and_then(|plan| plan.solutions().get(solution));
            planned.map_or(Scope::Cases, |planned| planned.expectation.scope)
        };
        let mut advised = None;
        for (place, outcome) in &self.surprises {
            // Once a solution.
            let hint = if advised == Some(place.solution) {
                None
            } else {
                advice::of_outcome(outcome, scope(place.solution))
            };
            advised = advised.filter(|_| hint.is_none()).or(hint.as_ref().map(|_| place.solution));
            surprise::write(&mut self.out, outcome, hint.as_deref(), self.ui)?;
        }
        for summary in &self.solutions {
            let Some(place) = place(summary).filter(|place| !self.counts.contains_key(place)) else {
                continue;
            };
            if let Some(hint) = advice::of_survivor(summary, scope(place)) {
                surprise::write_survivor(&mut self.out, summary, &hint)?;
            }
        }
        let left_out: usize = self.counts.values().map(|counts| counts.left_out).sum();
        if left_out > 0 {
            let more = counted(left_out, "more surprise");
            writeln!(
                self.out,
                "\n… {more}; `-v` shows all, a selection such as PROBLEM/SOLUTION/CASE shows one"
            )?;
        }
        let totals = Totals {
            solutions: &self.solutions,
            runs: self.runs,
            not_judged: self.not_judged,
            judge_errors: self.judge_errors,
            waits: self.waits,
            plan: self.plan.as_deref(),
            end: self.end,
            are_files_left_out: exit_code == ExitCode::Usage,
        };
        writeln!(self.out)?;
        summary::lines(&totals).iter().try_for_each(|line| writeln!(self.out, "{line}"))
    }
}

/// Columns of a solution's line beside those of the case.
const FIXED_WIDTH: usize = 68;

/// Columns for what was expected.
const EXPECTATION_WIDTH: usize = 13;

/// The columns of a solution's line: mark, name, verdict, cases passed, slowest case, peak memory.
fn solution_line(summary: &SolutionSummary, width: usize) -> String {
    let (mark, role) = match (summary.is_left_out(), summary.as_expected) {
        (true, _) => ("-", Tone::Notable),
        (_, true) => ("✓", Tone::Good),
        (_, false) => ("✗", Tone::Bad),
    };
    let name = fit(&summary.subject.solution.to_string(), 20);
    let verdict = format!("{:3}", summary.verdict.code());
    let start = format!("  {} {name} {}", paint(role, mark), paint(role, &verdict));
    let rest = match (&summary.trouble, &summary.slowest) {
        (Some(trouble), None) => {
            let line = if summary.verdict == Verdict::JudgeError { first_line } else { headline };
            shortened(&plain(line(trouble)), width.saturating_sub(surprise::TROUBLE_START))
        }
        (_, Some(slowest)) => {
            let passed = fit(&format!("{}/{}", summary.accepted, summary.cases), 9);
            let case_width = width.saturating_sub(FIXED_WIDTH + EXPECTATION_WIDTH).clamp(10, 24);
            let case = fit(&slowest.case.to_string(), case_width);
            let memory = mebibytes(summary.max_memory);
            format!("{passed} {} {case} {memory:>10}", fit(&time_of(slowest), 16))
        }
        (None, None) => format!("{}/{}", summary.accepted, summary.cases),
    };
    let has_room = width >= FIXED_WIDTH + 10 + EXPECTATION_WIDTH;
    let expectation = if summary.as_expected && !has_room { String::new() } else { expectation(summary) };
    format!("{start}  {rest}{expectation}\n")
}

/// `0.930 s of 1 s`, or `> 1 s` where a run was ended at its limit.
fn time_of(slowest: &Slowest) -> String {
    let limit = short_seconds(slowest.limit);
    if slowest.was_killed { format!("> {limit}") } else { format!("{} of {limit}", seconds(slowest.cpu)) }
}

/// What was expected, where the mark alone does not say it.
fn expectation(summary: &SolutionSummary) -> String {
    if let Some(unmet) = &summary.unmet {
        return paint(Tone::Bad, &format!("  expected {unmet}, but no case shows it"));
    }
    if summary.as_expected {
        return if matches!(summary.verdict, Verdict::Accepted | Verdict::Skipped) {
            String::new()
        } else {
            paint(Tone::Faint, "  as expected")
        };
    }
    let codes: Vec<&str> = summary.expected.iter().map(|verdict| verdict.code()).collect();
    match summary.verdict {
        Verdict::Skipped => "  not run".to_owned(),
        _ => paint(Tone::Bad, &format!("  expected {}", codes.join(" or "))),
    }
}

/// A limit without the digits that limits do not have.
fn short_seconds(limit: std::time::Duration) -> String {
    format!("{} s", limit.as_secs_f64())
}

/// The line of a compiler's words that says most: the first that names an error, without the place
/// before it, or else the first.
fn headline(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim);
    let line = lines.find(|line| said::names_error(line)).unwrap_or_else(|| first_line(text));
    let marks = [": error: ", ": fatal error: ", ": undefined reference to", ": multiple definition of"];
    let place = marks.iter().find_map(|mark| line.find(mark));
    place.map_or(line, |at| &line[at + 2..])
}

/// The first line that is not blank; where others follow, without the colon that leads to them.
fn first_line(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    if lines.next().is_some() { first.trim_end_matches(':') } else { first }
}

fn shortened(line: &str, width: usize) -> String {
    if width_of(line) > width { fit(line, width) } else { line.to_owned() }
}

impl Reporter for Human<'_> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        match &event.event {
            Event::LeftOut(_) => self.not_judged += 1,
            Event::BuildStarted { programs } => {
                self.progress.say(&format!("building {}", counted(*programs, "program")));
            }
            Event::Building { names } => {
                let what = format!("building {}", shortened(&listed(names), self.ui.width / 2));
                self.progress.say(&what);
            }
            Event::BuildFinished if self.plan.is_some() => self.progress.say("judging"),
            Event::BuildFinished => {
                // What comes before the run may show a progress of its own.
                self.progress.finish();
                self.progress = Progress::new(&self.ui);
            }
            Event::NotBuilt(_) | Event::Provisional => {}
            Event::RunStarted(plan) => {
                self.progress.start(plan.jobs, "judging");
                self.plan = Some(Arc::clone(plan));
            }
            Event::Judged(outcome) => self.judged(outcome),
            Event::RunFinished(end) => {
                self.progress.finish();
                self.end = Some(*end);
            }
        }
        Ok(())
    }

    fn on_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        self.solution_finished(summary)
    }

    fn finish(&mut self, exit_code: ExitCode) -> io::Result<()> {
        self.progress.finish();
        if self.plan.is_some() {
            self.write_end(exit_code)?;
        }
        self.out.flush()
    }
}
