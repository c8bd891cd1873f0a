//! A batch of cases is there in full or not at all, whenever it was cut short.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use walkdir::WalkDir;

use crate::model::Name;
use crate::scaffold::{NewCase, WriteError, recover, write};

fn case(name: &str) -> NewCase {
    NewCase {
        name: Name::from(name),
        input: b"2\n".to_vec(),
        answer: b"4\n".to_vec(),
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
