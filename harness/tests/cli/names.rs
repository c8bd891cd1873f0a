//! Cases and solutions with odd names.

use std::os::unix::ffi::OsStrExt;

use insta::assert_snapshot;

use crate::session::workspace;

#[test]
fn odd_names_run_and_are_shown_escaped() {
    let names: [&[u8]; 9] = [
        b"with blank",
        b"-dash",
        b"new\nline",
        b"tab\tin",
        b"not\xffutf8",
        "e\u{301}".as_bytes(),
        "\u{e9}".as_bytes(),
        b"star*[glob]",
        b"%s",
    ];
    let mut workspace = workspace().script("p", "cat", "cat");
    for name in names {
        for extension in ["in", "ans"] {
            let path = [b"cases/p/", name, b".", extension.as_bytes()].concat();
            workspace = workspace.file(std::ffi::OsStr::from_bytes(&path), "same\n");
        }
    }
    let output = workspace.run("-j 1 --format json").exits(0);
    let document = output.json();
    let cases: Vec<&str> = document["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| result["case"].as_str().unwrap())
        .collect();
    // The two ways to write é stay two cases.
    assert_snapshot!(cases.join("\n").escape_default().to_string().replace("\\n", "\n"), @r"
    %s
    -dash
    e\u{301}
    new\
    line
    not\\xffutf8
    star*[glob]
    tab\\tin
    with blank
    \u{e9}
    ");
}

#[test]
fn cases_come_in_the_order_in_which_people_count() {
    let mut workspace = workspace().script("p", "cat", "cat");
    for name in ["10", "9", "1", "2", "group/1", "a2", "a10"] {
        workspace = workspace.case("p", name, "same\n", "same\n");
    }
    let document = workspace.run("-j 1 --format json").exits(0).json();
    let cases: Vec<&str> = document["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| result["case"].as_str().unwrap())
        .collect();
    assert_eq!(cases, ["1", "2", "9", "10", "a2", "a10", "group/1"]);
}

#[test]
fn folders_that_look_like_cases_and_links_to_files_do_no_harm() {
    let workspace = workspace()
        .case("p", "real", "x\n", "x\n")
        .folder("cases/p/folder.in")
        .link("cases/p/linked.in", "real.in")
        .link("cases/p/linked.ans", "real.ans")
        .link("cases/p/loop", "../p")
        .script("p", "cat", "cat");
    let output = workspace.run("-j 1");
    assert_snapshot!(output.all(), @"
    p
      ✓ cat AC 2/2

    p                     1
      cat                 ··

    some files could not be used, all else is as expected: 1 solution, 2 runs, _ s, 1 job
    --- stderr ---
    error: cases/p/loop: this link leads back to its own folder (`../p`); remove the link
    [exit status: 2]
    ");
}

#[test]
fn names_that_look_alike_are_told_apart() {
    let settings =
        "[solution.\"na\u{ef}ve\"]\nexpect = \"WA\"\n[solution.\"[C2, S3.2] *\"]\nexpect = \"AC\"\n";
    let workspace = workspace()
        .case("p", "1", "same\n", "same\n")
        .script("p", "nai\u{308}ve", "cat")
        .script("p", "[C2, S3.2] *", "cat")
        .problem("p", settings);
    assert_snapshot!(workspace.run("-j 1 p").all(), @r"
    --- stderr ---
    error: cases/p/problem.toml:1: unknown solution `naïve`; did you mean `nai\u{308}ve`? this is `na\u{ef}ve`
    [exit status: 2]
    ");
    let output = workspace.problem("p", "").run("grade p/na\u{ef}ve");
    assert_snapshot!(output.all(), @r"
    --- stderr ---
    error: no solution of `p` matches `naïve`; did you mean `nai\u{308}ve`? this is `na\u{ef}ve`
    [exit status: 4]
    ");
}

#[test]
fn files_that_no_rule_knows_are_named_where_they_share_a_name() {
    let workspace = workspace()
        .file("cases/p/a.dat", "same\n")
        .file("cases/p/a.out", "same\n")
        .file("cases/p/b.in", "")
        .file("cases/p/b.diff", "")
        .file("cases/p/p.answer", "")
        .file("cases/p/p.test", "")
        .file("cases/p/s.tin", "")
        .file("cases/p/s.tout", "")
        .file("cases/p/gen.py", "")
        .file("cases/p/gen.sh", "")
        .file("cases/p/alone.cfg", "")
        .script("p", "cat", "cat");
    assert_snapshot!(workspace.run("-j 1").all(), @"
    p
      ✓ cat AC 1/1

    some files could not be used, all else is as expected: 1 solution, 1 run, _ s, 1 job
    --- stderr ---
    error: cases/p/b.in: an input without an answer; if it is `b.diff`, rename that to `b.ans`
    error: cases/p/p.answer: an answer without an input; if it is `p.test`, rename that to `p.in`
    note: cases/p: not read as cases, although they share their names: `s.tin` and `s.tout`; if they are, rename them to NAME.in and NAME.ans
    [exit status: 2]
    ");
}

#[test]
fn half_a_case_says_what_is_missing() {
    let workspace = workspace()
        .file("cases/p/1.ans", "same\n")
        .file("cases/p/3.in", "")
        .folder("cases/p/3.ans")
        .file("cases/p/Up.in", "")
        .file("cases/p/up.ans", "")
        .file("cases/p/g/out", "")
        .case("p", "x", "same\n", "same\n")
        .script("p", "cat", "cat");
    assert_snapshot!(workspace.run("-j 1").all(), @"
    p
      ✓ cat AC 1/1

    some files could not be used, all else is as expected: 1 solution, 1 run, _ s, 1 job
    --- stderr ---
    error: cases/p/1.ans: an answer without an input; add `1.in`, which may be empty, or remove the answer
    error: cases/p/3.in: an input without an answer; `3.ans` is a folder; put the file in its place
    error: cases/p/Up.in: an input without an answer; `up.ans` differs from its name only in the case of letters: rename one
    error: cases/p/g/out: an answer without an input; add `g/in`, which may be empty, or remove the answer
    error: cases/p/up.ans: an answer without an input; `Up.in` differs from its name only in the case of letters: rename one
    [exit status: 2]
    ");
}

#[test]
fn problems_whose_names_differ_in_case_only_are_told() {
    let workspace = workspace()
        .case("Sum", "1", "same\n", "same\n")
        .script("sum", "cat", "cat")
        .case("\u{3a3} %s \"x\"", "1", "same\n", "same\n")
        .script("\u{3a3} %s \"x\"", "cat", "cat");
    assert_snapshot!(workspace.run("-j 1").all(), @r#"
    Σ %s "x"
      ✓ cat AC 1/1

    some files could not be used, all else is as expected: 1 solution, 1 run, _ s, 1 job
    --- stderr ---
    error: solutions/sum: this problem has no cases; `cases/Sum` differs only in the case of letters: give both folders one name
    note: cases/Sum: this problem has no solutions; `solutions/sum` differs only in the case of letters: give both folders one name
    [exit status: 2]
    "#);
}

#[test]
fn folders_are_groups_whatever_they_are_called() {
    let workspace = workspace()
        .case("p", "x.in/1", "1\n", "1\n")
        .case("p", "y.ans/1", "2\n", "2\n")
        .case("p", "sample/1", "3\n", "3\n")
        .case("p", "secret/1", "4\n", "4\n")
        .file("cases/p/3.in", "5\n")
        .folder("cases/p/3.ans")
        .script("p", "cat", "cat");
    let output = workspace.run("-j 1").exits(2);
    output
        .says("cat                  AC   4/4")
        .says("cases/p/3.in: an input without an answer; `3.ans` is a folder; put the file in its place");
    let document = workspace.run("-j 1 --format json").json();
    let results = document["results"].as_array().unwrap();
    let cases: Vec<&str> = results.iter().map(|result| result["case"].as_str().unwrap()).collect();
    assert_eq!(cases, ["sample/1", "secret/1", "x.in/1", "y.ans/1"]);
}

#[test]
fn files_of_unknown_conventions_are_named_all_of_them_if_asked() {
    let names = [
        "x.in.gold",
        "x.out.gold",
        "n.i",
        "n.o",
        "b.out.correct",
        "c.csv",
        "d.csv",
        "e.lst",
        "f.foo",
        "g.bar",
    ];
    let workspace = workspace().case("p", "1", "same\n", "same\n").script("p", "cat", "cat");
    let mut workspace =
        names.iter().fold(workspace, |workspace, name| workspace.file(format!("cases/p/{name}"), ""));
    for name in ["tool.cfg", "README.md", "gen.py", "words.dic", "figure.eps"] {
        workspace = workspace.file(format!("cases/p/{name}"), "open('words.dic')\n");
    }
    let output = workspace.run("-j 1").exits(0);
    let pairs = "note: cases/p: not read as cases, although they share their names: `n.i` and `n.o`; `x.in.gold` and `x.out.gold`; if they are, rename them to NAME.in and NAME.ans\n";
    let some = "note: cases/p: not recognised as inputs or answers: `b.out.correct`, `c.csv`, `d.csv`, `e.lst`, `f.foo`, and 1 more; name the files of a case NAME.in and NAME.ans (-v names all)\n";
    assert_eq!(output.stderr, format!("{pairs}{some}"));
    let all = workspace.run("-j 1 -v").exits(0);
    all.says("`e.lst`, `f.foo`, `g.bar`; name the files");
    let half = workspace.file("cases/p/b.in", "").run("-j 1").exits(2);
    half.says("b.in: an input without an answer; if it is `b.out.correct`, rename that to `b.ans`");
}

#[test]
fn half_a_case_names_its_other_half_by_a_name_that_would_do() {
    let workspace = workspace()
        .case("p", "x", "same\n", "same\n")
        .file("cases/p/in/5.txt", "")
        .folder("cases/p/out/5.txt")
        .file("cases/p/out4", "")
        .file("cases/p/2.in", "")
        .folder("cases/p/2.out")
        .file("cases/p/7.ans", "")
        .script("p", "cat", "cat");
    let _listener = std::os::unix::net::UnixListener::bind(workspace.root().join("cases/p/7.in")).unwrap();
    assert_snapshot!(workspace.run("-j 1").exits(2).stderr, @"
    error: cases/p/7.in: this is neither a file nor a folder; replace it with a regular file
    error: cases/p/2.in: an input without an answer; `2.out` is a folder; put the file in its place
    error: cases/p/out4: an answer without an input; add `in4`, which may be empty, or remove the answer
    error: cases/p/in/5.txt: an input without an answer; `out/5.txt` is a folder; put the file in its place
    ");
}

#[test]
fn names_in_two_normal_forms_are_told_apart_wherever_they_stand() {
    let (one, other) = ("caf\u{e9}", "cafe\u{301}");
    let both = workspace()
        .file(format!("cases/{one}/{one}.in"), "")
        .file(format!("cases/{one}/{other}.ans"), "")
        .case(one, "1", "same\n", "same\n")
        .script(other, "cat", "cat")
        .run("-j 1")
        .exits(4);
    both.says(r"`cases/caf\u{e9}` looks like `cafe\u{301}`: give both folders one name")
        .says(r"`solutions/cafe\u{301}` looks like `caf\u{e9}`: give both folders one name")
        .says(r"`cafe\u{301}.ans` looks like its name, which is `caf\u{e9}.in`: rename one")
        .says(r"`caf\u{e9}.in` looks like its name, which is `cafe\u{301}.ans`: rename one");
    let settings = format!("[solution.cat]\nexpect = {{ \"{one}\" = \"WA\" }}\n");
    let workspace = workspace()
        .case("p", other, "same\n", "same\n")
        .script("p", "cat", "cat")
        .script("p", "cat ", "cat")
        .problem("p", &settings);
    workspace.run("-j 1").exits(2).says(r"did you mean `cafe\u{301}`? this is `caf\u{e9}`");
    // A blank at the end is seen.
    workspace.problem("p", "").run("-j 1").exits(0).says(r"✓ cat\x20 ").says("✓ cat  ");
}

#[test]
fn settings_whose_names_differ_in_case_only_are_read_or_told() {
    let workspace = workspace()
        .case("p", "1", "same\n", "same \n")
        .file("cases/p/1.TOML", "checker = \"exact\"\n")
        .script("p", "cat", "cat");
    workspace.run("-j 1").exits(1).says("WA");
    let workspace = workspace.file("cases/p/problem.TOML", "time_limit = \"1s\"\n");
    let told = "error: cases/p/problem.TOML: these settings belong to no case; those of the problem are called `problem.toml`: rename it";
    workspace.run("-j 1").says(told);
    let folders = crate::session::workspace().file("Cases/p/1.in", "").script("p", "cat", "cat");
    std::fs::remove_dir(folders.root().join("cases")).unwrap();
    let folders = folders.run("-j 1");
    folders.says("cases: there is no such folder; `Cases` differs from it only in the case of letters: rename it to `cases`");
}

#[test]
fn a_comment_and_a_rule_that_are_misspelt_say_what_was_meant() {
    let workspace = workspace()
        .case("p", "1", "same\n", "same\n")
        .file("solutions/p/a.sh", "# @EXPECTED_RESULTS@: WRONG-ANSWR\ncat\n")
        .file("solutions/p/b.sh", "# @EXPECTED_RESULTS@: CORRECT\n# @EXPECTED_RESULTS@: TIMELIMIT\ncat\n");
    assert_snapshot!(workspace.run("list").stderr, @"
    error: solutions/p/a.sh:1: unknown verdict `WRONG-ANSWR`; did you mean `WRONG_ANSWER`?
    note: solutions/p/b.sh:2: a second `@EXPECTED_RESULTS@` is not read: that of line 1 holds; keep one
    ");
    let workspace = workspace.problem("p", "[solution.a]\nexpect = { permited = [\"AC\"] }\n");
    let told = "problem.toml:2: `permited` matches no case, so no case tests it; did you mean `permitted`?";
    workspace.run("list p").exits(2).says(told);
}

#[test]
fn a_folder_of_several_programs_is_told_once() {
    let workspace = workspace()
        .case("p", "1", "same\n", "same\n")
        .file("solutions/p/x/a.py", "print(1)\n")
        .file("solutions/p/x/b.py", "print(2)\n");
    let output = workspace.run("list");
    assert!(!output.stderr.contains("no solutions"), "{output}");
}
