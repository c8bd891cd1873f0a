//! New cases, as `add` and `hunt` tell them.

use std::collections::BTreeSet;
use std::io::Write;

use anyhow::anyhow;

use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::Problem;
use crate::newcase::Addition;
use crate::report::newcase as print;
use crate::session::Session;
use crate::ui::Verbosity;

/// Writes the result of adding drafts; the hints are for after it.
///
/// # Errors
/// Nothing was written, because the solutions do not agree.
pub fn tell(
    addition: Addition,
    (session, problem): (&Session, &Problem),
    is_dry: bool,
    mut out: &mut dyn Write,
) -> Result<(ExitCode, BTreeSet<String>), Failure> {
    match addition {
        Addition::Ended(code) => Ok((code, BTreeSet::new())),
        Addition::Split(splits) => {
            for (draft, split) in &splits {
                print::split(&mut out, &draft.input, split, session.ui.width).map_err(Failure::output)?;
            }
            let what = anyhow!("the solutions do not agree, so nothing was written");
            let hint = "find out which is right; then give the answer with --answer FILE";
            Err(Failure { code: ExitCode::Unexpected, ..Failure::usage(what).hint(hint) })
        }
        Addition::Added(added) => {
            if session.ui.verbosity > Verbosity::Quiet {
                print::added(&mut out, &problem.name, &added, is_dry).map_err(Failure::output)?;
            }
            Ok((added.code, print::hints(&problem.name, &added)))
        }
    }
}
