//! Finds out which lines of the two sides belong together.
//!
//! Answers are bound to their places: the third line is the third answer. So lines are moved against
//! each other only where that explains nearly everything, as when one line is missing; else most
//! of what an algorithm would match is coincidence, and lines with the same number stand together.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices_deadline};

use crate::diff::Blanks;
use crate::diff::lines::{Line, Texts};

/// Time after which the rest is aligned line by line. Of the algorithms of the crate only Myers'
/// keeps to it: another ignores the deadline, and one may allocate gigabytes.
const DEADLINE: Duration = Duration::from_millis(50);

/// Lines that belong together, by their indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pair {
    /// The same on both sides.
    Same(usize, usize),
    /// Another line in its place.
    Changed(usize, usize),
    /// Expected, and not there.
    Missing(usize),
    /// There, and not expected.
    Extra(usize),
}

/// Aligns the lines of both sides.
pub fn align(texts: &Texts, blanks: Blanks) -> Vec<Pair> {
    let (expected, got) = (keys(&texts.expected, blanks), keys(&texts.got, blanks));
    let deadline = Some(Instant::now() + DEADLINE);
    let mut ops = capture_diff_slices_deadline(Algorithm::Myers, &expected, &got, deadline);
    let n_same =
        ops.iter().filter(|op| op.tag() == DiffTag::Equal).map(|op| op.old_range().len()).sum::<usize>();
    if 3 * n_same < 2 * expected.len().min(got.len()) {
        ops = line_by_line(&expected, &got);
    }
    let mut pairs: Vec<Pair> = ops.iter().flat_map(|op| pairs_of(texts, op)).collect();
    drop_the_unknown(&mut pairs, texts.go_on);
    pairs
}

type Key<'a> = (Cow<'a, [u8]>, bool);

/// The alignment that moves nothing.
fn line_by_line(expected: &[Key], got: &[Key]) -> Vec<DiffOp> {
    let shared = expected.len().min(got.len());
    let pair = |i: usize| {
        if expected[i] == got[i] {
            DiffOp::Equal { old_index: i, new_index: i, len: 1 }
        } else {
            DiffOp::Replace { old_index: i, old_len: 1, new_index: i, new_len: 1 }
        }
    };
    let rest = DiffOp::Replace {
        old_index: shared,
        old_len: expected.len() - shared,
        new_index: shared,
        new_len: got.len() - shared,
    };
    (0..shared).map(pair).chain([rest]).collect()
}

fn pairs_of(texts: &Texts, op: &DiffOp) -> Vec<Pair> {
    let (old, new) = (op.old_range(), op.new_range());
    let shared = old.len().min(new.len());
    let together = old.clone().zip(new.clone()).map(|(a, b)| match op.tag() {
        DiffTag::Equal => Pair::Same(a, b),
        DiffTag::Delete | DiffTag::Insert | DiffTag::Replace => changed(texts, a, b),
    });
    let missing = old.clone().skip(shared).map(Pair::Missing);
    let extra = new.clone().skip(shared).map(Pair::Extra);
    together.chain(missing).chain(extra).collect()
}

/// Where a text goes on beyond its piece, it is unknown whether it lacks the last lines of the
/// other. They are left away, unless they are the only difference that there is.
fn drop_the_unknown(pairs: &mut Vec<Pair>, (expected_goes_on, got_goes_on): (bool, bool)) {
    let is_known = |pair: &Pair| match pair {
        Pair::Same(..) | Pair::Changed(..) => true,
        Pair::Missing(_) => !got_goes_on,
        Pair::Extra(_) => !expected_goes_on,
    };
    let n_known = pairs.iter().rposition(is_known).map_or(0, |last| last + 1);
    if pairs[..n_known].iter().any(|pair| !matches!(pair, Pair::Same(..))) {
        pairs.truncate(n_known);
    }
}

fn keys<'a>(lines: &[Line<'a>], blanks: Blanks) -> Vec<Key<'a>> {
    lines.iter().map(|line| line.key(blanks)).collect()
}

/// A pair of unequal lines. If one is only cut off where the other goes on, they count
/// as the same.
fn changed(texts: &Texts, expected: usize, got: usize) -> Pair {
    let (a, b) = (&texts.expected[expected], &texts.got[got]);
    let is_prefix = a.is_cut.1 && b.text.starts_with(a.text) || b.is_cut.1 && a.text.starts_with(b.text);
    if is_prefix { Pair::Same(expected, got) } else { Pair::Changed(expected, got) }
}

#[cfg(test)]
mod tests {
    use crate::diff::align::{Pair, align};
    use crate::diff::{Blanks, Side, lines};

    /// `=` the same, `~` changed, `<` missing, `>` extra.
    #[track_caller]
    fn check(expected: &str, got: &str, more_after: bool, expect: &str) {
        let side = |bytes| Side { bytes, first_line: 1, cut_before: 0, more_after };
        let (expected, got) = (expected.replace(' ', "\n"), got.replace(' ', "\n"));
        let texts = lines::split(side(expected.as_bytes()), side(got.as_bytes()), Blanks::MatterInside);
        let marks: String = align(&texts, Blanks::MatterInside)
            .iter()
            .map(|pair| match pair {
                Pair::Same(..) => '=',
                Pair::Changed(..) => '~',
                Pair::Missing(_) => '<',
                Pair::Extra(_) => '>',
            })
            .collect();
        assert_eq!(marks, expect);
    }

    #[test]
    fn lines_are_moved_only_where_that_explains_nearly_everything() {
        check("1 2 3 4 5 6 ", "1 3 4 5 6 ", false, "=<====");
        check("1 2 3 4 5 6 ", "1 2 7 3 4 5 6 ", false, "==>====");
        check("1 2 3 1 2 3 ", "2 1 1 3 3 1 ", false, "~~~~~~");
        check("1 2 3 ", "4 5 ", false, "~~<");
    }

    #[test]
    fn what_may_still_come_is_not_missing() {
        check("1 2 3 4 5 6 ", "0 1 2 3 4 5 ", false, ">=====<");
        check("1 2 3 4 5 6 ", "0 1 2 3 4 5 ", true, ">=====");
        check("1 2 ", "1 ", true, "=<");
    }

    #[test]
    fn a_line_that_is_only_cut_off_is_the_same() {
        check("1 2 3", "1 0 34", true, "=~=");
        check("1 2 3", "1 0 34", false, "=~~");
    }
}
