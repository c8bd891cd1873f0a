//! The table of system calls as a page for people shows it, and the test that both are the same.

use std::fmt::Write;
use std::path::Path;

use crate::linux::filter::{Decision, checks, classes};

/// Between these lines of the page stands the table.
const BEGIN: &str = "<!-- begin of the table of system calls -->\n";
const END: &str = "<!-- end of the table of system calls -->\n";

fn in_words(decision: Decision) -> &'static str {
    match decision {
        Decision::Allowed => "allowed",
        Decision::Refused => "EPERM",
        Decision::Absent => "ENOSYS",
        Decision::Ignored => "succeeds without effect",
    }
}

/// With a word about when.
fn when(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!(" ({words})") }
}

fn table() -> String {
    let mut text = String::from("\n| what | decision | why | calls |\n|---|---|---|---|\n");
    let name = |call: &str| call.strip_prefix("SYS_").unwrap_or(call).to_owned();
    for class in classes::CLASSES {
        let names: Vec<String> =
            class.calls.iter().copied().flatten().map(|(call, _)| format!("`{}`", name(call))).collect();
        let decision = in_words(class.decision);
        let when = when(class.when.in_words());
        let _ = writeln!(text, "| {}{when} | {decision} | {} | {} |", class.what, class.why, names.join(" "));
    }
    text.push_str("\nThese arguments of allowed calls are refused, or have no effect:\n\n");
    text.push_str("| call | what | decision |\n|---|---|---|\n");
    for rule in checks::RULES {
        let decision = rule.checks.first().map_or("", |check| in_words(check.decision));
        let when = when(rule.when.in_words());
        let _ = writeln!(text, "| `{}` | {}{when} | {decision} |", name(rule.name), rule.what);
    }
    text.push('\n');
    text
}

/// `BLESS=1 cargo test -p harness-sandbox` writes the table into the page.
#[test]
#[cfg(target_arch = "x86_64")]
fn the_page_shows_this_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/sandbox.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("the page has the table's begin mark");
    let (shown, after) = rest.split_once(END).expect("the page has the table's end mark");
    let table = table();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, [before, BEGIN, &table, END, after].concat()).unwrap();
        return;
    }
    assert!(shown == table, "`docs/sandbox.md` shows another table; BLESS=1 writes this one:\n{table}");
}
