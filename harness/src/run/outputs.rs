//! What programs print, kept in files: of runs that are not as expected the beginning, or of all runs all of it.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::event::Subject;
use crate::model::{Bytes, Name, Pass, Verdict};
use crate::plan::Job;
use crate::run::excerpt::start_of;

/// Of one run that is not as expected, so much is kept.
const MOST_OF_ONE: usize = 64 << 10;

/// Of all runs that are not as expected, so much is kept.
const MOST: Bytes = Bytes::mebibytes(16);

/// Gets what programs print, as it comes.
pub type PassedOn<'a> = &'a (dyn Fn(&[u8]) + Sync);

/// Where outputs are kept, and of which runs.
#[derive(Debug)]
pub struct KeptOutputs {
    folder: PathBuf,
    /// Of all runs, and whole.
    is_all: bool,
    kept: AtomicUsize,
    size: AtomicU64,
    trouble: Mutex<Option<io::Error>>,
}

impl KeptOutputs {
    /// Keeps the beginning of the outputs of runs that are not as expected in this folder, which is made when the
    /// first of them comes.
    #[must_use]
    pub fn of_failures(folder: PathBuf) -> Self {
        Self {
            folder,
            is_all: false,
            kept: AtomicUsize::new(0),
            size: AtomicU64::new(0),
            trouble: Mutex::default(),
        }
    }

    /// Keeps the whole outputs of all runs in this folder.
    #[must_use]
    pub fn of_all(folder: PathBuf) -> Self {
        Self { is_all: true, ..Self::of_failures(folder) }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// How many outputs are kept so far.
    #[must_use]
    pub fn kept(&self) -> usize {
        self.kept.load(Ordering::Relaxed)
    }

    /// What a solution printed on a case, where that was so many bytes and has been kept; of several passes that of the
    /// first.
    #[must_use]
    pub fn of(&self, subject: &Subject, case: &Name, size: u64) -> Option<Vec<u8>> {
        let mut file = case.to_os();
        file.push(".out");
        let text = start_of(&self.folder_of(subject).join(file), size.saturating_add(1))?;
        (text.len() as u64 == size).then_some(text)
    }

    fn folder_of(&self, subject: &Subject) -> PathBuf {
        self.folder.join(subject.problem.to_os()).join(subject.solution.to_os())
    }

    /// Why an output could not be kept; that never changes a verdict.
    #[must_use]
    pub fn trouble(&self) -> Option<io::Error> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The file of a job: its problem, its solution, and its case, with the number of every pass after the first.
    fn path(&self, job: &Job<'_>, pass: Pass, ending: &str) -> PathBuf {
        let mut file = job.case.name.to_os();
        if pass.number > 1 {
            file.push(format!(".pass-{}", pass.number));
        }
        file.push(ending);
        self.folder_of(&job.entry.subject).join(file)
    }

    fn note(&self, written: io::Result<()>) {
        if let Err(error) = written {
            self.trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }
}

/// The outputs of interactors that are kept, by the places of their jobs in the plan.
#[derive(Debug, Default)]
pub struct WrittenOutputs(Mutex<BTreeMap<usize, Vec<u8>>>);

impl WrittenOutputs {
    /// Keeps one; a run that is repeated has a new one.
    pub(super) fn put(&self, sequence: usize, output: Vec<u8>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(sequence, output);
    }

    /// That of a job; empty where its interactor did not accept.
    #[must_use]
    pub fn take(&self, sequence: usize) -> Vec<u8> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&sequence).unwrap_or_default()
    }
}

/// Takes the output of one run as it comes; of several passes that of each, or of the last one, with the inputs that
/// are in no file of the case.
pub(super) struct Listener<'o> {
    outputs: Option<&'o KeptOutputs>,
    job: &'o Job<'o>,
    pass: Pass,
    head: Vec<u8>,
    /// The input, where it is short and not that of the case.
    input: Vec<u8>,
    file: Option<File>,
    /// Gets it, too.
    also: Option<PassedOn<'o>>,
}

impl<'o> Listener<'o> {
    /// A listener to the run of a job.
    pub(super) fn of(outputs: Option<&'o KeptOutputs>, job: &'o Job<'o>, also: Option<PassedOn<'o>>) -> Self {
        let (head, input) = (Vec::new(), Vec::new());
        let mut listener = Self { outputs, job, pass: Pass::ONLY, head, input, file: None, also };
        listener.open();
        listener
    }

    /// A pass begins, with this input.
    pub(super) fn begin_pass(&mut self, pass: Pass, input: &Path) {
        let Some(outputs) = self.outputs else { return };
        // The first one has begun with the listener.
        if pass.number == 1 {
            return;
        }
        self.close();
        self.pass = pass;
        self.open();
        if outputs.is_all {
            let kept = create(&outputs.path(self.job, pass, ".in"));
            outputs.note(kept.and_then(|mut file| io::copy(&mut File::open(input)?, &mut file).map(drop)));
            return;
        }
        let most = MOST_OF_ONE as u64 + 1;
        self.input = start_of(input, most).filter(|input| input.len() <= MOST_OF_ONE).unwrap_or_default();
    }

    fn open(&mut self) {
        let Some(outputs) = self.outputs else { return };
        self.head.clear();
        if outputs.is_all {
            self.file = match create(&outputs.path(self.job, self.pass, ".out")) {
                Ok(file) => Some(file),
                Err(error) => {
                    outputs.note(Err(error));
                    None
                }
            };
        }
    }

    /// Counts a file that is whole.
    fn close(&mut self) {
        if let (Some(outputs), Some(_)) = (self.outputs, self.file.take()) {
            outputs.kept.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The next part of the output.
    pub(super) fn take(&mut self, chunk: &[u8]) {
        if let Some(also) = self.also {
            also(chunk);
        }
        let Some(outputs) = self.outputs else { return };
        if let Some(file) = &mut self.file {
            outputs.note(file.write_all(chunk));
        } else if !outputs.is_all {
            let room = MOST_OF_ONE - self.head.len();
            self.head.extend_from_slice(&chunk[..room.min(chunk.len())]);
        }
    }

    /// The run is judged.
    pub(super) fn end(mut self, job: &Job<'_>, verdict: Verdict) {
        let Some(outputs) = self.outputs else { return };
        if outputs.is_all {
            self.close();
            return;
        }
        let size = (self.head.len() + self.input.len()) as u64;
        let is_wanted = !job.expected().contains(&verdict) && verdict != Verdict::Accepted && size > 0;
        if !is_wanted || outputs.size.fetch_add(size, Ordering::Relaxed) + size > MOST.0 {
            return;
        }
        for (text, ending) in [(&self.head, ".out"), (&self.input, ".in")] {
            let path = outputs.path(self.job, self.pass, ending);
            if !text.is_empty() {
                outputs.note(create(&path).and_then(|mut file| file.write_all(text)));
            }
        }
        outputs.kept.fetch_add(1, Ordering::Relaxed);
    }
}

fn create(path: &Path) -> io::Result<File> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    File::create(path)
}

#[cfg(test)]
mod tests {
    use super::{KeptOutputs, Listener};
    use crate::event::fixture::{language, limits, subject};
    use crate::model::{Case, CheckerChoice, Expectation, Name, Pass, Rules, Verdict};
    use crate::plan::{Check, Entry, Job, grid};
    use harness_sandbox::{Program, Stdin};
    use std::fs;
    use std::path::Path;
    use std::sync::Arc;

    /// Does this with a job.
    fn with_job(work: impl FnOnce(&Job<'_>)) {
        let rules = Arc::new(Rules { limits: limits(), checker: CheckerChoice::Lines });
        let case = Case::of_files(Name::from("g/1"), ("1.in".into(), None), rules);
        let (language, expectation) = (language(), Expectation::accepted());
        let entry = Entry {
            index: 0,
            subject: subject("p", "s", "rust"),
            program: Program {
                executable: "/s".into(),
                args: Vec::new(),
                files: Vec::new(),
                state: None,
                stdin: Stdin::Empty,
                environment: Vec::new(),
                pad: 0,
                folder: None,
                kept: None,
                answers_apart: false,
            },
            language: &language,
            cases: [&case].into(),
            expectation: &expectation,
            check: Check::Compare,
            function: None,
        };
        let entries = [entry];
        let job = grid(&entries).next().unwrap();
        work(&job);
    }

    /// What is in the folder after a run that printed this and got this verdict.
    fn kept(outputs: &KeptOutputs, printed: &[&[u8]], verdict: Verdict) -> Option<Vec<u8>> {
        with_job(|job| {
            let mut listener = Listener::of(Some(outputs), job, None);
            for chunk in printed {
                listener.take(chunk);
            }
            listener.end(job, verdict);
        });
        assert!(outputs.trouble().is_none());
        fs::read(outputs.folder().join("p/s/g/1.out")).ok()
    }

    #[track_caller]
    fn check(make: fn(&Path) -> KeptOutputs, printed: &[&[u8]], verdict: Verdict, expect: Option<&[u8]>) {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(kept(&make(folder.path()), printed, verdict).as_deref(), expect);
    }

    #[test]
    fn the_beginning_is_kept_of_what_is_not_as_expected() {
        let failures = |folder: &Path| KeptOutputs::of_failures(folder.join("made"));
        check(failures, &[b"a\n", b"b"], Verdict::WrongAnswer, Some(b"a\nb"));
        check(failures, &[b"a\n"], Verdict::Accepted, None);
        check(failures, &[], Verdict::RuntimeError, None);
        let long = vec![b'x'; 100_000];
        check(failures, &[&long, &long], Verdict::OutputLimit, Some(&long[..65536]));
    }

    #[test]
    fn what_is_kept_is_found_by_its_size() {
        let folder = tempfile::tempdir().unwrap();
        let outputs = KeptOutputs::of_failures(folder.path().to_owned());
        let of = |size| outputs.of(&subject("p", "s", "rust"), &Name::from("g/1"), size);
        assert_eq!(of(4), None);
        kept(&outputs, &[b"a\n", b"b\n"], Verdict::WrongAnswer).unwrap();
        assert_eq!(of(4), Some(b"a\nb\n".to_vec()));
        // It was cut, or is that of another run.
        assert_eq!((of(3), of(5)), (None, None));
    }

    #[test]
    fn a_later_pass_has_files_of_its_own_with_its_input() {
        let kept = |make: fn(&Path) -> KeptOutputs| {
            let folder = tempfile::tempdir().unwrap();
            let outputs = make(folder.path());
            with_job(|job| {
                let mut listener = Listener::of(Some(&outputs), job, None);
                listener.take(b"first\n");
                let input = folder.path().join("next");
                fs::write(&input, "of 2\n").unwrap();
                listener.begin_pass(Pass::first(2).next(), &input);
                listener.take(b"second\n");
                listener.end(job, Verdict::WrongAnswer);
            });
            let names = ["1.out", "1.pass-2.in", "1.pass-2.out"];
            let text = |name| fs::read_to_string(outputs.folder().join("p/s/g").join(name)).ok();
            (names.map(|name| text(name).unwrap_or_default()).concat(), outputs.kept())
        };
        assert_eq!(
            kept(|folder| KeptOutputs::of_failures(folder.join("a"))),
            ("of 2\nsecond\n".to_owned(), 1)
        );
        assert_eq!(
            kept(|folder| KeptOutputs::of_all(folder.join("a"))),
            ("first\nof 2\nsecond\n".to_owned(), 2)
        );
    }

    #[test]
    fn all_is_kept_where_that_is_asked_for() {
        let all = |folder: &Path| KeptOutputs::of_all(folder.to_owned());
        let long = vec![b'x'; 100_000];
        check(all, &[&long, b"end"], Verdict::Accepted, Some(&[&long[..], b"end"].concat()));
        check(all, &[], Verdict::Accepted, Some(b""));
    }
}
