//! What a case is before it has a name: an input, perhaps an answer, and where they came from.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::{Context, anyhow};

use crate::cli::AddArgs;
use crate::commands::add::scratch::Scratch;
use crate::commands::add::{clipboard, editor};
use crate::failure::Failure;
use crate::model::Name;
use crate::scaffold::{Untidy, tidy};
use crate::statement;
use crate::ui::{Role, paint};

/// A case to be.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// What the program reads.
    pub input: Vec<u8>,
    /// What is expected, where somebody said it.
    pub answer: Option<Vec<u8>>,
    /// From where the input is.
    pub source: Option<String>,
    /// The generator and its arguments without the seed.
    pub generator: Option<String>,
    /// The seed.
    pub seed: Option<u64>,
    /// The command that found it.
    pub found: Option<String>,
    /// The solutions that it was made for.
    pub breaks: Vec<String>,
}

impl Draft {
    /// What a message calls it: `seed 7`, or where its input is from.
    #[must_use]
    pub fn label(&self) -> String {
        match (self.seed, &self.source) {
            (Some(seed), _) => format!("seed {seed}"),
            (None, Some(source)) => source.clone(),
            (None, None) => "the new case".to_owned(),
        }
    }
}

/// The drafts that the command line gives, where no generator makes them.
///
/// # Errors
/// They cannot be read, or there is nothing in them.
pub fn given(args: &AddArgs, scratch: &Scratch) -> Result<Vec<Draft>, Failure> {
    let answer = args.answer.as_deref().map(read).transpose()?;
    let source = &args.source;
    let mut drafts = if let Some(path) = &source.from_markdown {
        from_markdown(path)?
    } else if source.edit {
        vec![editor::edit(scratch, answer.as_deref().unwrap_or_default())?]
    } else {
        let (input, from) = match &source.input {
            Some(path) => (read(path)?, Name::from_os(path.as_os_str()).to_string()),
            None if source.clip => (clipboard::read()?, "the clipboard".to_owned()),
            None => (read_standard_input()?, "standard input".to_owned()),
        };
        vec![Draft { input, source: Some(from), ..Draft::default() }]
    };
    if let Some(answer) = answer.filter(|_| !source.edit) {
        let [draft] = drafts.as_mut_slice() else {
            return Err(Failure::usage(anyhow!(
                "--answer is that of one case, and here are {}",
                drafts.len()
            )));
        };
        draft.answer = Some(answer);
    }
    if drafts.iter().any(|draft| draft.input.is_empty()) && !args.raw {
        let what = anyhow!("the input is empty");
        return Err(Failure::usage(what).hint("where that is what is meant, say --raw"));
    }
    Ok(drafts)
}

fn from_markdown(path: &Path) -> Result<Vec<Draft>, Failure> {
    let shown = Name::from_os(path.as_os_str());
    let text = String::from_utf8_lossy(&read(path)?).into_owned();
    let samples = statement::samples(&text);
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

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let shown = Name::from_os(path.as_os_str());
    fs::read(path).with_context(|| format!("failed to read `{shown}`")).map_err(Failure::usage)
}

fn read_standard_input() -> Result<Vec<u8>, Failure> {
    let mut input = Vec::new();
    let mut stdin = io::stdin().lock();
    stdin.read_to_end(&mut input).context("failed to read standard input").map_err(Failure::usage)?;
    Ok(input)
}

/// The draft with its line ends made those of this workspace; what was changed is said.
#[must_use]
pub fn tidied(mut draft: Draft) -> Draft {
    let tidied = tidy(&draft.input);
    say(&draft, "input", &tidied.changes);
    draft.input = tidied.text;
    if let Some(answer) = &draft.answer {
        let tidied = tidy(answer);
        say(&draft, "answer", &tidied.changes);
        draft.answer = Some(tidied.text);
    }
    draft
}

fn say(draft: &Draft, what: &str, changes: &[Untidy]) {
    for change in changes {
        let note = paint(Role::Notable, "note:");
        // There is nobody to tell that telling failed.
        let _ =
            writeln!(io::stderr(), "{note} {what} of {}: {}; --raw keeps it", draft.label(), change.cured());
    }
}
