//! What to run: an executable, its arguments, and where its input comes from.

use std::ffi::{CString, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::file_state::FileState;
use crate::kept::Kept;
use crate::outlet::PipeEnd;

/// A program to run. Its environment is fixed by the sandbox and does not depend on the caller.
#[derive(Clone, Debug)]
pub struct Program {
    /// Absolute path of the executable.
    pub executable: PathBuf,
    /// The arguments after the program's own name.
    pub args: Vec<OsString>,
    /// The files and folders that it is made of, beside what the system has: its executable, a
    /// script, an interpreter's home. Nothing else of the user's can be read by it where the
    /// machine allows to keep it so; see [`Guarantees::files`](crate::Guarantees).
    pub files: Vec<PathBuf>,
    /// What the executable was when it was made or found, to detect later changes;
    /// nothing where no one does.
    pub state: Option<FileState>,
    /// Variables beside those that every program has; one of these names replaces that one.
    pub environment: Vec<(OsString, OsString)>,
    /// Where standard input comes from.
    pub stdin: Stdin,
    /// Bytes by which its environment is made longer. Where a stack begins depends on that, and with
    /// it how memory falls on cache lines: comparisons vary it, so that no layout is favoured.
    pub pad: u64,
    /// A folder, among [`files`](Self::files), whose files it finds in its working folder, read-only:
    /// links to them stand there, hidden ones excepted.
    pub folder: Option<PathBuf>,
    /// Files that it leaves and that are wanted, if any are.
    pub kept: Option<Kept>,
    /// Its output is what it writes to descriptor 3. What it prints goes to standard error, whatever way it takes:
    /// some runtimes cannot move a descriptor.
    pub answers_apart: bool,
}

/// Where standard input comes from.
#[derive(Clone, Debug)]
pub enum Stdin {
    /// Empty input.
    Empty,
    /// The file itself, opened for reading: no pipe, so no deadlock and no broken pipe.
    File(PathBuf),
    /// The end of a pipe that another process writes to while the program runs.
    Pipe(PipeEnd),
}

/// The whole environment of every program that is run: what contest judges set, and nothing of the
/// caller's (`cargo run` alone adds a dozen variables that would reach the solutions). Home and
/// temporary files are in the folder that the program may write to.
pub(crate) fn environment(writable: &Path) -> Vec<CString> {
    // The search for leaks looks into its own process as debuggers do, which is refused, and would then
    // end every program that was built with a sanitizer.
    let no_leaks = &b"LSAN_OPTIONS=detect_leaks=0"[..];
    let fixed = [&b"PATH=/usr/local/bin:/usr/bin:/bin"[..], b"LANG=C.UTF-8", b"ONLINE_JUDGE=1", no_leaks];
    let folders =
        ["HOME=", "TMPDIR="].map(|name| [name.as_bytes(), writable.as_os_str().as_bytes()].concat());
    let all = fixed.into_iter().map(<[u8]>::to_vec).chain(folders);
    all.filter_map(|entry| CString::new(entry).ok()).collect()
}

/// An environment with further variables; one of them replaces that of the same name.
pub(crate) fn joined(usual: &[CString], own: Vec<CString>) -> Vec<CString> {
    let name = |entry: &CString| entry.to_bytes().split(|byte| *byte == b'=').next().map(<[u8]>::to_vec);
    let is_usual = |entry: &&CString| !own.iter().any(|other| name(other) == name(entry));
    let mut all: Vec<CString> = usual.iter().filter(is_usual).cloned().collect();
    all.extend(own);
    all
}

/// A variable as `execve` takes it.
pub(crate) fn variable((name, value): &(OsString, OsString)) -> OsString {
    let mut entry = name.clone();
    entry.push("=");
    entry.push(value);
    entry
}

/// The variable that makes an environment longer.
pub(crate) fn padding(bytes: u64) -> Option<CString> {
    let bytes = usize::try_from(bytes.min(4096)).unwrap_or(0);
    (bytes > 0).then(|| CString::new("P=".to_owned() + &"x".repeat(bytes)).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::{joined, variable};
    use std::ffi::CString;

    #[test]
    fn a_variable_of_the_program_replaces_the_usual_one() {
        let entries =
            |all: &[&str]| -> Vec<CString> { all.iter().map(|e| CString::new(*e).unwrap()).collect() };
        assert_eq!(variable(&("A".into(), "b=c".into())), "A=b=c");
        let all = joined(&entries(&["A=1", "AB=2"]), entries(&["A=3=4", "C="]));
        assert_eq!(all, entries(&["AB=2", "A=3=4", "C="]));
    }
}
