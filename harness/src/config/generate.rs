//! The key `generate` of `problem.toml`: the arguments with which the generator is called.

use crate::config::error::{SettingsError, quoted};
use crate::config::languages::placeholders;
use crate::config::table::Item;

const ARGUMENTS: &str = "a list of arguments like [\"-size\", \"{size}\", \"-seed\", \"{seed}\"]";

/// What stands for something else in an argument.
const KNOWN: [&str; 2] = ["seed", "size"];

/// The arguments, with a blank between them: so they can be given with `--gen`, too.
pub fn generate(item: &Item<'_>) -> Result<String, SettingsError> {
    let arguments = item.texts(ARGUMENTS)?;
    for argument in &arguments {
        if argument.is_empty() || argument.contains(|c: char| c.is_whitespace() || c == '\0') {
            let what = format!("the argument {} of `generate` is empty or has a blank", quoted(argument));
            return Err(item.error(what, Some(format!("write each argument as one word: {ARGUMENTS}"))));
        }
        if let Some(odd) = placeholders(argument).find(|word| !KNOWN.contains(word)) {
            let hint = "the placeholders of `generate` are {seed}, {size}".to_owned();
            return Err(item.error(format!("unknown placeholder `{{{odd}}}`"), Some(hint)));
        }
    }
    if !arguments.iter().any(|argument| argument.contains("{seed}")) {
        let what = "`generate` has no `{seed}`, so every input would be the same".to_owned();
        let hint = "add \"{seed}\": generators of testlib take their seed from all of their arguments";
        return Err(item.error(what, Some(hint.to_owned())));
    }
    Ok(arguments.join(" "))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use insta::assert_snapshot;

    use crate::config::error::SettingsErrors;
    use crate::config::problem::ProblemSettings;

    /// What is made of a `problem.toml`: the arguments, or what is wrong.
    fn read(text: &str) -> String {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join("problem.toml"), text).unwrap();
        let mut errors = SettingsErrors::default();
        let settings = ProblemSettings::read(root.path(), Path::new(""), &mut errors);
        let complaints = errors.sorted().to_string();
        if complaints.is_empty() { settings.generate.unwrap().value } else { complaints }
    }

    #[track_caller]
    fn check(value: &str, expect: &str) {
        assert_eq!(read(&format!("generator = \"g\"\ngenerate = {value}\n")), expect);
    }

    #[test]
    fn arguments_are_words_of_which_one_has_the_seed() {
        check(r#"["-size", "{size}", "-seed", "{seed}"]"#, "-size {size} -seed {seed}");
        check(r#"["--seed={seed}", "{x", "{"]"#, "--seed={seed} {x {");
    }

    #[test]
    fn what_cannot_be_called_is_told_with_its_place() {
        let refused = |value: &str| read(&format!("generator = \"g\"\ngenerate = {value}\n"));
        assert_snapshot!(refused(r#""-seed {seed}""#), @r#"problem.toml:2: `generate` must be a list of arguments like ["-size", "{size}", "-seed", "{seed}"], not a string"#);
        assert_snapshot!(refused(r#"["-seed {seed}"]"#), @r#"problem.toml:2: the argument `-seed {seed}` of `generate` is empty or has a blank; write each argument as one word: a list of arguments like ["-size", "{size}", "-seed", "{seed}"]"#);
        assert_snapshot!(refused(r#"["{seed}", "{sise}"]"#), @"problem.toml:2: unknown placeholder `{sise}`; the placeholders of `generate` are {seed}, {size}");
        assert_snapshot!(refused(r#"["-size", "{size}"]"#), @r#"problem.toml:2: `generate` has no `{seed}`, so every input would be the same; add "{seed}": generators of testlib take their seed from all of their arguments"#);
        assert_snapshot!(refused("[]"), @r#"problem.toml:2: `generate` has no `{seed}`, so every input would be the same; add "{seed}": generators of testlib take their seed from all of their arguments"#);
        assert_snapshot!(read("generate = [\"{seed}\"]\n"), @r#"problem.toml:1: `generate` has the arguments of a generator, and none is named; add `generator = "PROGRAM"`, or remove the key"#);
    }
}
