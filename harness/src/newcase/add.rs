//! Drafts become cases: checked, answered, judged, written.

use std::path::PathBuf;

use anyhow::anyhow;

use crate::event::{AddedCase, AddedCases, Reporter};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::grading::{self, Tally};
use crate::model::{AnswerBy, Case, Name, Problem, Split, Verdict};
use crate::newcase::answers::Answered;
use crate::newcase::consensus;
use crate::newcase::draft::Draft;
use crate::newcase::naming::Naming;
use crate::newcase::request::AddRequest;
use crate::newcase::witness::Witness;
use crate::newcase::{answers, duplicates, naming};
use crate::programs::{InputFolder, ProblemPrograms, Solver};
use crate::scaffold::{self, CaseOrigin, NewCase, WriteError};

/// The result of adding drafts.
pub enum Addition {
    /// They were added, or would be.
    Added(Added),
    /// The solutions do not agree on some, so nothing was written.
    Split(Vec<(Draft, Split)>),
    /// The judge failed on one, or a signal came; nothing was written.
    Ended(ExitCode),
}

/// New cases.
pub struct Added {
    /// As they are written.
    pub cases: Vec<NewCase>,
    /// Their answers.
    pub answers: Vec<Answered>,
    /// Verdicts of wrong solutions that `problem.toml` does not expect: the solution, the case, the verdict.
    pub unexpected: Vec<(Name, Name, Verdict)>,
    /// How the command ends.
    pub code: ExitCode,
}

impl Added {
    /// What is told of them.
    #[must_use]
    pub fn told(&self) -> AddedCases {
        let case = |(case, answered): (&NewCase, &Answered)| {
            let Answered { answer, by } = answered.clone();
            AddedCase { case: case.name.clone(), answer, by }
        };
        let cases = self.cases.iter().zip(&self.answers).map(case).collect();
        AddedCases { cases, unexpected: self.unexpected.clone() }
    }
}

/// Why nothing is written where solutions that should be right differ.
#[must_use]
pub fn disagreement() -> Failure {
    let what = anyhow!("the solutions do not agree, so nothing was written");
    let hint = "find out which is right; then give the answer with --answer FILE";
    Failure { code: ExitCode::Unexpected, ..Failure::usage(what).hint(hint) }
}

/// Answers drafts, judges all solutions on them, and writes them. Notes are what the user should know
/// before the verdicts.
///
/// # Errors
/// A case is there already, breaks a rule, or cannot be answered; nothing was written.
pub fn add(
    programs: &ProblemPrograms<'_>,
    request: &AddRequest<'_>,
    drafts: Vec<Draft>,
    folder: &InputFolder,
    note: &dyn Fn(&str),
    reporter: &mut dyn Reporter,
) -> Result<Addition, Failure> {
    let problem = programs.problem;
    let drafts = duplicates::leave_out(problem, drafts, note)?;
    let names = naming::choose(problem, &request.naming, drafts.len())?;
    let inputs = folder.write_all(drafts.iter().map(|draft| draft.input.as_slice()), "in")?;
    refuse_rejected(&drafts, &programs.rejections(&inputs)?)?;
    let answers = match answers::find(programs, request, &drafts, folder, &inputs)? {
        Ok(answers) => answers,
        Err(splits) => {
            let splits = splits.into_iter().map(|(place, split)| (drafts[place].clone(), split));
            return Ok(Addition::Split(splits.collect()));
        }
    };
    answers::refuse_unreadable(programs, folder, &answers)?;
    let answer_files = answer_files(folder, &answers)?;
    let cases: Vec<Case> = names
        .iter()
        .zip(inputs.into_iter().zip(answer_files))
        .map(|(name, files)| Case::of_files(name.clone(), files, problem.rules.clone()))
        .collect();
    let mut witness = Witness::of(reporter);
    let tally = if programs.candidates.is_empty() {
        Tally::default()
    } else {
        grading::judge_all(programs, &cases, true, &mut witness)?
    };
    let code = tally.exit_code(programs.stop);
    if matches!(code, ExitCode::Interrupted(_) | ExitCode::JudgeFailed) {
        return Ok(Addition::Ended(code));
    }
    refuse_contradiction(programs, request, (&drafts, &cases, &answers), &tally, note)?;
    let drafts = as_judged(programs, drafts, &cases, &witness)?;
    let cases = new_cases(request.by, names, drafts, &answers);
    let cases = if request.dry_run { cases } else { write(problem, &request.naming, cases)? };
    let unexpected = unexpected(programs, &cases, &tally);
    witness.told().map_err(Failure::output)?;
    Ok(Addition::Added(Added { cases, answers, unexpected, code }))
}

/// The files with the answers, where there are any.
fn answer_files(folder: &InputFolder, answers: &[Answered]) -> Result<Vec<Option<PathBuf>>, Failure> {
    let file = |(place, answered): (usize, &Answered)| {
        let answer = answered.answer.as_ref();
        answer.map(|answer| folder.write(&format!("{place}.ans"), answer)).transpose()
    };
    answers.iter().enumerate().map(file).collect()
}

/// Writes the cases, and returns them as they are called: where another process has taken a number
/// meanwhile, they get the next ones.
///
/// # Errors
/// A name is taken that was asked for, or the system refuses; nothing was written.
pub fn write(problem: &Problem, naming: &Naming, mut cases: Vec<NewCase>) -> Result<Vec<NewCase>, Failure> {
    /// Of as many writers at once each is in the way of another once.
    const MOST: usize = 1000;
    for _ in 0..MOST {
        match scaffold::write(&problem.folder, &cases) {
            Err(WriteError::Taken(_)) if matches!(naming, Naming::Numbered { .. }) => {
                let names = naming::choose(problem, naming, cases.len())?;
                cases.iter_mut().zip(names).for_each(|(case, name)| case.name = name);
            }
            Err(error @ WriteError::Taken(_)) => {
                let hint = "choose another name, or omit it for the next number";
                return Err(Failure::usage(error).hint(hint));
            }
            written => return written.map(|()| cases).map_err(Failure::usage),
        }
    }
    Err(Failure::usage(anyhow!("`{}` has no free number", problem.name)))
}

/// The drafts, each with the solutions that it breaks as the last judging shows it.
///
/// # Errors
/// One was found because a solution fails on it, and now none does: the failure came by chance.
fn as_judged(
    programs: &ProblemPrograms<'_>,
    mut drafts: Vec<Draft>,
    cases: &[Case],
    witness: &Witness<'_>,
) -> Result<Vec<Draft>, Failure> {
    for (draft, case) in drafts.iter_mut().zip(cases) {
        let Some(found) = draft.breaks.first().cloned() else { continue };
        let solutions = || programs.candidates.iter().map(|candidate| &candidate.solution.name);
        let breaks: Vec<String> =
            solutions().filter(|name| witness.fails(name, &case.name)).map(ToString::to_string).collect();
        if !breaks.contains(&found) {
            let what = anyhow!(
                "`{found}` failed on this input in the search but not when it was judged, so nothing was written"
            );
            let hint =
                format!("a case must give the same verdict every time; `{found}` is not deterministic");
            return Err(Failure { code: ExitCode::Unexpected, ..Failure::usage(what).hint(hint) });
        }
        draft.breaks = breaks;
    }
    Ok(drafts)
}

fn refuse_rejected(drafts: &[Draft], rejections: &[Option<String>]) -> Result<(), Failure> {
    let rejected = drafts.iter().zip(rejections).find_map(|(draft, why)| Some((draft, why.as_ref()?)));
    match rejected {
        Some((draft, why)) => {
            let what = anyhow!("{} cannot be added: {why}", draft.label());
            Err(Failure::usage(what).hint("nothing was written"))
        }
        None => Ok(()),
    }
}

/// Refuses answers that right solutions contradict. With `force` they are notes.
fn refuse_contradiction(
    programs: &ProblemPrograms<'_>,
    request: &AddRequest<'_>,
    (drafts, cases, answers): (&[Draft], &[Case], &[Answered]),
    tally: &Tally,
    note: &dyn Fn(&str),
) -> Result<(), Failure> {
    for (place, (draft, answered)) in drafts.iter().zip(answers).enumerate() {
        let Some(solver) = contradiction(programs, request, draft, (place, answered), tally) else {
            continue;
        };
        let what = format!(
            "`{}` should be right on every case and contradicts {} on `{}`",
            programs.name(solver),
            answered.by,
            cases[place].name
        );
        if request.force {
            note(&format!("--force writes the case although {what}"));
            continue;
        }
        let what = anyhow!("{what}, so nothing was written");
        let hint = "find out which is right; --force writes the case as it is";
        return Err(Failure { code: ExitCode::Unexpected, ..Failure::usage(what).hint(hint) });
    }
    Ok(())
}

/// The right solution because of which an answer is refused.
///
/// An answer that solutions gave is refused where one of them contradicts it. One that was given is refused
/// where the reference contradicts it, or all solutions do; that of a statement is right rather than a
/// single solution, so there they must be of two families. An interactor is doubted where a given answer is, unless
/// the case was found because a solution fails: that is what was looked for.
fn contradiction(
    programs: &ProblemPrograms<'_>,
    request: &AddRequest<'_>,
    draft: &Draft,
    (place, answered): (usize, &Answered),
    tally: &Tally,
) -> Option<Solver> {
    let of_case = || tally.surprises.iter().filter(|surprise| surprise.case == place);
    let voters = || (0..programs.candidates.len()).filter(|voter| programs.is_right(*voter));
    let voters = || voters().filter(|voter| !request.targets.contains(voter));
    let is_against = |voter: &Solver| {
        of_case().any(|other| other.candidate == *voter && other.verdict == Verdict::WrongAnswer)
    };
    let against: Vec<Solver> = voters().filter(is_against).collect();
    let first = against.first().copied()?;
    if !matches!(answered.by, AnswerBy::Given | AnswerBy::Decider(..)) {
        return Some(first);
    }
    if let Some(reference) = programs.reference().filter(|reference| against.contains(reference)) {
        return Some(reference);
    }
    let is_accepted = voters().any(|voter| !of_case().any(|surprise| surprise.candidate == voter));
    let is_enough = !draft.is_sample || consensus::families(programs, &against) >= 2;
    let is_enough = is_enough && draft.breaks.is_empty();
    (is_enough && !is_accepted).then_some(first)
}

/// The verdicts of wrong solutions for which `problem.toml` needs a line.
fn unexpected(
    programs: &ProblemPrograms<'_>,
    cases: &[NewCase],
    tally: &Tally,
) -> Vec<(Name, Name, Verdict)> {
    let wrong = tally.surprises.iter().filter(|surprise| !programs.is_right(surprise.candidate));
    wrong
        .filter_map(|surprise| {
            let case = cases.get(surprise.case)?.name.clone();
            Some((programs.name(surprise.candidate).clone(), case, surprise.verdict))
        })
        .collect()
}

/// The cases as they are written.
#[must_use]
pub fn new_cases(
    by: &'static str,
    names: Vec<Name>,
    drafts: Vec<Draft>,
    answers: &[Answered],
) -> Vec<NewCase> {
    let date = scaffold::today();
    let drafts = names.into_iter().zip(drafts).zip(answers);
    drafts
        .map(|((name, draft), answered)| {
            let origin = CaseOrigin {
                by,
                source: draft.source,
                found: draft.found,
                breaks: draft.breaks,
                generator: draft.generator,
                seed: draft.seed,
                answer: answered.by.noted(),
                date: date.clone(),
            };
            let sidecar = origin.toml(&draft.input);
            NewCase { name, input: draft.input, answer: answered.answer.clone(), sidecar }
        })
        .collect()
}
