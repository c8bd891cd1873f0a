//! What grading does, on exact facts.
