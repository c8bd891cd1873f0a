//! What became of the solutions of a run in the runs before it, for its page.
//!
//! The page of a run is made while it runs, and may be made again from its record, when there are newer ones. Both must
//! be the same, so only runs take part that had ended when this one began.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use humantime::parse_rfc3339;

use crate::event::{PlannedSolution, SolutionSummary, Subject, Universe};
use crate::record::history::point::{Compared, HistoryPoint, Version, Versions};
use crate::record::{PastRun, Store};
use crate::wire::Header;

/// Runs that are looked at.
const MOST_RUNS: usize = 20;

/// Bytes of records that are read.
const MOST_BYTES: u64 = 64 << 20;

/// What became of the solutions of a run in the runs before it.
#[derive(Debug, Default)]
pub struct Earlier {
    solutions: HashMap<Arc<Subject>, EarlierRuns>,
}

#[derive(Debug, Default)]
struct EarlierRuns {
    /// The oldest first.
    points: Vec<HistoryPoint>,
    /// How this run compares with them.
    now: Compared,
}

/// The runs of a solution, the newest first.
type Gathered = HashMap<Arc<Subject>, Vec<(HistoryPoint, Version)>>;

impl Earlier {
    /// What the runs before the one of this record say; nothing where it does not tell what it is about.
    #[must_use]
    pub fn before_record(store: &Store, path: &Path) -> Self {
        // That it cannot be read is told by who reads all of it.
        let Ok((header, Some(universe))) = PastRun::about(path) else { return Self::default() };
        Self::before(store, &header, &universe)
    }

    /// What the newest of the runs say that had ended when the one with this header began.
    #[must_use]
    pub fn before(store: &Store, header: &Header, universe: &Universe) -> Self {
        let Ok(began) = parse_rfc3339(&header.started) else { return Self::default() };
        let mut gathered: Gathered =
            universe.solutions.iter().map(|planned| (Arc::clone(&planned.subject), Vec::new())).collect();
        let (mut runs, mut bytes) = (0, 0);
        for stored in store.all().into_iter().filter(|stored| stored.id < header.id) {
            let is_of_use = |header: &Header, universe: &Universe| {
                let is_shown = |planned: &PlannedSolution| gathered.contains_key(&planned.subject);
                // A part of a run says too little of a solution.
                header.is_graded() && header.shard.is_none() && universe.solutions.iter().any(is_shown)
            };
            // What cannot be read says nothing.
            let Ok(Some(run)) = PastRun::summary_if(&stored.path, is_of_use) else { continue };
            if run.ended_at().is_none_or(|ended| ended > began) {
                continue;
            }
            runs += 1;
            bytes += fs::metadata(&stored.path).map_or(0, |meta| meta.len());
            if runs > MOST_RUNS || bytes > MOST_BYTES {
                break;
            }
            gather(&run, &mut gathered);
        }
        let versions = Versions::of(header, universe);
        let told = |planned: &PlannedSolution| {
            let runs = gathered.remove(&planned.subject).filter(|runs| !runs.is_empty())?;
            let of = EarlierRuns::of(runs, &versions.of_solution(planned));
            Some((Arc::clone(&planned.subject), of))
        };
        Self { solutions: universe.solutions.iter().filter_map(told).collect() }
    }

    /// Whether there is nothing to tell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.solutions.is_empty()
    }

    /// The runs of a solution up to this one, of which this came, the oldest first; nothing where it is the first. Of
    /// those before, runs of some cases are left out where there are others.
    #[must_use]
    pub fn up_to(&self, summary: &SolutionSummary) -> Vec<HistoryPoint> {
        let Some(EarlierRuns { points, now }) = self.solutions.get(&summary.subject) else {
            return Vec::new();
        };
        let this = HistoryPoint::of(&Header::bare("grade"), summary, now.clone());
        let has_whole = points.iter().any(|point| !point.is_partial);
        let before = points.iter().filter(|point| !has_whole || !point.is_partial);
        before.cloned().chain([this]).collect()
    }
}

/// Takes in what a run says of these solutions.
fn gather(run: &PastRun, gathered: &mut Gathered) {
    let Some(universe) = &run.universe else { return };
    let planned: HashMap<&Subject, &PlannedSolution> =
        universe.solutions.iter().map(|planned| (planned.subject.as_ref(), planned)).collect();
    let versions = Versions::of(&run.header, universe);
    for summary in &run.summaries {
        let Some(planned) = planned.get(summary.subject.as_ref()) else { continue };
        let Some(runs) = gathered.get_mut(&summary.subject) else { continue };
        let point = HistoryPoint::of(&run.header, summary, Compared::default());
        runs.push((point, versions.of_solution(planned)));
    }
}

impl EarlierRuns {
    /// These runs, the newest first, and what is not as it was in that.
    fn of(runs: Vec<(HistoryPoint, Version)>, now: &Version) -> Self {
        let mut of = Self::default();
        let (mut before, mut whole): (Option<Version>, Option<Version>) = (None, None);
        for (mut point, version) in runs.into_iter().rev() {
            (point.is_partial, point.marks) = version.compared(before.as_ref(), whole.as_ref());
            if !point.is_partial {
                whole = Some(version.clone());
            }
            of.points.push(point);
            before = Some(version);
        }
        of.now = now.compared(before.as_ref(), whole.as_ref());
        of
    }
}

impl PastRun {
    /// When it ended, as far as its events tell; none where its record breaks off before its end.
    fn ended_at(&self) -> Option<SystemTime> {
        self.wall?;
        // Before the first event there was no record yet.
        parse_rfc3339(&self.header.started).ok()?.checked_add(self.lasted)
    }
}

#[cfg(test)]
use crate::record::history::point::Mark;

#[cfg(test)]
impl Earlier {
    /// What runs with these verdicts and times would say of a solution, and what is not as it was in the last of them.
    #[must_use]
    pub fn made(of: &[(Arc<Subject>, Vec<HistoryPoint>, Vec<Mark>)]) -> Self {
        let one = |(subject, points, marks): &(Arc<Subject>, Vec<HistoryPoint>, Vec<Mark>)| {
            let runs = EarlierRuns { points: points.clone(), now: (false, marks.clone()) };
            (Arc::clone(subject), runs)
        };
        Self { solutions: of.iter().map(one).collect() }
    }
}
