//! What `hunt` prints.

use std::io::{self, Write};

use crate::fuzz::oracle::Discrepancy;
use crate::fuzz::reduce::{FailingInput, Reduced};
use crate::fuzz::{Extent, Hunt};
use crate::model::{Name, Verdict, counted, seconds};
use crate::newcase::consensus::Split;
use crate::report::newcase;
use crate::ui::{Tone, paint};

/// `1234 inputs, 800 different, 3.21 s, 384 a second`.
#[must_use]
pub fn extent(extent: &Extent) -> String {
    format!(
        "{}, {} different, {}, {:.0} a second",
        counted(usize::try_from(extent.tries).unwrap_or(usize::MAX), "input"),
        extent.different,
        seconds(extent.time),
        extent.rate()
    )
}

/// How far an input was shrunk from so many bytes; none where it could not be.
#[must_use]
pub fn reduced(reduced: Option<&Reduced>, before: usize) -> String {
    let Some(reduced) = reduced else {
        return "not shrunk: without a validator, valid inputs cannot be told from invalid ones".to_owned();
    };
    let left = if reduced.is_smallest { "" } else { ", and may shrink further" };
    let smaller = counted(reduced.tries, "smaller input");
    format!("shrunk from {before} to {} bytes; {smaller} tried{left}", reduced.failing.input.len())
}

/// Such as `` `bad` ends with WA ``.
#[must_use]
pub fn verdict(hunt: &Hunt<'_>, found: &FailingInput) -> String {
    match found.discrepancy {
        Discrepancy::Fails { target, verdict } => {
            format!("`{}` ends with {verdict}", hunt.programs.name(target))
        }
        Discrepancy::Disagreement => "the solutions do not agree".to_owned(),
    }
}

/// Writes that nothing was found.
///
/// # Errors
/// The output cannot be written.
pub fn nothing(out: &mut dyn Write, problem: &Name, found: &Extent, line: &str) -> io::Result<()> {
    writeln!(out, "{}: nothing found: {}", paint(Tone::Strong, &problem.to_string()), extent(found))?;
    again(out, line)
}

/// Writes what was found: the solution that fails, what all print, and the input. Without a solution the
/// references do not agree.
///
/// # Errors
/// The output cannot be written.
pub fn found(
    out: &mut dyn Write,
    (problem, fails): (&Name, Option<(&Name, Verdict)>),
    (input, split): (&[u8], &Split),
    width: usize,
) -> io::Result<()> {
    let heading = match fails {
        None => format!("{problem}: solutions that should be right do not agree"),
        Some((solution, verdict)) => format!("{problem}/{solution}: {verdict}"),
    };
    writeln!(out, "{} {}", paint(Tone::Bad, "✗"), paint(Tone::Strong, &heading))?;
    newcase::split(out, input, split, width)
}

/// Writes how to repeat it.
///
/// # Errors
/// The output cannot be written.
pub fn again(out: &mut dyn Write, line: &str) -> io::Result<()> {
    writeln!(out, "{}", paint(Tone::Faint, &format!("again: {line}")))?;
    out.flush()
}
