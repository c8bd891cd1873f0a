//! What validators say of inputs, and whether the function of the problem takes them.

use std::fs;
use std::path::{Path, PathBuf};

use harness_sandbox::{Ending, Stdin};

use crate::model::{Name, Problem};
use crate::programs::ask::Asked;
use crate::programs::problem_programs::{Helper, last_words};
use crate::programs::{AskError, ProblemPrograms};
use crate::run::{Question, Reply};

/// The exit statuses with which a validator accepts: 0, and 42 in the packages of Kattis.
const ACCEPTS: [i32; 2] = [0, 42];

/// What the validators of a problem say of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validation {
    /// Why the input is not valid, if it is not.
    pub rejection: Option<String>,
    /// What they printed.
    pub output: Vec<u8>,
}

impl ProblemPrograms<'_> {
    /// The names of the validators.
    #[must_use]
    pub fn validators(&self) -> Vec<Name> {
        self.validators.iter().map(|validator| validator.role.name.clone()).collect()
    }

    /// Whether there is a validator.
    #[must_use]
    pub fn has_validator(&self) -> bool {
        !self.validators.is_empty()
    }

    /// What the validators say of each input; without one, every input is valid that has the values of the
    /// function, where the problem declares one.
    ///
    /// # Errors
    /// The judge failed, or a signal came.
    pub fn validate(&self, inputs: &[PathBuf]) -> Result<Vec<Validation>, AskError> {
        let mut validations = Vec::with_capacity(inputs.len());
        for input in inputs {
            let rejection = misfit(self.problem, input).map_err(AskError::Failed)?;
            validations.push(Validation { rejection, output: Vec::new() });
        }
        for validator in &self.validators {
            let question = |input: &PathBuf| Question {
                program: validator.executable.program(&[], Stdin::File(input.clone()), &self.helper_limits),
                limits: self.helper_limits.clone(),
            };
            let name = format!("the validator `{}`", validator.role.name);
            let asked = |_| Asked::helper(name.clone(), None);
            let replies = self.ask(&inputs.iter().map(question).collect::<Vec<_>>(), asked)?;
            for (validation, reply) in validations.iter_mut().zip(replies) {
                if validation.rejection.is_none() {
                    validation.rejection = rejection(validator, &reply);
                }
                validation.output.extend_from_slice(&reply.output);
            }
        }
        Ok(validations)
    }

    /// Why each input is not valid, where it is not.
    ///
    /// # Errors
    /// As for [`Self::validate`].
    pub fn rejections(&self, inputs: &[PathBuf]) -> Result<Vec<Option<String>>, AskError> {
        Ok(self.validate(inputs)?.into_iter().map(|validation| validation.rejection).collect())
    }
}

/// Why the function of the problem does not take an input.
fn misfit(problem: &Problem, input: &Path) -> Result<Option<String>, String> {
    let Some(function) = &problem.function else { return Ok(None) };
    let text = fs::read(input).map_err(|error| format!("failed to read `{}`: {error}", input.display()))?;
    let misfit = function.misfit(&text);
    Ok(misfit.map(|misfit| format!("the input does not fit [function] of problem.toml: {misfit}")))
}

fn rejection(validator: &Helper<'_>, reply: &Reply) -> Option<String> {
    let ending = reply.judgement.execution.as_ref().map(|facts| facts.ending);
    let has_accepted = matches!(ending, Some(Ending::Exited(status)) if ACCEPTS.contains(&status));
    let name = &validator.role.name;
    (!has_accepted).then(|| format!("the validator `{name}` rejects it: {}", last_words(reply)))
}
