//! What `add` says beside the verdicts.

use std::collections::BTreeSet;
use std::io::{self, Write};

use crate::commands::add::answers::{Answered, By, Split};
use crate::commands::add::drafts::Draft;
use crate::commands::crew::Crew;
use crate::commands::judging::Tally;
use crate::diff;
use crate::model::{Case, Name, Problem, counted};
use crate::scaffold::NewCase;
use crate::session::Session;
use crate::ui::{Role, Ui, Verbosity, paint};

/// An answer up to so many bytes is shown in a sentence.
const SHORT: usize = 40;

/// Says what was written, or would have been.
pub fn written(
    session: &Session,
    problem: &Problem,
    cases: &[NewCase],
    answers: &[Answered],
    is_dry: bool,
) -> io::Result<()> {
    if session.ui.verbosity == Verbosity::Quiet {
        return Ok(());
    }
    let mut out = io::stdout().lock();
    let done = if is_dry { "would add" } else { "added" };
    for (case, answered) in cases.iter().zip(answers) {
        let name = paint(Role::Strong, &format!("{}/{}", problem.name, case.name));
        let answer = in_short(&answered.answer);
        let says = match &answered.by {
            By::Given => "as given".to_owned(),
            by @ (By::Reference(_) | By::Consensus(_)) => format!("says {by}"),
        };
        writeln!(out, "{done} {name}: {answer}, {says}")?;
    }
    out.flush()
}

/// A short answer as it is, a longer one by its size.
fn in_short(answer: &[u8]) -> String {
    let text = String::from_utf8_lossy(answer);
    let text = text.trim_end();
    let is_short = text.len() <= SHORT && !text.chars().any(char::is_control) && !text.is_empty();
    if is_short { format!("`{text}`") } else { format!("an answer of {}", counted(answer.len(), "byte")) }
}

/// Says of each draft who says what.
pub fn splits(splits: &[Split], drafts: &[Draft], ui: Ui) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for split in splits {
        for (answer, names) in &split.parts {
            writeln!(out, "{}", paint(Role::Strong, &list(names)))?;
            listing(&mut out, answer, ui)?;
        }
        for (name, why) in &split.silent {
            writeln!(out, "{}", paint(Role::Strong, &list(std::slice::from_ref(name))))?;
            writeln!(out, "  no answer: {why}")?;
        }
        writeln!(out, "{}", paint(Role::Faint, "input"))?;
        if let Some(draft) = drafts.get(split.draft) {
            listing(&mut out, &draft.input, ui)?;
        }
    }
    out.flush()
}

fn list(names: &[Name]) -> String {
    names.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn listing(out: &mut impl Write, text: &[u8], ui: Ui) -> io::Result<()> {
    for row in diff::listing(text, text.len() as u64, ui.width) {
        writeln!(out, "  {row}")?;
    }
    Ok(())
}

/// Says where `problem.toml` must follow: solutions that are kept because they are wrong, and are so
/// on the new cases.
pub fn expectations(crew: &Crew<'_>, cases: &[Case], tally: &Tally) {
    let wrong = tally.surprises.iter().filter(|surprise| !crew.is_always_right(surprise.candidate));
    let lines: BTreeSet<String> = wrong
        .filter_map(|surprise| {
            let solution = &crew.candidates.get(surprise.candidate)?.solution.name;
            let case = &cases.get(surprise.case)?.name;
            Some(format!("\"{case}\" = \"{}\"` under `expect` of [solution.{solution}]", surprise.verdict))
        })
        .collect();
    let mut err = io::stderr().lock();
    for line in lines {
        let hint = paint(Role::Notable, "hint:");
        // There is nobody to tell that telling failed.
        let _ = writeln!(err, "{hint} write `{line} in cases/{}/problem.toml", crew.problem.name);
    }
}
