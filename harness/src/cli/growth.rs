//! `--growth PARAM=a..b`.

use std::str::FromStr;

/// A parameter of the generator and the sizes that it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The parameter, as the generator knows it.
    pub parameter: String,
    /// The smallest size.
    pub from: u64,
    /// The largest size.
    pub to: u64,
}

/// Sizes that are measured: enough to tell one law from another.
const SIZES: u64 = 9;

/// A size of this many does not fit into what is calculated with.
const TOO_LARGE: u64 = 1 << 53;

impl Growth {
    /// What is written for the size in a law.
    #[must_use]
    pub fn letter(&self) -> &str {
        self.parameter.trim_start_matches('-')
    }

    /// All sizes where they are few, or else some in geometric steps; ascending, and each once.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "sizes are positive and below 2⁵³"
    )]
    pub fn sizes(&self) -> Vec<u64> {
        if self.to - self.from < SIZES {
            return (self.from..=self.to).collect();
        }
        let (from, to) = (self.from as f64, self.to as f64);
        let part = |step: u64| step as f64 / (SIZES - 1) as f64;
        let size = |step: u64| (from * (to / from).powf(part(step))).round() as u64;
        let mut sizes: Vec<u64> = (0..SIZES).map(size).collect();
        // Steps that rounding has closed are made of one: there is room for that.
        for step in 1..sizes.len() {
            sizes[step] = sizes[step].max(sizes[step - 1] + 1);
        }
        sizes
    }
}

impl FromStr for Growth {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || "it must be PARAM=a..b, as in `n=10..1000`".to_owned();
        // The parameter of a generator may be `-n`, but an equals sign ends it.
        let (parameter, range) = text.split_once('=').ok_or_else(form)?;
        let (from, to) = range.split_once("..").ok_or_else(form)?;
        let size = |text: &str| text.trim_start_matches('=').parse::<u64>().map_err(|_| form());
        let (from, to) = (size(from)?, size(to)?);
        let is_name =
            parameter.chars().any(char::is_alphanumeric) && !parameter.contains(char::is_whitespace);
        if !is_name {
            return Err(form());
        }
        if from == 0 || from >= to || to >= TOO_LARGE {
            return Err("the sizes must be 1 ≤ a < b < 2^53".to_owned());
        }
        Ok(Self { parameter: parameter.to_owned(), from, to })
    }
}

#[cfg(test)]
mod tests {
    use super::Growth;
    use proptest::{prop_assert, prop_assert_eq, proptest};

    #[track_caller]
    fn check(text: &str, sizes: &[u64]) {
        assert_eq!(text.parse::<Growth>().map(|growth| growth.sizes()).as_deref(), Ok(sizes), "{text}");
    }

    #[test]
    fn sizes_grow_in_geometric_steps_or_by_one() {
        check("k=3..9", &[3, 4, 5, 6, 7, 8, 9]);
        check("n=4..20", &[4, 5, 6, 7, 9, 11, 13, 16, 20]);
        check("-n=1..=256", &[1, 2, 4, 8, 16, 32, 64, 128, 256]);
        check("n=1..10", &[1, 2, 3, 4, 5, 6, 7, 8, 10]);
    }

    #[test]
    fn what_is_no_growth_is_refused() {
        let form = "it must be PARAM=a..b, as in `n=10..1000`";
        let growing = "the sizes must be 1 ≤ a < b < 2^53";
        for (text, why) in [
            ("n", form),
            ("n=5", form),
            ("n=1..x", form),
            ("=1..5", form),
            ("a b=1..5", form),
            ("n=5..5", growing),
            ("n=0..5", growing),
            ("n=9..5", growing),
            ("n=1..9007199254740992", growing),
        ] {
            assert_eq!(text.parse::<Growth>(), Err(why.to_owned()), "{text}");
        }
    }

    proptest! {
        #[test]
        fn sizes_begin_and_end_as_asked_for(from in 1u64..1_000_000, more in 1u64..1_000_000_000_000) {
            let sizes = Growth { parameter: "n".to_owned(), from, to: from + more }.sizes();
            prop_assert_eq!((sizes[0], sizes[sizes.len() - 1]), (from, from + more));
            prop_assert!(sizes.windows(2).all(|pair| pair[0] < pair[1]), "{:?}", sizes);
        }
    }
}
