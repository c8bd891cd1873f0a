//! Whether a program begins in a source: it defines `main`, or `Main`.

use crate::model::{EntryPoint, Language};
use crate::syntax::class::Classes;
use crate::syntax::conditions::without_excluded;
use crate::syntax::lexer::{Comments, code_alone, words};

/// How surely a program begins in a source. The surest one of a folder is meant: another may call the function, or
/// have a method of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MainFunction {
    /// The function is not named.
    None,
    /// It is named somewhere with arguments.
    Named,
    /// It is defined outside of all else.
    Defined,
}

/// How a function is called in which programs begin.
const NAMES: [&str; 2] = ["main", "Main"];

impl MainFunction {
    /// Looks at the code of a source, without what stands in comments and literals. With names that are defined, what
    /// the preprocessor leaves out does not count.
    #[must_use]
    pub fn of(text: &[u8], comments: Comments, defined: Option<&[&str]>) -> Self {
        let text = String::from_utf8_lossy(text);
        let code = code_alone(&text, comments);
        let code = defined.map_or_else(|| code.clone(), |defined| without_excluded(&code, defined));
        let words = words(&code, comments);
        let is = |at: usize, sign: &str| words.get(at).is_some_and(|word| word == sign);
        let mut best = Self::None;
        let mut depth = 0_usize;
        for (at, word) in words.iter().enumerate() {
            match word.as_str() {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                // A method of something is none of its own.
                name if NAMES.contains(&name) && is(at + 1, "(") && !(at > 0 && is(at - 1, ".")) => {
                    let is_declared_only = || is(behind_parentheses(&words, at + 1), ";");
                    let found = if depth == 0 && !is_declared_only() { Self::Defined } else { Self::Named };
                    best = best.max(found);
                }
                _ => {}
            }
        }
        best
    }
}

/// How surely a program begins in a source of a language, among others of it; 0 where none does.
#[must_use]
pub fn surety(text: &[u8], language: &Language) -> usize {
    if language.entry == EntryPoint::Class {
        return Classes::of(text).surest_main() as usize;
    }
    let driver = language.driver.as_deref();
    let comments = driver.map_or(Comments::Slashes, |driver| Comments::from_mark(&driver.comment));
    let defined = driver.and_then(|driver| driver.define.as_deref()).map(|flag| language.defined(flag));
    MainFunction::of(text, comments, defined.as_deref()) as usize
}

/// The word behind the parenthesis that belongs to the one at this place.
fn behind_parentheses(words: &[String], start: usize) -> usize {
    let mut open = 0_usize;
    for (at, word) in words.iter().enumerate().skip(start) {
        match word.as_str() {
            "(" => open += 1,
            ")" if open <= 1 => return at + 1,
            ")" => open -= 1,
            _ => {}
        }
    }
    words.len()
}

#[cfg(test)]
mod tests {
    use super::MainFunction;
    use crate::syntax::lexer::Comments;

    #[track_caller]
    fn check(text: &str, expect: MainFunction) {
        assert_eq!(
            MainFunction::of(text.as_bytes(), Comments::Slashes, Some(&["ONLINE_JUDGE"])),
            expect,
            "{text}"
        );
    }

    #[test]
    fn a_definition_is_found_however_it_is_written() {
        for text in [
            "int main(){}",
            "int\nmain\n(int argc, char **argv)\n{\n}",
            "auto main() -> int {}",
            "signed main(void) { return f(); }",
            "main() { }",
            "func main() {}",
            "fun main(args: Array<String>) = run()",
            "#ifdef ONLINE_JUDGE\nint main() {}\n#endif",
            "const char *s = R\"x(})\" }})x\"; int main() {}",
        ] {
            check(text, MainFunction::Defined);
        }
    }

    #[test]
    fn what_is_no_code_or_left_out_defines_nothing() {
        for text in [
            "int f(); // int main(){}",
            "/* int main(){}\n*/ int f();",
            "const char *s = \"int main(){}\";",
            "const char *s = R\"(\nint main(){}\n)\";",
            "const char *s = R\"__(\n)\" int main(){}\n)__\";",
            "let s = r#\"\n\" fn main() {}\n\"#;",
            "var s = @\"C:\\\"; // \" void Main() {}",
            "var s = @\"a\nvoid Main() { }\n\"\" void Main() { }\";",
            "#if 0\nint main() {}\n#endif",
            "#if 1\nint f();\n#else\nint main() {}\n#endif",
            "#ifdef TEST\nint main() {}\n#endif",
            "#if defined(NEVER)\nint main() {}\n#endif",
            "int domain(int x) { return main_of(x); }",
            "int f() { return x.main(1); }",
        ] {
            check(text, MainFunction::None);
        }
    }

    #[test]
    fn a_call_and_a_method_are_less_than_a_definition() {
        for text in [
            "int f() { return main(); }",
            "int main();\nint f() {}",
            "struct A { void main() {} };",
            "class P { static void Main() {} }",
        ] {
            check(text, MainFunction::Named);
        }
    }
}
