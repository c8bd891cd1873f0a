//! The rule `literal`: value by value. Both texts are cut into pieces as they come, and pieces are compared.

use std::io;

use crate::check::answer::Answer;
use crate::check::number::Tolerance;
use crate::check::ordered::{Difference, Rule};
use crate::check::values::{Pieces, same};

/// Value by value.
pub struct Literals {
    tolerance: Tolerance,
    expected: Pieces,
    got: Pieces,
    saw_crlf: bool,
}

impl Literals {
    /// Numbers are the same within a tolerance.
    pub fn new(tolerance: Tolerance) -> Self {
        Self { tolerance, expected: Pieces::default(), got: Pieces::default(), saw_crlf: false }
    }
}

impl Rule for Literals {
    fn advance(&mut self, answer: &mut Answer, got: &[u8], is_last: bool) -> io::Result<Option<Difference>> {
        let mut at = 0;
        loop {
            let (count, mut is_whole) = self.got.read(&got[at..]);
            at += count;
            if !is_whole {
                if !is_last {
                    return Ok(None);
                }
                is_whole = self.got.end();
            }
            let answer_goes_on = next_of(&mut self.expected, answer)?;
            self.saw_crlf |= self.got.gap.has_crlf && !self.expected.gap.has_cr;
            let (expected, came) = (&self.expected.piece, &self.got.piece);
            if !is_whole && !answer_goes_on {
                return Ok(None);
            }
            if is_whole != answer_goes_on || !same(expected, came, self.tolerance) {
                let answer_offset = answer.offset() - expected.length as u64;
                return Ok(Some(Difference { looked_at: at, back: came.length, answer_offset }));
            }
            self.expected.step();
            self.got.step();
        }
    }

    fn saw_crlf(&self) -> bool {
        self.saw_crlf
    }
}

/// Reads the answer up to the end of its next piece; false where there is none.
fn next_of(pieces: &mut Pieces, answer: &mut Answer) -> io::Result<bool> {
    loop {
        let rest = answer.rest()?;
        if rest.is_empty() {
            return Ok(pieces.end());
        }
        let (count, is_whole) = pieces.read(rest);
        answer.consume(count);
        if is_whole {
            return Ok(true);
        }
    }
}
