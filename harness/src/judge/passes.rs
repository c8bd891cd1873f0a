//! The verdict on a program that was run in several passes.
//!
//! The limits hold for each pass, so the last one decides: all before it were accepted, or there were none after. The
//! time and the memory of the whole are those of the pass that used most of it.

use std::time::Duration;

use harness_sandbox::{Execution, Usage};

use crate::judge::{InteractorTimes, Judgement, Messages};
use crate::model::{Bytes, Pass, Verdict, seconds};

/// What a pass used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassUsage {
    /// The CPU time.
    pub cpu: Duration,
    /// The wall time.
    pub wall: Duration,
    /// The peak of its memory.
    pub memory: Bytes,
}

impl From<&Usage> for PassUsage {
    fn from(usage: &Usage) -> Self {
        Self { cpu: usage.cpu, wall: usage.wall, memory: usage.memory }
    }
}

/// A pass that was accepted, and that another followed.
#[derive(Clone, Debug)]
pub struct EarlierPass {
    /// The facts.
    pub execution: Execution,
    /// What the interactor used, where there is one.
    pub interactor: Option<InteractorTimes>,
    /// What the checker or the interactor said.
    pub messages: Messages,
}

/// The judgement on all passes, of which this is the last.
#[must_use]
pub fn of_passes(earlier: &[EarlierPass], pass: Pass, last: Judgement) -> Judgement {
    if pass.is_only() {
        return last;
    }
    let all = earlier.iter().map(|pass| &pass.execution).chain(&last.execution);
    let passes: Vec<PassUsage> = all.map(|facts| PassUsage::from(&facts.usage)).collect();
    let mut judgement = Judgement { passes, ..last };
    if !matches!(judgement.verdict, Verdict::Accepted | Verdict::Skipped | Verdict::CompileError) {
        judgement.reason = format!("{pass}: {}", judgement.reason);
        judgement.notes.extend(said(earlier));
        judgement.notes.extend(times(&judgement.passes));
    }
    for EarlierPass { execution, interactor, .. } in earlier {
        if let Some(facts) = &mut judgement.execution {
            facts.usage = most(&facts.usage, &execution.usage);
        }
        if let (Some(times), Some(other)) = (&mut judgement.interactor, interactor) {
            *times = InteractorTimes { cpu: times.cpu.max(other.cpu), wall: times.wall.max(other.wall) };
        }
    }
    judgement
}

/// What was said in the passes before.
fn said(earlier: &[EarlierPass]) -> impl Iterator<Item = String> {
    (1..).zip(earlier).flat_map(|(number, pass)| {
        pass.messages.notes("", "").into_iter().map(move |line| format!("pass {number}: {line}"))
    })
}

fn times(passes: &[PassUsage]) -> Option<String> {
    let all: Vec<String> = passes.iter().map(|pass| seconds(pass.cpu)).collect();
    let (last, before) = all.split_last().filter(|(_, before)| !before.is_empty())?;
    Some(format!("the passes used {} and {last} of CPU time", before.join(", ")))
}

/// The time of the slower one, and the larger peak.
fn most(one: &Usage, other: &Usage) -> Usage {
    let by_cpu = if other.cpu > one.cpu { other } else { one };
    let by_wall = if other.wall > one.wall { other } else { one };
    Usage {
        wall: by_wall.wall,
        run_delay: by_wall.run_delay,
        memory: one.memory.max(other.memory),
        instructions: one.instructions.max(other.instructions),
        was_stopped: one.was_stopped,
        ..*by_cpu
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use harness_sandbox::{Bytes, Execution, Usage};

    use crate::event::fixture::execution;
    use crate::judge::{EarlierPass, InteractorTimes, Judgement, Messages, judge_error, of_passes, skipped};
    use crate::model::{Pass, Verdict};

    fn used(cpu: u64, wall: u64, memory: u64) -> Execution {
        let [cpu, wall] = [cpu, wall].map(Duration::from_millis);
        let usage = Usage { cpu, wall, memory: Bytes::mebibytes(memory), ..Usage::default() };
        Execution { usage, ..execution() }
    }

    fn times(cpu: u64, wall: u64) -> InteractorTimes {
        let [cpu, wall] = [cpu, wall].map(Duration::from_millis);
        InteractorTimes { cpu, wall }
    }

    fn earlier() -> Vec<EarlierPass> {
        let messages = Messages::read(b"chose 7\n", b"go on\n");
        vec![EarlierPass { execution: used(30, 40, 9), interactor: Some(times(5, 6)), messages }]
    }

    fn last(verdict: Verdict) -> Judgement {
        let execution = Some(used(20, 50, 3));
        Judgement { verdict, execution, interactor: Some(times(4, 7)), ..judge_error("no") }
    }

    const SECOND: Pass = Pass { number: 2, most: 3 };

    #[test]
    fn the_pass_that_used_most_counts_and_each_is_told() {
        let judgement = of_passes(&earlier(), SECOND, last(Verdict::Accepted));
        let usage = &judgement.execution.unwrap().usage;
        assert_eq!((usage.cpu, usage.wall), (Duration::from_millis(30), Duration::from_millis(50)));
        assert_eq!(usage.memory, Bytes::mebibytes(9));
        assert_eq!(judgement.interactor, Some(times(5, 7)));
        let cpu: Vec<u128> = judgement.passes.iter().map(|pass| pass.cpu.as_millis()).collect();
        assert_eq!((cpu, judgement.notes), (vec![30, 20], Vec::new()));
    }

    #[test]
    fn a_failure_names_its_pass_and_what_was_said_before() {
        let judgement = of_passes(&earlier(), SECOND, last(Verdict::WrongAnswer));
        assert_eq!(judgement.reason, "pass 2 of 3: no");
        assert_eq!(
            judgement.notes,
            [
                "pass 1: judgemessage.txt: chose 7",
                "pass 1: teammessage.txt: go on",
                "the passes used 0.030 s and 0.020 s of CPU time"
            ]
        );
        let judgement = of_passes(&[], Pass::first(3), last(Verdict::WrongAnswer));
        assert_eq!((judgement.reason.as_str(), judgement.passes.len()), ("pass 1 of 3: no", 1));
        assert!(judgement.notes.is_empty());
    }

    #[test]
    fn what_did_not_run_has_no_pass() {
        assert_eq!(of_passes(&earlier(), SECOND, skipped("interrupted")).reason, "interrupted");
        let judgement = of_passes(&earlier(), SECOND, judge_error("no"));
        assert_eq!((judgement.reason.as_str(), judgement.passes.len()), ("pass 2 of 3: no", 1));
        let only = last(Verdict::RuntimeError);
        assert_eq!(of_passes(&[], Pass::ONLY, only.clone()), only);
    }
}
