//! Fits a line into so many columns: what is too long is shown round the first difference.

use std::ops::Range;

use crate::diff::glyph::{Glyph, columns, exact, glyphs, visible};
use crate::diff::lines::{Line, trim_end};
use crate::diff::words::unequal_parts;
use crate::diff::{Blanks, Emphasis, Row};
use crate::model::code_points;

const CUT: &str = "…";

/// How a line is shown.
struct Style<'a> {
    /// Where in the line to begin.
    start: usize,
    /// The columns that there are.
    width: usize,
    /// The parts that stand out, from `start` on, and how.
    parts: &'a [Range<usize>],
    emphasis: Emphasis,
    /// Blanks from here on are made visible, and so are those that stand out.
    blanks_from: usize,
    /// What to write behind the line.
    line_end: &'static str,
    /// The parts that stand out are shown by codes, so that no two of them look the same.
    is_exact: bool,
}

/// A line that is the same on both sides, or is on one side only.
pub fn single(line: &Line, emphasis: Emphasis, blanks: Blanks, width: usize) -> Row {
    let text = shown_text(line, blanks);
    let all = 0..text.len();
    let parts = if emphasis == Emphasis::Plain { &[][..] } else { std::slice::from_ref(&all) };
    let is_alone = emphasis != Emphasis::Plain;
    let blanks_from = if is_alone && blanks == Blanks::Matter { trim_end(text).len() } else { text.len() };
    fit(
        text,
        line.is_cut,
        &Style { start: 0, width, parts, emphasis, blanks_from, line_end: "", is_exact: false },
    )
}

/// Two unequal lines, both from the same column on.
pub fn both(expected: &Line, got: &Line, blanks: Blanks, width: usize) -> (Row, Row) {
    let (a, b) = (shown_text(expected, blanks), shown_text(got, blanks));
    let shared = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let start = start(a, shared, width).min(start(b, shared, width));
    let end = |text: &[u8]| text.len().min(start + 4 * width.max(1));
    let (missing, extra) = unequal_parts(&a[start..end(a)], &b[start..end(b)], blanks);
    let ends_differ = blanks == Blanks::Matter && (trim_end(a) == trim_end(b));
    let show = |line: &Line, text: &[u8], parts: &[Range<usize>], emphasis, is_exact| {
        let line_end = match (ends_differ, line.has_newline) {
            (false, _) => "",
            (true, true) => "⏎",
            (true, false) if line.is_cut.1 => "",
            (true, false) => " (no newline at end)",
        };
        let blanks_from = if blanks == Blanks::Matter { trim_end(text).len() } else { text.len() };
        fit(text, line.is_cut, &Style { start, width, parts, emphasis, blanks_from, line_end, is_exact })
    };
    let rows = |is_exact| {
        let left = show(expected, a, &missing, Emphasis::Missing, is_exact);
        (left, show(got, b, &extra, Emphasis::Extra, is_exact))
    };
    let (left, right) = rows(false);
    if look_alike(a, b) || left.to_string() == right.to_string() {
        return rows(true);
    }
    (left, right)
}

/// Whether the first characters that differ may be taken for each other.
fn look_alike(a: &[u8], b: &[u8]) -> bool {
    str::from_utf8(a).ok().zip(str::from_utf8(b).ok()).is_some_and(|(a, b)| code_points(a, b).is_some())
}

/// The part of a line that is worth showing.
fn shown_text<'a>(line: &Line<'a>, blanks: Blanks) -> &'a [u8] {
    match blanks {
        Blanks::Matter => line.text,
        Blanks::MatterInside | Blanks::DoNotMatter => trim_end(line.text),
    }
}

/// Where to begin so that the first unequal byte is in sight: at the beginning, if it is so early,
/// else a third of the width before it.
fn start(text: &[u8], unequal: usize, width: usize) -> usize {
    if unequal <= 4 * width && columns(&text[..unequal]) <= width * 2 / 3
        || columns_up_to(text, width + 1) <= width
    {
        return 0;
    }
    // In a text of whole characters this is a boundary after at most three bytes.
    let from = unequal.saturating_sub(4 * width);
    let from = from + text[from..unequal].iter().take(3).take_while(|byte| **byte & 0xc0 == 0x80).count();
    let before: Vec<Glyph> = glyphs(&text[from..unequal]).collect();
    let mut start = unequal;
    let mut taken = 0;
    for glyph in before.iter().rev() {
        taken += glyph.columns;
        if taken > width / 3 {
            break;
        }
        start = from + glyph.offset;
    }
    start
}

/// The columns that a text takes, or `most` if there are more.
fn columns_up_to(text: &[u8], most: usize) -> usize {
    let mut taken = 0;
    for glyph in glyphs(text) {
        taken += glyph.columns;
        if taken >= most {
            return most;
        }
    }
    taken
}

fn fit(text: &[u8], is_cut: (bool, bool), style: &Style) -> Row {
    let mut row = Row::default();
    let mut room = style.width;
    if style.start > 0 || is_cut.0 {
        row.push(CUT, Emphasis::Faint);
        room = room.saturating_sub(1);
    }
    let mut taken = 0;
    let mut line: Vec<(Glyph, Emphasis)> = Vec::new();
    let mut is_whole = true;
    for mut glyph in glyphs(&text[style.start..]) {
        let stands_out = style.parts.iter().any(|part| part.contains(&glyph.offset));
        let is_shown = stands_out || style.start + glyph.offset >= style.blanks_from;
        let symbol = text.get(style.start + glyph.offset).copied().and_then(visible);
        if let (true, Some(symbol)) = (is_shown, symbol) {
            symbol.clone_into(&mut glyph.text);
        } else if stands_out && style.is_exact {
            let start = style.start + glyph.offset;
            glyph.text = exact(&text[start..start + glyph.length]);
            glyph.columns = glyph.text.chars().count();
        }
        taken += glyph.columns;
        line.push((glyph, if stands_out { style.emphasis } else { Emphasis::Plain }));
        // There may be any number of marks that take no column.
        if taken > room || line.len() > 2 * room {
            is_whole = false;
            break;
        }
    }
    let is_cut_after = !is_whole || is_cut.1;
    while is_cut_after && taken + 1 > room {
        let Some((glyph, _)) = line.pop() else { break };
        taken -= glyph.columns;
    }
    for (glyph, emphasis) in &line {
        row.push(&glyph.text, *emphasis);
    }
    if is_cut_after && room > 0 {
        row.push(CUT, Emphasis::Faint);
    } else if taken + style.line_end.chars().count() <= room {
        row.push(style.line_end, Emphasis::Faint);
    }
    row
}
