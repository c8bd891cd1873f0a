//! What is known of a run that goes on, and the lines that show it: pure.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::event::{Event, JobName, JobPlace, Outcome, RunPlan, SolutionSummary, Stamped, Subject};
use crate::model::{Name, counted};
use crate::report::human::matrix::letter;
use crate::report::human::time::{Nearness, bar, digits};
use crate::report::live::cells::{OPEN, RUNNING};
use crate::report::live::chosen;
use crate::report::live::row::LiveRow;
use crate::ui::{Size, Tone, course_line, end_of, fit, paint, width_of};

/// What is known so far.
#[derive(Default)]
pub struct Scene {
    /// Programs to be built, how many are, and those that are being built.
    programs: usize,
    built: usize,
    building: Vec<String>,
    begun: Duration,
    plan: Option<Arc<RunPlan>>,
    /// By the place of the solution.
    rows: Vec<LiveRow>,
    /// By the place of the job, what runs, and since when.
    running: BTreeMap<usize, (JobPlace, Duration)>,
    done: usize,
    unexpected: usize,
}

/// A terminal with fewer columns shows only how far the run is.
const NARROWEST: usize = 36;

/// A case is slow after so long, whatever its limit.
const SLOW: Duration = Duration::from_secs(1);

impl Scene {
    /// Whether the run has begun.
    pub fn has_plan(&self) -> bool {
        self.plan.is_some()
    }

    /// Takes the next event in.
    pub fn take(&mut self, event: &Stamped) {
        match &event.event {
            Event::BuildStarted { programs } => (self.programs, self.built) = (*programs, 0),
            Event::Building { names, done } => (self.building, self.built) = (names.clone(), *done),
            Event::BuildFinished => self.building.clear(),
            Event::RunStarted(plan) => self.begin(plan, event.elapsed),
            Event::Started(job) => self.started(job, event.elapsed),
            Event::Waits(job) => {
                if let Some(place) = self.place(&job.subject, &job.case) {
                    self.ended(place);
                }
            }
            Event::Judged(outcome) => self.judged(outcome),
            Event::LeftOut(_)
            | Event::NotBuilt(_)
            | Event::Warned(_)
            | Event::Provisional
            | Event::EmptyProgram(_)
            | Event::Drawn(_)
            | Event::Explained(_)
            | Event::RunFinished(_) => {}
        }
    }

    /// All of a solution is known.
    pub fn finished(&mut self, summary: &SolutionSummary) {
        let place = self.plan.as_ref().and_then(|plan| plan.solution(&summary.subject));
        if let Some(row) = place.and_then(|place| self.rows.get_mut(place)) {
            // Of one that was not built nothing is judged.
            (row.open, row.as_expected) = (0, Some(summary.as_expected));
            row.unbuilt = (!summary.is_built).then_some(summary.verdict);
            self.unexpected += usize::from(!summary.as_expected);
        }
    }

    fn begin(&mut self, plan: &Arc<RunPlan>, at: Duration) {
        let row = |cases: usize| LiveRow {
            letters: vec![OPEN; cases],
            open: cases,
            running: 0,
            as_expected: None,
            unbuilt: None,
        };
        self.rows = plan.solutions().iter().map(|planned| row(planned.cases.len())).collect();
        (self.plan, self.begun) = (Some(Arc::clone(plan)), at);
        (self.running, self.done, self.unexpected) = (BTreeMap::new(), 0, 0);
    }

    fn place(&self, subject: &Subject, case: &Name) -> Option<JobPlace> {
        self.plan.as_ref()?.job(subject, case)
    }

    fn started(&mut self, job: &JobName, at: Duration) {
        let Some(place) = self.place(&job.subject, &job.case) else { return };
        let is_new = self.running.insert(place.sequence, (place, at)).is_none();
        let row = &mut self.rows[place.solution];
        row.letters[place.case] = RUNNING;
        row.running += usize::from(is_new);
    }

    fn ended(&mut self, place: JobPlace) {
        let row = &mut self.rows[place.solution];
        if self.running.remove(&place.sequence).is_some() {
            row.running -= 1;
        }
        if row.letters[place.case] == RUNNING {
            row.letters[place.case] = OPEN;
        }
    }

    fn judged(&mut self, outcome: &Outcome) {
        let Some(place) = self.place(&outcome.subject, &outcome.case) else { return };
        self.ended(place);
        let row = &mut self.rows[place.solution];
        if row.letters[place.case] == OPEN {
            self.done += 1;
            row.open = row.open.saturating_sub(1);
        }
        row.letters[place.case] = letter(outcome.judgement.verdict, outcome.as_expected());
    }

    /// The lines at this time since the command began. They leave a third of the rows to what was written before.
    pub fn lines(&self, now: Duration, size: Size) -> Vec<String> {
        let Some(plan) = &self.plan else {
            return vec![course_line(&self.build_words(), None, now, size.columns)];
        };
        let most = (size.rows * 2 / 3).max(4).min(size.rows);
        let mut lines = vec![self.course(plan, now, size.columns)];
        // While something runs it is not told what is built beside it.
        if !self.building.is_empty() && self.running.is_empty() {
            lines.push(fit_line(&format!("  building: {}", self.building.join(", ")), size.columns));
        }
        if size.columns < NARROWEST {
            return lines;
        }
        lines.extend(self.running_lines(plan, now, (most / 3).max(2), size.columns));
        lines.truncate(most);
        let room = most - lines.len();
        lines.extend(chosen::matrix_lines(plan, &self.rows, size.columns, room));
        lines
    }

    fn build_words(&self) -> String {
        if self.building.is_empty() {
            return format!("building {}", counted(self.programs, "program"));
        }
        format!("building, {} of {} done: {}", self.built, self.programs, self.building.join(", "))
    }

    fn course(&self, plan: &RunPlan, now: Duration, columns: usize) -> String {
        const ROOM: usize = 60;
        let what = match self.unexpected {
            0 => "judging".to_owned(),
            count if columns < ROOM => format!("judging, {count} ✗"),
            count => format!("judging, {count} not as expected"),
        };
        // Jobs of solutions that turned out to be broken are not run.
        let jobs = plan.jobs.max(self.done);
        course_line(&what, Some((self.done, jobs)), now.saturating_sub(self.begun), columns)
    }

    /// What runs: the slow ones a line each, the longest first, then the others in one.
    fn running_lines(&self, plan: &RunPlan, now: Duration, most: usize, columns: usize) -> Vec<String> {
        let name = |place: &JobPlace| {
            let planned = &plan.solutions()[place.solution];
            format!("{}/{}", planned.subject, planned.cases[place.case].name)
        };
        let took = |since: &Duration| now.saturating_sub(*since);
        let mut slow: Vec<&(JobPlace, Duration)> =
            self.running.values().filter(|(_, since)| took(since) > SLOW).collect();
        slow.sort_by_key(|(place, since)| (*since, place.sequence));
        let shown = if slow.len() > most { most.saturating_sub(1) } else { slow.len() };
        let mut lines: Vec<String> = Vec::new();
        for (place, since) in &slow[..shown] {
            let limit = plan.solutions()[place.solution].cases[place.case].limits.time;
            lines.push(slow_line(&name(place), took(since), limit, columns));
        }
        if slow.len() > shown {
            lines.push(fit_line(&format!("  … {} more are slow", slow.len() - shown), columns));
        }
        let others: Vec<String> = self
            .running
            .values()
            .filter(|(_, since)| took(since) <= SLOW)
            .take(MOST_NAMED)
            .map(|(place, _)| name(place))
            .collect();
        if !others.is_empty() {
            lines.push(paint(Tone::Faint, &fit_line(&format!("  runs: {}", others.join(", ")), columns)));
        }
        lines
    }
}

/// What runs is not named on and on.
const MOST_NAMED: usize = 16;

/// `  slow: p/sol/45-big 1.4 of 3.00 s ██▍  `. The time is that since the start; the limit is of CPU time, which a
/// program that waits does not use.
fn slow_line(name: &str, took: Duration, limit: Duration, columns: usize) -> String {
    const CELLS: usize = 10;
    let near = Nearness::of(took, limit);
    let limit_digits = if limit.as_millis().is_multiple_of(10) { 2 } else { 3 };
    let time = format!("{} of {} s", digits(took, 1), digits(limit, limit_digits));
    let time = if columns < 60 { format!("{time} {}", near.sign()) } else { time };
    let bar = if columns < 60 { String::new() } else { format!(" {}", bar(took, limit, CELLS)) };
    let room = columns.saturating_sub("  slow: ".len() + 1 + width_of(&time) + width_of(&bar));
    let name = end_of(name, room);
    format!("  slow: {name} {}", near.paint(&format!("{time}{bar}")))
}

fn fit_line(text: &str, columns: usize) -> String {
    fit(text, columns.min(width_of(text)))
}
