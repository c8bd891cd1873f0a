//! `add`: new cases, each checked, answered and judged before anything is written.
//!
//! ```text
//! drafts → tidy → names → duplicates? → validator → answers → all solutions on them → write
//! ```
//! Whatever speaks against a case on the way ends the command, and the workspace is as it was.

mod answers;
mod clipboard;
mod consensus;
mod drafts;
mod duplicates;
mod editor;
mod generate;
mod names;
mod scratch;
mod tell;

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
    let drafts = duplicates::leave_out(problem, drafts)?;
    let names = names::choose(problem, &Wish::of(args), drafts.len())?;
    let inputs = scratch.inputs(&drafts)?;
    refuse_rejected(&drafts, &crew.rejections(&inputs)?)?;
    let answers = match answers::find(&crew, args, &drafts, &scratch, &inputs)? {
        Answers::All(answers) => answers,
        Answers::Split(splits) => {
            tell::splits(&splits, &drafts, ui).map_err(Failure::output)?;
            let what = anyhow!("the solutions do not agree, so nothing was written");
            let hint = "find out who is right; then give the answer with --answer FILE";
            return Err(Failure { code: ExitCode::Unexpected, ..Failure::usage(what).hint(hint) });
        }
    };
    let cases = scratch.cases(problem, &names, &inputs, &answers)?;
    let tally = judge(&crew, &cases, ui, started)?;
    let code = tally.exit_code(&session.stop);
    if matches!(code, ExitCode::Interrupted(_) | ExitCode::JudgeFailed) {
        return Ok(code);
    }
    refuse_contradiction(&crew, args, &cases, &tally, &answers)?;
    let new = new_cases(names, drafts, &answers);
    if !args.dry_run {
        scaffold::write(&problem.folder, &new).map_err(Failure::usage)?;
    }
    tell::written(&session, problem, &new, &answers, args.dry_run).map_err(Failure::output)?;
    tell::expectations(&crew, &cases, &tally);
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
    args: &AddArgs,
    cases: &[Case],
    tally: &Tally,
    answers: &[Answered],
) -> Result<(), Failure> {
    let contradicts = |surprise: &&Surprise| {
        surprise.verdict == Verdict::WrongAnswer && crew.is_always_right(surprise.candidate)
    };
    let Some(Surprise { candidate, case, .. }) = tally.surprises.iter().find(contradicts) else {
        return Ok(());
    };
    if args.force {
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

fn new_cases(names: Vec<Name>, drafts: Vec<Draft>, answers: &[Answered]) -> Vec<NewCase> {
    let date = scaffold::today();
    let drafts = names.into_iter().zip(drafts).zip(answers);
    drafts
        .map(|((name, draft), answered)| {
            let origin = Origin {
                by: "harness add",
                source: draft.source,
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
