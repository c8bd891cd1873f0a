//! The next free names, numbered as those that are there.

use std::collections::BTreeSet;

use crate::model::Name;

/// How names are numbered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbering<'a> {
    /// What stands before the number, such as `group/` or `sample-`.
    pub prefix: &'a str,
    /// Digits of a number where no name has one yet.
    pub digits: usize,
}

/// So many free names, the numbers after the greatest that is taken. A number is written as wide as
/// the others: with leading zeros where some name has them.
#[must_use]
pub fn next_names<'a>(
    numbering: &Numbering<'_>,
    taken: impl Iterator<Item = &'a Name>,
    count: usize,
) -> Vec<Name> {
    let prefix = numbering.prefix.as_bytes();
    let rest = taken.filter_map(|name| name.as_bytes().strip_prefix(prefix)).filter_map(leading_digits);
    let numbers: BTreeSet<&str> = rest.collect();
    let first =
        numbers.iter().filter_map(|digits| digits.parse::<u64>().ok()).max().map_or(1, |last| last + 1);
    let padded = numbers.iter().filter(|digits| digits.len() > 1 && digits.starts_with('0'));
    let width = match padded.map(|digits| digits.len()).max() {
        Some(width) => width,
        None if numbers.is_empty() => numbering.digits,
        None => 1,
    };
    (first..).take(count).map(|number| name(numbering.prefix, number, width)).collect()
}

fn name(prefix: &str, number: u64, width: usize) -> Name {
    Name::from(format!("{prefix}{number:0width$}").as_str())
}

/// The digits that a text begins with; a number that no counter can follow is none.
fn leading_digits(text: &[u8]) -> Option<&str> {
    const MOST: usize = 18;
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    std::str::from_utf8(&text[..end]).ok().filter(|digits| (1..=MOST).contains(&digits.len()))
}

#[cfg(test)]
mod tests {
    use super::{Numbering, next_names};
    use crate::model::Name;

    #[track_caller]
    fn check(prefix: &str, taken: &[&str], expect: &[&str]) {
        let taken: Vec<Name> = taken.iter().map(|name| Name::from(*name)).collect();
        let got = next_names(&Numbering { prefix, digits: 2 }, taken.iter(), expect.len());
        let got: Vec<String> = got.iter().map(ToString::to_string).collect();
        assert_eq!(got, expect);
    }

    #[test]
    fn the_next_number_is_as_wide_as_the_others() {
        check("", &[], &["01", "02"]);
        check("", &["01-sample", "64-drop-two-k9"], &["65", "66"]);
        check("", &["1", "2", "9"], &["10", "11"]);
        check("", &["10", "11"], &["12"]);
        check("", &["001", "7-x"], &["008"]);
        check("", &["98", "01"], &["99", "100"]);
        check("", &["a", "x1"], &["01"]);
        check("", &["99999999999999999999999"], &["01"]);
    }

    #[test]
    fn only_names_with_the_prefix_count() {
        check("sample-", &["7", "sample-1", "sample-2"], &["sample-3", "sample-4"]);
        check("g/", &["7", "g/01"], &["g/02"]);
        check("", &["g/9", "3"], &["4"]);
    }
}
