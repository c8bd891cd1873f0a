//! Growth for people: for each solution its law, a line of bars, and the points.

use std::io::{self, Write};

use crate::comparison::growth::{GrowthCurve, Point, Use};
use crate::measure::growth::Grown;
use crate::model::counted;
use crate::report::comparison::growth::wording;
use crate::report::comparison::words::{amount, noun};
use crate::ui::{Tone, fit, paint, width_of};

/// Columns of a point.
const COLUMN: usize = 9;

/// The bars, from the least to the greatest.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

pub fn write(out: &mut dyn Write, grown: &Grown) -> io::Result<()> {
    let letter = grown.parameter.as_str();
    writeln!(
        out,
        "{}  {} by {letter}: the mean over {} of the median of {}",
        paint(Tone::Strong, &grown.problem.to_string()),
        noun(grown.metric),
        counted(usize::try_from(grown.seeds).unwrap_or(usize::MAX), "seed"),
        counted(grown.rounds, "round")
    )?;
    // Beside the points are as many bars as there may be points, and two blanks on either side.
    let margin = grown.sizes.len().max(letter.len()) + 2;
    let sizes = grown.sizes.iter().map(|size| right(&size.to_string())).collect::<String>();
    writeln!(out, "  {}{}", fit(letter, margin), sizes)?;
    for curve in &grown.curves {
        write_curve(out, curve, grown, margin)?;
    }
    writeln!(out)?;
    for remark in wording::remarks(grown) {
        writeln!(out, "{}", paint(Tone::Faint, &remark))?;
    }
    Ok(())
}

fn write_curve(out: &mut dyn Write, curve: &GrowthCurve, grown: &Grown, margin: usize) -> io::Result<()> {
    let name = paint(Tone::Strong, &curve.subject.solution.to_string());
    if let Some(why) = &curve.disqualified {
        writeln!(out, "  {name}  {}", paint(Tone::Notable, &format!("disqualified: {why}")))?;
    } else {
        let laws = curve.laws();
        let law = wording::law(curve, &laws, grown);
        let law = if laws.is_ok() { paint(Tone::Good, &law) } else { paint(Tone::Notable, &law) };
        let crossing = wording::crossing(curve, laws.as_deref().unwrap_or_default(), grown);
        let ended = curve.ended.as_ref().map(|why| format!("ended by {why}"));
        let parts: Vec<String> = [Some(law), crossing, ended].into_iter().flatten().collect();
        writeln!(out, "  {name}  {}", parts.join("; "))?;
    }
    if curve.points.is_empty() {
        return Ok(());
    }
    let cells: String = grown.sizes.iter().map(|size| right(&cell(curve, *size, grown))).collect();
    writeln!(out, "  {}{}", fit(&bars(&curve.points), margin), cells.trim_end())
}

/// The value at a size as it is used; nothing where there is none.
fn cell(curve: &GrowthCurve, size: u64, grown: &Grown) -> String {
    let Some(point) = curve.points.iter().find(|point| point.size == size) else { return String::new() };
    let value = amount(point.value, grown.metric);
    match point.used {
        Use::Fitted => value,
        Use::NearStart => format!("{value}*"),
        Use::AtLeast => format!("> {value}"),
    }
}

fn right(text: &str) -> String {
    // One blank at least, however long it is.
    format!("{}{text}", " ".repeat(COLUMN.saturating_sub(width_of(text)).max(1)))
}

/// A bar a point. Laws differ by ratios, so equal ratios are equal steps.
fn bars(points: &[Point]) -> String {
    let logarithms = points.iter().map(|point| point.value.max(1.0).ln());
    let low = logarithms.clone().fold(f64::INFINITY, f64::min);
    let high = logarithms.clone().fold(f64::NEG_INFINITY, f64::max);
    // What hardly differs is no hill.
    let range = (high - low).max(1.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 7")]
    let bar = |value: f64| BARS[((value - low) / range * 7.0).round() as usize % BARS.len()];
    logarithms.map(bar).collect()
}
