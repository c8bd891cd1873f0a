//! What is right for inputs that nobody has seen before.

use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::commands::add::consensus::{has_answered, partition};
use crate::commands::add::scratch::Scratch;
use crate::commands::crew::Crew;
use crate::exit_code::ExitCode;
use crate::failure::Failure;

/// The answers to these inputs: those of the reference, and where it gives none or there is none, the one
/// on which all agree that should be right and answer at all. Nothing where nobody does.
///
/// # Errors
/// They do not agree, or there is nobody to ask.
pub fn find(
    crew: &Crew<'_>,
    scratch: &Scratch,
    inputs: &[PathBuf],
    label: &dyn Fn(usize) -> String,
) -> Result<Option<Vec<Vec<u8>>>, Failure> {
    let mut answers = ask_reference(crew, inputs)?;
    let others: Vec<usize> = crew.right_ones().filter(|index| crew.reference() != Some(*index)).collect();
    for (place, answer) in answers.iter_mut().enumerate().filter(|(_, answer)| answer.is_none()) {
        *answer = agree(crew, scratch, &others, &inputs[place], &|| label(place))?;
    }
    Ok(answers.into_iter().collect())
}

fn ask_reference(crew: &Crew<'_>, inputs: &[PathBuf]) -> Result<Vec<Option<Vec<u8>>>, Failure> {
    let Some(reference) = crew.reference() else { return Ok(vec![None; inputs.len()]) };
    let said = crew.ask_each(&[reference], inputs)?.into_iter().flatten();
    Ok(said.map(|said| has_answered(&said).then_some(said.output)).collect())
}

/// The one answer that these give.
fn agree(
    crew: &Crew<'_>,
    scratch: &Scratch,
    voters: &[usize],
    input: &Path,
    label: &dyn Fn() -> String,
) -> Result<Option<Vec<u8>>, Failure> {
    let said = crew.ask_each(voters, &[input.to_owned()])?.pop().unwrap_or_default();
    let parts = partition(&crew.problem.rules.checker, scratch, &said)?;
    match &parts[..] {
        [] => Ok(None),
        [agreed] => Ok(Some(said[agreed[0]].output.clone())),
        [_, _, ..] => {
            let name = |place: &usize| crew.candidates[voters[*place]].solution.name.to_string();
            let sides: Vec<String> =
                parts.iter().map(|part| part.iter().map(name).collect::<Vec<_>>().join(", ")).collect();
            let what =
                anyhow!("those that should be right do not agree on {}: {}", label(), sides.join(" | "));
            let hint = format!(
                "`harness hunt {}` makes the input small; or say `reference = \"SOLUTION\"` in problem.toml",
                crew.problem.name
            );
            Err(Failure { code: ExitCode::Unexpected, ..Failure::usage(what).hint(hint) })
        }
    }
}
