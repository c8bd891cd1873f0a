//! `show`: the description, the origin and the files of a case.

use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use anyhow::Context;

use crate::cli::ShowArgs;
use crate::commands::invocation::Invocation;
use crate::config::Flags;
use crate::diff;
use crate::discover::select_cases;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Case, Problem};
use crate::ui::{Tone, paint};

/// Bytes of a file that are read to be shown.
const SHOWN: u64 = 4 * 1024;

/// The beginning of a file.
struct Start {
    bytes: Vec<u8>,
    /// The size of the whole file.
    size: u64,
}

/// Shows cases.
///
/// # Errors
/// The workspace cannot be read, nothing matches, or the output cannot be written.
pub fn run(invocation: &Invocation<'_>, args: &ShowArgs) -> Result<ExitCode, Failure> {
    let session = invocation.open(&Flags::NONE)?;
    let ui = invocation.ui;
    let selection = select_cases(session.catalog(), &args.cases)
        .map_err(|error| Failure { code: ExitCode::NothingSelected, ..Failure::usage(error) })?;
    session.check(selection.iter().map(|(problem, _)| &problem.name))?;
    let mut out = BufWriter::new(io::stdout().lock());
    for (problem, cases) in selection {
        for case in cases {
            show(&mut out, problem, case, ui.width)?;
        }
    }
    out.flush().map_err(Failure::output)?;
    Ok(ExitCode::Fine)
}

fn show(out: &mut impl Write, problem: &Problem, case: &Case, width: usize) -> Result<(), Failure> {
    let input = read_start(&case.input)?;
    let answer = case.has_answer().then(|| read_start(&case.answer)).transpose()?;
    write(out, problem, case, &input, answer.as_ref(), width).map_err(Failure::output)
}

fn read_start(path: &Path) -> Result<Start, Failure> {
    let read = || {
        let file = std::fs::File::open(path)?;
        let size = file.metadata()?.len();
        let mut bytes = Vec::new();
        file.take(SHOWN).read_to_end(&mut bytes)?;
        io::Result::Ok(Start { bytes, size })
    };
    read().with_context(|| format!("failed to read `{}`", path.display())).map_err(Failure::usage)
}

fn write(
    out: &mut impl Write,
    problem: &Problem,
    case: &Case,
    input: &Start,
    answer: Option<&Start>,
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
    let answer = answer.map(|answer| ("answer", &case.answer, answer));
    for (what, path, Start { bytes, size }) in std::iter::once(("input", &case.input, input)).chain(answer) {
        writeln!(out, "{}", paint(Tone::Faint, &format!("{what} {}", path.display())))?;
        for row in diff::listing(bytes, *size, width) {
            writeln!(out, "  {row}")?;
        }
    }
    Ok(())
}
