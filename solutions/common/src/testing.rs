//! Runs a program of a problem in a test.

use std::io::Write;
use std::process::{Command, Output, Stdio};

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

/// The text of an output.
#[must_use]
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
