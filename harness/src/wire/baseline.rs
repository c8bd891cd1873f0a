//! A comparison that is kept in a file, to compare later ones with.

use serde::{Deserialize, Serialize};

use crate::wire::comparison::MachineLine;

/// The whole file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BaselineFile {
    /// The version of the shapes.
    pub schema: u32,
    /// The problem.
    pub problem: String,
    /// What was compared.
    pub metric: String,
    /// Where it was measured.
    pub machine: MachineLine,
    /// The cases.
    pub cases: Vec<KeptCase>,
    /// The solutions.
    pub solutions: Vec<KeptSolution>,
    /// The folder with the programs, beside this file.
    pub programs: String,
}

/// What is kept of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptCase {
    /// The case.
    pub case: String,
    /// A hash of its input.
    pub input: String,
    /// Its limits.
    pub limits: String,
}

/// What is kept of a solution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptSolution {
    /// The solution.
    pub solution: String,
    /// How it was built or is started, with the version of what does that.
    pub command: String,
    /// How it is run again.
    pub program: KeptProgram,
    /// By case its samples, in nanoseconds, bytes, or a count.
    pub samples: Vec<Vec<f64>>,
}

/// How a program is run again. In each text `{kept}` stands for the folder with the programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptProgram {
    /// What is started.
    pub path: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// The files and folders that it is made of.
    pub files: Vec<String>,
    /// The variables that its language sets.
    pub environment: Vec<(String, String)>,
    /// The folder of its source, where it has one of its own.
    pub folder: Option<String>,
}
