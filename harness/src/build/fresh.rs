//! Whether the output of Cargo is up to date, without starting Cargo, which takes longer than many a
//! whole run.
//!
//! Beside every executable Cargo leaves a `.d` file with the sources that went in. If none of them,
//! nor a manifest, has changed since, and the environment that Cargo heeds is the same, Cargo would
//! have nothing to do. In doubt the answer is no.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::build::crates::configurations;

/// The executables that the stamp remembers, if all wanted ones are among them and still good.
pub fn executables(stamp: &Path, package: &Path, binaries: &[&str]) -> Option<BTreeMap<String, PathBuf>> {
    let text = fs::read_to_string(stamp).ok()?;
    let stamped = modified(stamp)?;
    let (header, rows) = text.split_once('\n')?;
    if header != environment() {
        return None;
    }
    let known: BTreeMap<String, PathBuf> = rows
        .lines()
        .filter_map(|row| row.split_once('\t'))
        .map(|(name, path)| (name.to_owned(), PathBuf::from(path)))
        .collect();
    let manifests_are_old =
        configurations(package).all(|path| modified(&path).is_none_or(|time| time < stamped));
    let wanted_are_good =
        binaries.iter().all(|binary| known.get(*binary).is_some_and(|path| is_good(path, stamped)));
    (manifests_are_old && wanted_are_good).then_some(known)
}

/// Remembers what Cargo has just built.
pub fn remember(stamp: &Path, drafts: &Path, executables: &BTreeMap<String, PathBuf>) -> io::Result<()> {
    let mut text = environment();
    text.push('\n');
    for (name, path) in executables {
        // A path that is no text is asked for from Cargo each time.
        if let Some(path) = path.to_str().filter(|path| !path.contains(['\n', '\t'])) {
            text.extend([name.as_str(), "\t", path, "\n"]);
        }
    }
    let Some(name) = stamp.file_name() else { return Err(io::ErrorKind::InvalidInput.into()) };
    let draft = drafts.join(name);
    fs::write(&draft, text)?;
    fs::rename(&draft, stamp)
}

/// The executable exists, and neither it nor any of its sources has changed since the stamp.
fn is_good(executable: &Path, stamped: SystemTime) -> bool {
    let before = |path: &Path| modified(path).is_some_and(|time| time < stamped);
    let sources = fs::read_to_string(executable.with_extension("d")).unwrap_or_default();
    let Some((_, sources)) = sources.split_once(": ") else { return false };
    before(executable) && dependencies(sources).all(|source| before(Path::new(&source)))
}

/// The paths of one line of a `.d` file; a blank in a path has a backslash before it.
fn dependencies(line: &str) -> impl Iterator<Item = String> {
    let line = line.lines().next().unwrap_or_default().replace("\\ ", "\0");
    line.split(' ')
        .filter(|path| !path.is_empty())
        .map(|path| path.replace('\0', " "))
        .collect::<Vec<_>>()
        .into_iter()
}

/// The variables that change what Cargo builds, and where.
fn environment() -> String {
    let heeded = |name: &str| {
        name == "RUSTFLAGS"
            || name == "RUSTC"
            || name == "RUSTUP_TOOLCHAIN"
            || name.starts_with("CARGO_BUILD_")
            || name.starts_with("CARGO_PROFILE_")
    };
    let mut set: Vec<String> = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value)))
        .filter(|(name, _)| heeded(name))
        .map(|(name, value)| format!("{name}={}", value.display()))
        .collect();
    set.sort();
    set.join(" ")
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|meta| meta.modified()).ok()
}

#[cfg(test)]
mod tests {
    use super::dependencies;

    #[test]
    fn the_sources_of_an_executable_are_read_from_its_d_file() {
        let sources: Vec<String> = dependencies("/a/src/lib.rs /a\\ b/x.rs\n\n/a/src/lib.rs:\n").collect();
        assert_eq!(sources, ["/a/src/lib.rs", "/a b/x.rs"]);
    }
}
