//! Which languages can be judged here.

use std::collections::BTreeMap;
use std::path::Path;

use harness_sandbox::find_tool;

use crate::config::{Config, Languages};
use crate::machine::finding::Finding;
use crate::machine::host::version;
use crate::model::Language;

/// Whether a language can be judged here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Availability {
    /// Its compiler or interpreter is installed, and says this of its version.
    Installed(String),
    /// This program is not installed.
    Missing(String),
    /// It is installed and does not work; why, and what to do.
    Broken(String, &'static str),
}

/// The languages of the settings, or else those that are built in.
#[must_use]
pub fn languages(config: Option<&Config>) -> Vec<Language> {
    config.map_or_else(Languages::built_in, |config| config.languages.clone()).rows
}

/// Asks the compiler or interpreter of a language for its version.
#[must_use]
pub fn availability(language: &Language) -> Availability {
    let needed = [&language.version, &language.compile, &language.run];
    let is_there = |program: &&String| program.contains('{') || find_tool(Path::new(program)).is_some();
    let mut programs = needed.iter().filter_map(|command| command.first());
    if let Some(program) = programs.find(|program| !is_there(program)) {
        return Availability::Missing(program.clone());
    }
    let Some(program) = language.version.first() else {
        return Availability::Installed("no version command".to_owned());
    };
    match version(&language.version) {
        Ok(Ok(version)) => Availability::Installed(version),
        Ok(Err(status)) => Availability::Broken(
            format!("`{}` ended with {status}", language.version.join(" ")),
            "run it by hand to see its message",
        ),
        Err(error) => Availability::Broken(format!("failed to start `{program}`: {error}"), "reinstall it"),
    }
}

/// Of those of these languages whose programs another program runs, the version of that program, by their names.
/// What is not installed has none.
#[must_use]
pub fn runtime_versions<'a>(languages: impl Iterator<Item = &'a Language>) -> BTreeMap<String, String> {
    let mut versions: BTreeMap<String, String> = BTreeMap::new();
    for language in languages.filter(|language| language.is_hosted()) {
        // A compiler that is not here does not matter.
        let version = match (language.run.first(), language.version.first()) {
            (Some(runs), Some(told)) if runs == told => language.version.clone(),
            (Some(runs), _) => vec![runs.clone(), "--version".to_owned()],
            (None, _) => Vec::new(),
        };
        let alone = Language { compile: Vec::new(), version, ..language.clone() };
        if versions.contains_key(&language.name) {
            continue;
        }
        if let Availability::Installed(version) = availability(&alone) {
            versions.insert(language.name.clone(), version);
        }
    }
    versions
}

/// Asks every compiler and interpreter of the table for its version. None of them is missed: a
/// language without solutions needs no compiler.
#[must_use]
pub fn look(config: Option<&Config>) -> Vec<Finding> {
    let finding = |language: &Language| match availability(language) {
        Availability::Installed(version) => Some(Finding::good(&language.name, version)),
        Availability::Missing(_) => None,
        Availability::Broken(what, advice) => Some(Finding::weak(&language.name, what, advice)),
    };
    let languages = languages(config);
    let mut findings: Vec<Finding> = languages.iter().filter_map(finding).collect();
    let missing = languages.len() - findings.len();
    if missing > 0 {
        let what = format!("{missing}, see `harness languages`");
        findings.push(Finding::good("not installed", what));
    }
    findings
}
