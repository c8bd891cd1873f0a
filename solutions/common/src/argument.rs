//! The arguments of a generator: a seed, then `key=value` for what is not left to the seed.

/// The seed, and the arguments after it.
///
/// # Errors
///
/// There is no seed.
pub fn split_seed(args: &[String]) -> Result<(u64, &[String]), String> {
    let (seed, keys) = args.split_first().ok_or("the seed is missing")?;
    let no_seed = |_| format!("`{seed}` is no seed: expected a number from 0 to {}", u64::MAX);
    Ok((seed.parse().map_err(no_seed)?, keys))
}

/// An argument `key=value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument<'a> {
    /// What stands before the sign.
    pub key: &'a str,
    /// What stands after it.
    pub value: &'a str,
}

impl<'a> Argument<'a> {
    /// Reads an argument.
    ///
    /// # Errors
    ///
    /// There is no `=` in it.
    pub fn parse(arg: &'a str) -> Result<Self, String> {
        let (key, value) =
            arg.split_once('=').ok_or_else(|| format!("`{arg}` is not of the form key=value"))?;
        Ok(Self { key, value })
    }

    /// The value as a number.
    ///
    /// # Errors
    ///
    /// It is no number from `low` to `high`.
    pub fn number(self, low: usize, high: usize) -> Result<usize, String> {
        let number = self.value.parse().ok().filter(|number| (low..=high).contains(number));
        number.ok_or_else(|| self.expected(&format!("a number from {low} to {high}")))
    }

    /// The value as a share of a thousand.
    ///
    /// # Errors
    ///
    /// It is no share.
    pub fn share(self) -> Result<usize, String> {
        let expected = "a share from 0 to 1 with at most three digits after the point";
        permille(self.value).ok_or_else(|| self.expected(expected))
    }

    /// The item that the value names.
    ///
    /// # Errors
    ///
    /// None has this name.
    pub fn choice<T: Copy>(self, items: &[(&str, T)]) -> Result<T, String> {
        let found = items.iter().find(|(name, _)| *name == self.value).map(|(_, item)| *item);
        found.ok_or_else(|| {
            let names: Vec<&str> = items.iter().map(|(name, _)| *name).collect();
            self.expected(&format!("one of {}", names.join(", ")))
        })
    }

    fn expected(self, what: &str) -> String {
        format!("{}={}: expected {what}", self.key, self.value)
    }
}

/// "0.25" is 250. No floating point: a seed must mean the same everywhere.
fn permille(text: &str) -> Option<usize> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    if fraction.is_empty() || fraction.len() > 3 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let whole: usize = whole.parse().ok()?;
    let fraction: usize = format!("{fraction:0<3}").parse().ok()?;
    whole.checked_mul(1000)?.checked_add(fraction).filter(|share| *share <= 1000)
}

#[cfg(test)]
mod tests {
    use crate::argument::{Argument, split_seed};

    #[test]
    fn a_seed_stands_first() {
        let args = ["7".to_owned(), "k=3".to_owned()];
        assert_eq!(split_seed(&args), Ok((7, &args[1..])));
        assert_eq!(split_seed(&[]), Err("the seed is missing".to_owned()));
        assert!(split_seed(&args[1..]).is_err_and(|reason| reason.starts_with("`k=3` is no seed: expected")));
    }

    #[test]
    fn a_value_is_a_number_a_share_or_a_choice() {
        let argument = |text: &'static str| Argument::parse(text).expect("it has a sign");
        assert_eq!(argument("k=9").number(3, 9), Ok(9));
        assert_eq!(argument("k=10").number(3, 9), Err("k=10: expected a number from 3 to 9".to_owned()));
        for (text, share) in [("0", 0), ("1", 1000), ("0.25", 250), ("0.125", 125), ("1.0", 1000)] {
            assert_eq!(Argument { key: "s", value: text }.share(), Ok(share));
        }
        for text in ["", "1.001", "0.1234", "0.", "-1", "2", "0.x"] {
            assert!(Argument { key: "s", value: text }.share().is_err(), "{text}");
        }
        let items = [("a", 1), ("b", 2)];
        assert_eq!(argument("x=b").choice(&items), Ok(2));
        assert_eq!(argument("x=c").choice(&items), Err("x=c: expected one of a, b".to_owned()));
        assert_eq!(Argument::parse("xc"), Err("`xc` is not of the form key=value".to_owned()));
    }
}
