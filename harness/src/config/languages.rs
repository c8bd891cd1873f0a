//! The language table: what is built in, and what `[language.X]` changes or adds, key by key.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::time::Duration;

use crate::config::error::{SettingsError, SettingsErrors, quoted};
use crate::config::origin::{Origin, Traced};
use crate::config::table::{Item, Table};
use crate::config::values::time;
use crate::model::{Language, RUST_PACKAGE};

const ARGUMENTS: &str = "a list of arguments like [\"g++\", \"-o\", \"{binary}\", \"{source}\"]";
/// Only looks whether it is Python, and leaves no `__pycache__` beside the source. What is compiled from
/// memory is not decoded as strictly as a file, so it is decoded first.
const SYNTAX: &str = r"import re, sys
name = sys.argv[1]
text = open(name, 'rb').read()
declared = re.match(br'(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n?|\n))?[ \t\f]*#[^\r\n]*?coding[:=][ \t]*[-\w.]', text.lstrip(b'\xef\xbb\xbf'))
try:
    declared or text.decode('utf-8')
except UnicodeDecodeError as error:
    kind = 'UTF-16' if text[:2] in (b'\xff\xfe', b'\xfe\xff') else 'Non-UTF-8'
    where = (kind, name, text.count(b'\n', 0, error.start) + 1)
    sys.exit('SyntaxError: %s code in file %s on line %d, but no encoding declared' % where)
compile(text, name, 'exec')";

const PLACEHOLDERS: [&str; 3] = ["source", "binary", "dir"];

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
        let rows = built_in();
        let names = rows.iter().enumerate().map(|(index, row)| (row.name.clone(), index)).collect();
        let mut languages = Self { rows, origins: BTreeMap::new(), names, extensions: BTreeMap::new() };
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
            let Some(extensions) = languages.read_row(&name, row, errors) else { continue };
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
        errors: &mut SettingsErrors,
    ) -> Option<Traced<Vec<String>>> {
        let n_errors = errors.count();
        let extensions = table.read("extensions", errors, extensions);
        let compile = table.read("compile", errors, arguments);
        let run = table.read("run", errors, program);
        let version = table.read("version", errors, program);
        let factor = table.read("time_factor", errors, time_factor);
        let extra = table.read("time_extra", errors, time);
        let known = self.names.get(name).copied();
        if name == RUST_PACKAGE && (extensions.is_some() || compile.is_some() || run.is_some()) {
            errors.push(table.error(
                format!("`{RUST_PACKAGE}` means Cargo packages, which need no compile or run command"),
                Some("set time_factor, time_extra or version; single .rs files are `rustc`".to_owned()),
            ));
        } else if known.is_none() && (extensions.is_none() || run.is_none()) && errors.count() == n_errors {
            errors.push(table.error(
                format!("the language {} needs `extensions` and `run`", quoted(name)),
                Some("for example extensions = [\"zig\"], run = [\"{binary}\"]".to_owned()),
            ));
        }
        table.finish(errors);
        let index = known.unwrap_or_else(|| {
            self.names.insert(name.to_owned(), self.rows.len());
            self.rows.push(row(name, &[], &[], &[], &[]));
            self.rows.len() - 1
        });
        let row = self.rows.get_mut(index)?;
        let mut note = |key: &'static str, origin: Origin| {
            self.origins.insert((name.to_owned(), key), origin);
        };
        if compile.is_none()
            && let Some(run) = &run
            && name == "python"
        {
            row.compile = check_by(&run.value);
        }
        set(&mut row.compile, compile, "compile", &mut note);
        set(&mut row.run, run, "run", &mut note);
        set(&mut row.version, version, "version", &mut note);
        set(&mut row.time_factor, factor, "time_factor", &mut note);
        set(&mut row.time_extra, extra, "time_extra", &mut note);
        set(&mut row.extensions, extensions.clone(), "extensions", &mut note);
        extensions
    }
}

fn set<T>(
    slot: &mut T,
    value: Option<Traced<T>>,
    key: &'static str,
    note: &mut impl FnMut(&'static str, Origin),
) {
    if let Some(Traced { value, origin }) = value {
        *slot = value;
        note(key, origin);
    }
}

/// The command by which the interpreter that runs a Python source also checks its syntax: another may know
/// another Python. Nothing where that is not known of the interpreter.
fn check_by(run: &[String]) -> Vec<String> {
    let name = run.first().and_then(|program| program.rsplit('/').next()).unwrap_or_default();
    let is_known = ["python", "pypy"].iter().any(|known| name.starts_with(known));
    let flags: Vec<&String> = run.iter().skip(1).take_while(|word| !word.contains("{source}")).collect();
    if !is_known || flags.iter().any(|flag| matches!(flag.as_str(), "-m" | "-c" | "-")) {
        return Vec::new();
    }
    let check = ["-c", SYNTAX, "{source}"].map(str::to_owned);
    run.first().into_iter().chain(flags).cloned().chain(check).collect()
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
fn program(item: &Item<'_>) -> Result<Vec<String>, SettingsError> {
    let arguments = arguments(item)?;
    if arguments.is_empty() {
        return Err(
            item.error(format!("`{}` must name a program", item.key), Some(format!("write {ARGUMENTS}")))
        );
    }
    Ok(arguments)
}

fn arguments(item: &Item<'_>) -> Result<Vec<String>, SettingsError> {
    let arguments = item.texts(ARGUMENTS)?;
    for argument in &arguments {
        if let Some(odd) = placeholders(argument).find(|word| !PLACEHOLDERS.contains(word)) {
            return Err(item.error(
                format!("unknown placeholder `{{{odd}}}`"),
                Some("the placeholders are {source}, {binary} and {dir}".to_owned()),
            ));
        }
    }
    Ok(arguments)
}

/// The words that stand in braces without blanks: `{binary}`, but not awk's `{ print }`.
fn placeholders(argument: &str) -> impl Iterator<Item = &str> {
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

fn row(name: &str, extensions: &[&str], compile: &[&str], run: &[&str], version: &[&str]) -> Language {
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    Language {
        name: name.to_owned(),
        extensions: owned(extensions),
        compile: owned(compile),
        run: owned(run),
        version: owned(version),
        time_factor: 1.0,
        time_extra: Duration::ZERO,
    }
}

/// The rows that need no settings. `ONLINE_JUDGE` is defined, as contestants' templates expect.
fn built_in() -> Vec<Language> {
    let native = &["{binary}"];
    let rustc = &[
        "rustc",
        "--edition",
        "2024",
        "-C",
        "opt-level=3",
        "--cfg",
        "online_judge",
        "-o",
        "{binary}",
        "{source}",
    ];
    let gcc = &[
        "gcc",
        "-x",
        "c",
        "-std=gnu17",
        "-O2",
        "-pipe",
        "-DONLINE_JUDGE",
        "-o",
        "{binary}",
        "{source}",
        "-lm",
    ];
    let gxx =
        &["g++", "-x", "c++", "-std=gnu++20", "-O2", "-pipe", "-DONLINE_JUDGE", "-o", "{binary}", "{source}"];
    vec![
        row(RUST_PACKAGE, &[], &[], native, &["cargo", "--version"]),
        row("rustc", &["rs"], rustc, native, &["rustc", "--version"]),
        row("c", &["c"], gcc, native, &["gcc", "--version"]),
        row("cpp", &["cpp", "cc", "cxx", "c++", "C"], gxx, native, &["g++", "--version"]),
        row(
            "python",
            &["py"],
            &["python3", "-c", SYNTAX, "{source}"],
            &["python3", "{source}"],
            &["python3", "--version"],
        ),
    ]
}
