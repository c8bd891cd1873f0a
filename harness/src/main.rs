//! The judge.
fn main() {}
