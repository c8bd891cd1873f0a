//! What a manifest may say: paths that stay below the folder, each file once.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use crate::model::{Name, PackedProgram, PackedPrograms, Source};
use crate::pack::PackError;
use crate::wire::pack::{PackBuilt, PackFile, PackManifest, PackSource};

/// The name of the manifest in the archive.
pub const MANIFEST: &str = "manifest.json";

/// The folder with what was built.
pub const PROGRAMS: &str = "programs";

/// What may stand at the top.
const TOP: [&str; 4] = ["judge.toml", "cases", "solutions", PROGRAMS];

/// The path that a name of a manifest means below the folder, if it means one.
pub fn path_of(name: &Name) -> Option<&Path> {
    let path = Path::new(OsStr::from_bytes(name.as_bytes()));
    let mut components = path.components();
    let is_plain = components.clone().all(|part| matches!(part, Component::Normal(_)));
    let top = components.next()?.as_os_str();
    // `a//b`, `a/./b` and `a/` are other names of `a/b` and `a`.
    let again: PathBuf = path.components().collect();
    let is_known = TOP.iter().any(|known| top == *known);
    let is_short = again.as_os_str() == path.as_os_str() && !name.as_bytes().contains(&0);
    (is_plain && is_known && is_short).then_some(path)
}

/// Makes sure that what the manifest says can be unpacked, and nothing else is touched.
///
/// # Errors
/// What it says that it must not.
pub fn check(manifest: &PackManifest) -> Result<(), PackError> {
    let refused = |name: &Name| PackError::Unsafe(format!("its manifest has the path `{name}`"));
    let mut last: Option<&PackFile> = None;
    let mut total = 0_u64;
    for file in &manifest.files {
        path_of(&file.path).ok_or_else(|| refused(&file.path))?;
        if last.is_some_and(|last| last.path.as_bytes() >= file.path.as_bytes()) {
            return Err(PackError::Unsafe(format!("its manifest has `{}` in the wrong place", file.path)));
        }
        let sum = total.checked_add(file.size);
        total = sum.ok_or_else(|| PackError::Unsafe("its files are larger than any disk".to_owned()))?;
        last = Some(file);
    }
    for program in &manifest.programs {
        if let PackBuilt::Program { path, .. } = &program.built {
            path_of(path).filter(|path| path.starts_with(PROGRAMS)).ok_or_else(|| refused(path))?;
        }
    }
    Ok(())
}

/// How much is unpacked.
pub fn size_of(manifest: &PackManifest) -> u64 {
    manifest.files.iter().fold(0, |sum, file| sum.saturating_add(file.size))
}

/// A source by paths below the workspace; none where it lies elsewhere.
pub fn source_below(root: &Path, source: &Source) -> Option<PackSource> {
    let name = |path: &Path| Some(Name::from_os(path.strip_prefix(root).ok()?.as_os_str()));
    Some(match source {
        Source::CargoBinary { package, binary } => {
            PackSource::Binary { package: name(package)?, binary: binary.clone() }
        }
        Source::File(path) => PackSource::File { path: name(path)? },
        Source::Folder { folder, main } => PackSource::Folder { path: name(folder)?, main: name(main)? },
        Source::Absent(_) => return None,
    })
}

/// The programs where the pack was unpacked.
pub fn programs_in(root: &Path, manifest: &PackManifest) -> PackedPrograms {
    let at = |name: &Name| root.join(name.to_os());
    let source = |source: &PackSource| match source {
        PackSource::Binary { package, binary } => {
            Source::CargoBinary { package: at(package), binary: binary.clone() }
        }
        PackSource::File { path } => Source::File(at(path)),
        PackSource::Folder { path, main } => Source::Folder { folder: at(path), main: at(main) },
    };
    let built = |built: &PackBuilt| match built {
        PackBuilt::Program { path, .. } => PackedProgram::Built(at(path)),
        PackBuilt::Source => PackedProgram::AsItIs,
        PackBuilt::Rejected { why } => PackedProgram::Rejected(why.clone()),
        PackBuilt::Missing { why } => PackedProgram::Missing(why.clone()),
    };
    manifest.programs.iter().map(|program| (source(&program.source), built(&program.built))).collect()
}
