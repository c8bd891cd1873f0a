//! What was found about the cases, as one document.

use std::io::{self, Write};

use crate::coverage::Coverage;
use crate::coverage::bounds::Bound;
use crate::coverage::kills::WrongSolution;
use crate::coverage::lint::Complaint;
use crate::coverage::overview::VariableRange;
use crate::model::Verdict;
use crate::wire::SCHEMA;
use crate::wire::coverage::{
    BoundLine, ComplaintLine, CoverageDocument, FeatureLine, KillLine, KillsLine, MinimalLine, RangeLine,
    UnexpectedFailureLine,
};

/// Writes the document.
///
/// # Errors
/// The output cannot be written.
pub fn write(out: &mut impl Write, found: &Coverage<'_>) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &document(found))?;
    writeln!(out)?;
    out.flush()
}

fn document(found: &Coverage<'_>) -> CoverageDocument {
    let Coverage { problem, lint, kills, redundant, minimal } = found;
    let names = |cases: &[usize]| found.names(cases).map(ToString::to_string).collect();
    let survivors = kills.wrong.iter().filter(|wrong| wrong.killed_by.is_empty());
    let unexpected_failures =
        kills.unexpected_failures.iter().map(|(solution, case, verdict)| UnexpectedFailureLine {
            solution: solution.to_string(),
            case: case.to_string(),
            verdict: verdict.code().to_owned(),
        });
    CoverageDocument {
        schema: SCHEMA,
        harness: env!("CARGO_PKG_VERSION").to_owned(),
        problem: problem.name.to_string(),
        cases: problem.cases.iter().map(|case| case.name.to_string()).collect(),
        lint: lint.complaints.iter().map(complaint).collect(),
        unexpected_failures: unexpected_failures.collect(),
        kills: kills.wrong.iter().map(|wrong| kills_line(found, wrong)).collect(),
        survivors: survivors.map(|wrong| wrong.name.to_string()).collect(),
        redundant: names(redundant),
        minimal: MinimalLine { cases: names(&minimal.cases), is_smallest: minimal.is_smallest },
        bounds: lint.bounds.iter().map(bound).collect(),
        ranges: lint.overview.variables.iter().map(range).collect(),
        features: lint.overview.features.iter().map(feature).collect(),
        exit_code: found.exit_code().number(),
    }
}

fn complaint(complaint: &Complaint) -> ComplaintLine {
    let Complaint { case, what } = complaint;
    ComplaintLine { case: case.as_ref().map(ToString::to_string), what: what.clone() }
}

fn kills_line(found: &Coverage<'_>, wrong: &WrongSolution) -> KillsLine {
    let line = |(case, verdict): (&usize, &Verdict)| KillLine {
        case: found.problem.cases[*case].name.to_string(),
        verdict: verdict.code().to_owned(),
    };
    KillsLine { solution: wrong.name.to_string(), killed_by: wrong.killed_by.iter().map(line).collect() }
}

fn bound(bound: &Bound) -> BoundLine {
    let Bound { name, low, high, least, greatest } = bound;
    BoundLine {
        name: name.clone(),
        low: *low,
        high: *high,
        least: *least,
        greatest: *greatest,
        reaches_low: least <= low,
        reaches_high: greatest >= high,
    }
}

fn range((name, range): (&String, &VariableRange)) -> RangeLine {
    RangeLine {
        name: name.clone(),
        low: range.low.value().map(str::to_owned),
        high: range.high.value().map(str::to_owned),
        reaches_low: range.low.is_reached,
        reaches_high: range.high.is_reached,
    }
}

fn feature((name, is_there): (&String, &bool)) -> FeatureLine {
    FeatureLine { name: name.clone(), is_there: *is_there }
}
