//! A time beside its limit: in words, as a bar, and in the colour of how near it is.

use std::time::Duration;

use crate::ui::{Tone, fit, paint};

/// How near a time is to its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Nearness {
    /// At most half of it.
    Far,
    /// More than half of it.
    Half,
    /// More than 0.8 of it.
    Near,
}

impl Nearness {
    /// How near this is.
    #[must_use]
    pub fn of(time: Duration, limit: Duration) -> Self {
        let (time, limit) = (time.as_nanos(), limit.as_nanos());
        if time * 10 > limit * 8 {
            Self::Near
        } else if time * 2 > limit {
            Self::Half
        } else {
            Self::Far
        }
    }

    /// The text in its colour.
    #[must_use]
    pub fn paint(self, text: &str) -> String {
        match self {
            Self::Far => text.to_owned(),
            Self::Half => paint(Tone::Notable, text),
            Self::Near => paint(Tone::Bad, text),
        }
    }

    /// A sign, where there is no room for a bar.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Self::Far => " ",
            Self::Half => "!",
            Self::Near => "‼",
        }
    }
}

/// `2.41 of 3.00 s`, or `> 3.00 s` where a run was ended at its limit. Rounded up: what is over the limit must not
/// read like the limit.
#[must_use]
pub fn of_limit(cpu: Duration, limit: Duration, was_killed: bool) -> String {
    let limit = digits(limit, if limit.as_millis().is_multiple_of(10) { 2 } else { 3 });
    if was_killed {
        return format!("> {limit} s");
    }
    let precision = if cpu < Duration::from_secs(1) { 3 } else { 2 };
    format!("{} of {limit} s", digits(cpu, precision))
}

/// Seconds with so many digits behind the point, rounded up.
#[must_use]
pub fn digits(time: Duration, digits: u32) -> String {
    let scale = 10_u128.pow(digits);
    let units = time.as_nanos().div_ceil(1_000_000_000 / scale);
    let width = digits as usize;
    format!("{}.{:0width$}", units / scale, units % scale)
}

/// A bar of so many cells, in eighths of a cell: the part of the limit that was used.
#[must_use]
pub fn bar(time: Duration, limit: Duration, cells: usize) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let all = cells as u128 * 8;
    let eighths = (time.as_nanos() * all / limit.as_nanos().max(1)).min(all);
    let eighths = usize::try_from(eighths).unwrap_or(0);
    fit(&format!("{}{}", "█".repeat(eighths / 8), PARTS[eighths % 8]), cells)
}

#[cfg(test)]
mod tests {
    use super::{Nearness, bar, digits, of_limit};
    use std::time::Duration;

    #[test]
    fn a_time_stands_beside_its_limit() {
        let told = |cpu: u64, limit, was_killed| {
            of_limit(Duration::from_micros(cpu), Duration::from_millis(limit), was_killed)
        };
        assert_eq!(told(1_501, 1000, false), "0.002 of 1.00 s");
        assert_eq!(told(2_400_001, 3000, false), "2.41 of 3.00 s");
        assert_eq!(told(3_000_001, 3000, false), "3.01 of 3.00 s");
        assert_eq!(told(999_999, 12_345, false), "1.000 of 12.345 s");
        assert_eq!(told(9_000_000, 800, true), "> 0.80 s");
        assert_eq!(digits(Duration::from_millis(1400), 1), "1.4");
    }

    #[test]
    fn the_colour_says_how_near_it_is() {
        let of = |milliseconds| Nearness::of(Duration::from_millis(milliseconds), Duration::from_secs(1));
        assert_eq!(of(500), Nearness::Far);
        assert_eq!([of(501), of(800)], [Nearness::Half; 2]);
        assert_eq!([of(801), of(5000)], [Nearness::Near; 2]);
        assert_eq!(Nearness::of(Duration::MAX, Duration::MAX), Nearness::Near);
    }

    #[test]
    fn a_bar_is_as_long_as_the_share_of_the_limit() {
        let of = |milliseconds| bar(Duration::from_millis(milliseconds), Duration::from_secs(1), 5);
        assert_eq!([of(0), of(24), of(25)], ["     ", "     ", "▏    "]);
        assert_eq!([of(500), of(1000), of(9000)], ["██▌  ", "█████", "█████"]);
        assert_eq!(bar(Duration::from_secs(1), Duration::ZERO, 2), "██");
    }
}
