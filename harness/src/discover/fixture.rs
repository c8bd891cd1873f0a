//! For tests: small workspaces in a temporary folder, and a catalog as text.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::config::{Config, Flags, SettingsErrors, load};
use crate::discover::discover;
use crate::model::{Catalog, Defect, Problem, RoleKind, Scope, Solution, Source};

/// A workspace that is gone when it is dropped.
pub struct Workspace {
    folder: TempDir,
}

impl Workspace {
    /// A workspace with an empty `judge.toml` and both folders.
    pub fn new() -> Self {
        let workspace = Self { folder: tempfile::tempdir().unwrap() };
        fs::create_dir(workspace.path("cases")).unwrap();
        fs::create_dir(workspace.path("solutions")).unwrap();
        workspace.file("judge.toml", "")
    }

    pub fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Adds a file.
    pub fn file(self, path: impl AsRef<Path>, text: impl AsRef<[u8]>) -> Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    /// Adds empty files.
    pub fn files(self, paths: &[&str]) -> Self {
        paths.iter().fold(self, |workspace, path| workspace.file(path, ""))
    }

    /// Adds a link.
    pub fn link(self, path: &str, target: &str) -> Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        symlink(target, path).unwrap();
        self
    }

    pub fn config(&self) -> Config {
        load(self.folder.path(), None, &Flags::NONE).unwrap()
    }

    fn discovered(&self) -> Result<Catalog, SettingsErrors> {
        let found = discover(&self.config());
        found.check(found.mistakes.keys())?;
        Ok(found.catalog)
    }

    pub fn catalog(&self) -> Catalog {
        self.discovered().unwrap()
    }

    /// The mistakes in its settings.
    pub fn complaints(&self) -> String {
        self.discovered().unwrap_err().to_string()
    }

    /// The catalog as text, with paths relative to the root.
    pub fn shown(&self) -> String {
        let Catalog { problems, defects, notes } = self.catalog();
        let mut rows = Vec::new();
        for problem in &problems {
            rows.extend(self.problem(problem));
        }
        let told = |kind: &'static str| move |defect: &Defect| format!("{kind}: {defect}");
        rows.extend(defects.iter().map(told("defect")));
        rows.extend(notes.iter().map(told("note")));
        rows.join("\n")
    }

    fn problem(&self, problem: &Problem) -> Vec<String> {
        let mut rows = vec![format!("problem {} ({})", problem.name, problem.title)];
        for case in &problem.cases {
            let folder = |path: &Path| path.strip_prefix(&problem.folder).unwrap().display().to_string();
            rows.push(format!(
                "  case {} = {} {}",
                case.name,
                folder(&case.input()),
                folder(&case.answer_file())
            ));
        }
        rows.extend(
            problem.solutions.iter().map(|solution| format!("  solution {}", self.solution(solution))),
        );
        let roles = &problem.roles;
        rows.extend(roles.reference.iter().map(|name| format!("  reference {name}")));
        for kind in RoleKind::ALL {
            rows.extend(roles.of(kind).iter().map(|program| {
                format!(
                    "  {} {} ({}) from {}",
                    kind.key(),
                    program.name,
                    program.language,
                    self.source(&program.source)
                )
            }));
        }
        rows
    }

    fn solution(&self, solution: &Solution) -> String {
        let rules = solution.expectation.rules.iter();
        let rules: Vec<String> = match solution.expectation.scope {
            Scope::Cases => rules.map(|(glob, permitted)| format!("{} {permitted}", glob.text())).collect(),
            Scope::Final => vec![solution.expectation.to_string()],
        };
        let family = solution.family.as_ref().map_or_else(String::new, |family| format!(" of {family}"));
        let Solution { name, language, source, .. } = solution;
        format!("{name}{family} ({language}) from {}: {}", self.source(source), rules.join(", "))
    }

    fn source(&self, source: &Source) -> String {
        let relative = |path: &Path| path.strip_prefix(self.folder.path()).unwrap().display().to_string();
        match source {
            Source::CargoBinary { package, binary } => format!("{} bin {binary}", relative(package)),
            Source::File(path) => relative(path),
            Source::Folder { main, .. } => relative(main),
            Source::Absent(why) => format!("nothing ({why})"),
        }
    }
}
