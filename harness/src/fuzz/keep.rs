//! What a hunt came to: told, and what was found becomes a case.

use std::cell::RefCell;

use anyhow::anyhow;

use crate::event::{Counterexample, Flakiness, HuntEvent, HuntExtent, HuntPlan, NothingFound, SlowestInput};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::fuzz::Hunt;
use crate::fuzz::confirm::Confirmed;
use crate::fuzz::oracle::{Discrepancy, Outputs};
use crate::fuzz::reduce::FailingInput;
use crate::fuzz::repeat::Flake;
use crate::fuzz::schedule::{Attempt, Schedule};
use crate::fuzz::slowest::Record;
use crate::fuzz::stages::Hunted;
use crate::fuzz::telling::HuntTeller;
use crate::newcase::draft::Draft;
use crate::newcase::naming::Naming;
use crate::newcase::{self, AddRequest, Added, Addition, duplicates};
use crate::programs::{Solver, Waited};

/// Hunts, tells what happens, and keeps what is found.
pub struct Keeper<'h, 'r> {
    /// The hunt.
    pub hunt: &'h Hunt<'h>,
    /// The name of the new case, where one is wanted.
    pub name: Option<&'h str>,
    /// Nothing is written.
    pub is_dry: bool,
    /// Who listens.
    pub teller: HuntTeller<'r>,
}

impl Keeper<'_, '_> {
    /// Hunts with these arguments of the generator: for a counterexample, or for the slowest input of the solution
    /// that is measured.
    ///
    /// # Errors
    /// The generator fails, what was found cannot be kept, or the judge failed.
    pub fn run(&mut self, words: &str, measured: Option<Solver>) -> Result<ExitCode, Failure> {
        let hunt = self.hunt;
        let Hunt { programs, oracle, line, .. } = hunt;
        self.teller.tell(HuntEvent::Started(Box::new(HuntPlan {
            problem: programs.problem.name.clone(),
            seed: line.seed,
            generate: words.to_owned(),
            references: programs.names(&oracle.references),
            targets: programs.names(&oracle.targets),
            measured: measured.map(|solver| programs.name(solver).clone()),
            is_dry: self.is_dry,
        })))?;
        if let Some(note) = hunt.unkept().filter(|_| measured.is_none()) {
            self.teller.note(note)?;
        }
        hunt.limit_time();
        let (mut schedule, notes) = match Schedule::new(programs, words, line.seed) {
            Ok(begun) => begun,
            Err(failure) => {
                let waited = hunt.waited(failure)?;
                let extent = HuntExtent { tries: 0, different: 0, time: hunt.started.elapsed() };
                return self.nothing(extent, waited.as_ref());
            }
        };
        notes.into_iter().try_for_each(|note| self.teller.note(note))?;
        match measured {
            Some(measured) => self.slowest(measured, &mut schedule),
            None => self.counterexample(&mut schedule),
        }
    }

    /// Searches for a counterexample, and adds it as a case.
    fn counterexample(&mut self, schedule: &mut Schedule<'_>) -> Result<ExitCode, Failure> {
        match self.hunt.counterexample(schedule, &mut self.teller)? {
            Hunted::Counterexample(attempt, failing) => self.keep(&attempt, &failing),
            Hunted::Known(attempt, why) => {
                self.teller.tell(HuntEvent::Again(self.again(&attempt)))?;
                self.teller.tell(HuntEvent::NothingWritten(why))?;
                Ok(ExitCode::Unexpected)
            }
            Hunted::Flake(attempt, flake) => Err(self.refuse_flake(&attempt, &flake)?),
            Hunted::Nothing(extent, waited) => self.nothing(extent, waited.as_ref()),
            Hunted::Interrupted(extent, signal) => {
                self.teller.tell(HuntEvent::Interrupted(extent))?;
                Ok(ExitCode::Interrupted(signal))
            }
        }
    }

    /// Searches for the slowest input of a solution, and adds it as a case.
    fn slowest(&mut self, measured: Solver, schedule: &mut Schedule<'_>) -> Result<ExitCode, Failure> {
        let (record, signal) = self.hunt.slowest(measured, schedule)?;
        let Record { attempt, cpu, verdict, outputs, .. } = &record;
        self.teller.tell(HuntEvent::Slowest(Box::new(SlowestInput {
            solution: self.hunt.programs.name(measured).clone(),
            number: attempt.index + 1,
            tries: schedule.tries(),
            cpu: *cpu,
            verdict: *verdict,
        })))?;
        self.add((self.hunt.draft_of_slowest(&record), &[]), outputs, signal)
    }

    /// Tells that nothing was found.
    fn nothing(&mut self, extent: HuntExtent, waited: Option<&Waited>) -> Result<ExitCode, Failure> {
        let Hunt { programs, oracle, line, .. } = self.hunt;
        let waited = waited.map(|Waited { asked, time }| (asked.told(), *time));
        let again = line.from_here(&line.text(&line.solutions, extent.tries));
        self.teller.tell(HuntEvent::NothingFound(Box::new(NothingFound { extent, waited, again })))?;
        let has_missed = oracle.targets.iter().any(|target| !programs.is_right(*target));
        Ok(if has_missed { ExitCode::Unexpected } else { ExitCode::Fine })
    }

    fn keep(&mut self, attempt: &Attempt, failing: &FailingInput) -> Result<ExitCode, Failure> {
        let Confirmed { draft, discrepancy, outputs, interrupted } = self.hunt.confirm(attempt, failing)?;
        self.show(discrepancy, &draft.input, &outputs)?;
        self.hunt.refuse_doubt(discrepancy, attempt)?;
        let targets: Vec<Solver> = match discrepancy {
            _ if self.hunt.oracle.is_named => self.hunt.oracle.targets.clone(),
            // The reference is right, whatever else should be.
            Discrepancy::Fails { target, .. } => vec![target],
            Discrepancy::Disagreement => Vec::new(),
        };
        self.add((draft, &targets), &outputs, interrupted)
    }

    /// The failure that a find shows only sometimes; it is shown.
    fn refuse_flake(&mut self, attempt: &Attempt, flake: &Flake) -> Result<Failure, Failure> {
        let FailingInput { input, discrepancy, outputs } = &flake.failing;
        self.show(*discrepancy, input, outputs)?;
        self.teller.tell(HuntEvent::Flaky(Box::new(Flakiness {
            shown: flake.shown,
            runs: flake.runs,
            solutions: self.hunt.programs.names(&flake.unsteady),
        })))?;
        self.teller.tell(HuntEvent::Again(self.again(attempt)))?;
        let what = anyhow!("{}, so nothing was written", flake.told(self.hunt));
        let hint = "a solution that depends on time, addresses, threads or random numbers may fail by chance";
        Ok(Failure { code: ExitCode::Unexpected, ..Failure::usage(what).hint(hint) })
    }

    /// The command that finds this again.
    fn again(&self, attempt: &Attempt) -> String {
        let line = &self.hunt.line;
        line.from_here(&line.text(&line.solutions, attempt.index + 1))
    }

    fn show(&mut self, discrepancy: Discrepancy, input: &[u8], outputs: &Outputs) -> Result<(), Failure> {
        let failure = self.hunt.failure(discrepancy, outputs);
        self.teller.tell(HuntEvent::Counterexample(Box::new(Counterexample {
            solution: failure.map(|(solver, _)| self.hunt.programs.name(solver).clone()),
            verdict: failure.map(|(_, verdict)| verdict),
            input: input.to_vec(),
            outputs: self.hunt.split(outputs),
        })))
    }

    /// Adds a case the way `add` does. After a signal nothing runs any more, and the input is kept as it is.
    fn add(
        &mut self,
        (draft, targets): (Draft, &[Solver]),
        outputs: &Outputs,
        interrupted: Option<i32>,
    ) -> Result<ExitCode, Failure> {
        let again = draft.found.as_ref().map(|line| self.hunt.line.from_here(line));
        if let Some(signal) = interrupted {
            if let Some(added) = self.hunt.keep_unjudged(draft, outputs, (self.name, self.is_dry))? {
                self.tell_added(&added, again)?;
                self.teller.tell(HuntEvent::Unjudged)?;
            }
            return Ok(ExitCode::Interrupted(signal));
        }
        if let Some(other) = duplicates::case_with(self.hunt.programs.problem, &draft)? {
            self.tell_again(again)?;
            self.teller.tell(HuntEvent::NothingWritten(format!("{other} has this input")))?;
            return Ok(ExitCode::Unexpected);
        }
        match self.judged(draft, targets)? {
            Addition::Added(added) => self.tell_added(&added, again).map(|()| added.code),
            Addition::Split(splits) => {
                for (draft, outputs) in splits {
                    let input = draft.input;
                    let split = Counterexample { solution: None, verdict: None, input, outputs };
                    self.teller.tell(HuntEvent::Counterexample(Box::new(split)))?;
                }
                Err(newcase::disagreement())
            }
            Addition::Ended(code) => self.tell_again(again).map(|()| code),
        }
    }

    fn judged(&mut self, draft: Draft, targets: &[Solver]) -> Result<Addition, Failure> {
        let request = AddRequest {
            by: "harness hunt",
            naming: Naming::of(self.name, true, false),
            consensus: self.hunt.by_consensus(),
            raw: false,
            force: false,
            dry_run: self.is_dry,
            targets,
        };
        let Hunt { programs, folder, .. } = self.hunt;
        let notes = RefCell::new(Vec::new());
        let note = |text: &str| notes.borrow_mut().push(text.to_owned());
        let added = newcase::add(programs, &request, vec![draft], folder, &note, &mut self.teller);
        notes.take().into_iter().try_for_each(|note| self.teller.note(note))?;
        added
    }

    fn tell_added(&mut self, added: &Added, again: Option<String>) -> Result<(), Failure> {
        self.teller.tell(HuntEvent::Added(Box::new(added.told())))?;
        self.tell_again(again)
    }

    fn tell_again(&mut self, again: Option<String>) -> Result<(), Failure> {
        again.map_or(Ok(()), |line| self.teller.tell(HuntEvent::Again(line)))
    }
}
