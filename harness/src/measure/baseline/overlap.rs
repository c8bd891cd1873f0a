//! What a baseline and the workspace of today have in common: only that can be compared.

use anyhow::anyhow;

use crate::comparison::{Change, Metric};
use crate::failure::Failure;
use crate::machine;
use crate::measure::baseline::{Baseline, NOT_KEPT};
use crate::measure::measured::Against;
use crate::model::{counted, listed, mebibytes, seconds};
use crate::programs::Candidate;
use crate::session::Session;
use crate::wire::baseline::KeptCase;

/// The baseline of this name, and what can be held against it. A gate needs something that can.
///
/// # Errors
/// There is no such baseline, or it cannot be compared with.
pub fn to_compare(
    session: &Session,
    name: &str,
    (candidates, cases): (&[Candidate<'_>], &[KeptCase]),
    (metric, is_gate): (Metric, bool),
) -> Result<(Baseline, Overlap), Failure> {
    let baseline =
        crate::measure::baseline::load(&crate::measure::baseline::path(&session.own_folder(), name)?, name)?;
    baseline.check(&candidates[0].problem.name, metric, &machine::machine())?;
    let solutions: Vec<String> =
        candidates.iter().map(|candidate| candidate.solution.name.to_string()).collect();
    let overlap = Overlap::of(&baseline, cases, &solutions);
    if is_gate {
        overlap.gate()?;
    }
    Ok((baseline, overlap))
}

/// What is kept of a case, as it is now: another input makes another case.
#[must_use]
pub fn identities(candidate: &Candidate<'_>) -> Vec<KeptCase> {
    let identity = |case: &&crate::model::Case| {
        // A case that cannot be read is told as one that fails, when it is judged.
        let input = std::fs::read(case.input()).unwrap_or_default();
        let limits = &case.rules.limits;
        let stack = limits.stack.map_or_else(|| "as memory".to_owned(), mebibytes);
        KeptCase {
            case: case.name.to_string(),
            input: blake3::hash(&input).to_hex()[..32].to_owned(),
            limits: format!(
                "{}, {}, stack {stack}, {}",
                seconds(limits.time),
                mebibytes(limits.memory),
                counted(limits.processes as usize, "task")
            ),
        }
    };
    candidate.cases.iter().map(identity).collect()
}

/// What can be compared, and what cannot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlap {
    /// The cases that both have: the place here, and in the baseline.
    pub common: Vec<(usize, usize)>,
    /// The cases of the baseline.
    pub cases: usize,
    /// Its cases that are not here.
    pub missing: Vec<String>,
    /// Its cases that have another input here.
    pub changed: Vec<String>,
    /// The cases with other limits here.
    pub relimited: Vec<String>,
    /// The solutions of the baseline.
    pub solutions: Vec<String>,
    /// Its solutions that are not here.
    pub absent: Vec<String>,
}

impl Overlap {
    /// Of these solutions of today and their cases.
    #[must_use]
    pub fn of(baseline: &Baseline, cases: &[KeptCase], solutions: &[String]) -> Self {
        let file = baseline.file();
        let mut overlap = Self {
            cases: file.cases.len(),
            solutions: file.solutions.iter().map(|kept| kept.solution.clone()).collect(),
            ..Self::default()
        };
        for (then, kept) in file.cases.iter().enumerate() {
            match cases.iter().position(|case| case.case == kept.case) {
                None => overlap.missing.push(kept.case.clone()),
                Some(now) if cases[now].input != kept.input => overlap.changed.push(kept.case.clone()),
                Some(now) => {
                    overlap.common.push((now, then));
                    if cases[now].limits != kept.limits {
                        overlap.relimited.push(kept.case.clone());
                    }
                }
            }
        }
        let is_absent = |name: &&String| !solutions.contains(*name);
        overlap.absent = overlap.solutions.iter().filter(is_absent).cloned().collect();
        overlap
    }

    /// What a reader of the comparison must know.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        if self.common.len() < self.cases {
            let part = |names: &[String], what: &str| {
                (!names.is_empty()).then(|| format!("{what}: {}", listed(names)))
            };
            let parts = [
                part(&self.changed, "with another input now"),
                part(&self.missing, "not among the cases now"),
            ];
            sentences.push(format!(
                "{} of the {} of the baseline are compared; {}",
                self.common.len(),
                counted(self.cases, "case"),
                parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
            ));
        }
        if !self.relimited.is_empty() {
            sentences.push(format!("limits are not those of the baseline: {}", listed(&self.relimited)));
        }
        if !self.absent.is_empty() {
            sentences.push(format!("in the baseline and not compared now: {}", listed(&self.absent)));
        }
        sentences
    }

    /// Refuses a gate that would compare nothing, or less than half of the cases of the baseline.
    ///
    /// # Errors
    /// It would.
    pub fn gate(&self) -> Result<(), Failure> {
        let is_thin = self.common.is_empty() || self.common.len() * 2 < self.cases;
        let has_none = self.absent.len() == self.solutions.len();
        if !is_thin && !has_none {
            return Ok(());
        }
        let why = self.sentences().join("; ");
        let what = if has_none { "no solution" } else { "too little" };
        Err(Failure::usage(anyhow!("--fail-if-slower would compare {what} of the baseline: {why}"))
            .hint("select what the baseline was made of, or make it again with --save"))
    }
}

/// Whether a solution is significantly slower than it was, by more than this part.
///
/// # Errors
/// None is, and not all of the baseline was compared: a gate that has not looked has not been passed.
pub fn is_slower(against: &[Against], limit: f64) -> Result<bool, Failure> {
    let changes: Vec<&Change> = against.iter().filter_map(|against| against.change.as_ref().ok()).collect();
    if changes.iter().any(|change| change.is_worse_by(limit)) {
        return Ok(true);
    }
    let unknown = against.iter().filter_map(|against| {
        let why = against.change.as_ref().err().filter(|why| *why != NOT_KEPT)?;
        Some(format!("{}: {why}", against.solution))
    });
    let unknown: Vec<String> = unknown.collect();
    if unknown.is_empty() && !changes.is_empty() {
        return Ok(false);
    }
    let what = anyhow!("--fail-if-slower could not compare all of the baseline: {}", unknown.join("; "));
    Err(Failure::usage(what).hint("select what the baseline was made of, or make it again with --save"))
}

#[cfg(test)]
mod tests {
    use super::is_slower;
    use crate::comparison::{Change, Relation};
    use crate::exit_code::ExitCode;
    use crate::measure::baseline::NOT_KEPT;
    use crate::measure::measured::Against;
    use crate::model::Name;
    use crate::stats::Interval;

    fn changed(estimate: f64, relation: Relation) -> Change {
        let ratio = Interval { estimate, low: estimate - 0.01, high: estimate + 0.01 };
        Change { ratio, relation, ratio_of_means: estimate }
    }

    /// Passed, failed, or not looked.
    #[track_caller]
    fn check(changes: &[Result<Change, String>], expect: Option<bool>) {
        let against =
            |change: &Result<Change, String>| Against { solution: Name::from("s"), change: change.clone() };
        let against: Vec<Against> = changes.iter().map(against).collect();
        match is_slower(&against, 0.05) {
            Ok(is_slower) => assert_eq!(Some(is_slower), expect),
            Err(failure) => assert_eq!((failure.code, expect), (ExitCode::Usage, None)),
        }
    }

    #[test]
    fn a_gate_is_passed_only_by_what_it_has_compared() {
        let new = || Err(NOT_KEPT.to_owned());
        let gone = || Err("the program of the baseline is gone".to_owned());
        check(&[Ok(changed(1.02, Relation::Worse))], Some(false));
        check(&[Ok(changed(1.08, Relation::Worse))], Some(true));
        check(&[Ok(changed(1.08, Relation::Open))], Some(false));
        check(&[Ok(changed(0.9, Relation::Better)), new()], Some(false));
        check(&[Ok(changed(1.0, Relation::Equal)), gone()], None);
        check(&[Ok(changed(1.08, Relation::Worse)), gone()], Some(true));
        check(&[new(), new()], None);
        check(&[], None);
    }
}
