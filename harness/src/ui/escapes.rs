//! Which characters of a text are part of an escape, and take no column.

/// Reads a text character by character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Escape {
    /// Outside.
    #[default]
    None,
    /// After the escape character.
    Begun,
    /// In a control sequence, such as a colour: a letter ends it.
    Sequence,
    /// In a command for the operating system, such as a link: `ESC \` or BEL ends it.
    Command,
    /// After the escape character in there.
    End,
}

impl Escape {
    /// Whether the next character belongs to an escape.
    pub(super) fn holds(&mut self, c: char) -> bool {
        let is_inside = *self != Self::None || c == '\u{1b}';
        *self = match (*self, c) {
            (Self::None, '\u{1b}') => Self::Begun,
            (Self::Begun, '[') => Self::Sequence,
            (Self::Begun, ']') => Self::Command,
            (Self::Sequence, c) if !c.is_ascii_alphabetic() => Self::Sequence,
            (Self::Command, '\u{1b}') => Self::End,
            (Self::Command, c) if c != '\u{7}' => Self::Command,
            _ => Self::None,
        };
        is_inside
    }
}
