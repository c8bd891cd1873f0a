//! Is what `compare` says true? `cargo bench -p harness --bench truth [-- COMPARISONS] [PART…]`; parts are `rounds`, `automatic`
//! and `against`
//!
//! The same program under two names must show no significant difference, and one that does a
//! twentieth more must be found slower: each in at least 95 of 100 comparisons, by so many rounds and in the
//! automatic mode. A program that is held against itself as it was before has not changed, in at least 95 of
//! 100 comparisons; nor has one that was built anew and does the same; and one that does a tenth more is slower.

#![forbid(unsafe_code)]
#![expect(clippy::disallowed_methods, reason = "a benchmark starts what it measures")]

use std::path::Path;
use std::process::Command;

/// The same work so many times; the loop is long enough to be far above starting a program. Programs of
/// another mark are other programs.
fn program(loops: u32, mark: u32) -> String {
    format!(
        "fn main() {{
    let mut x = 1u64;
    for _ in 0..{loops} {{ x = std::hint::black_box(x.wrapping_mul(6364136223846793005).wrapping_add(1)); }}
    if x == {mark} {{ println!(\"{{}}\", {mark}); }}
    println!(\"{{}}\", x & 0);
}}
"
    )
}

/// Work of about ten milliseconds.
const LOOPS: u32 = 6_000_000;

/// So many rounds.
const ROUNDS: &[&str] = &["--runs", "20"];

/// As many as it takes, in not too long a time.
const AUTOMATIC: &[&str] = &["--max-time", "5s"];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let parts: Vec<&str> =
        arguments.iter().map(String::as_str).filter(|word| word.parse::<usize>().is_err()).collect();
    let wanted = |part: &str| parts.is_empty() || parts.contains(&part);
    let comparisons = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(100);
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    write(root, "judge.toml", "");
    for case in ["1", "2", "3"] {
        write(root, &format!("cases/p/{case}.in"), "");
        write(root, &format!("cases/p/{case}.ans"), "0\n");
    }
    write(root, "solutions/p/base.rs", &program(LOOPS, 1));
    write(root, "solutions/p/same.rs", &program(LOOPS, 1));
    write(root, "solutions/p/more.rs", &program(LOOPS / 20 * 21, 1));
    for (mode, words) in [("rounds", ROUNDS), ("automatic", AUTOMATIC)] {
        if !wanted(mode) {
            continue;
        }
        let equal = count(comparisons, || ranks(root, "same", words) == [1, 1]);
        println!("{mode}: the same program twice: no significant difference in {equal} of {comparisons}");
        let slower = count(comparisons, || ranks(root, "more", words) == [1, 2]);
        println!("{mode}: a twentieth more work: found slower in {slower} of {comparisons}");
    }
    if !wanted("against") {
        return;
    }
    let later = |text: &str| {
        write(root, "solutions/p/base.rs", &program(LOOPS, 1));
        compare(root, "p/base", &[ROUNDS, &["--save", "before"]].concat());
        write(root, "solutions/p/base.rs", text);
        let document = compare(root, "p/base", &[AUTOMATIC, &["--against", "before"]].concat());
        document["against"][0]["change"].as_str().expect("a change").to_owned()
    };
    let none = count(comparisons, || later(&program(LOOPS, 1)) == "none");
    println!("against a baseline: the same program: no significant difference in {none} of {comparisons}");
    let mut mark = 1;
    let anew = || {
        mark += 1;
        later(&program(LOOPS, mark)) == "none"
    };
    let none = count(comparisons, anew);
    println!("against a baseline: another that does the same: no difference in {none} of {comparisons}");
    let slower = count(comparisons, || later(&program(LOOPS / 10 * 11, 1)) == "slower");
    println!("against a baseline: a tenth more work: found slower in {slower} of {comparisons}");
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    std::fs::create_dir_all(path.parent().expect("a file in a folder")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

fn compare(root: &Path, selection: &str, words: &[&str]) -> serde_json::Value {
    let mut judge = Command::new(env!("CARGO_BIN_EXE_harness"));
    judge.arg("--root").arg(root).args(["compare", selection, "--format", "json"]).args(words);
    serde_json::from_slice(&judge.output().expect("the judge runs").stdout).expect("a document")
}

/// The places of `base` and another.
fn ranks(root: &Path, other: &str, words: &[&str]) -> [u64; 2] {
    let document = compare(root, &format!("p/{{base,{other}}}"), words);
    let rank = |name: &str| {
        let solutions = document["solutions"].as_array()?;
        solutions.iter().find(|solution| solution["solution"] == name)?["rank"].as_u64()
    };
    ["base", other].map(|name| rank(name).expect("a rank"))
}

/// In how many comparisons it is as it should be.
fn count(comparisons: usize, mut is_right: impl FnMut() -> bool) -> usize {
    (0..comparisons).filter(|_| is_right()).count()
}
