//! Scripts of shells: each is one for its shell, and the shell offers the names of the workspace.

use std::process::Command;

use crate::session::{Workspace, doubling, is_here};

/// What a shell prints that does this in the workspace. The judge is on its path, and `$1` is its script.
fn printed(workspace: &Workspace, shell: &[&str], does: &str, script: &str) -> String {
    let judge = std::path::Path::new(env!("CARGO_BIN_EXE_harness")).parent().unwrap();
    let path = format!("{}:{}", judge.display(), std::env::var("PATH").unwrap_or_default());
    #[expect(clippy::disallowed_methods, reason = "the shell asks, and the judge answers")]
    let mut command = Command::new(shell[0]);
    command.args(&shell[1..]).args(["-c", does, script]).env("PATH", path).env("HOME", workspace.root());
    let output = command.current_dir(workspace.root()).output().unwrap();
    assert!(output.stderr.is_empty(), "{does}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A workspace with the script of a shell, a run, and names that need care.
fn with_script(shell: &str) -> Workspace {
    let workspace =
        doubling().script("double", "recursive", "exit 1").case("other", "a:b", "", "").folder(".judge/runs");
    workspace.run("double/right --record .judge/runs/20260101-000000-000.jsonl").only_exits(0);
    let script = workspace.run(&format!("completions {shell}")).exits(0).stdout;
    workspace.file(format!("script.{shell}"), script)
}

#[test]
fn every_script_is_one_for_its_shell() {
    for (shell, flag) in [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")] {
        let workspace = with_script(shell);
        if !is_here(shell) {
            continue;
        }
        let parse = |name: &str| {
            #[expect(clippy::disallowed_methods, reason = "the shell reads what the judge has written")]
            let mut command = Command::new(shell);
            command.args([flag, name]).current_dir(workspace.root()).output().unwrap()
        };
        let output = parse(&format!("script.{shell}"));
        assert!(output.status.success() && output.stderr.is_empty(), "{shell}: {output:?}");
        // One that is none is found.
        std::fs::write(workspace.root().join("broken"), "if (\n").unwrap();
        assert!(!parse("broken").status.success(), "{shell}");
    }
}

#[test]
fn fish_offers_names_and_flags_where_they_are_typed() {
    if !is_here("fish") {
        return;
    }
    let workspace = with_script("fish");
    let ask = |line: &str| -> Vec<String> {
        let does = format!("source script.fish; complete -C '{line}'");
        let text = printed(&workspace, &["fish", "--no-config"], &does, "script.fish");
        text.lines().map(|line| line.replace('\t', " | ")).collect()
    };
    assert_eq!(ask("harness grade d"), ["double", "double/"]);
    assert_eq!(ask("harness grade double/r"), ["double/recursive | sh", "double/right | sh"]);
    assert_eq!(ask("harness double/right/"), ["double/right/1-small", "double/right/2-large"]);
    assert_eq!(ask("harness show other/"), ["other/a:b"]);
    let run = "double/right --record .judge/runs/20260101-000000-000.jsonl";
    let runs = ["last | the newest".to_owned(), format!("20260101-000000-000 | {run}")];
    assert_eq!(ask("harness report "), runs);
    let flags = ask("harness report --report");
    assert!(flags.len() == 2 && flags[0].starts_with("--report | Also write"), "{flags:?}");
}

/// Answers for zsh, whose own functions show a list to a person: a candidate a line, with what stands behind it.
const ASK_ZSH: &str = r#"
compdef() { : }
_describe() {
    local name="$3" rest="${(j: :)@[4,-1]}"
    for candidate in "${(@P)name}"; do print -r -- "$candidate${rest:+ [$rest]}"; done
}
source "$0"
words=("${(@s: :)LINE}"); CURRENT=$#words
_clap_dynamic_completer_harness
"#;

#[test]
fn zsh_offers_a_name_once_and_takes_its_slash_back() {
    if !is_here("zsh") {
        return;
    }
    let workspace = with_script("zsh");
    let ask = |line: &str| -> Vec<String> {
        let does = format!("LINE='{line}'\n{ASK_ZSH}");
        let text = printed(&workspace, &["zsh", "-f"], &does, "./script.zsh");
        text.lines().map(str::to_owned).collect()
    };
    assert_eq!(ask("harness grade d"), [r"double [-S / -r / \n]"]);
    assert_eq!(ask("harness grade double/r"), ["double/recursive:sh", "double/right:sh"]);
    assert_eq!(ask("harness double/right/"), ["double/right/1-small", "double/right/2-large"]);
    // A colon would begin the description.
    assert_eq!(ask("harness show other/"), [r"other/a\:b"]);
    assert_eq!(ask("harness report l"), ["last:the newest"]);
    assert!(ask("harness doctor ").iter().any(|flag| flag.starts_with("--quiet:")));
}
