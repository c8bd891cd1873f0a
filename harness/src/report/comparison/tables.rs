//! The ranking as a table for other programs and for texts.

use std::io::{self, Write};

use crate::comparison::Metric;
use crate::measure::Measured;
use crate::report::comparison::words::unit;
use crate::report::escape::{csv, markdown};

/// One line a solution. The unit of the values is in the names of the columns.
pub fn write_csv(out: &mut dyn Write, measured: &Measured) -> io::Result<()> {
    let comparison = &measured.comparison;
    let unit = unit(comparison.metric);
    writeln!(
        out,
        "problem,solution,metric,rank,median_{unit},min_{unit},ratio,ratio_low,ratio_high,runs,disqualified"
    )?;
    let problem = comparison.problem.to_string();
    let problem = csv(&problem);
    let metric = comparison.metric.name();
    for row in &comparison.rows {
        writeln!(
            out,
            "{problem},{},{metric},{},{:.0},{:.0},{:.4},{:.4},{:.4},{},",
            csv(&row.subject.solution.to_string()),
            row.rank,
            row.median,
            row.minimum,
            row.ratio.estimate,
            row.ratio.low,
            row.ratio.high,
            row.runs
        )?;
    }
    for (subject, why) in &comparison.disqualified {
        writeln!(out, "{problem},{},{metric},,,,,,,0,{}", csv(&subject.solution.to_string()), csv(why))?;
    }
    Ok(())
}

/// A table of GitHub's kind.
pub fn write_markdown(out: &mut dyn Write, measured: &Measured) -> io::Result<()> {
    let comparison = &measured.comparison;
    let (unit, scale) = match comparison.metric {
        Metric::Cpu | Metric::Wall => ("ms", 1e6),
        Metric::Memory => ("MiB", 1_048_576.0),
        Metric::Instructions => ("millions", 1e6),
    };
    writeln!(out, "| rank | solution | {} in {unit} | ratio | 95 % interval |", comparison.metric.name())?;
    writeln!(out, "|---:|:---|---:|---:|:---|")?;
    for row in &comparison.rows {
        let total = row.median / scale;
        let interval = if row.ratio.low < row.ratio.high {
            format!("{:.2}–{:.2}", row.ratio.low, row.ratio.high)
        } else {
            String::new()
        };
        let solution = row.subject.solution.to_string();
        writeln!(
            out,
            "| {} | {} | {total:.2} | {:.2} | {interval} |",
            row.rank,
            markdown(&solution),
            row.ratio.estimate
        )?;
    }
    for (subject, why) in &comparison.disqualified {
        let solution = subject.solution.to_string();
        writeln!(out, "| – | {} | | | not compared: {} |", markdown(&solution), markdown(why))?;
    }
    Ok(())
}
