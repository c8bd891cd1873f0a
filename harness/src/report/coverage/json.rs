//! What was found about the cases, as one document.

use std::io::{self, Write};

use crate::coverage::Coverage;
use crate::coverage::bounds::Bound;
use crate::coverage::contract::{CheckerFault, CheckerSaid, Contract, Demand};
use crate::coverage::kills::WrongSolution;
use crate::coverage::lint::Complaint;
use crate::coverage::overview::VariableRange;
use crate::model::{Name, Verdict};
use crate::wire::SCHEMA;
use crate::wire::coverage::{
    BoundLine, CheckerFaultLine, CheckerLine, ComplaintLine, CoverageDocument, FeatureLine, JudgeFailureLine,
    KillLine, KillsLine, MinimalLine, RangeLine, UnexpectedFailureLine,
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
    let Coverage { problem, lint, contract, kills, redundant, minimal } = found;
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
        judge_failures: kills.judge_failures.iter().map(judge_failure).collect(),
        checker: contract.as_ref().map(checker),
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

fn judge_failure((solution, case, reason): &(Name, Name, String)) -> JudgeFailureLine {
    JudgeFailureLine { solution: solution.to_string(), case: case.to_string(), reason: reason.clone() }
}

fn checker(contract: &Contract) -> CheckerLine {
    CheckerLine {
        name: contract.checker.to_string(),
        protocol: contract.protocol.name().to_owned(),
        tried: contract.tried,
        left_out: contract.left_out,
        faults: contract.faults.iter().map(fault).collect(),
        complaints: contract.complaints.clone(),
    }
}

fn fault(fault: &CheckerFault) -> CheckerFaultLine {
    let expected = match fault.demand {
        Demand::Accept => "accepted",
        Demand::Reject => "rejected",
        Demand::Decide => "decided",
    };
    let (got, reason) = match &fault.said {
        CheckerSaid::Accepts => ("accepted", None),
        CheckerSaid::Rejects(why) => ("rejected", Some(why.clone())),
        CheckerSaid::Fails(why) => ("failed", Some(why.clone())),
    };
    CheckerFaultLine {
        test: fault.test.clone(),
        expected: expected.to_owned(),
        got: got.to_owned(),
        reason,
        also: fault.also.clone(),
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
