//! `show`: the description, the origin, the files and the picture of a case.

use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use anyhow::{Context, anyhow};

use crate::cli::ShowArgs;
use crate::commands::invocation::Invocation;
use crate::commands::printed::print;
use crate::config::Flags;
use crate::discover::select_cases;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Case, Problem, counted, plain};
use crate::programs::{self, BuildProgress, Candidate, View};
use crate::report::{FileStart, open_file, write_case, write_picture};
use crate::session::Session;
use crate::ui::message;

/// Bytes of a file that are read to be shown.
const SHOWN: u64 = 4 * 1024;

/// Most lines of what is said of a view that failed.
const MOST_WORDS: usize = 20;

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
    let selected = selection.iter().flat_map(|(problem, cases)| cases.iter().map(|case| (*problem, *case)));
    let selected: Vec<(&Problem, &Case)> = selected.collect();
    if let Some(path) = &args.picture {
        let [(problem, case)] = selected[..] else {
            return Err(too_many("--picture", "picture", selected.len()));
        };
        return save(&session, problem, case, path);
    }
    if let Some(solution) = &args.output {
        let [(problem, case)] = selected[..] else {
            return Err(too_many("--output", "output", selected.len()));
        };
        let program = format!("{}/{solution}", problem.name);
        let candidate = programs::only_candidate(&session, &program, None)?;
        return print(&session, &Candidate { cases: vec![case], ..candidate }, None);
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

fn too_many(flag: &str, thing: &str, count: usize) -> Failure {
    let what = anyhow!("`{flag}` writes one {thing}, and this selects {}", counted(count, "case"));
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
        Ok(picture) => write_picture(out, (view.name, name), (&picture.bytes, picture.is_svg()), width)
            .map_err(Failure::output),
        Err(why) => {
            // What is told stands below what it is told of.
            out.flush().map_err(Failure::output)?;
            tell_failed(name, &why);
            Ok(())
        }
    }
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
    write_case(out, problem, case, (&input, answer.as_ref()), width).map_err(Failure::output)
}

fn read_start(path: &Path) -> Result<FileStart, Failure> {
    let read = || {
        let file = std::fs::File::open(path)?;
        let size = file.metadata()?.len();
        let mut bytes = Vec::new();
        file.take(SHOWN).read_to_end(&mut bytes)?;
        io::Result::Ok(FileStart { bytes, size })
    };
    read().with_context(|| format!("failed to read `{}`", path.display())).map_err(Failure::usage)
}
