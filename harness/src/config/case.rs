//! What a case's own `NAME.toml` says: limits that differ, where the case came from, what it is for.

use std::path::Path;

use crate::config::error::SettingsErrors;
use crate::config::file::SettingsFile;
use crate::config::overrides::Overrides;
use crate::config::table::{Item, Table};
use crate::model::Provenance;

/// The keys of `[provenance]`.
const PROVENANCE: [&str; 8] = ["by", "source", "generator", "seed", "found", "answer", "date", "sha256"];

/// What a `NAME.toml` says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CaseSettings {
    /// Limits and checker.
    pub overrides: Overrides,
    /// Where the case came from and what it is for.
    pub provenance: Provenance,
}

impl CaseSettings {
    /// Reads `root/path`.
    pub fn read(root: &Path, path: &Path, errors: &mut SettingsErrors) -> Self {
        let file = errors.keep(SettingsFile::read(root, path)).flatten();
        let table = file.as_ref().and_then(|file| file.table(errors));
        table.map_or_else(Self::default, |table| Self::from_table(table, errors))
    }

    fn from_table(mut table: Table<'_>, errors: &mut SettingsErrors) -> Self {
        let overrides = Overrides::read(&mut table, errors).without_program(errors);
        let text = |item: &Item<'_>| item.text("a string").map(str::to_owned);
        let texts = |item: &Item<'_>| item.texts("a list of strings");
        let description = table.read("description", errors, text).map(|read| read.value);
        let breaks = table.read("breaks", errors, texts).map_or_else(Vec::new, |read| read.value);
        let mut details = Vec::new();
        if let Some(mut provenance) = table.table("provenance", errors) {
            for key in PROVENANCE {
                if let Some(read) = provenance.read(key, errors, Item::written) {
                    details.push((key.to_owned(), read.value));
                }
            }
            provenance.finish(errors);
        }
        table.finish(errors);
        Self { overrides, provenance: Provenance { description, breaks, details } }
    }
}

#[cfg(test)]
mod tests {
    use super::CaseSettings;
    use crate::config::error::SettingsErrors;
    use insta::assert_snapshot;
    use std::fs;
    use std::path::Path;
    use std::time::Duration;

    fn read(text: &str) -> (CaseSettings, String) {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("1.toml"), text).unwrap();
        let mut errors = SettingsErrors::default();
        let settings = CaseSettings::read(root.path(), Path::new("1.toml"), &mut errors);
        (settings, errors.sorted().to_string())
    }

    #[test]
    fn a_case_says_what_differs_and_where_it_came_from() {
        let text = "time_limit = \"5s\"\ndescription = \"deep\"\nbreaks = [\"greedy\"]\n\
            [provenance]\nby = \"hunt\"\nseed = 17\ndate = 2026-01-31\n";
        let (settings, complaints) = read(text);
        assert_eq!(complaints, "");
        assert_eq!(settings.overrides.time.map(|time| time.value), Some(Duration::from_secs(5)));
        assert_eq!(settings.provenance.description.as_deref(), Some("deep"));
        assert_eq!(settings.provenance.breaks, ["greedy"]);
        let details: Vec<String> =
            settings.provenance.details.iter().map(|(key, value)| format!("{key}={value}")).collect();
        assert_eq!(details, ["by=hunt", "seed=17", "date=2026-01-31"]);
    }

    #[test]
    fn mistakes_in_a_case_are_told() {
        let text =
            "breaks = \"x\"\ntime_limit = \"-1s\"\nexpect = \"WA\"\n[provenance]\nsead = 1\nby = 1.5\n";
        assert_snapshot!(read(text).1, @"
        1.toml:1: `breaks` must be a list of strings, not a string
        1.toml:2: `time_limit`: `-1s` is not a time: write a number and a unit, like 2s, 1500ms or 2.5s
        1.toml:3: unknown key `expect`; known keys: time_limit, wall_limit, memory_limit, stack_limit, output_limit, process_limit, checker, description, breaks, provenance
        1.toml:5: unknown key `sead` in [provenance]; did you mean `seed`?
        1.toml:6: `by` must be a string or an integer, not a float
        ");
    }
}
