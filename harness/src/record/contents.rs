//! What a run is about, by content: a digest of every file that a verdict depends on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::build;
use crate::config::{PACKAGE_FILES, PROBLEM_FILE};
use crate::event::{PlannedSolution, ProblemContent, Universe};
use crate::files::Regular;
use crate::files::nested::is_by_product;
use crate::model::{Case, Defect, Digest, Encoding, Language, Name, Problem, RoleKind, Source};
use crate::programs::Candidate;
use crate::session::Session;

/// All that these candidates are judged by. What cannot be read has the digest of nothing; that it cannot be
/// read is said where it is needed.
#[must_use]
pub fn universe(
    session: &Session,
    candidates: &[Candidate<'_>],
    solutions: Vec<PlannedSolution>,
    options: Vec<String>,
) -> Universe {
    universe_and_notes(session, candidates, solutions, options).0
}

/// The same, and which files of cases no program reads as what they show: each file is read once for both.
pub(super) fn universe_and_notes(
    session: &Session,
    candidates: &[Candidate<'_>],
    solutions: Vec<PlannedSolution>,
    options: Vec<String>,
) -> (Universe, Vec<Defect>) {
    let mut notes = Vec::new();
    let root = &session.config.root;
    let mut problems: Vec<(&Problem, BTreeSet<usize>)> = Vec::new();
    for candidate in candidates {
        // Candidates of a problem stand together.
        if problems.last().is_none_or(|(problem, _)| !std::ptr::eq(*problem, candidate.problem)) {
            problems.push((candidate.problem, BTreeSet::new()));
        }
        let start = candidate.problem.cases.as_ptr().addr();
        let place = |case: &&Case| (std::ptr::from_ref(*case).addr() - start) / size_of::<Case>();
        if let Some((_, cases)) = problems.last_mut() {
            cases.extend(candidate.cases.iter().map(place));
        }
    }
    let contents = problems.iter().map(|(problem, cases)| {
        let chosen: Vec<&Case> = cases.iter().filter_map(|place| problem.cases.get(*place)).collect();
        let deciders = of_deciders(problem);
        let mut digest =
            |case: &Case| (case.name.clone(), of_case(root, (problem, case), deciders, &mut notes));
        let cases = chosen.into_iter().map(&mut digest).collect();
        ProblemContent { problem: problem.name.clone(), cases }
    });
    let contents = contents.collect();
    let is_whole = |candidate: &Candidate<'_>| candidate.cases.len() == candidate.problem.cases.len();
    let universe = Universe {
        solutions,
        sources: sources(candidates),
        settings: settings(root, problems.iter().map(|(problem, _)| *problem)),
        problems: contents,
        is_partial: !candidates.iter().all(is_whole),
        options,
    };
    (universe, notes)
}

/// By the names of the languages of these, what is the same as long as the compiler or interpreter is the same.
#[must_use]
pub fn compilers_of(session: &Session, candidates: &[Candidate<'_>]) -> BTreeMap<String, String> {
    let mut languages: Vec<&Language> = candidates.iter().map(|candidate| candidate.language).collect();
    languages.sort_by(|one, other| one.name.cmp(&other.name));
    languages.dedup_by(|one, other| one.name == other.name);
    let root = &session.config.root;
    let of =
        |language: &&Language| Some((language.name.clone(), build::compiler_of(language, root)?.to_string()));
    languages.iter().filter_map(of).collect()
}

/// The digest of the files of a case, and of what decides there; with notes on its input and its answer.
fn of_case(
    root: &Path,
    (problem, case): (&Problem, &Case),
    deciders: Digest,
    notes: &mut Vec<Defect>,
) -> Digest {
    let texts = case.files().map(|(what, path)| {
        let (digest, encoding) = read(&path).unwrap_or_else(|_| (unread(), None));
        let relative = path.strip_prefix(root).unwrap_or(&path);
        notes.extend(encoding.map(|encoding| encoding.note(problem, (what, relative))));
        digest
    });
    let settings = case.sidecar.as_ref().map(|sidecar| of_file(&root.join(&sidecar.path)));
    let rule = Digest::of([format!("{:?}", case.rules.checker).as_bytes(), deciders.as_bytes()]);
    Digest::of(texts.chain(settings).chain([rule]).map(|digest| digest.as_bytes().to_vec()))
}

/// The digest of the programs of a problem that decide, and of how they are called.
fn of_deciders(problem: &Problem) -> Digest {
    let roles = &problem.roles;
    let programs = [RoleKind::Checker, RoleKind::Interactor].into_iter().flat_map(|kind| roles.of(kind));
    let parts = programs.flat_map(|role| {
        let call = format!(
            "{:?} {} {} {}",
            roles.protocol, roles.full_points, roles.passes, roles.checks_interactor
        );
        let words = format!("{:?} {:?} {:?}", role.protocol, role.arguments, role.report);
        [of_role(&role.source).as_bytes().to_vec(), call.into_bytes(), words.into_bytes()]
    });
    Digest::of(parts)
}

/// The digest of the source of a program of a problem.
fn of_role(source: &Source) -> Digest {
    match source {
        Source::File(file) => of_file(file),
        Source::Folder { folder, .. } => of_folder(folder, &[]),
        Source::CargoBinary { package, .. } => of_folder(package, &[]),
        Source::Absent(why) => Digest::of([why]),
    }
}

fn of_file(path: &Path) -> Digest {
    read(path).map_or_else(|_| unread(), |(digest, _)| digest)
}

/// The digest of what cannot be read.
fn unread() -> Digest {
    Digest::of([""])
}

/// The digest of a file, and how its text is kept where that is not as plain UTF-8.
fn read(path: &Path) -> io::Result<(Digest, Option<Encoding>)> {
    // To read a small file whole costs less than the buffer for a large one.
    const SMALL: u64 = 16 << 10;
    let file = Regular::open(path)?;
    if file.size() <= SMALL {
        let content = file.read(SMALL)?;
        let start = &content[..content.len().min(Encoding::START)];
        return Ok((Digest::of_content(&content), Encoding::of(start)));
    }
    let mut rest = file.reader();
    let mut start = [0; Encoding::START];
    rest.read_exact(&mut start)?;
    Ok((Digest::of_reader(start.chain(rest))?, Encoding::of(&start)))
}

/// The sources of solutions, in order. What several share is read once.
fn sources(candidates: &[Candidate<'_>]) -> Vec<Digest> {
    let mut shared: BTreeMap<PathBuf, Digest> = BTreeMap::new();
    let mut of_source = |source: &Source| match source {
        Source::File(file) => of_file(file),
        Source::Folder { folder, .. } => of_folder(folder, &[]),
        Source::CargoBinary { package, binary } => {
            let binaries = package.join("src/bin");
            let rest = shared.entry(package.clone());
            let rest = *rest.or_insert_with(|| of_folder(package, std::slice::from_ref(&binaries)));
            let file = binaries.join(format!("{binary}.rs"));
            let own = if file.is_file() { of_file(&file) } else { of_folder(&binaries.join(binary), &[]) };
            Digest::of([rest.as_bytes(), own.as_bytes()])
        }
        Source::Absent(why) => Digest::of([why]),
    };
    candidates.iter().map(|candidate| of_source(&candidate.solution.source)).collect()
}

/// The digest of the names and contents of all files of a folder, but what is no part of a program, and what is below
/// one of these. A file may be a link; folders that links lead to are not searched.
fn of_folder(folder: &Path, without: &[PathBuf]) -> Digest {
    let is_wanted = |entry: &walkdir::DirEntry| {
        let is_aside = is_by_product(entry.file_name()) || without.iter().any(|path| path == entry.path());
        entry.depth() == 0 || !is_aside
    };
    let is_file = |entry: &walkdir::DirEntry| {
        entry.file_type().is_file() || (entry.path_is_symlink() && entry.path().is_file())
    };
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(is_wanted);
    let files = entries.filter_map(Result::ok).filter(is_file);
    let parts = files.flat_map(|entry| {
        let name = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        [name.as_os_str().as_encoded_bytes().to_vec(), of_file(entry.path()).as_bytes().to_vec()]
    });
    Digest::of(parts)
}

/// The files of settings, and the programs of the problems that decide.
fn settings<'a>(root: &Path, problems: impl Iterator<Item = &'a Problem>) -> Vec<(Name, Digest)> {
    let named = |path: &Path| Name::from_os(path.strip_prefix(root).unwrap_or(path).as_os_str());
    let mut found = vec![(Name::from("judge.toml"), of_file(&root.join("judge.toml")))];
    for problem in problems {
        for name in std::iter::once(PROBLEM_FILE).chain(PACKAGE_FILES) {
            let file = problem.folder.join(name);
            if fs::metadata(&file).is_ok() {
                found.push((named(&file), of_file(&file)));
            }
        }
        for (_, role) in problem.roles.all() {
            let place = match &role.source {
                Source::File(path) | Source::Folder { folder: path, .. } => named(path),
                Source::CargoBinary { package, binary } => named(&package.join("src/bin").join(binary)),
                Source::Absent(_) => continue,
            };
            found.push((place, of_role(&role.source)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::{of_folder, read};
    use crate::model::{Digest, Encoding};

    #[test]
    fn one_read_gives_the_digest_and_the_encoding_of_small_and_large_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("1.in");
        for length in [0, 1, 15, 16, 17, 16 << 10, 200_000] {
            for (mark, encoding) in [(&b""[..], None), (b"\xef\xbb\xbf", Some(Encoding::ByteOrderMark))] {
                let content = [mark, &b"1\n".repeat(length)[..length]].concat();
                fs::write(&path, &content).unwrap();
                assert_eq!(read(&path).unwrap(), (Digest::of_content(&content), encoding), "{length}");
            }
        }
        assert!(read(folder.path()).is_err());
    }

    #[test]
    fn all_that_a_build_may_see_in_a_folder_counts() {
        let top = tempfile::tempdir().unwrap();
        let (folder, aside) = (top.path().join("s"), top.path().join("aside.h"));
        let write = |name: &str| {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "1").unwrap();
        };
        write("main.cpp");
        fs::write(&aside, "1").unwrap();
        let mut last = of_folder(&folder, &[]);
        for (name, counts) in [
            ("lib/a.h", true),
            (".cargo/config.toml", true),
            ("node_modules/m.js", true),
            (".git/HEAD", false),
            ("target/debug/main", false),
            ("lib/__pycache__/a.pyc", false),
        ] {
            write(name);
            let now = of_folder(&folder, &[]);
            assert_eq!(now != last, counts, "{name}");
            last = now;
        }
        symlink(&aside, folder.join("aside.h")).unwrap();
        let linked = of_folder(&folder, &[]);
        fs::write(&aside, "2").unwrap();
        let changed = of_folder(&folder, &[]);
        assert!(linked != last && changed != linked);
        symlink(top.path(), folder.join("around")).unwrap();
        assert_eq!(of_folder(&folder, &[]), changed);
    }
}
