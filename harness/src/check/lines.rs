//! The rule `lines`: line by line, whatever blanks stand at the ends of lines and of the text.
//!
//! Blanks in the middle of a line count, those at its end do not, and while they come it is not known
//! yet which they are; they may be any number, so they cannot be kept. They need not be: where both
//! texts have the same blanks it does not matter what they are, and where two blanks differ, both
//! lines must have come to their ends or the texts differ at that very place.

use std::io;

use crate::check::answer::{Answer, HISTORY};
use crate::check::bytes::{common_prefix, is_line_blank};
use crate::check::ordered::{Difference, Rule};

/// Line by line.
#[derive(Default)]
pub struct Lines {
    ending: Option<Ending>,
    saw_crlf: bool,
}

/// The line of the answer has ended: only blanks may follow in that of the output.
#[derive(Clone, Copy)]
struct Ending {
    /// Where the two lines parted, in the answer.
    answer_offset: u64,
    /// Blanks in the output since then.
    blanks: usize,
    /// The answer's blanks had a CR among them.
    answer_has_cr: bool,
    /// The last blank of the output was a CR.
    ends_in_cr: bool,
}

impl Rule for Lines {
    fn advance(&mut self, answer: &mut Answer, got: &[u8], is_last: bool) -> io::Result<Option<Difference>> {
        let mut at = 0;
        loop {
            let ending = match self.ending {
                Some(ending) => ending,
                None => match walk(answer, got, &mut at, is_last)? {
                    Walk::Done => return Ok(None),
                    Walk::Parted(difference) => return Ok(Some(difference)),
                    Walk::LineEnds(ending) => ending,
                },
            };
            let (ending, next) = skip_blanks(ending, got, &mut at);
            self.ending = Some(ending);
            match next {
                None if !is_last => return Ok(None),
                None => {}
                Some(b'\n') => {
                    self.saw_crlf |= ending.ends_in_cr && !ending.answer_has_cr;
                    at += 1;
                }
                Some(_) => return Ok(Some(beyond_the_line(ending, answer, at)?)),
            }
            if answer.peek()?.is_some() {
                // It stands at a line end.
                answer.consume(1);
            }
            self.ending = None;
        }
    }

    fn saw_crlf(&self) -> bool {
        self.saw_crlf
    }
}

enum Walk {
    /// As far as the output reaches, all is the same.
    Done,
    LineEnds(Ending),
    Parted(Difference),
}

/// Walks along both texts from `at` while they are the same. If they part where both lines may end,
/// reads the answer up to its line end.
fn walk(answer: &mut Answer, got: &[u8], at: &mut usize, is_last: bool) -> io::Result<Walk> {
    loop {
        let shared = common_prefix(answer.rest()?, &got[*at..]);
        answer.consume(shared);
        *at += shared;
        let (ours, theirs) = (got.get(*at).copied(), answer.peek()?);
        if ours.is_none() && (!is_last || theirs.is_none()) {
            return Ok(Walk::Done);
        }
        if ours == theirs {
            continue;
        }
        let answer_offset = answer.offset();
        let difference = Difference { looked_at: *at, back: 0, answer_offset };
        if !may_end(ours) || !may_end(theirs) {
            return Ok(Walk::Parted(difference));
        }
        let mut answer_has_cr = false;
        let next = answer.skip(|byte| {
            answer_has_cr |= byte == b'\r';
            is_line_blank(byte)
        })?;
        return Ok(match next {
            None | Some(b'\n') => {
                Walk::LineEnds(Ending { answer_offset, blanks: 0, answer_has_cr, ends_in_cr: false })
            }
            Some(_) => Walk::Parted(difference),
        });
    }
}

fn may_end(byte: Option<u8>) -> bool {
    byte.is_none_or(|byte| byte == b'\n' || is_line_blank(byte))
}

fn skip_blanks(mut ending: Ending, got: &[u8], at: &mut usize) -> (Ending, Option<u8>) {
    while let Some(&byte) = got.get(*at) {
        if !is_line_blank(byte) {
            return (ending, Some(byte));
        }
        ending.ends_in_cr = byte == b'\r';
        ending.blanks += 1;
        *at += 1;
    }
    (ending, None)
}

/// The output has more in its line than blanks. The difference is where the lines parted, but after
/// the end of the answer, where no lines are left to part, and after very many blanks, where that
/// place is out of sight, it is here.
fn beyond_the_line(ending: Ending, answer: &mut Answer, at: usize) -> io::Result<Difference> {
    let is_extra = answer.peek()?.is_none() || ending.blanks > HISTORY / 2;
    let back = if is_extra { 0 } else { ending.blanks };
    let answer_offset = if is_extra { answer.offset() } else { ending.answer_offset };
    Ok(Difference { looked_at: at, back, answer_offset })
}
