//! `compare --growth`: fits laws of growth.

use std::io::{self, BufWriter};
use std::sync::atomic::Ordering;

use anyhow::anyhow;

use crate::cli::{CompareArgs, Growth, Runs};
use crate::commands::invocation::Invocation;
use crate::discover::Selection;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::measure::growth::{self, Axis, GrowthRequest};
use crate::model::{Problem, Solution};
use crate::programs::{BuildProgress, InputFolder, ProblemPrograms, Solver};
use crate::record;
use crate::report::{ComparisonFormat, write_grown};
use crate::session::Session;
use crate::ui::Progress;

/// Measures growth.
///
/// # Errors
/// There is no generator or it does not take the parameter, or there is no answer.
pub fn run(
    invocation: &Invocation<'_>,
    session: &Session,
    (args, growth): (&CompareArgs, &Growth),
    selection: &Selection,
) -> Result<ExitCode, Failure> {
    refuse_format(args.format)?;
    let (problem, chosen) = chosen(session, selection)?;
    growth::need_generator(problem)?;
    // Before the programs: a checker sees the folder.
    let folder = InputFolder::make(session.run_folder()?)?;
    let programs = ProblemPrograms::start(session, problem, &mut BuildProgress::new(session))?;
    let is_chosen = |solver: &Solver| chosen.contains(&programs.candidates[*solver].solution);
    let solvers: Vec<Solver> = (0..programs.candidates.len()).filter(is_chosen).collect();
    let costs = growth::start_costs(session, &programs, &solvers, args.metric)?;
    let axis = Axis {
        parameter: &growth.parameter,
        letter: growth.letter(),
        sizes: &growth.sizes(),
        words: words(args, growth, problem),
    };
    let rounds = match args.runs {
        Runs::Auto => growth::ROUNDS,
        Runs::Exactly(rounds) => rounds,
    };
    let request = GrowthRequest { metric: args.metric, rounds, max_time: args.max_time };
    let progress = Progress::new(&session.ui);
    let grown = growth::measure(&programs, &solvers, (&axis, &request), costs, (&folder, &progress))?;
    let mut out = BufWriter::new(io::stdout().lock());
    invocation.has_begun.store(true, Ordering::Relaxed);
    write_grown(args.format, &mut out, &grown).map_err(Failure::output)?;
    let code = session.stop.signal().map_or(ExitCode::Fine, ExitCode::Interrupted);
    let mut text = Vec::new();
    write_grown(ComparisonFormat::Json, &mut text, &grown).map_err(Failure::output)?;
    record::keep_document(session, &args.record(), "compare", &String::from_utf8_lossy(&text), code);
    Ok(code)
}

/// The arguments of the generator beside the parameter: where it is the size that the problem speaks of, those
/// that the problem says.
fn words<'a>(args: &'a CompareArgs, growth: &Growth, problem: &'a Problem) -> &'a str {
    let said = problem.roles.generate.as_deref().filter(|words| words.contains("{size}"));
    said.filter(|_| args.generate.is_empty() && growth.parameter == "size").unwrap_or(&args.generate)
}

fn refuse_format(format: ComparisonFormat) -> Result<(), Failure> {
    match format {
        ComparisonFormat::Human | ComparisonFormat::Json => Ok(()),
        ComparisonFormat::Csv
        | ComparisonFormat::Markdown
        | ComparisonFormat::Html
        | ComparisonFormat::Hyperfine
        | ComparisonFormat::Github
        | ComparisonFormat::Junit
        | ComparisonFormat::Tap
        | ComparisonFormat::LibtestJson
        | ComparisonFormat::Short => {
            let what = anyhow!("--growth supports --format human and json only");
            Err(Failure::usage(what).hint("use --format json"))
        }
    }
}

/// The one problem, and which of its solutions.
fn chosen<'a>(
    session: &'a Session,
    selection: &Selection,
) -> Result<(&'a Problem, Vec<&'a Solution>), Failure> {
    let [selected] = &selection.problems[..] else {
        return Err(Failure::usage(anyhow!("--growth needs exactly one problem"))
            .hint("name one problem, as in `harness compare leetcode-909 --growth n=4..20`"));
    };
    let problem = &session.catalog().problems[selected.problem];
    let solutions = selected.solutions.iter().filter_map(|chosen| problem.solutions.get(chosen.solution));
    Ok((problem, solutions.collect()))
}
