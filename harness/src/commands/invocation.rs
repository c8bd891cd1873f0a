//! What every verb gets: the global flags, the terminal, and the flag that stops everything.

use std::path::PathBuf;

use harness_sandbox::Stop;

use crate::cli::Global;
use crate::config::{self, Config, Flags};
use crate::failure::Failure;
use crate::record::Store;
use crate::session::{OWN_FOLDER, Session};
use crate::ui::Ui;

/// One call of the judge.
pub struct Invocation<'a> {
    /// The flags that hold for every command.
    pub global: &'a Global,
    /// The terminal.
    pub ui: Ui,
    /// Set by INT, TERM and HUP.
    pub stop: Stop,
}

impl Invocation<'_> {
    /// Opens the workspace that the command line means.
    ///
    /// # Errors
    /// There is none, or its settings are wrong.
    pub fn open(&self, flags: &Flags) -> Result<Session, Failure> {
        let Self { global, ui, stop } = self;
        Session::open(global.root.as_deref(), global.profile.as_deref(), flags, *ui, stop.clone())
    }

    /// The root of the workspace, if there is one.
    fn root_if_any(&self) -> Option<PathBuf> {
        match &self.global.root {
            Some(root) => Some(root.clone()),
            None => std::env::current_dir().ok().and_then(|here| config::find_root(&here)),
        }
    }

    /// The records of the workspace; outside of one there are none, and records are named by their files.
    #[must_use]
    pub fn records(&self) -> Store {
        Store::below(&self.root_if_any().unwrap_or_default().join(OWN_FOLDER))
    }

    /// The settings of the workspace, if there is one.
    ///
    /// # Errors
    /// They are wrong.
    pub fn settings_if_any(&self) -> Result<Option<Config>, Failure> {
        let profile = self.global.profile.as_deref();
        self.root_if_any()
            .map(|root| config::load(&root, profile, &Flags::NONE).map_err(Failure::usage))
            .transpose()
    }
}
