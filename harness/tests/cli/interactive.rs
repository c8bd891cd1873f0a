//! Interactive problems.

use rustix::process::{Pid, Signal, kill_process};

use crate::session::{Output, Workspace, processes_with, workspace};
use crate::watch::{Queue, TELLS, lasting};

/// Says a number and wants to hear the double of it; both come from the files of the case.
const INTERACTOR: &str = "read n < \"$1\"; read want < \"$2\"; echo $n
read got || { echo 'nothing was said' >&2; exit 43; }
[ \"$got\" = \"$want\" ] || { echo \"$got is not $want\" >&2; exit 43; }
echo ok; exit 42
";

/// A problem with one case and this interactor.
pub fn talking(interactor: &str) -> Workspace {
    workspace()
        .case("p", "1", "7\n", "14\n")
        .file("cases/p/interact.sh", interactor)
        .problem("p", "interactor = \"interact.sh\"\nwall_limit = \"500ms\"\n")
}

/// The verdict on the only solution, why, and the notes.
pub fn verdict_of(output: &Output) -> (String, String, Vec<String>) {
    let document = output.json();
    let result = &document["results"][0];
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    // The time of a line is taken off.
    let line = |note: &serde_json::Value| match text(note).split_once(" ms ") {
        Some((time, line)) if time.parse::<u32>().is_ok() => line.to_owned(),
        _ => text(note),
    };
    let notes = result["notes"].as_array().unwrap().iter().map(line).collect();
    (text(&result["verdict"]), text(&result["reason"]), notes)
}

#[track_caller]
fn check(script: &str, verdict: &str, reason: &str, says: &[&str]) {
    let output = talking(INTERACTOR).script("p", "talker", script).run("--format json");
    let (got, why, notes) = verdict_of(&output);
    assert_eq!((got.as_str(), why.starts_with(reason)), (verdict, true), "{output}");
    assert!(says.iter().all(|line| notes.iter().any(|note| note == line)), "{output}");
}

#[test]
fn a_program_that_says_what_the_interactor_wants_is_right() {
    check("read n; echo $((n + n)); read ok; [ $ok = ok ]", "AC", "", &[]);
    check("read n; echo $((n + n))", "AC", "", &[]);
}

#[test]
fn what_the_interactor_rejects_is_wrong_whatever_becomes_of_the_program() {
    let says = "the interactor says: 13 is not 14";
    let lines = ["← 7", "→ 13"];
    check("read n; echo 13; read nothing; kill -SEGV $$", "WA", says, &lines);
    check("read n; echo 13; sleep 100", "WA", says, &lines);
    check("read n; echo 13; while :; do :; done", "WA", says, &lines);
    check("read n; echo 13; while :; do echo again; done", "WA", says, &lines);
}

#[test]
fn a_program_that_leaves_the_dialogue_is_wrong_and_one_that_fails_in_it_has_failed() {
    check("exit 0", "WA", "the interactor says: nothing was said", &["← 7"]);
    check("read n; exit 3", "RE", "exit status 3", &["← 7"]);
    check("read n; kill -SEGV $$", "RE", "SIGSEGV", &["← 7"]);
}

#[test]
fn a_deadlock_is_ended_at_the_limit_of_the_program() {
    check("read n; read nothing", "ILE", "used ", &["← 7"]);
    let output =
        talking("cat > /dev/null; exit 43").script("p", "talker", "cat > /dev/null").run("--format json");
    assert_eq!(verdict_of(&output).0, "ILE", "{output}");
}

#[test]
fn floods_in_both_directions_end() {
    let flood = "while :; do echo much much more than a pipe can hold; done";
    let output = talking(&format!("{flood} & sleep 100"))
        .problem("p", "interactor = \"interact.sh\"\nwall_limit = \"60s\"\n")
        .script("p", "talker", flood)
        .run("--format json");
    assert_eq!(verdict_of(&output).0, "OLE", "{output}");
    let output = talking(flood).script("p", "talker", "sleep 100").run("--format json");
    // Whichever comes first: the limit of what the one may say, or of how long the other may sleep.
    assert!(["ILE", "JE"].contains(&verdict_of(&output).0.as_str()), "{output}");
}

#[test]
fn an_interactor_that_fails_is_the_judges_failure() {
    for (interactor, says) in [
        (
            "echo broken >&2; exit 9",
            "the interactor `interact.sh` failed: exit status 9 (kattis: 42 accepts, 43 rejects): broken",
        ),
        ("kill -SEGV $$", "the interactor `interact.sh` failed: SIGSEGV"),
        ("exit 0", "the interactor `interact.sh` failed: exit status 0 (kattis: 42 accepts, 43 rejects)"),
    ] {
        let output =
            talking(interactor).script("p", "talker", "read n; read m").run("--format json").exits(3);
        let (verdict, reason, _) = verdict_of(&output);
        assert_eq!((verdict.as_str(), reason.as_str()), ("JE", says), "{output}");
    }
}

#[test]
fn the_protocol_of_testlib_has_its_own_arguments_and_exit_statuses() {
    let interactor = "read n < \"$1\"; echo $n; read got; echo $got > \"$2\"; read want < \"$3\"
[ \"$got\" = \"$want\" ]
";
    let settings = "interactor = \"interact.sh\"\nprotocol = \"testlib\"\n";
    for (answer, verdict) in [("14", "AC"), ("13", "WA")] {
        let workspace = talking(interactor).problem("p", settings).script(
            "p",
            "talker",
            &format!("echo {answer}; read n"),
        );
        assert_eq!(verdict_of(&workspace.run("--format json")).0, verdict);
    }
    let settings = "interactor = \"interact.sh\"\nprotocol = \"katis\"\n";
    let output = talking(interactor).problem("p", settings).run("list").exits(2);
    output.says("cases/p/problem.toml:2: unknown protocol `katis`; the protocols are: kattis, testlib");
}

#[test]
fn a_program_that_is_talked_to_cannot_read_its_case() {
    let workspace = talking(INTERACTOR);
    let answer = workspace.root().join("cases/p/1.ans").display().to_string();
    let workspace = workspace.script("p", "talker", &format!("read n; echo got $(cat {answer}); read ok"));
    let output = workspace.run("--format json");
    let is_open = output.json()["sandbox"]["files"] == "not restricted";
    let (verdict, _, notes) = verdict_of(&output);
    let said = if is_open { "→ got 14" } else { "→ got" };
    assert_eq!((verdict.as_str(), notes.last().map(String::as_str)), ("WA", Some(said)), "{output}");
}

#[test]
fn programs_that_are_talked_to_are_compared() {
    let workspace = talking(INTERACTOR)
        .script("p", "talker", "read n; echo 14; read ok")
        .script("p", "busy", "read n; i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done; echo 14; read ok")
        .script("p", "wrong", "read n; echo 15; read ok");
    let document = workspace.run("compare p --runs 5 --format json").exits(0).json();
    let ranks: Vec<String> = document["solutions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|solution| format!("{} {}", solution["solution"].as_str().unwrap(), solution["rank"]))
        .collect();
    assert_eq!(ranks, ["talker 1", "busy 2", "wrong null"]);
    assert!(document["solutions"][2]["disqualified"].as_str().unwrap().starts_with("WA on "));
}

#[test]
fn an_interrupt_ends_both_sides() {
    let workspace = talking("echo go; sleep 98771.1; exit 43")
        .problem("p", "interactor = \"interact.sh\"\nwall_limit = \"100s\"\n")
        .script_in_folder("p", "talker", &format!("read go; {TELLS}; sleep 98771.1"));
    let queue = Queue::make(&workspace, "solutions/p/talker");
    let child = workspace.start("-j 1");
    // What the program has read comes from its interactor.
    queue.wait();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    workspace.finish(child).exits(130).says("interrupted");
    assert!(lasting(|| processes_with("98771.1")).is_empty());
}

#[test]
fn an_interactor_that_cannot_be_built_stops_its_problem_alone() {
    let workspace = workspace()
        .case("p", "1", "7\n", "14\n")
        .file("cases/p/interact.c", "this is no C\n")
        .problem("p", "interactor = \"interact.c\"\n")
        .script("p", "talker", "read n; echo $((n * 2))")
        .case("q", "1", "7\n", "14\n")
        .script("q", "double", "read n; echo $((n * 2))");
    let output = workspace.run("-j 1 --format json").exits(3);
    let document = output.json();
    let solutions = document["solutions"].as_array().unwrap().iter();
    let verdicts: Vec<(&str, &str)> = solutions
        .map(|solution| (solution["solution"].as_str().unwrap(), solution["verdict"].as_str().unwrap()))
        .collect();
    assert_eq!(verdicts, [("talker", "JE"), ("double", "AC")], "{output}");
    output.says("the interactor `interact.c` cannot be built");
}
