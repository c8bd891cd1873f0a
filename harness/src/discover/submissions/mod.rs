//! The submissions of students: a layer over a catalog, in which they take the place of the solutions of a problem.
//!
//! Each student is one solution, also one who has handed in nothing that can be built. Submissions may lie outside
//! of the workspace.

mod pattern;
mod remarks;
mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::config::Config;
use crate::discover::problem::{CASES, NO_SOLUTIONS, SOLUTIONS};
use crate::discover::programs::Program;
use crate::discover::select::{NothingMatches, select};
use crate::discover::submissions::pattern::{Match, matches};
use crate::discover::submissions::remarks::{copies, digest, folded, late, twins};
use crate::discover::submissions::source::{program, sources};
use crate::model::{Catalog, Defect, Digest, Expectation, Name, Solution, Source, StudentFiles};

/// What students have handed in.
#[derive(Debug, Default)]
struct Submissions {
    /// A solution for each student, in natural order.
    solutions: Vec<Solution>,
    /// The folders in which the submissions lie, by their real names: no program of a student may see them.
    folders: Vec<PathBuf>,
}

/// One student.
struct Student {
    name: Name,
    /// What was handed in.
    path: Option<PathBuf>,
    program: Result<Program, String>,
    remarks: Vec<String>,
}

/// Puts what students have handed in into the place of the solutions of the one problem that these patterns are about.
/// The folders in which it lies.
///
/// # Errors
/// The patterns are about no problem or several, or there are no submissions.
pub fn hand_in(
    catalog: &mut Catalog,
    config: &Config,
    patterns: &[String],
    class: &StudentFiles,
) -> Result<Vec<PathBuf>, HandInError> {
    let problem = the_problem(catalog, patterns)?;
    let here = std::env::current_dir().map_err(|error| HandInError::Submissions(error.to_string()))?;
    let found = submissions(config, &here, class).map_err(HandInError::Submissions)?;
    take_place(catalog, problem, found.solutions);
    Ok(found.folders)
}

/// The one problem that patterns are about, by its index.
fn the_problem(catalog: &Catalog, patterns: &[String]) -> Result<usize, HandInError> {
    let first = |pattern: &String| pattern.split('/').next().unwrap_or_default().to_owned();
    let problems: Vec<String> = patterns.iter().map(first).collect();
    match select(catalog, &problems)?.problems.as_slice() {
        [selected] => Ok(selected.problem),
        several => Err(HandInError::Problems(several.len())),
    }
}

/// Why submissions cannot be judged.
#[derive(Debug, thiserror::Error)]
pub enum HandInError {
    /// A pattern for problems matches none.
    #[error(transparent)]
    Selection(#[from] NothingMatches),
    /// The patterns are about so many problems.
    #[error("--students grades the submissions for one problem, and {0} are selected")]
    Problems(usize),
    /// There are no submissions that could be used.
    #[error("--students: {0}")]
    Submissions(String),
}

/// Finds the submissions from a folder on.
///
/// # Errors
/// The pattern or the file with the names cannot be used, or nothing matches.
fn submissions(config: &Config, here: &Path, class: &StudentFiles) -> Result<Submissions, String> {
    let found = matches(here, &class.pattern)?;
    let names = class.roster.as_ref().map(|path| roster(&here.join(path))).transpose()?;
    if found.is_empty() && names.is_none() {
        return Err(format!("`{}` matches nothing in `{}`", Name::from(&*class.pattern), here.display()));
    }
    refuse_places(config, &found)?;
    let folders: BTreeSet<PathBuf> =
        found.iter().filter_map(|found| fs::canonicalize(&found.beside).ok()).collect();
    let mut students: Vec<Student> = found
        .chunk_by(|one, other| one.name == other.name)
        .filter_map(|of_one| Some(student(config, of_one.first()?, of_one)))
        .collect();
    if let Some(names) = &names {
        enrol(&mut students, names);
    }
    students.sort_by(|one, other| one.name.cmp(&other.name));
    remark(config, class, &mut students);
    Ok(Submissions {
        solutions: students.into_iter().map(solution).collect(),
        folders: folders.into_iter().collect(),
    })
}

/// Puts submissions in the place of the solutions of a problem. What is wrong with these matters no more.
fn take_place(catalog: &mut Catalog, problem: usize, solutions: Vec<Solution>) {
    let Some(problem) = catalog.problems.get_mut(problem) else { return };
    problem.solutions = solutions;
    let folder = Path::new(SOLUTIONS).join(problem.name.to_os());
    catalog.defects.retain(|defect| !defect.path.starts_with(&folder));
    let is_about_them = |note: &Defect| note.path.starts_with(&folder) || note.what == NO_SOLUTIONS;
    catalog.notes.retain(|note| note.problem.as_ref() != Some(&problem.name) || !is_about_them(note));
}

/// What lies among the cases could read them, and what lies in the root of the workspace all others.
fn refuse_places(config: &Config, found: &[Match]) -> Result<(), String> {
    let root = fs::canonicalize(&config.root).unwrap_or_else(|_| config.root.clone());
    if found.iter().any(|found| fs::canonicalize(&found.beside).is_ok_and(|folder| folder == root)) {
        return Err(
            "submissions cannot be in the root of the workspace; put them into another folder".to_owned()
        );
    }
    let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let cases = [config.root.join(CASES), real(&config.root.join(CASES))];
    let paths = found.iter().filter_map(|found| found.path.as_ref());
    let is_case =
        |path: &&PathBuf| cases.iter().any(|cases| path.starts_with(cases) || real(path).starts_with(cases));
    match paths.into_iter().find(is_case) {
        Some(path) => Err(format!(
            "`{}` is in the folder of the cases; put submissions into another folder",
            path.display()
        )),
        None => Ok(()),
    }
}

fn student(config: &Config, first: &Match, all: &[Match]) -> Student {
    // By its real name, as compilers say it.
    let real = |path: &PathBuf| fs::canonicalize(path).unwrap_or_else(|_| path.clone());
    let path = first.path.as_ref().map(real);
    let program = match (&path, all) {
        (None, _) => Err("nothing was handed in".to_owned()),
        (Some(path), [_]) => program(config, path),
        (Some(_), _) => {
            let names = all.iter().filter_map(|found| found.path.as_ref()?.file_name());
            let names: Vec<String> = names.map(|name| format!("`{}`", Name::from_os(name))).collect();
            Err(format!("several match the pattern: {}", names.join(" and ")))
        }
    };
    Student { name: first.name.clone(), path, program, remarks: Vec::new() }
}

/// The names in a file, one a line.
fn roster(path: &Path) -> Result<Vec<Name>, String> {
    let text =
        fs::read(path).map_err(|error| format!("failed to read the roster `{}`: {error}", path.display()))?;
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
    let Ok(text) = std::str::from_utf8(text) else {
        return Err(format!("the roster `{}` is not UTF-8; save it as UTF-8", path.display()));
    };
    let names: Vec<Name> =
        text.lines().map(str::trim).filter(|line| !line.is_empty()).map(Name::from).collect();
    if names.is_empty() {
        return Err(format!("the roster `{}` has no names; write one a line", path.display()));
    }
    Ok(names)
}

/// Adds those who have handed in nothing, and remarks who is not on the roster. Names are the same in any Unicode
/// form, and in any case of letters where that leaves one.
fn enrol(students: &mut Vec<Student>, roster: &[Name]) {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for student in students.iter() {
        *known.entry(folded(&student.name)).or_default() += 1;
    }
    let listed: BTreeSet<String> = roster.iter().map(folded).collect();
    for student in students.iter_mut().filter(|student| !listed.contains(&folded(&student.name))) {
        student.remarks.push("not on the roster".to_owned());
    }
    let mut added = BTreeSet::new();
    for name in roster {
        let key = folded(name);
        if !known.contains_key(&key) && added.insert(key) {
            students.push(Student {
                // A name of a solution is part of a selection.
                name: Name::from(&*name.shown().replace('/', "∕")),
                path: None,
                program: Err("nothing was handed in".to_owned()),
                remarks: Vec::new(),
            });
        }
    }
}

/// Remarks what is to be told.
fn remark(config: &Config, class: &StudentFiles, students: &mut [Student]) {
    let texts: Vec<Vec<PathBuf>> = students
        .iter()
        .map(|student| student.path.as_ref().map_or_else(Vec::new, |path| sources(config, path)))
        .collect();
    let digests: Vec<(&Name, Option<Digest>)> = students
        .iter()
        .zip(&texts)
        .map(|(student, texts)| (&student.name, student.program.is_ok().then(|| digest(texts)).flatten()))
        .collect();
    let copies = copies(&digests);
    let names: Vec<Name> = students.iter().map(|student| student.name.clone()).collect();
    let twins = twins(&names);
    for (((student, texts), copy), twin) in students.iter_mut().zip(&texts).zip(copies).zip(twins) {
        let late = class.due.and_then(|due| late(texts, due));
        student.remarks.splice(0..0, late);
        student.remarks.extend(copy.into_iter().chain(twin));
    }
}

fn solution(student: Student) -> Solution {
    let Student { name, path, program, remarks } = student;
    let note = (!remarks.is_empty()).then(|| remarks.join("; "));
    let (language, source, main_file) = match program {
        Ok(Program { language, source, main_file, .. }) => (language, source, main_file),
        Err(why) => (String::new(), Source::Absent(why), path.unwrap_or_default()),
    };
    Solution { name, language, source, main_file, expectation: Expectation::accepted(), family: None, note }
}

#[cfg(test)]
mod tests;
