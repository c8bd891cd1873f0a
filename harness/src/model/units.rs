//! Times and sizes as people read them in reports.

use std::time::Duration;

use crate::model::Bytes;

/// Seconds with the digits that matter, always rounded up: `4.00 s of 4.00 s` must not stand
/// under a TLE.
#[must_use]
pub fn seconds(time: Duration) -> String {
    let milliseconds = time.as_nanos().div_ceil(1_000_000);
    if milliseconds < 10_000 {
        return format!("{}.{:03} s", milliseconds / 1000, milliseconds % 1000);
    }
    let hundredths = time.as_nanos().div_ceil(10_000_000);
    format!("{}.{:02} s", hundredths / 100, hundredths % 100)
}

/// Mebibytes, rounded up to a tenth.
#[must_use]
pub fn mebibytes(size: Bytes) -> String {
    let tenths = (u128::from(size.0) * 10).div_ceil(1 << 20);
    format!("{}.{} MiB", tenths / 10, tenths % 10)
}

/// `1 case`, `2 cases`.
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Names with commas between: the first few, and how many more there are.
#[must_use]
pub fn listed(names: &[String]) -> String {
    const MOST: usize = 4;
    let shown = names.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::{counted, listed, mebibytes, seconds};
    use crate::model::Bytes;
    use std::time::Duration;

    #[test]
    fn what_is_over_a_limit_never_reads_like_the_limit() {
        assert_eq!(seconds(Duration::from_secs(4)), "4.000 s");
        assert_eq!(seconds(Duration::from_nanos(4_000_000_001)), "4.001 s");
        assert_eq!(seconds(Duration::from_millis(12_345)), "12.35 s");
        assert_eq!(seconds(Duration::ZERO), "0.000 s");
        assert_eq!(mebibytes(Bytes::mebibytes(64)), "64.0 MiB");
        assert_eq!(mebibytes(Bytes(Bytes::mebibytes(64).0 + 1)), "64.1 MiB");
        assert_eq!(mebibytes(Bytes(0)), "0.0 MiB");
    }

    #[test]
    fn a_long_list_is_cut() {
        let names: Vec<String> = (1..=6).map(|number| number.to_string()).collect();
        assert_eq!(listed(&names[..2]), "1, 2");
        assert_eq!(listed(&names), "1, 2, 3, 4 and 2 more");
    }

    #[test]
    fn one_is_not_many() {
        assert_eq!(
            [counted(0, "case"), counted(1, "case"), counted(2, "case")],
            ["0 cases", "1 case", "2 cases"]
        );
    }
}
