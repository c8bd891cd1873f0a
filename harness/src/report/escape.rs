//! Text in the formats of others: XML, CSV, Markdown and the commands of GitHub's runner.
//!
//! Each function takes any text and gives one that its reader takes for that text and nothing else.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Text or an attribute of XML 1.0. What XML cannot hold at all is replaced by U+FFFD.
pub fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // A reader makes a blank of these where an attribute has them as they are.
            '\t' | '\n' | '\r' => _ = write!(out, "&#{};", u32::from(c)),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A field of RFC 4180. What a spreadsheet would run as a formula gets an apostrophe before it, and is then text there.
/// What separates cells for a spreadsheet with other settings, a semicolon or a tab, is quoted, too, and what would be a
/// formula behind it gets an apostrophe as well: such a spreadsheet takes the comma and the quote before it for text.
pub fn csv(text: &str) -> Cow<'_, str> {
    let cells = apart(text);
    let Cow::Borrowed(text) = cells else { return Cow::Owned(quoted_csv(&cells).into_owned()) };
    quoted_csv(text)
}

/// The text with an apostrophe before each formula that a semicolon, a tab or the end of a line comes before.
fn apart(text: &str) -> Cow<'_, str> {
    let separates = |c: char| matches!(c, ';' | '\t' | '\n' | '\r');
    let is_formula = |rest: &str| rest.trim_start_matches('"').starts_with(FORMULA);
    let places: Vec<usize> =
        text.match_indices(separates).map(|(at, _)| at + 1).filter(|at| is_formula(&text[*at..])).collect();
    if places.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = text.to_owned();
    places.iter().rev().for_each(|at| out.insert(*at, '\''));
    Cow::Owned(out)
}

/// What begins a formula.
const FORMULA: [char; 4] = ['=', '+', '-', '@'];

/// The field in quotes where it needs them.
fn quoted_csv(text: &str) -> Cow<'_, str> {
    let is_formula = text.starts_with(FORMULA) || text.starts_with(['\t', '\r']);
    if is_formula && text.parse::<f64>().is_err() {
        return Cow::Owned(quoted_csv(&format!("'{text}")).into_owned());
    }
    if text.contains([',', ';', '\t', '"', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}

/// Text in a cell or a line of Markdown: as it is where that has no other meaning, else as code, in which
/// GitHub neither mentions people nor links numbers.
pub fn markdown(text: &str) -> Cow<'_, str> {
    let is_safe = |c: char| c.is_alphanumeric() || matches!(c, '-' | ' ' | ',');
    let is_bare = text.chars().all(is_safe) && text.starts_with(char::is_alphanumeric);
    if is_bare || text.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(markdown_code(text)) }
}

/// Text as code in Markdown: between backticks, or with every character that Markdown or HTML knows as its number,
/// so that it ends neither the code, nor the cell, nor the line.
pub fn markdown_code(text: &str) -> String {
    let ends_cell = |c: char| c == '|' || c.is_control();
    if !text.contains(ends_cell) && !text.is_empty() && text == text.trim() {
        // More backticks in a row than there are inside.
        let most = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
        let fence = "`".repeat(most + 1);
        let blank = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
        return format!("{fence}{blank}{text}{blank}{fence}");
    }
    let mut out = String::from("<code>");
    for c in text.chars() {
        match c {
            c if c.is_alphanumeric() || matches!(c, ' ' | '-' | ',' | '.' | '/' | '=') => out.push(c),
            c if c.is_ascii_punctuation() => _ = write!(out, "&#{};", u32::from(c)),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out.push_str("</code>");
    out
}

/// Lines as a block of code in Markdown, which nothing in them ends.
pub fn markdown_block(text: &str) -> String {
    let most = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(most.max(2) + 1);
    let text: String =
        text.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect();
    format!("{fence}text\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

/// The message of a command of GitHub's runner.
pub fn command_message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of a command of GitHub's runner.
pub fn command_property(text: &str) -> String {
    command_message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{
        FORMULA, apart, command_message, command_property, csv, markdown, markdown_block, markdown_code, xml,
    };

    use proptest::{prop_assert, prop_assert_eq, proptest};

    /// What a reader of RFC 4180 makes of a line.
    fn fields(line: &str) -> Vec<String> {
        let (mut fields, mut is_quoted) = (vec![String::new()], false);
        let mut chars = line.chars().peekable();
        while let Some(c) = chars.next() {
            let field = fields.last_mut().unwrap();
            match c {
                '"' if is_quoted && chars.peek() == Some(&'"') => field.extend(chars.next()),
                '"' => is_quoted = !is_quoted,
                ',' if !is_quoted => fields.push(String::new()),
                c => field.push(c),
            }
        }
        fields
    }

    proptest! {
        #[test]
        fn xml_reads_back(text: String) {
            let escaped = xml(&text);
            let document = format!("<a b=\"{escaped}\">{escaped}</a>");
            let document = roxmltree::Document::parse(&document).unwrap();
            let root = document.root_element();
            let is_lost = |c: char| matches!(c, '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}') && !c.is_whitespace();
            let expect: String = text.chars()
                .map(|c| if is_lost(c) || matches!(c, '\x0b' | '\x0c') { '\u{fffd}' } else { c })
                .collect();
            prop_assert_eq!(root.attribute("b"), Some(expect.as_str()));
            prop_assert_eq!(root.text().unwrap_or_default(), expect);
            prop_assert_eq!(root.children().filter(roxmltree::Node::is_element).count(), 0);
        }

        #[test]
        fn a_line_of_csv_reads_back(one: String, other in "[,\"\n\r a]{0,8}") {
            let line = format!("{},{}", csv(&one), csv(&other));
            let read = fields(&line);
            for (read, text) in read.iter().zip([one, other]) {
                let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text.parse::<f64>().is_err();
                let text = apart(&text);
                prop_assert_eq!(if is_formula { read.strip_prefix('\'') } else { Some(read.as_str()) }, Some(&*text));
            }
            prop_assert_eq!(read.len(), 2);
        }

        #[test]
        fn no_cell_is_a_formula_whatever_separates_them(text in "[=+@;,\"\t\n 1a]{0,12}") {
            for line in [csv(&text).into_owned(), format!("a,{}", csv(&text))] {
                for separator in [';', '\t'] {
                    for cell in fields(&line.replace(',', "_").replace(['\n', separator], ",")) {
                        let is_number = cell.trim().parse::<f64>().is_ok();
                        prop_assert!(is_number || !cell.starts_with(FORMULA), "{cell} in {line}");
                    }
                }
            }
        }

        #[test]
        fn a_cell_of_markdown_stays_one(text: String) {
            for cell in [markdown(&text).into_owned(), markdown_code(&text)] {
                let between = |start, end| cell.strip_prefix(start).and_then(|cell| cell.strip_suffix(end));
                prop_assert!(!cell.contains(|c: char| c == '|' || c.is_control()), "{}", cell);
                if let Some(inside) = between("<code>", "</code>") {
                    let markup = ['<', '>', '`', '\\', '@', '*', '_', '[', ']', '!', '~'];
                    prop_assert!(!inside.contains(markup), "{}", cell);
                    let mut numbers = inside.split('&').skip(1);
                    prop_assert!(numbers.all(|rest| rest.starts_with('#') && rest.contains(';')), "{}", cell);
                } else if cell.starts_with('`') {
                    let fence = "`".repeat(cell.len() - cell.trim_start_matches('`').len());
                    let inside = between(fence.as_str(), fence.as_str()).unwrap_or_default();
                    prop_assert!(inside.split(|c| c != '`').all(|run| run.len() < fence.len()), "{}", cell);
                    prop_assert_eq!(inside.trim(), text.as_str());
                } else {
                    prop_assert!(!cell.contains(|c: char| c.is_ascii_punctuation() && !"-,".contains(c)), "{}", cell);
                }
            }
        }

        #[test]
        fn a_command_is_one_line_and_reads_back(text: String) {
            let (message, property) = (command_message(&text), command_property(&text));
            prop_assert!(!message.contains(['\n', '\r']) && !property.contains(['\n', '\r', ':', ',']));
            // In the order of the runner.
            let plain = |text: &str| text.replace("%0D", "\r").replace("%0A", "\n").replace("%3A", ":")
                .replace("%2C", ",").replace("%25", "%");
            prop_assert_eq!(plain(&message), text.clone());
            prop_assert_eq!(plain(&property), text);
        }
    }

    #[test]
    fn what_is_no_markup_stays_as_it_is() {
        assert_eq!(
            (xml("a b"), csv("a b").as_ref(), markdown("4ary v2").as_ref()),
            ("a b".into(), "a b", "4ary v2")
        );
        assert_eq!(xml("<script>\"&\0\x1b\n"), "&lt;script&gt;&quot;&amp;\u{fffd}\u{fffd}&#10;");
        assert_eq!([csv("=1+1"), csv("-1.5")], ["'=1+1", "-1.5"]);
        assert_eq!([csv("ann;=1+41;"), csv("a\t\"=1")], ["\"ann;'=1+41;\"", "\"a\t'\"\"=1\""]);
        assert_eq!(csv("late; the same as `b`"), "\"late; the same as `b`\"");
        assert_eq!(csv("a,\"b\"\n"), "\"a,\"\"b\"\"\n\"");
        assert_eq!(markdown("a|b"), "<code>a&#124;b</code>");
        assert_eq!([markdown("@team #1"), markdown("p/s")], ["`@team #1`", "`p/s`"]);
        assert_eq!([markdown_code("a `6`"), markdown_code("``")], ["`` a `6` ``", "``` `` ```"]);
        assert_eq!(markdown_block("a\n\x1b``` b\n"), "````text\na\n\u{fffd}``` b\n````\n");
        assert_eq!(markdown_block("a"), "```text\na\n```\n");
        assert_eq!(command_property("50%, a:b\n"), "50%25%2C a%3Ab%0A");
    }
}
