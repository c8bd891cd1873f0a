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

/// How the names of solutions begin that are pasted from a site. They need compilers that not every machine
/// has, so the pages show what is judged without them.
pub const PASTED: &str = "pasted.";

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
        let wanted: BTreeSet<PathBuf> = COPIED.iter().flat_map(|top| files(&root(), top)).collect();
        for path in COPIED.iter().flat_map(|top| files(self.folder.path(), top)) {
            if !wanted.contains(&path) {
                fs::remove_file(self.folder.path().join(path)).expect("a file of a page can be removed");
            }
        }
        for path in wanted {
            let (from, to) = (root().join(&path), self.folder.path().join(&path));
            let content = without_pasted(fs::read(&from).expect("a file of this workspace"));
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

/// Settings without the tables of pasted solutions; anything else as it is.
fn without_pasted(content: Vec<u8>) -> Vec<u8> {
    let start = format!("[solution.\"{PASTED}");
    match String::from_utf8(content) {
        Ok(text) if text.contains(&start) => {
            let paragraphs: Vec<&str> = text.split("\n\n").filter(|text| !text.starts_with(&start)).collect();
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
    let is_pasted = |entry: &DirEntry| entry.file_name().as_encoded_bytes().starts_with(PASTED.as_bytes());
    let entries = walk.flatten().filter(|entry| !entry.file_type().is_dir() && !is_pasted(entry));
    let files = entries.map(DirEntry::into_path);
    files.filter_map(|path| Some(path.strip_prefix(root).ok()?.to_owned())).collect()
}
