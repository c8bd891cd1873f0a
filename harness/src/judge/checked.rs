//! What a checker program says of an output. It is asked only of programs that ended well within their limits.

use harness_sandbox::{Ending, Execution};

use crate::judge::decider::{Decider, Feedback, failed, failure};
use crate::judge::points::{Decision, decision, in_words};
use crate::judge::report::without_report;
use crate::model::{Mismatch, Opinion, Share};

/// The opinion of a checker that ended like this, or of an interactor that talked to a person.
///
/// # Errors
/// It failed; how.
pub fn opinion_of(checker: &Decider, facts: &Execution, feedback: &Feedback) -> Result<Opinion, String> {
    let plain =
        checker.report.map(|form| without_report(facts, form, feedback.report.as_deref())).transpose();
    let plain = plain.map_err(|how| failed(checker, &how, None))?;
    let facts = plain.as_ref().unwrap_or(facts);
    let said = feedback.messages.said(facts);
    let decided = match facts.ending {
        Ending::Exited(status) => decision(checker, status, facts, feedback),
        Ending::Signaled(_) | Ending::Stopped(_) | Ending::NotStarted(_) | Ending::Interrupted => {
            Ok(Decision::Unknown)
        }
    };
    let mismatch = |reason: String| {
        let hints = feedback.messages.notes(&reason, &facts.stderr.text());
        Box::new(Mismatch { reason, place: None, excerpt: None, hints })
    };
    match decided {
        Ok(Decision::Gives(share)) if share == Share::FULL => Ok(Opinion::Right { notes: Vec::new() }),
        Ok(Decision::Gives(share)) => {
            let mismatch = mismatch(in_words(checker, share, said.as_deref()));
            let is_nothing = share == Share::NONE;
            Ok(if is_nothing { Opinion::Wrong(mismatch) } else { Opinion::Partial { share, mismatch } })
        }
        Ok(Decision::Rejects) => Ok(Opinion::Wrong(mismatch(match said {
            Some(words) => format!("the {} says: {words}", checker.kind),
            None => format!("the {} rejects it without a message", checker.kind),
        }))),
        Ok(Decision::Fails | Decision::Unknown) => Err(failure(checker, facts, said)),
        Err(how) => Err(failed(checker, &how, said)),
    }
}

#[cfg(test)]
mod tests {
    use harness_sandbox::{Breach, Ending, Execution, Tail};

    use crate::event::fixture::{execution, limits};
    use crate::judge::checked::opinion_of;
    use crate::judge::decider::{Decider, Feedback, Messages};
    use crate::model::{Opinion, Pass, Protocol};

    /// What a checker says that ended like this and left this behind.
    fn opinion(protocol: Protocol, ending: Ending, stderr: &str, feedback: &Feedback) -> String {
        opinion_in(Pass::ONLY, protocol, ending, stderr, feedback)
    }

    fn decided(
        pass: Pass,
        protocol: Protocol,
        ending: Ending,
        stderr: &str,
        feedback: &Feedback,
    ) -> Result<Opinion, String> {
        let name = "check".to_owned();
        let checker = Decider {
            kind: "checker",
            name,
            protocol,
            limits: limits(),
            full_points: 2.0,
            pass,
            report: None,
        };
        let stderr = Tail { head: stderr.as_bytes().to_vec(), ..Tail::default() };
        let facts = Execution { ending, stderr, ..execution() };
        opinion_of(&checker, &facts, feedback)
    }

    /// What is told beside the reason of one that rejects.
    fn notes(protocol: Protocol, ending: Ending, stderr: &str) -> Vec<String> {
        match decided(Pass::ONLY, protocol, ending, stderr, &Feedback::default()) {
            Ok(Opinion::Wrong(mismatch)) => mismatch.hints,
            other => panic!("{other:?}"),
        }
    }

    fn opinion_in(
        pass: Pass,
        protocol: Protocol,
        ending: Ending,
        stderr: &str,
        feedback: &Feedback,
    ) -> String {
        match decided(pass, protocol, ending, stderr, feedback) {
            Ok(Opinion::Right { .. }) => "right".to_owned(),
            Ok(Opinion::Partial { share, mismatch }) => format!("{}: {}", share.value(), mismatch.reason),
            Ok(Opinion::Wrong(mismatch)) => mismatch.reason,
            Ok(Opinion::Broken(why)) | Err(why) => why,
        }
    }

    /// The same with a message for the judges.
    fn said(protocol: Protocol, ending: Ending, stderr: &str, message: &str) -> String {
        let messages = Messages::read(message.as_bytes(), b"");
        opinion(protocol, ending, stderr, &Feedback { messages, ..Feedback::default() })
    }

    #[test]
    fn a_checker_accepts_rejects_or_has_failed() {
        use Protocol::{Kattis, Testlib};
        let exit = Ending::Exited;
        assert_eq!(said(Kattis, exit(42), "", ""), "right");
        assert_eq!(said(Kattis, exit(43), "", "line 2: 7\n"), "the checker says: line 2: 7");
        assert_eq!(said(Kattis, exit(43), "", ""), "the checker rejects it without a message");
        let unknown = "the checker `check` failed: exit status 0 (kattis: 42 accepts, 43 rejects)";
        assert_eq!(said(Kattis, exit(0), "", ""), unknown);
        assert_eq!(said(Testlib, exit(0), "ok 3 numbers", ""), "right");
        assert_eq!(
            said(Testlib, exit(1), "wrong answer 1st differs", ""),
            "the checker says: wrong answer 1st differs"
        );
        assert_eq!(
            said(Testlib, exit(2), "wrong output format x", ""),
            "the checker says: wrong output format x"
        );
        // A message of several lines begins with its outcome; above it is what was printed before.
        let lines = "looking at 3\nwrong answer not connected:\n  1 -> 2\n  (see above)\n";
        assert_eq!(said(Testlib, exit(1), lines, ""), "the checker says: wrong answer not connected:");
        assert_eq!(
            notes(Testlib, exit(1), lines),
            ["looking at 3", "wrong answer not connected:", "  1 -> 2", "  (see above)"]
                .map(|line| format!("standard error: {line}"))
        );
        assert_eq!(notes(Testlib, exit(1), "wrong answer x\n"), Vec::<String>::new());
        assert_eq!(said(Testlib, exit(1), "wrong answers\nare bad", ""), "the checker says: are bad");
        assert_eq!(said(Testlib, exit(3), "FAIL x", ""), "the checker `check` failed: exit status 3: FAIL x");
    }

    #[test]
    fn testlib_gives_points_by_a_status_and_a_message() {
        let exit = |status, stderr: &str| said(Protocol::Testlib, Ending::Exited(status), stderr, "");
        assert_eq!(exit(7, "points 0.5 half"), "0.25: the checker gives 0.5 of 2 points: points 0.5 half");
        assert_eq!(exit(7, "a word before\npoints 2"), "right");
        assert_eq!(exit(7, "points 0 none"), "the checker gives 0 of 2 points: points 0 none");
        let too_many = "the checker `check` failed: it gives 3 points, which is not from 0 to 2; set `full_points` in \
                        problem.toml to what it gives for a case that is right: points 3";
        assert_eq!(exit(7, "points 3"), too_many);
        let no_number = "the checker `check` failed: exit status 7 gives points, and no line of its standard error \
                         begins with `points` and a number";
        assert_eq!(exit(7, ""), no_number);
        assert_eq!(exit(7, "points_info=x"), format!("{no_number}: points_info=x"));
        // `_pc`: the status is the number, whatever else it could mean.
        let one = "the checker gives 1 of 2 points: partially correct (1) x";
        assert_eq!(exit(1, "partially correct (1) x"), format!("0.5: {one}"));
        assert_eq!(exit(51, "partially correct (1) x"), format!("0.5: {one}"));
        assert_eq!(exit(17, "partially correct (1) x"), format!("0.5: {one}"));
        assert_eq!(
            exit(17, "partially correct x"),
            "0.5: the checker gives 1 of 2 points: partially correct x"
        );
        let unknown = exit(9, "partially correct (2147483647)");
        assert!(unknown.starts_with("the checker `check` failed: exit status 9 ("), "{unknown}");
        assert_eq!(exit(0, "partially correct (0) x"), one.replace('1', "0"));
        assert_eq!(exit(2, "partially correct (2)"), "right");
        assert_eq!(
            exit(1, "wrong answer partially correct (1)"),
            "the checker says: wrong answer partially correct (1)"
        );
        assert_eq!(exit(2, "partially correct (1)"), "the checker says: partially correct (1)");
    }

    #[test]
    fn kattis_gives_points_by_a_file() {
        let exit = |status, score: Option<&str>, multiplier: Option<&str>| {
            let (score, multiplier) = (score.map(str::to_owned), multiplier.map(str::to_owned));
            let feedback = Feedback { score, multiplier, ..Feedback::default() };
            opinion(Protocol::Kattis, Ending::Exited(status), "", &feedback)
        };
        assert_eq!(exit(42, Some("0.5\n"), None), "0.25: the checker gives 0.5 of 2 points");
        assert_eq!(exit(42, Some("2"), None), "right");
        assert_eq!(exit(42, None, Some("0.5")), "0.5: the checker gives 1 of 2 points");
        let failed = |how: &str| format!("the checker `check` failed: {how}");
        assert_eq!(
            exit(42, None, Some("1.5")),
            failed("`score_multiplier.txt` says 1.5, which is not from 0 to 1")
        );
        assert_eq!(exit(42, Some("much"), None), failed("`score.txt` holds no number: much"));
        assert_eq!(exit(42, Some("nan"), None), failed("`score.txt` holds no number: nan"));
        assert_eq!(
            exit(42, Some("1"), Some("1")),
            failed("it wrote both `score.txt` and `score_multiplier.txt`")
        );
        assert_eq!(exit(43, Some("0"), None), failed("it rejects, and gives points in `score.txt`"));
        assert_eq!(exit(43, None, None), "the checker rejects it without a message");
    }

    #[test]
    fn another_pass_is_asked_for_by_who_accepts_while_one_is_left() {
        let failed = |how: &str| format!("the checker `check` failed: {how}");
        let asks = |status, pass, score: Option<&str>| {
            let score = score.map(str::to_owned);
            let feedback = Feedback { wants_next_pass: true, score, ..Feedback::default() };
            opinion_in(pass, Protocol::Kattis, Ending::Exited(status), "", &feedback)
        };
        let [first, last] = [1, 2].map(|number| Pass { number, most: 2 });
        assert_eq!(asks(42, first, None), "right");
        // Points count in the last pass.
        assert_eq!(asks(42, first, Some("0.5")), "right");
        let over = "it asks for another pass by `nextpass.in`, and `passes` in problem.toml allows 2";
        assert_eq!(asks(42, last, None), failed(over));
        let only = "it asks for another pass by `nextpass.in`; set `passes` in problem.toml to how often a solution \
                    may be run";
        assert_eq!(asks(42, Pass::ONLY, None), failed(only));
        for pass in [first, last, Pass::ONLY] {
            let rejects = failed("it rejects, and asks for another pass by `nextpass.in`");
            assert_eq!(asks(43, pass, None), rejects);
            assert!(asks(1, pass, None).starts_with(&failed("exit status 1 (")), "{pass}");
        }
    }

    #[test]
    fn a_checker_that_is_ended_has_failed_whatever_it_said() {
        let time = "the checker `check` failed: it used more than 1.000 s of CPU time, `helpers.time_limit`";
        assert_eq!(said(Protocol::Kattis, Ending::Stopped(Breach::Cpu), "", ""), time);
        let killed = said(Protocol::Testlib, Ending::Signaled(11), "", "");
        assert!(killed.starts_with("the checker `check` failed: SIGSEGV"), "{killed}");
    }
}
