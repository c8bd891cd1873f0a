//! The words below a picture: how far the goal is, what an output says of that, and a list of steps.

/// The columns of a line.
const WIDTH: usize = 78;

/// The most characters of an output that are repeated.
const MOST_REPEATED: usize = 20;

/// The least number of moves, in such words as "3 moves" or "no way", and whether an output agrees.
#[must_use]
pub fn verdict(least: Option<usize>, unit: &str, output: Option<&[u8]>) -> String {
    let truth = match least {
        None => "no way".to_owned(),
        Some(1) => format!("1 {unit}"),
        Some(number) => format!("{number} {unit}s"),
    };
    let Some(output) = output else { return truth };
    let right = least.map_or_else(|| "-1".to_owned(), |number| number.to_string());
    let said = output.trim_ascii();
    if said == right.as_bytes() {
        return format!("{truth}, as the output says");
    }
    let text = String::from_utf8_lossy(said);
    let end = if text.chars().count() > MOST_REPEATED { "…" } else { "" };
    let start: String = text.chars().take(MOST_REPEATED).flat_map(char::escape_debug).collect();
    format!("{truth}; the output says `{start}{end}`")
}

/// A heading and words behind it, in lines that are no longer than a terminal is wide.
#[must_use]
pub fn wrapped(heading: &str, words: &[String]) -> String {
    let mut text = heading.to_owned();
    let mut width = heading.chars().count();
    for word in words {
        let columns = word.chars().count();
        if width + 1 + columns > WIDTH {
            text.push_str("\n ");
            width = 1;
        }
        text.push(' ');
        text.push_str(word);
        width += 1 + columns;
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use crate::caption::{verdict, wrapped};

    #[test]
    fn an_output_agrees_or_is_repeated() {
        assert_eq!(verdict(Some(1), "roll", None), "1 roll");
        assert_eq!(verdict(Some(2), "roll", Some(b"2\r\n")), "2 rolls, as the output says");
        assert_eq!(verdict(None, "roll", Some(b"-1\n")), "no way, as the output says");
        assert_eq!(verdict(None, "roll", Some(b"7\n")), "no way; the output says `7`");
        let odd = verdict(Some(0), "roll", Some(b"\x1b[31m\xff 5678901234567890\n"));
        assert_eq!(odd, "0 rolls; the output says `\\u{1b}[31m\u{fffd} 5678901234567…`");
        assert_eq!(verdict(Some(3), "roll", Some(b"")), "3 rolls; the output says ``");
    }

    #[test]
    fn long_lists_are_wrapped() {
        let words = vec!["1234567".to_owned(); 20];
        let text = wrapped("list:", &words);
        assert_eq!(text.lines().map(str::len).collect::<Vec<_>>(), [77, 73, 17]);
        assert_eq!(text.split_whitespace().count(), 21);
        assert_eq!(wrapped("none", &[]), "none\n");
    }
}
