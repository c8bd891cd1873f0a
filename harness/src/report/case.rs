//! A case as `show` shows it.

use std::io::{self, Write};

use crate::diff;
use crate::model::{Case, Name, Problem, counted};
use crate::ui::{Tone, paint, shell_word};

/// The beginning of a file.
pub struct FileStart {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The size of the whole file.
    pub size: u64,
}

/// Writes what there is to be known of a case: its description, its origin, its input and its answer.
///
/// # Errors
/// The output cannot be written.
pub fn write_case(
    out: &mut impl Write,
    problem: &Problem,
    case: &Case,
    (input, answer): (&FileStart, Option<&FileStart>),
    width: usize,
) -> io::Result<()> {
    writeln!(out, "{}", paint(Tone::Strong, &format!("{}/{}", problem.name, case.name)))?;
    if let Some(sidecar) = &case.sidecar {
        let provenance = &sidecar.provenance;
        if let Some(description) = &provenance.description {
            writeln!(out, "{description}")?;
        }
        if !provenance.breaks.is_empty() {
            writeln!(out, "breaks {}", provenance.breaks.join(", "))?;
        }
        for (key, value) in &provenance.details {
            writeln!(out, "{}", paint(Tone::Faint, &format!("{key}: {value}")))?;
        }
    }
    let answer = answer.map(|answer| ("answer", case.answer_file(), answer));
    for (what, path, FileStart { bytes, size }) in
        std::iter::once(("input", case.input(), input)).chain(answer)
    {
        writeln!(out, "{}", paint(Tone::Faint, &format!("{what} {}", path.display())))?;
        for row in diff::listing(bytes, *size, width) {
            writeln!(out, "  {row}")?;
        }
    }
    Ok(())
}

/// Writes the beginning of what a solution has printed on a case, of which the whole has so many bytes.
///
/// # Errors
/// The output cannot be written.
pub fn write_output(
    out: &mut impl Write,
    solution: &Name,
    (text, size): (&[u8], u64),
    width: usize,
) -> io::Result<()> {
    writeln!(out, "{}", paint(Tone::Faint, &format!("output of {solution}")))?;
    diff::listing(text, size, width).iter().try_for_each(|row| writeln!(out, "  {row}"))
}

/// Writes the picture that a view made of a case. It has the whole width, so it is not indented.
///
/// # Errors
/// The output cannot be written.
pub fn write_picture(
    out: &mut impl Write,
    (view, name, solution): (&Name, &str, Option<&Name>),
    (picture, is_svg): (&[u8], bool),
    width: usize,
) -> io::Result<()> {
    if is_svg {
        let size = counted(picture.len(), "byte");
        let name = shell_word(name);
        let of = solution.map(|solution| format!(" --of {}", shell_word(&solution.to_string())));
        let of = of.unwrap_or_default();
        let what = format!("SVG of {size}; `harness show {name}{of} --picture FILE` writes it to a file");
        return writeln!(out, "{} {what}", paint(Tone::Faint, &format!("view {view}:")));
    }
    writeln!(out, "{}", paint(Tone::Faint, &format!("view {view}")))?;
    diff::picture(picture, width).iter().try_for_each(|row| writeln!(out, "{row}"))
}
