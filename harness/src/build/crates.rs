//! What Cargo must see of a package, and have downloaded, before its build can begin.
//!
//! The build itself has no network and may write nowhere but in its own folders. So a missing lock file
//! is made before, and crates are downloaded, by Cargo outside of the sandbox: that runs no code of the
//! package, and because it runs in `/`, it obeys no configuration and no toolchain that the package
//! brings along.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use harness_sandbox::{Tool, inherited_environment};
use toml::{Table, Value};

use crate::build::sandboxed::{Ran, run_outside};
use crate::build::secrets::Secrets;
use crate::build::{BuildContext, Halt};
use crate::files;

/// Files that name the toolchain for the folder that they are in, and all below it.
pub const TOOLCHAIN_FILES: [&str; 2] = ["rust-toolchain", "rust-toolchain.toml"];

/// The package as Cargo sees it.
#[derive(Debug, Default)]
pub struct Surroundings {
    /// The folder with the lock file: the workspace of the package, or itself.
    pub workspace: PathBuf,
    /// Files and folders outside of the judge's workspace that Cargo must see.
    pub readable: Vec<PathBuf>,
    /// Packages outside of it that a solution names, and its build does not see.
    pub unshown: BTreeSet<PathBuf>,
    /// The package, its workspace, and the packages on their paths.
    pub packages: BTreeSet<PathBuf>,
}

/// Whose manifests are believed. What is handed in may name any folder of this machine; the owner of the workspace
/// has written what lies elsewhere in it, and says in the settings what builds may read outside of it.
pub struct Grounds<'a> {
    /// The judge's workspace.
    pub root: &'a Path,
    /// The folders in which submissions of students lie.
    pub submissions: &'a [PathBuf],
    /// What else builds may read.
    pub readable: &'a [PathBuf],
}

impl Grounds<'_> {
    /// Whether the owner of the workspace has written the manifest in this folder.
    fn is_of_owner(&self, folder: &Path) -> bool {
        let is_in = |place: &PathBuf| folder.starts_with(place);
        let is_handed_in = is_in(&self.root.join("solutions")) || self.submissions.iter().any(is_in);
        let is_of_workspace = folder.starts_with(self.root) || self.root.starts_with(folder);
        !is_handed_in && (is_of_workspace || self.may_read(folder))
    }

    fn may_read(&self, path: &Path) -> bool {
        self.readable.iter().any(|place| path.starts_with(place))
    }
}

impl Surroundings {
    /// Looks at the manifests, from the package upward and along its paths. A manifest that cannot be read
    /// is left to Cargo, which says what is wrong.
    pub fn of(package: &Path, grounds: &Grounds<'_>) -> Self {
        let root = grounds.root;
        let workspace = workspace_of(package, root);
        let mut readable: BTreeSet<PathBuf> = configurations(package).collect();
        let mut own = vec![package.to_owned()];
        if !workspace.starts_with(root) {
            if root.starts_with(&workspace) || is_too_much(&workspace) {
                // The judge's workspace is a part of a larger one, of which every member must be there.
                readable.extend(members(&workspace, root));
            } else {
                readable.insert(workspace.clone());
                own.push(workspace.clone());
            }
        }
        let mut unshown = BTreeSet::new();
        let mut unread: Vec<(PathBuf, bool)> =
            [package, &workspace].map(|folder| (folder.to_owned(), grounds.is_of_owner(folder))).into();
        let mut known: BTreeSet<PathBuf> = unread.iter().map(|(folder, _)| folder.clone()).collect();
        while let Some((folder, is_of_owner)) = unread.pop() {
            for path in paths_of(&folder) {
                let is_inside = path.starts_with(root) || root.starts_with(&path);
                let is_own = own.iter().any(|own| path.starts_with(own));
                if !is_inside && !is_own && !is_of_owner && !grounds.may_read(&path) {
                    unshown.insert(path);
                    continue;
                }
                if known.insert(path.clone()) {
                    // What the owner of the workspace leads to is the owner's, too.
                    let is_of_owner = grounds.is_of_owner(&path) || (is_of_owner && !is_inside);
                    if !is_inside {
                        readable.insert(path.clone());
                    }
                    unread.push((path, is_of_owner));
                }
            }
        }
        unshown.retain(|path| !readable.contains(path));
        Self { workspace, readable: readable.into_iter().collect(), unshown, packages: known }
    }

    /// What to write so that a build sees the packages that it was not shown.
    pub fn hint(&self, root: &Path) -> Option<String> {
        let first = self.unshown.first()?;
        let named = self.unshown.iter().map(|path| {
            let name = relative(path, root).to_string_lossy().into_owned();
            Value::String(name).to_string()
        });
        Some(format!(
            "hint: `{}` is outside of the workspace, so builds cannot read it; to allow that, write in judge.toml:\n[build]\nreadable = [{}]\n",
            first.display(),
            named.collect::<Vec<_>>().join(", ")
        ))
    }

    /// The lock file, if there is one.
    pub fn lock(&self) -> PathBuf {
        self.workspace.join("Cargo.lock")
    }
}

/// Every manifest, lock file and configuration that Cargo may read for this package.
pub fn configurations(package: &Path) -> impl Iterator<Item = PathBuf> {
    package.ancestors().flat_map(|folder| {
        let own = ["Cargo.toml", "Cargo.lock", ".cargo/config.toml", ".cargo/config"];
        own.into_iter().chain(TOOLCHAIN_FILES).map(|name| folder.join(name))
    })
}

fn manifest(folder: &Path) -> Option<Table> {
    files::text(&folder.join("Cargo.toml"), files::LARGEST_LIST).ok()?.parse().ok()
}

/// The path from the root of the workspace, as one would write it.
fn relative(path: &Path, root: &Path) -> PathBuf {
    let above = root.ancestors().take_while(|folder| !path.starts_with(folder)).count();
    let common = root.ancestors().nth(above).unwrap_or(root);
    // From a folder that has only the top of all in common with it, the whole path says more.
    if common.parent().is_none() {
        return path.to_owned();
    }
    let up = std::iter::repeat_n("..", above);
    up.collect::<PathBuf>().join(path.strip_prefix(common).unwrap_or(path))
}

/// The folder with the workspace of a package: above it, or in the judge's workspace.
fn workspace_of(package: &Path, root: &Path) -> PathBuf {
    let named = manifest(package).and_then(|manifest| {
        let named = manifest.get("package")?.get("workspace")?.as_str()?;
        let named = fs::canonicalize(package.join(named)).ok()?;
        (named.starts_with(root) || package.starts_with(&named)).then_some(named)
    });
    let is_workspace = |folder: &&Path| manifest(folder).is_some_and(|table| table.contains_key("workspace"));
    named.unwrap_or_else(|| package.ancestors().find(is_workspace).unwrap_or(package).to_owned())
}

/// The folders in a workspace with a manifest, but for the judge's.
fn members(workspace: &Path, root: &Path) -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(workspace).max_depth(5).into_iter().filter_entry(|entry| {
        let name = entry.file_name().as_encoded_bytes();
        entry.depth() == 0 || !(name.starts_with(b".") || name == b"target" || entry.path() == root)
    });
    let manifests = walk.flatten().filter(|entry| entry.file_name() == "Cargo.toml" && entry.depth() > 1);
    manifests.filter_map(|entry| entry.path().parent().map(Path::to_owned)).collect()
}

/// The packages that a manifest names by their path as something to build with, as far as they are there.
fn paths_of(folder: &Path) -> Vec<PathBuf> {
    let Some(manifest) = manifest(folder) else { return Vec::new() };
    let mut found = BTreeSet::new();
    dependencies(&manifest, &mut found);
    for target in tables_in(&manifest, "target") {
        dependencies(target, &mut found);
    }
    for patched in tables_in(&manifest, "patch") {
        paths_in(patched, &mut found);
    }
    if let Some(replaced) = table(&manifest, "replace") {
        paths_in(replaced, &mut found);
    }
    if let Some(workspace) = table(&manifest, "workspace") {
        dependencies(workspace, &mut found);
    }
    let real = found.into_iter().filter_map(|path| fs::canonicalize(folder.join(path)).ok());
    real.filter(|path| path.join("Cargo.toml").is_file() && !is_too_much(path)).collect()
}

fn table<'a>(of: &'a Table, key: &str) -> Option<&'a Table> {
    of.get(key).and_then(Value::as_table)
}

fn tables_in<'a>(of: &'a Table, key: &str) -> impl Iterator<Item = &'a Table> {
    table(of, key).into_iter().flatten().filter_map(|(_, value)| value.as_table())
}

/// The paths in the tables of dependencies.
fn dependencies<'a>(of: &'a Table, found: &mut BTreeSet<&'a str>) {
    for kind in
        ["dependencies", "dev-dependencies", "build-dependencies", "dev_dependencies", "build_dependencies"]
    {
        if let Some(table) = table(of, kind) {
            paths_in(table, found);
        }
    }
}

/// The paths in one such table.
fn paths_in<'a>(dependencies: &'a Table, found: &mut BTreeSet<&'a str>) {
    found.extend(dependencies.iter().filter_map(|(_, dependency)| dependency.get("path")?.as_str()));
}

/// Whether a folder holds the home of the user, with all that is in it.
fn is_too_much(path: &Path) -> bool {
    std::env::var_os("HOME").is_some_and(|home| Path::new(&home).starts_with(path))
}

/// What is said to Git, which takes nothing from a folder of this machine. What is handed in may name any repository,
/// among them those that only the user of this machine may read: from these nothing is brought.
fn settings_of_git(is_handed_in: bool) -> &'static [(&'static str, &'static str)] {
    const BY_CLI: (&str, &str) = ("CARGO_NET_GIT_FETCH_WITH_CLI", "true");
    if !is_handed_in {
        return &[BY_CLI, ("GIT_ALLOW_PROTOCOL", "https:http:ssh:git")];
    }
    &[
        BY_CLI,
        ("GIT_ALLOW_PROTOCOL", "https:http:git"),
        ("GIT_ASKPASS", "true"),
        // An empty name takes the helpers away that stand in the user's own settings.
        ("GIT_CONFIG_COUNT", "1"),
        ("GIT_CONFIG_KEY_0", "credential.helper"),
        ("GIT_CONFIG_VALUE_0", ""),
    ]
}

/// Whose turn it is to download: Cargo lets one at a time into its home. Who waits for that outside of it does so at no
/// cost to itself, whatever the one that is there waits for.
#[derive(Debug, Default)]
pub struct Turn(Mutex<()>);

/// Makes the lock file, brings it up to date, and downloads what it names. `None` where that was done,
/// else what was wrong.
///
/// Git is asked for what lies in Git, because it can be told to take nothing from a folder of this
/// machine: a dependency on the workspace itself would bring the cases along.
pub fn fetch(
    context: &BuildContext<'_>,
    cargo: &Path,
    package: &Path,
    around: &Surroundings,
    (secrets, name): (&Secrets, &str),
    turn: &Turn,
) -> Result<Option<Ran>, Halt> {
    if around.lock().is_symlink() {
        let why =
            format!("`{}` is a symbolic link, and Cargo would write to its target", around.lock().display());
        return Ok(Some(Ran::Failed(why)));
    }
    let mut environment = inherited_environment();
    let set = settings_of_git(context.is_submission(package));
    environment.extend(set.iter().map(|(name, value)| (name.into(), value.into())));
    let args = ["fetch".into(), "--manifest-path".into(), package.join("Cargo.toml").into_os_string()];
    let tool =
        Tool { program: cargo.into(), args: Vec::<OsString>::from(args), folder: "/".into(), environment };
    let _turn = turn.0.lock().unwrap_or_else(PoisonError::into_inner);
    match run_outside(context, name, &tool, secrets)? {
        Ran::Ended(output) if output.success => Ok(None),
        ran => Ok(Some(ran)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Grounds, Surroundings};
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    #[test]
    fn what_cargo_must_see_is_found_along_the_paths_of_manifests() {
        let top = tempfile::tempdir().unwrap();
        let top = fs::canonicalize(top.path()).unwrap();
        let write = |path: &str, text: &str| {
            let path = top.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("w/Cargo.toml", "[workspace]\n[patch.crates-io]\nx = { path = \"../patched\" }\n");
        write(
            "w/solutions/p/Cargo.toml",
            "[dependencies]\nnear = { path = \"../near\" }\nnone.path = \"none\"\n",
        );
        write("w/solutions/near/Cargo.toml", "[target.x.dependencies]\nfar = { path = \"../../../far\" }\n");
        write("far/Cargo.toml", "[dependencies]\nfurther.path = \"../further\"\n");
        write("further/Cargo.toml", "[package]\n");
        write("patched/Cargo.toml", "[package]\n");
        let root = top.join("w");
        let of = |package: &str, readable: &[PathBuf]| {
            let grounds = Grounds { root: &root, submissions: &[], readable };
            Surroundings::of(&top.join(package), &grounds)
        };
        let shown = |around: &Surroundings| -> Vec<PathBuf> {
            around.readable.iter().filter(|path| path.is_dir()).cloned().collect()
        };
        // The owner of the workspace names what is patched; a solution may name what it likes.
        let around = of("w/solutions/p", &[]);
        assert_eq!(around.lock(), top.join("w/Cargo.lock"));
        assert_eq!(shown(&around), [top.join("patched")]);
        assert_eq!(around.unshown, BTreeSet::from([top.join("far")]));
        let hint = around.hint(&root).unwrap();
        assert!(hint.ends_with("write in judge.toml:\n[build]\nreadable = [\"../far\"]\n"), "{hint}");
        let around = of("w/solutions/p", &[top.join("far")]);
        assert_eq!(shown(&around), [top.join("far"), top.join("further"), top.join("patched")]);
        assert_eq!((around.unshown.len(), around.hint(&root)), (0, None));
        // What helps to judge is the owner's.
        write("w/cases/p/check/Cargo.toml", "[dependencies]\nfar = { path = \"../../../../far\" }\n");
        let around = of("w/cases/p/check", &[]);
        assert_eq!(shown(&around), [top.join("far"), top.join("further"), top.join("patched")]);
        write("w/solutions/p/Cargo.toml", "[workspace]\n");
        assert_eq!(of("w/solutions/p", &[]).workspace, top.join("w/solutions/p"));
    }

    #[test]
    fn only_what_a_package_is_built_with_is_looked_at() {
        let top = tempfile::tempdir().unwrap();
        let top = fs::canonicalize(top.path()).unwrap();
        for name in ["a", "b", "c", "d", "e", "f", "g", "h"] {
            fs::create_dir_all(top.join(name)).unwrap();
            fs::write(top.join(name).join("Cargo.toml"), "[workspace]\n").unwrap();
        }
        let own = top.join("a/own");
        fs::create_dir_all(&own).unwrap();
        let manifest = "[package]\nname = \"x\"\nworkspace = \"../../h\"\n[package.metadata.any]\npath = \"../../b\"\n\
            [lints.any]\npath = \"../../b\"\n[profile.release]\npath = \"../../b\"\n[features]\npath = []\n\
            [dependencies]\nc = { path = \"../../c\" }\npath = \"1\"\n[target.x.build-dependencies.d]\npath = \"../../d\"\n\
            [patch.crates-io.e]\npath = \"../../e\"\n[replace]\n\"f:1.0.0\" = { path = \"../../f\" }\n\
            [workspace.dependencies]\ng = { path = \"../../g\" }\n";
        fs::write(own.join("Cargo.toml"), manifest).unwrap();
        let mut found = super::paths_of(&own);
        found.sort();
        assert_eq!(found, ["c", "d", "e", "f", "g"].map(|name| top.join(name)));
        // Nor is a workspace that lies anywhere.
        let grounds = Grounds { root: &top.join("a"), submissions: &[], readable: &[] };
        let around = Surroundings::of(&own, &grounds);
        assert_eq!(around.workspace, own);
        assert!(!around.readable.contains(&top.join("h")));
    }

    #[test]
    fn what_is_handed_in_brings_nothing_by_the_keys_of_the_user() {
        for (is_handed_in, allowed) in [(false, "https:http:ssh:git"), (true, "https:http:git")] {
            let set = super::settings_of_git(is_handed_in);
            assert!(set.contains(&("GIT_ALLOW_PROTOCOL", allowed)), "{is_handed_in}");
            assert_eq!(set.contains(&("GIT_CONFIG_KEY_0", "credential.helper")), is_handed_in);
        }
    }

    #[test]
    fn the_way_to_a_folder_is_written_from_the_workspace() {
        let way =
            |path: &str| super::relative(Path::new(path), Path::new("/home/me/w")).display().to_string();
        assert_eq!(["/home/me/far", "/home/you/x", "/opt/x"].map(way), ["../far", "../../you/x", "/opt/x"]);
    }
}
