//! Measures whole commands.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use harness_sandbox::cpu_of_children;

/// What a command took.
#[derive(Clone, Debug)]
pub struct Cost {
    /// Until it had ended.
    pub wall: Duration,
    /// Of it and of all that it started.
    pub cpu: Duration,
    /// What it printed.
    pub output: Vec<u8>,
}

/// What a command says at its end, by its exit status: floor and judge have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// Every output is right.
    Right = 0,
    /// Some output is not.
    Wrong = 1,
}

/// Runs a command to its end. One that does not say what it should has not done its work, and how
/// long that took says nothing.
pub fn measure(command: &mut Command, says: Says) -> Cost {
    let cpu = cpu_of_children();
    let started = Instant::now();
    let output = command.stdin(Stdio::null()).output().expect("a command");
    let wall = started.elapsed();
    assert_eq!(
        output.status.code(),
        Some(says as i32),
        "{command:?}\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    Cost { wall, cpu: cpu_of_children().saturating_sub(cpu), output: output.stdout }
}

/// The most memory that the command's own process ever held, in KiB; its children are not in it.
pub fn peak_memory(command: &mut Command) -> u64 {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().expect("a command");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let now = line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0);
        peak = peak.max(now);
        if let Some(status) = child.try_wait().expect("a child") {
            assert!(status.success(), "{command:?}");
            return peak;
        }
        std::thread::sleep(Duration::from_micros(500));
    }
}

/// The judge on a workspace.
pub fn judge(judge: &Path, root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(judge);
    command.arg("--root").arg(root).args(["grade", "--color", "never"]).args(arguments);
    command
}

/// The floor on the cases of a problem.
pub fn floor(cases: &Path, jobs: usize, program: &[&Path]) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this benchmark's own executable"));
    command.arg(crate::floor::HOOK).arg(cases).arg(jobs.to_string()).args(program);
    command
}
