//! A pattern for paths, and what its first wildcard matched: the name of a student.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::discover::classify::split_extension;
use crate::discover::leftovers::is_by_product;
use crate::discover::walk::is_left_behind;
use crate::files::nested::is_folder_of_by_products;
use crate::model::{Glob, Name};

/// A path that a pattern matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// What the first wildcard matched.
    pub name: Name,
    /// The folder or file; none where only the folder of the student is there.
    pub path: Option<PathBuf>,
    /// The folder in which the name of the student stands.
    pub beside: PathBuf,
}

/// Characters that stand for others.
const SPECIAL: [char; 4] = ['*', '?', '[', '{'];

/// Finds what a pattern matches from a folder on. Where it has no wildcard, it is the path of one student.
///
/// # Errors
/// What is wrong with the pattern.
pub fn matches(here: &Path, pattern: &str) -> Result<Vec<Match>, String> {
    let wants_folder = pattern.ends_with('/');
    let parts: Vec<&str> = pattern.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    if let Some(part) = parts.iter().find(|part| part.contains("**")) {
        return Err(format!("`{part}` is not supported: write one `*` for each folder"));
    }
    let is_special = |part: &str| part.contains(SPECIAL);
    // A brace may stand for folders above.
    let naming = parts.iter().position(|part| part.contains('*'));
    let naming = naming.or_else(|| parts.iter().position(|part| is_special(part)));
    let start = if pattern.starts_with('/') { PathBuf::from("/") } else { here.to_owned() };
    let Some(naming) = naming else { return Ok(literal(&start, &parts, wants_folder)) };
    let mut folders = vec![start];
    for part in &parts[..naming] {
        folders = step(&folders, part)?.into_iter().map(|(_, path)| path).collect();
    }
    let rest = &parts[naming + 1..];
    let needs_folder = wants_folder || !rest.is_empty();
    let capture = Capture::new(parts[naming])?;
    let mut found = Vec::new();
    for (entry, path) in step(&folders, parts[naming])? {
        if (needs_folder && !path.is_dir()) || is_beside(&path, &entry) {
            continue;
        }
        let name = capture.of(&entry, path.is_file());
        let beside = path.parent().unwrap_or(&path).to_owned();
        let mut inner = vec![path];
        for part in rest {
            inner = step(&inner, part)?.into_iter().map(|(_, path)| path).collect();
        }
        inner.retain(|path| !wants_folder || path.is_dir());
        if inner.is_empty() {
            found.push(Match { name: name.clone(), path: None, beside: beside.clone() });
        }
        let one = |path| Match { name: name.clone(), path: Some(path), beside: beside.clone() };
        found.extend(inner.into_iter().map(one));
    }
    found.sort_by(|one, other| (&one.name, &one.path).cmp(&(&other.name, &other.path)));
    Ok(found)
}

/// The one path that a pattern without a wildcard is; the name is that of the folder, or of the file without its
/// extension.
fn literal(start: &Path, parts: &[&str], wants_folder: bool) -> Vec<Match> {
    let path = parts.iter().fold(start.to_owned(), |path, part| path.join(part));
    let is_folder = path.is_dir();
    if !path.exists() || (wants_folder && !is_folder) {
        return Vec::new();
    }
    let name = if is_folder { path.file_name() } else { path.file_stem() };
    let name = Name::from_os(name.unwrap_or_default());
    let beside = path.parent().unwrap_or(&path).to_owned();
    vec![Match { name, path: Some(path), beside }]
}

/// Whether this lies beside submissions and is none: a readme, or what tools leave.
fn is_beside(path: &Path, entry: &OsStr) -> bool {
    let folder = path.parent().unwrap_or(path);
    if path.is_dir() {
        is_folder_of_by_products(entry.as_bytes())
    } else {
        is_by_product(folder, entry.as_bytes())
    }
}

/// What a part of the pattern matches in these folders, with its name.
fn step(folders: &[PathBuf], part: &str) -> Result<Vec<(OsString, PathBuf)>, String> {
    let mut found = Vec::new();
    for folder in folders {
        if !part.contains(SPECIAL) {
            let path = folder.join(part);
            found.extend(path.exists().then(|| (OsString::from(part), path)));
            continue;
        }
        let glob = glob(part)?;
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name());
        // As in a shell, `*` stands for nothing that is hidden.
        let is_shown = |name: &OsString| part.starts_with('.') || !is_left_behind(name);
        let names = names.filter(|name| is_shown(name) && glob.matches(&Name::from_os(name)));
        found.extend(names.map(|name| (name.clone(), folder.join(name))));
    }
    Ok(found)
}

fn glob(part: &str) -> Result<Glob, String> {
    Glob::new(part).map_err(|error| format!("`{part}` is not a valid glob: {error}"))
}

/// Takes out of a name what the first wildcard stands for.
struct Capture {
    /// What stands before the wildcard.
    before: usize,
    /// What comes after it, where it is a `*`.
    after: Option<Glob>,
}

impl Capture {
    fn new(part: &str) -> Result<Self, String> {
        let first = part.find(SPECIAL).unwrap_or(part.len());
        let before = if part[first..].starts_with('*') { first } else { 0 };
        let after = part[before..].strip_prefix('*').filter(|after| !after.is_empty());
        Ok(Self { before, after: after.map(glob).transpose()? })
    }

    /// As much as may be: of `a.b.py` by `*.*` it is `a.b`, and by `*`, if it is a file.
    fn of(&self, entry: &OsStr, is_file: bool) -> Name {
        // Before a brace or a class of characters nothing is cut off: these stand for the name, or for a part of it.
        let text = &entry.as_bytes()[self.before.min(entry.len())..];
        let name = |bytes: &[u8]| Name::from_os(OsStr::from_bytes(bytes));
        let Some(after) = &self.after else {
            let stem = split_extension(text).filter(|_| is_file).map_or(text, |(stem, _)| stem);
            return if stem.is_empty() { Name::from_os(entry) } else { name(stem) };
        };
        let fits = |end: &usize| *end > 0 && after.matches(&name(&text[*end..]));
        // Where it stands for nothing, the whole is the name.
        let end = (0..=text.len()).rev().find(fits);
        end.map_or_else(|| Name::from_os(entry), |end| name(&text[..end]))
    }
}

#[cfg(test)]
mod tests {
    use super::matches;
    use std::fs;

    /// `NAME at PATH`, as the pattern finds them among these files.
    #[track_caller]
    fn check(files: &[&str], pattern: &str, expect: &[&str]) {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            if !file.ends_with('/') {
                fs::write(path, "").unwrap();
            }
        }
        let found = matches(folder.path(), pattern).unwrap();
        let shown = found.iter().map(|found| {
            let path = found
                .path
                .as_ref()
                .map(|path| path.strip_prefix(folder.path()).unwrap().display().to_string());
            format!("{} at {}", found.name, path.unwrap_or_else(|| "none".to_owned()))
        });
        assert_eq!(shown.collect::<Vec<_>>(), expect, "{pattern}");
    }

    #[test]
    fn the_first_wildcard_names_the_student() {
        let folders =
            ["s/Zoë Müller/a.py", "s/O'Brien, Ann/a.py", "s/10/a.py", "s/9/a.py", "s/.git/x", "s/note.md"];
        let all = ["9 at s/9", "10 at s/10", "O'Brien, Ann at s/O'Brien, Ann", "Zoë Müller at s/Zoë Müller"];
        check(&folders, "s/*/", &all);
        check(&folders, "./s/*", &all);
        check(
            &folders,
            "s/*/*.py",
            &[
                "9 at s/9/a.py",
                "10 at s/10/a.py",
                "O'Brien, Ann at s/O'Brien, Ann/a.py",
                "Zoë Müller at s/Zoë Müller/a.py",
            ],
        );
        check(&folders, "s/9", &["9 at s/9"]);
        check(&folders, "s/9/a.py", &["a at s/9/a.py"]);
        check(&folders, "s/none", &[]);
    }

    #[test]
    fn what_stands_around_a_wildcard_is_no_name() {
        let files = ["s/hw1_ann.b.py", "s/hw1_王小明.cpp", "s/hw2_ann.py", "s/hw1_.py"];
        check(
            &files,
            "s/hw1_*.*",
            &["ann.b at s/hw1_ann.b.py", "hw1_.py at s/hw1_.py", "王小明 at s/hw1_王小明.cpp"],
        );
        check(&files[..3], "s/hw1_*", &["ann.b at s/hw1_ann.b.py", "王小明 at s/hw1_王小明.cpp"]);
        check(&files[..3], "s/*_ann.py", &["hw2 at s/hw2_ann.py"]);
    }

    #[test]
    fn a_student_without_the_file_is_named() {
        let files = ["s/ann/snake.py", "s/bob/other.txt", "s/eve/snake.c", "s/eve/snake.py"];
        let expect =
            ["ann at s/ann/snake.py", "bob at none", "eve at s/eve/snake.c", "eve at s/eve/snake.py"];
        check(&files, "s/*/snake.*", &expect);
        check(&files, "{s,t}/*b/", &["bo at s/bob"]);
        check(&files, "s/{ann,bob}/", &["ann at s/ann", "bob at s/bob"]);
    }

    #[test]
    fn what_is_wrong_with_a_pattern_is_told() {
        let here = tempfile::tempdir().unwrap();
        assert_eq!(
            matches(here.path(), "**/x").unwrap_err(),
            "`**` is not supported: write one `*` for each folder"
        );
        assert!(matches(here.path(), "[/").unwrap_err().starts_with("`[` is not a valid glob: "));
    }
}
