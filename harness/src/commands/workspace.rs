//! The workspace that a command works on.

use crate::cli::Global;
use crate::config::Flags;
use crate::failure::Failure;
use crate::session::Session;
use crate::ui::Ui;

/// Opens the workspace that the command line means.
///
/// # Errors
/// There is none, or its settings are wrong.
pub fn open(global: &Global, flags: &Flags, ui: Ui) -> Result<Session, Failure> {
    Session::open(global.root.as_deref(), global.profile.as_deref(), flags, ui)
}
