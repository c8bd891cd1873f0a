//! `compare --growth`: by which law does the time of a solution grow, and where does it pass the limit?
//!
//! The generator makes inputs of growing sizes. At each size all are judged first, by the answer of those
//! whose word counts; then they are measured in turns, alone, as in any comparison. Whoever is over its
//! limit, or not right, does not go on to larger sizes.

mod answers;
mod course;
mod inputs;

use std::io::{self, BufWriter};
use std::time::{Duration, Instant};

use anyhow::anyhow;

use crate::build::Built;
use crate::cli::{CompareArgs, Growth, Runs};
use crate::commands::add::scratch::Scratch;
use crate::commands::compare::floors;
use crate::commands::compare::growth::course::Courses;
use crate::commands::compare::growth::inputs::Inputs;
use crate::commands::compare::instructions::Counter;
use crate::commands::crew::Crew;
use crate::commands::{host, workbench};
use crate::comparison::Metric;
use crate::discover::Selection;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Problem, seconds};
use crate::report::{ComparisonFormat, Floor, Grown, write_grown};
use crate::session::Session;
use crate::ui::{Progress, Ui};

/// Rounds at each size where no number is given.
const ROUNDS: usize = 3;

/// Measures growth and says what came of it.
///
/// # Errors
/// There is no generator or it does not take the parameter, or nobody answers.
pub fn run(
    session: &Session,
    args: &CompareArgs,
    growth: &Growth,
    selection: &Selection,
    ui: Ui,
) -> Result<ExitCode, Failure> {
    refuse_format(args.format)?;
    let (problem, chosen) = chosen(session, selection)?;
    inputs::need_generator(problem)?;
    let counter = (args.metric == Metric::Instructions).then(Counter::find).transpose()?;
    let progress = Progress::new(&ui);
    progress.say("building");
    let crew = Crew::gather(session, problem)?;
    let members: Vec<usize> = (0..crew.candidates.len())
        .filter(|index| chosen.contains(&crew.candidates[*index].solution))
        .collect();
    let floors = floors(&crew, &members, args)?;
    let load = host::load();
    let scratch = Scratch::new(session)?;
    let inputs = Inputs::new(&crew, growth, &args.generate)?;
    let rounds = match args.runs {
        Runs::Auto => ROUNDS,
        Runs::Exactly(rounds) => rounds,
    };
    let started = Instant::now();
    let mut courses = Courses::new(&crew, &members, args.metric, &floors);
    let mut ended = None;
    let mut last = Duration::ZERO;
    for size in growth.sizes() {
        // A larger size hardly takes less.
        let began = Instant::now();
        if started.elapsed() + last >= args.max_time {
            ended = Some(format!("stopped by --max-time before {}={size}", growth.letter()));
        }
        if ended.is_some() || session.stop.is_set() || !courses.has_any() {
            break;
        }
        progress.say(&format!("measuring {}={size}", growth.letter()));
        let trial = course::Trial {
            crew: &crew,
            scratch: &scratch,
            inputs: &inputs,
            size,
            rounds,
            counter: counter.as_ref(),
        };
        match courses.measure(&trial) {
            Ok(said) => ended = said,
            // What is known by then is worth to be read.
            Err(_) if session.stop.is_set() => break,
            Err(failure) => return Err(failure),
        }
        last = began.elapsed();
    }
    progress.finish();
    let grown = Grown {
        problem: &problem.name,
        metric: args.metric,
        parameter: growth.letter(),
        sizes: &growth.sizes(),
        seeds: inputs::SEEDS,
        rounds,
        courses: &courses.finished(),
        floors: &floors,
        machine: &host::machine(),
        load,
        ended: ended.unwrap_or_else(|| format!("measured in {}", seconds(started.elapsed()))),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    write_grown(args.format, &mut out, &grown).map_err(Failure::output)?;
    Ok(session.stop.signal().map_or(ExitCode::Fine, ExitCode::Interrupted))
}

fn refuse_format(format: ComparisonFormat) -> Result<(), Failure> {
    match format {
        ComparisonFormat::Human | ComparisonFormat::Json => Ok(()),
        ComparisonFormat::Csv | ComparisonFormat::Markdown | ComparisonFormat::Html => {
            let what = anyhow!("growth is written for people and as json, and in no other format");
            Err(Failure::usage(what).hint("say --format json"))
        }
    }
}

/// The one problem, and which of its solutions.
fn chosen<'a>(
    session: &'a Session,
    selection: &Selection,
) -> Result<(&'a Problem, Vec<&'a crate::model::Solution>), Failure> {
    let [selected] = &selection.problems[..] else {
        return Err(Failure::usage(anyhow!("solutions of different problems do not grow together"))
            .hint("name one problem, as in `harness compare leetcode-909 --growth n=4..20`"));
    };
    let problem = &session.catalog.problems[selected.problem];
    let solutions = selected.solutions.iter().filter_map(|chosen| problem.solutions.get(chosen.solution));
    Ok((problem, solutions.collect()))
}

/// What starting a program takes in the languages of these members, in a sandbox of its own.
fn floors(crew: &Crew<'_>, members: &[usize], args: &CompareArgs) -> Result<Vec<Floor>, Failure> {
    let languages = members.iter().map(|member| crew.candidates[*member].solution.language.as_str());
    let programs = floors::Programs::build(crew.session, languages)?;
    let built: &[Built] = programs.built();
    let sandbox = workbench::start_sandbox_in(crew.session, "floors", 1, workbench::programs(built))?;
    programs.measure(&sandbox, crew.session, args.metric)
}
