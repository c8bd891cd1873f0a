//! A source file in a language of the table, alone or with a folder that it includes from.

mod lists;
mod moved;

use std::borrow::Cow;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use harness_sandbox::{FileState, Isolation, ToolOutput, explained};

use crate::build::command::{Words, fill, fill_one, interpreter, not_installed};
use crate::build::compiler::{identity, lister};
use crate::build::driver::{Driven, Form};
use crate::build::headers::Headers;
use crate::build::reads::{Looks, is_current};
use crate::build::sandboxed::{Confinement, Place, Plan, Ran, openly};
use crate::build::secrets::Secrets;
use crate::build::sources::Sources;
use crate::build::toolchain::{Toolchain, home_of, place_of};
use crate::build::tools::KnownCompiler;
use crate::build::{
    BuildContext, BuildRequest, Built, Executable, Halt, cache, reads, script, shortage, warnings,
};
use crate::files;
use crate::model::{Dependencies, EntryPoint, Function, Language, Source};

/// The list that a compiler writes beside it.
const LIST: &str = "program.d";

/// What is built.
pub struct Input<'a> {
    /// The main file.
    pub main: &'a Path,
    /// The folder with all that it includes or imports, where it does not stand alone.
    pub folder: Option<&'a Path>,
    /// What it may define instead of an entry point.
    pub function: Option<&'a Function>,
}

impl<'a> Input<'a> {
    /// What is built of a source; none where Cargo builds it.
    pub fn of(request: &BuildRequest<'a>) -> Option<Self> {
        let (main, folder) = match request.source {
            Source::File(main) => (main, None),
            Source::Folder { folder, main } => (main, Some(folder)),
            Source::CargoBinary { .. } | Source::Absent(_) => return None,
        };
        Some(Self { main, folder: folder.map(PathBuf::as_path), function: request.function })
    }
}

/// Why there is nothing to run.
enum Trouble {
    /// The compiler rejects the source, and says this.
    Rejected(String),
    /// The compiler or the interpreter is not installed.
    Missing(String),
    /// What building needs ran out.
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
    language: Cow<'a, Language>,
    driven: Option<Driven<'a>>,
    /// Where it finds headers that its compiler does not bring along.
    headers: Option<Headers>,
    /// What seems to be missing in the source.
    doubt: Option<String>,
}

impl<'a> Recipe<'a> {
    /// The recipe, if its language is in the table.
    pub fn new(
        context: &'a BuildContext<'a>,
        input: &'a Input<'a>,
        language: &str,
    ) -> Result<Self, Box<Built>> {
        let Some(row) = context.languages.iter().find(|row| row.name == language) else {
            return Err(Box::new(Built::Failed(format!("no language `{language}` in the table"))));
        };
        let (driven, doubt) = match Driven::of(input.main, input.function, row).map_err(Built::Rejected)? {
            Form::Program => (None, None),
            Form::Function(driven) => (Some(driven), None),
            Form::Unknown(doubt) => (None, Some(doubt)),
        };
        let mut language = match &driven {
            Some(driven) => Cow::Owned(driven.language(row)),
            None => script::language(row, input.main),
        };
        if let Some(name) = row.modules.as_deref().filter(|_| input.folder.is_some()) {
            // All modules count, also where a driver alone would be run as it is.
            let dependencies = row.dependencies;
            language = Cow::Owned(Language { dependencies, ..language.with_modules(name) });
        }
        let headers = Headers::of(input.main, context.root, &language.compile);
        let arguments: Vec<String> = headers.iter().flat_map(Headers::arguments).collect();
        if !arguments.is_empty() {
            language.to_mut().compile.extend(arguments);
        }
        Ok(Self { context, input, language, driven, headers, doubt })
    }

    /// What is built already, or can never be; nothing where it must be built.
    pub fn known(&self, looks: &Looks) -> Option<Built> {
        let known = self.source().and_then(|source| {
            let Some(folder) = self.cached(&source, looks)? else { return Ok(None) };
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
            Err(Trouble::Missing(why)) => Ok(Some(Built::Missing(why))),
            Err(Trouble::Failed(why) | Trouble::Halted(Halt::Failed(why))) => Ok(Some(Built::Failed(why))),
            Err(Trouble::Io(error)) if files::refusal(&error).is_some() => {
                Ok(Some(Built::Rejected(format!("error: {error}\n"))))
            }
            Err(Trouble::Io(error)) => Ok(Some(Built::Failed(format!(
                "failed to build `{}`: {}",
                self.input.main.display(),
                explained(&error)
            )))),
            Err(Trouble::Halted(halt)) => Err(halt),
        }
    }

    fn source(&self) -> Result<PathBuf, Trouble> {
        // What cannot be read would be blamed on the program later, by its interpreter.
        files::check_source(self.input.main)?;
        Ok(fs::canonicalize(self.input.main)?)
    }

    /// How to run what lies in this folder of the cache.
    fn executable(&self, source: PathBuf, folder: PathBuf) -> Result<Executable, Trouble> {
        let language = &*self.language;
        let mut class = String::new();
        if language.entry == EntryPoint::Class {
            let sources = self.sources(&source)?;
            if let Some(trouble) = sources.trouble.filter(|_| self.driven.is_none()) {
                return Err(Trouble::Rejected(self.with_doubt(trouble)));
            }
            class = sources.class;
        }
        let values = Words { source: &source, folder: &folder, class: &class };
        let words = fill(&language.run, &values);
        let environment = self.environment(&values);
        let Some((program, args)) = words.split_first() else {
            return Err(Trouble::Failed(format!("language `{}` has no `run` command", language.name)));
        };
        let Some(path) = interpreter(self.context, Path::new(program))? else {
            if !language.is_hosted() {
                // It was there at the end of the build.
                return Err(Trouble::Failed(format!("`{}` was removed", program.to_string_lossy())));
            }
            return Err(Trouble::Missing(not_installed(&language.run, &language.install)));
        };
        let names = |placeholder: &str| language.run.iter().any(|word| word.contains(placeholder));
        let mut files = Vec::new();
        if names("{source}") {
            files.push(self.input.folder.map_or(Ok(source), fs::canonicalize)?);
        }
        let warnings = if language.compile.is_empty() { None } else { warnings::of(&folder) };
        let doubt = self.doubt.as_ref().map(|doubt| {
            format!("warning: {doubt}; it is run as a program\n{}", warnings.as_deref().unwrap_or_default())
        });
        let warnings = doubt.or(warnings);
        let artifact = (!language.compile.is_empty()).then(|| folder.as_path().into());
        if self.language.is_compiled() {
            files.push(folder);
        }
        if !files.iter().any(|file| path.starts_with(file)) {
            files.extend(home_of(&path, self.context.cache));
        }
        let own = self.input.folder.map(fs::canonicalize).transpose()?;
        files.extend(own.clone().filter(|own| !files.contains(own)));
        let (state, args) = (FileState::of(&path), args.to_vec());
        let takes_values = self.driven.is_some();
        let folder = own;
        Ok(Executable { path, args, files, environment, state, folder, warnings, takes_values, artifact })
    }

    /// The variables that the language sets.
    fn environment(&self, values: &Words<'_>) -> Vec<(OsString, OsString)> {
        let variables = self.language.environment.iter();
        variables.map(|(name, value)| (name.into(), fill_one(value, values))).collect()
    }

    fn compiler(&self) -> Result<PathBuf, Trouble> {
        let found = self.language.compile.first().map(|name| interpreter(self.context, Path::new(name)));
        let Some(found) = found.transpose()?.flatten() else {
            return Err(Trouble::Missing(not_installed(&self.language.compile, &self.language.install)));
        };
        Ok(place_of(&found)?)
    }

    /// The name of what is built, for each confinement of the build. It holds for this source, command,
    /// environment and compiler; what else is read stands in the list of reads.
    fn keys(
        &self,
        source: &Path,
        compiler: &Path,
        looks: &Looks,
    ) -> Result<impl Fn(Confinement) -> String + use<'_>, Trouble> {
        let mut parts =
            vec![self.language.compile.join("\0").into_bytes(), self.surroundings(compiler, looks)?];
        for (name, value) in &self.language.environment {
            parts.push(format!("{name}={value}").into_bytes());
        }
        let mut texts = files::Sources::default();
        for file in self.sources(source)?.files {
            parts.push(file.as_os_str().as_bytes().to_vec());
            parts.push(texts.read(&file)?);
        }
        parts.extend(self.driven.iter().flat_map(Driven::texts).map(<[u8]>::to_vec));
        parts.extend(self.context.is_submission(source).then(|| b"handed in".to_vec()));
        Ok(move |confinement: Confinement| {
            let tag = confinement.tag();
            let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).chain([tag]).collect();
            cache::key(&parts)
        })
    }

    /// What the machine adds to a build: the compiler itself, and the environment that it gets.
    fn surroundings(&self, compiler: &Path, looks: &Looks) -> io::Result<Vec<u8>> {
        let Language { compile, version, environment, .. } = &*self.language;
        let name = format!("surroundings of {} {compile:?} {environment:?}", compiler.display());
        looks.or_else(Path::new(&name), || {
            let version = Some(version.as_slice()).filter(|version| version.first() == compile.first());
            let mut all = identity(compiler, version, self.context.root)?;
            let toolchain = Toolchain::of(compiler, &compile[1..], environment, self.context.cache);
            all.extend(toolchain.told());
            Ok(all)
        })
    }

    /// What is compiled together.
    fn sources(&self, main: &Path) -> io::Result<Sources> {
        Sources::of(main, self.input.folder, &self.language, self.context.languages)
    }

    fn lister(&self) -> Option<&'static KnownCompiler> {
        lister(&self.language.compile)
    }

    /// Whether the files of which the program consists lie in this folder, as far as `run` names them.
    fn is_complete(&self, source: &Path, folder: &Path) -> bool {
        let values = Words { source, folder, class: "" };
        let is_file_of_it = |word: &&String| {
            ["{binary}", "{folder}/", "{dir}/"].iter().any(|start| word.starts_with(start))
                && !word.contains("{class}")
        };
        let mut files = self.language.run.iter().filter(is_file_of_it);
        files.all(|word| is_file(Path::new(&fill_one(word, &values))))
    }

    /// The folder with what was built, if it is in the cache.
    fn cached(&self, source: &Path, looks: &Looks) -> Result<Option<PathBuf>, Trouble> {
        if self.language.compile.is_empty() {
            // Nothing to build; the folder is only where `{binary}` would be.
            return Ok(Some(self.context.cache.to_owned()));
        }
        let compiler = self.compiler()?;
        let keys = self.keys(source, &compiler, looks)?;
        let accepted = Confinement::accepted(self.context.isolation);
        Ok(accepted.iter().find_map(|confinement| self.in_cache(&keys(*confinement), source, looks)))
    }

    fn in_cache(&self, key: &str, source: &Path, looks: &Looks) -> Option<PathBuf> {
        let target = if self.language.is_compiled() {
            let list = files::own(&self.list(key)).ok().filter(|list| is_current(list, looks))?;
            self.target(key, &reads::digest(&list))
        } else {
            self.context.cache.join(key)
        };
        (target.is_dir() && self.is_complete(source, &target)).then_some(target)
    }

    /// The list of what was read.
    fn list(&self, key: &str) -> PathBuf {
        self.context.cache.join(format!("{key}.reads"))
    }

    /// The folder with a program for which these things were read.
    fn target(&self, key: &str, reads: &str) -> PathBuf {
        self.context.cache.join(cache::key(&[key.as_bytes(), reads.as_bytes()]))
    }

    /// Moves what was built into the cache, with the list of what was read and what the compiler said.
    /// Without a list it is used once.
    fn keep(
        &self,
        (draft, said): (&Path, &str),
        key: &str,
        sources: &[PathBuf],
        began: SystemTime,
    ) -> io::Result<PathBuf> {
        if !self.language.is_compiled() {
            let target = self.context.cache.join(key);
            warnings::keep(said, &target, self.context.drafts)?;
            cache::finish(draft, &target)?;
            return Ok(target);
        }
        let list = match self.language.dependencies {
            Dependencies::Sources if !self.read_more(sources) => self.sources_alone(sources)?,
            Dependencies::Sources => self.all_in_sight(&sources[0]),
            Dependencies::Compiler => self.told(draft, sources).or_else(|| self.all_in_sight(&sources[0])),
        };
        let list = list.and_then(|reads| reads.record(began, draft));
        let name = match &list {
            Some(list) => reads::digest(list),
            None => cache::key(&[b"unlisted", &cache::content_of(draft)?]),
        };
        let target = self.target(key, &name);
        warnings::keep(said, &target, self.context.drafts)?;
        cache::finish(draft, &target)?;
        if let (Some(list), Some(name)) = (list, draft.file_name()) {
            let draft = self.context.drafts.join(name);
            fs::write(&draft, list)?;
            fs::rename(&draft, self.list(key))?;
        }
        Ok(target)
    }

    /// A program that lies beside the cases is given them when it runs, so its build may see them.
    fn is_of_setter(&self) -> bool {
        self.input.main.starts_with(self.context.root.join("cases"))
    }

    /// The folder with the compiled program, fresh.
    fn compiled(&self, secrets: &Secrets, source: &Path, name: &str) -> Result<PathBuf, Trouble> {
        let (context, language) = (self.context, &*self.language);
        let looks = Looks::default();
        let compiler = self.compiler()?;
        let keys = self.keys(source, &compiler, &looks)?;
        fs::create_dir_all(context.cache)?;
        let (words, variables) = (&language.compile[1..], &language.environment);
        let toolchain = Toolchain::of(&compiler, words, variables, context.cache);
        // A compiler that once showed that it does not work in there.
        let note = context.cache.join(cache::key(&[b"unshown", &self.surroundings(&compiler, &looks)?]));
        let mut isolation = context.isolation;
        if isolation == Isolation::Auto
            && let Ok(why) = files::own(&note)
        {
            context.remarks.add(openly(&compiler, &String::from_utf8_lossy(&why)));
            isolation = Isolation::None;
        }
        loop {
            let draft = fs::canonicalize(cache::begin(context.drafts, name)?)?;
            let mut readable: Vec<PathBuf> = vec![source.to_owned()];
            readable.extend(self.input.main.parent().map(Path::to_owned));
            let sees_cases = self.is_of_setter();
            let own = self.input.folder.unwrap_or(source);
            let (toolchain, is_member) = (&toolchain, false);
            let plan = Plan { name, own, toolchain, readable, is_member, sees_cases, isolation };
            let mut place = Place::open(context, secrets, plan, &[&draft])?;
            let key = keys(place.confinement);
            if let Some(there) = self.in_cache(&key, source, &looks) {
                cache::discard(&draft)?;
                return Ok(there);
            }
            let sources = self.sources(source)?;
            let compiled = match &self.driven {
                Some(driven) => Cow::Owned(driven.written(&sources, &draft)?),
                None => sources.copied(language, &draft)?,
            };
            let mut words = compiled.command(language, context.languages, &draft);
            if let Some(compiler) = self.lister().filter(|_| self.language.is_compiled()) {
                words.extend(compiler.arguments(&draft.join(LIST)));
            }
            let began = SystemTime::now();
            let variables = self.environment(&compiled.words(&draft));
            let ran = place.run(&compiler, &words[1..], &draft, &variables)?;
            let in_terms_of_sources = |output: &ToolOutput| {
                let said = [output.stderr.as_slice(), &output.stdout].concat();
                let said = String::from_utf8_lossy(&said);
                match &self.driven {
                    Some(driven) => driven.in_terms_of(source, &draft, &said),
                    None => compiled.in_terms_of(&sources, &said),
                }
            };
            let trouble = match ran {
                Ran::Ended(output) => {
                    let said = in_terms_of_sources(&output);
                    match self.trouble(&output, source, &draft, &said) {
                        None => {
                            return Ok(self.keep((&draft, &said), &key, &sources.files, began)?);
                        }
                        Some(trouble) => trouble,
                    }
                }
                Ran::Over(why) => Trouble::Rejected(why),
                Ran::Failed(why) => Trouble::Failed(why),
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
    fn trouble(&self, output: &ToolOutput, source: &Path, draft: &Path, said: &str) -> Option<Trouble> {
        if output.success && self.is_complete(source, draft) {
            return None;
        }
        let mut said = said.to_owned();
        if said.trim().is_empty() {
            said = format!("`{}` ended with {} and printed nothing", self.language.compile[0], output.status);
        }
        if let Some(crash) = shortage::crash(output) {
            said = format!("{crash}\n{said}");
        }
        Some(match shortage::behind(output, draft) {
            Some(lack) => Trouble::Failed(format!("{lack}:\n{said}")),
            None => Trouble::Rejected(self.with_doubt(self.with_hint(&said, source))),
        })
    }

    /// What a compiler says, with where to put a header that it does not find, and which sources it was not given.
    fn with_hint(&self, said: &str, source: &Path) -> String {
        let header = self.headers.as_ref().and_then(|headers| headers.hint(said));
        let hints: Vec<String> = header.into_iter().chain(self.left_out(source)).collect();
        if hints.is_empty() {
            said.to_owned()
        } else {
            format!("{}\n{}\n", said.trim_end(), hints.join("\n"))
        }
    }

    /// What is said of a source that cannot be compiled, with what is likely to be the cause.
    fn with_doubt(&self, said: String) -> String {
        match &self.doubt {
            Some(doubt) => format!("error: {doubt}\n{said}"),
            None => said,
        }
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
