//! What was read for a program: told by its compiler, or all that it could see; and which sources were not.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::build::reads::Reads;
use crate::build::searched;
use crate::build::single::Recipe;
use crate::build::tools::TOOLS;
use crate::files;

/// So many sources that are left out are named.
const MOST_NAMED: usize = 3;

impl Recipe<'_> {
    /// What is said of sources in folders below that of the program.
    pub(super) fn left_out(&self, source: &Path) -> Option<String> {
        let folder = self.input.folder.filter(|_| self.language.takes_all_sources())?;
        let found = self.sources(source).ok()?.left_out(folder, &self.language, self.context.languages);
        let (programs, others): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|(_, is_program)| *is_program && self.language.subfolders);
        let why_not = if self.language.subfolders {
            "not compiled, since no source names it"
        } else {
            "sources in subfolders are not compiled"
        };
        let groups = [(others, why_not), (programs, "not compiled, since it has a `main` of its own")];
        let hints = groups.iter().filter(|(found, _)| !found.is_empty()).map(|(found, why)| {
            let named = found.iter().take(MOST_NAMED).map(|(path, _)| format!("`{}`", path.display()));
            let list = named.collect::<Vec<String>>().join(", ");
            let more = if found.len() > MOST_NAMED { ", …" } else { "" };
            format!("hint: {why}: {list}{more}")
        });
        let hints = hints.collect::<Vec<String>>().join("\n");
        (!hints.is_empty()).then_some(hints)
    }

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
                let mut reads = compiler.reads(&list, self.places())?;
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

    /// What is read where that is the sources alone, and what the compiler is told of outright. `None` where that
    /// is too much.
    pub(super) fn sources_alone(&self, sources: &[PathBuf]) -> io::Result<Option<Reads>> {
        let mut reads = Reads { files: sources.iter().cloned().collect(), ..Reads::default() };
        self.add_folder(&mut reads, sources)?;
        let is_complete = searched::add_all(&mut reads, self.places(), self.context.case_places);
        Ok(is_complete.then_some(reads))
    }

    /// Whether sources that are all that is read of other languages make their compiler read more.
    pub(super) fn read_more(&self, sources: &[PathBuf]) -> bool {
        let compiler = self.language.compile.first().map_or("", String::as_str);
        // What cannot be read was not compiled either.
        sources.iter().any(|path| files::source(path).is_ok_and(|text| TOOLS.reads_more(compiler, &text)))
    }

    /// The files and folders that the compiler is told of.
    fn places(&self) -> BTreeSet<PathBuf> {
        searched::places(&self.language.compile, &self.language.environment)
    }

    /// All that a build can see and that is no case, for compilers that do not say what they read.
    pub(super) fn all_in_sight(&self, source: &Path) -> Option<Reads> {
        let mut reads = Reads::default();
        reads.files.insert(source.to_owned());
        let root = fs::canonicalize(self.context.root).ok()?;
        let folder = self.input.folder.map(fs::canonicalize).transpose().ok()?;
        let submissions = self.context.submissions;
        let is_submission = self.context.is_submission(source);
        let beside = || source.parent().filter(|_| !is_submission).map(Path::to_owned);
        let near = folder.or_else(beside);
        let mut except = self.context.case_places.to_vec();
        except.push(root.join("cases"));
        except.extend(submissions.iter().filter(|_| is_submission).cloned());
        // What is handed in stands alone.
        let mut is_complete = is_submission || reads.add_all_below(&root, &except);
        for place in self.context.readable {
            is_complete &= reads.add_all_below(place, &except);
        }
        if let Some(near) =
            near.filter(|near| is_submission || !near.starts_with(&root) || self.is_of_setter())
        {
            is_complete &= reads.add_all_below(&near, &[]);
        }
        is_complete &= searched::add_all(&mut reads, self.places(), &except);
        is_complete.then_some(reads)
    }
}
