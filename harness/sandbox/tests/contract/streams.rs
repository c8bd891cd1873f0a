//! What goes in and what comes out.

use harness_sandbox::{Breach, Ending, Stdin};
use libtest_mimic::Failed;

use crate::bench::{Bench, bounds, is};

pub fn output_and_exit_status(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("answer", "");
    is(run.output == b"42\n" && run.facts.ending == Ending::Exited(0) && run.facts.stdout_bytes == 3, &run)?;
    let run = bench.run("exit", "3");
    is(run.facts.ending == Ending::Exited(3), &run)
}

pub fn input_is_the_file(bench: &Bench) -> Result<(), Failed> {
    let path = bench.scratch.join("input");
    let text = "some input\n".repeat(50_000);
    std::fs::write(&path, &text)?;
    let run = bench.run_with("echo", "", &bounds(), Stdin::File(path.clone()));
    std::fs::remove_file(path)?;
    is(run.output == text.as_bytes(), &run)
}

pub fn environment_is_fixed(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("environment", "");
    let names: Vec<String> = String::from_utf8_lossy(&run.output)
        .lines()
        .filter_map(|line| Some(line.split_once('=')?.0.to_owned()))
        .collect();
    is(names == ["PATH", "LANG", "ONLINE_JUDGE", "LSAN_OPTIONS", "HOME", "TMPDIR"], &run)
}

pub fn only_standard_streams(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("descriptors", "");
    is(run.output == b"3\n", &run)
}

pub fn flood_is_cut(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("flood", "");
    is(run.facts.ending == Ending::Stopped(Breach::Output) && run.output.len() == 1 << 20, &run)
}

pub fn errors_are_cut(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("flood-errors", "8");
    let stderr = &run.facts.stderr;
    let kept = stderr.head.len() + stderr.tail.len();
    is(run.output == b"42\n" && kept == 64 << 10 && stderr.dropped == (8 << 20) - (64 << 10), &run)
}
