//! The progress bar on standard error; invisible where no terminal reads.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::ui::Ui;
use crate::ui::error_terminal::ErrorTerminal;

/// A bar over the jobs of a run.
pub struct Progress {
    bar: ProgressBar,
    /// The thread that turns the spinner while nothing is counted.
    ticker: Mutex<Option<Ticker>>,
}

/// However a command ends, it leaves no line behind.
impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}

/// A thread that turns the spinner until this is dropped. The one of `indicatif` panics where the
/// machine gives no thread; a spinner that stands still is a smaller loss.
struct Ticker {
    alive: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// How long the spinner stands still between two turns.
const TURN: Duration = Duration::from_millis(120);

impl Ticker {
    fn start(bar: ProgressBar) -> Option<Self> {
        let (alive, end) = mpsc::channel::<()>();
        let turn = move || {
            while end.recv_timeout(TURN) == Err(RecvTimeoutError::Timeout) {
                bar.tick();
            }
        };
        let thread = thread::Builder::new().name("spinner".to_owned()).spawn(turn).ok()?;
        Some(Self { alive: Some(alive), thread: Some(thread) })
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        drop(self.alive.take());
        // Nothing is drawn after this.
        self.thread.take().map(JoinHandle::join);
    }
}

/// How often the bar may be drawn anew: often enough to look alive, too seldom to cost anything.
const DRAWS_A_SECOND: u8 = 10;

/// What is shown where the duration is unknown; cut where the terminal is too narrow.
const SPINNER: &str = "{spinner} {wide_msg} {elapsed}";

impl Progress {
    /// A line that is shown as soon as there is something to say or to count.
    #[must_use]
    pub fn new(ui: &Ui) -> Self {
        let target = if ui.has_progress {
            ProgressDrawTarget::term_like_with_hz(Box::new(ErrorTerminal::of(ui.width)), DRAWS_A_SECOND)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        let progress = Self { bar, ticker: Mutex::default() };
        progress.show(SPINNER);
        progress
    }

    fn show(&self, template: &str) {
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style.progress_chars("━╸─"));
        }
    }

    /// Says what is going on where the duration is unknown.
    pub fn say(&self, what: &str) {
        self.show(SPINNER);
        self.bar.set_message(what.to_owned());
        let mut ticker = self.ticker.lock().unwrap_or_else(PoisonError::into_inner);
        if ticker.is_none() && !self.bar.is_hidden() {
            self.bar.tick();
            *ticker = Ticker::start(self.bar.clone());
        }
    }

    fn stop_turning(&self) {
        self.ticker.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// Begins to count.
    pub fn start(&self, jobs: usize, what: &str) {
        self.stop_turning();
        self.show("{spinner} {msg} {wide_bar} {pos}/{len} {elapsed}");
        self.bar.set_position(0);
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
        self.stop_turning();
        self.bar.finish_and_clear();
    }
}
