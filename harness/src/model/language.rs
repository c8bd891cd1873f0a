//! How source files become programs.

use std::time::Duration;

use crate::model::{Limits, Rules, WallLimit};

/// The name of the language of Cargo packages, which are built by Cargo and not by the table.
pub const RUST_PACKAGE: &str = "rust";

/// One row of the language table. The argument vectors hold `{source}`, `{binary}`, `{dir}`; there
/// is never a shell.
#[derive(Clone, Debug, PartialEq)]
pub struct Language {
    /// The name in settings and reports.
    pub name: String,
    /// File name extensions without the dot.
    pub extensions: Vec<String>,
    /// Builds `{binary}` from `{source}`; empty where nothing is to be done. Where `run` does not
    /// name `{binary}` it only looks at the source and need not write one.
    pub compile: Vec<String>,
    /// Starts the program.
    pub run: Vec<String>,
    /// Prints the version of the compiler or interpreter.
    pub version: Vec<String>,
    /// The time limit is multiplied by this.
    pub time_factor: f64,
    /// And this is added.
    pub time_extra: Duration,
}

impl Language {
    /// The first language with this extension in a table. Where none has it, its letters may be of the other
    /// case: `.CPP` is C++, but `.C` is not C.
    #[must_use]
    pub fn of_extension<'a>(table: &'a [Self], extension: &str) -> Option<&'a Self> {
        let exact = |row: &&Self| row.extensions.iter().any(|known| known == extension);
        let alike = |row: &&Self| row.extensions.iter().any(|known| known.eq_ignore_ascii_case(extension));
        table.iter().find(exact).or_else(|| table.iter().find(alike))
    }
}

/// The limits for a program in this language: the time limit times the factor plus the extra, and a
/// fixed wall-clock limit likewise, so that it never ends up below the time limit.
#[must_use]
pub fn limits_for(rules: &Rules, language: &Language) -> Limits {
    let stretch = |time: Duration| {
        let seconds = time.as_secs_f64() * language.time_factor;
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX).saturating_add(language.time_extra)
    };
    let wall = match rules.limits.wall {
        WallLimit::Auto => WallLimit::Auto,
        WallLimit::Fixed(limit) => WallLimit::Fixed(stretch(limit)),
    };
    Limits { time: stretch(rules.limits.time), wall, ..rules.limits.clone() }
}

#[cfg(test)]
mod tests {
    use super::{Language, limits_for};
    use crate::model::{Bytes, CheckerChoice, Limits, Rules, WallLimit};
    use std::time::Duration;

    #[track_caller]
    fn check(time: Duration, factor: f64, extra: Duration, expect: Duration) {
        let limits = Limits {
            time,
            wall: WallLimit::Fixed(time),
            memory: Bytes::mebibytes(256),
            stack: None,
            output: None,
            processes: 64,
        };
        let language = Language {
            name: "x".to_owned(),
            extensions: Vec::new(),
            compile: Vec::new(),
            run: Vec::new(),
            version: Vec::new(),
            time_factor: factor,
            time_extra: extra,
        };
        let limits = limits_for(&Rules { limits, checker: CheckerChoice::Lines }, &language);
        assert_eq!((limits.time, limits.wall), (expect, WallLimit::Fixed(expect)));
    }

    #[test]
    fn the_language_stretches_the_time_to_the_nanosecond() {
        let nanos = Duration::from_nanos;
        check(nanos(2_000_000_000), 1.0, nanos(0), nanos(2_000_000_000));
        check(nanos(1_234_567_891), 1.0, nanos(5), nanos(1_234_567_896));
        check(nanos(2_000_000_000), 1.1, nanos(100_000_000), nanos(2_300_000_000));
        check(nanos(86_400_000_000_001), 1.0, nanos(0), nanos(86_400_000_000_001));
        check(Duration::MAX, 1e300, Duration::MAX, Duration::MAX);
    }
}
