//! The outputs of solutions for one input, by what they say.

use crate::model::Name;

/// The outputs of solutions that do not agree on an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Split {
    /// Each output with the solutions that print it. Where an interactor decides, what it made of the dialogues.
    pub groups: Vec<(Vec<u8>, Vec<Name>)>,
    /// The solutions without an output, and why.
    pub silent: Vec<(Name, String)>,
}
