//! Entries to the complete event stream and the tally.
//!
//! ```text
//! candidates → built, in waves → entries → engine → events → scoreboard → events, summaries → reporter
//!                                                                └──────→ tally → exit code
//! ```
//! `grade` does so with all that was selected, `add` with the cases that are new, `cases` with all of a
//! problem.

mod empty;
mod explaining;
mod gate;
mod hosts;
mod judging;
mod pictures;
mod planned;
#[cfg(test)]
mod tests;
mod waves;

use std::time::Instant;

use crate::build::{self, BuildRequest};
use crate::event::{Event, Reporter};
use crate::failure::Failure;
use crate::model::Case;
use crate::programs::{self, Candidate, ProblemPrograms};
use crate::run::Pool;
use crate::scoreboard::Scoreboard;
use crate::session::Session;

pub use gate::{Ends, Gate};
pub use judging::{Judging, Options, Site, Surprise, Tally};
pub use planned::planned;

/// Grades the candidates: builds and judges them, and tells the reporter. What is known is in the tally
/// also where an error ended it.
pub fn grade(
    session: &Session,
    candidates: &[Candidate<'_>],
    options: Options<'_>,
    reporter: &mut dyn Reporter,
) -> (Tally, Result<(), Failure>) {
    let started = Instant::now();
    let pool = match Pool::new(programs::workers(session)) {
        Ok(pool) => pool,
        Err(error) => return (Tally::default(), Err(Failure::judge(error))),
    };
    let recheck = session.config.judge.recheck.value;
    let mut judging = Judging {
        stop: &session.stop,
        pool: &pool,
        recheck,
        slack: session.config.judge.kill_slack.value,
        reporter,
        options: Options { is_class: session.is_class(), ..options },
        clock: session.clock,
        scoreboard: Scoreboard::default(),
        tally: Tally::default(),
    };
    let graded = build_and_judge(session, &mut judging, candidates, started);
    (judging.tally, graded)
}

fn build_and_judge(
    session: &Session,
    judging: &mut Judging<'_, '_>,
    candidates: &[Candidate<'_>],
    started: Instant,
) -> Result<(), Failure> {
    for left_out in session.unjudged() {
        judging.emit(Event::LeftOut(Box::new(left_out.clone())))?;
    }
    judging.emit(Event::BuildStarted { programs: candidates.len() })?;
    let cache = programs::cache(session);
    let context = programs::build_context(session, &cache)?;
    let requests: Vec<BuildRequest<'_>> = candidates.iter().map(Candidate::build_request).collect();
    std::thread::scope(|scope| {
        let building = build::start(scope, &context, &requests);
        let graded = waves::grade(session, judging, candidates, (started, building));
        if graded.is_err() {
            // A compiler is not waited for whose program will not run.
            session.stop.now();
        }
        graded
    })
}

/// Judges all solutions of a problem on these cases, which need not be all that it has.
///
/// # Errors
/// The engine failed, or the output cannot be written.
pub fn judge_all(
    programs: &ProblemPrograms<'_>,
    cases: &[Case],
    is_partial: bool,
    reporter: &mut dyn Reporter,
) -> Result<Tally, Failure> {
    let candidates: Vec<Candidate<'_>> =
        programs.candidates.iter().map(|candidate| candidate.on(cases)).collect();
    let mut judging = Judging {
        stop: programs.stop,
        pool: &programs.pool,
        recheck: programs.recheck,
        slack: programs.slack,
        reporter,
        options: Options { is_part: is_partial, ..Options::default() },
        clock: programs.clock,
        scoreboard: Scoreboard::default(),
        tally: Tally::default(),
    };
    let site = Site { sandbox: programs.sandbox.as_ref(), deciders: programs.deciders.as_ref() };
    judging.run(&candidates, programs.built.clone(), site, Instant::now())?;
    let tally = judging.tally;
    reporter.finish(tally.exit_code(programs.stop)).map_err(Failure::output)?;
    Ok(tally)
}
