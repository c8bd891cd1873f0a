//! Runs that are written down: reported again, chosen by, compared with, split and merged.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::Command;

use rustix::process::{Pid, Signal, kill_process};

use crate::session::{Output, Workspace, doubling, workspace};
use crate::watch::{Queue, TELLS};

/// A right solution, one that is wrong on a case, and one that fails on both.
fn mixed() -> Workspace {
    doubling().script("double", "wrong", "read n; echo 4").script("double", "broken", "exit 3")
}

/// The records that the workspace keeps, the oldest first.
fn records(workspace: &Workspace) -> Vec<PathBuf> {
    let entries = fs::read_dir(workspace.root().join(".judge/runs")).into_iter().flatten();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    found.sort();
    found
}

/// The runs of a report in JSON: solution, case and verdict.
fn verdicts(output: &Output) -> Vec<String> {
    let document = output.json();
    let text = |of: &serde_json::Value, key: &str| of[key].as_str().unwrap_or_default().to_owned();
    let result = |of: &serde_json::Value| ["solution", "case", "verdict"].map(|key| text(of, key)).join(" ");
    document["results"].as_array().unwrap().iter().map(result).collect()
}

#[test]
fn a_run_is_reported_again_as_it_was() {
    let workspace = mixed();
    for format in ["human", "json", "jsonl"] {
        let live = workspace.run(&format!("--format {format} --report json=live.json")).exits(1);
        let again = workspace.run(&format!("report --format {format} --report json=again.json")).exits(1);
        assert!(live.stdout.len() > 100, "{live}");
        assert_eq!(live.stdout, again.stdout, "{format}");
        assert_eq!(workspace.read("live.json"), workspace.read("again.json"), "{format}");
    }
    assert_eq!(records(&workspace).len(), 3);
    let first = records(&workspace).remove(0);
    let name = first.file_stem().unwrap().to_str().unwrap();
    workspace.run(&format!("report {name}")).exits(1).says("2 not as expected: 3 solutions, 6 runs");
    workspace.run("report 1999").exits(2).says("there is no run and no file `1999`");
}

#[test]
fn the_page_of_a_run_tells_of_the_runs_before_it_and_is_made_again_when_there_are_newer_ones() {
    let workspace = mixed();
    let grade = |page: &str| workspace.run(&format!("-j 1 --report html={page}")).only_exits(1);
    grade("first.html");
    let source = "read n; echo $((2 * n))\n";
    fs::write(workspace.root().join("solutions/double/wrong.sh"), source).unwrap();
    grade("second.html");
    assert!(!workspace.read("first.html").contains("Earlier runs"));
    let second = workspace.read("second.html");
    assert!(second.contains("WA\u{a0}×\u{a0}1 → AC\u{a0}×\u{a0}1 (new source)"), "{second}");
    // What students may see of earlier runs is not known.
    workspace.run("-j 1 --audience student --report html=hidden.html --report-each html=each").only_exits(1);
    workspace.run("-j 1 --no-record --report html=alone.html").only_exits(1);
    for page in ["hidden.html", "each/wrong.html", "alone.html"] {
        let page = workspace.read(page);
        assert!(page.contains("wrong") && !page.contains("Earlier runs"), "{page}");
    }
    let second_run = records(&workspace).remove(1);
    let name = second_run.file_stem().unwrap().to_str().unwrap();
    workspace.run(&format!("report {name} --report html=again.html")).only_exits(1);
    assert_eq!(workspace.read("again.html"), second);
    workspace.run(&format!("report {name} --audience student --report html=told.html")).only_exits(1);
    assert!(!workspace.read("told.html").contains("Earlier runs"));
    // What is gone is not told.
    fs::remove_file(records(&workspace).remove(0)).unwrap();
    workspace.run(&format!("report {name} --report html=later.html")).only_exits(1);
    assert!(!workspace.read("later.html").contains("Earlier runs"));
}

#[test]
fn the_record_of_a_run_that_is_killed_is_read_as_far_as_it_goes() {
    let workspace = workspace().case("p", "1", "1\n", "1\n").case("p", "2", "2\n", "2\n").script_in_folder(
        "p",
        "slow",
        &format!("read n; echo $n; [ $n = 1 ] || {{ {TELLS}; sleep 60; }}"),
    );
    let queue = Queue::make(&workspace, "solutions/p/slow");
    let mut child = workspace.start("-j 1 --format jsonl");
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.by_ref().any(|line| line.contains("\"event\":\"result\"")));
    queue.wait();
    kill_process(Pid::from_child(&child), Signal::KILL).unwrap();
    workspace.finish(child).only_exits(-9);
    let report = workspace.run("report --format json").exits(5);
    report.says("is cut off; the report ends there");
    assert_eq!(verdicts(&report), ["slow 1 AC"]);
    // What did not run is run next.
    fs::write(workspace.root().join("solutions/p/slow/main.sh"), "read n; echo $n\n").unwrap();
    workspace.run("--failed").exits(0).says("1 solution, 2 runs");
}

#[test]
fn no_record_is_kept_where_none_is_wanted() {
    let workspace = doubling();
    workspace.run("--no-record").only_exits(0);
    assert!(records(&workspace).is_empty());
    workspace.run("report").exits(2).says("there is no record of a run").says("harness grade");
    let workspace = workspace.setting("[records]\nkeep = \"0 runs\"\n");
    workspace.run("").only_exits(0);
    assert!(records(&workspace).is_empty());
}

#[test]
fn old_records_make_room_for_new_ones() {
    let workspace = doubling().setting("[records]\nkeep = \"2 runs\"\n");
    workspace.run("").only_exits(0);
    let first = records(&workspace);
    for _ in 0..2 {
        workspace.run("").only_exits(0);
    }
    let kept = records(&workspace);
    assert_eq!(kept.len(), 2);
    assert!(!kept.contains(&first[0]), "{kept:?}");
    let workspace = workspace.file("judge.toml", "[records]\nkeep = \"some\"\n");
    workspace.run("").exits(2).says("`keep`: `some` is not a number");
}

#[test]
fn where_no_record_can_be_written_the_run_goes_on() {
    let workspace = mixed().file(".judge/runs", "");
    let output = workspace.run("").exits(1);
    output
        .says("2 not as expected: 3 solutions, 6 runs")
        .says("note: the record of this run is not complete");
    let workspace = mixed();
    let prelude = "mkdir -p .judge/runs && mount -t tmpfs -o size=4k none .judge/runs";
    let output = workspace.run_in_own_mounts(prelude, "");
    if output.code == 111 {
        eprintln!("skipped: this user may not mount a small file system");
        return;
    }
    output.says("note: the record of this run is not complete").says("No space left on device");
    output.exits(1).says("2 not as expected: 3 solutions, 6 runs");
    workspace.run("--record nowhere/x.jsonl").exits(2).says("failed to write `nowhere/x.jsonl`");
}

#[test]
fn what_failed_or_did_not_run_or_is_new_is_run_again() {
    let workspace = mixed();
    let failed = |words: &str| verdicts(&workspace.run(&format!("{words} --failed --format json")));
    workspace.run("").only_exits(1);
    assert_eq!(failed(""), ["broken 1-small RE", "broken 2-large RE", "wrong 2-large WA"]);
    let output = workspace.run("double/right --failed").exits(5);
    output.says("nothing to run again").says("3 runs outside of the selection were not as expected");
    let source = |name: &str, text: &str| {
        fs::write(workspace.root().join(format!("solutions/double/{name}.sh")), text).unwrap();
    };
    // A source that changed is run on all cases, with those that failed before.
    source("wrong", "read n; echo $((2 * n))\n");
    assert_eq!(failed("double/wrong"), ["wrong 1-small AC", "wrong 2-large AC"]);
    source("broken", "read n; echo $((n * 2))\n");
    workspace.run("--failed").exits(0).says("1 solution, 2 runs");
    workspace.run("--failed").exits(0).says("nothing to run again").does_not_say("outside");
    // A case that is new or changed is run with all.
    let workspace = workspace.case("double", "3-new", "0\n", "0\n");
    workspace.run("--failed").exits(0).says("3 solutions, 3 runs");
    let workspace = workspace.file("cases/double/1-small.ans", "5\n");
    workspace.run("--failed -j 1 --fail-fast").exits(1).says("SK");
    workspace.run("--failed").exits(1).says("3 solutions, 3 runs");
}

/// What all cases of a solution say together is not lost where they are run again or elsewhere.
#[test]
fn a_wrong_solution_that_nothing_kills_stays_a_fault() {
    let weak = "[solution.weak]\nexpect = [\"AC\", \"WA\"]\n";
    let workspace = mixed().problem("double", weak).script("double", "weak", "read n; echo $((n + n))");
    let unmet = "expected WA, but no case shows it";
    workspace.run("double/weak double/right").exits(1).says(unmet);
    for _ in 0..2 {
        workspace.run("double/weak double/right --failed").exits(1).says(unmet);
    }
    // One case that changed may be the only one that killed it.
    let one = workspace.case("killed", "1", "0\n", "5\n").case("killed", "2", "0\n", "6\n");
    let one = one.problem("killed", weak).script("killed", "weak", "echo 5");
    one.run("killed").only_exits(0);
    let workspace = one.file("cases/killed/2.ans", "5\n");
    workspace.run("killed --failed").exits(1).says(unmet);
    // As one run says of what is selected, so do its parts together.
    let workspace = workspace.case("double", "3-more", "0\n", "0\n");
    let small = "double/weak/1-small double/weak/2-large";
    workspace.run(small).exits(1).says(unmet);
    for part in ["1/2", "2/2"] {
        workspace.run(&format!("{small} --shard {part} --record {}.jsonl", &part[..1])).only_exits(0);
    }
    workspace.run("merge 1.jsonl 2.jsonl").exits(1).says(unmet);
}

#[test]
fn what_changed_since_an_earlier_run_is_told() {
    let workspace = mixed();
    workspace.run("").only_exits(1);
    let workspace = workspace.script("double", "wrong", "read n; echo $((n + n))");
    let workspace = workspace.script("double", "added", "read n; echo $((n + n))");
    let output = workspace.run("--against last").exits(1);
    output.says("changed: double/wrong on 2-large: WA → AC\n");
    output.says(": 1 verdict changed, 5 the same, 2 new\n");
    workspace.run("--against nothing").exits(2).says("there is no run and no file `nothing`");
}

/// Grades in so many parts, each of which writes `I.jsonl`.
fn split(workspace: &Workspace, count: usize) {
    for index in 1..=count {
        let words = format!("-q --shard {index}/{count} --record {index}.jsonl");
        assert!(workspace.run(&words).code < 2);
    }
}

#[test]
fn parts_are_merged_to_one_run() {
    let workspace = mixed();
    let whole = verdicts(&workspace.run("--format json").exits(1));
    split(&workspace, 3);
    assert_eq!(records(&workspace).len(), 1, "a record that has another place is not kept here, too");
    let merged = workspace.run("merge 1.jsonl 2.jsonl 3.jsonl --format json --record all.jsonl").exits(1);
    assert_eq!((verdicts(&merged), merged.stderr.as_str()), (whole, ""));
    for order in ["3.jsonl 1.jsonl 2.jsonl", "2.jsonl 3.jsonl 1.jsonl"] {
        assert_eq!(workspace.run(&format!("merge {order} --format json")).stdout, merged.stdout, "{order}");
    }
    assert_eq!(workspace.run("report all.jsonl --format json").exits(1).stdout, merged.stdout);
    // More parts than there is to run: some have nothing to do.
    workspace.run("--shard 9/9 --record 9.jsonl").exits(0).says("0 runs");
    workspace.run("merge 9.jsonl --allow-missing").exits(0).says("in no part");
}

#[test]
fn parts_that_lack_or_contradict_something_are_told() {
    let workspace = doubling().script("double", "same", "read n; echo $((n + n))");
    split(&workspace, 2);
    let missing = workspace.run("merge 1.jsonl").exits(5);
    missing.says("error: in no part: double/right on 2-large\n");
    missing.says("error: in no part: double/same on 2-large\n");
    workspace.run("merge 2.jsonl --allow-missing").exits(0).says("note: in no part: double/right on 1-small");
    let twice = workspace.run("merge 1.jsonl 2.jsonl 1.jsonl").exits(0);
    twice.says("note: 2 runs are in two records, with the same verdict");
    let other = workspace.read("2.jsonl").replacen("\"verdict\":\"AC\"", "\"verdict\":\"TLE\"", 1);
    let workspace = workspace.file("other.jsonl", other);
    let conflict = workspace.run("merge 1.jsonl 2.jsonl other.jsonl").exits(1);
    conflict.says("error: conflict: double/").says(" on 2-large: AC in `2.jsonl`, TLE in `other.jsonl`");
}

#[test]
fn a_part_that_was_cut_off_counts_as_far_as_it_goes() {
    let workspace = doubling();
    split(&workspace, 2);
    let whole = workspace.read("2.jsonl");
    let lines: Vec<&str> = whole.lines().collect();
    let judged = lines.iter().position(|line| line.contains("{\"judged\":")).unwrap();
    let after = lines[..=judged].join("\n") + "\n";
    let workspace =
        workspace.file("after.jsonl", after.clone()).file("within.jsonl", &after[..after.len() - 20]);
    let output = workspace.run("merge 1.jsonl after.jsonl").exits(0);
    output.says("note: `after.jsonl` was cut off; its complete lines are used");
    let output = workspace.run("merge 1.jsonl within.jsonl").exits(5);
    output.says("note: `within.jsonl` was cut off").says("in no part: double/right on 2-large");
    // A part that ended before it said anything is one that is missing.
    let workspace = workspace.file("begun.jsonl", &whole[..40]).file("empty.jsonl", "");
    for file in ["begun.jsonl", "empty.jsonl"] {
        let output = workspace.run(&format!("merge {file} 1.jsonl")).exits(5);
        output.says(&format!("note: `{file}` was cut off")).says("in no part: double/right on 2-large");
        workspace.run(&format!("merge {file}")).exits(2).says("no record has the plan of the run");
    }
}

#[test]
fn parts_of_other_runs_are_refused() {
    let workspace = doubling();
    split(&workspace, 2);
    let foreign = |workspace: &Workspace, what: &str| {
        workspace.run("-q --shard 2/2 --record other.jsonl").only_exits(0);
        let output = workspace.run("merge 1.jsonl other.jsonl").exits(2);
        output.says("`1.jsonl` and `other.jsonl` are not parts of one run: ").says(what);
    };
    let workspace = workspace.file("cases/double/2-large.in", "1000000 \n");
    foreign(&workspace, "the case double/2-large is not the same");
    let workspace = workspace.file("cases/double/2-large.in", "1000000\n");
    let workspace = workspace.script("double", "right", "read n; echo $((2 * n))");
    foreign(&workspace, "the solution double/right is not the same");
    let workspace = workspace.script("double", "right", "read n; echo $((n + n))");
    let workspace = workspace.problem("double", "time_limit = \"3s\"\n");
    foreign(&workspace, "`cases/double/problem.toml` is in one only");
    let old = workspace.read("2.jsonl").replacen("\"schema\":1", "\"schema\":9", 1);
    let workspace = workspace.file("old.jsonl", old);
    let output = workspace.run("merge 1.jsonl old.jsonl").exits(2);
    output.says("`old.jsonl`: it is a record of schema 9, and this judge reads schema 1");
    workspace.run("merge 1.jsonl judge.toml").exits(2).says("`judge.toml`: line 1 is no line of a record");
    workspace.run("merge 1.jsonl 2.jsonl --record 2.jsonl").exits(2).says("`2.jsonl` is one of the parts");
}

#[test]
fn schedulers_name_the_part_by_their_variables() {
    let workspace = doubling();
    let schedulers = [
        ("CI_NODE_INDEX=2 CI_NODE_TOTAL=3", "2/3"),
        ("BUILDKITE_PARALLEL_JOB=2 BUILDKITE_PARALLEL_JOB_COUNT=3", "3/3"),
        ("CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=3", "1/3"),
        ("SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=4", "2/3"),
        ("JOB_COMPLETION_INDEX=2 JUDGE_SHARDS=4", "3/4"),
        ("JUDGE_SHARD=4/5", "4/5"),
    ];
    for (variables, part) in schedulers {
        let words = "-q --shard auto --record part.jsonl";
        workspace.run_after(&format!("export {variables}"), words).only_exits(0);
        let (index, count) = part.split_once('/').unwrap();
        let shard = format!("\"shard\":{{\"index\":{index},\"count\":{count},");
        let record = workspace.read("part.jsonl");
        assert!(record.lines().next().unwrap().contains(&shard), "{variables}: {record}");
    }
    let output = workspace.run_with(("CI_NODE_INDEX", "1"), "--shard auto").exits(2);
    output.says("CI_NODE_TOTAL");
    workspace.run("--shard auto").exits(2).says("no part in the environment").says("--shard 2/4");
}

/// Holds each line of the file that is its second argument against the schema that is the first.
const HOLDS: &str = "
import json, sys
try:
    import jsonschema
    validator = jsonschema.Draft202012Validator
except (ImportError, AttributeError):
    sys.exit(111)
schema = json.load(open(sys.argv[1]))
validator.check_schema(schema)
validator = validator(schema)
lines = [json.loads(line) for line in open(sys.argv[2])]
sys.exit('; '.join(error.message[:300] for line in lines for error in validator.iter_errors(line)) or 0)
";

#[test]
#[expect(clippy::disallowed_methods, reason = "another implementation of JSON Schema is what is asked")]
fn the_published_schema_holds_for_a_real_run() {
    let workspace = mixed();
    workspace.run("").only_exits(1);
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/record.schema.json");
    let record = records(&workspace).remove(0);
    for python in ["python3", "/usr/bin/python3"] {
        let mut command = Command::new(python);
        let Ok(output) = command.args(["-c", HOLDS, schema]).arg(&record).output() else { continue };
        if output.status.code() != Some(111) {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            return;
        }
    }
    eprintln!("skipped: no Python with the module `jsonschema`");
}

/// `double` with a generator of numbers, and a solution that is wrong for those of 7 and more.
fn hunted() -> Workspace {
    doubling()
        .problem(
            "double",
            "reference = \"right\"\ngenerator = \"generate.sh\"\nvalidator = \"validate.sh\"\n",
        )
        .file("cases/double/generate.sh", "echo $(($1 % 11))")
        .file("cases/double/validate.sh", "read n && [ \"$n\" -ge 0 ]")
        .script("double", "wrong", "read n; [ $n -gt 6 ] && n=0; echo $((n + n))")
}

#[test]
fn a_hunt_is_reported_again_as_it_was() {
    let workspace = hunted();
    // The failure of a hunt is told again, too.
    let taken = workspace.run("hunt double wrong --seed 1 --name 1-small").exits(2);
    taken.says("double/wrong: WA").says("error:");
    let again = workspace.run("report").exits(2);
    assert_eq!((&again.stdout, &again.stderr), (&taken.stdout, &taken.stderr));
    let found = workspace.run("hunt double wrong --seed 1").exits(1);
    found.says("added double/3").says("again: harness hunt double wrong --seed 1 --count");
    let again = workspace.run("report").exits(1);
    assert_eq!((&again.stdout, &again.stderr), (&found.stdout, &found.stderr));
    let nothing = workspace.run("hunt double right --trust wrong --seed 1 --count 3 -q");
    assert_eq!(workspace.run("report -q").exits(0).stdout, nothing.stdout);
    assert_eq!(records(&workspace).len(), 3);
    // Only people are told.
    workspace.run("report --format json").exits(2).says("the record of `hunt` holds what it has printed");
    workspace.run("report --report html=a.html").exits(2).says("makes no other report");
    // A part of a record is told as far as it goes.
    let text = fs::read_to_string(&records(&workspace)[0]).unwrap();
    let cut = text.find(r#"{"hunt":{"elapsed_ns":"#).unwrap();
    let cut = cut + text[cut..].find(r#""counterexample""#).unwrap();
    fs::write(workspace.root().join("cut.jsonl"), &text[..cut]).unwrap();
    workspace.run("report cut.jsonl").exits(5).says("found with input").says("is cut off");
}

#[test]
fn hunts_are_no_runs_of_the_cases_of_the_workspace() {
    let workspace = hunted();
    workspace.run("--record graded.jsonl").only_exits(1);
    workspace.run("").only_exits(1);
    let graded = records(&workspace);
    workspace.run("hunt double wrong --seed 1 --dry-run --no-record").only_exits(1);
    assert_eq!(records(&workspace), graded);
    workspace.run("hunt double wrong --seed 1 --dry-run --record hunt.jsonl").only_exits(1);
    assert_eq!(records(&workspace), graded);
    workspace.run("report hunt.jsonl").exits(1).says("would add double/3");
    workspace
        .run("merge hunt.jsonl graded.jsonl")
        .exits(2)
        .says("`hunt.jsonl` is the record of `hunt`, and only those of `grade` can be merged");
    workspace.run("hunt double wrong --seed 1 --dry-run").only_exits(1);
    // The last run that has verdicts is the one of before.
    workspace
        .run("--against hunt.jsonl")
        .exits(2)
        .says("is a run of `hunt`, and has no verdicts to compare with");
    workspace.run("--against last --no-record").exits(1).says("0 verdicts changed, 4 the same, 0 new");
    workspace.run("history").exits(0).says("exit status 1").says("hunt double wrong");
    let history = workspace.run("history double/wrong").exits(0);
    assert_eq!(history.stdout.lines().filter(|line| line.contains("WA")).count(), 1, "{history}");
}
