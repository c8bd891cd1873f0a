//! What a case is before it has a name: an input, perhaps an answer, and where they came from.

use crate::scaffold::tidy;

/// A case before it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The input.
    pub input: Vec<u8>,
    /// The expected output, where it is given.
    pub answer: Option<Vec<u8>>,
    /// It is a sample of a statement, whose answers are right.
    pub is_sample: bool,
    /// From where the input is.
    pub source: Option<String>,
    /// The file of the answer, where it is not from the source of the input.
    pub answer_source: Option<String>,
    /// The generator and its arguments without the seed.
    pub generator: Option<String>,
    /// The seed.
    pub seed: Option<u64>,
    /// The command that found it.
    pub found: Option<String>,
    /// The solutions that it was made for.
    pub breaks: Vec<String>,
}

impl Draft {
    /// Its name in messages: `seed 7`, or where its input is from.
    #[must_use]
    pub fn label(&self) -> String {
        match (self.seed, &self.source) {
            (Some(seed), _) => format!("seed {seed}"),
            (None, Some(source)) => source.clone(),
            (None, None) => "the new case".to_owned(),
        }
    }

    /// The draft as UTF-8 without a byte order mark, with LF line ends and an end of its last line, and a
    /// note for each change.
    #[must_use]
    pub fn tidied(mut self) -> (Self, Vec<String>) {
        let label = self.label();
        let mut notes = Vec::new();
        for (what, text) in [("input", Some(&mut self.input)), ("answer", self.answer.as_mut())] {
            let Some(text) = text else { continue };
            let tidied = tidy(text);
            let of_answer = self.answer_source.as_ref().filter(|_| what == "answer");
            let label = of_answer.map_or(&label, |path| path);
            let note = |change: &crate::scaffold::Untidy| {
                format!("{what} of {label}: {}; --raw keeps it", change.cured())
            };
            notes.extend(tidied.changes.iter().map(note));
            *text = tidied.text;
        }
        (self, notes)
    }
}

#[cfg(test)]
mod tests {
    use super::Draft;

    #[test]
    fn line_ends_are_made_those_of_the_workspace_and_that_is_said() {
        let draft = Draft { input: b"1\r\n2".to_vec(), answer: Some(b"3".to_vec()), ..Draft::default() };
        let (tidied, notes) = Draft { seed: Some(7), ..draft }.tidied();
        assert_eq!((tidied.input, tidied.answer), (b"1\n2\n".to_vec(), Some(b"3\n".to_vec())));
        let expect = [
            "input of seed 7: CRLF was converted to LF; --raw keeps it",
            "input of seed 7: a final newline was added; --raw keeps it",
            "answer of seed 7: a final newline was added; --raw keeps it",
        ];
        assert_eq!(notes, expect);
    }

    #[test]
    fn another_encoding_is_converted_and_that_is_said() {
        let answer = Some(b"\xff\xfe3\0\n\0".to_vec());
        let (tidied, notes) =
            Draft { input: b"\xef\xbb\xbf1\n".to_vec(), answer, ..Draft::default() }.tidied();
        assert_eq!((tidied.input, tidied.answer), (b"1\n".to_vec(), Some(b"3\n".to_vec())));
        let expect = [
            "input of the new case: the byte order mark was removed; --raw keeps it",
            "answer of the new case: UTF-16 was converted to UTF-8; --raw keeps it",
        ];
        assert_eq!(notes, expect);
    }

    #[test]
    fn a_note_names_the_file_that_was_changed() {
        let draft = Draft {
            input: b"1\n".to_vec(),
            answer: Some(b"3".to_vec()),
            source: Some("b.in".to_owned()),
            answer_source: Some("b.ans".to_owned()),
            ..Draft::default()
        };
        let (_, notes) = draft.tidied();
        assert_eq!(notes, ["answer of b.ans: a final newline was added; --raw keeps it"]);
    }
}
