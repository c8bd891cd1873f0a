//! The shapes of all that is stored or printed for machines, to be written and read.
//!
//! ```text
//! events → stream: one object a line, nothing is lost → events → every report again
//! events, rankings, curves, … → a document for others, in the fields of `docs/json.md`
//! ```
//! The stream is for the judge itself: what it holds is all that a report can need. The documents are for
//! others, made from the same facts: their fields say less, and keep their meaning.

pub mod baseline;
pub mod comparison;
pub mod coverage;
mod ended;
mod event;
mod explanation;
pub mod failed;
pub mod grade;
pub mod growth;
mod header;
pub mod history;
mod hunt;
mod judgement;
mod listed;
pub mod pack;
mod plan;
mod replay;
mod scalar;
mod slow;
mod stream;
#[cfg(test)]
mod tests;
pub mod watch;

pub use explanation::ExplanationLine;
pub use header::{Header, MachineMark, ShardLine};
pub use replay::{replay, replay_hunt};
pub use slow::SlowUnit;
pub use stream::{RecordLine, RecordReader, Recorder, ReplayError, RunLine, UnitLine};

/// The version of all shapes. It changes when a field changes its meaning or goes away.
pub const SCHEMA: u32 = 1;
