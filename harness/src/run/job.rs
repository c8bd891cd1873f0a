//! One job: opens the checker, runs the program, decides.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use harness_sandbox::{FileSnapshot, FileState, Files, Guarantees, Stdin, Tail};

use crate::check;
use crate::event::{Event, InputExcerpt, Outcome, Recheck};
use crate::judge::{self, Judgement};
use crate::model::{Bytes, Case, Encoding, Name, Opinion, Verdict, escaped};
use crate::plan::{Check, Job, Written};
use crate::run::changed::unless_changed;
use crate::run::engine::{Engine, lock};
use crate::run::excerpt::{excerpt, start_of};
use crate::run::outputs::Listener;
use crate::run::passes::{Passed, Round};
use crate::run::schedule::Turn;
use crate::run::{checked, dialogue, passes};

/// The largest input that is held against a function, in bytes.
const LARGEST_HELD: u64 = 16 * 1024 * 1024;

/// What the workers of one run know of the files of cases.
#[derive(Default)]
pub(super) struct SharedFiles {
    /// Those that a program changed and that were restored, with their state since.
    put_back: Mutex<BTreeMap<PathBuf, FileState>>,
    /// Inputs that were held against the function of their problem, and why they do not fit.
    misfits: Mutex<BTreeMap<PathBuf, Option<String>>>,
}

impl SharedFiles {
    /// Why an input does not have the values that the function of its problem takes. That is found before a
    /// program is run, which would be blamed for it.
    fn misfit(&self, job: &Job<'_>) -> Option<String> {
        let (function, path) = (job.entry.function?, job.case.input());
        if let Some(known) = lock(&self.misfits).get(&path) {
            return known.clone();
        }
        // One that is larger is not read into memory for this.
        if path.metadata().is_ok_and(|input| input.len() > LARGEST_HELD) {
            return None;
        }
        // What cannot be read is told by those who need it.
        let misfit = function.misfit(&fs::read(&path).ok()?).map(|misfit| {
            let name = Name::from_os(path.as_os_str());
            format!(
                "{name}:{}: {}; correct the input, or [function] in problem.toml",
                misfit.line, misfit.what
            )
        });
        lock(&self.misfits).insert(path, misfit.clone());
        misfit
    }
}

/// The result of a job.
pub(super) struct Ran {
    /// The judgement.
    pub(super) judgement: Judgement,
    /// The beginning of the input that decided, where it is not that of the case.
    pub(super) input: Option<InputExcerpt>,
    /// Whether the files of the case changed.
    pub(super) aftermath: Aftermath,
}

/// Whether the files of a case changed during a run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Aftermath {
    /// Unchanged, or restored.
    Fine,
    /// One was changed and has been restored.
    PutBack,
    /// Its content was changed: no judgement that uses it is valid.
    Spoiled,
}

/// The files of a case, before a run.
struct CaseFiles {
    input: io::Result<FileSnapshot>,
    /// None where the case has no answer.
    answer: Option<io::Result<FileSnapshot>>,
}

impl CaseFiles {
    /// The files now. Where programs can change them, they are kept for putting them back.
    fn of(case: &Case, guarantees: Guarantees) -> Self {
        let are_in_reach = !matches!(guarantees.files, Files::Sealed | Files::Root);
        // The answer is opened by its checker anyway.
        let answer = case.answer().map(|answer| {
            if are_in_reach { FileSnapshot::of(&answer, true) } else { FileSnapshot::seen(&answer) }
        });
        Self { input: FileSnapshot::of(&case.input(), are_in_reach), answer }
    }

    /// The judgement instead of the one on the program, where a file was changed.
    fn aftermath(&self, case: &Case, shared: &SharedFiles) -> Option<Ran> {
        let answer = self.answer.as_ref().map(|answer| (case.answer_file(), answer));
        let before = std::iter::once((case.input(), &self.input)).chain(answer);
        before.into_iter().find_map(|(path, before)| {
            let path = path.as_path();
            let before = before.as_ref().ok().filter(|before| !before.is_unchanged(path))?;
            let mut put_back = lock(&shared.put_back);
            let now = FileState::of(path);
            if now.is_some() && put_back.get(path) == now.as_ref() {
                // Another worker has seen it and put it back.
                return None;
            }
            let change = before.change(path);
            let is_as_before = change.can_be_put_back && before.put_back(path).is_ok();
            if let Some(state) = FileState::of(path).filter(|_| is_as_before) {
                put_back.insert(path.to_owned(), state);
            }
            let name = Name::from_os(path.as_os_str());
            let end = if is_as_before { "; its state was restored" } else { "" };
            let why = format!("`{name}` changed while it was judged: {}{end}", change.what);
            let aftermath = if is_as_before { Aftermath::PutBack } else { Aftermath::Spoiled };
            Some(Ran { judgement: judge::judge_error(why), input: None, aftermath })
        })
    }
}

/// Runs a job and judges it.
pub(super) fn run(engine: &Engine<'_>, turn: Turn, job: &Job<'_>, shared: &SharedFiles) -> Ran {
    let has_input = !matches!(job.entry.check, Check::Interact(..));
    if let Some(why) = shared.misfit(job).filter(|_| has_input) {
        return Ran { judgement: judge::judge_error(why), input: None, aftermath: Aftermath::Fine };
    }
    let files = CaseFiles::of(job.case, *engine.sandbox.guarantees());
    let mut listener = Listener::of(engine.outputs, job, engine.listen);
    let Passed { judgement, input } = run_with(engine, turn, job, &files, &mut listener);
    let judgement = judge::with_memory_of_runtime(judgement, job.entry.language.out_of_memory.as_deref());
    listener.end(job, judgement.verdict);
    files.aftermath(job.case, shared).unwrap_or(Ran { judgement, input, aftermath: Aftermath::Fine })
}

fn run_with(
    engine: &Engine<'_>,
    turn: Turn,
    job: &Job<'_>,
    files: &CaseFiles,
    listener: &mut Listener<'_>,
) -> Passed {
    let answer = match &files.answer {
        None => Bytes(0),
        Some(Ok(answer)) => Bytes(answer.length()),
        Some(Err(error)) => return judge::judge_error(cannot_read(&job.case.answer_file(), error)).into(),
    };
    match &job.entry.check {
        Check::Interact(interactor, written) => {
            let bounds = job.limits.bounds(answer, turn.kill_line(job.limits.time));
            let mut one = |round: &Round| {
                let judgement = dialogue::run(engine, turn.slot, job, (interactor, *written, round), &bounds);
                unless_changed(&job.entry.program, judgement)
            };
            match written {
                Written::Unread => passes::run(job, turn.slot, interactor, &mut one),
                // What writes an output asks for no further pass.
                Written::Compared | Written::Checked(_) | Written::Kept => {
                    one(&Round::writing(&job.case.input())).into()
                }
            }
        }
        Check::Program(checker) if job.case.rules.checker.is_program() => {
            if let Err(error) = &files.input {
                return judge::judge_error(cannot_read(&job.case.input(), error)).into();
            }
            passes::run(job, turn.slot, checker, &mut |round| {
                listener.begin_pass(round.pass, &round.input);
                let listen = &mut |chunk: &[u8]| listener.take(chunk);
                let mut judgement = checked::run(engine, turn, job, (checker, round), answer, listen);
                judgement.notes.extend(elsewhere(job.case, &judgement));
                judgement
            })
        }
        Check::Program(_) | Check::Compare => compare(engine, turn, job, (files, answer), listener).into(),
    }
}

/// The output is compared with the answer, as it comes.
fn compare(
    engine: &Engine<'_>,
    turn: Turn,
    job: &Job<'_>,
    (files, answer): (&CaseFiles, Bytes),
    listener: &mut Listener<'_>,
) -> Judgement {
    let checker = match check::open(&job.case.rules.checker, &job.case.answer_file()) {
        Ok(checker) => checker,
        Err(error) => return judge::judge_error(cannot_read(&job.case.answer_file(), &error)),
    };
    if let Err(error) = &files.input {
        return judge::judge_error(cannot_read(&job.case.input(), error));
    }
    let stdin = Stdin::File(job.case.input());
    let program = job.program(stdin);
    let mut judgement =
        engine.run_once(turn, &program, (&job.limits, answer), checker, &mut |chunk| listener.take(chunk));

    judgement.notes.extend(elsewhere(job.case, &judgement));
    judgement
}

/// Where a program that printed nothing may have put its answer.
fn elsewhere(case: &Case, judgement: &Judgement) -> Option<String> {
    let facts = judgement.execution.as_ref()?;
    if judgement.verdict != Verdict::WrongAnswer || facts.stdout_bytes > 0 {
        return None;
    }
    if is_answer_on_stderr(case, &facts.stderr) {
        return Some("the right answer is on standard error, not on standard output".to_owned());
    }
    let names: Vec<String> = facts.written.iter().map(|name| format!("`{}`", escaped(name))).collect();
    let plural = if names.len() == 1 { "" } else { "s" };
    (!names.is_empty())
        .then(|| format!("it wrote the file{plural} {}, and nothing to standard output", names.join(", ")))
}

/// Whether a program that printed nothing has written to standard error what it should have printed.
fn is_answer_on_stderr(case: &Case, stderr: &Tail) -> bool {
    if stderr.dropped > 0 || stderr.head.is_empty() {
        return false;
    }
    let Ok(mut checker) = check::open(&case.rules.checker, &case.answer_file()) else { return false };
    checker.feed(&stderr.head);
    checker.feed(&stderr.tail);
    matches!(checker.finish(), Opinion::Right { .. })
}

fn cannot_read(path: &Path, error: &io::Error) -> String {
    format!("failed to read `{}`: {error}", Name::from_os(path.as_os_str()))
}

/// The event that a job is done, for good.
pub(super) fn judged(job: &Job<'_>, passed: Passed, rechecks: Vec<Recheck>) -> Event {
    let Passed { mut judgement, input } = passed;
    let is_surprise = !job.expected().contains(&judgement.verdict);
    let is_shown = judgement.mismatch.is_some() && is_surprise;
    // What no file holds is shown of every failure.
    let input = input.filter(|_| is_surprise && judgement.verdict != Verdict::Accepted);
    if is_surprise && judgement.verdict != Verdict::Accepted && judgement.execution.is_some() {
        judgement.notes.extend(faults_of(job.case));
    }
    Event::Judged(Box::new(Outcome {
        subject: job.entry.subject.clone(),
        case: job.case.name.clone(),
        input: input.or_else(|| is_shown.then(|| excerpt(&job.case.input(), None)).flatten()),
        limits: job.limits.clone(),
        checker: job.case.rules.checker,
        judgement,
        expected: job.expected().to_vec(),
        rechecks,
        decided_by: None,
        machine: None,
        is_after_failure: false,
    }))
}

/// What in the files of a case may be the cause of a verdict that was not expected.
fn faults_of(case: &Case) -> impl Iterator<Item = String> {
    case.files().filter_map(|(what, path)| {
        let encoding = Encoding::of(&start_of(&path, Encoding::START as u64)?)?;
        Some(format!("the {what} {encoding}, which is a fault of the case"))
    })
}
