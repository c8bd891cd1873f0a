//! What took longest in a run: so that the next run can begin with it, it stands at the end of the record.

use std::cmp::Reverse;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::event::Outcome;
use crate::model::Name;

/// A solution on a case that took long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlowUnit {
    /// The problem.
    #[serde(with = "crate::wire::scalar::name")]
    pub problem: Name,
    /// The solution.
    #[serde(with = "crate::wire::scalar::name")]
    pub solution: Name,
    /// The case.
    #[serde(with = "crate::wire::scalar::name")]
    pub case: Name,
    /// Its CPU time.
    #[serde(rename = "cpu_ns", with = "crate::wire::scalar::nanoseconds")]
    pub cpu: Duration,
}

/// What took more than this part of the time of all took long. So these are never more than that.
const PART: u32 = 64;

/// Collects what took longest.
#[derive(Debug, Default)]
pub struct Slowest {
    /// The longest so far, the longest first.
    units: Vec<SlowUnit>,
    total: Duration,
}

impl Slowest {
    /// Takes a judgement in.
    pub fn take(&mut self, outcome: &Outcome) {
        let Some(facts) = &outcome.judgement.execution else { return };
        let cpu = facts.usage.cpu;
        self.total = self.total.saturating_add(cpu);
        let is_full = self.units.len() == PART as usize;
        if is_full && self.units.last().is_some_and(|least| least.cpu >= cpu) {
            return;
        }
        let place = self.units.partition_point(|unit| Reverse(unit.cpu) <= Reverse(cpu));
        let unit = SlowUnit {
            problem: outcome.subject.problem.clone(),
            solution: outcome.subject.solution.clone(),
            case: outcome.case.clone(),
            cpu,
        };
        self.units.insert(place, unit);
        self.units.truncate(PART as usize);
    }

    /// What took long, the longest first.
    #[must_use]
    pub fn units(&self) -> Vec<SlowUnit> {
        let is_long = |unit: &&SlowUnit| unit.cpu.saturating_mul(PART) > self.total;
        self.units.iter().take_while(is_long).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Slowest;
    use crate::event::fixture::{outcome, subject};
    use crate::model::{Name, Verdict};
    use std::time::Duration;

    #[track_caller]
    fn check(times: &[u64], expect: &[u64]) {
        let mut slowest = Slowest::default();
        for (case, millis) in times.iter().enumerate() {
            let mut judged =
                outcome(&subject("p", "s", "c"), Name::from(&*case.to_string()), Verdict::Accepted);
            judged.judgement.execution.as_mut().unwrap().usage.cpu = Duration::from_millis(*millis);
            slowest.take(&judged);
        }
        let units = slowest.units();
        let got: Vec<u64> = units.iter().map(|unit| u64::try_from(unit.cpu.as_millis()).unwrap()).collect();
        assert_eq!(got, expect);
    }

    #[test]
    fn what_takes_a_large_part_is_kept_the_longest_first() {
        check(&[5, 900, 1, 40, 70], &[900, 70, 40]);
        check(&[1; 100], &[]);
        check(&[], &[]);
        let rising: Vec<u64> = (1..=200).collect();
        check(&rising, &[]);
    }
}
