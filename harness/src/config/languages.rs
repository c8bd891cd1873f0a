//! The language table: what is built in, and what `[language.X]` changes or adds, key by key.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use crate::config::drivers::driver;
use crate::config::error::{SettingsError, SettingsErrors, quoted};
use crate::config::file::SettingsFile;
use crate::config::origin::{Origin, Traced};
use crate::config::suggest::hint;
use crate::config::table::{Item, Table};
use crate::config::values::{size, time};
use crate::model::{Dependencies, EntryPoint, ExplainBuild, Language};

/// The rows that need no settings.
const BUILT_IN: &str = include_str!("languages.toml");

const ARGUMENTS: &str = "a list of arguments like [\"g++\", \"-o\", \"{binary}\", \"{source}\"]";

/// What may stand in `compile`; `{dir}` is an older name of `{folder}`.
const IN_COMPILE: &[&str] = &["source", "sources", "binary", "folder", "stem", "class", "dir"];

/// What may stand in `run`.
const IN_RUN: &[&str] = &["source", "binary", "folder", "stem", "class", "dir", "memory_mb", "stack_kb"];

/// The language table, and where its values came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Languages {
    /// The rows; those that the user added stand last.
    pub rows: Vec<Language>,
    /// Where the extensions of each row were set.
    origins: BTreeMap<(String, &'static str), Origin>,
    /// Which row has a name.
    names: BTreeMap<String, usize>,
    /// Which row an extension belongs to.
    extensions: BTreeMap<String, usize>,
}

impl Languages {
    /// The built-in table.
    #[must_use]
    pub fn built_in() -> Self {
        let mut languages = Self {
            rows: Vec::new(),
            origins: BTreeMap::new(),
            names: BTreeMap::new(),
            extensions: BTreeMap::new(),
        };
        let mut errors = SettingsErrors::default();
        let file = SettingsFile::from_bytes(Path::new("languages.toml").into(), BUILT_IN.into());
        let file = errors.keep(file);
        let rows = file.as_ref().and_then(|file| file.table(&mut errors)?.table("language", &mut errors));
        for item in rows.into_iter().flat_map(Table::into_items) {
            let name = item.key.clone();
            if let Some(row) = errors.keep(item.into_table()) {
                languages.read_row(&name, row, Author::Project, &mut errors);
            }
        }
        debug_assert!(errors.count() == 0, "languages.toml: {errors:?}");
        languages.origins.clear();
        languages.claim_extensions(&BTreeSet::new());
        languages
    }

    /// The built-in table with the rows of `[language]` laid over it.
    pub fn read(table: Table<'_>, errors: &mut SettingsErrors) -> Self {
        let mut languages = Self::built_in();
        let mut claims: BTreeMap<String, Traced<String>> = BTreeMap::new();
        let mut chosen = BTreeSet::new();
        for item in table.into_items() {
            let (name, origin) = (item.key.clone(), item.traced(()).origin);
            let Some(row) = errors.keep(item.into_table()) else { continue };
            let Some(extensions) = languages.read_row(&name, row, Author::User, errors) else { continue };
            for extension in extensions.value {
                let claim = Traced { value: name.clone(), origin: origin.clone() };
                chosen.insert((name.clone(), extension.clone()));
                if let Some(other) = claims.insert(extension.clone(), claim) {
                    errors.push(contested(&extension, &name, &other, &extensions.origin));
                }
            }
        }
        languages.claim_extensions(&chosen);
        languages
    }

    /// The language of Cargo packages, if the table has one.
    #[must_use]
    pub fn of_packages(&self) -> Option<&Language> {
        self.rows.iter().find(|row| row.entry == EntryPoint::Package)
    }

    /// The row of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Language> {
        self.names.get(name).and_then(|&index| self.rows.get(index))
    }

    /// The language of files with this extension. Where none has it, its letters may be of the other case:
    /// `.CPP` is C++, but `.C` is not C.
    #[must_use]
    pub fn of_extension(&self, extension: &OsStr) -> Option<&Language> {
        let extension = extension.to_str()?;
        let alike = || self.extensions.iter().rev().find(|(known, _)| known.eq_ignore_ascii_case(extension));
        let index = self.extensions.get(extension).or_else(|| alike().map(|(_, index)| index));
        index.and_then(|&index| self.rows.get(index))
    }

    /// Where a value of a row came from.
    #[must_use]
    pub fn origin(&self, name: &str, key: &'static str) -> Origin {
        self.origins.get(&(name.to_owned(), key)).cloned().unwrap_or(Origin::BuiltIn)
    }

    /// An extension belongs to the row that the user gave it to, else to the first that has it.
    fn claim_extensions(&mut self, chosen: &BTreeSet<(String, String)>) {
        self.extensions.clear();
        for (index, row) in self.rows.iter().enumerate() {
            for extension in &row.extensions {
                let by_the_user = chosen.contains(&(row.name.clone(), extension.clone()));
                if by_the_user || !self.extensions.contains_key(extension) {
                    self.extensions.insert(extension.clone(), index);
                }
            }
        }
    }

    /// Reads one row; returns the extensions where they are set.
    fn read_row(
        &mut self,
        name: &str,
        mut table: Table<'_>,
        author: Author,
        errors: &mut SettingsErrors,
    ) -> Option<Traced<Vec<String>>> {
        let n_errors = errors.count();
        let like = table.read("like", errors, |item| self.model_of(item));
        let extensions = table.read("extensions", errors, extensions);
        let compile = table.read("compile", errors, |item| arguments(item, IN_COMPILE));
        let run = table.read("run", errors, |item| program(item, IN_RUN));
        let known = self.names.get(name).copied();
        let mut row = match (&like, known) {
            (Some(like), _) => {
                Language { name: name.to_owned(), extensions: Vec::new(), ..like.value.clone() }
            }
            (None, Some(index)) => self.rows.get(index)?.clone(),
            (None, None) => Language::named(name),
        };
        let mut origins = Vec::new();
        let mut set = Setter { table: &mut table, errors: &mut *errors, origins: &mut origins };
        set.value("entry", |item| named(item, &EntryPoint::NAMES), &mut row.entry);
        set.value("dependencies", |item| named(item, &Dependencies::NAMES), &mut row.dependencies);
        set.value("version", |item| program(item, &[]), &mut row.version);
        set.value("install", |item| text(item, "a text like \"apt install gcc\""), &mut row.install);
        set.value("environment", environment, &mut row.environment);
        set.value("subfolders", Item::flag, &mut row.subfolders);
        set.value("copy", Item::flag, &mut row.copy);
        set.value("time_factor", time_factor, &mut row.time_factor);
        set.value("time_extra", time, &mut row.time_extra);
        set.value("memory_extra", size, &mut row.memory_extra);
        set.value("processes", |item| item.whole(0, "a number of processes"), &mut row.processes);
        set.value("out_of_memory", |item| text(item, "a text").map(Some), &mut row.out_of_memory);
        set.value("modules", |item| text(item, "the name of a variable").map(Some), &mut row.modules);
        set.value("empty", |item| text(item, "the text of a program").map(Some), &mut row.empty);
        set.value("driver", driver, &mut row.driver);
        set.value("single", |item| text(item, "the name of a language").map(Some), &mut row.single);
        let is_of_packages = row.entry == EntryPoint::Package;
        if let Some(item) = table.take("explain") {
            origins.push(("explain", item.traced(()).origin));
            let own = errors.keep(item.into_table()).map(|own| explain_build(own, &row, errors));
            row.explain = own.map(Arc::new).or(row.explain);
        }
        if is_of_packages
            && author == Author::User
            && (extensions.is_some() || compile.is_some() || run.is_some())
        {
            let single = row
                .single
                .as_deref()
                .map_or_else(String::new, |single| format!("; single files are {}", quoted(single)));
            errors.push(table.error(
                format!("{} means Cargo packages, which need no compile or run command", quoted(name)),
                Some(format!("set time_factor, time_extra or version{single}")),
            ));
        } else if !is_of_packages
            && known.is_none()
            && (extensions.is_none() || row.run.is_empty() && run.is_none())
            && errors.count() == n_errors
        {
            errors.push(table.error(
                format!("the language {} needs `extensions` and `run`", quoted(name)),
                Some("for example extensions = [\"zig\"], run = [\"{binary}\"]".to_owned()),
            ));
        }
        table.finish(errors);
        if let (None, Some(run)) = (&compile, &run)
            && is_checked_by_its_interpreter(&row)
        {
            row.compile = self.checked_by(&run.value, &row, author);
        }
        for (key, slot, value) in [
            ("compile", &mut row.compile, compile),
            ("run", &mut row.run, run),
            ("extensions", &mut row.extensions, extensions.clone()),
        ] {
            if let Some(Traced { value, origin }) = value {
                *slot = value;
                origins.push((key, origin));
            }
        }
        for (key, origin) in origins {
            self.origins.insert((name.to_owned(), key), origin);
        }
        if let Some(index) = known {
            *self.rows.get_mut(index)? = row;
        } else {
            self.names.insert(name.to_owned(), self.rows.len());
            self.rows.push(row);
        }
        extensions
    }

    /// The row that another is like.
    fn model_of(&self, item: &Item<'_>) -> Result<Language, SettingsError> {
        let name = item.text("the name of a language")?;
        self.get(name).cloned().ok_or_else(|| {
            let known: Vec<&str> = self.rows.iter().map(|row| row.name.as_str()).collect();
            item.error(
                format!("unknown language {}", quoted(name)),
                hint(name, &known, "the languages before it are"),
            )
        })
    }

    /// The command by which the interpreter that runs a source also checks it, as the built-in one does:
    /// another may know another version of the language. Nothing where that is not known of the interpreter.
    fn checked_by(&self, run: &[String], row: &Language, author: Author) -> Vec<String> {
        let (_, check) = row.compile.split_first().unwrap_or((&row.name, &[]));
        let alike = self.rows.iter().filter(|other| other.compile.get(1..) == Some(check));
        let stem = |word: &String| {
            let name = word.rsplit('/').next().unwrap_or_default();
            name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').to_owned()
        };
        let own = run.first().map(stem).unwrap_or_default();
        let is_known = alike.filter_map(|other| other.run.first()).any(|known| own.starts_with(&stem(known)));
        let flags: Vec<&String> = run.iter().skip(1).take_while(|word| !word.contains("{source}")).collect();
        if !(is_known || author == Author::Project)
            || flags.iter().any(|flag| matches!(flag.as_str(), "-m" | "-c" | "-"))
        {
            return Vec::new();
        }
        run.first().into_iter().chain(flags).chain(check).cloned().collect()
    }
}

/// Who wrote a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Author {
    /// It is built in.
    Project,
    /// It stands in the settings of a workspace.
    User,
}

/// Reads keys into the fields of a row.
struct Setter<'r, 't> {
    table: &'r mut Table<'t>,
    errors: &'r mut SettingsErrors,
    origins: &'r mut Vec<(&'static str, Origin)>,
}

impl<'t> Setter<'_, 't> {
    fn value<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&Item<'t>) -> Result<T, SettingsError>,
        slot: &mut T,
    ) {
        if let Some(Traced { value, origin }) = self.table.read(key, self.errors, read) {
            *slot = value;
            self.origins.push((key, origin));
        }
    }
}

/// How programs of a language are built and run to find out why they failed, laid over what is known of that.
fn explain_build(mut table: Table<'_>, row: &Language, errors: &mut SettingsErrors) -> ExplainBuild {
    let mut explain = row.explain.as_deref().cloned().unwrap_or_default();
    let own = |known: &[&'static str], usual: &'static str| [known, &[usual]].concat();
    let compile = table
        .read("compile", errors, |item| longer(item, &own(IN_COMPILE, "compile"), ExplainBuild::COMPILE));
    let run = table.read("run", errors, |item| longer(item, &own(IN_RUN, "run"), ExplainBuild::RUN));
    if row.entry == EntryPoint::Package && (compile.is_some() || run.is_some()) {
        errors.push(table.error(
            format!("{} means Cargo packages, which need no compile or run command", quoted(&row.name)),
            Some("set `environment`, as in { CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS = \"true\" }".to_owned()),
        ));
    }
    // The words for what is looked for are about the commands that they stand beside.
    if compile.is_some() || run.is_some() {
        explain.checks = None;
    }
    let mut origins = Vec::new();
    explain.compile = compile.map_or(explain.compile, |set| set.value);
    explain.run = run.map_or(explain.run, |set| set.value);
    let mut set = Setter { table: &mut table, errors: &mut *errors, origins: &mut origins };
    set.value("environment", environment, &mut explain.environment);
    set.value("checks", |item| text(item, "a text like \"AddressSanitizer\"").map(Some), &mut explain.checks);
    set.value("install", |item| text(item, "a text like \"apt install gcc\""), &mut explain.install);
    table.finish(errors);
    explain
}

/// Arguments among which those of the language may stand, as a word of their own.
fn longer(item: &Item<'_>, placeholders: &[&str], usual: &str) -> Result<Vec<String>, SettingsError> {
    let arguments = program(item, placeholders)?;
    match arguments.iter().find(|word| word.contains(usual) && *word != usual) {
        None => Ok(arguments),
        Some(odd) => Err(item.error(
            format!("`{usual}` stands for several words, and {} is one", quoted(odd)),
            Some(format!("write \"{usual}\" as a word of its own")),
        )),
    }
}

/// Whether the program that runs a source also checks it, before.
fn is_checked_by_its_interpreter(row: &Language) -> bool {
    !row.compile.is_empty() && row.compile.first() == row.run.first()
}

/// One of a few values, by its name.
fn named<T: Copy>(item: &Item<'_>, values: &[(&'static str, T)]) -> Result<T, SettingsError> {
    let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
    let name = item.text(&format!("one of {}", names.join(", ")))?;
    let found = values.iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let what = format!("`{}` cannot be {}", item.key, quoted(name));
        item.error(what, hint(name, &names, "the values are"))
    })
}

fn text(item: &Item<'_>, expected: &str) -> Result<String, SettingsError> {
    item.text(expected).map(str::to_owned)
}

fn environment(item: &Item<'_>) -> Result<Vec<(String, String)>, SettingsError> {
    const EXPECTED: &str = "a table like { NAME = \"value\" }";
    let variables = item.texts_by_name(EXPECTED)?;
    match variables
        .iter()
        .find(|(name, value)| name.is_empty() || name.contains(['=', '\0']) || value.contains('\0'))
    {
        None => Ok(variables),
        Some((odd, _)) => {
            Err(item.error(format!("{} cannot be a variable of the environment", quoted(odd)), None))
        }
    }
}

fn contested(extension: &str, name: &str, other: &Traced<String>, origin: &Origin) -> SettingsError {
    let what = format!(
        "the extension {} belongs to {} and to {} ({})",
        quoted(extension),
        quoted(name),
        quoted(&other.value),
        other.origin
    );
    origin.error(what, Some("remove it from one of the two".to_owned()))
}

fn extensions(item: &Item<'_>) -> Result<Vec<String>, SettingsError> {
    let extensions = item.texts("a list of extensions like [\"cpp\", \"cc\"]")?;
    let odd = extensions.iter().find(|extension| extension.is_empty() || extension.contains(['.', '/']));
    match odd {
        None => Ok(extensions),
        Some(odd) => Err(item.error(
            format!("{} is not a file extension", quoted(odd)),
            Some("write the part after the last dot, without the dot".to_owned()),
        )),
    }
}

/// Arguments that start something, so there must be a first one.
fn program(item: &Item<'_>, placeholders: &[&str]) -> Result<Vec<String>, SettingsError> {
    let arguments = arguments(item, placeholders)?;
    if arguments.is_empty() {
        return Err(
            item.error(format!("`{}` must name a program", item.key), Some(format!("write {ARGUMENTS}")))
        );
    }
    Ok(arguments)
}

fn arguments(item: &Item<'_>, known: &[&str]) -> Result<Vec<String>, SettingsError> {
    let arguments = item.texts(ARGUMENTS)?;
    if let Some(nul) = arguments.iter().find(|argument| argument.contains('\0')) {
        return Err(item.error(format!("{} holds a NUL, which no argument can", quoted(nul)), None));
    }
    for argument in &arguments {
        if let Some(odd) = placeholders(argument).find(|word| !known.contains(word)) {
            let names: Vec<String> =
                known.iter().filter(|name| **name != "dir").map(|name| format!("{{{name}}}")).collect();
            let hint = if names.is_empty() { "it has none".to_owned() } else { names.join(", ") };
            return Err(item.error(
                format!("unknown placeholder `{{{odd}}}`"),
                Some(format!("the placeholders of `{}` are {hint}", item.key)),
            ));
        }
    }
    Ok(arguments)
}

/// The words that stand in braces without blanks: `{binary}`, but not awk's `{ print }`.
pub fn placeholders(argument: &str) -> impl Iterator<Item = &str> {
    argument.split('{').skip(1).filter_map(|rest| {
        let (word, _) = rest.split_once('}')?;
        let is_word = !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        is_word.then_some(word)
    })
}

fn time_factor(item: &Item<'_>) -> Result<f64, SettingsError> {
    const EXPECTED: &str = "a number above 0 like 1.5";
    let factor = item.number(EXPECTED)?;
    if factor > 0.0 { Ok(factor) } else { Err(item.error(format!("`time_factor` must be {EXPECTED}"), None)) }
}
