//! What machines read.

use std::io::Read;

use serde_json::Value;

use crate::session::{doubling, is_here, workspace};

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn the_document_has_the_fields_that_are_promised() {
    let workspace = doubling().script("double", "wrong", "exit 3");
    let output = workspace.run("-j 1 --format json").exits(1);
    assert_eq!(output.stderr, "");
    let document = output.json();
    assert_eq!(
        keys(&document),
        [
            "empty_programs",
            "exit_code",
            "explanations",
            "harness",
            "interrupted",
            "not_judged",
            "results",
            "sandbox",
            "schema",
            "solutions",
            "steal_per_mille",
            "wall_ns"
        ]
    );
    assert_eq!((&document["schema"], &document["exit_code"]), (&Value::from(1), &Value::from(1)));
    assert_eq!(keys(&document["sandbox"]), ["calls", "cpu", "files", "kill", "memory", "network"]);
    let result = &document["results"][2];
    assert_eq!(
        keys(result),
        [
            "as_expected",
            "case",
            "cpu_ns",
            "exit_code",
            "expected",
            "interactor_cpu_ns",
            "interactor_wall_ns",
            "language",
            "machine",
            "memory_bytes",
            "notes",
            "passes",
            "place",
            "problem",
            "reason",
            "rechecks",
            "share",
            "signal",
            "solution",
            "stderr",
            "verdict",
            "wall_ns"
        ]
    );
    assert_eq!((&result["verdict"], &result["exit_code"]), (&Value::from("RE"), &Value::from(3)));
    for number in ["cpu_ns", "wall_ns", "memory_bytes"] {
        assert!(result[number].is_u64(), "{number} is {}", result[number]);
    }
    assert_eq!(
        keys(&document["solutions"][0]),
        [
            "as_expected",
            "cases",
            "expected",
            "expected_points",
            "groups",
            "language",
            "max_cpu_ns",
            "max_memory_bytes",
            "max_points",
            "points",
            "problem",
            "required",
            "solution",
            "stopped_at",
            "unmet",
            "verdict",
            "warnings"
        ]
    );
}

#[test]
fn a_solution_that_does_not_compile_has_one_result_without_a_case() {
    if !is_here("rustc") {
        return;
    }
    let workspace = workspace().case("p", "1", "", "").file("solutions/p/broken.rs", "fn main() { let }\n");
    let document = workspace.run("-j 1 --format json").exits(1).json();
    let results = document["results"].as_array().unwrap();
    assert_eq!(results.len(), 1);
    assert_eq!((&results[0]["verdict"], &results[0]["case"]), (&Value::from("CE"), &Value::Null));
    assert!(results[0]["reason"].as_str().unwrap().contains("expected"));
}

#[test]
fn lines_stand_alone_and_say_what_they_are() {
    let output = doubling().run("-j 1 --format jsonl").exits(0);
    let events: Vec<Value> = output.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["started", "result", "result", "solution", "finished"]);
    assert!(events.iter().all(|event| event["schema"] == 1));
}

#[test]
fn text_that_is_no_text_is_escaped_in_every_format() {
    let workspace = workspace().case("p", "1", "", "4\n").script("p", "bytes", "printf '4\\377\\000\\n'");
    for format in ["json", "jsonl", "human"] {
        let output = workspace.run(&format!("-j 1 --format {format}")).exits(1);
        assert!(!output.stdout.contains('\0'), "{output}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut workspace = workspace();
    for index in 0..200 {
        workspace = workspace.case("p", &index.to_string(), "", "");
    }
    let workspace = workspace.script("p", "quiet", ":");
    let mut child = workspace.start("-j 1 --format jsonl");
    let mut first = [0; 1];
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    let output = workspace.finish(child);
    assert_eq!((output.stderr.as_str(), output.code), ("", 141));
}

#[test]
fn output_that_cannot_be_written_is_the_failure_of_the_judge() {
    for words in ["list", "-j 1", "-j 1 --format json", "-j 1 --format jsonl"] {
        let output = doubling().run_into("/dev/full", words).exits(3);
        let expect = "error: failed to write the output: No space left on device (os error 28)\n";
        assert_eq!(output.stderr, expect);
    }
}

#[test]
fn every_field_has_its_type() {
    let workspace = doubling()
        .script("double", "wrong", "kill -SEGV $$")
        .file("solutions/double/gone.nope", "")
        .setting("[language.nope]\nextensions = [\"nope\"]\nrun = [\"no-such-program\"]");
    let document = workspace.run("-j 1 --require-languages --format json").exits(3).json();
    for result in document["results"].as_array().unwrap() {
        let has_run = result["verdict"] != "JE";
        for text in ["problem", "solution", "language", "verdict", "reason"] {
            assert!(result[text].is_string(), "{text} in {result}");
        }
        for number in ["cpu_ns", "wall_ns", "memory_bytes"] {
            assert_eq!((result[number].is_u64(), result[number].is_null()), (has_run, !has_run), "{result}");
        }
        for list in ["expected", "notes", "rechecks"] {
            assert!(result[list].is_array(), "{list} in {result}");
        }
        assert!(result["as_expected"].is_boolean(), "{result}");
        let signal = if result["solution"] == "wrong" { Value::from(11) } else { Value::Null };
        let exit_code = if result["solution"] == "right" { Value::from(0) } else { Value::Null };
        assert_eq!((&result["signal"], &result["exit_code"]), (&signal, &exit_code), "{result}");
        assert_eq!(result["case"].is_string(), has_run, "{result}");
    }
    let solutions = document["solutions"].as_array().unwrap();
    assert_eq!(solutions.len(), 3);
    for solution in solutions {
        // Of one that was not built none was run.
        let ran = if solution["solution"] == "gone" { 0 } else { 2 };
        assert_eq!((&solution["cases"], &solution["expected"][0]), (&Value::from(ran), &Value::from("AC")));
    }
}

/// Whatever fails, a program that reads JSON gets one document.
#[test]
fn a_command_that_fails_prints_one_document() {
    let workspace =
        doubling().problem("bad", "time_limit = 1\n").script("bad", "a", "").case("bad", "1", "", "");
    for words in [
        "nothing",
        "bad",
        "double --shard 1/2 --pack none",
        "compare nothing",
        "compare double --growth n=1..2",
        "cases nothing",
        "history double",
        "report last",
        "merge none",
    ] {
        let output = workspace.run(&format!("{words} --format json"));
        let document = output.json();
        let expect = ["errors", "exit_code", "harness", "hints", "schema"];
        assert_eq!(keys(&document), expect, "{words}: {output}");
        assert_eq!(
            (document["schema"].clone(), document["exit_code"].clone()),
            (1.into(), output.code.into())
        );
        assert!(matches!(output.code, 2 | 4), "{words}: {output}");
        let told = document["errors"][0].as_str().unwrap();
        assert!(!told.is_empty() && output.stderr.contains("error: "), "{words}: {output}");
    }
    // A run that was judged and is not as expected has its own document, and no second one.
    let document = doubling().script("double", "wrong", "exit 3").run("-j 1 --format json").json();
    assert!(document["results"].is_array(), "{document}");
    doubling().run("nothing").exits(4).does_not_say("schema");
}

/// What GitHub's runner takes for a command: lines that begin so, behind blanks or not, and a mark anywhere.
fn commands(log: &str) -> Vec<String> {
    let is_command = |line: &&str| line.trim_start().starts_with("::") || line.contains("##[");
    log.lines().filter(is_command).map(str::to_owned).collect()
}

#[test]
fn words_of_programs_are_no_commands_in_the_log_of_a_workflow() {
    let says = "echo '##[stop-commands]x'; printf '::stop-commands::x\\n  ::error file=a::forged\\n##[group]\\n' >&2";
    let workspace = doubling()
        .script("double", "evil", says)
        .file("solutions/double/unbuilt.c", "#error ::error::x\n#error ##[error]x\nint main(\n");
    let on_github = |words: &str| workspace.run_with(("GITHUB_ACTIONS", "true"), words).exits(1);
    for format in ["human", "markdown", "short", "tap"] {
        let run = on_github(&format!("-v --no-record --format {format}"));
        assert_eq!(commands(&run.stdout), Vec::<String>::new(), "{format} {}", run.stdout);
        assert_eq!(commands(&run.stderr), Vec::<String>::new(), "{format} {}", run.stderr);
    }
    let human = on_github("-v --no-record");
    human.says("\\x3a\\x3astop-commands::x").says("\\x23\\x23[group]");
    let elsewhere = workspace.run("-v --no-record").exits(1);
    elsewhere.says("##[group]").does_not_say("\\x3a");
    let github = on_github("--no-record --format github").stdout;
    assert!(github.lines().all(|line| line.starts_with("::") && !line.contains("##[")), "{github}");
    let beside = on_github("-q --no-record --report tap=/dev/stdout");
    assert_eq!(commands(&beside.stdout), Vec::<String>::new(), "{}", beside.stdout);
}
