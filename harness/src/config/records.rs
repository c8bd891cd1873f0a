//! How many records of past runs are kept: `[records]` of `judge.toml`.

use std::fmt;
use std::str::FromStr;

use crate::config::error::SettingsErrors;
use crate::config::explain::Explained;
use crate::config::origin::Traced;
use crate::config::table::Table;
use crate::model::{Bytes, counted};

/// How much is kept; older records are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// So many runs at most; with none, nothing is recorded.
    pub runs: usize,
    /// So large all of them may be together.
    pub size: Bytes,
}

/// The settings of records that are in force.
#[derive(Clone, Debug, PartialEq)]
pub struct Records {
    /// How much is kept.
    pub keep: Traced<Keep>,
}

impl Records {
    /// The built-in settings.
    #[must_use]
    pub const fn built_in() -> Self {
        Self { keep: Traced::built_in(Keep { runs: 100, size: Bytes::mebibytes(64) }) }
    }

    /// Takes the keys from the table.
    pub fn read(mut table: Table<'_>, errors: &mut SettingsErrors) -> Self {
        let mut records = Self::built_in();
        let keep = table.read("keep", errors, |item| {
            let text = item.text("a number of runs, a size, or both, like \"100 runs, 64 MiB\"")?;
            text.parse().map_err(|what| item.error(format!("`keep`: {what}"), None))
        });
        records.keep.overlay(keep.as_ref());
        table.finish(errors);
        records
    }

    /// Every value with its key and its origin.
    #[must_use]
    pub fn explained(&self) -> Vec<Explained> {
        vec![Explained::new("records.keep", self.keep.value.to_string(), &self.keep.origin)]
    }
}

impl FromStr for Keep {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a number of runs, a size, or both, as in `100 runs, 64 MiB`");
        let (mut runs, mut size) = (None, None);
        for part in text.split(',').map(str::trim) {
            if let Some(number) = part.strip_suffix("runs").or_else(|| part.strip_suffix("run")) {
                let number = number.trim().parse().map_err(|_| wrong())?;
                if runs.replace(number).is_some() {
                    return Err(wrong());
                }
            } else {
                let compact: String = part.split_whitespace().collect();
                if size.replace(compact.parse().map_err(|_: String| wrong())?).is_some() {
                    return Err(wrong());
                }
            }
        }
        Ok(Self { runs: runs.unwrap_or(usize::MAX), size: size.unwrap_or(Bytes(u64::MAX)) })
    }
}

impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs = (self.runs != usize::MAX).then(|| counted(self.runs, "run"));
        let size = (self.size.0 != u64::MAX).then(|| self.size.to_string());
        let parts: Vec<String> = runs.into_iter().chain(size).collect();
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::Keep;
    use crate::model::Bytes;

    #[track_caller]
    fn check(text: &str, expect: Option<(usize, u64)>) {
        let got = text.parse::<Keep>();
        assert_eq!(got.clone().ok(), expect.map(|(runs, size)| Keep { runs, size: Bytes(size) }), "{got:?}");
    }

    #[test]
    fn what_is_kept_is_a_number_of_runs_and_a_size() {
        check("100 runs, 64 MiB", Some((100, 64 << 20)));
        check("1 run", Some((1, u64::MAX)));
        check("64MiB", Some((usize::MAX, 64 << 20)));
        check("0 runs", Some((0, u64::MAX)));
        check("1 KiB, 2 runs", Some((2, 1024)));
        for wrong in ["", "many runs", "1 run, 2 runs", "1 MiB, 2 MiB", "-1 runs", "64", "1 week"] {
            check(wrong, None);
        }
    }
}
