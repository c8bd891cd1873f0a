//! Whether the output of Cargo is up to date, without starting Cargo, which takes longer than many a
//! whole run.
//!
//! Beside every executable Cargo leaves a `.d` file with the sources that went in. If they, and the
//! manifests, say the same as then, and environment and toolchain are the same, Cargo would have nothing to
//! do. In doubt the answer is no.
//!
//! Cargo itself goes by times. A file that was replaced by an older one is not built again, so what Cargo
//! remembers of the package is forgotten then.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::build::compiler::listed;
use crate::build::crates::{Surroundings, configurations};
use crate::build::reads::{Looks, Reads, changed, is_current};
use crate::build::searched;
use crate::files;

/// What Cargo has built, as it is remembered.
struct Stamp {
    /// The environment and toolchain.
    surroundings: String,
    executables: BTreeMap<String, PathBuf>,
    /// What was read.
    list: Vec<u8>,
}

/// The executables that the stamp remembers, if all wanted ones are among them and still good.
pub fn executables(
    stamp: &Path,
    surroundings: &str,
    binaries: &[&str],
    looks: &Looks,
) -> Option<BTreeMap<String, PathBuf>> {
    let stamp = Stamp::read(stamp)?;
    let has_all = binaries.iter().all(|binary| stamp.executables.contains_key(*binary));
    let is_good = has_all && stamp.surroundings == surroundings && is_current(&stamp.list, looks);
    is_good.then_some(stamp.executables)
}

/// Remembers what Cargo has just built, in `target`, since it began.
pub fn remember(
    stamp: &Path,
    (drafts, target): (&Path, &Path),
    surroundings: &str,
    reads: &Reads,
    executables: &BTreeMap<String, PathBuf>,
    began: SystemTime,
) -> io::Result<()> {
    let Some(list) = reads.record(began, target) else { return Ok(()) };
    let mut text = format!("{surroundings}\n");
    for (name, path) in executables {
        // A path that is no text is asked for from Cargo each time.
        if let Some(path) = path.to_str().filter(|path| !path.contains(['\n', '\t'])) {
            text.extend([name.as_str(), "\t", path, "\n"]);
        }
    }
    let Some(name) = stamp.file_name() else { return Err(io::ErrorKind::InvalidInput.into()) };
    let draft = drafts.join(name);
    fs::write(&draft, [text.as_bytes(), b"\n", &list].concat())?;
    fs::rename(&draft, stamp)
}

/// What went into these executables of a package, with what Cargo was told of outright. `None` where that is not
/// known.
pub fn reads(
    package: &Path,
    around: &Surroundings,
    executables: &BTreeMap<String, PathBuf>,
    places: BTreeSet<PathBuf>,
) -> Option<Reads> {
    let mut reads = Reads::default();
    for path in executables.values() {
        reads.files.extend(listed(&files::own(&path.with_extension("d")).ok()?)?);
    }
    if !reads.files.iter().all(|file| file.is_absolute()) {
        return None;
    }
    reads.folders.extend(reads.files.iter().filter_map(|file| file.parent()).map(Path::to_owned));
    reads.names.extend(["mod.rs", "main.rs", "lib.rs", "build.rs", "src", "bin"].map(Into::into));
    reads.files.extend(executables.values().cloned());
    reads.files.extend(configurations(package));
    reads.files.insert(around.lock());
    for package in &around.packages {
        reads.files.extend(["Cargo.toml", "build.rs"].map(|name| package.join(name)));
        reads.folders.insert(package.clone());
        // A build script may read anything of its package.
        if has_build_script(package) && !reads.add_all_below(package, &[]) {
            return None;
        }
    }
    if around.packages.iter().any(|package| has_build_script(package)) {
        return searched::add_all(&mut reads, places, &[]).then_some(reads);
    }
    searched::add_by_name(&mut reads, places);
    Some(reads)
}

/// Makes Cargo build the package again where it would not see a change: also of what lies in places that it was only
/// told of.
pub fn forget_unseen(stamp: &Path, target: &Path, around: &Surroundings, is_told_of_places: bool) {
    let Some(Stamp { list, executables, .. }) = Stamp::read(stamp) else { return };
    let Some(stamped) = modified(stamp) else { return };
    let executables: BTreeSet<PathBuf> = executables.into_values().collect();
    let (built, sources): (Vec<PathBuf>, Vec<PathBuf>) =
        changed(&list).into_iter().partition(|path| executables.contains(path));
    let is_unseen = |path: &PathBuf| modified(path).is_some_and(|time| time <= stamped);
    let is_told_of_changes = || is_told_of_places && !is_current(&list, &Looks::default());
    if sources.iter().any(is_unseen) || (sources.is_empty() && !built.is_empty()) || is_told_of_changes() {
        let names: Vec<String> = around.packages.iter().filter_map(|package| name_of(package)).collect();
        for folder in fingerprints(target) {
            let of_package = |name: &OsStr| {
                let name = name.to_string_lossy();
                name.rsplit_once('-').is_some_and(|(name, _)| names.iter().any(|known| known == name))
            };
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                if of_package(&entry.file_name()) {
                    let _ = harness_sandbox::remove_folder(&entry.path());
                }
            }
        }
    }
}

/// What Cargo remembers: below the profile, which may lie below the name of a machine. A build script can put links
/// anywhere in there, which would lead to folders that are not Cargo's.
fn fingerprints(target: &Path) -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(target).min_depth(1).max_depth(3).into_iter().flatten();
    let is_one = |entry: &walkdir::DirEntry| {
        entry.depth() > 1 && entry.file_type().is_dir() && entry.file_name() == ".fingerprint"
    };
    walk.filter(is_one).map(walkdir::DirEntry::into_path).collect()
}

fn has_build_script(package: &Path) -> bool {
    let named = manifest(package)
        .is_some_and(|table| table.get("package").is_some_and(|table| table.get("build").is_some()));
    named || package.join("build.rs").exists()
}

fn name_of(package: &Path) -> Option<String> {
    Some(manifest(package)?.get("package")?.get("name")?.as_str()?.to_owned())
}

fn manifest(package: &Path) -> Option<toml::Table> {
    files::text(&package.join("Cargo.toml"), files::LARGEST_LIST).ok()?.parse().ok()
}

impl Stamp {
    fn read(path: &Path) -> Option<Self> {
        let text = files::own(path).ok()?;
        let end = memchr::memmem::find(&text, b"\n\n")?;
        let (header, rows) = std::str::from_utf8(&text[..end]).ok()?.split_once('\n')?;
        let row = |row: &str| row.split_once('\t').map(|(name, path)| (name.to_owned(), path.into()));
        Some(Self {
            surroundings: header.to_owned(),
            executables: rows.lines().filter_map(row).collect(),
            list: text[end + 2..].to_vec(),
        })
    }
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|meta| meta.modified()).ok()
}

#[cfg(test)]
mod tests {
    use super::{forget_unseen, reads, remember};
    use crate::build::crates::Surroundings;
    use crate::build::reads::Reads;
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs;
    use std::time::{Duration, SystemTime};

    #[test]
    fn the_list_beside_a_program_is_read_only_where_it_is_a_file_itself() {
        let top = tempfile::tempdir().unwrap();
        let top = fs::canonicalize(top.path()).unwrap();
        let (program, list) = (top.join("pk"), top.join("pk.d"));
        let around = Surroundings { workspace: top.clone(), ..Surroundings::default() };
        let executables = BTreeMap::from([("pk".to_owned(), program.clone())]);
        let found = || reads(&top, &around, &executables, BTreeSet::new());
        fs::write(&list, format!("{}: {}/main.rs\n", program.display(), top.display())).unwrap();
        assert!(found().unwrap().files.contains(&top.join("main.rs")));
        fs::rename(&list, top.join("elsewhere")).unwrap();
        for target in ["elsewhere", "/dev/zero", "/proc/kmsg"] {
            std::os::unix::fs::symlink(target, &list).unwrap();
            assert!(found().is_none(), "{target}");
            fs::remove_file(&list).unwrap();
        }
        rustix::fs::mkfifoat(rustix::fs::CWD, &list, rustix::fs::Mode::RWXU).unwrap();
        assert!(found().is_none());
    }

    #[test]
    fn only_what_lies_in_the_folder_of_cargo_itself_is_forgotten() {
        let top = tempfile::tempdir().unwrap();
        let top = fs::canonicalize(top.path()).unwrap();
        let (package, target, stamp) = (top.join("pk"), top.join("target"), top.join("stamp"));
        let (source, program) = (package.join("main.rs"), target.join("release/pk"));
        let known = [
            "target/release/.fingerprint/pk-1",
            "target/machine/release/.fingerprint/pk-1",
            "other/.fingerprint/pk-1",
        ]
        .map(|path| top.join(path));
        for folder in &known {
            fs::create_dir_all(folder).unwrap();
        }
        for folder in ["pk", "other/pk-1", "target/linked"] {
            fs::create_dir_all(top.join(folder)).unwrap();
        }
        // What a build script leaves.
        std::os::unix::fs::symlink(top.join("other"), target.join("linked/.fingerprint")).unwrap();
        std::os::unix::fs::symlink(top.join("other"), target.join("profile")).unwrap();
        fs::write(package.join("Cargo.toml"), "[package]\nname = \"pk\"\n").unwrap();
        fs::write(&source, "1").unwrap();
        fs::write(&program, "").unwrap();
        let reads = Reads { files: [source.clone()].into(), ..Reads::default() };
        let executables = BTreeMap::from([("pk".to_owned(), program)]);
        let later = SystemTime::now() + Duration::from_secs(9);
        remember(&stamp, (&target, &target), "here", &reads, &executables, later).unwrap();
        let around = Surroundings { packages: [package].into(), ..Surroundings::default() };
        // A source that Cargo would take for an old one.
        fs::write(&source, "2").unwrap();
        fs::File::options().write(true).open(&source).unwrap().set_modified(SystemTime::UNIX_EPOCH).unwrap();
        forget_unseen(&stamp, &target, &around, false);
        assert_eq!(known.map(|folder| folder.exists()), [false, false, true]);
        assert!(top.join("other/pk-1").exists());
    }
}
