//! What a checker program says of an output. It is asked only of programs that ended well within their limits.

use harness_sandbox::{Ending, Execution};

use crate::judge::decider::{Decider, Messages, failure};
use crate::model::{ExitMeaning, Mismatch, Opinion};

/// The opinion of a checker that ended like this.
///
/// # Errors
/// It failed; how.
pub fn opinion_of(checker: &Decider, facts: &Execution, messages: &Messages) -> Result<Opinion, String> {
    let said = messages.said(facts);
    let meaning = match facts.ending {
        Ending::Exited(status) => checker.protocol.meaning(status),
        Ending::Signaled(_) | Ending::Stopped(_) | Ending::NotStarted(_) | Ending::Interrupted => {
            ExitMeaning::Unknown
        }
    };
    match meaning {
        ExitMeaning::Accepts => Ok(Opinion::Right { notes: Vec::new() }),
        ExitMeaning::Rejects => {
            let reason = match said {
                Some(words) => format!("the checker says: {words}"),
                None => "the checker rejects it without a message".to_owned(),
            };
            let hints = messages.notes(&reason);
            Ok(Opinion::Wrong(Box::new(Mismatch { reason, place: None, excerpt: None, hints })))
        }
        ExitMeaning::Points | ExitMeaning::Fails | ExitMeaning::Unknown => Err(failure(checker, facts, said)),
    }
}

#[cfg(test)]
mod tests {
    use harness_sandbox::{Breach, Ending, Execution, Tail};

    use crate::event::fixture::{execution, limits};
    use crate::judge::checked::opinion_of;
    use crate::judge::decider::{Decider, Messages};
    use crate::model::{Opinion, Protocol};

    /// What a checker says that ended like this.
    fn said(protocol: Protocol, ending: Ending, stderr: &str, message: &str) -> String {
        let checker = Decider { kind: "checker", name: "check".to_owned(), protocol, limits: limits() };
        let stderr = Tail { head: stderr.as_bytes().to_vec(), ..Tail::default() };
        let facts = Execution { ending, stderr, ..execution() };
        match opinion_of(&checker, &facts, &Messages::read(message.as_bytes(), b"")) {
            Ok(Opinion::Right { .. }) => "right".to_owned(),
            Ok(Opinion::Wrong(mismatch)) => mismatch.reason,
            Ok(Opinion::Broken(why)) | Err(why) => why,
        }
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
        assert_eq!(said(Testlib, exit(3), "FAIL x", ""), "the checker `check` failed: exit status 3: FAIL x");
        let points =
            "the checker `check` gives points (exit status 7), which are not supported yet: points 0.5";
        assert_eq!(said(Testlib, exit(7), "points 0.5", ""), points);
    }

    #[test]
    fn a_checker_that_is_ended_has_failed_whatever_it_said() {
        let time = "the checker `check` failed: it used more than 1.000 s of CPU time, `helpers.time_limit`";
        assert_eq!(said(Protocol::Kattis, Ending::Stopped(Breach::Cpu), "", ""), time);
        let killed = said(Protocol::Testlib, Ending::Signaled(11), "", "");
        assert!(killed.starts_with("the checker `check` failed: SIGSEGV"), "{killed}");
    }
}
