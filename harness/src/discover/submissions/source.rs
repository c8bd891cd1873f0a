//! What a student has handed in: one program, or why there is none.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::config::Config;
use crate::discover::classify::split_extension;
use crate::discover::findings::{Findings, Subject};
use crate::discover::language_of::language_of;
use crate::discover::leftovers::{is_by_product, is_of_tools};
use crate::discover::programs::{Program, single_file, sources_below, sub_folder};
use crate::discover::walk::list;
use crate::files::nested::is_folder_of_by_products;
use crate::model::Name;

/// Folders that archives add around what is in them.
const DEEPEST: usize = 8;

/// Files and folders that are looked at for links.
const MOST_ENTRIES: usize = 20_000;

/// The program at this path.
///
/// # Errors
/// Why there is none, or none that may be run.
pub fn program(config: &Config, path: &Path) -> Result<Program, String> {
    links(path)?;
    if path.is_dir() { of_folder(config, path, 0) } else { of_file(config, path) }
}

/// A link that leads out of a submission would show its student what lies there.
fn links(path: &Path) -> Result<(), String> {
    let base = fs::canonicalize(path).map_err(|error| format!("it cannot be read: {error}"))?;
    let is_own = |entry: &DirEntry| entry.depth() == 0 || !is_of_tools(Path::new(entry.file_name()));
    for entry in WalkDir::new(&base).into_iter().filter_entry(is_own).take(MOST_ENTRIES).flatten() {
        let leads_out = || !fs::canonicalize(entry.path()).is_ok_and(|target| target.starts_with(&base));
        if entry.path_is_symlink() && leads_out() {
            let name = Name::from_os(entry.path().strip_prefix(&base).unwrap_or(&base).as_os_str());
            return Err(format!("`{name}` is a link that leads out of the submission"));
        }
    }
    Ok(())
}

fn of_file(config: &Config, path: &Path) -> Result<Program, String> {
    let (folder, name) = (path.parent().unwrap_or(path), path.file_name().unwrap_or_default());
    if !path.is_file() {
        return Err("it is neither a file nor a folder".to_owned());
    }
    let subject = Subject { problem: None, folder };
    single_file(config, subject, name.as_bytes()).ok_or_else(|| match split_extension(name.as_bytes()) {
        Some(_) => format!("`{}` is in no language of the table", Name::from_os(name)),
        None => format!("`{}` has no extension, so its language is unknown", Name::from_os(name)),
    })
}

fn of_folder(config: &Config, path: &Path, depth: usize) -> Result<Program, String> {
    let (folder, name) = (path.parent().unwrap_or(path), path.file_name().unwrap_or_default());
    let mut findings = Findings::default();
    let listing = list(path, 1, Subject { problem: None, folder: path }, &mut findings);
    if listing.files.is_empty() && listing.folders.is_empty() {
        return Err("the folder is empty".to_owned());
    }
    let is_source = |file: &[u8]| language_of(config, path, file).is_some();
    let is_package = listing.files.iter().any(|file| **file == *b"Cargo.toml");
    if !is_package && !listing.files.iter().any(|file| is_source(file)) {
        let mut inner = listing.folders.iter().filter(|folder| !is_folder_of_by_products(folder));
        if let (Some(only), None, true) = (inner.next(), inner.next(), depth < DEEPEST) {
            return of_folder(config, &path.join(std::ffi::OsStr::from_bytes(only)), depth + 1);
        }
        if sources_below(config, path).is_empty() {
            let files: Vec<&[u8]> = listing.files.iter().map(|file| &**file).collect();
            return Err(nothing(path, &files));
        }
    }
    let subject = Subject { problem: None, folder };
    let mut findings = Findings::default();
    let mut programs = sub_folder(config, subject, name.as_bytes(), &mut findings);
    match (programs.pop(), programs.is_empty()) {
        (Some(program), true) => Ok(program),
        (Some(_), false) => Err("its Cargo package has several binaries".to_owned()),
        (None, _) => {
            let told = findings.defects.iter().chain(&findings.notes).next();
            let why = told.map(|defect| defect.what.trim_start_matches("not judged: ").to_owned());
            Err(why.unwrap_or_else(|| "nothing in this folder can be judged".to_owned()))
        }
    }
}

/// That a folder has no source, with the names of what is there instead.
fn nothing(folder: &Path, files: &[&[u8]]) -> String {
    const NAMED: usize = 3;
    let others: Vec<String> = files
        .iter()
        .filter(|file| !is_by_product(folder, file))
        .map(|file| format!("`{}`", Name::from_os(std::ffi::OsStr::from_bytes(file))))
        .collect();
    match others.len() {
        0 => "it has no source in a language of the table".to_owned(),
        count if count <= NAMED => {
            format!("it has no source in a language of the table, only {}", others.join(", "))
        }
        count => format!(
            "it has no source in a language of the table, only {} and {} more",
            others[..NAMED].join(", "),
            count - NAMED
        ),
    }
}

/// The sources of a program, which say whether two are the same.
pub fn sources(config: &Config, path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let is_own = |entry: &DirEntry| entry.depth() == 0 || !is_of_tools(Path::new(entry.file_name()));
    let entries = WalkDir::new(path).max_depth(DEEPEST).into_iter().filter_entry(is_own);
    let is_source = |path: &PathBuf| {
        let folder = path.parent().unwrap_or(path);
        language_of(config, folder, path.file_name().unwrap_or_default().as_bytes()).is_some()
    };
    let files = entries.take(MOST_ENTRIES).flatten().filter(|entry| entry.file_type().is_file());
    files.map(DirEntry::into_path).filter(is_source).collect()
}
