//! What a compiler is, and how it tells what it reads.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use harness_sandbox::{Tool, find_tool, run_tool};

use crate::build::crates::TOOLCHAIN_FILES;
use crate::build::reads::{Reads, state_of};
use crate::build::toolchain::{FOLDERS, paths_in};
use crate::model::{Digest, Language};

/// A kind of compiler that can be asked for a list of what it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Teller {
    /// GCC and Clang.
    Gcc,
    /// The Rust compiler.
    Rustc,
}

/// Folders in which compilers of C look before those of the system.
const LOCAL: [&str; 2] = ["/usr/local/include", "/usr/include"];

/// Names of programs that start another compiler.
const LAUNCHERS: [&str; 5] = ["ccache", "sccache", "distcc", "icecc", "rustup"];

/// Bytes of a script that are searched for the compiler that it starts.
const LONGEST_SCRIPT: u64 = 64 * 1024;

impl Teller {
    /// The kind of the compiler that this command starts, if it is known.
    pub fn of(command: &[String]) -> Option<Self> {
        let asks_already = command.iter().any(|word| {
            let flags = ["-MF", "-MMD", "-MD", "-MM", "-M", "-E", "-fsyntax-only"];
            flags.contains(&word.as_str()) || word.starts_with("--emit")
        });
        if asks_already { None } else { Self::of_program(command.first()?) }
    }

    fn of_program(program: &str) -> Option<Self> {
        let name = Path::new(program).file_name()?.to_str()?;
        // `x86_64-linux-gnu-g++-12` is `g++`.
        let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').trim_end_matches('-');
        match name.rsplit('-').next()? {
            "gcc" | "g++" | "cc" | "c++" | "clang" | "clang++" => Some(Self::Gcc),
            "rustc" => Some(Self::Rustc),
            _ => None,
        }
    }

    /// The arguments that make it write the list into this file.
    pub fn arguments(self, list: &Path) -> Vec<OsString> {
        match self {
            // Into a `.d` file for each source, in the folder of the program.
            Self::Gcc => ["-MD", "-MT", "program"].map(Into::into).into(),
            Self::Rustc => {
                let emit = [OsStr::new("--emit=dep-info="), list.as_os_str(), OsStr::new(",link")];
                vec![emit.iter().copied().collect()]
            }
        }
    }

    /// What it has read by its list. `None` where something may have been read that the list does not name.
    pub fn reads(self, list: &[u8], command: &[String]) -> Option<Reads> {
        let mut reads = Reads { files: listed(list)?, ..Reads::default() };
        if !reads.files.iter().all(|file| file.is_absolute() && file.is_file()) {
            return None;
        }
        reads.folders.extend(reads.files.iter().filter_map(|file| file.parent()).map(Path::to_owned));
        match self {
            Self::Rustc => reads.names = ["mod.rs".into()].into(),
            Self::Gcc => {
                let own = reads.files.iter().filter(|file| !file.starts_with("/usr"));
                let mut names = BTreeSet::new();
                for file in own {
                    names.extend(asked_for(&fs::read(file).ok()?)?);
                }
                reads.names = names;
                reads.folders.extend(LOCAL.map(PathBuf::from));
            }
        }
        let folders = FOLDERS.iter().filter_map(std::env::var_os);
        let folders: Vec<PathBuf> =
            folders.flat_map(|value| std::env::split_paths(&value).collect::<Vec<_>>()).collect();
        for path in command.iter().flat_map(|word| paths_in(word)).chain(folders) {
            if path.is_file() {
                reads.files.insert(path);
            } else if path.is_absolute() {
                reads.files.extend(libraries(&path));
                reads.folders.insert(path);
            }
        }
        Some(reads)
    }
}

/// Whether a command starts GCC or Clang, itself or by a program that starts another compiler.
pub fn takes_include_folders(command: &[String]) -> bool {
    let is_launcher = |word: &&String| LAUNCHERS.contains(&word.as_str());
    let compiler = command.iter().find(|word| !is_launcher(word));
    compiler.is_some_and(|word| Teller::of_program(word) == Some(Teller::Gcc))
}

/// Libraries in a folder, which no list names.
fn libraries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let is_library = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().as_bytes();
        name.starts_with(b"lib")
            && (name.ends_with(b".a") || name.ends_with(b".so") || name.ends_with(b".rlib"))
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(is_library)
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

/// The names that a source asks for and that no list names where they are not there. `None` where it may
/// read what cannot be told from its text.
fn asked_for(text: &[u8]) -> Option<BTreeSet<OsString>> {
    let has = |word: &[u8]| memchr::memmem::find(text, word).is_some();
    if has(b"incbin") || has(b".include") {
        return None;
    }
    let mut names = BTreeSet::new();
    for word in [&b"__has_include"[..], b"__has_embed"] {
        for at in memchr::memmem::find_iter(text, word) {
            let line = text[at..].split(|byte| *byte == b'\n').next().unwrap_or_default();
            let quoted = line.split(|byte| matches!(byte, b'"' | b'<' | b'>')).nth(1);
            let name = quoted.unwrap_or_default().split(|byte| *byte == b'/');
            names.extend(name.filter(|part| !part.is_empty()).map(|part| OsStr::from_bytes(part).to_owned()));
        }
    }
    Some(names)
}

/// What is the same as long as this is the same compiler: also behind links and scripts, and with Rustup the
/// toolchains that it may start in this folder.
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
    if is_script {
        for path in started_by(&real) {
            add(&path);
        }
    }
    let name = real.file_name().and_then(OsStr::to_str).unwrap_or_default();
    if name == "rustup" {
        for path in toolchains(folder) {
            add(&path);
        }
    } else if let Some(words) = version.filter(|_| is_script || LAUNCHERS.contains(&name)) {
        let tool = Tool {
            program: compiler.into(),
            args: words.iter().skip(1).map(OsString::from).collect(),
            folder: PathBuf::from("/"),
            environment: harness_sandbox::inherited_environment(),
        };
        identity.extend(run_tool(&tool).map(|output| output.stdout).unwrap_or_default());
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

fn is_script(path: &Path) -> bool {
    let mut start = [0; 2];
    fs::File::open(path).and_then(|mut file| io::Read::read_exact(&mut file, &mut start)).is_ok()
        && &start == b"#!"
}

/// The programs that a script names, by their paths or behind `exec`.
fn started_by(script: &Path) -> BTreeSet<PathBuf> {
    let is_short = fs::metadata(script).is_ok_and(|facts| facts.len() <= LONGEST_SCRIPT);
    let text = if is_short { fs::read(script).unwrap_or_default() } else { Vec::new() };
    let text = String::from_utf8_lossy(&text).into_owned();
    let is_end = |c: char| c.is_whitespace() || "\"'`;()&|<>=$".contains(c);
    let words: Vec<&str> = text.split(is_end).filter(|word| !word.is_empty()).collect();
    let paths =
        words.iter().filter(|word| word.starts_with('/')).map(PathBuf::from).filter(|path| path.is_file());
    let behind_exec = words.windows(2).filter(|pair| pair[0] == "exec" && !pair[1].contains('/'));
    let found = behind_exec.filter_map(|pair| find_tool(Path::new(pair[1])));
    paths.chain(found).filter_map(|path| fs::canonicalize(path).ok()).collect()
}

/// What decides which toolchain Rustup starts in this folder, and the compilers of all toolchains.
fn toolchains(folder: &Path) -> Vec<PathBuf> {
    let home = std::env::var_os("RUSTUP_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".rustup")));
    let mut found: Vec<PathBuf> =
        folder.ancestors().flat_map(|above| TOOLCHAIN_FILES.map(|name| above.join(name))).collect();
    if let Some(home) = home {
        found.push(home.join("settings.toml"));
        let entries = fs::read_dir(home.join("toolchains")).into_iter().flatten().flatten();
        let mut compilers: Vec<PathBuf> = entries.map(|entry| entry.path().join("bin/rustc")).collect();
        compilers.sort();
        found.extend(compilers);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Teller, asked_for, listed, takes_include_folders};
    use std::collections::BTreeSet;
    use std::path::PathBuf;

    #[test]
    fn compilers_are_known_by_their_names() {
        let of =
            |words: &[&str]| Teller::of(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        for name in ["gcc", "/usr/bin/g++", "x86_64-linux-gnu-g++-12", "clang-15", "clang++", "cc"] {
            assert_eq!(of(&[name]), Some(Teller::Gcc), "{name}");
        }
        assert_eq!(of(&["rustc"]), Some(Teller::Rustc));
        for name in ["javac", "go", "ccache", "tcc", "install"] {
            assert_eq!(of(&[name]), None, "{name}");
        }
        let takes = |words: &[&str]| {
            takes_include_folders(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
        };
        assert!(takes(&["g++", "-MMD"]) && takes(&["ccache", "clang++", "-O2"]));
        assert!(!takes(&["rustc", "g++"]) && !takes(&["ccache"]) && !takes(&[]));
        assert_eq!(of(&["gcc", "-MMD"]), None);
        assert_eq!(of(&["rustc", "--emit=asm"]), None);
    }

    #[test]
    fn a_list_for_make_is_read_with_its_escapes() {
        let files = listed(b"program: /a/x.cpp \\\n /a\\ b/y.h /c$$d\\#\n/a/x.cpp:\n").unwrap();
        assert_eq!(files, BTreeSet::from(["/a/x.cpp", "/a b/y.h", "/c$d#"].map(PathBuf::from)));
        assert_eq!(listed(b"nothing"), None);
    }

    #[test]
    fn what_a_source_asks_for_is_found_in_its_text() {
        let names =
            asked_for(b"#if __has_include(\"dir/debug.h\") || 1\n#if __has_include ( <x> )\n").unwrap();
        assert_eq!(names, BTreeSet::from(["debug.h", "dir", "x"].map(Into::into)));
        assert_eq!(asked_for(b"asm(\".incbin \\\"x\\\"\");"), None);
    }
}
