//! The flags of `compare`.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;

use crate::cli::growth::Growth;
use crate::cli::help::{ADVANCED, LIMITS, OUTPUT, RUN};
use crate::cli::report_to::ReportTo;
use crate::comparison::Metric;
use crate::config::parse_time_limit;
use crate::report::ComparisonFormat;

/// The formats of `compare --report`.
const COMPARISON_REPORTS: &[ComparisonFormat] =
    &[ComparisonFormat::Html, ComparisonFormat::Json, ComparisonFormat::Csv, ComparisonFormat::Markdown];

/// The flags of `compare`.
#[derive(Debug, Args)]
#[command(next_display_order = 10)]
pub struct CompareArgs {
    /// PROBLEM or PROBLEM/SOLUTION, the solution a glob; solutions that are not right are not measured
    #[arg(value_name = "SELECTION", required = true, help_heading = RUN, display_order = 0)]
    pub selection: Vec<String>,
    /// Measure only the cases that match
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
        value_name = "PARAM=A..B",
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
    /// Stop measuring after this time, whatever the precision
    #[arg(
        long,
        value_name = "TIME",
        default_value = "60s",
        value_parser = parse_time_limit,
        help_heading = LIMITS
    )]
    pub max_time: Duration,
    /// Exit with 1 if a solution is slower than in the baseline by more than this; needs --against
    #[arg(
        long,
        value_name = "PERCENT",
        requires = "against",
        value_parser = parse_percent,
        help_heading = LIMITS
    )]
    pub fail_if_slower: Option<f64>,
    /// Format of standard output: human, json, csv, markdown or html
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "human",
        hide_possible_values = true,
        help_heading = OUTPUT
    )]
    pub format: ComparisonFormat,
    /// Also write a report to a file; KIND is html, json, csv or markdown; repeatable
    #[arg(
        long,
        value_name = "KIND=FILE",
        value_parser = ReportTo::parser(COMPARISON_REPORTS),
        help_heading = OUTPUT
    )]
    pub report: Vec<ReportTo<ComparisonFormat>>,
    /// Write the samples in the format of hyperfine's `--export-json`
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub export_hyperfine: Option<PathBuf>,
    /// Save the samples as the baseline NAME
    #[arg(long, value_name = "NAME", help_heading = ADVANCED)]
    pub save: Option<String>,
    /// Compare with the baseline NAME too
    #[arg(long, value_name = "NAME", help_heading = ADVANCED)]
    pub against: Option<String>,
    /// Print the time limits that separate right solutions from those that should be too slow
    #[arg(long, help_heading = ADVANCED)]
    pub limits: bool,
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
                _ => Err("it must be `auto` or a number of at least 3; fewer say nothing".to_owned()),
            },
        }
    }
}

/// `5%` as 0.05.
fn parse_percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).trim().parse::<f64>();
    match number {
        Ok(percent) if percent.is_finite() && percent >= 0.0 => Ok(percent / 100.0),
        _ => Err("it must be a percentage like `5%`".to_owned()),
    }
}
