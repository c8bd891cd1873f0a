//! What the judge costs, against a program that does nothing but start, feed, compare and wait.
//!
//! `cargo bench -p harness-sandbox --bench floor [-- SECTION…]`; sections are `tiny`, `start`,
//! `jobs`, `memory`, `big`, `lines`, `ends`, `clock` and `python`. Floor and judge take turns, so
//! that both see the same machine, and what counts is the ratio within each turn. It is a benchmark
//! and not a test: a goal that is missed is shown, and fails nothing.

#![forbid(unsafe_code)]
#![expect(clippy::disallowed_methods, reason = "a benchmark starts what it measures")]

mod command;
mod floor;
mod sections;
mod table;
mod workspace;

use std::path::PathBuf;
use std::process::Command;

use crate::sections::SECTIONS;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if arguments.first().is_some_and(|argument| argument == floor::HOOK) {
        std::process::exit(floor::run(&arguments[1..]));
    }
    let judge = build_judge();
    let wanted = |name: &str| arguments.is_empty() || arguments.iter().any(|argument| argument == name);
    table::heading();
    if !sections::has_full_isolation(&judge) {
        println!("no full isolation on this machine: `full` is what there is");
    }
    for (name, section) in SECTIONS.iter().filter(|(name, _)| wanted(name)) {
        println!("{name}");
        section(&judge);
    }
}

/// Builds the judge as users have it, and says where it is: beside this benchmark.
fn build_judge() -> PathBuf {
    let built = Command::new(env!("CARGO")).args(["build", "--release", "-p", "harness"]).status();
    assert!(built.is_ok_and(|status| status.success()), "the judge does not build");
    let own = std::env::current_exe().expect("this benchmark's own executable");
    own.ancestors().nth(2).expect("target/release/deps").join("harness")
}
