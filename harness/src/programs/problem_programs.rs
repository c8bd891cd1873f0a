//! All programs of one problem, in one sandbox.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::anyhow;
use harness_sandbox::{Sandbox, Stdin, Stop};

use crate::build::{BuildRequest, Built, Executable};
use crate::config::{meant, nearest};
use crate::event::{Clock, Reporter};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{KillSlack, Limits, Name, Problem, Role, RoleKind, Verdict, limits_for};
use crate::programs::ask::Asked;
use crate::programs::building::{build_requests, not_ready, request_of_role};
use crate::programs::deciders::Deciders;
use crate::programs::{AskError, Candidate, Waited, of_problem, sandboxes};
use crate::run::{Engine, Pool, Question, Reply};
use crate::session::Session;

/// The programs of a problem, built and ready to be asked.
pub struct ProblemPrograms<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The solutions, without cases.
    pub candidates: Vec<Candidate<'a>>,
    /// What came of building them, in their order.
    pub built: Vec<Built>,
    /// Where all of them run.
    pub sandbox: Box<dyn Sandbox + 'a>,
    /// On which threads.
    pub pool: Pool,
    /// When to stop.
    pub stop: &'a Stop,
    /// Started with the command.
    pub clock: Clock,
    /// How often a borderline run is repeated alone.
    pub recheck: u32,
    /// How far above its limit a run beside others is let go on.
    pub slack: KillSlack,
    /// What validators and generators may use.
    pub helper_limits: Limits,
    /// The solution that writes answers in place of the reference.
    pub trusted: Option<Solver>,
    /// When no program is waited for any longer, whatever it is.
    pub deadline: Cell<Option<Instant>>,
    /// The program that checks outputs or talks to solutions, if one does.
    pub deciders: Option<Deciders>,
    pub(super) validators: Vec<Helper<'a>>,
    pub(super) generator: Option<Helper<'a>>,
}

/// A program with a role, built.
pub(super) struct Helper<'a> {
    pub(super) role: &'a Role,
    pub(super) executable: Executable,
}

/// A solution of the problem that is built: its place among the candidates.
pub type Solver = usize;

impl<'a> ProblemPrograms<'a> {
    /// Builds everything but the view, tells a reporter so, and starts the sandbox.
    ///
    /// # Errors
    /// A program with a role cannot be built, or the sandbox cannot be started.
    pub fn start(
        session: &'a Session,
        problem: &'a Problem,
        reporter: &mut dyn Reporter,
    ) -> Result<Self, Failure> {
        let candidates = of_problem(session, problem);
        let roles: Vec<(RoleKind, &Role)> =
            problem.roles.all().filter(|(kind, _)| *kind != RoleKind::View).collect();
        let solutions = candidates.iter().map(Candidate::build_request);
        let helpers = roles.iter().map(|(_, role)| request_of_role(problem, role));
        let requests: Vec<BuildRequest<'_>> = solutions.chain(helpers).collect();
        let mut built = build_requests(session, &requests, reporter)?;
        let sandbox = sandboxes::start(session, &built)?;
        let (mut validators, mut generator) = (Vec::new(), None);
        for ((kind, role), built) in roles.into_iter().zip(built.split_off(candidates.len())) {
            let executable = match built {
                Built::Ready(executable) => executable,
                built => return Err(not_ready(&role.name, &built)),
            };
            let helper = Helper { role, executable };
            match kind {
                RoleKind::Validator => validators.push(helper),
                RoleKind::Generator => generator = generator.or(Some(helper)),
                RoleKind::Checker | RoleKind::Interactor | RoleKind::View => {}
            }
        }
        // What decides is built by now, or nothing would be done.
        let deciders = Deciders::start(session, [problem], reporter)?;
        Ok(Self {
            problem,
            candidates,
            built,
            sandbox: Box::new(sandbox),
            pool: Pool::new(sandboxes::workers(session)).map_err(Failure::judge)?,
            stop: &session.stop,
            clock: session.clock,
            recheck: session.config.judge.recheck.value,
            slack: session.config.judge.kill_slack.value,
            helper_limits: session.config.helpers.limits(),
            trusted: None,
            deadline: Cell::new(None),
            deciders: Some(deciders),
            validators,
            generator,
        })
    }

    /// The engine in which they run.
    #[must_use]
    pub fn engine(&self) -> Engine<'_> {
        let engine = Engine::new(self.sandbox.as_ref(), self.stop, &self.pool, self.recheck);
        Engine { slack: self.slack, ..engine }
    }

    /// The name of a solution.
    #[must_use]
    pub fn name(&self, solver: Solver) -> &'a Name {
        &self.candidates[solver].solution.name
    }

    /// The names of solutions.
    #[must_use]
    pub fn names(&self, solvers: &[Solver]) -> Vec<Name> {
        solvers.iter().map(|solver| self.name(*solver).clone()).collect()
    }

    /// The executable of a solution, where it is built.
    #[must_use]
    pub fn executable(&self, solver: Solver) -> Option<&Executable> {
        match self.built.get(solver) {
            Some(Built::Ready(executable)) => Some(executable),
            Some(Built::Rejected(_) | Built::Missing(_) | Built::Failed(_) | Built::Absent(_)) | None => None,
        }
    }

    /// Whether a solution is expected to be right on every case.
    #[must_use]
    pub fn is_right(&self, solver: Solver) -> bool {
        self.candidates[solver].is_right()
    }

    /// Whether another program runs a solution, such as an interpreter.
    #[must_use]
    pub fn is_hosted(&self, solver: Solver) -> bool {
        self.candidates[solver].language.is_hosted()
    }

    /// All solutions that are built.
    pub fn solvers(&self) -> impl Iterator<Item = Solver> {
        (0..self.candidates.len()).filter(|solver| self.executable(*solver).is_some())
    }

    /// Those that are expected to be right on every case.
    pub fn right_solvers(&self) -> impl Iterator<Item = Solver> {
        self.solvers().filter(|solver| self.is_right(*solver))
    }

    /// The solution that writes answers, where it is built.
    #[must_use]
    pub fn reference(&self) -> Option<Solver> {
        if self.trusted.is_some() {
            return self.trusted;
        }
        let reference = self.problem.roles.reference.as_ref()?;
        self.solvers().find(|solver| self.name(*solver) == reference)
    }

    /// The solution of this name.
    ///
    /// # Errors
    /// There is none, or it cannot be built.
    pub fn find(&self, wanted: &str) -> Result<Solver, Failure> {
        let mut names = self.candidates.iter().map(|candidate| &candidate.solution.name);
        let Some(solver) = names.position(|name| name.is_called(wanted)) else {
            let names: Vec<String> =
                self.candidates.iter().map(|candidate| candidate.solution.name.to_string()).collect();
            let what = anyhow!("`{}` has no solution `{}`", self.problem.name, Name::from(wanted));
            let failure = Failure { code: ExitCode::NothingSelected, ..Failure::usage(what) };
            return Err(match nearest(wanted, names.iter().map(String::as_str)) {
                Some(near) => failure.hint(meant(near, wanted)),
                None => failure,
            });
        };
        match &self.built[solver] {
            Built::Ready(_) => Ok(solver),
            built => Err(not_ready(self.name(solver), built)),
        }
    }

    /// The question what a solution prints for an input; none where it is not built.
    #[must_use]
    pub fn question(&self, solver: Solver, input: &Path) -> Option<Question> {
        let limits = limits_for(&self.problem.rules, self.candidates[solver].language);
        let program = self.executable(solver)?.program(&[], Stdin::File(input.to_owned()), &limits);
        Some(Question { program, limits })
    }

    /// What each of these solutions prints for each input: a list for each input, in their order. Where an interactor
    /// writes an output that is judged, that is the output of the solution. Where a program decides about each alone,
    /// what becomes of them with each input.
    ///
    /// # Errors
    /// The judge failed, a signal came, or the deadline.
    pub fn solve(&self, solvers: &[Solver], inputs: &[PathBuf]) -> Result<Vec<Vec<Reply>>, AskError> {
        if self.has_sole_decider() {
            return self.talk(solvers, &self.unanswered(inputs).iter().collect::<Vec<_>>());
        }
        if self.problem.roles.interactor().is_some() {
            return self.written(solvers, &self.unanswered(inputs).iter().collect::<Vec<_>>());
        }
        let pairs = inputs.iter().flat_map(|input| solvers.iter().map(move |solver| (*solver, input)));
        let questions: Vec<Question> =
            pairs.filter_map(|(solver, input)| self.question(solver, input)).collect();
        let asked = |place: usize| Asked {
            program: format!("`{}`", self.name(solvers[place % solvers.len()])),
            subject: None,
            is_helper: false,
        };
        let replies = self.ask(&questions, asked)?;
        Ok(replies.chunks(solvers.len().max(1)).map(<[Reply]>::to_vec).collect())
    }

    /// Does work that ends when the command is stopped, and at the deadline; and whether it was over then.
    pub(super) fn within<T>(&self, work: impl Fn(&Stop) -> T) -> (T, bool) {
        let timed = |stop: &Stop| (work(stop), stop.is_set());
        match self.deadline.get().map(|deadline| self.stop.until(deadline, timed)) {
            Some(Ok(done)) => done,
            // Without a thread for the deadline the limits of the programs end them.
            Some(Err(_)) | None => (work(self.stop), false),
        }
    }

    /// Asks; the replies come in the order of the questions. `asked` says which program a question is for.
    ///
    /// # Errors
    /// The judge failed, a signal came, or the deadline.
    pub(super) fn ask(
        &self,
        questions: &[Question],
        asked: impl Fn(usize) -> Asked,
    ) -> Result<Vec<Reply>, AskError> {
        let (replies, is_late) = self.within(|stop| Engine { stop, ..self.engine() }.ask(questions));
        if let Some(signal) = self.stop.signal() {
            return Err(AskError::Interrupted(signal));
        }
        if is_late && replies.iter().any(|reply| reply.judgement.verdict == Verdict::Skipped) {
            let time = |reply: &Reply| reply.judgement.execution.as_ref().map(|facts| facts.usage.wall);
            let cut = replies.iter().enumerate().filter(|(_, reply)| !reply.is_complete());
            let cut = cut.filter(|(_, reply)| reply.judgement.verdict == Verdict::Skipped);
            let longest = cut.filter_map(|(place, reply)| Some((time(reply)?, place))).max();
            let waited = longest.map(|(time, place)| Waited { asked: asked(place), time });
            return Err(AskError::TimeIsOver(waited));
        }
        match replies.iter().find(|reply| reply.judgement.verdict == Verdict::JudgeError) {
            Some(failed) => Err(AskError::Failed(failed.judgement.reason.clone())),
            None => Ok(replies),
        }
    }
}

/// What a program that failed wrote to standard error, or how it ended.
#[must_use]
pub fn last_words(reply: &Reply) -> String {
    let facts = reply.judgement.execution.as_ref();
    let words = facts.map(|facts| facts.stderr.text()).unwrap_or_default();
    let words = if words.trim().is_empty() { &reply.judgement.reason } else { &words };
    words.trim().to_owned()
}
