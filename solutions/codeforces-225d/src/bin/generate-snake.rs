//! The generator: `generate-snake SEED [key=value…]` prints a valid board; `generate-snake --help` lists the keys.
//!
//! The same arguments give the same bytes on any machine, and keys that are not given are drawn from the seed, e.g.
//! `generate-snake 7 rows=15 cols=15 k=9 walls=0.3 kind=random apple=last`. `size=S`, 0 to 100, is the one number that a
//! hunt turns up from the smallest boards to the largest. Bad arguments end with exit status 2 and the reason.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use codeforces_225d::generate::{self, request};

fn main() -> ExitCode {
    common::programs::generator(request::HELP, |args| {
        request::parse(args).and_then(|request| generate::board(&request)).map(|board| board.to_input())
    })
}
