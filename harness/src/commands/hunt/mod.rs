//! `hunt`: inputs until a solution fails or solutions disagree; the input made small, and added.
//!
//! ```text
//! generator, changed inputs → the field: jury and suspects → a fault → smaller → everybody → add
//! ```
//! Whoever is hunted by name may contradict the others. All others that should be right must agree:
//! nobody is outvoted, and where they do not agree nothing is written.

mod field;
mod inputs;
mod keep;
mod mutate;
mod reduce;
mod slowest;
mod tell;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::anyhow;

use crate::cli::{Global, HuntArgs};
use crate::commands::add::generate;
use crate::commands::add::scratch::Scratch;
use crate::commands::crew::Crew;
use crate::commands::hunt::field::{Fault, Field, Ruling};
use crate::commands::hunt::inputs::{Attempt, Inputs};
use crate::commands::hunt::reduce::{Chance, Exhibit, Reduced, Reducer};
use crate::commands::hunt::tell::Course;
use crate::commands::workbench;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{counted, seconds};
use crate::session::Session;
use crate::ui::{Progress, Ui};

/// How long a hunt goes on for which nothing else is said.
const LONG_ENOUGH: Duration = Duration::from_mins(1);

/// How long an input is made smaller, at most.
const SHRINK_TIME: Duration = Duration::from_secs(40);

/// A hunt.
struct Hunt<'a> {
    crew: &'a Crew<'a>,
    args: &'a HuntArgs,
    field: Field,
    scratch: &'a Scratch,
    seed: u64,
    started: Instant,
}

/// How the search ended.
enum Search {
    /// A fault was found with this input.
    Found(Attempt, Ruling, Fault),
    /// Time or number of tries are spent.
    Spent,
    /// By a signal.
    Interrupted(i32),
}

/// Hunts.
///
/// # Errors
/// There is nothing to hunt with, or something failed; nothing was written.
pub fn run(global: &Global, args: &HuntArgs, ui: Ui) -> Result<ExitCode, Failure> {
    let session = Session::open(global, &args.settings(), ui)?;
    let problem = workbench::find_problem(&session, &args.problem)?;
    let scratch = Scratch::new(&session)?;
    let progress = Progress::new(&ui);
    progress.say("building");
    let crew = Crew::gather(&session, problem)?;
    progress.finish();
    let measured = args.slowest.as_ref().map(|name| field::find(&crew, name)).transpose()?;
    let hunt = Hunt {
        crew: &crew,
        args,
        field: match measured {
            Some(measured) => Field::to_measure(&crew, measured),
            None => Field::of(&crew, &args.solutions)?,
        },
        scratch: &scratch,
        seed: args.seed.unwrap_or_else(generate::seed_of_the_clock),
        started: Instant::now(),
    };
    match measured {
        Some(measured) => hunt.run_slowest(measured),
        None => hunt.run(),
    }
}

impl Hunt<'_> {
    fn run(&self) -> Result<ExitCode, Failure> {
        let mut inputs = Inputs::new(self.crew, &self.args.generate, self.seed)?;
        let search = self.search(&mut inputs)?;
        let course =
            Course { tries: inputs.tries(), different: inputs.different(), time: self.started.elapsed() };
        match search {
            Search::Interrupted(signal) => {
                tell::remark(self.crew.session.ui, &format!("interrupted: {}", course.words()));
                Ok(ExitCode::Interrupted(signal))
            }
            Search::Spent => {
                tell::nothing(self.crew, course, &self.line(&self.args.solutions, inputs.tries()))
                    .map_err(Failure::output)?;
                let is_missed = |suspect: &usize| !self.crew.is_always_right(*suspect);
                let has_missed = self.field.suspects.iter().any(is_missed);
                Ok(if has_missed { ExitCode::Unexpected } else { ExitCode::Fine })
            }
            Search::Found(attempt, ruling, fault) => {
                let found = format!("found with input {} in {}", attempt.index + 1, seconds(course.time));
                self.refuse_invalid(&attempt)?;
                tell::remark(self.crew.session.ui, &found);
                let reduced = self.reduce(&inputs, &attempt, ruling, fault)?;
                self.keep(&attempt, &reduced)
            }
        }
    }

    /// Tries inputs until one shows a fault.
    fn search(&self, inputs: &mut Inputs<'_>) -> Result<Search, Failure> {
        let stop = &self.crew.session.stop;
        let progress = Progress::new(&self.crew.session.ui);
        let mut found = Search::Spent;
        while let Some(left) = self.left(inputs) {
            match self.try_batch(inputs, left) {
                Ok(Some((attempt, ruling, fault))) => {
                    found = Search::Found(attempt, ruling, fault);
                    break;
                }
                Ok(None) => {}
                Err(failure) => match stop.signal() {
                    Some(signal) => {
                        found = Search::Interrupted(signal);
                        break;
                    }
                    None => return Err(failure),
                },
            }
            let tries = inputs.tries();
            let course = Course { tries, different: inputs.different(), time: self.started.elapsed() };
            progress.say(&format!("{tries} inputs, {:.0} a second", course.rate()));
        }
        progress.finish();
        Ok(found)
    }

    /// Tries that are left; nothing where the hunt is over.
    fn left(&self, inputs: &Inputs<'_>) -> Option<u64> {
        let time = self.args.time.or_else(|| self.args.count.is_none().then_some(LONG_ENOUGH));
        let left = self.args.count.map_or(u64::MAX, |count| count.saturating_sub(inputs.tries()));
        let is_over = time.is_some_and(|time| self.started.elapsed() >= time);
        (left > 0 && !is_over).then_some(left)
    }

    /// Writes the inputs of tries to files.
    fn files(&self, attempts: &[Attempt]) -> Result<Vec<PathBuf>, Failure> {
        let name = |attempt: &Attempt| format!("try-{}", attempt.index % inputs::BATCH);
        attempts.iter().map(|attempt| self.scratch.write(&name(attempt), &attempt.input)).collect()
    }

    fn try_batch(
        &self,
        inputs: &mut Inputs<'_>,
        left: u64,
    ) -> Result<Option<(Attempt, Ruling, Fault)>, Failure> {
        let attempts = inputs.batch(self.scratch, left)?;
        let paths = self.files(&attempts)?;
        let rulings = self.field.rule(self.crew, self.scratch, &paths)?;
        for (attempt, ruling) in attempts.into_iter().zip(rulings) {
            if let Some(fault) = ruling.fault {
                return Ok(Some((attempt, ruling, fault)));
            }
            if let Some(answer) = ruling.answer() {
                inputs.learn(&attempt.input, answer);
            }
        }
        Ok(None)
    }

    /// A generator that makes invalid inputs has broken nobody.
    fn refuse_invalid(&self, attempt: &Attempt) -> Result<(), Failure> {
        let path = self.scratch.write("found", &attempt.input)?;
        let rejections = self.crew.rejections(&[path])?;
        let Some(Some(why)) = rejections.into_iter().next() else { return Ok(()) };
        let call = attempt.made.as_ref().map_or_else(String::new, |(words, seed)| format!("{seed} {words}"));
        let what = anyhow!("the generator makes an invalid input of `{}`: {why}", call.trim_end());
        Err(Failure::usage(what))
    }

    fn reduce(
        &self,
        inputs: &Inputs<'_>,
        attempt: &Attempt,
        ruling: Ruling,
        fault: Fault,
    ) -> Result<Reduced, Failure> {
        let ui = self.crew.session.ui;
        let exhibit = Exhibit { input: attempt.input.clone(), fault, ruling };
        if !self.crew.has_validator() {
            tell::remark(ui, "not made smaller: without a validator nobody knows which inputs are valid");
            return Ok(Reduced { exhibit, tries: 0, is_smallest: true });
        }
        let progress = Progress::new(&ui);
        progress.say("making it smaller");
        let reducer = Reducer {
            crew: self.crew,
            field: self.field.narrowed_to(fault),
            scratch: self.scratch,
            tries: self.args.shrink,
            deadline: Instant::now() + SHRINK_TIME,
        };
        let reduced = reducer.reduce(&exhibit, &Chance { inputs, index: attempt.index })?;
        progress.finish();
        let left = if reduced.is_smallest { "" } else { ", and it may get smaller still" };
        let sizes = format!("{} of {} bytes", reduced.exhibit.input.len(), attempt.input.len());
        let smaller = counted(reduced.tries, "smaller input");
        tell::remark(ui, &format!("made smaller: {sizes} are left after {smaller}{left}"));
        Ok(reduced)
    }
}
