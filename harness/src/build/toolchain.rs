//! What a compiler needs of the machine beside the system's folders: its home, and some variables.
//!
//! A build gets nothing of the user's but this. The variables are a fixed list of names: others may hold
//! a token, and what is built should not depend on them.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use harness_sandbox::is_of_the_system;

use crate::build::searched::{named_by, paths_in};
use crate::build::tools::TOOLS;
use crate::build::variables;

/// What a build is shown of the machine, and told of it.
#[derive(Clone, Debug, Default)]
pub struct Toolchain {
    /// Files and folders that it may read.
    pub readable: Vec<PathBuf>,
    /// What it must not see though it lies in one of those.
    pub hidden: Vec<PathBuf>,
    /// Its environment, but for the folders that only a room has.
    pub environment: Vec<(OsString, OsString)>,
}

impl Toolchain {
    /// What a compiler needs that was found at this path and is started with these words and variables of its own. What
    /// belongs to the judge in `cache` is never given away.
    pub fn of(compiler: &Path, words: &[String], own: &[(String, String)], cache: &Path) -> Self {
        let user_home = std::env::var_os("HOME").map(PathBuf::from);
        let is_too_much = |path: &Path| user_home.as_ref().is_some_and(|home| home.starts_with(path));
        let mut toolchain = Self { readable: home_of(compiler, cache), ..Self::default() };
        // A link stands where it does only with its folder; what it is called may matter, as to rustup.
        let folder = compiler.parent().filter(|folder| compiler.is_symlink() && !is_too_much(folder));
        toolchain.readable.extend(folder.map(Path::to_owned));
        let named = words.iter().flat_map(|word| paths_in(word)).chain(named_by(own));
        toolchain.readable.extend(named.filter(|path| path.exists() && !is_too_much(path)));
        for name in &TOOLS.environment.folders {
            let Some(value) = variables::value_of(name) else { continue };
            let folders = std::env::split_paths(&value).filter(|path| path.is_absolute());
            toolchain.readable.extend(folders.filter(|path| path.exists() && !is_too_much(path)));
            toolchain.environment.push((name.into(), value));
        }
        toolchain.environment.extend(variables::of_user().filter(|(name, _)| is_passed(name)));
        toolchain.add_homes(user_home.as_deref());
        let path = toolchain.path();
        toolchain.environment.push(("PATH".into(), path));
        toolchain
    }

    /// The environment as bytes: what is built in another may be another program.
    pub fn told(&self) -> Vec<u8> {
        let mut variables: Vec<Vec<u8>> = self
            .environment
            .iter()
            .map(|(name, value)| [name.as_encoded_bytes(), b"=", value.as_encoded_bytes(), b"\0"].concat())
            .collect();
        variables.sort();
        variables.concat()
    }

    /// Compilers look for what belongs to them in homes of their own.
    fn add_homes(&mut self, user_home: Option<&Path>) {
        for home in &TOOLS.homes {
            let Some(place) = home.place(user_home) else { continue };
            if home.shown.is_empty() {
                self.readable.push(place.clone());
            }
            self.readable.extend(home.shown.iter().map(|name| place.join(name)));
            self.hidden.extend(home.hidden.iter().map(|name| place.join(name)));
            self.environment.push((home.told.clone().into(), place.into()));
        }
        let set = TOOLS.environment.set.iter();
        self.environment.extend(set.map(|(name, value)| (name.into(), value.into())));
    }

    /// The user's search path, as far as its folders are shown.
    fn path(&self) -> OsString {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let is_shown = |folder: &PathBuf| {
            let real = fs::canonicalize(folder).unwrap_or_default();
            let is_in = |shown: &PathBuf| fs::canonicalize(shown).is_ok_and(|shown| real.starts_with(shown));
            is_of_the_system(&real) || self.readable.iter().any(is_in)
        };
        let shown = std::env::split_paths(&path).filter(|folder| folder.is_absolute()).filter(is_shown);
        std::env::join_paths(shown).unwrap_or_default()
    }
}

fn is_passed(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| TOOLS.environment.is_passed(name))
}

/// Where a tool stands, without links on the way to it: only such places are there for a build.
pub fn place_of(tool: &Path) -> std::io::Result<PathBuf> {
    let tool = std::path::absolute(tool)?;
    match (tool.parent(), tool.file_name()) {
        (Some(folder), Some(name)) => Ok(fs::canonicalize(folder)?.join(name)),
        _ => Ok(tool),
    }
}

/// What an interpreter or compiler outside the system's folders needs to be there: the folder that its `lib`
/// is in, beside it or beside its `bin`, or else only itself. Neither the folder with our own cache nor the
/// user's home is ever given away.
pub fn home_of(tool: &Path, cache: &Path) -> Vec<PathBuf> {
    let user_home = std::env::var_os("HOME").map(PathBuf::from);
    let is_too_much = |home: &Path| {
        cache.starts_with(home) || user_home.as_ref().is_some_and(|user_home| user_home.starts_with(home))
    };
    let mut needed = BTreeSet::new();
    let real = fs::canonicalize(tool).unwrap_or_else(|_| tool.to_owned());
    for path in [tool, &real] {
        let folder = path.parent();
        let home = if folder.is_some_and(|folder| folder.ends_with("bin")) {
            folder.and_then(Path::parent)
        } else {
            folder
        };
        let home = home.filter(|home| home.join("lib").is_dir() && !is_too_much(home));
        let home = home.unwrap_or(path).to_owned();
        if !is_of_the_system(&home) {
            needed.insert(home);
        }
    }
    needed.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::{home_of, is_passed};

    #[test]
    fn the_environment_holds_no_secrets() {
        for name in ["RUSTFLAGS", "LC_ALL", "CARGO_PROFILE_RELEASE_LTO", "CARGO_TARGET_X86_64_LINKER"] {
            assert!(is_passed(name.as_ref()), "{name}");
        }
        for name in ["CARGO_REGISTRY_TOKEN", "GITHUB_TOKEN", "CARGO_TARGET_DIR", "HOME", "NIX_CONFIG"] {
            assert!(!is_passed(name.as_ref()), "{name}");
        }
    }

    #[test]
    fn a_tool_needs_the_folder_that_its_library_is_in() {
        let top = tempfile::tempdir().unwrap();
        let top = std::fs::canonicalize(top.path()).unwrap();
        for path in ["kit/lib", "kit/bin", "plain/bin", "all/lib/cache", "all/bin"] {
            std::fs::create_dir_all(top.join(path)).unwrap();
        }
        for tool in ["kit/tool", "kit/bin/tool", "plain/tool", "plain/bin/tool", "all/tool", "all/bin/tool"] {
            std::fs::write(top.join(tool), "").unwrap();
        }
        std::os::unix::fs::symlink(top.join("kit/tool"), top.join("plain/link")).unwrap();
        let needs = |tool: &str| {
            let needed = home_of(&top.join(tool), &top.join("all/lib/cache"));
            let names = needed.iter().map(|path| path.strip_prefix(&top).unwrap().display().to_string());
            names.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(needs("kit/tool"), "kit");
        assert_eq!(needs("kit/bin/tool"), "kit");
        assert_eq!(needs("plain/link"), "kit plain/link");
        for tool in ["plain/tool", "plain/bin/tool", "all/tool", "all/bin/tool"] {
            assert_eq!(needs(tool), tool);
        }
    }
}
