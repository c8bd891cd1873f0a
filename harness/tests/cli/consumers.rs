//! Reports for other programs, read by other programs: Perl's `prove`, Python's `csv` and `junitparser`, and a shell.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::session::{Workspace, doubling, is_here};

/// The package that reads `JUnit`, and its module.
const PACKAGE: (&str, &str) = ("junitparser==5.0.3", "junitparser");

/// Prints what `junitparser` finds: for each suite its counts, for each test that did not pass its names and why.
const READ_JUNIT: &str = "
import sys
from junitparser import JUnitXml
for suite in JUnitXml.fromfile(sys.argv[1]):
    print(suite.name, suite.tests, suite.failures, suite.errors, suite.skipped)
    for case in suite:
        for result in case.result:
            print(type(result).__name__, case.classname, case.name, result.type, result.message)
";

/// Prints the details of each test that has a block of YAML, as the parser of `prove` reads it.
const READ_TAP: &str = r#"
use TAP::Parser;
my $parser = TAP::Parser->new({ source => $ARGV[0] });
while (my $result = $parser->next) {
    print "unknown: ", $result->raw, "\n" if $result->is_unknown;
    print $result->data->{details} // "no details", "\n" if $result->is_yaml;
}
print "errors: ", scalar($parser->parse_errors), "\n";
"#;

/// Prints the details of each block of YAML as YAML proper has them.
const READ_TAP_YAML: &str = r"
import sys, textwrap, yaml
text = open(sys.argv[1], encoding='utf-8').read()
for block in text.split('  ---\n')[1:]:
    print(yaml.safe_load(textwrap.dedent(block.split('\n  ...\n')[0])).get('details', 'no details'))
";

/// Prints the fields of each row that say what became of it.
const READ_CSV: &str = "
import csv, sys
with open(sys.argv[1], newline='') as file:
    for row in csv.DictReader(file):
        print(row['solution'], row['case'] or '-', row['status'], row['verdict'], row['reason'])
";

/// Prints what each student gets.
const READ_GRADEBOOK: &str = "
import csv, sys
with open(sys.argv[1], newline='', encoding='utf-8') as file:
    for row in csv.DictReader(file):
        print(row['student'], row['points'], row['max_points'], row['verdict'], row['first_failing_case'] or '-')
";

/// A name that means something in every format.
const ODD: &str = "a,b<c>&|#d";

/// All that can become of a solution, and a report of each kind.
fn reported() -> Workspace {
    let workspace = doubling()
        .script("double", "wrong", "echo 4")
        .script("double", ODD, "exit 3")
        .script("double", "survivor", "read n; echo $((n + n))")
        .problem("double", "[solution]\nwrong.expect = [\"AC\", \"WA\"]\nsurvivor.expect = \"WA\"\n")
        .folder("out");
    let kinds = [
        "junit",
        "tap",
        "libtest-json",
        "csv",
        "markdown",
        "github",
        "github-classroom",
        "gradescope",
        "gradebook",
        "short",
    ];
    let flags = kinds.map(|kind| format!("--report {kind}=out/{kind}")).join(" ");
    workspace.run(&format!("-q -j 1 {flags}")).only_exits(1);
    workspace
}

/// What a tool prints about a file, and whether it is content.
#[expect(clippy::disallowed_methods, reason = "what reads the reports is no part of the judge")]
fn read_by(tool: &str, args: &[&str], path: &Path, modules: Option<&Path>) -> (String, bool) {
    let mut command = Command::new(tool);
    command.args(args).arg(path).envs(modules.map(|modules| ("PYTHONPATH", modules)));
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr);
    (text, output.status.success())
}

#[test]
fn reports_are_what_their_readers_take_them_for() {
    let workspace = reported();
    let of = |kind: &str| workspace.root().join("out").join(kind);
    if is_here("prove") {
        let (text, is_fine) = read_by("prove", &["-e", "cat"], &of("tap"), None);
        assert!(
            !is_fine && text.contains("Failed 5/12 subtests") && !text.contains("Parse errors"),
            "{text}"
        );
    }
    if !is_here("python3") {
        return;
    }
    let (text, is_fine) = read_by("python3", &["-c", READ_CSV], &of("csv"), None);
    assert!(is_fine, "{text}");
    assert_eq!(text.lines().count(), 12, "{text}");
    for line in [
        format!("{ODD} 1-small failed RE exit status 3"),
        "survivor - failed AC expected WA, but no case shows it".to_owned(),
        "wrong 2-large passed WA expected `2000000`, got `4`".to_owned(),
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
    let (text, is_fine) = read_by("python3", &["-c", READ_GRADEBOOK], &of("gradebook"), None);
    assert!(is_fine, "{text}");
    for line in
        [format!("{ODD} 0 2 RE 1-small"), "right 2 2 AC -".to_owned(), "wrong 1 2 WA 2-large".to_owned()]
    {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
    let Some(modules) = junitparser(workspace.root()) else {
        eprintln!("skipped: pip cannot download {}", PACKAGE.0);
        return;
    };
    let (text, is_fine) = read_by("python3", &["-c", READ_JUNIT], &of("junit"), Some(&modules));
    assert!(is_fine, "{text}");
    for line in [
        "double/right 3 0 0 0".to_owned(),
        format!("double/{ODD} 3 2 0 0"),
        format!("Failure double.{ODD} 1-small RE RE, expected AC: exit status 3"),
        "Failure double.survivor (all cases) AC AC: expected WA, but no case shows it".to_owned(),
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
}

/// The folder with the module.
fn junitparser(scratch: &Path) -> Option<PathBuf> {
    let pip = [
        "-m",
        "pip",
        "download",
        "-q",
        "--no-deps",
        "--only-binary",
        ":all:",
        "--retries",
        "1",
        PACKAGE.0,
        "-d",
    ];
    let (_, is_fine) = read_by("python3", &pip, scratch, None);
    let mut entries =
        std::fs::read_dir(scratch).ok().filter(|_| is_fine)?.flatten().map(|entry| entry.path());
    let wheel = entries.find(|path| path.extension().is_some_and(|extension| extension == "whl"))?;
    let (_, is_fine) = read_by("python3", &["-m", "zipfile", "-e", wheel.to_str()?], scratch, None);
    Some(scratch.to_owned()).filter(|folder| is_fine && folder.join(PACKAGE.1).is_dir())
}

#[test]
fn editors_are_led_to_the_answer_and_the_runner_of_github_gets_its_summary() {
    let workspace = reported();
    let short = workspace.read("out/short");
    assert!(
        short.contains("cases/double/1-small.in:1:1: error: RE of a,b<c>&|#d: exit status 3\n"),
        "{short}"
    );
    assert!(short.ends_with("\n5 of 12 results not as expected\n"), "{short}");
    let wrong = "double/wrong --message-format short";
    let output = workspace.run(&format!("{wrong} --time-limit 1s")).exits(0);
    assert_eq!(output.stdout, "all as expected: 3 results\n");
    let workspace = workspace.problem("double", "");
    let output = workspace.run(wrong).exits(1);
    output.says("cases/double/2-large.ans:1:1: error: WA of wrong: expected `2000000`, got `4`\n");
    let summary = workspace.root().join("out/summary.md");
    let variable = ("GITHUB_STEP_SUMMARY", summary.to_str().unwrap());
    let output = workspace.run_with(variable, "double/wrong --format github").exits(1);
    let start =
        "::error file=solutions/double/wrong.sh,line=1,title=WA of double/wrong/2-large::WA, expected AC: ";
    assert!(output.stdout.starts_with(start), "{output}");
    let text = workspace.read("out/summary.md");
    assert!(text.starts_with("**harness**: ❌ 1 of 1 solution not as expected"), "{text}");
}

#[test]
fn a_shell_completes_names_of_the_workspace() {
    let workspace = doubling().script("double", "recursive", "exit 1").file("other/judge.toml", "");
    let script = workspace.run("completions bash").exits(0).stdout;
    let ask = "
        PATH=$(dirname \"$1\"):$PATH; source \"$2\"; shift 2
        COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1))
        _clap_complete_harness harness \"${COMP_WORDS[COMP_CWORD]}\"
        echo \"${COMPREPLY[@]}\"
    ";
    let workspace = workspace.file("script.bash", script);
    let ask = |words: &str| -> String {
        #[expect(clippy::disallowed_methods, reason = "the shell asks, and the judge answers")]
        let mut command = Command::new("bash");
        command.args(["-c", ask, "bash", env!("CARGO_BIN_EXE_harness"), "script.bash"]);
        let output = command.args(words.split(' ')).current_dir(workspace.root()).output().unwrap();
        assert!(output.stderr.is_empty(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    if !is_here("bash") {
        return;
    }
    assert_eq!(ask("harness grade double/r"), "double/recursive double/right");
    assert_eq!(ask("harness double/right/"), "double/right/1-small double/right/2-large");
    assert_eq!(ask("harness show double/1"), "double/1-small");
    assert_eq!(ask("harness hunt double re"), "recursive");
    assert_eq!(ask("harness grade --report"), "--report --report-each");
    assert_eq!(ask("harness comp"), "compare completions");
    assert_eq!(ask("harness --root other grade d"), "");
}

#[test]
fn the_manual_pages_are_text_for_man() {
    for (words, title, example) in [
        ("man", ".TH HARNESS 1", "harness leetcode\\-909/flat"),
        ("man grade", ".TH HARNESS-GRADE 1", "\\-\\-report"),
    ] {
        let output = doubling().run(words).exits(0);
        assert!(output.stdout.contains(title) && output.stdout.contains(example), "{output}");
        assert!(!output.stdout.contains('\x1b'), "{output}");
    }
    doubling().run("man grde").exits(2).says("did you mean `grade`?");
}

#[test]
fn the_words_of_programs_are_no_yaml_to_readers_of_tap() {
    let said = ["ValueError: no", "  - 'a': \"b\" # c", "", "...", "\tkey: |", "not ok 7 \\\" {}", "end:"];
    let quoted = said.map(|line| format!("'{}'", line.replace('\'', "'\\''")));
    let script = format!("printf '%s\\n' {} >&2\nexit 3", quoted.join(" "));
    let workspace = doubling().script("double", "crash", &script);
    workspace.run("-q --report tap=report.tap double/crash").only_exits(1);
    let path = workspace.root().join("report.tap");
    let expected = said.map(|line| line.replace('\t', "\\t")).join("\n");
    if is_here("prove") {
        let (text, is_fine) = read_by("perl", &["-e", READ_TAP], &path, None);
        assert!(is_fine && text.contains(&expected) && text.contains("errors: 0\n"), "{text}");
        assert!(!text.contains("unknown"), "{text}");
    }
    let (_, has_yaml) = read_by("python3", &["-c", "import yaml"], &path, None);
    if has_yaml {
        let (text, is_fine) = read_by("python3", &["-c", READ_TAP_YAML], &path, None);
        assert!(is_fine && text.contains(&expected), "{text}");
    }
}
