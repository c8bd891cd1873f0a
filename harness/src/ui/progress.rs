//! The progress bar on standard error; invisible where no terminal reads.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::ui::Ui;

/// A bar over the jobs of a run.
pub struct Progress {
    bar: ProgressBar,
}

/// How often the bar may be drawn anew: often enough to look alive, too seldom to cost anything.
const DRAWS_A_SECOND: u8 = 10;

impl Progress {
    /// A bar that is not shown until it has a length.
    #[must_use]
    pub fn new(ui: &Ui) -> Self {
        let target = if ui.has_progress {
            ProgressDrawTarget::stderr_with_hz(DRAWS_A_SECOND)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {wide_bar} {pos}/{len} {elapsed}") {
            bar.set_style(style.progress_chars("━╸─"));
        }
        Self { bar }
    }

    /// Says what is going on while nobody knows how long it takes.
    pub fn say(&self, what: &str) {
        self.bar.set_message(what.to_owned());
        self.bar.enable_steady_tick(Duration::from_millis(120));
    }

    /// Begins to count.
    pub fn start(&self, jobs: usize, what: &str) {
        self.bar.disable_steady_tick();
        self.bar.set_length(jobs as u64);
        self.bar.set_message(what.to_owned());
        self.bar.reset_elapsed();
    }

    /// One more is done.
    pub fn advance(&self) {
        self.bar.inc(1);
    }

    /// Does something with the terminal while the bar is out of the way.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Takes the bar away for good.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
