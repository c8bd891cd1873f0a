//! What validators say of inputs.

use std::path::PathBuf;

use harness_sandbox::{Ending, Stdin};

use crate::model::Name;
use crate::programs::ask::Asked;
use crate::programs::problem_programs::{Helper, last_words};
use crate::programs::{AskError, ProblemPrograms};
use crate::run::{Question, Reply};

/// The exit statuses with which a validator accepts: 0, and 42 in the packages of Kattis.
const ACCEPTS: [i32; 2] = [0, 42];

/// What the validators of a problem say of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validation {
    /// Why one of them rejects the input, if one does.
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

    /// What the validators say of each input; without one, every input is valid.
    ///
    /// # Errors
    /// The judge failed, or a signal came.
    pub fn validate(&self, inputs: &[PathBuf]) -> Result<Vec<Validation>, AskError> {
        let mut validations = vec![Validation::default(); inputs.len()];
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

fn rejection(validator: &Helper<'_>, reply: &Reply) -> Option<String> {
    let ending = reply.judgement.execution.as_ref().map(|facts| facts.ending);
    let has_accepted = matches!(ending, Some(Ending::Exited(status)) if ACCEPTS.contains(&status));
    let name = &validator.role.name;
    (!has_accepted).then(|| format!("the validator `{name}` rejects it: {}", last_words(reply)))
}
