//! What every rule for comparing can do.

use crate::model::Opinion;

/// Says whether one output is right.
pub trait Checker: Send {
    /// Takes the next bytes of the output, any number of them.
    fn feed(&mut self, chunk: &[u8]);

    /// The output has ended: what about it?
    fn finish(self: Box<Self>) -> Opinion;
}
