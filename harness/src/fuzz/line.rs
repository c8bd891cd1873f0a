//! The command that repeats a hunt.

use crate::model::Name;
use crate::ui::{shell_quoted, shell_word};

/// The command that repeats a hunt. It can be pasted into a shell.
#[derive(Clone, Debug)]
pub struct HuntLine {
    /// The root of the workspace, where it was named.
    pub root: Option<String>,
    /// The profile, where one was named.
    pub profile: Option<String>,
    /// The problem.
    pub problem: Name,
    /// The solutions that were named.
    pub solutions: Vec<String>,
    /// The solution whose answers are taken, where it was named.
    pub trust: Option<String>,
    /// The first seed.
    pub seed: u64,
    /// The arguments of the generator, where they are not the default.
    pub generate: Option<String>,
    /// The most smaller inputs to try, where that is not the default.
    pub shrink: Option<usize>,
}

impl HuntLine {
    /// The command for these solutions and so many tries.
    #[must_use]
    pub fn text(&self, solutions: &[String], tries: u64) -> String {
        let names = [self.problem.to_string()].into_iter().chain(solutions.iter().cloned());
        let names: Vec<String> = names.collect();
        let positional = names.iter().map(|name| shell_word(name)).collect::<Vec<_>>().join(" ");
        let are_flags = names.iter().any(|name| name.starts_with('-'));
        let mut words = vec!["harness hunt".to_owned()];
        words.extend((!are_flags).then(|| positional.clone()));
        words.extend(self.trust.as_ref().map(|name| flag("trust", name)));
        words.push(format!("--seed {} --count {tries}", self.seed));
        words.extend(self.generate.as_ref().map(|generate| format!("--gen {}", shell_quoted(generate))));
        words.extend(self.shrink.map(|tries| format!("--shrink {tries}")));
        words.extend(self.profile.as_ref().map(|name| flag("profile", name)));
        words.extend(are_flags.then(|| format!("-- {positional}")));
        words.join(" ")
    }

    /// The command that adds what the generator makes of these arguments and this seed.
    #[must_use]
    pub fn add(&self, words: &str, seed: u64) -> String {
        let problem = shell_word(&self.problem.to_string());
        format!("harness add {problem} --gen {} --seed {seed}", shell_quoted(words))
    }

    /// A command of this workspace, for a shell in the current folder.
    #[must_use]
    pub fn from_here(&self, line: &str) -> String {
        match (&self.root, line.strip_prefix("harness ")) {
            (Some(root), Some(rest)) => format!("harness {} {rest}", flag("root", root)),
            _ => line.to_owned(),
        }
    }
}

/// A flag with its value; with `=` where the value looks like another flag.
fn flag(name: &str, value: &str) -> String {
    let blank = if value.starts_with('-') { '=' } else { ' ' };
    format!("--{name}{blank}{}", shell_word(value))
}

#[cfg(test)]
mod tests {
    use super::HuntLine;
    use crate::model::Name;

    fn line() -> HuntLine {
        HuntLine {
            root: None,
            profile: None,
            problem: Name::from("p"),
            solutions: Vec::new(),
            trust: None,
            seed: 1,
            generate: None,
            shrink: None,
        }
    }

    #[track_caller]
    fn check(line: &HuntLine, solutions: &[&str], expect: &str) {
        let solutions: Vec<String> = solutions.iter().map(ToString::to_string).collect();
        assert_eq!(line.text(&solutions, 7), expect);
    }

    #[test]
    fn every_word_is_one_word_for_a_shell() {
        check(&line(), &["bad"], "harness hunt p bad --seed 1 --count 7");
        check(&line(), &["my bad", "it's"], r"harness hunt p 'my bad' 'it'\''s' --seed 1 --count 7");
        check(&line(), &["-x"], "harness hunt --seed 1 --count 7 -- p -x");
        let all = HuntLine {
            profile: Some("two words".to_owned()),
            trust: Some("-slow".to_owned()),
            generate: Some("n='5".to_owned()),
            shrink: Some(9),
            ..line()
        };
        let flags = r"--trust=-slow --seed 1 --count 7 --gen 'n='\''5' --shrink 9 --profile 'two words'";
        check(&all, &[], &format!("harness hunt p {flags}"));
        assert_eq!(line().add("n=5", 3), "harness add p --gen 'n=5' --seed 3");
    }

    #[test]
    fn a_root_that_was_named_is_named_again() {
        let there = HuntLine { root: Some("../my work".to_owned()), ..line() };
        let expect = "harness --root '../my work' hunt p --seed 1 --count 7";
        assert_eq!(there.from_here(&there.text(&[], 7)), expect);
        assert_eq!(line().from_here("harness hunt p"), "harness hunt p");
    }
}
