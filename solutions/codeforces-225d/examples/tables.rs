//! Prints the source of `src/tables.rs`: `cargo run -p codeforces-225d --example tables > tables.rs`, then move it there.
#![forbid(unsafe_code)]

fn main() {
    print!("{}", codeforces_225d::minimal::source());
}
