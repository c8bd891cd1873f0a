//! What is chosen, and what is said where nothing is.

use insta::assert_snapshot;

use crate::session::{doubling, workspace};

#[test]
fn every_part_of_a_selection_has_its_own_hint() {
    let workspace = doubling().script("double", "wrong", "echo 4");
    assert_snapshot!(workspace.run("double/rihgt").all(), @"
    --- stderr ---
    error: no solution of `double` matches `rihgt`; did you mean `right`?
    [exit status: 4]
    ");
    assert_snapshot!(workspace.run("double/right/1").all(), @"
    --- stderr ---
    error: no case of `double` matches `1`; there are: 1-small, 2-large
    [exit status: 4]
    ");
    assert_snapshot!(workspace.run("list trouble").all(), @"
    --- stderr ---
    error: no problem matches `trouble`; did you mean `double`?
    [exit status: 4]
    ");
    assert_snapshot!(workspace.run("show double/3*").all(), @"
    --- stderr ---
    error: no case of `double` matches `3*`; there are: 1-small, 2-large
    [exit status: 4]
    ");
}

#[test]
fn one_pattern_that_matches_nothing_keeps_all_from_being_judged() {
    assert_snapshot!(doubling().run("-j 1 double triple").all(), @"
    --- stderr ---
    error: no problem matches `triple`; there are: double
    [exit status: 4]
    ");
}

#[test]
fn a_path_is_no_selection() {
    let workspace = doubling();
    assert_snapshot!(workspace.run("solutions/double/right.sh").all(), @"
    --- stderr ---
    error: no problem matches `solutions`; write the names that `harness list` shows, not the path of a file
    [exit status: 4]
    ");
    assert_snapshot!(workspace.run("show ./cases/double/1-small.in").all(), @"
    --- stderr ---
    error: no problem matches `.`; write the names that `harness list` shows, not the path of a file
    [exit status: 4]
    ");
}

#[test]
fn a_mistyped_command_is_understood() {
    assert_snapshot!(doubling().run("grde").all(), @"
    --- stderr ---
    error: no problem matches `grde`; there are: double
    hint: did you mean the command `grade`?
    [exit status: 4]
    ");
}

#[test]
fn a_flag_without_its_value_is_what_is_wrong() {
    doubling().run("--root").exits(2).says("a value is required for '--root <DIR>'");
}

#[test]
fn a_selection_in_an_empty_workspace_matches_nothing() {
    assert_snapshot!(workspace().run("p").all(), @"
    --- stderr ---
    error: no problem matches `p`; there are none
    [exit status: 4]
    ");
}

/// A good problem beside one with a mistake in its settings and one without cases.
fn beside_bad_ones() -> crate::session::Workspace {
    doubling()
        .problem("double", "reference = \"right\"\n")
        .case("bad", "1", "1\n", "1\n")
        .problem("bad", "chekcer = \"tokens\"\n")
        .script("bad", "b", "cat")
        .folder("cases/empty")
}

#[test]
fn a_mistake_in_one_problem_stops_only_what_needs_it() {
    let workspace = beside_bad_ones();
    assert_snapshot!(workspace.run("-j 1 double").all(), @"
    double
      ✓ right AC 2/2

    double                1
      right               ··

    all as expected: 1 solution, 2 runs, _ s, 1 job
    --- stderr ---
    note: cases/empty: this problem has no solutions; add one to solutions/empty
    note: cases/empty: this problem has no cases; add two files, NAME.in and NAME.ans
    note: cases/bad/problem.toml:1: unknown key `chekcer`; did you mean `checker`?
    ");
    for words in ["list double", "cases double", "add double new --dry-run"] {
        let output = workspace.run_with_input(words, "7\n").exits(0);
        output.says("note: cases/bad/problem.toml:1: unknown key `chekcer`");
    }
    workspace.run("show double/1-small").only_exits(0);
    for words in ["bad", "list bad", "show bad/1", "cases bad", "add bad new", "mv bad/1 two", "hunt bad"] {
        let output = workspace.run_with_input(words, "7\n").exits(2);
        output.says("cases/bad/problem.toml:1: unknown key `chekcer`; did you mean `checker`?");
    }
}

#[test]
fn where_nothing_is_selected_a_mistake_in_one_problem_stops_only_that_problem() {
    let workspace = beside_bad_ones();
    assert_snapshot!(workspace.run("-j 1").all(), @"
    double
      ✓ right AC 2/2

    double                1
      right               ··

    some files could not be used, all else is as expected: 1 solution, 2 runs, _ s, 1 job
    --- stderr ---
    error: cases/empty: this problem has no cases; add two files, NAME.in and NAME.ans
    error: cases/bad/problem.toml:1: unknown key `chekcer`; did you mean `checker`?
    note: cases/empty: this problem has no solutions; add one to solutions/empty
    [exit status: 2]
    ");
    let document = workspace.run("-j 1 --format json").exits(2).json();
    assert_eq!(document["results"].as_array().unwrap().len(), 2);
    workspace.run("list").exits(2).says("cases/bad/problem.toml:1: unknown key `chekcer`").says("1-small");
    // Where nothing is left, the mistake is all that there is to say.
    let alone = workspace_with_a_mistake();
    assert_snapshot!(alone.run("-j 1").all(), @"
    --- stderr ---
    error: cases/bad/problem.toml:1: unknown key `chekcer`; did you mean `checker`?
    [exit status: 2]
    ");
}

fn workspace_with_a_mistake() -> crate::session::Workspace {
    let workspace = workspace().case("bad", "1", "1\n", "1\n").script("bad", "b", "cat");
    workspace.problem("bad", "chekcer = \"tokens\"\n")
}

#[test]
fn what_is_not_judged_is_told_to_machines_too() {
    let workspace = doubling()
        .file("solutions/double/i.py3", "")
        .file("solutions/double/carl/one.sh", "echo 4\n")
        .file("solutions/double/carl/two.sh", "echo 4\n")
        .file("solutions/other/x.txt", "")
        .case("other", "1", "1\n", "1\n")
        .script("other", "b", "cat");
    let output = workspace.run("-j 1 --format json double").exits(2);
    assert_snapshot!(output.json()["not_judged"].to_string(), @r#"[{"path":"solutions/double/carl","problem":"double","reason":"this folder has several programs: `one.sh` and `two.sh`"},{"path":"solutions/double/i.py3","problem":"double","reason":"no language has this extension"}]"#);
    let lines = workspace.run("-j 1 --format jsonl double").exits(2).stdout;
    let lines: Vec<&str> = lines.lines().filter(|line| line.contains("not_judged")).collect();
    assert_snapshot!(lines.join("\n"), @r#"
    {"schema":1,"event":"not_judged","problem":"double","path":"solutions/double/carl","reason":"this folder has several programs: `one.sh` and `two.sh`"}
    {"schema":1,"event":"not_judged","problem":"double","path":"solutions/double/i.py3","reason":"no language has this extension"}
    "#);
    workspace.run("-j 1 double").exits(2).says("2 files or folders among the solutions are not judged");
    workspace.run("-j 1 other").exits(0).says("1 file or folder among the solutions is not judged");
}

#[test]
fn what_a_source_names_in_quotes_is_its_data() {
    let workspace = doubling()
        .script("double", "reads", "read n; : 'table.dat'; echo $((n + n))")
        .file("solutions/double/table.dat", "1")
        .file("solutions/double/other.dat", "1");
    let output = workspace.run("-j 1").exits(0);
    output.does_not_say("table.dat").says("solutions/double/other.dat: not judged");
}

#[test]
fn names_with_extensions_select_solutions_that_share_a_stem() {
    let workspace = doubling()
        .setting("[language.other]\nextensions = [\"other\"]\nrun = [\"/bin/sh\", \"{source}\"]\n")
        .file("solutions/double/right.other", "echo 4\n");
    let output = workspace.run("-j 1 double/right.sh").exits(0);
    output.says("right.sh").does_not_say("right.other");
    workspace.run("-j 1 double/right").exits(4).says("right.sh");
}

#[test]
fn whatever_lies_among_the_solutions_is_judged_known_or_named() {
    let workspace = doubling()
        .file("solutions/double/UPPER.SH", "read n; echo $((n + n))\n")
        .file("solutions/double/x.txt", "")
        .file("solutions/double/i.py3", "")
        .file("solutions/double/x.h", "")
        .file("solutions/double/X$Y.class", "")
        .file("solutions/double/__pycache__/right.cpython-311.pyc", "")
        .file("solutions/double/alice/answer.sh", "read n; echo $((n + n))\n")
        .file("solutions/double/carl/one.sh", "read n; echo $((n + n))\n")
        .file("solutions/double/carl/two.sh", "echo 4\n")
        .folder("solutions/double/dora")
        .link("solutions/double/alice/.#answer.sh", "user@host.1234:56")
        .link("solutions/double/alice/self", ".")
        .link("solutions/double/.#right.sh", "user@host.1234:56");
    assert_snapshot!(workspace.run("-j 1").all(), @r#"
    double
      ✓ UPPER AC 2/2
      ✓ alice AC 2/2
      ✓ right AC 2/2

    double                1
      UPPER               ··
      alice               ··
      right               ··

    4 files or folders among the solutions are not judged
    some files could not be used, all else is as expected: 3 solutions, 6 runs, _ s, 1 job
    --- stderr ---
    error: solutions/double/carl: not judged: this folder has several programs: `one.sh` and `two.sh`; one solution, one folder: move the others out, or name the main file main
    note: solutions/double/i.py3: not judged: no language has this extension; add a table [language.X] with extensions = ["py3"] to judge.toml
    note: solutions/double/x.txt: not judged: no language has this extension; add a table [language.X] with extensions = ["txt"] to judge.toml
    note: solutions/double/dora: nothing in this folder can be judged; give it a Cargo.toml, or one source in a language of the table
    [exit status: 2]
    "#);
}

/// What is wrong in a problem and was not selected is a note; with the whole problem it is an error.
#[test]
fn what_is_wrong_elsewhere_in_a_problem_fails_no_selection_without_it() {
    let broken = |file: &str| {
        let workspace =
            workspace().case("p", "1", "", "3\n").case("p", "2", "", "3\n").script("p", "a", "echo 3");
        let workspace = workspace.script("p", "b", "echo 3");
        match file {
            "folder" => workspace.file("solutions/p/bad/x.sh", "").file("solutions/p/bad/y.sh", ""),
            "comment" => workspace.file("solutions/p/bad.sh", "# @EXPECTED_RESULTS@: WRONG-ANSWR\necho 4\n"),
            "package" => workspace.file("solutions/p/bad/Cargo.toml", "[package\n"),
            _ => workspace.file("cases/p/bad.in", ""),
        }
    };
    let without = |fault: &str, commands: &[&str]| {
        for command in commands {
            let output = broken(fault).run(command).exits(0);
            output.says("note: ").says("bad").does_not_say("error: ");
        }
    };
    let with = |fault: &str, selections: &[&str]| {
        for selection in selections {
            broken(fault).run(&format!("list {selection}")).exits(2).says("error: ");
        }
    };
    for fault in ["folder", "comment", "package"] {
        without(fault, &["-j 1 p/a", "list p/a", "list p/a/1", "list p/[ab]"]);
        with(fault, &["", "p", "p/*", "p//1", "p/*a*"]);
    }
    without("folder", &["compare p/a --runs 3"]);
    without("case", &["-j 1 p//1", "list p/a/1", "list p//[12]"]);
    with("case", &["", "p", "p/a", "p//*"]);
}

/// What is printed as the way to run a case alone runs that case and no other, whatever it is called.
#[test]
fn a_name_with_signs_of_globs_is_taken_as_it_is() {
    let names = ["[x]", "x", "q?", "qq", "a*", "ab", "{x,ab}"];
    let workspace = names.iter().fold(workspace(), |workspace, name| workspace.case("p", name, "", "3\n"));
    let workspace = workspace
        .script("p", "a*b", "echo 4")
        .script("p", "aXb", "echo 3")
        .problem("p", "[solution.\"a*b\"]\nexpect = { \"*\" = \"WA\", \"q?\" = \"AC\", \"qq\" = \"WA\" }\n");
    let output = workspace.run("p -j 1").exits(1);
    output.says("a*b/q?").does_not_say("a*b/qq");
    for name in names {
        let json = workspace.run(&format!("-j 1 --format json 'p/a*b/{name}'")).json();
        assert_eq!(json["results"].as_array().unwrap().len(), 1, "{json}");
        assert_eq!(json["results"][0]["case"], *name);
        workspace.run(&format!("run 'p/a*b' '{name}'")).says("4");
    }
    let json = workspace.run("-j 1 --format json 'p/a[*]b/q[?q]'").json();
    assert_eq!(json["results"].as_array().unwrap().len(), 2, "{json}");
}
