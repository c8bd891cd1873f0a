//! `add`: new cases from the command line.

use std::io::{self, BufWriter, IsTerminal};

use anyhow::anyhow;

use crate::cli::AddArgs;
use crate::commands::invocation::{Invocation, problem_named};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Problem, RoleKind};
use crate::newcase::draft::Draft;
use crate::newcase::naming::Naming;
use crate::newcase::source::{self, InputReader, InputSource};
use crate::newcase::{self, AddRequest, generated};
use crate::programs::{InputFolder, ProblemPrograms};
use crate::report;
use crate::ui::{Folded, message};

/// Adds cases.
///
/// # Errors
/// A case cannot be read, checked or answered; nothing was written.
pub fn run(invocation: &Invocation<'_>, args: &AddArgs) -> Result<ExitCode, Failure> {
    let session = invocation.open(&args.settings())?;
    let ui = invocation.ui;
    let problem = problem_named(&session, &args.problem)?;
    refuse_samples(args, problem)?;
    let folder = InputFolder::make(session.run_folder()?)?;
    // An input that is typed is read before anything takes its time.
    let given = source_of(args).map(|source| {
        if source == InputSource::StandardInput && io::stdin().is_terminal() {
            message::progress("reading the input from the terminal; Ctrl-D on an empty line ends it");
        }
        let waiting = |what: &str| {
            if ui.has_progress && !io::stdin().is_terminal() {
                message::progress(&format!("waiting for {what}"));
            }
        };
        let reader = InputReader { stop: &session.stop, waiting: &waiting };
        source::read(&source, args.answer.as_deref(), args.raw, &folder, reader)
    });
    let given = given.transpose()?;
    let is_partial = given.as_ref().is_some_and(|given| given.is_partial);
    for text in given.iter().flat_map(|given| &given.notes) {
        message::note(text);
    }
    let out = Box::new(Folded::on_stdout(BufWriter::new(io::stdout().lock()), ui, true));
    let mut reporter = report::for_drafts(out, ui);
    let programs = ProblemPrograms::start(&session, problem, reporter.as_mut())?;
    let mut drafts = match (given, &args.source.generate) {
        (Some(given), _) => given.drafts,
        (None, words) => {
            let seed = args.seed.unwrap_or_else(generated::seed_of_the_clock);
            generated::generate(&programs, words.as_deref().unwrap_or_default(), seed, args.count.get())?
        }
    };
    if !args.raw {
        drafts = drafts.into_iter().map(tidied).collect();
    }
    let is_one = args.source.from_markdown.is_none() && args.count.get() == 1;
    let request = AddRequest {
        by: "harness add",
        naming: Naming::of(args.name.as_deref(), is_one, args.source.from_markdown.is_some()),
        consensus: args.consensus,
        raw: args.raw,
        force: args.force,
        dry_run: args.dry_run,
        targets: &[],
    };
    let addition = newcase::add(&programs, &request, drafts, &folder, &message::note, reporter.as_mut());
    drop(reporter);
    let mut out = io::stdout().lock();
    let (code, hints) = report::newcase::addition(&mut out, &problem.name, addition?, (ui, args.dry_run))?;
    for hint in &hints {
        message::hint(hint);
    }
    Ok(if is_partial && code == ExitCode::Fine { ExitCode::Unexpected } else { code })
}

/// Refuses the samples of a problem that are no inputs.
fn refuse_samples(args: &AddArgs, problem: &Problem) -> Result<(), Failure> {
    let roles = &problem.roles;
    let interactor = roles.interactor().map(|role| (RoleKind::Interactor, role));
    let decider = interactor.or_else(|| roles.sole_decider());
    let Some((kind, _)) = decider.filter(|_| args.source.from_markdown.is_some()) else { return Ok(()) };
    let (name, nature, kind) = (&problem.name, problem.roles.nature(), kind.key());
    let what =
        anyhow!("`{name}` {nature}: samples in its statement are dialogues, and no inputs of its {kind}");
    Err(Failure::usage(what).hint(format!("write what the {kind} reads to a file, and give it with --input")))
}

/// Where the inputs come from; none where the generator makes them.
fn source_of(args: &AddArgs) -> Option<InputSource> {
    let source = &args.source;
    Some(match (&source.input, &source.from_markdown) {
        _ if source.generate.is_some() => return None,
        (Some(path), _) => InputSource::File(path.clone()),
        (None, Some(path)) => InputSource::Statement(path.clone()),
        (None, None) if source.clip => InputSource::Clipboard,
        (None, None) if source.edit => InputSource::Editor,
        (None, None) => InputSource::StandardInput,
    })
}

fn tidied(draft: Draft) -> Draft {
    let (draft, notes) = draft.tidied();
    for text in &notes {
        message::note(text);
    }
    draft
}
