//! A workspace with its programs, built, in one file: written once, and graded where no compiler is.
//!
//! ```text
//! session, candidates → stock: programs, files, digests → archive → read back and compared → judge-pack.tar.zst
//! judge-pack.tar.zst → head → digest → manifest → files, each checked → a folder → a session that builds nothing
//! ```
//! What it is unpacked to is a workspace like any other, so that runs are about the same, by content, as in the
//! workspace that was packed, and their records fit together.

mod archive;
mod frames;
mod manifest;
mod opened;
mod place;
mod stock;
#[cfg(test)]
mod tests;
mod trouble;

pub use archive::{Packed, pack};
pub use opened::Pack;
pub use place::{open_session, refuse_absent};
pub use trouble::PackError;
