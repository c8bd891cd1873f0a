//! The language of a file.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::config::Config;
use crate::discover::classify::split_extension;
use crate::discover::leftovers::{is_by_product, is_dependency_list, names_interpreter};
use crate::model::{EntryPoint, Language};

/// The language of a file in a folder: by its extension, or because its first line names its interpreter.
pub fn language_of<'a>(config: &'a Config, folder: &Path, file: &[u8]) -> Option<&'a Language> {
    let path = folder.join(OsStr::from_bytes(file));
    if let Some((_, extension)) = split_extension(file)
        && let Some(language) = config.languages.of_extension(OsStr::from_bytes(extension))
    {
        return (!is_dependency_list(&path)).then_some(language);
    }
    let scripts = config.languages.rows.iter().find(|row| row.entry == EntryPoint::Shebang);
    scripts.filter(|_| !is_by_product(folder, file) && names_interpreter(&path))
}
