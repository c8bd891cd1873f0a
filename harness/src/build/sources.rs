//! The sources of one program: which files are compiled together, and how its command names them.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::build::command::{Words, fill, includes};
use crate::build::compiler::lister;
use crate::files::{self, nested::nested};
use crate::model::{EntryPoint, Language};
use crate::syntax::class::{Classes, Start};
use crate::syntax::entry::surety;
use crate::syntax::named::names;

/// The folder of copies, beside what is built.
const COPIES: &str = "sources";

/// What is compiled together.
#[derive(Clone, Debug)]
pub struct Sources {
    /// The main file, then the others.
    pub files: Vec<PathBuf>,
    /// The class with the main method; without one, what the main file is called.
    pub class: String,
    /// Why the program cannot be started although it compiles.
    pub trouble: Option<String>,
}

impl Sources {
    /// The main file, and in a folder the others that its language takes.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn of(
        main: &Path,
        folder: Option<&Path>,
        language: &Language,
        table: &[Language],
    ) -> io::Result<Self> {
        let mut sources = vec![main.to_owned()];
        if let Some(folder) = folder.filter(|_| language.takes_all_sources()) {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            let others = entries.filter_map(|entry| fs::canonicalize(entry.path()).ok());
            let is_source = |path: &PathBuf| path.is_file() && partner(path, language, table).is_some();
            let mut others: Vec<PathBuf> = others.filter(is_source).filter(|path| path != main).collect();
            others.sort();
            others.dedup();
            sources.extend(others);
            if language.subfolders {
                let below = below(folder, language, table);
                sources.extend(named_in(&sources, below, language));
            }
            // What another includes is compiled with it.
            if language.entry == EntryPoint::Function {
                let texts = texts(&sources);
                sources.retain(|path| path == main || !texts.iter().any(|(_, text)| includes(text, path)));
            }
        }
        let (class, trouble) = match language.entry {
            EntryPoint::Class => start(&sources, language)?,
            _ => (stem(main), None),
        };
        Ok(Self { files: sources, class, trouble })
    }

    /// The sources in folders below that of the program which are not compiled with it, relative to it, and whether
    /// each is a program of its own.
    pub fn left_out(&self, folder: &Path, language: &Language, table: &[Language]) -> Vec<(PathBuf, bool)> {
        let own = texts(&self.files);
        let is_compiled =
            |path: &PathBuf| self.files.contains(path) || own.iter().any(|(_, text)| includes(text, path));
        let others: Vec<PathBuf> =
            below(folder, language, table).into_iter().filter(|path| !is_compiled(path)).collect();
        let top = fs::canonicalize(folder).unwrap_or_default();
        let is_program = is_other_program(&own, language);
        let told = |(path, text): (PathBuf, Vec<u8>)| {
            path.strip_prefix(&top).map(|path| (path.to_owned(), is_program(&text))).ok()
        };
        texts(&others).into_iter().filter_map(told).collect()
    }

    /// The same files in a folder in which they may be compiled. Each has the name that its language wants.
    ///
    /// # Errors
    /// A file cannot be copied.
    pub fn copied(&self, language: &Language, draft: &Path) -> io::Result<Cow<'_, Self>> {
        let is_odd = self.files.iter().any(|file| is_spelled_otherwise(file, language));
        if !language.copy && language.entry != EntryPoint::Class && !is_odd {
            return Ok(Cow::Borrowed(self));
        }
        let folder = draft.join(COPIES);
        fs::create_dir_all(&folder)?;
        let mut copies = Vec::new();
        for file in &self.files {
            let text = files::source(file)?;
            let name = match Classes::of(&text).file_name() {
                Some(name) if language.entry == EntryPoint::Class => {
                    format!("{name}.{}", known_extension(file, language)).into()
                }
                _ if is_spelled_otherwise(file, language) => file
                    .with_extension(known_extension(file, language))
                    .file_name()
                    .unwrap_or_default()
                    .to_owned(),
                _ => file.file_name().unwrap_or_default().to_owned(),
            };
            let mut copy = folder.join(&name);
            if copies.contains(&copy) {
                // They are of two packages; if not, the compiler says so.
                let other = folder.join(copies.len().to_string());
                fs::create_dir(&other)?;
                copy = other.join(&name);
            }
            // Not all compilers read the mark with which some editors begin a text.
            fs::write(&copy, text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text))?;
            copies.push(copy);
        }
        Ok(Cow::Owned(Self { files: copies, class: self.class.clone(), trouble: None }))
    }

    /// What a compiler says, with the user's files for the copies.
    pub fn in_terms_of(&self, original: &Self, said: &str) -> String {
        let pairs = self.files.iter().zip(&original.files).filter(|(copy, file)| copy != file);
        pairs.fold(said.to_owned(), |said, (copy, file)| {
            said.replace(&*copy.to_string_lossy(), &file.to_string_lossy())
        })
    }

    /// The command that compiles them into a folder.
    pub fn command(&self, language: &Language, table: &[Language], folder: &Path) -> Vec<OsString> {
        let kind = |language: &Language| {
            let flag = language.compile.windows(2).find(|words| words[0] == "-x");
            flag.map(|words| words[1].clone())
        };
        let own = kind(language);
        let names_all = language.compile.iter().any(|word| word == "{sources}");
        let mut filled = Vec::new();
        for word in &language.compile {
            let is_place = word == if names_all { "{sources}" } else { "{source}" };
            let word = if word == "{sources}" { "{source}" } else { word.as_str() };
            filled.extend(fill(&[word.to_owned()], &self.words(folder)));
            if !is_place {
                continue;
            }
            for other in &self.files[1..] {
                let switch =
                    partner(other, language, table).and_then(kind).filter(|kind| own.as_ref() != Some(kind));
                filled.extend(switch.iter().flat_map(|kind| ["-x".into(), kind.into()]));
                filled.push(other.into());
                let back = own.as_ref().filter(|_| switch.is_some());
                filled.extend(back.iter().flat_map(|kind| ["-x".into(), kind.into()]));
            }
        }
        filled
    }

    /// What the placeholders of a command stand for.
    pub fn words<'a>(&'a self, folder: &'a Path) -> Words<'a> {
        Words { source: &self.files[0], folder, class: &self.class }
    }
}

/// The sources in folders below that of a program, in the languages that are compiled with it.
fn below(folder: &Path, language: &Language, table: &[Language]) -> Vec<PathBuf> {
    let paths = nested(folder).into_iter().filter_map(|file| fs::canonicalize(folder.join(file)).ok());
    paths.filter(|path| partner(path, language, table).is_some()).collect()
}

/// Whether a source with this text cannot be linked with those of a program, because another begins in it.
fn is_other_program<'l>(
    own: &[(PathBuf, Vec<u8>)],
    language: &'l Language,
) -> impl Fn(&[u8]) -> bool + use<'l> {
    let main = own.first().map_or(0, |(_, text)| surety(text, language)).max(1);
    // Of classes each may have a method `main`.
    move |text| language.entry != EntryPoint::Class && surety(text, language) >= main
}

/// The sources of these below the folder of a program that its own name, and those that these name in turn. Other
/// programs are none of them.
fn named_in(sources: &[PathBuf], below: Vec<PathBuf>, language: &Language) -> Vec<PathBuf> {
    let others: Vec<PathBuf> = below.into_iter().filter(|path| !sources.contains(path)).collect();
    if others.is_empty() {
        return Vec::new();
    }
    let mut unread = texts(sources);
    let is_program = is_other_program(&unread, language);
    let mut rest = texts(&others);
    rest.retain(|(_, text)| !is_program(text));
    let mut found = Vec::new();
    while let Some((_, text)) = unread.pop() {
        let (named, others) = rest.into_iter().partition::<Vec<_>, _>(|(path, _)| names(&text, path));
        found.extend(named.iter().map(|(path, _)| path.clone()));
        unread.extend(named);
        rest = others;
    }
    found.sort();
    found
}

/// Sources, each with its text; what cannot be read is told when it is compiled.
fn texts(sources: &[PathBuf]) -> Vec<(PathBuf, Vec<u8>)> {
    let mut read = files::Sources::default();
    sources.iter().filter_map(|path| Some((path.clone(), read.read(path).ok()?))).collect()
}

/// The class to start, and why that is none that is there.
fn start(files: &[PathBuf], language: &Language) -> io::Result<(String, Option<String>)> {
    let mut all = Vec::new();
    for file in files {
        all.push((stem(file), Classes::of(&files::source(file)?)));
    }
    // The surest one; of such the main file counts before the others.
    let surest = all.iter().map(|(_, classes)| classes.surest_main()).max();
    let start = all.iter().find(|(_, classes)| Some(classes.surest_main()) == surest);
    let class = match start.map(|(stem, classes)| classes.start(stem)) {
        Some(Start::Class(class)) => class,
        Some(Start::Several(names)) => {
            let trouble = format!(
                "error: several classes have a method `main`: {}; make one of them public, or call it Main",
                quoted_list(&names)
            );
            return Ok((stem(&files[0]), Some(trouble)));
        }
        Some(Start::None) | None => {
            let trouble = "error: no class has a method `main`";
            return Ok((stem(&files[0]), Some(trouble.to_owned())));
        }
    };
    let trouble = fixed_class(language).filter(|fixed| !all.iter().any(|(_, classes)| classes.has(fixed))).map(|fixed| {
        format!(
            "error: the run command of `{}` starts `{fixed}`, and the method `main` is in `{class}`; call the class {fixed}, or write {{class}} in the command",
            language.name
        )
    });
    Ok((class, trouble))
}

/// The class that the command of a user's own table starts, where it names one outright.
fn fixed_class(language: &Language) -> Option<&str> {
    let last = language.run.last()?;
    let is_class = last.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
    let names_any = language.run.iter().any(|word| word.contains("{class}"));
    (is_class && !names_any && language.run.len() > 1).then_some(last)
}

fn quoted_list(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ")
}

/// Whether an extension is one of the language in letters of the other case, which its compiler does not know.
/// Those that say what they read take a file of any name, and find by its place what it includes.
fn is_spelled_otherwise(file: &Path, language: &Language) -> bool {
    let extension = file.extension().unwrap_or_default();
    let is_known = language.extensions.iter().any(|known| extension == known.as_str());
    let is_alike = language.extensions.iter().any(|known| extension.eq_ignore_ascii_case(known));
    let is_linked = language.entry == EntryPoint::Function;
    is_alike && !is_known && !is_linked && lister(&language.compile).is_none()
}

/// The extension of a file as its language has it.
fn known_extension<'a>(file: &Path, language: &'a Language) -> &'a str {
    let extension = file.extension().unwrap_or_default();
    let known = language.extensions.iter().find(|known| extension.eq_ignore_ascii_case(known));
    known.or(language.extensions.first()).map(String::as_str).unwrap_or_default()
}

/// The language of a file that is compiled together with a program in a language.
fn partner<'a>(path: &Path, language: &Language, table: &'a [Language]) -> Option<&'a Language> {
    let extension = path.extension()?.to_str()?;
    let is_hidden = path.file_name()?.as_bytes().starts_with(b".");
    let other = Language::of_extension(table, extension)?;
    let are_linked = language.entry == EntryPoint::Function && other.entry == EntryPoint::Function;
    (!is_hidden && (are_linked || other.name == language.name)).then_some(other)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
