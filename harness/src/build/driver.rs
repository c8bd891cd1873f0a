//! A source that only defines a function, with the driver that calls it: the pasted form of a solution.
//!
//! The driver reads the arguments, calls the function and prints its result. It is a template of its
//! language, so what is known here of a language is only where its comments begin: whether a source has the
//! form, and no entry point of its own, is told by phrases of its code.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::build::blanks::blanked;
use crate::build::quoted::said_of_source;
use crate::build::scopes::scopes;
use crate::build::sources::Sources;
use crate::files;
use crate::model::{Dependencies, Driver, Function, Language, Part, ValueType};
use crate::syntax::conditions::without_excluded;
use crate::syntax::layout::reached;
use crate::syntax::lexer::{Comments, words};

/// Begins what is left out where the code has a phrase, or where it has none, and ends it.
const UNLESS: &str = "@unless ";
const WHEN: &str = "@when ";
const END: &str = "@end";

/// What a source is in a problem with a function.
#[derive(Clone, Debug)]
pub enum Form<'a> {
    /// It reads its input itself.
    Program,
    /// It only defines the function.
    Function(Driven<'a>),
    /// It seems to be neither; why. As a program it may still be right.
    Unknown(String),
}

/// The files to write for a source.
#[derive(Clone, Debug)]
pub struct Driven<'a> {
    driver: &'a Driver,
    main: &'a Path,
    /// Each with its text.
    files: Vec<(&'a str, Vec<u8>)>,
}

impl<'a> Driven<'a> {
    /// Whether this source needs a driver, and that driver.
    ///
    /// # Errors
    /// The function has a type that the driver lacks; which.
    pub fn of(
        main: &'a Path,
        function: Option<&Function>,
        language: &'a Language,
    ) -> Result<Form<'a>, String> {
        let (Some(driver), Some(function)) = (language.driver.as_deref(), function) else {
            return Ok(Form::Program);
        };
        // What cannot be read is told when it is built.
        let Ok(text) = files::source(main) else { return Ok(Form::Program) };
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
        let comments = Comments::from_mark(&driver.comment);
        let code = words(&compiled_text(driver, language, text), comments);
        let name = driver.naming.of(function);
        let has = |phrase: &String| has_phrase(&code, &phrase.replace("@{name}", &name));
        let has_form = driver.form.iter().all(|phrases| phrases.iter().any(has));
        let reads = if has_form && !driver.definitions.is_empty() {
            let run = reached(&String::from_utf8_lossy(text), comments, &driver.definitions);
            driver.entry.iter().any(|phrase| has_any(&run, phrase))
        } else {
            driver.entry.iter().any(has)
        };
        if reads {
            return Ok(Form::Program);
        }
        if !has_form {
            return Ok(Form::Unknown(format!(
                "it neither reads its input nor defines `{name}`, which problem.toml declares"
            )));
        }
        let filling = Filling::of(driver, function, &name, main, (&code, text))?;
        let copied = blanked(text, &driver.blank, comments);
        let files = driver.files.iter();
        let files = files.map(|(file, template)| (*file, filling.file(template, &code, &copied))).collect();
        Ok(Form::Function(Self { driver, main, files }))
    }

    /// The language, with commands that name the driver.
    pub fn language(&self, language: &Language) -> Language {
        let home = self.main.parent().unwrap_or(self.main).to_string_lossy().into_owned();
        let main = &self.driver.main;
        let stem = main.rsplit_once('.').map_or(main.as_str(), |(stem, _)| stem);
        let run = language.run.iter().map(|word| {
            word.replace("{source}", &format!("{{folder}}/{main}"))
                .replace("{stem}", stem)
                .replace("{class}", stem)
        });
        let source = self.main.to_string_lossy();
        let arguments = self.driver.arguments.iter();
        let arguments = arguments.map(|word| word.replace("@{home}", &home).replace("@{source}", &source));
        let is_checked_only = self.is_run_as_it_is();
        Language {
            run: run.collect(),
            compile: language.compile.iter().cloned().chain(arguments).collect(),
            dependencies: if is_checked_only { Dependencies::Sources } else { language.dependencies },
            ..language.clone()
        }
    }

    /// Whether nothing is compiled: the files are only checked, and run.
    pub fn is_run_as_it_is(&self) -> bool {
        self.driver.compiled.is_empty()
    }

    /// What the files depend on.
    pub fn texts(&self) -> impl Iterator<Item = &[u8]> {
        self.files.iter().map(|(_, text)| text.as_slice())
    }

    /// Writes the files, and returns what is compiled for these sources.
    pub fn written(&self, sources: &Sources, folder: &Path) -> io::Result<Sources> {
        for (name, text) in &self.files {
            let path = folder.join(name);
            if let Some(above) = path.parent() {
                fs::create_dir_all(above)?;
            }
            fs::write(path, text)?;
        }
        let mut files: Vec<PathBuf> = self.driver.compiled.iter().map(|name| folder.join(name)).collect();
        let own = usize::from(!files.is_empty());
        files.extend(sources.files.iter().skip(own).cloned());
        Ok(Sources { files, class: sources.class.clone(), trouble: None })
    }

    /// What a compiler says, with the user's file for its copy. Some name files relative to where they run.
    pub fn in_terms_of(&self, source: &Path, folder: &Path, said: &str) -> String {
        let said = said.replace(&format!("{}/", folder.display()), "");
        let Some(copy) = &self.driver.copy else { return said };
        let template = self.driver.files.iter().find(|(name, _)| *name == copy.as_str());
        let before =
            template.and_then(|(_, text)| text.split_once("@{text}")).map_or("", |(before, _)| before);
        let front = before.rsplit('\n').next().unwrap_or_default();
        said_of_source(&said, (copy, source), front)
    }
}

/// What stands for the placeholders.
struct Filling {
    values: Vec<(String, String)>,
}

impl Filling {
    fn of(
        driver: &Driver,
        function: &Function,
        name: &str,
        main: &Path,
        (code, source): (&[String], &[u8]),
    ) -> Result<Self, String> {
        let quoted: Vec<String> =
            function.parameters.iter().map(|one| format!("\"{}\"", one.value.name())).collect();
        let returns = function.returns.map_or_else(|| "void".to_owned(), ValueType::name);
        // What the source imports itself is not imported twice.
        let own = String::from_utf8_lossy(source);
        let is_own = |import: &str| {
            import.split('"').nth(1).is_some_and(|quoted| own.contains(&format!("\"{quoted}\"")))
        };
        let imports = driver.imports.iter();
        let imports = imports.filter(|(phrases, text)| has_any(code, phrases) && !is_own(text));
        let imports: String = imports.map(|(_, text)| text.as_str()).collect();
        let place = main.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
        let mut values: Vec<(String, String)> = [
            ("name", name.to_owned()),
            ("types", quoted.join(", ")),
            ("returns", returns),
            ("first", function.parameters.first().map_or_else(String::new, |first| first.value.name())),
            ("imports", imports),
            ("scopes", opened(driver, code)),
            ("source", place),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into();
        for part in &driver.parts {
            values.push((part.name.clone(), repeated(driver, function, part)?));
        }
        if let (texts, Some(value)) =
            (if function.returns.is_some() { &driver.returned } else { &driver.changed }, function.result())
            && let Some(text) = texts.get(value.depth).or(texts.last())
        {
            let mut inner = values.clone();
            inner.extend(of_type(driver, value)?);
            values.push(("result".to_owned(), filled(text, &inner)));
        }
        Ok(Self { values })
    }

    /// One file.
    fn file(&self, template: &str, code: &[String], text: &[u8]) -> Vec<u8> {
        let mut is_left_out = false;
        let mut lines = String::new();
        for line in template.split_inclusive('\n') {
            if let Some(phrases) = line.strip_prefix(UNLESS) {
                is_left_out = has_any(code, phrases);
            } else if let Some(phrases) = line.strip_prefix(WHEN) {
                is_left_out = !has_any(code, phrases);
            } else if line.trim_end() == END {
                is_left_out = false;
            } else if !is_left_out {
                lines.push_str(line);
            }
        }
        match lines.split_once("@{text}") {
            None => filled(&lines, &self.values).into_bytes(),
            Some((before, after)) => {
                let (before, after) = (filled(before, &self.values), filled(after, &self.values));
                [before.as_bytes(), text, after.as_bytes()].concat()
            }
        }
    }
}

/// What makes the names in the scopes of a source known.
fn opened(driver: &Driver, code: &[String]) -> String {
    let Some([word, separator, text]) = driver.scope.as_deref() else { return String::new() };
    let scopes = scopes(code, word, separator);
    scopes.iter().map(|scope| text.replace("@{scope}", scope)).collect::<Vec<_>>().concat()
}

/// What of a source is compiled.
fn compiled_text<'t>(driver: &Driver, language: &Language, text: &'t [u8]) -> Cow<'t, str> {
    let text = String::from_utf8_lossy(text);
    let Some(flag) = &driver.define else { return text };
    Cow::Owned(without_excluded(&text, &language.defined(flag)))
}

/// A part once for each parameter.
fn repeated(driver: &Driver, function: &Function, part: &Part) -> Result<String, String> {
    let mut texts = Vec::new();
    for (index, parameter) in function.parameters.iter().enumerate().skip(part.from) {
        let mut values = of_type(driver, parameter.value)?;
        values.push(("index".to_owned(), index.to_string()));
        let text = part.by_depth.get(parameter.value.depth).or(part.by_depth.last());
        texts.extend(text.map(|text| filled(text, &values)));
    }
    Ok(texts.join(&part.join))
}

/// What is known of a type: how it is written, the same with a dimension less, and its element.
fn of_type(driver: &Driver, value: ValueType) -> Result<Vec<(String, String)>, String> {
    let element = driver.types.get(&value.element);
    if let Some(deepest) = driver.deepest.filter(|deepest| value.depth > *deepest) {
        return Err(format!(
            "problem.toml declares the type `{}`, and in this language a function cannot be given or return an \
             array of more than {deepest} dimensions; write a program that reads its input itself",
            value.name()
        ));
    }
    let Some(element) = element else {
        return Err(format!("the driver of this language has no type `{}`", value.name()));
    };
    let wrap = |depth| (0..depth).fold(element.clone(), |item, _| driver.array.replace("@{item}", &item));
    Ok(vec![
        ("type".to_owned(), wrap(value.depth)),
        ("item".to_owned(), wrap(value.depth.saturating_sub(1))),
        ("element".to_owned(), value.element.name().to_owned()),
        ("depth".to_owned(), value.depth.to_string()),
    ])
}

/// A text with its placeholders filled. What stands for one is not looked through again.
fn filled(text: &str, values: &[(String, String)]) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("@{") {
        let (before, after) = rest.split_at(at);
        filled.push_str(before);
        let found = after[2..].split_once('}').and_then(|(name, after)| {
            let (_, value) = values.iter().rev().find(|(known, _)| known == name)?;
            Some((value, after))
        });
        if let Some((value, after)) = found {
            filled.push_str(value);
            rest = after;
        } else {
            filled.push_str("@{");
            rest = &after[2..];
        }
    }
    filled + rest
}

/// Whether one of several phrases is there.
fn has_any(code: &[String], phrases: &str) -> bool {
    phrases.split(" | ").any(|phrase| has_phrase(code, phrase))
}

/// Stands in a phrase for any word with a capital letter at its start.
const CAPITAL: &str = "[A-Z]";

/// Whether these words follow each other.
fn has_phrase(code: &[String], phrase: &str) -> bool {
    let phrase: Vec<&str> = phrase.split_whitespace().collect();
    let is_one = |word: &str, wanted: &str| {
        word == wanted || wanted == CAPITAL && word.starts_with(|c: char| c.is_ascii_uppercase())
    };
    !phrase.is_empty()
        && code.windows(phrase.len()).any(|words| words.iter().zip(&phrase).all(|(a, b)| is_one(a, b)))
}

#[cfg(test)]
mod tests {
    use super::{Driven, Form, filled};
    use crate::model::{Driver, Element, Function, Language, LetterCase, Parameter, Part, ValueType};
    use std::fs;
    use std::sync::Arc;

    fn language() -> Language {
        let text = |text: &str| text.to_owned();
        let driver = Driver {
            comment: text("//"),
            entry: vec![text("main (")],
            definitions: Vec::new(),
            form: vec![vec![text("class Solution"), text("struct Solution")], vec![text("@{name} (")]],
            naming: LetterCase::Snake,
            types: [(Element::Int, text("i32"))].into(),
            array: text("list<@{item}>"),
            blank: vec![text("<module ...>")],
            define: Some(text("-D")),
            deepest: Some(2),
            main: text("driver.x"),
            compiled: vec![text("driver.x")],
            copy: Some(text("driver.x")),
            scope: Some(["scope", ".", "use @{scope}\n"].map(str::to_owned).into()),
            arguments: vec![text("-I@{home}")],
            imports: vec![(text("sort . | order . [A-Z]"), text("import \"sort\"\n"))],
            parts: vec![Part {
                name: text("arguments"),
                from: 0,
                join: text(", "),
                by_depth: vec![text("@{type} p@{index}"), text("@{type} of @{item} p@{index}")],
            }],
            returned: vec![text("@{type} = @{name}(@{arguments})"), text("array of depth @{depth}")],
            changed: vec![text("@{name}(@{arguments})")],
            files: vec![(
                "driver.x",
                "@{imports}@{scopes}\n@unless class Node {\nnode\n@end\n@when Queue | Deque\nqueue\n@end\n\
                 @{text}\n@{result}\n",
            )],
        };
        Language {
            compile: vec![text("cc"), text("{source}"), text("-DJUDGE=1")],
            run: vec![text("run"), text("{source}"), text("{stem}")],
            driver: Some(Arc::new(driver)),
            ..Language::named("x")
        }
    }

    fn function(depth: usize) -> Function {
        let value = |depth| ValueType { element: Element::Int, depth };
        let parameter = |name: &str, depth| Parameter { name: name.to_owned(), value: value(depth) };
        Function {
            name: "sumAll".to_owned(),
            parameters: vec![parameter("a", 0), parameter("b", depth)],
            returns: Some(value(0)),
        }
    }

    /// The driver of a source, as it is written.
    fn driven(source: &str, function: &Function) -> Result<Option<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.x");
        fs::write(&path, source).unwrap();
        let language = language();
        Ok(match Driven::of(&path, Some(function), &language)? {
            Form::Function(driven) => {
                Some(String::from_utf8(driven.texts().collect::<Vec<_>>().concat()).unwrap())
            }
            Form::Program => None,
            Form::Unknown(why) => {
                assert_eq!(
                    why,
                    "it neither reads its input nor defines `sum_all`, which problem.toml declares"
                );
                None
            }
        })
    }

    #[test]
    fn a_source_that_only_defines_the_function_gets_a_driver() {
        let source = "\u{feff}struct Solution { sum_all(); };";
        let driver = driven(source, &function(2)).unwrap().unwrap();
        let text = "\nnode\nstruct Solution { sum_all(); };\ni32 = sum_all(i32 p0, list<list<i32>> of list<i32> p1)\n";
        assert_eq!(driver, text);
        for (source, has_queue) in [("Deque", true), ("// Queue", false), ("Queues", false)] {
            let driver =
                driven(&format!("class Solution sum_all() {source}"), &function(0)).unwrap().unwrap();
            assert_eq!(driver.contains("\nqueue\n"), has_queue, "{driver}");
        }
        let driver =
            driven("class Node { sort.x }; class Solution sum_all()", &function(0)).unwrap().unwrap();
        assert!(driver.starts_with("import \"sort\"\n\nclass Node"), "{driver}");
        for (source, is_imported) in [("order.By", true), ("order.by", false), ("sort.x \"sort\"", false)] {
            let driver =
                driven(&format!("class Solution sum_all() {source}"), &function(0)).unwrap().unwrap();
            assert_eq!(driver.starts_with("import"), is_imported, "{driver}");
        }
    }

    #[test]
    fn what_is_not_compiled_is_no_code_and_what_a_driver_leaves_out_is_blank() {
        let trial = "#ifdef LOCAL\nclass Node {}; int main() {}\n#endif\n";
        let driver = driven(&format!("module x;\n{trial}class Solution sum_all()"), &function(0));
        let driver = driver.unwrap().unwrap();
        assert!(driver.starts_with(&format!("\nnode\n         \n{trial}class Solution")), "{driver}");
        let at_judge = "#ifdef JUDGE\nint main() {}\n#endif\nclass Solution sum_all()";
        assert_eq!(driven(at_judge, &function(0)), Ok(None));
    }

    #[test]
    fn another_source_gets_none() {
        for source in [
            "class Solution { sum_all(); }; int main () {}",
            "class Other { sum_all(); };",
            "class Solution { sumAll(); };",
            "// class Solution { sum_all(); };",
            "",
        ] {
            assert_eq!(driven(source, &function(0)), Ok(None), "{source}");
        }
    }

    #[test]
    fn a_type_that_the_driver_lacks_is_told() {
        let error = driven("class Solution sum_all()", &function(3)).unwrap_err();
        assert!(
            error.starts_with("problem.toml declares the type `int[][][]`, and in this language "),
            "{error}"
        );
        assert!(error.contains(" more than 2 dimensions; "), "{error}");
    }

    #[test]
    fn commands_name_the_driver_and_messages_the_source() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.x");
        fs::write(&path, "class Solution sum_all()").unwrap();
        let language = language();
        let function = function(0);
        let Form::Function(driven) = Driven::of(&path, Some(&function), &language).unwrap() else { panic!() };
        let changed = driven.language(&language);
        assert_eq!(changed.run, ["run", "{folder}/driver.x", "driver"]);
        assert_eq!(changed.compile[3], format!("-I{}", folder.path().display()));
        let said = driven.in_terms_of(
            &path,
            std::path::Path::new("/d"),
            "/d/driver.x:1: no\n./driver.x(2)\n/d/other.x:3\n",
        );
        let path = path.display();
        assert_eq!(said, format!("{path}:1: no\n{path}(2)\nother.x:3\n"));
    }

    #[test]
    fn what_stands_for_a_placeholder_is_not_filled_again() {
        let values = [("a".to_owned(), "@{b}".to_owned()), ("b".to_owned(), "x".to_owned())];
        assert_eq!(filled("@{a} @{b} @{c} @{", &values), "@{b} x @{c} @{");
    }
}
