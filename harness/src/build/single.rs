//! A source file in a language of the table, alone or with a folder that it includes from.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use harness_sandbox::{FileState, Isolation, Tool, ToolOutput, explained, find_tool, run_tool};

use crate::build::sandboxed::{Confinement, Place, Plan, Ran, openly};
use crate::build::secrets::Secrets;
use crate::build::toolchain::{Toolchain, home_of, place_of};
use crate::build::{BuildContext, Built, Executable, Halt, cache, shortage};
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
    /// The source or the cache cannot be read or written.
    Io(io::Error),
    /// The build was given up.
    Halted(Halt),
}

impl From<Halt> for Trouble {
    fn from(halt: Halt) -> Self {
        Self::Halted(halt)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// What building one file or folder takes.
pub struct Recipe<'a> {
    context: &'a BuildContext<'a>,
    input: &'a Input<'a>,
    language: &'a Language,
}

impl<'a> Recipe<'a> {
    /// The recipe, if its language is in the table.
    pub fn new(
        context: &'a BuildContext<'a>,
        input: &'a Input<'a>,
        language: &str,
    ) -> Result<Self, Box<Built>> {
        match context.languages.iter().find(|row| row.name == language) {
            Some(language) => Ok(Self { context, input, language }),
            None => Err(Box::new(Built::Failed(format!("no language `{language}` in the table")))),
        }
    }

    /// What is built already, or can never be; nothing where it must be built.
    pub fn known(&self) -> Option<Built> {
        let known = self.source().and_then(|source| {
            let Some(folder) = self.cached(&source)? else { return Ok(None) };
            self.executable(source, folder).map(Some)
        });
        // Nothing is run here, so nothing is halted either.
        self.settled(known).unwrap_or_default()
    }

    /// Builds it; its folders among the drafts have this name.
    pub fn build(&self, secrets: &Secrets, name: &str) -> Result<Built, Halt> {
        let built = self.source().and_then(|source| {
            let folder = self.compiled(secrets, &source, name)?;
            self.executable(source, folder).map(Some)
        });
        self.settled(built)
            .map(|built| built.unwrap_or_else(|| Built::Failed("nothing was built".to_owned())))
    }

    fn settled(&self, built: Result<Option<Executable>, Trouble>) -> Result<Option<Built>, Halt> {
        match built {
            Ok(executable) => Ok(executable.map(Built::Ready)),
            Err(Trouble::Rejected(why)) => Ok(Some(Built::Rejected(why))),
            Err(Trouble::Failed(why) | Trouble::Halted(Halt::Failed(why))) => Ok(Some(Built::Failed(why))),
            Err(Trouble::Io(error)) => Ok(Some(Built::Failed(format!(
                "failed to build `{}`: {}",
                self.input.main.display(),
                explained(&error)
            )))),
            Err(Trouble::Halted(halt)) => Err(halt),
        }
    }

    fn source(&self) -> Result<PathBuf, Trouble> {
        let source = fs::canonicalize(self.input.main)?;
        // What cannot be read would be blamed on the program later, by its interpreter.
        fs::File::open(&source)?;
        Ok(source)
    }

    /// How to run what lies in this folder of the cache.
    fn executable(&self, source: PathBuf, folder: PathBuf) -> Result<Executable, Trouble> {
        let language = self.language;
        let words = fill(&language.run, &source, &folder);
        let Some((program, args)) = words.split_first() else {
            return Err(Trouble::Failed(format!("language `{}` has no `run` command", language.name)));
        };
        let Some(path) = interpreter(self.context, Path::new(program))? else {
            return Err(Trouble::Failed(not_installed(&language.run)));
        };
        let names = |placeholder: &str| language.run.iter().any(|word| word.contains(placeholder));
        let mut files = Vec::new();
        if names("{source}") {
            files.push(self.input.folder.map_or(Ok(source), fs::canonicalize)?);
        }
        if names("{binary}") || names("{dir}") {
            files.push(folder);
        }
        if !files.iter().any(|file| path.starts_with(file)) {
            files.extend(home_of(&path, self.context.cache));
        }
        Ok(Executable { state: FileState::of(&path), path, args: args.to_vec(), files })
    }

    fn compiler(&self) -> Result<PathBuf, Trouble> {
        let found = self.language.compile.first().map(|name| interpreter(self.context, Path::new(name)));
        let Some(found) = found.transpose()?.flatten() else {
            return Err(Trouble::Failed(not_installed(&self.language.compile)));
        };
        Ok(place_of(&found)?)
    }

    /// The name that a folder of the cache has for each confinement of the build.
    fn keys(
        &self,
        source: &Path,
        compiler: &Path,
    ) -> Result<impl Fn(Confinement) -> String + use<'_>, Trouble> {
        let content = match self.input.folder {
            Some(folder) => cache::content_of(folder)?,
            None => fs::read(source)?,
        };
        let command = self.language.compile.join("\0");
        let compiler_state = state_of(compiler)?;
        let source = source.to_owned();
        Ok(move |confinement: Confinement| {
            let source = source.as_os_str().as_bytes();
            cache::key(&[&content, source, command.as_bytes(), compiler_state.as_bytes(), confinement.tag()])
        })
    }

    /// A language that is interpreted is only looked over; that leaves no program.
    fn writes_binary(&self) -> bool {
        self.language.run.iter().any(|word| word.contains("{binary}"))
    }

    /// The folder with what was built, if it is in the cache.
    fn cached(&self, source: &Path) -> Result<Option<PathBuf>, Trouble> {
        if self.language.compile.is_empty() {
            // Nothing to build; the folder is only where `{binary}` would be.
            return Ok(Some(self.context.cache.to_owned()));
        }
        let compiler = self.compiler()?;
        let keys = self.keys(source, &compiler)?;
        let accepted = Confinement::accepted(self.context.isolation);
        Ok(accepted.iter().find_map(|confinement| self.in_cache(&keys(*confinement))))
    }

    fn in_cache(&self, key: &str) -> Option<PathBuf> {
        let target = self.context.cache.join(key);
        let is_there = is_file(&target.join(BINARY)) || (!self.writes_binary() && target.exists());
        is_there.then_some(target)
    }

    /// The folder with the compiled program, fresh.
    fn compiled(&self, secrets: &Secrets, source: &Path, name: &str) -> Result<PathBuf, Trouble> {
        let (context, language) = (self.context, self.language);
        let compiler = self.compiler()?;
        let keys = self.keys(source, &compiler)?;
        fs::create_dir_all(context.cache)?;
        let toolchain = Toolchain::of(&compiler, &language.compile[1..], context.cache);
        // A compiler that once showed that it does not work in there.
        let note = context.cache.join(cache::key(&[b"unshown", state_of(&compiler)?.as_bytes()]));
        let mut isolation = context.isolation;
        if isolation == Isolation::Auto
            && let Ok(why) = fs::read_to_string(&note)
        {
            context.remarks.add(openly(&compiler, &why));
            isolation = Isolation::None;
        }
        loop {
            let draft = fs::canonicalize(cache::begin(context.drafts, name)?)?;
            let mut readable: Vec<PathBuf> = vec![source.to_owned()];
            readable.extend(self.input.main.parent().map(Path::to_owned));
            let plan = Plan { name, toolchain: &toolchain, readable, isolation };
            let mut place = Place::open(context, secrets, plan, &[&draft])?;
            let target = keys(place.confinement);
            if let Some(there) = self.in_cache(&target) {
                cache::discard(&draft)?;
                return Ok(there);
            }
            let words = fill(&language.compile, source, &draft);
            let ran = place.run(&compiler, &words[1..], &draft, &[])?;
            let trouble = match ran {
                Ran::Ended(output) => self.trouble(&output, &draft),
                Ran::Over(why) => Some(Trouble::Rejected(why)),
                Ran::Failed(why) => Some(Trouble::Failed(why)),
            };
            let Some(trouble) = trouble else {
                let target = context.cache.join(target);
                cache::finish(&draft, &target)?;
                return Ok(target);
            };
            cache::discard(&draft)?;
            let can_lack =
                isolation != Isolation::None && language.version.first() == language.compile.first();
            let lack = if can_lack { place.lacks_toolchain(&compiler, &language.version)? } else { None };
            match lack {
                None => return Err(trouble),
                Some(why) if isolation == Isolation::Auto => {
                    fs::write(&note, &why)?;
                    context.remarks.add(openly(&compiler, &why));
                    isolation = Isolation::None;
                }
                Some(why) => return Err(Trouble::Failed(unshown(&language.name, &compiler, &why))),
            }
        }
    }

    /// What is wrong with how a compiler ended.
    fn trouble(&self, output: &ToolOutput, draft: &Path) -> Option<Trouble> {
        if output.success && (!self.writes_binary() || is_file(&draft.join(BINARY))) {
            return None;
        }
        let mut said = String::from_utf8_lossy(&output.stderr).into_owned();
        said.push_str(&String::from_utf8_lossy(&output.stdout));
        if said.trim().is_empty() {
            said = format!("`{}` ended with {} and said nothing", self.language.compile[0], output.status);
        }
        Some(match shortage::behind(output, draft) {
            Some(lack) => Trouble::Failed(format!("{lack}:\n{said}")),
            None => Trouble::Rejected(said),
        })
    }
}

/// A file of its own: a link that a compiler has left is not followed.
fn is_file(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|meta| meta.is_file())
}

fn unshown(language: &str, compiler: &Path, why: &str) -> String {
    format!(
        "`{}` does not work in the build sandbox, which full isolation requires:\n{why}\n\
         if it is a script that starts another program, name that program in\n\
         [language.{language}] of judge.toml; or use isolation = \"auto\"",
        compiler.display()
    )
}

/// A file's identity as far as it matters for a cache: path, size and time of change.
fn state_of(path: &Path) -> io::Result<String> {
    use std::os::unix::fs::MetadataExt;
    let meta = fs::metadata(path)?;
    Ok(format!("{}\0{}\0{}.{}", path.display(), meta.len(), meta.mtime(), meta.mtime_nsec()))
}

fn not_installed(command: &[String]) -> String {
    let name = command.first().map_or("", String::as_str);
    format!("`{name}` is not installed; install it, or name another compiler in [language.…] of judge.toml")
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
fn interpreter(context: &BuildContext<'_>, program: &Path) -> io::Result<Option<PathBuf>> {
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
    let note = context.cache.join(key);
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
    fs::create_dir_all(context.cache)?;
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
