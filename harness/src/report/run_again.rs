//! The command that runs one solution on one case again, as it ran.

use crate::event::Subject;
use crate::model::Name;
use crate::ui::shell_word;

/// What a command needs to run a case again, beside its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunAgain {
    /// These words: the flags that change which programs and cases there are, or how they are limited.
    With(Vec<String>),
    /// It is not known, such as where a run is put together from others.
    NotKnown,
}

impl Default for RunAgain {
    fn default() -> Self {
        Self::With(Vec::new())
    }
}

impl RunAgain {
    /// The command, as a shell reads it; none where it is not known.
    #[must_use]
    pub fn command(&self, Subject { problem, solution, .. }: &Subject, case: &Name) -> Option<String> {
        let Self::With(flags) = self else { return None };
        let flags: String = flags.iter().map(|word| shell_word(word) + " ").collect();
        Some(format!("harness grade {flags}{}", shell_word(&format!("{problem}/{solution}/{case}"))))
    }
}

#[cfg(test)]
mod tests {
    use super::RunAgain;
    use crate::event::fixture::subject;
    use crate::model::Name;

    #[test]
    fn a_shell_reads_the_command_back() {
        let command = |again: RunAgain| again.command(&subject("p", "a b", "c"), &Name::from("1"));
        assert_eq!(command(RunAgain::default()).as_deref(), Some("harness grade 'p/a b/1'"));
        let flags = ["--students", "sub/*/", "--time-limit", "10ms"].map(str::to_owned).into();
        let expected = "harness grade --students 'sub/*/' --time-limit 10ms 'p/a b/1'";
        assert_eq!(command(RunAgain::With(flags)).as_deref(), Some(expected));
        assert_eq!(command(RunAgain::NotKnown), None);
    }
}
