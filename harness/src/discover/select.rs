//! Which solutions and cases a command is about: `PROBLEM`, `PROBLEM/SOLUTION`, `PROBLEM/SOLUTION/CASE`,
//! each part a glob.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::config::{meant, nearest};
use crate::discover::problem::{CASES, SOLUTIONS};
use crate::model::{Case, Catalog, Glob, Name, Problem};

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

/// A glob for names. Names that are no glob, and names as they are shown, match literally.
#[derive(Debug)]
struct Part<'a> {
    text: &'a str,
    glob: Option<Glob>,
}

impl<'a> Part<'a> {
    fn new(text: &'a str) -> Self {
        let text = if text.is_empty() { "*" } else { text };
        Self { text, glob: Glob::new(text).ok() }
    }

    fn matches(&self, name: &Name) -> bool {
        self.text == "*"
            || self.text.as_bytes() == name.as_bytes()
            || self.glob.as_ref().is_some_and(|glob| glob.matches(name))
            || self.text == name.shown()
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

/// Chooses from a catalog; no pattern is everything.
///
/// # Errors
/// The first pattern that matches nothing.
pub fn select(catalog: &Catalog, patterns: &[String]) -> Result<Selection, NothingMatches> {
    let mut chosen: BTreeMap<usize, BTreeMap<usize, Arc<[usize]>>> = BTreeMap::new();
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
        .map(|(problem, solutions)| SelectedProblem { problem, solutions: of_problem(solutions) })
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
        let problems = matching(&problem, catalog.problems.iter().map(|problem| &problem.name));
        if problems.is_empty() {
            return Err(no_problem(&problem, catalog));
        }
        let names = |index: &usize| catalog.problems[*index].cases.iter().map(|case| &case.name);
        let found: Vec<(usize, Vec<usize>)> =
            problems.iter().map(|index| (*index, matching(&case, names(index)))).collect();
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

fn apply(
    pattern: &Pattern<'_>,
    catalog: &Catalog,
    chosen: &mut BTreeMap<usize, BTreeMap<usize, Arc<[usize]>>>,
) -> Result<(), NothingMatches> {
    let problems: Vec<(usize, &Problem)> = catalog
        .problems
        .iter()
        .enumerate()
        .filter(|(_, problem)| pattern.problem.matches(&problem.name))
        .collect();
    if problems.is_empty() {
        return Err(no_problem(&pattern.problem, catalog));
    }
    let (mut n_solutions, mut n_cases) = (0, 0);
    for (index, problem) in &problems {
        let cases: Arc<[usize]> = matching(&pattern.case, problem.cases.iter().map(|case| &case.name)).into();
        let solutions = matching(&pattern.solution, problem.solutions.iter().map(|solution| &solution.name));
        n_solutions += solutions.len();
        n_cases += cases.len();
        let of_problem = chosen.entry(*index).or_default();
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

fn matching<'n>(part: &Part<'_>, names: impl Iterator<Item = &'n Name>) -> Vec<usize> {
    names.enumerate().filter(|(_, name)| part.matches(name)).map(|(index, _)| index).collect()
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
