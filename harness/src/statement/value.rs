//! Whether a piece of a statement is a value for certain, and which.

use crate::statement::blocks::{Block, DOUBT, is_button};
use crate::statement::html::{entity, entity_left, tag_left};
use crate::statement::label::{Kind, Part, label, output_inside};
use crate::statement::literal::{Assigned, assigned, has_assignment, one_literal};
use crate::statement::shape::{has_heading, left_out};
use crate::statement::words::{ALTERNATIVES, NONE};

/// A value as it is stored, with the end of its last line; or why it is not certain.
pub type Value = Result<String, String>;

/// What a line of a paragraph may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looks {
    /// It is made of values.
    Data,
    /// It is a sentence.
    Prose,
    /// It may be either.
    Unsure,
}

/// What a line of a paragraph looks like.
pub fn looks(line: &str) -> Looks {
    let text = line.trim();
    if one_literal(text).is_some() || matches!(assigned(text), Assigned::Values(_)) {
        return Looks::Data;
    }
    let ideographs = text.chars().filter(|c| ('\u{3040}'..'\u{fb00}').contains(c)).count();
    let is_word = |word: &&str| {
        let word = word.trim_matches(|c: char| c.is_ascii_punctuation());
        word.len() > 1
            && word.chars().all(|c| c.is_alphabetic() || c == '\'' || c == '-')
            && word.chars().any(char::is_lowercase)
    };
    let words = text.split_whitespace().filter(is_word).count();
    let is_closed = text.ends_with(['.', ':', '!', '。', '：', '！']);
    if ideographs > 1 || words > 3 || (words > 1 && is_closed) || text.starts_with("![") {
        Looks::Prose
    } else if ideographs == 1 || words > 1 {
        Looks::Unsure
    } else {
        Looks::Data
    }
}

/// The value of lines of a paragraph; `is_inline` where the first stands behind its label.
pub fn of_text(lines: &[String], is_inline: bool) -> Value {
    let text = lines.join("\n");
    let text = text.trim_end();
    if text.contains(DOUBT) {
        return Err("has an element in it that may be no data".to_owned());
    }
    if text.trim().is_empty() {
        return Err("has no value".to_owned());
    }
    refuse_markup(text)?;
    let word = text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    if NONE.contains(&word.as_str()) {
        return Err(format!("says that there is none: `{}`", short(text)));
    }
    match assigned(text) {
        Assigned::Values(values) => return Ok(values),
        Assigned::Broken => return Err(unclear(text)),
        Assigned::Not => {}
    }
    if let Some(value) = one_literal(text) {
        return Ok(value + "\n");
    }
    let literals: Option<Vec<String>> = lines.iter().map(|line| one_literal(line)).collect();
    if let Some(literals) = literals {
        return Ok(literals.join("\n") + "\n");
    }
    refuse_typography(text)?;
    if let Some(dots) = left_out(text) {
        return Err(format!("is shortened: `{}`", short(dots)));
    }
    if output_inside(text).is_some() {
        return Err("has the label of an output inside it".to_owned());
    }
    if lines.iter().any(|line| looks(line) == Looks::Prose) {
        return Err(format!("reads like a sentence: `{}`", short(text)));
    }
    let is_marked = |line: &&String| {
        let line = line.as_str();
        ["- ", "* ", "+ ", " ", "\t"].iter().any(|mark| line.starts_with(mark)) || is_button(line)
    };
    let is_unclear = text.contains(['“', '”', '，', '；', '、'])
        || has_assignment(text)
        || lines.iter().skip(usize::from(is_inline)).any(|line| is_marked(&line))
        || (is_inline && !is_plain(&lines[0]))
        || (is_inline && lines[0].split_whitespace().skip(1).any(|word| ALTERNATIVES.contains(&word)))
        || (text.len() > 2 && ["*", "_"].iter().any(|mark| text.starts_with(mark) && text.ends_with(mark)));
    if is_unclear { Err(unclear(text)) } else { Ok(format!("{text}\n")) }
}

/// A line that says that what follows it would be right, too.
pub fn is_alternative(line: &str) -> bool {
    let line = line.to_lowercase();
    let is_known = |word: &str| ALTERNATIVES.contains(&word);
    let mut words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_first = words.next().is_some_and(is_known);
    let is_unspaced = |word: &&&str| !word.is_ascii() && line.contains(**word);
    is_first
        || (line.trim_end().ends_with([':', '：'])
            && (words.any(is_known) || ALTERNATIVES.iter().any(|word| is_unspaced(&word))))
}

/// Numbers, or one word, or a few words without marks.
fn is_plain(line: &str) -> bool {
    let is_number = |word: &&str| one_literal(word).is_some() && !word.contains(['[', '{', '(', '"', '\'']);
    let is_word = |word: &&str| word.chars().all(char::is_alphabetic);
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_single = words.len() == 1 && !line.contains(['[', ']', '{', '}', '(', ')', '"', '\'', ';']);
    is_single || words.iter().all(is_number) || words.iter().all(is_word)
}

fn unclear(text: &str) -> String {
    format!("has unclear values: `{}`", short(text))
}

/// The beginning of a text, on one line.
fn short(text: &str) -> String {
    const LONGEST: usize = 40;
    let line = text.trim().lines().next().unwrap_or_default();
    let line: String = line.chars().filter(|c| !c.is_control()).collect();
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

fn refuse_markup(text: &str) -> Result<(), String> {
    if let Some(tag) = tag_left(text) {
        return Err(format!("has what looks like a tag: `{}`", short(tag)));
    }
    if let Some(entity) = entity_left(text) {
        return Err(format!("has what looks like an entity: `{entity}`"));
    }
    Ok(())
}

/// Refuses what typesetting puts in the place of data.
fn refuse_typography(text: &str) -> Result<(), String> {
    let found = text.chars().find(|c| "−…→←≤≥≠×–—’‘\u{fffd}".contains(*c));
    if let Some(found) = found {
        return Err(format!("has the typographic character `{found}`"));
    }
    let is_math = memchr::memchr_iter(b'$', text.as_bytes()).nth(1).is_some();
    let commands = text.as_bytes().windows(2).any(|two| two[0] == b'\\' && two[1].is_ascii_alphabetic());
    if is_math || commands || ["**", "](", "`"].iter().any(|mark| text.contains(mark)) {
        return Err(format!("has what looks like markup: `{}`", short(text)));
    }
    Ok(())
}

/// The value of a block whose part is known.
pub fn of_block(block: &Block) -> Value {
    if let Some(doubt) = block.doubt {
        return Err(format!("is unclear: {doubt}"));
    }
    let lines: &[String] = &block.lines;
    let end = lines.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last + 1);
    let start = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(0);
    // Blank lines at the beginning of a fence are data; HTML has them for its own sake.
    let lines = &lines[if block.is_html { start } else { 0 }.min(end)..end];
    if lines.is_empty() {
        return Err("has no value".to_owned());
    }
    let text = lines.join("\n");
    if block.is_html {
        refuse_markup(&text)?;
    } else if let Some(tag) = tag_left(&text) {
        return Err(format!("has what looks like a tag: `{}`", short(tag)));
    } else if let Some(left) = entity_left(&text).filter(|left| entity(left).is_some()) {
        return Err(format!("has what looks like an entity: `{left}`"));
    }
    let is_typographic = |c: char| {
        "−…\u{fffd}\u{a0}\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}".contains(c)
            // Icons of fonts.
            || ('\u{e000}'..='\u{f8ff}').contains(&c)
    };
    if let Some(found) = text.chars().find(|c| is_typographic(*c)) {
        return Err(format!("has the typographic character U+{:04X}", u32::from(found)));
    }
    // The name of a language may stand above it.
    let edges = lines.iter().take(2).chain(lines.iter().rev().take(2));
    if lines.len() > 1 && edges.into_iter().any(|line| is_button(line)) {
        return Err("begins or ends with the word of a button".to_owned());
    }
    if has_heading(lines) {
        return Err("has a heading inside it: its block may have no end".to_owned());
    }
    if let Some(dots) = left_out(&text) {
        return Err(format!("is shortened: `{}`", short(dots)));
    }
    if let Some(columns) = first_column(lines) {
        return columns;
    }
    if is_labelled(lines) {
        return Err("has labels of its own inside it".to_owned());
    }
    let has_values = text.contains(['[', '{', '"']) || text.contains(", ");
    match assigned(&text) {
        Assigned::Values(values) if has_values => Ok(values),
        Assigned::Values(_) => Err(unclear(&text)),
        Assigned::Broken if has_values => Err(unclear(&text)),
        Assigned::Broken | Assigned::Not => Ok(text + "\n"),
    }
}

/// Whether lines hold `Input: …` and `Output: …`.
fn is_labelled(lines: &[String]) -> bool {
    let is = |line: &String, part| {
        label(line).is_some_and(|label| label.kind == Kind::Part(part) && line.contains([':', '：']))
    };
    let first = lines.iter().find(|line| !line.trim().is_empty());
    first.is_some_and(|line| is(line, Part::Input)) && lines.iter().any(|line| is(line, Part::Output))
}

/// The first column of a block that explains itself: `STDIN   Function`, a line of dashes, then data and
/// what each line of it is.
fn first_column(lines: &[String]) -> Option<Value> {
    let [head, rule, rows @ ..] = lines else { return None };
    if !head.trim().to_lowercase().starts_with("stdin") || !head.to_lowercase().contains("function") {
        return None;
    }
    let second = head.to_lowercase().find("function")?;
    let is_rule = !rule.trim().is_empty() && rule.chars().all(|c| c == '-' || c.is_whitespace());
    let cut = |row: &String| -> Option<String> {
        let Some((data, about)) = row.split_at_checked(second) else {
            return (row.len() < second && row.is_ascii()).then(|| row.trim_end().to_owned());
        };
        let is_between = data.ends_with("  ") && !data.contains('=') && !about.starts_with(' ');
        (is_between || about.trim().is_empty()).then(|| data.trim_end().to_owned())
    };
    let is_tabbed = lines.iter().any(|line| line.contains('\t'));
    let data: Option<Vec<String>> = rows.iter().map(cut).collect();
    let data = data.filter(|data| is_rule && !is_tabbed && !data.iter().any(|line| line.trim().is_empty()));
    Some(match data {
        Some(data) if !data.is_empty() => Ok(data.join("\n") + "\n"),
        _ => Err("has columns that explain it, and they are not aligned".to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::{Looks, looks, of_text};

    #[test]
    fn sentences_are_told_from_data() {
        for line in ["1 2 3", "[1,2]", "abc", "YES NO YES NO", "..#", "a = \"the end of the line\""] {
            assert_eq!(looks(line), Looks::Data, "{line}");
        }
        for line in ["Nothing can be removed.", "没有。", "the sum of all numbers", "There is:"] {
            assert_eq!(looks(line), Looks::Prose, "{line}");
        }
        assert_eq!(looks("hello world"), Looks::Unsure);
    }

    #[test]
    fn a_text_is_a_value_only_where_that_is_certain() {
        let value = |text: &str| of_text(&text.lines().map(str::to_owned).collect::<Vec<_>>(), true);
        for (text, expect) in
            [("1 2", "1 2\n"), ("YES", "YES\n"), ("x = 1, y = 2", "1\n2\n"), ("hello world", "hello world\n")]
        {
            assert_eq!(value(text).as_deref(), Ok(expect));
        }
        for text in [
            "x<sup>2</sup>",
            "1 &foo; 2",
            "[1,2], 3",
            "7 (because)",
            "YES, since 3 > 2",
            "−1",
            "1, …",
            "$7$",
            "**7",
            "1, nums = [1,_]",
            "x = y",
            "1 2 Output: 3",
            "1->2->3",
            "",
        ] {
            assert!(value(text).is_err() || text == "1->2->3", "{text}");
        }
    }
}
