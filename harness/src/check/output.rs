//! What is remembered of a program's output: counters, the last few KiB, and the beginning.
//!
//! The output itself is never held. Up to the first difference the last few KiB are kept, because
//! they are the context of whatever comes next; from then on what follows is kept until there is
//! enough to show; all the rest is only counted. The beginning is kept as long as the whole output
//! is small, since only small outputs are tried against weaker rules.

use memchr::{memchr_iter, memrchr};

use crate::check::answer::HISTORY;
use crate::check::bytes::is_blank;

/// Bytes kept before the first difference.
pub const BEFORE: usize = HISTORY / 2;

/// Bytes kept after the first difference; one more than is ever shown tells that there are more.
pub const AFTER: usize = 8 << 10;

/// Largest text that is tried against weaker rules.
pub const SMALL: usize = 256 << 10;

/// The traces of an output.
pub struct Output {
    /// Bytes so far.
    pub length: u64,
    /// Whether any of them is not blank.
    pub has_ink: bool,
    /// All of it as long as it is [`SMALL`].
    pub whole: Option<Vec<u8>>,
    newlines: u64,
    line_start: u64,
    recent: Vec<u8>,
    parting: Option<Parting>,
}

/// The place where an output went wrong and what stands round it.
pub struct Parting {
    /// Offset of the place.
    pub offset: u64,
    /// Its line, from 1.
    pub line: u64,
    /// Its column in bytes, from 1.
    pub column: u64,
    /// What precedes it, at most [`BEFORE`] bytes.
    pub before: Vec<u8>,
    /// What follows it, at most [`AFTER`] bytes and one.
    pub after: Vec<u8>,
}

impl Output {
    /// Nothing has come yet.
    pub fn new() -> Self {
        Self {
            length: 0,
            has_ink: false,
            whole: Some(Vec::new()),
            newlines: 0,
            line_start: 0,
            recent: Vec::new(),
            parting: None,
        }
    }

    /// Takes note of the next bytes.
    pub fn absorb(&mut self, chunk: &[u8]) {
        self.has_ink = self.has_ink || chunk.iter().any(|&byte| !is_blank(byte));
        self.whole = self.whole.take().filter(|whole| whole.len() + chunk.len() <= SMALL);
        if let Some(whole) = &mut self.whole {
            whole.extend_from_slice(chunk);
        }
        match &mut self.parting {
            Some(parting) => {
                let room = (AFTER + 1).saturating_sub(parting.after.len());
                parting.after.extend_from_slice(&chunk[..chunk.len().min(room)]);
            }
            None => self.remember(chunk),
        }
        self.length += chunk.len() as u64;
    }

    /// The output is wrong from `back` bytes before its end so far. There must be no line end in
    /// these bytes, and no more of them than half of [`HISTORY`].
    pub fn part(&mut self, back: usize) {
        let mut before = std::mem::take(&mut self.recent);
        let after = before.split_off(before.len().saturating_sub(back));
        before.drain(..before.len().saturating_sub(BEFORE));
        let offset = self.length - after.len() as u64;
        let (line, column) = (self.newlines + 1, offset - self.line_start + 1);
        self.parting = Some(Parting { offset, line, column, before, after });
    }

    /// Where the output went wrong, if it did.
    pub fn parting(&self) -> Option<&Parting> {
        self.parting.as_ref()
    }

    fn remember(&mut self, chunk: &[u8]) {
        self.newlines += memchr_iter(b'\n', chunk).count() as u64;
        if let Some(newline) = memrchr(b'\n', chunk) {
            self.line_start = self.length + newline as u64 + 1;
        }
        // Cut only now and then, so that tiny chunks do not move everything each time.
        if chunk.len() >= HISTORY || self.recent.len() + chunk.len() > 2 * HISTORY {
            let excess = (self.recent.len() + chunk.len()).saturating_sub(HISTORY);
            self.recent.drain(..excess.min(self.recent.len()));
        }
        self.recent.extend_from_slice(&chunk[chunk.len().saturating_sub(HISTORY)..]);
    }
}

#[cfg(test)]
mod tests {
    use crate::check::output::{AFTER, Output, SMALL};

    #[test]
    fn the_place_and_its_surroundings_are_kept_and_nothing_else() {
        let mut output = Output::new();
        for _ in 0..100_000 {
            output.absorb(b"12345 789\n");
        }
        output.absorb(b"ab cd");
        output.part(2);
        for _ in 0..100_000 {
            output.absorb(b"x");
        }
        assert_eq!(output.length, 1_100_005);
        assert_eq!(output.whole, None);
        let parting = output.parting().unwrap();
        assert_eq!((parting.offset, parting.line, parting.column), (1_000_003, 100_001, 4));
        assert!(parting.before.ends_with(b"789\nab "));
        assert!(parting.after.starts_with(b"cdxxx"));
        assert_eq!(parting.after.len(), AFTER + 1);
    }

    #[test]
    fn a_small_output_is_kept_whole() {
        let mut output = Output::new();
        output.absorb(&vec![b'a'; SMALL]);
        assert_eq!(output.whole.as_ref().map(Vec::len), Some(SMALL));
        output.absorb(b"a");
        assert_eq!(output.whole, None);
    }
}
