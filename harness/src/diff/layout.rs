//! Puts lines beside or below each other, with numbers and marks, within the limits of a diff.

use std::ops::RangeInclusive;

use crate::diff::align::Pair;
use crate::diff::glyph;
use crate::diff::lines::{Line, Texts};
use crate::diff::pick::Item;
use crate::diff::window::{both, single};
use crate::diff::{Blanks, Emphasis, MAX_BYTES, MAX_ROWS, Row, SIDE_BY_SIDE};

/// Widths that are made use of; a wider terminal stays empty on the right.
const WIDTHS: RangeInclusive<usize> = 20..=200;

/// Most changed lines that are shown together before those that came in their place.
const TOGETHER: usize = 5;

/// Bytes kept free for the remark at the end.
const REMARK: usize = 120;

/// Makes rows of what was picked.
pub fn layout(texts: &Texts, items: &[Item], blanks: Blanks, width: usize) -> Vec<Row> {
    let last_number = |lines: &[Line<'_>]| lines.last().map_or(1, |line| line.number);
    let number = last_number(&texts.expected).max(last_number(&texts.got)).to_string().len().max(2);
    let width = width.clamp(*WIDTHS.start(), *WIDTHS.end());
    let sheet = Sheet { texts, blanks, number, width };
    let (header, blocks) =
        if width >= SIDE_BY_SIDE { sheet.side_by_side(items) } else { sheet.unified(items) };
    let mut rows = vec![header];
    let mut n_bytes = size(&rows[0]);
    let mut n_left_out = texts.left_out;
    let mut is_full = false;
    for Block { rows: block, n_lines } in blocks {
        let block_size = block.iter().map(size).sum::<usize>();
        is_full =
            is_full || rows.len() + block.len() >= MAX_ROWS || n_bytes + block_size + REMARK > MAX_BYTES;
        if is_full {
            n_left_out += n_lines;
            continue;
        }
        n_bytes += block_size;
        rows.extend(block);
    }
    rows.extend(remark(n_left_out, texts.go_on));
    rows
}

/// Rows that belong together, and how many lines of the texts (of the longer side) they show.
struct Block {
    rows: Vec<Row>,
    n_lines: usize,
}

struct Sheet<'a> {
    texts: &'a Texts<'a>,
    blanks: Blanks,
    /// Columns of a line number.
    number: usize,
    width: usize,
}

impl Sheet<'_> {
    fn side_by_side(&self, items: &[Item]) -> (Row, Vec<Block>) {
        let cell = (self.width - 2 * (self.number + 1) - 3) / 2;
        let number = |line: Option<&Line<'_>>| {
            let text = line.map_or_else(String::new, |line| line.number.to_string());
            format!("{text:>width$} ", width = self.number)
        };
        let mut header = Row::default();
        let gutter = number(None);
        header.push(&format!("{gutter}{:<cell$}   {gutter}got", "expected"), Emphasis::Faint);
        let row = |left: Option<(&Line<'_>, Row)>, mark: &str, right: Option<(&Line<'_>, Row)>| {
            let mut row = Row::default();
            row.push(&number(left.as_ref().map(|(line, _)| *line)), Emphasis::Faint);
            let text = left.map(|(_, text)| text).unwrap_or_default();
            let padding = cell.saturating_sub(columns(&text));
            row.append(text);
            row.push(&" ".repeat(padding), Emphasis::Plain);
            row.push(&format!(" {mark} "), Emphasis::Faint);
            row.push(&number(right.as_ref().map(|(line, _)| *line)), Emphasis::Faint);
            row.append(right.map(|(_, text)| text).unwrap_or_default());
            row
        };
        let block = |item: &Item| match *item {
            Item::EqualLeftOut(count) => equal_left_out(count),
            Item::Pair(pair) => {
                let row = match pair {
                    Pair::Same(a, b) => {
                        let (a, b) = (&self.texts.expected[a], &self.texts.got[b]);
                        let text = |line| single(line, Emphasis::Plain, self.blanks, cell);
                        row(Some((a, text(a))), " ", Some((b, text(b))))
                    }
                    Pair::Changed(a, b) => {
                        let (a, b) = (&self.texts.expected[a], &self.texts.got[b]);
                        let (left, right) = both(a, b, self.blanks, cell);
                        row(Some((a, left)), "~", Some((b, right)))
                    }
                    Pair::Missing(a) => {
                        let a = &self.texts.expected[a];
                        row(Some((a, single(a, Emphasis::Missing, self.blanks, cell))), "<", None)
                    }
                    Pair::Extra(b) => {
                        let b = &self.texts.got[b];
                        row(None, ">", Some((b, single(b, Emphasis::Extra, self.blanks, cell))))
                    }
                };
                Block { rows: vec![row], n_lines: 1 }
            }
        };
        (header, items.iter().map(block).collect())
    }

    fn unified(&self, items: &[Item]) -> (Row, Vec<Block>) {
        let cell = self.width - self.number - 3;
        let row = |line: &Line<'_>, mark: &str, text: Row| {
            let mut row = Row::default();
            let gutter = format!("{:>width$} {mark} ", line.number, width = self.number);
            row.push(&gutter, Emphasis::Faint);
            row.append(text);
            row
        };
        let gutter = " ".repeat(self.number + 3);
        let header = Row::of(format!("{gutter}- expected  + got"), Emphasis::Faint);
        let is_changed = |item: &Item| match item {
            Item::Pair(Pair::Changed(..)) => true,
            Item::Pair(Pair::Same(..) | Pair::Missing(_) | Pair::Extra(_)) | Item::EqualLeftOut(_) => false,
        };
        let mut blocks = Vec::new();
        // Lines changed one after the other are shown together: first all that was expected.
        for run in items.chunk_by(|a, b| is_changed(a) && is_changed(b)) {
            for part in run.chunks(TOGETHER) {
                let (mut rows, mut changed) = (Vec::new(), Vec::new());
                for item in part {
                    match *item {
                        Item::EqualLeftOut(count) => blocks.push(equal_left_out(count)),
                        Item::Pair(Pair::Same(_, b)) => {
                            let line = &self.texts.got[b];
                            rows.push(row(line, " ", single(line, Emphasis::Plain, self.blanks, cell)));
                        }
                        Item::Pair(Pair::Changed(a, b)) => {
                            let (a, b) = (&self.texts.expected[a], &self.texts.got[b]);
                            let (missing, extra) = both(a, b, self.blanks, cell);
                            rows.push(row(a, "-", missing));
                            changed.push(row(b, "+", extra));
                        }
                        Item::Pair(Pair::Missing(a)) => {
                            let line = &self.texts.expected[a];
                            rows.push(row(line, "-", single(line, Emphasis::Missing, self.blanks, cell)));
                        }
                        Item::Pair(Pair::Extra(b)) => {
                            let line = &self.texts.got[b];
                            rows.push(row(line, "+", single(line, Emphasis::Extra, self.blanks, cell)));
                        }
                    }
                }
                rows.extend(changed);
                if !rows.is_empty() {
                    blocks.push(Block { rows, n_lines: part.len() });
                }
            }
        }
        (header, blocks)
    }
}

fn equal_left_out(count: usize) -> Block {
    let rows = vec![Row::of(format!("… {count} equal lines left out"), Emphasis::Faint)];
    Block { rows, n_lines: count }
}

/// Says what comes after all that is shown.
fn remark(n_left_out: usize, go_on: (bool, bool)) -> Option<Row> {
    let left_out = match n_left_out {
        0 => None,
        1 => Some("1 line left out".to_owned()),
        count => Some(format!("{count} lines left out")),
    };
    let going_on = match go_on {
        (false, false) => None,
        (true, false) => Some("the expected text goes on"),
        (false, true) => Some("the output goes on"),
        (true, true) => Some("both texts go on"),
    };
    let parts: Vec<String> = left_out.into_iter().chain(going_on.map(str::to_owned)).collect();
    (!parts.is_empty()).then(|| Row::of(format!("… {}", parts.join("; ")), Emphasis::Faint))
}

fn columns(row: &Row) -> usize {
    row.spans.iter().map(|span| glyph::columns(span.text.as_bytes())).sum()
}

fn size(row: &Row) -> usize {
    row.spans.iter().map(|span| span.text.len()).sum::<usize>() + 1
}
