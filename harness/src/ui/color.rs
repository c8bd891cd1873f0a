//! Whether to use colour: the flag, then the variables that other tools hear, then the terminal.

use crate::ui::ColorChoice;

/// Whether to use colour. `variable` gives the value of a variable of the environment, where it is set.
///
/// `--color` comes first. `NO_COLOR` wins over all other variables. `CLICOLOR_FORCE` and `FORCE_COLOR` ask for
/// colour where no terminal reads; with the value 0 they do not. `CLICOLOR=0` and `TERM=dumb` ask for none. An
/// empty value is none.
pub(super) fn is_colored(
    choice: ColorChoice,
    variable: impl Fn(&str) -> Option<String>,
    is_terminal: bool,
) -> bool {
    match choice {
        ColorChoice::Always => return true,
        ColorChoice::Never => return false,
        ColorChoice::Auto => {}
    }
    let value = |name: &str| variable(name).filter(|value| !value.is_empty());
    let is_off = |value: &String| value == "0" || value == "false";
    if value("NO_COLOR").is_some() {
        return false;
    }
    let forced = [value("CLICOLOR_FORCE"), value("FORCE_COLOR")];
    if forced.iter().flatten().any(|value| !is_off(value)) {
        return true;
    }
    let refused = [value("FORCE_COLOR"), value("CLICOLOR")];
    if refused.iter().flatten().any(is_off) || value("TERM").is_some_and(|term| term == "dumb") {
        return false;
    }
    is_terminal
}

#[cfg(test)]
mod tests {
    use super::is_colored;
    use crate::ui::ColorChoice;

    /// Checks whether there is colour on a terminal and elsewhere with these variables.
    #[track_caller]
    fn check(variables: &[(&str, &str)], on_terminal: bool, elsewhere: bool) {
        let value = |name: &str| {
            variables.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).to_owned())
        };
        let colored = [true, false].map(|is_terminal| is_colored(ColorChoice::Auto, value, is_terminal));
        assert_eq!(colored, [on_terminal, elsewhere], "{variables:?}");
        assert!(is_colored(ColorChoice::Always, value, false));
        assert!(!is_colored(ColorChoice::Never, value, true));
    }

    #[test]
    fn variables_are_heard_in_their_order() {
        check(&[], true, false);
        check(&[("TERM", "xterm")], true, false);
        check(&[("TERM", "dumb")], false, false);
        check(&[("NO_COLOR", "1")], false, false);
        check(&[("NO_COLOR", "0")], false, false);
        check(&[("NO_COLOR", "")], true, false);
        check(&[("CLICOLOR", "0")], false, false);
        check(&[("CLICOLOR", "1")], true, false);
        check(&[("CLICOLOR_FORCE", "1")], true, true);
        check(&[("CLICOLOR_FORCE", "0")], true, false);
        check(&[("CLICOLOR_FORCE", "")], true, false);
        check(&[("FORCE_COLOR", "1")], true, true);
        check(&[("FORCE_COLOR", "true")], true, true);
        check(&[("FORCE_COLOR", "3")], true, true);
        check(&[("FORCE_COLOR", "0")], false, false);
        check(&[("FORCE_COLOR", "false")], false, false);
        check(&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")], false, false);
        check(&[("NO_COLOR", "1"), ("FORCE_COLOR", "1")], false, false);
        check(&[("NO_COLOR", ""), ("FORCE_COLOR", "1")], true, true);
        check(&[("CLICOLOR", "0"), ("CLICOLOR_FORCE", "1")], true, true);
        check(&[("TERM", "dumb"), ("CLICOLOR_FORCE", "1")], true, true);
    }
}
