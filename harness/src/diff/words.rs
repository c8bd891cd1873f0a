//! Which parts of two unequal lines differ?

use std::ops::Range;
use std::time::{Duration, Instant};

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use crate::diff::Blanks;
use crate::diff::lines::is_blank;

/// Time after which what is left counts as different as a whole.
const DEADLINE: Duration = Duration::from_millis(10);

/// The parts of both lines that differ, word by word.
pub fn unequal_parts(expected: &[u8], got: &[u8], blanks: Blanks) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (a, b) = (words(expected), words(got));
    let deadline = Some(Instant::now() + DEADLINE);
    let (mut missing, mut extra) = (Vec::new(), Vec::new());
    let (mut end_a, mut end_b) = (0, 0);
    for op in capture_diff_slices_deadline(Algorithm::Myers, &a, &b, deadline) {
        let length = |words: &[&[u8]]| words.iter().map(|word| word.len()).sum::<usize>();
        let (range_a, range_b) = (op.old_range(), op.new_range());
        let part_a = end_a..end_a + length(&a[range_a]);
        let part_b = end_b..end_b + length(&b[range_b]);
        (end_a, end_b) = (part_a.end, part_b.end);
        match op {
            DiffOp::Equal { .. } => {}
            DiffOp::Delete { .. } | DiffOp::Insert { .. } | DiffOp::Replace { .. } => {
                missing.push(part_a);
                extra.push(part_b);
            }
        }
    }
    let counts = |text: &[u8], part: &Range<usize>| {
        let mut bytes = text[part.clone()].iter();
        match blanks {
            Blanks::Matter | Blanks::MatterInside => !part.is_empty(),
            Blanks::DoNotMatter => bytes.any(|&byte| !is_blank(byte)),
        }
    };
    missing.retain(|part| counts(expected, part));
    extra.retain(|part| counts(got, part));
    (missing, extra)
}

/// Words, runs of blanks, and every other sign for itself. Bytes that are not ASCII belong to
/// words, so that no character is torn apart.
fn words(line: &[u8]) -> Vec<&[u8]> {
    line.chunk_by(|&a, &b| is_wordy(a) && is_wordy(b) || is_blank(a) && is_blank(b)).collect()
}

fn is_wordy(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'+') || !byte.is_ascii()
}
