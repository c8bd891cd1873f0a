//! Records of the parts of a run → one run. What comes out does not depend on the order of the records.
//!
//! Each record is read twice: first where in it each solution on each case stands, then these lines in the order of
//! the plan. So only their places are held in memory.

mod index;
mod telling;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::{self, BufReader};
use std::path::PathBuf;
use std::sync::Arc;

use harness_sandbox::{CpuMeter, Files, Guarantees, KillMethod, MemoryMeter, Network};

use crate::event::{PlannedSolution, Reporter, RunPlan, Universe};
use crate::exit_code::ExitCode;
use crate::grading::{Ends, Gate};
use crate::model::Digest;
use crate::record::merge::index::{Around, present};
use crate::record::merge::telling::{MergeTally, Telling};
use crate::scoreboard::Scoreboard;
use crate::wire::{Header, MachineMark, RecordLine, RecordReader, ReplayError, SCHEMA};

/// The most lines of one kind that are listed.
const MOST_LISTED: usize = 20;

/// Records that are parts of one run.
pub struct Merging {
    parts: Vec<Part>,
    universe: Universe,
}

/// The record of a part.
struct Part {
    path: PathBuf,
    header: Header,
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
        let mut parts = Vec::new();
        let mut universes: Vec<(PathBuf, Universe)> = Vec::new();
        for path in paths {
            let shown = path.display();
            let failed = |error: ReplayError| format!("`{shown}`: {error}");
            let file = File::open(path).map_err(|error| failed(error.into()))?;
            let (header, mut reader) = RecordReader::new(BufReader::new(file)).map_err(failed)?;
            if !["grade", "merge"].contains(&header.command.as_str()) {
                return Err(format!(
                    "`{shown}` is the record of `{}`, and only those of `grade` can be merged",
                    header.command
                ));
            }
            // The universes of parts are equal, and each may be large.
            let is_new = universes.is_empty()
                || header.universe != parts.last().and_then(|part: &Part| part.header.universe);
            let first = if is_new { reader.next_line().map_err(failed)? } else { None };
            if let Some(RecordLine::Universe(universe)) = first {
                universes.push((path.clone(), universe));
            }
            parts.push(Part { path: path.clone(), header });
        }
        let mut universes = universes.into_iter();
        let Some((first, universe)) = universes.next() else {
            return Err("no record says what the run is about: all are cut off at their beginning".to_owned());
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
        parts.sort_by(|one, other| one.key().cmp(&other.key()));
        Ok(Self { parts, universe })
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

    /// Tells a reporter the whole run, in the order of the plan. With `allow_missing` only what is there is told.
    ///
    /// # Errors
    /// A record cannot be read, or a report cannot be written.
    pub fn tell(
        &self,
        allow_missing: bool,
        reporter: &mut dyn Reporter,
    ) -> Result<(Merged, ExitCode), ReplayError> {
        let mut merged = Merged::default();
        let whole = Arc::new(RunPlan::new(
            self.universe.solutions.clone(),
            self.universe.is_partial,
            (0, 0),
            NO_GUARANTEES,
        ));
        let (places, around) = self.index(&whole, &mut merged)?;
        self.compare_guarantees(&around, &mut merged);
        self.find_missing(&whole, &places, &around, &mut merged);
        let plan = if allow_missing && !merged.missing.is_empty() {
            present(&whole, &places, &around)
        } else {
            whole.solutions().to_vec()
        };
        let is_partial = whole.is_partial
            || plan.len() != whole.solutions().len()
            || (allow_missing && !merged.missing.is_empty());
        let is_built = |planned: &&PlannedSolution| {
            whole.solution(&planned.subject).is_some_and(|place| !around.not_built.contains_key(&place))
        };
        let jobs = plan.iter().filter(is_built).map(|planned| planned.cases.len()).sum();
        let guarantees = around.guarantees.first().copied().unwrap_or(NO_GUARANTEES);
        let mut plan = RunPlan::new(plan, is_partial, (jobs, around.workers), guarantees);
        plan.machine.clone_from(&around.machine);
        let plan = Arc::new(plan);
        let has = |option: &str| self.universe.options.iter().any(|of| of == option);
        let ends = Ends { of_groups: !has("--all"), of_solutions: has("--first-failure") };
        let mut telling = Telling {
            merging: self,
            whole: &whole,
            plan: &plan,
            files: self.parts.iter().map(|part| File::open(&part.path)).collect::<io::Result<_>>()?,
            are_mixed: self
                .parts
                .iter()
                .any(|part| part.header.machine.fingerprint != self.parts[0].header.machine.fingerprint),
            scoreboard: Scoreboard::default(),
            tally: MergeTally::default(),
            reporter,
        };
        telling.run(&places, around, Gate::new(&plan, ends))?;
        let code = telling.tally.exit_code(&merged, allow_missing);
        Ok((merged, code))
    }

    fn compare_guarantees(&self, around: &Around, merged: &mut Merged) {
        if around.guarantees.iter().any(|other| *other != around.guarantees[0]) {
            merged.notes.push(
                "the machines do not enforce the same; what the report says holds for the first part"
                    .to_owned(),
            );
        }
        let versions: Vec<&str> = self.parts.iter().map(|part| part.header.harness.as_str()).collect();
        if versions.iter().any(|version| *version != versions[0]) {
            merged.notes.push(format!(
                "the parts were judged by different versions of the judge: {}",
                versions.join(", ")
            ));
        }
    }
}

impl Part {
    /// Parts are taken in this order, whatever the order on the command line.
    fn key(&self) -> impl Ord + '_ {
        (&self.header.shard, &self.header.id, &self.header.machine)
    }
}

/// What a plan says before any machine is known.
const NO_GUARANTEES: Guarantees = Guarantees {
    cpu: CpuMeter::Wait,
    memory: MemoryMeter::Sampled,
    kill: KillMethod::Sweep,
    files: Files::Open,
    network: Network::Open,
};
