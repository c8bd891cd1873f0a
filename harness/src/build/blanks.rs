//! Parts of a source that a driver replaces by blanks, so that all else keeps its line and its column.
//!
//! A phrase is of words that follow each other in the code. Those between `<` and `>` are replaced, and `...`
//! stands for the rest of a statement, or of a line where that ends first: `<package ...>`, `<public> class`.

use std::ops::Range;

use crate::syntax::lexer::{Comments, spans};

/// The rest of a statement.
const REST: &str = "...";

/// The text with blanks for what the phrases name.
pub fn blanked(text: &[u8], phrases: &[String], comments: Comments) -> Vec<u8> {
    let mut blanked = text.to_vec();
    // Places in a text that is not UTF-8 are not those of its words.
    let Ok(text) = std::str::from_utf8(text) else { return blanked };
    if phrases.is_empty() {
        return blanked;
    }
    let words = spans(text, comments);
    for phrase in phrases {
        let Some((phrase, marked)) = read(phrase) else { continue };
        for at in 0..words.len() {
            if let Some(range) = found(text, &words[at..], &phrase, &marked) {
                let is_kept = |byte: &u8| matches!(byte, b'\r' | b'\n');
                blanked[range].iter_mut().filter(|byte| !is_kept(byte)).for_each(|byte| *byte = b' ');
            }
        }
    }
    blanked
}

/// The words of a phrase, and which of them are replaced.
fn read(phrase: &str) -> Option<(Vec<&str>, Range<usize>)> {
    let words: Vec<&str> = phrase.split_whitespace().collect();
    let start = words.iter().position(|word| word.starts_with('<'))?;
    let end = words.iter().position(|word| word.ends_with('>'))? + 1;
    let bare = words.into_iter().map(|word| word.trim_start_matches('<').trim_end_matches('>')).collect();
    Some((bare, start..end))
}

/// What is replaced where the phrase stands at the first of these words.
fn found(text: &str, words: &[Range<usize>], phrase: &[&str], marked: &Range<usize>) -> Option<Range<usize>> {
    for (index, wanted) in phrase.iter().enumerate() {
        let span = words.get(index)?;
        if *wanted == REST {
            let start = words[marked.start].start;
            let line = text[start..].find('\n').map_or(text.len(), |length| start + length);
            let end = words[index..].iter().find(|span| &text[(*span).clone()] == ";");
            return Some(start..end.map_or(line, |span| span.end.min(line)));
        }
        if &text[span.clone()] != *wanted {
            return None;
        }
    }
    Some(words[marked.start].start..words[marked.end - 1].end)
}

#[cfg(test)]
mod tests {
    use super::blanked;
    use crate::syntax::lexer::Comments;

    #[track_caller]
    fn check(text: &str, is: &str) {
        let phrases = ["<package ...>", "<public> class", "<public> final class"].map(str::to_owned);
        let blanked = blanked(text.as_bytes(), &phrases, Comments::Slashes);
        assert_eq!(String::from_utf8(blanked).unwrap(), is);
    }

    #[test]
    fn what_a_phrase_marks_becomes_blanks_and_the_rest_stays_where_it_is() {
        check("package a.b; class X {}", "             class X {}");
        check("package a.b\nclass X", "           \nclass X");
        check("public class X {\n  public int f;\n}", "       class X {\n  public int f;\n}");
        check("// public class X\npublic  final class X", "// public class X\n        final class X");
        check("\"package x;\" public static class X", "\"package x;\" public static class X");
        check("package", "package");
    }
}
