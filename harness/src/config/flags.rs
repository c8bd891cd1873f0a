//! What the command line says about settings: the strongest layer.

use std::time::Duration;

use crate::config::judge_settings::{IsolationMode, Jobs, JudgeOverrides};
use crate::config::origin::Traced;
use crate::config::overrides::Overrides;
use crate::model::{Bytes, KillSlack};

/// The flags that are settings; absent ones change nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Flags {
    /// `--time-limit`.
    pub time_limit: Option<Duration>,
    /// `--memory-limit`.
    pub memory_limit: Option<Bytes>,
    /// `--recheck`.
    pub recheck: Option<u32>,
    /// `--kill-slack`.
    pub kill_slack: Option<KillSlack>,
    /// `--first-failure`, or `--all`, which is its contrary.
    pub first_failure: Option<Traced<bool>>,
    /// `--jobs`.
    pub jobs: Option<Jobs>,
    /// `--isolation`.
    pub isolation: Option<IsolationMode>,
}

impl Flags {
    /// No flag at all.
    pub const NONE: Self = Self {
        time_limit: None,
        memory_limit: None,
        recheck: None,
        kill_slack: None,
        first_failure: None,
        jobs: None,
        isolation: None,
    };

    /// What `--first-failure` and `--all` set, which is its contrary.
    #[must_use]
    pub fn first_failure(first_failure: bool, all: bool) -> Option<Traced<bool>> {
        match (first_failure, all) {
            (true, _) => Some(Traced::flag("--first-failure", true)),
            (false, true) => Some(Traced::flag("--all", false)),
            (false, false) => None,
        }
    }

    /// What they set for every case.
    #[must_use]
    pub fn overrides(&self) -> Overrides {
        Overrides {
            time: self.time_limit.map(|limit| Traced::flag("--time-limit", limit)),
            memory: self.memory_limit.map(|limit| Traced::flag("--memory-limit", limit)),
            ..Overrides::default()
        }
    }

    /// What they set for the judge itself.
    #[must_use]
    pub fn judge(&self) -> JudgeOverrides {
        JudgeOverrides {
            jobs: self.jobs.map(|jobs| Traced::flag("--jobs", jobs)),
            recheck: self.recheck.map(|recheck| Traced::flag("--recheck", recheck)),
            kill_slack: self.kill_slack.map(|slack| Traced::flag("--kill-slack", slack)),
            first_failure: self.first_failure.clone(),
            isolation: self.isolation.map(|isolation| Traced::flag("--isolation", isolation)),
        }
    }
}
