//! Pictures of cases, drawn by a program of the problem.

use insta::assert_snapshot;

use crate::session::{Workspace, doubling};

/// The problem `double` with this view.
fn viewed(view: &str) -> Workspace {
    doubling().problem("double", "view = \"view.sh\"\n").file("cases/double/view.sh", view)
}

#[test]
fn a_text_stands_below_the_files_and_has_the_whole_width() {
    let workspace =
        viewed("read n < $1; read m < $2; echo \"$# files\"; printf '%s  twice\\n\\n|%0120d\\n' $n $m");
    assert_snapshot!(workspace.run("show double/1*").exits(0).all(), @"
    double/1-small
    input [ROOT]/cases/double/1-small.in
      2
    answer [ROOT]/cases/double/1-small.ans
      4
    view view.sh
    2 files
    2  twice

    |00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000…
    ");
    let output = workspace.run("show double").exits(0);
    output.says("\n1000000  twice\n").says("double/2-large\n");
}

#[test]
fn where_there_is_no_answer_there_is_the_input_alone() {
    let workspace = viewed("echo \"$# file\"; cat $1")
        .problem("double", "view = \"view.sh\"\ninteractor = \"talk.sh\"\n")
        .file("cases/double/talk.sh", "exit 42\n")
        .file("cases/double/3-alone.in", "7\n");
    workspace.run("show double/3-alone").exits(0).says("view view.sh\n1 file\n7\n");
}

#[test]
fn a_case_may_lie_behind_links() {
    let elsewhere = tempfile::tempdir().unwrap();
    let input = elsewhere.path().join("linked");
    std::fs::write(&input, "35\n").unwrap();
    let workspace = viewed("cat $1 $2").link("cases/double/3-linked.in", input.to_str().unwrap());
    let workspace =
        workspace.file("kept/4.ans", "70\n").link("cases/double/3-linked.ans", "../../kept/4.ans");
    workspace.run("show double/3-linked").exits(0).says("view view.sh\n35\n70\n");
}

#[test]
fn a_picture_goes_to_a_file_as_it_is() {
    let workspace = viewed("printf '<svg>\\033[1m\\377</svg>'");
    assert_snapshot!(workspace.run("show double/1-small").exits(0).all(), @"
    double/1-small
    input [ROOT]/cases/double/1-small.in
      2
    answer [ROOT]/cases/double/1-small.ans
      4
    view view.sh: SVG of 16 bytes; `harness show double/1-small --picture FILE` writes it to a file
    ");
    assert_snapshot!(workspace.run("show double/1-small --picture board.svg").all(), @"");
    assert_eq!(std::fs::read(workspace.root().join("board.svg")).unwrap(), b"<svg>\x1b[1m\xff</svg>");
    // Text is written likewise; a file that is there is replaced.
    let workspace = workspace.file("cases/double/view.sh", "cat $1 $2");
    workspace.run("show double/2-large --picture board.svg").exits(0).does_not_say("1000000");
    assert_eq!(workspace.read("board.svg"), "1000000\n2000000\n");
}

#[test]
fn no_picture_can_be_written_without_a_view_or_of_several_cases() {
    assert_snapshot!(doubling().run("show double/1-small --picture p").all(), @r#"
    --- stderr ---
    error: `double` has no view, so there is no picture
    hint: add `view = "PROGRAM"` to its problem.toml
    [exit status: 2]
    "#);
    let workspace = viewed("cat $1");
    assert_snapshot!(workspace.run("show double --picture p").all(), @"
    --- stderr ---
    error: `--picture` writes one picture, and this selects 2 cases
    hint: write PROBLEM/CASE
    [exit status: 2]
    ");
    workspace.run("show double/1-small --picture no/p").exits(2).says("failed to write `no/p`");
    let before = workspace.file("p", "as it was\n").file("cases/double/view.sh", "echo half; exit 3");
    before.run("show double/1-small --picture p").exits(2).says("the view `view.sh` failed: RE, ");
    assert_eq!(before.read("p"), "as it was\n");
}

#[test]
fn a_view_that_fails_is_a_note() {
    let settings = "[helpers]\ntime_limit = \"300ms\"\noutput_limit = \"64KiB\"\nmemory_limit = \"64MiB\"\n";
    let failures = [
        ("echo some; echo 'no board' >&2; exit 3", "RE, exit status 3: no board"),
        ("kill -SEGV $$", "RE, SIGSEGV"),
        ("while :; do :; done", "TLE, more than 0.300 s"),
        ("sleep 100", "ILE, "),
        ("while :; do echo 0123456789012345678901234567890123456789; done", "OLE, "),
    ];
    for (text, why) in failures {
        let output = viewed(text).setting(settings).run("show double/1-small").exits(0);
        output.says("answer [ROOT]/cases/double/1-small.ans\n  4\n").does_not_say("some");
        output.says(&format!("note: no picture of double/1-small: the view `view.sh` failed: {why}"));
    }
}

#[test]
fn a_view_that_cannot_be_built_is_a_note_and_hinders_nothing_else() {
    let workspace = doubling()
        .problem("double", "view = \"view.c\"\nreference = \"right\"\n")
        .file("cases/double/view.c", "int main( {\n");
    let output = workspace.run("show double/1-small").exits(0);
    output.says("note: no picture of double/1-small: `view.c` cannot be built").says("  4\n");
    workspace.run("grade").exits(0).does_not_say("view");
    workspace.run_with_input("add double more -j 1", "5\n").exits(0).does_not_say("view");
}

#[test]
fn what_a_terminal_would_obey_is_escaped() {
    let workspace =
        viewed("printf '\\033]0;title\\007\\033[2Ja\\tb\\r\\000\\n'; cat $2; echo 'no \\033[31m' >&2");
    let output = workspace.run("show double/1-small").exits(0);
    output.says("\\x1b]0;title\\x07\\x1b[2Ja b␍␀\n4\n");
    assert!(!workspace.run_in_terminal("show double/1-small").contains("\x1b]0;"));
    let workspace = viewed("printf 'no \\033]0;x\\007\\nboard\\n' >&2; exit 1");
    let output = workspace.run("show double/1-small").exits(0);
    output.says("failed: RE, exit status 1: board\n  no \\x1b]0;x\\x07\n  board\n");
}

#[test]
fn a_small_picture_stands_below_a_failure() {
    let workspace = viewed("echo \"n = $(cat $1)\"").script("double", "wrong", "echo 0");
    let output = workspace.run("grade -j 1").exits(1);
    output.says("\n  picture\nn = 2\n  alone: harness grade double/wrong/1-small\n").does_not_say("draws");
    assert_eq!(output.all().matches("picture").count(), 1, "{output}");
    // The record has it, too.
    workspace.run("report").exits(1).says("\n  picture\nn = 2\n");
    workspace.run("grade double/right").exits(0).does_not_say("picture");
    let workspace = workspace.problem("double", "view = \"view.sh\"\n[solution.wrong]\nexpect = \"WA\"\n");
    workspace.run("grade").exits(0).does_not_say("picture");
}

#[test]
fn a_wrong_output_is_drawn_beside_the_answer() {
    let view = "echo \"n = $(cat $1)\"; [ $(cat $2) = $((2 * $(cat $1))) ] && echo right || cat $2";
    let workspace = viewed(view)
        .script("double", "wrong", "echo 0 1")
        .script("double", "other", "echo 0 1")
        .script("double", "crash", "echo 7; exit 1")
        .script("double", "bytes", "printf '\\377\\n'")
        .script("double", "long", "printf '%05000d' 3");
    let output = workspace.run("grade -j 1").exits(1);
    let both =
        "\n  picture, expected\nn = 2\nright\n  picture, got\nn = 2\n0 1\n  alone: harness grade double/";
    output.says(&format!("{both}wrong/1-small\n")).says(&format!("{both}other/1-small\n"));
    let alone = "\n  picture\nn = 2\nright\n";
    for solution in ["crash", "bytes", "long"] {
        // What it printed is no reason, or no text, or too much.
        output.says(&format!("{alone}  alone: harness grade double/{solution}/1-small\n"));
    }
    assert_eq!(output.all().matches("picture, got").count(), 2, "{output}");
    // The record has them, too.
    let again = workspace.run("report").exits(1);
    again.says(&format!("{both}wrong/1-small\n"));
    workspace.run("grade --report html=page.html").exits(1).says("picture, got");
    let page = workspace.read("page.html");
    assert_eq!(page.matches("<div class=\"pair\">").count(), 2);
    assert!(page.contains("<figcaption>Picture, got</figcaption><pre tabindex=\"0\">n = 2\n0 1\n</pre>"));
}

#[test]
fn an_output_that_a_checker_program_rejects_is_drawn() {
    let checker =
        "read n < $3; read o < $2; [ \"$n\" = \"$o\" ] && exit 0; echo 'wrong answer no' >&2; exit 1";
    let workspace = viewed("cat $2")
        .problem("double", "view = \"view.sh\"\nchecker = { testlib = \"check.sh\" }\n")
        .file("cases/double/check.sh", checker)
        .script("double", "wrong", "read n; echo $((n + 1))");
    let output = workspace.run("grade -j 1").exits(1);
    output.says("the checker says: wrong answer no").says("\n  picture, expected\n4\n  picture, got\n3\n");
    // It is that of the run, and kept with the record.
    workspace.run("grade -j 1 --no-record").exits(1).says("\n  picture\n4\n").does_not_say("picture, got");
}

#[test]
fn a_view_that_fails_on_an_output_is_told_and_decides_nothing() {
    let view = "read m < $2; case $m in *[!0-9]*) echo 'no number' >&2; exit 3;; esac; echo drawn $m";
    let workspace = viewed(view).script("double", "wrong", "echo abc");
    let output = workspace.run("grade -j 1").exits(1);
    output.says("\n  picture, expected\ndrawn 4\n  picture, got\n");
    output.says("the view `view.sh` failed: RE, exit status 3: no number\n");
    let output = workspace.run("show double/1-small --of wrong").exits(0);
    output
        .says("output of wrong\n  abc\n")
        .says("note: no picture of double/1-small: the view `view.sh` failed");
    output.says("wrong: WA (wrong answer): ");
}

#[test]
fn a_case_is_drawn_with_what_a_solution_prints() {
    let workspace = viewed("cat $1 $2").script("double", "wrong", "read n; echo $((n + 1))");
    let output = workspace.run("show double/1-small --of wrong").exits(0);
    assert_snapshot!(output.stdout, @"
    double/1-small
    input [ROOT]/cases/double/1-small.in
      2
    answer [ROOT]/cases/double/1-small.ans
      4
    output of wrong
      3
    view view.sh
    2
    3
    ");
    output.says("wrong: WA (wrong answer): 0.");
    workspace.run("show double/1-small --of wrong --picture p").exits(0).says("wrong: WA (wrong answer): 0.");
    assert_eq!(workspace.read("p"), "2\n3\n");
    workspace
        .run("show double --of wrong")
        .exits(2)
        .says("`--of` writes one picture, and this selects 2 cases");
    workspace.run("show double/1-small --of wrong --output wrong").exits(2).says("cannot be used with");
    workspace.run("show double/1-small --of none").exits(4).says("none");
    let svg = workspace.file("cases/double/view.sh", "echo '<svg/>'");
    svg.run("show double/1-small --of wrong").exits(0).says("show double/1-small --of wrong --picture FILE");
    let unviewed = svg.problem("double", "");
    unviewed.run("show double/1-small --of wrong").exits(2).says("`double` has no view");
    let talking = unviewed
        .problem("double", "view = \"view.sh\"\ninteractor = \"talk.sh\"\n")
        .file("cases/double/talk.sh", "exit 42\n");
    talking.run("show double/1-small --of wrong").exits(2).says("`double` is interactive, so no output");
}

#[test]
fn a_failure_says_how_its_case_is_drawn_where_no_picture_stands_below_it() {
    let workspace = viewed("echo '<svg/>'").script("double", "wrong", "echo 0");
    let output = workspace.run("grade").exits(1);
    output.says("✗ double/wrong/1-small: WA").says(
        "hint: `harness show double/1-small` draws the case, and with `--of wrong` the output of that solution\n",
    );
    // The command can be pasted into a shell.
    let workspace = workspace.case("double", "0 $x", "3\n", "6\n");
    workspace.run("grade").exits(1).says("hint: `harness show 'double/0 $x'` draws the case, and with");
    output.does_not_say("show double/2-large");
    workspace.run("grade double/right").exits(0).does_not_say("draws");
    workspace.run("grade -q").exits(1).does_not_say("draws");
    workspace.run("grade --format json").exits(1).does_not_say("draws");
    let long =
        workspace.file("cases/double/view.sh", "for i in 1 2 3 4 5; do echo; echo; echo; echo; echo; done");
    long.run("grade").exits(1).says("draws the case").does_not_say("picture");
    let workspace = long.problem("double", "view = \"view.sh\"\n[solution.wrong]\nexpect = \"WA\"\n");
    workspace.run("grade").exits(0).does_not_say("draws");
    let workspace = workspace.problem("double", "");
    workspace.run("grade double/wrong").exits(1).does_not_say("draws");
}

/// It may read the files of the cases, and neither the solutions nor anything that it could change.
#[test]
fn a_view_is_kept_in_a_sandbox() {
    let view = "cat [ROOT]/solutions/double/right.sh 2>&1; echo x > $1; echo y > $PWD/../y; cat $1";
    let workspace = viewed("");
    let view = view.replace("[ROOT]", &workspace.root().display().to_string());
    let workspace = workspace.file("cases/double/view.sh", view);
    let output = workspace.run("show double/1-small").exits(0);
    output.says("right.sh: ").does_not_say("echo $((n + n))");
    assert_eq!(workspace.read("cases/double/1-small.in"), "2\n");
}

#[test]
fn a_view_has_a_role_and_is_no_solution() {
    let workspace = doubling().problem("double", "view = \"draw.sh\"\n").script(
        "double",
        "draw",
        "echo \"a picture of $(cat $1)\"",
    );
    workspace.run("list --explain double").exits(0).says("view ").says("draw.sh");
    workspace.run("list").exits(0).does_not_say("draw");
    workspace.run("show double/1-small").exits(0).says("a picture of 2");
    let workspace = workspace.problem("double", "view = \"drow.sh\"\n");
    let output = workspace.run("show double/1-small").exits(2);
    output.says("cases/double/problem.toml:1").says("the programs are: draw, right");
}

#[test]
fn what_is_too_long_is_no_picture() {
    let output = viewed("head -c 17000000 /dev/zero").run("show double/1-small").exits(0);
    output.says("the view `view.sh` failed: OLE, wrote more than 16MiB, killed");
}
