//! What was found about cases, for people and for machines.

pub mod human;
pub mod json;
