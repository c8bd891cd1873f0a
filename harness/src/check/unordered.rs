//! The rules `unordered-lines` and `unordered-tokens`: the same items in any order.
//!
//! Up to the first unequal byte the items are the same on both sides and cancel out, so an output
//! in the order of the answer costs nothing but reading. From the item at that place on, the rest
//! of the answer is counted, then the output is struck off against it. An item may be as long as
//! the text, so what is counted is a fingerprint of 128 bits under a random key, which no program
//! can know: memory is linear in the number of *distinct* items that are left, some 50 bytes each,
//! whatever their length. Items in sentences are read again from the answer file.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::io;

use crate::check::Checker;
use crate::check::answer::{Answer, Survey};
use crate::check::bytes::{common_prefix, is_blank, leading_word, quoted, trim_line_end};
use crate::check::items::{AsItIs, Fingerprint, Item, Items, Keys, Unit};
use crate::check::output::Output;
use crate::check::report;
use crate::model::{CheckerChoice, Mismatch, Opinion, Place};

/// Bytes of a missing item that are read to be shown.
const SHOWN: u64 = 200;

/// A comparison under way.
pub struct Unordered {
    unit: Unit,
    answer: Answer,
    output: Output,
    state: State,
}

enum State {
    /// Both texts are the same so far.
    Same,
    Counting(Box<Counting>),
    Broken(io::Error),
}

/// The rest of the answer, counted, and the output being struck off.
struct Counting {
    expected: Expectations,
    answer_has_crlf: bool,
    got: Items,
    extra: Option<Item>,
}

/// The items that are still expected.
type Expectations = HashMap<Fingerprint, Expected, BuildHasherDefault<AsItIs>>;

/// How often an item is still expected, and where the answer has it first.
struct Expected {
    count: u64,
    offset: u64,
}

impl Unordered {
    /// A comparison that has seen nothing yet.
    pub fn new(unit: Unit, answer: Answer) -> Self {
        Self { unit, answer, output: Output::new(), state: State::Same }
    }

    fn advance(&mut self, chunk: &[u8], is_last: bool) -> io::Result<()> {
        let mut rest = chunk;
        if let State::Same = self.state {
            let Some(shared) = walk(&mut self.answer, chunk, is_last)? else { return Ok(()) };
            rest = &chunk[shared..];
            self.state = State::Counting(Box::new(Counting::start(self.unit, &mut self.answer)?));
        }
        if let State::Counting(counting) = &mut self.state {
            counting.strike_off(rest);
            if is_last {
                counting.finish();
            }
        }
        Ok(())
    }

    fn opinion(self) -> io::Result<Opinion> {
        let counting = match self.state {
            State::Same => return Ok(Opinion::Right { notes: Vec::new() }),
            State::Counting(counting) => counting,
            State::Broken(error) => return Err(error),
        };
        let left = counting.expected.values().filter(|expected| expected.count > 0);
        let missing = left.map(|expected| expected.offset).min();
        if counting.extra.is_none() && missing.is_none() {
            let saw_crlf = counting.got.saw_crlf() && !counting.answer_has_crlf;
            return Ok(Opinion::Right { notes: report::notes(saw_crlf) });
        }
        let (name, choice) = match self.unit {
            Unit::Line => ("line", CheckerChoice::UnorderedLines),
            Unit::Word => ("word", CheckerChoice::UnorderedTokens),
        };
        let mut faults = Vec::new();
        if let Some(extra) = &counting.extra {
            faults.push(format!("extra {name} {}", quoted(&extra.text, 0)));
        }
        if let Some(offset) = missing {
            let text = self.answer.range(offset, offset + SHOWN)?;
            let line = self.answer.survey(offset)?.line;
            let item = quoted(first_item(self.unit, &text), 0);
            faults.push(format!("missing {name} {item} (line {line} of the answer)"));
        }
        let silence = report::silence(&self.answer, &self.output)?;
        Ok(Opinion::Wrong(Box::new(Mismatch {
            reason: silence.map_or_else(|| faults.join(", "), str::to_owned),
            place: counting.extra.as_ref().map(|extra| Place {
                line: extra.line,
                column: extra.column,
                byte: extra.offset,
                token: (self.unit == Unit::Word).then_some(extra.word),
                tokens: None,
            }),
            // Two places that have nothing to do with each other make no comparison.
            excerpt: None,
            hints: report::hints_if_small(&choice, &self.answer, &self.output)?,
        })))
    }
}

impl Checker for Unordered {
    fn feed(&mut self, chunk: &[u8]) {
        if let Err(error) = self.advance(chunk, false) {
            self.state = State::Broken(error);
        }
        self.output.absorb(chunk);
    }

    fn finish(mut self: Box<Self>) -> Opinion {
        if let Err(error) = self.advance(&[], true) {
            self.state = State::Broken(error);
        }
        let path = self.answer.path().to_owned();
        self.opinion().unwrap_or_else(|error| report::broken(&path, &error))
    }
}

impl Counting {
    /// Counts the answer from the item on at which both texts parted.
    fn start(unit: Unit, answer: &mut Answer) -> io::Result<Self> {
        let parted = answer.offset();
        let start = answer.rfind(parted, |byte| match unit {
            Unit::Line => byte == b'\n',
            Unit::Word => is_blank(byte),
        })?;
        let survey: Survey = answer.survey(start)?;
        let keys = Keys::default();
        let mut expected = Expectations::default();
        let mut count = |fingerprint: Fingerprint, item: &Item| {
            expected.entry(fingerprint).or_insert(Expected { count: 0, offset: item.offset }).count += 1;
        };
        let mut items = Items::new(unit, &keys, start, &survey);
        answer.pieces(start, u64::MAX, |piece| {
            items.feed(piece, &mut count);
            true
        })?;
        items.finish(&mut count);
        let got = Items::new(unit, &keys, start, &survey);
        let mut counting = Self { expected, answer_has_crlf: items.saw_crlf(), got, extra: None };
        // What the output has of this item so far is the same as in the answer.
        answer.pieces(start, parted, |piece| {
            counting.strike_off(piece);
            true
        })?;
        Ok(counting)
    }

    fn strike_off(&mut self, chunk: &[u8]) {
        self.got.feed(chunk, |fingerprint, item| {
            strike_off(&mut self.expected, &mut self.extra, fingerprint, item);
        });
    }

    fn finish(&mut self) {
        self.got.finish(|fingerprint, item| {
            strike_off(&mut self.expected, &mut self.extra, fingerprint, item);
        });
    }
}

fn strike_off(expected: &mut Expectations, extra: &mut Option<Item>, fingerprint: Fingerprint, item: &Item) {
    match expected.get_mut(&fingerprint) {
        Some(expected) if expected.count > 0 => expected.count -= 1,
        _ => _ = extra.get_or_insert_with(|| item.clone()),
    }
}

/// Walks along both texts while they are the same; says how much of the chunk was when they part.
fn walk(answer: &mut Answer, chunk: &[u8], is_last: bool) -> io::Result<Option<usize>> {
    let mut at = 0;
    loop {
        let shared = common_prefix(answer.rest()?, &chunk[at..]);
        answer.consume(shared);
        at += shared;
        let (ours, theirs) = (chunk.get(at).copied(), answer.peek()?);
        if ours.is_none() && (!is_last || theirs.is_none()) {
            return Ok(None);
        }
        if ours != theirs {
            return Ok(Some(at));
        }
    }
}

fn first_item(unit: Unit, text: &[u8]) -> &[u8] {
    match unit {
        Unit::Line => {
            trim_line_end(&text[..text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len())])
        }
        Unit::Word => leading_word(text),
    }
}
