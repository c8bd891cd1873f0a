//! Solutions × cases, one letter each.
//!
//! ```text
//!                     0        1         2
//!                     123456789012345678901
//!   map-dedup         ·····················
//!   modular-hash      ·······w····W········
//! ```
//! A dot is AC; a small letter another verdict that was expected; a capital one that was not.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use crate::event::{JobPlace, Outcome, Subject};
use crate::model::Verdict;
use crate::ui::{Tone, fit, paint, width_of};

/// The letters of all outcomes so far.
#[derive(Default)]
pub struct Matrix {
    rows: BTreeMap<usize, Row>,
    used: BTreeMap<char, &'static str>,
}

struct Row {
    subject: Arc<Subject>,
    letters: Vec<u8>,
}

/// Columns of the names, at least.
const NAME_WIDTH: usize = 22;

/// Where a job has not been judged.
const OPEN: u8 = b' ';

impl Matrix {
    /// Takes an outcome in, and where it stands.
    pub fn set(&mut self, outcome: &Outcome, place: JobPlace) {
        let verdict = outcome.judgement.verdict;
        let letter = letter(verdict, outcome.as_expected());
        if verdict != Verdict::Accepted || !outcome.as_expected() {
            let words = if verdict == Verdict::Accepted { "unexpectedly accepted" } else { verdict.words() };
            self.used.insert(char::from(letter.to_ascii_uppercase()), words);
        }
        let row = self
            .rows
            .entry(place.solution)
            .or_insert_with(|| Row { subject: Arc::clone(&outcome.subject), letters: Vec::new() });
        if row.letters.len() <= place.case {
            row.letters.resize(place.case + 1, OPEN);
        }
        row.letters[place.case] = letter;
    }

    /// The solution at this place is as expected, whatever single cases show.
    pub fn all_as_expected(&mut self, solution: usize) {
        if let Some(row) = self.rows.get_mut(&solution) {
            row.letters.make_ascii_lowercase();
        }
    }

    /// Leaves out the solutions of which nothing was run.
    pub fn leave_out_unrun(&mut self) {
        let unrun = [OPEN, letter(Verdict::Skipped, false), letter(Verdict::Skipped, true)];
        self.rows.retain(|_, row| row.letters.iter().any(|letter| !unrun.contains(letter)));
        let is_there = |letter: &u8| self.rows.values().any(|row| row.letters.contains(letter));
        for letter in unrun.iter().filter(|letter| !is_there(letter)) {
            self.used.remove(&char::from(*letter));
        }
    }

    /// Columns for the names: those of the longest, as far as most of the width is left to the letters.
    fn name_width(&self, width: usize) -> usize {
        let longest = self.rows.values().map(|row| width_of(&row.subject.solution.shown()) + 3).max();
        longest.unwrap_or(0).clamp(NAME_WIDTH, (width / 4).max(NAME_WIDTH))
    }

    /// Writes the matrix, in blocks as wide as the terminal. A matrix of one row or one column would
    /// say nothing that the lines above do not.
    pub fn write(&self, out: &mut dyn Write, width: usize) -> io::Result<()> {
        let name_width = self.name_width(width);
        let columns = (width.saturating_sub(name_width + 1) / 10 * 10).max(10);
        let mut is_written = false;
        let mut rows = self.rows.values().peekable();
        while let Some(first) = rows.next() {
            let mut of_problem = vec![first];
            while let Some(next) = rows.next_if(|row| row.subject.problem == first.subject.problem) {
                of_problem.push(next);
            }
            is_written |= write_problem(out, &of_problem, (name_width, columns))?;
        }
        if self.used.is_empty() || !is_written {
            return Ok(());
        }
        let mut legend = vec!["· accepted".to_owned()];
        legend.extend(self.used.iter().map(|(letter, words)| format!("{letter} {words}")));
        let last = legend.pop().map(|last| format!("{last}; lowercase: as expected"));
        legend.extend(last);
        writeln!(out)?;
        for line in wrapped(&legend, width.saturating_sub(2)) {
            writeln!(out, "{}", paint(Tone::Faint, &format!("  {line}")))?;
        }
        Ok(())
    }
}

/// The parts with commas between, in lines of at most this width where a part is not wider itself.
pub(super) fn wrapped(parts: &[String], width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for (index, part) in parts.iter().enumerate() {
        let comma = if index + 1 < parts.len() { "," } else { "" };
        if !line.is_empty() && width_of(&line) + 1 + width_of(part) + comma.len() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(part);
        line.push_str(comma);
    }
    lines.push(line);
    lines
}

/// Writes the matrix of a problem, and says whether there was one to write.
fn write_problem(
    out: &mut dyn Write,
    rows: &[&Row],
    (name_width, columns): (usize, usize),
) -> io::Result<bool> {
    let cases = rows.iter().map(|row| row.letters.len()).max().unwrap_or(0);
    if cases < 2 {
        return Ok(false);
    }
    for start in (0..cases).step_by(columns) {
        let end = (start + columns).min(cases);
        let name = if start == 0 { rows[0].subject.problem.to_string() } else { String::new() };
        writeln!(
            out,
            "\n{}{}",
            paint(Tone::Strong, &fit(&name, name_width)),
            paint(Tone::Faint, &ruler(start, end))
        )?;
        for row in rows {
            let name = fit(&row.subject.solution.to_string(), name_width - 3);
            write!(out, "  {name} ")?;
            let letters = row.letters.get(start..end.min(row.letters.len())).unwrap_or_default();
            writeln!(out, "{}", painted(letters))?;
        }
    }
    Ok(true)
}

/// `1        10        20`: the numbers of the cases, those that fit.
fn ruler(start: usize, end: usize) -> String {
    let mut ruler = String::new();
    for number in start + 1..=end {
        let is_mark = number == start + 1 || number % 10 == 0;
        let column = number - start - 1;
        if is_mark && ruler.len() <= column {
            ruler.push_str(&" ".repeat(column - ruler.len()));
            ruler.push_str(&number.to_string());
        }
    }
    ruler
}

/// Letters as they are shown, in their colours.
pub fn painted(letters: &[u8]) -> String {
    let shown = |letter: &u8| match letter {
        b'.' => '·',
        b'|' => '│',
        letter => char::from(*letter),
    };
    // Runs of one kind are painted together: fewer colour codes, the same picture.
    let runs = letters.chunk_by(|a, b| role(*a) == role(*b));
    runs.map(|run| paint(role(run[0]), &run.iter().map(shown).collect::<String>())).collect()
}

/// The letter of a verdict: a dot for AC, small where it was expected, else a capital.
pub fn letter(verdict: Verdict, as_expected: bool) -> u8 {
    let capital = match verdict {
        Verdict::Accepted if as_expected => return b'.',
        Verdict::Accepted => b'A',
        Verdict::JudgeError => b'J',
        Verdict::CompileError => b'C',
        Verdict::MemoryLimit => b'M',
        Verdict::TimeLimit => b'T',
        Verdict::IdleLimit => b'I',
        Verdict::OutputLimit => b'O',
        Verdict::RuntimeError => b'R',
        Verdict::WrongAnswer => b'W',
        Verdict::Partial => b'P',
        Verdict::Skipped => return b'-',
    };
    if as_expected { capital.to_ascii_lowercase() } else { capital }
}

fn role(letter: u8) -> Tone {
    match letter {
        b'.' => Tone::Good,
        b'A'..=b'Z' => Tone::Bad,
        b'a'..=b'z' => Tone::Notable,
        b'*' => Tone::Strong,
        _ => Tone::Faint,
    }
}

#[cfg(test)]
mod tests {
    use super::{ruler, wrapped};

    #[test]
    fn the_ruler_numbers_every_tenth_case() {
        assert_eq!(ruler(0, 21), "1        10        20");
        assert_eq!(ruler(60, 75), "61       70");
        assert_eq!(ruler(0, 3), "1");
    }

    #[test]
    fn a_legend_is_broken_between_its_parts() {
        let parts = ["a b", "c d e", "f"].map(str::to_owned);
        assert_eq!(wrapped(&parts, 80), ["a b, c d e, f"]);
        assert_eq!(wrapped(&parts, 10), ["a b,", "c d e, f"]);
        assert_eq!(wrapped(&parts, 2), ["a b,", "c d e,", "f"]);
    }
}
