//! A copy of this workspace in which the commands of a page are run.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;
use walkdir::{DirEntry, WalkDir};

use crate::root;

/// How the pages name the executable under test.
pub const PROGRAM: &str = "cargo run -p harness";

/// What the copy of the workspace is made of.
const COPIED: [&str; 6] = ["Cargo.lock", "Cargo.toml", "cases", "harness", "judge.toml", "solutions"];

/// The extensions of solutions that need a compiler or an interpreter which not every machine has. The pages
/// show what is judged without them.
pub const OTHER_LANGUAGES: [&str; 4] = ["cpp", "java", "js", "py"];

/// A copy of this workspace.
pub struct Session {
    folder: TempDir,
}

impl Session {
    /// A fresh copy.
    pub fn new() -> Self {
        let session = Self { folder: tempfile::tempdir().expect("a folder for the copy") };
        session.reset();
        session
    }

    /// Makes it a fresh copy again. What is the same is left alone, so that nothing is built again.
    pub fn reset(&self) {
        let is_left_out = |path: &PathBuf| path.starts_with("solutions") && is_in_other_language(path);
        let wanted = COPIED.iter().flat_map(|top| files(&root(), top)).filter(|path| !is_left_out(path));
        let wanted: BTreeSet<PathBuf> = wanted.collect();
        for path in COPIED.iter().flat_map(|top| files(self.folder.path(), top)) {
            if !wanted.contains(&path) {
                fs::remove_file(self.folder.path().join(path)).expect("a file of a page can be removed");
            }
        }
        let left_out = solutions_in_other_languages();
        for path in wanted {
            let (from, to) = (root().join(&path), self.folder.path().join(&path));
            let content = without_tables_of(&left_out, fs::read(&from).expect("a file of this workspace"));
            if fs::read(&to).ok().as_ref() != Some(&content) {
                fs::create_dir_all(to.parent().expect("it is in the copy")).expect("a folder of the copy");
                fs::write(&to, content).expect("a file of the copy");
            }
        }
        self.remove_empty_folders();
    }

    fn remove_empty_folders(&self) {
        for top in ["cases", "solutions"] {
            let walk = WalkDir::new(self.folder.path().join(top)).contents_first(true).into_iter();
            for folder in walk.flatten().filter(|entry| entry.file_type().is_dir()) {
                // Fails where it is not empty, which is most of the time.
                let _ = fs::remove_dir(folder.path());
            }
        }
    }

    /// Writes a file, with the folders that it is in.
    pub fn write(&self, path: &str, content: &str) {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().expect("it is in the copy")).expect("a folder of a page");
        fs::write(path, content).expect("a file of a page");
    }

    /// What a command prints, errors among it and the copy called `/workspace`, and its exit status,
    /// after one with that status.
    pub fn run(&self, command: &str, last_status: i32) -> (String, Option<i32>) {
        let command =
            command.replace(&format!("{PROGRAM} --"), "\"$HARNESS\"").replace(PROGRAM, "\"$HARNESS\"");
        let script = format!("exec 2>&1\n(exit {last_status})\n{command}\n");
        let mut shell = self.command("sh");
        shell.arg("-c").arg(script).env("HARNESS", env!("CARGO_BIN_EXE_harness")).stdin(Stdio::null());
        let output = shell.output().unwrap_or_else(|error| panic!("failed to start sh: {error}"));
        let here = self.folder.path().to_string_lossy();
        (String::from_utf8_lossy(&output.stdout).replace(&*here, "/workspace"), output.status.code())
    }

    /// A problem with no package of its own, as a page adds one, must not be in Cargo's way.
    pub fn is_sound_for_cargo(&self) {
        let mut cargo = self.command("cargo");
        let arguments = ["metadata", "--offline", "--no-deps", "--format-version", "1"];
        let output = cargo.args(arguments).output().expect("cargo can be started");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    #[expect(clippy::disallowed_methods, reason = "the commands of the pages are what is tested")]
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        // All that is built here is built in the copy.
        command.current_dir(self.folder.path()).env_remove("CARGO_TARGET_DIR");
        command
    }
}

/// Whether a file of solutions is left out.
pub fn is_in_other_language(path: &Path) -> bool {
    path.extension().and_then(OsStr::to_str).is_some_and(|extension| OTHER_LANGUAGES.contains(&extension))
}

/// How the tables of the solutions that are left out begin.
fn solutions_in_other_languages() -> Vec<String> {
    let walk = WalkDir::new(root().join("solutions")).into_iter().flatten().map(DirEntry::into_path);
    let names = walk.filter(|path| is_in_other_language(path)).flat_map(|path| {
        let [name, stem] = [path.file_name(), path.file_stem()].map(|name| name.map(OsStr::to_string_lossy));
        [
            format!("[solution.{:?}]", name.unwrap_or_default()),
            format!("[solution.{}]", stem.unwrap_or_default()),
        ]
    });
    names.collect()
}

/// Settings without these tables; anything else as it is.
fn without_tables_of(left_out: &[String], content: Vec<u8>) -> Vec<u8> {
    const TABLE: &str = "[solution.";
    let is_left_out = |paragraph: &&str| left_out.iter().any(|table| paragraph.starts_with(table.as_str()));
    match String::from_utf8(content) {
        Ok(text) if text.contains(TABLE) => {
            let paragraphs: Vec<&str> = text.split("\n\n").filter(|text| !is_left_out(text)).collect();
            paragraphs.join("\n\n").into_bytes()
        }
        Ok(text) => text.into_bytes(),
        Err(error) => error.into_bytes(),
    }
}

/// The files below a folder, or that file itself, relative to the root.
fn files(root: &Path, top: &str) -> Vec<PathBuf> {
    let is_made = |name: &OsStr| name == "target" || name == ".judge";
    let walk = WalkDir::new(root.join(top)).into_iter().filter_entry(|entry| !is_made(entry.file_name()));
    let entries = walk.flatten().filter(|entry| !entry.file_type().is_dir());
    let files = entries.map(DirEntry::into_path);
    files.filter_map(|path| Some(path.strip_prefix(root).ok()?.to_owned())).collect()
}
