//! What `history` prints.

use std::io::{self, Write};
use std::time::Duration;

use crate::comparison::Relation;
use crate::exit_code::ExitCode;
use crate::model::{counted, plain, seconds};
use crate::record::{History, HistoryPoint, Mark, RunNote, SolutionHistory, Speed, SpeedOutcome};
use crate::ui::{Tone, fit, paint, width_of};
use crate::wire::SCHEMA;
use crate::wire::history::{HistoryDocument, PointLine, RunNoteLine, SolutionHistoryLine, SpeedLine};

/// Writes a line for each run, the oldest first.
///
/// # Errors
/// The output cannot be written.
pub fn runs(out: &mut dyn Write, history: &History, width: usize) -> io::Result<()> {
    for run in &history.runs {
        let wall = run.wall.map_or_else(String::new, seconds);
        let line =
            format!("{}  {:<20}  {:>9}  {}", run.id, outcome_of(run), wall, plain(&run.arguments.join(" ")));
        writeln!(out, "{}", fit(&line, width).trim_end())?;
    }
    out.flush()
}

/// Such as `3 of 32 unexpected`.
fn outcome_of(run: &RunNote) -> String {
    match run.ended {
        None => "cut off".to_owned(),
        Some(ExitCode::Interrupted(_)) => "interrupted".to_owned(),
        Some(ExitCode::JudgeFailed) => "the judge failed".to_owned(),
        Some(code) if !run.is_graded => format!("exit status {}", code.number()),
        Some(_) if run.unexpected > 0 => format!("{} of {} unexpected", run.unexpected, run.solutions),
        Some(_) => format!("{} as expected", run.solutions),
    }
}

/// Writes a line for each solution.
///
/// # Errors
/// The output cannot be written.
pub fn solutions(out: &mut dyn Write, history: &History, width: usize) -> io::Result<()> {
    let name = |solution: &SolutionHistory| solution.subject.to_string();
    let widest = history.solutions.iter().map(|solution| width_of(&name(solution))).max().unwrap_or(0);
    for solution in &history.solutions {
        let points = solution.of_all_cases();
        let last = points.last();
        let mark = if last.is_some_and(|point| point.as_expected) {
            paint(Tone::Good, "✓")
        } else {
            paint(Tone::Bad, "✗")
        };
        let name = name(solution);
        let pad = " ".repeat(widest - width_of(&name));
        let times = sparkline(&points);
        let speed = solution.speed.and_then(|speed| match speed.outcome {
            SpeedOutcome::Known { .. } => Some(format!("  {}", words(&speed))),
            SpeedOutcome::TooFew | SpeedOutcome::NoControl => None,
        });
        let used = widest + width_of(&times) + 6;
        let verdicts = changes_of_verdict(&points, width.saturating_sub(used));
        writeln!(out, "{mark} {name}{pad}  {times}  {verdicts}{}", speed.unwrap_or_default())?;
    }
    out.flush()
}

/// Writes a line for each run of a solution.
///
/// # Errors
/// The output cannot be written.
pub fn one(out: &mut dyn Write, solution: &SolutionHistory) -> io::Result<()> {
    for point in &solution.points {
        let mark = if point.as_expected { paint(Tone::Good, "✓") } else { paint(Tone::Bad, "✗") };
        let (accepted, cases) = point.accepted;
        let slowest = point.slowest.map_or_else(String::new, seconds);
        let marks: Vec<&str> = point.marks.iter().map(|mark| mark.name()).collect();
        let marks = match marks.as_slice() {
            [] => String::new(),
            marks => format!("  changed: {}", paint(Tone::Notable, &marks.join(", "))),
        };
        let count = format!("{accepted}/{cases}");
        let part = if point.is_partial { "  some cases" } else { "" };
        writeln!(
            out,
            "{mark} {}  {:<3}  {count:>9}  {slowest:>9}{part}{marks}",
            point.run,
            point.verdict.code()
        )?;
    }
    writeln!(out, "CPU time of the slowest case: {}", sparkline(&solution.of_all_cases()))?;
    if let Some(speed) = &solution.speed {
        writeln!(out, "since the last change of source, compiler or machine: {}", words(speed))?;
    }
    out.flush()
}

/// Such as `AC × 3 → WA × 1 (new source)`: the verdicts in the order of time, and what changed with them. Of many
/// the newest that fit into the width.
pub(super) fn changes_of_verdict(points: &[HistoryPoint], width: usize) -> String {
    let mut parts: Vec<(&HistoryPoint, usize)> = Vec::new();
    for point in points {
        let is_alike = |last: &HistoryPoint| {
            (last.verdict, last.is_partial) == (point.verdict, point.is_partial) && point.marks.is_empty()
        };
        match parts.last_mut() {
            Some((last, runs)) if is_alike(last) => *runs += 1,
            _ => parts.push((point, 1)),
        }
    }
    let part = |(point, runs): &(&HistoryPoint, usize)| {
        // Some cases are other cases.
        let is_told = |mark: &&Mark| !(point.is_partial && **mark == Mark::Cases);
        let marks: Vec<&str> = point.marks.iter().filter(is_told).map(|mark| mark.name()).collect();
        let marks = (!marks.is_empty()).then(|| format!("new {}", marks.join(", ")));
        let notes: Vec<String> =
            point.is_partial.then(|| "some cases".to_owned()).into_iter().chain(marks).collect();
        let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
        format!("{} × {runs}{notes}", point.verdict.code())
    };
    let mut text = parts.last().map_or_else(String::new, part);
    for (left, earlier) in parts.iter().enumerate().rev().skip(1) {
        let longer = format!("{} → {text}", part(earlier));
        let cut = if left > 0 { "… → " } else { "" };
        if width_of(&longer) + width_of(cut) > width {
            return format!("… → {text}");
        }
        text = longer;
    }
    text
}

/// The CPU time of the slowest case, a sign a run; the newest runs.
fn sparkline(points: &[HistoryPoint]) -> String {
    const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    const MOST: usize = 24;
    let newest = &points[points.len().saturating_sub(MOST)..];
    let times = || newest.iter().filter_map(|point| point.slowest);
    let (least, most) = (times().min().unwrap_or_default(), times().max().unwrap_or_default());
    let level = |time: Duration| {
        let range = most.saturating_sub(least).as_nanos();
        // Nearly equal times are a flat line, and no mountains.
        if range * 5 <= most.as_nanos() {
            return LEVELS[2];
        }
        let step = time.saturating_sub(least).as_nanos() * 7 / range.max(1);
        LEVELS[usize::try_from(step).unwrap_or(7).min(7)]
    };
    newest.iter().map(|point| point.slowest.map_or('·', level)).collect()
}

/// What runs say of a change of speed.
fn words(speed: &Speed) -> String {
    let runs = format!("{} before and {} after", counted(speed.before, "run"), speed.after);
    match speed.outcome {
        SpeedOutcome::TooFew => format!("too few runs to compare times ({runs})"),
        SpeedOutcome::NoControl => {
            format!("times cannot be compared: no other solution shows how much the machine changed ({runs})")
        }
        SpeedOutcome::Known { ratio, relation } => {
            let interval = format!("{:.2}× ({:.2}–{:.2}), {runs}", ratio.estimate, ratio.low, ratio.high);
            match relation {
                Relation::Better => format!("{} {interval}", paint(Tone::Good, "faster:")),
                Relation::Worse => format!("{} {interval}", paint(Tone::Bad, "slower:")),
                Relation::Equal | Relation::Open => format!("no measurable difference: {interval}"),
            }
        }
    }
}

/// Writes the document.
///
/// # Errors
/// The output cannot be written.
pub fn json(out: &mut dyn Write, history: &History) -> io::Result<()> {
    let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    let run = |run: &RunNote| RunNoteLine {
        run: run.id.clone(),
        started: run.started.clone(),
        arguments: run.arguments.clone(),
        solutions: run.solutions,
        unexpected: run.unexpected,
        judged: run.judged,
        exit_code: run.ended.map(ExitCode::number),
        wall_ns: run.wall.map(nanoseconds),
    };
    let point = |point: &HistoryPoint| PointLine {
        run: point.run.clone(),
        verdict: point.verdict.code().to_owned(),
        as_expected: point.as_expected,
        accepted: point.accepted.0,
        cases: point.accepted.1,
        max_cpu_ns: point.slowest.map(nanoseconds),
        is_partial: point.is_partial,
        changed: point.marks.iter().map(|mark| mark.name().to_owned()).collect(),
    };
    let speed = |speed: Speed| {
        let (ratio, relation) = match speed.outcome {
            SpeedOutcome::TooFew => (None, "too_few"),
            SpeedOutcome::NoControl => (None, "no_control"),
            SpeedOutcome::Known { ratio, relation } => {
                let word = match relation {
                    Relation::Better => "faster",
                    Relation::Worse => "slower",
                    Relation::Equal => "equal",
                    Relation::Open => "open",
                };
                (Some(ratio), word)
            }
        };
        SpeedLine {
            relation: relation.to_owned(),
            ratio: ratio.map(|ratio| ratio.estimate),
            ratio_low: ratio.map(|ratio| ratio.low),
            ratio_high: ratio.map(|ratio| ratio.high),
            runs_before: speed.before,
            runs_after: speed.after,
        }
    };
    let solution = |solution: &SolutionHistory| SolutionHistoryLine {
        problem: solution.subject.problem.to_string(),
        solution: solution.subject.solution.to_string(),
        language: solution.subject.language.clone(),
        runs: solution.points.iter().map(point).collect(),
        speed: solution.speed.map(speed),
    };
    let document = HistoryDocument {
        schema: SCHEMA,
        harness: env!("CARGO_PKG_VERSION").to_owned(),
        runs: history.runs.iter().map(run).collect(),
        solutions: history.solutions.iter().map(solution).collect(),
    };
    serde_json::to_writer(&mut *out, &document)?;
    writeln!(out)?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::{changes_of_verdict, sparkline};
    use crate::model::Verdict;
    use crate::record::{HistoryPoint, Mark};
    use std::time::Duration;

    fn points(of: &[(Verdict, Option<u64>, &[Mark])]) -> Vec<HistoryPoint> {
        let point = |(verdict, millis, marks): &(Verdict, Option<u64>, &[Mark])| HistoryPoint {
            run: String::new(),
            started: String::new(),
            verdict: *verdict,
            as_expected: true,
            accepted: (0, 0),
            slowest: millis.map(Duration::from_millis),
            is_partial: false,
            marks: marks.to_vec(),
        };
        of.iter().map(point).collect()
    }

    #[test]
    fn times_are_drawn_and_nearly_equal_ones_are_flat() {
        let times = |all: &[Option<u64>]| {
            let of: Vec<_> = all.iter().map(|time| (Verdict::Accepted, *time, &[][..])).collect();
            sparkline(&points(&of))
        };
        assert_eq!(times(&[]), "");
        assert_eq!(times(&[Some(100), Some(104), None, Some(110)]), "▃▃·▃");
        assert_eq!(times(&[Some(100), Some(150), Some(800)]), "▁▁█");
        assert_eq!(times(&[Some(0), Some(0)]), "▃▃");
        assert_eq!(times(&[Some(1); 40]).chars().count(), 24);
    }

    #[test]
    fn the_newest_verdicts_are_told_as_far_as_there_is_room() {
        use Verdict::{Accepted, WrongAnswer};
        let of = points(&[
            (Accepted, None, &[]),
            (Accepted, None, &[]),
            (WrongAnswer, None, &[Mark::Source, Mark::Cases]),
            (Accepted, None, &[Mark::Source]),
        ]);
        let whole = "AC × 2 → WA × 1 (new source, cases) → AC × 1 (new source)";
        assert_eq!(changes_of_verdict(&of, 80), whole);
        assert_eq!(changes_of_verdict(&of, 55), "… → WA × 1 (new source, cases) → AC × 1 (new source)");
        assert_eq!(changes_of_verdict(&of, 10), "… → AC × 1 (new source)");
        assert_eq!(changes_of_verdict(&[], 10), "");
        let marks = [Mark::Source, Mark::Cases];
        let some = HistoryPoint { is_partial: true, ..points(&[(WrongAnswer, None, &marks)]).remove(0) };
        assert_eq!(
            changes_of_verdict(&[of[0].clone(), some], 80),
            "AC × 1 → WA × 1 (some cases, new source)"
        );
    }
}
