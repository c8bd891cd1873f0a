//! The judge's own control group, taken over once for all launchers of a process.

use std::path::PathBuf;
use std::sync::Arc;

use crate::linux::cgroup::{Delegation, Hierarchies};

/// Where the groups of launchers are made. It is shared: a group is taken over from a judge that is alone
/// in it, and a judge with launchers is not. The last owner gives it back.
#[derive(Clone, Debug)]
pub struct ControlGroups(Option<Arc<Delegation>>);

impl ControlGroups {
    /// Takes over the judge's own group of version 2, where it is alone in it and version 1 has no memory
    /// limit. Elsewhere launchers find a place for themselves, or have none.
    #[must_use]
    pub fn take() -> Self {
        let own = Hierarchies::own();
        let folder = own.unified.filter(|_| own.memory.is_none());
        let taken = folder.and_then(|folder| Delegation::take(&folder, std::process::id()).ok());
        Self(taken.map(Arc::new))
    }

    /// Takes over nothing: for runs without isolation.
    #[must_use]
    pub fn none() -> Self {
        Self(None)
    }

    /// The folder in which groups with limits can be made.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        self.0.as_ref().map(|taken| taken.folder().to_owned())
    }
}
