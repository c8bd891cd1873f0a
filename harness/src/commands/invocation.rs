//! What every verb gets: the global flags, the terminal, and the flag that stops everything.

use std::path::PathBuf;

use anyhow::anyhow;
use harness_sandbox::Stop;

use crate::cli::{Global, GradeArgs};
use crate::config::{self, Config, Flags};
use crate::failure::Failure;
use crate::pack;
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

    /// Opens the workspace that `grade` works on, or what it is to unpack; with the selection for which that was
    /// made.
    ///
    /// # Errors
    /// There is none, its settings are wrong, or the pack cannot be used.
    pub fn open_or_unpack(&self, args: &GradeArgs) -> Result<(Session, Vec<String>), Failure> {
        let Some(path) = &args.pack else { return Ok((self.open(&args.settings())?, Vec::new())) };
        if self.global.root.is_some() {
            return Err(Failure::usage(anyhow!(
                "--pack brings its own workspace, so that --root names none"
            )));
        }
        if args.shard.is_some() && args.record.is_none() && args.unpack.is_none() {
            let what = anyhow!("the record of this part would be gone with the folder of the pack");
            return Err(Failure::usage(what).hint("name it with --record FILE"));
        }
        let profile = self.global.profile.as_deref();
        let terminal = (self.ui, self.stop.clone());
        pack::open_session(path, args.unpack.as_deref(), profile, &args.settings(), terminal)
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
