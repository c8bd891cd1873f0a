//! All solutions on all cases: who is killed by what.

use std::collections::BTreeMap;
use std::io;
use std::time::Instant;

use crate::commands::crew::Crew;
use crate::commands::judging::{Judging, Tally};
use crate::commands::workbench::Candidate;
use crate::event::Event;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Name, Verdict};
use crate::report::Reporter;
use crate::strength::Kills;
use crate::ui::{Progress, Ui};

/// What came of judging everybody.
pub struct Field {
    /// The solutions that are kept because they are wrong.
    pub wrong: Vec<Wrong>,
    /// Solutions that should be right on every case and are not, each with the first such case.
    pub betrayed: Vec<(Name, Name, Verdict)>,
}

/// A wrong solution.
pub struct Wrong {
    /// Its name.
    pub name: Name,
    /// The cases that it does not survive.
    pub killed_by: BTreeMap<usize, Verdict>,
}

impl Field {
    /// For each case, whom it kills.
    #[must_use]
    pub fn kills(&self, n_cases: usize) -> Kills {
        let is_killed = |case: usize| {
            move |(index, wrong): (usize, &Wrong)| wrong.killed_by.contains_key(&case).then_some(index)
        };
        (0..n_cases).map(|case| self.wrong.iter().enumerate().filter_map(is_killed(case)).collect()).collect()
    }
}

/// Judges everybody on everything.
///
/// # Errors
/// The engine failed.
pub fn judge(crew: &Crew<'_>, ui: Ui) -> Result<Field, Failure> {
    let mut listener = Listener { progress: Progress::new(&ui), deaths: BTreeMap::new() };
    let mut judging = Judging {
        session: crew.session,
        reporter: &mut listener,
        fail_fast: false,
        is_partial: false,
        tally: Tally::default(),
    };
    let candidates: Vec<Candidate<'_>> =
        crew.candidates.iter().map(|candidate| candidate.on(&crew.problem.cases)).collect();
    judging.run(&candidates, crew.built.clone(), &crew.place(), Instant::now())?;
    let code = judging.tally.exit_code(&crew.session.stop);
    listener.finish(code).map_err(Failure::output)?;
    let mut field = Field { wrong: Vec::new(), betrayed: Vec::new() };
    for (index, candidate) in candidates.iter().enumerate() {
        let name = candidate.solution.name.clone();
        let killed_by = listener.deaths.remove(&index).unwrap_or_default();
        if !crew.is_always_right(index) {
            field.wrong.push(Wrong { name, killed_by });
        } else if let Some((case, verdict)) = killed_by.first_key_value() {
            field.betrayed.push((name, candidate.cases[*case].name.clone(), *verdict));
        }
    }
    Ok(field)
}

/// Notes who dies where.
struct Listener {
    progress: Progress,
    deaths: BTreeMap<usize, BTreeMap<usize, Verdict>>,
}

impl Reporter for Listener {
    fn on_event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::RunStarted(plan) => self.progress.start(plan.jobs, "judging"),
            Event::Judged(outcome) => {
                self.progress.advance();
                let verdict = outcome.judgement.verdict;
                if is_death(verdict) {
                    let deaths = self.deaths.entry(outcome.subject.index).or_default();
                    deaths.insert(outcome.case_index, verdict);
                }
            }
            Event::BuildStarted { .. }
            | Event::Building { .. }
            | Event::BuildFinished
            | Event::Provisional
            | Event::SolutionFinished(_)
            | Event::RunFinished(_) => {}
        }
        Ok(())
    }

    fn finish(&mut self, _exit_code: ExitCode) -> io::Result<()> {
        self.progress.finish();
        Ok(())
    }
}

/// Whether a verdict says that a case found the solution wrong.
fn is_death(verdict: Verdict) -> bool {
    match verdict {
        Verdict::Accepted | Verdict::Skipped | Verdict::JudgeError | Verdict::CompileError => false,
        Verdict::Partial
        | Verdict::WrongAnswer
        | Verdict::TimeLimit
        | Verdict::IdleLimit
        | Verdict::MemoryLimit
        | Verdict::OutputLimit
        | Verdict::RuntimeError => true,
    }
}
