//! Places in sources, as traces write them.

/// A place in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracePlace {
    /// The file, as written.
    pub file: String,
    /// The line, from 1.
    pub line: u64,
    /// The column, where one is told.
    pub column: Option<Column>,
}

/// A column in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// From 1.
    At(u64),
    /// After so many characters behind the blanks at the start of the line.
    AfterBlanks(u64),
}

impl TracePlace {
    /// A line of a file.
    pub(super) fn new(file: &str, line: u64, column: Option<Column>) -> Self {
        Self { file: file.to_owned(), line, column }
    }

    /// What is written as `FILE:LINE` or `FILE:LINE:COLUMN`; the file may have blanks and colons in its name.
    pub(super) fn written(text: &str) -> Option<Self> {
        let (rest, last) = text.trim_end().trim_end_matches(':').rsplit_once(':')?;
        let last = last.parse().ok()?;
        let place = match rest.rsplit_once(':').map(|(file, line)| (file, line.parse())) {
            Some((file, Ok(line))) => Self::new(file, line, Some(Column::At(last))),
            Some((_, Err(_))) | None => Self::new(rest, last, None),
        };
        (!place.file.is_empty() && place.line > 0).then_some(place)
    }
}
