//! `list`: what there is, and with `--explain` what is in force and why.

use std::io::{self, BufWriter, Write};

use crate::cli::ListArgs;
use crate::commands::invocation::{Invocation, tell_defects};
use crate::config::{Explained, Flags};
use crate::discover::{self, SelectedProblem, select};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Problem, Verdict, counted};
use crate::session::Session;
use crate::ui::{Tone, Ui, fit, paint};

/// Columns before what a solution says of itself.
const DOC_INDENT: usize = 6;

/// Lists.
///
/// # Errors
/// The workspace cannot be read, nothing matches, or the output cannot be written.
pub fn run(invocation: &Invocation<'_>, args: &ListArgs) -> Result<ExitCode, Failure> {
    let mut session = invocation.open(&Flags::NONE)?;
    let ui = invocation.ui;
    let mut selection = select(session.catalog(), &args.selection)
        .map_err(|error| Failure { code: ExitCode::NothingSelected, ..Failure::usage(error) })?;
    session.narrow(&mut selection, args.selection.is_empty())?;
    session.note_encodings(&selection);
    tell_defects(session.catalog(), session.ui.verbosity);
    let mut out = BufWriter::new(io::stdout().lock());
    // How deep the most precise pattern goes says how deep the answer should go.
    let depth = args.selection.iter().map(|pattern| pattern.split('/').count().min(3)).max().unwrap_or(1);
    for selected in &selection.problems {
        let Some(problem) = session.catalog().problems.get(selected.problem) else { continue };
        if args.explain {
            explain(&mut out, &session, problem, selected, depth)?;
        } else {
            list(&mut out, problem, selected, ui).map_err(Failure::output)?;
        }
    }
    out.flush().map_err(Failure::output)?;
    Ok(if session.catalog().defects.is_empty() { ExitCode::Fine } else { ExitCode::Usage })
}

fn list(out: &mut impl Write, problem: &Problem, selected: &SelectedProblem, ui: Ui) -> io::Result<()> {
    let title = if problem.title == problem.name.to_string() {
        String::new()
    } else {
        format!("  {}", problem.title)
    };
    let url = problem.url.as_deref().map(|url| paint(Tone::Faint, &format!("  {url}"))).unwrap_or_default();
    writeln!(out, "{}{title}{url}", paint(Tone::Strong, &problem.name.to_string()))?;
    for chosen in &selected.solutions {
        let Some(solution) = problem.solutions.get(chosen.solution) else { continue };
        let expectation = &solution.expectation;
        let is_right = expectation.verdicts() == [Verdict::Accepted];
        let expected = if is_right { String::new() } else { format!("  expected {expectation}") };
        writeln!(
            out,
            "  {} {} {}{expected}",
            fit(&solution.name.to_string(), 22),
            fit(&solution.language, 8),
            counted(chosen.cases.len(), "case")
        )?;
        // A source that cannot be read is told where it is built.
        if let Some(line) = discover::doc_line(&solution.main_file).ok().flatten() {
            let line = fit(&line, ui.width - DOC_INDENT);
            writeln!(out, "{}{}", " ".repeat(DOC_INDENT), paint(Tone::Faint, line.trim_end()))?;
        }
    }
    let mut cases: Vec<usize> =
        selected.solutions.iter().flat_map(|chosen| chosen.cases.iter().copied()).collect();
    cases.sort_unstable();
    cases.dedup();
    if selected.solutions.is_empty() {
        cases = (0..problem.cases.len()).collect();
    }
    for case in cases.iter().filter_map(|index| problem.cases.get(*index)) {
        let description = case.sidecar.as_ref().and_then(|sidecar| sidecar.provenance.description.as_deref());
        match description {
            Some(description) => {
                writeln!(out, "    {} {}", fit(&case.name.to_string(), 28), paint(Tone::Faint, description))?;
            }
            None => writeln!(out, "    {}", case.name)?,
        }
    }
    Ok(())
}

fn explain(
    out: &mut impl Write,
    session: &Session,
    problem: &Problem,
    selected: &SelectedProblem,
    depth: usize,
) -> Result<(), Failure> {
    let config = &session.config;
    if depth == 1 {
        let rows = discover::explain(config, problem, None, None).map_err(Failure::usage)?;
        return table(out, &problem.name.to_string(), &rows).map_err(Failure::output);
    }
    for chosen in &selected.solutions {
        let Some(solution) = problem.solutions.get(chosen.solution) else { continue };
        let name = format!("{}/{}", problem.name, solution.name);
        if depth == 2 {
            let rows = discover::explain(config, problem, Some(solution), None).map_err(Failure::usage)?;
            table(out, &name, &rows).map_err(Failure::output)?;
            continue;
        }
        for case in chosen.cases.iter().filter_map(|index| problem.cases.get(*index)) {
            let rows =
                discover::explain(config, problem, Some(solution), Some(case)).map_err(Failure::usage)?;
            table(out, &format!("{name}/{}", case.name), &rows).map_err(Failure::output)?;
        }
    }
    Ok(())
}

/// Keys, values and origins under a heading, in columns.
fn table(out: &mut impl Write, heading: &str, rows: &[Explained]) -> io::Result<()> {
    writeln!(out, "{}", paint(Tone::Strong, heading))?;
    let width = |column: fn(&Explained) -> &str| {
        rows.iter().map(|row| crate::ui::width_of(column(row))).max().unwrap_or(0)
    };
    let (keys, values) = (width(|row| &row.key), width(|row| &row.value).min(60));
    for row in rows {
        let value = if crate::ui::width_of(&row.value) > values {
            row.value.clone()
        } else {
            fit(&row.value, values)
        };
        writeln!(out, "  {}  {value}  {}", fit(&row.key, keys), paint(Tone::Faint, &row.origin))?;
    }
    Ok(())
}
