//! The run as JSON within the page, in the fields of `docs/json.md`.
//!
//! Results are rows of a table, because names of fields for every job would be most of a page. Values at the
//! end of a row that are the usual ones are left out.

use harness_sandbox::Ending;
use serde_json::{Value, json};

use crate::exit_code::ExitCode;
use crate::report::html::grid::{Grid, GridRow};
use crate::report::html::run::{Run, Seen};
use crate::wire::grade::{EmptyProgramLine, EndLine, NotJudgedLine, SandboxLine};
use crate::wire::{ExplanationLine, SCHEMA};

/// The columns of results, and the values that are left out at the end of a row.
const COLUMNS: [&str; 8] =
    ["verdict", "cpu_ns", "memory_bytes", "as_expected", "wall_ns", "exit_code", "signal", "reason"];

/// With more jobs than this, results have the first four columns only.
const MOST_WHOLE: usize = 10_000;

/// Those columns.
const SHORT: usize = 4;

/// The document.
pub fn document(run: &Run, grids: &[(String, Grid<'_>)], exit_code: ExitCode) -> String {
    let jobs: usize = run.seen.iter().map(Vec::len).sum();
    let problems: Vec<Value> = grids
        .iter()
        .map(|(name, grid)| problem(name, grid, run, if jobs <= MOST_WHOLE { COLUMNS.len() } else { SHORT }))
        .collect();
    let not_judged: Vec<NotJudgedLine> = run.left_out.iter().map(NotJudgedLine::from).collect();
    let empty_programs: Vec<EmptyProgramLine> =
        run.empty_programs.iter().map(EmptyProgramLine::from).collect();
    let explanations: Vec<ExplanationLine> = run.explanations.iter().map(ExplanationLine::from).collect();
    let plan = run.plan.as_deref();
    let mut document = json!({
        "schema": SCHEMA,
        "harness": env!("CARGO_PKG_VERSION"),
        "machine": plan.map(|plan| plan.machine.as_str()).filter(|machine| !machine.is_empty()),
        "sandbox": plan.map(|plan| SandboxLine::from(&plan.guarantees)),
        "columns": COLUMNS,
        "usual": usual(),
        "problems": problems,
        "not_judged": not_judged,
        "empty_programs": empty_programs,
        "explanations": explanations,
    });
    let end = serde_json::to_value(EndLine::new(run.end.as_ref(), exit_code)).unwrap_or_default();
    if let (Value::Object(document), Value::Object(end)) = (&mut document, end) {
        document.extend(end);
    }
    document.to_string()
}

fn usual() -> [Value; COLUMNS.len()] {
    [Value::Null, Value::Null, Value::Null, json!(true), Value::Null, json!(0), Value::Null, json!("")]
}

fn problem(name: &str, grid: &Grid<'_>, run: &Run, columns: usize) -> Value {
    let cases: Vec<Value> = grid
        .cases
        .iter()
        .map(|case| {
            json!({
                "case": case.name.to_string(),
                "input_bytes": case.files.input_size,
                "time_limit_ns": nanoseconds(case.limits.time),
                "memory_limit_bytes": case.limits.memory.0,
            })
        })
        .collect();
    let solutions: Vec<Value> = grid.rows.iter().map(|row| solution(row, run, columns)).collect();
    json!({ "problem": name, "cases": cases, "solutions": solutions })
}

fn solution(row: &GridRow<'_>, run: &Run, columns: usize) -> Value {
    let subject = &row.planned.subject;
    let results: Vec<Value> = row
        .cells
        .iter()
        .map(|cell| cell.and_then(|(_, seen)| seen).map_or(Value::Null, |seen| result(seen, columns)))
        .collect();
    let mut line = json!({
        "solution": subject.solution.to_string(),
        "language": subject.language,
        "results": results,
    });
    let Some(summary) = run.summaries.get(&row.place) else { return line };
    let expected: Vec<&str> = summary.expected.iter().map(|verdict| verdict.code()).collect();
    let slowest = summary.slowest.as_ref();
    let more = json!({
        "verdict": summary.verdict.code(),
        "expected": expected,
        "as_expected": summary.as_expected,
        "max_cpu_ns": slowest.map(|slowest| nanoseconds(slowest.cpu)),
        "max_memory_bytes": slowest.map(|_| summary.max_memory.0),
    });
    if let (Value::Object(line), Value::Object(more)) = (&mut line, more) {
        line.extend(more);
        if let Some(score) = &summary.score {
            line.insert("points".to_owned(), json!(score.points));
            line.insert("max_points".to_owned(), json!(score.full));
        }
    }
    line
}

fn result(seen: &Seen, columns: usize) -> Value {
    let facts = seen.facts.as_ref();
    let (exit_code, signal) = match facts.map(|facts| &facts.ending) {
        Some(Ending::Exited(status)) => (json!(status), Value::Null),
        Some(Ending::Signaled(signal)) => (Value::Null, json!(signal)),
        _ => (Value::Null, Value::Null),
    };
    let row = [
        json!(seen.verdict.code()),
        json!(facts.map(|facts| nanoseconds(facts.cpu))),
        json!(facts.map(|facts| facts.memory.0)),
        json!(seen.as_expected),
        json!(facts.map(|facts| nanoseconds(facts.wall))),
        exit_code,
        signal,
        json!(&*seen.reason),
    ];
    let usual = usual();
    let length = (1..=columns).rev().find(|length| row[length - 1] != usual[length - 1]).unwrap_or(1);
    Value::Array(row.into_iter().take(length).collect())
}

fn nanoseconds(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
