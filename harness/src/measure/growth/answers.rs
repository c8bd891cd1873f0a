//! The answers to generated inputs.

use std::path::PathBuf;

use anyhow::anyhow;

use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::Name;
use crate::newcase::consensus::{self, Consensus};
use crate::programs::{InputFolder, ProblemPrograms, Solver};
use crate::run::Reply;
use crate::ui::shell_word;

/// The answers to these inputs: those of the reference, and where it gives none or there is none, those of
/// the consensus. Nothing where one has no answer but needs it: an interactor needs none.
///
/// # Errors
/// The solutions do not agree, or the judge failed.
pub fn find(
    programs: &ProblemPrograms<'_>,
    folder: &InputFolder,
    inputs: &[PathBuf],
    label: &dyn Fn(usize) -> String,
) -> Result<Option<Vec<Option<Vec<u8>>>>, Failure> {
    if programs.has_sole_decider() {
        return Ok(Some(vec![None; inputs.len()]));
    }
    let reference: Vec<Solver> = programs.reference().into_iter().collect();
    let mut answers: Vec<Option<Vec<u8>>> = vec![None; inputs.len()];
    for (answer, replies) in answers.iter_mut().zip(programs.solve(&reference, inputs)?) {
        *answer = replies.into_iter().next().filter(Reply::is_complete).map(|reply| reply.output);
    }
    let voters = consensus::voters(programs, &reference);
    for (place, answer) in answers.iter_mut().enumerate().filter(|(_, answer)| answer.is_none()) {
        let said = consensus::ask(programs, folder, &voters, &inputs[place..=place])?;
        *answer = match said.into_iter().next() {
            Some(Consensus::Agreed { answer, .. }) => Some(answer),
            Some(Consensus::Silent) | None => None,
            Some(Consensus::Split(split)) => {
                let names = |(_, names): &(Vec<u8>, Vec<Name>)| {
                    names.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
                };
                let sides: Vec<String> = split.groups.iter().map(names).collect();
                return Err(disagreement(programs, &label(place), &sides));
            }
        };
    }
    Ok(answers.iter().all(Option::is_some).then_some(answers))
}

fn disagreement(programs: &ProblemPrograms<'_>, label: &str, sides: &[String]) -> Failure {
    let what = anyhow!("solutions that should be right do not agree on {label}: {}", sides.join(" | "));
    let hint = format!(
        "`harness hunt {}` makes the input small; or add `reference = \"SOLUTION\"` to problem.toml",
        shell_word(&programs.problem.name.to_string())
    );
    Failure { code: ExitCode::Unexpected, ..Failure::usage(what).hint(hint) }
}
