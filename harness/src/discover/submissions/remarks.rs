//! What is to be told of submissions beside their verdicts: copies, names that are nearly the same, lateness.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use unicode_normalization::UnicodeNormalization;

use crate::files;
use crate::model::{Digest, Name};

/// A name as people compare it: one Unicode form, and no case.
#[must_use]
pub fn folded(name: &Name) -> String {
    name.shown().nfc().flat_map(char::to_lowercase).nfc().collect()
}

/// Of each name that differs from others in no more than the case of letters or the Unicode form, that it does.
#[must_use]
pub fn twins(names: &[Name]) -> Vec<Option<String>> {
    let mut alike: BTreeMap<String, Vec<&Name>> = BTreeMap::new();
    for name in names {
        alike.entry(folded(name)).or_default().push(name);
    }
    let twin = |name: &Name| {
        let other = alike.get(&folded(name))?.iter().find(|other| **other != name)?;
        let is_form = name.shown().nfc().eq(other.shown().nfc());
        let how = if is_form { "its Unicode form" } else { "the case of letters" };
        Some(format!("another name differs only in {how}: `{other}`"))
    };
    names.iter().map(twin).collect()
}

/// The digest of sources, whatever they are called; none where there is nothing in them.
#[must_use]
pub fn digest(sources: &[PathBuf]) -> Option<Digest> {
    let mut read = files::Sources::default();
    let mut texts: Vec<Vec<u8>> = sources.iter().filter_map(|path| read.read(path).ok()).collect();
    texts.retain(|text| !text.iter().all(u8::is_ascii_whitespace));
    texts.sort();
    (!texts.is_empty()).then(|| Digest::of(texts))
}

/// Of each submission that has the same content as others, that it has.
#[must_use]
pub fn copies(submissions: &[(&Name, Option<Digest>)]) -> Vec<Option<String>> {
    let mut alike: BTreeMap<Digest, Vec<&Name>> = BTreeMap::new();
    for (name, digest) in submissions {
        if let Some(digest) = digest {
            alike.entry(*digest).or_default().push(name);
        }
    }
    let copy = |(name, digest): &(&Name, Option<Digest>)| {
        let same = alike.get(digest.as_ref()?)?;
        let others: Vec<&&Name> = same.iter().filter(|other| *other != name).collect();
        match others.as_slice() {
            [] => None,
            [one] => Some(format!("the same content as `{one}`")),
            [one, rest @ ..] => Some(format!("the same content as `{one}` and {} more", rest.len())),
        }
    };
    submissions.iter().map(copy).collect()
}

/// How much later than this the last change of the sources was; none where it was in time.
#[must_use]
pub fn late(sources: &[PathBuf], due: SystemTime) -> Option<String> {
    let changed = sources.iter().filter_map(|path| fs::metadata(path).ok()?.modified().ok()).max()?;
    let by = changed.duration_since(due).ok().filter(|by| *by >= Duration::from_secs(1))?;
    Some(format!("late by {}", in_words(by)))
}

/// `3 d 4 h`, `2 h 5 min`, `7 min`, `9 s`.
fn in_words(time: Duration) -> String {
    let seconds = time.as_secs();
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400);
    match (days, hours, minutes) {
        (0, 0, 0) => format!("{seconds} s"),
        (0, 0, minutes) => format!("{minutes} min"),
        (0, hours, minutes) => format!("{hours} h {} min", minutes % 60),
        (days, hours, _) => format!("{days} d {} h", hours % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::{copies, in_words, twins};
    use crate::model::{Digest, Name};
    use std::time::Duration;

    #[test]
    fn names_that_are_nearly_the_same_are_told() {
        let names = ["Zoe\u{308}", "Zoë", "ann", "Ann", "Bob", "王"].map(Name::from);
        let told = twins(&names);
        let form = |other: &str| Some(format!("another name differs only in its Unicode form: `{other}`"));
        let case = |other: &str| Some(format!("another name differs only in the case of letters: `{other}`"));
        assert_eq!(told, [form("Zoë"), form("Zoe\u{308}"), case("Ann"), case("ann"), None, None]);
    }

    #[test]
    fn copies_name_one_and_count_the_others() {
        let names = ["a", "b", "c", "d"].map(Name::from);
        let [same, other] = [Some(Digest::of(["x"])), Some(Digest::of(["y"]))];
        let of = |digests: [Option<Digest>; 4]| copies(&names.iter().zip(digests).collect::<Vec<_>>());
        let one = |name: &str| Some(format!("the same content as `{name}`"));
        assert_eq!(of([same, other, same, None]), [one("c"), None, one("a"), None]);
        let more = Some("the same content as `a` and 1 more".to_owned());
        assert_eq!(of([same, same, same, other])[1], more);
        assert_eq!(of([None, None, None, None]), [None, None, None, None]);
    }

    #[test]
    fn times_are_told_in_two_units() {
        let told = |seconds| in_words(Duration::from_secs(seconds));
        assert_eq!([9, 420, 7500, 273_600].map(told), ["9 s", "7 min", "2 h 5 min", "3 d 4 h"]);
    }
}
