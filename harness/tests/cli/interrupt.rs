//! Signals to the judge while it runs.

use std::io::{BufRead, BufReader, Write};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use crate::session::{Output, Workspace, doubling, processes_with, workspace};
use crate::watch::{Queue, TELLS, lasting, signal_until_it_ends};

/// The most bytes that a pipe holds, unless it is made larger.
const PIPE: usize = 1 << 16;

/// What an interrupted judge left.
struct Left {
    processes: Vec<std::path::PathBuf>,
    folders: Vec<std::path::PathBuf>,
    workspace: Workspace,
}

/// Interrupts a run whose first case is done and whose second would sleep for long.
fn interrupt(signal: Signal, mark: &str) -> (Output, Left) {
    let workspace = workspace()
        .case("p", "1", "1\n", "")
        .case("p", "2", "2\n", "")
        .problem("p", "wall_limit = \"100s\"\n")
        .script_in_folder(
            "p",
            "sleeper",
            &format!("read n; [ $n = 1 ] || {{ setsid sleep {mark} & {TELLS}; sleep {mark}; }}"),
        );
    let queue = Queue::make(&workspace, "solutions/p/sleeper");
    let mut child = workspace.start("-j 1 --format jsonl");
    let stdout = child.stdout.take().unwrap();
    let mut lines = BufReader::new(stdout).lines().map(Result::unwrap);
    let first = lines.by_ref().find(|line| line.contains("\"event\":\"result\"")).unwrap();
    assert!(first.contains("\"case\":\"1\""));
    // Until the second case is under way.
    queue.wait();
    kill_process(Pid::from_child(&child), signal).unwrap();
    let rest: Vec<String> = lines.collect();
    let mut output = workspace.finish(child);
    output.stdout = rest.join("\n");
    let left = Left { processes: left_of(mark), folders: run_folders(&workspace), workspace };
    (output, left)
}

/// The folders of judges that run, or ran, in this workspace.
fn run_folders(workspace: &Workspace) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(workspace.root().join(".judge/run")).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// The processes with this mark that stay.
fn left_of(mark: &str) -> Vec<std::path::PathBuf> {
    lasting(|| processes_with(mark))
}

/// A workspace with a compiler that works for long, of which a part would not end for being asked.
fn slow_to_build(mark: &str) -> Workspace {
    let workspace =
        workspace().case("p", "1", "", "").script("p", "fine", ":").file("solutions/p/slow.slow", "").tool(
            "compiler",
            &format!("(trap '' TERM; sleep {mark}) & setsid sleep {mark} & {TELLS}; sleep {mark}"),
        );
    let compiler = workspace.root().join("bin/compiler").display().to_string();
    workspace.setting(&format!(
        "[language.slow]\nextensions = [\"slow\"]\ncompile = [\"{compiler}\"]\nrun = [\"{{binary}}\"]"
    ))
}

#[test]
fn an_interrupt_tells_what_is_known_and_leaves_no_process() {
    for (signal, code, mark) in
        [(Signal::INT, 130, "98761.1"), (Signal::TERM, 143, "98762.1"), (Signal::HUP, 129, "98763.1")]
    {
        let (output, left) = interrupt(signal, mark);
        assert_eq!(output.code, code, "{output}");
        assert!(output.stdout.contains("\"verdict\":\"SK\""), "{output}");
        assert!(output.stdout.contains(&format!("\"exit_code\":{code}")), "{output}");
        assert!(left.processes.is_empty(), "{:?}", left.processes);
        assert!(left.folders.is_empty(), "{:?}", left.folders);
    }
}

#[test]
fn a_judge_that_is_killed_leaves_no_process_and_the_next_one_removes_its_folder() {
    let (output, left) = interrupt(Signal::KILL, "98764.1");
    assert_eq!(output.code, -9, "{output}");
    assert!(left.processes.is_empty(), "{:?}", left.processes);
    let workspace = left.workspace.case("p", "2", "1\n", "");
    workspace.run("-j 1").only_exits(0);
    assert_eq!(run_folders(&workspace), Vec::<std::path::PathBuf>::new());
}

/// Sends a signal to a judge whose compiler is under way.
fn interrupt_build(signal: Signal, mark: &str) -> Output {
    let workspace = slow_to_build(mark);
    let queue = Queue::make(&workspace, "bin");
    let child = workspace.start("-j 1");
    queue.wait();
    kill_process(Pid::from_child(&child), signal).unwrap();
    let output = workspace.finish(child);
    assert!(left_of(mark).is_empty(), "{output}");
    if signal != Signal::KILL {
        assert_eq!(run_folders(&workspace), Vec::<std::path::PathBuf>::new());
    }
    output
}

#[test]
fn an_interrupt_ends_compilers_with_all_that_they_started() {
    for (signal, code, mark) in
        [(Signal::INT, 130, "98765.1"), (Signal::TERM, 143, "98766.1"), (Signal::HUP, 129, "98767.1")]
    {
        let output = interrupt_build(signal, mark).exits(code);
        assert_eq!(output.stdout, "");
        assert_eq!(output.stderr, "error: interrupted while building p/slow\n");
    }
}

#[test]
fn a_judge_that_is_killed_while_it_builds_leaves_no_compiler() {
    interrupt_build(Signal::KILL, "98768.1").only_exits(-9);
}

/// `timeout` signals the process and then its group: one request comes as two signals.
#[test]
fn two_signals_at_once_are_one_and_the_report_is_written() {
    let workspace = workspace()
        .case("p", "1", "", "")
        .problem("p", "wall_limit = \"100s\"\n")
        .script_in_folder("p", "sleeper", &format!("{TELLS}; sleep 98769.1"))
        .folder("out");
    let queue = Queue::make(&workspace, "solutions/p/sleeper");
    for round in 0..100 {
        let child = workspace.start_in_group("-q -j 1 --report json=out/r.json");
        queue.wait();
        let judge = Pid::from_child(&child);
        kill_process(judge, Signal::TERM).unwrap();
        kill_process_group(judge, Signal::TERM).unwrap();
        let output = workspace.finish(child).exits(143);
        let report: serde_json::Value = serde_json::from_str(&workspace.read("out/r.json")).unwrap();
        assert_eq!(report["exit_code"], 143, "{round}: {output}");
        std::fs::remove_file(workspace.root().join("out/r.json")).unwrap();
    }
    assert!(left_of("98769.1").is_empty());
}

/// Its output is never read, so it cannot finish its report: only a second signal ends it.
#[test]
fn a_second_interrupt_ends_a_judge_that_waits_for_its_reader() {
    let script = format!("read n; [ $n = 1 ] || {{ {TELLS}; sleep 98770.1; }}");
    let mut workspace = workspace().script_in_folder("p", "sleeper", &script);
    let queue = Queue::make(&workspace, "solutions/p/sleeper");
    for case in 1..400 {
        workspace = workspace.case("p", &case.to_string(), &format!("{case}\n"), "");
    }
    for signal in [Signal::INT, Signal::TERM] {
        let child = workspace.start("-j 1 --format jsonl");
        queue.wait();
        signal_until_it_ends(&child, signal);
        workspace.finish(child).only_exits(128 + signal.as_raw());
        assert!(left_of("98770.1").is_empty());
    }
}

#[test]
fn an_interrupted_doctor_leaves_no_folder() {
    // It asks for versions when it has its folder.
    let workspace = workspace().folder("tmp").tool("odd", &format!("{TELLS}; echo 1"));
    let tool = workspace.root().join("bin/odd").display().to_string();
    let workspace = workspace.setting(&format!(
        "[language.odd]\nextensions = [\"odd\"]\nrun = [\"{tool}\", \"{{source}}\"]\nversion = [\"{tool}\"]"
    ));
    let queue = Queue::make(&workspace, "bin");
    let folders = || std::fs::read_dir(workspace.root().join("tmp")).unwrap().count();
    let child = workspace.start_with_temporary("tmp", "doctor");
    queue.wait();
    assert_eq!(folders(), 1);
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    workspace.finish(child).only_exits(143);
    assert_eq!(folders(), 0);
}

#[test]
fn the_first_signal_ends_a_judge_that_reads_its_standard_input() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
        let workspace = doubling().problem("double", "reference = \"right\"\n");
        let (child, mut input) = workspace.start_with_open_input("add double");
        // More than a pipe holds: when all is written, it reads.
        input.write_all(&b"1".repeat(PIPE + 1)).unwrap();
        kill_process(Pid::from_child(&child), signal).unwrap();
        let output = workspace.finish(child).exits(code);
        assert_eq!(output.stderr, "error: interrupted while reading standard input\n");
        assert!(workspace.run_folders().is_empty());
        drop(input);
    }
}
