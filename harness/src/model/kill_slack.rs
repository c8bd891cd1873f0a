//! How far above its limit of CPU time a run is let go on beside others.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The factor, in thousandths: a run beside others is killed at so many times its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KillSlack(u32);

impl KillSlack {
    /// The most by which load was seen to stretch the CPU time of memory-bound programs.
    pub const BUILT_IN: Self = Self(1600);

    /// Runs are killed at their limit.
    pub const NONE: Self = Self(1000);

    /// What a factor may be.
    pub const EXPECTED: &'static str = "a number from 1 to 10, like 1.6";

    /// This factor; none where it is below 1 or above 10.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is from 1000 to 10000")]
    pub fn of(factor: f64) -> Option<Self> {
        (1.0..=10.0).contains(&factor).then(|| Self((factor * 1000.0).round() as u32))
    }

    /// Whether a run may go on above its limit at all.
    #[must_use]
    pub fn is_room(self) -> bool {
        self > Self::NONE
    }

    /// The CPU time at which a run with this limit is killed.
    #[must_use]
    pub fn line(self, limit: Duration) -> Duration {
        limit.saturating_mul(self.0) / 1000
    }
}

impl fmt::Display for KillSlack {
    /// `1.6`, and `1.0` for none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{}.{:03}", self.0 / 1000, self.0 % 1000);
        let shown = digits.trim_end_matches('0');
        f.write_str(shown)?;
        if shown.ends_with('.') { f.write_str("0") } else { Ok(()) }
    }
}

impl FromStr for KillSlack {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let factor = text.parse().ok().and_then(Self::of);
        factor.ok_or_else(|| format!("`{text}` is not {}", Self::EXPECTED))
    }
}

#[cfg(test)]
mod tests {
    use super::KillSlack;
    use std::time::Duration;

    #[test]
    fn a_factor_is_from_1_to_10() {
        let shown = |text: &str| text.parse::<KillSlack>().map(|slack| slack.to_string());
        for (text, expect) in
            [("1", "1.0"), ("1.0", "1.0"), ("1.6", "1.6"), ("1.25", "1.25"), ("10", "10.0"), ("2e0", "2.0")]
        {
            assert_eq!(shown(text).as_deref(), Ok(expect));
        }
        for text in ["0.999", "10.1", "-1", "nan", "inf", "", "1.6x"] {
            assert_eq!(shown(text), Err(format!("`{text}` is not a number from 1 to 10, like 1.6")));
        }
    }

    #[test]
    fn a_run_is_killed_at_so_many_times_its_limit() {
        let line = |slack: KillSlack| slack.line(Duration::from_millis(250));
        assert_eq!(line(KillSlack::BUILT_IN), Duration::from_millis(400));
        assert_eq!(line(KillSlack::NONE), Duration::from_millis(250));
        assert_eq!(KillSlack::BUILT_IN.line(Duration::MAX), Duration::MAX / 1000);
        assert!(KillSlack::BUILT_IN.is_room() && !KillSlack::NONE.is_room());
    }
}
