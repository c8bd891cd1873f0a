//! The ranking for people: one line a solution, with a bar.

use std::io::{self, Write};

use crate::measure::Measured;
use crate::report::comparison::wording::remarks;
use crate::report::comparison::words::{Kind, amount_in, cases, interval, noun, times};
use crate::ui::{Tone, fit, paint};

/// Columns of everything but the bar.
const FIXED_WIDTH: usize = 66;

pub fn write(out: &mut dyn Write, measured: &Measured, width: usize) -> io::Result<()> {
    let comparison = &measured.comparison;
    writeln!(
        out,
        "{}  {} over {}: geometric means of medians and of ratios, 95 % intervals",
        paint(Tone::Strong, &comparison.problem.to_string()),
        noun(comparison.metric),
        cases(comparison)
    )?;
    let slowest = comparison.rows.iter().map(|row| row.ratio.estimate).fold(1.0, f64::max);
    for row in &comparison.rows {
        writeln!(
            out,
            "  {:>2}  {} {:>10}  {:>7}  {}  {}",
            row.rank,
            paint(Tone::Strong, &fit(&row.subject.solution.to_string(), 20)),
            amount_in(row.median, comparison),
            times(row.ratio.estimate),
            fit(&interval(&row.ratio), 16),
            bar(row.ratio.estimate / slowest, width.saturating_sub(FIXED_WIDTH).clamp(5, 40)),
        )?;
    }
    for (subject, why) in &comparison.disqualified {
        let name = fit(&subject.solution.to_string(), 20);
        writeln!(out, "   –  {name} {}", paint(Tone::Notable, &format!("not compared: {why}")))?;
    }
    writeln!(out)?;
    for remark in remarks(measured) {
        let text = match remark.kind {
            Kind::Finding | Kind::Faster => paint(Tone::Good, &remark.text),
            Kind::Slower => paint(Tone::Bad, &remark.text),
            Kind::Fact | Kind::Machine => paint(Tone::Faint, &remark.text),
            Kind::Doubt | Kind::Unchanged | Kind::Advice => remark.text,
        };
        writeln!(out, "{text}")?;
    }
    Ok(())
}

fn bar(part: f64, width: usize) -> String {
    // The part lies between 0 and 1 and the width is that of a terminal.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "columns"
    )]
    let columns = (part * width as f64).round() as usize;
    "▇".repeat(columns.max(1))
}
