//! What a hunt has found, as it is told and stored.

use std::io::{self, Write};

use anyhow::anyhow;

use crate::cli::HuntArgs;
use crate::commands::held::HeldOutput;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::fuzz::oracle::{Discrepancy, Outputs};
use crate::fuzz::reduce::FailingInput;
use crate::fuzz::repeat::Flake;
use crate::fuzz::schedule::Attempt;
use crate::fuzz::{Confirmed, Hunt};
use crate::newcase::draft::Draft;
use crate::newcase::naming::Naming;
use crate::newcase::{self, AddRequest, Addition, duplicates};
use crate::programs::Solver;
use crate::report::{self, Format};
use crate::report::{hunt as print, newcase as newcase_report};
use crate::session::Session;
use crate::ui::{Folded, Verbosity, message};

/// Tells and stores counterexamples.
pub struct Counterexamples<'a> {
    /// The hunt.
    pub hunt: &'a Hunt<'a>,
    /// What every command needs.
    pub session: &'a Session,
    /// The flags.
    pub args: &'a HuntArgs,
}

impl Counterexamples<'_> {
    /// Stores a counterexample, and tells it then: a closed pipe loses nothing.
    ///
    /// # Errors
    /// It cannot be kept, or the judge failed.
    pub fn keep(&self, attempt: &Attempt, failing: &FailingInput) -> Result<ExitCode, Failure> {
        let Confirmed { draft, discrepancy, outputs, interrupted } = self.hunt.confirm(attempt, failing)?;
        stored(|out| {
            self.print_found(out, discrepancy, &draft.input, &outputs)?;
            self.hunt.refuse_doubt(discrepancy, attempt)?;
            let targets: Vec<Solver> = match discrepancy {
                _ if self.hunt.oracle.is_named => self.hunt.oracle.targets.clone(),
                // The reference is right, whatever else should be.
                Discrepancy::Fails { target, .. } => vec![target],
                Discrepancy::Disagreement => Vec::new(),
            };
            self.add((draft, &targets), &outputs, interrupted, out)
        })
    }

    /// Stores the slowest input.
    ///
    /// # Errors
    /// It cannot be kept, or the judge failed.
    pub fn keep_slowest(
        &self,
        draft: Draft,
        outputs: &Outputs,
        interrupted: Option<i32>,
    ) -> Result<ExitCode, Failure> {
        stored(|out| self.add((draft, &[]), outputs, interrupted, out))
    }

    /// The failure that a find shows only sometimes; it is shown.
    #[must_use]
    pub fn refuse_flake(&self, attempt: &Attempt, flake: &Flake) -> Failure {
        let FailingInput { input, discrepancy, outputs } = &flake.failing;
        let mut out = io::stdout().lock();
        let told = self
            .print_found(&mut out, *discrepancy, input, outputs)
            .and_then(|()| self.tell_again(Some(&self.line(attempt)), &mut out));
        if let Err(failure) = told {
            return failure;
        }
        let what = anyhow!("{}, so nothing was written", flake.told(self.hunt));
        let hint = "a solution that depends on time, addresses, threads or random numbers may fail by chance";
        Failure { code: ExitCode::Unexpected, ..Failure::usage(what).hint(hint) }
    }

    /// The command that finds this again.
    #[must_use]
    pub fn line(&self, attempt: &Attempt) -> String {
        self.hunt.line.text(&self.args.solutions, attempt.index + 1)
    }

    fn print_found(
        &self,
        out: &mut dyn Write,
        discrepancy: Discrepancy,
        input: &[u8],
        outputs: &Outputs,
    ) -> Result<(), Failure> {
        let programs = self.hunt.programs;
        let failure = self.hunt.failure(discrepancy, outputs);
        let fails = failure.map(|(solver, verdict)| (programs.name(solver), verdict));
        let split = self.hunt.split(outputs);
        print::found(out, (&programs.problem.name, fails), (input, &split), self.session.ui.width)
            .map_err(Failure::output)
    }

    /// Adds a case the way `add` does. After a signal nothing runs any more, and the input is kept as it is.
    fn add(
        &self,
        (draft, targets): (Draft, &[Solver]),
        outputs: &Outputs,
        interrupted: Option<i32>,
        out: &mut HeldOutput,
    ) -> Result<ExitCode, Failure> {
        let line = draft.found.clone();
        let (problem, is_dry) = (self.hunt.programs.problem, self.args.dry_run);
        if let Some(signal) = interrupted {
            let how = (self.args.name.as_deref(), is_dry);
            if let Some(added) = self.hunt.keep_unjudged(draft, outputs, how)? {
                newcase_report::addition(
                    out,
                    &problem.name,
                    Addition::Added(added),
                    (self.session.ui, is_dry),
                )?;
                self.tell_again(line.as_deref(), out)?;
                self.say_later(
                    out,
                    "interrupted: the best input so far is kept, and no solution was judged on it",
                );
            }
            return Ok(ExitCode::Interrupted(signal));
        }
        if let Some(other) = duplicates::case_with(problem, &draft)? {
            self.tell_again(line.as_deref(), out)?;
            self.say_later(out, &format!("nothing was written: {other} has this input"));
            return Ok(ExitCode::Unexpected);
        }
        let added = self.judged(draft, targets, out)?;
        let (code, hints) = newcase_report::addition(out, &problem.name, added, (self.session.ui, is_dry))?;
        out.later(move || hints.iter().for_each(|hint| message::hint(hint)));
        self.tell_again(line.as_deref(), out)?;
        Ok(code)
    }

    fn judged(&self, draft: Draft, targets: &[Solver], out: &HeldOutput) -> Result<Addition, Failure> {
        let request = AddRequest {
            by: "harness hunt",
            naming: Naming::of(self.args.name.as_deref(), true, false),
            consensus: self.hunt.by_consensus(),
            raw: false,
            force: false,
            dry_run: self.args.dry_run,
            targets,
        };
        let ui = self.session.ui;
        let out = Folded::new(out.clone(), ui.fold_width(true));
        let mut reporter = report::open(Format::Human, Box::new(out), ui);
        let Hunt { programs, folder, .. } = self.hunt;
        newcase::add(programs, &request, vec![draft], folder, &message::note, reporter.as_mut())
    }

    /// Tells how to repeat it.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn tell_again(&self, line: Option<&str>, out: &mut dyn Write) -> Result<(), Failure> {
        match line {
            Some(line) if self.session.ui.verbosity > Verbosity::Quiet => {
                print::again(out, &self.hunt.line.from_here(line)).map_err(Failure::output)
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Tells what follows from what is held.
    fn say_later(&self, out: &HeldOutput, text: &str) {
        let text = text.to_owned();
        if self.session.ui.verbosity > Verbosity::Quiet {
            out.later(move || message::progress(&text));
        }
    }

    /// Tells the progress.
    pub fn say(&self, text: &str) {
        if self.session.ui.verbosity > Verbosity::Quiet {
            message::progress(text);
        }
    }
}

/// Prints what storing tells when it has ended.
fn stored(store: impl FnOnce(&mut HeldOutput) -> Result<ExitCode, Failure>) -> Result<ExitCode, Failure> {
    let mut held = HeldOutput::default();
    let stored = store(&mut held);
    held.release().map_err(Failure::output)?;
    stored
}
