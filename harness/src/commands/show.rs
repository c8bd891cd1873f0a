//! `show`: the description, the origin, the files and the picture of a case.

use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, anyhow};

use crate::cli::ShowArgs;
use crate::commands::invocation::Invocation;
use crate::commands::printed::print;
use crate::config::Flags;
use crate::discover::select_cases;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Case, Name, Problem, RoleKind, Verdict, counted, plain};
use crate::programs::{self, BuildProgress, Candidate, PrintedRun, View};
use crate::report::{FileStart, open_file, tell, write_case, write_output, write_picture};
use crate::session::Session;
use crate::ui::{Tone, message};

/// Bytes of a file that are read to be shown.
const SHOWN: u64 = 4 * 1024;

/// Bytes of an output that are drawn.
const MOST_DRAWN: usize = 16 << 20;

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
        let printed =
            args.of.as_ref().map(|solution| printed(&session, problem, case, solution)).transpose()?;
        return save(&session, (problem, case, printed.as_ref()), path);
    }
    if let Some(solution) = &args.output {
        let [(problem, case)] = selected[..] else {
            return Err(too_many("--output", "output", selected.len()));
        };
        let program = format!("{}/{solution}", problem.name);
        let candidate = programs::only_candidate(&session, &program, None)?;
        return print(&session, &Candidate { cases: [case].into(), ..candidate }, None);
    }
    let printed = match (&args.of, &selected[..]) {
        (None, _) => None,
        (Some(solution), [(problem, case)]) => Some(printed(&session, problem, case, solution)?),
        (Some(_), all) => return Err(too_many("--of", "picture", all.len())),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    for (problem, cases) in selection {
        // To build the view may take long, and says so then.
        out.flush().map_err(Failure::output)?;
        let view = View::start(&session, problem, &cases, &mut BuildProgress::new(&session))?;
        for case in cases {
            show(&mut out, problem, case, ui.width)?;
            if let Some(printed) = &printed {
                let text = (&printed.text[..], printed.text.len() as u64);
                write_output(&mut out, &printed.solution, text, ui.width).map_err(Failure::output)?;
            }
            if let Some(view) = &view {
                draw(&mut out, view, (problem, case, printed.as_ref()), ui.width)?;
            }
        }
    }
    out.flush().map_err(Failure::output)?;
    Ok(printed.map_or(ExitCode::Fine, |printed| printed.tell()))
}

/// What a solution has printed on a case, and what came of that.
struct Printed {
    solution: Name,
    text: Vec<u8>,
    run: PrintedRun,
}

impl Printed {
    /// Tells the verdict. Whatever it is, it could be drawn.
    fn tell(&self) -> ExitCode {
        let tone = if self.run.as_expected { Tone::Good } else { Tone::Bad };
        tell(tone, &format!("{}: {}", self.solution, self.run.in_words(true)));
        if self.run.verdict == Verdict::JudgeError { ExitCode::JudgeFailed } else { ExitCode::Fine }
    }
}

/// Runs a solution on a case for what it prints.
fn printed(session: &Session, problem: &Problem, case: &Case, solution: &str) -> Result<Printed, Failure> {
    if problem.roles.of(RoleKind::View).is_empty() {
        return Err(no_view(problem));
    }
    if problem.roles.interactor().is_some() || problem.roles.sole_decider().is_some() {
        let why = problem.roles.nature();
        let what = anyhow!("`{}` {why}, so no output of a solution can be drawn for a case", problem.name);
        return Err(Failure::usage(what));
    }
    let program = format!("{}/{solution}", problem.name);
    let candidate = programs::only_candidate(session, &program, None)?;
    let text = Mutex::new(Vec::new());
    let keep = |chunk: &[u8]| {
        let mut text = text.lock().unwrap_or_else(PoisonError::into_inner);
        let room = MOST_DRAWN.saturating_sub(text.len());
        text.extend_from_slice(&chunk[..room.min(chunk.len())]);
    };
    let candidate = Candidate { cases: [case].into(), ..candidate };
    let run = programs::print_output(session, &candidate, None, &keep)?;
    let text = text.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Printed { solution: candidate.solution.name.clone(), text, run })
}

fn no_view(problem: &Problem) -> Failure {
    let what = anyhow!("`{}` has no view, so there is no picture", problem.name);
    Failure::usage(what).hint("add `view = \"PROGRAM\"` to its problem.toml")
}

fn too_many(flag: &str, thing: &str, count: usize) -> Failure {
    let what = anyhow!("`{flag}` writes one {thing}, and this selects {}", counted(count, "case"));
    Failure::usage(what).hint("write PROBLEM/CASE")
}

/// Writes the picture of a case to a file.
fn save(
    session: &Session,
    (problem, case, printed): (&Problem, &Case, Option<&Printed>),
    path: &Path,
) -> Result<ExitCode, Failure> {
    let file = open_file(path, session.run_folder()?)?;
    let view = View::start(session, problem, &[case], &mut BuildProgress::new(session))?;
    let view = view.ok_or_else(|| no_view(problem))?;
    let output = printed.map(|printed| &printed.text[..]);
    let picture = view.draw(case, output)?.map_err(|why| Failure::usage(anyhow!(why)))?;
    let mut out = file.writer().map_err(Failure::usage)?;
    out.write_all(&picture.bytes).and_then(|()| out.flush()).map_err(Failure::output)?;
    file.commit().map_err(Failure::output)?;
    Ok(printed.map_or(ExitCode::Fine, Printed::tell))
}

/// Draws a case, or tells why there is no picture of it.
fn draw(
    out: &mut impl Write,
    view: &View<'_>,
    (problem, case, printed): (&Problem, &Case, Option<&Printed>),
    width: usize,
) -> Result<(), Failure> {
    let name = format!("{}/{}", problem.name, case.name);
    match view.draw(case, printed.map(|printed| &printed.text[..]))? {
        Ok(picture) => {
            let solution = printed.map(|printed| &printed.solution);
            let of = (view.name, &*name, solution);
            write_picture(out, of, (&picture.bytes, picture.is_svg()), width).map_err(Failure::output)
        }
        Err(why) => {
            // What is told stands below what it is told of.
            out.flush().map_err(Failure::output)?;
            tell_failed(&name, &why);
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
    let input = read_start(&case.input())?;
    let answer = case.answer().map(|answer| read_start(&answer)).transpose()?;
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
