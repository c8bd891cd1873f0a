//! `grade --explain`: a run of its own finds out why a solution failed.

use insta::assert_snapshot;

use crate::session::{Workspace, doubling, is_here, workspace};

/// A problem whose inputs are whole numbers, each doubled.
fn numbers() -> Workspace {
    workspace().case("double", "1", "2\n", "4\n").case("double", "2 big", "2000000000\n", "4000000000\n")
}

/// Shell scripts that are explained with the trace of the shell.
const TRACED: &str = "[language.sh.explain]\nenvironment = { TRACED = \"1\" }\nchecks = \"a trace\"\n";

/// What is told below this line of a report, up to the next blank line.
fn below(text: &str, line: &str) -> String {
    let (_, rest) = text.split_once(line).unwrap_or_else(|| panic!("no `{line}` in\n{text}"));
    let part = rest.trim_start_matches('\n').split("\n\n").next().unwrap_or_default();
    // How many calls stand before `main` depends on the libraries of the machine.
    let lines = part.lines().map(|line| match line.split_once("… and ") {
        Some((before, after)) if after.ends_with(" of libraries") => {
            format!("{before}… and N calls of libraries\n")
        }
        _ => format!("{line}\n"),
    });
    lines.collect()
}

#[test]
fn sanitizers_name_the_line_and_the_calls() {
    if !is_here("g++") || !is_here("gcc") {
        return;
    }
    let workspace = numbers()
        .file(
            "solutions/double/ö s/main.cpp",
            "#include \"get.hpp\"\n#include <cstdio>\n\nint main() {\n    int n;\n    if (scanf(\"%d\", &n) != 1) return 0;\n    \
             printf(\"%d\\n\", 2 * get(n));\n    return 7;\n}\n",
        )
        .file(
            "solutions/double/ö s/get.hpp",
            "#pragma once\n#include <vector>\ninline int get(int n) {\n    std::vector<int> all{0, 1};\n\treturn all[n];\n}\n",
        )
        .file(
            "solutions/double/wide.c",
            "#include <stdio.h>\n\nint main(void) {\n    int n;\n    scanf(\"%d\", &n);\n    n = n + n;\n    printf(\"%d\\n\", n);\n}\n",
        );
    let run = workspace.run("grade --explain -j 1").exits(1);
    let text = run.all();
    assert_snapshot!(below(&text, "✗ double/wide/2 big: WA (wrong answer), expected AC"), @"
    line 1, column 1: expected `4000000000`, got `-294967296`
       expected                                          got
     1 4000000000                                   ~  1 -294967296
    input
    2000000000
    a run of its own, built with AddressSanitizer and UndefinedBehaviorSanitizer, not the one that was
      judged: WA
    signed integer overflow: 2000000000 * 2 cannot be represented in type 'int'
      --> solutions/double/wide.c:6:11
        6 |     n = n + n;
          |           ^
      in main  solutions/double/wide.c:6
         … and N calls of libraries
    alone: harness grade 'double/wide/2 big'
    ");
    let folder = below(&text, "✗ double/ö s/1: RE (runtime error), expected AC");
    assert_snapshot!(folder, @"
    exit status 7
    a run of its own, built with AddressSanitizer, UndefinedBehaviorSanitizer and assertions of the
      library, not the one that was judged: RE
    Assertion '__n < this->size()' failed
      --> solutions/double/ö s/get.hpp:5
        5 |     return all[n];
      in get(int)  solutions/double/ö s/get.hpp:5
         main  solutions/double/ö s/main.cpp:7
         … and N calls of libraries
    alone: harness grade 'double/ö s/1'
    ");
    // The record tells the same, and a second run builds nothing.
    let told = workspace.run("report").exits(1).all();
    assert_eq!(below(&told, "✗ double/ö s/1: RE (runtime error), expected AC"), folder);
    let document = workspace.run("report --format json").exits(1).json();
    let explanations = document["explanations"].as_array().unwrap();
    let explanation = explanations.iter().find(|it| it["solution"] == "ö s").unwrap();
    let place = &explanation["faults"][0]["place"];
    assert_eq!((&place["path"], &place["line"]), (&"solutions/double/ö s/get.hpp".into(), &5.into()));
    assert_eq!((&explanation["verdict"], &place["text"]), (&"RE".into(), &"\treturn all[n];".into()));
    let page = workspace.run("report --format html").exits(1).stdout;
    assert!(page.contains("<figcaption>Why it failed</figcaption>"));
}

#[test]
fn a_panic_and_a_traceback_name_the_line() {
    if !is_here("python3") {
        return;
    }
    let workspace = numbers()
        .file(
            "solutions/double/half.rs",
            "use std::io;\n\nfn main() {\n    let mut text = String::new();\n    io::stdin().read_line(&mut text).unwrap();\n    \
             let n: i32 = text.trim().parse().unwrap();\n    println!(\"{}\", n * 2);\n}\n",
        )
        .file(
            "solutions/double/list.py",
            "import sys\n\n\ndef get(all, n):\n    return all[n + 1]\n\n\nprint(get([0, 2], int(sys.stdin.read())))\n",
        );
    let text = workspace.run("grade --explain -j 1").exits(1).all();
    assert_snapshot!(below(&text, "✗ double/half/2 big: WA (wrong answer), expected AC"), @r#"
    line 1, column 1: expected `4000000000`, got `-294967296`
       expected                                          got
     1 4000000000                                   ~  1 -294967296
    input
    2000000000
    a run of its own, built with debug assertions, overflow checks and a backtrace, not the one that
      was judged: RE
    attempt to multiply with overflow
      --> solutions/double/half.rs:7:20
        7 |     println!("{}", n * 2);
          |                    ^
      in half::main  solutions/double/half.rs:7:20
         … and N calls of libraries
    alone: harness grade 'double/half/2 big'
    "#);
    // Older ones tell no column.
    let traceback = below(&text, "✗ double/list/1: RE (runtime error), expected AC");
    let (_, told) =
        traceback.split_once("\n  a run of its own, run with the development mode of Python").unwrap();
    for part in [
        "\n  IndexError: list index out of range\n    --> solutions/double/list.py:5",
        "\n      5 |     return all[n + 1]\n",
        "\n    in get  solutions/double/list.py:5",
        "\n       <module>  solutions/double/list.py:8",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
}

#[test]
fn a_language_says_in_the_table_how_it_is_explained() {
    let script =
        "read n; [ -z \"$TRACED\" ] || { echo 'Error: odd'; echo '    at f (lost.sh:3:5)'; } >&2; echo 5";
    let workspace = doubling().setting(TRACED).script("double", "lost", script);
    let output = workspace.run("grade double/lost --explain").exits(1);
    assert_snapshot!(below(&output.all(), "✗ double/lost/1-small: WA (wrong answer), expected AC"), @"
    line 1, column 1: expected `4`, got `5`
       expected                                          got
     1 4                                            ~  1 5
    input
    2
    a run of its own, run with a trace, not the one that was judged: WA
    Error: odd
      --> solutions/double/lost.sh:3:5
      in f  solutions/double/lost.sh:3:5
    alone: harness grade double/lost/1-small
    ");
    // It is no other program for the judge: without the flag nothing is said.
    workspace.run("grade double/lost").exits(1).does_not_say("Error: odd");
}

#[test]
fn the_words_for_what_is_looked_for_go_with_their_commands() {
    let told = |setting: &str| {
        let rows = doubling()
            .file("solutions/double/a.c", "")
            .setting(setting)
            .run("list --explain double/a")
            .stdout;
        rows.lines().find(|row| row.trim_start().starts_with("explain ")).unwrap_or_default().to_owned()
    };
    assert!(told("").contains("AddressSanitizer and UndefinedBehaviorSanitizer  "), "{}", told(""));
    let own = told("[language.c.explain]\ncompile = [\"{compile}\", \"-g3\"]\n");
    assert!(own.contains("-g3 ASAN_OPTIONS=") && own.contains("judge.toml:"), "{own}");
}

#[test]
fn one_line_says_that_nothing_was_found() {
    let workspace = doubling()
        .setting(TRACED)
        .script("double", "shy", "read n; [ -n \"$TRACED\" ] && echo $((2 * n)) || echo 5")
        .script("double", "wrong", "read n; echo 5")
        .script("double", "crash", "exit 3")
        .script("double", "right", "read n; echo $((2 * n))");
    let output = workspace.run("grade --explain -j 1").exits(1);
    output
        .says(
            "--explain: run with a trace, the case passes: it may depend on memory that is not initialized, on\n    \
             optimization, on timing or on a limit",
        )
        .says("--explain: run with a trace, the answer is wrong as well, and nothing else is found")
        .says("--explain: run with a trace, it ends with RE (exit status 3), and nothing else is found");
    workspace.run("grade double/right --explain").exits(0).does_not_say("--explain");
}

#[test]
fn what_cannot_be_built_or_is_not_known_is_said() {
    let broken = "[language.sh.explain]\ncompile = [\"sh\", \"-c\", \"echo no sanitizer >&2; exit 1\"]\n\
                  checks = \"a sanitizer\"\ninstall = \"apt install it\"\n";
    let workspace = doubling().script("double", "wrong", "read n; echo 5");
    workspace
        .run("grade --explain")
        .exits(1)
        .says("--explain: no settings to explain sh; add [language.sh.explain] to judge.toml");
    let workspace = workspace.setting(broken);
    workspace
        .run("grade --explain")
        .exits(1)
        .says("--explain: it cannot be built with a sanitizer here (apt install it)\n    no sanitizer\n");
    workspace.run("grade --explain --pack x").exits(2).says("--pack");
}

#[test]
fn a_failure_that_is_expected_is_explained_after_those_that_are_not() {
    let workspace = doubling()
        .setting(TRACED)
        .script("double", "wrong", "read n; echo 5")
        .problem("double", "[solution.wrong]\nexpect = \"WA\"\n");
    let output = workspace.run("grade --explain").exits(0);
    output.says(
        "\n! double/wrong/1-small: why it failed\n  --explain: run with a trace, the answer is wrong as well",
    );
}

#[test]
fn a_dialogue_is_explained_as_well() {
    let talk = "read n < $1; echo $n; read answer; [ \"$answer\" = $((2 * n)) ] && exit 42; exit 43";
    let workspace = doubling()
        .setting(TRACED)
        .problem("double", "interactor = \"talk.sh\"\n")
        .file("cases/double/talk.sh", talk)
        .script(
            "double",
            "wrong",
            "read n; [ -z \"$TRACED\" ] || printf 'E: n\\n    at wrong.sh:1:2\\n' >&2; echo 5",
        );
    let output = workspace.run("grade double/wrong --explain").exits(1);
    output.says("\n  E: n\n    --> solutions/double/wrong.sh:1:2\n");
}

#[test]
fn settings_that_explain_nothing_are_wrong() {
    let said = |setting: &str| doubling().setting(setting).run("list").exits(2).stderr;
    assert_snapshot!(said("[language.c.explain]\ncompile = [\"{compile}-g\"]\n"), @r#"error: judge.toml:2: `{compile}` stands for several words, and `{compile}-g` is one; write "{compile}" as a word of its own"#);
    assert_snapshot!(said("[language.rust.explain]\ncompile = [\"x\"]\n"), @r#"error: judge.toml:1: `rust` means Cargo packages, which need no compile or run command; set `environment`, as in { CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS = "true" }"#);
    assert_snapshot!(said("[language.c.explain]\nchekcs = \"x\"\nrun = [\"{compile}\"]\n"), @"
    error: judge.toml:2: unknown key `chekcs` in [language.c.explain]; did you mean `checks`?
    error: judge.toml:3: unknown placeholder `{compile}`; the placeholders of `run` are {source}, {binary}, {folder}, {stem}, {class}, {memory_mb}, {stack_kb}, {run}
    ");
}
