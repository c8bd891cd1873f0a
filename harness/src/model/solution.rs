//! A program that is judged.

use std::path::PathBuf;

use crate::model::{Expectation, Name};

/// A solution of a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Its name, unique in the problem.
    pub name: Name,
    /// Name of its language in the table.
    pub language: String,
    /// What it is built from.
    pub source: Source,
    /// The file with its main function.
    pub main_file: PathBuf,
    /// Its expectation.
    pub expectation: Expectation,
    /// Which idea it follows, where problem.toml says so; solutions of one family are alike.
    pub family: Option<String>,
    /// What is to be told beside its verdict, where a student has handed it in: that it is late, or a copy.
    pub note: Option<String>,
}

/// What a program is built from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// A binary of a Cargo package.
    CargoBinary {
        /// The folder with the `Cargo.toml`.
        package: PathBuf,
        /// The name of the binary.
        binary: String,
    },
    /// A single file in a language of the table.
    File(PathBuf),
    /// A folder with a main file in a language of the table, and what that includes or imports.
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The main file.
        main: PathBuf,
    },
    /// There is nothing to build: a student has handed in nothing that can be judged, for this reason.
    Absent(String),
}
