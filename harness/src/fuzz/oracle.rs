//! The references, the targets, and what an input shows about them.
//!
//! A run costs more than anything else here, so an input first runs on one reference and the targets. The
//! other references run where these differ, because only all of them together show which is wrong; and on
//! a sample of the inputs, see [`Sampling`], because a reference and a target can share a mistake.
//!
//! Where a program checks outputs, it says of each whether it is right, given the output of the reference as the
//! answer. It cannot say whether two outputs agree, so there is one reference then.
//!
//! An interactor decides about each solution alone. So no reference is needed; that of the problem, where it has one,
//! talks first, and where it fails, too, the input or the interactor is doubted.

use std::borrow::Cow;
use std::path::PathBuf;

use anyhow::anyhow;

use crate::failure::Failure;
use crate::model::Verdict;
use crate::newcase::agreement::groups;
use crate::programs::{CheckedOutput, InputFolder, ProblemPrograms, Solver};
use crate::run::Reply;
use crate::ui::shell_word;

/// Which of the other references run on an input on which the first one and the targets agree. The number of
/// the input decides, and no clock: one command then finds the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sampling {
    /// None.
    Nothing,
    /// Those that are programs of their own.
    Quick,
    /// Those that a runtime runs, where there are no others: one start of it takes as long as a hundred runs of the
    /// others.
    Hosted,
    /// All.
    All,
}

impl Sampling {
    // Inputs of even numbers are generated and those of odd numbers mutated, so that multiples of odd numbers are
    // samples of both.

    /// References that are programs of their own run on every so many inputs.
    const QUICK: u64 = 31;

    /// References that a runtime runs run on every so many inputs, where no others confirm the first one.
    const HOSTED: u64 = 9 * Self::QUICK;

    /// All references run on every so many inputs.
    const ALL: u64 = 33 * Self::QUICK;

    /// For the input of this number.
    #[must_use]
    pub fn of(index: u64) -> Self {
        if index.is_multiple_of(Self::ALL) {
            Self::All
        } else if index.is_multiple_of(Self::HOSTED) {
            Self::Hosted
        } else if index.is_multiple_of(Self::QUICK) {
            Self::Quick
        } else {
            Self::Nothing
        }
    }
}

/// The solutions that take part in a hunt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oracle {
    /// The references: that of the problem, or else all that should be right, those that a runtime runs last.
    pub references: Vec<Solver>,
    /// The targets.
    pub targets: Vec<Solver>,
    /// The targets were named: they may contradict, and are no part of a consensus.
    pub is_named: bool,
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discrepancy {
    /// The references do not agree, or give no answer.
    Disagreement,
    /// A target fails, or contradicts the references.
    Fails {
        /// Which.
        target: Solver,
        /// How.
        verdict: Verdict,
    },
}

/// What an input shows.
#[derive(Clone, Debug)]
pub struct Outputs {
    /// What is wrong, if anything is.
    pub discrepancy: Option<Discrepancy>,
    /// The solutions that ran: references, then targets.
    pub members: Vec<Solver>,
    /// What each of them printed.
    pub replies: Vec<Reply>,
    /// The places in `replies` of those that say the same, or that the interactor accepts.
    pub groups: Vec<Vec<usize>>,
}

impl Oracle {
    /// The oracle for targets of these names; without names, for all that may still be found wrong.
    ///
    /// # Errors
    /// There is no such solution, it cannot be built, or there is nothing to compare it with.
    pub fn of(programs: &ProblemPrograms<'_>, names: &[String]) -> Result<Self, Failure> {
        let named = names.iter().map(|name| programs.find(name)).collect::<Result<Vec<Solver>, Failure>>()?;
        let is_free = |solver: &Solver| !named.contains(solver);
        let mut references: Vec<Solver> = programs.reference().filter(is_free).into_iter().collect();
        if references.is_empty() && !programs.has_sole_decider() {
            references = programs.right_solvers().filter(is_free).collect();
            references.sort_by_key(|solver| programs.is_hosted(*solver));
        }
        let may_be_wrong = |solver: &Solver| programs.is_right(*solver) || survives(programs, *solver);
        let mut targets = if names.is_empty() {
            let is_target = |solver: &Solver| may_be_wrong(solver) && !references.contains(solver);
            programs.solvers().filter(is_target).collect()
        } else {
            named
        };
        if programs.has_sole_decider() {
            if targets.is_empty() {
                // The reference can still fail.
                targets = std::mem::take(&mut references);
            }
            refuse_none(programs, &targets)?;
            return Ok(Self { references, targets, is_named: !names.is_empty() });
        }
        if references.is_empty() {
            // The targets can still be compared with each other.
            references = std::mem::take(&mut targets);
        }
        if references.len() + targets.len() < 2 {
            let what = anyhow!("`{}` needs at least two solutions to compare", programs.problem.name);
            return Err(Failure::usage(what).hint("write a second solution, however slow"));
        }
        refuse_several(programs, &references)?;
        Ok(Self { references, targets, is_named: !names.is_empty() })
    }

    /// The oracle for a solution that is only measured: the reference gives the answer, or where there is
    /// none the solution itself.
    #[must_use]
    pub fn to_measure(programs: &ProblemPrograms<'_>, target: Solver) -> Self {
        let reference = programs.reference().unwrap_or(target);
        let targets = if reference == target { Vec::new() } else { vec![target] };
        Self { references: vec![reference], targets, is_named: false }
    }

    /// The same with the target that has this discrepancy alone.
    #[must_use]
    pub fn narrowed_to(&self, discrepancy: Discrepancy) -> Self {
        let targets = match discrepancy {
            Discrepancy::Disagreement => Vec::new(),
            Discrepancy::Fails { target, .. } => vec![target],
        };
        Self { targets, ..self.clone() }
    }

    /// The same with all other right solutions as targets, too.
    #[must_use]
    pub fn with_all_right(&self, programs: &ProblemPrograms<'_>) -> Self {
        let mut targets = self.targets.clone();
        let is_new = |solver: &Solver| !self.references.contains(solver) && !self.targets.contains(solver);
        targets.extend(programs.right_solvers().filter(is_new));
        Self { targets, ..self.clone() }
    }

    /// What these inputs show. The other references run where the first one and the targets differ, and on what
    /// `sample` says of an input.
    ///
    /// # Errors
    /// The judge failed, or a signal came.
    pub fn compare(
        &self,
        programs: &ProblemPrograms<'_>,
        folder: &InputFolder,
        inputs: &[PathBuf],
        sample: impl Fn(usize) -> Sampling,
    ) -> Result<Vec<Outputs>, Failure> {
        if programs.has_sole_decider() {
            return self.talk(programs, inputs);
        }
        let Some((first, others)) = self.references.split_first() else { return Ok(Vec::new()) };
        let members = [&[*first], &self.targets[..]].concat();
        let replies = programs.solve(&members, inputs)?;
        let agreed = agreed(programs, folder, inputs, &replies)?;
        let mut compared = Vec::new();
        for (replies, agreed) in replies.into_iter().zip(agreed) {
            compared.push(outputs(programs, folder, (members.clone(), 1), replies, agreed)?);
        }
        let (hosted, quick): (Vec<Solver>, Vec<Solver>) =
            others.iter().partition(|solver| programs.is_hosted(**solver));
        let least_hosted = if quick.is_empty() { Sampling::Hosted } else { Sampling::All };
        let mut asked = 1;
        for (more, least) in [(quick, Sampling::Quick), (hosted, least_hosted)] {
            let is_all = |place: usize| self.targets.is_empty() || sample(place) >= least;
            let open: Vec<usize> = (0..compared.len())
                .filter(|place| is_all(*place) || compared[*place].discrepancy.is_some())
                .collect();
            ask_more(programs, folder, inputs, (&more, asked), &open, &mut compared)?;
            asked += more.len();
        }
        Ok(compared)
    }

    /// What these inputs show where an interactor decides.
    fn talk(&self, programs: &ProblemPrograms<'_>, inputs: &[PathBuf]) -> Result<Vec<Outputs>, Failure> {
        let members = [&self.references[..], &self.targets[..]].concat();
        let outputs = |replies: Vec<Reply>| {
            let verdicts: Vec<Verdict> = replies.iter().map(|reply| reply.judgement.verdict).collect();
            let accepted = (0..replies.len()).filter(|place| replies[*place].is_complete()).collect();
            let groups = vec![accepted];
            let discrepancy = discrepancy(&members, self.references.len(), &groups, &verdicts);
            Outputs { discrepancy, members: members.clone(), replies, groups }
        };
        Ok(programs.solve(&members, inputs)?.into_iter().map(outputs).collect())
    }
}

/// Runs more references on those of the inputs that are open. So many have run on them.
fn ask_more(
    programs: &ProblemPrograms<'_>,
    folder: &InputFolder,
    inputs: &[PathBuf],
    (more, asked): (&[Solver], usize),
    open: &[usize],
    compared: &mut [Outputs],
) -> Result<(), Failure> {
    if more.is_empty() {
        return Ok(());
    }
    let open_inputs: Vec<PathBuf> = open.iter().map(|place| inputs[*place].clone()).collect();
    for (place, new) in open.iter().zip(programs.solve(more, &open_inputs)?) {
        let mut replies = std::mem::take(&mut compared[*place].replies);
        let mut members = std::mem::take(&mut compared[*place].members);
        replies.splice(asked..asked, new);
        members.splice(asked..asked, more.iter().copied());
        compared[*place] = outputs(programs, folder, (members, asked + more.len()), replies, None)?;
    }
    Ok(())
}

fn outputs(
    programs: &ProblemPrograms<'_>,
    folder: &InputFolder,
    (members, references): (Vec<Solver>, usize),
    replies: Vec<Reply>,
    agreed: Option<Vec<usize>>,
) -> Result<Outputs, Failure> {
    let groups = groups(&programs.problem.rules.checker, folder, &replies)?;
    let verdicts: Vec<Verdict> = replies.iter().map(|reply| reply.judgement.verdict).collect();
    let discrepancy = match agreed {
        Some(agreed) => discrepancy(&members, references, &[agreed], &verdicts),
        None => discrepancy(&members, references, &groups, &verdicts),
    };
    Ok(Outputs { discrepancy, members, replies, groups })
}

/// For each input the places of the replies that are right if the first one is, as the checker program says;
/// none where no program checks. What is equal to the first one need not be checked.
fn agreed(
    programs: &ProblemPrograms<'_>,
    folder: &InputFolder,
    inputs: &[PathBuf],
    replies: &[Vec<Reply>],
) -> Result<Vec<Option<Vec<usize>>>, Failure> {
    if !programs.has_checker() {
        return Ok(vec![None; replies.len()]);
    }
    let mut agreed: Vec<Vec<usize>> = Vec::new();
    let (mut open, mut outputs) = (Vec::new(), Vec::new());
    for (index, replies) in replies.iter().enumerate() {
        let mut same = Vec::new();
        if let Some(first) = replies.first().filter(|first| first.is_complete()) {
            let complete = replies.iter().enumerate().filter(|(_, reply)| reply.is_complete());
            let (equal, others): (Vec<_>, Vec<_>) =
                complete.partition(|(_, reply)| reply.output == first.output);
            same.extend(equal.into_iter().map(|(place, _)| place));
            if !others.is_empty() {
                let answer = folder.write(&format!("answer-{index}"), &first.output)?;
                for (place, reply) in others {
                    open.push((index, place));
                    let (input, answer) = (inputs[index].clone(), answer.clone());
                    outputs.push(CheckedOutput { input, output: &reply.output, answer });
                }
            }
        }
        agreed.push(same);
    }
    for ((index, place), is_right) in open.into_iter().zip(programs.accepts(&outputs)?) {
        if is_right {
            agreed[index].push(place);
        }
    }
    Ok(agreed.into_iter().map(Some).collect())
}

/// Refuses a hunt for nothing.
///
/// # Errors
/// There is no target.
fn refuse_none(programs: &ProblemPrograms<'_>, targets: &[Solver]) -> Result<(), Failure> {
    if !targets.is_empty() {
        return Ok(());
    }
    let what = anyhow!("`{}` has no solution that is built and not known to be wrong", programs.problem.name);
    Err(Failure::usage(what).hint("name the solution to break"))
}

/// Refuses references that would have to agree where only a program can tell what is right.
///
/// # Errors
/// There are several, and a program checks outputs.
fn refuse_several(programs: &ProblemPrograms<'_>, references: &[Solver]) -> Result<(), Failure> {
    if !programs.has_checker() || references.len() < 2 {
        return Ok(());
    }
    let name = &programs.problem.name;
    let what = anyhow!(
        "a program checks outputs of `{name}`, and cannot tell whether {} solutions agree",
        references.len()
    );
    let first = shell_word(&programs.name(references[0]).to_string());
    let hint = format!(
        "`--trust {first}` takes the answers of that solution as right; so does `reference` in cases/{name}/problem.toml, unless it is a target"
    );
    Err(Failure::usage(what).hint(hint))
}

/// What is wrong where members, of which so many are references, say the same in these groups and end like
/// that.
fn discrepancy(
    members: &[Solver],
    references: usize,
    groups: &[Vec<usize>],
    verdicts: &[Verdict],
) -> Option<Discrepancy> {
    let holds_all = |group: &&Vec<usize>| (0..references).all(|reference| group.contains(&reference));
    let Some(agreed) = groups.iter().find(holds_all) else { return Some(Discrepancy::Disagreement) };
    (references..members.len()).find_map(|place| {
        let verdict = match verdicts[place] {
            Verdict::Accepted if agreed.contains(&place) => return None,
            Verdict::Accepted => Verdict::WrongAnswer,
            failure => failure,
        };
        Some(Discrepancy::Fails { target: members[place], verdict })
    })
}

impl Outputs {
    /// The answer of the references, where they give one.
    #[must_use]
    pub fn answer(&self) -> Option<&[u8]> {
        let agree = !matches!(self.discrepancy, Some(Discrepancy::Disagreement));
        self.replies.first().filter(|reply| agree && reply.is_complete()).map(|reply| &reply.output[..])
    }

    /// What tells this input from others: the answer, or where nothing is printed for it but to an interactor, how
    /// much was said.
    #[must_use]
    pub fn mark(&self) -> Option<Cow<'_, [u8]>> {
        let answer = self.answer()?;
        let facts = self.replies.first().and_then(|reply| reply.judgement.execution.as_ref());
        let said = facts.map_or(0, |facts| facts.stdout_bytes);
        let is_all = answer.len() as u64 == said;
        Some(if is_all { Cow::Borrowed(answer) } else { Cow::Owned(said.to_le_bytes().to_vec()) })
    }
}

/// Whether a wrong solution may be right on every case that there is.
fn survives(programs: &ProblemPrograms<'_>, solver: Solver) -> bool {
    let expectation = &programs.candidates[solver].solution.expectation;
    programs.problem.cases.iter().all(|case| expectation.permitted(&case.name).contains(&Verdict::Accepted))
}

#[cfg(test)]
mod tests {
    use super::{Cow, Discrepancy, Outputs, discrepancy};
    use crate::event::fixture::execution;
    use crate::judge::{self, Judgement};
    use crate::model::Verdict;
    use crate::run::Reply;
    use harness_sandbox::Execution;

    #[track_caller]
    fn check(references: usize, groups: &[&[usize]], verdicts: &str, expect: Option<Discrepancy>) {
        let verdict = |code: &str| match code {
            "AC" => Verdict::Accepted,
            "RE" => Verdict::RuntimeError,
            _ => Verdict::TimeLimit,
        };
        let verdicts: Vec<Verdict> = verdicts.split(' ').map(verdict).collect();
        let members: Vec<usize> = (10..10 + verdicts.len()).collect();
        let groups: Vec<Vec<usize>> = groups.iter().map(|group| group.to_vec()).collect();
        assert_eq!(discrepancy(&members, references, &groups, &verdicts), expect);
    }

    #[test]
    fn the_first_target_that_contradicts_the_references_or_fails_has_the_fault() {
        let fails = |target, verdict| Some(Discrepancy::Fails { target, verdict });
        check(1, &[&[0, 1]], "AC AC", None);
        check(1, &[&[0, 1], &[2, 3]], "AC AC AC AC", fails(12, Verdict::WrongAnswer));
        check(2, &[&[0, 1]], "AC AC TLE", fails(12, Verdict::TimeLimit));
        check(1, &[&[0], &[2]], "AC RE AC", fails(11, Verdict::RuntimeError));
    }

    #[test]
    fn no_target_has_the_fault_where_the_references_do_not_agree() {
        check(2, &[&[0], &[1, 2]], "AC AC AC", Some(Discrepancy::Disagreement));
        check(2, &[&[0, 2]], "AC RE AC", Some(Discrepancy::Disagreement));
        check(1, &[&[1]], "RE AC", Some(Discrepancy::Disagreement));
    }
    #[test]
    fn inputs_are_told_apart_by_the_answer_or_by_how_much_an_interactor_is_told() {
        let mark = |output: &str, said: u64, verdict| {
            let execution = Some(Execution { stdout_bytes: said, ..execution() });
            let judgement = Judgement { verdict, execution, ..judge::skipped("") };
            let replies = vec![Reply { judgement, output: output.as_bytes().to_vec() }];
            let outputs = Outputs { discrepancy: None, members: vec![0], replies, groups: vec![vec![0]] };
            outputs.mark().map(Cow::into_owned)
        };
        let accepted = |output, said| mark(output, said, Verdict::Accepted);
        assert_eq!(accepted("12", 2), Some(b"12".to_vec()));
        assert_ne!(accepted("", 2), accepted("", 3));
        assert_eq!(accepted("", 2), accepted("", 2));
        assert_eq!(mark("", 2, Verdict::WrongAnswer), None);
    }
}
