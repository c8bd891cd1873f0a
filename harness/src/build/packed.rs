//! Programs that were built before: nothing is compiled here, only what runs them is looked for.

use std::path::Path;

use crate::build::{BuildContext, BuildRequest, Built, Executable, cargo, loads, single, warnings};
use crate::model::{PackedProgram, PackedPrograms, Source};
use crate::parallel;

/// What all these requests come to.
pub fn all(
    context: &BuildContext<'_>,
    programs: &PackedPrograms,
    requests: &[BuildRequest<'_>],
) -> Vec<(usize, Built)> {
    parallel::map(requests, |index, request| (index, built(context, programs, request)))
}

fn built(context: &BuildContext<'_>, programs: &PackedPrograms, request: &BuildRequest<'_>) -> Built {
    match programs.get(request.source) {
        None => Built::Failed("the pack has no program for it".to_owned()),
        Some(PackedProgram::Rejected(why)) => Built::Rejected(why.clone()),
        Some(PackedProgram::Missing(why)) => Built::Missing(format!("{why} (where the pack was made)")),
        Some(PackedProgram::AsItIs) => run_by(context, request, context.cache),
        Some(PackedProgram::Built(place)) => fitting(run_by(context, request, place), place),
    }
}

/// How to run what is at this place.
fn run_by(context: &BuildContext<'_>, request: &BuildRequest<'_>, place: &Path) -> Built {
    let Some(input) = single::Input::of(request) else {
        let folder = match request.source {
            Source::CargoBinary { package, .. } => cargo::own_folder(context, package),
            Source::File(_) | Source::Folder { .. } | Source::Absent(_) => None,
        };
        return cargo::ready(place.to_owned(), warnings::of(place), folder);
    };
    match single::Recipe::new(context, &input, request.language) {
        Ok(recipe) => recipe.packed(place),
        Err(built) => *built,
    }
}

/// The same, if this machine can load it. What could not be started would be blamed on the solution.
fn fitting(built: Built, place: &Path) -> Built {
    let own = match &built {
        Built::Ready(Executable { path, .. }) if path.starts_with(place) => Some(path),
        _ => None,
    };
    match own.and_then(|path| loads::trouble(path)) {
        Some(why) => Built::Failed(format!("it was built on another machine and cannot run here: {why}")),
        None => built,
    }
}
