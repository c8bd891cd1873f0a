//! What a user should know although nothing is wrong.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Sentences that are shown once, however often they are found.
#[derive(Debug, Default)]
pub struct Remarks(Mutex<BTreeSet<String>>);

impl Remarks {
    /// One more, unless it is there.
    pub fn add(&self, remark: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(remark);
    }

    /// All that came since the last call, in alphabetical order.
    pub fn take(&self) -> BTreeSet<String> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
