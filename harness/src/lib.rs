//! The judge.
#![forbid(unsafe_code)]

pub mod check;
pub mod config;
pub mod diff;
pub mod discover;
pub mod model;
