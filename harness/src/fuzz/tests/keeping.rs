//! What a hunt tells, event by event, and how it ends.

use std::io;
use std::sync::atomic::AtomicUsize;

use crate::event::{Clock, Event, HuntEvent, HuntReporter, Reporter, Stamped, StampedHunt};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::fuzz::tests::{count, hunt, lab, nth, wrong_behind_seven};
use crate::fuzz::{HuntTeller, Keeper};
use crate::programs::fixture::Lab;

/// Keeps what it hears: the kind of each event of the hunt, and the verdicts of the judging in between.
#[derive(Default)]
struct Heard {
    told: Vec<String>,
    added: Vec<String>,
}

impl Reporter for Heard {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        if let Event::Judged(outcome) = &event.event {
            self.told.push(format!("{} {}", outcome.subject.solution, outcome.judgement.verdict));
        }
        Ok(())
    }

    fn finish(&mut self, _exit_code: ExitCode) -> io::Result<()> {
        panic!("the end of the judging is no end of the hunt");
    }
}

impl HuntReporter for Heard {
    fn on_hunt(&mut self, event: &StampedHunt) -> io::Result<()> {
        if let HuntEvent::Added(added) = &event.event {
            self.added.extend(added.cases.iter().map(|case| format!("{} by {}", case.case, case.by)));
        }
        let text = format!("{:?}", event.event);
        self.told.push(text.split(['(', ' ']).next().unwrap().to_owned());
        Ok(())
    }
}

/// Hunts for these targets.
fn kept(lab: &Lab, targets: &[&str], is_dry: bool) -> (Result<ExitCode, Failure>, Heard) {
    hunt(lab, targets, 200, |hunt, _, _| {
        let mut heard = Heard::default();
        let teller = HuntTeller::new(Clock::start(), &mut heard);
        let code = Keeper { hunt, name: None, is_dry, teller }.run("size={size}", None);
        let cases = std::fs::read_dir(&hunt.programs.problem.folder).unwrap().count();
        assert_eq!(cases > 0, !is_dry && !heard.added.is_empty());
        (code, heard)
    })
}

#[test]
fn what_is_found_is_told_judged_and_added() {
    let lab = lab().right("right", count).reference("right").wrong("bad", wrong_behind_seven);
    for is_dry in [true, false] {
        let (code, heard) = kept(&lab, &["bad"], is_dry);
        assert_eq!(code.unwrap(), ExitCode::Fine);
        let told = "Started Found Reduced Counterexample right AC bad WA JudgingEnded Added Again";
        assert_eq!(heard.told.join(" "), told);
        assert_eq!(heard.added, ["01 by the reference `right`"]);
    }
}

#[test]
fn a_hunt_that_finds_nothing_says_so() {
    let lab = lab().right("right", count).right("same", count).wrong("wrong", count).reference("right");
    let (code, heard) = kept(&lab, &["same"], false);
    assert_eq!((code.unwrap(), heard.told.join(" ")), (ExitCode::Fine, "Started NothingFound".to_owned()));
    // There should have been something.
    let (code, heard) = kept(&lab, &["wrong"], false);
    assert_eq!((code.unwrap(), heard.told.len()), (ExitCode::Unexpected, 2));
}

#[test]
fn what_cannot_be_kept_is_shown() {
    let both = lab().right("one", count).right("other", wrong_behind_seven);
    let (failure, heard) = kept(&both, &[], false);
    assert_eq!(failure.unwrap_err().code, ExitCode::Unexpected);
    assert_eq!(heard.told.join(" "), "Started Found Reduced Counterexample");
}

#[test]
fn what_fails_by_chance_is_shown() {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    fn flaky(args: &[String], input: &str) -> (String, i32) {
        if nth(&CALLS) == 3 { ("0\n".to_owned(), 0) } else { count(args, input) }
    }
    let by_chance = lab().right("right", count).reference("right").wrong("bad", flaky);
    let (failure, heard) = kept(&by_chance, &["bad"], false);
    assert!(failure.unwrap_err().source.to_string().contains("it fails 1 of 10 times on the same input"));
    assert_eq!(heard.told.join(" "), "Started Counterexample Flaky Again");
}
