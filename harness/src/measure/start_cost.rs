//! What it costs to start an empty program, for each language: below that, times say nothing about a
//! solution.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use harness_sandbox::{Stdin, Usage};

use crate::build::{BuildRequest, Built};
use crate::comparison::Metric;
use crate::config::Languages;
use crate::failure::Failure;
use crate::measure::bench::Bench;
use crate::model::{Bytes, Limits, Source, WallLimit};
use crate::programs::{self, BuildProgress};
use crate::run::Question;
use crate::session::Session;

/// What starting an empty program costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartCost {
    /// In which language.
    pub language: String,
    /// The median of its runs.
    pub time: Duration,
}

/// Runs of each.
const RUNS: usize = 15;

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
    built: Vec<Built>,
}

/// The empty program of a language, the language that builds it, and its file name; none where there is
/// none. A missing floor is only a line less in the report.
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
    /// Writes and builds the empty programs of these languages.
    ///
    /// # Errors
    /// A signal came.
    pub fn build<'a>(session: &Session, languages: impl Iterator<Item = &'a str>) -> Result<Self, Failure> {
        let languages: BTreeSet<&str> = languages.collect();
        let folder = session.own_folder().join("empty");
        let mut programs = Self { languages: Vec::new(), built: Vec::new() };
        for language in languages {
            let Some((builder, file, text)) = source(&session.config.languages, language) else { continue };
            let path: PathBuf = folder.join(file);
            if std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, text)).is_err() {
                continue;
            }
            let source = Source::File(path);
            let name = format!("an empty program in {language}");
            let request = BuildRequest { name, source: &source, language: builder, function: None };
            let built = programs::build_requests(session, &[request], &mut BuildProgress::new(session))?;
            if let Some(Built::Ready(_)) = built.first() {
                programs.languages.push(language.to_owned());
                programs.built.extend(built);
            }
        }
        Ok(programs)
    }

    /// What was built, to be shown to the sandbox.
    #[must_use]
    pub fn built(&self) -> &[Built] {
        &self.built
    }

    /// Measures each alone, as solutions are measured; none where it is not time that is compared.
    #[must_use]
    pub fn measure(self, bench: &Bench<'_>, metric: Metric) -> Vec<StartCost> {
        let time_of = match metric {
            Metric::Cpu => |usage: &Usage| usage.cpu,
            Metric::Wall => |usage: &Usage| usage.wall,
            Metric::Memory | Metric::Instructions => return Vec::new(),
        };
        let engine = bench.engine();
        let mut costs = Vec::new();
        for (language, built) in self.languages.into_iter().zip(self.built) {
            let Built::Ready(executable) = built else { continue };
            let question =
                Question { program: executable.program(&[], Stdin::Empty, &LIMITS), limits: LIMITS };
            let replies = engine.ask(&vec![question; RUNS]);
            let ran = replies.iter().filter_map(|reply| reply.judgement.execution.as_ref());
            let mut times: Vec<Duration> = ran.map(|facts| time_of(&facts.usage)).collect();
            times.sort_unstable();
            costs.extend(times.get(times.len() / 2).map(|time| StartCost { language, time: *time }));
        }
        costs
    }
}
