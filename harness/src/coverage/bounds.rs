//! Whether the cases reach the bounds of the statement.
//!
//! The validator checks the bounds of inputs, so they stand there and nowhere else. For each it
//! prints `bound NAME: VALUE in LOW..HIGH`, as often as an input has such a value; other lines are
//! ignored.

use crate::model::plain;

/// The form of a line of a validator.
const FORM: &str = "bound NAME: VALUE in LOW..HIGH";

/// A value in one input, as the validator prints it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// What it is.
    pub name: String,
    /// The value.
    pub value: i64,
    /// The least that is allowed.
    pub low: i64,
    /// The greatest that is allowed.
    pub high: i64,
}

/// A bound, and the range of its values over all cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Of what.
    pub name: String,
    /// The least that any input may have.
    pub low: i64,
    /// The greatest that any input may have.
    pub high: i64,
    /// The least that a case has.
    pub least: i64,
    /// The greatest that a case has.
    pub greatest: i64,
}

/// The bounds that a validator prints for an input; a line that only begins like a bound is an error.
#[must_use]
pub fn told(output: &[u8]) -> Vec<Result<Told, String>> {
    let text = String::from_utf8_lossy(output);
    let bounds = text.lines().filter_map(|line| Some((line, line.strip_prefix("bound ")?)));
    bounds
        .map(|(line, bound)| {
            read(bound).ok_or_else(|| format!("the validator says `{}`, not `{FORM}`", plain(line)))
        })
        .collect()
}

fn read(bound: &str) -> Option<Told> {
    let (name, rest) = bound.split_once(':')?;
    let (value, allowed) = rest.split_once(" in ")?;
    let (low, high) = allowed.split_once("..")?;
    let number = |text: &str| text.trim().parse::<i64>().ok();
    let told =
        Told { name: name.trim().to_owned(), value: number(value)?, low: number(low)?, high: number(high)? };
    (told.low <= told.high && !told.name.is_empty()).then_some(told)
}

impl Told {
    /// What is wrong, where an accepted input has a value that is not allowed.
    #[must_use]
    pub fn complaint(&self) -> Option<String> {
        let Self { name, value, low, high } = self;
        let is_beyond = value < low || value > high;
        is_beyond
            .then(|| format!("the validator accepts it although {name} = {value} is outside {low}..{high}"))
    }
}

/// The bounds, in the order in which they are first told. Where what is allowed depends on the rest of
/// the input, the widest counts.
#[must_use]
pub fn bounds(all: impl IntoIterator<Item = Told>) -> Vec<Bound> {
    let mut bounds: Vec<Bound> = Vec::new();
    for Told { name, value, low, high } in all {
        match bounds.iter_mut().find(|bound| bound.name == name) {
            Some(bound) => {
                bound.low = bound.low.min(low);
                bound.high = bound.high.max(high);
                bound.least = bound.least.min(value);
                bound.greatest = bound.greatest.max(value);
            }
            None => bounds.push(Bound { name, low, high, least: value, greatest: value }),
        }
    }
    bounds
}

impl Bound {
    /// The ends that no case reaches, each as a sentence.
    #[must_use]
    pub fn unreached(&self) -> Vec<String> {
        let Self { name, low, high, least, greatest } = self;
        let low_end = (least > low)
            .then(|| format!("reaches {low}, the lower end of {low}..{high}: the smallest is {least}"));
        let high_end = (greatest < high)
            .then(|| format!("reaches {high}, the upper end of {low}..{high}: the largest is {greatest}"));
        let ends = [low_end, high_end].into_iter().flatten();
        ends.map(|end| format!("{name}: no case {end}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Told, bounds, told};
    use proptest::collection::vec;
    use proptest::prelude::{any, prop_assert, proptest};

    fn value(name: &str, value: i64, low: i64, high: i64) -> Told {
        Told { name: name.to_owned(), value, low, high }
    }

    #[test]
    fn lines_that_are_no_bounds_mean_nothing() {
        assert_eq!(told(b""), []);
        assert_eq!(told(b"valid!\nboundless\n bound x: 1 in 1..2\n\xff\n"), []);
    }

    #[test]
    fn bounds_are_read_among_other_lines() {
        let said = b"hello\nbound rows: 7 in 1..15\r\nbound the k: -3 in -5 .. 9\n";
        assert_eq!(told(said), [Ok(value("rows", 7, 1, 15)), Ok(value("the k", -3, -5, 9))]);
    }

    #[test]
    fn a_bound_that_is_not_in_form_is_a_mistake() {
        for line in ["x", "x: 1", "x: 1 in 2", "x: 1 in 1..", "x: a in 1..2", "x: 1 in 3..2", ": 1 in 1..2"] {
            let told = told(format!("bound {line}\n").as_bytes());
            let mistake = format!("the validator says `bound {line}`, not `bound NAME: VALUE in LOW..HIGH`");
            assert_eq!(told, [Err(mistake)]);
        }
    }

    #[test]
    fn all_cases_together_reach_the_ends_and_the_widest_bounds_count() {
        let all =
            bounds([value("n", 2, 1, 9), value("m", 0, 0, 0), value("n", 9, 1, 9), value("n", 4, 1, 12)]);
        let n = Bound { name: "n".to_owned(), low: 1, high: 12, least: 2, greatest: 9 };
        assert_eq!(all[0], n);
        let ends = [
            "n: no case reaches 1, the lower end of 1..12: the smallest is 2",
            "n: no case reaches 12, the upper end of 1..12: the largest is 9",
        ];
        assert_eq!(n.unreached(), ends);
        assert_eq!(all[1].unreached(), [""; 0]);
    }

    #[test]
    fn a_value_beyond_its_bounds_is_told() {
        assert_eq!(value("n", 9, 1, 9).complaint(), None);
        let what = "the validator accepts it although n = 10 is outside 1..9";
        assert_eq!(value("n", 10, 1, 9).complaint().as_deref(), Some(what));
        assert!(value("n", 0, 1, 9).complaint().is_some());
    }

    proptest! {
        #[test]
        fn no_output_makes_the_reader_panic(bytes in vec(any::<u8>(), 0..99), text in ".*") {
            prop_assert!(told(&bytes).len() <= bytes.len());
            _ = told(format!("bound {text}").as_bytes());
        }
    }
}
