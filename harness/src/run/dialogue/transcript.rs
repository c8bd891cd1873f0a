//! The transcript of an interaction, shortened for display.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::judge::Speaker;
use crate::model::plain;

/// The first lines and the last ones.
#[derive(Debug)]
pub struct Transcript {
    started: Instant,
    first: Vec<Line>,
    last: VecDeque<Line>,
    left_out: usize,
}

#[derive(Debug)]
struct Line {
    side: Speaker,
    /// When it began.
    at: Duration,
    text: Vec<u8>,
    /// The line feed has not come.
    is_open: bool,
    /// Bytes that were not kept.
    cut: usize,
}

/// Lines that are kept at each end.
const KEPT: usize = 6;

/// Bytes of a line that are kept.
const WIDTH: usize = 60;

impl Default for Transcript {
    /// Of a dialogue that begins now.
    fn default() -> Self {
        Self { started: Instant::now(), first: Vec::new(), last: VecDeque::new(), left_out: 0 }
    }
}

impl Transcript {
    /// Notes some bytes that are said now. A line that the other interrupts is two.
    pub fn say(&mut self, side: Speaker, bytes: &[u8]) {
        self.say_at(self.started.elapsed(), side, bytes);
    }

    fn say_at(&mut self, at: Duration, side: Speaker, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let is_open = !piece.ends_with(b"\n");
            let piece = piece.strip_suffix(b"\n").unwrap_or(piece);
            match self.newest() {
                Some(line) if line.side == side && line.is_open => line.extend(piece, is_open),
                _ => {
                    let mut line = Line { side, at, text: Vec::new(), is_open, cut: 0 };
                    line.extend(piece, is_open);
                    self.push(line);
                }
            }
        }
    }

    /// Who spoke last, and whether the line feed has not come.
    pub fn last(&self) -> (Option<Speaker>, bool) {
        let line = self.last.back().or(self.first.last());
        (line.map(|line| line.side), line.is_some_and(|line| line.is_open))
    }

    fn newest(&mut self) -> Option<&mut Line> {
        self.last.back_mut().or(self.first.last_mut())
    }

    fn push(&mut self, line: Line) {
        if self.first.len() < KEPT {
            self.first.push(line);
            return;
        }
        self.last.push_back(line);
        if self.last.len() > KEPT {
            self.last.pop_front();
            self.left_out += 1;
        }
    }

    /// `3 ms ← 7` is what the program was told, `5 ms → 14` what it said, and when.
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.first.iter().map(Line::shown).collect();
        if self.left_out > 0 {
            lines.push(format!("… {} lines …", self.left_out));
        }
        lines.extend(self.last.iter().map(Line::shown));
        lines
    }
}

impl Line {
    fn extend(&mut self, piece: &[u8], is_open: bool) {
        let room = WIDTH.saturating_sub(self.text.len());
        let kept = &piece[..room.min(piece.len())];
        self.text.extend_from_slice(kept);
        self.cut += piece.len() - kept.len();
        self.is_open = is_open;
    }

    fn shown(&self) -> String {
        let mark = if self.side == Speaker::Program { '→' } else { '←' };
        let text = plain(&String::from_utf8_lossy(&self.text));
        let cut = if self.cut > 0 { format!("… ({} more bytes)", self.cut) } else { String::new() };
        let end = if self.is_open { " (no line feed)" } else { "" };
        format!("{} ms {mark} {text}{cut}{end}", self.at.as_millis())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Transcript;
    use crate::judge::Speaker;

    #[test]
    fn lines_are_put_together_and_told_apart() {
        let mut transcript = Transcript::default();
        let mut say = |at, side, bytes: &[u8]| transcript.say_at(Duration::from_micros(at), side, bytes);
        say(900, Speaker::Interactor, b"7\n3 ");
        say(1_200, Speaker::Interactor, b"4\n");
        say(2_000_000, Speaker::Program, b"14\n\x1b");
        let lines = ["0 ms ← 7", "0 ms ← 3 4", "2000 ms → 14", "2000 ms → \\x1b (no line feed)"];
        assert_eq!(transcript.lines(), lines);
    }

    #[test]
    fn of_much_talk_the_ends_are_kept() {
        let mut transcript = Transcript::default();
        for number in 0..100 {
            let at = Duration::from_millis(number);
            transcript.say_at(at, Speaker::Program, format!("{number}\n").as_bytes());
        }
        transcript.say_at(Duration::ZERO, Speaker::Interactor, &[b'x'; 1000]);
        let lines = transcript.lines();
        assert_eq!(lines.len(), 13);
        assert_eq!(
            (lines[5].as_str(), lines[6].as_str(), lines[7].as_str()),
            ("5 ms → 5", "… 89 lines …", "95 ms → 95")
        );
        assert!(
            lines[12].starts_with("0 ms ← xxx") && lines[12].ends_with("… (940 more bytes) (no line feed)")
        );
    }
}
