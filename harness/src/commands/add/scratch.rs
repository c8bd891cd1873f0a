//! New cases on disk while they are tried, outside of `cases/`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::commands::add::answers::Answered;
use crate::commands::add::drafts::Draft;
use crate::failure::Failure;
use crate::model::{Case, Name, Problem};
use crate::session::Session;

/// A folder of our own that is gone when it is dropped.
pub struct Scratch {
    folder: PathBuf,
}

impl Scratch {
    /// An empty folder.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn new(session: &Session) -> Result<Self, Failure> {
        let folder = session.run_folder()?.join("cases");
        fs::create_dir_all(&folder)
            .with_context(|| format!("failed to make `{}`", folder.display()))
            .map_err(Failure::usage)?;
        Ok(Self { folder })
    }

    /// The inputs of the drafts, each in a file.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn inputs(&self, drafts: &[Draft]) -> Result<Vec<PathBuf>, Failure> {
        let numbered = drafts.iter().enumerate();
        numbered.map(|(index, draft)| self.write(&format!("{index}.in"), &draft.input)).collect()
    }

    /// The new cases, as the engine takes them.
    ///
    /// # Errors
    /// The answers cannot be written.
    pub fn cases(
        &self,
        problem: &Problem,
        names: &[Name],
        inputs: &[PathBuf],
        answers: &[Answered],
    ) -> Result<Vec<Case>, Failure> {
        let all = names.iter().zip(inputs).zip(answers).enumerate();
        all.map(|(index, ((name, input), answered))| {
            Ok(Case {
                name: name.clone(),
                input: input.clone(),
                answer: self.write(&format!("{index}.ans"), &answered.answer)?,
                second_answers: Vec::new(),
                rules: problem.rules.clone(),
                sidecar: None,
            })
        })
        .collect()
    }

    /// A file with this content.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<PathBuf, Failure> {
        let path = self.folder.join(name);
        write(&path, content)?;
        Ok(path)
    }
}

fn write(path: &Path, content: &[u8]) -> Result<(), Failure> {
    fs::write(path, content)
        .with_context(|| format!("failed to write `{}`", path.display()))
        .map_err(Failure::usage)
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
