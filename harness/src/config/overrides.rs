//! The settings of a case in layers: what one place sets, and what is in force when all have spoken.

use std::time::Duration;

use crate::config::checker::{CheckerSetting, checker};
use crate::config::decider::DeciderSetting;
use crate::config::error::SettingsErrors;
use crate::config::explain::Explained;
use crate::config::origin::Traced;
use crate::config::table::Table;
use crate::config::time::show_time;
use crate::config::values::{output_limit, process_limit, size_limit, stack_limit, time_limit, wall_limit};
use crate::model::{Bytes, CheckerChoice, Limits, Rules, WallLimit};

/// What one place sets: `[defaults]`, a profile, a problem, a case, or the flags.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overrides {
    /// `time_limit`.
    pub time: Option<Traced<Duration>>,
    /// `wall_limit`.
    pub wall: Option<Traced<WallLimit>>,
    /// `memory_limit`.
    pub memory: Option<Traced<Bytes>>,
    /// `stack_limit`.
    pub stack: Option<Traced<Option<Bytes>>>,
    /// `output_limit`.
    pub output: Option<Traced<Option<Bytes>>>,
    /// `process_limit`.
    pub processes: Option<Traced<u32>>,
    /// `checker`.
    pub checker: Option<Traced<CheckerChoice>>,
    /// The program that checks outputs, where one does.
    pub checker_program: Option<Traced<DeciderSetting>>,
    /// There is a table `[function]`: what solutions print are literals.
    pub has_function: bool,
}

impl Overrides {
    /// Takes the keys from a table.
    pub fn read(table: &mut Table<'_>, errors: &mut SettingsErrors) -> Self {
        let limits = Self {
            time: table.read("time_limit", errors, time_limit),
            wall: table.read("wall_limit", errors, wall_limit),
            memory: table.read("memory_limit", errors, size_limit),
            stack: table.read("stack_limit", errors, stack_limit),
            output: table.read("output_limit", errors, output_limit),
            processes: table.read("process_limit", errors, process_limit),
            ..Self::default()
        };
        let Some(item) = table.take("checker") else { return limits };
        let origin = item.traced(()).origin;
        let Some(CheckerSetting { choice, program }) = checker(item, errors) else { return limits };
        let checker_program = program.map(|value| Traced { value, origin: origin.clone() });
        Self { checker: Some(Traced { value: choice, origin }), checker_program, ..limits }
    }

    /// Complains of a checker program where none can be: it belongs to one problem.
    #[must_use]
    pub fn without_program(self, errors: &mut SettingsErrors) -> Self {
        if let Some(Traced { origin, .. }) = &self.checker_program {
            let what = "a program checks the outputs of a whole problem".to_owned();
            errors.push(origin.error(what, Some("write this in its problem.toml".to_owned())));
        }
        self
    }

    /// Whether nothing is set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What is in force, each value with the place that had the last word on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Effective {
    /// `time_limit`.
    pub time: Traced<Duration>,
    /// `wall_limit`.
    pub wall: Traced<WallLimit>,
    /// `memory_limit`.
    pub memory: Traced<Bytes>,
    /// `stack_limit`.
    pub stack: Traced<Option<Bytes>>,
    /// `output_limit`.
    pub output: Traced<Option<Bytes>>,
    /// `process_limit`.
    pub processes: Traced<u32>,
    /// `checker`.
    pub checker: Traced<CheckerChoice>,
    /// The program that checks outputs, where one does.
    pub checker_program: Option<String>,
    /// What solutions print are literals.
    pub has_function: bool,
}

impl Effective {
    /// The built-in settings.
    #[must_use]
    pub const fn built_in() -> Self {
        Self {
            time: Traced::built_in(Duration::from_secs(2)),
            wall: Traced::built_in(WallLimit::Auto),
            memory: Traced::built_in(Bytes::mebibytes(256)),
            stack: Traced::built_in(None),
            output: Traced::built_in(None),
            processes: Traced::built_in(64),
            checker: Traced::built_in(CheckerChoice::Lines),
            checker_program: None,
            has_function: false,
        }
    }

    /// The settings with those of a stronger place on top.
    #[must_use]
    pub fn overlaid(mut self, stronger: &Overrides) -> Self {
        let Overrides {
            time,
            wall,
            memory,
            stack,
            output,
            processes,
            checker,
            checker_program,
            has_function,
        } = stronger;
        self.time.overlay(time.as_ref());
        self.wall.overlay(wall.as_ref());
        self.memory.overlay(memory.as_ref());
        self.stack.overlay(stack.as_ref());
        self.output.overlay(output.as_ref());
        self.processes.overlay(processes.as_ref());
        if checker.is_some() {
            self.checker.overlay(checker.as_ref());
            self.checker_program = checker_program.as_ref().map(|program| program.value.program.clone());
        }
        self.has_function |= has_function;
        self
    }

    fn checker(&self) -> CheckerChoice {
        let checker = self.checker.value;
        if self.has_function { checker.of_literals() } else { checker }
    }

    /// The checker for people: a program by its name and its convention.
    fn checker_text(&self) -> String {
        match (self.checker(), &self.checker_program) {
            (CheckerChoice::Program(protocol), Some(program)) => format!("{program} ({})", protocol.name()),
            (checker, _) => checker.to_string(),
        }
    }

    /// The bare values.
    #[must_use]
    pub fn rules(&self) -> Rules {
        Rules {
            limits: Limits {
                time: self.time.value,
                wall: self.wall.value,
                memory: self.memory.value,
                stack: self.stack.value,
                output: self.output.value,
                processes: self.processes.value,
            },
            checker: self.checker(),
        }
    }

    /// Every value with its key and its origin.
    #[must_use]
    pub fn explained(&self) -> Vec<Explained> {
        let Limits { wall, .. } = self.rules().limits;
        let wall_text = match wall {
            WallLimit::Fixed(limit) => show_time(limit),
            WallLimit::Auto => format!("auto ({})", show_time(self.rules().limits.wall_limit())),
        };
        let stack_text = self
            .stack
            .value
            .map_or_else(|| format!("memory ({})", self.memory.value), |size| size.to_string());
        let output_text = self.output.value.map_or_else(
            || "auto (16MiB, or 2 × answer + 1MiB where that is more)".to_owned(),
            |size| size.to_string(),
        );
        vec![
            Explained::new("time_limit", show_time(self.time.value), &self.time.origin),
            Explained::new("wall_limit", wall_text, &self.wall.origin),
            Explained::new("memory_limit", self.memory.value.to_string(), &self.memory.origin),
            Explained::new("stack_limit", stack_text, &self.stack.origin),
            Explained::new("output_limit", output_text, &self.output.origin),
            Explained::new("process_limit", self.processes.value.to_string(), &self.processes.origin),
            Explained::new("checker", self.checker_text(), &self.checker.origin),
        ]
    }
}
