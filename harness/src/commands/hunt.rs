//! `hunt`: looks for an input on which a solution fails, and adds it as a case.

use std::io::{self, BufWriter};
use std::time::Instant;

use crate::cli::HuntArgs;
use crate::commands::invocation::Invocation;
use crate::commands::{additions, troubles};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::fuzz::oracle::{Discrepancy, Oracle, Outputs};
use crate::fuzz::reduce::FailingInput;
use crate::fuzz::schedule::{Attempt, Schedule};
use crate::fuzz::slowest::Record;
use crate::fuzz::{Confirmed, Hunt, HuntLine, Search};
use crate::model::seconds;
use crate::newcase::draft::Draft;
use crate::newcase::naming::Naming;
use crate::newcase::{self, AddRequest, duplicates, generated};
use crate::programs::{BuildProgress, InputFolder, ProblemPrograms, Solver};
use crate::report::hunt as print;
use crate::report::{self, Format};
use crate::session::Session;
use crate::ui::{Progress, Verbosity};

/// Hunts.
///
/// # Errors
/// There is nothing to hunt with, or something failed; nothing was written.
pub fn run(invocation: &Invocation<'_>, args: &HuntArgs) -> Result<ExitCode, Failure> {
    let session = invocation.open(&args.settings())?;
    let ui = invocation.ui;
    let problem = troubles::problem(&session, &args.problem)?;
    let folder = InputFolder::make(session.run_folder()?)?;
    let programs = ProblemPrograms::start(&session, problem, &mut BuildProgress::new(&session))?;
    let measured = args.slowest.as_ref().map(|name| programs.find(name)).transpose()?;
    let oracle = match measured {
        Some(measured) => Oracle::to_measure(&programs, measured),
        None => Oracle::of(&programs, &args.solutions)?,
    };
    let seed = args.seed.unwrap_or_else(generated::seed_of_the_clock);
    let generate = (args.generate != HuntArgs::GENERATE).then(|| args.generate.clone());
    let line = HuntLine { problem: problem.name.clone(), solutions: args.solutions.clone(), seed, generate };
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
    let (mut schedule, notes) = Schedule::new(&programs, &args.generate, seed)?;
    for note in &notes {
        troubles::note(note);
    }
    let verb = Verb { hunt: &hunt, session: &session, args };
    match measured {
        Some(measured) => verb.slowest(measured, &mut schedule),
        None => verb.hunt(&mut schedule),
    }
}

/// The hunt, and what is printed of it.
struct Verb<'a> {
    hunt: &'a Hunt<'a>,
    session: &'a Session,
    args: &'a HuntArgs,
}

impl Verb<'_> {
    fn hunt(&self, schedule: &mut Schedule<'_>) -> Result<ExitCode, Failure> {
        let search = self.hunt.search(schedule)?;
        let extent = self.hunt.extent(schedule);
        match search {
            Search::Interrupted(signal) => {
                self.say(&format!("interrupted: {}", print::extent(&extent)));
                Ok(ExitCode::Interrupted(signal))
            }
            Search::Spent => {
                let line = self.hunt.line.text(&self.args.solutions, extent.tries);
                let problem = &self.hunt.programs.problem.name;
                print::nothing(&mut io::stdout().lock(), problem, &extent, &line).map_err(Failure::output)?;
                let is_wrong = |target: &Solver| !self.hunt.programs.is_right(*target);
                let has_missed = self.hunt.oracle.targets.iter().any(is_wrong);
                Ok(if has_missed { ExitCode::Unexpected } else { ExitCode::Fine })
            }
            Search::Found(attempt, outputs, discrepancy) => {
                self.say(&format!("found with input {} in {}", attempt.index + 1, seconds(extent.time)));
                let found = FailingInput { input: attempt.input.clone(), discrepancy, outputs };
                let reduced = self.hunt.reduce(schedule, &attempt, found.outputs.clone(), discrepancy)?;
                self.say(&print::reduced(reduced.as_ref(), attempt.input.len()));
                let failing = reduced.map_or(found, |reduced| reduced.failing);
                self.keep(&attempt, &failing)
            }
        }
    }

    fn keep(&self, attempt: &Attempt, failing: &FailingInput) -> Result<ExitCode, Failure> {
        let Confirmed { draft, discrepancy, outputs, interrupted } = self.hunt.confirm(attempt, failing)?;
        let programs = self.hunt.programs;
        let fails = match discrepancy {
            Discrepancy::Disagreement => None,
            Discrepancy::Fails { target, verdict } => Some((programs.name(target), verdict)),
        };
        let split = self.hunt.split(&outputs);
        let shown = (draft.input.as_slice(), &split);
        print::found(&mut io::stdout().lock(), (&programs.problem.name, fails), shown, self.session.ui.width)
            .map_err(Failure::output)?;
        self.hunt.refuse_doubt(discrepancy, attempt)?;
        match interrupted {
            Some(signal) => self.keep_unjudged(draft, &outputs, signal),
            None => self.add(draft, if self.hunt.oracle.is_named { &self.hunt.oracle.targets } else { &[] }),
        }
    }

    fn slowest(&self, measured: Solver, schedule: &mut Schedule<'_>) -> Result<ExitCode, Failure> {
        let (record, signal) = self.hunt.slowest(measured, schedule)?;
        let Record { attempt, cpu, verdict, outputs, .. } = &record;
        let programs = self.hunt.programs;
        self.say(&format!(
            "{}/{}: input {} is the slowest of {}: {}, {verdict}",
            programs.problem.name,
            programs.name(measured),
            attempt.index + 1,
            schedule.tries(),
            seconds(*cpu)
        ));
        let draft = self.hunt.draft_of_slowest(&record);
        match signal {
            Some(signal) => self.keep_unjudged(draft, outputs, signal),
            None => self.add(draft, &[]),
        }
    }

    /// Adds a case the way `add` does.
    fn add(&self, draft: Draft, targets: &[Solver]) -> Result<ExitCode, Failure> {
        let (hunt, problem) = (self.hunt, self.hunt.programs.problem);
        let line = draft.found.clone();
        if let Some(other) = duplicates::case_with(problem, &draft)? {
            self.tell_again(line.as_deref())?;
            self.say(&format!("nothing was written: {other} has this input"));
            return Ok(ExitCode::Unexpected);
        }
        let request = AddRequest {
            by: "harness hunt",
            naming: Naming::of(self.args.name.as_deref(), true, false),
            consensus: hunt.by_consensus(),
            raw: false,
            force: false,
            dry_run: self.args.dry_run,
            targets,
        };
        let out = Box::new(BufWriter::new(io::stdout().lock()));
        let mut reporter = report::open(Format::Human, out, self.session.ui);
        let addition = newcase::add(
            hunt.programs,
            &request,
            vec![draft],
            hunt.folder,
            &troubles::note,
            reporter.as_mut(),
        );
        drop(reporter);
        let code = additions::tell(addition?, (self.session, problem), self.args.dry_run)?;
        self.tell_again(line.as_deref())?;
        Ok(code)
    }

    /// After a signal nothing runs any more, and the best input so far is kept as it is.
    fn keep_unjudged(&self, draft: Draft, outputs: &Outputs, signal: i32) -> Result<ExitCode, Failure> {
        let line = draft.found.clone();
        let how = (self.args.name.as_deref(), self.args.dry_run);
        if let Some(added) = self.hunt.keep_unjudged(draft, outputs, how)? {
            let problem = self.hunt.programs.problem;
            additions::tell(newcase::Addition::Added(added), (self.session, problem), self.args.dry_run)?;
            self.tell_again(line.as_deref())?;
            self.say("interrupted: the best input so far is kept, and no solution was judged on it");
        }
        Ok(ExitCode::Interrupted(signal))
    }

    fn tell_again(&self, line: Option<&str>) -> Result<(), Failure> {
        match line {
            Some(line) if self.session.ui.verbosity > Verbosity::Quiet => {
                print::again(&mut io::stdout().lock(), line).map_err(Failure::output)
            }
            Some(_) | None => Ok(()),
        }
    }

    fn say(&self, text: &str) {
        if self.session.ui.verbosity > Verbosity::Quiet {
            troubles::progress(text);
        }
    }
}
