//! Programs that do nothing, one for each language: what a program costs before its author wrote a line.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use harness_sandbox::Stdin;

use crate::build::{BuildRequest, Built, Executable};
use crate::config::Languages;
use crate::failure::Failure;
use crate::model::{Bytes, Limits, Source, WallLimit};
use crate::programs::{BuildProgress, build_requests};
use crate::run::Question;
use crate::session::Session;

/// More than any empty program needs.
const LIMITS: Limits = Limits {
    time: Duration::from_secs(5),
    wall: WallLimit::Auto,
    memory: Bytes::mebibytes(256),
    stack: None,
    output: None,
    processes: 16,
};

/// Empty programs, as far as they can be built.
pub struct EmptyPrograms {
    languages: Vec<String>,
    sources: Vec<Source>,
    built: Vec<Built>,
}

/// The empty program of a language, the language that builds it, and its file name; none where there is
/// none. What it costs is then not known, and not told.
fn source<'a>(languages: &'a Languages, name: &str) -> Option<(&'a str, String, &'a str)> {
    let language = languages.get(name)?;
    let text = language.empty.as_deref()?;
    let builder = match &language.single {
        Some(single) => languages.get(single)?,
        None => language,
    };
    Some((&builder.name, format!("empty.{}", builder.extensions.first()?), text))
}

impl EmptyPrograms {
    /// Writes and builds the empty programs of these languages, each with a progress of its own.
    ///
    /// # Errors
    /// A signal came.
    pub fn build<'a>(
        session: &Session,
        languages: impl Iterator<Item = &'a str>,
        progress: fn(&Session) -> BuildProgress,
    ) -> Result<Self, Failure> {
        let languages: BTreeSet<&str> = languages.collect();
        let folder = session.own_folder().join("empty");
        let mut programs = Self { languages: Vec::new(), sources: Vec::new(), built: Vec::new() };
        for language in languages {
            let Some((builder, file, text)) = source(&session.config.languages, language) else { continue };
            let path: PathBuf = folder.join(file);
            // A file that stays as it is need not be built again.
            let is_there = std::fs::read_to_string(&path).is_ok_and(|there| there == text);
            let write = || std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, text));
            if !is_there && write().is_err() {
                continue;
            }
            let source = Source::File(path);
            let name = format!("an empty program in {language}");
            let request = BuildRequest { name, source: &source, language: builder, function: None };
            let built = build_requests(session, &[request], &mut progress(session))?;
            if let Some(Built::Ready(_)) = built.first() {
                programs.languages.push(language.to_owned());
                programs.built.extend(built);
                programs.sources.push(source);
            }
        }
        Ok(programs)
    }

    /// What was built, to be shown to the sandbox.
    #[must_use]
    pub fn built(&self) -> &[Built] {
        &self.built
    }

    /// What was built, by its sources.
    pub fn by_source(&self) -> impl Iterator<Item = (&Source, &Built)> {
        self.sources.iter().zip(&self.built)
    }

    /// Each with its language.
    pub fn executables(&self) -> impl Iterator<Item = (&str, &Executable)> {
        self.languages.iter().zip(&self.built).filter_map(|(language, built)| match built {
            Built::Ready(executable) => Some((language.as_str(), executable)),
            Built::Rejected(_) | Built::Missing(_) | Built::Failed(_) | Built::Absent(_) => None,
        })
    }

    /// A run of one of them.
    #[must_use]
    pub fn question(executable: &Executable) -> Question {
        Question { program: executable.program(&[], Stdin::Empty, &LIMITS), limits: LIMITS }
    }
}
