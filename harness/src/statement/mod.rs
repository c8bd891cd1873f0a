//! The samples of a problem statement in Markdown, English or Chinese; pure.
//!
//! Statements are written by people, so nothing is asked of them but words: a line that says *input*
//! or *output*, and below it a fenced block, or behind it a value. A heading *Input* with prose below
//! it describes the format and is no sample, whatever blocks follow the prose.

mod label;
mod literal;

#[cfg(test)]
mod tests;

use crate::statement::label::{Kind, Label, Part, label, part_of_word};
use crate::statement::literal::{brackets, is_open, plain, values};

/// A sample.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// What the program reads.
    pub input: String,
    /// What it should print, where the statement says so.
    pub answer: Option<String>,
}

/// All samples of a statement, in order.
#[must_use]
pub fn samples(text: &str) -> Vec<Sample> {
    let mut reader = Reader {
        lines: text.lines().collect(),
        at: 0,
        found: Vec::new(),
        awaited: Awaited::Nothing,
        is_in_sample: false,
    };
    reader.read();
    reader.found
}

/// What a block without a word of its own would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Awaited {
    /// Anything; it is of no interest.
    Nothing,
    /// What the line above says.
    Part(Part),
    /// The input of a sample, then its output.
    Parts,
}

struct Reader<'a> {
    lines: Vec<&'a str>,
    at: usize,
    found: Vec<Sample>,
    awaited: Awaited,
    /// Below a heading that says *sample*.
    is_in_sample: bool,
}

impl<'a> Reader<'a> {
    fn read(&mut self) {
        while let Some(line) = self.next() {
            if let Some(fence) = Fence::opens(line) {
                self.block(&fence);
            } else if let Some(label) = label(line) {
                self.label(&label);
            } else if !line.trim().is_empty() {
                self.prose(line);
            }
        }
    }

    fn next(&mut self) -> Option<&'a str> {
        let line = self.lines.get(self.at).copied();
        self.at += 1;
        line
    }

    fn peek(&self) -> Option<&'a str> {
        self.lines.get(self.at).copied()
    }

    fn label(&mut self, label: &Label<'_>) {
        match label.kind {
            Kind::Sample => (self.is_in_sample, self.awaited) = (true, Awaited::Parts),
            Kind::Other => {
                self.awaited = Awaited::Nothing;
                self.is_in_sample &= !label.is_heading;
            }
            Kind::Part(part) => {
                self.is_in_sample |= label.is_of_sample;
                let value = plain(label.rest);
                if value.is_empty() {
                    self.awaited = Awaited::Part(part);
                } else if self.is_in_sample || values(&value).is_some() || is_open(&value) {
                    let value = self.rest_of(value);
                    self.found(part, &value);
                }
            }
        }
    }

    /// A value behind a label, with the lines below it as long as a bracket is open.
    fn rest_of(&mut self, mut value: String) -> String {
        let (mut opened, mut closed) = brackets(&value);
        while opened > closed {
            let Some(line) = self.peek().filter(|line| label(line).is_none()) else { break };
            let line = plain(line);
            let more = brackets(&line);
            (opened, closed) = (opened + more.0, closed + more.1);
            value.push('\n');
            value.push_str(&line);
            self.at += 1;
        }
        value
    }

    /// Text right below a label is a value in a sample; elsewhere it says what a value looks like.
    fn prose(&mut self, first: &str) {
        let Awaited::Part(part) = self.awaited else { return };
        self.awaited = Awaited::Nothing;
        if !self.is_in_sample {
            return;
        }
        let mut value = plain(first);
        while let Some(line) = self.peek() {
            if line.trim().is_empty() || label(line).is_some() || Fence::opens(line).is_some() {
                break;
            }
            value.push('\n');
            value.push_str(&plain(line));
            self.at += 1;
        }
        self.found(part, &value);
    }

    fn block(&mut self, fence: &Fence<'a>) {
        let mut lines = Vec::new();
        if !fence.first.trim().is_empty() {
            lines.push(fence.line(fence.first));
        }
        while let Some(line) = self.next() {
            if let Some(last) = fence.closed_by(line) {
                lines.extend((!last.trim().is_empty()).then(|| fence.line(last)));
                break;
            }
            lines.push(fence.line(line));
        }
        let has_labels = lines.iter().find(|line| !line.trim().is_empty()).and_then(|line| label(line));
        if has_labels.is_some_and(|label| label.kind != Kind::Other) {
            self.found.extend(samples_of_block(&lines));
            return;
        }
        let part = part_of_word(fence.word).or(match self.awaited {
            Awaited::Nothing => None,
            Awaited::Part(part) => Some(part),
            Awaited::Parts if self.found.last().is_some_and(|last| last.answer.is_none()) => {
                Some(Part::Output)
            }
            Awaited::Parts => Some(Part::Input),
        });
        if let Some(part) = part {
            self.found(part, &lines.join("\n"));
        }
        if self.awaited != Awaited::Parts {
            self.awaited = Awaited::Nothing;
        }
    }

    fn found(&mut self, part: Part, value: &str) {
        let mut text = values(value).unwrap_or_else(|| value.trim_matches('\n').to_owned());
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        match part {
            Part::Input => self.found.push(Sample { input: text, answer: None }),
            Part::Output => {
                if let Some(last) = self.found.last_mut().filter(|last| last.answer.is_none()) {
                    last.answer = Some(text);
                }
            }
        }
        if let Awaited::Part(_) = self.awaited {
            self.awaited = Awaited::Nothing;
        }
    }
}

/// A block may hold a whole sample: `Input: …`, `Output: …`.
fn samples_of_block(lines: &[String]) -> Vec<Sample> {
    let lines = lines.iter().map(String::as_str).collect();
    let mut reader =
        Reader { lines, at: 0, found: Vec::new(), awaited: Awaited::Nothing, is_in_sample: true };
    reader.read();
    reader.found
}

/// The line that opens a block: a fence of Markdown, or `<pre>`.
struct Fence<'a> {
    indent: usize,
    /// What closes it.
    end: &'a str,
    /// The word after the fence.
    word: &'a str,
    /// What stands behind `<pre>` on its line.
    first: &'a str,
}

impl<'a> Fence<'a> {
    fn opens(line: &'a str) -> Option<Self> {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        if let Some(first) = text.strip_prefix("<pre>") {
            return Some(Self { indent: 0, end: "</pre>", word: "", first });
        }
        let mark = ['`', '~'].into_iter().find(|mark| text.starts_with(&mark.to_string().repeat(3)))?;
        let length = text.len() - text.trim_start_matches(mark).len();
        let (end, word) = text.split_at(length);
        // A fence has no further mark on its line; a piece of code in a sentence has.
        (!word.contains(mark)).then(|| Self { indent, end, word: word.trim(), first: "" })
    }

    /// What stands before the end on a line that closes the block.
    fn closed_by<'b>(&self, line: &'b str) -> Option<&'b str> {
        if self.end == "</pre>" {
            return line.split_once(self.end).map(|(last, _)| last);
        }
        let text = line.trim();
        (text.starts_with(self.end) && text.trim_start_matches(self.end.as_bytes()[0] as char).is_empty())
            .then_some("")
    }

    /// A line of the block as it is meant.
    fn line(&self, line: &str) -> String {
        if self.end == "</pre>" {
            return literal::without_markup(line);
        }
        let blanks = line.len() - line.trim_start_matches(' ').len();
        line[blanks.min(self.indent)..].to_owned()
    }
}
