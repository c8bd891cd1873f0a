//! Is what `compare` says true? `cargo bench -p harness --bench truth [-- COMPARISONS]`
//!
//! The same program under two names must show no significant difference, and one that does a
//! twentieth more must be found slower: each in at least 95 of 100 comparisons.

#![forbid(unsafe_code)]
#![expect(clippy::disallowed_methods, reason = "a benchmark starts what it measures")]

use std::path::Path;
use std::process::Command;

/// The same work so many times; the loop is long enough to be far above starting a program.
fn program(loops: u32) -> String {
    format!(
        "fn main() {{
    let mut x = 1u64;
    for _ in 0..{loops} {{ x = std::hint::black_box(x.wrapping_mul(6364136223846793005).wrapping_add(1)); }}
    println!(\"{{}}\", x & 0);
}}
"
    )
}

/// Work of about ten milliseconds.
const LOOPS: u32 = 6_000_000;

fn main() {
    let arguments = std::env::args().skip(1);
    let comparisons = arguments.into_iter().find_map(|argument| argument.parse().ok()).unwrap_or(100);
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a file in a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    write("judge.toml", "");
    for case in ["1", "2", "3"] {
        write(&format!("cases/p/{case}.in"), "");
        write(&format!("cases/p/{case}.ans"), "0\n");
    }
    write("solutions/p/base.rs", &program(LOOPS));
    write("solutions/p/same.rs", &program(LOOPS));
    write("solutions/p/more.rs", &program(LOOPS / 20 * 21));
    let equal = count(folder.path(), "same", comparisons, |ranks| ranks == [1, 1]);
    println!("the same program twice: no significant difference in {equal} of {comparisons}");
    let slower = count(folder.path(), "more", comparisons, |ranks| ranks == [1, 2]);
    println!("a twentieth more work: found slower in {slower} of {comparisons}");
}

/// In how many comparisons with `base` the places of `base` and the other are as they should be.
fn count(root: &Path, other: &str, comparisons: usize, is_right: fn(&[u64]) -> bool) -> usize {
    let compare = |_: &usize| {
        let output = Command::new(env!("CARGO_BIN_EXE_harness"))
            .arg("--root")
            .arg(root)
            .args(["compare", &format!("p/{{base,{other}}}"), "--runs", "20", "--format", "json"])
            .output()
            .expect("the judge runs");
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a document");
        let rank = |name: &str| {
            let solutions = document["solutions"].as_array()?;
            solutions.iter().find(|solution| solution["solution"] == name)?["rank"].as_u64()
        };
        let ranks = [rank("base"), rank(other)].map(|rank| rank.expect("a rank"));
        is_right(&ranks)
    };
    (0..comparisons).filter(compare).count()
}
