//! Memory.

use harness_sandbox::{Bounds, Breach, Bytes, Ending, MemoryMeter, Sandbox, Stdin};
use libtest_mimic::Failed;

use crate::bench::{Bench, bounds, is};

pub fn memory_is_exact(bench: &Bench) -> Result<(), Failed> {
    let idle = bench.run("touch", "0");
    is(idle.facts.usage.memory < Bytes::mebibytes(4), &idle)?;
    for size in [10, 100] {
        let run = bench.run("touch", &size.to_string());
        let touched = run.facts.usage.memory.0 - idle.facts.usage.memory.0;
        let expect = size << 20;
        is(touched.abs_diff(expect) <= expect / 50 + (1 << 20), &run)?;
    }
    Ok(())
}

pub fn memory_adds_up(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("two-touch", "50");
    let touched = run.facts.usage.memory;
    is(touched >= Bytes::mebibytes(98) && touched <= Bytes::mebibytes(108), &run)
}

pub fn memory_line(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run_within("touch", "200", &Bounds { memory: Bytes::mebibytes(64), ..bounds() });
    let by_kernel = run.facts.oom_killed && run.facts.ending == Ending::Signaled(9);
    let by_sample =
        run.facts.ending == Ending::Stopped(Breach::Memory) && run.facts.usage.memory > Bytes::mebibytes(64);
    is(if bench.sandbox.guarantees().memory == MemoryMeter::Sampled { by_sample } else { by_kernel }, &run)
}

pub fn address_space_is_not_memory(bench: &Bench) -> Result<(), Failed> {
    let bounds = Bounds { memory: Bytes::mebibytes(64), ..bounds() };
    let run = bench.run_within("reserve", "8192", &bounds);
    is(run.facts.ending == Ending::Exited(0) && run.facts.usage.memory < Bytes::mebibytes(8), &run)
}

pub fn deep_recursion_uses_the_stack_it_was_given(bench: &Bench) -> Result<(), Failed> {
    let deep = Bounds { stack: Bytes::mebibytes(256), ..bounds() };
    let run = bench.run_within("recurse", "100", &deep);
    is(run.facts.ending == Ending::Exited(0), &run)?;
    let run = bench.run_within("recurse", "100", &Bounds { stack: Bytes::mebibytes(16), ..bounds() });
    is(matches!(run.facts.ending, Ending::Signaled(6 | 11)), &run)
}

pub fn a_large_input_is_not_memory_of_its_reader(bench: &Bench) -> Result<(), Failed> {
    let path = bench.scratch.with_extension("large");
    std::fs::write(&path, vec![b'x'; 64 << 20])?;
    // As after a restart of the machine.
    rustix::fs::fadvise(std::fs::File::open(&path)?, 0, None, rustix::fs::Advice::DontNeed)?;
    let bounds = Bounds { memory: Bytes::mebibytes(32), ..bounds() };
    let run = bench.run_with("count-input", "", &bounds, Stdin::File(path.clone()));
    std::fs::remove_file(path)?;
    is(run.output == format!("{}\n", 64 << 20).as_bytes(), &run)?;
    is(run.facts.usage.memory < Bytes::mebibytes(8), &run)
}

pub fn memory_of_the_judge_is_not_the_programs(bench: &Bench) -> Result<(), Failed> {
    let ballast = vec![1u8; 500 << 20];
    let run = bench.run("touch", "10");
    let used = run.facts.usage.memory;
    is(std::hint::black_box(&ballast).len() == 500 << 20, &run)?;
    is(used >= Bytes::mebibytes(9) && used < Bytes::mebibytes(14), &run)
}
