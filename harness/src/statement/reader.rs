//! Items → parts of samples: which label speaks of which value.

use std::collections::VecDeque;

use crate::statement::blocks::{Block, Item, is_button};
use crate::statement::items::html_text;
use crate::statement::label::{Kind, Label, Part, label, output_inside, part_of_word};
use crate::statement::literal::{Assigned, Depth, assigned, one_literal};
use crate::statement::pairing::Piece;
use crate::statement::table::{Columns, row};
use crate::statement::value::{Looks, Value, is_alternative, looks, of_block, of_text};
use crate::statement::words::CODE;

/// The parts of all samples in order, and the numbers of the samples that have a heading.
pub fn pieces(items: &[Item]) -> (Vec<Piece>, Vec<u32>) {
    let mut reader = Reader::default();
    reader.read(items);
    reader.end_of_section();
    (reader.pieces, reader.units)
}

/// The level of a label that is no heading: below all headings.
const NO_HEADING: usize = 9;

/// A label whose value is still to come.
#[derive(Clone, Copy, Debug)]
struct Wait {
    part: Part,
    number: Option<u32>,
    is_of_sample: bool,
    /// A sentence stands below it.
    has_prose: bool,
}

/// A value that stands in lines of a paragraph.
struct Gathered {
    wait: Wait,
    lines: Vec<String>,
    depth: Depth,
    /// Its first line stands behind the label.
    is_inline: bool,
    /// A paragraph has ended since.
    is_after_blank: bool,
    /// What follows is no part of it.
    is_done: bool,
    doubt: Option<&'static str>,
}

#[derive(Default)]
struct Reader {
    pieces: Vec<Piece>,
    units: Vec<u32>,
    unit: usize,
    unit_number: Option<u32>,
    /// Below a heading that says *sample*.
    is_in_sample: bool,
    /// A value without a heading for samples stands above.
    is_loose: bool,
    /// What a block without a label would be.
    turn: Option<Part>,
    /// The level of the heading of the sample, and of the first of its parts.
    sample_level: usize,
    part_level: usize,
    waits: VecDeque<Wait>,
    /// The place of the piece whose block was read last, if only blank lines follow it.
    last_block: Option<usize>,
    gathered: Option<Gathered>,
    columns: Columns,
}

impl Reader {
    fn read(&mut self, items: &[Item]) {
        for item in items {
            if !matches!(item, Item::Row(_) | Item::Blank) {
                self.columns = Columns::default();
            }
            match item {
                Item::Blank => {
                    if let Some(gathered) = &mut self.gathered {
                        gathered.is_after_blank = true;
                    }
                }
                Item::Heading(text, level) => self.heading(text, *level),
                Item::Text(text) => self.text(text),
                Item::Block(block) => self.block(block),
                Item::Row(cells) => self.row(cells),
                Item::TableEnd => {}
            }
        }
    }

    fn heading(&mut self, text: &str, level: usize) {
        if let Some(label) = label(text) {
            let is_outside = level < self.part_level && level <= self.sample_level;
            let has_pieces = self.pieces.last().is_some_and(|piece| piece.unit == self.unit);
            if matches!(label.kind, Kind::Part(_)) && !label.is_of_sample && is_outside && has_pieces {
                // The parts of the sample stood lower; this one belongs to the text.
                self.end_of_section();
                self.is_in_sample = false;
            }
            self.label(&label, level);
        } else {
            self.end_of_section();
            (self.is_in_sample, self.is_loose) = (false, false);
        }
    }

    fn text(&mut self, text: &str) {
        let is_open = self.gathered.as_ref().is_some_and(|gathered| gathered.depth.is_open());
        match label(text) {
            Some(label) if !is_open || label.kind != Kind::Sample => self.label(&label, NO_HEADING),
            _ => self.line(text),
        }
    }

    fn label(&mut self, label: &Label<'_>, level: usize) {
        self.last_block = None;
        match label.kind {
            Kind::Sample => {
                self.end_of_section();
                self.unit += 1;
                (self.sample_level, self.part_level) = (level, NO_HEADING);
                self.unit_number = label.number;
                self.is_in_sample = true;
                self.turn = Some(Part::Input);
                if label.rest.is_empty() {
                    self.units.extend(label.number);
                } else {
                    self.text(label.rest);
                }
            }
            Kind::Other => {
                self.end_of_section();
                self.is_in_sample &= level == NO_HEADING;
            }
            Kind::Part(part) => {
                if self.part_level == NO_HEADING {
                    self.part_level = level;
                }
                self.part(part, label);
            }
        }
    }

    fn part(&mut self, part: Part, label: &Label<'_>) {
        if let Some((value, output)) = output_inside(label.rest).map(|at| label.rest.split_at(at)) {
            let value = value.trim_end_matches(|c: char| c.is_whitespace() || "*_,;，；。".contains(c));
            let is_value = matches!(assigned(value), Assigned::Values(_)) || one_literal(value).is_some();
            if part == Part::Input && is_value {
                self.part(part, &Label { rest: value, ..*label });
                self.text(output);
                return;
            }
        }
        self.end_of_value();
        self.turn = None;
        self.is_in_sample |= label.is_of_sample;
        let is_of_sample = self.is_in_sample;
        let wait = Wait { part, number: label.number.or(self.unit_number), is_of_sample, has_prose: false };
        let is_value = !label.rest.is_empty();
        if is_value && !is_of_sample {
            let is_certain = (self.is_loose && looks(label.rest) == Looks::Data)
                || matches!(assigned(label.rest), Assigned::Values(_))
                || one_literal(label.rest).is_some()
                || label.rest.contains(['[', '{', '"']);
            if !is_certain {
                self.waits.clear();
                return;
            }
        }
        if is_value || self.waits.iter().any(|other| other.part == part) {
            self.give_up_waits();
        }
        if !is_value {
            self.waits.push_back(wait);
            return;
        }
        let mut depth = Depth::default();
        depth.line(label.rest);
        self.gathered = Some(Gathered {
            wait,
            lines: vec![label.rest.to_owned()],
            depth,
            is_inline: true,
            is_after_blank: false,
            is_done: false,
            doubt: None,
        });
    }

    /// A line that is no label.
    fn line(&mut self, text: &str) {
        self.last_block = self.last_block.filter(|_| is_alternative(text));
        if let Some(gathered) = &mut self.gathered {
            gathered.line(text);
            return;
        }
        let Some(wait) = self.waits.front().copied().filter(|_| !is_button(text)) else { return };
        if !wait.is_of_sample {
            self.waits.clear();
            return;
        }
        let looks = looks(text);
        if self.waits.len() > 1 {
            // *Input* and *Output* below each other, then a text: it may be either.
            if looks != Looks::Prose {
                self.give_up_waits();
            }
            return;
        }
        if looks == Looks::Prose {
            self.waits.iter_mut().for_each(|wait| wait.has_prose = true);
            return;
        }
        self.waits.clear();
        let mut depth = Depth::default();
        depth.line(text);
        let doubt = wait.has_prose.then_some("follows a sentence");
        self.gathered = Some(Gathered {
            wait,
            lines: vec![text.trim_start().to_owned()],
            depth,
            is_inline: false,
            is_after_blank: false,
            is_done: false,
            doubt,
        });
    }

    fn block(&mut self, block: &Block) {
        let word = block.word.split_whitespace().next().unwrap_or_default();
        let named = part_of_word(word);
        if named.is_none() {
            if let Some(gathered) = &mut self.gathered {
                gathered.block();
            }
            if self.gathered.as_ref().is_some_and(|gathered| gathered.is_done) {
                self.turn = None;
            }
        }
        self.end_of_value();
        if let Some((part, number)) = named {
            self.waits.clear();
            let wait =
                Wait { part, number: number.or(self.unit_number), is_of_sample: true, has_prose: false };
            self.found_block(wait, block, of_block(block));
            return;
        }
        let is_code = CODE.contains(&word);
        let last_block = self.last_block.take();
        if let Some(wait) = self.waits.pop_front() {
            if wait.has_prose && !wait.is_of_sample {
                return;
            }
            let value = if is_code { Err("is source code".to_owned()) } else { of_block(block) };
            self.found_block(wait, block, value);
            self.last_block = Some(self.pieces.len() - 1).filter(|_| self.waits.is_empty());
            return;
        }
        if let Some(last) = last_block.filter(|_| self.turn.is_none()) {
            let value = &mut self.pieces[last].value;
            if value.is_ok() {
                *value = Err("may go on in the block below it".to_owned());
            }
            return;
        }
        if is_code && self.turn.is_some() {
            return;
        }
        if let Some(items) = labelled_items(block) {
            let (was_in_sample, turn) = (self.is_in_sample, self.turn);
            self.is_in_sample = true;
            self.read(&items);
            self.end_of_section();
            (self.is_in_sample, self.turn) = (was_in_sample, turn);
            return;
        }
        let Some(part) = self.turn else { return };
        self.turn = Some(if part == Part::Input { Part::Output } else { Part::Input });
        let wait = Wait { part, number: None, is_of_sample: self.is_in_sample, has_prose: false };
        let is_first = self.pieces.last().is_none_or(|last| last.unit != self.unit);
        let number = self.unit_number.filter(|_| is_first || part == Part::Output);
        self.found_block(Wait { number, ..wait }, block, of_block(block));
    }

    fn row(&mut self, cells: &[String]) {
        self.end_of_value();
        for (part, number, value) in row(&mut self.columns, cells) {
            self.waits.clear();
            let wait = Wait { part, number, is_of_sample: true, has_prose: false };
            self.found(wait, value);
        }
    }

    /// Ends the value that is being gathered.
    fn end_of_value(&mut self) {
        let Some(gathered) = self.gathered.take() else { return };
        let value = match gathered.doubt {
            Some(doubt) => Err(doubt.to_owned()),
            None => of_text(&gathered.lines, gathered.is_inline),
        };
        self.is_loose |= gathered.is_inline;
        let is_assigned = matches!(assigned(&gathered.lines.join("\n")), Assigned::Values(_));
        self.found(gathered.wait, value);
        self.mark_assigned(is_assigned);
    }

    /// The labels that wait get no value.
    fn give_up_waits(&mut self) {
        for wait in std::mem::take(&mut self.waits).into_iter().filter(|wait| wait.is_of_sample) {
            let why = if wait.has_prose { "reads like a sentence" } else { "has no value" };
            self.found(wait, Err(why.to_owned()));
        }
    }

    fn end_of_section(&mut self) {
        self.end_of_value();
        self.give_up_waits();
        if self.turn.take() == Some(Part::Output) {
            // A single block may hold the output, too.
            if let Some(last) = self.pieces.last_mut() {
                last.value = Err("may be more than the input: no block follows it".to_owned());
            }
        }
    }

    fn found_block(&mut self, wait: Wait, block: &Block, value: Value) {
        let is_assigned = matches!(assigned(&block.lines.join("\n")), Assigned::Values(_));
        self.found(wait, value);
        self.mark_assigned(is_assigned);
    }

    fn mark_assigned(&mut self, is_assigned: bool) {
        if let Some(piece) = self.pieces.last_mut() {
            piece.is_assigned = is_assigned;
        }
    }

    fn found(&mut self, wait: Wait, value: Value) {
        let Wait { part, number, is_of_sample, .. } = wait;
        let value = value.and_then(|value| match part {
            Part::Output if has_alternatives(&value) => Err("may be several answers".to_owned()),
            Part::Input | Part::Output => Ok(value),
        });
        self.pieces.push(Piece { part, number, unit: self.unit, is_of_sample, is_assigned: false, value });
    }
}

impl Gathered {
    /// A line that may belong to the value.
    fn line(&mut self, text: &str) {
        if self.is_done || self.doubt.is_some() {
            return;
        }
        let looks = looks(text);
        if self.depth.is_open() {
            self.push(text);
        } else if self.is_after_blank {
            match looks {
                Looks::Prose if self.is_inline || self.ends_before(text) => self.is_done = true,
                _ => self.doubt = Some("may go on after a blank line"),
            }
        } else if looks == Looks::Prose && self.is_inline && self.is_literal() {
            self.is_done = true;
        } else if looks == Looks::Data || (looks == Looks::Unsure && !self.is_inline) {
            self.push(text);
        } else {
            self.doubt = Some("has lines below it that may not be values");
        }
    }

    fn push(&mut self, text: &str) {
        self.depth.line(text);
        self.lines.push(text.to_owned());
    }

    /// A block after the value.
    fn block(&mut self) {
        if self.is_done || (self.is_inline && self.is_after_blank && self.is_literal()) {
            self.is_done = true;
        } else {
            self.doubt = Some("may go on in a block below it");
        }
    }

    /// A sentence ends an output, of which more lines may be expected.
    fn ends_before(&self, text: &str) -> bool {
        let is_sentence = text.trim_end().ends_with(['.', ':', '!', '。', '：', '！']);
        self.wait.part == Part::Output && is_sentence
    }

    fn is_literal(&self) -> bool {
        let text = self.lines.join("\n");
        one_literal(&text).is_some() || matches!(assigned(&text), Assigned::Values(_))
    }
}

/// Whether a line between others says that either is right.
fn has_alternatives(value: &str) -> bool {
    let lines: Vec<&str> = value.lines().collect();
    let between = lines.get(1..lines.len().saturating_sub(1)).unwrap_or_default();
    between
        .iter()
        .any(|line| ["or", "oder", "ou", "或", "или"].contains(&line.trim().to_lowercase().as_str()))
}

/// The lines of a block that holds a whole sample: `Input: …`, `Output: …`.
fn labelled_items(block: &Block) -> Option<Vec<Item>> {
    // Some blocks are HTML as it came.
    let is_html = block.lines.iter().any(|line| line.trim_start().starts_with("<strong>"))
        || block.lines.iter().any(|line| line.trim_start().starts_with("<b>"));
    let plain = |line: &String| if is_html { html_text(line) } else { line.trim_end().to_owned() };
    let lines: Vec<String> = block.lines.iter().map(plain).collect();
    let has = |part| lines.iter().any(|line| label(line).is_some_and(|label| label.kind == Kind::Part(part)));
    let first = lines.iter().find(|line| !line.trim().is_empty())?;
    let is_first = matches!(label(first)?.kind, Kind::Part(Part::Input) | Kind::Sample);
    if !is_first || !has(Part::Input) || !has(Part::Output) || block.doubt.is_some() {
        return None;
    }
    let item = |line: String| if line.trim().is_empty() { Item::Blank } else { Item::Text(line) };
    Some(lines.into_iter().map(item).collect())
}
