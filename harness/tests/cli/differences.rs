//! Differences that are hard to see, and what a report says of them.

use insta::assert_snapshot;

use crate::session::workspace;

#[test]
fn a_case_that_is_no_plain_utf_8_is_at_fault() {
    let workspace = workspace()
        .file("cases/p/1.in", "1\n")
        .file("cases/p/1.ans", "\u{feff}1\n")
        .file("cases/p/2.in", b"\xff\xfe2\0\n\0")
        .file("cases/p/2.ans", "2\n")
        .case("p", "3", "3\n", "3\n")
        .script("p", "echo", "read n; case $n in [0-9]*) echo $n;; *) exit 1;; esac");
    assert_snapshot!(workspace.run("-j 1").all(), @r"
    p
      ✗ echo WA 1/3  expected AC

    p                     1
      echo                WR·

      · accepted, R runtime error, W wrong answer; small letters are as expected

    ✗ p/echo/1: WA (wrong answer), expected AC
      line 1, column 1: expected `\u{feff}1`, got `1`
      the answer begins with a byte order mark, which is a fault of the case
         expected                                          got
       1 \u{feff}1                                    ~  1 1
      input
      1

    ✗ p/echo/2: RE (runtime error), expected AC
      exit status 1
      the input is UTF-16, which is a fault of the case

    1 not as expected: 1 solution, 3 runs, _ s, 1 at once
    --- stderr ---
    note: cases/p/1.ans: this answer begins with a byte order mark, which is a fault of the case; save it as UTF-8 without a byte order mark
    note: cases/p/2.in: this input is UTF-16, which is a fault of the case; save it as UTF-8 without a byte order mark
    [exit status: 1]
    ");
    let faults =
        "note: cases/p/1.ans: this answer begins with a byte order mark, which is a fault of the case";
    workspace.run("list p").exits(0).says(faults).says("cases/p/2.in: this input is UTF-16");
    let cases = workspace.run("cases p").exits(1);
    cases.says("1: the answer begins with a byte order mark").says("2: the input is UTF-16");
    // Only what was chosen is looked at.
    workspace.run("-j 1 p/echo/3").only_exits(0);
    let document = workspace.run("-j 1 --format json p/echo/1").exits(1).json();
    let notes = document["results"][0]["notes"].to_string();
    assert!(notes.contains("the answer begins with a byte order mark"), "{notes}");
}

#[test]
fn texts_that_look_alike_are_told_apart() {
    let outputs = [
        ("ascii", "1 2"),
        ("fullwidth", "\u{ff11} 2"),
        ("nbsp", "1\u{a0}2"),
        ("ideographic", "1\u{3000}2"),
        ("zero-width", "1 2\u{200b}"),
        ("minus", "1 \u{2212}2"),
        ("variation", "1 2\u{fe0f}"),
    ];
    let mut workspace = workspace().case("p", "1", "x\n", "1 2\n");
    for (name, output) in outputs {
        workspace = workspace.script("p", name, &format!("echo '{output}'"));
    }
    let document = workspace.run("-j 1 --format json").exits(1).json();
    let results = document["results"].as_array().unwrap();
    let reasons: Vec<String> =
        results.iter().map(|result| format!("{} {}", result["solution"], result["reason"])).collect();
    assert_snapshot!(reasons.join("\n"), @r#"
    "ascii" ""
    "fullwidth" "expected `1`, got `１` (U+0031 and not U+FF11)"
    "ideographic" "expected `1`, got `1\\u{3000}2`"
    "minus" "expected `2`, got `−2` (U+0032 and not U+2212)"
    "nbsp" "expected `1`, got `1\\u{a0}2`"
    "variation" "expected `2`, got `2\\u{fe0f}`"
    "zero-width" "expected `2`, got `2\\u{200b}`"
    "#);
    // What a difference shows is escaped, too.
    workspace.run("-j 1 p/nbsp").exits(1).says("1 1\\u{a0}2");
}

#[test]
fn of_two_hints_the_one_that_explains_more_is_given() {
    let workspace = workspace()
        .case("p", "1", "x\n", "1\n2\n")
        .script("p", "between", "printf '1\\n\\n2\\n'")
        .script("p", "swapped", "printf '2\\n1\\n'");
    let output = workspace.run("-j 1 p/between").exits(1);
    output.says("right if blanks were ignored").does_not_say("any order");
    workspace.run("-j 1 p/swapped").exits(1).says("right if the lines might come in any order");
}
