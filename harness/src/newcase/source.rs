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
use crate::statement;

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

/// The drafts of a source. `answer` is the file with the answer, where there is one.
///
/// # Errors
/// They cannot be read, an input is empty without `raw`, or one answer is given for several.
pub fn read(
    source: &InputSource,
    answer: Option<&Path>,
    raw: bool,
    folder: &InputFolder,
) -> Result<Vec<Draft>, Failure> {
    let answer = answer.map(read_file).transpose()?;
    let one = |input, from: String| vec![Draft { input, source: Some(from), ..Draft::default() }];
    let mut drafts = match source {
        InputSource::Statement(path) => samples(path)?,
        InputSource::Editor => vec![editor::edit(folder, answer.as_deref().unwrap_or_default())?],
        InputSource::File(path) => one(read_file(path)?, Name::from_os(path.as_os_str()).to_string()),
        InputSource::Clipboard => one(clipboard::read()?, "the clipboard".to_owned()),
        InputSource::StandardInput => one(read_standard_input()?, "standard input".to_owned()),
    };
    if let Some(answer) = answer.filter(|_| *source != InputSource::Editor) {
        let [draft] = drafts.as_mut_slice() else {
            let what = anyhow!("--answer is for a single case, and the source has {}", drafts.len());
            return Err(Failure::usage(what));
        };
        draft.answer = Some(answer);
    }
    if drafts.iter().any(|draft| draft.input.is_empty()) && !raw {
        return Err(Failure::usage(anyhow!("the input is empty")).hint("--raw adds an empty input"));
    }
    Ok(drafts)
}

fn samples(path: &Path) -> Result<Vec<Draft>, Failure> {
    let shown = Name::from_os(path.as_os_str());
    let text = String::from_utf8_lossy(&read_file(path)?).into_owned();
    let samples = statement::read(&text).samples;
    if samples.is_empty() {
        let what = anyhow!("there are no samples in `{shown}`");
        let hint = "a sample is a heading such as `Sample Input` or `输入` with a fenced block below it, or a line `Input: board = [[…]]`";
        return Err(Failure::usage(what).hint(hint));
    }
    let numbered = samples.into_iter().zip(1..);
    let draft = |(sample, number): (statement::Sample, usize)| Draft {
        input: sample.input.into_bytes(),
        answer: sample.answer.map(String::into_bytes),
        source: Some(format!("{shown}, sample {number}")),
        ..Draft::default()
    };
    Ok(numbered.map(draft).collect())
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
