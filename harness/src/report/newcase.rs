//! What `add` prints beside the verdicts.

use std::collections::BTreeSet;
use std::io::{self, Write};

use crate::diff;
use crate::event::AddedCases;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{AnswerBy, Name, Split, Verdict, counted, is_plain};
use crate::newcase::{self, Addition};
use crate::ui::{Tone, Ui, Verbosity, paint};

/// An answer up to so many bytes is shown in a sentence.
const SHORT: usize = 40;

/// Writes the result of adding drafts; the hints are for after it.
///
/// # Errors
/// Nothing was written, because the solutions do not agree.
pub fn addition(
    out: &mut dyn Write,
    problem: &Name,
    addition: Addition,
    (ui, is_dry): (Ui, bool),
) -> Result<(ExitCode, BTreeSet<String>), Failure> {
    match addition {
        Addition::Ended(code) => Ok((code, BTreeSet::from(["nothing was written".to_owned()]))),
        Addition::Split(splits) => {
            for (draft, of_draft) in &splits {
                split(out, &draft.input, of_draft, ui.width).map_err(Failure::output)?;
            }
            Err(newcase::disagreement())
        }
        Addition::Added(new) => {
            if ui.verbosity > Verbosity::Quiet {
                added(out, problem, &new.told(), is_dry).map_err(Failure::output)?;
            }
            Ok((new.code, hints(problem, &new.unexpected)))
        }
    }
}

/// Writes which cases were added, or would have been.
///
/// # Errors
/// The output cannot be written.
pub fn added(out: &mut dyn Write, problem: &Name, added: &AddedCases, is_dry: bool) -> io::Result<()> {
    let done = if is_dry { "would add" } else { "added" };
    for new in &added.cases {
        let name = paint(Tone::Strong, &format!("{problem}/{}", new.case));
        let answer = in_short(new.answer.as_deref().unwrap_or_default());
        let what = match &new.by {
            AnswerBy::Given => format!("answer {answer} as given"),
            by @ (AnswerBy::Reference(_) | AnswerBy::Consensus(_)) => format!("answer {answer} by {by}"),
            by @ AnswerBy::Decider(..) => format!("no answer, {by} decides"),
        };
        writeln!(out, "{done} {name}: {what}")?;
    }
    out.flush()
}

/// A short answer as it is, a longer one by its size.
fn in_short(answer: &[u8]) -> String {
    let text = String::from_utf8_lossy(answer);
    let text = text.trim_end();
    let is_short = text.len() <= SHORT && text.chars().all(is_plain) && !text.is_empty();
    if is_short { format!("`{text}`") } else { format!("of {}", counted(answer.len(), "byte")) }
}

/// Writes the outputs of solutions that do not agree on an input, and the input.
///
/// # Errors
/// The output cannot be written.
pub fn split(out: &mut dyn Write, input: &[u8], split: &Split, width: usize) -> io::Result<()> {
    for (answer, names) in &split.groups {
        writeln!(out, "{}", paint(Tone::Strong, &list(names)))?;
        listing(out, answer, width)?;
    }
    for (name, why) in &split.silent {
        writeln!(out, "{}", paint(Tone::Strong, &list(std::slice::from_ref(name))))?;
        writeln!(out, "  no answer: {why}")?;
    }
    writeln!(out, "{}", paint(Tone::Faint, "input"))?;
    listing(out, input, width)?;
    out.flush()
}

fn list(names: &[Name]) -> String {
    names.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn listing(out: &mut dyn Write, text: &[u8], width: usize) -> io::Result<()> {
    for row in diff::listing(text, text.len() as u64, width) {
        writeln!(out, "  {row}")?;
    }
    Ok(())
}

/// The lines that `problem.toml` needs for wrong solutions that the new cases kill.
#[must_use]
pub fn hints(problem: &Name, unexpected: &[(Name, Name, Verdict)]) -> BTreeSet<String> {
    let hint = |(solution, case, verdict): &(Name, Name, Verdict)| {
        format!(
            "write `\"{case}\" = \"{verdict}\"` under `expect` of [solution.{solution}] in cases/{problem}/problem.toml"
        )
    };
    unexpected.iter().map(hint).collect()
}
