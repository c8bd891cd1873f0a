//! The settings of problem packages of Kattis, ICPC and DOMjudge: `problem.yaml`, `.timelimit`,
//! `domjudge-problem.ini`. They are weaker than `problem.toml`.
//!
//! What has a meaning here is read. What has none is told, unless it only describes the problem; nothing of it is an
//! error, because others use the package, too. What is read and cannot be understood is an error as in any settings.

mod yaml;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::config::error::{SettingsError, SettingsErrors, quoted};
use crate::config::file::SettingsFile;
use crate::config::foreign::yaml::{Map, Node, Value, document, mistake};
use crate::config::origin::{Origin, Traced};
use crate::config::time::parse_time_limit;
use crate::model::{Bytes, CheckerChoice};

/// The file of a package that says most of it.
const PACKAGE_FILE: &str = "problem.yaml";

/// The file that has the time limit and nothing else, in seconds.
const TIME_FILE: &str = ".timelimit";

/// The file of DOMjudge.
const DOMJUDGE_FILE: &str = "domjudge-problem.ini";

/// All files that settings of a package are read from.
pub const PACKAGE_FILES: [&str; 3] = [PACKAGE_FILE, TIME_FILE, DOMJUDGE_FILE];

/// Keys that describe the problem for people, or for those who publish it.
const DESCRIPTIONS: [&str; 16] = [
    "uuid",
    "version",
    "author",
    "authors",
    "credits",
    "source",
    "source_url",
    "license",
    "rights_owner",
    "keywords",
    "embargo_until",
    "languages",
    "libraries",
    "constants",
    "allow_file_writing",
    "title",
];

const IN_TOML: &str = "if it is needed, set it in problem.toml";

/// Passes of a problem whose package does not say how many.
const PASSES: u32 = 2;

/// What a package says of its problem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PackageSettings {
    /// The title.
    pub title: Option<Traced<String>>,
    /// The time limit.
    pub time: Option<Traced<Duration>>,
    /// The memory limit.
    pub memory: Option<Traced<Bytes>>,
    /// The output limit.
    pub output: Option<Traced<Option<Bytes>>>,
    /// How outputs are judged; none where the package does not say so.
    pub judging: Option<Traced<PackageJudging>>,
    /// The arguments of what judges outputs, beside those of the convention.
    pub arguments: Vec<String>,
    /// Whether a program in the folder of output validators judges outputs without that anything says so, as in the
    /// form of 2023.
    pub judges_by_folder: bool,
    /// How often a solution may be run on a case.
    pub passes: Option<Traced<u32>>,
    /// Where the package says of itself that it is one: there is a `problem.yaml`.
    pub origin: Option<Origin>,
    /// What is not used.
    pub notes: Vec<SettingsError>,
}

/// How outputs are judged.
#[derive(Clone, Debug, PartialEq)]
pub enum PackageJudging {
    /// By a built-in checker.
    BuiltIn(CheckerChoice),
    /// As the default validator would with flags that have no counterpart here: an error, unless `problem.toml` names a
    /// checker.
    Unknown(SettingsError),
    /// By a program of the package.
    Program {
        /// It talks to solutions.
        is_interactive: bool,
    },
}

impl PackageSettings {
    /// Reads the files of a folder, given relative to the root.
    pub fn read(root: &Path, folder: &Path, errors: &mut SettingsErrors) -> Self {
        let mut settings = Self::default();
        let mut open = |name: &str| errors.keep(SettingsFile::read(root, &folder.join(name))).flatten();
        let files = PACKAGE_FILES.map(&mut open);
        let [package, time, domjudge] = &files;
        if let Some(file) = package {
            settings.take_package(file, errors);
        }
        if let Some(file) = time {
            let read = seconds(&file.path, 1, file.text.trim());
            let read = errors.keep(read).map(|value| Traced { value, origin: file.origin(0) });
            settings.time = settings.time.or(read);
        }
        if let Some(file) = domjudge {
            settings.take_domjudge(file, errors);
        }
        settings
    }

    fn note(&mut self, path: &Arc<Path>, line: usize, what: String, hint: &str) {
        self.notes.push(mistake(path, line, what, hint));
    }

    fn take_package(&mut self, file: &SettingsFile, errors: &mut SettingsErrors) {
        self.origin = Some(file.origin(0));
        let path = &file.path;
        let Some(node) = errors.keep(document(file)) else { return };
        let map = match node.value {
            Value::Map(map) => map,
            Value::Nothing => Vec::new(),
            other => {
                let what = format!("a package is a map, not {}", other.kind());
                errors.push(mistake(path, node.line, what, "write `name: …` and so on"));
                return;
            }
        };
        let mut validation = BTreeSet::new();
        let mut origin = file.origin(0);
        let mut flags = None;
        for (key, node) in &map {
            let line = node.line;
            let at = Origin::Line(Arc::clone(path), line);
            match key.as_str() {
                "name" => {
                    let title = errors.keep(title(path, node));
                    self.title = title.map(|value| Traced { value, origin: at });
                }
                "validation" | "type" => {
                    validation.extend(errors.keep(words(path, key, node)).unwrap_or_default());
                    origin = at;
                }
                "validator_flags" => {
                    flags = errors.keep(text(path, key, node)).map(|value| Traced { value, origin: at });
                }
                "limits" => match &node.value {
                    Value::Map(limits) => self.take_limits(path, limits, errors),
                    Value::Nothing => {}
                    other => {
                        let what = format!("`limits` must be a map, not {}", other.kind());
                        errors.push(mistake(
                            path,
                            line,
                            what,
                            "write `limits:` and `  memory: 1024` below it",
                        ));
                    }
                },
                "problem_format_version" => {
                    let version = errors.keep(text(path, key, node)).unwrap_or_default();
                    self.judges_by_folder = version.starts_with(|first: char| first.is_ascii_digit());
                }
                "grading" | "grader_flags" => {
                    let hint = "give folders of cases points by [group.FOLDER] in problem.toml";
                    self.note(path, line, format!("{} is not used", quoted(key)), hint);
                }
                key if DESCRIPTIONS.contains(&key) => {}
                key => self.note(path, line, format!("{} is not known and not used", quoted(key)), IN_TOML),
            }
        }
        self.take_validation((path, &origin), &validation, flags.as_ref());
    }

    fn take_limits(&mut self, path: &Arc<Path>, limits: &Map, errors: &mut SettingsErrors) {
        let mut unused: Vec<(&str, usize)> = Vec::new();
        for (key, node) in limits {
            let origin = Origin::Line(Arc::clone(path), node.line);
            let mut size = || {
                let size = text(path, key, node).and_then(|text| mebibytes(path, (key, node.line), &text));
                errors.keep(size)
            };
            match key.as_str() {
                "memory" => self.memory = size().map(|value| Traced { value, origin }),
                "output" => self.output = size().map(|size| Traced { value: Some(size), origin }),
                "time_limit" => {
                    let time = text(path, key, node).and_then(|text| seconds(path, node.line, &text));
                    self.time = errors.keep(time).map(|value| Traced { value, origin });
                }
                "validation_passes" => {
                    let passes = text(path, key, node).and_then(|text| {
                        let number = text.parse().ok().filter(|number| (1..=1000).contains(number));
                        number.ok_or_else(|| {
                            let what =
                                format!("`validation_passes`: {} is no number from 1 to 1000", quoted(&text));
                            mistake(path, node.line, what, "")
                        })
                    });
                    self.passes = errors.keep(passes).map(|value| Traced { value, origin });
                }
                // Limits of sources, of builds and of programs with a role are those of the workspace, and a time limit
                // is not computed from solutions.
                key => unused.push((key, node.line)),
            }
        }
        if let Some((_, line)) = unused.first() {
            let keys: Vec<String> = unused.iter().map(|(key, _)| quoted(key)).collect();
            let hint = "judge.toml has limits of builds in [build] and of validators in [helpers]";
            self.note(path, *line, format!("of `limits` is not used: {}", keys.join(", ")), hint);
        }
    }

    fn take_validation(
        &mut self,
        (path, origin): (&Arc<Path>, &Origin),
        words: &BTreeSet<String>,
        flags: Option<&Traced<String>>,
    ) {
        let Origin::Line(_, line) = origin else { return };
        let says = |word: &str| words.contains(word);
        let is_interactive = says("interactive");
        let has_passes = says("multi-pass") || says("multipass");
        let known = ["default", "custom", "interactive", "multi-pass", "multipass", "pass-fail"];
        for word in words {
            match word.as_str() {
                "score" | "scoring" => {
                    let hint = "give folders of cases points by [group.FOLDER] in problem.toml";
                    self.note(path, *line, "the points of the package are not used".to_owned(), hint);
                }
                word if known.contains(&word) => {}
                word => {
                    self.note(path, *line, format!("{} is not known and not used", quoted(word)), IN_TOML);
                }
            }
        }
        let arguments = flags.map(|flags| flags.value.split_whitespace().map(str::to_owned).collect());
        let arguments: Vec<String> = arguments.unwrap_or_default();
        let value = if says("custom") || is_interactive || has_passes {
            PackageJudging::Program { is_interactive }
        } else {
            let line = flags.map_or(*line, |flags| match &flags.origin {
                Origin::Line(_, line) => *line,
                _ => *line,
            });
            match default_validator(&arguments) {
                Ok(choice) => PackageJudging::BuiltIn(choice),
                Err(what) => {
                    let hint = "name a checker in problem.toml";
                    PackageJudging::Unknown(mistake(path, line, what, hint))
                }
            }
        };
        let of_flags = flags.map(|flags| flags.origin.clone());
        let origin =
            if words.is_empty() { of_flags.unwrap_or_else(|| origin.clone()) } else { origin.clone() };
        if has_passes {
            let passes = Traced { value: PASSES, origin: origin.clone() };
            self.passes = self.passes.take().filter(|passes| passes.value > 1).or(Some(passes));
        } else {
            self.passes = None;
        }
        self.arguments = arguments;
        self.judging = Some(Traced { value, origin });
    }

    fn take_domjudge(&mut self, file: &SettingsFile, errors: &mut SettingsErrors) {
        for (line, text) in (1..).zip(file.text.lines()) {
            let Some((key, value)) = text.split_once('=') else { continue };
            let value = value.trim();
            let value = [('"', '"'), ('\'', '\'')]
                .iter()
                .find_map(|(open, close)| value.strip_prefix(*open)?.strip_suffix(*close))
                .unwrap_or(value);
            let origin = Origin::Line(Arc::clone(&file.path), line);
            match key.trim() {
                "timelimit" => {
                    let read = errors.keep(seconds(&file.path, line, value));
                    self.time = self.time.take().or(read.map(|value| Traced { value, origin }));
                }
                "name" if !value.is_empty() => {
                    let value = value.to_owned();
                    self.title = self.title.take().or(Some(Traced { value, origin }));
                }
                key @ ("special_run" | "special_compare" | "special_compare_args") => {
                    let hint = "name the program in problem.toml";
                    self.note(&file.path, line, format!("{} is not used", quoted(key)), hint);
                }
                // Colours, letters, points of a contest; and comments.
                _ => {}
            }
        }
    }
}

/// A single value.
fn text(path: &Arc<Path>, key: &str, node: &Node) -> Result<String, SettingsError> {
    match &node.value {
        Value::Text(text) => Ok(text.clone()),
        Value::Nothing => Ok(String::new()),
        other => {
            let what = format!("{} must be a single value, not {}", quoted(key), other.kind());
            Err(mistake(path, node.line, what, ""))
        }
    }
}

/// Words with blanks between them, or a list of words.
fn words(path: &Arc<Path>, key: &str, node: &Node) -> Result<Vec<String>, SettingsError> {
    let of = |text: String| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    match &node.value {
        Value::List(items) => {
            let all: Result<Vec<_>, _> = items.iter().map(|item| text(path, key, item).map(of)).collect();
            Ok(all?.concat())
        }
        _ => text(path, key, node).map(of),
    }
}

/// A title, or titles by language: that in English, or the first.
fn title(path: &Arc<Path>, node: &Node) -> Result<String, SettingsError> {
    match &node.value {
        Value::Map(titles) => {
            let english = titles.iter().find(|(language, _)| language == "en");
            let (_, title) = english.or(titles.first()).ok_or_else(|| {
                mistake(path, node.line, "`name` has no title".to_owned(), "write `name: TITLE`")
            })?;
            text(path, "name", title)
        }
        _ => text(path, "name", node),
    }
}

/// A limit of time in seconds.
fn seconds(path: &Arc<Path>, line: usize, text: &str) -> Result<Duration, SettingsError> {
    let is_number = text.starts_with(|first: char| first.is_ascii_digit());
    let number = text.strip_suffix('.').unwrap_or(text);
    let read = if is_number { parse_time_limit(&format!("{number}s")).ok() } else { None };
    read.ok_or_else(|| {
        mistake(
            path,
            line,
            format!("{} is no time limit in seconds", quoted(text)),
            "write a number like 2 or 1.5",
        )
    })
}

/// A limit of size in MiB.
fn mebibytes(path: &Arc<Path>, (key, line): (&str, usize), text: &str) -> Result<Bytes, SettingsError> {
    let number = text.parse().ok().filter(|number| (1..=1 << 30).contains(number));
    number.map(Bytes::mebibytes).ok_or_else(|| {
        let what = format!("{}: {} is no size in MiB", quoted(key), quoted(text));
        mistake(path, line, what, "write a whole number like 1024")
    })
}

/// The checker that accepts what the default validator accepts with these flags.
fn default_validator(flags: &[String]) -> Result<CheckerChoice, String> {
    let (mut case, mut space) = (false, false);
    let (mut absolute, mut relative) = (None, None);
    let mut rest = flags.iter();
    while let Some(flag) = rest.next() {
        let bound = |flag: &str, value: Option<&String>| {
            let value = value.and_then(|value| value.parse::<f64>().ok());
            let value = value.filter(|value| value.is_finite() && *value >= 0.0);
            value.ok_or_else(|| format!("the validator flag {} needs a number behind it", quoted(flag)))
        };
        match flag.as_str() {
            "case_sensitive" => case = true,
            "space_change_sensitive" => space = true,
            "float_tolerance" => {
                let error = bound(flag, rest.next())?;
                (absolute, relative) = (Some(error), Some(error));
            }
            "float_absolute_tolerance" => absolute = Some(bound(flag, rest.next())?),
            "float_relative_tolerance" => relative = Some(bound(flag, rest.next())?),
            other => return Err(format!("the default validator has no flag {}", quoted(other))),
        }
    }
    match (case, space, absolute.or(relative)) {
        (_, false, Some(_)) => {
            Ok(CheckerChoice::Float { absolute: absolute.unwrap_or(0.0), relative: relative.unwrap_or(0.0) })
        }
        (true, false, None) => Ok(CheckerChoice::Tokens),
        (false, false, None) => Ok(CheckerChoice::TokensIgnoreCase),
        (true, true, None) => Ok(CheckerChoice::Exact),
        (_, true, _) => {
            Err("`space_change_sensitive` has no counterpart with these validator flags".to_owned())
        }
    }
}

#[cfg(test)]
mod tests;
