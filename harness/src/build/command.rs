//! The words of a command: what they start, and which files they are given.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use harness_sandbox::{Tool, find_tool, run_tool};

use crate::build::reads::state_of;
use crate::build::tools::{KnownInterpreter, TOOLS};
use crate::build::{BuildContext, cache};
use crate::files;
use crate::model::later;

/// The name of the program in its folder of the cache.
pub const BINARY: &str = "program";

/// What the placeholders of a command stand for.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// The main file.
    pub source: &'a Path,
    /// Where it is built.
    pub folder: &'a Path,
    /// Its main class.
    pub class: &'a str,
}

/// Fills the placeholders of a command. Those that stand for limits are filled when it is run.
pub fn fill(command: &[String], words: &Words<'_>) -> Vec<OsString> {
    command.iter().map(|word| fill_one(word, words)).collect()
}

/// Fills the placeholders of one word.
pub fn fill_one(word: &str, words: &Words<'_>) -> OsString {
    let binary = words.folder.join(BINARY);
    let stem = words.source.file_stem().unwrap_or_default();
    let limit = |placeholder| OsStr::from_bytes(later(placeholder).unwrap_or_default());
    let values = [
        ("{source}", words.source.as_os_str()),
        ("{binary}", binary.as_os_str()),
        ("{folder}", words.folder.as_os_str()),
        ("{dir}", words.folder.as_os_str()),
        ("{stem}", stem),
        ("{class}", OsStr::new(words.class)),
        ("{memory_mb}", limit("{memory_mb}")),
        ("{stack_kb}", limit("{stack_kb}")),
    ];
    let mut filled = Vec::new();
    let mut rest = word;
    'word: while !rest.is_empty() {
        for (name, value) in values {
            if let Some(after) = rest.strip_prefix(name) {
                filled.extend_from_slice(value.as_bytes());
                rest = after;
                continue 'word;
            }
        }
        let next = rest.char_indices().nth(1).map_or(rest.len(), |(index, _)| index);
        filled.extend_from_slice(&rest.as_bytes()[..next]);
        rest = &rest[next..];
    }
    OsString::from_vec(filled)
}

/// The program behind a command's first word. Version managers put a shell script in its place,
/// which costs more than many a solution; what the script starts in the end is asked once and kept.
pub fn interpreter(context: &BuildContext<'_>, program: &Path) -> io::Result<Option<PathBuf>> {
    let Some(found) = find_tool(program) else { return Ok(None) };
    let name = found.file_name().unwrap_or_default().to_string_lossy();
    let Some(known) = TOOLS.interpreter(&name) else { return Ok(Some(found)) };
    let is_script = files::start_of(&found, 2).is_ok_and(|start| start == b"#!");
    if !is_script {
        return Ok(Some(found));
    }
    let key = cache::key(&[
        b"interpreter",
        found.as_os_str().as_bytes(),
        &state_of(&found),
        &chosen(known, &found),
    ]);
    let note = context.cache.join(key);
    if let Ok(path) = files::own(&note) {
        let path = PathBuf::from(OsString::from_vec(path));
        if path.exists() {
            return Ok(Some(path));
        }
    }
    let tool = Tool {
        program: found.clone().into_os_string(),
        args: known.asks.iter().map(OsString::from).collect(),
        folder: PathBuf::from("/"),
        environment: Vec::new(),
    };
    let answer = run_tool(&tool)?;
    let path = PathBuf::from(String::from_utf8_lossy(&answer.stdout).trim());
    if !answer.success || !path.is_absolute() {
        return Ok(Some(found));
    }
    fs::create_dir_all(context.cache)?;
    fs::write(&note, path.as_os_str().as_bytes())?;
    Ok(Some(path))
}

/// What tells a script of a version manager which interpreter to start.
fn chosen(known: &KnownInterpreter, script: &Path) -> Vec<u8> {
    let home = script.ancestors().nth(2).unwrap_or(script);
    let version = std::env::var_os(&known.variable).unwrap_or_default();
    [
        files::read(&home.join(&known.settings), files::LARGEST_LIST).unwrap_or_default(),
        version.into_encoded_bytes(),
    ]
    .concat()
}

/// Whether a source includes a file of this name.
pub fn includes(text: &[u8], path: &Path) -> bool {
    let Some(name) = path.file_name() else { return false };
    let is_include = |line: &&[u8]| {
        line.trim_ascii_start().starts_with(b"#") && memchr::memmem::find(line, b"include").is_some()
    };
    let quoted = [name.as_bytes(), b"\""].concat();
    let names = |line: &[u8]| {
        memchr::memmem::find(line, &quoted).is_some_and(|at| at > 0 && matches!(line[at - 1], b'"' | b'/'))
    };
    text.split(|byte| *byte == b'\n').filter(is_include).any(names)
}

/// The message that what a command starts is not there, and how to install it.
pub fn not_installed(command: &[String], install: &str) -> String {
    let name = command.first().map_or("", String::as_str);
    if install.is_empty() {
        return format!("`{name}` is not installed; install it, or correct [language.…] of judge.toml");
    }
    format!("`{name}` is not installed: {install}")
}

#[cfg(test)]
mod tests {
    use super::{Words, fill};
    use std::path::Path;

    #[test]
    fn paths_are_put_into_a_command_word_by_word() {
        let command =
            ["gcc", "-o{binary}", "{source}", "{dir}/x", "{unknown}", "ä{source}"].map(String::from);
        let words = Words { source: Path::new("/a b/x.c"), folder: Path::new("/c"), class: "p.X" };
        let filled = fill(&command, &words);
        assert_eq!(filled, ["gcc", "-o/c/program", "/a b/x.c", "/c/x", "{unknown}", "ä/a b/x.c"]);
        let command = ["{folder}/{stem}.js", "{class}", "-m{memory_mb}"].map(String::from);
        assert_eq!(fill(&command, &words), ["/c/x.js", "p.X", "-m\0memory_mb\0"]);
    }
}
