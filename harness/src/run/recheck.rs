//! Borderline runs, repeated when nothing runs beside them.
//!
//! Noise only ever adds time, so the smallest CPU time is nearest to the truth and decides. The
//! first repetition within the limit therefore ends the matter.

use std::time::Duration;

use harness_sandbox::Slot;

use crate::event::{Event, Outcome, Recheck};
use crate::judge::Judgement;
use crate::model::{Verdict, seconds};
use crate::plan::Job;
use crate::run::Engine;
use crate::run::job::{self, PutBack};

impl Engine<'_> {
    /// Repeats these runs one at a time and emits each with the run that decides.
    pub(super) fn recheck_all(
        &self,
        mut provisional: Vec<(Job<'_>, Outcome)>,
        put_back: &PutBack,
        emit: &(dyn Fn(Event) + Sync),
    ) {
        provisional.sort_by_key(|(job, _)| job.sequence);
        if let Some(quiet) = self.quiet.filter(|_| !provisional.is_empty()) {
            quiet.wait_beside(self.stop);
        }
        for (job, outcome) in provisional {
            emit(Event::Judged(Box::new(self.recheck(&job, outcome, put_back))));
        }
    }

    fn recheck(&self, job: &Job<'_>, mut outcome: Outcome, put_back: &PutBack) -> Outcome {
        let Some(beside_others) = cpu(&outcome.judgement) else { return outcome };
        let mut smallest = beside_others;
        for _ in 0..self.recheck {
            if self.stop.is_set() {
                outcome.judgement.notes.push("interrupted before it could be repeated alone".to_owned());
                break;
            }
            let kill_line = job::kill_line(job.limits.time, false);
            let repetition = job::run(self, Slot(0), job, kill_line, put_back).judgement;
            if repetition.verdict == Verdict::JudgeError {
                // The doubt is not resolved, and it is not the solution's fault.
                outcome.judgement = repetition;
                return outcome;
            }
            if repetition.verdict == Verdict::Skipped {
                outcome.judgement.notes.push("interrupted before it could be repeated alone".to_owned());
                break;
            }
            let Some(alone) = cpu(&repetition) else { break };
            outcome.rechecks.push(Recheck { cpu: alone, alone: true });
            let is_over = repetition.verdict != Verdict::TimeLimit;
            if alone < smallest || is_over {
                smallest = alone;
                outcome.judgement = repetition;
            }
            if is_over {
                break;
            }
        }
        if let Some(alone) = outcome.rechecks.iter().map(|recheck| recheck.cpu).min() {
            outcome.judgement.notes.push(format!(
                "{} beside others, {} alone",
                seconds(beside_others),
                seconds(alone)
            ));
        }
        outcome
    }
}

fn cpu(judgement: &Judgement) -> Option<Duration> {
    judgement
        .execution
        .as_ref()
        .filter(|_| judgement.verdict != Verdict::Skipped)
        .map(|facts| facts.usage.cpu)
}
