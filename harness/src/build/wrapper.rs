//! A script in the place of a compiler: what it starts, where that can be told from its text.
//!
//! A script may start anything, and choose it by anything. So the compiler behind it is asked for its version before
//! each command, which takes longer than all else that a command does before it judges. Two kinds of scripts need
//! not be asked, since all that they choose by is known: one that sets variables and then starts one program by its
//! full path, and that of an installation whose layout is known (`tools.toml`). In doubt the compiler is asked.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use harness_sandbox::find_tool;

use crate::build::searched::paths_in;
use crate::build::tools::{KnownInstallation, TOOLS};
use crate::files;

/// Bytes of a script that are read.
const LONGEST_SCRIPT: u64 = 64 * 1024;

/// So many scripts may start one another.
const MOST_SCRIPTS: usize = 4;

/// What stands in a script for the words that it is given.
const GIVEN: [&str; 4] = ["\"$@\"", "${1+\"$@\"}", "${1:+\"$@\"}", "$@"];

/// Whether a program is a script.
pub fn is_script(path: &Path) -> bool {
    files::start_of(path, 2).is_ok_and(|start| start == b"#!")
}

/// All files and folders that decide what this script starts: as long as nothing has been written to them, it starts
/// the same in the same environment. None where that is not certain.
pub fn decides(script: &Path) -> Option<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    let mut script = script.to_owned();
    for _ in 0..MOST_SCRIPTS {
        let text = files::read(&script, LONGEST_SCRIPT).ok()?;
        let text = str::from_utf8(&text).ok()?;
        if let Some(installation) = TOOLS.installation(&script, text) {
            found.extend(installed(installation, &script, text)?);
            return Some(found);
        }
        let (program, words) = command(text)?;
        // What an interpreter is given may read other files.
        let named: Vec<PathBuf> = words.iter().flat_map(|word| paths_in(word)).collect();
        if named.iter().any(|path| path.is_file()) {
            return None;
        }
        found.extend(named);
        let real = program_itself(&program)?;
        found.extend([program, real.clone()]);
        if !is_script(&real) {
            return Some(found);
        }
        found.insert(real.clone());
        script = real;
    }
    None
}

/// The programs that a script names, by their paths or behind `exec`.
pub fn named_by(script: &Path) -> BTreeSet<PathBuf> {
    let text = files::read(script, LONGEST_SCRIPT).unwrap_or_default();
    named_in(&String::from_utf8_lossy(&text))
}

fn named_in(text: &str) -> BTreeSet<PathBuf> {
    let is_end = |c: char| c.is_whitespace() || "\"'`;()&|<>=$".contains(c);
    let words: Vec<&str> = text.split(is_end).filter(|word| !word.is_empty()).collect();
    let paths =
        words.iter().filter(|word| word.starts_with('/')).map(PathBuf::from).filter(|path| path.is_file());
    let behind_exec = words.windows(2).filter(|pair| pair[0] == "exec" && !pair[1].contains('/'));
    let found = behind_exec.filter_map(|pair| find_tool(Path::new(pair[1])));
    paths.chain(found).filter_map(|path| fs::canonicalize(path).ok()).collect()
}

/// A program without links on the way to it, unless it starts one of several others.
fn program_itself(program: &Path) -> Option<PathBuf> {
    let real = fs::canonicalize(program).ok()?;
    (!TOOLS.chooses(real.file_name()?.to_str()?)).then_some(real)
}

/// What an installation consists of, as far as its compiler is concerned.
fn installed(known: &KnownInstallation, script: &Path, text: &str) -> Option<BTreeSet<PathBuf>> {
    let mut found = named_in(text);
    match &known.folder {
        Some(folder) => {
            let home = script.parent()?.parent()?;
            let entries = fs::read_dir(home.join(folder)).ok()?;
            found.extend(entries.flatten().map(|entry| entry.path()));
        }
        // It is what the script starts.
        None => _ = command(text)?,
    }
    let homes = known.homes.iter().filter_map(std::env::var_os).map(PathBuf::from);
    for program in &known.programs {
        let places =
            homes.clone().map(|home| home.join("bin").join(program)).chain(find_tool(program.as_ref()));
        for place in places.filter(|place| place.exists()) {
            let real = program_itself(&place).filter(|real| !is_script(real))?;
            found.extend([place, real]);
        }
    }
    Some(found)
}

/// The program that a script of a shell starts by its full path, and the words that it gives it, if the script does
/// nothing else but to set variables.
fn command(text: &str) -> Option<(PathBuf, Vec<String>)> {
    let mut lines = text.lines();
    let interpreter = lines.next()?.strip_prefix("#!")?.trim();
    if !TOOLS.shells.iter().any(|shell| shell == interpreter) {
        return None;
    }
    let mut variables = BTreeMap::new();
    let mut found = None;
    for line in lines {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        // What follows would be done by the shell after the program has ended, or never.
        if found.is_some() {
            return None;
        }
        match assigned(line) {
            Some((name, value)) => {
                let words = Words::of(value, &variables)?;
                let value = match words.found.as_slice() {
                    [] => String::new(),
                    [Word { text, is_open: false }] => text.clone(),
                    _ => return None,
                };
                variables.insert(name.to_owned(), value);
            }
            None => found = Some(Words::of(line, &variables)?.found),
        }
    }
    let mut words = found?.into_iter().peekable();
    words.next_if(|word| word.text == "exec");
    let program = words.next().filter(|word| !word.is_open && word.text.starts_with('/'))?;
    Some((program.text.into(), words.map(|word| word.text).collect()))
}

/// The parts of a line that gives a variable a value.
fn assigned(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once('=')?;
    is_name(name).then_some((name, value))
}

fn is_name(text: &str) -> bool {
    !text.starts_with(|c: char| c.is_ascii_digit())
        && !text.is_empty()
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// A word of a command.
struct Word {
    text: String,
    /// Part of it is a variable of the environment.
    is_open: bool,
}

/// The words of a line.
struct Words<'v> {
    variables: &'v BTreeMap<String, String>,
    found: Vec<Word>,
    /// The word that is being read.
    open: Option<Word>,
}

impl<'v> Words<'v> {
    /// The words of a line in which a shell does nothing but to replace variables. Those of the environment, which
    /// is part of the name of what is built, stand for nothing.
    fn of(line: &str, variables: &'v BTreeMap<String, String>) -> Option<Self> {
        let mut words = Self { variables, found: Vec::new(), open: None };
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            if let Some(after) = GIVEN.iter().find_map(|given| rest.strip_prefix(given)) {
                words.word();
                rest = after;
                continue;
            }
            let after = &rest[c.len_utf8()..];
            rest = match c {
                ' ' | '\t' => {
                    words.found.extend(words.open.take());
                    after
                }
                '\'' => {
                    let (quoted, after) = after.split_once('\'')?;
                    words.word().text.push_str(quoted);
                    after
                }
                '"' => {
                    let (quoted, after) = after.split_once('"')?;
                    words.quoted(quoted)?;
                    after
                }
                '$' => {
                    let (value, after) = words.variable(after)?;
                    // The shell would make several words, or names of files, of this one.
                    if !value.chars().all(is_plain) {
                        return None;
                    }
                    after
                }
                _ if is_plain(c) => {
                    words.word().text.push(c);
                    after
                }
                _ => return None,
            };
        }
        words.found.extend(words.open.take());
        Some(words)
    }

    fn word(&mut self) -> &mut Word {
        self.open.get_or_insert_with(|| Word { text: String::new(), is_open: false })
    }

    /// What stands between double quotes.
    fn quoted(&mut self, mut rest: &str) -> Option<()> {
        self.word();
        while let Some(c) = rest.chars().next() {
            let after = &rest[c.len_utf8()..];
            rest = match c {
                '$' => self.variable(after)?.1,
                '\\' | '`' => return None,
                _ => {
                    self.word().text.push(c);
                    after
                }
            };
        }
        Some(())
    }

    /// The value of the variable whose name is here, and what follows.
    fn variable<'t>(&mut self, rest: &'t str) -> Option<(&'v str, &'t str)> {
        let (name, after) = match rest.strip_prefix('{') {
            Some(inner) => inner.split_once('}')?,
            None => rest.split_at(rest.find(|c: char| !is_name_part(c)).unwrap_or(rest.len())),
        };
        if !is_name(name) {
            return None;
        }
        let value = self.variables.get(name);
        let word = self.word();
        word.is_open |= value.is_none();
        let value = value.map_or("", String::as_str);
        word.text.push_str(value);
        Some((value, after))
    }
}

fn is_name_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Whether a sign means nothing to a shell.
fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || "_-+./:=,@%".contains(c)
}

#[cfg(test)]
mod tests {
    use super::{command, decides};
    use std::fs;
    use std::path::{Path, PathBuf};

    #[test]
    fn a_script_that_only_starts_a_program_is_understood() {
        let check = |lines: &str, expect: Option<&str>| {
            let found = command(&format!("#!/bin/sh\n{lines}\n"));
            let found = found.map(|(path, words)| format!("{} {words:?}", path.display()));
            assert_eq!(found.as_deref(), expect, "{lines}");
        };
        check(
            "# of a package\na=\"/usr/lib/x\"\nb='y'\n\nc=$a/$b\nexec \"$c\" -B\"${a}\" ${1+\"$@\"}",
            Some("/usr/lib/x/y [\"-B/usr/lib/x\", \"\"]"),
        );
        check("exec /opt/cc $FLAGS \"$@\"", Some("/opt/cc [\"\", \"\"]"));
        check("/opt/cc -O 'a b'", Some("/opt/cc [\"-O\", \"a b\"]"));
        for other in [
            "exec cc \"$@\"",
            "exec \"$HOME/cc\" \"$@\"",
            "exec $(cat /choice) \"$@\"",
            "exec \"`cat /choice`\" \"$@\"",
            "a=$(cat /choice)\nexec /opt/$a",
            "a=$HOME\nexec $a/cc",
            "a=${b:-/opt}\nexec $a/cc",
            "[ -x /opt/cc ] && exec /opt/cc",
            "if true; then exec /opt/cc; fi",
            ". /opt/choice\nexec /opt/cc",
            "exec /opt/cc < /choice",
            "exec /opt/c*",
            "exec ~/cc",
            "a='/opt/c c'\nexec $a",
            "exec /opt/cc\nexec /opt/dd",
            "PATH=/opt exec /opt/cc",
            "exec \"/opt/cc\\\"\"",
            "",
        ] {
            check(other, None);
        }
        assert!(command("#!/usr/bin/env choose\nexec /opt/cc\n").is_none());
        assert!(command("exec /opt/cc\n").is_none());
    }

    #[test]
    fn what_decides_is_all_that_the_scripts_name_or_unknown() {
        let top = tempfile::tempdir().unwrap();
        let top = fs::canonicalize(top.path()).unwrap();
        let write = |name: &str, text: &str| {
            let path = top.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text.replace("TOP", top.to_str().unwrap())).unwrap();
            path
        };
        let names = |script: &Path| {
            let found = decides(script)?;
            let name = |path: &PathBuf| Some(path.strip_prefix(&top).ok()?.display().to_string());
            Some(found.iter().filter_map(name).collect::<Vec<_>>().join(" "))
        };
        write("real", "\x7fELF");
        write("lib/x", "");
        std::os::unix::fs::symlink(top.join("real"), top.join("link")).unwrap();
        let one = write("one", "#!/bin/sh\nexec TOP/link -BTOP/lib \"$@\"\n");
        assert_eq!(names(&one).as_deref(), Some("lib link real"));
        let two = write("two", "#!/bin/sh\nexec TOP/one \"$@\"\n");
        assert_eq!(names(&two).as_deref(), Some("lib link one real"));
        let endless = write("endless", "#!/bin/sh\nexec TOP/endless\n");
        let chooses = write("ccache", "\x7fELF");
        let given = write("given", "#!/bin/sh\nexec TOP/real TOP/lib/x\n");
        let behind = write("behind", "#!/bin/sh\nexec TOP/ccache\n");
        let absent = write("absent", "#!/bin/sh\nexec TOP/nothing\n");
        for other in [&endless, &chooses, &given, &behind, &absent] {
            assert_eq!(names(other), None, "{}", other.display());
        }
        let installed = write("kit/bin/tsc", "#!/usr/bin/env node\nrequire('../lib/tsc.js')\n");
        assert_eq!(names(&installed), None, "without its folder");
        write("kit/lib/tsc.js", "");
        if harness_sandbox::find_tool(Path::new("node")).is_some_and(|node| !super::is_script(&node)) {
            assert_eq!(names(&installed).as_deref(), Some("kit/lib/tsc.js"));
        }
        assert_eq!(names(&write("kit/bin/other", "#!/usr/bin/env node\nrequire('../lib/tsc.js')\n")), None);
        assert_eq!(names(&write("own/bin/tsc", "#!/bin/sh\nexec $(cat /choice)\n")), None);
        write("mono", "\x7fELF");
        write("mcs.exe", "");
        let given = write("mcs", "#!/bin/sh\nexec TOP/mono $MONO_OPTIONS TOP/mcs.exe \"$@\"\n");
        assert_eq!(names(&given).as_deref(), Some("mcs.exe mono"));
        let chosen = write("own/mcs", "#!/bin/sh\nexec $(cat /choice)/mono TOP/mcs.exe \"$@\"\n");
        assert_eq!(names(&chosen), None);
    }
}
