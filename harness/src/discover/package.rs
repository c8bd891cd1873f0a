//! Which binaries a Cargo package has, by Cargo's own rules, without asking Cargo.
//!
//! `cargo metadata` takes a tenth of a second a package and refuses a whole workspace for one bad
//! manifest. What Cargo infers is simple: `src/main.rs`, `src/bin/*.rs`, `src/bin/*/main.rs`, unless
//! `autobins = false`, and the `[[bin]]` tables, which replace an inferred binary of the same name or
//! path. A manifest that says something else is told by Cargo when it builds.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::config::{Item, SettingsErrors, SettingsFile, Table};

/// A binary of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binary {
    /// Its name.
    pub name: String,
    /// The file with its main function, relative to the package.
    pub path: PathBuf,
}

/// The manifest of a package, as far as it matters.
#[derive(Debug)]
struct Manifest {
    name: String,
    autobins: bool,
    explicit: Vec<(String, Option<PathBuf>)>,
}

/// The binaries of the package in `root/folder`, in the order of their names.
///
/// # Errors
/// The manifest is no TOML, or has no package in it.
pub fn binaries(root: &Path, folder: &Path) -> Result<Vec<Binary>, SettingsErrors> {
    let mut errors = SettingsErrors::default();
    let file = errors.keep(SettingsFile::read(root, &folder.join("Cargo.toml"))).flatten();
    let manifest = file.as_ref().and_then(|file| read(file.table(&mut errors)?, &mut errors));
    let package = root.join(folder);
    let mut binaries = manifest.map_or_else(Vec::new, |manifest| resolve(&manifest, &package));
    binaries.sort_by(|a, b| a.name.cmp(&b.name));
    errors.or(binaries)
}

fn read(mut table: Table<'_>, errors: &mut SettingsErrors) -> Option<Manifest> {
    let no_package = table.error(
        "this manifest has no [package] with a name".to_owned(),
        Some("`cargo init --lib` shows what it needs".to_owned()),
    );
    let text = |item: &Item<'_>| item.text("a string").map(str::to_owned);
    let Some(mut package) = table.table("package", errors) else {
        errors.push(no_package);
        return None;
    };
    let name = package.read("name", errors, text);
    let autobins = package.read("autobins", errors, Item::flag).is_none_or(|read| read.value);
    let mut explicit = Vec::new();
    for item in table.take("bin").and_then(|item| item.elements()).unwrap_or_default() {
        let Some(mut bin) = errors.keep(item.into_table()) else { continue };
        let path = bin.read("path", errors, text).map(|read| PathBuf::from(read.value));
        if let Some(name) = bin.read("name", errors, text) {
            explicit.push((name.value, path));
        }
    }
    let Some(name) = name else {
        errors.push(no_package);
        return None;
    };
    Some(Manifest { name: name.value, autobins, explicit })
}

fn resolve(manifest: &Manifest, package: &Path) -> Vec<Binary> {
    let inferred = inferred(&manifest.name, package);
    let mut binaries: Vec<Binary> = Vec::new();
    for (name, path) in &manifest.explicit {
        let inferred_path =
            || inferred.iter().find(|binary| binary.name == *name).map(|binary| binary.path.clone());
        let path = path.clone().or_else(inferred_path).unwrap_or_else(|| format!("src/bin/{name}.rs").into());
        binaries.push(Binary { name: name.clone(), path });
    }
    if manifest.autobins {
        for binary in inferred {
            let replaced = |other: &Binary| other.name == binary.name || other.path == binary.path;
            if !binaries.iter().any(replaced) {
                binaries.push(binary);
            }
        }
    }
    binaries
}

/// What Cargo finds where the manifest says nothing. Names that are no UTF-8 are no binaries to it.
fn inferred(package_name: &str, package: &Path) -> Vec<Binary> {
    let mut binaries = Vec::new();
    let main = Path::new("src/main.rs");
    if package.join(main).is_file() {
        binaries.push(Binary { name: package_name.to_owned(), path: main.to_path_buf() });
    }
    let Ok(entries) = fs::read_dir(package.join("src/bin")) else { return binaries };
    for entry in entries.filter_map(Result::ok) {
        let file_name = entry.file_name();
        let Some(text) = file_name.to_str().filter(|_| !file_name.as_bytes().starts_with(b".")) else {
            continue;
        };
        let (name, path) = match text.strip_suffix(".rs") {
            Some(stem) => (stem, Path::new("src/bin").join(text)),
            None => (text, Path::new("src/bin").join(text).join("main.rs")),
        };
        if package.join(&path).is_file() {
            binaries.push(Binary { name: name.to_owned(), path });
        }
    }
    // The order of a listing is none.
    binaries.sort_by(|a, b| a.path.cmp(&b.path));
    binaries
}
