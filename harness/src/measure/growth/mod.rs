//! The complexity class of a solution, and the size at which it passes its limit.
//!
//! The generator makes inputs of growing sizes. At each size all are judged first, by the answer of the
//! reference or the consensus; then they are measured in turns, alone, as in any comparison. A solution
//! that is over its limit, or not right, is not measured at larger sizes.

mod answers;
mod axis;
mod curves;
mod sizes;

use std::time::{Duration, Instant};

use crate::build::Built;
use crate::comparison::Metric;
use crate::failure::Failure;
use crate::machine;
use crate::measure::bench::Bench;
use crate::measure::counters::Counter;
use crate::measure::growth::curves::{Curves, SizeStep};
use crate::measure::growth::sizes::SizedInputs;
use crate::measure::start_cost::{self, StartCost};
use crate::model::seconds;
use crate::programs::{self, BuildProgress, EmptyPrograms, InputFolder, ProblemPrograms, Solver};
use crate::run::Pool;
use crate::session::Session;
use crate::ui::Progress;

pub use axis::{Axis, Grown, GrowthRequest};
pub use sizes::need_generator;

/// Rounds at each size where no number is given.
pub const ROUNDS: usize = 3;

/// Measures solutions at growing sizes.
///
/// # Errors
/// The generator does not take the parameter, or there is no answer.
pub fn measure(
    programs: &ProblemPrograms<'_>,
    solvers: &[Solver],
    (axis, request): (&Axis<'_>, &GrowthRequest),
    start_costs: Vec<StartCost>,
    (folder, progress): (&InputFolder, &Progress),
) -> Result<Grown, Failure> {
    let counter = (request.metric == Metric::Instructions).then(Counter::find).transpose()?;
    let load = machine::load();
    let inputs = SizedInputs::new(programs, axis)?;
    let started = Instant::now();
    let mut curves = Curves::new(programs, solvers, request.metric, &start_costs);
    let mut ended = None;
    let mut last = Duration::ZERO;
    for &size in axis.sizes {
        // A larger size hardly takes less.
        let began = Instant::now();
        if started.elapsed() + last >= request.max_time {
            ended = Some(format!("stopped by --max-time before {}={size}", axis.letter));
        }
        if ended.is_some() || programs.stop.is_set() || !curves.has_any() {
            break;
        }
        progress.say(&format!("measuring {}={size}", axis.letter));
        let step = SizeStep {
            programs,
            folder,
            inputs: &inputs,
            size,
            rounds: request.rounds,
            counter: counter.as_ref(),
        };
        match curves.measure(&step) {
            Ok(said) => ended = said,
            // The result so far is still reported.
            Err(_) if programs.stop.is_set() => break,
            Err(failure) => return Err(failure),
        }
        last = began.elapsed();
    }
    progress.finish();
    Ok(Grown {
        problem: programs.problem.name.clone(),
        metric: request.metric,
        parameter: axis.letter.to_owned(),
        sizes: axis.sizes.to_vec(),
        seeds: sizes::SEEDS,
        rounds: request.rounds,
        curves: curves.finished(),
        start_costs,
        machine: machine::machine(),
        load,
        ended: ended.unwrap_or_else(|| format!("measured in {}", seconds(started.elapsed()))),
    })
}

/// What starting an empty program costs in the languages of these solutions.
///
/// # Errors
/// No sandbox can be started, or a signal came.
pub fn start_costs(
    session: &Session,
    programs: &ProblemPrograms<'_>,
    solvers: &[Solver],
    metric: Metric,
) -> Result<Vec<StartCost>, Failure> {
    let languages = solvers.iter().map(|solver| programs.candidates[*solver].solution.language.as_str());
    let empty = EmptyPrograms::build(session, languages, BuildProgress::new)?;
    let built: &[Built] = empty.built();
    let sandbox = programs::start_in(session, "empty", 1, programs::files_of(built))?;
    let pool = Pool::single();
    Ok(start_cost::start_costs(
        &empty,
        &Bench { sandbox: &sandbox, stop: &session.stop, pool: &pool },
        metric,
    ))
}
