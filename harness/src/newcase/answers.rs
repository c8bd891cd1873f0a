//! The answers of new cases: given, from the reference, or by consensus.

use std::path::PathBuf;

use anyhow::anyhow;

use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{AnswerBy, Name, RoleKind, Split};
use crate::newcase::agreement;
use crate::newcase::consensus::{self, Consensus};
use crate::newcase::draft::Draft;
use crate::newcase::request::AddRequest;
use crate::programs::{InputFolder, ProblemPrograms};
use crate::scaffold::tidy;

/// An answer and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The expected output; none where none is needed.
    pub answer: Option<Vec<u8>>,
    /// From where it is.
    pub by: AnswerBy,
}

impl Answered {
    /// No answer, because this program decides alone.
    #[must_use]
    pub fn left_to((kind, name): (RoleKind, &Name)) -> Self {
        Self { answer: None, by: AnswerBy::Decider(kind, name.clone()) }
    }
}

/// The answers of all drafts, or the places of those on which the solutions do not agree.
pub type Answers = Result<Vec<Answered>, Vec<(usize, Split)>>;

/// The answers of all drafts, or the drafts on which the solutions do not agree.
///
/// # Errors
/// No solution can answer, or the reference gives no answer.
pub fn find(
    programs: &ProblemPrograms<'_>,
    request: &AddRequest<'_>,
    drafts: &[Draft],
    folder: &InputFolder,
    inputs: &[PathBuf],
) -> Result<Answers, Failure> {
    let mut answers: Vec<Option<Answered>> = drafts
        .iter()
        .map(|draft| {
            draft.answer.clone().map(|answer| Answered { answer: Some(answer), by: AnswerBy::Given })
        })
        .collect();
    if let Some(decider) = programs.sole_decider() {
        refuse_consensus(programs, decider.0, request)?;
        let left = answers.into_iter().map(|answer| answer.unwrap_or_else(|| Answered::left_to(decider)));
        return Ok(Ok(left.collect()));
    }
    let open: Vec<usize> = (0..drafts.len()).filter(|index| answers[*index].is_none()).collect();
    if !open.is_empty() {
        let open_inputs: Vec<PathBuf> = open.iter().map(|index| inputs[*index].clone()).collect();
        let found = if request.consensus {
            match by_consensus(programs, request, folder, &open_inputs)? {
                Ok(found) => found,
                Err(splits) => {
                    return Ok(Err(splits.into_iter().map(|(place, split)| (open[place], split)).collect()));
                }
            }
        } else {
            by_reference(programs, &open_inputs)?
        };
        for (index, Answered { answer, by }) in open.into_iter().zip(found) {
            let answer = answer.map(|answer| if request.raw { answer } else { tidy(&answer).text });
            answers[index] = Some(Answered { answer, by });
        }
    }
    Ok(Ok(answers.into_iter().flatten().collect()))
}

/// Refuses the consensus of solutions whose output is no answer.
///
/// # Errors
/// It was asked for.
fn refuse_consensus(
    programs: &ProblemPrograms<'_>,
    decider: RoleKind,
    request: &AddRequest<'_>,
) -> Result<(), Failure> {
    if !request.consensus {
        return Ok(());
    }
    let (nature, kind) = (programs.problem.roles.nature(), decider.key());
    let what = anyhow!(
        "`{}` {nature}: its {kind} decides, and solutions have no answers to agree on",
        programs.problem.name
    );
    let hint = format!("omit --consensus; --answer FILE stores an answer that the {kind} reads");
    Err(Failure::usage(what).hint(hint))
}

/// Refuses answers that the rule of the problem cannot read: no output would be right. Where a program decides alone,
/// what is in them is known to it alone.
///
/// # Errors
/// There is one, or its file cannot be read.
pub fn refuse_unreadable(
    programs: &ProblemPrograms<'_>,
    folder: &InputFolder,
    answers: &[Answered],
) -> Result<(), Failure> {
    if programs.has_sole_decider() {
        return Ok(());
    }
    let rule = &programs.problem.rules.checker;
    for Answered { answer, by } in answers {
        let Some(answer) = answer else { continue };
        let Some(why) = agreement::unreadable(rule, folder, answer)? else { continue };
        let what = anyhow!("{by} is not a valid answer: {why}, so nothing was written");
        let code = if *by == AnswerBy::Given { ExitCode::Usage } else { ExitCode::Unexpected };
        return Err(Failure { code, ..Failure::usage(what) });
    }
    Ok(())
}

fn by_consensus(
    programs: &ProblemPrograms<'_>,
    request: &AddRequest<'_>,
    folder: &InputFolder,
    inputs: &[PathBuf],
) -> Result<Answers, Failure> {
    let voters = consensus::voters(programs, request.targets);
    consensus::need_two_families(programs, &voters, "that can be built and should be right")?;
    let (mut found, mut splits) = (Vec::new(), Vec::new());
    for (place, said) in consensus::ask(programs, folder, &voters, inputs)?.into_iter().enumerate() {
        let (answer, by) = match said {
            Consensus::Agreed { answer, by } => (answer, by),
            Consensus::Silent => (Vec::new(), Vec::new()),
            Consensus::Split(split) => {
                splits.push((place, split));
                continue;
            }
        };
        consensus::need_two_families(programs, &by, "that give an answer")?;
        found.push(Answered { answer: Some(answer), by: AnswerBy::Consensus(programs.names(&by)) });
    }
    Ok(if splits.is_empty() { Ok(found) } else { Err(splits) })
}

fn by_reference(programs: &ProblemPrograms<'_>, inputs: &[PathBuf]) -> Result<Vec<Answered>, Failure> {
    let Some(reference) = programs.reference() else {
        if let Some(name) = &programs.problem.roles.reference {
            return Err(Failure::usage(anyhow!("the reference `{name}` cannot be built")));
        }
        let what = anyhow!("the case has no answer: `{}` has no reference", programs.problem.name);
        let hint = "give --answer FILE, ask all solutions with --consensus, or add `reference = \"SOLUTION\"` to its problem.toml";
        return Err(Failure::usage(what).hint(hint));
    };
    let name = programs.name(reference);
    let replies = programs.solve(&[reference], inputs)?.into_iter().flatten();
    replies
        .map(|reply| {
            if reply.is_complete() {
                return Ok(Answered { answer: Some(reply.output), by: AnswerBy::Reference(name.clone()) });
            }
            let (verdict, reason) = (reply.judgement.verdict, reply.judgement.reason);
            let what = anyhow!("the reference `{name}` gives no answer: {verdict}, {reason}");
            Err(Failure { code: ExitCode::Unexpected, ..Failure::usage(what).hint("nothing was written") })
        })
        .collect()
}
