//! What builds may take and see: `[build]` of `judge.toml`.

use std::path::PathBuf;
use std::time::Duration;

use crate::config::error::{SettingsError, SettingsErrors};
use crate::config::explain::Explained;
use crate::config::origin::Traced;
use crate::config::table::{Item, Table};
use crate::config::time::show_time;
use crate::config::values::{size_limit, time_limit};
use crate::model::{BuildLimits, Bytes, Name};

/// The limits of builds that are in force, each with the place that set it.
#[derive(Clone, Debug, PartialEq)]
pub struct Build {
    time: Traced<Duration>,
    wall: Traced<Duration>,
    memory: Traced<Bytes>,
    output: Traced<Bytes>,
    files: Traced<Bytes>,
    readable: Traced<Vec<PathBuf>>,
}

impl Build {
    /// The built-in settings.
    #[must_use]
    pub const fn built_in() -> Self {
        Self {
            time: Traced::built_in(Duration::from_mins(1)),
            wall: Traced::built_in(Duration::from_mins(1)),
            memory: Traced::built_in(Bytes::mebibytes(2048)),
            output: Traced::built_in(Bytes::mebibytes(16)),
            files: Traced::built_in(Bytes::mebibytes(1024)),
            readable: Traced::built_in(Vec::new()),
        }
    }

    /// Takes the keys from the table.
    pub fn read(mut table: Table<'_>, errors: &mut SettingsErrors) -> Self {
        let mut build = Self::built_in();
        build.time.overlay(table.read("time_limit", errors, time_limit).as_ref());
        build.wall.overlay(table.read("wall_limit", errors, time_limit).as_ref());
        build.memory.overlay(table.read("memory_limit", errors, size_limit).as_ref());
        build.output.overlay(table.read("output_limit", errors, size_limit).as_ref());
        build.files.overlay(table.read("file_limit", errors, size_limit).as_ref());
        build.readable.overlay(table.read("readable", errors, paths).as_ref());
        table.finish(errors);
        build
    }

    /// The limits.
    #[must_use]
    pub fn limits(&self) -> BuildLimits {
        BuildLimits {
            time: self.time.value,
            wall: self.wall.value,
            memory: self.memory.value,
            output: self.output.value,
            files: self.files.value,
        }
    }

    /// Files and folders outside of the workspace that builds may read, as they are written.
    #[must_use]
    pub fn readable(&self) -> &[PathBuf] {
        &self.readable.value
    }

    /// Every value with its key and its origin.
    #[must_use]
    pub fn explained(&self) -> Vec<Explained> {
        let time =
            |key, traced: &Traced<Duration>| Explained::new(key, show_time(traced.value), &traced.origin);
        let size =
            |key, traced: &Traced<Bytes>| Explained::new(key, traced.value.to_string(), &traced.origin);
        vec![
            time("build.time_limit", &self.time),
            time("build.wall_limit", &self.wall),
            size("build.memory_limit", &self.memory),
            size("build.output_limit", &self.output),
            size("build.file_limit", &self.files),
            Explained::new("build.readable", self.shown_readable(), &self.readable.origin),
        ]
    }

    fn shown_readable(&self) -> String {
        let names: Vec<String> =
            self.readable.value.iter().map(|path| Name::from_os(path.as_os_str()).to_string()).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    }
}

fn paths(item: &Item<'_>) -> Result<Vec<PathBuf>, SettingsError> {
    Ok(item.texts("a list of paths like [\"../shared-crate\"]")?.into_iter().map(PathBuf::from).collect())
}
