//! Who reads a report, and which cases students may see.

use crate::model::Name;

/// Who reads a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Audience {
    /// Those who set and grade: everything is told.
    #[default]
    Staff,
    /// Students: of a hidden case they are told the verdict.
    Student,
}

/// Whether a case is called like a sample of a statement, which all may see: it lies in a folder `sample` or
/// `samples`, or its own name begins so behind its number, as in `01-sample-1`.
#[must_use]
pub fn is_sample(case: &Name) -> bool {
    let mut parts = case.as_bytes().split(|&byte| byte == b'/').rev();
    let own = parts.next().unwrap_or_default();
    let is_separator = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'_' | b'.' | b' ');
    let start = own.iter().position(|byte| !is_separator(byte)).unwrap_or(own.len());
    let word = own[start..].iter().position(is_separator).unwrap_or(own.len() - start);
    is_word(&own[start..start + word]) || parts.any(is_word)
}

fn is_word(word: &[u8]) -> bool {
    word.eq_ignore_ascii_case(b"sample") || word.eq_ignore_ascii_case(b"samples")
}

#[cfg(test)]
mod tests {
    use super::is_sample;
    use crate::model::Name;

    #[test]
    fn samples_are_those_that_are_called_so() {
        for name in
            ["sample/1", "samples/a/2", "data/sample/1", "Sample", "sample1", "sample-1", "01-sample-1"]
        {
            assert!(is_sample(&Name::from(name)), "{name}");
        }
        for name in
            ["1", "secret/1", "secret/sampler", "anti-sample", "resample/1", "example", "é-sample", ""]
        {
            assert!(!is_sample(&Name::from(name)), "{name}");
        }
    }
}
