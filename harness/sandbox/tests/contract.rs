//! What every backend of the sandbox must get right, on real processes.
//!
//! The binary has its own `main`, because a launcher is the same executable started again, and so
//! are the specimens.

#![forbid(unsafe_code)]

mod specimen;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use harness_sandbox::{
    Bounds, Breach, Bytes, CpuMeter, Ending, Execution, Isolation, KillMethod, LinuxSandbox, MemoryMeter,
    Program, Sandbox, SandboxConfig, Slot, Stdin, Stop, launcher_hook,
};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    launcher_hook();
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.get(1).is_some_and(|argument| argument == "specimen") {
        let argument = arguments.get(3).map_or("", String::as_str);
        #[expect(clippy::disallowed_methods, reason = "the hook stands in for main")]
        std::process::exit(specimen::become_specimen(&arguments[2], argument));
    }
    let scratch = tempfile::tempdir().expect("a folder for the tests");
    let mut trials = Vec::new();
    let mut backends = Vec::new();
    for (name, isolation) in [("full", Isolation::Auto), ("plain", Isolation::None)] {
        let config =
            SandboxConfig { slots: 1, isolation, scratch: scratch.path().join(name), cores: Vec::new() };
        std::fs::create_dir(&config.scratch).expect("a folder for the backend");
        let sandbox = Arc::new(LinuxSandbox::start(&config).expect("a launcher"));
        let got = sandbox.guarantees();
        println!("backend {name}: CPU by {}, memory by {}, kill by {}", got.cpu, got.memory, got.kill);
        backends.push(Arc::clone(&sandbox));
        for (fact, test) in CONTRACT {
            let bench = Bench { sandbox: Arc::clone(&sandbox), scratch: config.scratch.clone() };
            trials.push(Trial::test(format!("{name}::{fact}"), move || test(&bench)));
        }
    }
    let conclusion = libtest_mimic::run(&Arguments::from_args(), trials);
    drop(backends);
    let left: Vec<_> = walk(scratch.path());
    assert!(left.is_empty(), "files left behind: {left:?}");
    drop(scratch);
    conclusion.exit();
}

fn walk(folder: &std::path::Path) -> Vec<PathBuf> {
    let backends = std::fs::read_dir(folder).into_iter().flatten().flatten();
    backends
        .flat_map(|backend| std::fs::read_dir(backend.path()).into_iter().flatten().flatten())
        .map(|entry| entry.path())
        .collect()
}

type Test = fn(&Bench) -> Result<(), Failed>;

/// The contract: a fact and the test that shows it.
const CONTRACT: &[(&str, Test)] = &[
    ("output_and_exit_status_come_back", output_and_exit_status),
    ("input_is_the_file_itself", input_is_the_file),
    ("the_environment_is_fixed", environment_is_fixed),
    ("only_the_standard_streams_are_open", only_standard_streams),
    ("cpu_time_is_that_of_the_program", cpu_time_is_exact),
    ("cpu_time_counts_threads_children_and_orphans", cpu_time_counts_the_tree),
    ("a_loop_is_ended_at_its_cpu_line", loop_is_ended),
    ("a_sleeper_is_ended_at_its_wall_line", sleeper_is_ended),
    ("a_stopped_program_is_ended_and_named", stopped_is_named),
    ("a_signal_is_the_programs_own", signals_are_own),
    ("a_stack_overflow_is_a_signal", overflow_is_a_signal),
    ("memory_is_what_the_program_touched", memory_is_exact),
    ("memory_of_two_processes_adds_up", memory_adds_up),
    ("memory_past_the_line_is_noticed", memory_line),
    ("a_flood_is_cut_at_the_cap", flood_is_cut),
    ("errors_are_drained_and_cut", errors_are_cut),
    ("a_daemon_is_killed_and_counted", daemon_is_killed),
    ("nothing_in_the_working_folder_survives", litter_is_removed),
    ("a_missing_program_is_not_started", missing_program),
    ("a_stop_ends_the_run", stop_ends_the_run),
    ("processes_are_limited", processes_are_limited),
];

struct Bench {
    sandbox: Arc<LinuxSandbox>,
    scratch: PathBuf,
}

struct Run {
    facts: Execution,
    output: Vec<u8>,
}

fn bounds() -> Bounds {
    Bounds {
        cpu: Duration::from_secs(10),
        wall: Duration::from_secs(30),
        memory: Bytes::mebibytes(512),
        stack: Bytes::mebibytes(8),
        output: Bytes::mebibytes(1),
        processes: 64,
    }
}

impl Bench {
    fn run(&self, name: &str, argument: &str) -> Run {
        self.run_within(name, argument, &bounds())
    }

    fn run_within(&self, name: &str, argument: &str, bounds: &Bounds) -> Run {
        self.run_with(name, argument, bounds, Stdin::Empty)
    }

    fn run_with(&self, name: &str, argument: &str, bounds: &Bounds, stdin: Stdin) -> Run {
        let program = Program {
            executable: std::env::current_exe().expect("this test binary"),
            args: ["specimen", name, argument].map(Into::into).into(),
            stdin,
        };
        let stop = Stop::new().expect("a pipe");
        let mut output = Vec::new();
        let mut collect = |chunk: &[u8]| output.extend_from_slice(chunk);
        let facts =
            self.sandbox.run(Slot(0), &program, bounds, &stop, &mut collect).expect("the sandbox works");
        Run { facts, output }
    }
}

fn is(holds: bool, facts: &Run) -> Result<(), Failed> {
    if holds {
        Ok(())
    } else {
        Err(format!("{:?}, output of {} bytes", facts.facts, facts.output.len()).into())
    }
}

fn output_and_exit_status(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("answer", "");
    is(run.output == b"42\n" && run.facts.ending == Ending::Exited(0) && run.facts.stdout_bytes == 3, &run)?;
    let run = bench.run("exit", "3");
    is(run.facts.ending == Ending::Exited(3), &run)
}

fn input_is_the_file(bench: &Bench) -> Result<(), Failed> {
    let path = bench.scratch.join("input");
    let text = "some input\n".repeat(50_000);
    std::fs::write(&path, &text)?;
    let run = bench.run_with("echo", "", &bounds(), Stdin::File(path.clone()));
    std::fs::remove_file(path)?;
    is(run.output == text.as_bytes(), &run)
}

fn environment_is_fixed(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("environment", "");
    let names: Vec<String> = String::from_utf8_lossy(&run.output)
        .lines()
        .filter_map(|line| Some(line.split_once('=')?.0.to_owned()))
        .collect();
    is(names == ["PATH", "LANG", "ONLINE_JUDGE", "HOME", "TMPDIR"], &run)
}

fn only_standard_streams(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("descriptors", "");
    is(run.output == b"3\n", &run)
}

fn near(time: Duration, milliseconds: u64, tolerance: u64) -> bool {
    time.abs_diff(Duration::from_millis(milliseconds)) <= Duration::from_millis(tolerance)
}

fn cpu_time_is_exact(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("spin", "200");
    // The program's own clock, read just before it ends.
    let own = Duration::from_nanos(String::from_utf8_lossy(&run.output).trim().parse()?);
    let measured = run.facts.usage.cpu;
    is(
        measured >= own.saturating_sub(Duration::from_micros(500))
            && measured < own + Duration::from_millis(3),
        &run,
    )
}

fn cpu_time_counts_the_tree(bench: &Bench) -> Result<(), Failed> {
    for name in ["two-threads", "child-spins", "unwaited-child-spins"] {
        let run = bench.run(name, "200");
        is(near(run.facts.usage.cpu, 205, 15) && run.facts.ending == Ending::Exited(0), &run)?;
    }
    Ok(())
}

fn loop_is_ended(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run_within("spin-forever", "", &Bounds { cpu: Duration::from_millis(100), ..bounds() });
    let cpu = run.facts.usage.cpu;
    let past_the_line = cpu > Duration::from_millis(100) && cpu < Duration::from_millis(110);
    is(run.facts.ending == Ending::Stopped(Breach::Cpu) && past_the_line, &run)
}

fn sleeper_is_ended(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run_within("sleep-forever", "", &Bounds { wall: Duration::from_millis(150), ..bounds() });
    let idle = run.facts.usage.cpu < Duration::from_millis(60) && !run.facts.usage.was_stopped;
    is(run.facts.ending == Ending::Stopped(Breach::Wall) && idle, &run)
}

fn stopped_is_named(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run_within("stop-itself", "", &Bounds { wall: Duration::from_millis(150), ..bounds() });
    is(run.facts.ending == Ending::Stopped(Breach::Wall) && run.facts.usage.was_stopped, &run)
}

fn signals_are_own(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("abort", "");
    is(run.facts.ending == Ending::Signaled(6), &run)?;
    let run = bench.run("kill-itself", "");
    is(run.facts.ending == Ending::Signaled(9) && !run.facts.oom_killed, &run)
}

fn overflow_is_a_signal(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("overflow", "0");
    is(matches!(run.facts.ending, Ending::Signaled(6 | 11)), &run)
}

fn memory_is_exact(bench: &Bench) -> Result<(), Failed> {
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

fn memory_adds_up(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("two-touch", "50");
    let touched = run.facts.usage.memory;
    is(touched >= Bytes::mebibytes(98) && touched <= Bytes::mebibytes(108), &run)
}

fn memory_line(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run_within("touch", "200", &Bounds { memory: Bytes::mebibytes(64), ..bounds() });
    let by_kernel = run.facts.oom_killed && run.facts.ending == Ending::Signaled(9);
    let by_sample =
        run.facts.ending == Ending::Stopped(Breach::Memory) && run.facts.usage.memory > Bytes::mebibytes(64);
    is(if bench.sandbox.guarantees().memory == MemoryMeter::Sampled { by_sample } else { by_kernel }, &run)
}

fn flood_is_cut(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("flood", "");
    is(run.facts.ending == Ending::Stopped(Breach::Output) && run.output.len() == 1 << 20, &run)
}

fn errors_are_cut(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("flood-errors", "8");
    let stderr = &run.facts.stderr;
    let kept = stderr.head.len() + stderr.tail.len();
    is(run.output == b"42\n" && kept == 64 << 10 && stderr.dropped == (8 << 20) - (64 << 10), &run)
}

fn daemon_is_killed(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("leave-a-daemon", "20");
    is(run.output == b"42\n" && run.facts.ending == Ending::Exited(0) && run.facts.leftovers == 1, &run)?;
    is(run.facts.usage.cpu >= Duration::from_millis(20), &run)?;
    is(!processes().iter().any(|command| command.contains("specimen\0daemon")), &run)
}

/// The command lines of all processes.
fn processes() -> Vec<String> {
    let folders = std::fs::read_dir("/proc").expect("proc").flatten();
    folders.filter_map(|folder| std::fs::read_to_string(folder.path().join("cmdline")).ok()).collect()
}

fn litter_is_removed(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("litter", "400");
    is(run.facts.ending == Ending::Exited(0), &run)?;
    let left = std::fs::read_dir(&bench.scratch)?.flatten().filter(|entry| entry.path().is_dir());
    let inside: usize =
        left.map(|workdir| std::fs::read_dir(workdir.path()).map_or(0, Iterator::count)).sum();
    is(inside == 0, &run)
}

fn missing_program(bench: &Bench) -> Result<(), Failed> {
    let program =
        Program { executable: "/nonexistent/program".into(), args: Vec::new(), stdin: Stdin::Empty };
    let stop = Stop::new()?;
    let facts = bench.sandbox.run(Slot(0), &program, &bounds(), &stop, &mut |_| {})?;
    is(facts.ending == Ending::NotStarted(2), &Run { facts, output: Vec::new() })
}

fn stop_ends_the_run(bench: &Bench) -> Result<(), Failed> {
    let program = Program {
        executable: std::env::current_exe()?,
        args: ["specimen", "sleep-forever", ""].map(Into::into).into(),
        stdin: Stdin::Empty,
    };
    let stop = Stop::new()?;
    stop.now();
    let facts = bench.sandbox.run(Slot(0), &program, &bounds(), &stop, &mut |_| {})?;
    is(facts.ending == Ending::Interrupted, &Run { facts, output: Vec::new() })
}

fn processes_are_limited(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run_within("processes", "30", &Bounds { processes: 10, ..bounds() });
    let refused: i32 = String::from_utf8_lossy(&run.output).trim().parse()?;
    let guarantees = bench.sandbox.guarantees();
    let can_limit = guarantees.kill == KillMethod::PidNamespace || guarantees.memory != MemoryMeter::Sampled;
    is(if can_limit { refused == 21 } else { refused == 0 }, &run)?;
    is(guarantees.cpu != CpuMeter::Wait || run.facts.leftovers > 0, &run)
}
