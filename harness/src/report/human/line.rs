//! The line of a solution: mark, name, verdict, cases passed, slowest case, peak memory.

use crate::event::{RunPlan, Slowest, SolutionSummary};
use crate::model::{Group, GroupScore, Verdict, mebibytes, plain, points_text};
use crate::report::human::matrix::wrapped;
use crate::report::human::said;
use crate::report::human::time::{Nearness, bar, digits, of_limit};
use crate::ui::{Links, Tone, fit, paint, width_of};

/// Columns for what was expected.
const EXPECTATION_WIDTH: usize = 13;

/// The columns of the lines of solutions.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    name: usize,
    passed: usize,
    time: usize,
    /// Cells of the bar; none where the terminal is too narrow for it.
    bar: usize,
    /// Those of the slowest case and of the memory; none where the terminal is too narrow for them.
    last: Option<(usize, usize)>,
    /// There is room for what was expected where that is no news.
    has_room: bool,
    /// What one line does not hold goes to the next.
    width: usize,
}

impl Columns {
    /// Those of a terminal of this width, for names of these widths: of the solutions and of the cases.
    #[must_use]
    pub fn of(width: usize, (longest_name, longest_case): (usize, usize)) -> Self {
        // What stands beside the name, the time and so on: mark, verdict, blanks.
        const BESIDE: usize = 14;
        const WIDEST: usize = 48;
        // `  ✓ name AC   12/12   0.930 of 1.00 s` without the name; beside it is a bar or a sign.
        const LEAST: usize = 33;
        let wide =
            Self { name: 20, passed: 9, time: 16, bar: 5, last: Some((24, 10)), has_room: true, width };
        let narrow = Self { name: 12, passed: 7, time: 15, bar: 3, last: Some((10, 9)), ..wide };
        for (columns, least) in [(wide, 10), (narrow, 6)] {
            let Some((usual, memory)) = columns.last else { continue };
            let taken = BESIDE
                + columns.name
                + columns.passed
                + columns.time
                + columns.bar
                + memory
                + EXPECTATION_WIDTH;
            let room = width.saturating_sub(taken);
            if room < least {
                continue;
            }
            // What is over goes to names that would be cut.
            let case = room.min(usual);
            let name = longest_name.clamp(columns.name, WIDEST).min(columns.name + room - case);
            let rest = room - case - (name - columns.name);
            let case = longest_case.clamp(case, WIDEST.max(case)).min(case + rest);
            return Self { name, last: Some((case, memory)), ..columns };
        }
        let (bar, sign) = if width >= LEAST + 14 + 6 + EXPECTATION_WIDTH { (5, 6) } else { (0, 2) };
        let has_expectation = width >= LEAST + 8 + sign + EXPECTATION_WIDTH;
        let taken = LEAST + sign + if has_expectation { EXPECTATION_WIDTH } else { 0 };
        let name = width.saturating_sub(taken).clamp(5, 20);
        Self { name, bar, last: None, has_room: bar > 0, ..narrow }
    }

    /// Columns for why a solution could not be built, in its line.
    #[must_use]
    pub fn trouble(&self, summary: &SolutionSummary) -> usize {
        const LEAST: usize = 20;
        let start = if self.breaks(summary) { 11 } else { self.name + 10 };
        let expectation = if summary.as_expected { 0 } else { EXPECTATION_WIDTH };
        self.width.saturating_sub(start + expectation).max(LEAST)
    }

    /// Whether the name has a line of its own: where much is left out already, it is not cut. One must know which
    /// solution it is.
    fn breaks(&self, summary: &SolutionSummary) -> bool {
        self.last.is_none() && width_of(&summary.subject.solution.shown()) > self.name
    }

    /// Those for the solutions of a plan.
    #[must_use]
    pub fn for_plan(width: usize, plan: Option<&RunPlan>) -> Self {
        let solutions = || plan.into_iter().flat_map(RunPlan::solutions);
        let names = solutions().map(|planned| width_of(&planned.subject.solution.shown()));
        let mut last = None;
        // Solutions of a problem share the list of their cases.
        let lists = solutions()
            .filter(|planned| last.replace(planned.cases.as_ptr()) != Some(planned.cases.as_ptr()));
        let cases = lists.flat_map(|planned| planned.cases.iter().map(|case| width_of(&case.name.shown())));
        Self::of(width, (names.max().unwrap_or(0), cases.max().unwrap_or(0)))
    }
}

/// The line of a solution, or two where the terminal is narrow and the name is long. `source` is its file.
#[must_use]
pub fn solution_line(
    summary: &SolutionSummary,
    columns: &Columns,
    (links, source): (&Links, Option<&[u8]>),
) -> String {
    let (mark, role) = match (summary.is_left_out(), summary.as_expected) {
        (true, _) => ("-", Tone::Notable),
        (_, true) => ("✓", Tone::Good),
        (_, false) => ("✗", Tone::Bad),
    };
    let shown = summary.subject.solution.to_string();
    let breaks = columns.breaks(summary);
    let name = if breaks { shown } else { fit(&shown, columns.name) };
    let name = links.link(source, &name);
    let verdict = if summary.is_absent { "–" } else { summary.verdict.code() };
    let verdict = paint(role, &format!("{verdict:3}"));
    let between = if breaks { "\n      " } else { " " };
    let start = format!("  {} {name}{between}{verdict}", paint(role, mark));
    let rest = match (&summary.trouble, &summary.slowest) {
        (Some(trouble), None) => {
            let line = if summary.verdict == Verdict::JudgeError { said::first_line } else { said::headline };
            shortened(&plain(line(trouble)), columns.trouble(summary))
        }
        (_, Some(slowest)) => measured(summary, slowest, columns),
        (None, None) => format!("{}/{}", summary.accepted, summary.cases),
    };
    let is_shown = !summary.as_expected || columns.has_room;
    let expectation = if is_shown { expectation(summary) } else { String::new() };
    format!("{start}  {}{expectation}\n", if expectation.is_empty() { rest.trim_end() } else { &rest })
}

/// What is told of a solution that ran: how many cases it passed, and what its slowest case took.
fn measured(summary: &SolutionSummary, slowest: &Slowest, columns: &Columns) -> String {
    let passed = fit(&format!("{}/{}", summary.accepted, summary.cases), columns.passed);
    let near = Nearness::of(slowest.cpu, slowest.limit);
    let text = time_of(slowest, columns.time);
    let time = near.paint(text.trim_end()) + &" ".repeat(columns.time - width_of(text.trim_end()));
    let bar = match columns.bar {
        0 => near.paint(&format!(" {}", near.sign())).trim_end().to_owned(),
        cells => {
            let cells = match near {
                Nearness::Far => " ".repeat(cells),
                _ => near.paint(&bar(slowest.cpu, slowest.limit, cells)),
            };
            format!(" {cells}")
        }
    };
    let last = columns.last.map_or_else(String::new, |(case, memory)| {
        let (case, peak) = (fit(&slowest.case.to_string(), case), mebibytes(summary.max_memory));
        format!(" {case} {peak:>memory$}")
    });
    format!("{passed} {time}{bar}{last}")
}

/// The time of the slowest case, in exactly this width, with as many digits as there is room for.
fn time_of(slowest: &Slowest, width: usize) -> String {
    let whole = of_limit(slowest.cpu, slowest.limit, slowest.was_killed);
    let text = if width_of(&whole) <= width || slowest.was_killed {
        whole
    } else {
        format!("{} s", digits(slowest.cpu, 2))
    };
    fit(&text, width)
}

/// What the solution gets, in all and for each group, and what was meant where that is something else.
#[must_use]
pub fn points_lines(summary: &SolutionSummary, width: usize) -> String {
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

/// What was expected, where the mark alone does not say it.
fn expectation(summary: &SolutionSummary) -> String {
    if let Some(unmet) = &summary.unmet {
        return paint(Tone::Bad, &format!("  expected {unmet}, but no case shows it"));
    }
    let is_told = summary.verdict != Verdict::Skipped && !summary.expected.contains(&summary.verdict);
    if let Some(why) = summary.incomplete().filter(|_| !is_told) {
        return paint(Tone::Bad, &format!("  {why}"));
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
        Verdict::Skipped if summary.is_absent => String::new(),
        Verdict::Skipped => "  not run".to_owned(),
        _ => paint(Tone::Bad, &format!("  expected {}", codes.join(" or "))),
    }
}

fn shortened(line: &str, width: usize) -> String {
    if width_of(line) > width { fit(line, width) } else { line.to_owned() }
}
