//! Shared parsing and geometry of the problem.
