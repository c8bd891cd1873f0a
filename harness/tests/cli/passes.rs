//! Problems of several passes: a program of Kattis runs a solution again, with an input that it makes of the output.

use insta::assert_snapshot;

use crate::interactive::verdict_of;
use crate::session::{Output, Workspace, is_here, workspace};

/// The first pass turns a number into a word, the second one turns it back. What the number was is known to nothing
/// but the feedback folder.
const VALIDATOR: &str = r#"
import os
import sys

feedback = sys.argv[3]


def path(name):
    return os.path.join(feedback, name)


def end(status, message):
    with open(path("judgemessage.txt"), "a") as file:
        file.write(message + "\n")
    sys.exit(status)


with open(sys.argv[1]) as file:
    what, given = file.read().split()
said = sys.stdin.read().split()
if what == "encode":
    if len(said) != 1 or not said[0].isalpha():
        end(43, "no word: %s" % said[:3])
    with open(path("secret"), "w") as file:
        file.write(given)
    with open(path("nextpass.in"), "w") as file:
        file.write("decode %s\n" % said[0])
    end(42, "%s is %s" % (given, said[0]))
assert not os.path.exists(path("nextpass.in"))
with open(path("secret")) as file:
    secret = file.read()
if said == [secret]:
    end(42, "right")
if len(said) == 1 and said[0] in secret:
    with open(path("score.txt"), "w") as file:
        file.write("0.5")
    end(42, "a part")
end(43, "%s is not %s" % (" ".join(said), secret))
"#;

/// What is done in the first pass, and how it is begun.
const ENCODE: &str = "read what x\n\
    if [ $what = encode ]; then echo $x | tr 0-9 a-j; exit; fi\n";

/// A problem that this program decides, in so many passes.
fn decided_by(name: &str, text: &str, passes: u32) -> Workspace {
    workspace().file(format!("cases/p/{name}"), text).file("cases/p/1.in", "encode 407\n").problem(
        "p",
        &format!(
            "checker = {{ kattis = \"{name}\" }}\npasses = {passes}\ntime_limit = \"300ms\"\nwall_limit = \"700ms\"\n\
             memory_limit = \"64MiB\"\noutput_limit = \"64KiB\"\n"
        ),
    )
}

/// `name VERDICT reason`, a line for each solution, without numbers of time and memory.
fn verdicts(output: &Output) -> String {
    let document = output.json();
    let line = |result: &serde_json::Value| {
        let text = |key: &str| result[key].as_str().unwrap().to_owned();
        let passes = result["passes"].as_array().unwrap().len();
        let reason = text("reason");
        let reason = if ["TLE", "ILE", "MLE"].contains(&text("verdict").as_str()) {
            reason.split(": ").next().unwrap().to_owned()
        } else {
            reason
        };
        format!("{} {} {passes} {reason}", text("solution"), text("verdict"))
    };
    document["results"].as_array().unwrap().iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn each_pass_is_a_run_of_its_own_and_the_last_one_decides() {
    if !is_here("python3") {
        return;
    }
    let second = |text: &str| format!("{ENCODE}{text}");
    let keeps = "for place in . /tmp /var/tmp /dev/shm; do\n\
        if [ $what = encode ]; then echo $x > $place/kept; else cat $place/kept; fi\n\
        done 2> /dev/null | head -n 1\n";
    let workspace = decided_by("check.py", VALIDATOR, 2)
        .script("p", "right", &second("echo $x | tr a-j 0-9"))
        .script("p", "wrong-1", "echo 407")
        .script("p", "wrong-2", &second("echo 704 of them"))
        .script("p", "partial", &second("echo 40"))
        .script("p", "crash-1", "kill -SEGV $$")
        .script("p", "crash-2", &second("kill -SEGV $$"))
        .script("p", "exits-2", &second("echo $x | tr a-j 0-9; exit 3"))
        .script("p", "silent-1", "cat > /dev/null")
        .script("p", "silent-2", &second(":"))
        .script("p", "endless-2", &second("while :; do :; done"))
        .script("p", "sleeps-2", &second("exec sleep 100"))
        .script("p", "flood-2", &second("while :; do echo $x$x$x$x$x$x$x$x$x$x$x$x$x$x$x$x; done"))
        .script("p", "memory-2", &second("a=x; while :; do a=$a$a; done"))
        .script("p", "reads-nothing", "echo word")
        .script("p", "keeps", &format!("read what x\n[ $what = encode ] && echo word\n{keeps}"))
        .script("p", "leaves", &second("echo $x | tr a-j 0-9; sleep 100 & exit"));
    let output = workspace.run("-j 2 --format json --recheck 0").exits(1);
    assert_snapshot!(verdicts(&output), @"
    crash-1 RE 1 pass 1 of 2: SIGSEGV
    crash-2 RE 2 pass 2 of 2: SIGSEGV
    endless-2 TLE 2 pass 2 of 2
    exits-2 RE 2 pass 2 of 2: exit status 3
    flood-2 OLE 2 pass 2 of 2: wrote more than 64KiB, killed
    keeps WA 2 pass 2 of 2: the checker says:  is not 407
    leaves AC 2 
    memory-2 MLE 2 pass 2 of 2
    partial PT 2 pass 2 of 2: the checker gives 0.5 of 1 point: a part
    reads-nothing WA 2 pass 2 of 2: the checker says: word is not 407
    right AC 2 
    silent-1 WA 1 pass 1 of 2: the checker says: no word: []
    silent-2 WA 2 pass 2 of 2: the checker says:  is not 407
    sleeps-2 ILE 2 pass 2 of 2
    wrong-1 WA 1 pass 1 of 2: the checker says: no word: ['407']
    wrong-2 WA 2 pass 2 of 2: the checker says: 704 of them is not 407
    ");
    // A pass after the first shows its input, and what was said before it.
    let failure = "--color never -j 1 p/crash-2";
    let human = workspace.run(failure).exits(1);
    assert!(
        human.stdout.contains("\n  pass 1: judgemessage.txt: 407 is eah\n")
            && human.stdout.contains("\n  input of pass 2\n  decode eah\n"),
        "{human}"
    );
    let _ = workspace.run("p/wrong-2 --output kept").exits(1);
    assert_eq!(workspace.read("kept/p/wrong-2/1.pass-2.in"), "decode eah\n");
    let replayed = workspace.run("report last --color never").exits(1);
    assert!(replayed.stdout.contains("\n  input of pass 2\n  decode eah\n"), "{replayed}");
}

#[test]
fn time_and_memory_are_those_of_the_pass_that_used_most() {
    let check = "n=$(cat $1); cat > /dev/null; [ $n = 3 ] || echo $((n + 1)) > $3/nextpass.in; exit 42";
    // The second of three works and takes memory.
    let work = "read n; [ $n = 2 ] || exit 0; a=x; i=0; while [ $i -lt 22 ]; do a=$a$a; i=$((i + 1)); done";
    let workspace = decided_by("check.sh", check, 3).file("cases/p/1.in", "1\n").script("p", "works", work);
    let document = workspace.run("--format json").exits(0).json();
    let result = &document["results"][0];
    let passes = result["passes"].as_array().unwrap();
    let numbers = |key: &str| passes.iter().map(|pass| pass[key].as_u64().unwrap()).collect::<Vec<_>>();
    for key in ["cpu_ns", "wall_ns", "memory_bytes"] {
        let each = numbers(key);
        assert_eq!((each.len(), each.iter().max().copied()), (3, result[key].as_u64()), "{key}: {each:?}");
    }
    let memory = numbers("memory_bytes");
    assert!(memory[1] > memory[0].max(memory[2]) + (2 << 20), "{memory:?}");
}

/// The verdict on `echo` with a checker that is a script, and why.
fn judged(check: &str, passes: u32) -> (String, String) {
    let workspace = decided_by("check.sh", check, passes).script("p", "echo", "cat");
    let (verdict, reason, _) = verdict_of(&workspace.run("--format json"));
    (verdict, reason)
}

#[test]
fn a_checker_that_breaks_the_convention_of_passes_is_the_judges_failure() {
    let failed = |how: &str| format!("the checker `check.sh` failed: {how}");
    let je = |check: &str, reason: String| assert_eq!(judged(check, 2), ("JE".to_owned(), reason), "{check}");
    let rejects = failed("it rejects, and asks for another pass by `nextpass.in`");
    je("echo 1 > $3/nextpass.in; exit 43", format!("pass 1 of 2: {rejects}"));
    let third = failed("it asks for another pass by `nextpass.in`, and `passes` in problem.toml allows 2");
    je("echo 1 > $3/nextpass.in; exit 42", format!("pass 2 of 2: {third}"));
    let crash = failed("exit status 1 (kattis: 42 accepts, 43 rejects)");
    je("[ -e $3/x ] && exit 1; : > $3/x; : > $3/nextpass.in; exit 42", format!("pass 2 of 2: {crash}"));
    // What persists counts where it rejects, too.
    let points = failed("it rejects, and gives points in `score.txt`");
    je(
        "[ -e $3/score.txt ] && exit 43; echo 1 > $3/score.txt; : > $3/nextpass.in; exit 42",
        format!("pass 2 of 2: {points}"),
    );
    let (verdict, reason) = judged("ln -s /etc/passwd $3/nextpass.in; exit 42", 2);
    let link = failed("what it left as `nextpass.in` is no file that can be read");
    assert_eq!((verdict, reason), ("JE".to_owned(), format!("pass 1 of 2: {link}")));
}

#[test]
fn the_input_of_a_pass_may_be_empty_or_long() {
    let empty = "[ -e $3/x ] && { [ -s $1 ] && exit 43; exit 42; }; : > $3/x; : > $3/nextpass.in; exit 42";
    assert_eq!(judged(empty, 2), ("AC".to_owned(), String::new()));
    let long = "[ -e $3/x ] && { [ $(wc -c < $1) = 3000000 ] && [ $(cat) = 3000000 ] && exit 42; exit 43; }\n\
        : > $3/x; head -c 3000000 /dev/zero > $3/nextpass.in; exit 42";
    let workspace = decided_by("check.sh", long, 2).script("p", "counts", "wc -c");
    let _ = workspace.run("").exits(0);
    // More than a helper may print is no input.
    let workspace = workspace.setting("[helpers]\noutput_limit = \"1MiB\"\n");
    let (verdict, reason, _) = verdict_of(&workspace.run("--format json").exits(3));
    let why = "pass 1 of 2: the checker `check.sh` failed: `nextpass.in` has more than 1MiB, `helpers.output_limit`";
    assert_eq!((verdict.as_str(), reason.as_str()), ("JE", why));
}

/// Says the input, hears a word, and says the word in the second pass.
const INTERACTOR: &str = "read what given < $1\necho $what $given\nread said || exit 43\n\
    if [ $what = encode ]; then echo $given > $3/secret; echo decode $said > $3/nextpass.in; exit 42; fi\n\
    read secret < $3/secret\n[ $said = $secret ] && exit 42\n\
    echo \"$said is not $secret\" >> $3/judgemessage.txt; exit 43\n";

fn talking() -> Workspace {
    let settings =
        "interactor = \"interact.sh\"\npasses = 2\nwall_limit = \"700ms\"\ntime_limit = \"300ms\"\n";
    decided_by("interact.sh", INTERACTOR, 2).problem("p", settings)
}

#[test]
fn an_interactor_may_ask_for_another_dialogue() {
    let second = |text: &str| format!("{ENCODE}{text}");
    let workspace = talking()
        .script("p", "right", &second("echo $x | tr a-j 0-9"))
        .script("p", "wrong", &second("echo 704"))
        .script("p", "crash", &second("kill -SEGV $$"))
        .script("p", "leaves", &second("exit"))
        .script("p", "leaves-first", "exit")
        .script("p", "endless", &second("while :; do :; done"))
        .script("p", "deadlock", &second("read more"))
        .script(
            "p",
            "keeps",
            "read w x; [ $w = encode ] && { echo $x > kept; echo a; exit; }; cat kept || echo no",
        );
    let output = workspace.run("-j 2 --format json --recheck 0").exits(1);
    assert_snapshot!(verdicts(&output), @"
    crash RE 2 pass 2 of 2: SIGSEGV
    deadlock ILE 2 pass 2 of 2
    endless TLE 2 pass 2 of 2
    keeps WA 2 pass 2 of 2: the interactor says: no is not 407
    leaves WA 2 pass 2 of 2: the program ended before the dialogue did
    leaves-first WA 1 pass 1 of 2: the program ended before the dialogue did
    right AC 2 
    wrong WA 2 pass 2 of 2: the interactor says: 704 is not 407
    ");
    let said = talking().run_with_input("talk p --as solution", "eah\n").exits(0);
    assert_eq!(said.stdout, "encode 407\n");
    assert!(
        said.stderr.contains("accepts this pass and asks for another pass, which `talk` does not run"),
        "{said}"
    );
}

#[test]
fn commands_that_ask_solutions_leave_the_decision_to_the_checker() {
    let check = "read what x < $1; read said || said=\n\
        if [ $what = encode ]; then echo $x > $3/x; echo decode $said > $3/nextpass.in; exit 42; fi\n\
        read x < $3/x; [ \"$said\" = $x ] && exit 42; exit 43";
    let wrong = format!("{ENCODE}echo $x | tr a-f 0-5");
    let workspace = decided_by("check.sh", check, 2)
        .file("cases/p/1.in", "encode 12\n")
        .file("cases/p/generate.sh", "echo encode $(($1 % 90 + 10))\n")
        .script("p", "right", &format!("{ENCODE}echo $x | tr a-j 0-9"))
        .script("p", "wrong", &wrong)
        .script("p", "same", &format!("{ENCODE}echo $x | tr a-j 0-9"));
    let settings = workspace.read("cases/p/problem.toml");
    let workspace = workspace.problem("p", &format!("generator = \"generate.sh\"\n{settings}"));
    // A case needs no answer, and none is made.
    let added = workspace.run_with_input("add p nines", "encode 99\n").exits(1);
    assert!(added.stdout.contains("added p/nines: no answer, the checker `check.sh` decides"), "{added}");
    assert!(!workspace.root().join("cases/p/nines.ans").exists());
    let refused = workspace.run_with_input("add p tens --consensus", "encode 10\n").exits(2);
    assert!(refused.stderr.contains("`p` has several passes: its checker decides"), "{refused}");
    std::fs::remove_file(workspace.root().join("cases/p/nines.in")).unwrap();
    std::fs::remove_file(workspace.root().join("cases/p/nines.toml")).unwrap();
    let found = workspace.run("hunt p wrong --seed 1 --count 60 -j 1 --dry-run").exits(1);
    assert!(found.stdout.contains("pass 2 of 2: the checker rejects it without a message"), "{found}");
    // The checker is tried on outputs of the first pass alone.
    let examples = ["accept/word", "reject/nothing"].into_iter().fold(workspace, |workspace, name| {
        let file = |ending: &str| format!("cases/p/checker_tests/{name}.{ending}");
        workspace.file(file("in"), "encode 7\n").file(file("out"), "h\n").file(file("ans"), "")
    });
    let tried = examples.run("cases p --format json").exits(1).json();
    let checker = &tried["checker"];
    assert_eq!(
        (&checker["tried"], &checker["faults"][0]["test"]),
        (&2.into(), &"checker_tests/reject/nothing".into())
    );
    let compared = examples.run("compare p/right p/same --runs 3 --format json").exits(0).json();
    assert_eq!(compared["solutions"].as_array().unwrap().len(), 2);
}

#[test]
fn passes_need_a_program_that_asks_for_them() {
    let said = |settings: &str| {
        let workspace = workspace().case("p", "1", "", "").script("p", "a", ":").problem("p", settings);
        workspace.file("cases/p/check.sh", "exit 42").run("list").exits(2).stderr
    };
    let needs =
        "`passes` needs a checker or an interactor of Kattis, which asks for them; write `checker = { kattis";
    assert!(said("passes = 2\n").contains(&format!("cases/p/problem.toml:1: {needs}")));
    assert!(said("passes = 2\nchecker = \"tokens\"\n").contains(needs));
    assert!(said("passes = 2\nchecker = { testlib = \"check.sh\" }\n").contains(needs));
    assert!(said("passes = 2\ninteractor = { testlib = \"check.sh\" }\n").contains(needs));
    let number = "`passes` must be an integer from 2 to 1000, not ";
    for odd in ["1", "1001", "-3"] {
        assert!(
            said(&format!("passes = {odd}\nchecker = {{ kattis = \"check.sh\" }}\n")).contains(number),
            "{odd}"
        );
    }
}
