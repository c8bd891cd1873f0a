//! A draft → named, checked, answered, judged, and written.
//!
//! ```text
//! source | generator → drafts → tidy → duplicates? → names → validator → answers → judged → scaffold
//! ```
//! `hunt` adds its counterexamples in the same way. A check that fails ends the
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
mod witness;

pub use add::{Added, Addition, add, disagreement, new_cases, write};
pub use request::AddRequest;
