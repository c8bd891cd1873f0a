//! A plane with two axes: points, lines through them, and the names where the lines end.

use std::fmt::Write;

use crate::report::page::marks::{color, mark, upright, x_axis};
use crate::report::page::scale::Scale;
use crate::report::page::template::{Escaped, Markup, filled};

const TEMPLATE: &str = include_str!("plane.html");

/// The height of a plot, before its labels need more.
const HEIGHT: f64 = 340.0;

/// The least distance of two labels.
const LINE: f64 = 17.0;

/// Where a plot lies.
pub struct Plane<'a> {
    x: &'a Scale,
    y: &'a Scale,
    height: f64,
}

/// The name of a line, where it ends.
pub struct End {
    /// The place of its mark.
    pub place: usize,
    /// The value at which it ends.
    pub value: f64,
    /// The name.
    pub name: String,
}

impl<'a> Plane<'a> {
    /// A plane that is as high as so many labels need.
    pub fn new(x: &'a Scale, y: &'a Scale, labels: usize) -> Self {
        let labels = f64::from(u32::try_from(labels).unwrap_or(u32::MAX)) * LINE;
        Self { x, y, height: HEIGHT.max(labels + LINE) }
    }

    /// Pixels from above.
    pub fn y(&self, value: f64) -> f64 {
        (100.0 - self.y.place(value)) / 100.0 * self.height
    }

    /// A line through these points.
    pub fn line(&self, class: &str, points: &[(f64, f64)]) -> String {
        let mut pieces = String::new();
        for pair in points.windows(2) {
            _ = write!(
                pieces,
                "<line x1=\"{:.2}%\" y1=\"{:.1}\" x2=\"{:.2}%\" y2=\"{:.1}\"/>",
                self.x.place(pair[0].0),
                self.y(pair[0].1),
                self.x.place(pair[1].0),
                self.y(pair[1].1)
            );
        }
        format!("<g class=\"{class}\">{pieces}</g>")
    }

    /// A line across the whole plane at this value.
    pub fn level(&self, value: f64, class: &str) -> String {
        let y = self.y(value);
        format!("<line class=\"{class}\" x1=\"0\" x2=\"100%\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>")
    }

    /// The mark of the solution at this place, with what is told where a pointer rests on it.
    pub fn mark(&self, place: usize, (x, y): (f64, f64), title: &str) -> String {
        mark(place, &format!("{:.2}%", self.x.place(x)), &format!("{:.1}", self.y(y)), title)
    }

    /// Points without marks, in one path: an element for each would be most of a large page.
    pub fn dots(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let mut path = String::new();
        for (x, y) in points {
            _ = write!(path, "M{:.1} {:.1}h0", self.x.place(x), 100.0 - self.y.place(y));
        }
        format!(
            "<svg width=\"100%\" height=\"{}\" viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\"><path class=\"runs\" d=\"{path}\"/></svg>",
            self.height
        )
    }

    /// The drawing on the plane, with grid, axes and names.
    pub fn drawn(&self, title: &str, drawing: &str, ends: &[End]) -> String {
        let mut grid: String =
            self.x.ticks().into_iter().map(|tick| upright(self.x.place(tick), "grid")).collect();
        let mut labels = String::new();
        for tick in self.y.ticks() {
            grid += &self.level(tick, "grid");
            _ = write!(
                labels,
                "<text x=\"100%\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                self.y(tick) + 4.0,
                self.y.quantity.tick(tick)
            );
        }
        filled(
            TEMPLATE,
            &[
                ("height", &self.height.to_string()),
                ("labels", &Markup(labels)),
                ("title", &title),
                ("drawing", &Markup(grid + drawing)),
                ("ends", &Markup(self.ends(ends))),
                ("axis", &Markup(x_axis(self.x))),
            ],
        )
        .0
    }

    /// The names where the lines end, moved apart where they would lie over each other.
    fn ends(&self, ends: &[End]) -> String {
        let mut ends: Vec<(f64, &End)> = ends.iter().map(|end| (self.y(end.value), end)).collect();
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut above = LINE / 2.0 - LINE;
        for end in &mut ends {
            end.0 = end.0.max(above + LINE);
            above = end.0;
        }
        // What was moved down beyond the bottom is moved up again.
        let mut below = self.height + LINE / 2.0;
        for end in ends.iter_mut().rev() {
            end.0 = end.0.min(below - LINE);
            below = end.0;
        }
        let mut labels = String::new();
        for (y, end) in ends {
            let mark = mark(end.place, "8", &format!("{y:.1}"), "");
            _ = write!(labels, "{mark}<text x=\"18\" y=\"{:.1}\">{}</text>", y + 4.0, Escaped(&end.name));
        }
        labels
    }
}

/// The class of a line of the solution at this place.
pub fn curve(place: usize) -> String {
    format!("curve {}", color(place))
}
