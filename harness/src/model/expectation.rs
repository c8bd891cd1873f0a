//! What a solution's verdicts are meant to be.

use std::fmt;

use crate::model::{Glob, Name, PointsExpected, Verdict};

/// What a solution's verdicts are meant to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// The rules, in the order in which they are written. The last whose glob matches the name of a case
    /// holds for it.
    pub rules: Vec<(Glob, Permitted)>,
    /// What the rules are held against.
    pub scope: Scope,
    /// The points that it is meant to get, where that is said.
    pub points: Option<PointsExpected>,
}

/// What an expectation is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The verdict of each case.
    Cases,
    /// The final verdict, which is the first other than AC: the form of ICPC tools.
    Final,
}

/// The verdicts that a case may have, and those that some case must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permitted {
    /// Each case has one of these.
    pub verdicts: Vec<Verdict>,
    /// At least one case has one of these; none where nothing is required.
    pub required: Vec<Verdict>,
}

impl Expectation {
    /// Right on every case.
    #[must_use]
    pub fn accepted() -> Self {
        Self::everywhere(vec![Verdict::Accepted])
    }

    /// The same verdicts permitted on every case, and one other than AC, where there is one, required.
    ///
    /// # Panics
    /// Never: the pattern is a constant.
    #[must_use]
    pub fn everywhere(verdicts: Vec<Verdict>) -> Self {
        Self::of_cases(vec![(Glob::everything(), Permitted::of(verdicts))])
    }

    /// Rules for cases.
    #[must_use]
    pub fn of_cases(rules: Vec<(Glob, Permitted)>) -> Self {
        Self { rules, scope: Scope::Cases, points: None }
    }

    /// The final verdict is one of these. A case may be AC or have one of them.
    #[must_use]
    pub fn finally(verdicts: &[Verdict]) -> Self {
        let may_pass = verdicts.contains(&Verdict::Accepted);
        let required = if may_pass { Vec::new() } else { verdicts.to_vec() };
        let passed = Some(Verdict::Accepted).filter(|_| !may_pass);
        let verdicts = passed.into_iter().chain(verdicts.iter().copied()).collect();
        let rules = vec![(Glob::everything(), Permitted { verdicts, required })];
        Self { rules, scope: Scope::Final, points: None }
    }

    /// The verdicts that this case may have: those of the last rule that matches, or only AC.
    #[must_use]
    pub fn permitted(&self, case: &Name) -> &[Verdict] {
        self.rule(case).map_or(&[Verdict::Accepted], |permitted| &permitted.verdicts)
    }

    /// The last rule that matches this case, which holds for it.
    #[must_use]
    pub fn rule(&self, case: &Name) -> Option<&Permitted> {
        let rule = self.rules.iter().rev().find(|(glob, _)| glob.matches(case));
        rule.map(|(_, permitted)| permitted)
    }

    /// Whether all may still be as expected after this verdict on a case. A final verdict is known when all
    /// cases have run.
    #[must_use]
    pub fn may_go_on(&self, case: &Name, verdict: Verdict) -> bool {
        match self.scope {
            Scope::Cases => self.permitted(case).contains(&verdict),
            Scope::Final => verdict != Verdict::JudgeError,
        }
    }

    /// Whether every case may have this verdict, and nothing else is required.
    #[must_use]
    pub fn permits_everywhere(&self, verdict: Verdict) -> bool {
        let permits = |permitted: &Permitted| {
            permitted.verdicts.contains(&verdict)
                && (permitted.required.is_empty() || permitted.required.contains(&verdict))
        };
        match self.rules.as_slice() {
            [] => verdict == Verdict::Accepted,
            rules => rules.iter().all(|(_, permitted)| permits(permitted)),
        }
    }

    /// Whether this may be the first verdict other than AC, or AC where there is none.
    #[must_use]
    pub fn permits_finally(&self, verdict: Verdict) -> bool {
        self.rules.iter().all(|(_, permitted)| {
            let wanted =
                if permitted.required.is_empty() { &permitted.verdicts } else { &permitted.required };
            wanted.contains(&verdict)
        })
    }

    /// Every verdict that some rule permits, without repetition.
    #[must_use]
    pub fn verdicts(&self) -> Vec<Verdict> {
        self.all(|permitted| &permitted.verdicts)
    }

    /// The verdicts to be named where there is room for one list: those permitted on some case, or those
    /// that the final verdict is one of.
    #[must_use]
    pub fn named(&self) -> Vec<Verdict> {
        match self.scope {
            Scope::Final if !self.required().is_empty() => self.required(),
            Scope::Final | Scope::Cases => self.verdicts(),
        }
    }

    /// Every verdict that some rule requires, without repetition.
    #[must_use]
    pub fn required(&self) -> Vec<Verdict> {
        self.all(|permitted| &permitted.required)
    }

    fn all(&self, of: impl Fn(&Permitted) -> &Vec<Verdict>) -> Vec<Verdict> {
        let mut all: Vec<Verdict> =
            self.rules.iter().flat_map(|(_, permitted)| of(permitted).clone()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Takes in that a case has run and how.
    pub fn note(&self, kills: &mut Kills, case: &Name, verdict: Verdict) {
        let Some(rule) = self.rules.iter().rposition(|(glob, _)| glob.matches(case)) else { return };
        kills.0.resize(self.rules.len(), None);
        let is_as_required = self.rules[rule].1.required.contains(&verdict);
        kills.0[rule] = Some(is_as_required || kills.0[rule] == Some(true));
    }

    /// The first rule that requires a verdict which none of the cases that ran has, although the rule
    /// applies to some of them: nothing kills this wrong solution.
    #[must_use]
    pub fn unmet(&self, kills: &Kills) -> Option<&Permitted> {
        let rules = self.rules.iter().zip(&kills.0);
        let mut unmet = rules
            .filter(|((_, permitted), killed)| **killed == Some(false) && !permitted.required.is_empty());
        unmet.next().map(|((_, permitted), _)| permitted)
    }
}

/// For each rule of an expectation whether a case has a verdict that the rule requires; nothing where no
/// case that ran falls under it.
#[derive(Clone, Debug, Default)]
pub struct Kills(Vec<Option<bool>>);

impl Permitted {
    /// These verdicts permitted, and one other than AC, where there is one, required.
    #[must_use]
    pub fn of(verdicts: Vec<Verdict>) -> Self {
        let required = verdicts.iter().copied().filter(|verdict| *verdict != Verdict::Accepted).collect();
        Self { verdicts, required }
    }

    /// Whether what is required follows from what is permitted, so that a list says it all.
    fn is_short(&self) -> bool {
        *self == Self::of(self.verdicts.clone())
    }
}

/// `WA or TLE`.
#[must_use]
pub fn alternatives(verdicts: &[Verdict]) -> String {
    let codes: Vec<&str> = verdicts.iter().map(|verdict| verdict.code()).collect();
    codes.join(" or ")
}

impl fmt::Display for Permitted {
    /// `AC or WA`; where more or less than a verdict other than AC is required, that too.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&alternatives(&self.verdicts))?;
        match self.required.as_slice() {
            _ if self.is_short() => Ok(()),
            [] => f.write_str(", none required"),
            required => write!(f, ", required {}", alternatives(required)),
        }
    }
}

impl fmt::Display for Expectation {
    /// All verdicts that are permitted, and what is required where a list does not say it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.scope, self.rules.as_slice()) {
            (Scope::Final, [(_, Permitted { verdicts, required })]) => {
                let of = if required.is_empty() { verdicts } else { required };
                write!(f, "final verdict {}", alternatives(of))
            }
            (_, [(_, permitted)]) => permitted.fmt(f),
            _ if self.rules.iter().all(|(_, permitted)| permitted.is_short()) => {
                f.write_str(&alternatives(&self.verdicts()))
            }
            _ => Permitted { verdicts: self.verdicts(), required: self.required() }.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Expectation, Kills, Permitted};
    use crate::model::{Glob, Name, Verdict};

    fn rule(glob: &str, verdicts: &[Verdict]) -> (Glob, Permitted) {
        (Glob::new(glob).unwrap(), Permitted::of(verdicts.to_vec()))
    }

    #[test]
    fn the_last_rule_that_matches_governs_a_case() {
        let expectation = Expectation::of_cases(vec![
            rule("*", &[Verdict::Accepted]),
            rule("anti-*", &[Verdict::WrongAnswer]),
        ]);
        assert_eq!(expectation.permitted(&Name::from("01")), [Verdict::Accepted]);
        assert_eq!(expectation.permitted(&Name::from("anti-1")), [Verdict::WrongAnswer]);
    }

    /// What is required and not met.
    fn unmet(expectation: &Expectation, verdicts: &[Verdict]) -> Option<String> {
        let mut kills = Kills::default();
        for verdict in verdicts {
            expectation.note(&mut kills, &Name::from("1"), *verdict);
        }
        expectation.unmet(&kills).map(ToString::to_string)
    }

    #[test]
    fn a_wrong_solution_that_nothing_kills_is_noticed() {
        let expectation = Expectation::everywhere(vec![Verdict::Accepted, Verdict::TimeLimit]);
        let unmet = |verdicts: &[Verdict]| unmet(&expectation, verdicts);
        assert_eq!(unmet(&[Verdict::Accepted, Verdict::Accepted]).as_deref(), Some("AC or TLE"));
        assert_eq!(unmet(&[Verdict::Accepted, Verdict::TimeLimit]), None);
        assert_eq!(unmet(&[Verdict::TimeLimit, Verdict::Accepted]), None);
        assert_eq!(unmet(&[Verdict::WrongAnswer]).as_deref(), Some("AC or TLE"));
        assert_eq!(unmet(&[]), None);
    }

    fn full(verdicts: &[Verdict], required: &[Verdict]) -> Expectation {
        let permitted = Permitted { verdicts: verdicts.to_vec(), required: required.to_vec() };
        Expectation::of_cases(vec![(Glob::everything(), permitted)])
    }

    #[test]
    fn what_is_permitted_need_not_be_required() {
        use Verdict::{Accepted, CompileError, TimeLimit, WrongAnswer};
        let slow = full(&[Accepted, WrongAnswer, TimeLimit], &[TimeLimit]);
        assert_eq!(unmet(&slow, &[WrongAnswer]).as_deref(), Some("AC or WA or TLE, required TLE"));
        assert_eq!(unmet(&slow, &[WrongAnswer, TimeLimit]), None);
        let may_fail = full(&[Accepted, WrongAnswer], &[]);
        assert_eq!(unmet(&may_fail, &[Accepted]), None);
        assert_eq!(may_fail.to_string(), "AC or WA, none required");
        assert!(full(&[CompileError, TimeLimit], &[]).permits_everywhere(CompileError));
        assert!(!full(&[CompileError, TimeLimit], &[TimeLimit]).permits_everywhere(CompileError));
    }

    #[test]
    fn a_final_verdict_is_one_of_those_named() {
        use Verdict::{Accepted, RuntimeError, WrongAnswer};
        let may_fail = Expectation::finally(&[Accepted, WrongAnswer]);
        assert!(may_fail.permits_finally(Accepted) && may_fail.permits_finally(WrongAnswer));
        assert!(!may_fail.permits_finally(RuntimeError));
        assert_eq!(may_fail.to_string(), "final verdict AC or WA");
        let wrong = Expectation::finally(&[WrongAnswer]);
        assert!(wrong.permits_finally(WrongAnswer) && !wrong.permits_finally(Accepted));
        assert_eq!(wrong.permitted(&Name::from("1")), [Accepted, WrongAnswer]);
        assert_eq!(wrong.to_string(), "final verdict WA");
    }
}
