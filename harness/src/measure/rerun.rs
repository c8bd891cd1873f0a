//! The programs of a baseline, which run again beside those of today.

use crate::build::{Built, Executable};
use crate::comparison::{Contender, Metric, Pairing};
use crate::measure::baseline::{Baseline, Overlap};
use crate::measure::measured::Against;
use crate::model::Expectation;
use crate::plan::{Check, Entry};
use crate::programs::{Candidate, entry};

/// The programs of a baseline beside the candidates.
#[derive(Default)]
pub struct Rerun {
    /// By candidate the program that it was, or why there is none.
    programs: Vec<Result<Executable, String>>,
    /// The cases that are the same, by place.
    cases: Vec<usize>,
}

impl Rerun {
    /// Of this baseline.
    pub fn of(candidates: &[Candidate<'_>], (baseline, overlap): &(Baseline, Overlap)) -> Self {
        let cases: Vec<usize> = overlap.common.iter().map(|(here, _)| *here).collect();
        let program = |candidate: &Candidate<'_>| {
            let program = baseline.executable(&candidate.solution.name)?;
            if cases.is_empty() {
                Err("no case is the same as in the baseline".to_owned())
            } else {
                Ok(program)
            }
        };
        Self { programs: candidates.iter().map(program).collect(), cases }
    }

    /// By program its candidate, the program, and its place behind the candidates.
    fn found(&self) -> impl Iterator<Item = (usize, &Executable, usize)> {
        let found = self.programs.iter().enumerate();
        let found = found.filter_map(|(index, program)| Some((index, program.as_ref().ok()?)));
        found.enumerate().map(|(place, (index, program))| (index, program, self.programs.len() + place))
    }

    /// What the sandbox has to know.
    pub fn built(&self) -> Vec<Built> {
        self.found().map(|(_, program, _)| Built::Ready(program.clone())).collect()
    }

    /// The programs as the engine takes them.
    pub fn entries<'a>(
        &self,
        candidates: &[Candidate<'a>],
        expectation: &'a Expectation,
        check: Check<'a>,
    ) -> Vec<Entry<'a>> {
        let again = |(index, program, place): (usize, &Executable, usize)| Entry {
            expectation,
            ..entry(&candidates[index], place, program, check)
        };
        self.found().map(again).collect()
    }

    /// The contenders for these, to be put behind the candidates.
    pub fn contenders(&self, candidates: &[Candidate<'_>]) -> Vec<Contender> {
        let contender = |(index, ..): (usize, &Executable, usize)| Contender {
            subject: candidates[index].subject(),
            samples: Vec::new(),
            disqualified: None,
        };
        self.found().map(contender).collect()
    }

    /// Which of them is held against which candidate.
    pub fn pairing(&self, candidates: usize) -> Pairing {
        let pairs = self.found().map(|(index, _, place)| (index, place)).collect();
        Pairing { ranked: candidates, pairs, cases: self.cases.clone() }
    }

    /// What became of every candidate.
    pub fn changes(&self, contenders: &[Contender], candidates: usize, metric: Metric) -> Vec<Against> {
        let pairing = self.pairing(candidates);
        let changes = pairing.changes(contenders, metric);
        let change = |index: usize| {
            let program = self.programs.get(index)?.as_ref().map_err(Clone::clone);
            let contender = &contenders[index];
            let of_pair = || {
                let at = pairing.pairs.iter().position(|(now, _)| *now == index)?;
                let then = &contenders[pairing.pairs[at].1];
                Some(changes[at].ok_or_else(|| match (&contender.disqualified, &then.disqualified) {
                    (Some(why), _) => format!("not compared: {why}"),
                    (None, Some(why)) => format!("the program of the baseline is {why}"),
                    (None, None) => "not measured".to_owned(),
                }))
            };
            let change = program.and_then(|_| of_pair().unwrap_or_else(|| Err("not measured".to_owned())));
            Some(Against { solution: contender.subject.solution.clone(), change })
        };
        (0..candidates).filter_map(change).collect()
    }
}
