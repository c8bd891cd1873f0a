//! Sources whose first line names their interpreter.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use crate::files;
use crate::model::{EntryPoint, Language};

/// More than the kernel reads of such a line.
const LONGEST_LINE: u64 = 256;

/// The words behind `#!` in the first line of a file; nothing where there is no such line.
///
/// # Errors
/// The file cannot be read.
pub fn interpreter_line(path: &Path) -> io::Result<Option<Vec<String>>> {
    let start = files::start_of(path, LONGEST_LINE)?;
    let line = start.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let Some(rest) = line.strip_prefix(b"#!") else { return Ok(None) };
    let Ok(rest) = str::from_utf8(rest) else { return Ok(None) };
    let mut words: Vec<String> = rest.split_whitespace().map(str::to_owned).collect();
    // `env` finds a program by its name, as we do.
    if words.first().is_some_and(|first| first == "/usr/bin/env" || first == "/bin/env") {
        words.remove(0);
        if words.first().is_some_and(|first| first == "-S") {
            words.remove(0);
        }
    }
    Ok(if words.is_empty() { None } else { Some(words) })
}

/// The language as it is for this file, whose first line may name another interpreter. Another one of its
/// kind also checks the source (`bash` for `sh`); of any other it is not known how.
pub fn language<'a>(language: &'a Language, main: &Path) -> Cow<'a, Language> {
    if language.entry != EntryPoint::Shebang {
        return Cow::Borrowed(language);
    }
    // What cannot be read is told when it is built.
    let Ok(Some(words)) = interpreter_line(main) else { return Cow::Borrowed(language) };
    let usual = language.run.first().map(String::as_str).unwrap_or_default();
    let compile = match language.compile.split_first() {
        Some((first, rest)) if first == usual && words[0].ends_with(usual) => [&words[..1], rest].concat(),
        Some(_) | None => Vec::new(),
    };
    let run = [words.as_slice(), &language.run[1..]].concat();
    Cow::Owned(Language { compile, run, ..language.clone() })
}

#[cfg(test)]
mod tests {
    use super::{interpreter_line, language};
    use crate::model::{EntryPoint, Language};

    #[test]
    fn the_first_line_names_the_interpreter() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
        let shell = Language {
            entry: EntryPoint::Shebang,
            compile: words(&["sh", "-n", "{source}"]),
            run: words(&["sh", "{source}"]),
            ..Language::named("shell")
        };
        let check = |text: &[u8], compile: &[&str], run: &[&str]| {
            std::fs::write(&path, text).unwrap();
            let found = language(&shell, &path);
            assert_eq!((&found.compile, &found.run), (&words(compile), &words(run)), "{text:?}");
        };
        check(b"echo 1", &["sh", "-n", "{source}"], &["sh", "{source}"]);
        check(b"#!/bin/bash -e\n", &["/bin/bash", "-n", "{source}"], &["/bin/bash", "-e", "{source}"]);
        check(b"#! /usr/bin/env -S awk -f\n", &[], &["awk", "-f", "{source}"]);
        check(b"#!/usr/bin/env python3", &[], &["python3", "{source}"]);
        check(b"#!\n", &["sh", "-n", "{source}"], &["sh", "{source}"]);
        check(b"#!\xff", &["sh", "-n", "{source}"], &["sh", "{source}"]);
        assert!(interpreter_line(&folder.path().join("absent")).is_err());
    }
}
