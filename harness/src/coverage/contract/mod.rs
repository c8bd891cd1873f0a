//! Whether the checker program of a problem keeps its contract: it accepts right answers, rejects what is longer or
//! empty, and decides about everything that a program may print.
//!
//! It is tried on the examples of the problem, on the answer of each case, and on changes of the answers of some
//! cases.

mod changes;
mod examples;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};

use crate::coverage::contract::changes::{AS_IT_IS, AnswerChange, CHANGES, LONG};
use crate::coverage::contract::examples::Example;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Bytes, Case, Name, Opinion, Problem, Protocol};
use crate::plan::Helper;
use crate::programs::{CheckedOutput, ProblemPrograms};
use crate::ui::Progress;

pub use changes::Demand;

/// Cases whose answers are changed.
const CHANGED: usize = 8;

/// After this time no more outputs are tried.
const MOST_TIME: Duration = Duration::from_mins(1);

/// The longest output, 100 MB. A program cannot print more than its output limit.
const LONGEST: Bytes = Bytes(100_000_000);

/// What a checker program did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// The checker.
    pub checker: Name,
    /// Its convention.
    pub protocol: Protocol,
    /// Outputs that it was given.
    pub tried: usize,
    /// Outputs that it was not given, because time was over or it had failed on the same change of another answer.
    pub left_out: usize,
    /// What is wrong.
    pub faults: Vec<CheckerFault>,
    /// What is wrong with the examples.
    pub complaints: Vec<String>,
}

/// An output of which a checker said the wrong thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckerFault {
    /// The name of the output.
    pub test: String,
    /// What the checker must say.
    pub demand: Demand,
    /// What it said.
    pub said: CheckerSaid,
    /// Other outputs, made by the same change, with the same result.
    pub also: Vec<String>,
}

/// What a checker said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckerSaid {
    /// The output is right.
    Accepts,
    /// It is wrong, or gets only a part of the points, for this reason.
    Rejects(String),
    /// It failed like this.
    Fails(String),
}

/// An output for a checker.
struct CheckerTest<'a> {
    name: String,
    demand: Demand,
    input: PathBuf,
    answer: PathBuf,
    source: OutputSource<'a>,
}

/// The outputs that were given to a checker: by the input, and by their sums.
type Seen = BTreeSet<(PathBuf, [u8; 32])>;

/// Where an output is from.
enum OutputSource<'a> {
    /// A file of the problem.
    File(&'a Path),
    /// The answer, changed, for a case with this output limit.
    Changed(AnswerChange, Bytes),
}

/// One output, as it is shown.
#[derive(Clone, Debug)]
pub struct ShownOutput {
    /// What the checker must say, and said.
    pub fault: CheckerFault,
    /// The input.
    pub input: PathBuf,
    /// The output.
    pub output: Vec<u8>,
    /// The answer.
    pub answer: PathBuf,
}

impl Demand {
    /// Whether this is what the checker must do.
    #[must_use]
    pub fn is_met(self, said: &CheckerSaid) -> bool {
        match (self, said) {
            (Self::Accept | Self::Decide, CheckerSaid::Accepts)
            | (Self::Reject | Self::Decide, CheckerSaid::Rejects(_)) => true,
            (Self::Accept, CheckerSaid::Rejects(_))
            | (Self::Reject, CheckerSaid::Accepts)
            | (Self::Accept | Self::Reject | Self::Decide, CheckerSaid::Fails(_)) => false,
        }
    }
}

impl ShownOutput {
    /// How a command ends that shows it.
    #[must_use]
    pub fn exit_code(&self) -> ExitCode {
        match self.fault.said {
            CheckerSaid::Fails(_) => ExitCode::JudgeFailed,
            CheckerSaid::Accepts | CheckerSaid::Rejects(_) if self.fault.demand.is_met(&self.fault.said) => {
                ExitCode::Fine
            }
            CheckerSaid::Accepts | CheckerSaid::Rejects(_) => ExitCode::Unexpected,
        }
    }
}

impl Contract {
    /// Whether the checker failed on an output.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.faults.iter().any(|fault| matches!(fault.said, CheckerSaid::Fails(_)))
    }

    fn take(&mut self, test: &CheckerTest<'_>, said: CheckerSaid) {
        self.tried += 1;
        if test.demand.is_met(&said) {
            return;
        }
        let is_alike = |fault: &&mut CheckerFault| {
            change_of(&fault.test).is_some_and(|change| change_of(&test.name) == Some(change))
                && std::mem::discriminant(&fault.said) == std::mem::discriminant(&said)
        };
        if let Some(fault) = self.faults.iter_mut().find(is_alike) {
            fault.also.push(test.name.clone());
            return;
        }
        let (test, demand) = (test.name.clone(), test.demand);
        self.faults.push(CheckerFault { test, demand, said, also: Vec::new() });
    }

    /// Whether the checker failed on an output that was made by the same change.
    fn has_failed_on(&self, test: &CheckerTest<'_>) -> bool {
        let failed = self.faults.iter().filter(|fault| matches!(fault.said, CheckerSaid::Fails(_)));
        let change = change_of(&test.name);
        change.is_some() && failed.map(|fault| &fault.test).any(|test| change_of(test) == change)
    }
}

/// The change in the name of an output, `CASE:CHANGE`.
fn change_of(name: &str) -> Option<&str> {
    name.rsplit_once(':').map(|(_, change)| change)
}

/// Tries the checker program of a problem; none where no program checks.
///
/// # Errors
/// A file cannot be read, or a signal came.
pub fn contract(programs: &ProblemPrograms<'_>, progress: &Progress) -> Result<Option<Contract>, Failure> {
    let Some(checker) = programs.checker()? else { return Ok(None) };
    progress.say("trying the checker");
    let problem = programs.problem;
    let (examples, complaints) = examples::examples(problem)?;
    let (checker_name, protocol) = (checker.name.clone(), checker.protocol);
    let mut contract =
        Contract { checker: checker_name, protocol, tried: 0, left_out: 0, faults: Vec::new(), complaints };
    let started = Instant::now();
    let mut seen = Seen::new();
    let mut waiting = tests(problem, &examples).into_iter().peekable();
    while waiting.peek().is_some() {
        let is_over = started.elapsed() >= MOST_TIME;
        let mut batch: Vec<CheckerTest<'_>> = Vec::new();
        while batch.len() < programs.pool.workers() {
            let Some(test) = waiting.next() else { break };
            if is_over || contract.has_failed_on(&test) { contract.left_out += 1 } else { batch.push(test) }
        }
        for (test, said) in ask(programs, &checker, &batch, &mut seen)? {
            contract.take(test, said);
        }
    }
    progress.finish();
    Ok(Some(contract))
}

/// All outputs, the most telling ones first. In a problem of several passes no answer is an output, and the examples
/// are outputs of the first pass. Where an interactor writes the outputs an answer need not be one, and the checker need
/// not decide about what no interactor writes.
fn tests<'a>(problem: &'a Problem, examples: &'a [Example]) -> Vec<CheckerTest<'a>> {
    if !changes_answers(problem) {
        return examples.iter().map(of_example).collect();
    }
    let cases: Vec<&Case> = problem.cases.iter().filter(|case| case.rules.checker.is_program()).collect();
    let step = cases.len().div_ceil(CHANGED).max(1);
    let mut tests: Vec<CheckerTest<'a>> = examples.iter().map(of_example).collect();
    tests.extend(cases.iter().map(|case| of_change(case, AS_IT_IS)));
    for case in cases.iter().step_by(step) {
        tests.extend(CHANGES.map(|change| of_change(case, change)));
    }
    tests.extend(cases.first().map(|case| of_change(case, LONG)));
    tests
}

/// Whether an answer is an output, so that changes of it are outputs, too.
fn changes_answers(problem: &Problem) -> bool {
    problem.roles.passes == 1 && problem.roles.interactor().is_none()
}

fn of_example(example: &Example) -> CheckerTest<'_> {
    let Example { name, demand, input, output, answer } = example;
    CheckerTest {
        name: name.clone(),
        demand: *demand,
        input: input.clone(),
        answer: answer.clone(),
        source: OutputSource::File(output),
    }
}

fn of_change(case: &Case, change: AnswerChange) -> CheckerTest<'_> {
    let answer = case.answer_file();
    let limit = case.rules.limits.output_limit(Bytes(answer.metadata().map_or(0, |file| file.len())));
    CheckerTest {
        name: format!("{}:{}", case.name, change.name),
        demand: change.demand,
        input: case.input(),
        answer,
        source: OutputSource::Changed(change, limit),
    }
}

/// The output; none where there is nothing to change.
fn output_of(test: &CheckerTest<'_>) -> Result<Option<Vec<u8>>, Failure> {
    match &test.source {
        OutputSource::File(path) => read(path).map(Some),
        OutputSource::Changed(change, limit) => {
            let answer = read(&test.answer)?;
            let size = usize::try_from((*limit).min(LONGEST).0).unwrap_or(usize::MAX);
            let output = change.output(&answer, size);
            Ok(output.filter(|output| change.name == AS_IT_IS.name || *output != answer))
        }
    }
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).with_context(|| format!("failed to read `{}`", path.display())).map_err(Failure::usage)
}

/// What the checker says of these outputs, as far as there is something to say; the same output of the same case
/// counts once.
fn ask<'t, 'c>(
    programs: &ProblemPrograms<'_>,
    checker: &Helper<'_>,
    batch: &'t [CheckerTest<'c>],
    seen: &mut Seen,
) -> Result<Vec<(&'t CheckerTest<'c>, CheckerSaid)>, Failure> {
    let mut made = Vec::new();
    for test in batch {
        let Some(output) = output_of(test)? else { continue };
        if seen.insert((test.input.clone(), *blake3::hash(&output).as_bytes())) {
            made.push((test, output));
        }
    }
    let outputs: Vec<CheckedOutput<'_>> = made
        .iter()
        .map(|(test, output)| {
            let (input, answer) = (test.input.clone(), test.answer.clone());
            CheckedOutput { input, output, answer }
        })
        .collect();
    let opinions = programs.opinions(checker, &outputs)?;
    Ok(made.iter().map(|(test, _)| *test).zip(opinions.into_iter().map(said)).collect())
}

fn said(opinion: Result<Opinion, String>) -> CheckerSaid {
    match opinion {
        Err(why) | Ok(Opinion::Broken(why)) => CheckerSaid::Fails(why),
        Ok(Opinion::Right { .. }) => CheckerSaid::Accepts,
        // A part of the points is not all of them.
        Ok(Opinion::Partial { mismatch, .. } | Opinion::Wrong(mismatch)) => {
            CheckerSaid::Rejects(mismatch.reason)
        }
    }
}

/// Tries one output of this name, to show it.
///
/// # Errors
/// There is none of this name, no program checks, or a file cannot be read.
pub fn show(programs: &ProblemPrograms<'_>, name: &str) -> Result<ShownOutput, Failure> {
    let problem = programs.problem;
    let Some(checker) = programs.checker()? else {
        let what = anyhow!("no program checks outputs of `{}`", problem.name);
        return Err(Failure::usage(what).hint("a built-in checker is not tried"));
    };
    let (examples, _) = examples::examples(problem)?;
    let test = find(problem, &examples, name).ok_or_else(|| unknown(problem, name))?;
    let Some(output) = output_of(&test)? else {
        let what = anyhow!("`{name}` changes nothing: the answer has no such part");
        return Err(Failure { code: ExitCode::NothingSelected, ..Failure::usage(what) });
    };
    let (input, answer) = (test.input.clone(), test.answer.clone());
    let outputs = [CheckedOutput { input: input.clone(), output: &output, answer: answer.clone() }];
    let said = programs.opinions(&checker, &outputs)?.into_iter().next().map(said);
    let said = said.ok_or_else(|| Failure::judge(anyhow!("the checker was not asked")))?;
    let fault = CheckerFault { test: test.name, demand: test.demand, said, also: Vec::new() };
    Ok(ShownOutput { fault, input, output, answer })
}

fn find<'a>(problem: &'a Problem, examples: &'a [Example], name: &str) -> Option<CheckerTest<'a>> {
    if let Some(example) = examples.iter().find(|example| example.name == name) {
        return Some(of_example(example));
    }
    let (case, change) = name.rsplit_once(':').filter(|_| changes_answers(problem))?;
    let case = problem.cases.iter().find(|other| other.name.is_called(case))?;
    Some(of_change(case, AnswerChange::of_name(change)?))
}

fn unknown(problem: &Problem, name: &str) -> Failure {
    if !changes_answers(problem) {
        let what = anyhow!("`{}` has no output `{}` for its checker", problem.name, Name::from(name));
        let hint = format!(
            "`{}` {}: it is {}/accept/NAME, as no answer is an output",
            problem.name,
            problem.roles.nature(),
            Problem::CHECKER_TESTS
        );
        return Failure { code: ExitCode::NothingSelected, ..Failure::usage(what).hint(hint) };
    }
    let names: Vec<&str> = [AS_IT_IS, LONG].iter().chain(&CHANGES).map(|change| change.name).collect();
    let what = anyhow!("`{}` has no output `{}` for its checker", problem.name, Name::from(name));
    let hint = format!(
        "it is CASE:CHANGE, or {}/accept/NAME; the changes are {}",
        Problem::CHECKER_TESTS,
        names.join(", ")
    );
    Failure { code: ExitCode::NothingSelected, ..Failure::usage(what).hint(hint) }
}
