//! Nothing unfinished is kept: what is not done yet is not there.

use crate::source::{Complaint, Source, check, lines_with};
use crate::workspace::everywhere;

fn unfinished(source: &Source) -> Vec<Complaint> {
    let macros = ["todo!", "dbg!", "unimplemented!"].map(|word| lines_with(&source.code, word));
    let words = ["FIXME", "TODO", "XXX"].map(|word| lines_with(&source.comments, word));
    let mut lines: Vec<usize> = macros.into_iter().chain(words).flatten().collect();
    lines.sort_unstable();
    source.complain(lines, "finish it, or leave it out")
}

#[test]
fn nothing_is_unfinished() {
    everywhere(unfinished);
}

#[test]
fn what_is_unfinished_is_found() {
    check(unfinished, "a.rs", "let s = \"todo!()\"; // a todo! list, FIXMEs", &[]);
    check(unfinished, "a.rs", "fn f() {\n todo!()\n}\n// FIXME: slow", &["a.rs:2: finish", "a.rs:4: finish"]);
    check(
        unfinished,
        "a.rs",
        "dbg!(x);\nunimplemented!(); /* TODO */",
        &["a.rs:1: ", "a.rs:2: ", "a.rs:2: "],
    );
}
