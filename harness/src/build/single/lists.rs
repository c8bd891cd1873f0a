//! What was read for a program: told by its compiler, or all that it could see.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use harness_sandbox::is_of_the_system;

use crate::build::reads::Reads;
use crate::build::single::Recipe;
use crate::build::toolchain::paths_in;
use crate::files;

impl Recipe<'_> {
    /// What the compiler says that it has read; its lists are taken away.
    pub(super) fn told(&self, draft: &Path, sources: &[PathBuf]) -> Option<Reads> {
        let compiler = self.lister()?;
        let mut all: Option<Reads> = None;
        for entry in fs::read_dir(draft).ok()?.flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|extension| extension == "d")
                && let Ok(list) = files::own(&path)
            {
                fs::remove_file(&path).ok()?;
                let mut reads = compiler.reads(&list, &self.language.compile)?;
                if self.driven.is_some() {
                    // The driver is made of the sources.
                    reads.files.retain(|path| !path.starts_with(draft));
                    reads.files.extend(sources.iter().cloned());
                }
                match &mut all {
                    Some(all) => all.extend(reads),
                    None => all = Some(reads),
                }
            }
        }
        let mut all = all.filter(|all| sources.iter().all(|source| all.files.contains(source)))?;
        self.add_folder(&mut all, sources).ok()?;
        Some(all)
    }

    /// Another source in the folder is compiled, too.
    fn add_folder(&self, reads: &mut Reads, sources: &[PathBuf]) -> io::Result<()> {
        if let Some(folder) = self.input.folder.filter(|_| self.language.takes_all_sources()) {
            reads.folders.insert(fs::canonicalize(folder)?);
            reads.names.extend(sources.iter().filter_map(|source| source.file_name()).map(Into::into));
        }
        Ok(())
    }

    /// What is read where that is the sources alone.
    pub(super) fn sources_alone(&self, sources: &[PathBuf]) -> io::Result<Reads> {
        let mut reads = Reads { files: sources.iter().cloned().collect(), ..Reads::default() };
        self.add_folder(&mut reads, sources)?;
        Ok(reads)
    }

    /// All that a build can see and that is no case, for compilers that do not say what they read.
    pub(super) fn all_in_sight(&self, source: &Path) -> Option<Reads> {
        let mut reads = Reads::default();
        reads.files.insert(source.to_owned());
        let root = fs::canonicalize(self.context.root).ok()?;
        let folder = self.input.folder.map(fs::canonicalize).transpose().ok()?;
        let submissions = self.context.submissions;
        let is_submission = submissions.iter().any(|folder| source.starts_with(folder));
        let beside = || source.parent().filter(|_| !is_submission).map(Path::to_owned);
        let near = folder.or_else(beside);
        let mut except = self.context.case_places.to_vec();
        except.push(root.join("cases"));
        except.extend(submissions.iter().filter(|_| is_submission).cloned());
        let mut is_complete = reads.add_all_below(&root, &except);
        for place in self.context.readable {
            is_complete &= reads.add_all_below(place, &except);
        }
        if let Some(near) =
            near.filter(|near| is_submission || !near.starts_with(&root) || self.is_of_setter())
        {
            is_complete &= reads.add_all_below(&near, &[]);
        }
        for path in self.language.compile.iter().flat_map(|word| paths_in(word)) {
            if path.is_file() {
                reads.files.insert(path);
            } else if path.is_dir() && !is_of_the_system(&path) {
                is_complete &= reads.add_all_below(&path, &except);
            }
        }
        is_complete.then_some(reads)
    }
}
