//! A folder for inputs and answers that are tried, outside of `cases/`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::failure::Failure;

/// A folder of this process; it is removed when this is dropped.
#[derive(Debug)]
pub struct InputFolder {
    folder: PathBuf,
}

impl InputFolder {
    /// Makes the folder `inputs` in this one.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn make(parent: &Path) -> Result<Self, Failure> {
        let folder = Self::place(parent);
        fs::create_dir_all(&folder)
            .with_context(|| format!("failed to make `{}`", folder.display()))
            .map_err(Failure::usage)?;
        Ok(Self { folder })
    }

    /// Where [`Self::make`] makes it.
    #[must_use]
    pub fn place(parent: &Path) -> PathBuf {
        parent.join("inputs")
    }

    /// A file of this name with this content.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<PathBuf, Failure> {
        let path = self.folder.join(name);
        fs::write(&path, content)
            .with_context(|| format!("failed to write `{}`", path.display()))
            .map_err(Failure::usage)?;
        Ok(path)
    }

    /// Files with these contents, called by their place and this extension.
    ///
    /// # Errors
    /// One cannot be written.
    pub fn write_all<'a>(
        &self,
        contents: impl IntoIterator<Item = &'a [u8]>,
        extension: &str,
    ) -> Result<Vec<PathBuf>, Failure> {
        let numbered = contents.into_iter().enumerate();
        numbered.map(|(index, content)| self.write(&format!("{index}.{extension}"), content)).collect()
    }
}

impl Drop for InputFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
