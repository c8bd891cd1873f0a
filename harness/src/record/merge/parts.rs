//! Records that are parts of one run.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use crate::event::Universe;
use crate::model::Digest;
use crate::record::merge::place::{LONGEST, MOST_PARTS};
use crate::wire::{Header, MachineMark, RecordLine, RecordReader, ReplayError, SCHEMA};

/// The most lines of one kind that are listed.
const MOST_LISTED: usize = 20;

/// Records that are parts of one run.
pub struct Merging {
    pub(super) parts: Vec<Part>,
    pub(super) universe: Universe,
    /// Files that end before they say which run they are of.
    pub(super) begun: Vec<PathBuf>,
}

/// The record of a part.
pub(super) struct Part {
    pub(super) path: PathBuf,
    pub(super) header: Header,
}

/// What was found besides the run itself.
#[derive(Debug, Default)]
pub struct Merged {
    /// What is odd and does no harm.
    pub notes: Vec<String>,
    /// Where records say different things about the same.
    pub conflicts: Vec<String>,
    /// What is in no part.
    pub missing: Vec<String>,
}

impl Merged {
    /// So many at most, and how many there are more.
    #[must_use]
    pub fn listed(lines: &[String]) -> Vec<String> {
        let more = lines.len().saturating_sub(MOST_LISTED);
        let mut listed: Vec<String> = lines.iter().take(MOST_LISTED).cloned().collect();
        listed.extend((more > 0).then(|| format!("{more} more")));
        listed
    }
}

impl Merging {
    /// Opens records, and makes sure that they are parts of one run.
    ///
    /// # Errors
    /// A record cannot be read, or is not of the same run as the others: what differs is named.
    pub fn open(paths: &[PathBuf]) -> Result<Self, String> {
        let (mut parts, mut begun) = (Vec::new(), Vec::new());
        let mut universes: Vec<(PathBuf, Universe)> = Vec::new();
        let mut known: Vec<Option<Digest>> = Vec::new();
        for path in paths {
            let shown = path.display();
            let failed = |error: ReplayError| format!("`{shown}`: {error}");
            let file = File::open(path).map_err(|error| failed(error.into()))?;
            if file.metadata().is_ok_and(|facts| facts.len() > LONGEST) {
                return Err(format!("`{shown}`: a record of more than 1 TiB cannot be merged"));
            }
            let (header, mut reader) = match RecordReader::new(BufReader::new(file)) {
                // It was cut off as early as can be.
                Err(ReplayError::Empty | ReplayError::Begun) => {
                    begun.push(path.clone());
                    continue;
                }
                other => other.map_err(failed)?,
            };
            if !header.is_graded() {
                return Err(format!(
                    "`{shown}` is the record of `{}`, and only those of `grade` can be merged",
                    header.command
                ));
            }
            // The universes of parts are equal, and each may be large.
            let is_known = known.contains(&header.universe);
            let first = if is_known { None } else { reader.next_line().map_err(failed)? };
            if let Some(RecordLine::Universe(universe)) = first {
                universes.push((path.clone(), universe));
                known.push(header.universe);
            }
            parts.push(Part { path: path.clone(), header });
        }
        let mut universes = universes.into_iter();
        let Some((first, universe)) = universes.next() else {
            return Err("no record has the plan of the run: all are cut off before it".to_owned());
        };
        for (path, other) in universes {
            let differences = universe.differences(&other);
            if !differences.is_empty() {
                return Err(format!(
                    "`{}` and `{}` are not parts of one run: {}",
                    first.display(),
                    path.display(),
                    differences.join("; ")
                ));
            }
        }
        if parts.len() > MOST_PARTS {
            return Err(format!(
                "more than {MOST_PARTS} records cannot be merged at once: merge some, with --record"
            ));
        }
        parts.sort_by(|one, other| one.key().cmp(&other.key()));
        begun.sort();
        Ok(Self { parts, universe, begun })
    }

    /// The header of the whole.
    #[must_use]
    pub fn header(&self) -> Header {
        let ids: Vec<&str> = self.parts.iter().map(|part| part.header.id.as_str()).collect();
        let first = &self.parts[0].header;
        let is_same = |header: &Header| header.machine == first.machine;
        let machine = if self.parts.iter().all(|part| is_same(&part.header)) {
            first.machine.clone()
        } else {
            MachineMark { cpu: "several machines".to_owned(), ..MachineMark::default() }
        };
        let started = self.parts.iter().map(|part| &part.header.started).min();
        let own = Digest::of(&ids).to_string();
        let day = first.id.split('-').take(2).collect::<Vec<_>>().join("-");
        Header {
            schema: SCHEMA,
            id: format!("{day}-{}", &own[..4]),
            command: "merge".to_owned(),
            arguments: ids.iter().map(|id| (*id).to_owned()).collect(),
            started: started.cloned().unwrap_or_default(),
            shard: None,
            machine,
            ..first.clone()
        }
    }

    /// All that the run is about.
    #[must_use]
    pub fn universe(&self) -> &Universe {
        &self.universe
    }
}

impl Part {
    /// Parts are taken in this order, whatever the order on the command line.
    fn key(&self) -> impl Ord + '_ {
        (&self.header.shard, &self.header.id, &self.header.machine)
    }
}
