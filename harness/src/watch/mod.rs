//! `watch`: what changes in a workspace is judged again.
//!
//! ```text
//! folders (inotify) → changes, until it is quiet ─┐
//! keys ───────────────────────────────────────────┴→ cause → rerun (a command gives it) → outcomes → memory
//!                        changes + catalogs → touched → what of the selection is run, failing cases first
//! ```
//! A rerun opens the workspace anew, so nothing is kept that could be out of date but the catalog before,
//! which tells what a file that is gone was, and the cases on which solutions failed.

mod attend;
mod changes;
mod folders;
mod memory;
mod touched;
mod until_cut;

pub use attend::{Cause, Ran, Rerun, Watching, attend};
pub use changes::Changes;
pub use folders::WatchError;
pub use memory::Memory;
pub use touched::{Touched, narrowed, touched};
pub use until_cut::UntilCut;
