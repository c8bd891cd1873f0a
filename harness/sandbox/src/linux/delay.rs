//! How long a run had to wait for a core.
//!
//! On a busy machine a run takes longer than its wall line allows, through no fault of its own. The kernel tells of each
//! thread how long it was ready to run and had no core. Where threads work one after the other, as the compilers of one
//! build do, what all of them waited counts; but those that have ended are told of no more. So a run that is not short is
//! looked at now and then, and of what happened in between the longest wait of any thread counts.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::linux::proc;

/// The closest together that two looks are, unless a line is to be crossed: each reads some files for every thread.
const CLOSEST_LOOK: Duration = Duration::from_millis(50);

/// The wait of a run, as far as it was looked at.
#[derive(Debug)]
pub struct RunDelay {
    began: Instant,
    /// When it was looked at last.
    looked: Instant,
    /// What each thread had waited then.
    by_thread: HashMap<i32, Duration>,
    sum: Duration,
}

impl RunDelay {
    /// Of a run that begins now.
    pub fn begin(now: Instant) -> Self {
        Self { began: now, looked: now, by_thread: HashMap::new(), sum: Duration::ZERO }
    }

    /// Looks at the run; how long it has waited so far.
    pub fn look(&mut self) -> Duration {
        self.add(Instant::now(), proc::run_delays().collect())
    }

    /// Looks at the run, if the last look is some time ago: another process may soon have taken the place of one of its.
    pub fn look_now_and_then(&mut self) {
        if self.looked.elapsed() >= CLOSEST_LOOK {
            self.look();
        }
    }

    /// How long it has waited, as far as it was looked at.
    pub fn so_far(&self) -> Duration {
        self.sum
    }

    fn add(&mut self, now: Instant, by_thread: HashMap<i32, Duration>) -> Duration {
        let since = |(thread, delay): (&i32, &Duration)| {
            // The number of a thread may be that of one that has ended.
            let before = self.by_thread.get(thread).filter(|before| *before <= delay);
            delay.saturating_sub(before.copied().unwrap_or_default())
        };
        let longest = by_thread.iter().map(since).max().unwrap_or_default();
        // A wait is told of when it is over, so it may have begun before the last look, but not before the run.
        self.sum = (self.sum + longest).min(now.saturating_duration_since(self.began));
        (self.looked, self.by_thread) = (now, by_thread);
        self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::RunDelay;
    use std::time::{Duration, Instant};

    /// The wait after looks at these seconds, at each of which these threads had waited so many milliseconds.
    fn waited(looks: &[(u64, &[(i32, u64)])]) -> Vec<u128> {
        let start = Instant::now();
        let mut delay = RunDelay::begin(start);
        let look = |(second, threads): &(u64, &[(i32, u64)])| {
            let threads = threads.iter().map(|(thread, waited)| (*thread, Duration::from_millis(*waited)));
            delay.add(start + Duration::from_secs(*second), threads.collect()).as_millis()
        };
        looks.iter().map(look).collect()
    }

    #[test]
    fn of_threads_at_work_together_the_longest_wait_counts() {
        assert_eq!(waited(&[(1, &[(1, 300), (2, 500)]), (2, &[(1, 900), (2, 600)])]), [500, 1100]);
    }

    #[test]
    fn of_threads_at_work_one_after_the_other_all_waits_count() {
        let compilers: [(u64, &[(i32, u64)]); 4] =
            [(1, &[(7, 0), (8, 800)]), (2, &[(7, 0), (9, 700)]), (3, &[(7, 0)]), (4, &[(7, 0), (10, 900)])];
        assert_eq!(waited(&compilers), [800, 1500, 1500, 2400]);
        // Whose number is used again has waited for itself.
        assert_eq!(waited(&[(1, &[(8, 800)]), (2, &[(8, 300)])]), [800, 1100]);
    }

    #[test]
    fn a_wait_that_was_not_over_at_the_last_look_counts_as_a_whole() {
        assert_eq!(waited(&[(1, &[(1, 100)]), (2, &[(1, 100)]), (3, &[(1, 1900)])]), [100, 100, 1900]);
    }

    #[test]
    fn no_run_waits_longer_than_it_lasts() {
        assert_eq!(waited(&[(1, &[(1, 5000)]), (2, &[(1, 5000), (2, 9000)])]), [1000, 2000]);
    }
}
