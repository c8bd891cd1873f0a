//! The words below a picture: how far the goal is, what an output says of that, and a list of steps.

/// The columns of a line.
const WIDTH: usize = 78;

/// The most characters of an output that are repeated.
const MOST_REPEATED: usize = 20;

/// The most columns that they take, with escapes.
const MOST_COLUMNS: usize = 26;

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
    if said.is_empty() {
        return format!("{truth}; the output says nothing");
    }
    let text = String::from_utf8_lossy(&said[..said.len().min(4 * MOST_REPEATED + 4)]);
    match text.parse::<i32>() {
        Ok(-1) => return format!("{truth}; the output says that there is no way"),
        Ok(1) => return format!("{truth}; the output says 1 {unit}"),
        Ok(number @ 0..) => return format!("{truth}; the output says {number} {unit}s"),
        Ok(_) | Err(_) => {}
    }
    let mut start = String::new();
    for (count, character) in text.chars().enumerate() {
        let shown: String = character.escape_debug().collect();
        if count == MOST_REPEATED || start.chars().count() + shown.len() > MOST_COLUMNS {
            start.push('…');
            break;
        }
        start.push_str(&shown);
    }
    format!("{truth}; the output says `{start}`")
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
        assert_eq!(verdict(None, "roll", Some(b"7\n")), "no way; the output says 7 rolls");
        assert_eq!(verdict(Some(2), "roll", Some(b"1")), "2 rolls; the output says 1 roll");
        assert_eq!(verdict(Some(2), "roll", Some(b"-1\n")), "2 rolls; the output says that there is no way");
        assert_eq!(verdict(Some(2), "roll", Some(b"-2")), "2 rolls; the output says `-2`");
        assert_eq!(verdict(Some(2), "roll", Some(b"2 2")), "2 rolls; the output says `2 2`");
        assert_eq!(
            verdict(Some(2), "roll", Some(b"99999999999999999999")),
            "2 rolls; the output says `99999999999999999999`"
        );
        let odd = verdict(Some(0), "roll", Some(b"\x1b[31m\xff 5678901234567890\n"));
        assert_eq!(odd, "0 rolls; the output says `\\u{1b}[31m\u{fffd} 5678901234567…`");
        assert_eq!(verdict(Some(3), "roll", Some(b" \n")), "3 rolls; the output says nothing");
        let escapes = verdict(Some(3), "roll", Some(&[0x1b; 20]));
        assert_eq!(escapes, format!("3 rolls; the output says `{}…`", "\\u{1b}".repeat(4)));
        let endless = vec![b'7'; 1 << 20];
        let cut = verdict(Some(3), "roll", Some(&endless));
        assert_eq!(cut, "3 rolls; the output says `77777777777777777777…`");
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
