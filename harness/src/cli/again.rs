//! The flags of a command that another needs to run one of its cases in the same way.

use clap::CommandFactory;
use clap::parser::ValueSource;

use crate::cli::{Cli, with_command};
use crate::model::Name;
use crate::report::RunAgain;

/// The flags that change what is found, and the limits under which it runs.
const THAT_COUNT: [&str; 10] = [
    "root",
    "profile",
    "students",
    "pack",
    "unpack",
    "time_limit",
    "memory_limit",
    "recheck",
    "kill_slack",
    "isolation",
];

/// The commands whose cases can be run again by `grade` with these flags.
const COMMANDS: [&str; 2] = ["grade", "watch"];

/// What runs a case of this command again. The words are those after the name of the program, as records have them.
#[must_use]
pub fn run_again(words: &[String]) -> RunAgain {
    found(words).map_or(RunAgain::NotKnown, RunAgain::With)
}

fn found(words: &[String]) -> Option<Vec<String>> {
    let words: Option<Vec<Name>> = words.iter().map(|word| Name::from_shown(word)).collect();
    let words = words?.into_iter().map(|word| word.to_os());
    let words = with_command(["harness".into()].into_iter().chain(words).collect());
    let mut cli = Cli::command();
    let matches = cli.try_get_matches_from_mut(words).ok()?;
    let (name, matches) = matches.subcommand()?;
    let command = cli.find_subcommand(name).filter(|_| COMMANDS.contains(&name))?;
    let mut flags = Vec::new();
    for id in THAT_COUNT {
        let Ok(Some(mut values)) = matches.try_get_raw(id) else { continue };
        if matches.value_source(id) != Some(ValueSource::CommandLine) {
            continue;
        }
        // What is no text cannot be shown as a shell would read it.
        let value = values.next()?.to_str()?.to_owned();
        let long = command.get_arguments().find(|arg| arg.get_id() == id).and_then(clap::Arg::get_long)?;
        if value.starts_with('-') {
            flags.push(format!("--{long}={value}"));
        } else {
            flags.extend([format!("--{long}"), value]);
        }
    }
    Some(flags)
}

#[cfg(test)]
mod tests {
    use super::run_again;
    use crate::report::RunAgain;

    #[track_caller]
    fn check(words: &[&str], expected: Option<&[&str]>) {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let expected = expected.map_or(RunAgain::NotKnown, |words| RunAgain::With(owned(words)));
        assert_eq!(run_again(&owned(words)), expected);
    }

    #[test]
    fn flags_that_count_are_kept() {
        check(&[], Some(&[]));
        check(&["-v", "p/a", "-j", "2", "--first-failure"], Some(&[]));
        check(
            &[
                "--profile",
                "tight",
                "grade",
                "p",
                "--students=sub/*/",
                "--roster",
                "names",
                "--format",
                "json",
            ],
            Some(&["--profile", "tight", "--students", "sub/*/"]),
        );
        check(
            &["grade", "--time-limit", "10ms", "--memory-limit=1GiB", "--root", "a b", "--kill-slack", "1"],
            Some(&["--root", "a b", "--time-limit", "10ms", "--memory-limit", "1GiB", "--kill-slack", "1"]),
        );
        check(&["--pack", "x.pack", "--unpack=-d"], Some(&["--pack", "x.pack", "--unpack=-d"]));
        check(&["watch", "--time-limit", "1s"], Some(&["--time-limit", "1s"]));
    }

    #[test]
    fn of_other_commands_and_of_what_is_no_text_nothing_is_known() {
        check(&["merge", "a", "b"], None);
        check(&["grade", "--students", "sub/\\xff*/"], None);
        check(&["grade", "--no-such-flag"], None);
    }
}
