//! Folders to a catalog, always in the same order.
//!
//! Adding a problem, a case or a solution is adding files, so this module must understand whatever
//! people put down, and say it where it does not. What cannot be used is a *defect* and never stops
//! the rest; what is odd but harmless is a *note*; what is wrong in a settings file is an error of its
//! problem, since it is unclear what would be judged under it.
//!
//! `walk` lists files; `classify` says from a path alone what a file is; `pairing` makes cases of them;
//! `programs` and `package` find what can be built; `problem` puts it all together.

mod cases;
mod classify;
mod comment;
mod doc_line;
mod encodings;
mod explain;
mod findings;
#[cfg(test)]
pub(crate) mod fixture;
mod foreign;
mod kin;
mod language_of;
mod leftovers;
mod package;
mod pairing;
mod parts;
mod places;
mod problem;
mod programs;
mod roles;
mod select;
mod submissions;
mod walk;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::config::{Config, SettingsError, SettingsErrors, misspelt};
use crate::discover::cases::is_checker_test;
use crate::discover::classify::{Class, classify, split_extension};
use crate::discover::findings::{Findings, Subject};
use crate::discover::pairing::{Answers, pair};
use crate::discover::problem::{Folders, problem};
use crate::discover::submissions::hand_in;
use crate::discover::walk::list;
use crate::model::{Catalog, Defect, Name, Problem, StudentFiles, folded as as_seen};

pub use doc_line::doc_line;
pub use explain::explain;
pub use leftovers::{is_header, is_made_or_text, is_of_tools};
pub use places::case_places;
pub use problem::{CASES, SOLUTIONS};
pub use select::{Chosen, NothingMatches, SelectedProblem, Selection, select, select_cases};
pub use submissions::HandInError;

/// What was found in a workspace, also of problems whose settings have mistakes.
#[derive(Debug, Default)]
pub struct Discovered {
    /// The problems.
    pub catalog: Catalog,
    /// What is wrong in the settings of a problem and its cases. It cannot be judged, but others can.
    pub mistakes: BTreeMap<Name, SettingsErrors>,
}

/// Finds the problems of a workspace with their cases and solutions.
#[must_use]
pub fn discover(config: &Config) -> Discovered {
    let mut findings = Findings::default();
    let names = folders(config, &mut findings);
    let mut mistakes = BTreeMap::new();
    let mut problems: Vec<Problem> = Vec::new();
    let mut folded: BTreeMap<String, Vec<&Name>> = BTreeMap::new();
    for name in names.keys() {
        folded.entry(as_seen(&name.shown())).or_default().push(name);
    }
    for (name, folders) in &names {
        let twins = folded.get(&as_seen(&name.shown()));
        let twin = twins.and_then(|twins| twins.iter().copied().find(|twin| *twin != name));
        problems.extend(problem(config, (name, twin), *folders, &mut findings));
        let errors = std::mem::take(&mut findings.errors);
        if errors.count() > 0 {
            mistakes.insert(name.clone(), errors);
        }
    }
    if problems.is_empty() && findings.defects.is_empty() {
        let subject = Subject { problem: None, folder: Path::new(CASES) };
        let hint = "create a folder for each, with files NAME.in and NAME.ans";
        findings.defects.push(subject.defect("", "there are no problems", hint));
    }
    let Findings { defects, notes, errors: _ } = findings;
    Discovered { catalog: Catalog { problems, defects, notes }, mistakes }
}

impl Discovered {
    /// Makes sure that the settings of these problems are right.
    ///
    /// # Errors
    /// Everything that is wrong in them.
    pub fn check<'n>(&self, problems: impl IntoIterator<Item = &'n Name>) -> Result<(), SettingsErrors> {
        let mut all = SettingsErrors::default();
        problems.into_iter().filter_map(|name| self.mistakes.get(name)).for_each(|errors| all.add(errors));
        all.or(())
    }

    /// Puts what students have handed in into the place of the solutions of the one problem that these patterns
    /// are about. The folders in which it lies.
    ///
    /// # Errors
    /// The patterns are about no problem or several, or there are no submissions.
    pub fn hand_in(
        &mut self,
        config: &Config,
        patterns: &[String],
        class: &StudentFiles,
    ) -> Result<Vec<PathBuf>, HandInError> {
        hand_in(&mut self.catalog, config, patterns, class)
    }

    /// Takes problems with wrong settings out of a selection of everything, so that the others can be judged.
    /// What is wrong there stays a defect. Where no other problem is left, nothing is taken out.
    pub fn set_aside(&mut self, selection: &mut Selection) -> Vec<Defect> {
        let name = |selected: &SelectedProblem| {
            self.catalog.problems.get(selected.problem).map(|problem| problem.name.clone())
        };
        let is_good = |selected: &SelectedProblem| {
            name(selected).is_some_and(|name| !self.mistakes.contains_key(&name))
        };
        if !selection.problems.iter().any(|selected| is_good(selected) && !selected.solutions.is_empty()) {
            return Vec::new();
        }
        selection.problems.retain(is_good);
        std::mem::take(&mut self.mistakes).iter().flat_map(defects_of).collect()
    }

    /// Makes notes of all that is wrong with other problems than these, and with what of these is not selected: it
    /// stops nothing.
    pub fn narrow(&mut self, problems: &BTreeSet<Name>, selection: &Selection) {
        let catalog = &mut self.catalog;
        let is_of_other = |defect: &Defect| {
            let name = defect.problem.as_ref();
            name.is_some_and(|name| !problems.contains(name))
                || selection.leaves_out(&catalog.problems, defect)
        };
        let (others, own) = std::mem::take(&mut catalog.defects).into_iter().partition(is_of_other);
        catalog.defects = own;
        catalog.notes.extend::<Vec<Defect>>(others);
        let mistakes = self.mistakes_but_of(problems);
        self.catalog.notes.extend(mistakes);
    }

    /// Notes which files of the selected cases no program reads as what they show.
    pub fn note_encodings(&mut self, root: &Path, selection: &Selection) {
        for selected in &selection.problems {
            let Some(problem) = self.catalog.problems.get(selected.problem) else { continue };
            let chosen: BTreeSet<usize> =
                selected.solutions.iter().flat_map(|chosen| chosen.cases.iter().copied()).collect();
            let is_chosen = |index: &usize| selected.solutions.is_empty() || chosen.contains(index);
            let cases = (0..problem.cases.len()).filter(is_chosen).map(|index| &problem.cases[index]);
            self.catalog.notes.extend(encodings::of_cases(root, problem, cases));
        }
    }

    /// What is wrong in the settings of other problems than these.
    #[must_use]
    pub fn mistakes_but_of(&self, problems: &BTreeSet<Name>) -> Vec<Defect> {
        let others = self.mistakes.iter().filter(|(name, _)| !problems.contains(*name));
        others.flat_map(defects_of).collect()
    }
}

/// The mistakes in the settings of a problem.
fn defects_of((name, errors): (&Name, &SettingsErrors)) -> Vec<Defect> {
    let defect = |error: &SettingsError| Defect {
        problem: Some(name.clone()),
        path: error.path.to_path_buf(),
        line: error.line,
        what: error.what.clone(),
        full: None,
        hint: error.hint.clone().unwrap_or_else(|| "correct it".to_owned()),
        is_unjudged: false,
    };
    errors.told().iter().map(defect).collect()
}

/// Whether `NAME.in`, `NAME.ans` and `NAME.toml` in the folder of a problem are the case of that name.
#[must_use]
pub fn is_name_of_case(name: &Name) -> bool {
    let words = name.as_bytes().split(|&byte| byte == b'/');
    let is_word = |word: &[u8]| !word.is_empty() && !word.starts_with(b".") && !word.ends_with(b".files");
    if is_checker_test(name.as_bytes())
        || !words.clone().all(is_word)
        || name.as_bytes().contains(&0)
        || *name.as_bytes() == *b"problem"
    {
        return false;
    }
    let paths = [&b".in"[..], b".ans", b".toml"].map(|ending| [name.as_bytes(), ending].concat());
    let pairing = pair(&paths, Answers::Needed);
    pairing.odd.is_empty()
        && matches!(&pairing.pairs[..], [pair] if pair.name == *name && pair.sidecar.is_some())
}

/// The names that have a folder below `cases` or `solutions`.
fn folders(config: &Config, findings: &mut Findings) -> BTreeMap<Name, Folders> {
    let mut names: BTreeMap<Name, Folders> = BTreeMap::new();
    for top in [CASES, SOLUTIONS] {
        let subject = Subject { problem: None, folder: Path::new(top) };
        if !config.root.join(top).is_dir() {
            let hint = misspelt(&config.root, top).map_or_else(
                || format!("make {top}/PROBLEM, or check that this is the right root"),
                |other| {
                    format!("`{other}` differs from it only in the case of letters: rename it to `{top}`")
                },
            );
            findings.defects.push(subject.defect("", "there is no such folder", hint));
            continue;
        }
        let listing = list(&config.root.join(top), 1, subject, findings);
        for folder in listing.folders.iter().filter(|folder| ***folder != *b"target") {
            let folders = names.entry(Name::from_os(OsStr::from_bytes(folder))).or_default();
            if top == CASES { folders.cases = true } else { folders.solutions = true }
        }
        for file in listing.files.iter().filter(|file| !listing.dead.contains(*file)) {
            if is_astray(config, top, file) {
                let hint = format!("move it into {top}/PROBLEM");
                findings.defects.push(subject.defect(
                    OsStr::from_bytes(file),
                    "this belongs to no problem",
                    hint,
                ));
            }
        }
    }
    names
}

/// Whether a file beside the folders of the problems was meant for one of them.
fn is_astray(config: &Config, top: &str, file: &[u8]) -> bool {
    if top == CASES {
        return matches!(classify(file), Class::Part(..) | Class::Whole(..));
    }
    split_extension(file)
        .is_some_and(|(_, extension)| config.languages.of_extension(OsStr::from_bytes(extension)).is_some())
}

#[cfg(test)]
mod tests {
    use crate::discover::fixture::Workspace;
    use crate::discover::is_name_of_case;
    use crate::model::Name;
    use insta::assert_snapshot;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;

    #[test]
    fn a_workspace_is_folders_and_nothing_else() {
        let workspace = Workspace::new()
            .files(&["cases/b/2.in", "cases/b/2.ans", "cases/b/10.in", "cases/b/10.ans", "cases/b/g/1.in"])
            .files(&["cases/b/g/1.out", "cases/b/sample-1.in", "cases/b/sample-1.ans", "cases/b/README.md"])
            .files(&[
                "cases/a/1/in",
                "cases/a/1/out",
                "solutions/b/x.cpp",
                "solutions/b/y.py",
                "solutions/README.md",
            ])
            .files(&["solutions/.git/x.py", "solutions/target/x.py", "cases/.hidden/1.in"])
            .file("cases/b/problem.toml", "title = \"Snake\"\n");
        assert_snapshot!(workspace.shown(), @"
        problem a (a)
          case 1 = 1/in 1/out
        problem b (Snake)
          case sample-1 = sample-1.in sample-1.ans
          case 2 = 2.in 2.ans
          case 10 = 10.in 10.ans
          case g/1 = g/1.in g/1.out
          solution x (cpp) from solutions/b/x.cpp: * AC
          solution y (python) from solutions/b/y.py: * AC
        note: cases/a: this problem has no solutions; add one to solutions/a
        ");
    }

    #[test]
    fn what_cannot_be_used_is_told_and_stops_nothing() {
        let workspace = Workspace::new()
            .files(&["cases/p/1.in", "cases/p/1.ans", "cases/p/2.in", "cases/p/3.ans", "cases/p/4.in.gz"])
            .files(&["cases/p/5.in", "cases/p/5.ans", "cases/p/5.ans.txt", "cases/p/6.toml", "cases/p/stray"])
            .files(&["cases/lost.in", "solutions/lost.py", "cases/empty/notes.txt", "solutions/p/x.py"])
            .files(&["solutions/alone/x.py", "solutions/lib/util.h"])
            .file("cases/p/1.out", "old")
            .file("cases/p/7.in", "")
            .file("cases/p/7.ans", "same")
            .file("cases/p/7.out", "same")
            .files(&["cases/p/.hidden/in", "cases/p/1.in~", "cases/p/#1.in#", "cases/p/1.files/data.in"]);
        assert_snapshot!(workspace.shown(), @"
        problem alone (alone)
          solution x (python) from solutions/alone/x.py: * AC
        problem empty (empty)
        problem p (p)
          case 1 = 1.in 1.ans
          case 7 = 7.in 7.ans
          solution x (python) from solutions/p/x.py: * AC
        defect: cases/lost.in: this belongs to no problem; move it into cases/PROBLEM
        defect: solutions/lost.py: this belongs to no problem; move it into solutions/PROBLEM
        defect: solutions/alone: this problem has no cases; make cases/alone with NAME.in and NAME.ans
        defect: cases/empty: this problem has no cases; add two files, NAME.in and NAME.ans
        defect: cases/p/4.in.gz: a compressed case file is not supported; decompress it beside the others
        defect: cases/p/2.in: an input without an answer; add `2.ans`
        defect: cases/p/3.ans: an answer without an input; add `3.in`, which may be empty, or remove the answer
        defect: cases/p/5.ans: the case `5` has several answers: `5.ans` and `5.ans.txt`; keep one, or rename the others
        defect: cases/p/6.toml: these settings belong to no case; name it like its case, or remove it
        note: cases/empty: this problem has no solutions; add one to solutions/empty
        note: cases/p/.hidden: a hidden folder is not read; rename it if it holds cases
        note: cases/p/1.out: not used: `1.ans` is the answer and differs from it; remove the one that is wrong
        note: cases/p: not recognised as inputs or answers: `stray`; name the files of a case NAME.in and NAME.ans
        ");
    }

    #[test]
    fn a_package_without_binaries_is_no_problem() {
        let workspace = Workspace::new()
            .files(&["cases/p/1.in", "cases/p/1.ans", "solutions/p/x.py", "solutions/common/src/lib.rs"])
            .file("solutions/common/Cargo.toml", "[package]\nname = \"common\"\n");
        assert_snapshot!(workspace.shown(), @"
        problem p (p)
          case 1 = 1.in 1.ans
          solution x (python) from solutions/p/x.py: * AC
        ");
    }

    #[test]
    fn a_name_of_a_case_is_one_that_its_files_give_it() {
        for name in ["1", "64-drop-two-k9", "g/1", "a b", "sample-1", "1.5", "é", "-rf"] {
            assert!(is_name_of_case(&Name::from(name)), "{name}");
        }
        for name in ["", "/", "a/", "../x", "a//b", ".x", "problem", "x\0", "x.files/1"] {
            assert!(!is_name_of_case(&Name::from(name)), "{name}");
        }
    }

    #[test]
    fn an_empty_workspace_is_told() {
        let workspace = Workspace::new();
        assert_snapshot!(workspace.shown(), @"defect: cases: there are no problems; create a folder for each, with files NAME.in and NAME.ans");
        std::fs::remove_dir(workspace.path("cases")).unwrap();
        assert_snapshot!(workspace.shown(), @"defect: cases: there is no such folder; make cases/PROBLEM, or check that this is the right root");
    }

    #[test]
    fn links_are_followed_but_never_in_circles() {
        let workspace = Workspace::new()
            .files(&[
                "cases/p/ok/in",
                "cases/p/ok/out",
                "cases/p/broken/out",
                "cases/q/1.in",
                "cases/q/1.ans",
            ])
            .files(&["solutions/p/x.py", "shared/g/1.in", "shared/g/1.ans"])
            .link("cases/p/lnk/in", "../ok/in")
            .link("cases/p/lnk/out", "../ok/out")
            .link("cases/p/loop", "..")
            .link("cases/p/self", ".")
            .link("cases/p/alias", "ok")
            .link("cases/p/broken/in", "nowhere")
            .link("cases/p/other", "../q")
            .link("cases/q/back", "../p")
            .link("cases/r", "../shared")
            .link("solutions/q", "nowhere")
            .link("solutions/p/y.py", "x.py")
            .link("solutions/p/z.py", "gone.py");
        assert_snapshot!(workspace.shown(), @"
        problem p (p)
          case alias = alias/in alias/out
          case lnk = lnk/in lnk/out
          case ok = ok/in ok/out
          case other/1 = other/1.in other/1.ans
          solution x (python) from solutions/p/x.py: * AC
          solution y (python) from solutions/p/y.py: * AC
        problem q (q)
          case 1 = 1.in 1.ans
          case back/lnk = back/lnk/in back/lnk/out
          case back/ok = back/ok/in back/ok/out
        problem r (r)
          case g/1 = g/1.in g/1.ans
        defect: solutions/q: this link leads to `nowhere`, which cannot be reached; correct the link, or put the file in its place
        defect: solutions/p/z.py: this link leads to `gone.py`, which cannot be reached; correct the link, or put the file in its place
        defect: cases/p/broken/in: this link leads to `nowhere`, which cannot be reached; correct the link, or put the file in its place
        defect: cases/p/loop: this link leads back to its own folder (`..`); remove the link
        defect: cases/p/other/back: this link leads back to its own folder (`../p`); remove the link
        defect: cases/p/self: this link leads back to its own folder (`.`); remove the link
        defect: cases/q/back/broken/in: this link leads to `nowhere`, which cannot be reached; correct the link, or put the file in its place
        defect: cases/q/back/loop: this link leads back to its own folder (`..`); remove the link
        defect: cases/q/back/other: this link leads back to its own folder (`../q`); remove the link
        defect: cases/q/back/self: this link leads back to its own folder (`.`); remove the link
        note: cases/q/back/alias: a link inside a linked folder is not followed; link to the folder directly
        note: cases/q: this problem has no solutions; add one to solutions/q
        note: cases/r: this problem has no solutions; add one to solutions/r
        ");
    }

    #[test]
    fn odd_names_run_and_are_shown_escaped() {
        let names: [&[u8]; 12] = [
            b"a b",
            b"-rf",
            b"--help",
            b"new\nline",
            b"%s%n",
            b"*",
            "e\u{301}".as_bytes(),
            "\u{e9}".as_bytes(),
            b"#1\\x",
            b"'q\"",
            b"\xff\xfe",
            b".hidden",
        ];
        let workspace = names.iter().fold(Workspace::new(), |workspace, name| {
            let folder = Path::new("cases/p").join(OsStr::from_bytes(name));
            workspace.file(folder.join("in"), "").file(folder.join("out"), "")
        });
        let workspace = workspace.file(Path::new("solutions/p").join(OsStr::from_bytes(b"-\n\xff.py")), "");
        let catalog = workspace.catalog();
        let [problem] = catalog.problems.as_slice() else { panic!("one problem") };
        let shown: Vec<String> = problem.cases.iter().map(|case| case.name.to_string()).collect();
        let (decomposed, composed) = ("e\u{301}", "\u{e9}");
        let expect = [
            r"#1\\x",
            "%s%n",
            "'q\"",
            "*",
            "--help",
            "-rf",
            "a b",
            decomposed,
            r"new\nline",
            composed,
            r"\xff\xfe",
        ];
        assert_eq!(shown, expect);
        assert!(problem.cases.iter().all(|case| case.input.is_file() && case.answer.is_file()));
        assert_eq!(problem.solutions[0].name.to_string(), r"-\n\xff");
        let notes: Vec<String> = catalog.notes.iter().map(ToString::to_string).collect();
        assert_eq!(notes, ["cases/p/.hidden: a hidden folder is not read; rename it if it holds cases"]);
    }

    #[test]
    fn a_socket_among_the_cases_is_not_read() {
        let workspace = Workspace::new().files(&["cases/p/1.ans", "solutions/p/x.py"]);
        let _listener = std::os::unix::net::UnixListener::bind(workspace.path("cases/p/1.in")).unwrap();
        assert_snapshot!(workspace.shown(), @"
        problem p (p)
          solution x (python) from solutions/p/x.py: * AC
        defect: cases/p/1.in: this is neither a file nor a folder; replace it with a regular file
        defect: cases/p: this problem has no cases; add two files, NAME.in and NAME.ans
        ");
    }

    #[test]
    fn cases_that_override_nothing_share_their_rules() {
        let workspace = Workspace::new()
            .files(&[
                "cases/p/1.in",
                "cases/p/1.ans",
                "cases/p/2.in",
                "cases/p/2.ans",
                "cases/p/3.in",
                "cases/p/3.ans",
            ])
            .file("cases/p/2.toml", "time_limit = \"9s\"\ndescription = \"slow\"\n")
            .file("cases/p/3.toml", "description = \"plain\"\n")
            .files(&["solutions/p/x.py"]);
        let catalog = workspace.catalog();
        let [one, two, three] = catalog.problems[0].cases.as_slice() else { panic!("three cases") };
        assert!(std::sync::Arc::ptr_eq(&one.rules, &three.rules));
        assert_eq!(two.rules.limits.time.as_secs(), 9);
        let sidecar = two.sidecar.as_deref().unwrap();
        assert_eq!(sidecar.provenance.description.as_deref(), Some("slow"));
        assert_eq!(sidecar.path, Path::new("cases/p/2.toml"));
    }

    #[test]
    fn mistakes_in_all_settings_are_told_at_once() {
        let workspace = Workspace::new()
            .files(&["cases/p/1.in", "cases/p/1.ans", "cases/q/1.in", "cases/q/1.ans", "solutions/p/right.py"])
            .files(&["solutions/p/wrong.py"])
            .file("cases/p/1.toml", "time_limit = 3\n")
            .file("cases/p/problem.toml", "reference = \"rigth\"\ngenerator = \"gen\"\nvalidator = \"1.in\"\n\
                [solution.wrong]\nexpect = { \"*\" = \"AC\", \"anti-*\" = \"WA\" }\n[solution.wrnog]\nexpect = \"WA\"\n")
            .file("cases/q/problem.toml", "title = \"x\n");
        assert_snapshot!(workspace.complaints(), @r#"
        cases/p/1.toml:1: `time_limit` must be a time like "2s" or "1500ms", not an integer
        cases/p/problem.toml:1: unknown solution `rigth`; did you mean `right`?
        cases/p/problem.toml:2: `gen` is neither a file beside the cases nor a binary of the package; the programs are: right, wrong
        cases/p/problem.toml:3: no language has the extension of `1.in`; known extensions: rs, c, cpp, cc, cxx, c++, C, cpp17, cc17, cpp23, cc23, py, pypy, pypy3, java, kt, go, js, mjs, cjs, ts, cs, hs, ml, rb, pas, pp, zig, nim, d, lua, pl, sh, bash
        cases/p/problem.toml:5: `anti-*` matches no case, so no case tests it; correct the glob or add the case
        cases/p/problem.toml:6: unknown solution `wrnog`; did you mean `wrong`?
        cases/q/problem.toml:1:11: invalid basic string, expected `"`
        "#);
    }
}
