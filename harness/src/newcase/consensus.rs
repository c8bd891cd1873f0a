//! The answer on which all right solutions agree: one rule for new cases, for hunting and for growth.
//!
//! There is no majority vote: a disagreement is left to the user. Solutions of one
//! family share their mistakes, so a family counts once, and a consensus needs two.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::anyhow;

use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Name, Split, Verdict};
use crate::newcase::agreement;
use crate::programs::{InputFolder, ProblemPrograms, Solver};
use crate::run::Reply;

/// The outputs of some solutions for one input.
#[derive(Clone, Debug)]
pub enum Consensus {
    /// All answers are the same.
    Agreed {
        /// Their answer.
        answer: Vec<u8>,
        /// Their names.
        by: Vec<Solver>,
    },
    /// They disagree.
    Split(Split),
    /// None answers.
    Silent,
}

/// The solutions whose agreement counts: those that should be right, except these.
#[must_use]
pub fn voters(programs: &ProblemPrograms<'_>, except: &[Solver]) -> Vec<Solver> {
    programs.right_solvers().filter(|solver| !except.contains(solver)).collect()
}

/// The answers of these solutions to each input.
///
/// # Errors
/// The judge failed, or a signal came.
pub fn ask(
    programs: &ProblemPrograms<'_>,
    folder: &InputFolder,
    voters: &[Solver],
    inputs: &[PathBuf],
) -> Result<Vec<Consensus>, Failure> {
    let all = programs.solve(voters, inputs)?;
    all.iter()
        .map(|replies| {
            let groups = agreement::groups(&programs.problem.rules.checker, folder, replies)?;
            Ok(match &groups[..] {
                [] => Consensus::Silent,
                [agreed] => Consensus::Agreed {
                    answer: replies[agreed[0]].output.clone(),
                    by: agreed.iter().map(|place| voters[*place]).collect(),
                },
                [_, _, ..] => Consensus::Split(split(programs, voters, replies, &groups)),
            })
        })
        .collect()
}

/// The outputs of these solutions, in groups of places.
#[must_use]
pub fn split(
    programs: &ProblemPrograms<'_>,
    solvers: &[Solver],
    replies: &[Reply],
    groups: &[Vec<usize>],
) -> Split {
    let name = |place: usize| programs.name(solvers[place]).clone();
    if programs.has_sole_decider() {
        return Split { groups: decided(replies, name), silent: Vec::new() };
    }
    let group = |group: &Vec<usize>| {
        (replies[group[0]].output.clone(), group.iter().map(|place| name(*place)).collect())
    };
    let silent = replies.iter().enumerate().filter(|(_, reply)| !reply.is_complete());
    let why = |(place, reply): (usize, &Reply)| {
        (name(place), format!("{}, {}", reply.judgement.verdict, reply.judgement.reason))
    };
    Split { groups: groups.iter().map(group).collect(), silent: silent.map(why).collect() }
}

/// What an interactor made of dialogues, each with the solutions that it is about.
fn decided(replies: &[Reply], name: impl Fn(usize) -> Name) -> Vec<(Vec<u8>, Vec<Name>)> {
    let mut groups: Vec<(Vec<u8>, Vec<Name>)> = Vec::new();
    for (place, Reply { judgement, .. }) in replies.iter().enumerate() {
        let reason = Some(judgement.reason.as_str()).filter(|reason| !reason.is_empty());
        let verdict = judgement.verdict.to_string();
        let first = [verdict.as_str()].into_iter().chain(reason).collect::<Vec<_>>().join(", ");
        let notes = judgement.notes.iter().filter(|_| judgement.verdict != Verdict::Accepted);
        let lines = [&first].into_iter().chain(notes).map(|line| format!("{line}\n"));
        let text = lines.collect::<String>().into_bytes();
        match groups.iter_mut().find(|(other, _)| *other == text) {
            Some((_, names)) => names.push(name(place)),
            None => groups.push((text, vec![name(place)])),
        }
    }
    groups
}

/// Of how many families these solutions are.
#[must_use]
pub fn families(programs: &ProblemPrograms<'_>, solvers: &[Solver]) -> usize {
    let families: BTreeSet<String> = solvers
        .iter()
        .map(|solver| programs.candidates[*solver].solution)
        .map(|solution| solution.family.clone().unwrap_or_else(|| solution.name.to_string()))
        .collect();
    families.len()
}

/// Refuses a consensus of fewer than two families.
///
/// # Errors
/// These solutions are of fewer.
pub fn need_two_families(
    programs: &ProblemPrograms<'_>,
    voters: &[Solver],
    which: &str,
) -> Result<(), Failure> {
    let families = families(programs, voters);
    if families >= 2 {
        return Ok(());
    }
    let what = anyhow!(
        "a consensus needs solutions of two families {which}; `{}` has {families}",
        programs.problem.name
    );
    let hint = "give --answer FILE, or let the reference answer";
    Err(Failure { code: ExitCode::Unexpected, ..Failure::usage(what).hint(hint) })
}
