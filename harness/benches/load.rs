//! Does load change a verdict? `cargo bench -p harness --bench load [-- ROUNDS]`
//!
//! Beside eight programs in an endless loop, one that needs 0.9 of its time limit must be AC on 50
//! cases of 50, and one that needs 1.1 of it TLE on 50 of 50; in every round, of which there are 20.

#![forbid(unsafe_code)]
#![expect(clippy::disallowed_methods, reason = "a benchmark starts what it measures")]

use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Cases of a round.
const CASES: usize = 50;

/// Programs that want the cores, too.
const NEIGHBOURS: usize = 8;

fn main() {
    let rounds = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(20);
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a file in a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    let judge = env!("CARGO_BIN_EXE_harness");
    let language = |(name, milliseconds): (&str, &str)| {
        format!(
            "[language.{name}]\nextensions = [\"{name}\"]\n\
             run = [\"{judge}\", \"__specimen\", \"two-threads\", \"{milliseconds}\"]\n"
        )
    };
    write("judge.toml", &[("below", "90"), ("above", "110")].map(language).concat());
    write("cases/p/problem.toml", "time_limit = \"100ms\"\n");
    for case in 0..CASES {
        write(&format!("cases/p/{case}.in"), "");
        write(&format!("cases/p/{case}.ans"), "");
    }
    write("solutions/p/below.below", "");
    write("solutions/p/above.above", "");
    let mut neighbours: Vec<Child> = (0..NEIGHBOURS).map(|_| spin()).collect();
    let mut right = 0;
    for round in 1..=rounds {
        let [below, above] = count(folder.path());
        println!("round {round}: {below} of {CASES} AC at 0.9 of the limit, {above} of {CASES} TLE at 1.1");
        right += usize::from([below, above] == [CASES, CASES]);
    }
    for neighbour in &mut neighbours {
        let _ = neighbour.kill();
        let _ = neighbour.wait();
    }
    println!("every verdict right in {right} of {rounds} rounds, beside {NEIGHBOURS} busy neighbours");
}

/// A program in an endless loop.
fn spin() -> Child {
    let mut spinner = Command::new(env!("CARGO_BIN_EXE_harness"));
    spinner.args(["__specimen", "spin-forever", ""]).stdin(Stdio::null()).spawn().expect("a neighbour")
}

/// How many runs below the limit are AC, and how many above it TLE.
fn count(root: &Path) -> [usize; 2] {
    let output = Command::new(env!("CARGO_BIN_EXE_harness"))
        .arg("--root")
        .arg(root)
        .args(["grade", "--format", "json"])
        .output()
        .expect("the judge runs");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a document");
    let results = document["results"].as_array().expect("results");
    [("below", "AC"), ("above", "TLE")].map(|(solution, verdict)| {
        results.iter().filter(|result| result["solution"] == solution && result["verdict"] == verdict).count()
    })
}
