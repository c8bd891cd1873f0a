//! The parts that every plot is made of: rows with a strip each, an axis below, marks on it.
//!
//! A row is text and a drawing beside it, or below it where the page is narrow. Text stays text, so
//! that it can be found, copied and read aloud; a drawing says in its title what it shows.

use crate::report::page::scale::Scale;
use crate::report::page::template::Escaped;

/// The shapes of marks; together with the colours, of which there are eight, 56 kinds of marks.
pub const SHAPES: [&str; 7] = [
    "<circle r=\"4.5\"/>",
    "<path d=\"M-4.2-4.2h8.4v8.4h-8.4z\"/>",
    "<path d=\"M0-5.4 5.2 4h-10.4z\"/>",
    "<path d=\"M0-5.8 5.8 0 0 5.8-5.8 0z\"/>",
    "<path d=\"M0 5.4 5.2-4h-10.4z\"/>",
    "<path d=\"M-1.6-5h3.2v3.4h3.4v3.2h-3.4v3.4h-3.2v-3.4h-3.4v-3.2h3.4z\"/>",
    "<path d=\"M-4-5.4 0-1.6 4-5.4 5.4-4 1.6 0 5.4 4 4 5.4 0 1.6-4 5.4-5.4 4-1.6 0-5.4-4z\"/>",
];

const COLORS: usize = 8;

/// The shapes, to be used by number.
pub fn definitions() -> String {
    let symbol = |(index, shape): (usize, &&str)| format!("<g id=\"m{index}\">{shape}</g>");
    let symbols: String = SHAPES.iter().enumerate().map(symbol).collect();
    format!(
        "<svg class=\"definitions\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>{symbols}</defs></svg>\n"
    )
}

/// The mark of the solution at this place in the ranking. `x` and `y` are as SVG writes lengths; the
/// title, if any, is what is told where a pointer rests on it.
pub fn mark(place: usize, x: &str, y: &str, title: &str) -> String {
    let (shape, color) = (place % SHAPES.len(), place % COLORS);
    let title = if title.is_empty() { String::new() } else { format!("<title>{}</title>", Escaped(title)) };
    format!("<use class=\"c{color}\" href=\"#m{shape}\" x=\"{x}\" y=\"{y}\">{title}</use>")
}

/// The class of the colour of the solution at this place.
pub fn color(place: usize) -> String {
    format!("c{}", place % COLORS)
}

/// One line of a plot.
pub struct Strip {
    /// What it is of; as it is, not yet escaped.
    pub name: String,
    /// What stands at its other end; markup.
    pub value: String,
    /// What the drawing shows, as a sentence.
    pub title: String,
    /// The drawing on a strip of this height; markup.
    pub drawing: String,
}

/// Strips one below the other over one axis. `reference` is a value to draw a line at.
pub fn strips(scale: &Scale, height: u32, reference: Option<f64>, strips: &[Strip]) -> String {
    let mut lines: String =
        scale.ticks().into_iter().map(|tick| upright(scale.place(tick), "grid")).collect();
    lines.extend(reference.map(|value| upright(scale.place(value), "reference")));
    let row = |strip: &Strip| {
        format!(
            "<div class=\"row\" role=\"listitem\"><span class=\"name\">{name}</span><span class=\"value\">{value}</span>\
             <svg class=\"strip\" role=\"img\" width=\"100%\" height=\"{height}\"><title>{title}</title>{lines}{drawing}</svg></div>\n",
            name = Escaped(&strip.name),
            value = strip.value,
            title = Escaped(&strip.title),
            drawing = strip.drawing,
        )
    };
    let rows: String = strips.iter().map(row).collect();
    format!(
        "<div class=\"rows\"><div role=\"list\">\n{rows}</div><div class=\"row axis\" aria-hidden=\"true\">{}</div></div>\n",
        x_axis(scale)
    )
}

/// The ticks below a plot.
pub fn x_axis(scale: &Scale) -> String {
    let label = |tick: f64| {
        let place = scale.place(tick);
        let anchor = if place < 2.0 {
            "start"
        } else if place > 98.0 {
            "end"
        } else {
            "middle"
        };
        format!(
            "<text x=\"{place:.2}%\" y=\"15\" text-anchor=\"{anchor}\">{}</text>",
            scale.quantity.tick(tick)
        )
    };
    let labels: String = scale.ticks().into_iter().map(label).collect();
    format!("<svg class=\"strip\" width=\"100%\" height=\"20\">{labels}</svg>")
}

/// A line across the whole strip.
pub fn upright(place: f64, class: &str) -> String {
    format!("<line class=\"{class}\" x1=\"{place:.2}%\" x2=\"{place:.2}%\" y1=\"0\" y2=\"100%\"/>")
}

/// A line from one place to another at this height of the strip.
pub fn level(from: f64, to: f64, y: u32, class: &str) -> String {
    format!("<line class=\"{class}\" x1=\"{from:.2}%\" x2=\"{to:.2}%\" y1=\"{y}\" y2=\"{y}\"/>")
}

/// What a reader needs to tell the marks apart.
pub fn legend(names: impl Iterator<Item = String>) -> String {
    let entry = |(place, name): (usize, String)| {
        format!(
            "<li><svg width=\"14\" height=\"14\" aria-hidden=\"true\">{}</svg>{}</li>",
            mark(place, "7", "7", ""),
            Escaped(&name)
        )
    };
    let entries: String = names.enumerate().map(entry).collect();
    format!("<ul class=\"legend\">{entries}</ul>\n")
}
