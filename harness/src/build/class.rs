//! The classes of a source in a language whose files are named after them.
//!
//! A compiler wants a public class in a file of its name, and the command that starts the program names the
//! class with the main method. Solutions are called as their authors like, so both are found in the text:
//! comments and literals are left out, braces are counted.

use crate::build::lexer::{Comments, is_name, words};

/// What a source declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Classes {
    package: Option<String>,
    /// At the top of the file, in order.
    all: Vec<Class>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Class {
    name: String,
    is_public: bool,
    has_main: bool,
}

/// Words before the name of a type.
const KINDS: [&str; 4] = ["class", "interface", "enum", "record"];

impl Classes {
    /// The classes at the top of a source.
    #[must_use]
    pub fn of(text: &[u8]) -> Self {
        let text = String::from_utf8_lossy(text);
        let words = words(&text, Comments::Slashes);
        let mut classes = Self::default();
        let (mut depth, mut is_public) = (0_usize, false);
        for (index, word) in words.iter().enumerate() {
            let next = |by: usize| words.get(index + by).map(String::as_str).unwrap_or_default();
            match word.as_str() {
                "{" => depth += 1,
                "}" => {
                    depth = depth.saturating_sub(1);
                    is_public = false;
                }
                ";" if depth == 0 => is_public = false,
                "public" if depth == 0 => is_public = true,
                "package" if depth == 0 && classes.all.is_empty() => {
                    let name = words[index + 1..].iter().take_while(|word| *word != ";");
                    classes.package = Some(name.map(String::as_str).collect());
                }
                kind if depth == 0 && KINDS.contains(&kind) && is_name(next(1)) => {
                    let name = next(1).to_owned();
                    classes.all.push(Class { name, is_public, has_main: false });
                }
                "main" if depth == 1 && next(1) == "(" && index > 0 && words[index - 1] == "void" => {
                    if let Some(class) = classes.all.last_mut() {
                        class.has_main = true;
                    }
                }
                _ => {}
            }
        }
        classes
    }

    /// The name that its file must have; nothing where any will do.
    #[must_use]
    pub fn file_name(&self) -> Option<&str> {
        self.all.iter().find(|class| class.is_public).map(|class| class.name.as_str())
    }

    /// The class with the main method, with its package.
    #[must_use]
    pub fn main(&self) -> Option<String> {
        let class = self.all.iter().find(|class| class.has_main)?;
        Some(match &self.package {
            Some(package) => format!("{package}.{}", class.name),
            None => class.name.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Classes;
    use proptest::prelude::proptest;

    #[track_caller]
    fn check(text: &str, file: Option<&str>, main: Option<&str>) {
        let classes = Classes::of(text.as_bytes());
        assert_eq!((classes.file_name(), classes.main().as_deref()), (file, main), "{text}");
    }

    #[test]
    fn the_class_with_the_main_method_is_found() {
        check("class A { public static void main(String[] a) {} }", None, Some("A"));
        check("public class A { }\nclass B { static void main(String... a) {} }", Some("A"), Some("B"));
        check("package x.y;\npublic final class A { void main() {} }", Some("A"), Some("x.y.A"));
        check(
            "import java.util.*; enum E { P } public record R(int x) { static void main (String[] a) {} }",
            Some("R"),
            Some("R"),
        );
        check("interface I { int main(); }", None, None);
        check("class A { class Inner { void main() {} } }", None, None);
        check("class A { void f() { main(1); } }", None, None);
        check("", None, None);
    }

    #[test]
    fn comments_and_literals_are_no_code() {
        check(
            "// class X {\n/* public class Y { */ class A { String s = \"class Z {\"; char c = '{'; void main() {} }",
            None,
            Some("A"),
        );
        check(
            "class A { String s = \"\"\"\n } class B { \"quoted\" \\\"\"\" \"\"\"; void main() {} }",
            None,
            Some("A"),
        );
        check("class A { char c = '\\''; String s = \"\\\"}\"; void main() {} }", None, Some("A"));
        check("@interface public class Ünï { void main() {} }", Some("Ünï"), Some("Ünï"));
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in "(class |public |A|\\{|\\}|\"|'|\\\\|/\\*|\\*/|//|\n|ü|void main\\(|;){0,30}") {
            let _ = Classes::of(text.as_bytes());
        }
    }
}
