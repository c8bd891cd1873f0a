//! The small part of HTML that stands in statements: tags and entities.

/// What a tag does to the text round it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Nothing: emphasis, a font, a link.
    Inline,
    /// An end of a line.
    Break,
    /// Its content stands on lines of its own.
    Line,
    /// Its content is a paragraph of its own.
    Paragraph,
    /// Its content is a heading.
    Heading,
    /// Its content is kept as it is, line ends included.
    Pre,
    /// A table.
    Table,
    /// A row of a table.
    Row,
    /// A cell of a row.
    Cell,
    /// Its content is no text: a button, a script.
    Hidden,
}

/// A tag at the beginning of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its name in lower case.
    pub name: String,
    /// It is an end such as `</b>`.
    pub is_end: bool,
    /// It has no content, as `<br/>`.
    pub is_empty: bool,
    /// Its bytes.
    pub length: usize,
}

/// Bytes that are looked at for the end of a tag.
const LONGEST_TAG: usize = 2000;

/// The tag that a text begins with.
pub fn tag(text: &str) -> Option<Tag> {
    let bytes = text.as_bytes();
    let is_end = bytes.get(1) == Some(&b'/');
    let start = 1 + usize::from(is_end);
    let name = bytes.get(start..)?;
    let name_length =
        name.iter().take(32).take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count();
    if bytes.first() != Some(&b'<') || !name.first()?.is_ascii_alphabetic() {
        return None;
    }
    let mut quote = None;
    let mut is_empty = false;
    for (at, byte) in bytes.iter().enumerate().take(LONGEST_TAG).skip(start + name_length) {
        match (quote, *byte) {
            (None, b'>') => {
                let name = text.get(start..start + name_length)?.to_ascii_lowercase();
                return Some(Tag { name, is_end, is_empty, length: at + 1 });
            }
            (None, b'<') => return None,
            (None, b'"' | b'\'') => quote = Some(*byte),
            (Some(open), byte) if open == byte => quote = None,
            // A name ends with a blank or a slash.
            (None, byte) if at == start + name_length && !byte.is_ascii_whitespace() && byte != b'/' => {
                return None;
            }
            (None | Some(_), _) => {}
        }
        is_empty = *byte == b'/';
    }
    None
}

/// What a tag of this name does; none where it may change what the text means.
pub fn role(name: &str) -> Option<Role> {
    Some(match name {
        "a" | "abbr" | "b" | "big" | "code" | "em" | "font" | "i" | "img" | "kbd" | "label" | "mark"
        | "samp" | "small" | "span" | "strong" | "tbody" | "thead" | "tfoot" | "tt" | "u" | "var" => {
            Role::Inline
        }
        "br" => Role::Break,
        "article" | "body" | "center" | "dd" | "details" | "div" | "dl" | "dt" | "figure" | "html" | "li"
        | "main" | "section" | "summary" => Role::Line,
        "blockquote" | "hr" | "ol" | "p" | "ul" => Role::Paragraph,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Role::Heading,
        "pre" => Role::Pre,
        "table" => Role::Table,
        "tr" => Role::Row,
        "td" | "th" => Role::Cell,
        "button" | "script" | "style" | "head" => Role::Hidden,
        _ => return None,
    })
}

/// Why the content of an element may be no data, or may not stand where it seems to. `is_begun` where
/// something stands before it on its line.
pub fn doubt(tag: &Tag, text: &str, is_begun: bool) -> Option<&'static str> {
    if tag.is_end {
        return None;
    }
    let text = text.to_ascii_lowercase();
    let value = |name: &str| {
        let (_, after) = text.split_once(name)?;
        let quote = after.chars().next().filter(|c| "\"'".contains(*c));
        match quote {
            Some(quote) => after[1..].split(quote).next(),
            None => after.split([' ', '>', '\t', '\n']).next(),
        }
    };
    let style: String = value(" style=").unwrap_or_default().split_whitespace().collect();
    let mut classes = value(" class=").unwrap_or_default().split_whitespace();
    let hides = ["display:none", "visibility:hidden", "opacity:0;", "font-size:0"];
    let is_hidden = |class: &str| {
        ["hidden", "d-none", "sr-only", "visually-hidden", "visuallyhidden", "invisible", "hide"]
            .contains(&class)
    };
    let is_number = |class: &str| {
        ["ln", "lnt", "gutter", "linenos"].contains(&class)
            || ["lineno", "line-num", "line_num", "linenum", "hljs-ln"]
                .iter()
                .any(|known| class.contains(known))
    };
    let is_button = |class: &str| {
        ["copy", "copier", "btn", "button", "clipboard", "tooltip"].iter().any(|known| class.contains(known))
    };
    let is_line = |class: &str| {
        class.split(['-', '_']).any(|word| ["line", "row", "block"].contains(&word))
            && !class.contains("inline")
    };
    let is_attribute =
        |known: &str| text.split_whitespace().any(|word| word.trim_end_matches(['>', '/']) == known);
    if hides.iter().any(|hide| style.contains(hide))
        || is_attribute("hidden")
        || classes.clone().any(is_hidden)
    {
        return Some("an element in it is not shown");
    }
    if classes.clone().any(is_number) {
        return Some("the number of a line may stand in it");
    }
    let is_link = tag.name == "a" && value(" href=").is_none_or(|link| link.starts_with(['#', 'j']));
    let is_named = text.contains(" id=") || text.contains(" name=");
    let is_inline = role(&tag.name) == Some(Role::Inline);
    if classes.clone().any(is_button) || text.contains(" onclick=") || (is_link && !is_named) {
        return Some("the word of a button may stand in it");
    }
    let is_apart = style.contains("display:") && !style.contains("display:inline");
    (is_inline && is_begun && (is_apart || classes.any(is_line)))
        .then_some("an element in it may stand on a line of its own")
}

/// Names of entities and what they mean.
const ENTITIES: [(&str, char); 54] = [
    ("AMP", '&'),
    ("GT", '>'),
    ("LT", '<'),
    ("QUOT", '"'),
    ("Sum", '∑'),
    ("amp", '&'),
    ("apos", '\''),
    ("ast", '*'),
    ("bsol", '\\'),
    ("bull", '•'),
    ("cap", '∩'),
    ("cdot", '·'),
    ("colon", ':'),
    ("comma", ','),
    ("cup", '∪'),
    ("deg", '°'),
    ("divide", '÷'),
    ("emsp", ' '),
    ("ensp", ' '),
    ("equals", '='),
    ("ge", '≥'),
    ("gt", '>'),
    ("hellip", '…'),
    ("infin", '∞'),
    ("laquo", '«'),
    ("larr", '←'),
    ("lbrack", '['),
    ("lcub", '{'),
    ("ldquo", '“'),
    ("le", '≤'),
    ("lowbar", '_'),
    ("lpar", '('),
    ("lsqb", '['),
    ("lsquo", '‘'),
    ("lt", '<'),
    ("mdash", '—'),
    ("middot", '·'),
    ("minus", '−'),
    ("nbsp", ' '),
    ("ndash", '–'),
    ("ne", '≠'),
    ("num", '#'),
    ("quot", '"'),
    ("raquo", '»'),
    ("rarr", '→'),
    ("rbrack", ']'),
    ("rcub", '}'),
    ("rdquo", '”'),
    ("rpar", ')'),
    ("rsqb", ']'),
    ("rsquo", '’'),
    ("thinsp", ' '),
    ("times", '×'),
    ("zwnj", '\u{200c}'),
];

/// The character that a text begins with as an entity, and the bytes of the entity.
pub fn entity(text: &str) -> Option<(char, usize)> {
    let name = text.strip_prefix('&')?;
    let end = name.bytes().take(32).position(|byte| byte == b';')?;
    let name = name.get(..end)?;
    let is_digits = |digits: &str, is: fn(&u8) -> bool| !digits.is_empty() && digits.bytes().all(|b| is(&b));
    let meant = if let Some(hex) = name.strip_prefix("#x").or_else(|| name.strip_prefix("#X")) {
        is_digits(hex, u8::is_ascii_hexdigit).then_some(hex)?;
        char::from_u32(u32::from_str_radix(hex, 16).ok()?)?
    } else if let Some(decimal) = name.strip_prefix('#') {
        is_digits(decimal, u8::is_ascii_digit).then_some(decimal)?;
        char::from_u32(decimal.parse().ok()?)?
    } else {
        ENTITIES.iter().find(|(known, _)| *known == name)?.1
    };
    // Other control characters are none of a text.
    (!meant.is_control() || meant == '\n' || meant == '\t').then_some((meant, end + 2))
}

/// The first piece of a text that looks like a tag.
pub fn tag_left(text: &str) -> Option<&str> {
    let starts = memchr::memchr_iter(b'<', text.as_bytes());
    starts.filter_map(|at| text.get(at..)).find_map(|rest| {
        if rest.starts_with("<!--") {
            return rest.get(..4);
        }
        let found = tag(rest).and_then(|tag| rest.get(..tag.length));
        found.or_else(|| unfinished(rest))
    })
}

/// A tag whose end is missing: a known name, then a blank and an attribute, or the end of the line.
fn unfinished(text: &str) -> Option<&str> {
    let name = text.strip_prefix('<')?;
    let name = name.strip_prefix('/').unwrap_or(name);
    let end = name.bytes().take(32).take_while(u8::is_ascii_alphanumeric).count();
    let (name, after) = name.split_at_checked(end)?;
    let is_known = name.len() > 1 && role(&name.to_ascii_lowercase()).is_some();
    let attribute = after.strip_prefix(' ')?;
    let word = attribute.bytes().take(32).take_while(|b| b.is_ascii_alphabetic() || *b == b'-').count();
    let has_attribute = word > 0 && attribute.as_bytes().get(word) == Some(&b'=');
    (is_known && has_attribute).then(|| text.lines().next().unwrap_or_default())
}

/// The first piece of a text that looks like an entity.
pub fn entity_left(text: &str) -> Option<&str> {
    let starts = memchr::memchr_iter(b'&', text.as_bytes());
    starts.filter_map(|at| text.get(at..)).find_map(|rest| {
        let name = rest.as_bytes().get(1..)?;
        let length = name.iter().take(32).take_while(|b| b.is_ascii_alphanumeric() || **b == b'#').count();
        (length > 1 && name.get(length) == Some(&b';')).then(|| rest.get(..length + 2))?
    })
}

#[cfg(test)]
mod tests {
    use super::{ENTITIES, entity, entity_left, tag, tag_left};

    #[test]
    fn a_tag_has_a_name_and_an_end() {
        let length = |text| tag(text).map(|tag| (tag.name, tag.is_end, tag.length));
        assert_eq!(length("<b>x"), Some(("b".to_owned(), false, 3)));
        assert_eq!(length("</STRONG >x"), Some(("strong".to_owned(), true, 10)));
        assert_eq!(length("<span title=\"a > b\">x"), Some(("span".to_owned(), false, 20)));
        assert!(tag("<br/>").is_some_and(|tag| tag.is_empty));
        for text in ["<", "< b>", "<1>", "<b", "<b <i>", "a<b>", "<b\"x>", "<=>", "</>"] {
            assert_eq!(length(text), None, "{text}");
        }
    }

    #[test]
    fn entities_are_named_or_numbered() {
        assert_eq!(entity("&lt;b"), Some(('<', 4)));
        assert_eq!(entity("&#39;"), Some(('\'', 5)));
        assert_eq!(entity("&#x27;s"), Some(('\'', 6)));
        for text in ["&", "&;", "&lt", "&unheard;", "&#;", "&#x;", "&#xD800;", "&#99999999;", "&#0;", "&#+1;"]
        {
            assert_eq!(entity(text), None, "{text}");
        }
        assert!(ENTITIES.is_sorted());
    }

    #[test]
    fn what_looks_like_markup_is_found() {
        assert_eq!(tag_left("1 <b>2"), Some("<b>"));
        assert_eq!(tag_left("1 <span class=\"x"), Some("<span class=\"x"));
        assert_eq!(tag_left("<!-- x"), Some("<!--"));
        for text in ["1 < 2 > 0", "a<b", "<-", "x <y z", "<2>"] {
            assert_eq!(tag_left(text), None, "{text}");
        }
        assert_eq!(entity_left("a &unheard; b"), Some("&unheard;"));
        assert_eq!(entity_left("a & b; &; &x"), None);
    }
}
