//! How long does `hunt` take to find what is wrong with the wrong solutions of this workspace and with mistakes planted
//! in right ones, and how small does it make the input? `cargo bench -p harness --bench hunt [-- [SEED] [NAME]]`
//!
//! Each is hunted with nothing but the defaults, the wrong solutions with several seeds, and nothing is written. `speed` is the name
//! of the hunt of a right solution against twelve others: how many inputs are tried a second. The columns: tries until it
//! is found, seconds until then and in all, the bytes that were found, the cells that are left, the free ones among
//! them that no snake lies on, and the cells that would be small: half as many again as the smallest input has that
//! is known.

#![forbid(unsafe_code)]
#![expect(clippy::disallowed_methods, reason = "a benchmark starts what it measures")]

mod planted;

use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// A wrong solution of this workspace, and the cells of the smallest input that is known to break it.
const WRONG: [(&str, &str, Option<usize>); 6] = [
    ("codeforces-225d", "moment-hash", Some(10)),
    ("codeforces-225d", "grid-hash-overflow", Some(6)),
    ("codeforces-225d", "modular-hash", Some(28)),
    ("codeforces-225d", "no-dedup", None),
    ("leetcode-909", "move-array", Some(9)),
    ("leetcode-909", "chaining", None),
];

/// Hunts of each wrong solution.
const HUNTS: u64 = 3;

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let seed: u64 = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(1_000_000);
    let names: Vec<&String> = arguments.iter().filter(|argument| argument.parse::<u64>().is_err()).collect();
    let is_wanted =
        |name: &str| names.is_empty() || names.iter().any(|wanted| name.contains(wanted.as_str()));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    println!(
        "{:<28} {:>8} {:>8} {:>8} {:>8} {:>6} {:>6} {:>6}",
        "", "tries", "found", "in all", "bytes", "left", "free", "small"
    );
    for (problem, solution, smallest) in WRONG.iter().filter(|(_, solution, _)| is_wanted(solution)) {
        for hunt in 0..HUNTS {
            hunt_once(root, problem, solution, seed + hunt * 1_000_000, *smallest);
        }
    }
    if is_wanted("speed") {
        speed(root, seed);
    }
    let folder = planted::workspace(root);
    for planted in planted::ALL.iter().filter(|planted| is_wanted(&planted.program())) {
        hunt_once(&folder, planted.problem, &planted.program(), seed, None);
    }
}

/// How many small inputs are tried a second where a right solution is tested against twelve others, and how many runs
/// of that solution a bare loop makes a second, which says how fast the machine is just now.
fn speed(root: &Path, seed: u64) {
    let (folder, target) = planted::twelve_references(root);
    let before = bare_runs(&folder, target);
    let output = Command::new(env!("CARGO_BIN_EXE_harness"))
        .arg("--root")
        .arg(&folder)
        .args(["hunt", "codeforces-225d", target, "--dry-run", "--count", "6000"])
        .args(["--gen", "rows=6 cols=6 kind=random", "--seed", &seed.to_string()])
        .output()
        .expect("the judge runs");
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    println!(
        "speed, boards of 6 x 6, one target, twelve references: {}{err}",
        out.lines().next().unwrap_or("-")
    );
    let runs = before.into_iter().chain(bare_runs(&folder, target)).map(|runs| format!("{runs:.0}"));
    println!(
        "runs of the target a second in a bare loop, before and after: {}",
        runs.collect::<Vec<_>>().join(", ")
    );
}

/// Runs a second of the program of this name that the judge has built; none if it has not yet.
fn bare_runs(folder: &Path, name: &str) -> Option<f64> {
    const RUNS: u32 = 1000;
    let builds = std::fs::read_dir(folder.join(".judge/build")).ok()?;
    let programs = builds.flatten().map(|build| build.path().join("release").join(name));
    let program = programs.filter(|program| program.is_file()).last()?;
    let input = folder.join("board");
    std::fs::write(&input, "6 6\n@.....\n......\n..4321\n......\n......\n......\n")
        .expect("a file can be written");
    let started = Instant::now();
    for _ in 0..RUNS {
        let input = std::fs::File::open(&input).expect("the input is there");
        Command::new(&program).stdin(input).output().expect("the program runs");
    }
    Some(f64::from(RUNS) / started.elapsed().as_secs_f64())
}

fn hunt_once(root: &Path, problem: &str, solution: &str, seed: u64, smallest: Option<usize>) {
    let words = ["hunt", problem, solution, "--dry-run", "--time", "180s", "--seed"];
    let started = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_harness"))
        .arg("--root")
        .arg(root)
        .args(words)
        .arg(seed.to_string())
        .output()
        .expect("the judge runs");
    let all = started.elapsed().as_secs_f64();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    let word = |line: &str, index: usize| {
        let line = err.lines().find(|other| other.starts_with(line)).unwrap_or_default();
        line.split_whitespace().nth(index).unwrap_or("-").to_owned()
    };
    let (left, free) = cells(&out);
    let small = smallest.map_or("-".to_owned(), |cells| (cells * 3 / 2).to_string());
    println!(
        "{solution:<28} {:>8} {:>8} {all:>8.1} {:>8} {left:>6} {free:>6} {small:>6}",
        word("found", 3),
        word("found", 5),
        word("made smaller", 4) + " B",
    );
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Cells of the board that stands below `input`, and those among them that are neither wall nor snake.
fn cells(out: &str) -> (usize, usize) {
    let lines = out.lines().skip_while(|line| line.trim() != "input").skip(1);
    let board: Vec<&str> = lines.take_while(|line| line.starts_with("  ")).map(str::trim).collect();
    let is_literal = board.first().is_some_and(|line| line.starts_with('['));
    if is_literal {
        let cells = board.iter().map(|line| line.split(',').count()).sum();
        return (cells, cells);
    }
    let rows = board.iter().skip(1);
    let free = |line: &&str| line.bytes().filter(|byte| matches!(byte, b'.' | b'@')).count();
    (rows.clone().map(|line| line.len()).sum(), rows.map(free).sum())
}
