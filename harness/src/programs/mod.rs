//! The programs of a problem: built, and ready to be run or asked.
//!
//! ```text
//! solutions ──┐
//! validator ──┼─ building → executables → sandbox + pool → ProblemPrograms: ask, validate, generate
//! generator ──┘
//! interactor ─┬─ building → a sandbox of its own → Deciders: a check for each problem
//! checker ────┘
//! view ───────── building → a sandbox of its own → View: pictures of cases
//! ```
//! Everything here runs on a [`harness_sandbox::Sandbox`], so that all callers are tested with a
//! fake one, on exact facts.

mod ask;
mod building;
mod candidate;
mod checker;
mod deciders;
mod dialogues;
mod empty;
#[cfg(test)]
pub mod fixture;
mod generator;
mod input_folder;
mod printing;
mod problem_programs;
mod sandboxes;
mod validator;
mod view;

pub use ask::{AskError, Asked, Waited};
pub use building::{
    BuildProgress, build, build_context, build_otherwise, build_requests, cache, not_built, not_ready,
};
pub use candidate::{Candidate, candidates, of_problem, only_candidate, viewed};
pub use checker::CheckedOutput;
pub use deciders::{Deciders, decider_requests, view_requests};
pub use empty::EmptyPrograms;
pub use generator::{GeneratorCall, MIDDLE, arguments, refuse_failed, refuse_unrepeatable, sized};
pub use input_folder::InputFolder;
pub use printing::{PrintedRun, print_output};
pub use problem_programs::{ProblemPrograms, Solver, last_words};
pub use sandboxes::{entry, files_of, start, start_in, start_prioritized, workers};
pub use validator::Validation;
pub use view::{Picture, View};
