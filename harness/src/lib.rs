//! The judge, room by room, in reading order.
//!
//! ```text
//! cli → session (config → discover → the sandbox)
//!     → select → build → plan: iterator of jobs
//!     → run: workers { sandbox.run → judge::decide(facts, limits, check) } → events
//!     → report: progress, solutions, surprises …        scoreboard → exit code
//! ```
//!
//! `ARCHITECTURE.md` beside the sources says which room may look into which, and why.

#![forbid(unsafe_code)]

pub mod cli;
pub mod commands;
pub mod session;

pub mod model;

pub mod config;
pub mod discover;

pub mod scaffold;
pub mod shrink;
pub mod statement;

pub mod build;
pub mod plan;
pub mod run;

pub mod coverage;
pub mod fuzz;
pub mod grading;
pub mod machine;
pub mod measure;
pub mod newcase;
pub mod programs;

pub mod check;
pub mod judge;

pub mod diff;

pub mod comparison;
pub mod event;
pub mod scoreboard;
pub mod stats;

pub mod report;
pub mod ui;
pub mod wire;

pub mod exit_code;
pub mod failure;
