//! Checkers and interactors of either convention on twelve programs: what each convention says of them.

use crate::session::{Workspace, workspace};

/// Programs that read `n` and should print its double, and their verdicts with a checker and with an interactor.
const PROGRAMS: [(&str, &str, &str, &str); 12] = [
    ("binary", "printf '\\377\\0\\n'", "WA", "WA"),
    ("crash", "kill -SEGV $$", "RE", "RE"),
    ("early-exit", "echo $((n + n)); exit 3", "RE", "RE"),
    ("endless", "while :; do :; done", "TLE", "TLE"),
    // An interactor does not read more than it wants.
    ("extra", "echo $((n + n)); echo more", "WA", "AC"),
    // An interactor rejects the first line.
    ("flood", "while :; do echo 1234567890; done", "OLE", "WA"),
    ("hungry", "while :; do a=${a}xxxxxxxxxxxxxxxx$a; done", "MLE", "MLE"),
    ("partial", "echo $((n + n + 1))", "PT", "PT"),
    ("right", "echo $((n + n))", "AC", "AC"),
    ("silent", ":", "WA", "WA"),
    ("sleeps", "sleep 100", "ILE", "ILE"),
    ("wrong", "echo 0", "WA", "WA"),
];

/// What decides by a convention: `got` is the first line, `rest` the others, `want` the answer.
fn rule(protocol: &str) -> &'static str {
    match protocol {
        "kattis" => {
            "if [ -z \"$rest\" ] && [ \"$got\" = \"$want\" ]; then exit 42; fi\n\
            if [ -z \"$rest\" ] && [ \"$got\" = $((want + 1)) ]; then echo 0.5 > $3/score.txt; exit 42; fi\n\
            echo \"it should be $want\" > $3/judgemessage.txt; exit 43\n"
        }
        _ => {
            "if [ -z \"$rest\" ] && [ \"$got\" = \"$want\" ]; then echo ok >&2; exit 0; fi\n\
            if [ -z \"$rest\" ] && [ \"$got\" = $((want + 1)) ]; then echo points 0.5 >&2; exit 7; fi\n\
            echo \"it should be $want\" >&2; exit 1\n"
        }
    }
}

fn with(key: &str, text: &str) -> Workspace {
    let limits = "time_limit = \"300ms\"\nwall_limit = \"600ms\"\nmemory_limit = \"64MiB\"\noutput_limit = \"64KiB\"\n";
    let workspace = workspace()
        .setting(&format!("[defaults]\n{limits}"))
        .case("p", "1", "21\n", "42\n")
        .problem("p", key)
        .file("cases/p/decide.sh", text);
    PROGRAMS.iter().fold(workspace, |workspace, (name, text, _, _)| {
        workspace.script("p", name, &format!("read n\n{text}"))
    })
}

/// The verdicts, in the order of the names; the reasons of those that the decider gives are its words.
fn verdicts(workspace: &Workspace, words: &str) -> Vec<String> {
    let document = workspace.run(&format!("{words} --format json")).exits(1).json();
    let results = document["results"].as_array().unwrap();
    assert_eq!(results.len(), PROGRAMS.len());
    let verdict = |result: &serde_json::Value| {
        let verdict = result["verdict"].as_str().unwrap();
        let share = match verdict {
            "AC" => 1.0,
            "PT" => 0.5,
            _ => 0.0,
        };
        assert_eq!(result["share"], serde_json::Value::from(share));
        if result["solution"] == "wrong" {
            assert!(result["reason"].as_str().unwrap().ends_with("it should be 42"), "{result}");
        }
        format!("{} {verdict}", result["solution"].as_str().unwrap())
    };
    results.iter().map(verdict).collect()
}

#[test]
fn a_checker_judges_what_a_program_printed() {
    let expected = PROGRAMS.map(|(name, _, verdict, _)| format!("{name} {verdict}"));
    for protocol in ["kattis", "testlib"] {
        let read = if protocol == "kattis" {
            "read want < $2\n{ read got; rest=$(cat); }\n"
        } else {
            "read want < $3\n{ read got; rest=$(cat); } < $2\n"
        };
        let key = format!("checker = {{ {protocol} = \"decide.sh\" }}\n");
        let workspace = with(&key, &format!("{read}{}", rule(protocol)));
        for words in ["-j 2", "-j 1 --isolation none"] {
            assert_eq!(verdicts(&workspace, words), expected, "{protocol} {words}");
        }
    }
}

#[test]
fn an_interactor_judges_what_a_program_says() {
    let expected = PROGRAMS.map(|(name, _, _, verdict)| format!("{name} {verdict}"));
    for protocol in ["kattis", "testlib"] {
        let answer = if protocol == "kattis" { "$2" } else { "$3" };
        let talk = format!("read want < {answer}\ncat $1\nread got || {{ got=nothing; }}\n");
        let key = format!("interactor = \"decide.sh\"\nprotocol = \"{protocol}\"\n");
        let workspace = with(&key, &format!("{talk}{}", rule(protocol)));
        for words in ["-j 2", "-j 1 --isolation none"] {
            assert_eq!(verdicts(&workspace, words), expected, "{protocol} {words}");
        }
    }
}
