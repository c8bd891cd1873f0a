//! How a quantity grows with the size of the input: which of a few laws fits, or that none does.
//!
//! Errors of a measurement are relative, so all is done with logarithms: a law is `c · f(n)`, and its
//! one factor is the mean distance. Where it pays, a constant is added for what every run costs. Laws
//! are chosen by how well they predict a point that was left out of the fit.

mod law;
#[cfg(test)]
mod tests;

pub use law::{Law, Model};

use crate::stats::growth::law::{Point, root_mean_square};

/// Fewer points say nothing.
const FEWEST: usize = 4;

/// A law that is off by more than this, as the root mean square of the relative errors, is none.
const WORST: f64 = 0.15;

/// A law whose error is at most so many times the least is as good as the best.
const TIED: f64 = 1.35;

/// Errors below this tell no law from another: no clock is better.
const FINEST: f64 = 0.01;

/// Why nothing is said.
#[derive(Clone, Debug, PartialEq)]
pub enum NoLaw {
    /// There are too few points.
    TooFew {
        /// So many.
        points: usize,
    },
    /// No law comes near.
    Poor {
        /// The nearest.
        nearest: Law,
        /// What the points do, for it is more than nothing.
        trend: Trend,
    },
}

/// A curve that was free to choose its steepness. It describes and explains nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Trend {
    /// `n` to this power.
    Power {
        /// The power.
        exponent: f64,
        /// The root mean square of its relative errors.
        residual: f64,
    },
    /// This to the power of `n`.
    Exponential {
        /// The base.
        base: f64,
        /// The root mean square of its relative errors.
        residual: f64,
    },
}

/// The laws that fit values at sizes, the best first; those after it fit as well.
///
/// # Errors
/// None fits, or there are too few points. Only points with positive values and sizes count.
pub fn laws(points: &[(f64, f64)]) -> Result<Vec<Law>, NoLaw> {
    let is_usable = |(size, value): &&(f64, f64)| *size > 0.0 && *value > 0.0 && value.is_finite();
    let mut points: Vec<Point> =
        points.iter().filter(is_usable).map(|(size, value)| Point { size: *size, ln: value.ln() }).collect();
    // The result does not depend on the order, not even in its last digit.
    points.sort_by(|a, b| a.size.total_cmp(&b.size).then(a.ln.total_cmp(&b.ln)));
    if points.len() < FEWEST {
        return Err(NoLaw::TooFew { points: points.len() });
    }
    let mut ranked: Vec<(f64, Law)> = Model::ALL.iter().map(|model| foretell(*model, &points)).collect();
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    let least = ranked[0].0;
    // A law that predicts badly but passes through the points is overfitted.
    let fitting = ranked.iter().filter(|(error, law)| *error <= WORST && law.residual <= WORST);
    let laws: Vec<Law> =
        fitting.filter(|(error, _)| *error <= (least * TIED).max(FINEST)).map(|(_, law)| *law).collect();
    if laws.is_empty() {
        return Err(NoLaw::Poor { nearest: ranked[0].1, trend: trend(&points) });
    }
    Ok(laws)
}

/// The law of this model, with a constant where that predicts much better, and how far it is off at
/// points that it has not seen.
fn foretell(model: Model, points: &[Point]) -> (f64, Law) {
    /// How much less the error must be for a constant to be believed.
    const PAYS: f64 = 0.7;
    let plain = (unseen(points, |seen| Law::plain(model, seen)), Law::plain(model, points));
    // Two free numbers need more points, and a constant is one already.
    if points.len() == FEWEST || model == Model::Constant {
        return plain;
    }
    let law = Law::with_constant(model, points);
    let largest = points.last().map_or(0.0, |point| point.size);
    if law.constant() * 2.0 > law.at(largest) {
        // Most of it is the constant everywhere: how the rest grows cannot be seen.
        return plain;
    }
    let error = unseen(points, |seen| Law::with_constant(model, seen));
    if error < plain.0 * PAYS { (error, law) } else { plain }
}

/// The error at each point of the law that fits the others.
fn unseen(points: &[Point], law: impl Fn(&[Point]) -> Law) -> f64 {
    let errors = (0..points.len()).map(|hidden| {
        let mut seen = points.to_vec();
        let hidden = seen.remove(hidden);
        law(&seen).error(&hidden)
    });
    root_mean_square(errors)
}

/// How steep measured times are over sizes, without a law behind it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slope {
    /// `n` to this power.
    pub exponent: f64,
    /// The factor before it.
    pub factor: f64,
    /// The root mean square of the relative errors.
    pub residual: f64,
    /// The smallest and the largest size that it was fitted to.
    pub sizes: (f64, f64),
    /// How many points.
    pub points: usize,
}

/// The power of the size that values grow with, by least squares of the logarithms; none where fewer than four
/// points, or sizes within a factor of four, say nothing. Values below twice the least are left out where the
/// rest is enough: most of such a value is what every run costs.
#[must_use]
pub fn slope(points: &[(f64, f64)]) -> Option<Slope> {
    /// Sizes that span less decide no power.
    const LEAST_SPAN: f64 = 4.0;
    let is_usable = |(size, value): &&(f64, f64)| *size > 0.0 && *value > 0.0 && value.is_finite();
    let least = points.iter().filter(is_usable).map(|point| point.1).fold(f64::INFINITY, f64::min);
    let grown = points.iter().filter(is_usable).filter(|(_, value)| *value >= 2.0 * least);
    let mut points: Vec<Point> = grown.map(|(size, value)| Point { size: *size, ln: value.ln() }).collect();
    points.sort_by(|a, b| a.size.total_cmp(&b.size).then(a.ln.total_cmp(&b.ln)));
    let (first, last) = (points.first()?.size, points.last()?.size);
    if points.len() < FEWEST || last / first < LEAST_SPAN {
        return None;
    }
    let (exponent, residual) = line(&points, f64::ln);
    let offsets: f64 = points.iter().map(|point| point.ln - exponent * point.size.ln()).sum();
    let factor = (offsets / points.iter().map(|_| 1.0).sum::<f64>()).exp();
    Some(Slope { exponent, factor, residual, sizes: (first, last), points: points.len() })
}

/// The straight line through the points in whichever scale makes them straighter.
fn trend(points: &[Point]) -> Trend {
    let (exponent, power) = line(points, f64::ln);
    let (rate, exponential) = line(points, |size| size);
    if exponential < power {
        Trend::Exponential { base: rate.exp(), residual: exponential }
    } else {
        Trend::Power { exponent, residual: power }
    }
}

/// The slope of the line through the points over this scale of sizes, and how far it is off.
fn line(points: &[Point], scale: impl Fn(f64) -> f64) -> (f64, f64) {
    let mean = |of: &dyn Fn(&Point) -> f64| {
        points.iter().map(of).sum::<f64>() / points.iter().map(|_| 1.0).sum::<f64>()
    };
    let (x, y) = (mean(&|point| scale(point.size)), mean(&|point| point.ln));
    let together = mean(&|point| (scale(point.size) - x) * (point.ln - y));
    let alone = mean(&|point| (scale(point.size) - x).powi(2));
    let slope = if alone > 0.0 { together / alone } else { 0.0 };
    let off = |point: &Point| point.ln - y - slope * (scale(point.size) - x);
    (slope, root_mean_square(points.iter().map(off)))
}
