//! Judges what is built while the rest is being built.
//!
//! A sandbox must know what its programs are made of when it is set up, so what is built meanwhile gets a
//! sandbox of its own: a wave. Mostly all is built within a second, and there is one.

use std::collections::BTreeSet;
use std::time::Instant;

use harness_sandbox::LinuxSandbox;

use crate::build::{BuildError, Building, Built, PATIENCE};
use crate::event::Event;
use crate::failure::Failure;
use crate::grading::empty::empty_programs;
use crate::grading::explaining::explain;
use crate::grading::hosts;
use crate::grading::pictures::pictures;
use crate::grading::{Judging, Site};
use crate::programs::{self, Candidate, Deciders};
use crate::session::Session;

/// Grades the candidates as they are built.
///
/// # Errors
/// Nothing can be built or run, a stop came while something was built, or the output cannot be written.
pub(super) fn grade(
    session: &Session,
    judging: &mut Judging<'_, '_>,
    candidates: &[Candidate<'_>],
    (started, building): (Instant, Result<Building<'_>, BuildError>),
) -> Result<(), Failure> {
    let mut building = building.map_err(|error| programs::not_built(session, error))?;
    let unfit = hosts::unfit(session, candidates)?;
    let mut news = hosts::fitting(next(session, judging, &mut building)?, candidates, &unfit);
    let mut sandbox = sandbox_for(session, "solutions", &news)?;
    let deciders =
        Deciders::start(session, candidates.iter().map(|candidate| candidate.problem), judging.reporter)?;
    let mut broken: BTreeSet<usize> = (0..candidates.len()).collect();
    broken.retain(|index| building.open().all(|open| open != *index));
    for (index, _) in news.iter().filter(|(_, built)| matches!(built, Built::Ready(_))) {
        broken.remove(index);
    }
    let has_check = |candidate: &Candidate<'_>| deciders.check(&candidate.problem.name).is_ok();
    broken.extend((0..candidates.len()).filter(|index| !has_check(&candidates[*index])));
    let site = Site { sandbox: &sandbox, deciders: Some(&deciders) };
    let quiet = Some(building.quiet());
    let mut run = judging.begin((candidates, site), |index| broken.contains(&index), started, quiet)?;
    for wave in 1.. {
        judging.judge(&mut run, news, Site { sandbox: &sandbox, deciders: Some(&deciders) })?;
        if !building.is_open() {
            break;
        }
        news = match next(session, judging, &mut building) {
            Ok(news) => news,
            Err(error) => {
                judging.give_up(&run, building.unjudged().into_iter())?;
                judging.end(&run)?;
                return Err(error);
            }
        };
        sandbox = sandbox_for(session, &format!("solutions-{wave}"), &news)?;
    }
    if session.stop.signal().is_none() {
        // A signal that comes meanwhile is told with the end.
        for empty in empty_programs(session, candidates.iter()).unwrap_or_default() {
            judging.emit(Event::EmptyProgram(empty))?;
        }
        let kept = judging.options.outputs;
        let drawn = pictures(session, &judging.tally.worth_drawing, candidates, kept);
        for drawing in drawn.unwrap_or_default() {
            judging.emit(Event::Drawn(Box::new(drawing)))?;
        }
        if judging.options.explains && session.stop.signal().is_none() {
            // What fails there is no failure of the run. A signal is told with the end, and so is a closed pipe.
            if let Err(failure) = explain(session, judging, candidates, &deciders)
                && session.stop.signal().is_none()
            {
                session.remarks.add(format!("--explain: {:#}", failure.source));
            }
        }
    }
    judging.end(&run)
}

/// What programs are made of is known now; they see nothing else of the workspace.
fn sandbox_for(session: &Session, folder: &str, built: &[(usize, Built)]) -> Result<LinuxSandbox, Failure> {
    let files = programs::files_of(built.iter().map(|(_, built)| built));
    programs::start_in(session, folder, programs::workers(session), files)
}

/// What was built since the last wave; waits until something was.
fn next(
    session: &Session,
    judging: &mut Judging<'_, '_>,
    building: &mut Building<'_>,
) -> Result<Vec<(usize, Built)>, Failure> {
    loop {
        building.wait(PATIENCE).map_err(|error| programs::not_built(session, error))?;
        if building.is_open() {
            judging.emit(Event::Building { names: building.under_way(), done: building.done() })?;
        } else {
            judging.emit(Event::BuildFinished)?;
        }
        // With `--fail-fast` the first surprise in the order of all ends it, so all must be there.
        if building.is_open() && (judging.options.fail_fast || !building.has_news()) {
            continue;
        }
        return Ok(building.news());
    }
}
