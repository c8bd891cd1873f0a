//! Comparisons that are kept, to compare later ones with.

mod kept;
mod overlap;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use crate::build::Executable;
use crate::comparison::{Change, Contender, Metric, Relation};
use crate::config::{meant, nearest};
use crate::failure::Failure;
use crate::machine::Machine;
use crate::measure::measured::Measured;
use crate::model::Name;
use crate::stats::{Interval, Series, unpaired_ratio};
use crate::wire::SCHEMA;
use crate::wire::baseline::{BaselineFile, KeptCase, KeptSolution};
use crate::wire::comparison::MachineLine;

pub use overlap::{Overlap, identities, is_slower, to_compare};

/// Why a solution is not held against a baseline.
pub const NOT_KEPT: &str = "not in the baseline";

/// The seed of the intervals.
const SEED: u64 = 31;

/// What is kept of a comparison.
pub struct Baseline {
    file: BaselineFile,
    /// Where the programs are.
    programs: PathBuf,
}

/// The file of the baseline of this name, in the folder for what the judge writes.
///
/// # Errors
/// It is no name for a file.
pub fn path(own_folder: &Path, name: &str) -> Result<PathBuf, Failure> {
    let is_plain = !name.is_empty()
        && name.chars().all(|letter| letter.is_alphanumeric() || "-_.".contains(letter))
        && !name.starts_with('.');
    if !is_plain {
        return Err(Failure::usage(anyhow!("invalid baseline name `{name}`"))
            .hint("use letters, digits, `-`, `_` and `.`, and no `.` at the start"));
    }
    Ok(own_folder.join("baselines").join(format!("{name}.json")))
}

/// Reads a baseline.
///
/// # Errors
/// There is none of this name, or it is none.
pub fn load(path: &Path, name: &str) -> Result<Baseline, Failure> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("failed to read `{}`", path.display()))
        .map_err(|error| {
            let there = path.parent().map(names_in).unwrap_or_default();
            let near = nearest(name, there.iter().map(String::as_str)).map(|near| meant(near, name));
            let hint = near.unwrap_or_else(|| format!("make the baseline first, with --save {name}"));
            Failure::usage(error).hint(hint)
        })?;
    let again = "make the baseline again with --save";
    let value: serde_json::Value = serde_json::from_str(&text)
        .with_context(|| format!("`{}` is not a baseline file", path.display()))
        .map_err(Failure::usage)?;
    let is_of_this_version = value.get("schema").is_some_and(|schema| *schema == SCHEMA);
    let file = is_of_this_version.then(|| serde_json::from_value::<BaselineFile>(value).ok()).flatten();
    let Some(file) = file else {
        let what = anyhow!("`{}` was written by another version of the judge", path.display());
        return Err(Failure::usage(what).hint(again));
    };
    let programs = path.with_extension("").join(&file.programs);
    Ok(Baseline { file, programs })
}

/// The names of the baselines of a workspace, by its own folder.
#[must_use]
pub fn names(own_folder: &Path) -> Vec<String> {
    names_in(&own_folder.join("baselines"))
}

/// The names of the baselines in this folder.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files =
        entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "json"));
    files.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect()
}

/// Makes the folder for the programs of a baseline with this file.
///
/// # Errors
/// It cannot.
pub fn prepare(path: &Path) -> Result<(), Failure> {
    let programs = path.with_extension("");
    fs::create_dir_all(&programs)
        .with_context(|| format!("failed to write to `{}`", programs.display()))
        .map_err(Failure::usage)
}

impl Baseline {
    /// The baseline that a comparison makes, with copies of its programs beside the file at this path.
    ///
    /// # Errors
    /// They cannot be copied.
    pub fn of(
        measured: &Measured,
        cases: &[KeptCase],
        (path, workspace): (&Path, &Path),
    ) -> io::Result<Self> {
        let comparison = &measured.comparison;
        let folder = path.with_extension("");
        fs::create_dir_all(&folder)?;
        let programs = unused(&folder)?;
        let mut solutions = Vec::new();
        for (index, contender) in measured.contenders.iter().enumerate() {
            let Some(executable) = measured.executables.get(index).and_then(Option::as_ref) else { continue };
            if contender.disqualified.is_some() || contender.rounds() == 0 {
                continue;
            }
            solutions.push(KeptSolution {
                solution: contender.subject.solution.to_string(),
                command: command(measured, contender).to_owned(),
                program: kept::keep(executable, (&programs, &index.to_string()), workspace)?,
                samples: contender.series(comparison.metric),
            });
        }
        let Machine { cpu, cores, kernel, is_virtual, governor } = measured.machine.clone();
        let file = BaselineFile {
            schema: SCHEMA,
            problem: comparison.problem.to_string(),
            metric: comparison.metric.name().to_owned(),
            machine: MachineLine { cpu, cores, kernel, is_virtual, governor },
            cases: cases.to_vec(),
            solutions,
            programs: programs.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        };
        Ok(Self { file, programs })
    }

    /// What is written to the file.
    #[must_use]
    pub fn file(&self) -> &BaselineFile {
        &self.file
    }

    /// Removes the programs of what this one replaces. That some stay is no harm.
    pub fn tidy(&self) {
        let Some(folder) = self.programs.parent() else { return };
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.path() != self.programs {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }

    /// Refuses a baseline that a comparison cannot use.
    ///
    /// # Errors
    /// It is about another problem or metric, or of another machine.
    pub fn check(&self, problem: &Name, metric: Metric, here: &Machine) -> Result<(), Failure> {
        let refuse = |what: String, hint: &str| Err(Failure::usage(anyhow!(what)).hint(hint));
        if self.file.problem != problem.to_string() {
            return refuse(format!("the baseline is of {}", self.file.problem), "name that problem");
        }
        if self.file.metric != metric.name() {
            return refuse(
                format!("the baseline was measured with --metric {}", self.file.metric),
                "use the metric of the baseline",
            );
        }
        let then = &self.file.machine;
        // A count does not depend on the machine's speed.
        let is_of_machine = metric != Metric::Instructions;
        if is_of_machine
            && (&then.cpu, then.cores, then.is_virtual) != (&here.cpu, here.cores, here.is_virtual)
        {
            let what =
                format!("the baseline was measured on another machine ({}, {} cores)", then.cpu, then.cores);
            return refuse(
                what,
                "times of different machines say nothing about a change; make the baseline again with --save",
            );
        }
        Ok(())
    }

    /// The program of a solution, to run again.
    ///
    /// # Errors
    /// Why there is none.
    pub fn executable(&self, solution: &Name) -> Result<Executable, String> {
        let kept = self.kept(solution).ok_or_else(|| NOT_KEPT.to_owned())?;
        kept::executable(&kept.program, &self.programs)
            .ok_or_else(|| "the program of the baseline is gone; make it again with --save".to_owned())
    }

    /// How the solution was built, where that was another way.
    #[must_use]
    pub fn other_command(&self, measured: &Measured, contender: &Contender) -> Option<String> {
        let solution = &contender.subject.solution;
        let (then, now) = (&self.kept(solution)?.command, command(measured, contender));
        (then != now).then(|| format!("{solution}: the baseline was {then}, now it is {now}"))
    }

    /// What changed by the values that are kept, on these cases, here and there: for counts, which repeat.
    ///
    /// # Errors
    /// Why that is unknown.
    pub fn change_of_counts(
        &self,
        common: &[(usize, usize)],
        contender: &Contender,
        metric: Metric,
    ) -> Result<Change, String> {
        let kept = self.kept(&contender.subject.solution).ok_or_else(|| NOT_KEPT.to_owned())?;
        let now = contender.series(metric);
        let pick = |all: &Series, index: usize| all.get(index).filter(|samples| samples.len() >= 2).cloned();
        let both =
            common.iter().map(|(here, there)| Some((pick(&now, *here)?, pick(&kept.samples, *there)?)));
        let both: Vec<_> = both
            .collect::<Option<_>>()
            .filter(|both: &Vec<_>| !both.is_empty())
            .ok_or_else(|| "it was not counted often enough on the cases of the baseline".to_owned())?;
        let (now, then): (Series, Series) = both.into_iter().unzip();
        let ratio: Interval = unpaired_ratio(&now, &then, SEED);
        let relation = match (ratio.low > 1.0, ratio.high < 1.0) {
            (true, _) => Relation::Worse,
            (_, true) => Relation::Better,
            (false, false) => Relation::Equal,
        };
        Ok(Change { ratio, relation, ratio_of_means: ratio.estimate })
    }

    fn kept(&self, solution: &Name) -> Option<&KeptSolution> {
        let name = solution.to_string();
        self.file.solutions.iter().find(|kept| kept.solution == name)
    }
}

/// A new folder. The programs of a baseline are never written over those of an older one, which holds until
/// the new file is in its place.
fn unused(folder: &Path) -> io::Result<PathBuf> {
    let names = (0..1000).map(|number| folder.join(format!("programs-{number}")));
    for path in names {
        match fs::create_dir(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|()| path),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// How a contender is built or started.
fn command<'a>(measured: &'a Measured, contender: &Contender) -> &'a str {
    let language = format!("{}: ", contender.subject.language);
    measured.origins.iter().find_map(|origin| origin.strip_prefix(&language)).unwrap_or_default()
}
