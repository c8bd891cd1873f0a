//! Picks the pairs of lines that are shown: those that differ and a few around them.

use crate::diff::align::Pair;
use crate::diff::lines::CONTEXT;

/// Something to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A pair of lines.
    Pair(Pair),
    /// So many pairs of equal lines are not shown.
    EqualLeftOut(usize),
}

/// Leaves out equal lines that are far from any difference. One line that would be left out alone
/// is shown: the remark would take its place.
pub fn pick(pairs: &[Pair]) -> Vec<Item> {
    let is_same = |pair: &Pair| matches!(pair, Pair::Same(..));
    let mut items = Vec::new();
    let mut n_seen = 0;
    for run in pairs.chunk_by(|a, b| is_same(a) == is_same(b)) {
        n_seen += run.len();
        if !is_same(&run[0]) {
            items.extend(run.iter().copied().map(Item::Pair));
            continue;
        }
        let before = if items.is_empty() { 0 } else { CONTEXT.min(run.len()) };
        let after = if n_seen == pairs.len() { 0 } else { CONTEXT.min(run.len() - before) };
        let n_left_out = run.len() - before - after;
        items.extend(run[..before].iter().copied().map(Item::Pair));
        match n_left_out {
            0 => {}
            1 => items.push(Item::Pair(run[before])),
            _ => items.push(Item::EqualLeftOut(n_left_out)),
        }
        items.extend(run[run.len() - after..].iter().copied().map(Item::Pair));
    }
    items
}

#[cfg(test)]
mod tests {
    use crate::diff::align::Pair;
    use crate::diff::pick::{Item, pick};

    /// Pairs as letters: `=` the same, `~` changed; left out are digits.
    #[track_caller]
    fn check(pairs: &str, expect: &str) {
        let pairs: Vec<Pair> =
            pairs.chars().map(|c| if c == '=' { Pair::Same(0, 0) } else { Pair::Changed(0, 0) }).collect();
        let picked: String = pick(&pairs)
            .iter()
            .map(|item| match item {
                Item::Pair(Pair::Same(..)) => "=".to_owned(),
                Item::Pair(_) => "~".to_owned(),
                Item::EqualLeftOut(count) => count.to_string(),
            })
            .collect();
        assert_eq!(picked, expect);
    }

    #[test]
    fn three_equal_lines_are_shown_round_a_difference() {
        check("=====~=====", "2===~===2");
        check("====~==~====", "====~==~====");
        check("~========~", "~===2===~");
        check("~=======~", "~=======~");
        check("~====", "~====");
        check("", "");
    }
}
