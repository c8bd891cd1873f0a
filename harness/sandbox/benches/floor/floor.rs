//! The floor: start, feed, compare, wait.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The first argument that turns this benchmark into the floor.
pub const HOOK: &str = "--floor";

/// The environment that the judge gives to programs: a longer one takes longer to hand over.
const ENVIRONMENT: [(&str, &str); 6] = [
    ("PATH", "/usr/local/bin:/usr/bin:/bin"),
    ("LANG", "C.UTF-8"),
    ("ONLINE_JUDGE", "1"),
    ("LSAN_OPTIONS", "detect_leaks=0"),
    ("HOME", "/tmp"),
    ("TMPDIR", "/tmp"),
];

/// `FOLDER JOBS PROGRAM [ARGUMENT…]`: runs the program on every case of the folder. The exit status
/// is 0 if every output is the answer, else 1.
pub fn run(arguments: &[String]) -> i32 {
    let [folder, jobs, program @ ..] = arguments else { panic!("{HOOK} FOLDER JOBS PROGRAM [ARGUMENT…]") };
    let mut inputs: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder of cases")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "in"))
        .collect();
    inputs.sort();
    let next = AtomicUsize::new(0);
    let wrong = AtomicUsize::new(0);
    let work = || {
        let mut buffers = [vec![0; 65536], vec![0; 65536]];
        while let Some(input) = inputs.get(next.fetch_add(1, Ordering::Relaxed)) {
            if !is_right(program, input, &mut buffers) {
                wrong.fetch_add(1, Ordering::Relaxed);
            }
        }
    };
    let jobs: usize = jobs.parse().expect("a number of jobs");
    std::thread::scope(|scope| {
        for _ in 1..jobs {
            scope.spawn(work);
        }
        work();
    });
    i32::from(wrong.into_inner() > 0)
}

fn is_right(program: &[String], input: &Path, [got, expected]: &mut [Vec<u8>; 2]) -> bool {
    let mut child = Command::new(&program[0])
        .args(&program[1..])
        .env_clear()
        .envs(ENVIRONMENT)
        .stdin(File::open(input).expect("an input"))
        .stdout(Stdio::piped())
        .spawn()
        .expect("a program");
    let mut output = child.stdout.take().expect("a pipe");
    let mut answer = File::open(input.with_extension("ans")).expect("an answer");
    let mut is_right = true;
    loop {
        let length = output.read(got).expect("a pipe");
        if length == 0 {
            break;
        }
        let there = answer.read_exact(&mut expected[..length]);
        is_right &= there.is_ok() && got[..length] == expected[..length];
    }
    is_right &= answer.read(&mut expected[..1]).expect("an answer") == 0;
    child.wait().expect("a child").success() && is_right
}
