//! What was found about the cases, as one document. Its shape is defined here and nowhere else.

use std::io::{self, Write};

use serde::Serialize;

use crate::coverage::Coverage;
use crate::coverage::bounds::Bound;
use crate::coverage::kills::WrongSolution;
use crate::coverage::lint::Complaint;
use crate::model::Verdict;

/// The version of the shape.
const SCHEMA: u32 = 1;

/// All of it.
#[derive(Serialize)]
struct Document {
    schema: u32,
    harness: &'static str,
    problem: String,
    cases: Vec<String>,
    lint: Vec<ComplaintLine>,
    /// Solutions that should be right on every case and are not, each with the first such case.
    unexpected_failures: Vec<UnexpectedFailureLine>,
    /// Wrong solutions, each with the cases that it does not survive.
    kills: Vec<KillsLine>,
    /// Wrong solutions that no case kills.
    survivors: Vec<String>,
    /// Redundant cases: those without which the others have the same kills.
    redundant: Vec<String>,
    minimal: MinimalLine,
    bounds: Vec<BoundLine>,
    exit_code: i32,
}

/// Something that is wrong; with all cases where none is named.
#[derive(Serialize)]
struct ComplaintLine {
    case: Option<String>,
    what: String,
}

/// A solution that should be right.
#[derive(Serialize)]
struct UnexpectedFailureLine {
    solution: String,
    case: String,
    verdict: &'static str,
}

/// A wrong solution.
#[derive(Serialize)]
struct KillsLine {
    solution: String,
    killed_by: Vec<KillLine>,
}

/// What a case does to it.
#[derive(Serialize)]
struct KillLine {
    case: String,
    verdict: &'static str,
}

/// A set of cases that kills as much as all.
#[derive(Serialize)]
struct MinimalLine {
    cases: Vec<String>,
    /// False where the search for a smaller one was cut short.
    is_smallest: bool,
}

/// What is allowed, and how far the cases go.
#[derive(Serialize)]
struct BoundLine {
    name: String,
    low: i64,
    high: i64,
    least: i64,
    greatest: i64,
    reaches_low: bool,
    reaches_high: bool,
}

/// Writes the document.
///
/// # Errors
/// The output cannot be written.
pub fn write(out: &mut impl Write, found: &Coverage<'_>) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &document(found))?;
    writeln!(out)?;
    out.flush()
}

fn document(found: &Coverage<'_>) -> Document {
    let Coverage { problem, lint, kills, redundant, minimal } = found;
    let names = |cases: &[usize]| found.names(cases).map(ToString::to_string).collect();
    let survivors = kills.wrong.iter().filter(|wrong| wrong.killed_by.is_empty());
    let unexpected_failures =
        kills.unexpected_failures.iter().map(|(solution, case, verdict)| UnexpectedFailureLine {
            solution: solution.to_string(),
            case: case.to_string(),
            verdict: verdict.code(),
        });
    Document {
        schema: SCHEMA,
        harness: env!("CARGO_PKG_VERSION"),
        problem: problem.name.to_string(),
        cases: problem.cases.iter().map(|case| case.name.to_string()).collect(),
        lint: lint.complaints.iter().map(complaint).collect(),
        unexpected_failures: unexpected_failures.collect(),
        kills: kills.wrong.iter().map(|wrong| kills_line(found, wrong)).collect(),
        survivors: survivors.map(|wrong| wrong.name.to_string()).collect(),
        redundant: names(redundant),
        minimal: MinimalLine { cases: names(&minimal.cases), is_smallest: minimal.is_smallest },
        bounds: lint.bounds.iter().map(bound).collect(),
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
        verdict: verdict.code(),
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
