//! The classes of a source in a language whose files are named after them.
//!
//! A compiler wants a public class in a file of its name, and the command that starts the program names the
//! class with the main method. Solutions are called as their authors like, so both are found in the text:
//! comments and literals are left out, braces are counted.

use crate::syntax::lexer::{Comments, is_name, words};

/// What a source declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Classes {
    package: Option<String>,
    /// At the top of the file, in order.
    all: Vec<Class>,
}

/// Which class a program starts with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// This one, with its package.
    Class(String),
    /// None has a main method.
    None,
    /// These have one, and nothing tells which is meant.
    Several(Vec<String>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Class {
    name: String,
    is_public: bool,
    main: MainMethod,
}

/// Whether a class has a main method, and how surely it is that with which the program begins: a public static one
/// with arguments is what every version of the language starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MainMethod {
    /// There is none.
    None,
    /// One that is not static.
    OfInstances,
    /// One that is static.
    Static,
    /// One that is public and static and takes arguments.
    Public,
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
                    classes.all.push(Class { name, is_public, main: MainMethod::None });
                }
                "main" if depth == 1 && next(1) == "(" && index > 0 && words[index - 1] == "void" => {
                    let main = main_method(&words[..index], next(2) != ")");
                    if let Some(class) = classes.all.last_mut() {
                        class.main = class.main.max(main);
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

    /// Whether there is a class of this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.all.iter().any(|class| class.name == name)
    }

    /// How surely the program begins in this source.
    #[must_use]
    pub fn surest_main(&self) -> MainMethod {
        self.all.iter().map(|class| class.main).max().unwrap_or(MainMethod::None)
    }

    /// The class with the main method. Of several it is the public one, the one that is called like the file,
    /// or `Main`.
    #[must_use]
    pub fn start(&self, stem: &str) -> Start {
        let best = self.surest_main();
        if best == MainMethod::None {
            return Start::None;
        }
        let mains: Vec<&Class> = self.all.iter().filter(|class| class.main == best).collect();
        let is_meant: [&dyn Fn(&Class) -> bool; 4] =
            [&|_| mains.len() == 1, &|class| class.is_public, &|class| class.name == stem, &|class| {
                class.name == "Main"
            }];
        let meant = is_meant.iter().find_map(|is_meant| mains.iter().find(|class| is_meant(class)));
        match (meant, &self.package) {
            (Some(class), Some(package)) => Start::Class(format!("{package}.{}", class.name)),
            (Some(class), None) => Start::Class(class.name.clone()),
            (None, _) => Start::Several(mains.iter().map(|class| class.name.clone()).collect()),
        }
    }
}

/// What a main method behind these words is.
fn main_method(before: &[String], takes_arguments: bool) -> MainMethod {
    let own = before.iter().rev().take_while(|word| !matches!(word.as_str(), "{" | "}" | ";"));
    let own: Vec<&str> = own.map(String::as_str).collect();
    match (own.contains(&"static"), own.contains(&"public") && takes_arguments) {
        (true, true) => MainMethod::Public,
        (true, false) => MainMethod::Static,
        (false, _) => MainMethod::OfInstances,
    }
}

#[cfg(test)]
mod tests {
    use super::{Classes, Start};
    use proptest::prelude::proptest;

    #[track_caller]
    fn check(text: &str, file: Option<&str>, main: Option<&str>) {
        let classes = Classes::of(text.as_bytes());
        let start = main.map_or(Start::None, |main| Start::Class(main.to_owned()));
        assert_eq!((classes.file_name(), classes.start("x")), (file, start), "{text}");
    }

    #[test]
    fn of_several_main_methods_the_one_that_is_meant_is_found_or_all_are_told() {
        let start = |text: &str| Classes::of(text.as_bytes()).start("task");
        let class = |name: &str| Start::Class(name.to_owned());
        let main = "{ public static void main(String[] a) {} }";
        assert_eq!(start(&format!("class A {main} public class B {main}")), class("B"));
        assert_eq!(start(&format!("class A {main} class task {main}")), class("task"));
        assert_eq!(start(&format!("class A {main} class Main {main}")), class("Main"));
        assert_eq!(start(&format!("class A {{ void main() {{}} }} class B {main}")), class("B"));
        assert_eq!(start(&format!("class A {{ static void main() {{}} }} class B {main}")), class("B"));
        assert_eq!(start("class A { void main() {} } class B { static void main() {} }"), class("B"));
        let several = start(&format!("class A {main} class B {main}"));
        assert_eq!(several, Start::Several(vec!["A".to_owned(), "B".to_owned()]));
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
