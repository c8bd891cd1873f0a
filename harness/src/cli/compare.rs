//! The flags of `compare`.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;

use crate::cli::growth::Growth;
use crate::cli::help::{ADVANCED, LIMITS, OUTPUT, RUN};
use crate::cli::report_to;
use crate::comparison::Metric;
use crate::config::parse_time_limit;
use crate::record::RecordTarget;
use crate::report::{ComparisonFormat, ReportTo};

/// The flags of `compare`.
#[derive(Debug, Args)]
#[command(next_display_order = 10)]
pub struct CompareArgs {
    /// PROBLEM or PROBLEM/SOLUTION, the solution a glob; only solutions that are right are measured
    #[arg(value_name = "SELECTION", required = true, help_heading = RUN, display_order = 0)]
    pub selection: Vec<String>,
    /// Measure only the cases that match GLOB
    #[arg(long, value_name = "GLOB", help_heading = RUN)]
    pub cases: Option<String>,
    /// What to compare: cpu, wall, memory or instructions
    #[arg(
        long,
        value_name = "METRIC",
        default_value = "cpu",
        hide_possible_values = true,
        help_heading = RUN
    )]
    pub metric: Metric,
    /// Benchmark on generated inputs of increasing size and fit a complexity class
    #[arg(
        long,
        value_name = "PARAM=a..b",
        allow_hyphen_values = true,
        conflicts_with_all = ["cases", "save", "against", "limits", "report", "export_hyperfine"],
        help_heading = RUN
    )]
    pub growth: Option<Growth>,
    /// Further arguments of the generator with --growth; `{seed}` and `{PARAM}` are replaced
    #[arg(
        long = "gen",
        value_name = "ARGS",
        requires = "growth",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true,
        help_heading = RUN
    )]
    pub generate: String,
    /// Rounds to measure; `auto` continues until every pair is significantly different or
    /// indistinguishable and every ratio is known to ±2 %
    #[arg(long, value_name = "N|auto", default_value = "auto", help_heading = LIMITS)]
    pub runs: Runs,
    /// Stop measuring after TIME, whatever the precision
    #[arg(
        long,
        value_name = "TIME",
        default_value = "60s",
        value_parser = parse_time_limit,
        help_heading = LIMITS
    )]
    pub max_time: Duration,
    /// Exit with 1 if a solution is slower than in the baseline by more than SLOWDOWN, such as `5%` or `1.05x`;
    /// needs --against
    #[arg(
        long,
        value_name = "SLOWDOWN",
        requires = "against",
        value_parser = parse_slowdown,
        help_heading = LIMITS
    )]
    pub fail_if_slower: Option<f64>,
    /// Format of standard output: human, json, csv, markdown, html, hyperfine, github, junit, tap, libtest-json or short
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "human",
        hide_possible_values = true,
        help_heading = OUTPUT
    )]
    pub format: ComparisonFormat,
    /// Also write a report to a file; KIND is a format other than human; repeatable
    #[arg(
        long,
        value_name = "KIND=FILE",
        value_parser = report_to::parser(ComparisonFormat::REPORTS),
        help_heading = OUTPUT
    )]
    pub report: Vec<ReportTo<ComparisonFormat>>,
    /// The same as --report hyperfine=FILE
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub export_hyperfine: Option<PathBuf>,
    /// Keep no record of the run
    #[arg(long, help_heading = OUTPUT)]
    pub no_record: bool,
    /// Save the samples and the programs as the baseline NAME
    #[arg(long, value_name = "NAME", help_heading = ADVANCED)]
    pub save: Option<String>,
    /// Also compare with the baseline NAME; its programs run again in the same rounds
    #[arg(long, value_name = "NAME", help_heading = ADVANCED)]
    pub against: Option<String>,
    /// Print the time limits that separate the accepted solutions from those expected to be too slow
    #[arg(long, help_heading = ADVANCED)]
    pub limits: bool,
}

impl CompareArgs {
    /// The patterns with that of the cases in its place.
    #[must_use]
    pub fn patterns(&self) -> Vec<String> {
        let Some(cases) = &self.cases else { return self.selection.clone() };
        let whole = |pattern: &String| {
            if pattern.contains('/') { format!("{pattern}/{cases}") } else { format!("{pattern}/*/{cases}") }
        };
        self.selection.iter().map(whole).collect()
    }

    /// Where the record goes.
    #[must_use]
    pub fn record(&self) -> RecordTarget {
        RecordTarget { file: None, is_off: self.no_record }
    }
}

/// How many rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// Until the intervals are narrow, or the time is over.
    Auto,
    /// So many.
    Exactly(usize),
}

impl FromStr for Runs {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            _ => match text.parse() {
                Ok(runs @ 3..) => Ok(Self::Exactly(runs)),
                _ => Err("it must be `auto` or a number of at least 3".to_owned()),
            },
        }
    }
}

/// `5%` or `1.05x` as 0.05. A number alone may mean either, or a part of 1.
fn parse_slowdown(text: &str) -> Result<f64, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let factor = text.strip_suffix(['x', '×']);
    let slowdown = match (text.strip_suffix('%'), factor) {
        (Some(percent), _) => number(percent).map(|percent| percent / 100.0),
        (None, Some(factor)) => number(factor).map(|factor| factor - 1.0),
        (None, None) if number(text).is_some() => {
            return Err("it needs a unit: `5%` or `1.05x`".to_owned());
        }
        (None, None) => None,
    };
    slowdown
        .filter(|slowdown| *slowdown >= 0.0)
        .ok_or_else(|| "it must be a percentage like `5%`, or a factor of at least 1 like `1.05x`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::parse_slowdown;

    #[test]
    fn a_slowdown_has_a_unit() {
        let check = |text: &str, expect: f64| {
            let slowdown = parse_slowdown(text).unwrap();
            assert!((slowdown - expect).abs() < 1e-12, "{text}: {slowdown}");
        };
        check("5%", 0.05);
        check("5 %", 0.05);
        check("0%", 0.0);
        check("400%", 4.0);
        check("1.05x", 0.05);
        check("2×", 1.0);
        for bare in ["0.05", "5", "1.05"] {
            assert!(parse_slowdown(bare).unwrap_err().contains("needs a unit: `5%` or `1.05x`"), "{bare}");
        }
        for wrong in ["", "%", "x", "-5%", "0.95x", "nan%", "inf%", "five%", "5%%"] {
            assert!(parse_slowdown(wrong).unwrap_err().contains("a percentage"), "{wrong}");
        }
    }
}
