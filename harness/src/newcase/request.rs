//! How drafts are added.

use crate::newcase::naming::Naming;
use crate::programs::Solver;

/// How drafts are added.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that is given or not")]
pub struct AddRequest<'a> {
    /// The command that adds them, for the settings files of the cases.
    pub by: &'static str,
    /// How they are named.
    pub naming: Naming,
    /// Ask all right solutions for the answers, and not the reference.
    pub consensus: bool,
    /// Keep line ends as they are.
    pub raw: bool,
    /// Write even if a right solution contradicts the answer.
    pub force: bool,
    /// Do everything but write.
    pub dry_run: bool,
    /// Solutions that are taken as wrong: they are no part of a consensus, and may contradict.
    pub targets: &'a [Solver],
}
