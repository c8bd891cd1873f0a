//! A draft → named, checked, answered, judged, and written.
//!
//! ```text
//! source | generator → drafts → tidy → duplicates? → names → validator → answers → judged → scaffold
//! ```
//! `hunt` goes the same way with its counterexamples. Whatever speaks against a case on the way ends the
//! command, and the workspace is as it was.

mod add;
pub mod agreement;
pub mod answers;
mod clipboard;
pub mod consensus;
pub mod draft;
pub mod duplicates;
mod editor;
pub mod generated;
pub mod naming;
mod request;
pub mod source;
#[cfg(test)]
mod tests;

pub use add::{Added, Addition, add, new_cases};
pub use request::AddRequest;
