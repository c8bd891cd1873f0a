//! Where the inputs of new cases come from, other than from the generator.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

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
) -> Result<Given, Failure> {
    let answer = answer.map(read_file).transpose()?;
    let of = |draft| Given { drafts: vec![draft], ..Given::default() };
    let one = |input, from: String| of(Draft { input, source: Some(from), ..Draft::default() });
    let mut given = match source {
        InputSource::Statement(path) => samples(path)?,
        InputSource::Editor => of(editor::edit(folder, answer.as_deref().unwrap_or_default())?),
        InputSource::File(path) => one(read_file(path)?, Name::from_os(path.as_os_str()).to_string()),
        InputSource::Clipboard => one(clipboard::read()?, "the clipboard".to_owned()),
        InputSource::StandardInput => one(read_standard_input()?, "standard input".to_owned()),
    };
    if let Some(answer) = answer.filter(|_| *source != InputSource::Editor) {
        let count = given.drafts.len();
        let [draft] = given.drafts.as_mut_slice() else {
            let what = anyhow!("--answer is for a single case, and the source has {count}");
            return Err(Failure::usage(what));
        };
        (draft.answer, draft.is_sample) = (Some(answer), false);
    }
    if given.drafts.iter().any(|draft| tidy(&draft.input).text.is_empty()) && !raw {
        return Err(Failure::usage(anyhow!("the input is empty")).hint("--raw adds an empty input"));
    }
    Ok(given)
}

fn samples(path: &Path) -> Result<Given, Failure> {
    let shown = Name::from_os(path.as_os_str());
    let tidied = tidy(&read_file(path)?);
    // Line ends of a statement are none of its samples.
    let is_told = |change: &&Untidy| matches!(change, Untidy::Utf16 | Untidy::ByteOrderMark);
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

fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    let shown = Name::from_os(path.as_os_str());
    fs::read(path).with_context(|| format!("failed to read `{shown}`")).map_err(Failure::usage)
}

fn read_standard_input() -> Result<Vec<u8>, Failure> {
    let mut input = Vec::new();
    let mut stdin = io::stdin().lock();
    stdin.read_to_end(&mut input).context("failed to read standard input").map_err(Failure::usage)?;
    Ok(input)
}
