//! A ranking for what reads results of tests: each case of a solution is a test that takes its median, and the solution
//! as a whole is one that fails where the gate says that it became too slow.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use crate::comparison::{Metric, RankedSolution};
use crate::event::Subject;
use crate::measure::{Against, Measured};
use crate::model::{Bytes, Name, Verdict};
use crate::report::comparison::ComparisonEnd;
use crate::report::comparison::wording::told;
use crate::report::machine::{Counts, Ended, Entry, EntryWriter, Status};

/// Writes a ranking in this format.
pub fn write(writer: &mut dyn EntryWriter, measured: &Measured, end: &ComparisonEnd) -> io::Result<()> {
    let comparison = &measured.comparison;
    let (rows, others) = (&comparison.rows, &comparison.disqualified);
    writer.count(rows.len() * (comparison.cases.len() + 1) + others.len())?;
    let mut counts = Counts::default();
    for row in rows {
        for (case, median) in comparison.cases.iter().zip(&row.medians) {
            counts.add(Status::Passed);
            writer.case(with(entry(measured, &row.subject, Some(case)), comparison.metric, *median))?;
        }
        let entry = whole(measured, row, end);
        counts.add(entry.status);
        writer.solution(entry, None)?;
    }
    for (subject, why) in others {
        counts.add(Status::Skipped);
        let entry = entry(measured, subject, None);
        let reason = format!("not measured: {why}");
        writer
            .solution(Entry { status: Status::Skipped, verdict: Verdict::Skipped, reason, ..entry }, None)?;
    }
    let trouble = end.trouble.clone();
    writer.end(&Ended { counts, wall: None, exit_code: end.exit_code, trouble, not_judged: Vec::new() })
}

/// A solution that was measured as a whole.
fn whole(measured: &Measured, row: &RankedSolution, end: &ComparisonEnd) -> Entry {
    let slowest = row.medians.iter().copied().fold(0.0, f64::max);
    let entry = with(entry(measured, &row.subject, None), measured.comparison.metric, slowest);
    let against = measured.against.iter().find(|against| against.solution == row.subject.solution);
    let Some(Against { change, .. }) = against else { return entry };
    let (_, text) = told(change, measured.comparison.metric);
    let is_over = |limit: f64| change.as_ref().is_ok_and(|change| change.is_worse_by(limit));
    if end.limit.is_some_and(is_over) {
        Entry { status: Status::Failed, reason: text, ..entry }
    } else {
        Entry { notes: vec![text], ..entry }
    }
}

/// With its value.
fn with(entry: Entry, metric: Metric, value: f64) -> Entry {
    match metric {
        Metric::Cpu => Entry { cpu: Some(Duration::from_secs_f64(value / 1e9)), ..entry },
        Metric::Wall => Entry { wall: Some(Duration::from_secs_f64(value / 1e9)), ..entry },
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bytes of memory")]
        Metric::Memory => Entry { memory: Some(Bytes(value as u64)), ..entry },
        Metric::Instructions => Entry { notes: vec![format!("{value:.0} instructions")], ..entry },
    }
}

/// A solution that is right.
fn entry(measured: &Measured, subject: &Arc<Subject>, case: Option<&Name>) -> Entry {
    let source = measured.sources.get(&subject.solution).cloned().unwrap_or_else(|| subject.solution.clone());
    Entry {
        case: case.cloned(),
        status: Status::Passed,
        verdict: Verdict::Accepted,
        expected: vec![Verdict::Accepted],
        is_visible: true,
        ..Entry::of_source(subject, &source)
    }
}
