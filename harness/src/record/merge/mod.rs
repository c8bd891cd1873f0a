//! Records of the parts of a run → one run. What comes out does not depend on the order of the records.
//!
//! Each record is read twice: first where in it each solution on each case stands, then these lines in the order of
//! the plan. So only their places are held in memory.

mod files;
mod index;
mod parts;
mod place;
mod telling;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::Arc;

use harness_sandbox::{CpuMeter, Files, Guarantees, KillMethod, MemoryMeter, Network, SystemCalls};

use crate::event::{PlannedSolution, Reporter, RunPlan};
use crate::exit_code::ExitCode;
use crate::grading::{Ends, Gate};
use crate::record::merge::files::OpenFiles;
use crate::record::merge::index::{Around, present};
use crate::record::merge::telling::{MergeTally, Telling};
use crate::scoreboard::Scoreboard;
use crate::wire::ReplayError;

pub use parts::{Merged, Merging};

impl Merging {
    /// Tells a reporter the whole run, in the order of the plan. With `allow_missing` only solutions are told of
    /// which something is there.
    ///
    /// # Errors
    /// A record cannot be read, or a report cannot be written.
    pub fn tell(
        &self,
        allow_missing: bool,
        reporter: &mut dyn Reporter,
    ) -> Result<(Merged, ExitCode), ReplayError> {
        let cut_off = |path: &PathBuf| format!("`{}` was cut off at its very beginning", path.display());
        let mut merged = Merged { notes: self.begun.iter().map(cut_off).collect(), ..Merged::default() };
        let whole = Arc::new(RunPlan::new(self.universe.solutions.clone(), false, (0, 0), NO_GUARANTEES));
        let (places, around) = self.index(&whole, &mut merged)?;
        self.compare_guarantees(&around, &mut merged);
        self.find_missing(&whole, &places, &around, &mut merged);
        let plan = if allow_missing && !merged.missing.is_empty() {
            present(&whole, &places, &around)
        } else {
            whole.solutions().to_vec()
        };
        let is_built = |planned: &&PlannedSolution| {
            whole.solution(&planned.subject).is_some_and(|place| !around.not_built.contains_key(&place))
        };
        let jobs = plan.iter().filter(is_built).map(|planned| planned.cases.len()).sum();
        let guarantees = around.guarantees.first().copied().unwrap_or(NO_GUARANTEES);
        let mut plan = RunPlan::new(plan, false, (jobs, around.workers), guarantees);
        plan.machine.clone_from(&around.machine);
        plan.is_class = around.is_class;
        let plan = Arc::new(plan);
        let has = |option: &str| self.universe.options.iter().any(|of| of == option);
        let ends = Ends { of_groups: !has("--all"), of_solutions: has("--first-failure") };
        let mut telling = Telling {
            merging: self,
            whole: &whole,
            plan: &plan,
            files: OpenFiles::of(&self.parts, files::MOST),
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

/// What a plan says before any machine is known.
const NO_GUARANTEES: Guarantees = Guarantees {
    cpu: CpuMeter::Wait,
    memory: MemoryMeter::Sampled,
    kill: KillMethod::Sweep,
    files: Files::Open,
    network: Network::Open,
    calls: SystemCalls::Open,
};
