//! What is wrong with the files of a workspace, told before anything else is done.

use std::io::Write;

use crate::model::Catalog;
use crate::ui::{Role, paint};

/// Tells every defect on standard error. There is nobody to tell that telling failed.
pub fn tell(catalog: &Catalog) {
    let mut err = std::io::stderr().lock();
    for defect in &catalog.defects {
        let _ = writeln!(err, "{} {defect}", paint(Role::Bad, "error:"));
    }
    for note in &catalog.notes {
        let _ = writeln!(err, "{} {note}", paint(Role::Notable, "note:"));
    }
}
