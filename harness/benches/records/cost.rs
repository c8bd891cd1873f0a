//! The CPU time of the judge and of all that it starts: with a record and without, in parts and in one run.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use harness_sandbox::cpu_of_children;

/// Cases of the workspace of trivial programs.
const CASES: usize = 300;

/// So many parts.
const PARTS: usize = 4;

/// Two programs in C that print a number, on so many cases: there is nothing to do but what the judge does.
pub fn trivial() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a file in a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    write("judge.toml", "");
    for case in 0..CASES {
        write(&format!("cases/p/{case}.in"), "");
        write(&format!("cases/p/{case}.ans"), "0\n");
    }
    for solution in ["one", "other"] {
        let source = "#include <stdio.h>\nint main(void) { puts(\"0\"); }\n";
        write(&format!("solutions/p/{solution}.c"), source);
    }
    folder
}

/// The CPU time of a run with these flags.
fn cpu(root: &Path, flags: &[&str]) -> Duration {
    let before = cpu_of_children();
    let status = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args(["-q", "grade"])
        .args(flags)
        .current_dir(root)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("the judge runs");
    assert_eq!(status.code(), Some(0), "`grade {}` in `{}`", flags.join(" "), root.display());
    cpu_of_children().saturating_sub(before)
}

/// The CPU time of a run in parts.
fn cpu_of_parts(root: &Path, folder: &Path) -> Duration {
    let part = |index| {
        let record = folder.join(format!("{index}.jsonl"));
        cpu(root, &["--shard", &format!("{index}/{PARTS}"), "--record", &record.to_string_lossy()])
    };
    (1..=PARTS).map(part).sum()
}

/// The middle of these and the two quarters around it.
fn quartiles(mut ratios: Vec<f64>) -> [f64; 3] {
    ratios.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| ratios[(ratios.len() - 1) * quarter / 4])
}

fn show(what: &str, times: &[(Duration, Duration)], bound: f64) {
    let ratios = times.iter().map(|(with, without)| with.as_secs_f64() / without.as_secs_f64() - 1.0);
    let [low, middle, high] = quartiles(ratios.collect()).map(|ratio| ratio * 100.0);
    let [_, one, _] = quartiles(times.iter().map(|(_, without)| without.as_secs_f64()).collect());
    let verdict = if middle <= bound { "within" } else { "MORE than" };
    println!(
        "  {what}: {middle:+.2} % (quartiles {low:+.2} and {high:+.2}, {} pairs, {one:.2} s each), {verdict} {bound} %",
        times.len()
    );
}

/// Measures pairs, which of the two comes first in turns.
pub fn measure(name: &str, root: &Path, rounds: usize, recording: bool, shards: bool) {
    println!("{name}: `{}`", root.display());
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("record.jsonl");
    let record = record.to_string_lossy();
    // What is built is built now, and files are read from memory.
    cpu(root, &["--no-record"]);
    let with = || cpu(root, &["--record", &record]);
    let pairs = |one: &dyn Fn() -> Duration, other: &dyn Fn() -> Duration| -> Vec<(Duration, Duration)> {
        let pair = |round: usize| {
            if round.is_multiple_of(2) {
                let first = one();
                (first, other())
            } else {
                let last = other();
                (one(), last)
            }
        };
        (0..rounds).map(pair).collect()
    };
    if recording {
        show("with a record", &pairs(&with, &|| cpu(root, &["--no-record"])), 2.0);
    }
    if shards {
        show("in 4 parts", &pairs(&|| cpu_of_parts(root, folder.path()), &with), 5.0);
    }
}
