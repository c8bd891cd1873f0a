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

    /// The first rule that calls for a verdict other than AC which none of the given cases has,
    /// although the rule applies to some of them: nothing kills this wrong solution.
    #[must_use]
    pub fn unmet(&self, results: &[(&Name, Verdict)]) -> Option<&Permitted> {
        self.rules.iter().enumerate().find_map(|(index, (_, permitted))| {
            let applies =
                |case: &Name| self.rules.iter().rposition(|(glob, _)| glob.matches(case)) == Some(index);
            let mut governed = results.iter().filter(|(case, _)| applies(case)).peekable();
            let must_fail = permitted.0.iter().any(|verdict| *verdict != Verdict::Accepted);
            let unmet = must_fail
                && governed.peek().is_some()
                && !governed
                    .any(|(_, verdict)| *verdict != Verdict::Accepted && permitted.0.contains(verdict));
            unmet.then_some(permitted)
        })
    }
}

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
    use super::{Expectation, Permitted};
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
        let (one, two) = (Name::from("1"), Name::from("2"));
        let survived = [(&one, Verdict::Accepted), (&two, Verdict::Accepted)];
        assert_eq!(expectation.unmet(&survived).map(ToString::to_string).as_deref(), Some("AC or TLE"));
        let killed = [(&one, Verdict::Accepted), (&two, Verdict::TimeLimit)];
        assert_eq!(expectation.unmet(&killed), None);
        assert_eq!(expectation.unmet(&[]), None);
    }
}
