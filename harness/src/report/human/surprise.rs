//! A verdict that was not expected, with everything that helps to understand it.

use std::io::{self, Write};

use crate::diff::{self, Emphasis, Row};
use crate::event::{Explanation, Outcome, SolutionSummary};
use crate::model::{CheckerChoice, Mismatch, Verdict, count_warnings, counted, plain};
use crate::report::RunAgain;
use crate::report::difference::difference;
use crate::report::explained;
use crate::report::human::said;
use crate::ui::{Tone, Ui, Verbosity, paint, width_of};

/// Writes one surprise.
///
/// `link` makes a link to the input of the case of its name.
pub fn write(
    out: &mut dyn Write,
    outcome: &Outcome,
    hint: Option<&str>,
    (ui, link): (Ui, &dyn Fn(&str) -> String),
) -> io::Result<()> {
    let judgement = &outcome.judgement;
    let expected: Vec<&str> = outcome.expected.iter().map(|verdict| verdict.code()).collect();
    let name = format!("{}/{}/{}", outcome.subject.problem, outcome.subject.solution, outcome.case);
    let verdict =
        format!("{} ({}), expected {}", judgement.verdict, judgement.verdict.words(), expected.join(" or "));
    writeln!(
        out,
        "\n{} {}: {}",
        paint(Tone::Bad, "✗"),
        paint(Tone::Strong, &link(&name)),
        paint(Tone::Bad, &verdict)
    )?;
    let place = judgement.mismatch.as_ref().and_then(|mismatch| mismatch.place);
    let place = place.map(|place| format!("{place}: ")).unwrap_or_default();
    if !judgement.reason.is_empty() {
        writeln!(out, "  {place}{}", judgement.reason)?;
    }
    if let Some(hint) = hint {
        writeln!(out, "  {}", paint(Tone::Notable, hint))?;
    }
    for note in &judgement.notes {
        writeln!(out, "  {}", paint(Tone::Faint, note))?;
    }
    if let Some(mismatch) = &judgement.mismatch {
        write_mismatch(out, mismatch, outcome.checker, ui.width)?;
    }
    write_input(out, outcome, ui.width)?;
    write_stderr(out, outcome, ui)
}

/// Writes why it failed, where that was found out, and the command that runs it alone.
pub fn write_end(
    out: &mut dyn Write,
    outcome: &Outcome,
    explanation: Option<&Explanation>,
    (ui, again): (Ui, &RunAgain),
) -> io::Result<()> {
    if let Some(explanation) = explanation {
        write_explanation_below(out, explanation, ui)?;
    }
    let command = again.command(&outcome.subject, &outcome.case);
    let Some(command) = command.filter(|_| outcome.judgement.execution.is_some()) else { return Ok(()) };
    writeln!(out, "  {}", paint(Tone::Faint, &format!("alone: {command}")))
}

/// Writes why a solution failed below its failure.
pub fn write_explanation_below(out: &mut dyn Write, explanation: &Explanation, ui: Ui) -> io::Result<()> {
    write_rows(out, &explained::rows(explanation, ui.width.saturating_sub(2)))
}

/// Writes why a solution failed of which nothing else is shown.
pub fn write_explanation(out: &mut dyn Write, explanation: &Explanation, ui: Ui) -> io::Result<()> {
    let name = format!("{}/{}", explanation.subject, explanation.case);
    writeln!(out, "\n{} {}: why it failed", paint(Tone::Notable, "!"), paint(Tone::Strong, &name))?;
    write_explanation_below(out, explanation, ui)
}

/// Writes that no case shows a verdict that is required.
pub fn write_survivor(out: &mut dyn Write, summary: &SolutionSummary, hint: &str) -> io::Result<()> {
    let unmet = summary.unmet.as_deref().unwrap_or_default();
    let name = format!("{}/{}", summary.subject.problem, summary.subject.solution);
    let what = paint(Tone::Bad, &format!("expected {unmet}, but no case shows it"));
    writeln!(out, "\n{} {}: {what}", paint(Tone::Bad, "✗"), paint(Tone::Strong, &name))?;
    writeln!(out, "  {}", paint(Tone::Notable, hint))
}

/// Rows of what a compiler said, and lines of what a program said, that are shown unless all are asked for.
const MOST_SAID: (usize, usize) = (20, 10);

/// Rows of one line of standard error that are shown unless all are asked for.
const MOST_ROWS_OF_LINE: usize = 5;

/// Writes what the compiler said, if the line of the solution, which has this room for it, could not hold it all:
/// from the first error on, or all of it.
///
/// `link` makes a link to the source of the name of the solution.
pub fn write_unbuilt(
    out: &mut dyn Write,
    summary: &SolutionSummary,
    (ui, room): (Ui, usize),
    link: &dyn Fn(&str) -> String,
) -> io::Result<()> {
    let said = summary.trouble.as_deref().unwrap_or_default().trim_end();
    if !said.contains('\n') && width_of(said) <= room {
        return Ok(());
    }
    write_unbuilt_whole(out, summary, ui, link)
}

/// The same, whether the line of the solution holds it or not.
pub fn write_unbuilt_whole(
    out: &mut dyn Write,
    summary: &SolutionSummary,
    ui: Ui,
    link: &dyn Fn(&str) -> String,
) -> io::Result<()> {
    let said = summary.trouble.as_deref().unwrap_or_default().trim_end();
    let name = format!("{}/{}", summary.subject.problem, summary.subject.solution);
    let verdict = format!("{} ({})", summary.verdict, summary.verdict.words());
    let (mark, verdict) = (paint(Tone::Bad, "✗"), paint(Tone::Bad, &verdict));
    writeln!(out, "\n{mark} {}: {verdict}", paint(Tone::Strong, &link(&name)))?;
    let lines = said::lines(said);
    let (most, _) = MOST_SAID;
    let is_all = ui.verbosity == Verbosity::Verbose || lines.len() <= most;
    let first = if is_all { 0 } else { lines.iter().position(|line| said::names_error(line)).unwrap_or(0) };
    let mut shown = 0;
    for (index, line) in lines.iter().enumerate().skip(first) {
        let rows = said::wrapped(line, ui.width.saturating_sub(2));
        if !is_all && shown + rows.len() > most && shown > 0 {
            return more(out, lines.len() - index + first);
        }
        shown += rows.len();
        rows.iter().try_for_each(|row| writeln!(out, "  {row}"))?;
    }
    if first > 0 { more(out, first) } else { Ok(()) }
}

/// Writes all that the compiler said, where it has warned of something.
pub fn write_warnings(out: &mut dyn Write, summary: &SolutionSummary, ui: Ui) -> io::Result<()> {
    let Some(said) = &summary.warnings else { return Ok(()) };
    let name = format!("{}/{}", summary.subject.problem, summary.subject.solution);
    let what = paint(Tone::Notable, &counted(count_warnings(said), "warning"));
    writeln!(out, "\n{} {}: {what}", paint(Tone::Notable, "!"), paint(Tone::Strong, &name))?;
    let rows = said::lines(said).into_iter().flat_map(|line| said::wrapped(line, ui.width.saturating_sub(2)));
    rows.into_iter().try_for_each(|row| writeln!(out, "  {row}"))
}

fn more(out: &mut dyn Write, count: usize) -> io::Result<()> {
    writeln!(out, "  {}", paint(Tone::Faint, &format!("… {}; `-v` shows all", counted(count, "more line"))))
}

/// Writes the last lines of standard error, or all of them, where they say more than the reason does.
fn write_stderr(out: &mut dyn Write, outcome: &Outcome, ui: Ui) -> io::Result<()> {
    let judgement = &outcome.judgement;
    let Some(facts) = &judgement.execution else { return Ok(()) };
    let is_verbose = ui.verbosity == Verbosity::Verbose;
    let is_telling = matches!(judgement.verdict, Verdict::RuntimeError | Verdict::WrongAnswer);
    let text = facts.stderr.text();
    let lines = said::lines(&text);
    let is_in_reason = matches!(lines[..], [only] if judgement.reason.ends_with(&plain(only.trim())));
    if lines.is_empty() || is_in_reason || !(is_telling || is_verbose) {
        return Ok(());
    }
    let (_, most) = MOST_SAID;
    let first = if is_verbose { 0 } else { lines.len().saturating_sub(most) };
    let heading = if first > 0 {
        format!("standard error, the last {most} of {} lines; `-v` shows all", lines.len())
    } else {
        "standard error".to_owned()
    };
    writeln!(out, "  {}", paint(Tone::Faint, &heading))?;
    for line in &lines[first..] {
        let rows = said::wrapped(line, ui.width.saturating_sub(2));
        let most = if is_verbose { rows.len() } else { MOST_ROWS_OF_LINE };
        rows.iter().take(most).try_for_each(|row| writeln!(out, "  {row}"))?;
        if rows.len() > most {
            let rest = format!("… {} of this line; `-v` shows all", counted(rows.len() - most, "more row"));
            writeln!(out, "    {}", paint(Tone::Faint, &rest))?;
        }
    }
    Ok(())
}

fn write_mismatch(
    out: &mut dyn Write,
    mismatch: &Mismatch,
    checker: CheckerChoice,
    width: usize,
) -> io::Result<()> {
    for hint in &mismatch.hints {
        writeln!(out, "  {}", paint(Tone::Notable, hint))?;
    }
    if let Some(excerpt) = &mismatch.excerpt {
        write_rows(out, &difference(excerpt, checker, width.saturating_sub(2)))?;
    }
    Ok(())
}

/// The beginning of the input, where there is something to show.
fn write_input(out: &mut dyn Write, outcome: &Outcome, width: usize) -> io::Result<()> {
    let Some(input) = &outcome.input else { return Ok(()) };
    writeln!(out, "  {}", paint(Tone::Faint, &input.title()))?;
    write_rows(out, &diff::listing(&input.bytes, input.size, width.saturating_sub(2)))
}

/// Rows in the colours of their parts.
pub fn write_rows(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    for row in rows {
        let painted: Vec<String> = row
            .spans
            .iter()
            .map(|span| match span.emphasis {
                Emphasis::Plain => span.text.clone(),
                Emphasis::Faint => paint(Tone::Faint, &span.text),
                Emphasis::Missing => paint(Tone::Expected, &span.text),
                Emphasis::Extra => paint(Tone::Got, &span.text),
            })
            .collect();
        writeln!(out, "  {}", painted.concat())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use crate::event::SolutionSummary;
    use crate::event::fixture::subject;
    use crate::model::{Bytes, Verdict};
    use crate::report::human::surprise::write_unbuilt;
    use crate::ui::{Ui, Verbosity};

    fn unbuilt(said: &str) -> String {
        let summary = SolutionSummary {
            required: Vec::new(),
            subject: subject("p", "s", "c"),
            verdict: Verdict::CompileError,
            expected: vec![Verdict::Accepted],
            as_expected: false,
            unmet: None,
            score: None,
            points_expected: None,
            points_unmet: None,
            cases: 1,
            ran: 0,
            left_out: 0,
            accepted: 0,
            slowest: None,
            max_memory: Bytes(0),
            is_built: false,
            is_absent: false,
            stopped_at: None,
            trouble: Some(said.to_owned()),
            warnings: None,
        };
        colored::control::set_override(false);
        let mut out = Vec::new();
        let ui = Ui { width: 60, has_progress: false, verbosity: Verbosity::Normal };
        write_unbuilt(&mut out, &summary, (ui, 30), &str::to_owned).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn what_the_compiler_said_is_shown_with_its_lines() {
        assert_snapshot!(unbuilt("error: expected `;`\n --> s.c:3:7\n\x1b[0m\n"), @"

        ✗ p/s: CE (compile error)
          error: expected `;`
           --> s.c:3:7
          \\x1b[0m
        ");
    }

    #[test]
    fn of_a_long_text_the_first_error_comes_first() {
        let before = "a.cpp: In function ‘int main()’:\n".repeat(3);
        let shown =
            unbuilt(&format!("{before}a.cpp:4:2: error: {}\n{}", "x".repeat(70), "note\n".repeat(40)));
        let mut lines = shown.lines().skip(2);
        assert_eq!(lines.next(), Some(&*format!("  a.cpp:4:2: error: {}", "x".repeat(40))));
        assert_eq!(lines.next(), Some(&*format!("    {}", "x".repeat(30))));
        assert_eq!(lines.last(), Some("  … 25 more lines; `-v` shows all"));
    }

    #[test]
    fn a_single_line_stands_in_the_line_of_the_solution() {
        assert_eq!(unbuilt("failed to start cc\n"), "");
    }
}
