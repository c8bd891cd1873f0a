//! What shows that a text is no data, or not all of it: headings, dots, the names of a format.

use crate::statement::label::{Kind, label};

/// Whether a line is the heading of a sample or of a part of one, and no data.
pub fn has_heading(lines: &[String]) -> bool {
    let is_heading = |line: &String| {
        let text = line.trim();
        let is_marked = ["#", "**", "__"].iter().any(|mark| text.starts_with(mark));
        label(text).is_some_and(|label| match label.kind {
            Kind::Part(_) => is_marked || label.is_of_sample,
            Kind::Sample | Kind::Other => is_marked,
        })
    };
    lines.iter().any(is_heading)
}

/// A piece of a text that stands for data that was left out: `1 2 ... 5`. Dots of a grid are data.
pub fn left_out(text: &str) -> Option<&str> {
    let is_dots = |word: &str| (2..=3).contains(&word.len()) && word.bytes().all(|byte| byte == b'.');
    let is_named = |text: &str| text.contains(char::is_alphanumeric);
    let is_mark = |word: &&str| {
        ["[...]", "(...)", "{...}", "<...>"].contains(word) || word.contains(",...") || word.contains("...,")
    };
    if let Some(mark) = text.split_whitespace().find(is_mark) {
        return Some(mark);
    }
    let is_of_grid =
        |word: &str| word.contains('.') && !is_dots(word) && (word.contains("..") || !is_named(word));
    if text.split_whitespace().any(is_of_grid) {
        return None;
    }
    let mixed = |line: &&str| line.split_whitespace().any(is_dots) && is_named(line);
    if let Some(line) = text.lines().find(mixed) {
        return Some(line);
    }
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let alone: Vec<usize> = (0..lines.len()).filter(|place| is_dots(lines[*place])).collect();
    let [place] = alone.as_slice() else { return None };
    let before = place.checked_sub(1).and_then(|before| lines.get(before))?;
    // The line above a grid says how many columns it has.
    let columns = lines[*place].len().to_string();
    let has_columns = before.split_whitespace().any(|word| word == columns);
    let is_sized = has_columns && (*place == 1 || before.contains(' '));
    (is_named(before) && !is_sized).then(|| lines[*place])
}

/// Whether a text may tell the format of data: `N`, `A_1 A_2 … A_N`.
pub fn may_be_format(text: &str) -> bool {
    let is_letter = |word: &str| {
        let rest = word.strip_prefix(|c: char| c.is_ascii_alphabetic());
        rest.is_some_and(|rest| rest.starts_with('_') || rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let has_index = |word: &str| {
        word.split_once('_').is_some_and(|(name, index)| {
            let is_name =
                (1..=3).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphabetic());
            let is_index = index.starts_with(|c: char| c == '{' || c.is_ascii_alphanumeric());
            is_name && is_index
        })
    };
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let is_dots = |line: &str| [":", "⋮", "︙", "\\vdots"].contains(&line.trim());
    first.split_whitespace().all(is_letter)
        || text.split_whitespace().any(has_index)
        || text.lines().any(is_dots)
}

#[cfg(test)]
mod tests {
    use super::{has_heading, left_out, may_be_format};

    #[test]
    fn dots_between_numbers_stand_for_what_was_left_out() {
        for text in ["1 2 ... 5", "1 .. 9", "a ... z", "1,2,...,9", "1\n2\n...\n100", "5\n1 2 3 ...", "[...]"]
        {
            assert!(left_out(text).is_some(), "{text}");
        }
        for text in [
            "...\n.#.\n...",
            "2 3\n...\n...",
            "1 3\n...\n",
            "3\n...",
            "1..2 ...",
            "3.5 1.25",
            "...",
            "1 ..#. 2 ...",
        ] {
            assert_eq!(left_out(text), None, "{text}");
        }
    }

    #[test]
    fn names_are_a_format_and_numbers_are_data() {
        for text in ["N M\nA_1 A_2 ... A_N", "n\na1 a2 an", "1 x_{1}", "N\n:\n1", "3\nS_1"] {
            assert!(may_be_format(text), "{text}");
        }
        for text in ["1 2", "abc1", "user_1 5", "A 3", "3\nA B", "ab\n3"] {
            assert!(!may_be_format(text), "{text}");
        }
    }

    #[test]
    fn a_heading_is_marked_or_says_that_it_is_of_a_sample() {
        let has = |text: &str| has_heading(&[text.to_owned()]);
        for text in ["## Sample Output", "Sample Output 2", "**Output:**", "# 样例 2", "样例输出", "## Note"]
        {
            assert!(has(text), "{text}");
        }
        for text in ["output", "sample", "Example: 5", "#.#", "# 1", "##", "note"] {
            assert!(!has(text), "{text}");
        }
    }
}
