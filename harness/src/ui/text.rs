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

#[cfg(test)]
mod tests {
    use super::fit;

    #[test]
    fn text_is_filled_up_or_cut_to_its_columns() {
        assert_eq!(fit("ab", 4), "ab  ");
        assert_eq!(fit("abcdef", 4), "abc…");
        assert_eq!(fit("蛇蛇蛇", 4), "蛇… ");
        assert_eq!(fit("ab", 0), "");
    }
}
