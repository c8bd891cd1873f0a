//! What a solution's verdicts are meant to be.

use std::fmt;

use crate::model::{Glob, Name, Verdict};

/// What a solution's verdicts are meant to be: for each case the verdicts of the last rule whose
/// glob matches its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// The rules, in the order in which they are written.
    pub rules: Vec<(Glob, Permitted)>,
}

/// The verdicts that a case may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permitted(pub Vec<Verdict>);

impl Expectation {
    /// Right on every case.
    ///
    /// # Panics
    /// Never: the pattern is a constant.
    #[must_use]
    pub fn accepted() -> Self {
        Self::everywhere(vec![Verdict::Accepted])
    }

    /// The same verdicts permitted on every case.
    #[must_use]
    pub fn everywhere(verdicts: Vec<Verdict>) -> Self {
        Self { rules: vec![(Glob::everything(), Permitted(verdicts))] }
    }

    /// The verdicts that this case may have: those of the last rule that matches, or only AC.
    #[must_use]
    pub fn permitted(&self, case: &Name) -> &[Verdict] {
        let rule = self.rules.iter().rev().find(|(glob, _)| glob.matches(case));
        rule.map_or(&[Verdict::Accepted], |(_, permitted)| &permitted.0)
    }

    /// Whether every case may have this verdict.
    #[must_use]
    pub fn permits_everywhere(&self, verdict: Verdict) -> bool {
        match self.rules.as_slice() {
            [] => verdict == Verdict::Accepted,
            rules => rules.iter().all(|(_, permitted)| permitted.0.contains(&verdict)),
        }
    }

    /// Every verdict that some rule names, without repetition.
    #[must_use]
    pub fn verdicts(&self) -> Vec<Verdict> {
        let mut all: Vec<Verdict> =
            self.rules.iter().flat_map(|(_, permitted)| permitted.0.clone()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Takes in that a case has run and how.
    pub fn note(&self, kills: &mut Kills, case: &Name, verdict: Verdict) {
        let Some(rule) = self.rules.iter().rposition(|(glob, _)| glob.matches(case)) else { return };
        kills.0.resize(self.rules.len(), None);
        let is_killed = verdict != Verdict::Accepted && self.rules[rule].1.0.contains(&verdict);
        kills.0[rule] = Some(is_killed || kills.0[rule] == Some(true));
    }

    /// The first rule that calls for a verdict other than AC which none of the cases that ran has,
    /// although the rule applies to some of them: nothing kills this wrong solution.
    #[must_use]
    pub fn unmet(&self, kills: &Kills) -> Option<&Permitted> {
        let must_fail =
            |permitted: &Permitted| permitted.0.iter().any(|verdict| *verdict != Verdict::Accepted);
        let rules = self.rules.iter().zip(&kills.0);
        let mut unmet =
            rules.filter(|((_, permitted), killed)| **killed == Some(false) && must_fail(permitted));
        unmet.next().map(|((_, permitted), _)| permitted)
    }
}

/// For each rule of an expectation whether a case has failed as it says; nothing where no case that
/// ran falls under it.
#[derive(Clone, Debug, Default)]
pub struct Kills(Vec<Option<bool>>);

impl Permitted {
    /// Those that say that something is wrong.
    #[must_use]
    pub fn failures(&self) -> Self {
        Self(self.0.iter().copied().filter(|verdict| *verdict != Verdict::Accepted).collect())
    }
}

impl fmt::Display for Permitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, verdict) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(" or ")?;
            }
            write!(f, "{verdict}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Expectation, Kills, Permitted};
    use crate::model::{Glob, Name, Verdict};

    fn rule(glob: &str, verdicts: &[Verdict]) -> (Glob, Permitted) {
        (Glob::new(glob).unwrap(), Permitted(verdicts.to_vec()))
    }

    #[test]
    fn the_last_rule_that_matches_governs_a_case() {
        let expectation = Expectation {
            rules: vec![rule("*", &[Verdict::Accepted]), rule("anti-*", &[Verdict::WrongAnswer])],
        };
        assert_eq!(expectation.permitted(&Name::from("01")), [Verdict::Accepted]);
        assert_eq!(expectation.permitted(&Name::from("anti-1")), [Verdict::WrongAnswer]);
    }

    #[test]
    fn a_wrong_solution_that_nothing_kills_is_noticed() {
        let expectation = Expectation::everywhere(vec![Verdict::Accepted, Verdict::TimeLimit]);
        let unmet = |verdicts: &[Verdict]| {
            let mut kills = Kills::default();
            for verdict in verdicts {
                expectation.note(&mut kills, &Name::from("1"), *verdict);
            }
            expectation.unmet(&kills).map(ToString::to_string)
        };
        assert_eq!(unmet(&[Verdict::Accepted, Verdict::Accepted]).as_deref(), Some("AC or TLE"));
        assert_eq!(unmet(&[Verdict::Accepted, Verdict::TimeLimit]), None);
        assert_eq!(unmet(&[Verdict::TimeLimit, Verdict::Accepted]), None);
        assert_eq!(unmet(&[Verdict::WrongAnswer]).as_deref(), Some("AC or TLE"));
        assert_eq!(unmet(&[]), None);
    }
}
