//! "Did you mean": the nearest of the words that would have been right.

use crate::model::{Name, told_apart};

/// Longer words are not compared: they are no typing mistakes, and the cost is quadratic.
const LONGEST: usize = 100;

/// Pairs of letters that are compared, at most. A hint is worth no second, and of more
/// candidates than this allows the first will do.
const MOST_WORK: usize = 10_000_000;

/// The candidate that a mistyped word most likely meant: at most a third of its letters differ, but
/// never all, or one is the beginning of the other.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let length = word.chars().count();
    let distance = |candidate: &str| {
        let candidate = candidate.to_lowercase();
        let (shorter, longer) = {
            let other = candidate.chars().count();
            (length.min(other), length.max(other))
        };
        let grown = shorter >= 3 && (candidate.starts_with(&word) || word.starts_with(&candidate));
        // Words differ at least by as many letters as one is longer.
        if !grown && longer - shorter > longer.div_ceil(3) {
            return None;
        }
        let edits = strsim::damerau_levenshtein(&word, &candidate);
        (grown || (edits <= longer.div_ceil(3) && edits < shorter)).then_some(edits)
    };
    let mut work = MOST_WORK;
    let is_affordable = |candidate: &&str| {
        work = work.saturating_sub((word.len() + 1) * (candidate.len() + 1));
        work > 0
    };
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST)
        .take_while(is_affordable)
        .filter_map(|candidate| Some((distance(candidate)?, candidate)))
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, candidate)| candidate)
}

/// The hint that the nearest word was meant. Where both look alike, their characters are named.
#[must_use]
pub fn meant(near: &str, word: &str) -> String {
    let (told, this) = told_apart(near, word);
    if told == near {
        format!("did you mean `{near}`?")
    } else {
        format!("did you mean `{told}`? this is `{this}`")
    }
}

/// The hint for a word that is none of the candidates: the nearest, or else all of them where they
/// are few enough to be read.
#[must_use]
pub fn hint(word: &str, candidates: &[&str], what_they_are: &str) -> Option<String> {
    /// More than this is not a hint but a page.
    const READABLE: usize = 24;
    if let Some(near) = nearest(word, candidates.iter().copied()) {
        return Some(meant(&Name::from(near).shown(), word));
    }
    let listed: Vec<String> = candidates.iter().map(|candidate| Name::from(*candidate).to_string()).collect();
    (!listed.is_empty() && listed.len() <= READABLE)
        .then(|| format!("{what_they_are}: {}", listed.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[track_caller]
    fn check(word: &str, expect: Option<&str>) {
        let candidates = ["time_limit", "wall_limit", "memory_limit", "checker", "jobs"];
        assert_eq!(nearest(word, candidates), expect, "{word}");
    }

    #[test]
    fn a_slip_of_the_finger_is_understood() {
        check("time_limt", Some("time_limit"));
        check("tiem_limit", Some("time_limit"));
        check("Memory_Limit", Some("memory_limit"));
        check("job", Some("jobs"));
        check("check", Some("checker"));
        check("", None);
        check("zebra", None);
        check("j", None);
        check(&"x".repeat(1_000_000), None);
    }
}
