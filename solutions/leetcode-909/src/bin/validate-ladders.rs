//! The validator: exit status 0 if standard input keeps every constraint of the statement, else 1 and the place.
#![forbid(unsafe_code)]

use std::io::{self, Read};
use std::process::ExitCode;

use leetcode_909::validate;

fn main() -> ExitCode {
    let mut input = Vec::new();
    if let Err(error) = io::stdin().read_to_end(&mut input) {
        eprintln!("failed to read standard input: {error}");
        return ExitCode::from(2);
    }
    match validate::input(&input) {
        Ok(()) => ExitCode::SUCCESS,
        Err(malformed) => {
            eprintln!("{malformed}");
            ExitCode::from(1)
        }
    }
}
