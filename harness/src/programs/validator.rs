//! What validators say of inputs, and whether the function of the problem takes them.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use harness_sandbox::{Ending, Kept, Stdin};

use crate::model::{Name, Problem, Protocol, Validity, plain};
use crate::programs::ask::Asked;
use crate::programs::problem_programs::{Helper, last_words};
use crate::programs::{AskError, ProblemPrograms};
use crate::run::{Question, Reply};

/// The argument with which a validator of testlib is told where to write what the input reaches.
const OVERVIEW: &str = "--testOverviewLogFileName";

/// The file, in the folder in which the validator runs.
const OVERVIEW_FILE: &str = "overview.log";

/// What the validators of a problem say of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validation {
    /// Why the input is not valid, if it is not.
    pub rejection: Option<String>,
    /// How one of them failed, if one did: then it is unknown whether the input is valid.
    pub failure: Option<String>,
    /// What they printed.
    pub output: Vec<u8>,
    /// What those of testlib wrote of the ends of ranges that the input reaches.
    pub overview: Vec<u8>,
}

/// What a validator said of an input.
struct Said {
    reply: Reply,
    /// The file that it left.
    overview: Vec<u8>,
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
            validations.push(Validation { rejection, ..Validation::default() });
        }
        for validator in &self.validators {
            let all = self.say(validator, inputs)?;
            for (validation, Said { reply, overview }) in validations.iter_mut().zip(all) {
                match rejection(validator, &reply) {
                    Ok(rejection) => validation.rejection = validation.rejection.take().or(rejection),
                    Err(why) => validation.failure = validation.failure.take().or(Some(why)),
                }
                validation.output.extend_from_slice(&reply.output);
                validation.overview.extend_from_slice(&overview);
            }
        }
        Ok(validations)
    }

    /// What one validator says of each input.
    fn say(&self, validator: &Helper<'_>, inputs: &[PathBuf]) -> Result<Vec<Said>, AskError> {
        let tells = validator.role.protocol == Some(Protocol::Testlib);
        let args = if tells { vec![OsString::from(OVERVIEW), OVERVIEW_FILE.into()] } else { Vec::new() };
        let kept: Vec<Option<Kept>> =
            inputs.iter().map(|_| tells.then(|| Kept::files(&[OVERVIEW_FILE]))).collect();
        let question = |(input, kept): (&PathBuf, &Option<Kept>)| {
            let limits = self.helper_limits.clone();
            let mut program = validator.executable.program(&args, Stdin::File(input.clone()), &limits);
            program.kept.clone_from(kept);
            Question { program, limits }
        };
        let name = format!("the validator `{}`", validator.role.name);
        let asked = |_| Asked::helper(name.clone(), None);
        let questions: Vec<Question> = inputs.iter().zip(&kept).map(question).collect();
        let replies = self.ask(&questions, asked)?;
        let overview = |kept: Option<Kept>| kept.map(|kept| kept.content(OVERVIEW_FILE)).unwrap_or_default();
        let said = replies.into_iter().zip(kept);
        Ok(said.map(|(reply, kept)| Said { reply, overview: overview(kept) }).collect())
    }

    /// Why each input is not valid, where it is not.
    ///
    /// # Errors
    /// As for [`Self::validate`], or a validator failed.
    pub fn rejections(&self, inputs: &[PathBuf]) -> Result<Vec<Option<String>>, AskError> {
        let validations = self.validate(inputs)?.into_iter();
        let rejection = |validation: Validation| match validation.failure {
            Some(why) => Err(AskError::Failed(why)),
            None => Ok(validation.rejection),
        };
        validations.map(rejection).collect()
    }

    /// Which of these inputs are certainly valid: of an input that is a changed one, a validator that fails says
    /// as much as one that rejects it.
    ///
    /// # Errors
    /// As for [`Self::validate`].
    pub fn are_valid(&self, inputs: &[PathBuf]) -> Result<Vec<bool>, AskError> {
        let validations = self.validate(inputs)?.into_iter();
        Ok(validations.map(|said| said.rejection.is_none() && said.failure.is_none()).collect())
    }
}

/// Why the function of the problem does not take an input.
fn misfit(problem: &Problem, input: &Path) -> Result<Option<String>, String> {
    let Some(function) = &problem.function else { return Ok(None) };
    let text = fs::read(input).map_err(|error| format!("failed to read `{}`: {error}", input.display()))?;
    let misfit = function.misfit(&text);
    Ok(misfit.map(|misfit| format!("the input does not fit [function] of problem.toml: {misfit}")))
}

/// Why a validator rejects an input, if it does.
///
/// # Errors
/// How it failed to decide.
fn rejection(validator: &Helper<'_>, reply: &Reply) -> Result<Option<String>, String> {
    let protocol = validator.role.protocol;
    let ending = reply.judgement.execution.as_ref().map(|facts| facts.ending);
    let (validity, how) = match (ending, protocol) {
        (Some(Ending::Exited(status)), _) => {
            let how = format!("exit status {status} ({})", Validity::STATUSES);
            (Validity::of(protocol, status), how)
        }
        (_, None) => (Validity::Invalid, String::new()),
        (_, Some(_)) => {
            let how = format!("{}, {}", reply.judgement.verdict, reply.judgement.reason);
            (Validity::Unknown, how)
        }
    };
    let name = &validator.role.name;
    match validity {
        Validity::Valid => Ok(None),
        Validity::Invalid => {
            Ok(Some(format!("the validator `{name}` rejects it: {}", reason(protocol, reply))))
        }
        Validity::Unknown => {
            let words = reason(protocol, reply);
            let words = if words == reply.judgement.reason { String::new() } else { format!(": {words}") };
            Err(format!("the validator `{name}` failed: {how}{words}"))
        }
    }
}

/// The last words of a validator. Those of Kattis explain themselves on either stream.
fn reason(protocol: Option<Protocol>, reply: &Reply) -> String {
    let words = last_words(reply);
    let printed = String::from_utf8_lossy(&reply.output);
    let printed = printed.lines().rfind(|line| !line.trim().is_empty());
    match printed {
        Some(line) if protocol == Some(Protocol::Kattis) && words == reply.judgement.reason.trim() => {
            plain(line.trim())
        }
        Some(_) | None => words,
    }
}
