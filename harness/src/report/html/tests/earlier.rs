//! The runs before, on the page.

use std::sync::Arc;
use std::time::Duration;

use crate::event::fixture::{outcome, plan, planned, subject};
use crate::exit_code::ExitCode;
use crate::model::{Expectation, Name, Verdict};
use crate::record::{Earlier, HistoryPoint, Mark};
use crate::report::html::tests::{page, page_after, part, run, small, unbalanced};

/// A solution in an earlier run.
fn point(verdict: Verdict, milliseconds: Option<u64>, marks: &[Mark]) -> HistoryPoint {
    HistoryPoint {
        run: String::new(),
        started: String::new(),
        verdict,
        as_expected: verdict == Verdict::Accepted,
        accepted: (0, 0),
        slowest: milliseconds.map(Duration::from_millis),
        is_partial: false,
        marks: marks.to_vec(),
    }
}

#[test]
fn earlier_runs_are_a_bar_each_and_told_in_words() {
    let of = subject("sums", "careless", "python");
    let points = vec![
        point(Verdict::CompileError, None, &[]),
        point(Verdict::Accepted, Some(50), &[Mark::Source]),
        point(Verdict::Accepted, Some(40), &[]),
    ];
    let earlier = Earlier::made(&[(of, points, vec![Mark::Source, Mark::Cases])]);
    let shown = page_after(small(), Some(&earlier), ExitCode::Unexpected);
    let table = part(&shown, "<table class=\"earlier\">", "</table>");
    let rows = table.split_once("<tbody>").unwrap().1;
    assert_eq!(
        rows.trim(),
        "<tr><th scope=row><a href=\"#sums/careless\">careless</a><td>4<td class=\"text verdicts\">\
         CE\u{a0}×\u{a0}1 → AC\u{a0}×\u{a0}2 (new source) → WA\u{a0}×\u{a0}1 (new source, cases)<td class=text>\
         <svg class=runs-before role=img width=28 height=22 viewBox=\"-1 -1 28 22\">\
         <title>CE, AC 0.050 s, AC 0.040 s, WA 0.100 s</title>\
         <path class=past d=\"M7 10h5v10h-5zM14 12h5v8h-5z\"/><path class=off d=\"M21 0h5v20h-5z\"/></svg>\
         <td>0.040 s<td>0.100 s<td>0.100 s</tr>\n</tbody>"
    );
    assert_eq!(unbalanced(&shown), Vec::<String>::new());
    assert!(!page(small(), ExitCode::Unexpected).contains("Earlier runs"));
}

#[test]
fn of_many_solutions_those_are_shown_of_which_something_changed() {
    let subjects: Vec<_> = (0..250).map(|n| subject("sums", &format!("s{n}"), "cpp")).collect();
    let solutions = subjects.iter().map(|of| planned(of, Expectation::accepted(), &["1"])).collect();
    let outcomes = subjects.iter().map(|of| outcome(of, Name::from("1"), Verdict::Accepted)).collect();
    let runs = |n: usize| {
        let verdict = if n == 7 { Verdict::WrongAnswer } else { Verdict::Accepted };
        vec![HistoryPoint { accepted: (usize::from(n != 7), 1), ..point(verdict, Some(100), &[]) }]
    };
    let earlier: Vec<_> =
        subjects.iter().enumerate().map(|(n, of)| (Arc::clone(of), runs(n), Vec::new())).collect();
    let page = page_after(run(plan(solutions), outcomes), Some(&Earlier::made(&earlier)), ExitCode::Fine);
    let table = part(&page, "<table class=\"earlier\">", "</section>");
    assert_eq!(table.matches("<tr><th scope=row>").count(), 1);
    assert!(
        table.contains("WA\u{a0}×\u{a0}1 → AC\u{a0}×\u{a0}1")
            && table.contains("Not shown: 249 more solutions"),
        "{table}"
    );
}
