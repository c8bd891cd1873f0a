//! What decides in a dialogue: the cause and not whose clock came first, on real processes.

use crate::interactive::{talking, verdict_of};
use crate::session::{Workspace, workspace};

/// Wants a number from 1 to 9, and works for a while (`$n` rounds) before it judges what it heard.
const GUESSING: &str = "read n < \"$1\"
read guess || { echo 'no guess' >&2; exit 43; }
while [ $n -gt 0 ]; do n=$((n - 1)); done
[ \"$guess\" -ge 1 ] && [ \"$guess\" -le 9 ] || { echo \"$guess is out of range\" >&2; exit 43; }
echo correct; exit 42
";

/// Every verdict of a solution on all its cases, each once.
fn verdicts_of(workspace: &Workspace, solution: &str) -> Vec<String> {
    let document = workspace.run(&format!("p/{solution} --format json")).json();
    let results = document["results"].as_array().unwrap().iter();
    let mut all: Vec<String> = results.map(|result| result["verdict"].as_str().unwrap().to_owned()).collect();
    all.sort();
    all.dedup();
    all
}

#[test]
fn one_program_has_one_verdict_on_equal_cases_whichever_side_ends_first() {
    // Half of the interactors judge at once, half of them after the program has ended.
    let mut workspace = workspace()
        .file("cases/p/interact.sh", GUESSING)
        .problem("p", "interactor = \"interact.sh\"\nmemory_limit = \"64MiB\"\noutput_limit = \"256KiB\"\n");
    for number in 0..12 {
        let rounds = if number % 2 == 0 { "0\n" } else { "20000\n" };
        workspace = workspace.case("p", &number.to_string(), rounds, "");
    }
    for (name, script, verdict) in [
        ("wrong-and-fails", "echo -5; exit 1", "WA"),
        ("wrong-and-crashes", "echo -5; kill -SEGV $$", "WA"),
        ("wrong-and-fails-later", "echo -5; read answer || exit 1", "WA"),
        ("wrong-and-leaves", "echo -5", "WA"),
        ("wrong-and-floods", "echo -5; exec cat /dev/zero", "WA"),
        ("wrong-and-hungry", "echo -5; exec tail /dev/zero", "WA"),
        ("leaves", "exit 0", "WA"),
        ("fails", "exit 1", "RE"),
        ("crashes", "kill -SEGV $$", "RE"),
        ("broken-pipe", "kill -PIPE $$", "RE"),
        ("floods", "exec cat /dev/zero", "OLE"),
        ("hungry", "exec tail /dev/zero", "MLE"),
        ("right-and-fails", "echo 5; exit 1", "RE"),
        ("right-and-leaves", "echo 5", "AC"),
        ("right-and-waits", "echo 5; read answer; read end", "RE"),
    ] {
        workspace = workspace.script("p", name, script);
        assert_eq!(verdicts_of(&workspace, name), [verdict], "{name}");
    }
}

/// The settings of a problem whose programs may wait for a minute, so that nothing ends by a limit.
const PATIENT: &str = "interactor = \"interact.sh\"\nwall_limit = \"60s\"\n";

#[track_caller]
fn check(workspace: Workspace, script: &str, verdict: &str, reason: &str) {
    let output = workspace.script("p", "talker", script).run("--format json");
    let (got, why, _) = verdict_of(&output);
    assert_eq!((got.as_str(), why.as_str()), (verdict, reason), "{output}");
}

#[test]
fn an_end_of_output_is_passed_on_when_it_happens() {
    // The interactor closes its output and then reads.
    let closing = "echo 3; echo 4; exec 1>&-; read sum; [ \"$sum\" = 7 ] && exit 42; exit 43";
    let to_the_end = "sum=0; while read n; do sum=$((sum + n)); done; echo $sum";
    check(talking(closing).problem("p", PATIENT), to_the_end, "AC", "");
    // The program closes its output and reads on, to the end of what the interactor says.
    let adding =
        "sum=0; while read n; do sum=$((sum + n)); done; echo $sum; [ $sum = 7 ] && exit 42; exit 43";
    let closes = "echo 3; echo 4; exec 1>&-; read sum; read more; [ \"$sum\" = 7 ]";
    check(talking(adding).problem("p", PATIENT), closes, "AC", "");
    // That it goes on is no reason to wait.
    let closed = "the program closed its output before the dialogue had ended";
    check(talking(closing).problem("p", PATIENT), "read n; exec 1>&-; sleep 98772.1", "WA", closed);
    check(talking(closing).problem("p", PATIENT), "read n; exec 1>&-; exit 3", "RE", "exit status 3");
}

/// Some tenths of a second of CPU time.
const WORK: &str = "i=0; while [ $i -lt 500000 ]; do i=$((i + 1)); done";

#[test]
fn while_the_interactor_works_the_program_does_not_idle() {
    let brief = "interactor = \"interact.sh\"\nwall_limit = \"250ms\"\n";
    let works = format!("read n; {WORK}; echo ok; read m; {WORK}; echo ok; exit 42");
    check(talking(&works).problem("p", brief), "echo 1; read ok; echo 2; read ok", "AC", "");
    let begins = format!("{WORK}; echo 1; read n; exit 42");
    check(talking(&begins).problem("p", brief), "read n; echo $n", "AC", "");
}

#[test]
fn an_interactor_has_limits_of_its_own_and_over_them_it_has_failed() {
    let limited =
        |script: &str| talking(script).problem("p", PATIENT).setting("[helpers]\ntime_limit = \"100ms\"\n");
    let cpu =
        "the interactor `interact.sh` failed: it used more than 0.100 s of CPU time, `helpers.time_limit`";
    check(limited("read n; while :; do :; done"), "echo 1; read ok", "JE", cpu);
    let wall = "the interactor `interact.sh` failed: it took more than 2.100 s, the wall limit that follows from `helpers.time_limit`";
    check(limited("read n; kill -STOP $$"), "echo 1; read ok", "JE", wall);
}

#[test]
fn the_message_files_of_an_interactor_are_shown() {
    let messages = "read n; printf 'too many guesses: %s\\nthree are allowed\\n' $n > \"$3/judgemessage.txt\"
echo 'try again' > \"$3/teammessage.txt\"; echo bye; exit 43";
    for script in ["echo 1; read bye", "echo 1"] {
        let output = talking(messages).script("p", "talker", script).run("--format json");
        let (verdict, reason, notes) = verdict_of(&output);
        assert_eq!((verdict.as_str(), reason.as_str()), ("WA", "the interactor says: too many guesses: 1"));
        let files = [
            "judgemessage.txt: too many guesses: 1",
            "judgemessage.txt: three are allowed",
            "teammessage.txt: try again",
        ];
        assert_eq!(notes[..3], files, "{output}");
    }
    // What one interactor left the next does not find.
    let lonely =
        "[ -e \"$3/judgemessage.txt\" ] && exit 1; ln -s /etc/passwd \"$3/judgemessage.txt\"; exit 43";
    let workspace = talking(lonely).case("p", "2", "7\n", "14\n").script("p", "talker", "read n; exit 0");
    let silent = "the interactor rejects it without a message";
    let document = workspace.run("-j 1 --format json").json();
    for result in document["results"].as_array().unwrap() {
        assert_eq!((result["verdict"].as_str(), result["reason"].as_str()), (Some("WA"), Some(silent)));
    }
}

#[test]
fn where_each_side_waits_for_the_other_it_is_said_whose_turn_it_is() {
    let stuck = |interactor: &str, script: &str| {
        let output = talking(interactor).script("p", "talker", script).run("--format json");
        let (verdict, reason, _) = verdict_of(&output);
        assert_eq!(verdict, "ILE", "{output}");
        reason.rsplit_once("wait for each other: ").map(|(_, turn)| turn.to_owned()).unwrap_or(reason)
    };
    let turn = "it is the program's turn; does it flush its output?";
    assert_eq!(stuck("echo 7; read n; exit 42", "read n; read nothing"), turn);
    let nothing = "neither has written anything; does the program flush its output?";
    assert_eq!(stuck("read n; exit 42", "read n"), nothing);
    let open = "the last line of the program has no line feed";
    assert_eq!(stuck("read n; exit 42", "printf 7; read n"), open);
}

#[test]
fn cases_of_an_interactive_problem_need_no_answer() {
    let workspace = workspace()
        .file("cases/p/1.in", "7\n")
        .file("cases/p/2.in", "8\n")
        .file("cases/p/2.toml", "description = \"with settings\"\n")
        .case("p", "3", "9\n", "9\n")
        .file(
            "cases/p/interact.sh",
            "read n < \"$1\"; read got; [ -r \"$2\" ] && [ $got = $n ] && exit 42; exit 43",
        )
        .problem(
            "p",
            "interactor = \"interact.sh\"\n[solution.eight]\nexpect = { \"*\" = \"WA\", 2 = \"AC\" }\n",
        )
        .script("p", "eight", "echo 8");
    workspace.run("").only_exits(0);
    workspace.run("list p").exits(0).says("with settings");
    let shown = workspace.run("show p/1").exits(0);
    shown.says("7").does_not_say("answer");
    let known = "cases/p/1.in has the same input as the case `1`, so nothing was written";
    workspace.run("add p 4 --input cases/p/1.in").exits(2).says(known);
    workspace.run("hunt p eight").exits(2).says("`p` has no generator");
    let wrong = "`p` has no solution that is built and not known to be wrong";
    workspace.run("hunt p").exits(2).says(wrong).says("hint: name the solution to break");
    // They are renamed and removed like others.
    workspace.run("mv p/1 one").only_exits(0);
    assert_eq!(workspace.read("cases/p/one.in"), "7\n");
    workspace.run("rm p/one").only_exits(0);
    let files: Vec<String> = workspace.files().iter().map(|path| path.display().to_string()).collect();
    assert!(!files.iter().any(|file| file.contains("p/1.") || file.contains("p/one.")), "{files:?}");
}
