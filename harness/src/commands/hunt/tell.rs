//! What `hunt` says.

use std::io::{self, Write};
use std::time::Duration;

use crate::commands::add::drafts::Draft;
use crate::commands::add::{consensus, tell};
use crate::commands::crew::Crew;
use crate::commands::hunt::field::{Fault, Ruling};
use crate::model::{Name, counted, seconds};
use crate::session::Session;
use crate::ui::{Role, Ui, Verbosity, paint};

/// How a hunt went.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// Inputs that were tried.
    pub tries: u64,
    /// Those that were no repetitions and valid.
    pub different: usize,
    /// How long it took.
    pub time: Duration,
}

impl Course {
    /// `1234 inputs, 800 different, 3.21 s, 384 a second`.
    #[must_use]
    pub fn words(&self) -> String {
        format!(
            "{}, {} different, {}, {:.0} a second",
            counted(usize::try_from(self.tries).unwrap_or(usize::MAX), "input"),
            self.different,
            seconds(self.time),
            self.rate()
        )
    }

    /// Tries a second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a rate is shown in whole numbers")]
        let tries = self.tries as f64;
        tries / self.time.as_secs_f64().max(0.001)
    }
}

/// Says that there is nothing to say.
pub fn nothing(crew: &Crew<'_>, course: Course, again: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{}: nothing found: {}",
        paint(Role::Strong, &crew.problem.name.to_string()),
        course.words()
    )?;
    writeln!(out, "{}", paint(Role::Faint, &format!("again: {again}")))?;
    out.flush()
}

/// Says what was found: who fails, who says what, and to which input.
pub fn found(crew: &Crew<'_>, fault: Fault, ruling: &Ruling, draft: &Draft) -> io::Result<()> {
    let heading = match fault {
        Fault::Split => format!("{}: those who should be right do not agree", crew.problem.name),
        Fault::Guilty { suspect, verdict } => {
            format!("{}/{}: {verdict}", crew.problem.name, name_of(crew, suspect))
        }
    };
    let mut out = io::stdout().lock();
    writeln!(out, "{} {}", paint(Role::Bad, "✗"), paint(Role::Strong, &heading))?;
    drop(out);
    let split = consensus::split(crew, &ruling.members, &ruling.said, &ruling.parts);
    tell::splits(&[split], std::slice::from_ref(draft), crew.session.ui)
}

/// The name of a candidate.
#[must_use]
pub fn name_of(crew: &Crew<'_>, candidate: usize) -> Name {
    crew.candidates[candidate].solution.name.clone()
}

/// Says something about how it went, to whoever watches.
pub fn remark(ui: Ui, text: &str) {
    if ui.verbosity > Verbosity::Quiet {
        // There is nobody to tell that telling failed.
        let _ = writeln!(io::stderr(), "{text}");
    }
}

/// Says how to do it again.
pub fn again(session: &Session, line: &str) -> io::Result<()> {
    if session.ui.verbosity == Verbosity::Quiet {
        return Ok(());
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{}", paint(Role::Faint, &format!("again: {line}")))?;
    out.flush()
}
