//! How long after a save is a solution judged? `cargo bench -p harness --bench watch [-- SAVES]`
//!
//! A solution in Python with three cases is saved again and again, 20 times, as an editor does: a new file is moved
//! to the place of the old one. The time from there to the first verdict, and to the end of the run, is that of a
//! reader of `harness watch`. Beside it stand `harness grade` after the same save, and Python alone, which starts
//! twice before there is a verdict: it checks the source, and runs it.

#![forbid(unsafe_code)]
#![expect(clippy::disallowed_methods, reason = "a benchmark starts what it measures")]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// So long a save must take at most.
const PROMISED: Duration = Duration::from_millis(200);

fn main() {
    let saves = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(20);
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    write(root, "judge.toml", "");
    for case in 1..=3 {
        write(root, &format!("cases/p/{case}.in"), &format!("{case}\n"));
        write(root, &format!("cases/p/{case}.ans"), &format!("{}\n", 2 * case));
    }
    save(root, 0);
    let mut watch = judge(root, "watch").stdin(Stdio::piped()).spawn().expect("the judge watches");
    let mut events = BufReader::new(watch.stdout.take().expect("a pipe"));
    until(&mut events, "finished");
    let (mut firsts, mut ends) = (Vec::new(), Vec::new());
    for number in 1..=saves {
        let start = save(root, number);
        until(&mut events, "result");
        firsts.push(start.elapsed());
        until(&mut events, "finished");
        ends.push(start.elapsed());
    }
    end(watch);
    let mut grades = Vec::new();
    for number in 1..=saves {
        let start = save(root, saves + number);
        let mut grade = judge(root, "grade").spawn().expect("the judge grades");
        let mut events = BufReader::new(grade.stdout.take().expect("a pipe"));
        until(&mut events, "result");
        grades.push(start.elapsed());
        std::io::copy(&mut events, &mut std::io::sink()).expect("the rest");
        grade.wait().expect("it ends");
    }
    let mut alone = Vec::new();
    for _ in 0..saves {
        let start = Instant::now();
        let status = Command::new("python3").args(["-c", "pass"]).status().expect("python3 starts");
        assert!(status.success());
        alone.push(start.elapsed());
    }
    let (first, worst) = (median(&mut firsts), firsts.iter().max().copied().unwrap_or_default());
    println!("watch: save to first verdict: median {}, at most {}", shown(first), shown(worst));
    println!("watch: save to the end of the run: median {}", shown(median(&mut ends)));
    println!("grade: save to first verdict: median {}", shown(median(&mut grades)));
    println!("python3 alone: median {}", shown(median(&mut alone)));
    let verdict = if first <= PROMISED { "kept" } else { "not kept" };
    println!("the promise of {} is {verdict}", shown(PROMISED));
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    std::fs::create_dir_all(path.parent().expect("a file in a folder")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

/// Saves a solution that is another each time, and when.
fn save(root: &Path, number: usize) -> Instant {
    write(root, "solutions/p/.draft", &format!("print(2 * int(input()))  # {number}\n"));
    let start = Instant::now();
    std::fs::rename(root.join("solutions/p/.draft"), root.join("solutions/p/a.py")).expect("a save");
    start
}

fn judge(root: &Path, command: &str) -> Command {
    let mut judge = Command::new(env!("CARGO_BIN_EXE_harness"));
    judge.arg("--root").arg(root).args([command, "--format", "jsonl"]).stdout(Stdio::piped());
    judge
}

/// Reads to the first event of this kind.
fn until(events: &mut BufReader<ChildStdout>, kind: &str) {
    let mark = format!("\"event\":\"{kind}\"");
    let mut line = String::new();
    while !line.contains(&mark) {
        line.clear();
        assert_ne!(events.read_line(&mut line).expect("a line"), 0, "the judge goes on");
    }
}

fn end(mut watch: Child) {
    watch.stdin.take().expect("a pipe").write_all(b"q").expect("a key");
    watch.wait().expect("it ends");
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn shown(time: Duration) -> String {
    format!("{:.0} ms", time.as_secs_f64() * 1000.0)
}
