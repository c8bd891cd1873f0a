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

/// What solutions that fail print.
const WRONG_OUTPUTS: [&[u8]; 10] = [
    b"",
    b"\n\n",
    b"999999\n",
    b"-2\n",
    b"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30\n",
    b"Traceback (most recent call last):\n  File \"x.py\", line 1, in <module>\n",
    b"\x1b[2J\x1b]0;title\x07",
    b"\xff\xfe\0\x80",
    &[7; 40],
    b"99999999999999999999999999999999999999999999999999999999999999999999999999999999999999",
];

/// The picture of every committed case must be drawn within 80 columns, must not contradict the answer, and must say of
/// any other output what that says.
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
        for output in WRONG_OUTPUTS {
            let wrong = draw(&input, Some(output)).expect("an output is drawn whatever it is");
            assert!(wrong.lines().all(|line| line.chars().count() <= 80), "for {}:\n{wrong}", path.display());
            // Only what it says of the output is another.
            let rest = |picture: &str| picture.split_once('\n').map(|(_, rest)| rest.to_owned());
            assert_eq!(rest(&wrong), rest(&picture), "for {}", path.display());
            assert!(wrong.contains("; the output says "), "for {}:\n{wrong}", path.display());
        }
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
