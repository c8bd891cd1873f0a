//! Who answers a new case: who adds it, the reference, or all that should be right together.

use std::fmt;
use std::path::PathBuf;

use anyhow::anyhow;

use crate::commands::add::drafts::Draft;
use crate::commands::add::scratch::Scratch;
use crate::commands::add::{Adding, consensus};
use crate::commands::crew::Crew;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Name, Verdict, counted};
use crate::run::Said;
use crate::scaffold::tidy;

/// An answer.
#[derive(Clone, Debug)]
pub struct Answered {
    /// What is expected.
    pub answer: Vec<u8>,
    /// Who says so.
    pub by: By,
}

/// Who answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// Who adds the case.
    Given,
    /// The reference.
    Reference(Name),
    /// Solutions that agree.
    Consensus(Vec<Name>),
}

impl By {
    /// As a case's own file says it.
    #[must_use]
    pub fn noted(&self) -> String {
        match self {
            Self::Given => "given".to_owned(),
            Self::Reference(name) => format!("reference {name}"),
            Self::Consensus(names) => {
                let names: Vec<String> = names.iter().map(ToString::to_string).collect();
                format!("consensus of {}", names.join(", "))
            }
        }
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Given => f.write_str("the given answer"),
            Self::Reference(name) => write!(f, "the reference `{name}`"),
            Self::Consensus(names) => {
                write!(f, "the consensus of {}", counted(names.len(), "solution"))
            }
        }
    }
}

/// What came of asking.
pub enum Answers {
    /// Every draft has an answer.
    All(Vec<Answered>),
    /// The solutions do not agree on some.
    Split(Vec<Split>),
}

/// Who says what to a draft on which the solutions do not agree.
pub struct Split {
    /// The index of the draft.
    pub draft: usize,
    /// Each answer with those who give it.
    pub parts: Vec<(Vec<u8>, Vec<Name>)>,
    /// Those who gave none, and why.
    pub silent: Vec<(Name, String)>,
}

/// Finds the answers of all drafts.
///
/// # Errors
/// There is nobody to ask, or the reference gives no answer.
pub fn find(
    crew: &Crew<'_>,
    adding: &Adding<'_>,
    drafts: &[Draft],
    scratch: &Scratch,
    inputs: &[PathBuf],
) -> Result<Answers, Failure> {
    let mut answers: Vec<Option<Answered>> = drafts
        .iter()
        .map(|draft| draft.answer.clone().map(|answer| Answered { answer, by: By::Given }))
        .collect();
    let open: Vec<usize> = (0..drafts.len()).filter(|index| answers[*index].is_none()).collect();
    if open.is_empty() {
        return Ok(Answers::All(answers.into_iter().flatten().collect()));
    }
    let open_inputs: Vec<PathBuf> = open.iter().map(|index| inputs[*index].clone()).collect();
    let found = if adding.consensus {
        match consensus::ask(crew, scratch, &open_inputs, adding.suspects)? {
            Ok(found) => found,
            Err(splits) => {
                let of_draft = |split: Split| Split { draft: open[split.draft], ..split };
                return Ok(Answers::Split(splits.into_iter().map(of_draft).collect()));
            }
        }
    } else {
        ask_reference(crew, &open_inputs)?
    };
    for (index, Answered { answer, by }) in open.into_iter().zip(found) {
        let answer = if adding.raw { answer } else { tidy(&answer).text };
        answers[index] = Some(Answered { answer, by });
    }
    Ok(Answers::All(answers.into_iter().flatten().collect()))
}

/// What the reference says to each input.
fn ask_reference(crew: &Crew<'_>, inputs: &[PathBuf]) -> Result<Vec<Answered>, Failure> {
    let Some(reference) = &crew.problem.roles.reference else {
        let what = anyhow!("nobody answers the case: `{}` has no reference", crew.problem.name);
        let hint = "give --answer FILE, ask all solutions with --consensus, or say `reference = \"SOLUTION\"` in its problem.toml";
        return Err(Failure::usage(what).hint(hint));
    };
    let place = crew.candidates.iter().position(|candidate| candidate.solution.name == *reference);
    let Some((place, (_, executable))) = place.and_then(|place| Some((place, crew.program(place)?))) else {
        return Err(Failure::usage(anyhow!("the reference `{reference}` cannot be built")));
    };
    let questions: Vec<_> = inputs.iter().map(|input| crew.question(place, executable, input)).collect();
    let said = crew.ask(&questions)?;
    said.into_iter()
        .map(|Said { judgement, output }| match judgement.verdict {
            Verdict::Accepted => Ok(Answered { answer: output, by: By::Reference(reference.clone()) }),
            verdict => {
                let what =
                    anyhow!("the reference `{reference}` gives no answer: {verdict}, {}", judgement.reason);
                Err(Failure {
                    code: ExitCode::Unexpected,
                    ..Failure::usage(what).hint("nothing was written")
                })
            }
        })
        .collect()
}
