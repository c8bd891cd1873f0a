//! Inputs of existing cases, which are not added again.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};

use crate::failure::Failure;
use crate::model::{Case, Name, Problem, Verdict};
use crate::newcase::agreement;
use crate::newcase::draft::Draft;
use crate::programs::{CheckedOutput, ProblemPrograms, Solver};
use crate::run::Reply;
use crate::scaffold::tidy;

/// The drafts whose input is neither that of a case of the problem nor that of an earlier draft, line
/// ends aside, and a note for each that is left out.
///
/// # Errors
/// Nothing is left, or a case cannot be read.
pub fn leave_out(problem: &Problem, drafts: Vec<Draft>, note: &dyn Fn(&str)) -> Result<Vec<Draft>, Failure> {
    let mut known = cases_like(problem, &drafts)?;
    let mut kept = Vec::new();
    let mut reasons = Vec::new();
    for draft in drafts {
        let input = tidy(&draft.input).text;
        if let Some(other) = known.get(&input) {
            reasons.push(format!("{} has the same input as {other}", draft.label()));
        } else {
            known.insert(input, draft.label());
            kept.push(draft);
        }
    }
    let last = if kept.is_empty() { reasons.pop() } else { None };
    for reason in &reasons {
        note(&format!("{reason}, and is skipped"));
    }
    match last {
        Some(last) => Err(Failure::usage(anyhow!("{last}, so nothing was written"))),
        None => Ok(kept),
    }
}

/// The case that has this input already, line ends aside.
///
/// # Errors
/// A case cannot be read.
pub fn case_with(problem: &Problem, draft: &Draft) -> Result<Option<String>, Failure> {
    let known = cases_like(problem, std::slice::from_ref(draft))?;
    Ok(known.get(&tidy(&draft.input).text).cloned())
}

/// Cases on which a solution runs to see whether one shows a verdict already; the smallest count.
const MOST_ASKED: usize = 64;

/// How long that may take.
const MOST_TIME: Duration = Duration::from_secs(3);

/// Cases that run at once.
const AT_ONCE: usize = 8;

/// The smallest of these cases on which a solution ends with this verdict; not all of very many, or of
/// slow ones, are tried.
///
/// # Errors
/// The judge failed, or a signal came.
pub fn shown_by(
    programs: &ProblemPrograms<'_>,
    (solver, verdict): (Solver, Verdict),
    mut cases: Vec<&Case>,
) -> Result<Option<Name>, Failure> {
    let started = Instant::now();
    cases.sort_by_cached_key(|case| fs::metadata(case.input()).map_or(u64::MAX, |file| file.len()));
    cases.truncate(MOST_ASKED);
    for cases in cases.chunks(AT_ONCE) {
        if started.elapsed() >= MOST_TIME {
            break;
        }
        let replies = replies(programs, solver, cases)?;
        let are_right = are_right(programs, cases, &replies)?;
        for ((case, reply), is_right) in cases.iter().zip(&replies).zip(are_right) {
            let shown = match reply.judgement.verdict {
                Verdict::Accepted if !is_right => Verdict::WrongAnswer,
                verdict => verdict,
            };
            if shown == verdict {
                return Ok(Some(case.name.clone()));
            }
        }
    }
    Ok(None)
}

/// What becomes of a solution on each of these cases.
fn replies(programs: &ProblemPrograms<'_>, solver: Solver, cases: &[&Case]) -> Result<Vec<Reply>, Failure> {
    if programs.is_judged_as_it_runs() {
        return Ok(programs.talk(&[solver], cases)?.concat());
    }
    let inputs: Vec<PathBuf> = cases.iter().map(|case| case.input()).collect();
    Ok(programs.solve(&[solver], &inputs)?.concat())
}

/// Whether each of these replies is right for its case.
fn are_right(
    programs: &ProblemPrograms<'_>,
    cases: &[&Case],
    replies: &[Reply],
) -> Result<Vec<bool>, Failure> {
    if programs.is_judged_as_it_runs() {
        return Ok(replies.iter().map(Reply::is_complete).collect());
    }
    let is_checked = |case: &Case, reply: &Reply| case.rules.checker.is_program() && reply.is_complete();
    let checked = cases.iter().zip(replies).filter(|(case, reply)| is_checked(case, reply));
    let outputs: Vec<CheckedOutput<'_>> = checked
        .map(|(case, reply)| {
            let (input, answer) = (case.input(), case.answer_file());
            CheckedOutput { input, output: &reply.output, answer }
        })
        .collect();
    let mut told = programs.accepts(&outputs)?.into_iter();
    let all = cases.iter().zip(replies);
    all.map(|(case, reply)| {
        if is_checked(case, reply) {
            return Ok(told.next().unwrap_or_default());
        }
        agreement::answers(case, &reply.output)
    })
    .collect()
}

/// The inputs of cases that may be those of drafts, each with the name of its case.
fn cases_like(problem: &Problem, drafts: &[Draft]) -> Result<BTreeMap<Vec<u8>, String>, Failure> {
    let longest = drafts.iter().map(|draft| draft.input.len()).max().unwrap_or(0) as u64;
    let mut inputs = BTreeMap::new();
    for case in &problem.cases {
        let path = case.input();
        let cannot = || format!("failed to read `{}`", path.display());
        let length = fs::metadata(&path).with_context(cannot).map_err(Failure::usage)?.len();
        // With CRLF a text is at most twice as long, and it may lack the end of its last line.
        if length <= longest.saturating_add(1).saturating_mul(2) {
            let input = fs::read(&path).with_context(cannot).map_err(Failure::usage)?;
            inputs.entry(tidy(&input).text).or_insert_with(|| format!("the case `{}`", case.name));
        }
    }
    Ok(inputs)
}
