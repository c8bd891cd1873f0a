//! The view: `view-snake INPUT [OUTPUT]` prints a picture of the board, a shortest way, and whether the output agrees.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use codeforces_225d::view;

fn main() -> ExitCode {
    common::programs::view(view::picture)
}
