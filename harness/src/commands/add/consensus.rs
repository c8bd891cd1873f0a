//! The answer on which all agree that should be right.
//!
//! Nobody is outvoted: two answers are a question for a person, whoever gives them. Solutions of one
//! family make the same mistakes, so their agreement is worth one voice, and a consensus needs two.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::check;
use crate::commands::add::answers::{Answered, By, Split};
use crate::commands::add::scratch::Scratch;
use crate::commands::crew::Crew;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{CheckerChoice, Opinion, Verdict};
use crate::run::Said;

/// Asks everybody about each input: the answers, or the inputs on which they are split. Suspects are
/// not asked.
///
/// # Errors
/// There are not two families to be asked, or they say nothing.
pub fn ask(
    crew: &Crew<'_>,
    scratch: &Scratch,
    inputs: &[PathBuf],
    suspects: &[usize],
) -> Result<Result<Vec<Answered>, Vec<Split>>, Failure> {
    let voters: Vec<usize> = crew.right_ones().filter(|index| !suspects.contains(index)).collect();
    need_two_families(crew, voters.iter().copied(), "that can be built and should be right")?;
    let (mut found, mut splits) = (Vec::new(), Vec::new());
    for (draft, said) in crew.ask_each(&voters, inputs)?.into_iter().enumerate() {
        let parts = partition(&crew.problem.rules.checker, scratch, &said)?;
        let name = |voter: usize| crew.candidates[voters[voter]].solution.name.clone();
        if let [agreed] = &parts[..] {
            need_two_families(crew, agreed.iter().map(|voter| voters[*voter]), "that give an answer")?;
            let by = By::Consensus(agreed.iter().map(|voter| name(*voter)).collect());
            found.push(Answered { answer: said[agreed[0]].output.clone(), by });
        } else {
            splits.push(Split { draft, ..split(crew, &voters, &said, &parts) });
        }
    }
    Ok(if splits.is_empty() { Ok(found) } else { Err(splits) })
}

/// Who of these says what, and who says nothing and why.
#[must_use]
pub fn split(crew: &Crew<'_>, members: &[usize], said: &[Said], parts: &[Vec<usize>]) -> Split {
    let name = |place: usize| crew.candidates[members[place]].solution.name.clone();
    let part =
        |part: &Vec<usize>| (said[part[0]].output.clone(), part.iter().map(|place| name(*place)).collect());
    let silent = said.iter().enumerate().filter(|(_, said)| !has_answered(said));
    let why = |(place, said): (usize, &Said)| {
        (name(place), format!("{}, {}", said.judgement.verdict, said.judgement.reason))
    };
    Split { draft: 0, parts: parts.iter().map(part).collect(), silent: silent.map(why).collect() }
}

/// Whether a program ran to its end within its limits, whatever it printed.
#[must_use]
pub fn has_answered(said: &Said) -> bool {
    said.judgement.verdict == Verdict::Accepted
}

/// A consensus of one is none.
///
/// # Errors
/// These are of fewer than two families.
pub fn need_two_families(
    crew: &Crew<'_>,
    voters: impl Iterator<Item = usize>,
    which: &str,
) -> Result<(), Failure> {
    let families: BTreeSet<String> = voters
        .map(|voter| crew.candidates[voter].solution)
        .map(|solution| solution.family.clone().unwrap_or_else(|| solution.name.to_string()))
        .collect();
    if families.len() >= 2 {
        return Ok(());
    }
    let what = anyhow!(
        "a consensus needs solutions of two families {which}; `{}` has {}",
        crew.problem.name,
        families.len()
    );
    let hint = "give --answer FILE, or let the reference answer";
    Err(Failure { code: ExitCode::Unexpected, ..Failure::usage(what).hint(hint) })
}

/// The places of those who gave an answer, those together who gave the same under the rule by which
/// the problem compares.
///
/// # Errors
/// An answer cannot be written to be compared with.
pub fn partition(
    choice: &CheckerChoice,
    scratch: &Scratch,
    said: &[Said],
) -> Result<Vec<Vec<usize>>, Failure> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for (voter, own) in said.iter().enumerate().filter(|(_, said)| has_answered(said)) {
        let mut place = None;
        for (index, part) in parts.iter().enumerate() {
            let first = &said[part[0]].output;
            // Most answers are equal to the byte, and then nobody needs to look at what they mean.
            if *first == own.output || is_same(choice, &scratch.write("said", first)?, &own.output)? {
                place = Some(index);
                break;
            }
        }
        match place {
            Some(index) => parts[index].push(voter),
            None => parts.push(vec![voter]),
        }
    }
    Ok(parts)
}

fn is_same(choice: &CheckerChoice, answer: &Path, output: &[u8]) -> Result<bool, Failure> {
    let mut checker = check::open(choice, answer).map_err(Failure::judge)?;
    checker.feed(output);
    match checker.finish() {
        Opinion::Right { .. } => Ok(true),
        Opinion::Wrong(_) => Ok(false),
        Opinion::Broken(why) => Err(Failure::judge(anyhow!(why))),
    }
}
