//! What need not be run any more, because of what an earlier case came to.
//!
//! This only saves work: which outcomes are told is decided where they are told, in the order of the cases.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::judge::Judgement;
use crate::model::{Group, Verdict};
use crate::plan::Job;
use crate::run::engine::{Engine, lock};

/// Why the other cases of a group are not run.
const DECIDED: &str = "an earlier case has decided the group";

/// Why the other cases of a solution are not run.
const FAILED: &str = "the solution has failed on an earlier case";

/// The first cases so far that decided something.
#[derive(Default)]
pub(super) struct Decided {
    /// By the place of a solution and of a group.
    groups: Mutex<BTreeMap<(usize, usize), usize>>,
    /// By the place of a solution, where it is run no further than to its first failure.
    solutions: Mutex<BTreeMap<usize, usize>>,
}

impl Engine<'_> {
    /// The group of a job, where groups that are decided are not run on.
    fn group(&self, job: &Job<'_>) -> Option<(usize, &Group)> {
        let groups = &self.groups?.solutions()[job.place.solution].groups;
        Group::of(groups, job.case_name()).map(|index| (index, &groups[index]))
    }

    /// Why a job is not run, where an earlier case has decided that.
    pub(super) fn reason_decided(&self, decided: &Decided, job: &Job<'_>) -> Option<&'static str> {
        let is_after = |first: Option<usize>| first.is_some_and(|first| first < job.place.case);
        if let Some((group, _)) = self.group(job)
            && is_after(lock(&decided.groups).get(&(job.place.solution, group)).copied())
        {
            return Some(DECIDED);
        }
        is_after(lock(&decided.solutions).get(&job.place.solution).copied()).then_some(FAILED)
    }

    /// Keeps what a job has decided.
    pub(super) fn note_decided(&self, decided: &Decided, job: &Job<'_>, judgement: &Judgement) {
        let case = job.place.case;
        if let Some((index, group)) = self.group(job)
            && judgement.share().is_some_and(|share| group.is_decided_by(share))
        {
            let mut groups = lock(&decided.groups);
            let first = groups.entry((job.place.solution, index)).or_insert(case);
            *first = case.min(*first);
        }
        if self.first_failure && !matches!(judgement.verdict, Verdict::Accepted | Verdict::Skipped) {
            let mut solutions = lock(&decided.solutions);
            let first = solutions.entry(job.place.solution).or_insert(case);
            *first = case.min(*first);
        }
    }
}
