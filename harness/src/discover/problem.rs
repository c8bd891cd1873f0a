//! One problem: its settings, cases, programs and expectations put together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use crate::config::{
    CORRECT_GLOB, Config, ExpectRules, MOST_TOLD, ProblemSettings, SettingsError, SolutionSettings, Traced,
    hint, meant, nearest,
};
use crate::discover::cases::{Cases, cases};
use crate::discover::comment::expected_results;
use crate::discover::findings::{Findings, Subject};
use crate::discover::foreign::settings;
use crate::discover::pairing::Answers;
use crate::discover::programs::{Program, Programs, programs};
use crate::discover::roles::{Places, no_solution, roles};
use crate::model::{Case, Defect, Expectation, Glob, Group, Name, Problem, Role, Solution, told_apart};

/// The folder with the cases of all problems.
pub const CASES: &str = "cases";

/// The folder with the solutions of all problems.
pub const SOLUTIONS: &str = "solutions";

/// What is said of a problem without solutions.
pub const NO_SOLUTIONS: &str = "this problem has no solutions";

/// Which of its two folders a problem has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Folders {
    /// `cases/PROBLEM`.
    pub cases: bool,
    /// `solutions/PROBLEM`.
    pub solutions: bool,
}

/// That the folder which is missing is there under a name that differs only in the case of letters, or looks
/// like this one.
fn like(name: &Name, twin: Option<&Name>, top: &str) -> Option<String> {
    let (told, this) = told_apart(&twin?.shown(), &name.shown());
    let is_case = name.shown().to_lowercase() == twin?.shown().to_lowercase();
    if !is_case && told != twin?.shown() {
        return Some(format!("`{top}/{told}` looks like `{this}`: give both folders one name"));
    }
    let twin = Name::from_os(Path::new(top).join(twin?.to_os()).as_os_str());
    Some(format!("`{twin}` differs only in the case of letters: give both folders one name"))
}

/// Reads a problem; `None` where its folder holds nothing that is judged. Its twin is one whose name differs
/// only in the case of letters.
pub fn problem(
    config: &Config,
    (name, twin): (&Name, Option<&Name>),
    folders: Folders,
    findings: &mut Findings,
) -> Option<Problem> {
    let folder = Path::new(CASES).join(name.to_os());
    let solutions_folder = Path::new(SOLUTIONS).join(name.to_os());
    let of_cases = Subject { problem: Some(name), folder: &folder };
    let of_solutions = Subject { problem: Some(name), folder: &solutions_folder };
    let mut found = Programs::default();
    let n_defects = findings.defects.len();
    if folders.solutions {
        found = programs(config, of_solutions, findings);
    }
    // What is said to be wrong there is more than that there is nothing.
    let is_told = findings.defects[n_defects..].iter().any(|defect| defect.is_unjudged);
    if !folders.cases {
        if found.all.is_empty() {
            return None;
        }
        let hint = like(name, twin, CASES).unwrap_or_else(|| {
            format!("make {} with NAME.in and NAME.ans", Name::from_os(folder.as_os_str()))
        });
        findings.defects.push(of_solutions.defect("", "this problem has no cases", hint));
        return Some(assemble(config, name, &ProblemSettings::default(), Vec::new(), &[], found, findings));
    }
    let mut settings = settings(config, &folder, &mut findings.errors);
    findings.notes.extend(settings.notes.iter().map(|note| {
        let line = note.line.map(|line| format!("line {line}: ")).unwrap_or_default();
        let hint = note.hint.as_deref().unwrap_or_default();
        Defect { path: note.path.to_path_buf(), ..of_cases.defect("", format!("{line}{}", note.what), hint) }
    }));
    let needed = if settings.needs_answers() { Answers::Needed } else { Answers::Optional };
    let Cases { cases, others } = cases(config, of_cases, (&settings, needed), findings);
    name_cases(&mut settings, &cases);
    if cases.is_empty() {
        let hint = "add two files, NAME.in and NAME.ans";
        findings.defects.push(of_cases.defect("", "this problem has no cases", hint));
    }
    if found.all.is_empty() && found.left_out.is_empty() && !is_told {
        let hint = like(name, twin, SOLUTIONS)
            .unwrap_or_else(|| format!("add one to {}", Name::from_os(solutions_folder.as_os_str())));
        findings.notes.push(of_cases.defect("", NO_SOLUTIONS, hint));
    }
    Some(assemble(config, name, &settings, cases, &others, found, findings))
}

/// What is spelled like a case is that case, also where it could be a glob.
fn name_cases(settings: &mut ProblemSettings, cases: &[Case]) {
    let rules = settings.solutions.iter_mut().filter_map(|table| table.value.expect.as_mut());
    let of_rules = rules.flat_map(|rules| rules.expectation.rules.iter_mut()).map(|(glob, _)| glob);
    for glob in of_rules.chain(settings.visible.iter_mut().flat_map(|visible| visible.value.iter_mut())) {
        *glob = glob.or_name(cases.iter().map(|case| &case.name));
    }
}

fn assemble(
    config: &Config,
    name: &Name,
    settings: &ProblemSettings,
    cases: Vec<Case>,
    others: &[Box<[u8]>],
    mut programs: Programs,
    findings: &mut Findings,
) -> Problem {
    let folder = Path::new(CASES).join(name.to_os());
    let roles = roles(config, settings, Places { folder: &folder, files: others }, &mut programs, findings);
    let with_role: Vec<&Role> = roles.all().map(|(_, role)| role).collect();
    let known: BTreeSet<&Name> = programs.all.iter().map(|program| &program.name).collect();
    for table in &settings.solutions {
        let solution = Name::from(table.value.name.as_str());
        if !known.contains(&solution) && !programs.left_out.contains(&solution) {
            let error = || no_solution(table, &solution, &with_role, &programs);
            findings.errors.push_at(&table.origin, error);
        }
    }
    let mut tables: BTreeMap<&[u8], &SolutionSettings> = BTreeMap::new();
    for Traced { value, .. } in &settings.solutions {
        tables.entry(value.name.as_bytes()).or_insert(value);
    }
    complain_of_empty(&settings.groups, &cases, findings);
    complain_of_unseen(settings, &cases, findings);
    let solutions_folder = Path::new(SOLUTIONS).join(name.to_os());
    let subject = Subject { problem: Some(name), folder: &solutions_folder };
    let solutions = programs
        .all
        .into_iter()
        .map(|program| {
            let table = tables.get(program.name.as_bytes()).copied();
            solution(program, table, (&cases, &settings.groups), subject, findings)
        })
        .collect();
    Problem {
        name: name.clone(),
        title: settings.title.as_ref().map_or_else(|| name.to_string(), |title| title.value.clone()),
        url: settings.url.as_ref().map(|url| url.value.clone()),
        folder: config.root.join(folder),
        rules: Arc::new(config.effective(&[&settings.overrides]).rules()),
        function: settings.function.clone(),
        groups: settings.groups.iter().map(|group| group.value.clone()).collect(),
        visible: settings.visible.as_ref().map(|globs| globs.value.iter().cloned().collect()),
        cases,
        solutions,
        roles,
    }
}

/// The table `[solution.X]` of a solution.
pub fn settings_of<'a>(settings: &'a ProblemSettings, name: &Name) -> Option<&'a SolutionSettings> {
    let tables = settings.solutions.iter().map(|Traced { value, .. }| value);
    tables.into_iter().find(|table| table.name.as_bytes() == name.as_bytes())
}

fn solution(
    program: Program,
    table: Option<&SolutionSettings>,
    (cases, groups): (&[Case], &[Traced<Group>]),
    subject: Subject<'_>,
    findings: &mut Findings,
) -> Solution {
    let expectation = match table.and_then(|table| table.expect.as_ref()) {
        Some(rules) => {
            complain_of_untested(rules, cases, findings);
            complain_of_points(rules, groups, findings);
            rules.expectation.clone()
        }
        None => commented(&program, subject, findings).unwrap_or_else(Expectation::accepted),
    };
    let family = table.and_then(|table| table.family.as_ref()).map(|family| family.value.clone());
    let Program { name, language, source, main_file, place: _ } = program;
    Solution { name, language, source, main_file, expectation, family, note: None }
}

/// Points can be expected only where there are some.
fn complain_of_points(rules: &ExpectRules, groups: &[Traced<Group>], findings: &mut Findings) {
    let (Some(points), Some(origin)) = (&rules.expectation.points, rules.origins.first()) else { return };
    if findings.errors.count() > 0 {
        // A group that is wrong is not among those that are known.
        return;
    }
    if groups.is_empty() {
        let what = "points are expected, and the problem has none".to_owned();
        let hint = "give a folder of cases points: [group.FOLDER] with score = 60".to_owned();
        findings.errors.push(origin.error(what, Some(hint)));
        return;
    }
    let names: Vec<String> = groups.iter().map(|group| group.value.name.to_string()).collect();
    for (name, _) in &points.groups {
        if !groups.iter().any(|group| group.value.name == *name) {
            let known = names.iter().map(String::as_str).collect::<Vec<_>>();
            let hint = hint(&name.shown(), &known, "the groups are");
            findings.errors.push(origin.error(format!("unknown group `{name}`"), hint));
        }
    }
}

/// Points for cases that are not there could not be had.
fn complain_of_empty(groups: &[Traced<Group>], cases: &[Case], findings: &mut Findings) {
    let all: Vec<Group> = groups.iter().map(|group| group.value.clone()).collect();
    let of_cases: BTreeSet<usize> = cases.iter().filter_map(|case| Group::of(&all, &case.name)).collect();
    for (index, Traced { value, origin }) in groups.iter().enumerate() {
        if !cases.is_empty() && !of_cases.contains(&index) {
            let what = format!("no case is in the group `{}`", value.name);
            let hint = "add cases to the folder of this name, or remove the table".to_owned();
            findings.errors.push(origin.error(what, Some(hint)));
        }
    }
}

/// Students would be believed to see a case that is not there.
fn complain_of_unseen(settings: &ProblemSettings, cases: &[Case], findings: &mut Findings) {
    let Some(Traced { value: globs, origin }) = settings.visible.as_ref().filter(|_| !cases.is_empty())
    else {
        return;
    };
    for glob in globs.iter().filter(|glob| !cases.iter().any(|case| glob.matches(&case.name))) {
        let what = format!("`{}` in `visible` matches no case", glob.text());
        let hint = case_meant(glob, cases).unwrap_or_else(|| CORRECT_GLOB.to_owned());
        findings.errors.push(origin.error(what, Some(hint)));
    }
}

/// A rule for cases that are not there would be believed to be tested.
fn complain_of_untested(rules: &ExpectRules, cases: &[Case], findings: &mut Findings) {
    if cases.is_empty() {
        return;
    }
    // Of more than these only the number is told.
    let mut left = MOST_TOLD;
    for ((glob, _), untested) in rules.expectation.rules.iter().zip(&rules.untested) {
        if let Some(error) = untested
            && !cases.iter().any(|case| glob.matches(&case.name))
        {
            let near = (left > 0).then(|| case_meant(glob, cases)).flatten();
            left = left.saturating_sub(1);
            let hint = near.or_else(|| error.hint.clone());
            findings.errors.push(SettingsError { hint, ..error.clone() });
        }
    }
}

/// The case that a glob which matches none may have meant.
fn case_meant(glob: &Glob, cases: &[Case]) -> Option<String> {
    if glob.text().contains(['*', '?', '[', '{']) {
        return None;
    }
    let names: Vec<_> = cases.iter().map(|case| case.name.shown()).collect();
    nearest(glob.text(), names.iter().map(AsRef::as_ref)).map(|near| meant(near, glob.text()))
}

/// What the source says of itself.
fn commented(program: &Program, subject: Subject<'_>, findings: &mut Findings) -> Option<Expectation> {
    let comment = match expected_results(&program.main_file) {
        Ok(comment) => comment?,
        Err(error) => {
            let hint = "check that it is readable";
            findings.defects.push(subject.defect(
                &program.place,
                format!("failed to read it: {error}"),
                hint,
            ));
            return None;
        }
    };
    for (what, hint) in comment.complaints {
        let hint = hint.unwrap_or_else(|| "correct the comment".to_owned());
        findings.defects.push(subject.defect(&program.place, what, hint).at(Some(comment.line)));
    }
    if let Some(second) = comment.second {
        let what = format!("a second `@EXPECTED_RESULTS@` is not read: that of line {} holds", comment.line);
        let note = subject.defect(&program.place, what, "keep one").at(Some(second));
        findings.notes.push(note);
    }
    (!comment.verdicts.is_empty()).then(|| Expectation::finally(&comment.verdicts))
}

#[cfg(test)]
mod tests {
    use crate::discover::fixture::Workspace;
    use insta::assert_snapshot;

    fn with_case() -> Workspace {
        Workspace::new().files(&["cases/p/1.in", "cases/p/1.ans", "cases/p/anti-1.in", "cases/p/anti-1.ans"])
    }

    #[test]
    fn settings_beat_the_comment_and_the_comment_beats_nothing() {
        let workspace = with_case()
            .file("solutions/p/a.py", "# @EXPECTED_RESULTS@: WRONG_ANSWER, TIME_LIMIT\n")
            .file("solutions/p/b.py", "# @EXPECTED_RESULTS@: WRONG_ANSWER\n")
            .file("solutions/p/c.py", "print()\n")
            .file("solutions/p/d.py", "\n# @EXPECTED_RESULTS@: MAYBE\n")
            .file(
                "cases/p/problem.toml",
                "[solution.b]\nfamily = \"greedy\"\nexpect = { \"*\" = \"AC\", \"anti-*\" = [\"RE\", \"MLE\"] }\n",
            );
        assert_snapshot!(workspace.shown(), @"
        problem p (p)
          case 1 = 1.in 1.ans
          case anti-1 = anti-1.in anti-1.ans
          solution a (python) from solutions/p/a.py: final verdict WA or TLE
          solution b of greedy (python) from solutions/p/b.py: * AC, anti-* RE or MLE
          solution c (python) from solutions/p/c.py: * AC
          solution d (python) from solutions/p/d.py: * AC
        defect: solutions/p/d.py:2: unknown verdict `MAYBE`; the verdicts are: CORRECT, WRONG_ANSWER, TIME_LIMIT, RUN_ERROR, MEMORY_LIMIT, OUTPUT_LIMIT, NO_OUTPUT, COMPILER_ERROR
        ");
    }

    #[test]
    fn programs_with_a_role_are_no_solutions() {
        let workspace = with_case()
            .files(&["cases/p/interact.cpp", "solutions/p/src/bin/generate.rs", "solutions/p/src/bin/right.rs"])
            .files(&["solutions/p/validate.py", "solutions/p/src/lib.rs"])
            .file("solutions/p/Cargo.toml", "[package]\nname = \"p\"\n")
            .file(
                "cases/p/problem.toml",
                "reference = \"right\"\ngenerator = \"generate\"\nvalidator = \"validate.py\"\ninteractor = \"interact.cpp\"\n",
            );
        assert_snapshot!(workspace.shown(), @"
        problem p (p)
          case 1 = 1.in 1.ans
          case anti-1 = anti-1.in anti-1.ans
          solution right (rust) from solutions/p bin right: * AC
          reference right
          generator generate (rust) from solutions/p bin generate
          validator validate (python) from solutions/p/validate.py
          interactor interact.cpp (cpp) from cases/p/interact.cpp
        ");
        let workspace = workspace.file(
            "cases/p/problem.toml",
            "reference = \"generate\"\ngenerator = \"generate\"\nvalidator = \"interact.cp\"\n[solution.generate]\nexpect = \"WA\"\n",
        );
        assert_snapshot!(workspace.complaints(), @"
        cases/p/problem.toml:1: `generate` has a role, so it is not a solution; a program has either a role or an expectation
        cases/p/problem.toml:3: `interact.cp` is neither a file in the folder of the cases nor a binary of the package; did you mean `interact.cpp`?
        cases/p/problem.toml:4: `generate` has a role, so it is not a solution; a program has either a role or an expectation
        ");
    }
}
