//! What was built elsewhere, and what of it depends on where it is.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::build::single::{Recipe, Trouble};
use crate::build::{Built, cache};

impl Recipe<'_> {
    /// What runs of what was built elsewhere and is now in this folder.
    pub fn packed(&self, folder: &Path) -> Built {
        let built = self.source().and_then(|source| {
            let folder = self.moved(&source, folder)?;
            self.executable(source, folder).map(Some)
        });
        match self.settled(built) {
            Ok(Some(built)) => built,
            Ok(None) | Err(_) => Built::Failed("it was not built".to_owned()),
        }
    }

    /// The folder with what is run. A driver that is run as it is names its source by its path, so it is
    /// written for where that is now.
    fn moved(&self, source: &Path, folder: &Path) -> Result<PathBuf, Trouble> {
        let Some(driven) = self.driven.as_ref().filter(|driven| driven.is_run_as_it_is()) else {
            return Ok(folder.to_owned());
        };
        let texts: Vec<&[u8]> = driven.texts().collect();
        let name = cache::key(&[&[b"moved".as_slice(), source.as_os_str().as_bytes()], &texts[..]].concat());
        let target = self.context.cache.join(&name);
        if !target.is_dir() {
            fs::create_dir_all(self.context.cache)?;
            let draft = cache::begin(self.context.drafts, &name)?;
            driven.written(&self.sources(source)?, &draft)?;
            cache::finish(&draft, &target)?;
        }
        Ok(target)
    }
}
