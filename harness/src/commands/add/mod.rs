//! `add`: new cases, each checked, answered and judged before anything is written.
//!
//! ```text
//! drafts → tidy → names → duplicates? → validator → answers → all solutions on them → write
//! ```
//! `hunt` goes the same way with what it finds. Whatever speaks against a case on the way ends the command, and the workspace is as it was.

pub mod answers;
mod clipboard;
pub mod consensus;
pub mod drafts;
pub mod duplicates;
mod editor;
pub mod generate;
pub mod names;
pub mod scratch;
pub mod tell;

use std::io::BufWriter;
use std::time::Instant;

use anyhow::anyhow;

use crate::cli::{AddArgs, Global};
use crate::commands::add::answers::{Answered, Answers};
use crate::commands::add::drafts::Draft;
use crate::commands::add::names::Wish;
use crate::commands::add::scratch::Scratch;
use crate::commands::crew::Crew;
use crate::commands::judging::{Judging, Surprise, Tally};
use crate::commands::workbench::{self, Candidate};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Case, Name, Verdict};
use crate::report::{self, Format};
use crate::scaffold::{self, NewCase, Origin};
use crate::session::Session;
use crate::ui::Ui;

/// What is to become of drafts.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that is given or not")]
pub struct Adding<'a> {
    /// Who adds them, as the files of the cases say it.
    pub by: &'static str,
    /// What they shall be called.
    pub wish: Wish,
    /// Ask all that should be right for the answers, and not the reference.
    pub consensus: bool,
    /// Keep line ends as they are.
    pub raw: bool,
    /// Write though a solution that should be right says something else.
    pub force: bool,
    /// Do everything but write.
    pub dry_run: bool,
    /// Candidates that are held to be wrong: they have no voice, and may contradict.
    pub suspects: &'a [usize],
}

/// Adds cases.
///
/// # Errors
/// A case cannot be read, checked or answered; nothing was written.
pub fn run(global: &Global, args: &AddArgs, ui: Ui) -> Result<ExitCode, Failure> {
    let started = Instant::now();
    let session = Session::open(global, &args.settings(), ui)?;
    let problem = workbench::find_problem(&session, &args.problem)?;
    let scratch = Scratch::new(&session)?;
    // Whoever types an input is heard before anything takes its time.
    let given = args.source.generate.is_none().then(|| drafts::given(args, &scratch)).transpose()?;
    let crew = Crew::gather(&session, problem)?;
    let mut drafts = match (given, &args.source.generate) {
        (Some(given), _) => given,
        (None, words) => generate::drafts(&crew, args, words.as_deref().unwrap_or_default())?,
    };
    if !args.raw {
        drafts = drafts.into_iter().map(drafts::tidied).collect();
    }
    let adding = Adding {
        by: "harness add",
        wish: Wish::of(args),
        consensus: args.consensus,
        raw: args.raw,
        force: args.force,
        dry_run: args.dry_run,
        suspects: &[],
    };
    store(&crew, &adding, drafts, &scratch, started)
}

/// Answers drafts, judges all solutions on them, and writes them.
///
/// # Errors
/// A case is there already, breaks a rule, or cannot be answered; nothing was written.
pub fn store(
    crew: &Crew<'_>,
    adding: &Adding<'_>,
    drafts: Vec<Draft>,
    scratch: &Scratch,
    started: Instant,
) -> Result<ExitCode, Failure> {
    let Crew { session, problem, .. } = crew;
    let drafts = duplicates::leave_out(problem, drafts)?;
    let names = names::choose(problem, &adding.wish, drafts.len())?;
    let inputs = scratch.inputs(&drafts)?;
    refuse_rejected(&drafts, &crew.rejections(&inputs)?)?;
    let answers = match answers::find(crew, adding, &drafts, scratch, &inputs)? {
        Answers::All(answers) => answers,
        Answers::Split(splits) => {
            tell::splits(&splits, &drafts, session.ui).map_err(Failure::output)?;
            let what = anyhow!("the solutions do not agree, so nothing was written");
            let hint = "find out who is right; then give the answer with --answer FILE";
            return Err(Failure { code: ExitCode::Unexpected, ..Failure::usage(what).hint(hint) });
        }
    };
    let cases = scratch.cases(problem, &names, &inputs, &answers)?;
    let tally = judge(crew, &cases, session.ui, started)?;
    let code = tally.exit_code(&session.stop);
    if matches!(code, ExitCode::Interrupted(_) | ExitCode::JudgeFailed) {
        return Ok(code);
    }
    refuse_contradiction(crew, adding, &cases, &tally, &answers)?;
    let new = new_cases(adding.by, names, drafts, &answers);
    if !adding.dry_run {
        scaffold::write(&problem.folder, &new).map_err(Failure::usage)?;
    }
    tell::written(session, problem, &new, &answers, adding.dry_run).map_err(Failure::output)?;
    tell::expectations(crew, &cases, &tally);
    Ok(code)
}

fn refuse_rejected(drafts: &[Draft], rejections: &[Option<String>]) -> Result<(), Failure> {
    let rejected = drafts.iter().zip(rejections).find_map(|(draft, why)| Some((draft, why.as_ref()?)));
    match rejected {
        Some((draft, why)) => {
            let what = anyhow!("{} cannot be added: {why}", draft.label());
            Err(Failure::usage(what).hint("nothing was written"))
        }
        None => Ok(()),
    }
}

/// All solutions on the new cases.
fn judge(crew: &Crew<'_>, cases: &[Case], ui: Ui, started: Instant) -> Result<Tally, Failure> {
    if crew.candidates.is_empty() {
        return Ok(Tally::default());
    }
    let out = Box::new(BufWriter::new(std::io::stdout().lock()));
    let mut reporter = report::open(Format::Human, out, ui);
    let mut judging = Judging {
        session: crew.session,
        reporter: reporter.as_mut(),
        fail_fast: false,
        is_partial: true,
        tally: Tally::default(),
    };
    let candidates: Vec<Candidate<'_>> =
        crew.candidates.iter().map(|candidate| candidate.on(cases)).collect();
    let judged = judging.run(&candidates, crew.built.clone(), &crew.place(), started);
    let tally = judging.tally;
    reporter.finish(tally.exit_code(&crew.session.stop)).map_err(Failure::output)?;
    judged.map(|()| tally)
}

/// Refuses answers that a solution contradicts which should be right on every case.
fn refuse_contradiction(
    crew: &Crew<'_>,
    adding: &Adding<'_>,
    cases: &[Case],
    tally: &Tally,
    answers: &[Answered],
) -> Result<(), Failure> {
    let contradicts = |surprise: &&Surprise| {
        surprise.verdict == Verdict::WrongAnswer
            && crew.is_always_right(surprise.candidate)
            && !adding.suspects.contains(&surprise.candidate)
    };
    let Some(Surprise { candidate, case, .. }) = tally.surprises.iter().find(contradicts) else {
        return Ok(());
    };
    if adding.force {
        return Ok(());
    }
    let solution = &crew.candidates[*candidate].solution.name;
    let what = anyhow!(
        "`{solution}` should be right on every case and says something else on `{}` than {}, so nothing was written",
        cases[*case].name,
        answers[*case].by
    );
    let hint = "find out who is right; --force writes the case as it is";
    Err(Failure { code: ExitCode::Unexpected, ..Failure::usage(what).hint(hint) })
}

/// The cases as they are written.
#[must_use]
pub fn new_cases(
    by: &'static str,
    names: Vec<Name>,
    drafts: Vec<Draft>,
    answers: &[Answered],
) -> Vec<NewCase> {
    let date = scaffold::today();
    let drafts = names.into_iter().zip(drafts).zip(answers);
    drafts
        .map(|((name, draft), answered)| {
            let origin = Origin {
                by,
                source: draft.source,
                found: draft.found,
                breaks: draft.breaks,
                generator: draft.generator,
                seed: draft.seed,
                answer: answered.by.noted(),
                date: date.clone(),
            };
            let sidecar = origin.toml(&draft.input);
            NewCase { name, input: draft.input, answer: answered.answer.clone(), sidecar }
        })
        .collect()
}
