//! Whether an executable that was built on another machine can be loaded on this one.

use std::ffi::OsString;
use std::io::{self, Read};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use harness_sandbox::{Tool, ToolOutput, is_of_the_system, run_tool};

use crate::files::Regular;

/// The type of the program header that names the loader.
const INTERPRETER: u32 = 3;

/// The longest path of a loader.
const LONGEST_PATH: u64 = 4096;

/// Why it cannot be loaded, if that is so. What is no ELF file is not known to be wrong.
pub fn trouble(path: &Path) -> Option<String> {
    let loader = match loader_of(path) {
        Ok(Some(loader)) => loader,
        Ok(None) => return None,
        Err(error) => return Some(format!("failed to read it: {error}")),
    };
    // It is started outside of any sandbox, so it must be that of the system.
    if !is_of_the_system(&loader) || !loader.is_file() {
        return Some(format!("its loader `{}` is not on this machine", loader.display()));
    }
    let tool = Tool {
        program: loader.into_os_string(),
        args: vec!["--list".into(), path.as_os_str().to_owned()],
        folder: PathBuf::from("/"),
        environment: Vec::new(),
    };
    match run_tool(&tool) {
        Ok(output) => refused(&output),
        Err(error) => Some(format!("failed to ask its loader: {error}")),
    }
}

/// What the loader has said against it.
fn refused(output: &ToolOutput) -> Option<String> {
    let said = [output.stderr.as_slice(), b"\n", &output.stdout].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    let mut lines: Vec<&str> = said
        .lines()
        .map(str::trim)
        .filter(|line| line.contains("not found") || line.contains("error"))
        .collect();
    if output.success && lines.is_empty() {
        return None;
    }
    if lines.is_empty() {
        lines.extend(said.lines().map(str::trim).find(|line| !line.is_empty()));
    }
    Some(if lines.is_empty() { format!("its loader ended with {}", output.status) } else { lines.join("; ") })
}

/// The loader that an ELF file names; none where it is no such file, or needs none.
fn loader_of(path: &Path) -> io::Result<Option<PathBuf>> {
    let file = Regular::open(path)?.into_file();
    let mut start = Vec::new();
    (&file).take(64).read_to_end(&mut start)?;
    let Some(header) = Header::of(&start) else { return Ok(None) };
    for index in 0..u64::from(header.count) {
        let mut entry = vec![0; usize::from(header.size)];
        file.read_exact_at(&mut entry, header.offset.saturating_add(index * u64::from(header.size)))?;
        let Some((offset, length)) = header.layout.interpreter(&entry) else { continue };
        let mut name = Vec::new();
        let mut at = [0; 256];
        while (name.len() as u64) < length.min(LONGEST_PATH) {
            let read = file.read_at(&mut at, offset.saturating_add(name.len() as u64))?;
            if read == 0 {
                break;
            }
            name.extend_from_slice(&at[..read]);
        }
        let end = name.iter().position(|byte| *byte == 0).unwrap_or(name.len());
        name.truncate(end);
        return Ok(Some(PathBuf::from(OsString::from_vec(name))));
    }
    Ok(None)
}

/// How wide and in which order the numbers of an ELF file are.
#[derive(Clone, Copy)]
struct Layout {
    is_wide: bool,
    is_little: bool,
}

/// Where the program headers are.
struct Header {
    layout: Layout,
    offset: u64,
    size: u16,
    count: u16,
}

impl Layout {
    fn number(self, bytes: &[u8], at: usize, width: usize) -> Option<u64> {
        let bytes = bytes.get(at..at + width)?;
        let add = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        Some(if self.is_little { bytes.iter().rev().fold(0, add) } else { bytes.iter().fold(0, add) })
    }

    /// Where the name of the loader is and how long, if this program header says so.
    fn interpreter(self, entry: &[u8]) -> Option<(u64, u64)> {
        if self.number(entry, 0, 4)? != u64::from(INTERPRETER) {
            return None;
        }
        let (offset, length, width) = if self.is_wide { (8, 32, 8) } else { (4, 16, 4) };
        Some((self.number(entry, offset, width)?, self.number(entry, length, width)?))
    }
}

impl Header {
    fn of(start: &[u8]) -> Option<Self> {
        if !start.starts_with(b"\x7fELF") {
            return None;
        }
        let layout = Layout { is_wide: *start.get(4)? == 2, is_little: *start.get(5)? == 1 };
        let (offset, width, size, count) = if layout.is_wide { (32, 8, 54, 56) } else { (28, 4, 42, 44) };
        Some(Self {
            layout,
            offset: layout.number(start, offset, width)?,
            size: u16::try_from(layout.number(start, size, 2)?).ok()?,
            count: u16::try_from(layout.number(start, count, 2)?).ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{loader_of, trouble};
    use std::path::Path;

    #[test]
    fn our_own_executable_can_be_loaded_here() {
        let own = std::env::current_exe().unwrap();
        assert_eq!(trouble(&own), None);
    }

    #[test]
    fn what_the_machine_does_not_have_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("program");
        let own = std::env::current_exe().unwrap();
        let Some(loader) = loader_of(&own).unwrap() else { return };
        let mut program = std::fs::read(&own).unwrap();
        let loader = loader.to_str().unwrap();
        let at = memchr::memmem::find(&program, loader.as_bytes()).unwrap();
        program[at + loader.len() - 1] = b'X';
        std::fs::write(&path, &program).unwrap();
        let why = trouble(&path).unwrap();
        assert!(why.starts_with("its loader `/lib") && why.ends_with("X` is not on this machine"), "{why}");
        // A library of another name.
        program[at + loader.len() - 1] = loader.as_bytes()[loader.len() - 1];
        let Some(at) = memchr::memmem::find(&program, b"\0libc.so.6\0") else { return };
        program[at + 4] = b'X';
        std::fs::write(&path, &program).unwrap();
        assert!(trouble(&path).is_some_and(|why| why.contains("libX.so.6")), "{:?}", trouble(&path));
    }

    #[test]
    fn what_is_cut_off_or_no_program_is_no_panic() {
        let own = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("program");
        for length in [0, 3, 4, 5, 20, 63, 64, 100, 700] {
            std::fs::write(&path, &own[..length]).unwrap();
            let _ = trouble(&path);
        }
        std::fs::write(&path, "#!/bin/sh\n").unwrap();
        assert_eq!(trouble(&path), None);
        assert!(trouble(Path::new("/does/not/exist")).is_some());
    }
}
