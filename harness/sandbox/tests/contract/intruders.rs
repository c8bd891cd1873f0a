//! Programs that know how the judge works: what they reach, and what honest programs find after them.

use std::os::unix::fs::MetadataExt;
use std::time::Duration;

use harness_sandbox::{Bounds, Breach, Bytes, CpuMeter, Ending, Files, MemoryMeter, Network, Sandbox, Stdin};
use libtest_mimic::Failed;

use crate::bench::{Bench, bounds, is, is_once};

/// Whether nothing keeps programs from anything.
fn is_open(bench: &Bench) -> bool {
    bench.sandbox.guarantees().files == Files::Open
}

pub fn a_program_traced_by_its_child_is_reaped(bench: &Bench) -> Result<(), Failed> {
    for _ in 0..5 {
        let run = bench.run("be-traced-by-a-child", "");
        is(run.output == b"42\n" && run.facts.ending == Ending::Exited(0) && run.facts.leftovers == 1, &run)?;
    }
    Ok(())
}

pub fn output_that_is_sent_to_itself_does_not_keep_the_run_alive(bench: &Bench) -> Result<(), Failed> {
    for _ in 0..5 {
        let run = bench.run("send-output-to-itself", "");
        is(run.output == b"42\n" && run.facts.ending == Ending::Exited(0), &run)?;
    }
    Ok(())
}

pub fn the_next_program_starts_as_the_first(bench: &Bench) -> Result<(), Failed> {
    if is_open(bench) {
        return Ok(());
    }
    let before = bench.run("describe-itself", "");
    is(before.output.len() > 1000, &before)?;
    for intruder in ["reach-parent", "lowest-priority-sleepers", "stop-counters-and-spin"] {
        bench.run_within(intruder, "10", &Bounds { wall: Duration::from_millis(300), ..bounds() });
        let after = bench.run("describe-itself", "");
        is(after.output == before.output, &after)
            .map_err(|failed| differences(&before.output, &after.output, &failed))?;
    }
    Ok(())
}

pub fn the_launcher_is_out_of_reach(bench: &Bench) -> Result<(), Failed> {
    if is_open(bench) {
        return Ok(());
    }
    let run = bench.run("reach-parent", "");
    is(run.output == b"refused\n" && run.facts.ending == Ending::Exited(0), &run)
}

pub fn limits_cannot_be_raised(bench: &Bench) -> Result<(), Failed> {
    let guarantees = bench.sandbox.guarantees();
    let run = bench.run("raise-limits", "");
    let raised = String::from_utf8_lossy(&run.output).into_owned();
    // Of the others the judge sets none.
    let has_namespaces = guarantees.network == Network::Namespace;
    let is_set = |limit: &str| match limit {
        "file" => !has_namespaces,
        "tasks" => has_namespaces && guarantees.memory == MemoryMeter::Sampled,
        _ => true,
    };
    is(run.facts.ending == Ending::Exited(0) && !raised.lines().any(is_set), &run)
}

pub fn the_next_program_finds_folders_as_the_first(bench: &Bench) -> Result<(), Failed> {
    // Without a root of its own only the working folder is a program's.
    let has_root = matches!(bench.sandbox.guarantees().files, Files::Sealed | Files::Root);
    let folders = if has_root { ". /tmp /var/tmp /dev/shm" } else { "." };
    let before = bench.run("describe-folders", folders);
    is(before.output.starts_with(b". mode 40"), &before)?;
    for (spoiler, argument) in
        [("spoil-folder", ""), ("litter", "20"), ("fill-files", "1"), ("spoil-folder", "")]
    {
        bench.run(spoiler, argument);
        let after = bench.run("describe-folders", folders);
        is(after.output == before.output, &after)
            .map_err(|failed| differences(&before.output, &after.output, &failed))?;
    }
    let run = bench.run("find-new-folder", "");
    is(run.output == b"new\n", &run)
}

/// The lines in which two descriptions differ.
fn differences(before: &[u8], after: &[u8], failed: &Failed) -> Failed {
    let (before, after) = (String::from_utf8_lossy(before), String::from_utf8_lossy(after));
    let changed: Vec<String> = before
        .lines()
        .zip(after.lines())
        .filter(|(before, after)| before != after)
        .map(|(before, after)| format!("- {before}\n+ {after}"))
        .collect();
    format!("{}\n{failed:?}", changed.join("\n")).into()
}

pub fn nothing_about_the_input_can_be_changed(bench: &Bench) -> Result<(), Failed> {
    if is_open(bench) {
        return Ok(());
    }
    let input = bench.scratch.with_extension("kept");
    std::fs::write(&input, "1 2\n")?;
    let state = || {
        let facts = std::fs::metadata(&input).expect("the input");
        (facts.mode(), facts.uid(), facts.mtime(), facts.mtime_nsec(), facts.ctime(), facts.ctime_nsec())
    };
    let before = state();
    let run = bench.run_with("spoil-input", "", &bounds(), Stdin::File(input.clone()));
    let after = state();
    is(run.output == b"refused\n", &run)?;
    is(before == after && std::fs::read(&input)? == b"1 2\n", &run)?;
    std::fs::remove_file(input)?;
    Ok(())
}

pub fn an_empty_input_cannot_be_changed_either(bench: &Bench) -> Result<(), Failed> {
    if is_open(bench) {
        return Ok(());
    }
    let mode =
        || std::fs::metadata("/dev/null").map(|facts| (facts.mode(), facts.ctime(), facts.ctime_nsec()));
    let before = mode()?;
    let run = bench.run("spoil-input", "");
    is(before == mode()?, &run)
}

pub fn the_input_can_be_read_by_its_name(bench: &Bench) -> Result<(), Failed> {
    let input = bench.scratch.with_extension("named");
    std::fs::write(&input, "1 2\n")?;
    for name in ["/dev/stdin", "/proc/self/fd/0"] {
        let run = bench.run_with("read-all", name, &bounds(), Stdin::File(input.clone()));
        is(run.output == b"4\n", &run)?;
    }
    std::fs::remove_file(input)?;
    Ok(())
}

pub fn new_namespaces_cannot_be_made(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("make-namespaces", "");
    is(run.output == b"none\n" || is_open(bench), &run)
}

pub fn calls_that_are_refused_fail(bench: &Bench) -> Result<(), Failed> {
    if is_open(bench) {
        return Ok(());
    }
    let has_namespaces = bench.sandbox.guarantees().network == Network::Namespace;
    let run = bench.run("make-refused-calls", if has_namespaces { "namespaces" } else { "" });
    is(run.output.is_empty() && run.facts.ending == Ending::Exited(0), &run)
}

pub fn time_is_counted_without_counters(bench: &Bench) -> Result<(), Failed> {
    is_once(
        || bench.run("stop-counters-and-spin", "100"),
        |run| run.facts.usage.cpu > Duration::from_millis(98),
        |run| run.facts.usage.cpu < Duration::from_millis(120),
    )?;
    if bench.sandbox.guarantees().cpu == CpuMeter::Wait {
        return Ok(());
    }
    let bounds = Bounds { cpu: Duration::from_millis(100), ..bounds() };
    let run = bench.run_within("stop-counters-and-spin", "100000", &bounds);
    is(run.facts.ending == Ending::Stopped(Breach::Cpu), &run)
}

pub fn a_program_that_delays_its_end_is_ended(bench: &Bench) -> Result<(), Failed> {
    let bounds = Bounds { cpu: Duration::from_secs(1), wall: Duration::from_millis(300), ..bounds() };
    let run = bench.run_within("lowest-priority-sleepers", "", &bounds);
    is(matches!(run.facts.ending, Ending::Stopped(Breach::Cpu | Breach::Wall)), &run)
}

/// Ways to take 100 MiB that are in no process.
const HIDDEN: [&str; 5] =
    ["fill-files", "fill-unnamed-files", "fill-pipes", "fill-sockets", "hide-shared-memory"];

pub fn memory_that_is_in_no_process_is_the_programs(bench: &Bench) -> Result<(), Failed> {
    let guarantees = bench.sandbox.guarantees();
    if guarantees.memory == MemoryMeter::Sampled {
        return what_is_not_counted_is_refused_or_sampled(bench);
    }
    let is_in_memory =
        |name: &str| name != "fill-files" || matches!(guarantees.files, Files::Sealed | Files::Root);
    for name in HIDDEN.into_iter().filter(|name| is_in_memory(name)) {
        let run = bench.run_within(name, "60", &Bounds { memory: Bytes::mebibytes(30), ..bounds() });
        is(run.facts.oom_killed && run.facts.usage.memory > Bytes::mebibytes(29), &run)?;
        let run = bench.run("answer", "");
        is(run.output == b"42\n" && run.facts.usage.memory < Bytes::mebibytes(4), &run)?;
        let run = bench.run_within(name, "20", &Bounds { memory: Bytes::mebibytes(30), ..bounds() });
        is(!run.facts.oom_killed && run.facts.usage.memory < Bytes::mebibytes(30), &run)?;
        is(run.facts.usage.memory > Bytes::mebibytes(19), &run)?;
    }
    Ok(())
}

/// Without a control group.
fn what_is_not_counted_is_refused_or_sampled(bench: &Bench) -> Result<(), Failed> {
    let guarantees = bench.sandbox.guarantees();
    if matches!(guarantees.files, Files::Sealed | Files::Root) {
        let run = bench.run_within("fill-files", "60", &Bounds { memory: Bytes::mebibytes(30), ..bounds() });
        is(run.facts.usage.memory > Bytes::mebibytes(30), &run)?;
    }
    if !is_open(bench) {
        let run = bench.run("fill-unnamed-files", "1");
        is(run.output == b"refused\n", &run)?;
    }
    Ok(())
}

pub fn memory_that_is_sent_to_itself_is_the_programs(bench: &Bench) -> Result<(), Failed> {
    if bench.sandbox.guarantees().memory == MemoryMeter::Sampled {
        return Ok(());
    }
    for _ in 0..3 {
        let run = bench.run("send-memory-to-itself", "60");
        is(run.facts.usage.memory > Bytes::mebibytes(59), &run)?;
        let run = bench.run("answer", "");
        is(run.output == b"42\n" && run.facts.usage.memory < Bytes::mebibytes(4), &run)?;
    }
    Ok(())
}

pub fn files_that_are_read_are_not_memory(bench: &Bench) -> Result<(), Failed> {
    if bench.sandbox.guarantees().memory == MemoryMeter::Sampled {
        return Ok(());
    }
    // It is one of the programs, so that every other may read it.
    let large = bench.other_program.with_extension("script");
    let before = std::fs::read(&large)?;
    std::fs::write(&large, vec![b'x'; 100 << 20])?;
    let evict = || -> Result<(), Failed> {
        let file = std::fs::File::open(&large)?;
        file.sync_all()?;
        Ok(rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed)?)
    };
    let path = large.display().to_string();
    let bounds = Bounds { memory: Bytes::mebibytes(40), ..bounds() };
    let read = |name: &str| bench.run_reading(name, &path, &bounds, &large);
    evict()?;
    let run = read("read-all");
    is(run.output == format!("{}\n", 100 << 20).as_bytes() && !run.facts.oom_killed, &run)?;
    is(run.facts.usage.memory < Bytes::mebibytes(6), &run)?;
    // What the first run left in the group is not given back by the second, to hold more itself.
    evict()?;
    let run = read("read-all");
    is(run.facts.usage.memory < Bytes::mebibytes(6), &run)?;
    let run = read("forget-file");
    is(run.facts.ending == Ending::Exited(0), &run)?;
    let run = bench.run_within("touch", "60", &bounds);
    is(run.facts.oom_killed, &run)?;
    let run = bench.run_within("touch", "30", &bounds);
    is(!run.facts.oom_killed && run.facts.usage.memory > Bytes::mebibytes(29), &run)?;
    is(run.facts.usage.memory < Bytes::mebibytes(34), &run)?;
    std::fs::write(&large, before)?;
    Ok(())
}

pub fn memory_of_processes_that_are_hard_to_find_counts(bench: &Bench) -> Result<(), Failed> {
    let bounds = Bounds { memory: Bytes::mebibytes(45), ..bounds() };
    for (name, argument) in
        [("orphans-hold", "20"), ("closed-children-hold", "20"), ("hold-without-first-thread", "60")]
    {
        let run = bench.run_within(name, argument, &bounds);
        let is_noticed = run.facts.oom_killed || run.facts.ending == Ending::Stopped(Breach::Memory);
        is(is_noticed && run.facts.usage.memory > Bytes::mebibytes(44), &run)?;
    }
    Ok(())
}

pub fn sockets_lead_nowhere(bench: &Bench) -> Result<(), Failed> {
    let expect: &[u8] = match bench.sandbox.guarantees().network {
        Network::Namespace => b"unix inet stream-pair datagram-pair\n",
        Network::Filter => b"stream-pair\n",
        Network::Open => return Ok(()),
    };
    let run = bench.run("make-sockets", "");
    is(run.output == expect, &run)
}

pub fn descriptors_under_way_are_in_nobodys_way(bench: &Bench) -> Result<(), Failed> {
    if is_open(bench) {
        return Ok(());
    }
    std::thread::scope(|scope| {
        let holder = scope.spawn(|| bench.run_beside("keep-descriptors-under-way", "100000"));
        while !holder.is_finished() {
            let run = bench.run("answer", "");
            is(run.output == b"42\n", &run)?;
        }
        let run = holder.join().map_err(|_| "the run that keeps them panicked")?;
        let kept: u64 = String::from_utf8_lossy(&run.output).trim().parse().unwrap_or(0);
        is(run.facts.ending == Ending::Exited(0) && kept <= 5000, &run)
    })
}

pub fn folders_in_folders_are_in_nobodys_way(bench: &Bench) -> Result<(), Failed> {
    // As an ordinary user without namespaces every one is removed, so there are few.
    let has_root = matches!(bench.sandbox.guarantees().files, Files::Sealed | Files::Root);
    for _ in 0..2 {
        let run = bench.run("nest-folders", if has_root { "4000" } else { "200" });
        is(run.output == b"42\n", &run)?;
        let run = bench.run("find-new-folder", "");
        is(run.output == b"new\n" || !has_root, &run)?;
    }
    Ok(())
}
