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

    some files could not be used, all else is as expected: 1 solution, 2 runs, _ s, 1 at once
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
