//! How long does `hunt` take to find what is wrong with the wrong solutions of this workspace, and how
//! small does it make the input? `cargo bench -p harness --bench hunt [-- SEED]`
//!
//! Each is hunted with several seeds, and nothing is written. The columns: tries until it is found, seconds
//! until then and in all, the bytes that were found, the cells that are left, and the cells that would
//! be small: half as many again as the smallest input has that is known.

#![forbid(unsafe_code)]
#![expect(clippy::disallowed_methods, reason = "a benchmark starts what it measures")]

use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// A wrong solution, and the cells of the smallest input that is known to break it.
struct Target {
    problem: &'static str,
    solution: &'static str,
    smallest: Option<usize>,
    /// What the generator is told, where chance alone would take too long.
    arguments: &'static str,
}

/// A target that needs no more than sizes that grow.
const fn target(problem: &'static str, solution: &'static str, smallest: Option<usize>) -> Target {
    Target { problem, solution, smallest, arguments: "size={size}" }
}

const TARGETS: [Target; 6] = [
    target("codeforces-225d", "moment-hash", Some(10)),
    target("codeforces-225d", "grid-hash-overflow", Some(6)),
    target("codeforces-225d", "no-dedup", None),
    target("leetcode-909", "move-array", Some(9)),
    target("leetcode-909", "chaining", None),
    Target {
        // One in some thousand labyrinths, of those that leave few ways and are long.
        arguments: "rows=13 cols=13 k=9 kind=random walls=0.3 apple=last",
        ..target("codeforces-225d", "modular-hash", Some(28))
    },
];

/// Hunts of each.
const HUNTS: u64 = 3;

fn main() {
    let arguments = std::env::args().skip(1);
    let seed: u64 = arguments.into_iter().find_map(|argument| argument.parse().ok()).unwrap_or(1_000_000);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    println!(
        "{:<20} {:>8} {:>8} {:>8} {:>6} {:>6} {:>6}",
        "", "tries", "found", "in all", "found", "left", "small"
    );
    for target in &TARGETS {
        for hunt in 0..HUNTS {
            let started = Instant::now();
            let words = ["hunt", target.problem, target.solution, "--dry-run", "--time", "180s", "--seed"];
            let output = Command::new(env!("CARGO_BIN_EXE_harness"))
                .arg("--root")
                .arg(root)
                .args(words)
                .arg((seed + hunt * 1_000_000).to_string())
                .args(["--gen", target.arguments])
                .output()
                .expect("the judge runs");
            let all = started.elapsed().as_secs_f64();
            let (out, err) = (text(&output.stdout), text(&output.stderr));
            let word = |line: &str, index: usize| {
                let line = err.lines().find(|other| other.starts_with(line)).unwrap_or_default();
                line.split_whitespace().nth(index).unwrap_or("-").to_owned()
            };
            let small = target.smallest.map_or("-".to_owned(), |cells| (cells * 3 / 2).to_string());
            println!(
                "{:<20} {:>8} {:>8} {all:>8.1} {:>6} {:>6} {small:>6}",
                target.solution,
                word("found", 3),
                word("found", 5),
                word("made smaller", 4) + " B",
                cells(&out),
            );
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Cells of the board that stands below `input`.
fn cells(out: &str) -> usize {
    let lines = out.lines().skip_while(|line| *line != "input").skip(1);
    let board: Vec<&str> = lines.take_while(|line| line.starts_with("  ")).collect();
    let is_literal = board.first().is_some_and(|line| line.trim().starts_with('['));
    let count = |line: &&str| if is_literal { line.split(',').count() } else { line.trim().len() };
    board.iter().skip(usize::from(!is_literal)).map(count).sum()
}
