//! The `main` of each kind of program that a problem has. All end with status 2 if they could not do their work.

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::bound::Bound;
use crate::malformed::Malformed;

/// Draws an input, and what an output says of it where there is one.
pub type Draw = fn(&[u8], Option<&[u8]>) -> Result<String, Malformed>;

/// A solution: reads a board from standard input and prints the least number of moves, or -1.
#[must_use]
pub fn solution<Board>(
    read: fn(&[u8]) -> Result<Board, Malformed>,
    solve: fn(&Board) -> Option<u32>,
) -> ExitCode {
    let answer = input().and_then(|input| {
        let board = read(&input).map_err(|malformed| malformed.to_string())?;
        print(&solve(&board).map_or_else(|| "-1\n".to_owned(), |moves| format!("{moves}\n")))
    });
    status(answer)
}

/// A generator: makes an input from its arguments and prints it, or prints its help where it is asked to.
#[must_use]
pub fn generator(help: &str, make: fn(&[String]) -> Result<String, String>) -> ExitCode {
    let args: Vec<String> =
        std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
    let wants_help = args.iter().any(|arg| arg == "--help" || arg == "-h");
    let made = if wants_help { Ok(format!("{help}\n")) } else { make(&args) };
    status(made.and_then(|text| print(&text)))
}

/// A validator: status 0 and how far the values are within their bounds if standard input is valid, else 1 and the
/// place.
#[must_use]
pub fn validator(validate: fn(&[u8]) -> Result<Vec<Bound>, Malformed>) -> ExitCode {
    match input().map(|input| validate(&input)) {
        Ok(Ok(bounds)) => {
            let lines: Vec<String> = bounds.iter().map(|bound| format!("{bound}\n")).collect();
            status(print(&lines.concat()))
        }
        Ok(Err(malformed)) => failure(1, malformed),
        Err(reason) => failure(2, reason),
    }
}

/// A view: draws the input in the file that its first argument names, and what the output in that of its second one,
/// where there is one, says of it.
#[must_use]
pub fn view(draw: Draw) -> ExitCode {
    let paths: Vec<OsString> = std::env::args_os().skip(1).collect();
    let picture = match &paths[..] {
        [input] => file(input).map(|input| (input, None)),
        [input, output] => file(input).and_then(|input| Ok((input, Some(file(output)?)))),
        _ => Err("expected the files INPUT [OUTPUT]".to_owned()),
    };
    let picture = picture.and_then(|(input, output)| {
        draw(&input, output.as_deref()).map_err(|malformed| malformed.to_string())
    });
    status(picture.and_then(|picture| print(&picture)))
}

fn file(path: &OsStr) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("failed to read `{}`: {error}", Path::new(path).display()))
}

fn input() -> Result<Vec<u8>, String> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input).map_err(|error| format!("failed to read standard input: {error}"))?;
    Ok(input)
}

fn print(text: &str) -> Result<(), String> {
    io::stdout()
        .write_all(text.as_bytes())
        .map_err(|error| format!("failed to write to standard output: {error}"))
}

fn status(done: Result<(), String>) -> ExitCode {
    done.map_or_else(|reason| failure(2, reason), |()| ExitCode::SUCCESS)
}

fn failure(status: u8, reason: impl Display) -> ExitCode {
    eprintln!("{reason}");
    ExitCode::from(status)
}
