//! The driver of a language: the program that calls a function which reads no input itself.

use std::collections::BTreeMap;

use crate::model::{Element, Function};

/// A template, and what it takes to fill it. Phrases are words and signs that follow each other in the code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Driver {
    /// What begins a comment that ends with the line.
    pub comment: String,
    /// A source with one of these phrases reads its input itself, and gets no driver.
    pub entry: Vec<String>,
    /// Where blocks are indented, the words that begin a definition: a source with the form then reads its input
    /// itself only if what its top level uses does.
    pub definitions: Vec<String>,
    /// A source gets a driver if it has one phrase of each of these lists.
    pub form: Vec<Vec<String>>,
    /// How the language writes the name of the function.
    pub naming: LetterCase,
    /// How it writes the types that it knows.
    pub types: BTreeMap<Element, String>,
    /// How it writes an array of `@{item}`.
    pub array: String,
    /// What is replaced by blanks where the source is copied: `build::blanks` says how such a phrase is read.
    pub blank: Vec<String>,
    /// The flag with which the command defines a name, in a language with a preprocessor.
    pub define: Option<String>,
    /// Of how many dimensions an array may be; any number if nothing is set.
    pub deepest: Option<usize>,
    /// The file that is run.
    pub main: String,
    /// The files that are compiled; if there are none, the source is, or is only checked.
    pub compiled: Vec<String>,
    /// The file that is a copy of the source, line by line.
    pub copy: Option<String>,
    /// What opens a named scope, what separates parts of its name, and what stands in `@{scopes}` for each.
    pub scope: Option<Vec<String>>,
    /// Further words of the command that compiles.
    pub arguments: Vec<String>,
    /// What stands for `@{imports}` if the code has the phrase.
    pub imports: Vec<(String, String)>,
    /// Parts that are repeated for each parameter.
    pub parts: Vec<Part>,
    /// What stands for `@{result}` if the function returns something, by the depth of its type.
    pub returned: Vec<String>,
    /// The same if the first parameter holds the result, by the depth of its type.
    pub changed: Vec<String>,
    /// The files to write, each with its template.
    pub files: Vec<(&'static str, &'static str)>,
}

/// A part of a driver that is repeated for each parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name of its placeholder.
    pub name: String,
    /// How many parameters are left out, the first ones.
    pub from: usize,
    /// What stands between two.
    pub join: String,
    /// The text for a parameter, by the depth of its type; the last one also for all deeper ones.
    pub by_depth: Vec<String>,
}

/// How the name of a function is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LetterCase {
    /// `snakesAndLadders`, as in the settings.
    #[default]
    Camel,
    /// `snakes_and_ladders`.
    Snake,
    /// `SnakesAndLadders`.
    Pascal,
}

impl LetterCase {
    /// All, by the names that they have in drivers.
    pub const NAMES: [(&'static str, Self); 3] =
        [("camel", Self::Camel), ("snake", Self::Snake), ("pascal", Self::Pascal)];

    /// The name of a function.
    #[must_use]
    pub fn of(self, function: &Function) -> String {
        match self {
            Self::Camel => function.name.clone(),
            Self::Snake => function.snake_case(),
            Self::Pascal => function.pascal_case(),
        }
    }
}
