//! A batch of cases is there in full or not at all, whenever it was cut short.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use walkdir::WalkDir;

use crate::config::{Flags, load};
use crate::discover::discover;
use crate::model::{Case, Name};
use crate::scaffold::{CaseFolder, NewCase, Renamed, WriteError, recover, remove, rename, write};

fn case(name: &str) -> NewCase {
    NewCase {
        name: Name::from(name),
        input: b"2\n".to_vec(),
        answer: Some(b"4\n".to_vec()),
        sidecar: "description = \"x\"\n".to_owned(),
    }
}

fn names(folder: &Path) -> Vec<String> {
    let walk = WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
    let files = walk.filter(|entry| entry.file_type().is_file());
    files.map(|entry| entry.path().strip_prefix(folder).unwrap().display().to_string()).collect()
}

fn folder(files: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "").unwrap();
    }
    folder
}

#[test]
fn a_case_is_three_files_and_nothing_else_is_left() {
    let folder = folder(&["1.in"]);
    write(folder.path(), &[case("2"), case("g/3")]).unwrap();
    let expect = ["1.in", "2.ans", "2.in", "2.toml", "g/3.ans", "g/3.in", "g/3.toml"];
    assert_eq!(names(folder.path()), expect);
    assert!(fs::read_dir(folder.path()).unwrap().all(|entry| entry.unwrap().file_name() != ".adding"));
}

#[test]
fn where_one_name_is_taken_nothing_is_written() {
    let folder = folder(&["2.toml"]);
    let error = write(folder.path(), &[case("1"), case("2")]).unwrap_err();
    assert!(matches!(error, WriteError::Taken(path) if path.ends_with("2.toml")));
    assert_eq!(names(folder.path()), ["2.toml"]);
}

#[test]
fn a_case_without_an_answer_is_two_files_and_takes_no_answer_that_is_there() {
    let folder = folder(&["2.ans"]);
    let unanswered = |name: &str| NewCase { answer: None, ..case(name) };
    write(folder.path(), &[unanswered("1")]).unwrap();
    assert_eq!(names(folder.path()), ["1.in", "1.toml", "2.ans"]);
    let error = write(folder.path(), &[unanswered("2")]).unwrap_err();
    assert!(matches!(error, WriteError::Taken(path) if path.ends_with("2.ans")));
    assert_eq!(names(folder.path()), ["1.in", "1.toml", "2.ans"]);
}

#[test]
fn where_the_system_refuses_a_file_nothing_is_written() {
    let folder = folder(&["2.in"]);
    let too_long = "x".repeat(300);
    assert!(matches!(write(folder.path(), &[case("1"), case(&too_long)]), Err(WriteError::Refused { .. })));
    assert_eq!(names(folder.path()), ["2.in"]);
}

const FILES: [&str; 6] = ["2.toml", "2.ans", "2.in", "g/3.toml", "g/3.ans", "g/3.in"];

#[test]
fn what_was_not_decided_is_thrown_away_however_much_of_it_there_is() {
    for written in 0..=FILES.len() {
        let staged: Vec<String> =
            FILES[..written].iter().map(|file| format!(".adding.part/{file}")).collect();
        let staged: Vec<&str> = staged.iter().map(String::as_str).collect();
        let folder = folder(&[&["1.in"], &staged[..]].concat());
        recover(folder.path()).unwrap();
        assert_eq!(names(folder.path()), ["1.in"]);
    }
}

#[test]
fn what_was_decided_is_moved_however_much_of_it_was_moved_before() {
    for moved in 0..=FILES.len() {
        let left: Vec<String> = FILES[moved..].iter().map(|file| format!(".adding/{file}")).collect();
        let left: Vec<&str> = left.iter().map(String::as_str).collect();
        let folder = folder(&[&["1.in"], &FILES[..moved], &left].concat());
        recover(folder.path()).unwrap();
        assert_eq!(
            names(folder.path()),
            ["1.in", "2.ans", "2.in", "2.toml", "g/3.ans", "g/3.in", "g/3.toml"]
        );
        assert!(!folder.path().join(".adding").exists());
    }
}

#[test]
fn a_writer_finishes_what_another_left() {
    let folder = folder(&["1.toml", ".adding/1.in", ".adding/1.ans", ".adding.part/9.in"]);
    assert!(matches!(write(folder.path(), &[case("1")]), Err(WriteError::Taken(_))));
    assert_eq!(names(folder.path()), ["1.ans", "1.in", "1.toml"]);
}

/// A workspace with these files, which are their own content, below `cases/p`; and the cases in it.
fn cases_of(files: &[&str]) -> (TempDir, Vec<Case>) {
    let root = folder(&["judge.toml", "solutions/p/x.py"]);
    for file in files {
        let path = root.path().join("cases/p").join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, if Path::new(file).extension().is_some_and(|end| end == "toml") { "" } else { file })
            .unwrap();
    }
    let config = load(root.path(), None, &Flags::NONE).unwrap();
    let mut catalog = discover(&config).catalog;
    let cases = catalog.problems.remove(0).cases;
    (root, cases)
}

#[test]
fn cases_may_swap_their_names() {
    let (root, cases) = cases_of(&["1.in", "1.ans", "1.toml", "2.in", "2.out", "3/in", "3/out"]);
    let folder = root.path().join("cases/p");
    let place = CaseFolder { root: root.path(), folder: &folder };
    let renamed: Vec<Renamed<'_>> =
        cases.iter().zip(["2", "1", "4"]).map(|(case, name)| Renamed { case, name: name.into() }).collect();
    rename(place, &renamed).unwrap();
    assert_eq!(names(&folder), ["1.ans", "1.in", "2.ans", "2.in", "2.toml", "4.ans", "4.in"]);
    let read = |file: &str| fs::read_to_string(folder.join(file)).unwrap();
    assert_eq!(
        [read("1.in"), read("1.ans"), read("2.ans"), read("4.in")],
        ["2.in", "2.out", "1.ans", "3/in"]
    );
}

#[test]
fn a_name_that_is_taken_by_another_is_refused() {
    let (root, cases) = cases_of(&["1.in", "1.ans", "2.in", "2.ans"]);
    let folder = root.path().join("cases/p");
    let place = CaseFolder { root: root.path(), folder: &folder };
    let refused = rename(place, &[Renamed { case: &cases[0], name: "2".into() }]);
    assert!(matches!(refused, Err(WriteError::Taken(_))));
    assert_eq!(names(&folder), ["1.ans", "1.in", "2.ans", "2.in"]);
}

#[test]
fn cases_go_with_all_their_files_and_the_folder_that_is_empty_then() {
    let (root, cases) = cases_of(&["1.in", "1.ans", "1.toml", "2.in", "2.ans", "g/3/in", "g/3/out"]);
    let folder = root.path().join("cases/p");
    remove(CaseFolder { root: root.path(), folder: &folder }, &[&cases[0], &cases[2]]).unwrap();
    assert_eq!(names(&folder), ["2.ans", "2.in"]);
    assert!(!folder.join("g").exists());
}

#[test]
fn what_has_to_go_goes_however_much_of_the_change_was_made_before() {
    for made in 0..4 {
        let folder = folder(&[".adding/2.in", ".adding/.gone"]);
        fs::write(folder.path().join(".adding/.gone"), "1.in\0g/1.ans\0").unwrap();
        for file in &["1.in", "g/1.ans"][made.min(2)..] {
            fs::create_dir_all(folder.path().join("g")).unwrap();
            fs::write(folder.path().join(file), "").unwrap();
        }
        if made == 3 {
            fs::rename(folder.path().join(".adding/2.in"), folder.path().join("2.in")).unwrap();
        }
        recover(folder.path()).unwrap();
        assert_eq!(names(folder.path()), ["2.in"]);
    }
}

#[test]
fn a_second_answer_goes_where_its_case_goes() {
    let files = ["1.in", "1.ans", "1.out", "1.out.txt", "2/in", "2/ans", "2/out", "in/3", "ans/3", "out/3"];
    let (root, cases) = cases_of(&files);
    assert_eq!(cases.iter().map(|case| case.second_answers.len()).collect::<Vec<_>>(), [2, 1, 1]);
    let folder = root.path().join("cases/p");
    let place = CaseFolder { root: root.path(), folder: &folder };
    let renamed: Vec<Renamed<'_>> =
        cases.iter().zip(["4", "1", "5"]).map(|(case, name)| Renamed { case, name: name.into() }).collect();
    rename(place, &renamed).unwrap();
    let expect = ["1.ans", "1.in", "1.out", "4.ans", "4.in", "4.out", "4.out.txt", "5.ans", "5.in", "5.out"];
    assert_eq!(names(&folder), expect);
    let read = |file: &str| fs::read_to_string(folder.join(file)).unwrap();
    assert_eq!([read("1.out"), read("4.out"), read("4.out.txt")], ["2/out", "1.out", "1.out.txt"]);
    assert_eq!([read("5.ans"), read("5.out")], ["ans/3", "out/3"]);
}

#[test]
fn where_a_second_answer_finds_its_place_taken_nothing_is_renamed() {
    let files = ["1.in", "1.ans", "1.out", "x.out"];
    let (root, cases) = cases_of(&files);
    let folder = root.path().join("cases/p");
    let place = CaseFolder { root: root.path(), folder: &folder };
    let refused = rename(place, &[Renamed { case: &cases[0], name: "x".into() }]);
    assert!(matches!(refused, Err(WriteError::Taken(path)) if path.ends_with("x.out")));
    assert_eq!(names(&folder), ["1.ans", "1.in", "1.out", "x.out"]);
    // Two that would be called the same.
    let (root, cases) = cases_of(&["in/3", "ans/3", "out/3", "output/3"]);
    let folder = root.path().join("cases/p");
    let place = CaseFolder { root: root.path(), folder: &folder };
    let refused = rename(place, &[Renamed { case: &cases[0], name: "4".into() }]);
    assert!(matches!(refused, Err(WriteError::Taken(path)) if path.ends_with("4.out")));
    assert_eq!(names(&folder), ["ans/3", "in/3", "out/3", "output/3"]);
}

#[test]
fn a_second_answer_is_removed_with_its_case() {
    let (root, cases) = cases_of(&["1.in", "1.ans", "1.out", "2.in", "2.ans", "2.out"]);
    let folder = root.path().join("cases/p");
    remove(CaseFolder { root: root.path(), folder: &folder }, &[&cases[0]]).unwrap();
    assert_eq!(names(&folder), ["2.ans", "2.in", "2.out"]);
}
