//! The programs of a problem, built and ready to be asked: solutions, validator, generator.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;
use harness_sandbox::{Ending, LinuxSandbox, Stdin};

use crate::build::{Built, Executable, Order};
use crate::commands::interactors::{self, Interactors};
use crate::commands::judging::Place;
use crate::commands::workbench::{self, Candidate};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Bytes, Case, Limits, Name, Problem, Role, Solution, Verdict, WallLimit, limits_for};
use crate::run::{Engine, Question, Said};
use crate::session::Session;

/// All that runs for a problem.
pub struct Crew<'a> {
    /// The workspace.
    pub session: &'a Session,
    /// The problem.
    pub problem: &'a Problem,
    /// The solutions, with no case yet.
    pub candidates: Vec<Candidate<'a>>,
    /// What came of building them.
    pub built: Vec<Built>,
    /// Where all of them run.
    pub sandbox: LinuxSandbox,
    /// None: interactive problems are refused.
    interactors: Interactors,
    validator: Option<Tool<'a>>,
    generator: Option<Tool<'a>>,
}

/// A program with a role that is built.
struct Tool<'a> {
    role: &'a Role,
    executable: Executable,
}

/// What came of asking the validator about an input.
pub struct Examined {
    /// Why it rejects the input, if it does.
    pub rejection: Option<String>,
    /// What it printed.
    pub output: Vec<u8>,
}

/// What a program with a role may use.
const TOOL_LIMITS: Limits = Limits {
    time: Duration::from_secs(30),
    wall: WallLimit::Auto,
    memory: Bytes::mebibytes(2048),
    stack: None,
    output: Some(Bytes::mebibytes(256)),
    processes: 64,
};

/// The exit statuses with which a validator accepts: 0, and 42 in the packages of Kattis.
const ACCEPTS: [i32; 2] = [0, 42];

impl<'a> Crew<'a> {
    /// Builds everything and starts the sandbox.
    ///
    /// # Errors
    /// A program with a role cannot be built, or the sandbox cannot be started.
    pub fn gather(session: &'a Session, problem: &'a Problem) -> Result<Self, Failure> {
        interactors::refuse(problem)?;
        let candidates = candidates(session, problem);
        let solutions = candidates.iter().map(Candidate::order);
        let roles: Vec<&Role> =
            [&problem.roles.validator, &problem.roles.generator].into_iter().flatten().collect();
        let tools = roles.iter().map(|role| role_order(problem, role));
        let orders: Vec<Order<'_>> = solutions.chain(tools).collect();
        let built = workbench::build_orders(session, &orders)?;
        let sandbox = workbench::start_sandbox(session, workbench::workers(session), &built)?;
        let mut built = built;
        let tools = built.split_off(candidates.len());
        let (mut validator, mut generator) = (None, None);
        for (role, built) in roles.into_iter().zip(tools) {
            let tool = Some(tool(role, built)?);
            if problem.roles.validator.as_ref() == Some(role) { validator = tool } else { generator = tool }
        }
        let interactors = Interactors::default();
        Ok(Self { session, problem, candidates, built, sandbox, interactors, validator, generator })
    }

    /// Where all of them are judged.
    #[must_use]
    pub fn place(&self) -> Place<'_> {
        Place { sandbox: &self.sandbox, interactors: &self.interactors }
    }

    /// Whether a solution is meant to be right on every case.
    #[must_use]
    pub fn is_always_right(&self, candidate: usize) -> bool {
        let solution = self.candidates.get(candidate).map(|candidate| candidate.solution);
        solution.is_some_and(|solution| solution.expectation.verdicts() == [Verdict::Accepted])
    }

    /// The solution of this place, and its program, where it is built.
    #[must_use]
    pub fn program(&self, candidate: usize) -> Option<(&'a Solution, &Executable)> {
        match (self.candidates.get(candidate), self.built.get(candidate)) {
            (Some(candidate), Some(Built::Ready(executable))) => Some((candidate.solution, executable)),
            _ => None,
        }
    }

    /// The place of the solution that writes answers, where it is built.
    #[must_use]
    pub fn reference(&self) -> Option<usize> {
        let reference = self.problem.roles.reference.as_ref()?;
        let is_it = |index: &usize| self.candidates[*index].solution.name == *reference;
        (0..self.candidates.len()).find(is_it).filter(|index| self.program(*index).is_some())
    }

    /// The places of those that are built and should be right on every case.
    pub fn right_ones(&self) -> impl Iterator<Item = usize> {
        let is_heard = |index: &usize| self.is_always_right(*index) && self.program(*index).is_some();
        (0..self.candidates.len()).filter(is_heard)
    }

    /// What each of these solutions, which must be built, says to each input: a list an input, in their
    /// order.
    ///
    /// # Errors
    /// The engine or the sandbox failed, or a signal ended it.
    pub fn ask_each(&self, members: &[usize], inputs: &[PathBuf]) -> Result<Vec<Vec<Said>>, Failure> {
        let question = |input: &PathBuf, member: usize| {
            self.program(member).map(|(_, executable)| self.question(member, executable, input))
        };
        let questions: Vec<Question> = inputs
            .iter()
            .flat_map(|input| members.iter().filter_map(move |member| question(input, *member)))
            .collect();
        let said = self.ask(&questions)?;
        Ok(said.chunks(members.len().max(1)).map(<[Said]>::to_vec).collect())
    }

    /// The question what a solution says to an input.
    #[must_use]
    pub fn question(&self, candidate: usize, executable: &Executable, input: &Path) -> Question {
        let limits = limits_for(&self.problem.rules, self.candidates[candidate].language);
        Question { program: executable.program(&[], Stdin::File(input.to_owned())), limits }
    }

    /// Asks.
    ///
    /// # Errors
    /// The engine or the sandbox failed, or a signal ended it.
    pub fn ask(&self, questions: &[Question]) -> Result<Vec<Said>, Failure> {
        let conduct = &self.session.config.conduct;
        let engine = Engine {
            sandbox: &self.sandbox,
            stop: &self.session.stop,
            workers: workbench::workers(self.session),
            recheck: conduct.recheck.value,
            fail_fast: false,
            quiet: None,
        };
        let said = engine.ask(questions).map_err(Failure::judge)?;
        if let Some(signal) = self.session.stop.signal() {
            let what = anyhow!("interrupted, so nothing was written");
            return Err(Failure { code: ExitCode::Interrupted(signal), ..Failure::usage(what) });
        }
        match said.iter().find(|said| said.judgement.verdict == Verdict::JudgeError) {
            Some(failed) => Err(Failure::judge(anyhow!(failed.judgement.reason.clone()))),
            None => Ok(said),
        }
    }

    /// Whether there is a validator.
    #[must_use]
    pub fn has_validator(&self) -> bool {
        self.validator.is_some()
    }

    /// Why the validator, where there is one, rejects each input; nothing where it accepts.
    ///
    /// # Errors
    /// The engine or the sandbox failed, or a signal ended it.
    pub fn rejections(&self, inputs: &[PathBuf]) -> Result<Vec<Option<String>>, Failure> {
        let examined = self.examine(inputs)?;
        Ok(examined.into_iter().map(|examined| examined.rejection).collect())
    }

    /// What the validator says to each input; nothing where there is none.
    ///
    /// # Errors
    /// The engine or the sandbox failed, or a signal ended it.
    pub fn examine(&self, inputs: &[PathBuf]) -> Result<Vec<Examined>, Failure> {
        let Some(Tool { role, executable }) = &self.validator else {
            let silence = || Examined { rejection: None, output: Vec::new() };
            return Ok(inputs.iter().map(|_| silence()).collect());
        };
        let question = |input: &PathBuf| Question {
            program: executable.program(&[], Stdin::File(input.clone())),
            limits: TOOL_LIMITS,
        };
        let said = self.ask(&inputs.iter().map(question).collect::<Vec<_>>())?;
        let examined = |said: Said| {
            let ending = said.judgement.execution.as_ref().map(|facts| facts.ending);
            let has_accepted = matches!(ending, Some(Ending::Exited(status)) if ACCEPTS.contains(&status));
            let rejection = (!has_accepted)
                .then(|| format!("the validator `{}` rejects it: {}", role.name, last_words(&said)));
            Examined { rejection, output: said.output }
        };
        Ok(said.into_iter().map(examined).collect())
    }

    /// What the generator, where there is one, prints for each list of arguments.
    ///
    /// # Errors
    /// The engine or the sandbox failed, or a signal ended it.
    pub fn ask_generator(&self, calls: &[Vec<OsString>]) -> Result<Vec<Said>, Failure> {
        let Some(Tool { executable, .. }) = &self.generator else { return Ok(Vec::new()) };
        let question = |args: &Vec<OsString>| Question {
            program: executable.program(args, Stdin::Empty),
            limits: TOOL_LIMITS,
        };
        self.ask(&calls.iter().map(question).collect::<Vec<_>>())
    }
}

/// What a program that failed wrote to standard error, or how it ended.
#[must_use]
pub fn last_words(said: &Said) -> String {
    let facts = said.judgement.execution.as_ref();
    let words = facts.map(|facts| facts.stderr.text()).unwrap_or_default();
    let words = if words.trim().is_empty() { &said.judgement.reason } else { &words };
    words.trim().to_owned()
}

/// The order to build a program with a role.
#[must_use]
pub fn role_order<'a>(problem: &Problem, role: &'a Role) -> Order<'a> {
    let name = format!("{}/{}", problem.name, role.name);
    Order { name, source: &role.source, language: &role.language }
}

fn tool(role: &Role, built: Built) -> Result<Tool<'_>, Failure> {
    match built {
        Built::Ready(executable) => Ok(Tool { role, executable }),
        unbuilt_role => Err(unbuilt(&role.name, &unbuilt_role)),
    }
}

/// The failure that a program, without which nothing goes on, could not be built.
#[must_use]
pub fn unbuilt(name: &Name, built: &Built) -> Failure {
    let what = |why: &str| anyhow!("`{name}` cannot be built:\n{}", why.trim_end());
    match built {
        Built::Rejected(why) => Failure::usage(what(why)),
        Built::Failed(why) => Failure::judge(what(why)),
        Built::Ready(_) => Failure::judge(what("nobody knows why")),
    }
}

fn candidates<'a>(session: &'a Session, problem: &'a Problem) -> Vec<Candidate<'a>> {
    let candidate = |solution: &'a Solution| {
        let language = session.config.languages.get(&solution.language)?;
        Some(Candidate { problem, solution, language, cases: Vec::<&Case>::new() })
    };
    problem.solutions.iter().filter_map(candidate).collect()
}
