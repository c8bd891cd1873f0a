//! The transcript of an interaction, shortened for display.

use std::collections::VecDeque;

use crate::judge::Speaker;
use crate::model::plain;

/// The first lines and the last ones.
#[derive(Debug, Default)]
pub struct Transcript {
    first: Vec<Line>,
    last: VecDeque<Line>,
    left_out: usize,
}

#[derive(Debug)]
struct Line {
    side: Speaker,
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

impl Transcript {
    /// Notes some bytes. A line that the other interrupts is two.
    pub fn say(&mut self, side: Speaker, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let is_open = !piece.ends_with(b"\n");
            let piece = piece.strip_suffix(b"\n").unwrap_or(piece);
            match self.newest() {
                Some(line) if line.side == side && line.is_open => line.extend(piece, is_open),
                _ => {
                    let mut line = Line { side, text: Vec::new(), is_open, cut: 0 };
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

    /// `< 7` is what the program was told, `> 14` what it said, as problem packages write it.
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
        let mark = if self.side == Speaker::Program { '>' } else { '<' };
        let text = plain(&String::from_utf8_lossy(&self.text));
        let cut = if self.cut > 0 { format!("… ({} more bytes)", self.cut) } else { String::new() };
        let end = if self.is_open { " (no line feed)" } else { "" };
        format!("{mark} {text}{cut}{end}")
    }
}

#[cfg(test)]
mod tests {
    use super::Transcript;
    use crate::judge::Speaker;

    #[test]
    fn lines_are_put_together_and_told_apart() {
        let mut transcript = Transcript::default();
        transcript.say(Speaker::Interactor, b"7\n3 ");
        transcript.say(Speaker::Interactor, b"4\n");
        transcript.say(Speaker::Program, b"14\n\x1b");
        assert_eq!(transcript.lines(), ["< 7", "< 3 4", "> 14", "> \\x1b (no line feed)"]);
    }

    #[test]
    fn of_much_talk_the_ends_are_kept() {
        let mut transcript = Transcript::default();
        for number in 0..100 {
            transcript.say(Speaker::Program, format!("{number}\n").as_bytes());
        }
        transcript.say(Speaker::Interactor, &[b'x'; 1000]);
        let lines = transcript.lines();
        assert_eq!(lines.len(), 13);
        assert_eq!(
            (lines[5].as_str(), lines[6].as_str(), lines[7].as_str()),
            ("> 5", "… 89 lines …", "> 95")
        );
        assert!(lines[12].starts_with("< xxx") && lines[12].ends_with("… (940 more bytes) (no line feed)"));
    }
}
