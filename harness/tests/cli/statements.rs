//! `add --from-markdown`: what is not certain is refused by number, and answers of statements count.

use insta::assert_snapshot;

use crate::session::{Workspace, doubling, workspace};

/// A statement with the samples 5 and 7, and between them one with markup.
const PARTLY: &str = "## Sample 1\n```\n5\n```\n```\n10\n```\n## Sample 2\n```\n<b>6</b>\n```\n```\n12\n```\n\
    ## Sample 3\n```\n7\n```\n```\n14\n```\n";

#[test]
fn a_sample_that_is_not_certain_is_refused_by_number_and_the_rest_is_added() {
    let workspace = doubling().file("a.md", PARTLY);
    assert_snapshot!(workspace.run("add double --from-markdown a.md -j 1").all(), @"
    double
      ✓ right AC 2/2

    double                1
      right               ··

    all as expected: 1 solution, 2 runs, _ s, 1 job
    added double/sample-1: answer `10` as given
    added double/sample-2: answer `14` as given
    --- stderr ---
    note: a.md, sample 2 is refused: its input has what looks like a tag: `<b>`
    [exit status: 1]
    ");
    assert_eq!(workspace.read("cases/double/sample-2.in"), "7\n");
    assert!(workspace.read("cases/double/sample-2.toml").contains("source = \"a.md, sample 3\""));
}

#[test]
fn a_statement_without_a_certain_sample_is_refused_with_the_reasons() {
    let statement = "**Example 1:**\n**Input:** n = 10<sup>4</sup>\n**Output:** 3\n\n**Example 2:**\n**Input:** [1], 2\n**Output:** 4\n";
    let workspace = doubling().file("a.md", statement);
    let before = workspace.files();
    assert_snapshot!(workspace.run("add double --from-markdown a.md -j 1").all(), @"
    --- stderr ---
    error: no sample in `a.md` is certain: sample 1 is refused: its input has what looks like a tag: `<sup>`; sample 2 is refused: its input has unclear values: `[1], 2`
    hint: write its files, and give them with --input and --answer
    [exit status: 2]
    ");
    assert_eq!(workspace.files(), before);
}

/// The problem `double` without cases, and two samples.
fn two_samples() -> Workspace {
    let statement = "## Sample 1\n```\n1\n```\n```\n2\n```\n## Sample 2\n```\n7\n```\n```\n14\n```\n";
    workspace().problem("double", "").file("a.md", statement)
}

const RIGHT: &str = "read n; echo $((n + n))";
const WRONG: &str = "read n; [ $n -lt 5 ] || n=0; echo $((n + n))";

#[test]
fn samples_are_written_although_a_single_solution_fails_one() {
    let workspace = two_samples().script("double", "mine", WRONG);
    let added = workspace.run("add double --from-markdown a.md -j 1").exits(1);
    added.says("double/mine/sample-2: WA").says("added double/sample-1").says("added double/sample-2");
    assert_eq!(workspace.read("cases/double/sample-2.ans"), "14\n");
    // Another solution accepts the answer.
    let workspace = two_samples().script("double", "mine", WRONG).script("double", "right", RIGHT);
    workspace.run("add double --from-markdown a.md -j 1").exits(1).says("added double/sample-2");
}

#[test]
fn the_reference_or_all_solutions_stop_samples_unless_forced() {
    let all = || two_samples().script("double", "mine", WRONG).script("double", "yours", WRONG);
    let by_all = all().run("add double --from-markdown a.md -j 1").exits(1);
    by_all.says("`mine` should be right on every case and contradicts the given answer on `sample-2`, so nothing was written");
    let reference = "reference = \"mine\"\n";
    let workspace = two_samples().problem("double", reference).script("double", "mine", WRONG);
    let workspace = workspace.script("double", "right", RIGHT);
    let before = workspace.files();
    workspace.run("add double --from-markdown a.md -j 1").exits(1).says("so nothing was written");
    assert_eq!(workspace.files(), before);
    let forced = workspace.run("add double --from-markdown a.md -j 1 --force").exits(1);
    forced.says("added double/sample-2");
    forced.says("note: --force writes the case although `mine` should be right on every case and contradicts the given answer on `sample-2`");
    let nothing = two_samples().script("double", "right", RIGHT);
    nothing.run("add double --from-markdown a.md -j 1 --force").exits(0).does_not_say("--force");
}

#[test]
fn byte_order_marks_and_utf_16_are_taken_off_and_said() {
    let workspace = doubling()
        .file("a.md", "\u{feff}Input: n = 3\r\nOutput: 6\r\n")
        .file("b.in", b"\xef\xbb\xbf5\n")
        .file("b.ans", b"\xff\xfe1\x000\0\r\0\n\0");
    assert_snapshot!(workspace.run("add double --from-markdown a.md -j 1").all(), @"
    double
      ✓ right AC 1/1

    all as expected: 1 solution, 1 run, _ s, 1 job
    added double/sample-1: answer `6` as given
    --- stderr ---
    note: a.md: the byte order mark was removed
    ");
    assert_eq!(workspace.read("cases/double/sample-1.in"), "3\n");
    assert_snapshot!(workspace.run("add double b --input b.in --answer b.ans -j 1").all(), @"
    double
      ✓ right AC 1/1

    all as expected: 1 solution, 1 run, _ s, 1 job
    added double/b: answer `10` as given
    --- stderr ---
    note: input of b.in: the byte order mark was removed; --raw keeps it
    note: answer of b.ans: UTF-16 was converted to UTF-8; --raw keeps it
    note: answer of b.ans: CRLF was converted to LF; --raw keeps it
    ");
    assert_eq!(workspace.read("cases/double/b.in"), "5\n");
    assert_eq!(workspace.read("cases/double/b.ans"), "10\n");
    let empty = workspace.run_with_input("add double", "\u{feff}").exits(2);
    empty.says("the input is empty");
}
