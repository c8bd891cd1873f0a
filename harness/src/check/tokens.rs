//! The rules that compare word by word: `tokens`, `tokens-ci`, `float`, `yesno` and those of testlib.
//!
//! Plain words are compared byte by byte on the way. What may be a number cannot be: where the texts
//! part inside of it, both words are collected and compared; the part that they share
//! is still there in the answer's buffer. A word that is longer than [`WORD_LIMIT`] is not collected:
//! it is no number.

use std::io;

use crate::check::answer::Answer;
use crate::check::bytes::{common_prefix, is_blank, trailing_word};
use crate::check::ordered::{Difference, Rule};
use crate::check::word::{WORD_LIMIT, WordRule};

/// Word by word.
pub struct Tokens {
    rule: WordRule,
    phase: Phase,
    /// The words being collected; both are [`WORD_LIMIT`] long and one, if they go on after that.
    expected: Vec<u8>,
    got: Vec<u8>,
    answer_has_cr: bool,
    after_cr: bool,
    saw_crlf: bool,
    /// Line ends since both words have ended, where words must be in the same lines.
    lines: Option<Lines>,
}

/// Line ends in each text.
#[derive(Clone, Copy, Default)]
struct Lines {
    expected: u64,
    got: u64,
}

#[derive(Clone, Copy)]
enum Phase {
    /// Both texts are at the same place of the same word, or both before a word.
    Together,
    /// Both words have ended alike; blanks may follow.
    Between,
    /// The words began at the same place and are not the same byte for byte.
    Collecting,
}

impl Tokens {
    /// Words by this rule.
    pub fn new(rule: WordRule) -> Self {
        Self {
            rule,
            phase: Phase::Between,
            expected: Vec::new(),
            got: Vec::new(),
            answer_has_cr: false,
            after_cr: false,
            saw_crlf: false,
            lines: None,
        }
    }

    /// Words by this rule, each in the same line as in the answer.
    pub fn line_by_line(rule: WordRule) -> Self {
        Self { lines: Some(Lines::default()), ..Self::new(rule) }
    }

    /// Walks along both texts from `at` while they are the same.
    fn walk(&mut self, answer: &mut Answer, got: &[u8], at: &mut usize, is_last: bool) -> io::Result<Step> {
        loop {
            let shared = common_prefix(answer.rest()?, &got[*at..]);
            answer.consume(shared);
            *at += shared;
            let (ours, theirs) = (got.get(*at).copied(), answer.peek()?);
            if ours.is_none() && (!is_last || theirs.is_none()) {
                return Ok(Step::Done);
            }
            if ours == theirs {
                continue;
            }
            let word = trailing_word(tail(answer.behind(), WORD_LIMIT));
            let is_before_word = word.is_empty();
            let (we_end, they_end) = (ours.is_none_or(is_blank), theirs.is_none_or(is_blank));
            if we_end && they_end || is_before_word && (we_end || they_end) {
                return Ok(self.leave_word());
            }
            if word.len() < WORD_LIMIT && !self.rule.is_bytewise() {
                self.expected.clear();
                self.expected.extend_from_slice(word);
                self.got.clone_from(&self.expected);
                self.phase = Phase::Collecting;
                return Ok(Step::On);
            }
            let back = if word.len() < WORD_LIMIT { word.len() } else { 0 };
            let same = self.rule.common_prefix(answer.rest()?, &got[*at..]);
            if same == 0 {
                return Ok(Step::Parted { back, answer_offset: answer.offset() - back as u64 });
            }
            answer.consume(same);
            *at += same;
        }
    }

    fn leave_word(&mut self) -> Step {
        self.phase = Phase::Between;
        self.answer_has_cr = false;
        self.after_cr = false;
        self.lines = self.lines.map(|_| Lines::default());
        Step::On
    }

    /// Reads over blanks up to the next word of both.
    fn skip(&mut self, answer: &mut Answer, got: &[u8], at: &mut usize, is_last: bool) -> io::Result<Step> {
        let mut lines = self.lines.unwrap_or_default();
        let theirs = answer.skip(|byte| {
            self.answer_has_cr |= byte == b'\r';
            lines.expected += u64::from(byte == b'\n');
            is_blank(byte)
        })?;
        while let Some(&byte) = got.get(*at).filter(|byte| is_blank(**byte)) {
            self.saw_crlf |= self.after_cr && byte == b'\n' && !self.answer_has_cr;
            self.after_cr = byte == b'\r';
            lines.got += u64::from(byte == b'\n');
            *at += 1;
        }
        self.lines = self.lines.map(|_| lines);
        match (got.get(*at), theirs) {
            (None, _) if !is_last => Ok(Step::Done),
            (None, None) => Ok(Step::Done),
            (Some(_), Some(_)) if self.lines.is_some_and(|lines| lines.expected != lines.got) => {
                Ok(Step::Parted { back: 0, answer_offset: answer.offset() })
            }
            (Some(_), Some(_)) => {
                self.phase = if self.rule.looks_at_equal_words() {
                    self.expected.clear();
                    self.got.clear();
                    Phase::Collecting
                } else {
                    Phase::Together
                };
                Ok(Step::On)
            }
            (None, Some(_)) | (Some(_), None) => Ok(Step::Parted { back: 0, answer_offset: answer.offset() }),
        }
    }

    /// Collects both words to their ends and holds them against each other.
    fn collect(
        &mut self,
        answer: &mut Answer,
        got: &[u8],
        at: &mut usize,
        is_last: bool,
    ) -> io::Result<Step> {
        collect_from_answer(&mut self.expected, answer)?;
        let (count, has_ended) = collect_word(&mut self.got, &got[*at..]);
        *at += count;
        if !has_ended && self.got.len() <= WORD_LIMIT && !is_last {
            return Ok(Step::Done);
        }
        let n_long = [&self.expected, &self.got].iter().filter(|word| word.len() > WORD_LIMIT).count();
        let is_same = match n_long {
            0 => self.rule.same(&self.expected, &self.got)?,
            1 => false,
            _ => self.rule.same_beginning(&self.expected, &self.got)?,
        };
        if !is_same {
            let answer_offset = answer.offset() - self.expected.len() as u64;
            return Ok(Step::Parted { back: self.got.len(), answer_offset });
        }
        if n_long == 0 {
            return Ok(self.leave_word());
        }
        self.phase = Phase::Together;
        Ok(Step::On)
    }
}

impl Rule for Tokens {
    fn advance(&mut self, answer: &mut Answer, got: &[u8], is_last: bool) -> io::Result<Option<Difference>> {
        let mut at = 0;
        loop {
            let step = match self.phase {
                Phase::Together => self.walk(answer, got, &mut at, is_last)?,
                Phase::Between => self.skip(answer, got, &mut at, is_last)?,
                Phase::Collecting => self.collect(answer, got, &mut at, is_last)?,
            };
            match step {
                Step::On => {}
                Step::Done => return Ok(None),
                Step::Parted { back, answer_offset } => {
                    return Ok(Some(Difference { looked_at: at, back, answer_offset }));
                }
            }
        }
    }

    fn saw_crlf(&self) -> bool {
        self.saw_crlf
    }
}

enum Step {
    /// Another phase begins.
    On,
    /// As far as the output reaches, all is right.
    Done,
    Parted {
        back: usize,
        answer_offset: u64,
    },
}

fn tail(bytes: &[u8], most: usize) -> &[u8] {
    &bytes[bytes.len().saturating_sub(most)..]
}

fn collect_from_answer(word: &mut Vec<u8>, answer: &mut Answer) -> io::Result<()> {
    loop {
        let rest = answer.rest()?;
        let is_at_end = rest.is_empty();
        let (count, has_ended) = collect_word(word, rest);
        answer.consume(count);
        if is_at_end || has_ended || word.len() > WORD_LIMIT {
            return Ok(());
        }
    }
}

/// Appends the beginning of `text` to a word, up to a blank or until the word is over its limit.
/// Says how much that was and whether a blank follows.
fn collect_word(word: &mut Vec<u8>, text: &[u8]) -> (usize, bool) {
    let room = &text[..text.len().min((WORD_LIMIT + 1).saturating_sub(word.len()))];
    let blank = room.iter().position(|&byte| is_blank(byte));
    let count = blank.unwrap_or(room.len());
    word.extend_from_slice(&room[..count]);
    (count, blank.is_some())
}
