//! A source file in a language of the table, alone or with a folder that it includes from.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use harness_sandbox::{FileState, Tool, explained, find_tool, is_of_the_system, run_tool, run_tool_until};

use crate::build::{Built, Executable, Stopped, Workshop, cache, shortage};
use crate::model::Language;

/// The name of the program in its folder of the cache.
const BINARY: &str = "program";

/// What is built.
pub struct Input<'a> {
    /// The main file.
    pub main: &'a Path,
    /// The folder with all that it includes or imports, where it does not stand alone.
    pub folder: Option<&'a Path>,
}

/// Why there is nothing to run.
enum Trouble {
    /// The compiler rejects the source, and says this.
    Rejected(String),
    /// What building needs is missing or ran out.
    Failed(String),
    /// The source or the cache cannot be read or written, or the compiler not be started.
    Io(io::Error),
    /// A stop came first.
    Stopped,
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Builds one solution.
pub fn build(workshop: &Workshop<'_>, input: &Input<'_>, language: &str) -> Result<Built, Stopped> {
    let Some(language) = workshop.languages.iter().find(|row| row.name == language) else {
        return Ok(Built::Failed(format!("no language `{language}` in the table")));
    };
    match try_build(workshop, input, language) {
        Ok(executable) => Ok(Built::Ready(executable)),
        Err(Trouble::Rejected(why)) => Ok(Built::Rejected(why)),
        Err(Trouble::Failed(why)) => Ok(Built::Failed(why)),
        Err(Trouble::Io(error)) => {
            Ok(Built::Failed(format!("failed to build `{}`: {}", input.main.display(), explained(&error))))
        }
        Err(Trouble::Stopped) => Err(Stopped),
    }
}

fn try_build(workshop: &Workshop<'_>, input: &Input<'_>, language: &Language) -> Result<Executable, Trouble> {
    let source = fs::canonicalize(input.main)?;
    // What cannot be read would be blamed on the program later, by its interpreter.
    fs::File::open(&source)?;
    let folder = if language.compile.is_empty() {
        // Nothing to build; the folder is only where `{binary}` would be.
        workshop.cache.to_owned()
    } else {
        compiled(workshop, input, &source, language)?
    };
    let words = fill(&language.run, &source, &folder);
    let Some((program, args)) = words.split_first() else {
        return Err(Trouble::Failed(format!("language `{}` has no `run` command", language.name)));
    };
    let Some(path) = interpreter(workshop, Path::new(program))? else {
        return Err(Trouble::Failed(not_installed(&language.run)));
    };
    let names = |placeholder: &str| language.run.iter().any(|word| word.contains(placeholder));
    let mut files = Vec::new();
    if names("{source}") {
        files.push(input.folder.map_or(Ok(source), fs::canonicalize)?);
    }
    if names("{binary}") || names("{dir}") {
        files.push(folder);
    }
    if !files.iter().any(|file| path.starts_with(file)) {
        files.extend(home_of(&path, workshop.cache));
    }
    Ok(Executable { state: FileState::of(&path), path, args: args.to_vec(), files })
}

/// What an interpreter outside the system's folders needs to be there: the folder that its `bin`
/// and `lib` are in, or else only itself. The folder with our own cache is never given away.
fn home_of(interpreter: &Path, cache: &Path) -> Vec<PathBuf> {
    let mut needed = Vec::new();
    let real = fs::canonicalize(interpreter).unwrap_or_else(|_| interpreter.to_owned());
    for path in [interpreter, &real] {
        let bin = path.parent().filter(|folder| folder.ends_with("bin"));
        let home = bin.and_then(Path::parent).filter(|home| home.join("lib").is_dir());
        let home = home.filter(|home| !cache.starts_with(home)).unwrap_or(path).to_owned();
        if !is_of_the_system(&home) && !needed.contains(&home) {
            needed.push(home);
        }
    }
    needed
}

/// The folder with the compiled program, from the cache or fresh.
fn compiled(
    workshop: &Workshop<'_>,
    input: &Input<'_>,
    source: &Path,
    language: &Language,
) -> Result<PathBuf, Trouble> {
    let content = match input.folder {
        Some(folder) => cache::content_of(folder)?,
        None => fs::read(source)?,
    };
    let Some(compiler) = language.compile.first().and_then(|name| find_tool(Path::new(name))) else {
        return Err(Trouble::Failed(not_installed(&language.compile)));
    };
    let command = language.compile.join("\0");
    let compiler_state = state_of(&compiler)?;
    let key =
        cache::key(&[&content, source.as_os_str().as_bytes(), command.as_bytes(), compiler_state.as_bytes()]);
    let target = workshop.cache.join(&key);
    // A language that is interpreted is only looked over; that leaves no program.
    let writes_binary = language.run.iter().any(|word| word.contains("{binary}"));
    if target.join(BINARY).exists() || (!writes_binary && target.exists()) {
        return Ok(target);
    }
    fs::create_dir_all(workshop.cache)?;
    let draft = cache::begin(workshop.drafts, &key)?;
    let words = fill(&language.compile, source, &draft);
    let tool = Tool {
        program: compiler.into_os_string(),
        args: words[1..].to_vec(),
        folder: draft.clone(),
        environment: Vec::new(),
    };
    let Some(output) = run_tool_until(&tool, workshop.stop)? else {
        fs::remove_dir_all(&draft)?;
        return Err(Trouble::Stopped);
    };
    if !output.success || (writes_binary && !draft.join(BINARY).exists()) {
        let lack = shortage::behind(&output, &draft);
        fs::remove_dir_all(&draft)?;
        let mut said = String::from_utf8_lossy(&output.stderr).into_owned();
        said.push_str(&String::from_utf8_lossy(&output.stdout));
        if said.trim().is_empty() {
            said = format!("`{}` ended with {} and said nothing", language.compile[0], output.status);
        }
        return Err(match lack {
            Some(lack) => Trouble::Failed(format!("{lack}:\n{said}")),
            None => Trouble::Rejected(said),
        });
    }
    cache::finish(&draft, &target)?;
    Ok(target)
}

/// A file's identity as far as it matters for a cache: path, size and time of change.
fn state_of(path: &Path) -> io::Result<String> {
    use std::os::unix::fs::MetadataExt;
    let meta = fs::metadata(path)?;
    Ok(format!("{}\0{}\0{}.{}", path.display(), meta.len(), meta.mtime(), meta.mtime_nsec()))
}

fn not_installed(command: &[String]) -> String {
    let name = command.first().map_or("", String::as_str);
    format!("`{name}` is not installed; install it, or name another in [language.…] of judge.toml")
}

/// Puts the paths into a command.
fn fill(command: &[String], source: &Path, folder: &Path) -> Vec<OsString> {
    let binary = folder.join(BINARY);
    let values =
        [("{source}", source.as_os_str()), ("{binary}", binary.as_os_str()), ("{dir}", folder.as_os_str())];
    command
        .iter()
        .map(|word| {
            let mut filled = Vec::new();
            let mut rest = word.as_str();
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
            std::os::unix::ffi::OsStringExt::from_vec(filled)
        })
        .collect()
}

/// The program behind a command's first word. Version managers put a shell script in its place,
/// which costs more than many a solution; what the script starts in the end is asked once and kept.
fn interpreter(workshop: &Workshop<'_>, program: &Path) -> io::Result<Option<PathBuf>> {
    let Some(found) = find_tool(program) else { return Ok(None) };
    let is_python = found.file_name().is_some_and(|name| name.to_string_lossy().starts_with("python"));
    let mut start = [0; 2];
    let is_script =
        fs::File::open(&found).and_then(|mut file| io::Read::read_exact(&mut file, &mut start)).is_ok()
            && &start == b"#!";
    if !is_python || !is_script {
        return Ok(Some(found));
    }
    let key = cache::key(&[b"interpreter", state_of(&found)?.as_bytes()]);
    let note = workshop.cache.join(key);
    if let Ok(path) = fs::read_to_string(&note) {
        let path = PathBuf::from(path);
        if path.exists() {
            return Ok(Some(path));
        }
    }
    let tool = Tool {
        program: found.clone().into_os_string(),
        args: ["-c", "import sys; print(sys.executable)"].map(Into::into).into(),
        folder: PathBuf::from("/"),
        environment: Vec::new(),
    };
    let answer = run_tool(&tool)?;
    let path = PathBuf::from(String::from_utf8_lossy(&answer.stdout).trim());
    if !answer.success || !path.is_absolute() {
        return Ok(Some(found));
    }
    fs::create_dir_all(workshop.cache)?;
    fs::write(&note, path.as_os_str().as_bytes())?;
    Ok(Some(path))
}

#[cfg(test)]
mod tests {
    use super::fill;
    use std::path::Path;

    #[test]
    fn paths_are_put_into_a_command_word_by_word() {
        let command =
            ["gcc", "-o{binary}", "{source}", "{dir}/x", "{unknown}", "ä{source}"].map(String::from);
        let filled = fill(&command, Path::new("/a b/x.c"), Path::new("/c"));
        assert_eq!(filled, ["gcc", "-o/c/program", "/a b/x.c", "/c/x", "{unknown}", "ä/a b/x.c"]);
    }
}
