//! Whether an input has the values that a function takes: a literal for each parameter, in order.
//!
//! Literals are written as LeetCode writes them, which is JSON, with blanks and line ends between any two
//! parts. What is refused here, at least one driver cannot read, or reads as something else.

use std::fmt;

use crate::model::function::{Element, Function, Parameter, ValueType};
use crate::model::name::escaped;

/// Why an input does not fit a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The line of the input, from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl Function {
    /// Why this input does not have the values of the parameters, and nothing else; none where it fits.
    #[must_use]
    pub fn misfit(&self, input: &[u8]) -> Option<Misfit> {
        let mut reader = Reader { text: input, at: 0 };
        for parameter in &self.parameters {
            if reader.peek().is_none() {
                let what = format!("the value of {} is missing: {}", told(parameter), self.wanted());
                return Some(reader.misfit(what));
            }
            if let Err(expected) = reader.value(parameter.value) {
                let what = format!("{} needs {expected}, and there is {}", told(parameter), reader.excerpt());
                return Some(reader.misfit(what));
            }
            let is_apart = reader.rest().first().is_none_or(|byte| is_blank(*byte));
            if !is_apart {
                let what = format!("{} is followed by {}", told(parameter), reader.excerpt());
                return Some(reader.misfit(what));
            }
        }
        reader.peek()?;
        Some(reader.misfit(format!("there is one more value, {}: {}", reader.excerpt(), self.wanted())))
    }

    /// What an input has to have.
    fn wanted(&self) -> String {
        let names: Vec<&str> = self.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        match names[..] {
            [] => format!("`{}` takes no values", self.name),
            [one] => format!("`{}` takes one value, {one}", self.name),
            _ => format!("`{}` takes {} values, {}", self.name, names.len(), names.join(", ")),
        }
    }
}

/// A parameter with its type.
fn told(parameter: &Parameter) -> String {
    format!("`{}` ({})", parameter.name, parameter.value.name())
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Reads literals. An error is what was expected where the reader stands.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

type Expected = &'static str;

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    /// The next byte that is no blank.
    fn peek(&mut self) -> Option<u8> {
        let blanks = self.rest().iter().take_while(|byte| is_blank(**byte)).count();
        self.at += blanks;
        self.rest().first().copied()
    }

    fn take(&mut self, mark: u8) -> bool {
        let is_there = self.peek() == Some(mark);
        self.at += usize::from(is_there);
        is_there
    }

    /// Takes a word if it stands there, and ends there.
    fn take_word(&mut self, word: &str) -> bool {
        self.peek();
        let is_there = self.word() == word.as_bytes();
        self.at += if is_there { word.len() } else { 0 };
        is_there
    }

    /// The bytes up to a blank or a mark.
    fn word(&self) -> &'a [u8] {
        let is_part = |byte: &&u8| !is_blank(**byte) && !matches!(**byte, b'[' | b']' | b',' | b'"');
        &self.rest()[..self.rest().iter().take_while(is_part).count()]
    }

    fn misfit(&self, what: String) -> Misfit {
        let line = 1 + memchr::memchr_iter(b'\n', &self.text[..self.at]).count();
        Misfit { line, what }
    }

    /// What stands there, for a message.
    fn excerpt(&self) -> String {
        /// Bytes that are shown.
        const MOST: usize = 24;
        let line = self.rest().split(|byte| matches!(byte, b'\r' | b'\n')).next().unwrap_or_default();
        match line {
            [] if self.rest().is_empty() => "nothing more".to_owned(),
            [] => "the end of the line".to_owned(),
            _ if line.len() <= MOST => format!("`{}`", escaped(line)),
            _ => format!("`{}…`", escaped(&line[..MOST])),
        }
    }

    fn value(&mut self, value: ValueType) -> Result<(), Expected> {
        match value.depth.checked_sub(1) {
            Some(depth) => self.items("`[`", &mut |reader| reader.value(ValueType { depth, ..value })),
            None => self.element(value.element),
        }
    }

    fn element(&mut self, element: Element) -> Result<(), Expected> {
        match element {
            Element::Int => self.whole::<i32>("a whole number of 32 bits"),
            Element::Long => self.whole::<i64>("a whole number of 64 bits"),
            Element::Double => self.number(),
            Element::Boolean if self.take_word("true") || self.take_word("false") => Ok(()),
            Element::Boolean => Err("`true` or `false`"),
            Element::Char => self.letter(),
            Element::Text => self.text().map(drop),
            Element::ListNode | Element::TreeNode if self.take_word("null") => Ok(()),
            Element::ListNode => {
                self.items("a list like `[1,2]`", &mut |reader| reader.element(Element::Int))
            }
            Element::TreeNode => self.tree(),
        }
    }

    /// Values in brackets.
    fn items(
        &mut self,
        opening: Expected,
        each: &mut dyn FnMut(&mut Self) -> Result<(), Expected>,
    ) -> Result<(), Expected> {
        if !self.take(b'[') {
            return Err(opening);
        }
        if self.take(b']') {
            return Ok(());
        }
        loop {
            each(self)?;
            if self.take(b']') {
                return Ok(());
            }
            if !self.take(b',') {
                return Err("`,` or `]`");
            }
        }
    }

    /// A tree level by level: each place belongs to a node above it.
    fn tree(&mut self) -> Result<(), Expected> {
        let mut free = 1_usize;
        self.items("a tree like `[1,null,2]`", &mut |reader| {
            reader.peek();
            let Some(left) = free.checked_sub(1) else {
                return Err("`]`, because no node above has room for a child");
            };
            free = left;
            if !reader.take_word("null") {
                reader.whole::<i32>("a whole number of 32 bits, or `null`")?;
                free += 2;
            }
            Ok(())
        })
    }

    fn whole<T: std::str::FromStr>(&mut self, expected: Expected) -> Result<(), Expected> {
        self.peek();
        let word = self.word();
        let has_form = whole_length(word) == Some(word.len());
        let is_in_range = || std::str::from_utf8(word).is_ok_and(|word| word.parse::<T>().is_ok());
        if !has_form || !is_in_range() {
            return Err(expected);
        }
        self.at += word.len();
        Ok(())
    }

    fn number(&mut self) -> Result<(), Expected> {
        const EXPECTED: Expected = "a number";
        self.peek();
        let word = self.word();
        let digits = |from: usize| word[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let mut end = whole_length(word).ok_or(EXPECTED)?;
        if word.get(end) == Some(&b'.') {
            let decimals = digits(end + 1);
            end += 1 + decimals;
            if decimals == 0 {
                return Err(EXPECTED);
            }
        }
        if matches!(word.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(word.get(end + 1), Some(b'+' | b'-')));
            let power = digits(end + 1 + sign);
            end += 1 + sign + power;
            if power == 0 {
                return Err(EXPECTED);
            }
        }
        let value = std::str::from_utf8(word).ok().and_then(|word| word.parse::<f64>().ok());
        if end < word.len() || !value.is_some_and(f64::is_finite) {
            return Err(EXPECTED);
        }
        self.at += end;
        Ok(())
    }

    fn letter(&mut self) -> Result<(), Expected> {
        let start = self.at;
        if self.text()? == 1 {
            return Ok(());
        }
        self.at = start;
        self.peek();
        Err("one letter in double quotes")
    }

    /// A text in quotes; the number of its characters.
    fn text(&mut self) -> Result<usize, Expected> {
        if self.peek() != Some(b'"') {
            return Err("a text in double quotes");
        }
        let start = self.at;
        let length = text_length(self.rest()).ok_or("a text that ends in its line, with escapes of JSON")?;
        self.at += length;
        let inner = &self.text[start + 1..self.at - 1];
        let Ok(inner) = std::str::from_utf8(inner) else {
            self.at = start;
            return Err("a text in UTF-8");
        };
        Ok(n_characters(inner))
    }
}

/// The length of a sign and digits at the start of a word, if they are a whole number.
fn whole_length(word: &[u8]) -> Option<usize> {
    let sign = usize::from(word.first() == Some(&b'-'));
    let digits = word[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_padded = digits > 1 && word[sign] == b'0';
    (digits > 0 && !is_padded).then_some(sign + digits)
}

/// The length of a text with its quotes, if it ends and its escapes are known.
fn text_length(text: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        match text.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => match text.get(at + 1)? {
                b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => at += 2,
                b'u' if text.get(at + 2..at + 6)?.iter().all(u8::is_ascii_hexdigit) => at += 6,
                _ => return None,
            },
            0..0x20 => return None,
            _ => at += 1,
        }
    }
}

/// The characters of a text between quotes, its escapes counted as what they stand for.
fn n_characters(text: &str) -> usize {
    let (mut count, mut rest, mut was_high) = (0, text, false);
    while let Some(c) = rest.chars().next() {
        let length = match rest.as_bytes() {
            [b'\\', b'u', ..] => 6,
            [b'\\', ..] => 2,
            _ => c.len_utf8(),
        };
        let code = if length == 6 { u32::from_str_radix(&rest[2..6], 16).unwrap_or_default() } else { 0 };
        // Two escapes may stand for one character.
        let is_second_half = was_high && (0xdc00..0xe000).contains(&code);
        count += usize::from(!is_second_half);
        was_high = (0xd800..0xdc00).contains(&code);
        rest = &rest[length..];
    }
    count
}

#[cfg(test)]
mod tests {
    use crate::model::{Element, Function, Parameter, ValueType};
    use insta::assert_snapshot;
    use proptest::prelude::proptest;

    /// `f` with parameters `a`, `b`, … of these types.
    fn function(types: &str) -> Function {
        let parameter = |(name, text): (char, &str)| {
            let element = text.trim_end_matches("[]");
            let depth = (text.len() - element.len()) / 2;
            let (_, element) = *Element::NAMES.iter().find(|(known, _)| *known == element).unwrap();
            Parameter { name: name.to_string(), value: ValueType { element, depth } }
        };
        let parameters = ('a'..).zip(types.split_whitespace()).map(parameter).collect();
        Function { name: "f".to_owned(), parameters, returns: None }
    }

    fn misfit(types: &str, input: &str) -> String {
        function(types).misfit(input.as_bytes()).map_or_else(String::new, |misfit| misfit.to_string())
    }

    #[track_caller]
    fn fits(types: &str, inputs: &[&str]) {
        for input in inputs {
            assert_eq!(misfit(types, input), "", "{input}");
        }
    }

    #[track_caller]
    fn fits_not(types: &str, inputs: &[&str]) {
        for input in inputs {
            assert_ne!(misfit(types, input), "", "{input}");
        }
    }

    #[test]
    fn values_of_every_type_fit() {
        fits("int", &["0", "-0", " 7\r\n", "2147483647\n", "-2147483648"]);
        fits("long", &["9223372036854775807", "-9223372036854775808"]);
        fits("double", &["2", "-0.5", "1e-7", "1.25E+3", "2.00000"]);
        fits("boolean", &["true", "false\n"]);
        fits("char", &["\"a\"", "\"\\\"\"", "\"é\"", "\"\\u00e9\"", "\"\\ud83d\\ude00\"", "\"\u{1f600}\""]);
        fits("string", &["\"\"", "\"a b\\n\\/\\\\\"", "\"[1,2]\""]);
        fits("int[][]", &["[]", "[[]]", "[[1,2],\n [ 3 ]]\n", "[[-1],[]]"]);
        fits("ListNode", &["[]", "null", "[1,2,3]"]);
        fits("ListNode[]", &["[[1],[],null]"]);
        fits("TreeNode", &["[]", "null", "[null]", "[1,null,2,3]", "[5,4,3,null,null,2,1,-15]"]);
        fits("TreeNode[]", &["[[1,null,2],[],null]"]);
        fits("int string[] double", &["1\n[\"a\"]\n2.5\n", "1 [\"a\"] 2.5"]);
        fits("", &["", "\n \n"]);
    }

    #[test]
    fn what_is_no_value_of_a_type_does_not_fit() {
        fits_not("int", &["+1", "01", "1.0", "1e3", "x", "\"1\"", "2147483648", "true", "--1", "-", "1,"]);
        fits_not("long", &["9223372036854775808", "1.5"]);
        fits_not("double", &["nan", "inf", ".5", "5.", "1e", "1e+", "0x1", "1e999", "1.5f"]);
        fits_not("boolean", &["True", "1", "\"true\"", "truefalse"]);
        fits_not("char", &["a", "'a'", "\"\"", "\"ab\"", "97"]);
        fits_not("string", &["abc", "\"abc", "\"\\q\"", "\"\\u12\"", "\"a\nb\"", "'a'", "null", "\"a\"b"]);
        fits_not("int[]", &["1", "[1", "[1,]", "[1 2]", "[,1]", "[1]]", "[[1]]", "[1.5]", "[null]", "null"]);
        fits_not("ListNode", &["1", "[1,null]", "[1.5]"]);
        fits_not("TreeNode", &["[null,1]", "[1,null,null,null]", "[1,2.5]", "{}"]);
        assert!(function("string").misfit(b"\"\xff\"").is_some());
        assert!(function("string").misfit(b"\xff").is_some());
    }

    #[test]
    fn it_is_told_where_and_what_was_expected() {
        let all = [
            ("int[][] int", "[[1]]\n"),
            ("int[][] int", "[[1]]\n7\n8\n"),
            ("int[][] int", "[[1],\n[x]]\n7\n"),
            ("int[][] int", "[[1,2\n7\n"),
            ("int string", "1\nabcdefghijklmnopqrstuvwxyz\n"),
            ("int", "\u{feff}1\n"),
            ("int", "99999999999"),
            ("string", "\"a\n"),
            ("TreeNode", "[1,null,null,4]"),
            ("int", "1[2]"),
            ("", "1"),
        ];
        let told: Vec<String> = all.iter().map(|(types, input)| misfit(types, input)).collect();
        assert_snapshot!(told.join("\n"), @r#"
        line 2: the value of `b` (int) is missing: `f` takes 2 values, a, b
        line 3: there is one more value, `8`: `f` takes 2 values, a, b
        line 2: `a` (int[][]) needs a whole number of 32 bits, and there is `x]]`
        line 2: `a` (int[][]) needs `,` or `]`, and there is `7`
        line 2: `b` (string) needs a text in double quotes, and there is `abcdefghijklmnopqrstuvwx…`
        line 1: `a` (int) needs a whole number of 32 bits, and there is `\u{feff}1`
        line 1: `a` (int) needs a whole number of 32 bits, and there is `99999999999`
        line 1: `a` (string) needs a text that ends in its line, with escapes of JSON, and there is `"a`
        line 1: `a` (TreeNode) needs `]`, because no node above has room for a child, and there is `4]`
        line 1: `a` (int) is followed by `[2]`
        line 1: there is one more value, `1`: `f` takes no values
        "#);
    }

    proptest! {
        #[test]
        fn no_input_makes_the_reader_panic(text in "(\\[|\\]|,|\"|\\\\|u|d83d|null|true|-|1|\\.|e|\n|ü| ){0,30}") {
            for types in ["int", "double", "char", "string[]", "TreeNode", "ListNode[] boolean"] {
                let _ = misfit(types, &text);
            }
        }
    }
}
