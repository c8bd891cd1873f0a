//! The programs in the folder `solutions/PROBLEM`: binaries of packages, single files, folders.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use crate::config::Config;
use crate::discover::classify::split_extension;
use crate::discover::findings::{Findings, Subject};
use crate::discover::language_of::language_of;
use crate::discover::leftovers::{is_by_product, names_in_quotes};
use crate::discover::package::binaries;
use crate::discover::parts::Parts;
use crate::discover::walk::list;
use crate::files::nested::{is_folder_of_by_products, nested};
use crate::model::{Defect, Name, Source};

/// A program, before it is known whether it is a solution or has a role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its name.
    pub name: Name,
    /// Name of its language in the table.
    pub language: String,
    /// What it is built from.
    pub source: Source,
    /// The file with its main function.
    pub main_file: PathBuf,
    /// The file or folder that it is, relative to the folder of the solutions.
    pub place: PathBuf,
}

/// The programs of a problem.
#[derive(Debug, Default)]
pub struct Programs {
    /// In the order of their names, each name once.
    pub all: Vec<Program>,
    /// Names that more than one program has and that nothing tells apart. None of them is judged: it is
    /// unclear which is meant.
    pub left_out: BTreeSet<Name>,
    /// Names that several files have without their extensions.
    pub ambiguous: BTreeSet<Name>,
}

/// Folders of a package in which Cargo keeps other things than binaries.
const PACKAGE_FOLDERS: [&[u8]; 5] = [b"src", b"tests", b"benches", b"examples", b"target"];

/// Finds the programs in a folder.
pub fn programs(config: &Config, subject: Subject<'_>, findings: &mut Findings) -> Programs {
    let top = config.root.join(subject.folder);
    let listing = list(&top, 1, subject, findings);
    let is_package = listing.files.iter().any(|file| **file == *b"Cargo.toml");
    let mut found = Vec::new();
    if is_package {
        found.extend(package(config, subject, Path::new(""), findings));
    }
    // What the manifest names as a binary is not a second solution because of where it lies.
    let in_package: Vec<PathBuf> = found.iter().map(|program: &Program| program.place.clone()).collect();
    let is_taken = |name: &[u8]| in_package.iter().any(|place| place.starts_with(OsStr::from_bytes(name)));
    let is_source = |path: &Path| {
        let (folder, name) = (path.parent().unwrap_or(&top), path.file_name().unwrap_or_default());
        language_of(config, folder, name.as_bytes()).is_some()
    };
    // Looked for only where a file is of no language.
    let quoted = LazyCell::new(|| names_in_quotes(&top, &is_source));
    for file in listing.files.iter().filter(|file| !is_taken(file)) {
        let is_build_script = is_package && **file == *b"build.rs";
        if !is_build_script && !listing.dead.contains(file) {
            let program = single_file(config, subject, file);
            let is_known = || is_by_product(&top, file) || quoted.contains(&**file);
            if program.is_none() && !is_known() {
                findings.notes.push(no_language(subject, file));
            }
            found.extend(program);
        }
    }
    for folder in listing.folders.iter().filter(|folder| !is_taken(folder)) {
        let skipped = if is_package { &PACKAGE_FOLDERS[..] } else { &[&b"target"[..]] };
        if !skipped.contains(&&**folder) && !is_folder_of_by_products(folder) {
            found.extend(sub_folder(config, subject, folder, findings));
        }
    }
    unique(found, subject, findings)
}

/// Takes out the names that more than one program has. Files that differ only in their extensions are told
/// apart by these.
fn unique(mut found: Vec<Program>, subject: Subject<'_>, findings: &mut Findings) -> Programs {
    let mut unique = Programs::default();
    let mut counts: BTreeMap<Name, usize> = BTreeMap::new();
    for program in &found {
        *counts.entry(program.name.clone()).or_default() += 1;
    }
    for program in &mut found {
        let shares_name = counts.get(&program.name).is_some_and(|count| *count > 1);
        if shares_name && matches!(program.source, Source::File(_)) {
            unique.ambiguous.insert(program.name.clone());
            program.name = Name::from_os(program.place.as_os_str());
        }
    }
    found.sort_by(|a, b| (&a.name, &a.place).cmp(&(&b.name, &b.place)));
    for group in found.chunk_by(|a, b| a.name == b.name) {
        match group {
            [program] => unique.all.push(program.clone()),
            [] => {}
            [first, ..] => {
                let places: Vec<String> = group
                    .iter()
                    .map(|program| format!("`{}`", Name::from_os(program.place.as_os_str())))
                    .collect();
                let what = format!("several solutions are named `{}`: {}", first.name, places.join(" and "));
                findings.defects.push(subject.defect(&first.place, what, "rename all but one").unjudged());
                unique.left_out.insert(first.name.clone());
            }
        }
    }
    unique
}

/// The binaries of the package in a folder below the subject's.
fn package(config: &Config, subject: Subject<'_>, folder: &Path, findings: &mut Findings) -> Vec<Program> {
    let relative = if folder.as_os_str().is_empty() {
        subject.folder.to_path_buf()
    } else {
        subject.folder.join(folder)
    };
    let package = config.root.join(&relative);
    let binaries = match binaries(&config.root, &relative) {
        Ok(binaries) => binaries,
        Err(errors) => {
            for error in errors.told() {
                let hint = error.hint.clone().unwrap_or_else(|| "correct the manifest".to_owned());
                let defect = subject.defect(folder.join("Cargo.toml"), error.what.clone(), hint);
                findings.defects.push(defect.at(error.line));
            }
            return Vec::new();
        }
    };
    // A table without Cargo packages has none.
    let Some(language) = config.languages.of_packages() else { return Vec::new() };
    let mut programs = Vec::new();
    for binary in binaries {
        let main_file = package.join(&binary.path);
        let place = folder.join(&binary.path);
        if !main_file.is_file() {
            let what = format!(
                "the binary `{}` has no source `{}`",
                Name::from(&*binary.name),
                binary.path.display()
            );
            findings.defects.push(subject.defect(
                folder.join("Cargo.toml"),
                what,
                "correct the path in [[bin]]",
            ));
            continue;
        }
        programs.push(Program {
            name: Name::from(binary.name.as_str()),
            language: language.name.clone(),
            source: Source::CargoBinary { package: package.clone(), binary: binary.name },
            main_file,
            place,
        });
    }
    programs
}

/// A file in a language of the table.
pub fn single_file(config: &Config, subject: Subject<'_>, file: &[u8]) -> Option<Program> {
    let language = language_of(config, &config.root.join(subject.folder), file)?;
    let stem = split_extension(file).map_or(file, |(stem, _)| stem);
    let place = PathBuf::from(OsStr::from_bytes(file));
    let main_file = config.root.join(subject.folder).join(&place);
    Some(Program {
        name: Name::from_os(OsStr::from_bytes(stem)),
        language: language.name.clone(),
        source: Source::File(main_file.clone()),
        main_file,
        place,
    })
}

/// The note about a file that is not judged.
fn no_language(subject: Subject<'_>, file: &[u8]) -> Defect {
    let place = OsStr::from_bytes(file);
    if let Some((_, extension)) = split_extension(file) {
        let extension = Name::from_os(OsStr::from_bytes(extension));
        let hint = format!("add a table [language.X] with extensions = [\"{extension}\"] to judge.toml");
        return subject.defect(place, "not judged: no language has this extension", hint).unjudged();
    }
    let what = "not judged: without an extension its language is unknown";
    subject.defect(place, what, "rename it if it is a solution").unjudged()
}

/// A folder that is one solution, or a package with several.
pub fn sub_folder(
    config: &Config,
    subject: Subject<'_>,
    folder: &[u8],
    findings: &mut Findings,
) -> Vec<Program> {
    let name = Name::from_os(OsStr::from_bytes(folder));
    let folder = Path::new(OsStr::from_bytes(folder));
    let relative = subject.folder.join(folder);
    let inner = Subject { folder: &relative, ..subject };
    let mut own = Findings::default();
    let listing = list(&config.root.join(&relative), 1, inner, &mut own);
    // What no compiler follows, such as the lock of an editor, matters only in the place of a source.
    let matters = |defect: &Defect| {
        let name = defect.path.file_name().unwrap_or_default();
        !config.root.join(&defect.path).is_symlink()
            || language_of(config, &config.root.join(&relative), name.as_bytes()).is_some()
    };
    findings.defects.extend(own.defects.into_iter().filter(matters));
    if listing.files.iter().any(|file| **file == *b"Cargo.toml") {
        let n_defects = findings.defects.len();
        let mut programs = package(config, subject, folder, findings);
        if let [only] = programs.as_mut_slice() {
            only.name = name;
        } else if programs.is_empty() && findings.defects.len() == n_defects {
            let what = "this package has no binary";
            findings.defects.push(subject.defect(folder, what, "add src/main.rs"));
        }
        return programs;
    }
    let sources: Vec<&[u8]> = listing
        .files
        .iter()
        .map(|file| &**file)
        .filter(|file| {
            !listing.dead.contains(*file) && language_of(config, &config.root.join(&relative), file).is_some()
        })
        .collect();
    let top = config.root.join(&relative);
    let mut parts = Parts::of(config, &top, &sources);
    let below;
    if !matches!(parts, Parts::One { is_sure: true, .. }) {
        below = sources_below(config, &top);
        let all: Vec<&[u8]> = sources.iter().copied().chain(below.iter().map(Vec::as_slice)).collect();
        let all = Parts::of(config, &top, &all);
        if matches!(all, Parts::One { is_sure: true, .. }) || parts == Parts::None {
            parts = all;
        }
    }
    match parts {
        Parts::One { main, unused, .. } => {
            if !unused.is_empty() {
                let what = format!("not used by {}: {}", quoted(&[main]), quoted(&unused));
                let hint = "move other solutions out of this folder";
                findings.notes.push(subject.defect(folder, what, hint).unjudged());
            }
            let program = single_file(config, inner, main);
            let whole = |program: Program| Program {
                name,
                place: folder.join(program.place),
                source: Source::Folder {
                    folder: config.root.join(&relative),
                    main: program.main_file.clone(),
                },
                ..program
            };
            program.map(whole).into_iter().collect()
        }
        Parts::None => {
            let hint = "give it a Cargo.toml, or one source in a language of the table";
            let what = "nothing in this folder can be judged";
            findings.notes.push(subject.defect(folder, what, hint).unjudged());
            Vec::new()
        }
        Parts::Several(mains) => {
            let what = format!("not judged: this folder has several programs: {}", quoted(&mains));
            let hint = "one solution, one folder: move the others out, or name the main file main";
            findings.defects.push(subject.defect(folder, what, hint).unjudged());
            Vec::new()
        }
    }
}

/// The sources in folders below one that are compiled with those in it, relative to it.
pub fn sources_below(config: &Config, folder: &Path) -> Vec<Vec<u8>> {
    let is_compiled = |file: &PathBuf| {
        let language = language_of(config, folder, file.as_os_str().as_bytes());
        language.is_some_and(|language| language.subfolders)
    };
    let sources = nested(folder).into_iter().filter(is_compiled);
    sources.map(|file| file.into_os_string().into_vec()).collect()
}

fn quoted(files: &[&[u8]]) -> String {
    let names: Vec<String> =
        files.iter().map(|file| format!("`{}`", Name::from_os(OsStr::from_bytes(file)))).collect();
    names.join(" and ")
}

#[cfg(test)]
mod tests {
    use crate::discover::fixture::Workspace;
    use insta::assert_snapshot;

    fn with_case() -> Workspace {
        Workspace::new().files(&["cases/p/1.in", "cases/p/1.ans"])
    }

    #[test]
    fn a_package_has_the_binaries_that_cargo_finds() {
        let workspace = with_case()
            .file("solutions/p/Cargo.toml", "[package]\nname = \"pack\"\nversion.workspace = true\n[dependencies]\nx = \"1\"\n\
                [[bin]]\nname = \"renamed\"\npath = \"src/bin/b.rs\"\n[[bin]]\nname = \"elsewhere\"\npath = \"odd/main.rs\"\n\
                [[bin]]\nname = \"gone\"\n[[bin]]\nname = \"c\"\npath = \"c.rs\"\n")
            .files(&["solutions/p/c.rs", "solutions/p/d.rs"])
            .files(&["solutions/p/src/main.rs", "solutions/p/src/bin/a.rs", "solutions/p/src/bin/b.rs"])
            .files(&["solutions/p/src/bin/big/main.rs", "solutions/p/src/bin/big/part.rs", "solutions/p/odd/main.rs"])
            .files(&["solutions/p/src/bin/.hidden.rs", "solutions/p/src/bin/notes.md", "solutions/p/build.rs"])
            .files(&["solutions/p/tests/t.rs", "solutions/p/examples/main.rs", "solutions/p/target/main.rs"]);
        assert_snapshot!(workspace.shown(), @"
        problem p (p)
          case 1 = 1.in 1.ans
          solution a (rust) from solutions/p bin a: * AC
          solution big (rust) from solutions/p bin big: * AC
          solution c (rust) from solutions/p bin c: * AC
          solution d (rustc) from solutions/p/d.rs: * AC
          solution elsewhere (rust) from solutions/p bin elsewhere: * AC
          solution pack (rust) from solutions/p bin pack: * AC
          solution renamed (rust) from solutions/p bin renamed: * AC
        defect: solutions/p/Cargo.toml: the binary `gone` has no source `src/bin/gone.rs`; correct the path in [[bin]]
        ");
    }

    #[test]
    fn autobins_may_be_off() {
        let workspace = with_case()
            .file(
                "solutions/p/Cargo.toml",
                "[package]\nname = \"p\"\nautobins = false\n[[bin]]\nname = \"a\"\n",
            )
            .files(&["solutions/p/src/main.rs", "solutions/p/src/bin/a.rs", "solutions/p/src/bin/b.rs"]);
        assert_snapshot!(workspace.shown(), @"
        problem p (p)
          case 1 = 1.in 1.ans
          solution a (rust) from solutions/p bin a: * AC
        ");
    }

    #[test]
    fn files_and_folders_are_solutions_too() {
        let workspace = with_case()
            .files(&["solutions/p/a.cpp", "solutions/p/b.rs", "solutions/p/c.c", "solutions/p/notes.md"])
            .files(&[
                "solutions/p/d.vala",
                "solutions/p/e/main.py",
                "solutions/p/e/util.py",
                "solutions/p/f/util.py",
            ])
            .files(&["solutions/p/g/main.py", "solutions/p/g/main.c", "solutions/p/f2/notes.txt"])
            .files(&[
                "solutions/p/B.CPP",
                "solutions/p/x.txt",
                "solutions/p/i.py3",
                "solutions/p/odd",
                "solutions/p/x.h",
            ])
            .files(&[
                "solutions/p/X.class",
                "solutions/p/__pycache__/b.py",
                "solutions/p/C.C",
                "solutions/p/.#b.rs",
            ])
            .file("solutions/p/h/Cargo.toml", "[package]\nname = \"other\"\n")
            .file("solutions/p/i/Cargo.toml", "[package]\nname = \"two\"\n")
            .file("solutions/p/j/Cargo.toml", "[package]\nname = \"none\"\n")
            .file("solutions/p/k/Cargo.toml", "[package\n")
            .file("solutions/p/l/Cargo.toml", "[workspace]\n")
            .files(&[
                "solutions/p/h/src/main.rs",
                "solutions/p/i/src/main.rs",
                "solutions/p/i/src/bin/three.rs",
            ]);
        assert_snapshot!(workspace.shown(), @r#"
        problem p (p)
          case 1 = 1.in 1.ans
          solution B (cpp) from solutions/p/B.CPP: * AC
          solution C (cpp) from solutions/p/C.C: * AC
          solution a (cpp) from solutions/p/a.cpp: * AC
          solution b (rustc) from solutions/p/b.rs: * AC
          solution c (c) from solutions/p/c.c: * AC
          solution e (python) from solutions/p/e/main.py: * AC
          solution f (python) from solutions/p/f/util.py: * AC
          solution h (rust) from solutions/p/h bin other: * AC
          solution three (rust) from solutions/p/i bin three: * AC
          solution two (rust) from solutions/p/i bin two: * AC
        defect: solutions/p/g: not judged: this folder has several programs: `main.c` and `main.py`; one solution, one folder: move the others out, or name the main file main
        defect: solutions/p/j: this package has no binary; add src/main.rs
        defect: solutions/p/k/Cargo.toml:1: unclosed table, expected `]`; correct the manifest
        defect: solutions/p/l/Cargo.toml:1: this manifest has no [package] with a name; `cargo init --lib` shows what it needs
        note: solutions/p/d.vala: not judged: no language has this extension; add a table [language.X] with extensions = ["vala"] to judge.toml
        note: solutions/p/i.py3: not judged: no language has this extension; add a table [language.X] with extensions = ["py3"] to judge.toml
        note: solutions/p/odd: not judged: without an extension its language is unknown; rename it if it is a solution
        note: solutions/p/x.txt: not judged: no language has this extension; add a table [language.X] with extensions = ["txt"] to judge.toml
        note: solutions/p/f2: nothing in this folder can be judged; give it a Cargo.toml, or one source in a language of the table
        "#);
    }

    #[test]
    fn a_first_line_may_name_the_language_and_a_list_for_make_is_no_source() {
        let workspace = with_case()
            .file("solutions/p/a", "#!/usr/bin/env awk -f\n")
            .file("solutions/p/b.awk", "#!/usr/bin/awk -f\n")
            .file("solutions/p/c.md", "#!/bin/sh\n")
            .file("solutions/p/e.d", "import std.stdio : writeln; void main() {}\n")
            .file("solutions/p/e2.d", "import a.b; int f(int n) { return n == 0 ? 0 : 1; }\n")
            .file("solutions/p/f.d", "f.o: f.cpp f.h\n")
            .file("solutions/p/g/Makefile", "#!/usr/bin/make -f\n")
            .file("solutions/p/g/main", "#!/bin/sh\n");
        assert_snapshot!(workspace.shown(), @"
        problem p (p)
          case 1 = 1.in 1.ans
          solution a (shell) from solutions/p/a: * AC
          solution b (shell) from solutions/p/b.awk: * AC
          solution e (d) from solutions/p/e.d: * AC
          solution e2 (d) from solutions/p/e2.d: * AC
          solution g (shell) from solutions/p/g/main: * AC
        ");
    }

    #[test]
    fn files_of_one_name_are_told_apart_by_their_extensions() {
        let workspace = with_case()
            .files(&["solutions/p/a.cpp", "solutions/p/a.py", "solutions/p/a/main.c", "solutions/p/b.py"])
            .file("cases/p/problem.toml", "reference = \"a.py\"\n[solution.\"a.cpp\"]\nexpect = \"WA\"\n");
        assert_snapshot!(workspace.shown(), @"
        problem p (p)
          case 1 = 1.in 1.ans
          solution a (c) from solutions/p/a/main.c: * AC
          solution a.cpp (cpp) from solutions/p/a.cpp: * WA
          solution a.py (python) from solutions/p/a.py: * AC
          solution b (python) from solutions/p/b.py: * AC
          reference a.py
        ");
        std::fs::remove_dir_all(workspace.path("solutions/p/a")).unwrap();
        let workspace = workspace.file("cases/p/problem.toml", "reference = \"a\"\n");
        assert_snapshot!(workspace.complaints(), @"cases/p/problem.toml:1: several solutions are named `a`: `a.cpp` and `a.py`; name one with its extension");
    }

    #[test]
    fn one_name_is_one_solution() {
        let workspace = with_case()
            .files(&["solutions/p/b.py", "solutions/p/i/src/bin/a.rs", "solutions/p/i/src/bin/c.rs"])
            .files(&["solutions/p/j/src/bin/a.rs", "solutions/p/j/src/bin/d.rs"])
            .file("solutions/p/i/Cargo.toml", "[package]\nname = \"i\"\n")
            .file("solutions/p/j/Cargo.toml", "[package]\nname = \"j\"\n")
            .file("cases/p/problem.toml", "reference = \"a\"\n[solution.a]\nexpect = \"WA\"\n");
        assert_snapshot!(workspace.shown(), @"
        problem p (p)
          case 1 = 1.in 1.ans
          solution b (python) from solutions/p/b.py: * AC
          solution c (rust) from solutions/p/i bin c: * AC
          solution d (rust) from solutions/p/j bin d: * AC
        defect: solutions/p/i/src/bin/a.rs: several solutions are named `a`: `i/src/bin/a.rs` and `j/src/bin/a.rs`; rename all but one
        ");
    }
}
