//! `talk`: a person at one end of a dialogue.

use crate::session::{Workspace, workspace};

/// A game: the interactor says `more` or `less` until the secret, its input, is named, at most three times.
fn game() -> Workspace {
    let interactor = "read secret < $1\necho hello\nfor turn in 1 2 3; do read guess || break\n\
        if [ $guess = $secret ]; then echo right; exit 42; fi\n\
        if [ $guess -lt $secret ]; then echo more; else echo less; fi; done\n\
        echo \"not found in $turn turns\" > $3/judgemessage.txt; exit 43\n";
    workspace()
        .problem("guess", "interactor = \"interact.sh\"\n")
        .file("cases/guess/interact.sh", interactor)
        .file("cases/guess/1.in", "7\n")
        .file("cases/guess/2.in", "3\n")
        .script("guess", "asks", "read hello; echo 5; read answer; echo \"so $answer\"; exit 4")
        .script("guess", "raw", "printf 'no line feed\\033[31m'; cat >&2")
}

#[test]
fn a_person_plays_the_interactor() {
    let output = game().run_with_input("talk guess/asks", "hi\nmore\n").exits(1);
    assert_eq!(output.stdout, "5\nso more\n");
    assert!(output.stderr.contains("you talk to `asks`: your lines are its input"), "{output}");
    assert!(output.stderr.contains("RE (runtime error): exit status 4"), "{output}");
    let output = game().run_with_input("talk guess/raw 2", "to standard error\n").exits(0);
    assert_eq!(output.stdout, "no line feed\u{1b}[31m");
    assert!(output.stderr.contains("you talk to `raw` about the case `2`"), "{output}");
    assert!(output.stderr.contains("! to standard error\n"), "{output}");
}

#[test]
fn a_person_plays_a_solution() {
    let output = game().run_with_input("talk guess --as solution", "5\n7\n").exits(0);
    assert_eq!(output.stdout, "hello\nmore\nright\n");
    assert!(output.stderr.contains("about the case `1`"), "{output}");
    assert!(output.stderr.contains("AC: the interactor accepts"), "{output}");
    let output = game().run_with_input("talk guess/asks --as solution 2", "5\n5\n5\n").exits(1);
    assert_eq!(output.stdout, "hello\nless\nless\nless\n");
    assert!(output.stderr.contains("WA: the interactor says: not found in 3 turns"), "{output}");
    let output = game().run_with_input("talk guess 2 --as solution", "5\n").exits(1);
    assert!(output.stderr.contains("not found in 2 turns"), "{output}");
    let broken = game().file("cases/guess/interact.sh", "exit 7\n");
    let output = broken.run_with_input("talk guess --as solution", "").exits(3);
    assert!(output.stderr.contains("JE: the interactor `interact.sh` failed: exit status 7"), "{output}");
}

#[test]
fn one_program_is_talked_to() {
    let game = game().case("plain", "1", "", "").script("plain", "a", ":");
    let said = |words: &str, code: i32| game.run(words).exits(code).stderr;
    assert!(said("talk guess", 2).contains("`guess` names 2 solutions, and one is needed"));
    assert!(said("talk guess/other", 4).contains("other"));
    assert!(said("talk guess/asks 9", 4).contains('9'));
    assert!(said("talk plain --as solution", 2).contains("`plain` has no interactor"));
}
