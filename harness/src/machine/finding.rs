//! What was found about the machine.

/// One line of the report.
pub struct Finding {
    /// What was looked at.
    pub subject: String,
    /// What is there.
    pub found: String,
    /// Whether that is as good as it gets.
    pub is_good: bool,
    /// What to do about it; often a command to type.
    pub advice: Option<String>,
}

impl Finding {
    /// Something that is as good as it gets.
    pub fn good(subject: impl Into<String>, found: impl Into<String>) -> Self {
        Self { subject: subject.into(), found: found.into(), is_good: true, advice: None }
    }

    /// Something that could be better, and how.
    pub fn weak(subject: impl Into<String>, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { subject: subject.into(), found: found.into(), is_good: false, advice: Some(advice.into()) }
    }
}
