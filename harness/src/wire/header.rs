//! The first two lines of a stored stream: which run it is, and all that the run is about.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::event::{PlannedSolution, ProblemContent, Universe};
use crate::model::{Digest, Name};
use crate::wire::SCHEMA;
use crate::wire::listed::{list, optional};

/// Which run it is, where it ran, and on what part of the universe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the shapes.
    pub schema: u32,
    /// The version of the judge that wrote it.
    pub harness: String,
    /// The name of the run: when it began, and some random digits.
    pub id: String,
    /// The command.
    pub command: String,
    /// The arguments of the command line.
    pub arguments: Vec<String>,
    /// When it began, in UTC (RFC 3339).
    pub started: String,
    /// The profile of the settings.
    pub profile: Option<String>,
    /// The digest of the universe, which is the next line.
    #[serde(with = "maybe_digest")]
    pub universe: Option<Digest>,
    /// How many solutions on how many cases the universe has.
    pub units: usize,
    /// The part of the universe that is run; all of it where there is none.
    pub shard: Option<ShardLine>,
    /// Where it ran.
    pub machine: MachineMark,
    /// By the name of a language, what is the same as long as the compiler is the same.
    pub compilers: BTreeMap<String, String>,
}

/// The part of a universe that a machine runs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ShardLine {
    /// Which, from 1.
    pub index: usize,
    /// Of how many.
    pub count: usize,
    /// What is kept together: `unit`, `solution`, `case` or `problem`.
    pub by: String,
    /// How they are dealt: `slice` or `hash`.
    pub manner: String,
}

/// A machine, as far as times depend on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MachineMark {
    /// The same for equal machines: a digest of what follows.
    pub fingerprint: String,
    /// The processor.
    pub cpu: String,
    /// Physical cores that the judge may use.
    pub cores: usize,
    /// The memory, in bytes.
    pub memory_bytes: u64,
    /// The release of the kernel.
    pub kernel: String,
}

impl Header {
    /// Whether the run has judged solutions on cases of the workspace: only such runs are compared and merged.
    #[must_use]
    pub fn is_graded(&self) -> bool {
        ["grade", "merge"].contains(&self.command.as_str())
    }

    /// The header of a stream of which nothing more is known.
    #[must_use]
    pub fn bare(command: &str) -> Self {
        Self {
            schema: SCHEMA,
            harness: env!("CARGO_PKG_VERSION").to_owned(),
            id: String::new(),
            command: command.to_owned(),
            arguments: Vec::new(),
            started: String::new(),
            profile: None,
            universe: None,
            units: 0,
            shard: None,
            machine: MachineMark::default(),
            compilers: BTreeMap::new(),
        }
    }
}

optional!(maybe_digest, crate::model::Digest, "crate::wire::scalar::digest");
list!(digests, crate::model::Digest, "crate::wire::scalar::digest");
list!(problem_contents, crate::event::ProblemContent, "crate::wire::header::ContentShape");
list!(named_digests, (crate::model::Name, crate::model::Digest), "crate::wire::header::named_digest");

#[derive(Serialize, Deserialize)]
#[serde(remote = "Universe")]
pub struct UniverseShape {
    #[serde(with = "crate::wire::plan::solutions")]
    solutions: Vec<PlannedSolution>,
    #[serde(with = "digests")]
    sources: Vec<Digest>,
    #[serde(with = "named_digests")]
    settings: Vec<(Name, Digest)>,
    #[serde(with = "problem_contents")]
    problems: Vec<ProblemContent>,
    is_partial: bool,
    options: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ProblemContent")]
pub struct ContentShape {
    #[serde(with = "crate::wire::scalar::name")]
    problem: Name,
    #[serde(with = "named_digests")]
    cases: Vec<(Name, Digest)>,
}

/// A name and a digest, as a list of two.
mod named_digest {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::model::{Digest, Name};

    #[derive(Serialize)]
    struct Shown<'a>(
        #[serde(with = "crate::wire::scalar::name")] &'a Name,
        #[serde(with = "crate::wire::scalar::digest")] &'a Digest,
    );

    #[derive(Deserialize)]
    struct Read(
        #[serde(with = "crate::wire::scalar::name")] Name,
        #[serde(with = "crate::wire::scalar::digest")] Digest,
    );

    pub fn serialize<S: Serializer>(
        (name, digest): &(Name, Digest),
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        Shown(name, digest).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(Name, Digest), D::Error> {
        let Read(name, digest) = Read::deserialize(deserializer)?;
        Ok((name, digest))
    }
}

/// The line of a universe. It may be longer than all else that is in memory, so it is never there as a whole.
#[derive(Serialize)]
pub struct UniverseLine<'a> {
    /// What it says.
    #[serde(with = "UniverseShape")]
    pub universe: &'a Universe,
}

impl UniverseLine<'_> {
    /// Its digest.
    ///
    /// # Errors
    /// It cannot be written as JSON.
    pub fn digest(&self) -> serde_json::Result<Digest> {
        Digest::of_written(|out| serde_json::to_writer(out, self))
    }
}
