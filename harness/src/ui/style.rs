//! The roles that colour plays; what colour a role has is decided here alone.

use colored::{Color, Colorize};

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// As it should be.
    Good,
    /// As it should not be.
    Bad,
    /// Worth a look.
    Notable,
    /// Of little weight.
    Faint,
    /// A heading.
    Strong,
    /// What was expected, in a comparison.
    Expected,
    /// What came, in a comparison.
    Got,
}

/// The text in the colour of its role; as it is where colour is off.
#[must_use]
pub fn paint(role: Tone, text: &str) -> String {
    match role {
        Tone::Good | Tone::Expected => text.color(Color::Green).to_string(),
        Tone::Bad => text.color(Color::Red).bold().to_string(),
        Tone::Got => text.color(Color::Red).to_string(),
        Tone::Notable => text.color(Color::Yellow).to_string(),
        Tone::Faint => text.dimmed().to_string(),
        Tone::Strong => text.bold().to_string(),
    }
}
