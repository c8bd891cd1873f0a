//! A verdict that was not expected, with everything that helps to understand it.

use std::io::{self, Read, Write};

use crate::diff::{self, Blanks, Emphasis, Row, Side};
use crate::event::Outcome;
use crate::model::{Excerpt, Mismatch, Piece};
use crate::ui::{Role, paint};

/// Bytes of an input that are read to be shown; what is longer is cut with a word.
const INPUT_SHOWN: u64 = 1024;

/// Writes one surprise.
pub fn write(out: &mut dyn Write, outcome: &Outcome, width: usize) -> io::Result<()> {
    let judgement = &outcome.judgement;
    let expected: Vec<&str> = outcome.expected.iter().map(|verdict| verdict.code()).collect();
    let name = format!("{}/{}/{}", outcome.subject.problem, outcome.subject.solution, outcome.case);
    let verdict =
        format!("{} ({}), expected {}", judgement.verdict, judgement.verdict.words(), expected.join(" or "));
    writeln!(
        out,
        "\n{} {}: {}",
        paint(Role::Bad, "✗"),
        paint(Role::Strong, &name),
        paint(Role::Bad, &verdict)
    )?;
    let place = judgement.mismatch.as_ref().and_then(|mismatch| mismatch.place);
    let place =
        place.map(|place| format!("line {}, column {}: ", place.line, place.column)).unwrap_or_default();
    if !judgement.reason.is_empty() {
        writeln!(out, "  {place}{}", judgement.reason)?;
    }
    for note in &judgement.notes {
        writeln!(out, "  {}", paint(Role::Faint, note))?;
    }
    if let Some(mismatch) = &judgement.mismatch {
        write_mismatch(out, mismatch, width)?;
        write_input(out, outcome, width)?;
    }
    Ok(())
}

fn write_mismatch(out: &mut dyn Write, mismatch: &Mismatch, width: usize) -> io::Result<()> {
    for hint in &mismatch.hints {
        writeln!(out, "  {}", paint(Role::Notable, hint))?;
    }
    if let Some(Excerpt { expected, got }) = &mismatch.excerpt {
        let rows = diff::diff(side(expected), side(got), Blanks::MatterInside, width.saturating_sub(2));
        write_rows(out, &rows)?;
    }
    Ok(())
}

fn side(piece: &Piece) -> Side<'_> {
    Side {
        bytes: &piece.bytes,
        first_line: piece.first_line,
        cut_before: piece.cut_before,
        more_after: piece.more_after,
    }
}

/// The beginning of the input; an input that cannot be read any more is not shown.
fn write_input(out: &mut dyn Write, outcome: &Outcome, width: usize) -> io::Result<()> {
    let mut bytes = Vec::new();
    let read = std::fs::File::open(&outcome.input)
        .and_then(|file| file.take(INPUT_SHOWN * 2).read_to_end(&mut bytes));
    if read.is_err() || bytes.is_empty() {
        return Ok(());
    }
    writeln!(out, "  {}", paint(Role::Faint, "input"))?;
    write_rows(out, &diff::listing(&bytes, width.saturating_sub(2)))
}

/// Rows in the colours of their parts.
pub fn write_rows(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    for row in rows {
        let painted: Vec<String> = row
            .spans
            .iter()
            .map(|span| match span.emphasis {
                Emphasis::Plain => span.text.clone(),
                Emphasis::Faint => paint(Role::Faint, &span.text),
                Emphasis::Missing => paint(Role::Expected, &span.text),
                Emphasis::Extra => paint(Role::Got, &span.text),
            })
            .collect();
        writeln!(out, "  {}", painted.concat())?;
    }
    Ok(())
}
