//! What a compiled checker program costs a case. `cargo bench -p harness --bench checker [-- ROUNDS]`
//!
//! The checker is a program in C that reads three small files. In every round, of which there are 15, these are
//! timed one after the other: cases that are compared, the same cases with the checker, the same cases with the
//! program of the checker as a second solution, and as many starts of that program without a judge. Differences of
//! one round are divided, and the median of the ratios is printed.

#![forbid(unsafe_code)]
#![expect(clippy::disallowed_methods, reason = "a benchmark starts what it measures")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Cases of each problem.
const CASES: usize = 300;

/// Reads what it is given; without arguments it does nothing, so that it can be a solution.
const CHECKER: &str = "#include <stdio.h>\nint main(int count, char **names) {\n    char text[4096];\n    \
    for (int i = 1; i < count; i++) {\n        FILE *file = fopen(names[i], \"r\");\n        \
    if (!file) return 3;\n        while (fread(text, 1, sizeof text, file)) {}\n        fclose(file);\n    }\n    \
    return 0;\n}\n";

/// The problem whose outputs are compared, the one with the checker, and the one with a second solution.
const PROBLEMS: [&str; 3] = ["compared", "checked", "doubled"];

fn main() {
    let rounds = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(15);
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let checker = prepare(root);
    // The first round builds the programs.
    for problem in PROBLEMS {
        grade(root, problem);
    }
    let (mut of_start, mut of_run) = (Vec::new(), Vec::new());
    for round in 1..=rounds {
        let [compared, checked, doubled] = PROBLEMS.map(|problem| grade(root, problem));
        let start = starts(&checker, root);
        let (cost, run) = (checked - compared, doubled - compared);
        println!(
            "round {round}: {cost:.3} ms a case; a start {start:.3} ms, a run in the sandbox {run:.3} ms"
        );
        of_start.push(cost / start);
        of_run.push(cost / run);
    }
    println!(
        "a checker costs {:.2} × the start of its process, {:.2} × a run of it as a solution (medians of {rounds})",
        median(&mut of_start),
        median(&mut of_run)
    );
}

/// Writes the workspace, and compiles the checker for the starts without a judge.
fn prepare(root: &Path) -> PathBuf {
    let write = |path: &str, text: &str| {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().expect("a file in a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    write("judge.toml", "");
    for problem in PROBLEMS {
        for case in 0..CASES {
            write(&format!("cases/{problem}/{case}.in"), "1 2\n");
            write(&format!("cases/{problem}/{case}.ans"), "");
        }
        write(&format!("solutions/{problem}/a.c"), "int main(void) { return 0; }\n");
    }
    write("cases/checked/problem.toml", "checker = { testlib = \"check.c\" }\n");
    write("cases/checked/check.c", CHECKER);
    write("solutions/doubled/b.c", CHECKER);
    let program = root.join("checker");
    let compiled = Command::new("gcc")
        .arg("-O2")
        .arg("-o")
        .arg(&program)
        .arg(root.join("cases/checked/check.c"))
        .status();
    assert!(compiled.expect("gcc").success(), "the checker compiles");
    program
}

/// Milliseconds of judging a case of a problem.
fn grade(root: &Path, problem: &str) -> f64 {
    let began = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args(["grade", "-j", "1", "-q", problem])
        .current_dir(root)
        .output()
        .expect("the judge runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    milliseconds_a_case(began)
}

/// Milliseconds of a start of the program by itself.
fn starts(program: &Path, root: &Path) -> f64 {
    let files = ["0.in", "0.ans", "0.ans"].map(|name| root.join("cases/checked").join(name));
    let began = Instant::now();
    for _ in 0..CASES {
        let status = Command::new(program).args(&files).stdin(Stdio::null()).status().expect("the checker");
        assert!(status.success(), "the checker accepts");
    }
    milliseconds_a_case(began)
}

#[expect(clippy::cast_precision_loss, reason = "a few hundred cases")]
fn milliseconds_a_case(began: Instant) -> f64 {
    began.elapsed().as_secs_f64() * 1e3 / CASES as f64
}

fn median(ratios: &mut [f64]) -> f64 {
    ratios.sort_by(f64::total_cmp);
    ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN)
}
