//! The rule `exact`: byte for byte.

use std::io;

use crate::check::answer::Answer;
use crate::check::bytes::common_prefix;
use crate::check::ordered::{Difference, Rule};

/// Byte for byte.
pub struct Exact;

impl Rule for Exact {
    fn advance(&mut self, answer: &mut Answer, got: &[u8], is_last: bool) -> io::Result<Option<Difference>> {
        let mut at = 0;
        loop {
            let shared = common_prefix(answer.rest()?, &got[at..]);
            answer.consume(shared);
            at += shared;
            let (ours, theirs) = (got.get(at).copied(), answer.peek()?);
            match (ours, theirs) {
                (None, _) if !is_last => return Ok(None),
                (None, None) => return Ok(None),
                // Only the piece of the answer at hand had come to its end.
                (Some(x), Some(y)) if x == y => {}
                (_, _) => {
                    let answer_offset = answer.offset();
                    return Ok(Some(Difference { looked_at: at, back: 0, answer_offset }));
                }
            }
        }
    }

    fn saw_crlf(&self) -> bool {
        false
    }
}
