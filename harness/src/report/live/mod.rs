//! What goes on, on the terminal while it goes on: how far the run is, what runs now, what is slow, and the matrix
//! as it fills. Nothing of it stays, and nothing of it is there where no terminal shows it.
//!
//! ```text
//! events → scene (what is known) → lines, for a size ← area (draws them, ten times a second at most)
//! ```

mod cells;
mod chosen;
mod row;
mod scene;
#[cfg(test)]
mod tests;

use std::io;
use std::time::Instant;

use harness_sandbox::Stop;

use crate::event::{Event, Reporter, SolutionSummary, Stamped};
use crate::exit_code::ExitCode;
use crate::report::live::scene::Scene;
use crate::ui::{Area, LiveLines, Size, Ui};

/// Shows a run while it goes on.
pub struct Live {
    /// None where nothing is shown: then nothing is kept, either.
    area: Option<Area<Shown>>,
}

/// What is known, and since when.
struct Shown {
    scene: Scene,
    /// When the command began.
    begun: Instant,
    stop: Option<Stop>,
}

impl Live {
    /// On the terminal behind standard error, if there is one. Once a stop comes nothing is shown any more.
    #[must_use]
    pub fn new(ui: &Ui, stop: Option<Stop>) -> Self {
        let shown = || Shown { scene: Scene::default(), begun: Instant::now(), stop };
        Self { area: ui.has_progress.then(|| Area::new(ui, shown())) }
    }

    /// Does something with the terminal while the lines are out of the way.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.area {
            Some(area) => area.aside(write),
            None => write(),
        }
    }
}

impl Reporter for Live {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        let Some(area) = &self.area else { return Ok(()) };
        let has_plan = area.update(|shown| {
            if let Some(begun) = Instant::now().checked_sub(event.elapsed) {
                shown.begun = begun;
            }
            shown.scene.take(event);
            shown.scene.has_plan()
        });
        match &event.event {
            Event::BuildStarted { .. } | Event::Building { .. } | Event::RunStarted(_) => area.show(),
            // What comes between the build and the run shows a progress of its own; so does what follows the run.
            Event::BuildFinished if !has_plan => area.hide(),
            Event::RunFinished(_) => area.hide(),
            _ => {}
        }
        Ok(())
    }

    fn on_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        if let Some(area) = &self.area {
            area.update(|shown| shown.scene.finished(summary));
        }
        Ok(())
    }

    fn finish(&mut self, _exit_code: ExitCode) -> io::Result<()> {
        if let Some(area) = &self.area {
            area.hide();
        }
        Ok(())
    }
}

impl LiveLines for Shown {
    fn lines(&self, now: Instant, size: Size) -> Vec<String> {
        // A second signal ends the judge at once, and must find nothing to leave behind.
        if self.stop.as_ref().is_some_and(Stop::is_set) {
            return Vec::new();
        }
        self.scene.lines(now.saturating_duration_since(self.begun), size)
    }
}
