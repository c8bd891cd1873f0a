//! What to write in the settings where a verdict that was not expected is one that the author expects.

use crate::event::{Outcome, SolutionSummary};
use crate::model::{Scope, Verdict, alternatives};

/// What to write where this outcome of a wrong solution is fine; none where the solution should be right.
pub fn of_outcome(outcome: &Outcome, scope: Scope) -> Option<String> {
    let verdict = outcome.judgement.verdict;
    let expected = &outcome.expected;
    let is_of_program = match verdict {
        Verdict::JudgeError | Verdict::CompileError | Verdict::Skipped => false,
        Verdict::MemoryLimit
        | Verdict::TimeLimit
        | Verdict::IdleLimit
        | Verdict::OutputLimit
        | Verdict::RuntimeError
        | Verdict::WrongAnswer
        | Verdict::Partial
        | Verdict::Accepted => true,
    };
    if !is_of_program || outcome.as_expected() || expected[..] == [Verdict::Accepted] {
        return None;
    }
    let why = match verdict {
        Verdict::Accepted => format!("each case must be {}; where some may be AC", alternatives(expected)),
        Verdict::IdleLimit if expected.contains(&Verdict::TimeLimit) => {
            "a program that waits gets ILE, not TLE; where that is expected".to_owned()
        }
        _ => format!("where {verdict} is expected, too"),
    };
    let what = match scope {
        Scope::Final => format!("add {verdict} to @EXPECTED_RESULTS@"),
        Scope::Cases => format!("write {} for `expect`", list(verdict, expected)),
    };
    Some(format!("hint: {why}, {what}"))
}

/// What to do about a solution of which no case shows the verdict that is required, nothing where one does.
pub fn of_survivor(summary: &SolutionSummary, scope: Scope) -> Option<String> {
    let unmet = summary.unmet.as_ref()?;
    let what = match scope {
        Scope::Final => "add CORRECT to @EXPECTED_RESULTS@".to_owned(),
        Scope::Cases => {
            let permitted = list(summary.expected.first().copied()?, &summary.expected);
            format!("write {{ permitted = {permitted}, required = [] }} for `expect`")
        }
    };
    Some(format!("hint: add a case on which it is {unmet}, or, where none need be, {what}"))
}

/// The verdicts with one more, AC first, as a list of TOML.
fn list(verdict: Verdict, expected: &[Verdict]) -> String {
    let is_other = |other: &Verdict| ![Verdict::Accepted, verdict].contains(other);
    let others = expected.iter().copied().filter(is_other);
    let has_accepted = verdict == Verdict::Accepted || expected.contains(&Verdict::Accepted);
    let accepted = has_accepted.then_some(Verdict::Accepted);
    let new = Some(verdict).filter(|verdict| *verdict != Verdict::Accepted);
    quoted(&accepted.into_iter().chain(others).chain(new).collect::<Vec<_>>())
}

fn quoted(verdicts: &[Verdict]) -> String {
    let codes: Vec<String> = verdicts.iter().map(|verdict| format!("\"{verdict}\"")).collect();
    format!("[{}]", codes.join(", "))
}

#[cfg(test)]
mod tests {
    use super::of_outcome;
    use crate::event::Outcome;
    use crate::event::fixture::{outcome, subject};
    use crate::model::{Name, Scope, Verdict};

    #[track_caller]
    fn check(expected: &[Verdict], verdict: Verdict, expect: Option<&str>) {
        let outcome = outcome(&subject("p", "s", "c"), Name::from("1"), verdict);
        let outcome = Outcome { expected: expected.to_vec(), ..outcome };
        assert_eq!(of_outcome(&outcome, Scope::Cases).as_deref(), expect);
    }

    #[test]
    fn a_hint_says_what_to_write() {
        use Verdict::{Accepted, IdleLimit, JudgeError, RuntimeError, TimeLimit, WrongAnswer};
        let all = "hint: each case must be WA; where some may be AC, write [\"AC\", \"WA\"] for `expect`";
        check(&[WrongAnswer], Accepted, Some(all));
        let idles = "hint: a program that waits gets ILE, not TLE; where that is expected, \
            write [\"AC\", \"TLE\", \"ILE\"] for `expect`";
        check(&[TimeLimit, Accepted], IdleLimit, Some(idles));
        let other = "hint: where RE is expected, too, write [\"WA\", \"RE\"] for `expect`";
        check(&[WrongAnswer], RuntimeError, Some(other));
        check(&[Accepted], WrongAnswer, None);
        check(&[WrongAnswer], JudgeError, None);
        check(&[WrongAnswer], WrongAnswer, None);
    }
}
