//! What goes into a pack: the files of the problems, and what was built.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use walkdir::{DirEntry, WalkDir};

use crate::build::{Built, Executable};
use crate::config::{JUDGE_FILE, PACKAGE_FILES};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::files::Regular;
use crate::model::{Language, Name, Problem, Source};
use crate::pack::PackError;
use crate::pack::manifest::{PROGRAMS, source_below};
use crate::programs::{self, BuildProgress, Candidate, EmptyPrograms};
use crate::session::Session;
use crate::wire::pack::{PackBuilt, PackProgram};

/// What a file of the pack holds.
pub enum Content {
    /// What stands in this file.
    Of(PathBuf),
    /// This.
    Text(Vec<u8>),
}

/// A file that goes into the pack.
pub struct Item {
    /// Its path there.
    pub path: PathBuf,
    /// What it holds.
    pub content: Content,
    /// It may be executed.
    pub is_executable: bool,
}

impl Item {
    fn of_file(path: PathBuf, from: &Path) -> Result<Self, PackError> {
        let meta = fs::metadata(from).map_err(|error| PackError::Io(from.to_owned(), error))?;
        let is_executable = meta.permissions().mode() & 0o111 != 0;
        Ok(Self { path, content: Content::Of(from.to_owned()), is_executable })
    }

    /// All that it holds.
    pub fn bytes(&self) -> Result<Vec<u8>, PackError> {
        match &self.content {
            Content::Of(path) => Regular::open(path)
                .and_then(|file| file.read(u64::MAX))
                .map_err(|error| PackError::Io(path.clone(), error)),
            Content::Text(text) => Ok(text.clone()),
        }
    }
}

/// All that is packed.
#[derive(Default)]
pub struct Stock {
    /// The programs.
    pub programs: Vec<PackProgram>,
    /// The files, in the order of their paths.
    pub items: Vec<Item>,
}

/// Builds the programs of these candidates and of their problems, and finds their files.
///
/// # Errors
/// Something cannot be built for a reason outside its source, or not be read.
pub fn stock(session: &Session, candidates: &[Candidate<'_>]) -> Result<Stock, Failure> {
    let mut stock = Stock::default();
    let mut problems: Vec<&Problem> = candidates.iter().map(|candidate| candidate.problem).collect();
    problems.dedup_by_key(|problem| &problem.name);
    let mut requests: Vec<_> = candidates.iter().map(Candidate::build_request).collect();
    requests.extend(programs::decider_requests(problems.iter().copied()));
    let needed = requests.len();
    requests.extend(programs::view_requests(problems.iter().copied()));
    let built = programs::build_requests(session, &requests, &mut BuildProgress::new(session))?;
    let mut known: BTreeSet<&Source> = BTreeSet::new();
    for (index, (request, built)) in requests.iter().zip(&built).enumerate() {
        if let Built::Failed(why) = built {
            // No picture decides anything.
            if index >= needed {
                continue;
            }
            let what = anyhow!("`{}` cannot be built:\n{}", request.name, why.trim_end());
            return Err(Failure { code: ExitCode::JudgeFailed, ..Failure::judge(what) });
        }
        if let Built::Missing(why) = built {
            session.remarks.add(format!(
                "`{}` is packed without a program: {}",
                request.name,
                why.trim_end()
            ));
        }
        if known.insert(request.source) {
            stock.add_program(&session.config.root, request.source, built)?;
        }
    }
    let hosted = |candidate: &&Candidate<'_>| Language::is_hosted(candidate.language);
    let hosted = candidates.iter().filter(hosted).map(|candidate| candidate.language.name.as_str());
    let empty = EmptyPrograms::build(session, hosted, BuildProgress::new)?;
    for (source, built) in empty.by_source() {
        stock.add_program(&session.config.root, source, built)?;
    }
    stock.add_files(&session.config.root, &problems)?;
    stock.items.sort_by(|one, other| one.path.as_os_str().cmp(other.path.as_os_str()));
    Ok(stock)
}

impl Stock {
    fn add_program(&mut self, root: &Path, source: &Source, built: &Built) -> Result<(), PackError> {
        let outside = || {
            let path = match source {
                Source::CargoBinary { package: path, .. }
                | Source::File(path)
                | Source::Folder { folder: path, .. } => path.clone(),
                Source::Absent(why) => PathBuf::from(why),
            };
            PackError::Io(path, io::Error::other("it is outside of the workspace"))
        };
        let source = source_below(root, source).ok_or_else(outside)?;
        let built = match built {
            Built::Ready(executable) => self.add_built(executable)?,
            Built::Rejected(why) => PackBuilt::Rejected { why: why.clone() },
            Built::Missing(why) | Built::Failed(why) | Built::Absent(why) => {
                PackBuilt::Missing { why: why.clone() }
            }
        };
        self.programs.push(PackProgram { source, built });
        Ok(())
    }

    fn add_built(&mut self, executable: &Executable) -> Result<PackBuilt, PackError> {
        let Some(artifact) = &executable.artifact else { return Ok(PackBuilt::Source) };
        let own = Path::new(PROGRAMS).join(self.programs.len().to_string());
        let meta = fs::metadata(artifact).map_err(|error| PackError::Io(artifact.to_path_buf(), error))?;
        let mut place = own.clone();
        if meta.is_dir() {
            // A compiler may leave a link to what no program sees, such as a key of the user.
            let home =
                fs::canonicalize(artifact).map_err(|error| PackError::Io(artifact.to_path_buf(), error))?;
            let is_own =
                |entry: &DirEntry| fs::canonicalize(entry.path()).is_ok_and(|real| real.starts_with(&home));
            self.add_folder(artifact, &own, is_own)?;
            // What is told of it is made of this where it is unpacked.
            let said = artifact.with_extension("warnings");
            if said.is_file() {
                self.items.push(Item::of_file(place.with_extension("warnings"), &said)?);
            }
        } else {
            place = own.join(artifact.file_name().unwrap_or(OsStr::new("program")));
            self.items.push(Item::of_file(place.clone(), artifact)?);
            if let Some(said) = &executable.warnings {
                let content = Content::Text(said.clone().into_bytes());
                let path = place.with_extension("warnings");
                self.items.push(Item { path, content, is_executable: false });
            }
        }
        Ok(PackBuilt::Program { path: Name::from_os(place.as_os_str()), is_folder: meta.is_dir() })
    }

    /// The settings, and the folders of these problems but for what is hidden or what tools have made there.
    fn add_files(&mut self, root: &Path, problems: &[&Problem]) -> Result<(), PackError> {
        if root.join(JUDGE_FILE).is_file() {
            self.items.push(Item::of_file(JUDGE_FILE.into(), &root.join(JUDGE_FILE))?);
        }
        for problem in problems {
            let name = problem.name.to_os();
            let is_shown = |entry: &DirEntry| {
                let is_setting =
                    entry.depth() == 1 && PACKAGE_FILES.iter().any(|file| entry.file_name() == *file);
                !entry.file_name().as_encoded_bytes().starts_with(b".") || entry.depth() == 0 || is_setting
            };
            let is_source = |entry: &DirEntry| {
                let is_made = entry.file_type().is_dir()
                    && ["target", "__pycache__"].iter().any(|made| entry.file_name() == *made);
                is_shown(entry) && (!is_made || entry.depth() == 0)
            };
            self.add_folder(&root.join("cases").join(&name), &Path::new("cases").join(&name), is_shown)?;
            let solutions = Path::new("solutions").join(&name);
            self.add_folder(&root.join(&solutions), &solutions, is_source)?;
        }
        Ok(())
    }

    /// The files of a folder, at this path. What is behind links is there itself; links that lead nowhere, or
    /// back, are left out, and so is what is neither a file nor a folder: that is told where cases are looked for.
    fn add_folder(
        &mut self,
        from: &Path,
        to: &Path,
        is_wanted: impl Fn(&DirEntry) -> bool,
    ) -> Result<(), PackError> {
        if !from.exists() {
            return Ok(());
        }
        let mut walk = WalkDir::new(from).follow_links(true).into_iter();
        let mut inside_link: Option<usize> = None;
        while let Some(entry) = walk.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) if error.loop_ancestor().is_some() => continue,
                Err(error) => {
                    let path = error.path().unwrap_or(from).to_owned();
                    if path.is_symlink() {
                        continue;
                    }
                    return Err(PackError::Io(path, error.into()));
                }
            };
            inside_link = inside_link.filter(|depth| entry.depth() > *depth);
            let is_folder = entry.file_type().is_dir();
            // As where cases are looked for: folders that link to each other have no end.
            let is_nested = is_folder && entry.path_is_symlink() && inside_link.is_some();
            if !is_wanted(&entry) || is_nested {
                if is_folder {
                    walk.skip_current_dir();
                }
                continue;
            }
            if is_folder && entry.path_is_symlink() {
                inside_link = inside_link.or(Some(entry.depth()));
            }
            if entry.file_type().is_file() {
                let below = entry.path().strip_prefix(from).unwrap_or(entry.path());
                self.items.push(Item::of_file(to.join(below), entry.path())?);
            }
        }
        Ok(())
    }
}
