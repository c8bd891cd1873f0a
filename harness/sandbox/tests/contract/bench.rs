//! A sandbox to try things on, and what came of one run.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use harness_sandbox::{
    Bounds, Bytes, ControlGroups, Execution, Isolation, LinuxSandbox, Program, Sandbox, Slot, Stdin, Stop,
    specimen,
};
use libtest_mimic::Failed;

/// What a fact is tested on.
pub struct Bench {
    pub sandbox: Arc<LinuxSandbox>,
    pub scratch: PathBuf,
    /// Whether its programs were asked to go before all others.
    pub priority: bool,
    /// How much was asked to be isolated.
    pub isolation: Isolation,
    pub groups: ControlGroups,
    /// The executable of a second program under test.
    pub other_program: PathBuf,
    /// A folder with files of a program: `data.txt` and `module/part`.
    pub own_folder: PathBuf,
}

/// What came of one run.
pub struct Run {
    pub facts: Execution,
    pub output: Vec<u8>,
}

pub fn bounds() -> Bounds {
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
    pub fn run(&self, name: &str, argument: &str) -> Run {
        self.run_within(name, argument, &bounds())
    }

    pub fn run_within(&self, name: &str, argument: &str, bounds: &Bounds) -> Run {
        self.run_with(name, argument, bounds, Stdin::Empty)
    }

    pub fn run_with(&self, name: &str, argument: &str, bounds: &Bounds, stdin: Stdin) -> Run {
        self.run_exactly(&Program { stdin, ..specimen(name, argument) }, bounds)
    }

    /// Runs a specimen that may read one more file.
    pub fn run_reading(&self, name: &str, argument: &str, bounds: &Bounds, file: &Path) -> Run {
        let mut program = specimen(name, argument);
        program.files.push(file.to_owned());
        self.run_exactly(&program, bounds)
    }

    /// Runs a program of the system.
    pub fn run_program(&self, executable: &str, args: &[&str]) -> Run {
        self.run_program_within(executable, args, &bounds())
    }

    pub fn run_program_within(&self, executable: &str, args: &[&str], bounds: &Bounds) -> Run {
        self.run_exactly(&program(executable, args), bounds)
    }

    pub fn run_exactly(&self, program: &Program, bounds: &Bounds) -> Run {
        self.run_at(Slot(0), program, bounds)
    }

    /// Runs a specimen on the second slot.
    pub fn run_beside(&self, name: &str, argument: &str) -> Run {
        self.run_at(Slot(1), &specimen(name, argument), &bounds())
    }

    fn run_at(&self, slot: Slot, program: &Program, bounds: &Bounds) -> Run {
        let stop = Stop::new().expect("a pipe");
        let mut output = Vec::new();
        let mut collect = |chunk: &[u8]| output.extend_from_slice(chunk);
        let facts = self.sandbox.run(slot, program, bounds, &stop, &mut collect).expect("the sandbox works");
        Run { facts, output }
    }
}

/// A program of the system.
pub fn program(executable: &str, args: &[&str]) -> Program {
    Program {
        executable: executable.into(),
        args: args.iter().map(Into::into).collect(),
        files: Vec::new(),
        state: None,
        stdin: Stdin::Empty,
        environment: Vec::new(),
        pad: 0,
        folder: None,
        kept: None,
        answers_apart: false,
    }
}

/// The facts are as they should be; if not, they are told with the place of the call.
#[track_caller]
pub fn is(holds: bool, run: &Run) -> Result<(), Failed> {
    if holds {
        return Ok(());
    }
    let place = std::panic::Location::caller();
    let start = String::from_utf8_lossy(&run.output[..run.output.len().min(200)]).into_owned();
    let length = run.output.len();
    Err(format!("{place}: {:#?}\n{length} bytes of output, beginning {start:?}", run.facts).into())
}

/// Whether this holds of one of a few runs, and what must hold always of each before it. What else the machine does
/// can only add to a time, so what holds once is not exceeded by the judge.
#[track_caller]
pub fn is_once(
    run: impl Fn() -> Run,
    always: impl Fn(&Run) -> bool,
    once: impl Fn(&Run) -> bool,
) -> Result<(), Failed> {
    const TRIES: usize = 5;
    let mut tries = 0;
    loop {
        let run = run();
        is(always(&run), &run)?;
        tries += 1;
        if once(&run) || tries == TRIES {
            return is(once(&run), &run);
        }
    }
}

pub fn near(time: Duration, milliseconds: u64, tolerance: u64) -> bool {
    time.abs_diff(Duration::from_millis(milliseconds)) <= Duration::from_millis(tolerance)
}
