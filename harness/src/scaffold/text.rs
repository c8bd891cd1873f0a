//! Texts as they are kept: lines end in LF, and so does the last one.

/// A text and what was changed in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tidied {
    /// The text.
    pub text: Vec<u8>,
    /// What was not as it should be.
    pub changes: Vec<Untidy>,
}

/// What is not as it should be in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untidy {
    /// Lines end in CRLF.
    Crlf,
    /// The last line does not end.
    Unended,
}

impl Untidy {
    /// What is so, as a clause about the text.
    #[must_use]
    pub fn fault(self) -> &'static str {
        match self {
            Self::Crlf => "has CRLF line endings",
            Self::Unended => "has no final newline",
        }
    }

    /// What was made of it.
    #[must_use]
    pub fn cured(self) -> &'static str {
        match self {
            Self::Crlf => "CRLF was converted to LF",
            Self::Unended => "a final newline was added",
        }
    }
}

/// Makes CRLF LF and ends the last line.
#[must_use]
pub fn tidy(text: &[u8]) -> Tidied {
    let mut changes = Vec::new();
    let mut tidied = Vec::with_capacity(text.len() + 1);
    for (at, &byte) in text.iter().enumerate() {
        if byte != b'\r' || text.get(at + 1) != Some(&b'\n') {
            tidied.push(byte);
        }
    }
    if tidied.len() < text.len() {
        changes.push(Untidy::Crlf);
    }
    if tidied.last().is_some_and(|last| *last != b'\n') {
        tidied.push(b'\n');
        changes.push(Untidy::Unended);
    }
    Tidied { text: tidied, changes }
}

#[cfg(test)]
mod tests {
    use super::tidy;
    use proptest::collection::vec;
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    #[track_caller]
    fn check(text: &[u8], expect: &[u8], changes: usize) {
        let tidied = tidy(text);
        assert_eq!((&*tidied.text, tidied.changes.len()), (expect, changes));
    }

    #[test]
    fn lines_end_in_lf() {
        check(b"", b"", 0);
        check(b"1 2\n3\n", b"1 2\n3\n", 0);
        check(b"1 2\r\n3\r\n", b"1 2\n3\n", 1);
        check(b"1 2\r\n3", b"1 2\n3\n", 2);
        check(b"\r", b"\r\n", 1);
        check(b"\n\n", b"\n\n", 0);
    }

    proptest! {
        #[test]
        fn a_tidy_text_without_a_lone_cr_stays_as_it_is(bytes in vec(any::<u8>(), 0..99)) {
            let bytes: Vec<u8> = bytes.into_iter().filter(|byte| *byte != b'\r').collect();
            let once = tidy(&bytes);
            let twice = tidy(&once.text);
            prop_assert_eq!(&once.text, &twice.text);
            prop_assert!(twice.changes.is_empty());
        }
    }
}
