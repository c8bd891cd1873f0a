//! Growth for machines.

use std::io::{self, Write};

use serde::Serialize;

use crate::comparison::growth::{Crossing, GrowthCurve, Point, Use};
use crate::machine::Machine;
use crate::measure::StartCost;
use crate::measure::growth::Grown;
use crate::report::comparison::growth::wording;
use crate::report::comparison::wording::unit;
use crate::report::wire::SCHEMA;
use crate::stats::Law;

/// Values are whole numbers of the unit.
#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    problem: String,
    metric: &'static str,
    unit: &'static str,
    parameter: &'a str,
    sizes: &'a [u64],
    seeds: u64,
    rounds: usize,
    solutions: Vec<SolutionLine>,
    floors: Vec<FloorLine<'a>>,
    ended: &'a str,
    machine: &'a Machine,
}

#[derive(Serialize)]
struct SolutionLine {
    solution: String,
    language: String,
    points: Vec<PointLine>,
    /// The best first; more than one fit equally well.
    laws: Vec<LawLine>,
    limit: Option<u64>,
    crossing: Option<CrossingLine>,
    /// Why there is no law.
    refused: Option<String>,
    /// Why larger sizes were not measured.
    ended: Option<String>,
    disqualified: Option<String>,
}

#[derive(Serialize)]
struct PointLine {
    size: u64,
    value: u64,
    low: u64,
    high: u64,
    /// `fitted`, `near_start` or `at_least`.
    #[serde(rename = "use")]
    used: &'static str,
}

/// `factor` times the model, plus `constant`, in the unit.
#[derive(Serialize)]
struct LawLine {
    model: String,
    factor: f64,
    constant: f64,
    /// The root mean square of the relative errors.
    residual: f64,
}

#[derive(Serialize)]
struct CrossingLine {
    /// Where the limit is passed; null where no size is so large.
    size: Option<f64>,
    /// A run was over the limit at this size.
    measured: bool,
    /// The size over the largest that was measured.
    beyond: Option<f64>,
}

#[derive(Serialize)]
struct FloorLine<'a> {
    language: &'a str,
    value: u64,
}

pub fn write(out: &mut dyn Write, grown: &Grown) -> io::Result<()> {
    let floor = |floor: &StartCost| -> u64 { u64::try_from(floor.time.as_nanos()).unwrap_or(u64::MAX) };
    let document = Document {
        schema: SCHEMA,
        problem: grown.problem.to_string(),
        metric: grown.metric.name(),
        unit: unit(grown.metric),
        parameter: &grown.parameter,
        sizes: &grown.sizes,
        seeds: grown.seeds,
        rounds: grown.rounds,
        solutions: grown.curves.iter().map(|curve| solution(curve, grown)).collect(),
        floors: grown
            .start_costs
            .iter()
            .map(|of| FloorLine { language: &of.language, value: floor(of) })
            .collect(),
        ended: &grown.ended,
        machine: &grown.machine,
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

fn solution(curve: &GrowthCurve, grown: &Grown) -> SolutionLine {
    let laws = curve.laws();
    let is_right = curve.disqualified.is_none();
    let refused = (is_right && laws.is_err()).then(|| wording::law(curve, &laws, grown));
    let laws = laws.unwrap_or_default();
    let laws: &[Law] = if is_right { &laws } else { &[] };
    SolutionLine {
        solution: curve.subject.solution.to_string(),
        language: curve.subject.language.clone(),
        points: curve.points.iter().map(point).collect(),
        laws: laws
            .iter()
            .map(|law| LawLine {
                model: law.model.of("n"),
                factor: law.factor(),
                constant: law.constant(),
                residual: law.residual,
            })
            .collect(),
        limit: curve.limit.map(whole),
        crossing: laws.first().and_then(|law| curve.crossing(law)).map(crossing),
        refused,
        ended: curve.ended.clone(),
        disqualified: curve.disqualified.clone(),
    }
}

fn point(point: &Point) -> PointLine {
    PointLine {
        size: point.size,
        value: whole(point.value),
        low: whole(point.low),
        high: whole(point.high),
        used: match point.used {
            Use::Fitted => "fitted",
            Use::NearStart => "near_start",
            Use::AtLeast => "at_least",
        },
    }
}

fn crossing(crossing: Crossing) -> CrossingLine {
    match crossing {
        Crossing::Seen { size } => {
            CrossingLine { size: Some(crate::comparison::growth::float(size)), measured: true, beyond: None }
        }
        Crossing::Extrapolated { size, beyond } => {
            CrossingLine { size: Some(size), measured: false, beyond: Some(beyond) }
        }
        Crossing::Never => CrossingLine { size: None, measured: false, beyond: None },
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole nanoseconds or bytes")]
fn whole(value: f64) -> u64 {
    value.round() as u64
}
