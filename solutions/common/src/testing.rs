//! Runs a program of a problem in a test.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::bound::Bound;
use crate::malformed::Malformed;
use crate::programs::Draw;

/// What the program does with these arguments and this input.
///
/// # Panics
///
/// It cannot be started.
#[must_use]
pub fn run(program: &str, args: &[&str], input: &str) -> Output {
    #[expect(clippy::disallowed_methods, reason = "the program is what is tested")]
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    // A program that has no use for its input may be gone by now.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

/// Every committed input of a problem must satisfy its validator. `package` is the folder of the
/// problem's package.
///
/// # Panics
///
/// One does not, or the cases cannot be read.
pub fn accepts_every_case(package: &Path, validate: fn(&[u8]) -> Result<Vec<Bound>, Malformed>) {
    let mut n_inputs = 0;
    for path in inputs_of(package) {
        n_inputs += 1;
        let input = fs::read(&path).expect("the input can be read");
        assert_eq!(validate(&input).map(drop), Ok(()), "for {}", path.display());
    }
    assert!(n_inputs > 0, "the problem has cases");
}

/// The picture of every committed case must be drawn within 80 columns, and must not contradict the answer.
/// `package` is the folder of the problem's package.
///
/// # Panics
///
/// One is not, or the cases cannot be read.
pub fn draws_every_case(package: &Path, draw: Draw) {
    for path in inputs_of(package) {
        let read = |path: &Path| fs::read(path).expect("the file can be read");
        let (input, answer) = (read(&path), read(&path.with_extension("ans")));
        let picture = draw(&input, Some(&answer)).expect("the input is valid");
        assert!(picture.lines().all(|line| line.chars().count() <= 80), "for {}:\n{picture}", path.display());
        assert!(picture.contains(", as the output says"), "for {}:\n{picture}", path.display());
    }
}

fn inputs_of(package: &Path) -> impl Iterator<Item = PathBuf> {
    let problem = package.file_name().expect("a package has a name");
    let folder = package.join("../../cases").join(problem);
    let files =
        fs::read_dir(folder).expect("the cases are there").map(|entry| entry.expect("an entry").path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "in"))
}

/// The text of an output.
#[must_use]
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
