//! The rule `fcmp` of testlib: line by line, byte for byte.
//!
//! A line ends in LF or CRLF. Empty lines that the output lacks at its end do not matter, nor do blanks that
//! follow the answer's last line in lines of their own. A CR that is not before a LF is part of its line.

use std::io;

use crate::check::answer::Answer;
use crate::check::bytes::{common_prefix, is_blank};
use crate::check::ordered::{Difference, Rule};

/// Line by line, byte for byte.
#[derive(Default)]
pub struct PlainLines {
    /// The last byte of the output is a CR where the line of the answer ends.
    holds_cr: bool,
    /// The answer has ended, and so has its last line in the output.
    is_beyond: bool,
    saw_crlf: bool,
}

enum Step {
    /// As far as the output reaches, all is right.
    Done,
    On,
    /// The difference is so many bytes back.
    Parted(usize),
}

impl Rule for PlainLines {
    fn advance(&mut self, answer: &mut Answer, got: &[u8], is_last: bool) -> io::Result<Option<Difference>> {
        let mut at = 0;
        loop {
            let step = match (self.is_beyond, self.holds_cr) {
                (true, _) => skip_blanks(got, &mut at),
                (false, true) => self.end_line(answer, got, &mut at, is_last)?,
                (false, false) => self.walk(answer, got, &mut at, is_last)?,
            };
            match step {
                Step::On => {}
                Step::Done => return Ok(None),
                Step::Parted(back) => {
                    let answer_offset = answer.offset();
                    return Ok(Some(Difference { looked_at: at, back, answer_offset }));
                }
            }
        }
    }

    fn saw_crlf(&self) -> bool {
        self.saw_crlf
    }
}

impl PlainLines {
    /// Walks along both texts while they are the same.
    fn walk(&mut self, answer: &mut Answer, got: &[u8], at: &mut usize, is_last: bool) -> io::Result<Step> {
        loop {
            let shared = common_prefix(answer.rest()?, &got[*at..]);
            answer.consume(shared);
            *at += shared;
            let (ours, theirs) = (got.get(*at).copied(), answer.peek()?);
            let last = answer.behind().last().copied();
            match (ours, theirs) {
                (None, _) if !is_last => return Ok(Step::Done),
                (None, None) => return Ok(Step::Done),
                // Only the piece of the answer at hand had come to its end.
                (Some(x), Some(y)) if x == y => {}
                // A CR that both have is the end of a line in one of them only.
                (_, _) if last == Some(b'\r') && (ours, theirs) != (Some(b'\r'), None) => {
                    return Ok(Step::Parted(0));
                }
                (None, Some(_)) => {
                    return Ok(if ends_in_empty_lines(answer)? { Step::Done } else { Step::Parted(0) });
                }
                (Some(_), None) if last.is_none_or(|byte| byte == b'\n') => {
                    self.is_beyond = true;
                    return Ok(Step::On);
                }
                (Some(b'\n'), None) => {
                    *at += 1;
                    self.is_beyond = true;
                    return Ok(Step::On);
                }
                (Some(b'\r'), None | Some(b'\n')) => {
                    *at += 1;
                    self.holds_cr = true;
                    return Ok(Step::On);
                }
                (Some(b'\n'), Some(b'\r')) => {
                    let offset = answer.offset();
                    if answer.range(offset, offset + 2)? != b"\r\n" {
                        return Ok(Step::Parted(0));
                    }
                    answer.consume(1);
                }
                (Some(_), _) => return Ok(Step::Parted(0)),
            }
        }
    }

    /// The output has a CR where the line of the answer ends, so a LF must follow.
    fn end_line(
        &mut self,
        answer: &mut Answer,
        got: &[u8],
        at: &mut usize,
        is_last: bool,
    ) -> io::Result<Step> {
        match got.get(*at) {
            None if !is_last => return Ok(Step::Done),
            Some(b'\n') => *at += 1,
            Some(_) | None => return Ok(Step::Parted(1)),
        }
        self.holds_cr = false;
        self.saw_crlf = true;
        if answer.peek()?.is_some() {
            answer.consume(1);
        } else {
            self.is_beyond = true;
        }
        Ok(Step::On)
    }
}

/// Whether nothing but ends of lines follows in the answer.
fn ends_in_empty_lines(answer: &mut Answer) -> io::Result<bool> {
    let (mut after_cr, mut is_end) = (false, true);
    let mut at_line_start = false;
    answer.pieces(answer.offset(), u64::MAX, |piece| {
        for &byte in piece {
            is_end &= byte == b'\n' || byte == b'\r' && !after_cr;
            after_cr = byte == b'\r';
            at_line_start = byte == b'\n';
        }
        is_end
    })?;
    Ok(is_end && at_line_start)
}

fn skip_blanks(got: &[u8], at: &mut usize) -> Step {
    let ink = got[*at..].iter().position(|&byte| !is_blank(byte));
    *at += ink.unwrap_or(got.len() - *at);
    if ink.is_some() { Step::Parted(0) } else { Step::Done }
}
