//! Cases that get another name or go.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::model::{Case, Name};
use crate::scaffold::stage::{self, Change, Content};
use crate::scaffold::{ENDINGS, WriteError, file_of, lock, refuse_taken};

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
pub struct Place<'a> {
    /// The root of the workspace.
    pub root: &'a Path,
    /// The folder of the problem.
    pub folder: &'a Path,
}

/// Gives cases of a problem new names, all or none; they may be each other's. Their files get the
/// endings of this workspace, whatever they had.
///
/// # Errors
/// A name is taken, or the system refuses; the folder is as it was.
pub fn rename(place: Place<'_>, renamed: &[Renamed<'_>]) -> Result<(), WriteError> {
    let _lock = lock(place.folder)?;
    stage::finish_all(place.folder)?;
    let gone: Vec<PathBuf> =
        renamed.iter().flat_map(|renamed| place.files_of(renamed.case)).flatten().collect();
    let leaving: BTreeSet<&Path> = gone.iter().map(PathBuf::as_path).collect();
    let mut files = Vec::new();
    for Renamed { case, name } in renamed {
        let parts = place.files_of(case).into_iter().zip(ENDINGS);
        for (old, ending) in parts.filter_map(|(old, ending)| Some((old?, ending))) {
            let new = file_of(name, ending);
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
pub fn remove(place: Place<'_>, cases: &[&Case]) -> Result<(), WriteError> {
    let _lock = lock(place.folder)?;
    stage::finish_all(place.folder)?;
    let gone = cases.iter().flat_map(|case| place.files_of(case)).flatten().collect();
    stage::make(place.folder, &Change { files: Vec::new(), gone })
}

impl Place<'_> {
    /// The files of a case below the folder of its problem, in the order of [`ENDINGS`].
    fn files_of(self, case: &Case) -> [Option<PathBuf>; 3] {
        let below = |path: &Path| path.strip_prefix(self.folder).ok().map(Path::to_owned);
        let sidecar = case.sidecar.as_ref().map(|sidecar| self.root.join(&sidecar.path));
        [sidecar.as_deref().and_then(below), below(&case.answer), below(&case.input)]
    }
}
