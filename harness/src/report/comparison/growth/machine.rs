//! Growth for machines.

use std::io::{self, Write};

use crate::comparison::growth::{Crossing, GrowthCurve, Point, Use};
use crate::measure::StartCost;
use crate::measure::growth::Grown;
use crate::report::comparison::growth::wording;
use crate::report::comparison::machine::machine_line;
use crate::report::comparison::words::unit;
use crate::stats::Law;
use crate::wire::SCHEMA;
use crate::wire::growth::{CrossingLine, CurveLine, FloorLine, GrowthDocument, LawLine, PointLine};

pub fn write(out: &mut dyn Write, grown: &Grown) -> io::Result<()> {
    let floor = |floor: &StartCost| -> u64 { u64::try_from(floor.time.as_nanos()).unwrap_or(u64::MAX) };
    let document = GrowthDocument {
        schema: SCHEMA,
        problem: grown.problem.to_string(),
        metric: grown.metric.name().to_owned(),
        unit: unit(grown.metric).to_owned(),
        parameter: grown.parameter.clone(),
        sizes: grown.sizes.clone(),
        seeds: grown.seeds,
        rounds: grown.rounds,
        solutions: grown.curves.iter().map(|curve| solution(curve, grown)).collect(),
        floors: grown
            .start_costs
            .iter()
            .map(|of| FloorLine { language: of.language.clone(), value: floor(of) })
            .collect(),
        load: grown.load,
        ended: grown.ended.clone(),
        machine: machine_line(&grown.machine),
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

fn solution(curve: &GrowthCurve, grown: &Grown) -> CurveLine {
    let laws = curve.laws();
    let is_right = curve.disqualified.is_none();
    let refused = (is_right && laws.is_err()).then(|| wording::law(curve, &laws, grown));
    let laws = laws.unwrap_or_default();
    let laws: &[Law] = if is_right { &laws } else { &[] };
    CurveLine {
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
            Use::Fitted => "fitted".to_owned(),
            Use::NearStart => "near_start".to_owned(),
            Use::AtLeast => "at_least".to_owned(),
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
