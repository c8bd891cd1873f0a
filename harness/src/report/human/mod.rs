//! The report for people.
//!
//! While the run goes on: one line a solution. Then: a matrix of solutions and cases, what was not
//! as expected and why, and one line that says it all. Memory: a letter a job, and the first
//! surprises in full.

pub mod advice;
mod brief;
mod line;
pub mod matrix;
mod picture;
mod rows;
pub mod said;
mod status;
pub mod summary;
mod surprise;
pub mod time;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use crate::event::{
    Drawing, EmptyProgram, Event, Explanation, JobPlace, Outcome, RunEnd, RunPlan, SolutionSummary, Stamped,
};
use crate::exit_code::ExitCode;
use crate::model::{Audience, Name, Scope, Verdict, counted};
use crate::report::class::ClassOverview;
use crate::report::human::line::{Columns, points_lines, solution_line};
use crate::report::human::matrix::Matrix;
use crate::report::human::rows::Rows;
use crate::report::human::status::status_line;
use crate::report::human::summary::{Totals, Waits};
use crate::report::live::Live;
use crate::report::row_order::RowOrder;
use crate::report::{Reporter, RunAgain};
use crate::ui::{Links, Tone, Ui, Verbosity, paint};
use harness_sandbox::Stop;

pub use brief::Brief;
pub use picture::fits_terminal;
pub use status::{StatusLevel, StatusLevels};

/// How it is told, beside how much.
#[derive(Clone, Debug, Default)]
pub struct Presentation {
    /// Which cases get a line.
    pub levels: StatusLevels,
    /// How files are linked to.
    pub links: Links,
    /// What ends the run: then no more is drawn of what goes on.
    pub stop: Option<Stop>,
    /// The order of the rows; without it that of the plan.
    pub order: Option<RowOrder>,
    /// How a case is run again. None can be of which the files may never be written.
    pub again: RunAgain,
}

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
    manner: Presentation,
    live: Live,
    columns: Columns,
    plan: Option<Arc<RunPlan>>,
    end: Option<RunEnd>,
    matrix: Matrix,
    /// Each with the place of its job.
    surprises: Vec<(JobPlace, Outcome)>,
    /// Lines of cases for the end, each with the place of its job among all.
    statuses: Vec<(usize, String)>,
    /// By the place of the solution, how many are shown and how many are not.
    counts: BTreeMap<usize, Counts>,
    solutions: Vec<SolutionSummary>,
    /// Those of which nothing was run.
    unrun: Vec<SolutionSummary>,
    rows: Rows,
    class: ClassOverview,
    last_problem: Option<String>,
    not_judged: usize,
    empty_programs: Vec<EmptyProgram>,
    runs: usize,
    judge_errors: usize,
    waits: Waits,
    /// Pictures by problem, case, and the solution whose output they show, where they fit.
    pictures: BTreeMap<(Name, Name, Option<Name>), Drawing>,
    explanations: Vec<Explanation>,
}

impl<'a> Human<'a> {
    /// Writes to `out`.
    pub fn new(out: Box<dyn Write + 'a>, ui: Ui, manner: Presentation) -> Self {
        Self {
            rows: Rows::new(manner.order),
            class: ClassOverview::default(),
            out,
            ui,
            live: Live::new(&ui, manner.stop.clone()),
            manner,
            columns: Columns::for_plan(ui.width, None),
            plan: None,
            end: None,
            matrix: Matrix::default(),
            surprises: Vec::new(),
            statuses: Vec::new(),
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

    fn judged(&mut self, outcome: &Outcome) -> io::Result<()> {
        let place = self.plan.as_ref().and_then(|plan| plan.job(&outcome.subject, &outcome.case));
        let Some(place) = place else { return Ok(()) };
        self.take(outcome, place);
        self.tell_status(outcome, place)
    }

    /// The case gets its line, now or at the end, where that is wanted.
    fn tell_status(&mut self, outcome: &Outcome, place: JobPlace) -> io::Result<()> {
        let StatusLevels { during, at_end } = self.manner.levels;
        let level = StatusLevel::of(outcome);
        // What is not as expected is told in full at the end.
        let is_kept = level <= at_end && level > StatusLevel::Fail;
        if level > during && !is_kept {
            return Ok(());
        }
        self.resize();
        let planned = self.plan.as_ref().and_then(|plan| plan.solutions().get(place.solution));
        let input = planned.and_then(|planned| planned.cases.get(place.case));
        let input = input.map(|case| case.files.input.as_bytes());
        let line = status_line(outcome, self.ui.width, (&self.manner.links, input));
        if level <= during {
            let out = &mut self.out;
            self.live.aside(|| write!(out, "{line}").and_then(|()| out.flush()))?;
        }
        if is_kept {
            self.statuses.push((place.sequence, line));
        }
        Ok(())
    }

    fn take(&mut self, outcome: &Outcome, place: JobPlace) {
        self.matrix.set(outcome, place);
        self.runs += usize::from(self.plan.as_ref().is_some_and(|plan| outcome.has_run(plan)));
        if let Some(facts) = &outcome.judgement.execution {
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
        if let Some(place) = self.rows.place_of(self.plan.as_deref(), summary) {
            let ready = self.rows.take(place, summary.clone());
            return ready.iter().try_for_each(|summary| self.write_row(summary));
        }
        self.write_row(summary)
    }

    fn write_row(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        if is_unrun(summary) {
            // At the end it is known whether that is worth a line.
            self.unrun.push(summary.clone());
            return Ok(());
        }
        self.write_solution(summary)
    }

    /// After an interrupt it is enough to know how many were not run.
    fn write_unrun(&mut self) -> io::Result<()> {
        let rows = self.rows.rest();
        rows.iter().try_for_each(|summary| self.write_row(summary))?;
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

    /// The terminal may have another width by now.
    fn resize(&mut self) {
        let before = self.ui.width;
        self.ui = self.ui.resized();
        if before != self.ui.width {
            self.columns = Columns::for_plan(self.ui.width, self.plan.as_deref());
        }
    }

    fn write_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        self.resize();
        let is_quiet = self.ui.verbosity == Verbosity::Quiet;
        if !(is_quiet && summary.as_expected) {
            let heading = self.heading(summary);
            let points = self.unknown_points(summary);
            let points = points.unwrap_or_else(|| points_lines(summary, self.ui.width));
            let planned =
                self.plan.as_ref().and_then(|plan| plan.solutions().get(plan.solution(&summary.subject)?));
            let source = planned.map(|planned| planned.source.as_bytes());
            let line = solution_line(summary, &self.columns, (&self.manner.links, source))
                + &points
                + &self.note(summary);
            let out = &mut self.out;
            self.live.aside(|| write!(out, "{heading}{line}").and_then(|()| out.flush()))?;
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

    /// What is to be told of a submission beside its verdict.
    fn note(&self, summary: &SolutionSummary) -> String {
        let planned =
            self.plan.as_ref().and_then(|plan| plan.solutions().get(plan.solution(&summary.subject)?));
        let note = planned.and_then(|planned| planned.note.as_ref());
        note.map(|note| paint(Tone::Notable, &format!("      {note}")) + "\n").unwrap_or_default()
    }

    /// Whether all of a class is told, and not only how each did.
    fn is_in_full(&self) -> bool {
        let is_class = self.plan.as_ref().is_some_and(|plan| plan.is_class);
        !is_class || self.ui.verbosity == Verbosity::Verbose
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
        self.resize();
        self.write_unrun()?;
        self.select();
        if self.ui.verbosity > Verbosity::Quiet && self.is_in_full() {
            self.matrix.write(&mut self.out, self.ui.width)?;
        }
        for (index, (_, line)) in self.statuses.iter().enumerate() {
            let blank = if index == 0 { "\n" } else { "" };
            write!(self.out, "{blank}{line}")?;
        }
        self.write_compilers()?;
        if self.manner.levels.at_end < StatusLevel::Fail {
            self.surprises.clear();
            self.counts.values_mut().for_each(|counts| counts.left_out = 0);
        }
        self.write_surprises()?;
        self.write_survivors()?;
        let overview = self.class.lines(&self.solutions);
        if !overview.is_empty() {
            writeln!(self.out, "\n{}", paint(Tone::Strong, "class"))?;
            overview.iter().try_for_each(|line| writeln!(self.out, "  {line}"))?;
        }
        self.write_totals(exit_code)
    }

    fn place(&self, summary: &SolutionSummary) -> Option<usize> {
        self.plan.as_ref()?.solution(&summary.subject)
    }

    fn scope(&self, solution: usize) -> Scope {
        let planned = self.plan.as_ref().and_then(|plan| plan.solutions().get(solution));
        planned.map_or(Scope::Cases, |planned| planned.expectation.scope)
    }

    /// Puts everything into the order of the plan, and leaves out what is not to be told.
    fn select(&mut self) {
        let plan = self.plan.clone();
        let place = |summary: &SolutionSummary| plan.as_ref()?.solution(&summary.subject);
        self.solutions.sort_by_cached_key(place);
        // Single cases say little of a final verdict that is as expected.
        for solution in self.solutions.iter().filter(|summary| summary.as_expected).filter_map(place) {
            self.matrix.all_as_expected(solution);
            self.surprises.retain(|(place, _)| place.solution != solution);
            self.counts.remove(&solution);
        }
        self.surprises.sort_by_key(|(place, _)| place.sequence);
        self.statuses.sort_by_key(|(sequence, _)| *sequence);
        if !self.is_in_full() {
            self.surprises.clear();
            self.counts.clear();
        }
    }

    /// What compilers said.
    fn write_compilers(&mut self) -> io::Result<()> {
        let solutions = self.plan.as_deref().map(RunPlan::solutions).unwrap_or_default();
        let is_told =
            |summary: &&SolutionSummary| !summary.is_built && !summary.as_expected && !summary.is_absent;
        let is_in_full = self.is_in_full();
        for summary in self.solutions.iter().filter(|_| is_in_full).filter(is_told) {
            let planned = self.place(summary).and_then(|place| solutions.get(place));
            let source = planned.map(|planned| planned.source.as_bytes());
            let link = |name: &str| self.manner.links.link(source, name);
            let room = (self.ui, self.columns.trouble(summary));
            surprise::write_unbuilt(&mut self.out, summary, room, &link)?;
        }
        if self.ui.verbosity == Verbosity::Verbose {
            for summary in &self.solutions {
                surprise::write_warnings(&mut self.out, summary, self.ui)?;
            }
        }
        Ok(())
    }

    fn write_surprises(&mut self) -> io::Result<()> {
        let solutions = self.plan.as_deref().map(RunPlan::solutions).unwrap_or_default();
        let input_of = |place: &JobPlace| {
            let case = solutions.get(place.solution)?.cases.get(place.case)?;
            Some(case.files.input.as_bytes())
        };
        let is_for_students = self.plan.as_ref().is_some_and(|plan| plan.audience == Audience::Student);
        // Students have no workspace in which it could run.
        let again = if is_for_students { &RunAgain::NotKnown } else { &self.manner.again };
        let mut advised = None;
        for (place, outcome) in &self.surprises {
            // Once a solution.
            let hint = if advised == Some(place.solution) {
                None
            } else {
                advice::of_outcome(outcome, self.scope(place.solution))
            };
            advised = advised.filter(|_| hint.is_none()).or(hint.as_ref().map(|_| place.solution));
            let input = input_of(place);
            let link = |name: &str| self.manner.links.link(input, name);
            surprise::write(&mut self.out, outcome, hint.as_deref(), (self.ui, &link))?;
            let subject = &outcome.subject;
            let drawn =
                |solution| self.pictures.get(&(subject.problem.clone(), outcome.case.clone(), solution));
            let pictures = [drawn(None), drawn(Some(subject.solution.clone()))];
            picture::write(&mut self.out, pictures, self.ui.width)?;
            let is_of = |it: &&Explanation| it.subject == outcome.subject && it.case == outcome.case;
            let explanation = self.explanations.iter().find(is_of);
            surprise::write_end(&mut self.out, outcome, explanation, (self.ui, again))?;
        }
        let is_shown = |it: &&Explanation| {
            self.surprises.iter().any(|(_, outcome)| outcome.subject == it.subject && outcome.case == it.case)
        };
        for explanation in self.explanations.iter().filter(|it| !is_shown(it)) {
            surprise::write_explanation(&mut self.out, explanation, self.ui)?;
        }
        Ok(())
    }

    /// Wrong solutions that no case fails, and how many surprises are not shown.
    fn write_survivors(&mut self) -> io::Result<()> {
        for summary in &self.solutions {
            let Some(place) = self.place(summary).filter(|place| !self.counts.contains_key(place)) else {
                continue;
            };
            if let Some(hint) = advice::of_survivor(summary, self.scope(place)) {
                surprise::write_survivor(&mut self.out, summary, &hint)?;
            }
        }
        let left_out: usize = self.counts.values().map(|counts| counts.left_out).sum();
        if left_out == 0 {
            return Ok(());
        }
        let more = counted(left_out, "more unexpected result");
        writeln!(self.out, "\n… {more}; `-v` shows all, a selection such as PROBLEM/SOLUTION/CASE shows one")
    }

    fn write_totals(&mut self, exit_code: ExitCode) -> io::Result<()> {
        let totals = Totals {
            solutions: &self.solutions,
            runs: self.runs,
            not_judged: self.not_judged,
            empty_programs: &self.empty_programs,
            judge_errors: self.judge_errors,
            waits: self.waits,
            plan: self.plan.as_deref(),
            end: self.end,
            exit_code,
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
        && !summary.is_absent
        && summary.accepted == 0
        && summary.slowest.is_none()
}

impl Reporter for Human<'_> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        self.live.on_event(event)?;
        self.class.take(&event.event);
        match &event.event {
            Event::LeftOut(_) => self.not_judged += 1,
            Event::Drawn(drawing) if fits_terminal(drawing) => {
                let of = (drawing.problem.clone(), drawing.case.clone(), drawing.solution.clone());
                self.pictures.insert(of, drawing.as_ref().clone());
            }
            Event::Explained(explanation) => self.explanations.push(explanation.as_ref().clone()),
            Event::RunStarted(plan) => {
                self.columns = Columns::for_plan(self.ui.width, Some(plan));
                self.plan = Some(Arc::clone(plan));
            }
            Event::Judged(outcome) => self.judged(outcome)?,
            Event::EmptyProgram(empty) => self.empty_programs.push(empty.clone()),
            Event::RunFinished(end) => self.end = Some(*end),
            Event::BuildStarted { .. }
            | Event::Building { .. }
            | Event::BuildFinished
            | Event::NotBuilt(_)
            | Event::Warned(_)
            | Event::Started(_)
            | Event::Waits(_)
            | Event::Provisional
            | Event::Drawn(_) => {}
        }
        Ok(())
    }

    fn on_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        self.live.on_solution(summary)?;
        self.solution_finished(summary)
    }

    fn finish(&mut self, exit_code: ExitCode) -> io::Result<()> {
        self.live.finish(exit_code)?;
        if self.plan.is_some() {
            self.write_end(exit_code)?;
        }
        self.out.flush()
    }
}
