//! Named scopes of a source, such as namespaces: a driver looks for the function in them.

/// The full names of the scopes that a word opens, each once, in the order of the code. A name ends where a `{` or a
/// `;` begins what is in it; parts of names stand apart by `separator`.
pub fn scopes(code: &[String], word: &str, separator: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    // What is open: of a brace that begins a scope its name.
    let mut open: Vec<Option<String>> = Vec::new();
    let mut name = None;
    for (at, text) in code.iter().enumerate() {
        match (text.as_str(), &mut name) {
            ("{" | ";", Some(_)) => {
                let own = name.take().filter(|name: &String| !name.is_empty());
                let around = open.iter().flatten().cloned();
                let full = around.chain(own.clone()).collect::<Vec<_>>().join(separator);
                if own.is_some() && !found.contains(&full) {
                    found.push(full);
                }
                // Without a brace it goes on to the end.
                open.push(own);
            }
            ("{", None) => open.push(None),
            ("}", _) => _ = open.pop(),
            (part, Some(name)) => name.push_str(part),
            // `using namespace std;` opens none.
            (part, None) if part == word && !is_used(code, at) => name = Some(String::new()),
            _ => {}
        }
    }
    found
}

/// Whether the word before says that a scope is used.
fn is_used(code: &[String], at: usize) -> bool {
    at > 0 && code[at - 1] == "using"
}

#[cfg(test)]
mod tests {
    use super::scopes;
    use crate::syntax::lexer::{Comments, words};

    #[track_caller]
    fn check(code: &str, separator: &str, expect: &[&str]) {
        assert_eq!(scopes(&words(code, Comments::Slashes), "namespace", separator), expect, "{code}");
    }

    #[test]
    fn scopes_are_named_in_full() {
        check("namespace A.B { class X { int f() { return 1; } } }", ".", &["A.B"]);
        check("namespace A { namespace B { class X {} } } namespace C { }", ".", &["A", "A.B", "C"]);
        check("namespace A; class X { }", ".", &["A"]);
        check("namespace a::b { namespace c { } } namespace a::b { }", "::", &["a::b", "a::b::c"]);
    }

    #[test]
    fn what_is_used_or_has_no_name_opens_none() {
        check("using namespace std; class X {};", "::", &[]);
        check("namespace { int f(); } namespace a { }", "::", &["a"]);
        check("// namespace a {\n\"namespace b {\"; class X {}", ".", &[]);
        check("}} namespace a {", ".", &["a"]);
    }
}
