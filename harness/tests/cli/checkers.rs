//! Checkers that are programs of the problem: by the conventions of testlib and of Kattis.

use crate::session::{Output, Workspace, is_here, workspace};

/// A problem with this checker, in which each number of the answer may be printed in any order.
fn checked_by(setting: &str, name: &str, text: &str) -> Workspace {
    workspace()
        .case("p", "1", "2 3\n", "5 6\n")
        .problem("p", &format!("checker = {{ {setting} = \"{name}\" }}\n"))
        .file(format!("cases/p/{name}"), text)
        .script("p", "same", "echo 5 6")
        .script("p", "turned", "echo 6 5")
        .script("p", "wrong", "echo 5 7")
        .script("p", "silent", ":")
        .script("p", "crash", "echo 5 6; exit 3")
        .script("p", "slow", "echo 5 6; while :; do :; done")
}

/// `same AC, turned AC: why`, in the order of the solutions.
fn verdicts(output: &Output) -> String {
    let document = output.json();
    let results = document["results"].as_array().unwrap();
    let one = |result: &serde_json::Value| {
        let reason = match result["verdict"].as_str() {
            Some("WA" | "JE") => format!(" ({})", result["reason"].as_str().unwrap()),
            _ => String::new(),
        };
        format!("{} {}{reason}", result["solution"].as_str().unwrap(), result["verdict"].as_str().unwrap())
    };
    results.iter().map(one).collect::<Vec<_>>().join(", ")
}

const KATTIS: &str = "read a b < $1\nread x y < $2\n[ -w $3 ] || exit 1\nread p q || p=\n\
    more=$(cat)\nif [ -n \"$more\" ]; then exit 43; fi\n\
    if [ \"$p $q\" = \"$x $y\" ] || [ \"$p $q\" = \"$y $x\" ]; then exit 42; fi\n\
    echo \"of $a and $b: got $p $q\" > $3/judgemessage.txt\nexit 43\n";

const TESTLIB: &str = "read a b < $1\nread p q < $2 || p=\nread x y < $3\n\
    if [ \"$p $q\" = \"$x $y\" ] || [ \"$p $q\" = \"$y $x\" ]; then echo ok >&2; exit 0; fi\n\
    if [ -z \"$p\" ]; then echo 'wrong output format nothing there' >&2; exit 2; fi\n\
    echo \"wrong answer of $a and $b: got $p $q\" >&2\nexit 1\n";

#[test]
fn a_program_decides_by_either_convention() {
    for (setting, text, silence) in
        [("kattis", KATTIS, "of 2 and 3: got  "), ("testlib", TESTLIB, "wrong output format nothing there")]
    {
        let workspace = checked_by(setting, "check.sh", text);
        let workspace = workspace.setting("[defaults]\ntime_limit = \"300ms\"\n");
        for words in ["-j 1 --format json", "-j 4 --format json", "-j 2 --format json --isolation none"] {
            let output = workspace.run(words).exits(1);
            let wrong = if setting == "kattis" { "" } else { "wrong answer " };
            let expected = format!(
                "crash RE, same AC, silent WA (the checker says: {}), slow TLE, turned AC, wrong WA (the checker says: {wrong}of 2 and 3: got 5 7)",
                silence.trim_end()
            );
            assert_eq!(verdicts(&output), expected, "{setting} {words}");
        }
    }
}

#[test]
fn a_checker_that_fails_is_the_judges_failure_and_names_itself() {
    let failures = [
        ("kattis", "exit 0", "exit status 0 (kattis: 42 accepts, 43 rejects)"),
        ("testlib", "echo FAIL odd >&2; exit 3", "exit status 3: FAIL odd"),
        ("testlib", "kill -SEGV $$", "SIGSEGV"),
        // To accept after the first of several passes would be wrong.
        ("kattis", ": > $3/nextpass.in; exit 42", "it asks for another pass by `nextpass.in`; set `passes`"),
        ("testlib", "while :; do :; done", "it used more than 0.300 s of CPU time, `helpers.time_limit`"),
        ("kattis", "while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done", "it printed more than"),
        (
            "kattis",
            "a=x; while :; do a=$a$a; done",
            "it used more than 64MiB of memory, `helpers.memory_limit`",
        ),
    ];
    for (setting, text, why) in failures {
        let workspace = checked_by(setting, "check.sh", text)
            .setting(
                "[helpers]\ntime_limit = \"300ms\"\nmemory_limit = \"64MiB\"\noutput_limit = \"256KiB\"\n",
            )
            .case("other", "1", "", "1\n")
            .script("other", "fine", "echo 1");
        let output = workspace.run("p/same other -j 1 --format json").exits(3);
        let said = verdicts(&output);
        let start = format!("same JE (the checker `check.sh` failed: {why}");
        assert!(said.contains(&start) && said.contains("fine AC"), "{said}");
    }
}

#[test]
fn a_checker_that_cannot_be_built_concerns_its_problem_alone() {
    if !is_here("gcc") {
        return;
    }
    let workspace = checked_by("testlib", "check.c", "int main(void) { return x; }\n")
        .case("other", "1", "", "1\n")
        .script("other", "fine", "echo 1");
    let output = workspace.run("p/same other -j 1 --format json").exits(3);
    let said = verdicts(&output);
    assert!(
        said.contains("same JE (the checker `check.c` cannot be built") && said.contains("fine AC"),
        "{said}"
    );
}

#[test]
fn an_answer_that_stands_in_a_file_is_named_here_too() {
    let workspace = checked_by("kattis", "check.sh", KATTIS).script("p", "filed", "echo 5 6 > a.out");
    let output = workspace.run("p/filed -j 1").exits(1);
    output.says("it wrote the file `a.out`, and nothing to standard output");
}

/// What a checker reads is all of an output, however long, and it sees the cases, which the program does not.
#[test]
fn a_long_output_is_read_to_its_end() {
    let count = "[ $(wc -c) = 3000000 ] && [ -r \"$1\" ] && exit 42; exit 43";
    let workspace = workspace()
        .case("p", "1", "", "")
        .problem("p", "checker = { kattis = \"count.sh\" }\n")
        .file("cases/p/count.sh", count)
        .script("p", "long", "head -c 3000000 /dev/zero");
    workspace.run("-j 1").only_exits(0);
}

/// A case may have a checker of its own, which is built in.
#[test]
fn a_case_may_be_compared_instead() {
    let workspace = checked_by("kattis", "check.sh", KATTIS)
        .case("p", "2", "2 3\n", "5 6\n")
        .file("cases/p/2.toml", "checker = \"tokens\"\n");
    let output = workspace.run("p/turned -j 1 --format json").exits(1);
    assert_eq!(verdicts(&output), "turned AC, turned WA (expected `5`, got `6`)");
}

#[test]
fn cases_are_added_measured_and_compared_by_a_checker() {
    let workspace = workspace()
        .case("p", "1", "2 3\n", "5 6\n")
        .problem(
            "p",
            "checker = { kattis = \"check.sh\" }\nreference = \"right\"\n[solution.same]\nexpect = [\"AC\", \"WA\"]\n",
        )
        .file("cases/p/check.sh", KATTIS)
        .script("p", "right", "read a b; echo $((a + b)) $((a * b))")
        .script("p", "turned", "read a b; echo $((a * b)) $((a + b))")
        .script("p", "same", "read a b; echo 5 6");
    workspace.run_with_input("add p other -j 1", "4 5\n").exits(0).says("added p/other");
    assert_eq!(workspace.read("cases/p/other.ans"), "9 20\n");
    let output = workspace.run("-j 1 --format json").exits(0);
    let expected =
        "right AC, right AC, same AC, same WA (the checker says: of 4 and 5: got 5 6), turned AC, turned AC";
    assert_eq!(verdicts(&output), expected);
    workspace.run("cases p -j 1").exits(0).says("other");
    let output = workspace.run("compare p/right p/turned --runs 3").exits(0);
    output.says("right").says("turned").does_not_say("WA");
}

#[test]
fn what_cannot_have_a_checker_program_says_so() {
    let workspace = checked_by("kattis", "check.sh", KATTIS)
        .file("cases/p/1.toml", "checker = { kattis = \"check.sh\" }\n");
    let output = workspace.run("-j 1").exits(2);
    output.says(
        "cases/p/1.toml:1: a program checks the outputs of a whole problem; write this in its problem.toml",
    );
    let workspace =
        checked_by("testlib", "missing.sh", "").problem("p", "checker = { testlib = \"other.sh\" }\n");
    workspace.run("-j 1").exits(2).says("other.sh");
}

#[test]
fn a_checker_is_called_as_the_settings_say() {
    let check = "[ \"$1\" = --exact ] || exit 7\nread a b < \"$2\"\nread x y < \"$3\"\nread p q || p=\n\
        [ \"$p $q\" = \"$x $y\" ] && exit 0\n[ -z \"$p\" ] && exit 1\necho \"of $a and $b: $p $q\" >&2\nexit 1\n";
    let workspace = checked_by("kattis", "check.sh", check)
        .problem("p", "checker = { command = [\"check.sh\", \"--exact\", \"{input}\", \"{answer}\"] }\n")
        .setting("[defaults]\ntime_limit = \"300ms\"\n");
    let expected = "crash RE, same AC, silent WA (the checker rejects it without a message), slow TLE, \
        turned WA (the checker says: of 2 and 3: 6 5), wrong WA (the checker says: of 2 and 3: 5 7)";
    assert_eq!(verdicts(&workspace.run("--format json").exits(1)), expected);
    let spooled = "read p q < \"$1\"\n[ \"$p $q\" = '5 6' ]\n";
    let workspace = workspace.file("cases/p/check.sh", spooled);
    let workspace = workspace.problem("p", "checker = { command = [\"check.sh\", \"{output}\"] }\n");
    workspace
        .run("p/same p/silent")
        .exits(1)
        .says("✓ same                 AC   1/1")
        .says("✗ silent               WA   0/1");
    // Those of a package come after those of the convention.
    let workspace = workspace
        .file("cases/p/check.sh", "[ $# = 5 ] && [ \"$4 $5\" = 'exact 1e-6' ] && exit 42\nexit 43\n")
        .problem("p", "checker = { kattis = \"check.sh\", arguments = [\"exact\", \"1e-6\"] }\n");
    workspace.run("p/same").exits(0).says("✓ same                 AC   1/1");
    let workspace = workspace
        .file("cases/p/check.sh", "[ $# = 4 ] && [ $4 = x ] && exit 42\nexit 43\n")
        .problem("p", "interactor = { kattis = \"check.sh\", arguments = [\"x\"] }\n");
    workspace.run("p/same").exits(0).says("✓ same                 AC   1/1");
}

#[test]
fn mistakes_about_programs_that_decide_are_told() {
    let mut workspace = checked_by("kattis", "check.sh", "");
    for (setting, mistake) in [
        ("checker = { command = [] }", "`command` names no program; write a program and its arguments like"),
        (
            "checker = { command = [\"check.sh\", \"{out}\"] }",
            "unknown placeholder `{out}`; the placeholders of `command` are {input}, {output}, {answer}",
        ),
        (
            "checker = { testlib = \"check.sh\", arguments = [\"x\"] }",
            "a program of testlib is given no further arguments; remove `arguments`",
        ),
        (
            "checker = { testlib = \"check.sh\", report = \"xmll\" }",
            "`report` cannot be `xmll`; did you mean `xml`?",
        ),
        (
            "checker = { kattis = \"check.sh\", report = \"xml\" }",
            "only a checker of testlib writes a report; remove `report`",
        ),
        (
            "checker = { testlib = \"check.sh\", kattis = \"check.sh\" }",
            "this names two checkers; remove one of them",
        ),
        ("checker = { arguments = [\"x\"] }", "this names no checker"),
        (
            "checker = \"check.sh\"",
            "for a program write { testlib = \"check.sh\" } or { kattis = \"check.sh\" }",
        ),
        (
            "full_points = 100",
            "`full_points` is what a checker program or an interactor gives, and there is none",
        ),
        ("interactor = { command = [\"check.sh\"] }", "unknown key `command` in [interactor]"),
        (
            "interactor = { kattis = \"check.sh\" }\nprotocol = \"testlib\"",
            "the protocol of the interactor is set twice; remove `protocol`",
        ),
        (
            "interactor = {}",
            "this names no interactor; write { testlib = \"interact.cpp\" } or { kattis = \"interact.py\" }",
        ),
    ] {
        workspace = workspace.problem("p", &format!("{setting}\n"));
        workspace.run("").exits(2).says(mistake);
    }
}

/// Insists on a report in XML, and says nothing elsewhere.
const REPORTS_IN_XML: &str = r#"[ $# = 5 ] && [ $5 = -appes ] || { echo "FAIL $# arguments" >&2; exit 3; }
read p q < $2 || p=
read x y < $3
end() { echo "<?xml version=\"1.0\"?><result outcome = $2</result>" > $3; echo 'See file' >&2; exit $1; }
[ -z "$p" ] && end 7 '"points" points = "0.5">0.5 of &lt;it&gt;' $4
[ "$p $q" = "$x $y" ] && end 0 '"accepted">fine' $4
[ "$p $q" = "$y $x" ] && end 29 '"partially-correct" pctype = "13">turned' $4
end 1 '"wrong-answer">got &quot;5 7&quot;' $4
"#;

/// The same for a text.
const REPORTS_AS_TEXT: &str = r#"[ $# = 4 ] || { echo "FAIL $# arguments" >&2; exit 3; }
read p q < $2 || { echo 'See file' >&2; exit 0; }
read x y < $3
[ "$p $q" = "$x $y" ] && { echo fine > $4; exit 0; }
echo 'no numbers' > $4
exit 2
"#;

#[test]
fn a_checker_of_testlib_may_write_its_message_to_a_report() {
    let settings = |more: &str| format!("checker = {{ testlib = \"check.sh\"{more} }}\nfull_points = 20\n");
    let workspace = checked_by("testlib", "check.sh", REPORTS_IN_XML);
    let workspace = workspace.problem("p", &settings(", report = \"xml\""));
    let document = workspace.run("p/same p/silent p/turned p/wrong -j 1 --format json").exits(1).json();
    let results = document["results"].as_array().unwrap();
    let reasons: Vec<&str> = results.iter().map(|result| result["reason"].as_str().unwrap()).collect();
    assert_eq!(
        reasons,
        [
            "",
            "the checker gives 0.5 of 20 points: points 0.5 of <it>",
            "the checker gives 13 of 20 points: partially correct (13) turned",
            "the checker says: wrong answer got \"5 7\"",
        ]
    );
    // Without the key it is called as it does not want to be.
    let workspace = workspace.problem("p", &settings(""));
    let said = verdicts(&workspace.run("p/same --format json").exits(3));
    assert_eq!(said, "same JE (the checker `check.sh` failed: exit status 3: FAIL 3 arguments)");
    let workspace = workspace.file("cases/p/check.sh", REPORTS_AS_TEXT);
    let workspace = workspace.problem("p", &settings(", report = \"text\""));
    let said = verdicts(&workspace.run("p/same p/silent p/wrong -j 1 --format json").exits(3));
    let none = "silent JE (the checker `check.sh` failed: exit status 0, and it wrote no report: See file)";
    let wrong = "wrong WA (the checker says: wrong output format no numbers)";
    assert_eq!(said, format!("same AC, {none}, {wrong}"));
}
