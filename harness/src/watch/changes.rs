//! What has changed in a workspace, and when it is quiet.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Files and folders that were written, made, moved or removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Their absolute paths.
    pub paths: BTreeSet<PathBuf>,
    /// So much changed at once that not all of it is known.
    pub is_overflown: bool,
}

impl Changes {
    /// Whether nothing has changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty() && !self.is_overflown
    }

    /// Adds others.
    pub fn add(&mut self, others: Self) {
        self.paths.extend(others.paths);
        self.is_overflown |= others.is_overflown;
    }
}

/// A save is several changes within a few milliseconds, a checkout many: so long nothing must change.
const QUIET: Duration = Duration::from_millis(30);

/// What changes all the time is judged after this long.
const LONGEST: Duration = Duration::from_millis(500);

/// When changes are judged.
#[derive(Clone, Copy, Debug)]
pub struct Burst {
    first: Instant,
    last: Instant,
}

impl Burst {
    /// The first change came now.
    pub fn begun(now: Instant) -> Self {
        Self { first: now, last: now }
    }

    /// Another came.
    pub fn goes_on(&mut self, now: Instant) {
        self.last = now;
    }

    /// How long to wait for another; nothing once it is over.
    pub fn left(self, now: Instant) -> Duration {
        (self.last + QUIET).min(self.first + LONGEST).saturating_duration_since(now)
    }
}

#[cfg(test)]
mod tests {
    use super::Burst;
    use std::time::{Duration, Instant};

    #[test]
    fn changes_are_judged_when_it_is_quiet_and_at_the_latest_after_half_a_second() {
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        let mut burst = Burst::begun(start);
        assert_eq!(burst.left(at(0)), Duration::from_millis(30));
        burst.goes_on(at(20));
        assert_eq!((burst.left(at(40)), burst.left(at(50))), (Duration::from_millis(10), Duration::ZERO));
        for later in (40..500).step_by(20) {
            assert!(!burst.left(at(later)).is_zero(), "{later}");
            burst.goes_on(at(later));
        }
        assert_eq!((burst.left(at(490)), burst.left(at(500))), (Duration::from_millis(10), Duration::ZERO));
        assert!(burst.left(at(600)).is_zero());
    }
}
