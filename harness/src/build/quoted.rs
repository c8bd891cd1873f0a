//! What a compiler says of a copy, in terms of the source: its name, its columns and its lines.

use std::path::Path;

/// Messages with the source for its copy, of which they know this name. In the copy this stands in front of the first
/// line, so that is taken out of what is quoted, and of columns.
pub fn said_of_source(said: &str, (copy, source): (&str, &Path), front: &str) -> String {
    let width = front.chars().count();
    let mut told = String::with_capacity(said.len());
    let mut is_quoted = false;
    for line in said.split_inclusive('\n') {
        let own = line.strip_prefix(front).filter(|_| width > 0);
        let is_mark = is_quoted && line.trim_start().starts_with(['^', '~']);
        let indent = line.len() - line.trim_start_matches(' ').len();
        match (own, line.trim_start_matches("./").strip_prefix(copy)) {
            (Some(own), _) => told.push_str(own),
            (None, Some(rest)) if rest.starts_with([':', '(']) => {
                told.push_str(&source.to_string_lossy());
                told.push_str(&with_column(rest, width));
            }
            (None, _) if is_mark && indent >= width => told.push_str(&line[width..]),
            (None, _) => told.push_str(line),
        }
        is_quoted = own.is_some();
    }
    told
}

/// A place in the first line, `:1:COLUMN`, without what stands in front there.
fn with_column(place: &str, width: usize) -> String {
    let column = place.strip_prefix(":1:").and_then(|rest| rest.split_once(':'));
    match column.and_then(|(column, rest)| Some((column.parse::<usize>().ok()?.checked_sub(width)?, rest))) {
        Some((column, rest)) => format!(":1:{column}:{rest}"),
        None => place.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::said_of_source;
    use std::path::Path;

    #[track_caller]
    fn check(said: &str, is: &str) {
        assert_eq!(said_of_source(said, ("Copy.x", Path::new("/s/a.x")), "use a; "), is);
    }

    #[test]
    fn the_first_line_is_that_of_the_source() {
        check(
            "Copy.x:1: no\nuse a; int f = g;\n               ^\n  symbol\n",
            "/s/a.x:1: no\nint f = g;\n        ^\n  symbol\n",
        );
        check(
            "Copy.x:1:16: error: no\nuse a; int f = g;\n               ~",
            "/s/a.x:1:9: error: no\nint f = g;\n        ~",
        );
        check("Copy.x:2:16: error\nint f = g;\n        ^\n", "/s/a.x:2:16: error\nint f = g;\n        ^\n");
        check("./Copy.x(1,2)\nCopy.xs:1\n", "/s/a.x(1,2)\nCopy.xs:1\n");
    }
}
