//! Cases that get another name or go.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::model::{Case, Name};
use crate::scaffold::stage::{self, Change, Content};
use crate::scaffold::write_error::{WriteError, lock};
use crate::scaffold::{file_of, refuse_taken};

/// A case and its new name.
#[derive(Clone, Debug)]
pub struct Renamed<'a> {
    /// The case.
    pub case: &'a Case,
    /// How it will be called.
    pub name: Name,
}

/// Where the cases of a problem stand.
#[derive(Clone, Copy, Debug)]
pub struct CaseFolder<'a> {
    /// The root of the workspace.
    pub root: &'a Path,
    /// The folder of the problem.
    pub folder: &'a Path,
}

/// Gives cases of a problem new names, all or none; they may be each other's. Their files get the
/// endings of this workspace, whatever they had; but a second answer keeps what makes it one.
///
/// # Errors
/// A name is taken, or the system refuses; the folder is as it was.
pub fn rename(place: CaseFolder<'_>, renamed: &[Renamed<'_>]) -> Result<(), WriteError> {
    let _lock = lock(place.folder)?;
    stage::finish_all(place.folder)?;
    let files_of = |renamed: &Renamed<'_>| place.files_of(renamed.case).into_iter().map(|(old, _)| old);
    let gone: Vec<PathBuf> = renamed.iter().flat_map(files_of).collect();
    let leaving: BTreeSet<&Path> = gone.iter().map(PathBuf::as_path).collect();
    let mut files: Vec<(PathBuf, Content<'_>)> = Vec::new();
    for Renamed { case, name } in renamed {
        for (old, ending) in place.files_of(case) {
            let new = file_of(name, &ending);
            if files.iter().any(|(other, _)| *other == new) {
                return Err(WriteError::Taken(place.folder.join(new)));
            }
            if !leaving.contains(new.as_path()) {
                refuse_taken(place.folder, &new)?;
            }
            files.push((new, Content::Of(old)));
        }
    }
    stage::make(place.folder, &Change { files, gone })
}

/// Removes cases of a problem, all or none.
///
/// # Errors
/// The system refuses; the folder is as it was.
pub fn remove(place: CaseFolder<'_>, cases: &[&Case]) -> Result<(), WriteError> {
    let _lock = lock(place.folder)?;
    stage::finish_all(place.folder)?;
    let gone = cases.iter().flat_map(|case| place.files_of(case)).map(|(old, _)| old).collect();
    stage::make(place.folder, &Change { files: Vec::new(), gone })
}

impl CaseFolder<'_> {
    /// The files of a case below the folder of its problem, each with the ending that it has or will have.
    fn files_of(self, case: &Case) -> Vec<(PathBuf, OsString)> {
        let below = |path: &Path| path.strip_prefix(self.folder).ok().map(Path::to_owned);
        let sidecar = case.sidecar.as_ref().map(|sidecar| self.root.join(&sidecar.path));
        let firsts = [
            (sidecar.as_deref().and_then(below), ".toml"),
            (case.answer().as_deref().and_then(below), ".ans"),
            (below(&case.input()), ".in"),
        ];
        let firsts = firsts.into_iter().filter_map(|(old, ending)| Some((old?, OsString::from(ending))));
        let seconds = case.second_answers().filter_map(|path| below(&path));
        firsts.chain(seconds.map(|old| (old.clone(), ending_of_second(&case.name, &old)))).collect()
    }
}

/// The ending of an answer beside a stronger one: `.out.txt` of `NAME.out.txt`, and of `NAME/out.txt`, too.
/// Where the name of the case is not in front, it is `.out`, which is weaker than that of the answer.
fn ending_of_second(name: &Name, path: &Path) -> OsString {
    match path.as_os_str().as_bytes().strip_prefix(name.as_bytes()) {
        Some([b'.' | b'/', word @ ..]) if !word.contains(&b'/') => {
            OsStr::from_bytes(&[b".", word].concat()).to_owned()
        }
        _ => OsString::from(".out"),
    }
}
