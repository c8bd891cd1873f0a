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

      · accepted, R runtime error, W wrong answer; lowercase: as expected

    ✗ p/echo/1: WA (wrong answer), expected AC
      line 1, column 1: expected `\u{feff}1`, got `1`
      the answer begins with a byte order mark, which is a fault of the case
         expected                                          got
       1 \u{feff}1                                    ~  1 1
      input
      1
      alone: harness grade p/echo/1

    ✗ p/echo/2: RE (runtime error), expected AC
      exit status 1
      the input is UTF-16, which is a fault of the case
      alone: harness grade p/echo/2

    1 not as expected: 1 solution, 3 runs, _ s, 1 job
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
    // Where nothing is recorded, the files are looked at for that alone.
    workspace.run("-j 1 --no-record p").exits(1).says(faults).says("cases/p/2.in: this input is UTF-16");
    // Only what was chosen is looked at.
    workspace.run("-j 1 p/echo/3").only_exits(0);
    workspace.run("-j 1 --no-record p/echo/3").only_exits(0);
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

#[test]
fn a_runtime_error_shows_where_it_happened() {
    let lines = "i=1; while [ $i -le 14 ]; do echo \"step $i\" >&2; i=$((i + 1)); done";
    let workspace = workspace()
        .case("p", "1", "x\n", "1\n")
        .script("p", "crash", &format!("{lines}; printf 'Error: [x] \"y\" \\033[31m\\n' >&2; exit 3"))
        .script("p", "silent", "exit 4")
        .script("p", "one", "echo 'Error: one line' >&2; exit 5")
        .script("p", "wrong", "echo 2; echo 'n = 0' >&2");
    assert_snapshot!(workspace.run("-j 1").all(), @r#"
    p
      ✗ crash RE 0/1  expected AC
      ✗ one RE 0/1  expected AC
      ✗ silent RE 0/1  expected AC
      ✗ wrong WA 0/1  expected AC

    ✗ p/crash/1: RE (runtime error), expected AC
      exit status 3: Error: [x] "y" \x1b[31m
      standard error, the last 10 of 15 lines; `-v` shows all
      step 6
      step 7
      step 8
      step 9
      step 10
      step 11
      step 12
      step 13
      step 14
      Error: [x] "y" \x1b[31m
      alone: harness grade p/crash/1

    ✗ p/one/1: RE (runtime error), expected AC
      exit status 5: Error: one line
      alone: harness grade p/one/1

    ✗ p/silent/1: RE (runtime error), expected AC
      exit status 4
      alone: harness grade p/silent/1

    ✗ p/wrong/1: WA (wrong answer), expected AC
      line 1, column 1: expected `1`, got `2`
         expected                                          got
       1 1                                            ~  1 2
      input
      x
      standard error
      n = 0
      alone: harness grade p/wrong/1

    4 not as expected: 4 solutions, 4 runs, _ s, 1 job
    [exit status: 1]
    "#);
    workspace.run("-j 1 -v p/crash").exits(1).says("\n  step 1\n");
    let document = workspace.run("-j 1 --format json").exits(1).json();
    let stderr = |index: usize| document["results"][index]["stderr"].clone();
    let steps: Vec<String> = (1..=14).map(|step| format!("step {step}\n")).collect();
    let all = steps.concat();
    assert_eq!(stderr(0), format!("{all}Error: [x] \"y\" \u{1b}[31m\n"));
    assert_eq!((stderr(2), stderr(3)), (serde_json::Value::Null, "n = 0\n".into()));
}

#[test]
fn an_answer_that_stands_elsewhere_is_named() {
    let workspace = workspace()
        .case("p", "1", "x\n", "1 2\n")
        .script("p", "err", "echo 1 2 >&2")
        .script("p", "file", "echo 1 2 > output.txt")
        .script("p", "neither", ": > empty");
    let output = workspace.run("-j 1 p/err").exits(1);
    output.says("the right answer is on standard error, not on standard output");
    workspace
        .run("-j 1 p/file")
        .exits(1)
        .says("it wrote the file `output.txt`, and nothing to standard output");
    workspace.run("-j 1 p/neither").exits(1).says("no output").does_not_say("wrote");
}

#[test]
fn what_a_compiler_says_is_wrapped_and_begins_with_the_first_error() {
    let compiler = "echo \"$1: In function main\" >&2; i=0; while [ $i -lt 30 ]; do echo note >&2; i=$((i + 1)); done; \
        echo \"$1:4:2: error: $(printf 'x%.0s' $(seq 150))\" >&2; \
        while [ $i -lt 60 ]; do echo \"after $i\" >&2; i=$((i + 1)); done; exit 1";
    let workspace = workspace()
        .setting(&format!(
            "[language.bad]\nextensions = [\"bad\"]\ncompile = [\"/bin/sh\", \"-c\", {}, \"sh\", \"{{source}}\"]\nrun = [\"{{binary}}\"]\n",
            serde_json::to_string(compiler).unwrap()
        ))
        .case("p", "1", "x\n", "1\n")
        .file("solutions/p/a.bad", "")
        .file("solutions/p/b.bad", b"\xff\xfex\0\n\0");
    assert_snapshot!(workspace.run("-j 1 p/a").all(), @"
    p
      ✗ a                    CE   error: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…  expected AC

    ✗ p/a: CE (compile error)
      solutions/p/a.bad:4:2: error: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
        xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
      after 30
      after 31
      after 32
      after 33
      after 34
      after 35
      after 36
      after 37
      after 38
      after 39
      after 40
      after 41
      after 42
      after 43
      after 44
      after 45
      after 46
      after 47
      … 43 more lines; `-v` shows all

    1 not as expected: 1 solution, 0 runs, _ s, 1 job
    [exit status: 1]
    ");
    let all = workspace.run("-j 1 -v p/a").exits(1);
    all.says("\n  solutions/p/a.bad: In function main\n").says("  after 59\n").does_not_say("more line");
    let utf16 = workspace.run("-j 1 --format json p/b").exits(1).json();
    let reason = utf16["results"][0]["reason"].as_str().unwrap().to_owned();
    assert!(
        reason.starts_with("solutions/p/b.bad: error: this source is UTF-16; save it as UTF-8\n"),
        "{reason}"
    );
}
