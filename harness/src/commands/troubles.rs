//! What is wrong with the files of a workspace, told before anything else is done.

use std::io::Write;

use crate::config::MOST_TOLD;
use crate::model::Catalog;
use crate::session::Session;
use crate::ui::{Role, paint};

/// Tells the defects on standard error, or the first of many. There is nobody to tell that telling
/// failed.
pub fn tell(catalog: &Catalog) {
    let mut err = std::io::stderr().lock();
    let of_kinds = [(&catalog.defects, Role::Bad, "error:"), (&catalog.notes, Role::Notable, "note:")];
    for (all, role, word) in of_kinds {
        let mark = paint(role, word);
        for one in all.iter().take(MOST_TOLD) {
            let _ = writeln!(err, "{mark} {one}");
        }
        if all.len() > MOST_TOLD {
            let _ = writeln!(err, "{mark} and {} more like these", all.len() - MOST_TOLD);
        }
    }
}

/// Tells what builds have said of themselves and that was not told yet.
pub fn tell_remarks(session: &Session) {
    let mut err = std::io::stderr().lock();
    let mark = paint(Role::Notable, "note:");
    for remark in session.remarks.take() {
        let _ = writeln!(err, "{mark} {remark}");
    }
}
