//! What the exit status of a validator means.

use crate::model::Protocol;

/// What a validator says of an input with its exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validity {
    /// It keeps the constraints.
    Valid,
    /// It does not.
    Invalid,
    /// The convention has no such status: the validator has failed.
    Unknown,
}

impl Validity {
    /// The exit statuses of a validator in the convention of Kattis, in words.
    pub const STATUSES: &'static str = "kattis: 42 valid, 43 invalid";

    /// What it means that a validator exits like this. One for which no convention is named accepts with 0, and
    /// with 42 as in the packages of Kattis, and rejects with everything else.
    #[must_use]
    pub fn of(protocol: Option<Protocol>, status: i32) -> Self {
        match (protocol, status) {
            (None | Some(Protocol::Testlib | Protocol::Command), 0) | (None | Some(Protocol::Kattis), 42) => {
                Self::Valid
            }
            (Some(Protocol::Kattis), 43) | (None | Some(Protocol::Testlib | Protocol::Command), _) => {
                Self::Invalid
            }
            (Some(Protocol::Kattis), _) => Self::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Validity;
    use crate::model::Protocol;

    #[test]
    fn every_convention_has_its_statuses() {
        let statuses = |protocol, validity| -> Vec<i32> {
            (0..=255).filter(|status| Validity::of(protocol, *status) == validity).collect()
        };
        assert_eq!(statuses(None, Validity::Valid), [0, 42]);
        assert_eq!(statuses(None, Validity::Invalid).len(), 254);
        assert_eq!(statuses(Some(Protocol::Testlib), Validity::Valid), [0]);
        assert_eq!(statuses(Some(Protocol::Testlib), Validity::Invalid).len(), 255);
        assert_eq!(statuses(Some(Protocol::Kattis), Validity::Valid), [42]);
        assert_eq!(statuses(Some(Protocol::Kattis), Validity::Invalid), [43]);
        assert_eq!(statuses(Some(Protocol::Kattis), Validity::Unknown).len(), 254);
    }
}
