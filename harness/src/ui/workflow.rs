//! The log of GitHub Actions: its runner obeys lines of it, also those that a tested program has written.

use std::borrow::Cow;

/// Whether what is printed goes into the log of a workflow. `variable` gives the value of a variable of the environment.
#[must_use]
pub fn is_logged(variable: impl Fn(&str) -> Option<String>) -> bool {
    variable("GITHUB_ACTIONS").is_some_and(|value| value == "true")
}

/// The same for the environment of this process.
#[must_use]
pub fn is_logged_here() -> bool {
    is_logged(|name| std::env::var(name).ok())
}

/// The text with nothing in it that the runner takes for a command: `::` at the start of a line, behind blanks or not,
/// and `##[` anywhere. What stands there instead looks like all that cannot be shown as it is.
#[must_use]
pub fn without_commands(text: &str) -> Cow<'_, str> {
    if !text.contains("::") && !text.contains("##[") {
        return Cow::Borrowed(text);
    }
    // A carriage return may end a line for the runner, too.
    let lines = text.split_inclusive(['\n', '\r']).map(|line| {
        let line = line.replace("##[", "\\x23\\x23[");
        let rest = line.trim_start();
        match rest.strip_prefix("::") {
            Some(after) => format!("{}\\x3a\\x3a{after}", &line[..line.len() - rest.len()]),
            None => line,
        }
    });
    Cow::Owned(lines.collect())
}

#[cfg(test)]
mod tests {
    use super::{is_logged, without_commands};

    #[test]
    fn no_line_is_a_command() {
        let text = "::a::b\n  ::c\n\t\u{a0}::d\re::f\n##[g]h ##[i]\r\n###[j #[k\n";
        let expected = "\\x3a\\x3aa::b\n  \\x3a\\x3ac\n\t\u{a0}\\x3a\\x3ad\re::f\n\\x23\\x23[g]h \\x23\\x23[i]\r\n#\\x23\\x23[j #[k\n";
        assert_eq!(without_commands(text), expected);
        assert_eq!(without_commands("std::vector"), "std::vector");
    }

    #[test]
    fn only_in_a_workflow() {
        let told =
            |value: &'static str| is_logged(|name| (name == "GITHUB_ACTIONS").then(|| value.to_owned()));
        assert_eq!(["true", "false", ""].map(told), [true, false, false]);
        assert!(!is_logged(|_| None));
    }
}
