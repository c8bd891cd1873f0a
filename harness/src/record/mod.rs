//! Runs that were: each is written down as it happens, and what looks back reads that.
//!
//! ```text
//! session, candidates → universe (by content) ─┐
//! events ──────────────────────────────────────┴→ `.judge/runs/ID.jsonl` → report | history | the next selection | merge
//! ```

mod choice;
mod chosen;
mod contents;
mod document;
mod history;
mod hunt;
mod merge;
mod past;
mod recording;
mod shard;
mod slow;
mod store;
mod target;

pub use choice::{elsewhere, leave};
pub use chosen::{RecordChoice, RecordRequest, choose, read};
pub use contents::universe;
pub use document::{document_of, keep_document};
pub use history::{
    Earlier, History, HistoryPoint, Mark, RunNote, SolutionHistory, Speed, SpeedOutcome, Wanted,
};
pub use hunt::{HUNT, of_hunt};
pub use merge::{Merged, Merging};
pub use past::{Past, PastRun, PastUnit, UnitName};
pub use recording::{Recording, machine_mark};
pub use shard::{Division, Shard, ShardBy, ShardManner, ShardWanted};
pub use slow::slowest_first;
pub use store::{Store, Stored, header_of};
pub use target::{OpenedRecord, RecordTarget, arguments};
