//! What every command needs: the workspace, its settings, what is in it, the stop flag, the terminal.

mod run_folder;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context, anyhow};
use harness_sandbox::{ControlGroups, Stop};

use crate::config::{self, Config, Flags, IsolationMode, meant, nearest};
use crate::discover::{self, Discovered, HandInError, Selection};
use crate::event::{Clock, LeftOut};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{
    Catalog, Defect, Language, Name, PackedPrograms, Problem, Remarks, Solution, Source, StudentFiles,
};
use crate::scaffold;
use crate::ui::Ui;

pub use run_folder::RunFolder;

/// Made once for any command.
pub struct Session {
    /// The settings.
    pub config: Config,
    /// What is in the workspace.
    found: Discovered,
    /// What is not judged of what was selected.
    unjudged: Vec<LeftOut>,
    /// Set when a signal asks the judge to stop.
    pub stop: Stop,
    /// The terminal.
    pub ui: Ui,
    /// Started with the command.
    pub clock: Clock,
    run_folder: OnceLock<RunFolder>,
    case_places: OnceLock<Vec<PathBuf>>,
    readable: OnceLock<Vec<PathBuf>>,
    groups: OnceLock<ControlGroups>,
    /// What builds say of themselves.
    pub remarks: Remarks,
    packed: Option<PackedPrograms>,
    /// Where submissions lie, if the solutions are those of students.
    class: Option<Vec<PathBuf>>,
    /// What stands for the language of a student who has handed in nothing.
    no_language: Language,
    /// The folder that all this is in, where it goes with the session. It must be dropped last.
    unpacked: Option<RunFolder>,
}

/// The folder for what the judge writes.
pub const OWN_FOLDER: &str = ".judge";

impl Session {
    /// Finds the workspace and reads it. Without a root it is the nearest one upward.
    ///
    /// # Errors
    /// There is no workspace, or its settings are wrong.
    pub fn open(
        root: Option<&Path>,
        profile: Option<&str>,
        flags: &Flags,
        ui: Ui,
        stop: Stop,
    ) -> Result<Self, Failure> {
        let clock = Clock::start();
        let root = find_root(root)?;
        let config = config::load(&root, profile, flags).map_err(Failure::usage)?;
        recover(&root);
        let found = discover::discover(&config);
        Ok(Self {
            config,
            found,
            unjudged: Vec::new(),
            stop,
            ui,
            clock,
            run_folder: OnceLock::new(),
            groups: OnceLock::new(),
            case_places: OnceLock::new(),
            readable: OnceLock::new(),
            remarks: Remarks::default(),
            packed: None,
            class: None,
            no_language: Language::named(""),
            unpacked: None,
        })
    }

    /// The same with programs that were built before. The workspace is gone with the session where it lies in a
    /// folder of this process.
    #[must_use]
    pub fn with_programs(self, programs: PackedPrograms, unpacked: Option<RunFolder>) -> Self {
        Self { packed: Some(programs), unpacked, ..self }
    }

    /// Programs that were built before; then nothing is built.
    #[must_use]
    pub fn packed(&self) -> Option<&PackedPrograms> {
        self.packed.as_ref()
    }

    /// Whether what is written in the workspace is still there afterwards.
    #[must_use]
    pub fn is_lasting(&self) -> bool {
        self.unpacked.is_none()
    }

    /// Puts what students have handed in into the place of the solutions of the problem that is selected.
    ///
    /// # Errors
    /// No single problem is selected, or there are no submissions.
    pub fn hand_in(&mut self, selection: &[String], class: &StudentFiles) -> Result<(), Failure> {
        let found = self.found.hand_in(&self.config, selection, class).map_err(|error| {
            let hint = match &error {
                // A shell puts all paths but the first here, if the pattern is not quoted.
                HandInError::Selection(_) if selection.iter().any(|word| Path::new(word).exists()) => {
                    "quote the pattern, as in --students 'submissions/*/'"
                }
                HandInError::Selection(_) => "`harness list` shows the problems",
                HandInError::Problems(_) => {
                    "name it, as in `harness grade PROBLEM --students 'submissions/*/'`"
                }
                HandInError::Submissions(_) => {
                    "name a folder or a file for each student, as in --students 'submissions/*/'"
                }
            };
            Failure { code: ExitCode::NothingSelected, ..Failure::usage(error).hint(hint) }
        })?;
        self.class = Some(found);
        Ok(())
    }

    /// Whether the solutions are what students have handed in.
    #[must_use]
    pub fn is_class(&self) -> bool {
        self.class.is_some()
    }

    /// The folders in which submissions lie, by their real names.
    #[must_use]
    pub fn submission_folders(&self) -> &[PathBuf] {
        self.class.as_deref().unwrap_or_default()
    }

    /// The language of a solution; one without a name where there is nothing to build.
    #[must_use]
    pub fn language_of(&self, solution: &Solution) -> Option<&Language> {
        match solution.source {
            Source::Absent(_) => Some(&self.no_language),
            _ => self.config.languages.get(&solution.language),
        }
    }

    /// What is in the workspace.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        &self.found.catalog
    }

    /// Makes sure that the settings of these problems are right.
    ///
    /// # Errors
    /// Everything that is wrong in them.
    pub fn check<'n>(&self, problems: impl IntoIterator<Item = &'n Name>) -> Result<(), Failure> {
        self.found.check(problems).map_err(Failure::usage)
    }

    /// What is wrong in the settings of other problems than this one.
    #[must_use]
    pub fn mistakes_elsewhere(&self, problem: &Problem) -> Vec<Defect> {
        self.found.mistakes_but_of(&[problem.name.clone()].into())
    }

    /// Leaves only these problems to be used: what is wrong with others becomes a note. Where everything is
    /// selected because nothing was named, problems with wrong settings are taken out: they cannot be
    /// judged, and are defects.
    ///
    /// # Errors
    /// Everything that is wrong in their settings.
    pub fn narrow(&mut self, selection: &mut Selection, names_nothing: bool) -> Result<(), Failure> {
        let aside = if names_nothing { self.found.set_aside(selection) } else { Vec::new() };
        self.narrow_to(selection)?;
        self.found.catalog.defects.extend(aside);
        Ok(())
    }

    /// What lies among the solutions of these problems and is not judged.
    #[must_use]
    pub fn unjudged(&self) -> &[LeftOut] {
        &self.unjudged
    }

    fn narrow_to(&mut self, selection: &Selection) -> Result<(), Failure> {
        let problems = &self.found.catalog.problems;
        let chosen = selection.problems.iter().filter_map(|selected| problems.get(selected.problem));
        let names: BTreeSet<Name> = chosen.map(|problem| problem.name.clone()).collect();
        self.check(&names)?;
        let Catalog { defects, notes, .. } = self.catalog();
        let is_own = |defect: &&Defect| {
            defect.is_unjudged && defect.problem.as_ref().is_some_and(|problem| names.contains(problem))
        };
        let left_out = |defect: &Defect| LeftOut {
            problem: defect.problem.clone(),
            path: Name::from_os(defect.path.as_os_str()),
            why: defect.what.clone(),
        };
        let mut unjudged: Vec<LeftOut> = defects.iter().chain(notes).filter(is_own).map(left_out).collect();
        unjudged.sort_by(|one, other| one.path.cmp(&other.path));
        self.unjudged = unjudged;
        self.found.narrow(&names, selection);
        Ok(())
    }

    /// Notes which files of the selected cases no program reads as what they show. Each file is opened for that.
    pub fn note_encodings(&mut self, selection: &Selection) {
        self.found.note_encodings(&self.config.root, selection);
    }

    /// The problem of this name.
    ///
    /// # Errors
    /// There is none, or its settings are wrong.
    pub fn problem(&self, wanted: &str) -> Result<&Problem, Failure> {
        let problems = &self.catalog().problems;
        let problem = problems.iter().find(|problem| problem.name.is_called(wanted)).ok_or_else(|| {
            let names: Vec<String> = problems.iter().map(|problem| problem.name.to_string()).collect();
            let what = anyhow!("unknown problem `{}`", Name::from(wanted));
            let hint = match nearest(wanted, names.iter().map(String::as_str)) {
                Some(near) => meant(near, wanted),
                None => format!("create the folder cases/{}", Name::from(wanted)),
            };
            Failure { code: ExitCode::NothingSelected, ..Failure::usage(what).hint(hint) }
        })?;
        self.check([&problem.name])?;
        Ok(problem)
    }

    /// The folder for what the judge writes.
    #[must_use]
    pub fn own_folder(&self) -> PathBuf {
        self.config.root.join(OWN_FOLDER)
    }

    /// Where the cases really are; looked for when first asked for.
    #[must_use]
    pub fn case_places(&self) -> &[PathBuf] {
        self.case_places.get_or_init(|| discover::case_places(&self.config.root))
    }

    /// What builds may read outside of the workspace, by its real names; looked for when first asked for.
    #[must_use]
    pub fn readable(&self) -> &[PathBuf] {
        let real = |path: &PathBuf| match fs::canonicalize(self.config.root.join(path)) {
            Ok(real) => Some(real),
            Err(error) => {
                let name = Name::from_os(path.as_os_str());
                self.remarks.add(format!("`build.readable` names `{name}`, which cannot be read: {error}"));
                None
            }
        };
        self.readable.get_or_init(|| self.config.build.readable().iter().filter_map(real).collect())
    }

    /// What programs must not see: the workspace, and its cases wherever they are, all by their real names.
    #[must_use]
    pub fn secrets(&self) -> Vec<PathBuf> {
        let root = &self.config.root;
        let real = fs::canonicalize(root).unwrap_or_else(|_| root.clone());
        let outside = self.case_places().iter().filter(|place| !place.starts_with(&real));
        outside.chain(self.submission_folders()).cloned().chain([real.clone()]).collect()
    }

    /// The control groups of all that this process starts; taken over when first asked for, given back
    /// with the session.
    #[must_use]
    pub fn groups(&self) -> &ControlGroups {
        let is_isolated = self.config.judge.isolation.value != IsolationMode::None;
        self.groups.get_or_init(|| if is_isolated { ControlGroups::take() } else { ControlGroups::none() })
    }

    /// The folder for what this process alone needs; made when first asked for, gone with the session.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn run_folder(&self) -> Result<&Path, Failure> {
        if let Some(folder) = self.run_folder.get() {
            return Ok(folder.path());
        }
        let parent = self.own_folder().join("run");
        let made = prepare(&self.own_folder())
            .and_then(|()| RunFolder::make(&parent))
            .with_context(|| format!("failed to make `{}`", parent.display()))
            .map_err(Failure::usage)?;
        Ok(self.run_folder.get_or_init(|| made).path())
    }
}

/// Makes the folder for what the judge writes; it hides itself from git.
fn prepare(own: &Path) -> io::Result<()> {
    fs::create_dir_all(own)?;
    let ignore = own.join(".gitignore");
    if ignore.exists() { Ok(()) } else { fs::write(ignore, "*\n") }
}

/// Cases that a writer had decided on when it died are moved to their places before they are read. In
/// a workspace that may only be read this fails, and then they are not there.
fn recover(root: &Path) {
    let problems = fs::read_dir(root.join("cases")).into_iter().flatten().flatten();
    for problem in problems {
        let _ = scaffold::recover(&problem.path());
    }
}

/// The root of the workspace that is given, or the nearest one upward.
///
/// # Errors
/// There is none.
pub fn find_root(given: Option<&Path>) -> Result<PathBuf, Failure> {
    let hint = "a workspace is a folder with a judge.toml (it may be empty), cases/ and solutions/; name one with --root DIR";
    let root = match given {
        Some(root) if root.is_dir() => Some(root.to_owned()),
        Some(root) => {
            let what = anyhow!("`{}` is not a folder", root.display());
            return Err(Failure::usage(what).hint(hint));
        }
        None => {
            let here = std::env::current_dir()
                .context("failed to find the current folder")
                .map_err(Failure::usage)?;
            config::find_root(&here)
        }
    };
    let none = || {
        let what = anyhow!("no judge.toml here or in any folder above");
        let here = std::env::current_dir().unwrap_or_default();
        let other = here.ancestors().find_map(|folder| config::misspelt(folder, config::JUDGE_FILE));
        match other {
            Some(other) => Failure::usage(what)
                .hint(format!("`{other}` differs from it only in the case of letters: rename it")),
            None => Failure::usage(what).hint(hint),
        }
    };
    let root = root.ok_or_else(none)?;
    // Programs run elsewhere, so every path that they get must be absolute.
    std::path::absolute(&root)
        .with_context(|| format!("failed to find `{}`", root.display()))
        .map_err(Failure::usage)
}
