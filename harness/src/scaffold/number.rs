//! The next free names, numbered as those that are there.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

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

/// The names with their numbers counted anew from 1, group by group and in their order; a name without
/// a number keeps what it has. All numbers of a group are equally wide where one had leading zeros.
#[must_use]
pub fn renumbered(names: &[Name]) -> Vec<Name> {
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|index| &names[*index]);
    let mut groups: BTreeMap<&[u8], Vec<(usize, &str)>> = BTreeMap::new();
    for index in order {
        let (group, stem) = split_group(names[index].as_bytes());
        if let Some(digits) = leading_digits(stem) {
            groups.entry(group).or_default().push((index, digits));
        }
    }
    let mut renumbered = names.to_vec();
    for (group, members) in groups {
        let is_padded = members.iter().any(|(_, digits)| digits.len() > 1 && digits.starts_with('0'));
        let width = if is_padded { members.len().to_string().len().max(2) } else { 1 };
        for (number, (index, digits)) in (1..).zip(members) {
            let number: String = format!("{number:0width$}");
            let rest = &split_group(names[index].as_bytes()).1[digits.len()..];
            let name = [group, number.as_bytes(), rest].concat();
            renumbered[index] = Name::from_os(OsStr::from_bytes(&name));
        }
    }
    renumbered
}

/// A name as its group, with the slash, and the rest.
fn split_group(name: &[u8]) -> (&[u8], &[u8]) {
    name.split_at(name.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1))
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
    use super::{Numbering, next_names, renumbered};
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

    #[track_caller]
    fn check_renumbered(names: &[&str], expect: &[&str]) {
        let names: Vec<Name> = names.iter().map(|name| Name::from(*name)).collect();
        let got: Vec<String> = renumbered(&names).iter().map(ToString::to_string).collect();
        assert_eq!(got, expect);
    }

    #[test]
    fn numbers_are_counted_anew_in_their_order() {
        check_renumbered(&["01-a", "03-b", "10-c"], &["01-a", "02-b", "03-c"]);
        check_renumbered(&["2", "10", "7"], &["1", "3", "2"]);
        check_renumbered(&["sample-4", "5x"], &["sample-4", "1x"]);
        check_renumbered(&["g/07", "4", "g/9", "h/2"], &["g/01", "1", "g/02", "h/1"]);
        check_renumbered(&["1-b", "1-a"], &["2-b", "1-a"]);
    }
}
