//! Whether the sources in a folder are one program, and which of them is its main file.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::config::Config;
use crate::discover::classify::split_extension;
use crate::discover::language_of::language_of;
use crate::files;
use crate::model::{EntryPoint, Language};
use crate::syntax::entry::surety;
use crate::syntax::named::has_word;

/// What the sources in a folder are.
#[derive(Debug, PartialEq, Eq)]
pub enum Parts<'a> {
    /// There are none.
    None,
    /// One program.
    One {
        /// The file with its main function.
        main: &'a [u8],
        /// Whether it can be seen that the program begins there.
        is_sure: bool,
        /// Sources that no other names.
        unused: Vec<&'a [u8]>,
    },
    /// These are programs of their own, or may be.
    Several(Vec<&'a [u8]>),
}

/// A source and what it says.
struct Part<'a> {
    file: &'a [u8],
    stem: &'a [u8],
    language: &'a Language,
    text: Vec<u8>,
    /// How surely the program begins in it.
    entry: usize,
}

impl<'a> Parts<'a> {
    /// Looks at the sources of a folder, each in a language of the table.
    pub fn of(config: &'a Config, folder: &Path, sources: &[&'a [u8]]) -> Self {
        let mut texts = files::Sources::default();
        let part = |&file: &&'a [u8]| {
            let language = language_of(config, folder, file)?;
            let name = file.rsplit(|byte| *byte == b'/').next().unwrap_or(file);
            let stem = split_extension(name).map_or(name, |(stem, _)| stem);
            // What cannot be read is told when it is compiled.
            let text = texts.read(&folder.join(OsStr::from_bytes(file))).unwrap_or_default();
            let entry = surety(&text, language);
            Some(Part { file, stem, language, text, entry })
        };
        let parts: Vec<Part<'a>> = sources.iter().filter_map(part).collect();
        let [first, others @ ..] = parts.as_slice() else { return Self::None };
        if others.is_empty() {
            return Self::One { main: first.file, is_sure: first.entry > 0, unused: Vec::new() };
        }
        let are_linkable = parts.iter().all(|part| part.language.entry == EntryPoint::Function);
        let is_of_one = are_linkable || others.iter().all(|part| part.language.name == first.language.name);
        // All go into one command.
        let are_linked = are_linkable || (is_of_one && first.language.takes_all_sources());
        let called_main: Vec<&Part<'a>> =
            parts.iter().filter(|part| part.stem.eq_ignore_ascii_case(b"main")).collect();
        let surest = parts.iter().map(|part| part.entry).max().filter(|entry| *entry > 0);
        let with_main: Vec<&Part<'a>> = parts.iter().filter(|part| Some(part.entry) == surest).collect();
        let main = match (called_main.as_slice(), with_main.as_slice()) {
            _ if !is_of_one => None,
            (_, [_, _, ..]) if are_linked => None,
            (_, [one]) if are_linked => Some(*one),
            ([], []) if are_linked && !are_linkable => Some(first),
            ([one], _) => Some(*one),
            _ => None,
        };
        let Some(main) = main else { return Self::Several(parts.iter().map(|part| part.file).collect()) };
        let is_named = |part: &Part<'a>| {
            are_linked
                || parts.iter().any(|other| other.file != part.file && has_word(&other.text, part.stem))
        };
        let unused = parts.iter().filter(|part| {
            part.file != main.file
                && !part.text.is_empty()
                && !part.stem.starts_with(b"__")
                && !is_named(part)
        });
        Self::One { main: main.file, is_sure: main.entry > 0, unused: unused.map(|part| part.file).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::Parts;
    use crate::discover::fixture::Workspace;

    /// What these files are together: `MAIN`, `MAIN without OTHER`, or the programs.
    #[track_caller]
    fn check(files: &[(&str, &str)], expect: &str) {
        let workspace = files
            .iter()
            .fold(Workspace::new(), |workspace, (name, text)| workspace.file(format!("x/{name}"), text));
        let config = workspace.config();
        let names: Vec<&[u8]> = files.iter().map(|(name, _)| name.as_bytes()).collect();
        let text = |names: &[&[u8]]| String::from_utf8(names.join(&b' ')).unwrap();
        let parts = match Parts::of(&config, &workspace.path("x"), &names) {
            Parts::None => "none".to_owned(),
            Parts::One { main, unused, .. } if unused.is_empty() => text(&[main]),
            Parts::One { main, unused, .. } => format!("{} without {}", text(&[main]), text(&unused)),
            Parts::Several(files) => format!("several: {}", text(&files)),
        };
        assert_eq!(parts, expect);
    }

    #[test]
    fn one_source_is_the_program_whatever_it_is_called() {
        check(&[], "none");
        check(&[("sum.py", "print(1)")], "sum.py");
        check(&[("EVE.PY", "")], "EVE.PY");
    }

    #[test]
    fn sources_of_c_are_one_program_if_one_of_them_has_a_main() {
        let main = "int main () {}";
        check(&[("a.cpp", "int f() {}"), ("b.cpp", main)], "b.cpp");
        check(&[("main.c", main), ("op.c", "int domain(int x) { return main_of(x); }")], "main.c");
        check(&[("main.cpp", "#include \"m.h\"\nMAIN"), ("op.c", "")], "main.cpp");
        check(&[("main.cpp", main), ("heap.cpp", main)], "several: main.cpp heap.cpp");
        check(&[("a.cpp", ""), ("b.cpp", "")], "several: a.cpp b.cpp");
    }

    #[test]
    fn a_main_that_is_no_code_or_of_another_kind_is_no_program() {
        let main = "int f();\nint main(){ return f(); }";
        for other in [
            "int f() {}\n// int main(){}",
            "/* int main(){} */ int f() {}",
            "const char *f = \"int main(){}\";",
            "const char *f = R\"(int main(){})\";",
            "#if 0\nint main(){}\n#endif\nint f() {}",
            "#ifdef TEST\nint main(){}\n#endif\nint f() {}",
            "struct A { int main() {} }; int f() { return A().main(); }",
        ] {
            check(&[("a.cpp", main), ("b.cpp", other)], "a.cpp");
            check(&[("a.cpp", other), ("b.cpp", main)], "b.cpp");
        }
        let main = "class Run { public static void main(String[] a) { U.main(); } }";
        for other in [
            "class U { } // public static void main(String[] a) {}",
            "class U { static void main() {} }",
            "class U { String s = \"public static void main(String[] a) {}\"; }",
        ] {
            check(&[("A.java", other), ("Run.java", main)], "Run.java");
        }
        check(&[("A.java", main), ("B.java", main)], "several: A.java B.java");
        check(
            &[("a.go", "package main\n// func main() {}"), ("b.go", "package main\nfunc main() {}")],
            "b.go",
        );
    }

    #[test]
    fn other_sources_are_one_program_if_one_is_called_main() {
        check(&[("main.py", "from ops import op"), ("ops.py", "def op(): pass")], "main.py");
        check(&[("main.py", "print(1)"), ("heap.py", "print(2)")], "main.py without heap.py");
        check(&[("one.py", "print(1)"), ("two.py", "print(2)")], "several: one.py two.py");
        check(&[("main.rs", "mod ops;"), ("ops.rs", "pub fn f() {}")], "main.rs");
    }

    #[test]
    fn sources_of_several_languages_are_several_programs() {
        check(&[("main.py", "heap"), ("heap.cpp", "int main() {}")], "several: main.py heap.cpp");
    }
}
