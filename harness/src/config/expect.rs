//! The key `expect`: a verdict, a list of verdicts, what is permitted and what is required, or any of them
//! per case glob.

use crate::config::error::{SettingsError, SettingsErrors, quoted};
use crate::config::origin::Origin;
use crate::config::suggest::{hint, meant, nearest};
use crate::config::table::{Item, Table};
use crate::model::{Expectation, Glob, Name, Permitted, PointsExpected, PointsRange, Verdict};

const VERDICTS: &str = "a verdict like \"WA\" or a list like [\"AC\", \"TLE\"]";
const POINTS: &str = "points like 40 or \"40..60\"";
const FULL: &str = "{ permitted = [\"AC\", \"TLE\"], required = [\"TLE\"] }";

/// The keys of a table that is not verdicts per case glob.
const FULL_KEYS: [&str; 3] = ["permitted", "required", "points"];

/// What to do about a glob that matches nothing.
pub const CORRECT_GLOB: &str = "correct the glob or add the case";

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

/// A judge error is never expected, and a run that is skipped has no verdict.
fn may_be_expected(verdict: Verdict) -> bool {
    match verdict {
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
    }
}

/// The verdicts that an expectation may name.
fn expectable() -> Vec<&'static str> {
    let known = Verdict::ALL.into_iter().filter(|verdict| may_be_expected(*verdict));
    known.map(Verdict::code).collect()
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
        expectation: Expectation::of_cases(Vec::new()),
        origins: Vec::new(),
        untested: Vec::new(),
    };
    let mut add = |(glob, permitted), origin, untested| {
        rules.expectation.rules.push((glob, permitted));
        rules.origins.push(origin);
        rules.untested.push(untested);
    };
    let origin = item.traced(()).origin;
    if !item.is_table() {
        add((Glob::everything(), errors.keep(short(&item))?), origin, None);
        return Some(rules);
    }
    let mut table = errors.keep(item.into_table())?;
    if is_full(&table) {
        let points = table.take("points").map(|item| points(item, errors));
        add((Glob::everything(), full(table, errors, points.is_some())?), origin, None);
        rules.expectation.points = points.filter(|points| !points.is_empty());
        return Some(rules);
    }
    let empty =
        table.error("this names no verdict".to_owned(), Some(format!("write {VERDICTS} per case glob")));
    let n_errors = errors.count();
    let mut is_empty = true;
    for item in table.into_items() {
        let glob = errors.keep(read_glob(&item));
        let origin = item.traced(()).origin;
        let untested = item.error(
            format!("{} matches no case, so no case tests it", quoted(&item.key)),
            Some(
                nearest(&item.key, FULL_KEYS)
                    .map_or_else(|| CORRECT_GLOB.to_owned(), |near| meant(near, &item.key)),
            ),
        );
        let permitted = if item.is_table() {
            errors.keep(item.into_table()).and_then(|table| full(table, errors, false))
        } else {
            errors.keep(short(&item))
        };
        let Some((glob, permitted)) = glob.zip(permitted) else { continue };
        is_empty = false;
        let untested = (glob != Glob::everything()).then_some(untested);
        add((glob, permitted), origin, untested);
    }
    if is_empty && errors.count() == n_errors {
        errors.push(empty);
    }
    Some(rules)
}

fn read_glob(item: &Item<'_>) -> Result<Glob, SettingsError> {
    Glob::new(&item.key)
        .map_err(|error| item.error(format!("{} is not a valid glob: {}", quoted(&item.key), error), None))
}

/// Whether a table is `{ permitted = […], required = […], points = … }` and not verdicts per case glob.
fn is_full(table: &Table<'_>) -> bool {
    FULL_KEYS.iter().any(|key| table.has(key))
}

/// `40`, `"40..60"`, or either for each group.
fn points(item: Item<'_>, errors: &mut SettingsErrors) -> PointsExpected {
    if !item.is_table() {
        return PointsExpected { total: errors.keep(range(&item)), groups: Vec::new() };
    }
    let table = errors.keep(item.into_table());
    let items = table.map_or_else(Vec::new, Table::into_items);
    let group = |item: &Item<'_>| Some((Name::from(item.key.as_str()), errors.keep(range(item))?));
    PointsExpected { total: None, groups: items.iter().filter_map(group).collect() }
}

fn range(item: &Item<'_>) -> Result<PointsRange, SettingsError> {
    let Ok(text) = item.text(POINTS) else {
        return item.number(POINTS).map(|points| PointsRange { from: points, to: points });
    };
    let number =
        |text: &str| text.trim().parse().ok().filter(|number: &f64| *number >= 0.0 && number.is_finite());
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    match number(from).zip(number(to)) {
        Some((from, to)) if from <= to => Ok(PointsRange { from, to }),
        Some(_) => {
            Err(item.error(format!("{} is empty: the larger number comes second", quoted(text)), None))
        }
        None => Err(item.error(format!("{} are no points", quoted(text)), Some(format!("write {POINTS}")))),
    }
}

/// A verdict or a list.
fn short(item: &Item<'_>) -> Result<Permitted, SettingsError> {
    let verdicts = verdicts(item)?;
    if verdicts.is_empty() {
        return Err(
            item.error("an empty list permits no verdict".to_owned(), Some(format!("write {VERDICTS}")))
        );
    }
    Ok(Permitted::of(verdicts))
}

/// `{ permitted = […], required = […] }`. Without the first a case may have any verdict, without the second
/// none is required, as in the problem package format. `has_points` says that something else is expected, so
/// that both may be missing.
fn full(mut table: Table<'_>, errors: &mut SettingsErrors, has_points: bool) -> Option<Permitted> {
    let n_errors = errors.count();
    let permitted = table.read("permitted", errors, short);
    let mut mistakes = Vec::new();
    let required = table.read("required", errors, |item| {
        let required = verdicts(item)?;
        if let Some(permitted) = &permitted
            && let Some(other) = required.iter().find(|verdict| !permitted.value.verdicts.contains(verdict))
        {
            let hint = format!("add \"{other}\" to `permitted`");
            mistakes.push(item.error(format!("`{other}` is required and not permitted"), Some(hint)));
        }
        Ok(required)
    });
    if permitted.is_none() && required.is_none() && !has_points && errors.count() == n_errors {
        errors.push(table.error("this names no verdict".to_owned(), Some(format!("write {FULL}"))));
    }
    for mistake in mistakes {
        errors.push(mistake);
    }
    table.finish(errors);
    let verdicts = permitted.map_or_else(any, |permitted| permitted.value.verdicts);
    let required = required.map_or_else(Vec::new, |required| required.value);
    (errors.count() == n_errors).then_some(Permitted { verdicts, required })
}

/// Every verdict of a case that may be expected.
fn any() -> Vec<Verdict> {
    let is_of_case = |verdict: &Verdict| may_be_expected(*verdict) && *verdict != Verdict::CompileError;
    Verdict::ALL.into_iter().filter(is_of_case).collect()
}

fn verdicts(item: &Item<'_>) -> Result<Vec<Verdict>, SettingsError> {
    let read = |item: &Item<'_>| {
        let word = item.text(VERDICTS)?;
        parse_verdict(word).map_err(|(what, hint)| item.error(what, hint))
    };
    match item.elements() {
        None => read(item).map(|verdict| vec![verdict]),
        Some(elements) => elements.iter().map(read).collect(),
    }
}
