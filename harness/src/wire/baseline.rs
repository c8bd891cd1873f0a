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
    pub cases: Vec<String>,
    /// The solutions.
    pub solutions: Vec<KeptSolution>,
}

/// What is kept of a solution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptSolution {
    /// The solution.
    pub solution: String,
    /// By case its samples, in nanoseconds, bytes, or a count.
    pub samples: Vec<Vec<f64>>,
}
