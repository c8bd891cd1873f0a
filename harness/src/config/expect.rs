//! The key `expect`: a verdict, a list of verdicts, or either of them per case glob.

use crate::config::error::{SettingsError, SettingsErrors, quoted};
use crate::config::origin::{Origin, Traced};
use crate::config::suggest::hint;
use crate::config::table::Item;
use crate::model::{Expectation, Glob, Permitted, Verdict};

const VERDICTS: &str = "a verdict like \"WA\" or a list like [\"AC\", \"TLE\"]";

/// What a solution is expected to do, with the line of every rule.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectRules {
    /// The rules as written.
    pub expectation: Expectation,
    /// Where each rule stands.
    pub origins: Vec<Origin>,
    /// The mistake to report for each rule if its glob matches no case; `None` for rules that hold
    /// for all cases.
    pub untested: Vec<Option<SettingsError>>,
}

/// The verdicts that an expectation may name. A judge error is never expected, and a run that is
/// skipped has no verdict.
fn expectable() -> Vec<&'static str> {
    let may_be_expected = |verdict: &Verdict| match verdict {
        Verdict::JudgeError | Verdict::Skipped => false,
        Verdict::CompileError
        | Verdict::MemoryLimit
        | Verdict::TimeLimit
        | Verdict::IdleLimit
        | Verdict::OutputLimit
        | Verdict::RuntimeError
        | Verdict::WrongAnswer
        | Verdict::Partial
        | Verdict::Accepted => true,
    };
    Verdict::ALL.into_iter().filter(may_be_expected).map(Verdict::code).collect()
}

/// Reads a verdict that a solution may be expected to get.
///
/// # Errors
/// What is wrong, and a hint.
pub fn parse_verdict(word: &str) -> Result<Verdict, (String, Option<String>)> {
    let known = expectable();
    match word.parse::<Verdict>() {
        Ok(verdict) if known.contains(&verdict.code()) => Ok(verdict),
        Ok(verdict) => Err((format!("`{verdict}` cannot be expected"), hint("", &known, "the verdicts are"))),
        Err(()) => Err((format!("unknown verdict {}", quoted(word)), hint(word, &known, "the verdicts are"))),
    }
}

/// Reads the key.
pub fn expect(item: Item<'_>, errors: &mut SettingsErrors) -> Option<ExpectRules> {
    let mut rules = ExpectRules {
        expectation: Expectation { rules: Vec::new() },
        origins: Vec::new(),
        untested: Vec::new(),
    };
    if !item.is_table() {
        let Traced { value, origin } = item.traced(errors.keep(permitted(&item))?);
        rules.expectation.rules.push((Glob::everything(), value));
        rules.origins.push(origin);
        rules.untested.push(None);
        return Some(rules);
    }
    let table = errors.keep(item.into_table())?;
    let empty =
        table.error("this names no verdict".to_owned(), Some(format!("write {VERDICTS} per case glob")));
    let n_errors = errors.count();
    for item in table.into_items() {
        let glob = errors.keep(read_glob(&item));
        let Some((glob, value)) = glob.zip(errors.keep(permitted(&item))) else { continue };
        let untested = item.error(
            format!("{} matches no case, so no case tests it", quoted(&item.key)),
            Some("correct the glob or add the case".to_owned()),
        );
        rules.untested.push((glob != Glob::everything()).then_some(untested));
        rules.expectation.rules.push((glob, value));
        rules.origins.push(item.traced(()).origin);
    }
    if rules.origins.is_empty() && errors.count() == n_errors {
        errors.push(empty);
    }
    Some(rules)
}

fn read_glob(item: &Item<'_>) -> Result<Glob, SettingsError> {
    Glob::new(&item.key)
        .map_err(|error| item.error(format!("{} is not a valid glob: {}", quoted(&item.key), error), None))
}

fn permitted(item: &Item<'_>) -> Result<Permitted, SettingsError> {
    let read = |item: &Item<'_>| {
        let word = item.text(VERDICTS)?;
        parse_verdict(word).map_err(|(what, hint)| item.error(what, hint))
    };
    let Some(elements) = item.elements() else { return read(item).map(|verdict| Permitted(vec![verdict])) };
    if elements.is_empty() {
        return Err(
            item.error("an empty list permits no verdict".to_owned(), Some(format!("write {VERDICTS}")))
        );
    }
    elements.iter().map(read).collect::<Result<Vec<_>, _>>().map(Permitted)
}
