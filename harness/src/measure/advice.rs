//! Which time limits tell the solutions that should pass from those that should be too slow.

use std::time::{Duration, Instant};

use harness_sandbox::{Breach, Ending};

use crate::comparison::{Contender, RunSample};
use crate::event::{JobPlace, Outcome};
use crate::measure::bench::Bench;
use crate::model::{Verdict, WallLimit, seconds};
use crate::plan::{self, Entry, Job};
use crate::programs::Candidate;
use crate::stats;

/// A limit is to be so many times what the slowest solution takes that should pass. This and
/// [`TO_TOO_SLOW`] are the factors that the problem package format of the ICPC has by default.
const FROM_PASSING: u32 = 2;

/// And a solution that should be too slow is to take so many halves of the limit: one and a half.
const HALVES_TO_TOO_SLOW: u32 = 3;

/// So many times its time limit a run may take, to see how long it would.
const BEYOND: u32 = 20;

/// The most that a solution took on a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Slowest {
    time: Duration,
    /// It was ended there, so that this is only a lower bound.
    is_ended: bool,
}

/// Runs again, alone and far beyond the limit, what was ended at a limit of time: where the judge stopped
/// it says nothing of how long it takes. As long as there is time; what still runs then is known by a lower
/// bound, and one such bound is enough of a solution.
pub fn look_beyond(
    bench: &Bench<'_>,
    entries: &[Entry<'_>],
    outcomes: &mut [(JobPlace, Outcome)],
    most: Duration,
) {
    let started = Instant::now();
    for entry in entries {
        let own = outcomes.iter_mut().filter(|(place, _)| place.solution == entry.index);
        for (place, outcome) in own.filter(|(_, outcome)| is_ended(outcome)) {
            let jobs = plan::grid(std::slice::from_ref(entry)).filter(|job| job.place.case == place.case);
            let left = most.saturating_sub(started.elapsed());
            let jobs = jobs.map(|job| relaxed(job, left));
            let again = bench.engine().outcomes(jobs, &|| ()).into_iter().next();
            let Some((_, again)) = again.filter(|_| !bench.stop.is_set()) else { return };
            if time(&again) > time(outcome) {
                *outcome = again;
            }
            if is_ended(outcome) {
                break;
            }
        }
    }
}

/// A job that may take far longer, but no more than is left.
fn relaxed(mut job: Job<'_>, left: Duration) -> Job<'_> {
    let time = job.limits.time.saturating_mul(BEYOND).min(left).max(job.limits.time);
    job.limits.wall = WallLimit::Auto;
    job.limits.time = time;
    job
}

/// Whether a run was ended for its time, so that what it would have taken is unknown. One that is over the
/// limit and ended by itself is known.
fn is_ended(outcome: &Outcome) -> bool {
    let ending = outcome.judgement.execution.as_ref().map(|facts| facts.ending);
    matches!(ending, Some(Ending::Stopped(Breach::Cpu | Breach::Wall)))
}

fn time(outcome: &Outcome) -> Option<Duration> {
    Some(outcome.judgement.execution.as_ref()?.usage.cpu)
}

/// What a run of a case took: the median of its rounds where it was measured, as the ranking has it. The one
/// run that was judged may have been slower or faster by chance.
fn typical(judged: Duration, samples: &[RunSample]) -> Duration {
    if samples.is_empty() {
        return judged;
    }
    let mut times: Vec<f64> = samples.iter().map(|sample| sample.cpu.as_secs_f64()).collect();
    Duration::from_secs_f64(stats::median(&mut times))
}

/// The window of limits, and how it comes about. The contenders are what was measured of the candidates, in
/// their order.
pub fn limits(
    candidates: &[Candidate<'_>],
    outcomes: &[(JobPlace, Outcome)],
    contenders: &[Contender],
) -> Vec<String> {
    let mut passing: Option<(Slowest, String)> = None;
    let mut failing: Option<(Slowest, String)> = None;
    for (index, candidate) in candidates.iter().enumerate() {
        let own = || outcomes.iter().filter(|(place, _)| place.solution == index).map(|(_, outcome)| outcome);
        let samples = |case: usize| contenders.get(index)?.samples.get(case).map(Vec::as_slice);
        let known =
            outcomes.iter().filter(|(place, _)| place.solution == index).filter_map(|(place, outcome)| {
                let time = typical(time(outcome)?, samples(place.case).unwrap_or_default());
                Some(Slowest { time, is_ended: is_ended(outcome) })
            });
        let Some(slowest) = known.max() else { continue };
        let name = candidate.solution.name.to_string();
        let expected = candidate.solution.expectation.verdicts();
        let is_right = |outcome: &Outcome| {
            is_ended(outcome) || matches!(outcome.judgement.verdict, Verdict::Accepted | Verdict::TimeLimit)
        };
        if expected == [Verdict::Accepted] {
            // How long a wrong solution takes says nothing of how long a right one may.
            if own().all(is_right) && passing.as_ref().is_none_or(|(other, _)| slowest > *other) {
                passing = Some((slowest, name));
            }
        } else if expected.contains(&Verdict::TimeLimit)
            && failing.as_ref().is_none_or(|(other, _)| slowest < *other)
        {
            failing = Some((slowest, name));
        }
    }
    vec![sentence(passing, failing)]
}

fn sentence(passing: Option<(Slowest, String)>, failing: Option<(Slowest, String)>) -> String {
    let Some((slowest, passing)) = passing else {
        return "no time limit can be advised: no solution here is expected to be right, and is".to_owned();
    };
    if slowest.is_ended {
        return format!(
            "no time limit can be advised: {passing} should pass, and still ran after {}",
            seconds(slowest.time)
        );
    }
    let from = slowest.time * FROM_PASSING;
    let why_from =
        format!("{FROM_PASSING} × the {} of {passing}, the slowest that should pass", seconds(slowest.time));
    let Some((fastest, failing)) = failing else {
        return format!(
            "time limits from {} let {passing} pass with a margin: {why_from}; no solution here is expected to be too slow",
            seconds(from)
        );
    };
    let to = fastest.time * 2 / HALVES_TO_TOO_SLOW;
    let at_least = if fastest.is_ended { "at least " } else { "" };
    let ended = if fastest.is_ended { ", which still ran then" } else { "" };
    let why_to = format!(
        "{at_least}{} of {failing}, the fastest that should not{ended}, / 1.5",
        seconds(fastest.time)
    );
    if from <= to {
        format!(
            "time limits from {} to {at_least}{} let {passing} pass and stop {failing}, each with a margin: from {why_from}; to {why_to}",
            seconds(from),
            seconds(to)
        )
    } else if fastest.is_ended {
        format!(
            "no time limit is known to let {passing} pass and stop {failing}, each with a margin: it would be from {why_from}; to {why_to}, and that may be more"
        )
    } else {
        format!(
            "no time limit lets {passing} pass and stops {failing}, each with a margin: it would be from {} ({why_from}) to {} ({why_to})",
            seconds(from),
            seconds(to)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{Slowest, look_beyond, sentence, typical};
    use crate::comparison::RunSample;
    use crate::event::fixture::{execution, language, limits, outcome, subject};
    use crate::event::{JobPlace, Outcome};
    use crate::measure::bench::Bench;
    use crate::model::{Case, CheckerChoice, Expectation, Name, Rules, Verdict};
    use crate::plan::{Check, Entry};
    use crate::run::Pool;
    use harness_sandbox::{Breach, Ending, Execution, FakeSandbox, Program, Stdin, Stop, Usage};
    use std::sync::Arc;
    use std::time::Duration;

    #[track_caller]
    fn check(passing: (u64, bool), failing: Option<(u64, bool)>, expect: &str) {
        let slowest = |(millis, is_ended)| Slowest { time: Duration::from_millis(millis), is_ended };
        let failing = failing.map(|failing| (slowest(failing), "quad".to_owned()));
        assert_eq!(sentence(Some((slowest(passing), "fast".to_owned())), failing), expect);
    }

    #[test]
    fn the_factors_and_the_times_that_they_are_of_are_told() {
        let from = "2 × the 0.100 s of fast, the slowest that should pass";
        check(
            (100, false),
            Some((3000, false)),
            &format!(
                "time limits from 0.200 s to 2.000 s let fast pass and stop quad, each with a margin: from {from}; to 3.000 s of quad, the fastest that should not, / 1.5"
            ),
        );
        check(
            (100, false),
            Some((6000, true)),
            &format!(
                "time limits from 0.200 s to at least 4.000 s let fast pass and stop quad, each with a margin: from {from}; to at least 6.000 s of quad, the fastest that should not, which still ran then, / 1.5"
            ),
        );
        check(
            (100, false),
            Some((150, false)),
            &format!(
                "no time limit lets fast pass and stops quad, each with a margin: it would be from 0.200 s ({from}) to 0.100 s (0.150 s of quad, the fastest that should not, / 1.5)"
            ),
        );
        check(
            (100, false),
            Some((150, true)),
            &format!(
                "no time limit is known to let fast pass and stop quad, each with a margin: it would be from {from}; to at least 0.150 s of quad, the fastest that should not, which still ran then, / 1.5, and that may be more"
            ),
        );
        check(
            (6000, true),
            None,
            "no time limit can be advised: fast should pass, and still ran after 6.000 s",
        );
        check(
            (100, false),
            None,
            &format!(
                "time limits from 0.200 s let fast pass with a margin: {from}; no solution here is expected to be too slow"
            ),
        );
    }

    /// The times after a look beyond a limit of one second, of a program that takes so many.
    fn beyond(takes: u64) -> Vec<(Verdict, Duration)> {
        let folder = tempfile::tempdir().unwrap();
        let sandbox = FakeSandbox::new(move |_, _, bounds| {
            let cpu = Duration::from_secs(takes).min(bounds.cpu);
            let ending = if cpu < bounds.cpu { Ending::Exited(0) } else { Ending::Stopped(Breach::Cpu) };
            let usage = Usage { cpu, wall: cpu, ..execution().usage };
            Ok((Execution { ending, usage, stdout_bytes: 2, ..execution() }, b"1\n".to_vec()))
        });
        let rules = Arc::new(Rules { limits: limits(), checker: CheckerChoice::Lines });
        let file = |name: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, "1\n").unwrap();
            path
        };
        let case =
            |name: &str| Case::of_files(Name::from(name), (file("in"), Some(file("ans"))), rules.clone());
        let cases = [case("1"), case("2")];
        let (language, expectation) = (language(), Expectation::accepted());
        let subject = subject("p", "s", "rust");
        let program = Program {
            executable: "/s".into(),
            args: Vec::new(),
            files: Vec::new(),
            environment: Vec::new(),
            state: None,
            stdin: Stdin::Empty,
            pad: 0,
            folder: None,
            kept: None,
            answers_apart: false,
        };
        let entry = Entry {
            index: 0,
            subject: subject.clone(),
            program,
            language: &language,
            cases: cases.iter().collect(),
            expectation: &expectation,
            check: Check::Compare,
            function: None,
        };
        let ended = |case: usize| -> (JobPlace, Outcome) {
            let place = JobPlace { solution: 0, case, sequence: case };
            let mut outcome = outcome(&subject, cases[case].name.clone(), Verdict::TimeLimit);
            outcome.judgement.execution.as_mut().unwrap().ending = Ending::Stopped(Breach::Cpu);
            (place, outcome)
        };
        let mut outcomes = [ended(0), ended(1)];
        let (stop, pool) = (Stop::new().unwrap(), Pool::single());
        let bench = Bench { sandbox: &sandbox, stop: &stop, pool: &pool };
        look_beyond(&bench, &[entry], &mut outcomes, Duration::from_hours(1));
        let time = |outcome: &Outcome| outcome.judgement.execution.as_ref().unwrap().usage.cpu;
        outcomes.iter().map(|(_, outcome)| (outcome.judgement.verdict, time(outcome))).collect()
    }

    #[test]
    fn a_time_that_was_measured_often_is_the_median_of_its_rounds() {
        let judged = Duration::from_millis(20);
        assert_eq!(typical(judged, &[]), judged);
        let mut outcome = outcome(&subject("p", "s", "rust"), Name::from("1"), Verdict::Accepted);
        let samples = [90, 70, 900].map(|millis| {
            outcome.judgement.execution.as_mut().unwrap().usage.cpu = Duration::from_millis(millis);
            RunSample::of(&outcome, 0).unwrap()
        });
        assert_eq!(typical(judged, &samples), Duration::from_millis(90));
    }

    #[test]
    fn what_was_ended_at_the_limit_runs_again_beyond_it_until_a_bound_is_enough() {
        let three = (Verdict::Accepted, Duration::from_secs(3));
        assert_eq!(beyond(3), [three, three]);
        let long = beyond(9000);
        assert!(long[0].0 == Verdict::TimeLimit && long[0].1 >= Duration::from_secs(20), "{long:?}");
        // The other case is as it was.
        assert_eq!(long[1], (Verdict::TimeLimit, Duration::from_millis(100)));
    }
}
