//! The limits of helper programs (validator, generator, interactor): `[helpers]` of `judge.toml`.

use std::time::Duration;

use crate::config::error::SettingsErrors;
use crate::config::explain::Explained;
use crate::config::origin::Traced;
use crate::config::table::Table;
use crate::config::time::show_time;
use crate::config::values::{process_limit, size_limit, time_limit};
use crate::model::{Bytes, Limits, WallLimit};

/// The limits of helper programs that are in force, each with the place that set it.
#[derive(Clone, Debug, PartialEq)]
pub struct Helpers {
    time: Traced<Duration>,
    memory: Traced<Bytes>,
    output: Traced<Bytes>,
    processes: Traced<u32>,
}

impl Helpers {
    /// The built-in limits.
    #[must_use]
    pub const fn built_in() -> Self {
        Self {
            time: Traced::built_in(Duration::from_secs(30)),
            memory: Traced::built_in(Bytes::mebibytes(2048)),
            output: Traced::built_in(Bytes::mebibytes(256)),
            processes: Traced::built_in(64),
        }
    }

    /// Takes the keys from the table.
    pub fn read(mut table: Table<'_>, errors: &mut SettingsErrors) -> Self {
        let mut helpers = Self::built_in();
        helpers.time.overlay(table.read("time_limit", errors, time_limit).as_ref());
        helpers.memory.overlay(table.read("memory_limit", errors, size_limit).as_ref());
        helpers.output.overlay(table.read("output_limit", errors, size_limit).as_ref());
        helpers.processes.overlay(table.read("process_limit", errors, process_limit).as_ref());
        table.finish(errors);
        helpers
    }

    /// The limits.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits {
            time: self.time.value,
            wall: WallLimit::Auto,
            memory: self.memory.value,
            stack: None,
            output: Some(self.output.value),
            processes: self.processes.value,
        }
    }

    /// Every value with its key and its origin.
    #[must_use]
    pub fn explained(&self) -> Vec<Explained> {
        let time = Explained::new("helpers.time_limit", show_time(self.time.value), &self.time.origin);
        let size =
            |key, traced: &Traced<Bytes>| Explained::new(key, traced.value.to_string(), &traced.origin);
        let processes = self.processes.value.to_string();
        vec![
            time,
            size("helpers.memory_limit", &self.memory),
            size("helpers.output_limit", &self.output),
            Explained::new("helpers.process_limit", processes, &self.processes.origin),
        ]
    }
}
