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
    /// The package, its workspace, and the packages on their paths.
    pub packages: BTreeSet<PathBuf>,
}

impl Surroundings {
    /// Looks at the manifests, from the package upward and along its paths. A manifest that cannot be read
    /// is left to Cargo, which says what is wrong.
    pub fn of(package: &Path, root: &Path) -> Self {
        let workspace = workspace_of(package);
        let mut readable: BTreeSet<PathBuf> = configurations(package).collect();
        if !workspace.starts_with(root) && !root.starts_with(&workspace) {
            readable.insert(workspace.clone());
        } else if !workspace.starts_with(root) {
            // The judge's workspace is a part of a larger one, of which every member must be there.
            readable.extend(members(&workspace, root));
        }
        let mut unread: Vec<PathBuf> = vec![package.to_owned(), workspace.clone()];
        let mut known: BTreeSet<PathBuf> = unread.iter().cloned().collect();
        while let Some(folder) = unread.pop() {
            for path in paths_of(&folder) {
                if known.insert(path.clone()) {
                    if !path.starts_with(root) && !root.starts_with(&path) {
                        readable.insert(path.clone());
                    }
                    unread.push(path);
                }
            }
        }
        Self { workspace, readable: readable.into_iter().collect(), packages: known }
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

fn workspace_of(package: &Path) -> PathBuf {
    let named = manifest(package).and_then(|manifest| {
        let named = manifest.get("package")?.get("workspace")?.as_str()?;
        fs::canonicalize(package.join(named)).ok()
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

/// The packages that a manifest names by their path, as far as they are there.
fn paths_of(folder: &Path) -> Vec<PathBuf> {
    fn collect(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Table(table) => {
                for (key, value) in table {
                    match value {
                        Value::String(path) if key == "path" => found.push(path.clone()),
                        _ => collect(value, found),
                    }
                }
            }
            Value::Array(values) => values.iter().for_each(|value| collect(value, found)),
            Value::String(_)
            | Value::Integer(_)
            | Value::Float(_)
            | Value::Boolean(_)
            | Value::Datetime(_) => {}
        }
    }
    let mut found = Vec::new();
    if let Some(manifest) = manifest(folder) {
        collect(&Value::Table(manifest), &mut found);
    }
    let user_home = std::env::var_os("HOME").map(PathBuf::from);
    let is_too_much = |path: &PathBuf| user_home.as_ref().is_some_and(|home| home.starts_with(path));
    let real = found.into_iter().filter_map(|path| fs::canonicalize(folder.join(path)).ok());
    real.filter(|path| path.join("Cargo.toml").is_file() && !is_too_much(path)).collect()
}

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
) -> Result<Option<Ran>, Halt> {
    if around.lock().is_symlink() {
        let why =
            format!("`{}` is a symbolic link, and Cargo would write to its target", around.lock().display());
        return Ok(Some(Ran::Failed(why)));
    }
    let mut environment = inherited_environment();
    let set = [("CARGO_NET_GIT_FETCH_WITH_CLI", "true"), ("GIT_ALLOW_PROTOCOL", "https:http:ssh:git")];
    environment.extend(set.map(|(name, value)| (name.into(), value.into())));
    let args = ["fetch".into(), "--manifest-path".into(), package.join("Cargo.toml").into_os_string()];
    let tool =
        Tool { program: cargo.into(), args: Vec::<OsString>::from(args), folder: "/".into(), environment };
    match run_outside(context, name, &tool, secrets)? {
        Ran::Ended(output) if output.success => Ok(None),
        ran => Ok(Some(ran)),
    }
}

#[cfg(test)]
mod tests {
    use super::Surroundings;
    use std::fs;

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
        write("far/Cargo.toml", "[package]\n");
        write("patched/Cargo.toml", "[package]\n");
        let around = Surroundings::of(&top.join("w/solutions/p"), &top.join("w"));
        assert_eq!(around.lock(), top.join("w/Cargo.lock"));
        let packages: Vec<_> = around.readable.iter().filter(|path| path.is_dir()).collect();
        assert_eq!(packages, [&top.join("far"), &top.join("patched")]);
        write("w/solutions/p/Cargo.toml", "[workspace]\n");
        assert_eq!(
            Surroundings::of(&top.join("w/solutions/p"), &top.join("w")).workspace,
            top.join("w/solutions/p")
        );
    }
}
