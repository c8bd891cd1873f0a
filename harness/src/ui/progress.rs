//! A line that says what goes on, and how far it is.

use std::time::{Duration, Instant};

use crate::ui::area::{Area, LiveLines, Size};
use crate::ui::{Ui, fit, width_of};

/// A line on standard error; invisible where no terminal reads.
pub struct Progress {
    area: Area<Course>,
}

/// What goes on.
pub struct Course {
    what: String,
    since: Instant,
    /// How much is done of how much, where that is known.
    done: Option<(usize, usize)>,
}

impl Progress {
    /// A line that is shown as soon as there is something to say or to count.
    #[must_use]
    pub fn new(ui: &Ui) -> Self {
        Self { area: Area::new(ui, Course { what: String::new(), since: Instant::now(), done: None }) }
    }

    /// Says what is going on where the duration is unknown.
    pub fn say(&self, what: &str) {
        self.area.update(|course| (course.what, course.done) = (what.to_owned(), None));
        self.area.show();
    }

    /// Begins to count.
    pub fn start(&self, jobs: usize, what: &str) {
        let since = Instant::now();
        self.area.update(|course| *course = Course { what: what.to_owned(), since, done: Some((0, jobs)) });
        self.area.show();
    }

    /// One more is done.
    pub fn advance(&self) {
        self.area.update(|course| {
            if let Some((done, _)) = &mut course.done {
                *done += 1;
            }
        });
    }

    /// Does something with the terminal while the line is out of the way.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.area.aside(write)
    }

    /// Takes the line away for good.
    pub fn finish(&self) {
        self.area.hide();
    }
}

impl LiveLines for Course {
    fn lines(&self, now: Instant, size: Size) -> Vec<String> {
        vec![course_line(&self.what, self.done, now.saturating_duration_since(self.since), size.columns)]
    }
}

/// `⠙ judging ━━━━━━╸─────────── 12/40 3 s`: a line of exactly this width, or shorter.
#[must_use]
pub fn course_line(what: &str, done: Option<(usize, usize)>, elapsed: Duration, width: usize) -> String {
    /// Fewer cells than this show nothing.
    const SHORTEST: usize = 6;
    const MOST: usize = 60;
    let spinner = spinner(elapsed);
    let took = clock(elapsed);
    let Some((done, all)) = done else {
        let room = width.saturating_sub(spinner.len_utf8().min(1) + took.len() + 2);
        let what = fit(what, room.min(width_of(what)));
        return fit(&format!("{spinner} {what} {took}"), width).trim_end().to_owned();
    };
    let counts = format!("{done}/{all} {took}");
    let room = width.saturating_sub(2 + width_of(what) + 1 + counts.len() + 1).min(MOST);
    let bar = if room < SHORTEST { String::new() } else { format!("{} ", bar(done, all, room)) };
    fit(&format!("{spinner} {what} {bar}{counts}"), width).trim_end().to_owned()
}

/// A turn of the spinner each tenth of a second.
fn spinner(elapsed: Duration) -> char {
    const TURNS: [char; 10] = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
    let turn = elapsed.as_millis() / 100 % TURNS.len() as u128;
    TURNS[usize::try_from(turn).unwrap_or(0)]
}

/// `━━━╸────`: the part that is done, in so many cells.
fn bar(done: usize, all: usize, cells: usize) -> String {
    let halves = 2 * cells * done.min(all) / all.max(1);
    let (full, half) = (halves / 2, halves % 2);
    let rest = cells - full - half;
    format!("{}{}{}", "━".repeat(full), "╸".repeat(half), "─".repeat(rest))
}

/// `12 s`, `2:05`, `1:02:05`.
fn clock(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{bar, clock, course_line};
    use crate::ui::width_of;
    use std::time::Duration;

    #[test]
    fn a_line_says_how_far_it_is() {
        let after = Duration::from_millis(65_100);
        assert_eq!(course_line("judging", Some((3, 4)), after, 34), "⠙ judging ━━━━━━━━━━━──── 3/4 1:05");
        assert_eq!(course_line("building 3 programs", None, after, 80), "⠙ building 3 programs 1:05");
        assert_eq!(course_line("building 3 programs", None, after, 16), "⠙ building… 1:05");
        for width in 0..300 {
            for done in [None, Some((0, 0)), Some((1, 1)), Some((1234, 56789))] {
                assert!(width_of(&course_line("蛇 judging", done, after, width)) <= width);
            }
        }
    }

    #[test]
    fn a_bar_is_as_long_as_what_is_done() {
        assert_eq!(bar(0, 3, 6), "──────");
        assert_eq!(bar(1, 4, 6), "━╸────");
        assert_eq!(bar(7, 3, 6), "━━━━━━");
        assert_eq!(bar(0, 0, 3), "───");
    }

    #[test]
    fn long_times_are_told_in_minutes_and_hours() {
        let told = [0, 59, 60, 3725].map(|seconds| clock(Duration::from_secs(seconds)));
        assert_eq!(told, ["0 s", "59 s", "1:00", "1:02:05"]);
    }
}
