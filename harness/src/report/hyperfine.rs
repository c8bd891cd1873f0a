//! The document of hyperfine's `--export-json`.

use std::io::{self, Write};

use serde::Serialize;

/// One command of the document: seconds, and bytes for memory.
#[derive(Serialize)]
pub struct HyperfineResult {
    /// What ran.
    pub command: String,
    /// The mean of the times.
    pub mean: f64,
    /// Their standard deviation; none of a single run.
    pub stddev: Option<f64>,
    /// Their median.
    pub median: f64,
    /// The mean time in user mode.
    pub user: f64,
    /// The mean time in the kernel.
    pub system: f64,
    /// The smallest of the times.
    pub min: f64,
    /// The largest of them.
    pub max: f64,
    /// The wall time of each run.
    pub times: Vec<f64>,
    /// The peak memory of each run.
    pub memory_usage_byte: Vec<u64>,
    /// The exit status of each run.
    pub exit_codes: Vec<i32>,
}

/// Writes the document.
///
/// # Errors
/// The output could not be written.
pub fn write_hyperfine(out: &mut dyn Write, results: &[HyperfineResult]) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &serde_json::json!({ "results": results }))?;
    writeln!(out)
}
