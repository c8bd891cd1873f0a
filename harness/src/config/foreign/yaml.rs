//! The part of YAML that problem packages are written in, with the line of each value.
//!
//! Aliases, tags and several documents are refused: no package needs them, and an alias can make much of little.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use saphyr_parser::{Event, Parser, ScalarStyle};

use crate::config::error::{SettingsError, quoted};
use crate::config::file::SettingsFile;

/// Maps and lists within each other.
const DEEPEST: usize = 32;

/// Values of a file. A package has dozens.
const MOST: usize = 10_000;

/// A value, and the line on which it, or its key, stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub line: usize,
    pub value: Value,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Nothing,
    /// A scalar as it is written: whether it is a number is a question of who reads it.
    Text(String),
    List(Vec<Node>),
    Map(Map),
}

/// Keys and values in the written order, each key once.
pub(super) type Map = Vec<(String, Node)>;

impl Value {
    /// What it is, in a sentence.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Text(_) => "a single value",
            Self::List(_) => "a list",
            Self::Map(_) => "a map",
        }
    }
}

/// A list or a map that has begun.
enum Open {
    List(usize, Vec<Node>),
    /// With the key that waits for its value.
    Map(usize, Map, Option<(String, usize)>, BTreeSet<String>),
}

/// A mistake on a line.
pub(super) fn mistake(path: &Arc<Path>, line: usize, what: String, hint: &str) -> SettingsError {
    let hint = (!hint.is_empty()).then(|| hint.to_owned());
    SettingsError { path: Arc::clone(path), line: Some(line), column: None, what, hint }
}

/// Reads the one document of a file.
///
/// # Errors
/// It is no YAML, or has what is refused.
pub(super) fn document(file: &SettingsFile) -> Result<Node, SettingsError> {
    let path = &file.path;
    let text = file.text.strip_prefix('\u{feff}').unwrap_or(&file.text);
    let mut open: Vec<Open> = Vec::new();
    let mut all = None;
    let mut count = 0;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| {
            let line = error.marker().line();
            mistake(path, line, format!("this is no YAML: {}", error.info()), "")
        })?;
        let line = span.start.line();
        let refuse = |what: &str, hint: &str| Err(mistake(path, line, what.to_owned(), hint));
        let node = match event {
            Event::Alias(_) => return refuse("aliases of YAML are not read", "write the value itself"),
            Event::Scalar(_, _, _, Some(tag))
            | Event::SequenceStart(_, Some(tag))
            | Event::MappingStart(_, Some(tag))
                if !tag.is_yaml_core_schema() =>
            {
                return refuse("tags of YAML are not read", "write the value itself");
            }
            Event::DocumentStart(_) if all.is_some() => {
                return refuse("this begins a second document", "keep the first one");
            }
            Event::Scalar(text, style, ..) => {
                let is_nothing = matches!(style, ScalarStyle::Plain)
                    && ["", "~", "null", "Null", "NULL"].contains(&&*text);
                let value = if is_nothing { Value::Nothing } else { Value::Text(text.into_owned()) };
                Node { line, value }
            }
            Event::SequenceStart(..) => {
                open.push(Open::List(line, Vec::new()));
                if open.len() > DEEPEST {
                    return refuse("this is nested too deeply", "");
                }
                continue;
            }
            Event::MappingStart(..) => {
                open.push(Open::Map(line, Vec::new(), None, BTreeSet::new()));
                if open.len() > DEEPEST {
                    return refuse("this is nested too deeply", "");
                }
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some(Open::List(line, items)) => Node { line, value: Value::List(items) },
                Some(Open::Map(line, items, ..)) => Node { line, value: Value::Map(items) },
                None => continue,
            },
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => continue,
        };
        count += 1;
        if count > MOST {
            return refuse("this has more values than a package has", "");
        }
        match open.last_mut() {
            None => all = Some(node),
            Some(Open::List(_, items)) => items.push(node),
            Some(Open::Map(_, items, waiting, known)) => match (waiting.take(), node) {
                (Some((key, line)), node) => items.push((key, Node { line, ..node })),
                (None, Node { line, value: Value::Text(key) }) => {
                    if !known.insert(key.clone()) {
                        let what = format!("the key {} is there twice", quoted(&key));
                        return Err(mistake(path, line, what, "remove one of them"));
                    }
                    *waiting = Some((key, line));
                }
                (None, node) => {
                    let what = format!("a key must be a word, not {}", node.value.kind());
                    return Err(mistake(path, node.line, what, ""));
                }
            },
        }
    }
    Ok(all.unwrap_or(Node { line: 1, value: Value::Nothing }))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use proptest::collection::vec;
    use proptest::prelude::{any, prop_oneof, proptest};
    use proptest::strategy::{Just, Strategy};

    use super::{Node, Value, document};
    use crate::config::file::SettingsFile;

    /// The value as text, with lines; or the mistake.
    fn read(text: impl Into<Vec<u8>>) -> String {
        let file = SettingsFile::from_bytes(Path::new("p.yaml").into(), text.into());
        match file.and_then(|file| document(&file)) {
            Ok(node) => shown(&node),
            Err(error) => error.to_string(),
        }
    }

    fn shown(Node { line, value }: &Node) -> String {
        let of = match value {
            Value::Nothing => "nothing".to_owned(),
            Value::Text(text) => format!("{text:?}"),
            Value::List(items) => format!("{:?}", items.iter().map(shown).collect::<Vec<_>>()),
            Value::Map(items) => {
                let pairs: Vec<_> =
                    items.iter().map(|(key, node)| format!("{key}={}", shown(node))).collect();
                format!("{{{}}}", pairs.join(" "))
            }
        };
        format!("{line}:{of}")
    }

    #[test]
    fn values_have_the_lines_of_their_keys() {
        assert_eq!(
            read("# c\na: 1\nb:\n  c: 'x y'\n  d:\n    - ~\n    - \"null\"\n"),
            r#"2:{a=2:"1" b=3:{c=4:"x y" d=5:["6:nothing", "7:\"null\""]}}"#
        );
        assert_eq!(read("\u{feff}{a: [b, {c: d}]}\r\n"), r#"1:{a=1:["1:\"b\"", "1:{c=1:\"d\"}"]}"#);
        assert_eq!(read(""), "1:nothing");
        assert_eq!(read("---\na: |\n  b\n  c\n"), "2:{a=2:\"b\\nc\\n\"}");
    }

    #[test]
    fn what_no_package_needs_is_refused_with_its_line() {
        assert_eq!(
            read("a: &x 1\nb: *x\n"),
            "p.yaml:2: aliases of YAML are not read; write the value itself"
        );
        assert_eq!(read("a: !include b\n"), "p.yaml:1: tags of YAML are not read; write the value itself");
        assert_eq!(read("a: 1\n---\nb: 2\n"), "p.yaml:2: this begins a second document; keep the first one");
        assert_eq!(read("a: 1\nb: 2\na: 3\n"), "p.yaml:3: the key `a` is there twice; remove one of them");
        assert_eq!(read("? [a]\n: b\n"), "p.yaml:1: a key must be a word, not a list");
        assert!(read("a: [b\nc: d\n").starts_with("p.yaml:"), "{}", read("a: [b\nc: d\n"));
        assert!(read("a: 1\n\tb: 2\n").contains("this is no YAML"), "{}", read("a: 1\n\tb: 2\n"));
        let deep = "[".repeat(100);
        assert_eq!(read(deep), "p.yaml:1: this is nested too deeply");
        let long = "- a\n".repeat(10_001);
        assert_eq!(read(long), "p.yaml:10001: this has more values than a package has");
        assert!(read(b"a: \xff\n".to_vec()).contains("this byte is not UTF-8"));
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(bytes in vec(any::<u8>(), 0..120)) {
            _ = read(bytes);
        }

        #[test]
        fn no_odd_yaml_makes_the_reader_panic(words in vec(word(), 0..40)) {
            _ = read(words.concat());
        }
    }

    fn word() -> impl Strategy<Value = &'static str> {
        let words =
            ["a", ": ", "- ", "\n", "  ", "[", "]", "{", "}", "&x ", "*x", "!t ", "|\n", ">\n", "'", "\""];
        let more = ["#", "---\n", "...\n", "? ", ", ", "~", "\t", "%YAML 1.2\n", "<<", "\r\n"];
        prop_oneof![
            proptest::sample::select(words.to_vec()),
            proptest::sample::select(more.to_vec()),
            Just("é")
        ]
    }
}
