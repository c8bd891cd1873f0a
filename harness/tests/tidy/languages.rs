//! No language and no compiler is named in code: they are data, in `config/languages.toml`, `build/tools.toml` and the
//! templates of drivers. What names one still stands in a list, with the reason.

use std::collections::BTreeSet;

use crate::lexer::{Kind, only};
use crate::source::{Complaint, Source};
use crate::workspace::{assert_none, sources};

/// Languages, their compilers and interpreters, and what starts these.
const NAMES: [&str; 52] = [
    "rust",
    "rustc",
    "cargo",
    "rustup",
    "gcc",
    "g++",
    "c++",
    "clang",
    "clang++",
    "cpp",
    "csharp",
    "python",
    "python3",
    "pypy",
    "pypy3",
    "pyenv",
    "java",
    "javac",
    "jvm",
    "kotlin",
    "kotlinc",
    "javascript",
    "nodejs",
    "typescript",
    "tsc",
    "golang",
    "goroot",
    "gopath",
    "mono",
    "mcs",
    "dotnet",
    "haskell",
    "ghc",
    "ocaml",
    "ocamlopt",
    "ruby",
    "perl",
    "lua",
    "nim",
    "zig",
    "pascal",
    "fpc",
    "scala",
    "swift",
    "php",
    "bash",
    "ccache",
    "sccache",
    "distcc",
    "icecc",
    "powershell",
    "cargo_home",
];

/// Where names may stand, which, and why.
const ALLOWED: [(&str, &[&str], &str); 19] = [
    ("harness/src/build/", &["cargo", "cargo_home", "rust", "rustc"], PACKAGES),
    ("harness/src/files/nested.rs", &["cargo"], PACKAGES),
    ("harness/src/discover/package.rs", &["cargo"], PACKAGES),
    ("harness/src/discover/programs.rs", &["cargo"], PACKAGES),
    ("harness/src/discover/classify.rs", &["cargo"], PACKAGES),
    ("harness/src/discover/submissions/source.rs", &["cargo"], PACKAGES),
    ("harness/src/trace/interpreter.rs", &["python"], "the words with which a trace begins"),
    ("harness/src/watch/touched.rs", &["cargo", "rust"], PACKAGES),
    ("harness/src/config/languages.rs", &["cargo"], PACKAGES),
    (
        "harness/src/config/drivers.rs",
        &["cpp", "csharp", "java", "javascript", "kotlin", "python", "rust", "typescript"],
        "the templates of the drivers, by name",
    ),
    ("harness/src/config/", &["cpp", "g++", "gcc", "zig"], EXAMPLES),
    ("harness/src/model/driver.rs", &["pascal"], "PascalCase, a way to write names"),
    ("harness/src/model/checker_choice.rs", &["cpp"], "the names that Polygon gives its checkers"),
    ("harness/src/machine/host.rs", &["cargo"], "how the judge itself was built"),
    ("harness/src/discover/kin.rs", EXTENSIONS, "extensions of files that lie beside cases and are none"),
    ("harness/src/discover/pairing.rs", &["cpp", "java"], "extensions of files that build tools fill in"),
    (
        "harness/src/statement/words.rs",
        CODE_BLOCKS,
        "languages of code blocks in Markdown, which are no samples",
    ),
    ("harness/src/cli/", &["bash", "powershell"], "shells, for which completions are made"),
    (
        "harness/src/commands/completions.rs",
        &["bash", "powershell"],
        "shells, for which completions are made",
    ),
];

const EXAMPLES: &str = "examples in messages about settings";

const PACKAGES: &str = "packages of Cargo are a concept of their own: manifests, lock files, workspaces";

const EXTENSIONS: &[&str] = &["cpp", "java", "lua", "php", "swift"];

const CODE_BLOCKS: &[&str] = &[
    "c++",
    "cpp",
    "csharp",
    "golang",
    "java",
    "javascript",
    "kotlin",
    "php",
    "python",
    "python3",
    "ruby",
    "rust",
    "scala",
    "swift",
    "typescript",
];

/// The names that stand in code and literals of the product, with their lines.
fn named(source: &Source) -> Vec<(usize, String)> {
    let literals = only(Kind::Literal, &source.text);
    let mut found = Vec::new();
    // A line of a long literal belongs to the code before it.
    let mut is_product = false;
    let lines =
        source.code.lines().zip(source.product.lines().chain(std::iter::repeat(""))).zip(literals.lines());
    for (number, ((code, product), literal)) in (1..).zip(lines) {
        if !code.trim().is_empty() {
            is_product = !product.trim().is_empty();
        }
        if is_product {
            found.extend(words(product).chain(words(literal)).map(|word| (number, word)));
        }
    }
    found
}

/// The names among the words of a line.
fn words(line: &str) -> impl Iterator<Item = String> {
    let is_part = |c: char| c.is_alphanumeric() || "+_".contains(c);
    let words = line.split(move |c| !is_part(c)).map(str::to_lowercase);
    words.filter(|word| NAMES.contains(&word.as_str()))
}

/// The complaints, and the places in the list that are of use.
fn complaints(sources: &[Source]) -> (Vec<Complaint>, BTreeSet<usize>) {
    let (mut complaints, mut used) = (Vec::new(), BTreeSet::new());
    let is_product =
        |source: &&Source| source.path.starts_with("harness/src/") && !source.path.ends_with("/fixture.rs");
    for source in sources.iter().filter(is_product) {
        for (line, word) in named(source) {
            let is_allowed = |(path, words, _): &(&str, &[&str], &str)| {
                source.path.starts_with(path) && words.contains(&word.as_str())
            };
            if let Some(place) = ALLOWED.iter().position(is_allowed) {
                used.insert(place);
                continue;
            }
            let advice = format!(
                "names `{word}`: put it into config/languages.toml or build/tools.toml, or into `ALLOWED` with a reason"
            );
            complaints.push(Complaint::new(&source.path, line, &advice));
        }
    }
    (complaints, used)
}

#[test]
fn no_language_is_named_in_code() {
    let (complaints, used) = complaints(sources());
    assert_none(&complaints);
    let idle: Vec<&str> =
        (0..ALLOWED.len()).filter(|place| !used.contains(place)).map(|at| ALLOWED[at].0).collect();
    assert!(idle.is_empty(), "nothing is named there any more: {idle:?}");
}

#[test]
fn a_name_in_code_or_in_a_literal_is_found() {
    let found = |path: &str, text: &str| -> Vec<usize> {
        named(&Source::new(path, text)).into_iter().map(|(line, _)| line).collect()
    };
    assert_eq!(found("harness/src/run/a.rs", "fn f() { is(\"g++ -O2\") }\n// gcc\nfn python() {}"), [1, 3]);
    assert_eq!(found("harness/src/run/a.rs", "const A: &str = \"x\\\n  javac\";"), [2]);
    assert_eq!(found("harness/src/run/a.rs", "#[cfg(test)]\nmod tests { fn f() { \"python\" } }"), []);
    assert_eq!(found("harness/src/run/tests.rs", "fn f() { pythonic(\"cargoes\") }"), []);
    let source = |path: &str| Source::new(path, "fn f() { \"cargo\" }");
    let (found, used) = complaints(&[source("harness/src/build/a.rs"), source("harness/src/run/a.rs")]);
    assert_eq!((found.len(), used.len()), (1, 1));
}
