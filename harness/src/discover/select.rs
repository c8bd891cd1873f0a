//! Which solutions and cases a command is about: `PROBLEM`, `PROBLEM/SOLUTION`, `PROBLEM/SOLUTION/CASE`,
//! each part a glob.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;

use crate::config::{meant, nearest};
use crate::discover::classify::split_extension;
use crate::discover::problem::{CASES, SOLUTIONS};
use crate::model::{Case, Catalog, Defect, Glob, Name, Problem};

/// What was chosen, in the order of the catalog.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The problems of which something was chosen.
    pub problems: Vec<SelectedProblem>,
}

/// What was chosen of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectedProblem {
    /// Its index in the catalog.
    pub problem: usize,
    /// The solutions. `P/a/1 P/b/2` chooses different cases for each, so that they stand with it.
    pub solutions: Vec<Chosen>,
    /// What was written of it.
    pub asked: Vec<AskedPart>,
}

/// What a pattern says of a problem: globs for its solutions and its cases, none for all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedPart {
    solution: Option<String>,
    case: Option<String>,
}

impl Selection {
    /// Whether what is wrong there is of a problem that is selected, and of no part of it that is.
    #[must_use]
    pub fn leaves_out(&self, problems: &[Problem], defect: &Defect) -> bool {
        self.problems.iter().any(|selected| {
            let problem = &problems[selected.problem];
            defect.problem.as_ref() == Some(&problem.name) && !selected.asks_for(problem, &defect.path)
        })
    }
}

impl SelectedProblem {
    /// Whether what is at this path of the problem, relative to the root, is asked for: all of its solutions or cases
    /// are, or those of a name that it may have.
    #[must_use]
    pub fn asks_for(&self, problem: &Problem, path: &Path) -> bool {
        let of_cases = path.strip_prefix(Path::new(CASES).join(problem.name.to_os())).ok();
        let of_solutions = path.strip_prefix(Path::new(SOLUTIONS).join(problem.name.to_os())).ok();
        let inside = of_cases.or(of_solutions).unwrap_or(path);
        if inside.as_os_str().is_empty() {
            return true;
        }
        let mut names = vec![inside.as_os_str().as_bytes()];
        if of_cases.is_none() {
            names.extend(inside.iter().map(OsStrExt::as_bytes));
        }
        names.extend(names.clone().into_iter().filter_map(split_extension).map(|(stem, _)| stem));
        self.asked.iter().any(|asked| {
            let part = if of_cases.is_some() { &asked.case } else { &asked.solution };
            let is_meant = |text: &String| {
                let part = Part::new(text);
                names
                    .iter()
                    .any(|name| !part.places([Name::from_os(OsStr::from_bytes(name))].iter()).is_empty())
            };
            part.as_ref().is_none_or(is_meant)
        })
    }
}

/// A solution and the cases to run it on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The index of the solution in its problem.
    pub solution: usize,
    /// The indices of the cases in the problem, ascending; shared where solutions have the same.
    pub cases: Arc<[usize]>,
}

/// A pattern that matches nothing, and what may have been meant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}{}", .hint.as_deref().map_or_else(String::new, |hint| format!("; {hint}")))]
pub struct NothingMatches {
    /// Which part matches nothing.
    pub what: String,
    /// What may have been meant.
    pub hint: Option<String>,
}

/// One pattern, cut at its first two slashes; an empty part is everything.
#[derive(Debug)]
struct Pattern<'a> {
    problem: Part<'a>,
    solution: Part<'a>,
    case: Part<'a>,
}

/// A glob for names. What is spelled as a name is, or as it is shown, is that name and no glob.
#[derive(Debug)]
struct Part<'a> {
    text: &'a str,
    /// None where nothing was written: that is everything.
    written: Option<Written<'a>>,
}

/// What was written.
#[derive(Debug)]
struct Written<'a> {
    text: &'a str,
    glob: Option<Glob>,
}

impl<'a> Part<'a> {
    fn new(text: &'a str) -> Self {
        let written = (!text.is_empty()).then(|| Written { text, glob: Glob::new(text).ok() });
        Self { text: if text.is_empty() { "*" } else { text }, written }
    }

    /// What was written, unless that is everything.
    fn written(&self) -> Option<String> {
        self.written.as_ref().filter(|written| written.text != "*").map(|written| written.text.to_owned())
    }

    /// The places of the names that it means.
    fn places<'n>(&self, names: impl Iterator<Item = &'n Name>) -> Vec<usize> {
        let names: Vec<&Name> = names.collect();
        let Some(Written { text, glob }) = &self.written else { return (0..names.len()).collect() };
        let places = |is_meant: &dyn Fn(&Name) -> bool| -> Vec<usize> {
            (0..names.len()).filter(|place| is_meant(names[*place])).collect()
        };
        let ways: [&dyn Fn(&Name) -> bool; 3] =
            [&|name| text.as_bytes() == name.as_bytes(), &|name| *text == name.shown(), &|name| {
                *text == "*" || glob.as_ref().is_some_and(|glob| glob.matches(name))
            }];
        ways.iter().map(|way| places(way)).find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// The mistake that it matches none of these names.
    fn matches_none<'n>(&self, of_what: &str, names: impl Iterator<Item = &'n Name>) -> NothingMatches {
        let names: Vec<String> = names.map(ToString::to_string).collect();
        let hint = match nearest(self.text, names.iter().map(String::as_str)) {
            Some(near) => Some(meant(near, self.text)),
            None if names.is_empty() => Some("there are none".to_owned()),
            None if names.len() <= 12 => Some(format!("there are: {}", names.join(", "))),
            None => None,
        };
        NothingMatches { what: format!("no {of_what} matches `{}`", Name::from(self.text)), hint }
    }
}

/// The mistake that a pattern's first part matches no problem.
fn no_problem(part: &Part<'_>, catalog: &Catalog) -> NothingMatches {
    let nothing = part.matches_none("problem", catalog.problems.iter().map(|problem| &problem.name));
    if [".", "..", CASES, SOLUTIONS].contains(&part.text) {
        let hint = "write the names that `harness list` shows, not the path of a file";
        return NothingMatches { hint: Some(hint.to_owned()), ..nothing };
    }
    nothing
}

/// For each problem the cases of each solution, and what was written.
type ByProblem = BTreeMap<usize, (BTreeMap<usize, Arc<[usize]>>, Vec<AskedPart>)>;

/// Chooses from a catalog; no pattern is everything.
///
/// # Errors
/// The first pattern that matches nothing.
pub fn select(catalog: &Catalog, patterns: &[String]) -> Result<Selection, NothingMatches> {
    let mut chosen = ByProblem::new();
    let everything = ["*".to_owned()];
    let patterns = if patterns.is_empty() && !catalog.problems.is_empty() { &everything } else { patterns };
    for pattern in patterns {
        let mut parts = pattern.splitn(3, '/').map(Part::new).chain(std::iter::repeat_with(|| Part::new("")));
        let mut next = || parts.next().unwrap_or_else(|| Part::new(""));
        let pattern = Pattern { problem: next(), solution: next(), case: next() };
        apply(&pattern, catalog, &mut chosen)?;
    }
    let of_problem = |solutions: BTreeMap<usize, Arc<[usize]>>| {
        solutions.into_iter().map(|(solution, cases)| Chosen { solution, cases }).collect()
    };
    let problems = chosen
        .into_iter()
        .map(|(problem, (solutions, asked))| {
            let solutions = of_problem(solutions);
            SelectedProblem { problem, solutions, asked }
        })
        .collect();
    Ok(Selection { problems })
}

/// Chooses cases by patterns `PROBLEM` or `PROBLEM/CASE`, in the order of the catalog, each once.
///
/// # Errors
/// The first pattern that matches nothing.
pub fn select_cases<'a>(
    catalog: &'a Catalog,
    patterns: &[String],
) -> Result<Vec<(&'a Problem, Vec<&'a Case>)>, NothingMatches> {
    let mut chosen: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for pattern in patterns {
        let (problem, case) = pattern.split_once('/').unwrap_or((pattern, ""));
        let (problem, case) = (Part::new(problem), Part::new(case));
        let problems = problem.places(catalog.problems.iter().map(|problem| &problem.name));
        if problems.is_empty() {
            return Err(no_problem(&problem, catalog));
        }
        let names = |index: &usize| catalog.problems[*index].cases.iter().map(|case| &case.name);
        let found: Vec<(usize, Vec<usize>)> =
            problems.iter().map(|index| (*index, case.places(names(index)))).collect();
        if found.iter().all(|(_, cases)| cases.is_empty()) {
            let of: Vec<String> =
                problems.iter().take(3).map(|index| format!("`{}`", catalog.problems[*index].name)).collect();
            let all = problems.iter().flat_map(names);
            return Err(case.matches_none(&format!("case of {}", of.join(", ")), all));
        }
        for (index, cases) in found.into_iter().filter(|(_, cases)| !cases.is_empty()) {
            chosen.entry(index).or_default().extend(cases);
        }
    }
    let of_problem = |(index, cases): (usize, BTreeSet<usize>)| {
        let problem = &catalog.problems[index];
        (problem, cases.into_iter().map(|case| &problem.cases[case]).collect())
    };
    Ok(chosen.into_iter().map(of_problem).collect())
}

fn apply(pattern: &Pattern<'_>, catalog: &Catalog, chosen: &mut ByProblem) -> Result<(), NothingMatches> {
    let places = pattern.problem.places(catalog.problems.iter().map(|problem| &problem.name));
    let problems: Vec<(usize, &Problem)> =
        places.into_iter().map(|place| (place, &catalog.problems[place])).collect();
    if problems.is_empty() {
        return Err(no_problem(&pattern.problem, catalog));
    }
    let (mut n_solutions, mut n_cases) = (0, 0);
    for (index, problem) in &problems {
        let cases: Arc<[usize]> = pattern.case.places(problem.cases.iter().map(|case| &case.name)).into();
        let solutions = pattern.solution.places(problem.solutions.iter().map(|solution| &solution.name));
        n_solutions += solutions.len();
        n_cases += cases.len();
        let (of_problem, asked) = chosen.entry(*index).or_default();
        asked.push(AskedPart { solution: pattern.solution.written(), case: pattern.case.written() });
        for solution in solutions {
            let before = of_problem.remove(&solution);
            of_problem
                .insert(solution, before.map_or_else(|| Arc::clone(&cases), |before| union(&before, &cases)));
        }
    }
    let names: Vec<String> =
        problems.iter().take(3).map(|(_, problem)| format!("`{}`", problem.name)).collect();
    let of = names.join(", ");
    if n_solutions == 0 && pattern.solution.text != "*" {
        let all =
            problems.iter().flat_map(|(_, problem)| problem.solutions.iter().map(|solution| &solution.name));
        return Err(pattern.solution.matches_none(&format!("solution of {of}"), all));
    }
    if n_cases == 0 && pattern.case.text != "*" {
        let all = problems.iter().flat_map(|(_, problem)| problem.cases.iter().map(|case| &case.name));
        return Err(pattern.case.matches_none(&format!("case of {of}"), all));
    }
    Ok(())
}

fn union(one: &[usize], other: &[usize]) -> Arc<[usize]> {
    let mut all = [one, other].concat();
    all.sort_unstable();
    all.dedup();
    all.into()
}

#[cfg(test)]
mod tests {
    use super::select;
    use crate::discover::fixture::Workspace;
    use crate::model::Catalog;
    use insta::assert_snapshot;
    use proptest::prelude::proptest;

    fn catalog() -> Catalog {
        Workspace::new()
            .files(&["cases/snake/1.in", "cases/snake/1.ans", "cases/snake/g/2.in", "cases/snake/g/2.ans"])
            .files(&[
                "cases/snake/[x.in",
                "cases/snake/[x.ans",
                "cases/snake/a\nb.in",
                "cases/snake/a\nb.ans",
            ])
            .files(&["solutions/snake/bfs.py", "solutions/snake/dfs.py", "solutions/tree/bfs.py"])
            .files(&["cases/tree/1.in", "cases/tree/1.ans"])
            .catalog()
    }

    /// `problem/solution: cases`, one a line.
    fn chosen(catalog: &Catalog, patterns: &[&str]) -> String {
        let patterns: Vec<String> = patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
        let selection = match select(catalog, &patterns) {
            Ok(selection) => selection,
            Err(error) => return error.to_string(),
        };
        let mut rows = Vec::new();
        for selected in selection.problems {
            let problem = &catalog.problems[selected.problem];
            for chosen in selected.solutions {
                let cases: Vec<String> =
                    chosen.cases.iter().map(|&case| problem.cases[case].name.to_string()).collect();
                let solution = &problem.solutions[chosen.solution].name;
                rows.push(format!("{}/{solution}: {}", problem.name, cases.join(" ")));
            }
        }
        rows.join("\n")
    }

    #[test]
    fn patterns_choose_and_add_up() {
        let catalog = catalog();
        assert_snapshot!(chosen(&catalog, &[]), @r"
        snake/bfs: 1 [x a\nb g/2
        snake/dfs: 1 [x a\nb g/2
        tree/bfs: 1
        ");
        assert_snapshot!(chosen(&catalog, &["tree"]), @"tree/bfs: 1");
        assert_snapshot!(chosen(&catalog, &["*/bfs/1"]), @"
        snake/bfs: 1
        tree/bfs: 1
        ");
        assert_snapshot!(chosen(&catalog, &["snake/?fs/g/*"]), @"
        snake/bfs: g/2
        snake/dfs: g/2
        ");
        assert_snapshot!(chosen(&catalog, &["snake/bfs/1", "snake/dfs/g/2", "snake/bfs/g/2"]), @"
        snake/bfs: 1 g/2
        snake/dfs: g/2
        ");
        assert_snapshot!(chosen(&catalog, &["snake/bfs/[x", "snake//a\\nb"]), @r"
        snake/bfs: [x a\nb
        snake/dfs: a\nb
        ");
        assert_snapshot!(chosen(&catalog, &["tree/"]), @"tree/bfs: 1");
    }

    #[test]
    fn what_is_spelled_as_a_name_is_that_name_and_no_glob() {
        let mut workspace =
            Workspace::new().files(&["solutions/p/a*b.py", "solutions/p/aXb.py", "solutions/p?/s.py"]);
        workspace = workspace.files(&["solutions/pq/s.py"]);
        for case in ["p/[x]", "p/x", "p/*", "p/q?", "p/qq", "p?/1", "pq/1"] {
            let (input, answer) = (format!("cases/{case}.in"), format!("cases/{case}.ans"));
            workspace = workspace.files(&[&input, &answer]);
        }
        let catalog = workspace.catalog();
        assert_snapshot!(chosen(&catalog, &["p/a*b/[x]"]), @"p/a*b: [x]");
        assert_snapshot!(chosen(&catalog, &["p/a?b/q?"]), @"
        p/a*b: q?
        p/aXb: q?
        ");
        assert_snapshot!(chosen(&catalog, &["p/aXb/*"]), @"p/aXb: *");
        assert_snapshot!(chosen(&catalog, &["p/aXb/"]), @"p/aXb: * [x] q? qq x");
        assert_snapshot!(chosen(&catalog, &["p/aXb/[qx]*"]), @"p/aXb: q? qq x");
        assert_snapshot!(chosen(&catalog, &["p?"]), @"p?/s: 1");
        assert_snapshot!(chosen(&catalog, &["p[?q]//1"]), @"
        p?/s: 1
        pq/s: 1
        ");
    }

    #[test]
    fn a_pattern_that_matches_nothing_is_a_mistake() {
        let catalog = catalog();
        assert_snapshot!(chosen(&catalog, &["tree", "snaek"]), @"no problem matches `snaek`; did you mean `snake`?");
        assert_snapshot!(chosen(&catalog, &["snake/bsf"]), @"no solution of `snake` matches `bsf`; did you mean `bfs`?");
        assert_snapshot!(chosen(&catalog, &["snake/bfs/9"]), @r"no case of `snake` matches `9`; there are: 1, [x, a\nb, g/2");
        assert_snapshot!(chosen(&catalog, &["tree/["]), @"no solution of `tree` matches `[`; there are: bfs");
        assert_snapshot!(chosen(&Catalog::default(), &["x"]), @"no problem matches `x`; there are none");
        assert_snapshot!(chosen(&Catalog::default(), &[]), @"");
    }

    proptest! {
        #[test]
        fn no_pattern_makes_the_choice_panic(pattern in ".*") {
            _ = select(&Catalog::default(), &[pattern]);
        }
    }
}
