//! A fitted law in words, the same in every format.

use crate::comparison::ABOVE_START;
use crate::comparison::Metric;
use crate::comparison::growth::{Crossing, GrowthCurve, Use};
use crate::measure::growth::Grown;
use crate::model::counted;
use crate::report::comparison::words::amount;
use crate::stats::{Law, NoLaw, Trend};

/// Beyond the largest size so many times a law is no more than a guess.
const FAR: f64 = 100.0;

/// The law, or that there is none.
pub fn law(curve: &GrowthCurve, laws: &Result<Vec<Law>, NoLaw>, grown: &Grown) -> String {
    let size = grown.parameter.as_str();
    match laws {
        Ok(laws) => {
            let names: Vec<String> = laws.iter().map(|law| law.model.of(size)).collect();
            let off = laws.iter().map(|law| law.residual).fold(0.0, f64::max);
            let constant = match laws.first().map_or(0.0, Law::constant) {
                0.0 => String::new(),
                constant => format!(" + {}", amount(constant, grown.metric)),
            };
            match &names[..] {
                [one] => format!("{one}{constant}, {}", within(off)),
                several => format!("{} fit equally well, {}", several.join(" and "), within(off)),
            }
        }
        Err(NoLaw::TooFew { points }) => too_few(curve, *points),
        Err(NoLaw::Poor { nearest, trend }) => {
            let trend = match trend {
                Trend::Power { exponent, residual } => (format!("{size}^{exponent:.1}"), *residual),
                Trend::Exponential { base, residual } => (format!("{base:.2}^{size}"), *residual),
            };
            format!(
                "no model fits: the nearest, {}, is off by {}; without a model, {} fits ({})",
                nearest.model.of(size),
                percent(nearest.residual),
                trend.0,
                within(trend.1)
            )
        }
    }
}

fn too_few(curve: &GrowthCurve, points: usize) -> String {
    let near = curve.points.iter().filter(|point| point.used == Use::NearStart).count();
    let why = match near {
        0 => "more sizes are needed".to_owned(),
        near => format!("{near} more measure only start-up time; use larger sizes"),
    };
    format!("no model is fitted to {}: {why}", counted(points, "point"))
}

/// Where the limit is passed, by the first law.
pub fn crossing(curve: &GrowthCurve, laws: &[Law], grown: &Grown) -> Option<String> {
    let limit = amount(curve.limit?, grown.metric);
    let letter = grown.parameter.as_str();
    Some(match curve.crossing(laws.first()?)? {
        Crossing::Seen { size } => format!("over the limit of {limit} at {letter} = {size}"),
        Crossing::Never => format!("the limit of {limit} is not reached at any size"),
        Crossing::Extrapolated { size, beyond } => {
            let whether = match beyond {
                FAR.. => format!(", an extrapolation {} times beyond what was measured", rounded(beyond)),
                1.05.. => format!(", {} times the largest size measured", short(beyond)),
                _ => String::new(),
            };
            format!("{letter} ≈ {} at the limit of {limit}{whether}", rounded(size))
        }
    })
}

/// Remarks on the points.
pub fn remarks(grown: &Grown) -> Vec<String> {
    let mut remarks = Vec::new();
    for floor in &grown.start_costs {
        let start = amount(floor.time.as_secs_f64() * 1e9, grown.metric);
        remarks.push(format!(
            "starting an empty program takes {start} ({}): nothing is subtracted, and points below {ABOVE_START} times that are marked with * and not fitted",
            floor.language
        ));
    }
    let is_unknown = |language: &&str| grown.start_costs.iter().all(|floor| floor.language != *language);
    let mut unknown: Vec<&str> =
        grown.curves.iter().map(|curve| curve.subject.language.as_str()).filter(is_unknown).collect();
    unknown.sort_unstable();
    unknown.dedup();
    if !unknown.is_empty() && matches!(grown.metric, Metric::Cpu | Metric::Wall) {
        remarks.push(format!("start-up time is unknown for {}: all points are fitted", unknown.join(", ")));
    }
    remarks.push(grown.ended.clone());
    remarks
}

fn within(off: f64) -> String {
    format!("within ±{}", percent(off))
}

/// A relative error; never as if there were none.
fn percent(part: f64) -> String {
    let percent = (part * 100.0).max(0.1);
    if percent < 10.0 { format!("{percent:.1} %") } else { format!("{percent:.0} %") }
}

/// A ratio with two digits that matter.
fn short(ratio: f64) -> String {
    if ratio < 10.0 { format!("{ratio:.1}") } else { format!("{ratio:.0}") }
}

/// A number with two digits that matter, and powers of ten where it is long: `3.1 × 10⁵`.
pub fn rounded(number: f64) -> String {
    if number < 1e5 {
        return if number < 10.0 { format!("{number:.1}") } else { format!("{number:.0}") };
    }
    let scientific = format!("{number:.1e}");
    let (digits, power) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let raised = power.bytes().map(|digit| RAISED[usize::from(digit.wrapping_sub(b'0')) % RAISED.len()]);
    format!("{digits} × 10{}", raised.collect::<String>())
}

const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
