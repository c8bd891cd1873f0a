//! Where formats tell what was found out about a failure.

use crate::event::fixture::{explanation, outcome, planned, subject};
use crate::exit_code::ExitCode;
use crate::model::Verdict::Accepted;
use crate::model::{Expectation, Name};
use crate::report::machine::MachineFormat;
use crate::report::machine::fixture::{Script, wrong};

/// A solution that fails on two cases, the second of which is explained, and one that is fine.
fn explained() -> Script {
    let one = subject("p", "s", "cpp");
    let fine = subject("p", "t", "cpp");
    Script::default()
        .solution(
            planned(&one, Expectation::accepted(), &["1", "2"]),
            vec![wrong(&one, "1"), wrong(&one, "2")],
        )
        .solution(
            planned(&fine, Expectation::accepted(), &["1"]),
            vec![outcome(&fine, Name::from("1"), Accepted)],
        )
        .explained(explanation(&one))
}

/// What people are told of it.
fn told() -> String {
    crate::report::explained::text(&explanation(&subject("p", "s", "cpp")), 100)
}

#[test]
fn an_explanation_stands_with_the_failure_of_junit() {
    let text = explained().play(MachineFormat::Junit, ExitCode::Unexpected);
    let document = roxmltree::Document::parse(&text).unwrap();
    let suites: Vec<_> = document
        .descendants()
        .filter(|node| node.has_tag_name("testsuite"))
        .map(|suite| suite.attribute("name").unwrap())
        .collect();
    assert_eq!(suites, ["p/s", "p/t"]);
    let said = document.descendants().find(|node| node.has_tag_name("system-err")).unwrap();
    let test = said.parent().unwrap();
    assert_eq!((test.attribute("classname"), test.attribute("name")), (Some("p.s"), Some("2")));
    let elements: Vec<_> =
        test.children().filter(roxmltree::Node::is_element).map(|node| node.tag_name().name()).collect();
    assert_eq!(elements, ["properties", "failure", "system-err"]);
    assert_eq!(said.text().unwrap().trim_end(), told());
    assert_eq!(text.matches("<system-err>").count(), 1);
}

#[test]
fn an_explanation_is_a_block_of_markdown() {
    let text = explained().play(MachineFormat::Markdown(None), ExitCode::Unexpected);
    let (_, block) = text.split_once("\nWhy ").unwrap();
    let expect = format!("`p/s/2` failed:\n\n```text\n{}\n```", told());
    assert_eq!(block.split_once("\n\n|").unwrap().0, expect);
}

#[test]
fn an_annotation_of_github_stands_where_the_fault_is() {
    let text = explained().play(MachineFormat::Github, ExitCode::Unexpected);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("::error file=solutions/p/s.cpp,line=1,title=WA of p/s/1::"), "{text}");
    let start = "::error file=solutions/p/\\xffs.cpp,line=5,title=WA of p/s/2::WA, expected AC: \
                 expected `7`, got `<8>`%0Aa run of its own, AddressSanitizer, not the one that was judged: RE%0A\
                 heap-buffer-overflow: READ of size 4%0A";
    assert!(lines[1].starts_with(start), "{text}");
}

#[test]
fn an_explanation_is_a_comment_of_tap_behind_all_tests() {
    let text = explained().play(MachineFormat::Tap, ExitCode::Unexpected);
    let (tests, comments) = text.split_once("# p/s/2:\n").unwrap();
    assert!(tests.contains("ok 5 - p/t") && !tests.contains('#'), "{text}");
    let (comments, plan) = comments.split_once("1..").unwrap();
    assert_eq!(plan, "5\n");
    let shown: Vec<&str> = comments.lines().map(|line| line.strip_prefix("#   ").unwrap()).collect();
    assert_eq!(shown.join("\n"), told());
}
