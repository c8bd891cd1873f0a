//! What the checker program of a problem says of outputs that are at hand.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use harness_sandbox::Stop;

use crate::model::{Name, Opinion};
use crate::plan::{Check, Helper, Written};
use crate::programs::{AskError, Asked, ProblemPrograms, Waited};
use crate::run::{Engine, Held};

/// An output for an input, and the right answer.
#[derive(Clone, Debug)]
pub struct CheckedOutput<'a> {
    /// The input.
    pub input: PathBuf,
    /// The output.
    pub output: &'a [u8],
    /// The answer.
    pub answer: PathBuf,
}

impl ProblemPrograms<'_> {
    /// How outputs are checked.
    ///
    /// # Errors
    /// The checker cannot be built, for this reason.
    pub fn check(&self) -> Result<Check<'_>, AskError> {
        let Some(deciders) = &self.deciders else { return Ok(Check::Compare) };
        deciders.check(&self.problem.name).map_err(|why| AskError::Failed(why.to_owned()))
    }

    /// The program that checks outputs, where one does.
    ///
    /// # Errors
    /// As for [`Self::check`].
    pub fn checker(&self) -> Result<Option<Helper<'_>>, AskError> {
        Ok(match self.check()? {
            Check::Program(checker) | Check::Interact(_, Written::Checked(checker)) => Some(checker),
            Check::Compare | Check::Interact(..) => None,
        })
    }

    /// Whether a program checks outputs of the problem; not where one decides about solutions alone.
    #[must_use]
    pub fn has_checker(&self) -> bool {
        self.problem.rules.checker.is_program() && !self.has_sole_decider()
    }

    /// Which outputs the checker accepts with full points.
    ///
    /// # Errors
    /// The checker failed, a signal came, or the deadline.
    pub fn accepts(&self, outputs: &[CheckedOutput<'_>]) -> Result<Vec<bool>, AskError> {
        let Some(checker) = self.checker()?.filter(|_| !outputs.is_empty()) else {
            return Ok(vec![true; outputs.len()]);
        };
        let is_right = |opinion: Result<Opinion, String>| match opinion {
            Ok(Opinion::Broken(why)) | Err(why) => Err(AskError::Failed(why)),
            Ok(opinion) => Ok(matches!(opinion, Opinion::Right { .. })),
        };
        self.opinions(&checker, outputs)?.into_iter().map(is_right).collect()
    }

    /// What the checker says of each output, or how it failed.
    ///
    /// # Errors
    /// An output cannot be kept, a signal came, or the deadline.
    pub fn opinions(
        &self,
        checker: &Helper<'_>,
        outputs: &[CheckedOutput<'_>],
    ) -> Result<Vec<Result<Opinion, String>>, AskError> {
        let paths = outputs.iter().enumerate().map(|(place, checked)| keep(checker, place, checked.output));
        let paths = paths.collect::<Result<Vec<PathBuf>, AskError>>()?;
        let held: Vec<Held<'_>> = outputs
            .iter()
            .zip(&paths)
            .map(|(checked, output)| Held { input: &checked.input, output, answer: &checked.answer })
            .collect();
        let started = Instant::now();
        let ask = |stop: &Stop| Engine { stop, ..self.engine() }.opinions(checker, &held);
        let (opinions, is_late) = self.within(ask);
        if let Some(signal) = self.stop.signal() {
            return Err(AskError::Interrupted(signal));
        }
        let said: Option<Vec<Result<Opinion, String>>> = opinions.into_iter().collect();
        said.ok_or_else(|| if is_late { late(checker.name, started.elapsed()) } else { unsaid(checker.name) })
    }
}

/// Writes an output where the checker sees it.
fn keep(checker: &Helper<'_>, place: usize, output: &[u8]) -> Result<PathBuf, AskError> {
    let path: &Path = checker.scratch;
    let path = path.join(format!("asked-{place}.out"));
    match std::fs::write(&path, output) {
        Ok(()) => Ok(path),
        Err(error) => Err(AskError::Failed(format!("failed to keep an output for the checker: {error}"))),
    }
}

/// The deadline came while the checker ran.
fn late(name: &Name, time: Duration) -> AskError {
    // So long for many outputs, perhaps: it need not hang.
    let asked = Asked { program: format!("the checker `{name}`"), subject: None, is_helper: false };
    AskError::TimeIsOver(Some(Waited { asked, time }))
}

fn unsaid(name: &Name) -> AskError {
    AskError::Failed(format!("the checker `{name}` was stopped"))
}
