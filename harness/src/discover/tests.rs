//! What becomes of a workspace as a whole.

use crate::discover::fixture::Workspace;
use crate::discover::is_name_of_case;
use crate::model::Name;
use insta::assert_snapshot;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

#[test]
fn a_workspace_is_folders_and_nothing_else() {
    let workspace = Workspace::new()
        .files(&["cases/b/2.in", "cases/b/2.ans", "cases/b/10.in", "cases/b/10.ans", "cases/b/g/1.in"])
        .files(&["cases/b/g/1.out", "cases/b/sample-1.in", "cases/b/sample-1.ans", "cases/b/README.md"])
        .files(&[
            "cases/a/1/in",
            "cases/a/1/out",
            "solutions/b/x.cpp",
            "solutions/b/y.py",
            "solutions/README.md",
        ])
        .files(&["solutions/.git/x.py", "solutions/target/x.py", "cases/.hidden/1.in"])
        .file("cases/b/problem.toml", "title = \"Snake\"\n");
    assert_snapshot!(workspace.shown(), @"
    problem a (a)
      case 1 = 1/in 1/out
    problem b (Snake)
      case sample-1 = sample-1.in sample-1.ans
      case 2 = 2.in 2.ans
      case 10 = 10.in 10.ans
      case g/1 = g/1.in g/1.out
      solution x (cpp) from solutions/b/x.cpp: * AC
      solution y (python) from solutions/b/y.py: * AC
    note: cases/a: this problem has no solutions; add one to solutions/a
    ");
}

#[test]
fn what_cannot_be_used_is_told_and_stops_nothing() {
    let workspace = Workspace::new()
        .files(&["cases/p/1.in", "cases/p/1.ans", "cases/p/2.in", "cases/p/3.ans", "cases/p/4.in.gz"])
        .files(&["cases/p/5.in", "cases/p/5.ans", "cases/p/5.ans.txt", "cases/p/6.toml", "cases/p/stray"])
        .files(&["cases/lost.in", "solutions/lost.py", "cases/empty/notes.txt", "solutions/p/x.py"])
        .files(&["solutions/alone/x.py", "solutions/lib/util.h"])
        .file("cases/p/1.out", "old")
        .file("cases/p/7.in", "")
        .file("cases/p/7.ans", "same")
        .file("cases/p/7.out", "same")
        .files(&["cases/p/.hidden/in", "cases/p/1.in~", "cases/p/#1.in#", "cases/p/1.files/data.in"]);
    assert_snapshot!(workspace.shown(), @"
    problem alone (alone)
      solution x (python) from solutions/alone/x.py: * AC
    problem empty (empty)
    problem p (p)
      case 1 = 1.in 1.ans
      case 7 = 7.in 7.ans
      solution x (python) from solutions/p/x.py: * AC
    defect: cases/lost.in: this belongs to no problem; move it into cases/PROBLEM
    defect: solutions/lost.py: this belongs to no problem; move it into solutions/PROBLEM
    defect: solutions/alone: this problem has no cases; make cases/alone with NAME.in and NAME.ans
    defect: cases/empty: this problem has no cases; add two files, NAME.in and NAME.ans
    defect: cases/p/4.in.gz: a compressed case file is not supported; decompress it into the same folder
    defect: cases/p/2.in: an input without an answer; add `2.ans`
    defect: cases/p/3.ans: an answer without an input; add `3.in`, which may be empty, or remove the answer
    defect: cases/p/5.ans: the case `5` has several answers: `5.ans` and `5.ans.txt`; keep one, or rename the others
    defect: cases/p/6.toml: these settings belong to no case; name it like its case, or remove it
    note: cases/empty: this problem has no solutions; add one to solutions/empty
    note: cases/p/.hidden: a hidden folder is not read; rename it if it holds cases
    note: cases/p/1.out: not used: `1.ans` is the answer and differs from it; remove the one that is wrong
    note: cases/p: not recognised as inputs or answers: `stray`; name the files of a case NAME.in and NAME.ans
    ");
}

#[test]
fn a_package_without_binaries_is_no_problem() {
    let workspace = Workspace::new()
        .files(&["cases/p/1.in", "cases/p/1.ans", "solutions/p/x.py", "solutions/common/src/lib.rs"])
        .file("solutions/common/Cargo.toml", "[package]\nname = \"common\"\n");
    assert_snapshot!(workspace.shown(), @"
    problem p (p)
      case 1 = 1.in 1.ans
      solution x (python) from solutions/p/x.py: * AC
    ");
}

#[test]
fn a_name_of_a_case_is_one_that_its_files_give_it() {
    for name in ["1", "64-drop-two-k9", "g/1", "a b", "sample-1", "1.5", "é", "-rf"] {
        assert!(is_name_of_case(&Name::from(name)), "{name}");
    }
    for name in ["", "/", "a/", "../x", "a//b", ".x", "problem", "x\0", "x.files/1"] {
        assert!(!is_name_of_case(&Name::from(name)), "{name}");
    }
}

#[test]
fn an_empty_workspace_is_told() {
    let workspace = Workspace::new();
    assert_snapshot!(workspace.shown(), @"defect: cases: there are no problems; create a folder for each, with files NAME.in and NAME.ans");
    std::fs::remove_dir(workspace.path("cases")).unwrap();
    assert_snapshot!(workspace.shown(), @"defect: cases: there is no such folder; make cases/PROBLEM, or check that this is the right root");
}

#[test]
fn links_are_followed_but_never_in_circles() {
    let workspace = Workspace::new()
        .files(&["cases/p/ok/in", "cases/p/ok/out", "cases/p/broken/out", "cases/q/1.in", "cases/q/1.ans"])
        .files(&["solutions/p/x.py", "shared/g/1.in", "shared/g/1.ans"])
        .link("cases/p/lnk/in", "../ok/in")
        .link("cases/p/lnk/out", "../ok/out")
        .link("cases/p/loop", "..")
        .link("cases/p/self", ".")
        .link("cases/p/alias", "ok")
        .link("cases/p/broken/in", "nowhere")
        .link("cases/p/other", "../q")
        .link("cases/q/back", "../p")
        .link("cases/r", "../shared")
        .link("solutions/q", "nowhere")
        .link("solutions/p/y.py", "x.py")
        .link("solutions/p/z.py", "gone.py");
    assert_snapshot!(workspace.shown(), @"
    problem p (p)
      case alias = alias/in alias/out
      case lnk = lnk/in lnk/out
      case ok = ok/in ok/out
      case other/1 = other/1.in other/1.ans
      solution x (python) from solutions/p/x.py: * AC
      solution y (python) from solutions/p/y.py: * AC
    problem q (q)
      case 1 = 1.in 1.ans
      case back/lnk = back/lnk/in back/lnk/out
      case back/ok = back/ok/in back/ok/out
    problem r (r)
      case g/1 = g/1.in g/1.ans
    defect: solutions/q: this link leads to `nowhere`, which cannot be reached; correct the link, or put the file in its place
    defect: solutions/p/z.py: this link leads to `gone.py`, which cannot be reached; correct the link, or put the file in its place
    defect: cases/p/broken/in: this link leads to `nowhere`, which cannot be reached; correct the link, or put the file in its place
    defect: cases/p/loop: this link leads back to its own folder (`..`); remove the link
    defect: cases/p/other/back: this link leads back to its own folder (`../p`); remove the link
    defect: cases/p/self: this link leads back to its own folder (`.`); remove the link
    defect: cases/q/back/broken/in: this link leads to `nowhere`, which cannot be reached; correct the link, or put the file in its place
    defect: cases/q/back/loop: this link leads back to its own folder (`..`); remove the link
    defect: cases/q/back/other: this link leads back to its own folder (`../q`); remove the link
    defect: cases/q/back/self: this link leads back to its own folder (`.`); remove the link
    note: cases/q/back/alias: a link inside a linked folder is not followed; link to the folder directly
    note: cases/q: this problem has no solutions; add one to solutions/q
    note: cases/r: this problem has no solutions; add one to solutions/r
    ");
}

#[test]
fn odd_names_run_and_are_shown_escaped() {
    let names: [&[u8]; 12] = [
        b"a b",
        b"-rf",
        b"--help",
        b"new\nline",
        b"%s%n",
        b"*",
        "e\u{301}".as_bytes(),
        "\u{e9}".as_bytes(),
        b"#1\\x",
        b"'q\"",
        b"\xff\xfe",
        b".hidden",
    ];
    let workspace = names.iter().fold(Workspace::new(), |workspace, name| {
        let folder = Path::new("cases/p").join(OsStr::from_bytes(name));
        workspace.file(folder.join("in"), "").file(folder.join("out"), "")
    });
    let workspace = workspace.file(Path::new("solutions/p").join(OsStr::from_bytes(b"-\n\xff.py")), "");
    let catalog = workspace.catalog();
    let [problem] = catalog.problems.as_slice() else { panic!("one problem") };
    let shown: Vec<String> = problem.cases.iter().map(|case| case.name.to_string()).collect();
    let (decomposed, composed) = ("e\u{301}", "\u{e9}");
    let expect = [
        r"#1\\x",
        "%s%n",
        "'q\"",
        "*",
        "--help",
        "-rf",
        "a b",
        decomposed,
        r"new\nline",
        composed,
        r"\xff\xfe",
    ];
    assert_eq!(shown, expect);
    assert!(problem.cases.iter().all(|case| case.input().is_file() && case.answer_file().is_file()));
    assert_eq!(problem.solutions[0].name.to_string(), r"-\n\xff");
    let notes: Vec<String> = catalog.notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes, ["cases/p/.hidden: a hidden folder is not read; rename it if it holds cases"]);
}

#[test]
fn a_socket_among_the_cases_is_not_read() {
    let workspace = Workspace::new().files(&["cases/p/1.ans", "solutions/p/x.py"]);
    let _listener = std::os::unix::net::UnixListener::bind(workspace.path("cases/p/1.in")).unwrap();
    assert_snapshot!(workspace.shown(), @"
    problem p (p)
      solution x (python) from solutions/p/x.py: * AC
    defect: cases/p/1.in: this is neither a file nor a folder; replace it with a regular file
    defect: cases/p: this problem has no cases; add two files, NAME.in and NAME.ans
    ");
}

#[test]
fn cases_that_override_nothing_share_their_rules() {
    let workspace = Workspace::new()
        .files(&[
            "cases/p/1.in",
            "cases/p/1.ans",
            "cases/p/2.in",
            "cases/p/2.ans",
            "cases/p/3.in",
            "cases/p/3.ans",
        ])
        .file("cases/p/2.toml", "time_limit = \"9s\"\ndescription = \"slow\"\n")
        .file("cases/p/3.toml", "description = \"plain\"\n")
        .files(&["solutions/p/x.py"]);
    let catalog = workspace.catalog();
    let [one, two, three] = catalog.problems[0].cases.as_slice() else { panic!("three cases") };
    assert!(std::sync::Arc::ptr_eq(&one.rules, &three.rules));
    assert_eq!(two.rules.limits.time.as_secs(), 9);
    let sidecar = two.sidecar.as_deref().unwrap();
    assert_eq!(sidecar.provenance.description.as_deref(), Some("slow"));
    assert_eq!(sidecar.path, Path::new("cases/p/2.toml"));
}

#[test]
fn mistakes_in_all_settings_are_told_at_once() {
    let workspace = Workspace::new()
        .files(&["cases/p/1.in", "cases/p/1.ans", "cases/q/1.in", "cases/q/1.ans", "solutions/p/right.py"])
        .files(&["solutions/p/wrong.py"])
        .file("cases/p/1.toml", "time_limit = 3\n")
        .file("cases/p/problem.toml", "reference = \"rigth\"\ngenerator = \"gen\"\nvalidator = \"1.in\"\n\
            [solution.wrong]\nexpect = { \"*\" = \"AC\", \"anti-*\" = \"WA\" }\n[solution.wrnog]\nexpect = \"WA\"\n")
        .file("cases/q/problem.toml", "title = \"x\n");
    assert_snapshot!(workspace.complaints(), @r#"
    cases/p/1.toml:1: `time_limit` must be a time like "2s" or "1500ms", not an integer
    cases/p/problem.toml:1: unknown solution `rigth`; did you mean `right`?
    cases/p/problem.toml:2: `gen` is neither a file in the folder of the cases nor a binary of the package; the programs are: right, wrong
    cases/p/problem.toml:3: no language has the extension of `1.in`; known extensions: rs, c, cpp, cc, cxx, c++, C, cpp17, cc17, cpp23, cc23, py, pypy, pypy3, java, kt, go, js, mjs, cjs, ts, cs, hs, ml, rb, pas, pp, zig, nim, d, lua, pl, sh, bash
    cases/p/problem.toml:5: `anti-*` matches no case, so no case tests it; correct the glob or add the case
    cases/p/problem.toml:6: unknown solution `wrnog`; did you mean `wrong`?
    cases/q/problem.toml:1:11: invalid basic string, expected `"`
    "#);
}
