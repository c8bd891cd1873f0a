//! Files and folders that a build is told of beside its sources: by the words of its command, by the variables that
//! its language sets, and by those of the environment that are passed on.
//!
//! A compiler may read anything there, and most say nothing of folders in which they found nothing. So each of these
//! places counts among what a build reads, whatever the variable is called; `tools.toml` names those that say where
//! something is written to, or where the tools themselves are.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use harness_sandbox::is_of_the_system;

use crate::build::reads::Reads;
use crate::build::tools::TOOLS;
use crate::build::variables;

/// The places that a command and these variables of its own name, and the environment of the harness as far as builds
/// get it.
pub fn places(command: &[String], own: &[(String, String)]) -> BTreeSet<PathBuf> {
    let mut found: BTreeSet<PathBuf> = command.iter().flat_map(|word| paths_in(word)).collect();
    found.extend(named_by(own));
    for (name, value) in variables::of_user() {
        if let (Some(name), Some(value)) = (name.to_str(), value.to_str())
            && (TOOLS.environment.folders.iter().any(|known| known == name)
                || TOOLS.environment.is_passed(name))
        {
            found.extend(of_variable(name, value));
        }
    }
    found
}

/// The places that these variables name.
pub fn named_by(variables: &[(String, String)]) -> impl Iterator<Item = PathBuf> {
    variables.iter().flat_map(|(name, value)| of_variable(name, value))
}

/// The full paths that a word of a command names, at its start or after a flag: `-I/home/me/library`.
pub fn paths_in(word: &str) -> impl Iterator<Item = PathBuf> {
    let list = word.find('/').filter(|at| !word[..*at].contains('{')).map_or("", |at| &word[at..]);
    list.split(':').filter(|path| path.starts_with('/')).map(PathBuf::from)
}

/// The full paths in the value of a variable: a list of folders, or flags.
fn of_variable<'v>(name: &str, value: &'v str) -> Box<dyn Iterator<Item = PathBuf> + 'v> {
    if TOOLS.environment.unsearched.iter().any(|known| known == name) {
        return Box::new(std::iter::empty());
    }
    // A folder may have a blank in its name, and flags stand between blanks, or between the signs of Cargo.
    let flags = value.split(|c: char| c.is_whitespace() || matches!(c, '\u{1f}' | ',' | ';' | '='));
    Box::new(value.split(':').chain(flags).flat_map(paths_in))
}

/// Adds these places for a compiler that says which files it has read: what else may be found there is a library, or
/// a file that bears the name of one that was read.
pub fn add_by_name(reads: &mut Reads, places: BTreeSet<PathBuf>) {
    for path in places {
        if path.is_file() {
            reads.files.insert(path);
        } else {
            reads.files.extend(libraries(&path));
            reads.folders.insert(path);
        }
    }
}

/// Adds all that lies in these places but for those in `except`, for a compiler that says nothing. The folders of the
/// system do not change. False where that is too much.
pub fn add_all(reads: &mut Reads, places: BTreeSet<PathBuf>, except: &[PathBuf]) -> bool {
    let mut is_complete = true;
    for path in places.into_iter().filter(|path| !is_of_the_system(path)) {
        if path.is_file() {
            reads.files.insert(path);
        } else if path.is_dir() {
            is_complete &= reads.add_all_below(&path, except);
        } else {
            // It may come to be there.
            reads.folders.insert(path);
        }
    }
    is_complete
}

/// Libraries in a folder, which no list names.
fn libraries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let is_library = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().as_bytes();
        let ends = [".a", ".so", ".rlib", ".rmeta"];
        name.starts_with(b"lib") && ends.iter().any(|end| name.ends_with(end.as_bytes()))
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(is_library)
}

#[cfg(test)]
mod tests {
    use super::{named_by, paths_in};
    use std::path::PathBuf;

    #[test]
    fn a_command_names_the_folders_that_its_compiler_may_read() {
        let paths = |word: &str| paths_in(word).collect::<Vec<_>>();
        assert_eq!(paths("-I/home/me/library"), [PathBuf::from("/home/me/library")]);
        assert_eq!(paths("/a:/b"), [PathBuf::from("/a"), PathBuf::from("/b")]);
        assert_eq!(paths("-O2"), Vec::<PathBuf>::new());
        assert_eq!(paths("{dir}/x"), Vec::<PathBuf>::new());
    }

    #[test]
    fn a_variable_of_any_name_names_folders_also_in_flags() {
        let named = |name: &str, value: &str| {
            let found =
                named_by(&[(name.to_owned(), value.to_owned())]).collect::<std::collections::BTreeSet<_>>();
            found.into_iter().map(|path| path.display().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(named("CPATH", "/a:/b c:d"), ["/a", "/b", "/b c"]);
        assert_eq!(named("MY_LIBRARIES", ":/a:"), ["/a"]);
        for flags in ["-L /a -Clink-arg=-Wl,-rpath,/b", "-L\u{1f}/a\u{1f}-L/b"] {
            let named = named("RUSTFLAGS", flags);
            assert!(["/a", "/b"].iter().all(|path| named.iter().any(|name| name == path)), "{named:?}");
        }
        assert_eq!(named("GOCACHE", "/a"), Vec::<String>::new());
        assert_eq!(named("LIMIT", "7"), Vec::<String>::new());
    }
}
