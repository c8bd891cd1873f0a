//! `cases`: what is wrong with the cases of a problem, and how strong they are.

mod bounds;
mod human;
mod json;
mod kills;
mod lint;

use std::io;

use anyhow::anyhow;

use crate::cli::{CasesArgs, CasesFormat, Global};
use crate::commands::cases::kills::Field;
use crate::commands::cases::lint::Lint;
use crate::commands::crew::Crew;
use crate::commands::workbench;
use crate::config::Flags;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Name, Problem};
use crate::session::Session;
use crate::strength::{self, Minimal};
use crate::ui::Ui;

/// All that was found.
struct Found<'a> {
    problem: &'a Problem,
    lint: Lint,
    field: Field,
    /// Cases without which the others would kill as much.
    idle: Vec<usize>,
    minimal: Minimal,
}

/// Looks at the cases.
///
/// # Errors
/// There is no such problem, or nothing could be run.
pub fn run(global: &Global, args: &CasesArgs, ui: Ui) -> Result<ExitCode, Failure> {
    let flags = Flags { jobs: args.jobs, ..Flags::NONE };
    let session = Session::open(global, &flags, ui)?;
    let problem = workbench::find_problem(&session, &args.problem)?;
    if problem.cases.is_empty() {
        let what = anyhow!("`{}` has no cases", problem.name);
        return Err(Failure { code: ExitCode::NothingSelected, ..Failure::usage(what) });
    }
    let crew = Crew::gather(&session, problem)?;
    let field = kills::judge(&crew, ui)?;
    if let Some(signal) = session.stop.signal() {
        return Ok(ExitCode::Interrupted(signal));
    }
    let lint = if args.minimal { Lint::default() } else { lint::lint(problem, &crew)? };
    let kills = field.kills(problem.cases.len());
    let (idle, minimal) = (strength::redundant(&kills), strength::minimal(&kills));
    let found = Found { problem, lint, field, idle, minimal };
    let mut out = io::stdout().lock();
    if args.minimal {
        human::write_minimal(&mut out, &found).map_err(Failure::output)?;
        return Ok(ExitCode::Fine);
    }
    let written = match args.format {
        CasesFormat::Human => human::write(&mut out, &found, ui),
        CasesFormat::Json => json::write(&mut out, &found),
    };
    written.map_err(Failure::output)?;
    Ok(found.exit_code())
}

impl Found<'_> {
    /// The names of cases.
    fn names(&self, cases: &[usize]) -> impl Iterator<Item = &Name> {
        cases.iter().map(|case| &self.problem.cases[*case].name)
    }

    fn exit_code(&self) -> ExitCode {
        let has_survivor = self.field.wrong.iter().any(|wrong| wrong.killed_by.is_empty());
        let is_fine = self.lint.complaints.is_empty() && !has_survivor && self.field.betrayed.is_empty();
        if is_fine { ExitCode::Fine } else { ExitCode::Unexpected }
    }
}
