//! What a case is before it has a name: an input, perhaps an answer, and where they came from.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::{Context, anyhow};

use crate::cli::AddArgs;
use crate::failure::Failure;
use crate::model::Name;
use crate::scaffold::tidy;
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
}

/// The drafts that the command line gives.
///
/// # Errors
/// A file cannot be read, or there is nothing in it.
pub fn given(args: &AddArgs) -> Result<Vec<Draft>, Failure> {
    let (input, source) = match &args.input {
        Some(path) => (read(path)?, Name::from_os(path.as_os_str()).to_string()),
        None => (read_standard_input()?, "standard input".to_owned()),
    };
    let answer = args.answer.as_deref().map(read).transpose()?;
    let draft = Draft { input, answer, source: Some(source), ..Draft::default() };
    if draft.input.is_empty() && !args.raw {
        let what = anyhow!("the input is empty");
        return Err(Failure::usage(what).hint("where that is what is meant, say --raw"));
    }
    Ok(vec![draft])
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
    say("input", &tidied.changes);
    draft.input = tidied.text;
    if let Some(answer) = &draft.answer {
        let tidied = tidy(answer);
        say("answer", &tidied.changes);
        draft.answer = Some(tidied.text);
    }
    draft
}

fn say(what: &str, changes: &[&str]) {
    for change in changes {
        let note = paint(Role::Notable, "note:");
        // There is nobody to tell that telling failed.
        let _ = writeln!(io::stderr(), "{note} {what}: {change}; --raw keeps it as it was");
    }
}
