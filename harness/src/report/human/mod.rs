//! The report for people.
//!
//! While the run goes on: one line a solution. Then: a matrix of solutions and cases, what was not
//! as expected and why, and one line that says it all. Memory: a letter a job, and the first
//! surprises in full.

pub mod advice;
mod brief;
pub mod matrix;
mod picture;
pub mod said;
pub mod summary;
mod surprise;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use crate::event::{
    Drawing, EmptyProgram, Event, Explanation, JobPlace, Outcome, RunEnd, RunPlan, Slowest, SolutionSummary,
    Stamped,
};
use crate::exit_code::ExitCode;
use crate::model::{
    Group, GroupScore, Name, Scope, Verdict, counted, listed, mebibytes, plain, points_text, seconds,
};
use crate::report::Reporter;
use crate::report::human::matrix::{Matrix, wrapped};
use crate::report::human::summary::{Totals, Waits};
use crate::ui::{Progress, Tone, Ui, Verbosity, fit, paint, width_of};

pub use brief::Brief;
pub use picture::fits_terminal;

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
    /// Programs to be built.
    programs: usize,
    plan: Option<Arc<RunPlan>>,
    end: Option<RunEnd>,
    matrix: Matrix,
    /// Each with the place of its job.
    surprises: Vec<(JobPlace, Outcome)>,
    /// By the place of the solution, how many are shown and how many are not.
    counts: BTreeMap<usize, Counts>,
    solutions: Vec<SolutionSummary>,
    /// Those of which nothing was run.
    unrun: Vec<SolutionSummary>,
    last_problem: Option<String>,
    not_judged: usize,
    empty_programs: Vec<EmptyProgram>,
    runs: usize,
    judge_errors: usize,
    waits: Waits,
    /// Pictures by problem and case, where they fit.
    pictures: BTreeMap<(Name, Name), Drawing>,
    explanations: Vec<Explanation>,
}

impl<'a> Human<'a> {
    /// Writes to `out`.
    pub fn new(out: Box<dyn Write + 'a>, ui: Ui) -> Self {
        Self {
            out,
            ui,
            progress: Progress::new(&ui),
            programs: 0,
            plan: None,
            end: None,
            matrix: Matrix::default(),
            surprises: Vec::new(),
            counts: BTreeMap::new(),
            solutions: Vec::new(),
            unrun: Vec::new(),
            last_problem: None,
            not_judged: 0,
            empty_programs: Vec::new(),
            runs: 0,
            judge_errors: 0,
            waits: Waits::default(),
            pictures: BTreeMap::new(),
            explanations: Vec::new(),
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
        if is_unrun(summary) {
            // At the end it is known whether that is worth a line.
            self.unrun.push(summary.clone());
            return Ok(());
        }
        self.write_solution(summary)
    }

    /// After an interrupt it is enough to know how many were not run.
    fn write_unrun(&mut self) -> io::Result<()> {
        let unrun = std::mem::take(&mut self.unrun);
        if self.end.is_some_and(|end| end.interrupted.is_some()) {
            self.matrix.leave_out_unrun();
            if !unrun.is_empty() {
                let blank = if self.last_problem.is_some() { "\n" } else { "" };
                let were = if unrun.len() == 1 { "was" } else { "were" };
                writeln!(self.out, "{blank}{} {were} not run", counted(unrun.len(), "solution"))?;
            }
            self.solutions.extend(unrun);
            return Ok(());
        }
        unrun.iter().try_for_each(|summary| self.write_solution(summary))
    }

    fn write_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        let is_quiet = self.ui.verbosity == Verbosity::Quiet;
        if !(is_quiet && summary.as_expected) {
            let heading = self.heading(summary);
            let points = self.unknown_points(summary);
            let points = points.unwrap_or_else(|| points_lines(summary, self.ui.width));
            let line = solution_line(summary, self.ui.width) + &points;
            let out = &mut self.out;
            self.progress.aside(|| write!(out, "{heading}{line}").and_then(|()| out.flush()))?;
        }
        self.solutions.push(summary.clone());
        Ok(())
    }

    /// That points are not known, and why, where the solution was run no further than to its first failure.
    fn unknown_points(&self, summary: &SolutionSummary) -> Option<String> {
        let stopped_at = summary.stopped_at.as_ref().filter(|_| summary.score.is_none())?;
        let plan = self.plan.as_ref()?;
        let has_points = !plan.solutions()[plan.solution(&summary.subject)?].groups.is_empty();
        let text = format!("      points are not known: it was run no further than to `{stopped_at}`");
        has_points.then(|| paint(Tone::Faint, &text) + "\n")
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
        self.write_unrun()?;
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
        if self.ui.verbosity == Verbosity::Verbose {
            for summary in &self.solutions {
                surprise::write_warnings(&mut self.out, summary, self.ui)?;
            }
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
            let picture = self.pictures.get(&(outcome.subject.problem.clone(), outcome.case.clone()));
            picture.map_or(Ok(()), |picture| picture::write(&mut self.out, picture, self.ui.width))?;
            let is_of = |it: &&Explanation| it.subject == outcome.subject && it.case == outcome.case;
            let explanation = self.explanations.iter().find(is_of);
            surprise::write_end(&mut self.out, outcome, explanation, self.ui)?;
        }
        let is_shown = |it: &&Explanation| {
            self.surprises.iter().any(|(_, outcome)| outcome.subject == it.subject && outcome.case == it.case)
        };
        for explanation in self.explanations.iter().filter(|it| !is_shown(it)) {
            surprise::write_explanation(&mut self.out, explanation, self.ui)?;
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
            empty_programs: &self.empty_programs,
            judge_errors: self.judge_errors,
            waits: self.waits,
            plan: self.plan.as_deref(),
            end: self.end,
            are_files_left_out: exit_code == ExitCode::Usage,
            is_verbose: self.ui.verbosity == Verbosity::Verbose,
        };
        writeln!(self.out)?;
        summary::lines(&totals).iter().try_for_each(|line| writeln!(self.out, "{line}"))
    }
}

/// Whether nothing of a solution was run, and that is no fault of its own.
fn is_unrun(summary: &SolutionSummary) -> bool {
    summary.verdict == Verdict::Skipped
        && !summary.is_left_out()
        && summary.accepted == 0
        && summary.slowest.is_none()
}

/// Columns for what was expected.
const EXPECTATION_WIDTH: usize = 13;

/// The columns of the lines of solutions.
struct Columns {
    name: usize,
    passed: usize,
    time: usize,
    /// Those of the slowest case and of the memory; none where the terminal is too narrow for them.
    last: Option<(usize, usize)>,
    /// There is room for what was expected where that is no news.
    has_room: bool,
}

impl Columns {
    fn of(width: usize) -> Self {
        // What stands beside the name, the time and so on: mark, verdict, blanks.
        const BESIDE: usize = 13;
        let wide = Self { name: 20, passed: 9, time: 16, last: Some((24, 10)), has_room: true };
        let narrow = Self { name: 14, passed: 7, time: 14, last: Some((10, 9)), has_room: true };
        for (columns, least) in [(wide, 10), (narrow, 6)] {
            let Some((most, memory)) = columns.last else { continue };
            let taken = BESIDE + columns.name + columns.passed + columns.time + memory + EXPECTATION_WIDTH;
            let case = width.saturating_sub(taken);
            if case >= least {
                return Self { last: Some((case.min(most), memory)), ..columns };
            }
        }
        Self { name: width.saturating_sub(32).clamp(8, 14), passed: 7, time: 14, last: None, has_room: false }
    }
}

/// The columns of a solution's line: mark, name, verdict, cases passed, slowest case, peak memory.
fn solution_line(summary: &SolutionSummary, width: usize) -> String {
    let columns = Columns::of(width);
    let (mark, role) = match (summary.is_left_out(), summary.as_expected) {
        (true, _) => ("-", Tone::Notable),
        (_, true) => ("✓", Tone::Good),
        (_, false) => ("✗", Tone::Bad),
    };
    let name = fit(&summary.subject.solution.to_string(), columns.name);
    let verdict = format!("{:3}", summary.verdict.code());
    let start = format!("  {} {name} {}", paint(role, mark), paint(role, &verdict));
    let rest = match (&summary.trouble, &summary.slowest) {
        (Some(trouble), None) => {
            let line = if summary.verdict == Verdict::JudgeError { said::first_line } else { said::headline };
            shortened(&plain(line(trouble)), width.saturating_sub(surprise::TROUBLE_START))
        }
        (_, Some(slowest)) => {
            let passed = fit(&format!("{}/{}", summary.accepted, summary.cases), columns.passed);
            let time = fit(&time_of(slowest, columns.time), columns.time);
            let last = columns.last.map_or_else(String::new, |(case, memory)| {
                let (case, peak) = (fit(&slowest.case.to_string(), case), mebibytes(summary.max_memory));
                format!(" {case} {peak:>memory$}")
            });
            format!("{passed} {time}{last}")
        }
        (None, None) => format!("{}/{}", summary.accepted, summary.cases),
    };
    let is_shown = !summary.as_expected || columns.has_room;
    let expectation = if is_shown { expectation(summary) } else { String::new() };
    format!("{start}  {}{expectation}\n", if expectation.is_empty() { rest.trim_end() } else { &rest })
}

/// What the solution gets, in all and for each group, and what was meant where that is something else.
fn points_lines(summary: &SolutionSummary, width: usize) -> String {
    const INDENT: &str = "      ";
    let Some(score) = &summary.score else { return String::new() };
    let of = |points, full| format!("{} of {}", points_text(points), points_text(full));
    let group = |group: &GroupScore| {
        let is_rest = *group.name.as_bytes() == *Group::REST.as_bytes();
        let name = if is_rest { "other cases".to_owned() } else { group.name.to_string() };
        format!("{name} {}", of(group.points, group.full))
    };
    let mut parts: Vec<String> = score.groups.iter().map(group).collect();
    if let Some(first) = parts.first_mut() {
        *first = format!("{} points: {first}", of(score.points, score.full));
    }
    let lines = wrapped(&parts, width.saturating_sub(INDENT.len()));
    let lines = lines.into_iter().chain(summary.points_unmet.clone());
    let tone = if summary.points_unmet.is_some() { Tone::Bad } else { Tone::Faint };
    lines.map(|line| format!("{INDENT}{}", paint(tone, &line)) + "\n").collect()
}

/// `0.930 s of 1 s`, or `> 1 s` where a run was ended at its limit; without the limit where that is too wide.
fn time_of(slowest: &Slowest, width: usize) -> String {
    let limit = short_seconds(slowest.limit);
    let cpu = seconds(slowest.cpu);
    let whole = if slowest.was_killed { format!("> {limit}") } else { format!("{cpu} of {limit}") };
    if width_of(&whole) > width && !slowest.was_killed { cpu } else { whole }
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
        verdict if summary.points_unmet.is_some() && summary.expected.contains(&verdict) => String::new(),
        Verdict::Skipped => "  not run".to_owned(),
        _ => paint(Tone::Bad, &format!("  expected {}", codes.join(" or "))),
    }
}

/// A limit without the digits that limits do not have.
fn short_seconds(limit: std::time::Duration) -> String {
    format!("{} s", limit.as_secs_f64())
}

fn shortened(line: &str, width: usize) -> String {
    if width_of(line) > width { fit(line, width) } else { line.to_owned() }
}

impl Reporter for Human<'_> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        match &event.event {
            Event::LeftOut(_) => self.not_judged += 1,
            Event::BuildStarted { programs } => {
                self.programs = *programs;
                self.progress.say(&format!("building {}", counted(*programs, "program")));
            }
            // Beside runs the bar counts those, and what is built goes on behind it.
            Event::Building { .. } if self.plan.is_some() => {}
            Event::Building { names, done } => {
                self.progress.say(&format!("building, {done} of {} done: {}", self.programs, listed(names)));
            }
            Event::BuildFinished if self.plan.is_some() => self.progress.say("judging"),
            Event::BuildFinished => {
                // What comes before the run may show a progress of its own.
                self.progress.finish();
                self.progress = Progress::new(&self.ui);
            }
            Event::Drawn(drawing) if fits_terminal(drawing) => {
                let of = (drawing.problem.clone(), drawing.case.clone());
                self.pictures.insert(of, drawing.as_ref().clone());
            }
            Event::NotBuilt(_) | Event::Warned(_) | Event::Provisional | Event::Drawn(_) => {}
            Event::Explained(explanation) => self.explanations.push(explanation.as_ref().clone()),
            Event::RunStarted(plan) => {
                self.progress.start(plan.jobs, "judging");
                self.plan = Some(Arc::clone(plan));
            }
            Event::Judged(outcome) => self.judged(outcome),
            Event::EmptyProgram(empty) => self.empty_programs.push(empty.clone()),
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
