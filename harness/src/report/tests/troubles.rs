//! Runs that do not end well although each solution is as expected.

use super::play;
use crate::event::fixture::{outcome, plan, planned, subject};
use crate::event::{Event, RunEnd};
use crate::exit_code::ExitCode;
use crate::model::{Expectation, Name, Verdict};
use crate::report::Format;
use crate::ui::Verbosity;
use std::sync::Arc;
use std::time::Duration;

/// A run of one right solution on two cases, up to the first or to its end.
fn events(is_whole: bool) -> Vec<Event> {
    let right = subject("sums", "right", "cpp");
    let judged = |case| Event::Judged(Box::new(outcome(&right, Name::from(case), Verdict::Accepted)));
    let plan = plan(vec![planned(&right, Expectation::accepted(), &["1", "2"])]);
    let mut events = vec![Event::RunStarted(Arc::new(plan)), judged("1")];
    if is_whole {
        events.push(judged("2"));
        let (wall, steal_per_mille) = (Some(Duration::from_millis(2500)), 0);
        events.push(Event::RunFinished(RunEnd { wall, interrupted: None, steal_per_mille }));
    }
    events
}

/// What the human report and the page say at the top or at the end.
fn said(is_whole: bool, code: ExitCode) -> [String; 3] {
    let played = |format| play(format, Verbosity::Normal, 200, &events(is_whole), code);
    let (human, page) = (played(Format::Human), played(Format::Html));
    let between = |start: &str, end: &str| {
        let rest = page.split_once(start).unwrap().1;
        rest.split_once(end).unwrap().0.to_owned()
    };
    let last = human.lines().last().unwrap();
    [last.rsplit_once(": ").unwrap().0.to_owned(), between("<title>", "</title>"), between("<h1 ", "</h1>")]
}

#[test]
fn people_read_what_is_wrong_where_no_solution_shows_it() {
    let wrong = [
        (
            true,
            ExitCode::Unexpected,
            "not all is as expected: records that were merged contradict each other",
        ),
        (true, ExitCode::Incomplete, "something was not run"),
        (false, ExitCode::Incomplete, "the record is cut off, and what would follow is not known"),
        (true, ExitCode::JudgeFailed, "the judge failed"),
        (false, ExitCode::Interrupted(15), "interrupted by signal 15"),
    ];
    for (is_whole, code, what) in wrong {
        let expected = [what.to_owned(), format!("harness: {what}"), format!("class=\"bad\">{what}")];
        assert_eq!(said(is_whole, code), expected);
        let tap = play(Format::Tap, Verbosity::Normal, 80, &events(is_whole), code);
        assert!(tap.contains(what), "{tap}");
    }
    let fine = "all as expected";
    let expected = [fine.to_owned(), format!("harness: {fine}"), format!("class=\"good\">{fine}")];
    assert_eq!(said(true, ExitCode::Fine), expected);
}
