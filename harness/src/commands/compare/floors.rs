//! What it takes to start a program that does nothing, for each language: below that, times say
//! nothing about a solution.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use harness_sandbox::{Bounds, Bytes, LinuxSandbox, Program, Sandbox, Slot, Stdin};

use crate::build::{self, Built, Order, Workshop};
use crate::commands::workbench::Candidate;
use crate::model::{RUST_PACKAGE, Source};
use crate::report::Floor;
use crate::session::Session;

/// Runs of each.
const RUNS: usize = 15;

/// Empty programs, as far as they can be built.
pub struct Programs {
    languages: Vec<String>,
    built: Vec<Built>,
}

/// The empty program of a language, the language that builds it, and its file name; none where nobody
/// wrote one. A missing floor is only a line less in the report.
fn source(language: &str) -> Option<(&str, &'static str, &'static str)> {
    match language {
        RUST_PACKAGE | "rustc" => Some(("rustc", "empty.rs", "fn main() {}\n")),
        "c" => Some(("c", "empty.c", "int main(void) { return 0; }\n")),
        "cpp" => Some(("cpp", "empty.cpp", "int main() {}\n")),
        "python" => Some(("python", "empty.py", "")),
        _ => None,
    }
}

impl Programs {
    /// Writes and builds the empty programs of the candidates' languages.
    pub fn build(session: &Session, candidates: &[Candidate<'_>]) -> Self {
        let languages: BTreeSet<&str> =
            candidates.iter().map(|candidate| candidate.solution.language.as_str()).collect();
        let folder = session.own_folder().join("empty");
        let cache = session.own_folder().join("build");
        let workshop =
            Workshop { cache: &cache, languages: &session.config.languages.rows, stop: &session.stop };
        let mut programs = Self { languages: Vec::new(), built: Vec::new() };
        for language in languages {
            let Some((builder, name, text)) = source(language) else { continue };
            let path: PathBuf = folder.join(name);
            if std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, text)).is_err() {
                continue;
            }
            let source = Source::File(path);
            let built = build::build(&workshop, &[Order { source: &source, language: builder }]);
            // A stop is noticed by whoever runs next; the floors alone are not worth an error.
            let Ok(built) = built else { break };
            if let Some(Built::Ready(_)) = built.first() {
                programs.languages.push(language.to_owned());
                programs.built.extend(built);
            }
        }
        programs
    }

    /// What was built, to be shown to the sandbox.
    pub fn built(&self) -> &[Built] {
        &self.built
    }

    /// Measures each on the slot on which solutions are measured, too.
    pub fn measure(self, sandbox: &LinuxSandbox, session: &Session) -> Vec<Floor> {
        let bounds = Bounds {
            cpu: Duration::from_secs(5),
            wall: Duration::from_secs(20),
            memory: Bytes::mebibytes(256),
            stack: Bytes::mebibytes(8),
            output: Bytes::mebibytes(1),
            processes: 16,
        };
        let measure = |built: Built| {
            let Built::Ready(executable) = built else { return None };
            let program = Program {
                executable: executable.path,
                args: executable.args,
                files: executable.files,
                stdin: Stdin::Empty,
                pad: 0,
            };
            let run = |_| {
                let facts = sandbox.run(Slot(0), &program, &bounds, &session.stop, &mut |_| {});
                facts.ok().map(|facts| facts.usage.cpu)
            };
            let mut times: Vec<Duration> = (0..RUNS).filter_map(run).collect();
            times.sort_unstable();
            times.get(times.len() / 2).copied()
        };
        let times = self.built.into_iter().map(measure);
        self.languages
            .into_iter()
            .zip(times)
            .filter_map(|(language, time)| Some(Floor { language, time: time? }))
            .collect()
    }
}
