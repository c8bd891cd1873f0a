//! How the judge itself works, which is the same for all problems: jobs, repeats, isolation.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

use crate::config::error::{SettingsError, SettingsErrors};
use crate::config::explain::Explained;
use crate::config::origin::Traced;
use crate::config::suggest::{meant, nearest};
use crate::config::table::{Item, Table};
use crate::model::KillSlack;

/// How many runs go on at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jobs {
    /// As many as there are physical cores that this process may use.
    Auto,
    /// So many.
    Exactly(NonZeroUsize),
}

/// How well a run must be isolated from the machine and from other runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IsolationMode {
    /// All that this machine offers; gaps are reported.
    Auto,
    /// Refuse to run without full isolation.
    Required,
    /// None.
    None,
}

/// The settings of the judge itself that are in force.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgeSettings {
    /// How many runs go on at once.
    pub jobs: Traced<Jobs>,
    /// How often a borderline run is repeated alone.
    pub recheck: Traced<u32>,
    /// How far above its limit a run beside others is let go on.
    pub kill_slack: Traced<KillSlack>,
    /// Whether a solution is run no further than to its first verdict other than AC.
    pub first_failure: Traced<bool>,
    /// How well runs must be isolated.
    pub isolation: Traced<IsolationMode>,
}

/// What one place sets of [`JudgeSettings`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JudgeOverrides {
    /// `jobs`.
    pub jobs: Option<Traced<Jobs>>,
    /// `recheck`.
    pub recheck: Option<Traced<u32>>,
    /// `kill_slack`.
    pub kill_slack: Option<Traced<KillSlack>>,
    /// `first_failure`.
    pub first_failure: Option<Traced<bool>>,
    /// `isolation`.
    pub isolation: Option<Traced<IsolationMode>>,
}

impl JudgeOverrides {
    /// Takes the keys from a table.
    pub fn read(table: &mut Table<'_>, errors: &mut SettingsErrors) -> Self {
        Self {
            jobs: table.read("jobs", errors, jobs),
            recheck: table.read("recheck", errors, |item| item.whole(0, "a non-negative integer")),
            kill_slack: table.read("kill_slack", errors, kill_slack),
            first_failure: table.read("first_failure", errors, Item::flag),
            isolation: table.read("isolation", errors, isolation),
        }
    }
}

impl JudgeSettings {
    /// The built-in settings.
    #[must_use]
    pub const fn built_in() -> Self {
        Self {
            jobs: Traced::built_in(Jobs::Auto),
            recheck: Traced::built_in(3),
            kill_slack: Traced::built_in(KillSlack::BUILT_IN),
            first_failure: Traced::built_in(false),
            isolation: Traced::built_in(IsolationMode::Auto),
        }
    }

    /// The settings with those of a stronger place on top.
    #[must_use]
    pub fn overlaid(mut self, stronger: &JudgeOverrides) -> Self {
        let JudgeOverrides { jobs, recheck, kill_slack, first_failure, isolation } = stronger;
        self.jobs.overlay(jobs.as_ref());
        self.recheck.overlay(recheck.as_ref());
        self.kill_slack.overlay(kill_slack.as_ref());
        self.first_failure.overlay(first_failure.as_ref());
        self.isolation.overlay(isolation.as_ref());
        self
    }

    /// Every value with its key and its origin.
    #[must_use]
    pub fn explained(&self) -> Vec<Explained> {
        vec![
            Explained::new("jobs", self.jobs.value.to_string(), &self.jobs.origin),
            Explained::new("recheck", self.recheck.value.to_string(), &self.recheck.origin),
            Explained::new("kill_slack", self.kill_slack.value.to_string(), &self.kill_slack.origin),
            Explained::new("first_failure", self.first_failure.value.to_string(), &self.first_failure.origin),
            Explained::new("isolation", self.isolation.value.to_string(), &self.isolation.origin),
        ]
    }
}

fn jobs(item: &Item<'_>) -> Result<Jobs, SettingsError> {
    const JOBS: &str = "\"auto\" or a positive integer";
    if let Ok(text) = item.text(JOBS) {
        return text.parse().map_err(|what| item.error(format!("`jobs`: {what}"), None));
    }
    let number = usize::try_from(item.whole(1, JOBS)?).unwrap_or(usize::MAX);
    Ok(NonZeroUsize::new(number).map_or(Jobs::Auto, Jobs::Exactly))
}

fn kill_slack(item: &Item<'_>) -> Result<KillSlack, SettingsError> {
    let factor = item.number(KillSlack::EXPECTED)?;
    KillSlack::of(factor).ok_or_else(|| {
        item.error(format!("`kill_slack` must be {}, not {factor}", KillSlack::EXPECTED), None)
    })
}

fn isolation(item: &Item<'_>) -> Result<IsolationMode, SettingsError> {
    let text = item.text("\"auto\", \"required\" or \"none\"")?;
    text.parse().map_err(|what| item.error(format!("`isolation`: {what}"), None))
}

impl FromStr for Jobs {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            _ => text
                .parse()
                .map(Self::Exactly)
                .map_err(|_| format!("`{text}` is not a number of jobs: write auto or a positive integer")),
        }
    }
}

impl fmt::Display for Jobs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Exactly(number) => write!(f, "{number}"),
        }
    }
}

impl FromStr for IsolationMode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            "required" => Ok(Self::Required),
            "none" => Ok(Self::None),
            _ => {
                let names = ["auto", "required", "none"];
                let near = nearest(text, names).map(|near| format!("; {}", meant(near, text)));
                let near = near.unwrap_or_default();
                Err(format!("`{text}` is not one of {}{near}", names.join(", ")))
            }
        }
    }
}

impl fmt::Display for IsolationMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Required => "required",
            Self::None => "none",
        })
    }
}
