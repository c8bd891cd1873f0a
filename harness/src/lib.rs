//! The harness, module by module, in reading order.
//!
//! ```text
//! cli → session (config → discover)
//!     → programs: built, ready to run → plan: an iterator of jobs
//!     → run: one engine { sandbox.run → facts }
//!         a job      → judge::decide → verdict → event
//!         a question → reply
//!     → events → scoreboard | comparison | coverage | a counterexample → report | wire → exit code
//! ```
//!
//! `ARCHITECTURE.md` beside the sources says which module may use which, and why.

#![forbid(unsafe_code)]

pub mod cli;
pub mod commands;
pub mod completion;
pub mod session;

pub mod files;
pub mod model;
pub mod parallel;

pub mod config;
pub mod discover;

pub mod scaffold;
pub mod shrink;
pub mod statement;
pub mod syntax;

pub mod build;
pub mod plan;
pub mod run;

pub mod coverage;
pub mod fuzz;
pub mod grading;
pub mod machine;
pub mod measure;
pub mod newcase;
pub mod pack;
pub mod programs;
pub mod record;
pub mod watch;

pub mod check;
pub mod judge;

pub mod diff;
pub mod trace;

pub mod audience;
pub mod comparison;
pub mod event;
pub mod scoreboard;
pub mod stats;

pub mod report;
pub mod ui;
pub mod wire;

pub mod exit_code;
pub mod failure;
