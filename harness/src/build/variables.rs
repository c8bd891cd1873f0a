//! The variables of the environment as the user has set them.
//!
//! `cargo run` puts the folders in which it builds, and the libraries of the toolchain, in front of the folders of the
//! dynamic linker. No build needs them: they would be shown to it, and as each place that a variable names counts among
//! what was read, a build would be made again whenever Cargo has built something.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

/// Where the dynamic linker looks first.
const LIBRARIES: &str = "LD_LIBRARY_PATH";

/// All variables.
pub fn of_user() -> impl Iterator<Item = (OsString, OsString)> {
    env::vars_os().filter_map(|(name, value)| {
        let value = if name == LIBRARIES { without(&value, &added_by_cargo())? } else { value };
        Some((name, value))
    })
}

/// The value of one.
pub fn value_of(name: &str) -> Option<OsString> {
    let value = env::var_os(name)?;
    if name == LIBRARIES { without(&value, &added_by_cargo()) } else { Some(value) }
}

/// The folders below which lies what Cargo adds; none where it has not started this program.
fn added_by_cargo() -> Vec<PathBuf> {
    let Some(cargo) = env::var_os("CARGO").map(PathBuf::from) else { return Vec::new() };
    let toolchain = cargo.parent().and_then(Path::parent).map(|home| home.join("lib"));
    let built = env::current_exe().ok().and_then(|program| program.parent().map(Path::to_owned));
    toolchain.into_iter().chain(built).collect()
}

/// A list of folders without those that lie below these; nothing where none is left.
fn without(list: &OsStr, added: &[PathBuf]) -> Option<OsString> {
    let is_added = |folder: &PathBuf| {
        let real = fs::canonicalize(folder);
        let real = real.as_ref().unwrap_or(folder);
        added.iter().any(|added| folder.starts_with(added) || real.starts_with(added))
    };
    let kept: Vec<PathBuf> = env::split_paths(list).filter(|folder| !is_added(folder)).collect();
    if kept.is_empty() { None } else { env::join_paths(kept).ok() }
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn what_is_not_added_is_kept_in_its_order() {
        let kept = |list: &str| {
            let kept = without(list.as_ref(), &["/t/debug".into(), "/rust/lib".into()]);
            kept.map(|kept| kept.into_string().unwrap())
        };
        assert_eq!(kept("/t/debug/deps:/t/debug:/rust/lib:/rust/lib/rustlib/x/lib"), None);
        assert_eq!(kept("/t/debug/deps:/b:/a:/rust/library").as_deref(), Some("/b:/a:/rust/library"));
    }
}
