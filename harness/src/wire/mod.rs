//! How what the judge knows is written down and read back: the shapes of all that is stored or sent.

pub mod grade;

/// The version of all shapes. It changes when a field changes its meaning or goes away.
pub const SCHEMA: u32 = 1;
