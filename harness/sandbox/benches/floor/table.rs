//! Rows of the table that the benchmark prints.

use std::time::Duration;

/// Prints the heading.
pub fn heading() {
    println!("{:42} {:>12} {:>12}  {:22} goal", "", "floor", "judge", "ratio (low–high)");
}

/// A pair of times for each turn; their ratio should be at most `goal`.
pub fn ratios(what: &str, pairs: &[(Duration, Duration)], goal: f64) {
    let mut ratios: Vec<f64> =
        pairs.iter().map(|(floor, judge)| judge.as_secs_f64() / floor.as_secs_f64().max(1e-9)).collect();
    ratios.sort_by(f64::total_cmp);
    let middle = |values: &[Duration]| values[values.len() / 2];
    let column = |pick: fn(&(Duration, Duration)) -> Duration| {
        let mut values: Vec<Duration> = pairs.iter().map(pick).collect();
        values.sort_unstable();
        show(middle(&values))
    };
    let (low, high) = (ratios[0], ratios[ratios.len() - 1]);
    let ratio = ratios[ratios.len() / 2];
    row(
        what,
        &column(|pair| pair.0),
        &column(|pair| pair.1),
        &format!("{ratio:.2} ({low:.2}–{high:.2})"),
        &format!("≤ {goal}"),
        ratio <= goal,
    );
}

/// A time that should be at most `goal`.
pub fn at_most(what: &str, floor: Option<Duration>, judge: Duration, goal: Duration) {
    let floor = floor.map(show).unwrap_or_default();
    row(what, &floor, &show(judge), "", &format!("≤ {}", show(goal)), judge <= goal);
}

/// Any row.
pub fn row(what: &str, floor: &str, judge: &str, ratio: &str, goal: &str, is_met: bool) {
    let mark = if is_met { "✓" } else { "✗" };
    println!("  {what:40} {floor:>12} {judge:>12}  {ratio:22} {goal:12} {mark}");
}

fn show(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    if micros < 10_000.0 { format!("{micros:.0} µs") } else { format!("{:.1} ms", micros / 1e3) }
}
