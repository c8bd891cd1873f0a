//! The report file that a checker of testlib writes if it is given the name of one.

/// In which form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportForm {
    /// The message alone.
    Text,
    /// XML, with the outcome and points as attributes (`-appes`).
    Xml,
}

impl ReportForm {
    /// The names of the forms.
    pub const NAMES: [&'static str; 2] = ["text", "xml"];

    /// The form of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "text" => Some(Self::Text),
            "xml" => Some(Self::Xml),
            _ => None,
        }
    }

    /// The arguments that follow those of the convention, for a report in this file.
    #[must_use]
    pub fn arguments(self, file: &str) -> Vec<String> {
        let appes = (self == Self::Xml).then_some("-appes");
        std::iter::once(file).chain(appes).map(str::to_owned).collect()
    }
}
