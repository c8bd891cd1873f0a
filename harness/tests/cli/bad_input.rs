//! Mistakes in settings, cases and sources: each is named with its place, and nothing else stops.

use std::os::unix::fs::PermissionsExt;

use insta::assert_snapshot;

use crate::session::{doubling, workspace};

#[test]
fn an_unknown_key_is_named_with_its_line_and_a_likely_one() {
    let output = doubling().setting("[defaults]\ntime_limt = \"1s\"").run("-j 1");
    assert_snapshot!(output.all(), @"
    --- stderr ---
    error: judge.toml:2: unknown key `time_limt` in [defaults]; did you mean `time_limit`?
    [exit status: 2]
    ");
}

#[test]
fn a_mistake_in_the_settings_of_a_problem_is_named_with_its_line() {
    let output = doubling().problem("double", "title = \"Double\"\nchecker = \"linse\"\n").run("-j 1");
    assert_snapshot!(output.all(), @"
    --- stderr ---
    error: cases/double/problem.toml:2: unknown checker `linse`; did you mean `lines`?
    [exit status: 2]
    ");
}

#[test]
fn a_mistake_in_the_settings_of_a_case_is_named_with_its_line() {
    let output = doubling().file("cases/double/1-small.toml", "time_limit = 3\n").run("-j 1");
    assert_snapshot!(output.all(), @r#"
    --- stderr ---
    error: cases/double/1-small.toml:1: `time_limit` must be a time like "2s" or "1500ms", not an integer
    [exit status: 2]
    "#);
}

#[test]
fn broken_toml_is_shown_where_it_breaks() {
    let output = doubling().setting("[defaults\n").run("-j 1");
    assert_snapshot!(output.all(), @"
    --- stderr ---
    error: judge.toml:1:10: unclosed table, expected `]`
    [exit status: 2]
    ");
}

#[test]
fn bytes_that_are_no_text_are_an_error_and_no_panic() {
    for path in ["judge.toml", "cases/double/problem.toml", "cases/double/1-small.toml"] {
        let output = doubling().file(path, b"\xff\xfe\x00garbage\n[").run("-j 1").exits(2);
        output.says(path);
    }
}

#[test]
fn halves_of_cases_are_listed_and_the_whole_ones_are_judged() {
    let workspace = doubling()
        .file("cases/double/only-input.in", "1\n")
        .file("cases/double/only-answer.ans", "1\n")
        .file("cases/double/two.in", "1\n")
        .file("cases/double/two.ans", "2\n")
        .file("cases/double/two.a", "2\n")
        .link("cases/double/dead.in", "nowhere")
        .file("cases/double/dead.ans", "2\n");
    assert_snapshot!(workspace.run("-j 1").all(), @"
    double
      ✓ right AC 3/3

    double                1
      right               ···

    some files could not be used, all else is as expected: 1 solution, 3 runs, _ s, 1 job
    --- stderr ---
    error: cases/double/dead.in: this link leads to `nowhere`, which cannot be reached; correct the link, or put the file in its place
    error: cases/double/only-answer.ans: an answer without an input; add `only-answer.in`, which may be empty, or remove the answer
    error: cases/double/only-input.in: an input without an answer; add `only-input.ans`
    [exit status: 2]
    ");
}

#[test]
fn a_workspace_without_cases_or_solutions_says_what_is_missing() {
    assert_snapshot!(workspace().run("-j 1").all(), @"
    --- stderr ---
    error: cases: there are no problems; create a folder for each, with files NAME.in and NAME.ans
    error: nothing to grade: no solution with a case was found
    [exit status: 4]
    ");
    let only_case = workspace().case("p", "1", "", "");
    assert_snapshot!(only_case.run("-j 1").all(), @"
    --- stderr ---
    note: cases/p: this problem has no solutions; add one to solutions/p
    error: nothing to grade: no solution with a case was found
    [exit status: 4]
    ");
    let only_solution = workspace().script("p", "a", ":");
    assert_snapshot!(only_solution.run("-j 1").all(), @"
    --- stderr ---
    error: solutions/p: this problem has no cases; make cases/p with NAME.in and NAME.ans
    error: nothing to grade: no solution with a case was found
    [exit status: 4]
    ");
}

#[test]
fn a_folder_that_is_no_workspace_is_said_to_be_none() {
    let folder = tempfile::tempdir().unwrap();
    let output = workspace().run(&format!("--root {}", folder.path().join("gone").display())).exits(2);
    output.says("is not a folder").says("judge.toml");
}

#[test]
fn an_expectation_without_a_solution_is_a_mistake() {
    let output = doubling().problem("double", "[solution.rihgt]\nexpect = \"WA\"\n").run("-j 1");
    assert_snapshot!(output.all(), @"
    --- stderr ---
    error: cases/double/problem.toml:1: unknown solution `rihgt`; did you mean `right`?
    [exit status: 2]
    ");
}

#[test]
fn two_solutions_of_one_name_are_told_apart_by_their_extensions() {
    let workspace = doubling()
        .setting("[language.other]\nextensions = [\"other\"]\nrun = [\"/bin/sh\", \"{source}\"]\n")
        .file("solutions/double/twin.sh", "read n; echo $((n + n))\n")
        .file("solutions/double/twin.other", "read n; echo $((2 * n))\n");
    assert_snapshot!(workspace.run("-j 1").all(), @"
    double
      ✓ right AC 2/2
      ✓ twin.other AC 2/2
      ✓ twin.sh AC 2/2

    double                1
      right               ··
      twin.other          ··
      twin.sh             ··

    all as expected: 3 solutions, 6 runs, _ s, 1 job
    ");
}

#[test]
fn a_language_without_its_interpreter_is_no_verdict_on_its_solutions() {
    let workspace = doubling()
        .setting("[language.nix]\nextensions = [\"nix\"]\nrun = [\"no-such-interpreter\", \"{source}\"]")
        .file("solutions/double/other.nix", "echo 1\n");
    assert_snapshot!(workspace.run("-j 1").all(), @"
    double
      - other                SK   `no-such-interpreter` is not installed; install it, or correct [langu…
      ✓ right AC 2/2

    double                1
      right               ··

    not judged: 1 solution whose compiler or interpreter is not installed; see `harness languages`
    all as expected: 2 solutions, 2 runs, _ s, 1 job
    ");
}

#[test]
fn no_change_of_a_byte_in_the_settings_makes_the_judge_panic() {
    let settings = "[defaults]\ntime_limit = \"1s\"\nchecker = { float = { absolute = 1e-6 } }\njobs = 1\n";
    for place in 0..settings.len() {
        for byte in [0u8, b'"', b'\n', b'=', b'[', b'}', 0xff] {
            let mut bytes = settings.as_bytes().to_vec();
            bytes[place] = byte;
            let workspace = workspace().file("judge.toml", &bytes);
            // Only read: `list` starts nothing. A panic would show when it is read.
            if place % 7 == usize::from(byte) % 7 {
                let output = workspace.run("list");
                assert!([0, 2, 4].contains(&output.code), "{output}");
            }
        }
    }
}

#[test]
fn every_mistake_in_the_settings_is_told_at_once() {
    let workspace = doubling().problem(
        "double",
        "titel = \"x\"\nchecker = { float = { absolute = -1 } }\n[solution.right]\nexpect = \"WB\"\n",
    );
    assert_snapshot!(workspace.run("-j 1").all(), @"
    --- stderr ---
    error: cases/double/problem.toml:1: unknown key `titel`; did you mean `title`?
    error: cases/double/problem.toml:2: `absolute` must be an error bound like 1e-6, not -1
    error: cases/double/problem.toml:4: unknown verdict `WB`; did you mean `WA`?
    [exit status: 2]
    ");
}

#[test]
fn a_missing_top_folder_is_named() {
    let without = |folder: &str| {
        let workspace = doubling();
        std::fs::remove_dir_all(workspace.root().join(folder)).unwrap();
        workspace.run("list").all()
    };
    assert_snapshot!(without("cases"), @"
    double
      right                  sh       0 cases
    --- stderr ---
    error: cases: there is no such folder; make cases/PROBLEM, or check that this is the right root
    error: solutions/double: this problem has no cases; make cases/double with NAME.in and NAME.ans
    [exit status: 2]
    ");
    assert_snapshot!(without("solutions"), @"
    double
        1-small
        2-large
    --- stderr ---
    error: solutions: there is no such folder; make solutions/PROBLEM, or check that this is the right root
    note: cases/double: this problem has no solutions; add one to solutions/double
    [exit status: 2]
    ");
}

#[test]
fn a_root_without_settings_is_no_workspace() {
    let workspace = doubling();
    std::fs::remove_file(workspace.root().join("judge.toml")).unwrap();
    assert_snapshot!(workspace.run("--root . list").all(), @"
    --- stderr ---
    error: judge.toml: there is no such file in [ROOT]; create one; it may be empty
    [exit status: 2]
    ");
    assert_snapshot!(workspace.folder("judge.toml").run("list").all(), @"
    --- stderr ---
    error: no judge.toml here or in any folder above
    hint: a workspace is a folder with a judge.toml (it may be empty), cases/ and solutions/; name one with --root DIR
    [exit status: 2]
    ");
}

#[test]
fn checkers_that_are_not_there_are_no_verdict() {
    for checker in ["{ testlib = \"check.cpp\" }", "{ command = [\"nope\"] }", "{}", "3"] {
        let output = doubling().problem("double", &format!("checker = {checker}\n")).run("-j 1");
        output.exits(2).says("cases/double/problem.toml:1: ").does_not_say("WA");
    }
}

#[test]
fn a_case_that_a_program_changes_is_named_and_the_others_go_on() {
    let again = Some("its state was restored");
    for (deed, verdicts, words) in [
        ("chmod 000 $answer", ["JE", "SK", "AC", "AC"], again),
        ("touch -d @1 $answer", ["JE", "SK", "AC", "AC"], again),
        ("echo forged >> $answer", ["JE", "JE", "SK", "SK"], None),
        ("rm $answer", ["JE", "JE", "SK", "SK"], None),
    ] {
        let script = format!("answer=$(dirname $0)/../../cases/p/$(cat).ans; {deed}");
        let workspace = workspace().case("p", "1", "1", "").case("p", "2", "2", "");
        let workspace = workspace.script("p", "forger", &script).script("p", "honest", "true");
        let answer = workspace.root().join("cases/p/1.ans");
        let before = std::fs::metadata(&answer).unwrap();
        let output = workspace.run("-j 1 --isolation none --format json").exits(3);
        let document = output.json();
        let results = document["results"].as_array().unwrap().iter();
        let found: Vec<&str> = results.map(|result| result["verdict"].as_str().unwrap()).collect();
        assert_eq!(found, verdicts, "{deed}: {output}");
        output.says("cases/p/1.ans` changed while it was judged");
        let Some(words) = words else { continue };
        output.says(words);
        let after = std::fs::metadata(&answer).unwrap();
        let state = |facts: &std::fs::Metadata| (facts.permissions().mode(), facts.modified().unwrap());
        assert_eq!((std::fs::read(&answer).unwrap(), state(&after)), (Vec::new(), state(&before)), "{deed}");
    }
}

#[test]
fn what_may_not_be_read_is_named_and_blamed_on_no_program() {
    if rustix::process::geteuid().is_root() {
        eprintln!("skipped: root may read everything");
        return;
    }
    let workspace = doubling().script("double", "locked", "echo 4");
    for path in ["cases/double/1-small.ans", "solutions/double/locked.sh"] {
        let path = workspace.root().join(path);
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o000)).unwrap();
    }
    let output = workspace.run("-j 1 --format json").exits(3);
    output.says("locked.sh: failed to read it").does_not_say("\"RE\"");
    let document = output.json();
    let of = |solution: &str, verdict: &str| {
        let results = document["results"].as_array().unwrap().iter();
        results.filter(|result| result["solution"] == solution && result["verdict"] == verdict).count()
    };
    assert_eq!((of("locked", "JE"), of("right", "JE")), (1, 1), "{output}");
}

#[test]
fn no_odd_line_in_any_settings_makes_the_judge_panic() {
    let lines = [
        "title",
        "title = 3",
        "url = []",
        "time_limit = \"1e999s\"",
        "time_limit = \"-1s\"",
        "memory_limit = \"99999999999GiB\"",
        "output_limit = nan",
        "process_limit = 0",
        "process_limit = 9223372036854775807",
        "checker = { float = { absolute = inf } }",
        "checker = [[]]",
        "reference = \"../x\"",
        "generator = \"/\"",
        "solution = 1",
        "[solution.right]\nexpect = { \"[\" = \"AC\" }",
        "[solution.\"\"]",
        "[[solution]]",
        "[provenance]\nx = 1979-05-27",
        "description = \"\\u0000\"",
        "breaks = [1]",
        "\u{feff}",
        "a.b.c = 1",
        "x = '''",
        "[a]\n[a]",
    ];
    let mut workspace = doubling();
    for line in lines {
        for path in ["cases/double/problem.toml", "cases/double/1-small.toml"] {
            workspace = workspace.file(path, line);
            let output = workspace.run("list --explain double/right");
            assert!([0, 2].contains(&output.code), "{line} in {path}: {output}");
            workspace = workspace.file(path, "");
        }
    }
}

#[test]
fn of_very_many_mistakes_a_page_is_told_and_the_others_are_counted() {
    let repeated = |line: fn(usize) -> String| (0..70_000).map(line).collect::<Vec<String>>().concat();
    let keys = format!("[defaults]\n{}", repeated(|index| format!("time_limt{index} = 1\n")));
    let output = doubling().file("judge.toml", keys).run("list").exits(2);
    assert_eq!(output.stderr.lines().count(), 21, "{output}");
    output.says("judge.toml:2: unknown key `time_limt0` in [defaults]; did you mean `time_limit`?");
    output.says("error: and 69980 more mistakes in the settings");
    let languages = repeated(|index| format!("[language.l{index}]\n"));
    let output = doubling().setting(&languages).run("list").exits(2);
    assert_eq!(output.stderr.lines().count(), 21, "{output}");
    let rules = repeated(|index| format!("[solution.s{index}]\nexpect = \"WA\"\n"));
    let output = doubling().problem("double", &rules).run("list").exits(2);
    assert_eq!(output.stderr.lines().count(), 21, "{output}");
    let globs = format!("[solution.right.expect]\n{}", repeated(|index| format!("'g{index}*' = 'WA'\n")));
    let output = doubling().problem("double", &globs).run("list").exits(2);
    output.says("problem.toml:2: `g0*` matches no case").says("and 69980 more mistakes in the settings");
    let mut workspace = doubling();
    for index in 0..30 {
        workspace = workspace.file(format!("cases/double/1-smal{index}.toml"), "");
    }
    let output = workspace.run("list").exits(2);
    output.says("error: cases/double/1-smal0.toml: these").says("error: and 10 more like these");
}

#[test]
fn very_many_settings_without_a_mistake_are_read() {
    let language = |index| format!("[language.l{index}]\nextensions = [\"e{index}\"]\nrun = [\"r\"]\n");
    let languages = (0..8000).map(language).collect::<Vec<String>>().concat();
    let profile = |index| format!("[profile.p{index}]\njobs = 1\n");
    let profiles = (0..8000).map(profile).collect::<Vec<String>>().concat();
    doubling().setting(&(languages + &profiles)).run("list --profile p7999").only_exits(0);
}

#[test]
fn a_glob_that_would_take_all_memory_is_too_long() {
    let rule = format!("[solution.right.expect]\n\"{}\" = \"WA\"\n", "?".repeat(1_000_000));
    let output = doubling().problem("double", &rule).run("list").exits(2);
    output.says("is not a valid glob: it is longer than 1024 bytes");
    assert!(output.stderr.len() < 2000);
    let deep = [("[", "]"), ("{a=", "}")]
        .map(|(open, close)| format!("a = {}{}", open.repeat(100_000), close.repeat(100_000)));
    for text in deep {
        doubling().file("judge.toml", text).run("list").exits(2).says("error: judge.toml:1:");
    }
}
