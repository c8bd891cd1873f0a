//! Text in columns.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How many columns a text takes.
#[must_use]
pub fn width_of(text: &str) -> usize {
    text.width()
}

/// The text in exactly `width` columns: filled up with blanks, or cut with an ellipsis.
#[must_use]
pub fn fit(text: &str, width: usize) -> String {
    let has = width_of(text);
    if has <= width {
        return format!("{text}{}", " ".repeat(width - has));
    }
    let mut cut = String::new();
    let mut used = 0;
    for c in text.chars() {
        let next = c.width().unwrap_or(0);
        if used + next + 1 > width {
            break;
        }
        cut.push(c);
        used += next;
    }
    if width > 0 {
        cut.push('…');
        used += 1;
    }
    cut + &" ".repeat(width.saturating_sub(used))
}

/// The end of a text in at most `width` columns, after an ellipsis where it is cut: of a path the end says most.
#[must_use]
pub fn end_of(text: &str, width: usize) -> String {
    if width_of(text) <= width {
        return text.to_owned();
    }
    let (mut start, mut used) = (text.len(), 1);
    for (index, c) in text.char_indices().rev() {
        used += c.width().unwrap_or(0);
        if used > width {
            break;
        }
        start = index;
    }
    if width == 0 { String::new() } else { format!("…{}", &text[start..]) }
}

#[cfg(test)]
mod tests {
    use super::{end_of, fit};

    #[test]
    fn of_a_path_the_end_is_kept() {
        assert_eq!([end_of("a/bc", 4), end_of("a/bcd", 4)], ["a/bc", "…bcd"]);
        assert_eq!([end_of("蛇蛇蛇", 4), end_of("ab", 1), end_of("ab", 0)], ["…蛇", "…", ""]);
    }

    #[test]
    fn text_is_filled_up_or_cut_to_its_columns() {
        assert_eq!(fit("ab", 4), "ab  ");
        assert_eq!(fit("abcdef", 4), "abc…");
        assert_eq!(fit("蛇蛇蛇", 4), "蛇… ");
        assert_eq!(fit("ab", 0), "");
    }
}
