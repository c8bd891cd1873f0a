//! What a compiler is, and how it tells what it reads.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use harness_sandbox::{Tool, find_tool, run_tool};

use crate::build::reads::{Reads, state_of};
use crate::build::searched;
use crate::build::tools::{KnownCompiler, TOOLS};
use crate::build::wrapper::{self, is_script};
use crate::files::{self, ReadRefusal};
use crate::model::{Digest, Language};

/// Bytes of the largest text that is searched for what it asks for.
const LARGEST_ASKED: u64 = 64 << 20;

/// The compiler that this command starts, if it is known and can be asked for a list of what it reads.
pub fn lister(command: &[String]) -> Option<&'static KnownCompiler> {
    TOOLS.compiler(command.first()?).filter(|compiler| !compiler.is_asked_already(command))
}

impl KnownCompiler {
    /// The arguments that make it write the list into this file, or into a file for each source beside it.
    pub fn arguments(&self, list: &Path) -> impl Iterator<Item = OsString> {
        self.list.iter().map(|word| match word.split_once("{list}") {
            None => word.into(),
            Some((before, after)) => {
                [OsStr::new(before), list.as_os_str(), OsStr::new(after)].iter().copied().collect()
            }
        })
    }

    /// What it has read by its list, with what it may have found in the places that it was told of. `None` where
    /// something may have been read that the list does not name.
    pub fn reads(&self, list: &[u8], places: BTreeSet<PathBuf>) -> Option<Reads> {
        let mut reads = Reads { files: listed(list)?, ..Reads::default() };
        if reads.is_too_much() {
            // No list of it is recorded.
            return Some(reads);
        }
        // A list with a device is not recorded.
        let is_there = |file: &Path| fs::metadata(file).is_ok_and(|facts| !facts.is_dir());
        if !reads.files.iter().all(|file| file.is_absolute() && is_there(file)) {
            return None;
        }
        reads.folders.extend(reads.files.iter().filter_map(|file| file.parent()).map(Path::to_owned));
        reads.folders.extend(self.searched.iter().cloned());
        reads.names.extend(self.looked_for.iter().map(OsString::from));
        if !self.probes.is_empty() {
            for file in reads.files.iter().filter(|file| !file.starts_with("/usr")) {
                match files::read(file, LARGEST_ASKED) {
                    Ok(text) => reads.names.extend(self.asked_for(&text)?),
                    // No list of it is recorded.
                    Err(error) if files::refusal(&error).is_some_and(ReadRefusal::is_for_ever) => {}
                    Err(_) => return None,
                }
            }
        }
        searched::add_by_name(&mut reads, places);
        Some(reads)
    }

    /// The names that a source asks for and that no list names where they are not there. `None` where it may
    /// read what cannot be told from its text.
    fn asked_for(&self, text: &[u8]) -> Option<BTreeSet<OsString>> {
        let has = |word: &String| memchr::memmem::find(text, word.as_bytes()).is_some();
        if self.reads_untold.iter().any(has) {
            return None;
        }
        let text = with_lines_joined(text);
        let mut names = BTreeSet::new();
        for word in &self.probes {
            for at in memchr::memmem::find_iter(&text, word.as_bytes()) {
                let Some(argument) = argument(&text[at..]) else {
                    // Whether there is such a word may be asked; under another name it may be given anything.
                    if is_definition(&text[..at]) {
                        return None;
                    }
                    continue;
                };
                let end = match argument.first() {
                    Some(b'"') => b'"',
                    Some(b'<') => b'>',
                    // A macro stands for the name.
                    _ => return None,
                };
                let name =
                    argument[1..].split(|byte| *byte == end || *byte == b'\n').next().unwrap_or_default();
                let parts = name.split(|byte| *byte == b'/').filter(|part| !part.is_empty());
                names.extend(parts.map(|part| OsStr::from_bytes(part).to_owned()));
            }
        }
        Some(names)
    }
}

/// A text in which no line goes on in the next.
fn with_lines_joined(text: &[u8]) -> Cow<'_, [u8]> {
    let mut rest = text;
    let mut joined = Vec::new();
    while let Some(at) = memchr::memchr(b'\\', rest) {
        let after = &rest[at + 1..];
        let end = after.strip_prefix(b"\n").or_else(|| after.strip_prefix(b"\r\n"));
        joined.extend_from_slice(&rest[..at + usize::from(end.is_none())]);
        rest = end.unwrap_or(after);
    }
    if rest.len() == text.len() {
        return Cow::Borrowed(text);
    }
    joined.extend_from_slice(rest);
    Cow::Owned(joined)
}

/// What stands in brackets behind the word with which a text begins.
fn argument(text: &[u8]) -> Option<&[u8]> {
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let end = text.iter().position(|byte| !is_of_word(byte))?;
    Some(text[end..].trim_ascii_start().strip_prefix(b"(")?.trim_ascii_start())
}

/// Whether the last line of a text defines a macro.
fn is_definition(text: &[u8]) -> bool {
    let line = text.rsplit(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii_start();
    let directive = line.strip_prefix(b"#").map(<[u8]>::trim_ascii_start);
    directive.and_then(|rest| rest.strip_prefix(b"define")).is_some_and(|rest| !rest.starts_with(b"d"))
}

/// Whether a command starts a compiler that takes folders of headers, itself or by a program that starts another
/// compiler.
pub fn takes_include_folders(command: &[String]) -> bool {
    let compiler = command.iter().find(|word| !TOOLS.is_launcher(word));
    compiler.and_then(|word| TOOLS.compiler(word)).is_some_and(|compiler| compiler.takes_headers)
}

/// The files of a list for Make: those behind the first target.
pub fn listed(list: &[u8]) -> Option<BTreeSet<PathBuf>> {
    let start = memchr::memmem::find(list, b": ").map(|colon| colon + 1)?;
    let mut files = BTreeSet::new();
    let mut file = Vec::new();
    let mut rest = &list[start..];
    while let Some((&byte, after)) = rest.split_first() {
        let (taken, used) = match (byte, after.first()) {
            (b'\\', Some(b'\n')) => (None, 2),
            (b'\\', Some(&next @ (b' ' | b'#' | b'\t'))) | (b'$', Some(&next @ b'$')) => (Some(next), 2),
            (b'\n', _) => break,
            (b' ' | b'\t', _) => (None, 1),
            _ => (Some(byte), 1),
        };
        match taken {
            Some(byte) => file.push(byte),
            None if file.is_empty() => {}
            None => _ = files.insert(PathBuf::from(OsStr::from_bytes(&std::mem::take(&mut file)))),
        }
        rest = &rest[used..];
    }
    if !file.is_empty() {
        files.insert(PathBuf::from(OsStr::from_bytes(&file)));
    }
    Some(files)
}

/// What is the same as long as this is the same compiler: also behind links and scripts, and of a program that starts
/// one of several versions those that it may start in this folder. It is asked for its version only where its files
/// do not tell what is started.
pub fn identity(compiler: &Path, version: Option<&[String]>, folder: &Path) -> io::Result<Vec<u8>> {
    let real = fs::canonicalize(compiler)?;
    let mut identity = Vec::new();
    let mut add = |path: &Path| {
        for part in [path.as_os_str().as_bytes(), b"\0", &state_of(path), b"\0"] {
            identity.extend_from_slice(part);
        }
    };
    add(compiler);
    add(&real);
    let is_script = is_script(&real);
    let decides = if is_script { wrapper::decides(&real) } else { None };
    if is_script {
        for path in decides.clone().unwrap_or_else(|| wrapper::named_by(&real)) {
            add(&path);
        }
    }
    let name = real.file_name().and_then(OsStr::to_str).unwrap_or_default();
    if let Some(manager) = TOOLS.manager(name) {
        for path in manager.decides(folder) {
            add(&path);
        }
    } else if TOOLS.is_launcher(name) || is_script && decides.is_none() {
        for path in folder.ancestors().flat_map(|above| TOOLS.chosen_by.iter().map(|name| above.join(name))) {
            add(&path);
        }
        if let Some(words) = version {
            let tool = Tool {
                program: compiler.into(),
                args: words.iter().skip(1).map(OsString::from).collect(),
                folder: PathBuf::from("/"),
                environment: harness_sandbox::inherited_environment(),
            };
            let said = run_tool(&tool).map(|output| [output.stdout, output.stderr].concat());
            identity.extend(said.unwrap_or_default());
        }
    }
    Ok(identity)
}

/// What is the same as long as a language is built, or run, by the same command and the same program. None where
/// that program is not here.
#[must_use]
pub fn compiler_of(language: &Language, root: &Path) -> Option<Digest> {
    let command = if language.compile.is_empty() { &language.run } else { &language.compile };
    let compiler = find_tool(Path::new(command.first()?))?;
    let identity = identity(&compiler, None, root).ok()?;
    let words = language.compile.iter().chain(&language.run).map(String::as_bytes);
    Some(Digest::of(words.chain([identity.as_slice()])))
}

#[cfg(test)]
mod tests {
    use super::{TOOLS, listed, lister, takes_include_folders};
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn headers_are_for_compilers_that_take_them_also_behind_a_launcher() {
        let takes = |of: &[&str]| takes_include_folders(&words(of));
        assert!(takes(&["g++", "-MMD"]) && takes(&["ccache", "clang++", "-O2"]));
        assert!(!takes(&["rustc", "g++"]) && !takes(&["ccache"]) && !takes(&[]));
    }

    #[test]
    fn a_compiler_is_told_where_to_write_its_list() {
        let arguments = |of: &[&str]| {
            let compiler = lister(&words(of))?;
            let all: Vec<_> = compiler.arguments(Path::new("/a/list.d")).collect();
            Some(all.into_iter().map(|word| word.into_string().unwrap()).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(arguments(&["g++", "-O2"]).unwrap(), "-MD -MT program");
        assert_eq!(arguments(&["rustc"]).unwrap(), "--emit=dep-info=/a/list.d,link");
        assert_eq!([arguments(&["gcc", "-MMD"]), arguments(&["tcc"])], [None, None]);
    }

    #[test]
    fn a_list_for_make_is_read_with_its_escapes() {
        let files = listed(b"program: /a/x.cpp \\\n /a\\ b/y.h /c$$d\\#\n/a/x.cpp:\n").unwrap();
        assert_eq!(files, BTreeSet::from(["/a/x.cpp", "/a b/y.h", "/c$d#"].map(PathBuf::from)));
        assert_eq!(listed(b"nothing"), None);
    }

    #[test]
    fn what_a_source_asks_for_is_found_in_its_text() {
        let compiler = TOOLS.compiler("gcc").unwrap();
        let asked_for = |text: &[u8]| compiler.asked_for(text);
        let names =
            asked_for(b"#if __has_include(\"dir/debug.h\") || 1\n#if __has_include ( <x> )\n").unwrap();
        assert_eq!(names, BTreeSet::from(["debug.h", "dir", "x"].map(Into::into)));
        let names = asked_for(
            b"#ifdef __has_include\n#if defined(__has_include) && __has_inc\\\nlude( \\\r\n\"y.h\" )",
        );
        assert_eq!(names.unwrap(), BTreeSet::from(["y.h"].map(Into::into)));
        for untold in [
            "asm(\".incbin \\\"x\\\"\");",
            "__asm__(\".inc\" \"bin \\\"x\\\"\");",
            "#define X \"x.h\"\n#if __has_include(X)",
            "#define HAS __has_include\n",
            "# define HAS(x) __has_include(x)\n",
        ] {
            assert_eq!(asked_for(untold.as_bytes()), None, "{untold}");
        }
    }
}
