//! How far the cases reach, as validators of testlib tell it: for each variable which ends of its range an input
//! hits, and for each feature whether it is there.
//!
//! Such a validator writes it to the file that `--testOverviewLogFileName` names, line by line:
//! `"n": min-value-hit max-value-hit`, `constant-bounds "n": 1 100`, `feature "tree": hit`.

use std::collections::BTreeMap;

use crate::model::plain;

/// What all cases together reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overview {
    /// The variables, by name.
    pub variables: BTreeMap<String, VariableRange>,
    /// The features, by name, and whether a case has them.
    pub features: BTreeMap<String, bool>,
}

/// How far the values of a variable reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariableRange {
    /// The least value that is allowed.
    pub low: RangeEnd,
    /// The greatest value that is allowed.
    pub high: RangeEnd,
}

/// An end of a range.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RangeEnd {
    /// A value is there.
    pub is_reached: bool,
    /// Where it is.
    pub place: EndPlace,
}

/// Where the end of a range is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum EndPlace {
    /// It was not told.
    #[default]
    Unknown,
    /// Always there.
    Constant(String),
    /// It depends on the input.
    Varies,
}

impl RangeEnd {
    /// Its value, where that is always the same.
    #[must_use]
    pub fn value(&self) -> Option<&str> {
        match &self.place {
            EndPlace::Constant(value) => Some(value),
            EndPlace::Unknown | EndPlace::Varies => None,
        }
    }

    fn merge(&mut self, other: Self) {
        self.is_reached |= other.is_reached;
        let place = std::mem::take(&mut self.place);
        self.place = match (place, other.place) {
            (EndPlace::Unknown, place) | (place, EndPlace::Unknown) => place,
            (EndPlace::Constant(one), EndPlace::Constant(other)) if one == other => EndPlace::Constant(one),
            (EndPlace::Constant(_) | EndPlace::Varies, EndPlace::Constant(_) | EndPlace::Varies) => {
                EndPlace::Varies
            }
        };
    }

    /// A value of a line `constant-bounds`.
    fn told(&mut self, word: Option<&str>) {
        self.place = match word {
            None => EndPlace::Unknown,
            Some("?") => EndPlace::Varies,
            Some(value) => EndPlace::Constant(plain(value)),
        };
    }

    fn complaint(&self, name: &str, which: &str) -> Option<String> {
        let end = match self.value() {
            Some(value) => format!("{value}, its {which} end"),
            None => format!("its {which} end"),
        };
        (!self.is_reached).then(|| format!("{name}: no case reaches {end}"))
    }
}

impl Overview {
    /// What a validator wrote of one input; lines of other forms mean nothing here.
    #[must_use]
    pub fn read(log: &[u8]) -> Self {
        let mut overview = Self::default();
        for line in String::from_utf8_lossy(log).lines() {
            let Some((kind, name, words)) = parts(line) else { continue };
            let has = |wanted: &str| words.split(' ').any(|word| word == wanted);
            match kind {
                "" => {
                    let reach = overview.variables.entry(plain(name)).or_default();
                    reach.low.is_reached |= has("min-value-hit");
                    reach.high.is_reached |= has("max-value-hit");
                }
                "constant-bounds" => {
                    let reach = overview.variables.entry(plain(name)).or_default();
                    let mut values = words.split_whitespace();
                    reach.low.told(values.next());
                    reach.high.told(values.next());
                }
                "feature" => *overview.features.entry(plain(name)).or_default() |= has("hit"),
                _ => {}
            }
        }
        overview
    }

    /// Adds what another input reaches.
    pub fn merge(&mut self, other: Self) {
        for (name, VariableRange { low, high }) in other.variables {
            let reach = self.variables.entry(name).or_default();
            reach.low.merge(low);
            reach.high.merge(high);
        }
        for (name, is_there) in other.features {
            *self.features.entry(name).or_default() |= is_there;
        }
    }

    /// What no case reaches, each as a sentence.
    #[must_use]
    pub fn unreached(&self) -> Vec<String> {
        let ends = self.variables.iter().flat_map(|(name, VariableRange { low, high })| {
            [low.complaint(name, "lower"), high.complaint(name, "upper")].into_iter().flatten()
        });
        let missing = self.features.iter().filter(|(_, is_there)| !**is_there);
        ends.chain(missing.map(|(name, _)| format!("no case has the feature `{name}`"))).collect()
    }
}

/// The parts of a line `KIND "NAME": WORDS`; without a kind it is empty.
fn parts(line: &str) -> Option<(&str, &str, &str)> {
    let (kind, rest) = line.split_once('"')?;
    let (name, words) = rest.rsplit_once("\":")?;
    (!name.is_empty()).then_some((kind.trim(), name, words))
}

#[cfg(test)]
mod tests {
    use super::{EndPlace, Overview};
    use proptest::collection::vec;
    use proptest::prelude::{any, prop_assert, proptest};

    const LOG: &[u8] =
        b"\"m\": max-value-hit\n\"n\": min-value-hit\nfeature \"tree\":\nfeature \"path\": hit\n\
        constant-bounds \"m\": 0 ?\nconstant-bounds \"n\": 1 100\nvariable \"m\"\nvariable \"n\"\n";

    #[test]
    fn the_ends_that_one_input_hits_are_read() {
        let overview = Overview::read(LOG);
        let unreached = [
            "m: no case reaches 0, its lower end",
            "n: no case reaches 100, its upper end",
            "no case has the feature `tree`",
        ];
        assert_eq!(overview.unreached(), unreached);
        assert_eq!(overview.variables["m"].high.place, EndPlace::Varies);
        assert_eq!(overview.variables["n"].low.value(), Some("1"));
    }

    #[test]
    fn all_inputs_together_reach_the_ends() {
        let mut overview = Overview::read(LOG);
        overview.merge(Overview::read(b"\"n\": max-value-hit\nconstant-bounds \"n\": 1 90\n\"k\":\n"));
        overview.merge(Overview::read(b"\"m\": min-value-hit\nfeature \"tree\": hit\n"));
        assert_eq!(
            overview.unreached(),
            ["k: no case reaches its lower end", "k: no case reaches its upper end"]
        );
        let n = &overview.variables["n"];
        assert_eq!((n.low.value(), n.high.value()), (Some("1"), None), "the upper end depends on the input");
    }

    #[test]
    fn lines_of_other_forms_mean_nothing() {
        assert_eq!(
            Overview::read(b"\"\": min-value-hit\nn: max-value-hit\nconstant \"n\"\n\xff\n"),
            Overview::default()
        );
    }

    proptest! {
        #[test]
        fn no_log_makes_the_reader_panic(bytes in vec(any::<u8>(), 0..99), name in ".*") {
            prop_assert!(Overview::read(&bytes).unreached().len() <= bytes.len());
            _ = Overview::read(format!("\"{name}\": min-value-hit\nfeature \"{name}\":").as_bytes());
        }
    }
}
