//! What waits is run as slots get free, and what load may have slowed down is run again alone: the same
//! for programs that are judged and for programs that are asked.

use std::iter::Peekable;
use std::sync::Mutex;
use std::time::Duration;

use harness_sandbox::Slot;

use crate::event::Recheck;
use crate::judge::{self, Judgement};
use crate::model::{KillSlack, Limits, Verdict, seconds};
use crate::run::engine::{Engine, lock};

/// When and where a task runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    /// Where.
    pub(super) slot: Slot,
    /// Other programs may run meanwhile, so there is room above the limit of CPU time for what load can
    /// do, and a run that ends in there is borderline. None where nothing runs beside it, or no room is left.
    pub(super) slack: Option<KillSlack>,
}

impl Turn {
    /// A run beside which nothing else of ours runs.
    pub(super) const ALONE: Self = Self { slot: Slot(0), slack: None };

    /// The CPU time at which a run is ended. Beside others there is room above the limit for what load
    /// can do to a run. Alone there is only room for a measurement past the limit: half a percent, at least
    /// 2 ms.
    pub(super) fn kill_line(self, limit: Duration) -> Duration {
        let alone = limit.saturating_add((limit / 200).max(Duration::from_millis(2)));
        self.slack.map_or(alone, |slack| slack.line(limit).max(alone))
    }

    /// Whether the verdict of this run is provisional.
    pub(super) fn is_borderline(self, judgement: &Judgement, limits: &Limits) -> bool {
        self.slack.is_some() && judge::is_borderline(judgement, limits, self.kill_line(limits.time))
    }
}

/// The tasks that wait, and how many are under way.
struct Queue<Tasks: Iterator> {
    waiting: Peekable<Tasks>,
    under_way: usize,
}

impl<Tasks: Iterator> Queue<Tasks> {
    /// The next task, and whether another is or will be under way beside it. The last one has the
    /// machine to itself if it starts when the others are done.
    fn take(&mut self) -> Option<(Tasks::Item, bool)> {
        let task = self.waiting.next()?;
        self.under_way += 1;
        let is_beside_others = self.under_way > 1 || self.waiting.peek().is_some();
        Some((task, is_beside_others))
    }
}

impl Engine<'_> {
    /// Does this with every task, as many at once as there are workers, until a stop comes or `is_over`
    /// says so; returns the tasks that are left.
    pub(super) fn for_each<Tasks>(
        &self,
        tasks: Tasks,
        is_over: impl Fn() -> bool + Sync,
        work: impl Fn(Tasks::Item, Turn) + Sync,
    ) -> Peekable<Tasks>
    where
        Tasks: Iterator<Item: Send> + Send,
    {
        let queue = Mutex::new(Queue { waiting: tasks.peekable(), under_way: 0 });
        self.pool.on_each(|slot| {
            while !self.stop.is_set() && !is_over() {
                let next = lock(&queue).take();
                let Some((task, is_beside_others)) = next else { return };
                let is_busy = self.quiet.is_some_and(|quiet| !quiet.is_set());
                let is_beside_others = (is_beside_others && self.pool.workers() > 1) || is_busy;
                // Without repetitions there is no doubt to leave room for.
                let may_doubt = is_beside_others && self.recheck > 0 && self.slack.is_room();
                work(task, Turn { slot, slack: may_doubt.then_some(self.slack) });
                lock(&queue).under_way -= 1;
            }
        });
        queue.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).waiting
    }

    /// Waits until nothing of ours but these tasks uses the machine.
    pub(super) fn wait_for_quiet(&self) {
        if let Some(quiet) = self.quiet {
            quiet.wait_beside(self.stop);
        }
    }

    /// Repeats a borderline run alone. Noise only ever adds time, so the smallest CPU time is nearest to
    /// the truth and decides; the first repetition within the limit therefore ends the matter. `run` puts
    /// what it produced where the caller wants it when its judgement is the one that counts.
    pub(super) fn repeat_alone<T>(
        &self,
        first: (Judgement, T),
        run: impl Fn() -> (Judgement, T),
    ) -> (Judgement, T, Vec<Recheck>) {
        const INTERRUPTED: &str = "interrupted before it could be repeated alone";
        let (mut judgement, mut product) = first;
        let mut rechecks: Vec<Recheck> = Vec::new();
        let Some(beside_others) = cpu(&judgement) else { return (judgement, product, rechecks) };
        let mut smallest = beside_others;
        for _ in 0..self.recheck {
            if self.stop.is_set() {
                judgement.notes.push(INTERRUPTED.to_owned());
                break;
            }
            let (repetition, other) = run();
            if repetition.verdict == Verdict::JudgeError {
                // The doubt is not resolved, and it is not the solution's fault.
                return (repetition, other, rechecks);
            }
            if repetition.verdict == Verdict::Skipped {
                judgement.notes.push(INTERRUPTED.to_owned());
                break;
            }
            let Some(alone) = cpu(&repetition) else { break };
            rechecks.push(Recheck { cpu: alone, alone: true });
            let is_within = repetition.verdict != Verdict::TimeLimit;
            if alone < smallest || is_within {
                smallest = alone;
                (judgement, product) = (repetition, other);
            }
            if is_within {
                break;
            }
        }
        if let Some(alone) = rechecks.iter().map(|recheck| recheck.cpu).min() {
            judgement.notes.push(format!(
                "{} with other runs, {} alone",
                seconds(beside_others),
                seconds(alone)
            ));
        }
        (judgement, product, rechecks)
    }
}

fn cpu(judgement: &Judgement) -> Option<Duration> {
    judgement
        .execution
        .as_ref()
        .filter(|_| judgement.verdict != Verdict::Skipped)
        .map(|facts| facts.usage.cpu)
}
