//! What a checker thinks of an output.

use crate::model::{Mismatch, Share};

/// A checker's opinion. The verdict is decided elsewhere: a right answer that came too late is
/// still late.
#[derive(Clone, Debug, PartialEq)]
pub enum Opinion {
    /// The output is right; `notes` are remarks that change nothing ("CRLF line ends in the output").
    Right {
        /// Remarks for the report.
        notes: Vec<String>,
    },
    /// The output gets part of the points: more than none and fewer than all.
    Partial {
        /// Which part.
        share: Share,
        /// Why not all of them.
        mismatch: Box<Mismatch>,
    },
    /// The output is wrong.
    Wrong(Box<Mismatch>),
    /// The checker itself failed, for this reason.
    Broken(String),
}
