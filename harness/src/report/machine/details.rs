//! What helps to understand a failure, as lines of plain text of a few kilobytes at most.

use crate::diff::{self, Row};
use crate::event::{Explanation, Outcome};
use crate::model::{Verdict, counted, mebibytes, plain, seconds};
use crate::report::difference::difference;
use crate::report::explained;
use crate::report::human::said;

/// Bytes of all lines together; reports of thousands of failures must be of a size that services take.
const MOST: usize = 4 << 10;

/// Columns of a line.
const WIDTH: usize = 100;

/// The last lines of standard error that are shown.
const MOST_STDERR: usize = 10;

pub use said::headline;

/// Of a solution on a case: time and memory, remarks, the difference, the input, standard error.
#[must_use]
pub fn of_outcome(outcome: &Outcome) -> String {
    let judgement = &outcome.judgement;
    let mut lines = Vec::new();
    if let Some(facts) = &judgement.execution {
        let (usage, limits) = (&facts.usage, &outcome.limits);
        lines.push(format!(
            "{} of {}, {} of {}",
            seconds(usage.cpu),
            seconds(limits.time),
            mebibytes(usage.memory),
            mebibytes(limits.memory)
        ));
    }
    lines.extend(judgement.notes.iter().map(|note| plain(note)));
    if let Some(mismatch) = &judgement.mismatch {
        lines.extend(mismatch.place.map(|place| place.to_string()));
        lines.extend(mismatch.hints.iter().map(|hint| plain(hint)));
        if let Some(excerpt) = &mismatch.excerpt {
            let rows = difference(excerpt, outcome.checker, WIDTH);
            lines.extend(rows.iter().map(Row::to_string));
        }
    }
    if let Some(input) = &outcome.input {
        lines.push(input.title());
        lines.extend(diff::listing(&input.bytes, input.size, WIDTH).iter().map(Row::to_string));
    }
    let is_telling = matches!(judgement.verdict, Verdict::RuntimeError | Verdict::WrongAnswer);
    if let Some(facts) = judgement.execution.as_ref().filter(|_| is_telling) {
        let text = facts.stderr.text();
        let said = said::lines(&text);
        if !said.is_empty() {
            lines.push("standard error".to_owned());
        }
        lines.extend(said[said.len().saturating_sub(MOST_STDERR)..].iter().map(|line| plain(line)));
    }
    capped(lines)
}

/// Of what was found out about a failure.
#[must_use]
pub fn of_explanation(explanation: &Explanation) -> String {
    capped(explained::rows(explanation, WIDTH).iter().map(Row::to_string).collect())
}

/// Of a text, such as the words of a compiler.
#[must_use]
pub fn of_text(text: &str) -> String {
    capped(said::lines(text).into_iter().map(plain).collect())
}

/// The first lines, and a word on how many are left out.
fn capped(lines: Vec<String>) -> String {
    let (count, mut text) = (lines.len(), String::new());
    for (index, line) in lines.into_iter().enumerate() {
        let room = MOST.saturating_sub(text.len());
        if line.len() < room {
            text += &line;
            text.push('\n');
            continue;
        }
        // Of a single long line the beginning is worth more than nothing.
        if index == 0 {
            text.extend(line.chars().take(MOST / 4));
            text.push('\n');
        }
        text.extend(["… ", &counted(count - index, "line"), " left out\n"]);
        break;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{MOST, of_text};

    #[test]
    fn a_long_text_is_cut_and_says_so() {
        assert_eq!(of_text("\na\x1b[0m\n b\n\n"), "a\\x1b[0m\n b\n");
        let long = of_text(&"0123456789\n".repeat(1000));
        assert!(long.len() < MOST + 40 && long.ends_with("lines left out\n"), "{long}");
        let wide = of_text(&"蛇".repeat(10_000));
        assert!(wide.starts_with("蛇") && wide.ends_with("… 1 line left out\n") && wide.len() < 4 * MOST);
    }
}
