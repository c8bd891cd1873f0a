//! `hunt`: looks for an input on which a solution fails, and adds it as a case.

use std::time::Instant;

use anyhow::anyhow;

use crate::cli::HuntArgs;
use crate::commands::invocation::{Invocation, problem_named, tell_remarks, told};
use crate::event::{HuntEvent, HuntReporter, Reporter};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::fuzz::oracle::Oracle;
use crate::fuzz::{Hunt, HuntLine, HuntTeller, Keeper};
use crate::model::Problem;
use crate::newcase::generated;
use crate::programs::{BuildProgress, InputFolder, ProblemPrograms};
use crate::record;
use crate::report::hunt::{HuntListeners, HuntReport};
use crate::ui::Progress;

/// Hunts.
///
/// # Errors
/// There is nothing to hunt with, or the output cannot be written.
pub fn run(invocation: &Invocation<'_>, args: &HuntArgs) -> Result<ExitCode, Failure> {
    let session = invocation.open(&args.settings())?;
    let ui = invocation.ui;
    let problem = problem_named(&session, &args.problem)?;
    let folder = InputFolder::make(session.run_folder()?)?;
    let mut programs = ProblemPrograms::start(&session, problem, &mut BuildProgress::new(&session))?;
    programs.trusted = args.trust.as_ref().map(|name| programs.find(name)).transpose()?;
    let measured = args.slowest.as_ref().map(|name| programs.find(name)).transpose()?;
    let oracle = match measured {
        Some(measured) => Oracle::to_measure(&programs, measured),
        None => Oracle::of(&programs, &args.solutions)?,
    };
    if let Some(trusted) = programs.trusted.filter(|trusted| oracle.targets.contains(trusted)) {
        let what = anyhow!("`{}` cannot be trusted and be a target", programs.name(trusted));
        return Err(Failure::usage(what).hint("name two different solutions"));
    }
    let progress = Progress::new(&ui);
    let hunt = Hunt {
        programs: &programs,
        oracle,
        folder: &folder,
        count: args.count,
        time: args.time,
        shrink: args.shrink,
        started: Instant::now(),
        line: line(invocation, args, problem),
        progress: &progress,
    };
    let words = args.generate.as_deref().unwrap_or_else(|| problem.roles.generate());
    // The record first: what is told is kept then.
    let recording = record::of_hunt(&session, &args.record(), &programs)?;
    let recording = recording.map(|recording| Box::new(recording) as Box<dyn HuntReporter>);
    let report = Box::new(HuntReport::new(ui)) as Box<dyn HuntReporter>;
    let mut listeners = HuntListeners(recording.into_iter().chain([report]).collect());
    let teller = HuntTeller::new(session.clock, &mut listeners);
    let mut keeper = Keeper { hunt: &hunt, name: args.name.as_deref(), is_dry: args.dry_run, teller };
    let code = match keeper.run(words, measured) {
        Ok(code) => code,
        Err(failure) if failure.code == ExitCode::ClosedPipe => failure.code,
        Err(failure) => {
            keeper.teller.tell(HuntEvent::Failed { told: told(&failure.source), hints: failure.hints })?;
            failure.code
        }
    };
    listeners.finish(code).map_err(Failure::output)?;
    tell_remarks(&session);
    Ok(code)
}

/// The command that repeats the hunt.
fn line(invocation: &Invocation<'_>, args: &HuntArgs, problem: &Problem) -> HuntLine {
    HuntLine {
        root: invocation.global.root.as_ref().map(|root| root.display().to_string()),
        profile: invocation.global.profile.clone(),
        problem: problem.name.clone(),
        solutions: args.solutions.clone(),
        trust: args.trust.clone(),
        seed: args.seed.unwrap_or_else(generated::seed_of_the_clock),
        generate: args.generate.clone().filter(|words| words != problem.roles.generate()),
        shrink: (args.shrink != HuntArgs::SHRINK).then_some(args.shrink),
    }
}
