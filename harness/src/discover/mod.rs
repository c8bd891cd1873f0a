//! Folders to a catalog, always in the same order.
//!
//! Adding a problem, a case or a solution is adding files, so this module must understand whatever
//! people put down, and say it where it does not. What cannot be used is a *defect* and never stops
//! the rest; what is odd but harmless is a *note*; what is wrong in a settings file is an error of its
//! problem, since it is unclear what would be judged under it.
//!
//! `walk` lists files; `classify` says from a path alone what a file is; `pairing` makes cases of them;
//! `programs` and `package` find what can be built; `problem` puts it all together.

mod cases;
mod classify;
mod comment;
mod doc_line;
mod encodings;
mod explain;
mod findings;
#[cfg(test)]
pub(crate) mod fixture;
mod foreign;
mod kin;
mod language_of;
mod leftovers;
mod package;
mod pairing;
mod parts;
mod places;
mod problem;
mod programs;
mod roles;
mod select;
mod submissions;
#[cfg(test)]
mod tests;
mod walk;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::config::{Config, SettingsError, SettingsErrors, misspelt};
use crate::discover::cases::is_checker_test;
use crate::discover::classify::{Class, classify, split_extension};
use crate::discover::findings::{Findings, Subject};
use crate::discover::pairing::{Answers, pair};
use crate::discover::problem::{Folders, problem};
use crate::discover::submissions::hand_in;
use crate::discover::walk::list;
use crate::model::{Catalog, Defect, Name, Problem, StudentFiles, folded as as_seen};

pub use doc_line::doc_line;
pub use explain::explain;
pub use leftovers::{is_header, is_made_or_text, is_of_tools};
pub use places::case_places;
pub use problem::{CASES, SOLUTIONS};
pub use select::{Chosen, NothingMatches, SelectedProblem, Selection, select, select_cases};
pub use submissions::HandInError;

/// What was found in a workspace, also of problems whose settings have mistakes.
#[derive(Debug, Default)]
pub struct Discovered {
    /// The problems.
    pub catalog: Catalog,
    /// What is wrong in the settings of a problem and its cases. It cannot be judged, but others can.
    pub mistakes: BTreeMap<Name, SettingsErrors>,
}

/// Finds the problems of a workspace with their cases and solutions.
#[must_use]
pub fn discover(config: &Config) -> Discovered {
    let mut findings = Findings::default();
    let names = folders(config, &mut findings);
    let mut mistakes = BTreeMap::new();
    let mut problems: Vec<Problem> = Vec::new();
    let mut folded: BTreeMap<String, Vec<&Name>> = BTreeMap::new();
    for name in names.keys() {
        folded.entry(as_seen(&name.shown())).or_default().push(name);
    }
    for (name, folders) in &names {
        let twins = folded.get(&as_seen(&name.shown()));
        let twin = twins.and_then(|twins| twins.iter().copied().find(|twin| *twin != name));
        problems.extend(problem(config, (name, twin), *folders, &mut findings));
        let errors = std::mem::take(&mut findings.errors);
        if errors.count() > 0 {
            mistakes.insert(name.clone(), errors);
        }
    }
    if problems.is_empty() && findings.defects.is_empty() {
        let subject = Subject { problem: None, folder: Path::new(CASES) };
        let hint = "create a folder for each, with files NAME.in and NAME.ans";
        findings.defects.push(subject.defect("", "there are no problems", hint));
    }
    let Findings { defects, notes, errors: _ } = findings;
    Discovered { catalog: Catalog { problems, defects, notes }, mistakes }
}

impl Discovered {
    /// Makes sure that the settings of these problems are right.
    ///
    /// # Errors
    /// Everything that is wrong in them.
    pub fn check<'n>(&self, problems: impl IntoIterator<Item = &'n Name>) -> Result<(), SettingsErrors> {
        let mut all = SettingsErrors::default();
        problems.into_iter().filter_map(|name| self.mistakes.get(name)).for_each(|errors| all.add(errors));
        all.or(())
    }

    /// Puts what students have handed in into the place of the solutions of the one problem that these patterns
    /// are about. The folders in which it lies.
    ///
    /// # Errors
    /// The patterns are about no problem or several, or there are no submissions.
    pub fn hand_in(
        &mut self,
        config: &Config,
        patterns: &[String],
        class: &StudentFiles,
    ) -> Result<Vec<PathBuf>, HandInError> {
        hand_in(&mut self.catalog, config, patterns, class)
    }

    /// Takes problems with wrong settings out of a selection of everything, so that the others can be judged.
    /// What is wrong there stays a defect. Where no other problem is left, nothing is taken out.
    pub fn set_aside(&mut self, selection: &mut Selection) -> Vec<Defect> {
        let name = |selected: &SelectedProblem| {
            self.catalog.problems.get(selected.problem).map(|problem| problem.name.clone())
        };
        let is_good = |selected: &SelectedProblem| {
            name(selected).is_some_and(|name| !self.mistakes.contains_key(&name))
        };
        if !selection.problems.iter().any(|selected| is_good(selected) && !selected.solutions.is_empty()) {
            return Vec::new();
        }
        selection.problems.retain(is_good);
        std::mem::take(&mut self.mistakes).iter().flat_map(defects_of).collect()
    }

    /// Makes notes of all that is wrong with other problems than these, and with what of these is not selected: it
    /// stops nothing.
    pub fn narrow(&mut self, problems: &BTreeSet<Name>, selection: &Selection) {
        let catalog = &mut self.catalog;
        let is_of_other = |defect: &Defect| {
            let name = defect.problem.as_ref();
            name.is_some_and(|name| !problems.contains(name))
                || selection.leaves_out(&catalog.problems, defect)
        };
        let (others, own) = std::mem::take(&mut catalog.defects).into_iter().partition(is_of_other);
        catalog.defects = own;
        catalog.notes.extend::<Vec<Defect>>(others);
        let mistakes = self.mistakes_but_of(problems);
        self.catalog.notes.extend(mistakes);
    }

    /// Notes which files of the selected cases no program reads as what they show.
    pub fn note_encodings(&mut self, root: &Path, selection: &Selection) {
        for selected in &selection.problems {
            let Some(problem) = self.catalog.problems.get(selected.problem) else { continue };
            let chosen: BTreeSet<usize> =
                selected.solutions.iter().flat_map(|chosen| chosen.cases.iter().copied()).collect();
            let is_chosen = |index: &usize| selected.solutions.is_empty() || chosen.contains(index);
            let cases = (0..problem.cases.len()).filter(is_chosen).map(|index| &problem.cases[index]);
            self.catalog.notes.extend(encodings::of_cases(root, problem, cases));
        }
    }

    /// What is wrong in the settings of other problems than these.
    #[must_use]
    pub fn mistakes_but_of(&self, problems: &BTreeSet<Name>) -> Vec<Defect> {
        let others = self.mistakes.iter().filter(|(name, _)| !problems.contains(*name));
        others.flat_map(defects_of).collect()
    }
}

/// The mistakes in the settings of a problem.
fn defects_of((name, errors): (&Name, &SettingsErrors)) -> Vec<Defect> {
    let defect = |error: &SettingsError| Defect {
        problem: Some(name.clone()),
        path: error.path.to_path_buf(),
        line: error.line,
        what: error.what.clone(),
        full: None,
        hint: error.hint.clone().unwrap_or_else(|| "correct it".to_owned()),
        is_unjudged: false,
    };
    errors.told().iter().map(defect).collect()
}

/// Whether `NAME.in`, `NAME.ans` and `NAME.toml` in the folder of a problem are the case of that name.
#[must_use]
pub fn is_name_of_case(name: &Name) -> bool {
    let words = name.as_bytes().split(|&byte| byte == b'/');
    let is_word = |word: &[u8]| !word.is_empty() && !word.starts_with(b".") && !word.ends_with(b".files");
    if is_checker_test(name.as_bytes())
        || !words.clone().all(is_word)
        || name.as_bytes().contains(&0)
        || *name.as_bytes() == *b"problem"
    {
        return false;
    }
    let paths = [&b".in"[..], b".ans", b".toml"].map(|ending| [name.as_bytes(), ending].concat());
    let pairing = pair(&paths, Answers::Needed);
    pairing.odd.is_empty()
        && matches!(&pairing.pairs[..], [pair] if pair.name == *name && pair.sidecar.is_some())
}

/// The names that have a folder below `cases` or `solutions`.
fn folders(config: &Config, findings: &mut Findings) -> BTreeMap<Name, Folders> {
    let mut names: BTreeMap<Name, Folders> = BTreeMap::new();
    for top in [CASES, SOLUTIONS] {
        let subject = Subject { problem: None, folder: Path::new(top) };
        if !config.root.join(top).is_dir() {
            let hint = misspelt(&config.root, top).map_or_else(
                || format!("make {top}/PROBLEM, or check that this is the right root"),
                |other| {
                    format!("`{other}` differs from it only in the case of letters: rename it to `{top}`")
                },
            );
            findings.defects.push(subject.defect("", "there is no such folder", hint));
            continue;
        }
        let listing = list(&config.root.join(top), 1, subject, findings);
        for folder in listing.folders.iter().filter(|folder| ***folder != *b"target") {
            let folders = names.entry(Name::from_os(OsStr::from_bytes(folder))).or_default();
            if top == CASES { folders.cases = true } else { folders.solutions = true }
        }
        for file in listing.files.iter().filter(|file| !listing.dead.contains(*file)) {
            if is_astray(config, top, file) {
                let hint = format!("move it into {top}/PROBLEM");
                findings.defects.push(subject.defect(
                    OsStr::from_bytes(file),
                    "this belongs to no problem",
                    hint,
                ));
            }
        }
    }
    names
}

/// Whether a file beside the folders of the problems was meant for one of them.
fn is_astray(config: &Config, top: &str, file: &[u8]) -> bool {
    if top == CASES {
        return matches!(classify(file), Class::Part(..) | Class::Whole(..));
    }
    split_extension(file)
        .is_some_and(|(_, extension)| config.languages.of_extension(OsStr::from_bytes(extension)).is_some())
}
