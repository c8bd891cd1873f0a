//! Which time limits tell the solutions that should pass from those that should be too slow.

use std::time::Duration;

use crate::event::{JobPlace, Outcome};
use crate::model::{Verdict, seconds};
use crate::programs::Candidate;

/// The window of limits: from twice the slowest that should pass to two thirds of the fastest that
/// should not, the factors that the problem package format of the ICPC has by default.
pub fn limits(candidates: &[Candidate<'_>], outcomes: &[(JobPlace, Outcome)]) -> Vec<String> {
    let slowest_of = |index: usize| {
        let own = outcomes.iter().filter(|(place, _)| place.solution == index);
        own.filter_map(|(_, outcome)| Some(outcome.judgement.execution.as_ref()?.usage.cpu)).max()
    };
    let mut passing: Option<(Duration, String)> = None;
    let mut failing: Option<(Duration, String)> = None;
    for (index, candidate) in candidates.iter().enumerate() {
        let Some(time) = slowest_of(index) else { continue };
        let name = candidate.solution.name.to_string();
        let expected = candidate.solution.expectation.verdicts();
        if expected == [Verdict::Accepted] && passing.as_ref().is_none_or(|(slowest, _)| time > *slowest) {
            passing = Some((time, name));
        } else if expected.contains(&Verdict::TimeLimit)
            && failing.as_ref().is_none_or(|(fastest, _)| time < *fastest)
        {
            failing = Some((time, name));
        }
    }
    let Some((slowest, passing)) = passing else {
        return vec!["no time limit can be advised: no solution here is expected to be right".to_owned()];
    };
    let from = slowest * 2;
    let Some((fastest, failing)) = failing else {
        return vec![format!(
            "time limits from {} let {passing} pass with a margin; no solution here is expected to be too slow",
            seconds(from)
        )];
    };
    let to = fastest * 2 / 3;
    vec![if from <= to {
        format!(
            "time limits from {} to {} let {passing} pass and stop {failing}, each with a margin",
            seconds(from),
            seconds(to)
        )
    } else {
        format!(
            "no time limit lets {passing} pass ({}) and stops {failing} (at least {}), each with a margin: {} is missing",
            seconds(slowest),
            seconds(fastest),
            seconds(from.saturating_sub(to))
        )
    }]
}
