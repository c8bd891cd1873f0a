//! `show`: the description, the origin, the files and the picture of a case.

use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use anyhow::{Context, anyhow};

use crate::cli::ShowArgs;
use crate::commands::invocation::Invocation;
use crate::config::Flags;
use crate::diff;
use crate::discover::select_cases;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Case, Problem, counted, plain};
use crate::programs::{BuildProgress, Picture, View};
use crate::report::open_file;
use crate::session::Session;
use crate::ui::{Tone, message, paint, shell_word};

/// Bytes of a file that are read to be shown.
const SHOWN: u64 = 4 * 1024;

/// Most lines of what is said of a view that failed.
const MOST_WORDS: usize = 20;

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
    if let Some(path) = &args.picture {
        let selected =
            selection.iter().flat_map(|(problem, cases)| cases.iter().map(|case| (*problem, *case)));
        let selected: Vec<(&Problem, &Case)> = selected.collect();
        let [(problem, case)] = selected[..] else { return Err(too_many(selected.len())) };
        return save(&session, problem, case, path);
    }
    let mut out = BufWriter::new(io::stdout().lock());
    for (problem, cases) in selection {
        // To build the view may take long, and says so then.
        out.flush().map_err(Failure::output)?;
        let view = View::start(&session, problem, &cases, &mut BuildProgress::new(&session))?;
        for case in cases {
            show(&mut out, problem, case, ui.width)?;
            if let Some(view) = &view {
                draw(&mut out, view, &format!("{}/{}", problem.name, case.name), case, ui.width)?;
            }
        }
    }
    out.flush().map_err(Failure::output)?;
    Ok(ExitCode::Fine)
}

fn too_many(count: usize) -> Failure {
    let what = anyhow!("`--picture` writes one picture, and this selects {}", counted(count, "case"));
    Failure::usage(what).hint("write PROBLEM/CASE")
}

/// Writes the picture of a case to a file.
fn save(session: &Session, problem: &Problem, case: &Case, path: &Path) -> Result<ExitCode, Failure> {
    let file = open_file(path, session.run_folder()?)?;
    let view = View::start(session, problem, &[case], &mut BuildProgress::new(session))?;
    let view = view.ok_or_else(|| {
        let what = anyhow!("`{}` has no view, so there is no picture", problem.name);
        Failure::usage(what).hint("add `view = \"PROGRAM\"` to its problem.toml")
    })?;
    let picture = view.draw(case)?.map_err(|why| Failure::usage(anyhow!(why)))?;
    let mut out = file.writer().map_err(Failure::usage)?;
    out.write_all(&picture.bytes).and_then(|()| out.flush()).map_err(Failure::output)?;
    file.commit().map_err(Failure::output)?;
    Ok(ExitCode::Fine)
}

/// Draws a case, or tells why there is no picture of it.
fn draw(out: &mut impl Write, view: &View<'_>, name: &str, case: &Case, width: usize) -> Result<(), Failure> {
    match view.draw(case)? {
        Ok(picture) => write_picture(out, view, name, &picture, width).map_err(Failure::output),
        Err(why) => {
            // What is told stands below what it is told of.
            out.flush().map_err(Failure::output)?;
            tell_failed(name, &why);
            Ok(())
        }
    }
}

/// Writes a picture. It has the whole width, so it is not indented.
fn write_picture(
    out: &mut impl Write,
    view: &View<'_>,
    name: &str,
    picture: &Picture,
    width: usize,
) -> io::Result<()> {
    if picture.is_svg() {
        let size = counted(picture.bytes.len(), "byte");
        let name = shell_word(name);
        let what = format!("SVG of {size}; `harness show {name} --picture FILE` writes it to a file");
        return writeln!(out, "{} {what}", paint(Tone::Faint, &format!("view {}:", view.name)));
    }
    writeln!(out, "{}", paint(Tone::Faint, &format!("view {}", view.name)))?;
    diff::picture(&picture.bytes, width).iter().try_for_each(|row| writeln!(out, "{row}"))
}

fn tell_failed(name: &str, why: &str) {
    let lines: Vec<&str> = why.lines().collect();
    let Some((first, rest)) = lines.split_first() else { return };
    message::note(&format!("no picture of {name}: {}", plain(first)));
    rest.iter().take(MOST_WORDS).for_each(|line| message::progress(&format!("  {}", plain(line))));
    if let Some(more) = rest.len().checked_sub(MOST_WORDS).filter(|more| *more > 0) {
        message::progress(&format!("  … {} left out", counted(more, "line")));
    }
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
