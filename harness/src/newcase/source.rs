//! Where the inputs of new cases come from, other than from the generator.

use std::fs::File;
use std::io;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow};
use harness_sandbox::Stop;

use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::Name;
use crate::newcase::draft::Draft;
use crate::newcase::{clipboard, editor};
use crate::programs::InputFolder;
use crate::scaffold::{Untidy, tidy};
use crate::statement::{self, Refusal};

/// Where inputs come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputSource {
    /// This file.
    File(PathBuf),
    /// The samples of this statement in Markdown.
    Statement(PathBuf),
    /// The clipboard.
    Clipboard,
    /// The user's editor.
    Editor,
    /// Standard input.
    StandardInput,
}

/// What a source gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// The drafts.
    pub drafts: Vec<Draft>,
    /// What the user should know of them.
    pub notes: Vec<String>,
    /// Samples of the statement are not among the drafts.
    pub is_partial: bool,
}

/// How files and pipes are read.
#[derive(Clone, Copy)]
pub struct InputReader<'a> {
    /// Ends the reading: a pipe, or a terminal, may never end.
    pub stop: &'a Stop,
    /// Is told what is waited for where nothing comes.
    pub waiting: &'a dyn Fn(&str),
}

/// How long a pipe is waited for before that is told.
const PATIENCE: Duration = Duration::from_secs(1);

/// The drafts of a source. `answer` is the file with the answer, where there is one.
///
/// # Errors
/// They cannot be read, an input is empty without `raw`, no sample is certain, or one answer is given for
/// several.
pub fn read(
    source: &InputSource,
    answer: Option<&Path>,
    raw: bool,
    folder: &InputFolder,
    reader: InputReader<'_>,
) -> Result<Given, Failure> {
    let answer_path = answer;
    let answer = answer.map(|path| reader.file(path)).transpose()?;
    let of = |draft| Given { drafts: vec![draft], ..Given::default() };
    let one = |input, from: String| of(Draft { input, source: Some(from), ..Draft::default() });
    let mut given = match source {
        InputSource::Statement(path) => samples(path, reader)?,
        InputSource::Editor => of(editor::edit(folder, answer.as_deref().unwrap_or_default())?),
        InputSource::File(path) => one(reader.file(path)?, Name::from_os(path.as_os_str()).to_string()),
        InputSource::Clipboard => one(clipboard::read()?, "the clipboard".to_owned()),
        InputSource::StandardInput => one(reader.standard_input()?, "standard input".to_owned()),
    };
    if let Some(answer) = answer.filter(|_| *source != InputSource::Editor) {
        let count = given.drafts.len();
        let [draft] = given.drafts.as_mut_slice() else {
            let what = anyhow!("--answer is for a single case, and the source has {count}");
            return Err(Failure::usage(what));
        };
        (draft.answer, draft.is_sample) = (Some(answer), false);
        draft.answer_source = answer_path.map(|path| Name::from_os(path.as_os_str()).to_string());
    }
    if given.drafts.iter().any(|draft| tidy(&draft.input).text.is_empty()) && !raw {
        return Err(Failure::usage(anyhow!("the input is empty")).hint("--raw adds an empty input"));
    }
    Ok(given)
}

fn samples(path: &Path, reader: InputReader<'_>) -> Result<Given, Failure> {
    let shown = Name::from_os(path.as_os_str());
    let tidied = tidy(&reader.file(path)?);
    // Line ends of a statement are none of its samples.
    let is_told = |change: &&Untidy| matches!(change, Untidy::Utf32 | Untidy::Utf16 | Untidy::ByteOrderMark);
    let told = tidied.changes.iter().filter(is_told);
    let mut notes: Vec<String> = told.map(|change| format!("{shown}: {}", change.cured())).collect();
    let reading = statement::read(&String::from_utf8_lossy(&tidied.text));
    let why = |Refusal { number, why }: &Refusal| format!("sample {number} is refused: {why}");
    if reading.samples.is_empty() {
        let refused: Vec<String> = reading.refused.iter().map(why).collect();
        let what = if refused.is_empty() {
            anyhow!("there are no samples in `{shown}`")
        } else {
            anyhow!("no sample in `{shown}` is certain: {}", refused.join("; "))
        };
        let hint = if refused.is_empty() {
            "a sample is a heading such as `Sample Input` or `输入` with a fenced block below it, or a line `Input: board = [[…]]`"
        } else {
            "write its files, and give them with --input and --answer"
        };
        return Err(Failure::usage(what).hint(hint));
    }
    notes.extend(reading.refused.iter().map(|refusal| format!("{shown}, {}", why(refusal))));
    let draft = |sample: statement::Sample| Draft {
        input: sample.input.into_bytes(),
        answer: sample.answer.map(String::into_bytes),
        is_sample: true,
        source: Some(format!("{shown}, sample {}", sample.number)),
        ..Draft::default()
    };
    let drafts = reading.samples.into_iter().map(draft).collect();
    Ok(Given { drafts, notes, is_partial: !reading.refused.is_empty() })
}

impl InputReader<'_> {
    fn file(self, path: &Path) -> Result<Vec<u8>, Failure> {
        let shown = format!("`{}`", Name::from_os(path.as_os_str()));
        let file = File::open(path).with_context(|| format!("failed to read {shown}"));
        self.all(file.map_err(Failure::usage)?, &shown)
    }

    fn standard_input(self) -> Result<Vec<u8>, Failure> {
        // Without a buffer that could hold what is not waited for any more.
        let input = io::stdin().as_fd().try_clone_to_owned().context("failed to read standard input");
        self.all(File::from(input.map_err(Failure::usage)?), "standard input")
    }

    fn all(self, input: File, what: &str) -> Result<Vec<u8>, Failure> {
        let waiting = || (self.waiting)(what);
        let all = self.stop.read_to_end(input, PATIENCE, waiting);
        let all = all.with_context(|| format!("failed to read {what}")).map_err(Failure::usage)?;
        all.ok_or_else(|| {
            let code = self.stop.signal().map_or(ExitCode::JudgeFailed, ExitCode::Interrupted);
            Failure { code, ..Failure::usage(anyhow!("interrupted while reading {what}")) }
        })
    }
}
