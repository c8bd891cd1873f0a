//! What is right for inputs that nobody has seen before.

use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::commands::add::consensus::{has_answered, partition};
use crate::commands::add::scratch::Scratch;
use crate::commands::crew::Crew;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::run::Question;

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
    let others: Vec<usize> = (0..crew.candidates.len())
        .filter(|index| !is_reference(crew, *index))
        .filter(|index| crew.is_always_right(*index) && crew.program(*index).is_some())
        .collect();
    for (place, answer) in answers.iter_mut().enumerate().filter(|(_, answer)| answer.is_none()) {
        *answer = agree(crew, scratch, &others, &inputs[place], &|| label(place))?;
    }
    Ok(answers.into_iter().collect())
}

fn is_reference(crew: &Crew<'_>, index: usize) -> bool {
    crew.problem.roles.reference.as_ref() == Some(&crew.candidates[index].solution.name)
}

fn ask_reference(crew: &Crew<'_>, inputs: &[PathBuf]) -> Result<Vec<Option<Vec<u8>>>, Failure> {
    let reference = (0..crew.candidates.len()).find(|index| is_reference(crew, *index));
    let Some((reference, (_, executable))) = reference.and_then(|index| Some((index, crew.program(index)?)))
    else {
        return Ok(vec![None; inputs.len()]);
    };
    let questions: Vec<Question> =
        inputs.iter().map(|input| crew.question(reference, executable, input)).collect();
    let said = crew.ask(&questions)?;
    Ok(said.into_iter().map(|said| has_answered(&said).then_some(said.output)).collect())
}

/// The one answer that these give.
fn agree(
    crew: &Crew<'_>,
    scratch: &Scratch,
    voters: &[usize],
    input: &Path,
    label: &dyn Fn() -> String,
) -> Result<Option<Vec<u8>>, Failure> {
    let question =
        |voter: &usize| crew.program(*voter).map(|(_, executable)| crew.question(*voter, executable, input));
    let questions: Vec<Question> = voters.iter().filter_map(question).collect();
    let said = crew.ask(&questions)?;
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
