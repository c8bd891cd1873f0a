//! The validator: exit status 0 if standard input keeps every constraint of the statement, else 1 and the place.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use leetcode_909::validate;

fn main() -> ExitCode {
    common::programs::validator(validate::input)
}
