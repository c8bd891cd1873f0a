//! Points of growing sizes to a law, pure: how the time grows, and where it passes the limit.

use std::sync::Arc;

use crate::comparison::{ABOVE_START, Metric, RunSample};
use crate::event::Subject;
use crate::model::{Limits, Verdict};
use crate::stats::{Law, NoLaw, laws, median};

/// What is done with a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// The law is made of it.
    Fitted,
    /// It is shown and not fitted: most of it is what starting a program takes.
    NearStart,
    /// It is shown and not fitted: the run was ended at the limit, and is known only to take more.
    AtLeast,
}

/// What was measured at a size.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The size.
    pub size: u64,
    /// The mean over the seeds of the medians of the rounds.
    pub value: f64,
    /// The least of these medians.
    pub low: f64,
    /// The greatest of them.
    pub high: f64,
    /// What is done with it.
    pub used: Use,
}

impl Point {
    /// The point of the samples at a size, by seed and round.
    #[must_use]
    pub fn of(size: u64, samples: &[Vec<RunSample>], metric: Metric, floor: Option<f64>) -> Option<Self> {
        let values = |rounds: &Vec<RunSample>| -> Option<f64> {
            let mut values: Vec<f64> = rounds.iter().map(|sample| sample.value(metric)).collect();
            (!values.is_empty()).then(|| median(&mut values))
        };
        let medians: Vec<f64> = samples.iter().map(values).collect::<Option<_>>()?;
        let (sum, count) = medians.iter().fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
        if medians.is_empty() {
            return None;
        }
        let value = sum / count;
        let is_near = floor.is_some_and(|floor| value < floor * ABOVE_START);
        Some(Self {
            size,
            value,
            low: medians.iter().copied().fold(f64::INFINITY, f64::min),
            high: medians.iter().copied().fold(0.0, f64::max),
            used: if is_near { Use::NearStart } else { Use::Fitted },
        })
    }
}

/// A solution at growing sizes.
#[derive(Clone, Debug)]
pub struct GrowthCurve {
    /// The solution.
    pub subject: Arc<Subject>,
    /// Its limit of the quantity that is measured, where there is one.
    pub limit: Option<f64>,
    /// What was measured, by size.
    pub points: Vec<Point>,
    /// Why it was not measured at larger sizes, and at which size it ended.
    pub ended: Option<String>,
    /// Where and how it was not right; then no law is looked for.
    pub disqualified: Option<String>,
}

impl GrowthCurve {
    /// The laws that fit its points, the best first.
    ///
    /// # Errors
    /// None fits, or there are too few points.
    pub fn laws(&self) -> Result<Vec<Law>, NoLaw> {
        let fitted = self.points.iter().filter(|point| point.used == Use::Fitted);
        let points: Vec<(f64, f64)> = fitted.map(|point| (float(point.size), point.value)).collect();
        laws(&points)
    }

    /// Where it passes its limit by this law.
    #[must_use]
    pub fn crossing(&self, law: &Law) -> Option<Crossing> {
        let limit = self.limit?;
        if let Some(over) = self.points.iter().find(|point| point.used == Use::AtLeast) {
            return Some(Crossing::Seen { size: over.size });
        }
        let largest = float(self.points.iter().map(|point| point.size).max()?);
        Some(match law.crossing(limit) {
            Some(size) => Crossing::Extrapolated { size, beyond: size / largest },
            None => Crossing::Never,
        })
    }
}

/// Where a limit is passed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crossing {
    /// A run at this size was over it.
    Seen {
        /// The size.
        size: u64,
    },
    /// The law passes it.
    Extrapolated {
        /// The size.
        size: f64,
        /// Over the largest that was measured.
        beyond: f64,
    },
    /// At no size that an input can have.
    Never,
}

/// The limit of what is measured.
#[must_use]
pub fn limit_of(metric: Metric, limits: &Limits) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "no machine has 2⁵² bytes of memory")]
    match metric {
        Metric::Cpu => Some(limits.time.as_secs_f64() * 1e9),
        Metric::Wall => Some(limits.wall_limit().as_secs_f64() * 1e9),
        Metric::Memory => Some(limits.memory.0 as f64),
        // No limit is a number of instructions.
        Metric::Instructions => None,
    }
}

/// Whether a verdict says that this quantity is over its limit.
#[must_use]
pub fn is_over(metric: Metric, verdict: Verdict) -> bool {
    matches!(
        (metric, verdict),
        (Metric::Cpu, Verdict::TimeLimit)
            | (Metric::Wall, Verdict::IdleLimit)
            | (Metric::Memory, Verdict::MemoryLimit)
    )
}

/// A size as a number that can be calculated with.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "sizes are below 2⁵³")]
pub fn float(size: u64) -> f64 {
    size as f64
}

#[cfg(test)]
mod tests {
    use super::{Crossing, GrowthCurve, Point, Use};
    use crate::event::Subject;
    use crate::model::Name;
    use std::sync::Arc;

    /// A solution whose time is its size in milliseconds, from 10 to 100, with a limit.
    fn curve(limit: f64) -> GrowthCurve {
        let point = |tens: u64| {
            let value = super::float(tens * 10) * 1e6;
            Point { size: tens * 10, value, low: value, high: value, used: Use::Fitted }
        };
        GrowthCurve {
            subject: Arc::new(Subject {
                problem: Name::from("p"),
                solution: Name::from("s"),
                language: "rust".to_owned(),
            }),
            limit: Some(limit),
            points: (1..=10).map(point).collect(),
            ended: None,
            disqualified: None,
        }
    }

    #[test]
    fn the_limit_is_passed_where_the_law_says_or_where_it_was_seen() {
        let mut slow = curve(2e9);
        let law = slow.laws().unwrap()[0];
        let Some(Crossing::Extrapolated { size, beyond }) = slow.crossing(&law) else { panic!("{law:?}") };
        assert!((size - 2000.0).abs() < 1e-3 && (beyond - 20.0).abs() < 1e-5, "{size} {beyond}");
        slow.points[9].used = Use::AtLeast;
        assert_eq!(slow.crossing(&law), Some(Crossing::Seen { size: 100 }));
    }

    #[test]
    fn points_that_are_not_fitted_have_no_part_in_the_law() {
        let mut odd = curve(2e9);
        for index in [0, 1, 9] {
            odd.points[index].value = 5e8;
            odd.points[index].used = if index == 9 { Use::AtLeast } else { Use::NearStart };
        }
        assert!(odd.laws().unwrap()[0].residual < 1e-9);
    }
}
