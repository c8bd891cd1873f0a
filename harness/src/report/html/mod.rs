//! The page of a run: nothing but this file is needed to read it, and no script.
//!
//! It is written when all events have come. Until then a little of every job is kept, and all of a few.

mod data;
mod earlier;
mod grid;
mod growth;
mod heat;
mod links;
mod panels;
mod run;
mod solutions;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{self, Write};

use crate::event::{LeftOut, Reporter, RunPlan, SolutionSummary, Stamped};
use crate::exit_code::ExitCode;
use crate::model::{counted, plain};
use crate::record::Earlier;
use crate::report::html::grid::Grid;
use crate::report::html::panels::Panels;
use crate::report::html::run::Run;
use crate::report::human::summary::{self, Headline, Told};
use crate::report::page::skeleton::{Content, page, section, warnings};
use crate::report::page::template::{Escaped, Markup, filled};
use crate::report::{RunAgain, Shown};
use crate::ui::Tone;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Writes the page.
pub struct Html<'a> {
    out: Box<dyn Write + 'a>,
    run: Run,
    shown: Shown<'a>,
}

impl<'a> Html<'a> {
    /// Writes to `out`. What became of the solutions before is shown, if it is known.
    pub fn new(out: Box<dyn Write + 'a>, shown: Shown<'a>) -> Self {
        Self { out, run: Run::default(), shown }
    }
}

impl Reporter for Html<'_> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        self.run.take(&event.event);
        Ok(())
    }

    fn on_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        self.run.complete(summary);
        Ok(())
    }

    fn finish(&mut self, exit_code: ExitCode) -> io::Result<()> {
        self.run.end();
        self.out.write_all(page_of(&self.run, self.shown, exit_code).as_bytes())?;
        self.out.flush()
    }
}

fn page_of(run: &Run, Shown { order, earlier, again }: Shown<'_>, exit_code: ExitCode) -> String {
    let totals = run.totals(exit_code);
    let Headline { outcome, amount } = summary::headline(&totals);
    let plain = RunAgain::default();
    let panels = Panels::of(run, again.unwrap_or(&plain));
    let problems = run.problems(order);
    let grids: Vec<(String, Grid<'_>)> = problems
        .iter()
        .filter_map(|(name, places)| Some((name.to_string(), Grid::of(run, run.plan.as_deref()?, places))))
        .collect();
    let mut main = header(run, &outcome, &amount, &summary::remarks(&totals), &grids);
    main += &class(run);
    for (name, grid) in &grids {
        main += &problem(name, grid, run, (&panels, earlier));
    }
    main += &footer(run, &panels);
    let data = data::document(run, &grids, exit_code);
    page(Content {
        title: &format!("harness: {}", outcome.text),
        style: STYLE,
        main: &main,
        script: Some(SCRIPT),
        data: Some(&data),
        has_pictures: run.drawings.values().any(|drawing| drawing.is_svg),
    })
}

/// What came out, where, and what to bear in mind.
fn header(run: &Run, outcome: &Told, amount: &str, remarks: &[Told], grids: &[(String, Grid<'_>)]) -> String {
    let class = match outcome.tone {
        Tone::Good => "good",
        Tone::Bad => "bad",
        _ => "open",
    };
    let notable: String = remarks
        .iter()
        .filter(|told| matches!(told.tone, Tone::Notable | Tone::Bad))
        .map(|told| format!("<li>{}</li>\n", Escaped(&told.text)))
        .collect();
    let faint: String = remarks
        .iter()
        .filter(|told| !matches!(told.tone, Tone::Notable | Tone::Bad))
        .map(|told| format!("<p class=\"machine\">{}</p>\n", Escaped(&told.text)))
        .collect();
    let machine = run.plan.as_ref().map(|plan| plan.machine.clone()).unwrap_or_default();
    let of = |(name, grid): &(String, Grid<'_>)| {
        let summaries: Vec<&SolutionSummary> =
            grid.rows.iter().filter_map(|row| run.summaries.get(&row.place)).collect();
        let unexpected = summaries.iter().filter(|summary| !summary.as_expected).count();
        let unexpected = match (unexpected, grid.rows.len() - summaries.len()) {
            (0, 0) => "all as expected".to_owned(),
            (0, open) => format!("{open} not judged to the end"),
            (count, _) => format!("{count} not as expected"),
        };
        format!(
            "<li><a href=\"#{}\">{}</a> <small>{}, {}, {unexpected}</small></li>\n",
            Escaped(&target(name)),
            Escaped(name),
            counted(grid.rows.len(), "solution"),
            counted(grid.cases.len(), "case")
        )
    };
    let problems: String = grids.iter().map(of).collect();
    filled(
        include_str!("header.html"),
        &[
            ("class", &class),
            ("outcome", &outcome.text),
            ("amount", &amount),
            ("machine", &machine),
            ("remarks", &Markup(faint)),
            ("warnings", &warnings(notable)),
            ("problems", &Markup(problems)),
        ],
    )
    .0
}

/// How a class did; nothing where there is none.
fn class(run: &Run) -> String {
    let lines: String =
        run.class_lines().iter().map(|line| format!("<li>{}</li>\n", Escaped(line))).collect();
    if lines.is_empty() {
        return lines;
    }
    section("class", "Class", "How all students did together.", format!("<ul>\n{lines}</ul>\n"))
}

/// The target of a problem.
fn target(problem: &str) -> String {
    links::part(&problem.into())
}

fn problem(name: &str, grid: &Grid<'_>, run: &Run, (panels, earlier): (&Panels, Option<&Earlier>)) -> String {
    let of_problem: BTreeSet<usize> = grid.rows.iter().map(|row| row.place).collect();
    let shown: Vec<&(String, String)> = panels
        .of_cases
        .iter()
        .filter(|((solution, _), _)| of_problem.contains(solution))
        .map(|(_, panel)| panel)
        .collect();
    let targets = shown.iter().map(|(target, _)| target.clone()).collect();
    let mut details = String::new();
    for (_, panel) in panels.of_compilers.iter().filter(|(solution, _)| of_problem.contains(solution)) {
        details += panel;
    }
    for (_, panel) in &shown {
        details.push_str(panel);
    }
    if details.is_empty() {
        details.push_str("<p class=\"reading\">Every case is AC.</p>\n");
    }
    let growth = growth::plot(name, grid).unwrap_or_else(|| {
        "<p class=\"reading\">There are no right runs on inputs of different sizes.</p>\n".to_owned()
    });
    filled(
        include_str!("problem.html"),
        &[
            ("target", &target(name)),
            ("problem", &name),
            ("solutions", &solutions::table(name, grid, run)),
            ("map", &heat::map(name, grid, &targets)),
            ("details", &Markup(details)),
            ("growth", &Markup(growth)),
            ("earlier", &earlier::table(name, grid, run, earlier)),
        ],
    )
    .0
}

/// What was enforced, what was not judged, and what has no place here.
fn footer(run: &Run, panels: &Panels) -> String {
    let mut content = run.plan.as_deref().map(enforced).unwrap_or_default();
    let left_out: String = run
        .left_out
        .iter()
        .map(|LeftOut { path, why, .. }| {
            format!("<li>{}: {}</li>\n", Escaped(&path.to_string()), Escaped(&plain(why)))
        })
        .collect();
    if !left_out.is_empty() {
        _ = write!(content, "<p>Files and folders that are not judged:</p>\n<ul>\n{left_out}</ul>\n");
    }
    if panels.left_out > 0 {
        let count = counted(panels.left_out, "more panel");
        _ = writeln!(
            content,
            "<p>{count} had no room on this page; <code>harness grade PROBLEM/SOLUTION/CASE</code> shows one.</p>"
        );
    }
    section("machine", "Machine", "How limits were kept and usage was measured.", content)
        + &filled(include_str!("footer.html"), &[("version", &env!("CARGO_PKG_VERSION"))]).0
}

fn enforced(plan: &RunPlan) -> String {
    let guarantees = &plan.guarantees;
    let rows = [
        ("CPU time", guarantees.cpu.to_string()),
        ("Memory", guarantees.memory.to_string()),
        ("Processes", guarantees.kill.to_string()),
        ("Files", guarantees.files.to_string()),
        ("Network", guarantees.network.to_string()),
        ("System calls", guarantees.calls.to_string()),
        ("At once", counted(plan.workers, "program")),
        ("Machine", if plan.machine.is_empty() { "not known".to_owned() } else { plan.machine.clone() }),
    ];
    let row = |(name, how): (&str, String)| format!("<dt>{name}</dt><dd>{}</dd>\n", Escaped(&how));
    format!("<dl class=\"enforced\">\n{}</dl>\n", rows.map(row).concat())
}
