//! What becomes of solutions where a program decides about each alone: in dialogues with the interactor of their
//! problem, or in several passes with its checker.

use std::path::PathBuf;
use std::time::Instant;

use harness_sandbox::Stop;

use crate::event::{JobPlace, Outcome};
use crate::model::{Case, Name, RoleKind, Verdict};
use crate::plan::{self, Check, Entry, Written};
use crate::programs::{AskError, Asked, ProblemPrograms, Solver, Waited, entry};
use crate::run::{Engine, Reply, WrittenOutputs};

impl ProblemPrograms<'_> {
    /// The interactor, or the checker of several passes, where the problem has one: then it decides, and there is no
    /// answer to compare with.
    #[must_use]
    pub fn sole_decider(&self) -> Option<(RoleKind, &Name)> {
        let roles = &self.problem.roles;
        // A solution that is trusted has answers to give.
        let has_answers = roles.checks_interactor && self.trusted.is_some();
        roles.sole_decider().filter(|_| !has_answers).map(|(kind, role)| (kind, &role.name))
    }

    /// Whether there is one.
    #[must_use]
    pub fn has_sole_decider(&self) -> bool {
        self.sole_decider().is_some()
    }

    /// Whether what becomes of a solution on a case is known only from a run that is judged: what it prints is no output
    /// that could be compared later.
    #[must_use]
    pub fn is_judged_as_it_runs(&self) -> bool {
        self.has_sole_decider() || self.problem.roles.interactor().is_some()
    }

    /// What it makes of each of these solutions on each case: a list for each case, in their order. The judgement is
    /// that of grading. The output is empty, because what is said is no answer.
    ///
    /// # Errors
    /// It cannot be built or failed, a signal came, or the deadline.
    pub fn talk(&self, solvers: &[Solver], cases: &[&Case]) -> Result<Vec<Vec<Reply>>, AskError> {
        self.talk_under(self.check()?, solvers, cases)
    }

    /// What the interactor writes about each of these solutions on each case, where its output is judged: that is their
    /// output. It is AC where the interactor accepts.
    ///
    /// # Errors
    /// As for [`Self::talk`].
    pub(super) fn written(&self, solvers: &[Solver], cases: &[&Case]) -> Result<Vec<Vec<Reply>>, AskError> {
        let check = match self.check()? {
            Check::Interact(interactor, _) => Check::Interact(interactor, Written::Kept),
            check @ (Check::Compare | Check::Program(_)) => check,
        };
        self.talk_under(check, solvers, cases)
    }

    fn talk_under(
        &self,
        check: Check<'_>,
        solvers: &[Solver],
        cases: &[&Case],
    ) -> Result<Vec<Vec<Reply>>, AskError> {
        let pairs = cases.iter().flat_map(|case| solvers.iter().map(move |solver| (*solver, *case)));
        // An entry for each: what happens in one says nothing about others of the same solution.
        let of_pair = |(place, (solver, case)): (usize, (Solver, _))| {
            let entry = entry(&self.candidates[solver], place, self.executable(solver)?, check);
            Some(Entry { cases: [case].into(), ..entry })
        };
        let entries: Vec<Entry<'_>> = pairs.enumerate().filter_map(of_pair).collect();
        let started = Instant::now();
        let written = WrittenOutputs::default();
        let talk = |stop: &Stop| {
            let engine = Engine { stop, written: Some(&written), ..self.engine() };
            engine.outcomes(plan::grid(&entries), &|| ())
        };
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
        let reply = |(place, outcome): (JobPlace, Outcome)| Reply {
            judgement: outcome.judgement,
            output: written.take(place.sequence),
        };
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
        let roles = &self.problem.roles;
        let program = match (roles.interactor(), self.sole_decider()) {
            (Some(interactor), _) => format!("dialogues with the interactor `{}`", interactor.name),
            (None, Some((kind, name))) => format!("passes with the {} `{name}`", kind.key()),
            (None, None) => "solutions".to_owned(),
        };
        let asked = Asked { program, subject: None, is_helper: false };
        AskError::TimeIsOver(Some(Waited { asked, time: started.elapsed() }))
    }
}
