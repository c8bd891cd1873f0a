//! What the packages of several problems share. It has no binary, and so the judge sees no problem in it.
//!
//! * [`programs`]: the `main` of a solution, of a generator, of a validator, and of a view; [`caption`]: the words
//!   below a picture;
//! * [`malformed`]: why and where an input is wrong; [`argument`]: what a generator is asked for;
//! * [`bound`]: what the statement bounds, as a validator tells it;
//! * [`random`]: random numbers that are the same in ten years;
//! * [`testing`]: runs such a program in a test.
#![forbid(unsafe_code)]

pub mod argument;
pub mod bound;
pub mod caption;
pub mod malformed;
pub mod programs;
pub mod random;
pub mod testing;
