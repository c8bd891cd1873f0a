//! What the settings say and what they mean.
//!
//! A file is read to a [`table::Table`] from which known keys are taken (`overrides`, `problem`,
//! `case`, `languages`); the layers are then laid over each other, and each value keeps the place that
//! had the last word on it, so that nothing in force is a riddle. Precedence, from strong to weak: flag,
//! case, problem, package of another tool (`foreign`), profile, `[defaults]`, built in.

mod build_limits;
mod case;
mod checker;
mod decider;
mod drivers;
mod error;
mod expect;
mod explain;
mod file;
mod flags;
mod foreign;
mod function;
mod generate;
mod group;
mod helpers;
mod judge_settings;
mod languages;
mod load;
mod moment;
mod origin;
mod overrides;
mod problem;
mod records;
mod suggest;
mod table;
mod time;
mod validator;
mod values;

pub use build_limits::Build;
pub use case::CaseSettings;
pub use decider::DeciderSetting;
pub use error::{MOST_TOLD, SettingsError, SettingsErrors, quoted};
pub use expect::{CORRECT_GLOB, ExpectRules, parse_verdict};
pub use explain::Explained;
pub use file::SettingsFile;
pub use flags::Flags;
pub use foreign::{PACKAGE_FILES, PackageJudging, PackageSettings};
pub use helpers::Helpers;
pub use judge_settings::{IsolationMode, Jobs, JudgeSettings};
pub use languages::Languages;
pub use load::{Config, find_root, load, misspelt, profile_names};
pub use moment::parse_moment;
pub use origin::{JUDGE_FILE, Origin, Traced};
pub use overrides::{Effective, Overrides};
pub use problem::{Interaction, PROBLEM_FILE, ProblemSettings, SolutionSettings};
pub use records::{Keep, Records};
pub use suggest::{hint, meant, nearest};
pub use table::{Item, Table};
pub use time::{parse_time, parse_time_limit, show_time};
pub use validator::ValidatorSetting;
pub use values::parse_size_limit;
