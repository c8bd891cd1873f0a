//! `talk`: a person plays the interactor of a solution, or a solution of the interactor.

use std::io;

use anyhow::anyhow;

use crate::build::Built;
use crate::cli::{Played, TalkArgs};
use crate::commands::invocation::Invocation;
use crate::config::Flags;
use crate::discover::select_cases;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Case, Opinion, Problem, Verdict, limits_for};
use crate::plan::Check;
use crate::programs::{self, BuildProgress, Deciders};
use crate::report::{Screen, tell, tell_usage};
use crate::run::{Conversation, Talked, talk_to_interactor, talk_to_program};
use crate::session::Session;
use crate::ui::Tone;

/// Lets a person talk to a program.
///
/// # Errors
/// The workspace cannot be read, there is not one program to talk to, or it cannot be built or run.
pub fn run(invocation: &Invocation<'_>, args: &TalkArgs) -> Result<ExitCode, Failure> {
    let session = invocation.open(&Flags::NONE)?;
    match args.played {
        Played::Interactor => as_interactor(&session, args),
        Played::Solution => as_solution(&session, args),
    }
}

fn nothing_selected(error: impl Into<anyhow::Error>) -> Failure {
    Failure { code: ExitCode::NothingSelected, ..Failure::usage(error) }
}

/// What is said before the first word.
fn tell_roles(what: &str, case: Option<&Case>) {
    let case = case.map(|case| format!(" about the case `{}`", case.name)).unwrap_or_default();
    let end = "your lines are its input, its output is shown; Ctrl-D ends the input, Ctrl-C ends the program";
    tell(Tone::Faint, &format!("you talk to {what}{case}: {end}"));
}

fn as_interactor(session: &Session, args: &TalkArgs) -> Result<ExitCode, Failure> {
    let candidate = &programs::only_candidate(session, &args.program, args.case.as_deref())?;
    session.check([&candidate.problem.name])?;
    let built = programs::build(session, std::slice::from_ref(candidate))?;
    let executable = match &built[0] {
        Built::Ready(executable) => executable,
        unready => return Err(programs::not_ready(&candidate.solution.name, unready)),
    };
    let limits = limits_for(&candidate.problem.rules, candidate.language);
    let sandbox = programs::start(session, &built)?;
    tell_roles(&format!("`{}`", candidate.solution.name), args.case.as_ref().map(|_| candidate.cases[0]));
    let screen = Screen::default();
    let program = |stdin| executable.program(&[], stdin, &limits);
    let mut show = |chunk: &[u8]| _ = screen.show(chunk);
    let talk = conversation(session, &mut show);
    let judged = talk_to_program(&sandbox, program, &limits, talk);
    let judged = judged.map_err(|fault| Failure::judge(anyhow!("the sandbox failed to {fault}")))?;
    screen.end().map_err(Failure::output)?;
    if let Some(signal) = session.stop.signal() {
        return Ok(ExitCode::Interrupted(signal));
    }
    if let Some(facts) = &judged.execution {
        tell_usage("the solution", facts);
    }
    if judged.verdict == Verdict::Accepted {
        return Ok(ExitCode::Fine);
    }
    let verdict = format!("{} ({}): {}", judged.verdict, judged.verdict.words(), judged.reason);
    tell(Tone::Bad, &verdict);
    Ok(if judged.verdict == Verdict::JudgeError { ExitCode::JudgeFailed } else { ExitCode::Unexpected })
}

fn as_solution(session: &Session, args: &TalkArgs) -> Result<ExitCode, Failure> {
    let problem = args.program.split('/').next().unwrap_or_default();
    let pattern = args.case.as_ref().map_or_else(|| problem.to_owned(), |case| format!("{problem}/{case}"));
    let selected = select_cases(session.catalog(), &[pattern]).map_err(nothing_selected)?;
    let (problem, case) = match selected.as_slice() {
        [(problem, cases)] if !cases.is_empty() => (*problem, cases[0]),
        [(problem, _)] => return Err(nothing_selected(anyhow!("`{}` has no cases", problem.name))),
        _ => {
            return Err(Failure::usage(anyhow!(
                "`{problem}` names {} problems, and one is needed",
                selected.len()
            )));
        }
    };
    session.check([&problem.name])?;
    let deciders = Deciders::start(session, [problem], &mut BuildProgress::new(session))?;
    let (interactor, written) = match deciders.check(&problem.name) {
        Ok(Check::Interact(interactor, written)) => (interactor, written),
        Ok(Check::Compare | Check::Program(_)) => return Err(not_interactive(problem)),
        Err(why) => return Err(Failure::judge(anyhow!("{why}"))),
    };
    tell_roles(&format!("the interactor `{}`", interactor.name), Some(case));
    let screen = Screen::default();
    let mut show = |chunk: &[u8]| _ = screen.show(chunk);
    let talked = talk_to_interactor((&interactor, written), case, conversation(session, &mut show));
    let Talked { facts, opinion, is_checked, goes_on } =
        talked.map_err(|fault| Failure::judge(anyhow!("the sandbox failed to {fault}")))?;
    screen.end().map_err(Failure::output)?;
    if let Some(signal) = session.stop.signal() {
        return Ok(ExitCode::Interrupted(signal));
    }
    tell_usage("the interactor", &facts);
    let (tone, said, code) = match opinion {
        Ok(Opinion::Right { .. }) if goes_on => {
            let end = "and asks for another pass, which `talk` does not run";
            (Tone::Good, format!("AC: the interactor accepts this pass {end}"), ExitCode::Fine)
        }
        Ok(Opinion::Right { .. }) if is_checked => {
            (Tone::Good, "AC: the interactor accepts, and so does the checker".to_owned(), ExitCode::Fine)
        }
        Ok(Opinion::Right { .. }) => (Tone::Good, "AC: the interactor accepts".to_owned(), ExitCode::Fine),
        Ok(Opinion::Partial { mismatch, .. }) => {
            (Tone::Notable, format!("PT: {}", mismatch.reason), ExitCode::Unexpected)
        }
        Ok(Opinion::Wrong(mismatch)) => (Tone::Bad, format!("WA: {}", mismatch.reason), ExitCode::Unexpected),
        Ok(Opinion::Broken(why)) | Err(why) => (Tone::Bad, format!("JE: {why}"), ExitCode::JudgeFailed),
    };
    tell(tone, &said);
    Ok(code)
}

fn not_interactive(problem: &Problem) -> Failure {
    let what = anyhow!("`{}` has no interactor", problem.name);
    Failure::usage(what).hint("name it in problem.toml: interactor = \"interact.py\"")
}

fn conversation<'a>(session: &'a Session, show: &'a mut dyn FnMut(&[u8])) -> Conversation<'a> {
    Conversation { typed: Box::new(io::stdin()), stop: &session.stop, show }
}
