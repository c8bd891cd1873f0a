//! The order of rows about solutions.

use std::cmp::Reverse;

use crate::event::SolutionSummary;
use crate::model::Verdict;

/// By what rows about solutions are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum RowOrder {
    /// By their names, `2` before `10`.
    Name,
    /// The most points first; without points, the most cases that are right.
    Points,
    /// What is right first, then by verdict; what was not handed in last.
    Verdict,
}

impl RowOrder {
    /// Sorts the rows of each problem. Rows that are alike stay as they are, so they come in the order of the plan.
    pub fn sort<T>(self, rows: &mut [T], summary: impl Fn(&T) -> &SolutionSummary) {
        for of_problem in
            rows.chunk_by_mut(|one, other| summary(one).subject.problem == summary(other).subject.problem)
        {
            match self {
                Self::Name => of_problem.sort_by_key(|row| summary(row).subject.solution.clone()),
                Self::Points => of_problem.sort_by_key(|row| Reverse(merit(summary(row)))),
                Self::Verdict => of_problem.sort_by_key(|row| place(summary(row))),
            }
        }
    }
}

/// Points, or cases that are right, as a number that can be compared.
fn merit(summary: &SolutionSummary) -> u64 {
    // Bits of numbers that are not negative are ordered as they are.
    match &summary.score {
        Some(score) => score.points.max(0.0).to_bits(),
        None => summary.accepted as u64,
    }
}

fn place(summary: &SolutionSummary) -> (bool, bool, usize) {
    let rank = match summary.verdict {
        Verdict::Accepted => 0,
        Verdict::Partial => 1,
        Verdict::Skipped => usize::MAX,
        other => Verdict::ALL.iter().rev().position(|verdict| *verdict == other).unwrap_or_default(),
    };
    (summary.is_absent, summary.verdict == Verdict::Skipped, rank)
}
