//! All that a run is about, before it is split among machines: what is judged, and a digest of every file that
//! a verdict depends on.

use std::collections::{BTreeMap, BTreeSet};

use crate::event::{PlannedSolution, Subject};
use crate::model::{Digest, Name};

/// What is judged, by its content. Runs with equal universes can be put together.
#[derive(Clone, Debug, PartialEq)]
pub struct Universe {
    /// The solutions, with all the cases that were selected for them.
    pub solutions: Vec<PlannedSolution>,
    /// Of each solution, in the same order, its source.
    pub sources: Vec<Digest>,
    /// The files of settings, and the programs of the problems, by their paths in the workspace.
    pub settings: Vec<(Name, Digest)>,
    /// The problems and their cases.
    pub problems: Vec<ProblemContent>,
    /// What was chosen is not all that the problems have.
    pub is_partial: bool,
    /// What further runs would do otherwise: options of the command that decide which cases are run.
    pub options: Vec<String>,
}

/// A problem, and its cases by their content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemContent {
    /// The problem.
    pub problem: Name,
    /// Its cases that were selected for some solution, each with the digest of its files and of what decides there.
    pub cases: Vec<(Name, Digest)>,
}

/// The most differences that are named.
const MOST_NAMED: usize = 5;

impl Universe {
    /// How many solutions on how many cases.
    #[must_use]
    pub fn units(&self) -> usize {
        self.solutions.iter().map(|solution| solution.cases.len()).sum()
    }

    /// The digest of the source of a solution.
    #[must_use]
    pub fn source(&self, subject: &Subject) -> Option<Digest> {
        let place = self.solutions.iter().position(|planned| *planned.subject == *subject)?;
        self.sources.get(place).copied()
    }

    /// What is not the same in another, in words; nothing where all is.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let mut found = Vec::new();
        let digests = |of: &Self| -> BTreeMap<String, Digest> {
            let settings = of.settings.iter().map(|(file, digest)| (format!("`{file}`"), *digest));
            let sources = of.solutions.iter().zip(&of.sources);
            let sources =
                sources.map(|(planned, digest)| (format!("the solution {}", planned.subject), *digest));
            let case = |problem: &Name, (case, digest): &(Name, Digest)| {
                (format!("the case {problem}/{case}"), *digest)
            };
            let cases = of.problems.iter().flat_map(|of| of.cases.iter().map(|one| case(&of.problem, one)));
            settings.chain(sources).chain(cases).collect()
        };
        let (mine, theirs) = (digests(self), digests(other));
        let names: BTreeSet<&String> = mine.keys().chain(theirs.keys()).collect();
        for name in names {
            match (mine.get(name), theirs.get(name)) {
                (Some(one), Some(other)) if one != other => found.push(format!("{name} is not the same")),
                (Some(_), None) | (None, Some(_)) => found.push(format!("{name} is in one only")),
                _ => {}
            }
        }
        if found.is_empty() {
            let of_pair = |(one, other): (&PlannedSolution, &PlannedSolution)| {
                (one != other).then(|| format!("limits or expectations of {} are not the same", one.subject))
            };
            found.extend(self.solutions.iter().zip(&other.solutions).filter_map(of_pair));
        }
        if self.options != other.options {
            found.push(format!(
                "the options are `{}` and `{}`",
                self.options.join(" "),
                other.options.join(" ")
            ));
        }
        if found.is_empty() && self != other {
            found.push("the order of solutions or cases is not the same".to_owned());
        }
        let rest = found.len().saturating_sub(MOST_NAMED);
        found.truncate(MOST_NAMED);
        if rest > 0 {
            found.push(format!("{rest} more"));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::{ProblemContent, Universe};
    use crate::event::fixture::{planned, subject};
    use crate::model::{Digest, Expectation, Name, Verdict};

    fn universe() -> Universe {
        let solution = subject("p", "s", "rust");
        Universe {
            solutions: vec![planned(&solution, Expectation::accepted(), &["1", "2"])],
            sources: vec![Digest::of(["source"])],
            settings: vec![(Name::from("judge.toml"), Digest::of([""]))],
            problems: vec![ProblemContent {
                problem: Name::from("p"),
                cases: ["1", "2"].map(|case| (Name::from(case), Digest::of([case]))).into(),
            }],
            is_partial: false,
            options: Vec::new(),
        }
    }

    #[track_caller]
    fn check(change: impl Fn(&mut Universe), expect: &[&str]) {
        let (one, mut other) = (universe(), universe());
        change(&mut other);
        assert_eq!(one.differences(&other), expect);
        assert_eq!(other.differences(&one).len(), expect.len());
    }

    #[test]
    fn what_differs_is_named() {
        check(|_| {}, &[]);
        check(|of| of.sources[0] = Digest::of(["other"]), &["the solution p/s is not the same"]);
        check(|of| of.settings[0].1 = Digest::of(["other"]), &["`judge.toml` is not the same"]);
        check(|of| of.problems[0].cases[1].1 = Digest::of(["other"]), &["the case p/2 is not the same"]);
        check(|of| _ = of.problems[0].cases.pop(), &["the case p/2 is in one only"]);
        check(|of| of.options.push("--all".to_owned()), &["the options are `` and `--all`"]);
        let wrong = Expectation::finally(&[Verdict::WrongAnswer]);
        check(
            |of| of.solutions[0].expectation = wrong.clone(),
            &["limits or expectations of p/s are not the same"],
        );
        check(|of| of.is_partial = true, &["the order of solutions or cases is not the same"]);
    }

    #[test]
    fn of_many_differences_some_are_named() {
        let many = |of: &mut Universe| {
            of.settings.extend((0..9).map(|index| (Name::from(&*index.to_string()), Digest::of([""]))));
        };
        let (one, mut other) = (universe(), universe());
        many(&mut other);
        assert_eq!(one.differences(&other).last().map(String::as_str), Some("4 more"));
    }
}
