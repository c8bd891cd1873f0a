//! What helps to understand a verdict: a panel for each of the cases that are kept in full.

use std::collections::BTreeMap;
use std::fmt::Write;

use harness_sandbox::{Ending, Execution};

use crate::diff::{Emphasis, Row, listing, picture};
use crate::event::{Drawing, Explanation, Outcome, SolutionSummary};
use crate::model::{
    Audience, Mismatch, Scope, Verdict, alternatives, count_warnings, counted, mebibytes, plain, seconds,
};
use crate::report::RunAgain;
use crate::report::difference::difference;
use crate::report::explained;
use crate::report::html::grid::percent;
use crate::report::html::links;
use crate::report::html::run::Run;
use crate::report::human::{advice, said};
use crate::report::page::skeleton::base64;
use crate::report::page::template::{Escaped, Markup, filled};

const PANEL: &str = include_str!("panel.html");
const SAID: &str = include_str!("said.html");

/// Bytes of all panels together, so that a page stays small.
const MOST_BYTES: usize = 256 << 10;

/// Columns of two texts side by side, and of one below the other where the page is narrow.
const WIDTHS: [usize; 2] = [96, 44];

/// Lines of what a program or a compiler said.
const MOST_LINES: usize = 40;

/// The panels of a run.
pub struct Panels {
    /// By solution and case: the target of the panel, and the panel.
    pub of_cases: BTreeMap<(usize, usize), (String, String)>,
    /// By solution: what its compiler said.
    pub of_compilers: BTreeMap<usize, String>,
    /// Solutions and cases worth a look that have no panel, for there is no room.
    pub left_out: usize,
}

impl Panels {
    /// As many panels as there is room for, each with how its case is run again.
    pub fn of(run: &Run, again: &RunAgain) -> Self {
        let mut panels = Self { of_cases: BTreeMap::new(), of_compilers: BTreeMap::new(), left_out: 0 };
        let mut room = MOST_BYTES;
        let mut has_room = |text: &str| {
            let fits = text.len() <= room;
            room = if fits { room - text.len() } else { 0 };
            fits
        };
        for (solution, summary) in &run.summaries {
            let Some(panel) = of_compiler(summary) else { continue };
            if has_room(&panel) {
                panels.of_compilers.insert(*solution, panel);
            } else {
                panels.left_out += 1;
            }
        }
        for (rank, (case, outcome)) in &run.in_full {
            let planned = run.plan.as_ref().and_then(|plan| plan.solutions().get(rank.solution));
            let scope = planned.map_or(Scope::Cases, |planned| planned.expectation.scope);
            let is_for_students = run.plan.as_ref().is_some_and(|plan| plan.audience == Audience::Student);
            let planned_case = planned.and_then(|planned| planned.cases.get(*case));
            if is_for_students && planned_case.is_some_and(|case| !case.files.is_visible) {
                continue;
            }
            // Students have no workspace in which it could run.
            let again = if is_for_students { &RunAgain::NotKnown } else { again };
            let drawn = |solution| {
                run.drawings.get(&(outcome.subject.problem.clone(), outcome.case.clone(), solution))
            };
            let drawings = [drawn(None), drawn(Some(outcome.subject.solution.clone()))];
            let is_of = |it: &&Explanation| it.subject == outcome.subject && it.case == outcome.case;
            let beside = (drawings, run.explanations.iter().find(is_of));
            let (target, panel) = of_case(outcome, beside, rank.as_expected, scope, again);
            if has_room(&panel) {
                panels.of_cases.insert((rank.solution, *case), (target, panel));
            } else {
                panels.left_out += 1;
            }
        }
        panels
    }
}

fn of_case(
    outcome: &Outcome,
    (drawings, explanation): ([Option<&Drawing>; 2], Option<&Explanation>),
    as_expected: bool,
    scope: Scope,
    again: &RunAgain,
) -> (String, String) {
    let judgement = &outcome.judgement;
    let subject = &outcome.subject;
    let target = links::of_case(subject, &outcome.case);
    let (mark, class) = if as_expected { ("✓", "good") } else { ("✗", "bad") };
    let expected = if as_expected {
        "as expected".to_owned()
    } else {
        format!("expected {}", alternatives(&outcome.expected))
    };
    let place = judgement.mismatch.as_ref().and_then(|mismatch| mismatch.place);
    let place = place.map(|place| format!("{place}: ")).unwrap_or_default();
    let mut body = String::new();
    if !judgement.reason.is_empty() {
        _ = write!(
            body,
            "<p class=\"reason\">{}</p>",
            Escaped(&plain(&format!("{place}{}", judgement.reason)))
        );
    }
    let advice = if as_expected { None } else { advice::of_outcome(outcome, scope) };
    let hints = judgement.mismatch.iter().flat_map(|mismatch| &mismatch.hints).chain(&advice);
    let notes: String =
        hints.chain(&judgement.notes).map(|note| format!("<li>{}</li>", Escaped(&plain(note)))).collect();
    if !notes.is_empty() {
        _ = write!(body, "<ul class=\"notes\">{notes}</ul>");
    }
    if let Some(facts) = &judgement.execution {
        write_facts(&mut body, outcome, facts);
    }
    if let Some(mismatch) = &judgement.mismatch {
        write_difference(&mut body, outcome, mismatch);
    }
    if let Some(input) = &outcome.input {
        let title = input.title().replacen('i', "I", 1);
        write_rows(&mut body, &title, "", &listing(&input.bytes, input.size, WIDTHS[0]));
    }
    write_drawings(&mut body, drawings);
    for (width, class) in WIDTHS.into_iter().zip(["wide", "narrow"]) {
        if let Some(explanation) = explanation {
            write_rows(&mut body, "Why it failed", class, &explained::rows(explanation, width));
        }
    }
    if let Some(facts) = &judgement.execution {
        body += &said("Standard error", &facts.stderr.text());
    }
    let command = again.command(subject, &outcome.case).map(|command| {
        format!("<p class=\"command\">Run it alone: <code>{}</code></p>\n", Escaped(&command))
    });
    let command = command.unwrap_or_default();
    let panel = filled(
        PANEL,
        &[
            ("target", &target),
            ("class", &class),
            ("mark", &mark),
            ("solution", &subject.solution.to_string()),
            ("case", &outcome.case.to_string()),
            ("verdict", &judgement.verdict.code()),
            ("words", &judgement.verdict.words()),
            ("expected", &expected),
            ("body", &Markup(body)),
            ("command", &Markup(command)),
        ],
    );
    (target, panel.0)
}

/// What the run took, each as a bar within its limit, and how it ended.
fn write_facts(out: &mut String, outcome: &Outcome, facts: &Execution) {
    let limits = &outcome.limits;
    let usage = &facts.usage;
    let time = |value: std::time::Duration, limit: std::time::Duration| {
        (seconds(value), format!("{} s", limit.as_secs_f64()), percent(value.as_nanos(), limit.as_nanos()))
    };
    let memory = percent(usage.memory.0.into(), limits.memory.0.into());
    let rows = [
        ("CPU time", time(usage.cpu, limits.time)),
        ("Wall time", time(usage.wall, limits.wall_limit())),
        ("Memory", (mebibytes(usage.memory), mebibytes(limits.memory).replace(".0 ", " "), memory)),
    ];
    out.push_str("<dl class=\"facts\">");
    for (name, (value, limit, share)) in rows {
        let class = match share {
            80.. => "bar high",
            50.. => "bar much",
            _ => "bar",
        };
        let share = share.min(100);
        _ = write!(
            out,
            "<dt>{name}</dt><dd class=\"{class}\" style=\"--p:{share}%\">{value}<small>of {limit}</small></dd>"
        );
    }
    let ending = match &facts.ending {
        Ending::Exited(status) => format!("exit status {status}"),
        Ending::Signaled(signal) => format!("signal {signal}"),
        Ending::Stopped(_) => "killed by the judge".to_owned(),
        Ending::NotStarted(_) => "not started".to_owned(),
        Ending::Interrupted => "interrupted".to_owned(),
    };
    _ = write!(
        out,
        "<dt>End</dt><dd>{ending}, {} of output</dd>",
        counted(usize::try_from(facts.stdout_bytes).unwrap_or(usize::MAX), "byte")
    );
    if let Some(times) = outcome.judgement.interactor {
        _ = write!(
            out,
            "<dt>Interactor</dt><dd>{} CPU, {} wall</dd>",
            seconds(times.cpu),
            seconds(times.wall)
        );
    }
    if !outcome.judgement.passes.is_empty() {
        let each: Vec<String> = outcome.judgement.passes.iter().map(|pass| seconds(pass.cpu)).collect();
        _ = write!(out, "<dt>Passes</dt><dd>{} CPU</dd>", each.join(", "));
    }
    if !outcome.rechecks.is_empty() {
        let again: Vec<String> = outcome.rechecks.iter().map(|recheck| seconds(recheck.cpu)).collect();
        _ = write!(out, "<dt>Repeated</dt><dd>{}</dd>", again.join(", "));
    }
    out.push_str("</dl>");
}

/// Both texts, side by side and one below the other: the style shows what fits.
fn write_difference(out: &mut String, outcome: &Outcome, mismatch: &Mismatch) {
    let Some(excerpt) = &mismatch.excerpt else { return };
    for (width, class) in WIDTHS.into_iter().zip(["wide", "narrow"]) {
        write_rows(out, "Expected and got", class, &difference(excerpt, outcome.checker, width));
    }
}

/// The pictures of the answer and of the output: side by side where there is room.
fn write_drawings(out: &mut String, drawings: [Option<&Drawing>; 2]) {
    match drawings {
        [Some(expected), Some(got)] => {
            out.push_str("<div class=\"pair\">");
            write_drawing(out, "Picture, expected", expected);
            write_drawing(out, "Picture, got", got);
            out.push_str("</div>");
        }
        [Some(expected), None] => write_drawing(out, "Picture", expected),
        [None, Some(got)] => write_drawing(out, "Picture, got", got),
        [None, None] => {}
    }
}

/// A picture of SVG is an image of its own, in which nothing runs and nothing is fetched.
fn write_drawing(out: &mut String, head: &str, drawing: &Drawing) {
    if !drawing.is_svg {
        return write_rows(out, head, "", &picture(&drawing.bytes, WIDTHS[0]));
    }
    let of = if drawing.solution.is_some() { "The output on the case" } else { "The case" };
    _ = write!(
        out,
        "<figure><figcaption>{head}</figcaption><img alt=\"{of} {}\" src=\"data:image/svg+xml;base64,{}\"></figure>",
        Escaped(&drawing.case.to_string()),
        base64(&drawing.bytes)
    );
}

fn write_rows(out: &mut String, head: &str, class: &str, rows: &[Row]) {
    _ = write!(out, "<figure class=\"{class}\"><figcaption>{head}</figcaption><pre tabindex=\"0\">");
    for row in rows {
        for span in &row.spans {
            let class = match span.emphasis {
                Emphasis::Plain => {
                    _ = write!(out, "{}", Escaped(&span.text));
                    continue;
                }
                Emphasis::Faint => "faint",
                Emphasis::Missing => "missing",
                Emphasis::Extra => "extra",
            };
            _ = write!(out, "<span class=\"{class}\">{}</span>", Escaped(&span.text));
        }
        out.push('\n');
    }
    out.push_str("</pre></figure>");
}

/// The last lines of what a program said; nothing where it said nothing.
fn said(head: &str, text: &str) -> String {
    let lines = said::lines(text);
    if lines.is_empty() {
        return String::new();
    }
    let left_out = lines.len().saturating_sub(MOST_LINES);
    let head = if left_out > 0 {
        format!("{head}, the last {MOST_LINES} of {} lines", lines.len())
    } else {
        head.to_owned()
    };
    filled(SAID, &[("head", &head), ("text", &Markup(shown(&lines[left_out..])))]).0
}

/// Lines, wrapped and with escapes for what cannot be seen.
fn shown(lines: &[&str]) -> String {
    let rows = lines.iter().flat_map(|line| said::wrapped(line, WIDTHS[0]).into_iter().take(5));
    rows.map(|row| format!("{}\n", Escaped(&row))).collect()
}

/// What a compiler said of a solution that it did not build, or warned of; nothing where it said nothing.
fn of_compiler(summary: &SolutionSummary) -> Option<String> {
    let (head, text) = match (&summary.trouble, &summary.warnings) {
        (Some(trouble), _) if !summary.is_built && trouble.trim_end().contains('\n') => {
            (format!("{} ({})", summary.verdict, summary.verdict.words()), trouble)
        }
        (_, Some(warnings)) => (counted(count_warnings(warnings), "warning"), warnings),
        _ => return None,
    };
    let lines = said::lines(text);
    let is_error = summary.verdict == Verdict::CompileError;
    let first = lines
        .iter()
        .position(|line| said::names_error(line))
        .filter(|_| is_error && lines.len() > MOST_LINES);
    let first = first.unwrap_or(0);
    let end = lines.len().min(first + MOST_LINES);
    let mut body = shown(&lines[first..end]);
    if end - first < lines.len() {
        _ = writeln!(body, "… {}", counted(lines.len() - (end - first), "more line"));
    }
    Some(
        filled(
            include_str!("compiler.html"),
            &[("solution", &summary.subject.solution.to_string()), ("head", &head), ("text", &Markup(body))],
        )
        .0,
    )
}
