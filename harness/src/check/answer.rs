//! The answer file, read in pieces.
//!
//! It is read forward once while the output arrives. Only when an output is wrong does anyone look
//! at parts of it again, by position, so that the usual case pays for no bookkeeping.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use memchr::{memchr_iter, memrchr};

use crate::check::bytes::is_blank;

/// Bytes read at once.
const PIECE: usize = 64 << 10;

/// Bytes behind the reading position that [`Answer::behind`] always shows, if there are as many.
pub const HISTORY: usize = 8 << 10;

/// An answer file and how far it has been read.
pub struct Answer {
    file: File,
    path: PathBuf,
    /// Up to [`HISTORY`] bytes already read, then what is still unread.
    buffer: Box<[u8]>,
    position: usize,
    filled: usize,
    /// Where `buffer` begins in the file.
    buffer_offset: u64,
    has_ended: bool,
    /// Where the answer ends in the file, or later.
    end: u64,
}

/// What precedes a place in the answer.
pub struct Survey {
    /// Line of the place, from 1.
    pub line: u64,
    /// Column of the place in bytes, from 1.
    pub column: u64,
    /// Number of the word that the place is in, or of the next one, from 1.
    pub word: u64,
}

impl Answer {
    /// Opens the file; reads nothing yet.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self {
            file: File::open(path)?,
            path: path.to_owned(),
            buffer: vec![0; HISTORY + PIECE].into_boxed_slice(),
            position: 0,
            filled: 0,
            buffer_offset: 0,
            has_ended: false,
            end: u64::MAX,
        })
    }

    /// Opens a file of which only the first word and what precedes it is the answer.
    pub fn of_first_word(path: &Path) -> io::Result<Self> {
        let mut answer = Self::open(path)?;
        let (mut at, mut after_ink, mut end) = (0, false, None);
        let read = answer.pieces(0, u64::MAX, |piece| {
            let ends = |byte: &u8| {
                let was_ink = std::mem::replace(&mut after_ink, !is_blank(*byte));
                was_ink && !after_ink
            };
            end = piece.iter().position(ends).map(|index| at + index as u64);
            at += piece.len() as u64;
            end.is_none()
        });
        // What cannot be read is told when the answer is.
        answer.end = end.filter(|_| read.is_ok()).unwrap_or(u64::MAX);
        Ok(answer)
    }

    /// Opens a file of which a last line that is empty is no part of the answer.
    pub fn without_last_blank_line(path: &Path) -> io::Result<Self> {
        let mut answer = Self::open(path)?;
        let length = answer.file.metadata()?.len();
        let tail = answer.range(length.saturating_sub(3), length).unwrap_or_default();
        let before = tail.strip_suffix(b"\n").map(|text| text.strip_suffix(b"\r").unwrap_or(text));
        if let Some(before) = before.filter(|text| text.is_empty() || text.ends_with(b"\n")) {
            answer.end = length - (tail.len() - before.len()) as u64;
        }
        Ok(answer)
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Offset of the next unread byte.
    pub fn offset(&self) -> u64 {
        self.buffer_offset + self.position as u64
    }

    /// Some of the unread bytes; empty only at the end of the file.
    #[inline]
    pub fn rest(&mut self) -> io::Result<&[u8]> {
        if self.position == self.filled && !self.has_ended {
            self.refill()?;
        }
        Ok(&self.buffer[self.position..self.filled])
    }

    /// The next unread byte, `None` at the end of the file.
    #[inline]
    pub fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(self.rest()?.first().copied())
    }

    /// Marks bytes of [`Self::rest`] as read.
    #[inline]
    pub fn consume(&mut self, count: usize) {
        self.position += count;
    }

    /// The bytes just read, at least [`HISTORY`] of them unless the file began later.
    pub fn behind(&self) -> &[u8] {
        &self.buffer[..self.position]
    }

    /// Reads over bytes for which `passes` holds; the byte it stops at, `None` at the end.
    #[inline]
    pub fn skip(&mut self, mut passes: impl FnMut(u8) -> bool) -> io::Result<Option<u8>> {
        loop {
            let rest = self.rest()?;
            let stop = rest.iter().position(|&byte| !passes(byte));
            let (count, byte) = (rest.len(), stop.map(|at| rest[at]));
            self.consume(stop.unwrap_or(count));
            if stop.is_some() || count == 0 {
                return Ok(byte);
            }
        }
    }

    /// Where the bytes before an offset begin that are all no separators.
    pub fn rfind(&self, offset: u64, is_separator: impl Fn(u8) -> bool) -> io::Result<u64> {
        let mut end = offset;
        while end > 0 {
            let start = end.saturating_sub(PIECE as u64);
            let piece = self.range(start, end)?;
            if let Some(at) = piece.iter().rposition(|&byte| is_separator(byte)) {
                return Ok(start + at as u64 + 1);
            }
            end = start;
        }
        Ok(0)
    }

    /// The bytes from one offset up to another or the end of the file.
    pub fn range(&self, start: u64, end: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.pieces(start, end, |piece| {
            bytes.extend_from_slice(piece);
            true
        })?;
        Ok(bytes)
    }

    /// Hands over the file from one offset up to another or the end, piece by piece, until told to stop.
    pub fn pieces(&self, start: u64, end: u64, mut wants_more: impl FnMut(&[u8]) -> bool) -> io::Result<()> {
        let end = end.min(self.end);
        let span = usize::try_from(end.saturating_sub(start)).unwrap_or(PIECE).min(PIECE);
        let mut buffer = vec![0; span];
        let mut at = start;
        while at < end {
            let wanted = usize::try_from(end - at).unwrap_or(span).min(span);
            match self.file.read_at(&mut buffer[..wanted], at) {
                Ok(0) => break,
                Ok(count) => {
                    at += count as u64;
                    if !wants_more(&buffer[..count]) {
                        break;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Counts lines and words before an offset.
    pub fn survey(&self, offset: u64) -> io::Result<Survey> {
        let (mut newlines, mut line_start, mut words) = (0, 0, 0);
        let (mut at, mut after_blank) = (0, true);
        self.pieces(0, offset, |piece| {
            newlines += memchr_iter(b'\n', piece).count() as u64;
            if let Some(newline) = memrchr(b'\n', piece) {
                line_start = at + newline as u64 + 1;
            }
            words += words_begun(piece, after_blank);
            after_blank = piece.last().is_none_or(|&byte| is_blank(byte));
            at += piece.len() as u64;
            true
        })?;
        let word = words + u64::from(after_blank);
        Ok(Survey { line: newlines + 1, column: offset - line_start + 1, word })
    }

    /// Counts all words.
    pub fn words(&self) -> io::Result<u64> {
        let (mut words, mut after_blank) = (0, true);
        self.pieces(0, u64::MAX, |piece| {
            words += words_begun(piece, after_blank);
            after_blank = piece.last().is_none_or(|&byte| is_blank(byte));
            true
        })?;
        Ok(words)
    }

    fn refill(&mut self) -> io::Result<()> {
        let kept = self.position.min(HISTORY);
        let dropped = self.position - kept;
        self.buffer.copy_within(dropped..self.position, 0);
        self.buffer_offset += dropped as u64;
        (self.position, self.filled) = (kept, kept);
        let left = usize::try_from(self.end - self.offset()).unwrap_or(PIECE).min(PIECE);
        loop {
            match self.file.read(&mut self.buffer[kept..kept + left]) {
                Ok(count) => {
                    self.filled += count;
                    self.has_ended = count == 0;
                    return Ok(());
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// Number of words that begin in a piece of a text.
fn words_begun(piece: &[u8], after_blank: bool) -> u64 {
    let Some(&first) = piece.first() else { return 0 };
    let inner = piece.windows(2).filter(|pair| is_blank(pair[0]) && !is_blank(pair[1])).count();
    inner as u64 + u64::from(after_blank && !is_blank(first))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use tempfile::NamedTempFile;

    use crate::check::answer::{Answer, HISTORY};

    fn answer(text: &[u8]) -> (NamedTempFile, Answer) {
        let mut file = NamedTempFile::new().unwrap();
        file.write_all(text).unwrap();
        let answer = Answer::open(file.path()).unwrap();
        (file, answer)
    }

    #[test]
    fn all_of_a_large_file_is_read_and_the_recent_past_stays_in_sight() {
        let text: Vec<u8> = (0..300_000_u32).map(|i| (i % 251) as u8).collect();
        let (_file, mut answer) = answer(&text);
        let mut read = Vec::new();
        loop {
            let piece = answer.rest().unwrap().to_vec();
            if piece.is_empty() {
                break;
            }
            let count = piece.len().min(40_001);
            read.extend_from_slice(&piece[..count]);
            answer.consume(count);
            assert_eq!(answer.offset(), read.len() as u64);
            assert!(read.ends_with(answer.behind()));
            assert!(answer.behind().len() >= HISTORY.min(read.len()));
        }
        assert_eq!(read, text);
        assert_eq!(answer.range(299_990, u64::MAX).unwrap(), text[299_990..]);
    }

    #[test]
    fn an_answer_may_end_before_its_file() {
        let read = |open: fn(&std::path::Path) -> std::io::Result<Answer>, text: &[u8]| {
            let (file, _) = answer(text);
            let mut answer = open(file.path()).unwrap();
            let mut read = Vec::new();
            while let Some(byte) = answer.peek().unwrap() {
                read.push(byte);
                answer.consume(1);
            }
            assert_eq!(answer.range(0, u64::MAX).unwrap(), read);
            String::from_utf8(read).unwrap()
        };
        for (text, expected) in [("", ""), (" \n", " \n"), ("1", "1"), ("\n12 3 4\n", "\n12"), ("1\n", "1")] {
            assert_eq!(read(Answer::of_first_word, text.as_bytes()), expected, "{text:?}");
        }
        let long = [" ".repeat(70_000), "7".repeat(70_000)].concat();
        assert_eq!(read(Answer::of_first_word, format!("{long} 8").as_bytes()), long);
        for (text, expected) in [
            ("", ""),
            ("\n", ""),
            ("\r\n", ""),
            ("1", "1"),
            ("1\n", "1\n"),
            ("1\n\n", "1\n"),
            ("1\r\n\r\n", "1\r\n"),
            ("1\n\n\n", "1\n\n"),
            ("1\n \n", "1\n \n"),
        ] {
            assert_eq!(read(Answer::without_last_blank_line, text.as_bytes()), expected, "{text:?}");
        }
    }

    #[test]
    fn lines_columns_and_words_are_counted_on_demand() {
        let (_file, answer) = answer(b"ab c\n\nd e\n");
        let survey = |offset| {
            let survey = answer.survey(offset).unwrap();
            (survey.line, survey.column, survey.word)
        };
        assert_eq!(survey(0), (1, 1, 1));
        assert_eq!(survey(1), (1, 2, 1));
        assert_eq!(survey(3), (1, 4, 2));
        assert_eq!(survey(8), (3, 3, 4));
        assert_eq!(survey(10), (4, 1, 5));
        assert_eq!(answer.rfind(9, |byte| byte == b'\n').unwrap(), 6);
        assert_eq!(answer.rfind(4, |byte| byte == b'\n').unwrap(), 0);
    }
}
