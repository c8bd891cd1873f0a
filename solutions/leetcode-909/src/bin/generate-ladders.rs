//! The generator: `generate-ladders SEED [key=value…]` prints a valid board; `generate-ladders --help` lists the keys.
//!
//! The same arguments give the same bytes on any machine, and keys that are not given are drawn from the seed, e.g.
//! `generate-ladders 7 n=20 density=0.4 kind=local`. `size=S`, 0 to 100, is the one number that a
//! hunt turns up from the smallest boards to the largest. Bad arguments end with exit status 2 and the reason.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use leetcode_909::{generate, request};

fn main() -> ExitCode {
    common::programs::generator(request::HELP, |args| {
        request::parse(args).map(|request| generate::literal(&request))
    })
}
