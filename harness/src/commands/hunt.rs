//! `hunt`: looks for an input on which a solution fails, and adds it as a case.

use std::io;
use std::time::Instant;

use anyhow::anyhow;

use crate::cli::HuntArgs;
use crate::commands::counterexamples::Counterexamples;
use crate::commands::invocation::{Invocation, problem_named};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::fuzz::oracle::Oracle;
use crate::fuzz::schedule::Schedule;
use crate::fuzz::slowest::Record;
use crate::fuzz::{Extent, Hunt, HuntLine, Hunted, Stage};
use crate::model::{Problem, seconds};
use crate::newcase::generated;
use crate::programs::{BuildProgress, InputFolder, ProblemPrograms, Solver, Waited};
use crate::report::hunt as print;
use crate::ui::{Progress, message};

/// Hunts.
///
/// # Errors
/// There is nothing to hunt with, or something failed; nothing was written.
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
    let line = line(invocation, args, problem);
    let seed = line.seed;
    let progress = Progress::new(&ui);
    let hunt = Hunt {
        programs: &programs,
        oracle,
        folder: &folder,
        count: args.count,
        time: args.time,
        shrink: args.shrink,
        started: Instant::now(),
        line,
        progress: &progress,
    };
    hunt.unkept().filter(|_| measured.is_none()).iter().for_each(|text| message::note(text));
    let kept = Counterexamples { hunt: &hunt, session: &session, args };
    hunt.limit_time();
    let words = args.generate.as_deref().unwrap_or_else(|| problem.roles.generate());
    let (mut schedule, notes) = match Schedule::new(&programs, words, seed) {
        Ok(begun) => begun,
        Err(failure) => {
            let waited = hunt.waited(failure)?;
            let extent = Extent { tries: 0, different: 0, time: hunt.started.elapsed() };
            return nothing(&kept, &extent, waited.as_ref());
        }
    };
    for note in &notes {
        message::note(note);
    }
    match measured {
        Some(measured) => slowest(&kept, measured, &mut schedule),
        None => search(&kept, &mut schedule),
    }
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

fn search(kept: &Counterexamples<'_>, schedule: &mut Schedule<'_>) -> Result<ExitCode, Failure> {
    match kept.hunt.counterexample(schedule, &|stage| tell(kept, stage))? {
        Hunted::Counterexample(attempt, failing) => kept.keep(&attempt, &failing),
        Hunted::Known(attempt, told) => {
            kept.tell_again(Some(&kept.line(&attempt)), &mut io::stdout().lock())?;
            kept.say(&format!("nothing was written: {told}"));
            Ok(ExitCode::Unexpected)
        }
        Hunted::Flake(attempt, flake) => Err(kept.refuse_flake(&attempt, &flake)),
        Hunted::Nothing(extent, waited) => nothing(kept, &extent, waited.as_ref()),
        Hunted::Interrupted(extent, signal) => {
            kept.say(&format!("interrupted: {}", print::extent(&extent)));
            Ok(ExitCode::Interrupted(signal))
        }
    }
}

/// Tells what is known after a stage.
fn tell(kept: &Counterexamples<'_>, stage: &Stage<'_>) {
    match stage {
        Stage::Found(attempt, time) => {
            kept.say(&format!("found with input {} in {}", attempt.index + 1, seconds(*time)));
        }
        Stage::Alike(found, case) => {
            message::note(&format!("{} on the case `{case}`, too", print::verdict(kept.hunt, found)));
        }
        Stage::Shrunk(reduced, before) => kept.say(&print::reduced(*reduced, *before)),
        Stage::AsFound => {
            message::note("the smaller input does not fail every time, so the one that was found is kept");
        }
    }
}

/// Says that nothing was found.
fn nothing(
    kept: &Counterexamples<'_>,
    extent: &Extent,
    waited: Option<&Waited>,
) -> Result<ExitCode, Failure> {
    let Hunt { programs, oracle, line, .. } = kept.hunt;
    if let Some(Waited { asked, time }) = waited {
        message::note(&format!("the last {} went by waiting for {}", seconds(*time), asked.told()));
    }
    let again = line.from_here(&line.text(&kept.args.solutions, extent.tries));
    print::nothing(&mut io::stdout().lock(), &programs.problem.name, extent, &again)
        .map_err(Failure::output)?;
    let has_missed = oracle.targets.iter().any(|target| !programs.is_right(*target));
    Ok(if has_missed { ExitCode::Unexpected } else { ExitCode::Fine })
}

fn slowest(
    kept: &Counterexamples<'_>,
    measured: Solver,
    schedule: &mut Schedule<'_>,
) -> Result<ExitCode, Failure> {
    let (record, signal) = kept.hunt.slowest(measured, schedule)?;
    let Record { attempt, cpu, verdict, outputs, .. } = &record;
    let programs = kept.hunt.programs;
    kept.say(&format!(
        "{}/{}: input {} is the slowest of {}: {}, {verdict}",
        programs.problem.name,
        programs.name(measured),
        attempt.index + 1,
        schedule.tries(),
        seconds(*cpu)
    ));
    kept.keep_slowest(kept.hunt.draft_of_slowest(&record), outputs, signal)
}
