//! What becomes of solutions where a program decides about each alone: in dialogues with the interactor of their
//! problem, or in several passes with its checker.

use std::path::PathBuf;
use std::time::Instant;

use harness_sandbox::Stop;

use crate::event::Outcome;
use crate::model::{Case, Name, RoleKind, Verdict};
use crate::plan::{self, Entry};
use crate::programs::{AskError, Asked, ProblemPrograms, Solver, Waited, entry};
use crate::run::{Engine, Reply};

impl ProblemPrograms<'_> {
    /// The interactor, or the checker of several passes, where the problem has one: then it decides, and there is no
    /// answer to compare with.
    #[must_use]
    pub fn sole_decider(&self) -> Option<(RoleKind, &Name)> {
        self.problem.roles.sole_decider().map(|(kind, role)| (kind, &role.name))
    }

    /// Whether there is one.
    #[must_use]
    pub fn has_sole_decider(&self) -> bool {
        self.sole_decider().is_some()
    }

    /// What it makes of each of these solutions on each case: a list for each case, in their order. The judgement is
    /// that of grading. The output is empty, because what is said is no answer.
    ///
    /// # Errors
    /// It cannot be built or failed, a signal came, or the deadline.
    pub fn talk(&self, solvers: &[Solver], cases: &[&Case]) -> Result<Vec<Vec<Reply>>, AskError> {
        let check = self.check()?;
        let pairs = cases.iter().flat_map(|case| solvers.iter().map(move |solver| (*solver, *case)));
        // An entry for each: what happens in one says nothing about others of the same solution.
        let of_pair = |(place, (solver, case)): (usize, (Solver, _))| {
            let entry = entry(&self.candidates[solver], place, self.executable(solver)?, check);
            Some(Entry { cases: [case].into(), ..entry })
        };
        let entries: Vec<Entry<'_>> = pairs.enumerate().filter_map(of_pair).collect();
        let started = Instant::now();
        let talk = |stop: &Stop| Engine { stop, ..self.engine() }.outcomes(plan::grid(&entries), &|| ());
        let (outcomes, is_late) = self.within(talk);
        if let Some(signal) = self.stop.signal() {
            return Err(AskError::Interrupted(signal));
        }
        let of = |verdict| outcomes.iter().find(|(_, outcome)| outcome.judgement.verdict == verdict);
        if is_late && of(Verdict::Skipped).is_some() {
            return Err(self.late(started));
        }
        if let Some((_, failed)) = of(Verdict::JudgeError) {
            return Err(AskError::Failed(failed.judgement.reason.clone()));
        }
        let reply = |(_, outcome): (_, Outcome)| Reply { judgement: outcome.judgement, output: Vec::new() };
        let replies: Vec<Reply> = outcomes.into_iter().map(reply).collect();
        Ok(replies.chunks(solvers.len().max(1)).map(<[Reply]>::to_vec).collect())
    }

    /// Cases without answers that have these inputs.
    pub(super) fn unanswered(&self, inputs: &[PathBuf]) -> Vec<Case> {
        let case = |input: &PathBuf| {
            let name = Name::from_os(input.file_name().unwrap_or_default());
            Case::of_files(name, (input.clone(), None), self.problem.rules.clone())
        };
        inputs.iter().map(case).collect()
    }

    /// The deadline came meanwhile.
    fn late(&self, started: Instant) -> AskError {
        // So long for many, perhaps, and either side may be the slow one: none need hang.
        let program = match self.sole_decider() {
            Some((RoleKind::Interactor, name)) => format!("dialogues with the interactor `{name}`"),
            Some((kind, name)) => format!("passes with the {} `{name}`", kind.key()),
            None => "solutions".to_owned(),
        };
        let asked = Asked { program, subject: None, is_helper: false };
        AskError::TimeIsOver(Some(Waited { asked, time: started.elapsed() }))
    }
}
