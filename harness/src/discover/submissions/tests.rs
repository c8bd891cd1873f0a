//! Submissions of a small class.

use std::time::{Duration, SystemTime};

use insta::assert_snapshot;

use crate::discover::fixture::Workspace;
use crate::discover::submissions::submissions;
use crate::model::{Solution, Source, StudentFiles};

/// The students, each with its source or why there is none, and what is remarked.
fn shown(workspace: &Workspace, class: &StudentFiles) -> String {
    let found = match submissions(&workspace.config(), &workspace.path("."), class) {
        Ok(found) => found,
        Err(why) => return why.replace(&workspace.path(".").display().to_string(), "HERE"),
    };
    let row = |solution: &Solution| {
        let source = match &solution.source {
            Source::Absent(why) => format!("- {why}"),
            Source::File(path) | Source::Folder { main: path, .. } => {
                let path = path.strip_prefix(workspace.path(".")).unwrap();
                format!("{} {}", solution.language, path.display())
            }
            Source::CargoBinary { binary, .. } => format!("{} bin {binary}", solution.language),
        };
        let note = solution.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
        format!("{}: {source}{note}", solution.name)
    };
    // A combining character as one that stands alone.
    found.solutions.iter().map(row).collect::<Vec<_>>().join("\n").replace('\u{308}', "^")
}

fn class(pattern: &str) -> StudentFiles {
    StudentFiles { pattern: pattern.to_owned(), roster: None, due: None }
}

#[test]
fn each_student_is_one_row_whatever_was_handed_in() {
    let workspace = Workspace::new()
        .file("s/Ann O'Brien/sum.py", "print(1)")
        .file("s/Zoë Müller/hw (1).cpp", "int main(){}")
        .file("s/王小明/Projekt/src/main.c", "int main(){}")
        .file("s/10/one.py", "1")
        .file("s/10/two.py", "2")
        .file("s/9/answer.docx", "x")
        .file("s/bob/main.py", "import util")
        .file("s/bob/util.py", "x = 1")
        .file("s/eve/.DS_Store", "")
        .file("s/rust/Cargo.toml", "[package]\nname = \"x\"\n")
        .file("s/rust/src/main.rs", "fn main() {}")
        .file("s/single.py", "print(3)")
        .file("s/thesis", "words")
        .file("cases/p/1.ans", "secret")
        .file("s/mallory/x.py", "")
        .link("s/mallory/peek.txt", "../../cases/p/1.ans");
    assert_snapshot!(shown(&workspace, &class("s/*")), @"
    9: - it has no source in a language of the table, only `answer.docx`
    10: - this folder has several programs: `one.py` and `two.py`
    Ann O'Brien: python s/Ann O'Brien/sum.py
    Zoë Müller: cpp s/Zoë Müller/hw (1).cpp (the same content as `王小明`)
    bob: python s/bob/main.py
    eve: - the folder is empty
    mallory: - `peek.txt` is a link that leads out of the submission
    rust: rust bin x
    single: python s/single.py
    thesis: - `thesis` has no extension, so its language is unknown
    王小明: c s/王小明/Projekt/src/main.c (the same content as `Zoë Müller`)
    ");
    assert_snapshot!(shown(&workspace, &class("cases/*")), @"`HERE/cases/p` is in the folder of the cases; put submissions into another folder");
    assert_snapshot!(shown(&workspace, &class("t/*/")), @"`t/*/` matches nothing in `HERE`");
}

#[test]
fn the_roster_names_those_who_are_missing() {
    let workspace = Workspace::new()
        .file("s/Zoe\u{308}/a.py", "1")
        .file("s/ann/a.py", "2")
        .file("s/guest/a.py", "3")
        .file("names.txt", "\u{feff}Zoë\r\nAnn\n\nCarol Smith\nCarol Smith\n")
        .file("latin.txt", b"Zo\xeb\n")
        .file("empty.txt", "\n");
    let with = |roster: &str| StudentFiles { roster: Some(roster.into()), ..class("s/*/") };
    assert_snapshot!(shown(&workspace, &with("names.txt")), @"
    Carol Smith: - nothing was handed in
    Zoe^: python s/Zoe^/a.py
    ann: python s/ann/a.py
    guest: python s/guest/a.py (not on the roster)
    ");
    for (file, end) in
        [("latin.txt", "is not UTF-8; save it as UTF-8"), ("empty.txt", "has no names; write one a line")]
    {
        assert!(shown(&workspace, &with(file)).ends_with(end));
    }
    assert!(shown(&workspace, &with("none.txt")).starts_with("failed to read the roster"));
}

#[test]
fn copies_twins_and_late_ones_are_remarked() {
    let workspace = Workspace::new()
        .file("s/a/x.py", "print(1)")
        .file("s/b/other.py", "print(1)")
        .file("s/B/x.py", "print(2)")
        .file("s/empty/x.py", "\n")
        .file("s/void/x.py", "");
    assert_snapshot!(shown(&workspace, &class("s/*/")), @"
    B: python s/B/x.py (another name differs only in the case of letters: `b`)
    a: python s/a/x.py (the same content as `b`)
    b: python s/b/other.py (the same content as `a`; another name differs only in the case of letters: `B`)
    empty: python s/empty/x.py
    void: python s/void/x.py
    ");
    let file = std::fs::File::options().write(true).open(workspace.path("s/a/x.py")).unwrap();
    let due = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    file.set_modified(due + Duration::from_mins(125)).unwrap();
    for other in ["b/other.py", "B/x.py", "empty/x.py", "void/x.py"] {
        let file = std::fs::File::options().write(true).open(workspace.path("s").join(other)).unwrap();
        file.set_modified(due).unwrap();
    }
    assert_snapshot!(shown(&workspace, &StudentFiles { due: Some(due), ..class("s/a*/") }), @"a: python s/a/x.py (late by 2 h 5 min)");
    assert_snapshot!(shown(&workspace, &StudentFiles { due: Some(due), ..class("s/B/") }), @"B: python s/B/x.py");
}
