//! What a program prints, piece by piece, as text that a terminal only shows.

use crate::model::{escaped, is_plain, push_plain};

/// Keeps the beginning of a character whose rest has not come yet.
#[derive(Default)]
pub struct SafeText(Vec<u8>);

impl SafeText {
    /// The next piece: line feeds and tabs as they are, everything else that is not plain text as an escape.
    #[must_use]
    pub fn next(&mut self, piece: &[u8]) -> String {
        self.0.extend_from_slice(piece);
        let bytes = std::mem::take(&mut self.0);
        let mut text = String::new();
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            let (valid, after) = match std::str::from_utf8(rest) {
                Ok(all) => (all, None),
                Err(error) => {
                    let (valid, after) = rest.split_at(error.valid_up_to());
                    (std::str::from_utf8(valid).unwrap_or_default(), Some((after, error.error_len())))
                }
            };
            for c in valid.chars() {
                if is_plain(c) || matches!(c, '\n' | '\t') { text.push(c) } else { push_plain(&mut text, c) }
            }
            rest = match after {
                None => &[],
                Some((begun, None)) => {
                    self.0 = begun.to_vec();
                    &[]
                }
                Some((wrong, Some(count))) => {
                    text.push_str(&escaped(&wrong[..count]));
                    &wrong[count..]
                }
            };
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::SafeText;

    #[test]
    fn pieces_of_a_character_are_put_together_and_nothing_is_obeyed() {
        let mut text = SafeText::default();
        let pieces: [&[u8]; 4] = [b"a\xc3", b"\xa4\n", b"\x1b[31m\xff", b"\xe2\x82"];
        assert_eq!(pieces.map(|piece| text.next(piece)), ["a", "ä\n", "\\x1b[31m\\xff", ""]);
        assert_eq!(text.next(b"x"), "\\xe2\\x82x");
    }
}
