//! Changed files and folders → the solutions and cases that are to be run again; pure.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use crate::config::JUDGE_FILE;
use crate::discover::{self, CASES, Chosen, SOLUTIONS, SelectedProblem, Selection};
use crate::model::{Case, Catalog, Name, Problem, Solution, Source};
use crate::watch::Changes;

/// What is to be run again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// Everything.
    pub everything: bool,
    /// By problem.
    pub problems: BTreeMap<Name, Parts>,
}

/// What is to be run again of a problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// All solutions on all cases.
    pub whole: bool,
    /// These solutions on all cases.
    pub solutions: BTreeSet<Name>,
    /// All solutions on these cases.
    pub cases: BTreeSet<Name>,
}

impl Touched {
    /// Everything.
    #[must_use]
    pub fn everything() -> Self {
        Self { everything: true, ..Self::default() }
    }

    /// Whether nothing is to be run again.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.everything && self.problems.is_empty()
    }

    fn of_problem(&mut self, name: &Name) -> &mut Parts {
        self.problems.entry(name.clone()).or_default()
    }
}

/// Files in the root beside `judge.toml` that decide how solutions are built.
const OF_BUILDS: [&str; 4] = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "rust-toolchain"];

/// What these changes touch, in a workspace whose catalog is now and was before. What `is_source` says of a path
/// counts where it lies neither among the cases nor among the solutions: sources may include it.
#[must_use]
pub fn touched(
    changes: &Changes,
    root: &Path,
    (now, before): (&Catalog, &Catalog),
    is_source: &dyn Fn(&Path) -> bool,
) -> Touched {
    let mut touched = Touched { everything: changes.is_overflown, ..Touched::default() };
    for path in &changes.paths {
        let Ok(inside) = path.strip_prefix(root) else { continue };
        let mut names = inside.iter();
        let (top, problem) = (names.next().unwrap_or_default(), names.next());
        let Some(problem) = problem.filter(|_| top == CASES || top == SOLUTIONS) else {
            touched.everything |= is_of_all(top, inside, is_source);
            continue;
        };
        let (name, is_direct) = (Name::from_os(problem), names.next().is_none());
        let problems = || [now, before].into_iter().flat_map(|catalog| &catalog.problems);
        let own = || problems().filter(|of| of.name == name);
        if is_direct && own().next().is_none() {
            // A file beside the folders of the problems, or the folder of a problem that is no more.
            touched.everything |= top == SOLUTIONS && !discover::is_made_or_text(problem);
        } else if top == CASES {
            touch_case(path, &name, (now, before), &mut touched);
        } else if let Some(solution) = own().find_map(|of| solution_at(of, path)) {
            touched.of_problem(&name).solutions.insert(solution.name.clone());
        } else if !discover::is_made_or_text(path.file_name().unwrap_or_default()) {
            touched.of_problem(&name).whole = true;
        }
    }
    touched
}

/// Whether what lies at this path is of all problems.
fn is_of_all(top: &OsStr, inside: &Path, is_source: &dyn Fn(&Path) -> bool) -> bool {
    let is_top = inside.iter().count() == 1;
    let is_named = top == JUDGE_FILE || top == CASES || top == SOLUTIONS;
    (is_top && (is_named || OF_BUILDS.iter().any(|name| top == *name))) || is_source(inside)
}

/// Cases that are there are run again; anything else among the cases, one that is gone too, is of all cases.
fn touch_case(path: &Path, problem: &Name, (now, before): (&Catalog, &Catalog), touched: &mut Touched) {
    let cases_at = |catalog: &Catalog| -> BTreeSet<Name> {
        let own = catalog.problems.iter().filter(|of| of.name == *problem && of.folder != path);
        let cases = own.flat_map(|of| of.cases.iter().filter(|case| is_at(of, case, path)));
        cases.map(|case| case.name.clone()).collect()
    };
    let is_number =
        path.file_name().is_some_and(|name| name.as_encoded_bytes().iter().all(u8::is_ascii_digit));
    let (now, before) = (cases_at(now), cases_at(before));
    if !now.is_empty() && now.is_superset(&before) {
        touched.of_problem(problem).cases.extend(now);
    } else if !(now.is_empty() && before.is_empty() && is_number) {
        // By a number an editor calls the file with which it tries whether it may write.
        touched.of_problem(problem).whole = true;
    }
}

/// Whether a file or folder is of a case: one of its files, or a folder in which they are.
fn is_at(problem: &Problem, case: &Case, path: &Path) -> bool {
    let settings = || {
        let mut name = case.name.to_os();
        name.push(".toml");
        problem.folder.join(name)
    };
    case.input().starts_with(path)
        || case.answer_file().starts_with(path)
        || case.second_answers().any(|answer| answer.starts_with(path))
        || (path.extension() == Some(OsStr::new("toml")) && path == settings())
}

/// The solution that is built from what lies at this path, and no other.
fn solution_at<'a>(problem: &'a Problem, path: &Path) -> Option<&'a Solution> {
    problem.solutions.iter().find(|solution| match &solution.source {
        Source::File(file) => path == file,
        Source::Folder { folder, .. } => path.starts_with(folder),
        Source::CargoBinary { .. } => path == solution.main_file,
        Source::Absent(_) => false,
    })
}

/// What of a selection is touched, and whether only some cases of its solutions are: then a run says nothing
/// of these as a whole.
#[must_use]
pub fn narrowed(selection: Selection, catalog: &Catalog, touched: &Touched) -> (Selection, bool) {
    if touched.everything {
        return (selection, false);
    }
    let parts = |selected: &SelectedProblem| touched.problems.get(&catalog.problems[selected.problem].name);
    let is_whole = |parts: &Parts| parts.whole || !parts.solutions.is_empty();
    let chosen = || selection.problems.iter().filter_map(parts);
    let is_partial = !chosen().any(is_whole) && chosen().next().is_some();
    let of_problem = |selected: &SelectedProblem| {
        let (problem, parts) = (&catalog.problems[selected.problem], parts(selected)?);
        let solutions = selected.solutions.iter().filter_map(|chosen| {
            let name = &problem.solutions.get(chosen.solution)?.name;
            if is_partial {
                let is_touched = |case: &&usize| parts.cases.contains(&problem.cases[**case].name);
                let cases: Arc<[usize]> = chosen.cases.iter().filter(is_touched).copied().collect();
                return Some(Chosen { cases, ..chosen.clone() });
            }
            let is_run = parts.whole || !parts.cases.is_empty() || parts.solutions.contains(name);
            is_run.then(|| chosen.clone())
        });
        Some(SelectedProblem { solutions: solutions.collect(), ..selected.clone() })
    };
    let problems = selection.problems.iter().filter_map(of_problem).collect();
    (Selection { problems }, is_partial)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Touched, narrowed, touched};
    use crate::discover::fixture::Workspace;
    use crate::discover::select;
    use crate::model::Catalog;
    use crate::watch::Changes;

    /// Two problems: one with single files, a folder and a program with a role, one with a package.
    fn workspace() -> Workspace {
        Workspace::new()
            .files(&["cases/p/1.in", "cases/p/1.ans", "cases/p/g/2.in", "cases/p/g/2.ans", "cases/p/gen.py"])
            .file("cases/p/problem.toml", "generator = \"gen.py\"\n")
            .file("cases/p/g/2.toml", "time_limit = \"1s\"\n")
            .files(&["solutions/p/a.py", "solutions/p/b.cpp", "solutions/p/shared.h"])
            .files(&["solutions/p/deep/main.cpp", "solutions/p/deep/part.h"])
            .files(&["cases/q/1.in", "cases/q/1.ans", "solutions/q/src/lib.rs", "solutions/q/src/bin/c.rs"])
            .file(
                "solutions/q/Cargo.toml",
                "[package]\nname = \"q\"\nversion = \"0.1.0\"\nedition = \"2024\"\n",
            )
    }

    /// `everything`, or `p: all, q: c on all, all on 1`.
    fn told(touched: &Touched) -> String {
        if touched.everything {
            return "everything".to_owned();
        }
        let of_problem = |(name, parts): (&crate::model::Name, &super::Parts)| {
            let mut told: Vec<String> = parts.whole.then(|| "all".to_owned()).into_iter().collect();
            told.extend(parts.solutions.iter().map(|solution| format!("{solution} on all")));
            told.extend(parts.cases.iter().map(|case| format!("all on {case}")));
            format!("{name}: {}", told.join(", "))
        };
        touched.problems.iter().map(of_problem).collect::<Vec<_>>().join("; ")
    }

    fn of(workspace: &Workspace, catalogs: (&Catalog, &Catalog), changed: &[&str]) -> Touched {
        let paths = changed.iter().map(|path| workspace.path(path)).collect();
        let changes = Changes { paths, is_overflown: false };
        let is_source = |path: &Path| path.extension().is_some_and(|extension| extension == "h");
        touched(&changes, &workspace.path(""), catalogs, &is_source)
    }

    #[test]
    fn a_change_touches_what_depends_on_it() {
        let workspace = workspace();
        let catalog = workspace.catalog();
        for (changed, expect) in [
            (&["solutions/p/a.py"][..], "p: a on all"),
            (&["solutions/p/deep/part.h"], "p: deep on all"),
            (&["solutions/p/shared.h"], "p: all"),
            (&["solutions/p/a.out", "solutions/p/4913", "solutions/p/notes.md"], ""),
            (&["solutions/q/src/bin/c.rs"], "q: c on all"),
            (&["solutions/q/src/lib.rs"], "q: all"),
            (&["solutions/q/Cargo.toml"], "q: all"),
            (&["cases/p/1.in"], "p: all on 1"),
            (&["cases/p/g/2.ans", "cases/p/1.ans"], "p: all on 1, all on g/2"),
            (&["cases/p/g/2.toml"], "p: all on g/2"),
            (&["cases/p/g"], "p: all on g/2"),
            (&["cases/p", "cases/p/problem.toml"], "p: all"),
            (&["cases/p/gen.py"], "p: all"),
            (&["cases/p/4913"], ""),
            (&["cases/p/3.in"], "p: all"),
            (&["cases/p/1.in", "solutions/q/src/bin/c.rs"], "p: all on 1; q: c on all"),
            (&["judge.toml"], "everything"),
            (&["Cargo.lock"], "everything"),
            (&["solutions/testlib.h"], "everything"),
            (&["include/tree.h"], "everything"),
            (&["include/tree.txt", "README.md", "solutions/README.md", "cases/README"], ""),
        ] {
            assert_eq!(told(&of(&workspace, (&catalog, &catalog), changed)), expect, "{changed:?}");
        }
        let lost = Changes { is_overflown: true, ..Changes::default() };
        let touched = touched(&lost, &workspace.path(""), (&catalog, &catalog), &|_| false);
        assert_eq!(told(&touched), "everything");
    }

    #[test]
    fn what_is_gone_is_known_from_before_and_what_is_new_from_now() {
        let workspace = workspace();
        let before = workspace.catalog();
        for gone in ["solutions/p/a.py", "cases/p/1.in", "cases/p/1.ans"] {
            std::fs::remove_file(workspace.path(gone)).unwrap();
        }
        let workspace = workspace.files(&["solutions/p/new.py", "cases/p/7.in", "cases/p/7.ans"]);
        let now = workspace.catalog();
        let told = |changed: &[&str]| told(&of(&workspace, (&now, &before), changed));
        // Nothing else depends on a solution; what is expected may depend on any case.
        assert_eq!(told(&["solutions/p/a.py"]), "p: a on all");
        assert_eq!(told(&["cases/p/1.in", "cases/p/1.ans"]), "p: all");
        assert_eq!(told(&["solutions/p/new.py"]), "p: new on all");
        assert_eq!(told(&["cases/p/7.in", "cases/p/7.ans"]), "p: all on 7");
    }

    /// The runs `p/a: 1 g/2`, and whether only some cases are run.
    fn runs(patterns: &[&str], changed: &[&str]) -> (Vec<String>, bool) {
        let workspace = workspace();
        let catalog = workspace.catalog();
        let patterns: Vec<String> = patterns.iter().map(ToString::to_string).collect();
        let selection = select(&catalog, &patterns).unwrap();
        let touched = of(&workspace, (&catalog, &catalog), changed);
        let (selection, is_partial) = narrowed(selection, &catalog, &touched);
        let mut runs = Vec::new();
        for selected in &selection.problems {
            let problem = &catalog.problems[selected.problem];
            for chosen in &selected.solutions {
                let cases: Vec<String> =
                    chosen.cases.iter().map(|case| problem.cases[*case].name.to_string()).collect();
                let name = &problem.solutions[chosen.solution].name;
                runs.push(format!("{}/{name}: {}", problem.name, cases.join(" ")));
            }
        }
        (runs, is_partial)
    }

    #[track_caller]
    fn check(patterns: &[&str], changed: &[&str], expect: &[&str], is_partial: bool) {
        let (runs, partial) = runs(patterns, changed);
        assert_eq!(
            (runs.iter().map(String::as_str).collect::<Vec<_>>(), partial),
            (expect.to_vec(), is_partial)
        );
    }

    #[test]
    fn what_is_touched_of_the_selection_is_run() {
        check(&[], &["solutions/p/a.py"], &["p/a: 1 g/2"], false);
        check(&["p/*/g/2"], &["solutions/p/a.py"], &["p/a: g/2"], false);
        check(&["q"], &["solutions/p/a.py"], &[], false);
        check(&[], &["cases/p/1.in"], &["p/a: 1", "p/b: 1", "p/deep: 1"], true);
        check(&["p/b"], &["judge.toml"], &["p/b: 1 g/2"], false);
        check(&["p/b", "q"], &["solutions/p/shared.h"], &["p/b: 1 g/2"], false);
        // A case beside a source: all are run on all, so that what is said holds of solutions as a whole.
        let all = ["p/a: 1 g/2", "p/b: 1 g/2", "p/deep: 1 g/2"];
        check(&[], &["cases/p/1.in", "solutions/p/a.py"], &all, false);
    }
}
