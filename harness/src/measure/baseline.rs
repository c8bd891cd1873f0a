//! Comparisons that are kept, to compare later ones with.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use crate::comparison::{Contender, Metric};
use crate::failure::Failure;
use crate::machine::Machine;
use crate::measure::measured::Measured;
use crate::model::Name;
use crate::stats::{Interval, Series, unpaired_ratio};
use crate::wire::SCHEMA;
use crate::wire::baseline::{BaselineFile, KeptSolution};
use crate::wire::comparison::MachineLine;

/// The seed of the intervals.
const SEED: u64 = 31;

/// What is kept of a comparison.
pub struct Baseline(BaselineFile);

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
            Failure::usage(error).hint(format!("make the baseline first, with --save {name}"))
        })?;
    let baseline: BaselineFile = serde_json::from_str(&text)
        .with_context(|| format!("`{}` is not a baseline file", path.display()))
        .map_err(Failure::usage)?;
    if baseline.schema != SCHEMA {
        let what = anyhow!("`{}` was written by another version of the judge", path.display());
        return Err(Failure::usage(what).hint("make the baseline again with --save"));
    }
    Ok(Baseline(baseline))
}

impl Baseline {
    /// The baseline that a comparison makes.
    #[must_use]
    pub fn of(measured: &Measured) -> Self {
        let comparison = &measured.comparison;
        let kept = measured.contenders.iter().filter(|contender| contender.disqualified.is_none());
        let kept = kept.map(|contender| KeptSolution {
            solution: contender.subject.solution.to_string(),
            samples: contender.series(comparison.metric),
        });
        let Machine { cpu, cores, kernel, is_virtual, governor } = measured.machine.clone();
        Self(BaselineFile {
            schema: SCHEMA,
            problem: comparison.problem.to_string(),
            metric: comparison.metric.name().to_owned(),
            machine: MachineLine { cpu, cores, kernel, is_virtual, governor },
            cases: comparison.cases.iter().map(ToString::to_string).collect(),
            solutions: kept.collect(),
        })
    }

    /// What is written to the file.
    #[must_use]
    pub fn file(&self) -> &BaselineFile {
        &self.0
    }

    /// Refuses a baseline that a comparison cannot use.
    ///
    /// # Errors
    /// It is about another problem or metric, or of another machine.
    pub fn check(&self, problem: &Name, metric: Metric, here: &Machine) -> Result<(), Failure> {
        let refuse = |what: String, hint: &str| Err(Failure::usage(anyhow!(what)).hint(hint));
        if self.0.problem != problem.to_string() {
            return refuse(format!("the baseline is of {}", self.0.problem), "name that problem");
        }
        if self.0.metric != metric.name() {
            return refuse(
                format!("the baseline was measured with --metric {}", self.0.metric),
                "use the metric of the baseline",
            );
        }
        let then = &self.0.machine;
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

    /// The ratio of now to then of every solution, on the cases that both have.
    #[must_use]
    pub fn ratios(
        &self,
        cases: &[Name],
        contenders: &[Contender],
        metric: Metric,
    ) -> Vec<(Name, Option<Interval>)> {
        let common: Vec<(usize, usize)> = cases
            .iter()
            .enumerate()
            .filter_map(|(now, case)| {
                Some((now, self.0.cases.iter().position(|kept| *kept == case.to_string())?))
            })
            .collect();
        let measured = contenders
            .iter()
            .filter(|contender| contender.disqualified.is_none() && !contender.samples.is_empty());
        let ratio = |contender: &Contender| {
            let name = contender.subject.solution.to_string();
            let kept = self.0.solutions.iter().find(|kept| kept.solution == name)?;
            let now = contender.series(metric);
            let now: Series =
                common.iter().map(|(index, _)| now.get(*index).cloned()).collect::<Option<_>>()?;
            let then: Series =
                common.iter().map(|(_, index)| kept.samples.get(*index).cloned()).collect::<Option<_>>()?;
            let is_usable = !now.is_empty() && now.iter().chain(&then).all(|samples| samples.len() >= 2);
            is_usable.then(|| unpaired_ratio(&now, &then, SEED))
        };
        measured.map(|contender| (contender.subject.solution.clone(), ratio(contender))).collect()
    }
}
