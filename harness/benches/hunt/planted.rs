//! Mistakes that people make, planted in right solutions: each is one change of the text of one of them.
//!
//! They live in a workspace of their own, a copy of this one without its cases, so that they are not taken for
//! solutions of the problem.

use std::fs;
use std::path::{Path, PathBuf};

/// A mistake.
pub struct Planted {
    /// The problem.
    pub problem: &'static str,
    /// The right solution that has the mistake planted.
    base: &'static str,
    /// What it is called.
    pub name: &'static str,
    /// What stands there.
    right: &'static str,
    /// What stands there then.
    wrong: &'static str,
}

const fn snake(name: &'static str, right: &'static str, wrong: &'static str) -> Planted {
    Planted { problem: "codeforces-225d", base: "bitmask", name, right, wrong }
}

const fn ladders(name: &'static str, right: &'static str, wrong: &'static str) -> Planted {
    Planted { problem: "leetcode-909", base: "queue-steps", name, right, wrong }
}

const TAKEN: &str = "for segment in 0..n_turns - 1 {";
const KEY: &str = "seen[next.index() << (2 * n_turns) | next_turns]";
const DESTINATION: &str = "board.destination(landing)";

/// The mistakes.
pub const ALL: [Planted; 12] = [
    snake("tail-blocked", TAKEN, "for segment in 0..n_turns {"),
    snake("neck-only", TAKEN, "for segment in 0..1 {"),
    snake("head-only-key", KEY, "seen[next.index() << (2 * n_turns)]"),
    snake("two-segment-key", KEY, "seen[next.index() << (2 * n_turns) | next_turns & 3]"),
    snake("never-up", "for direction in DIRECTIONS {", "for direction in DIRECTIONS.into_iter().skip(1) {"),
    snake("unreachable-is-0", "    None\n}", "    Some(0)\n}"),
    ladders(
        "no-flip",
        DESTINATION,
        "{
            let side = board.last.isqrt();
            let (row, col) = ((landing - 1) / side, (landing - 1) % side);
            let other = if row % 2 == 1 { (row + 1) * side - col } else { landing };
            board.jumps[other].unwrap_or(landing)
        }",
    ),
    ladders("double-jump", DESTINATION, "board.destination(board.destination(landing))"),
    ladders("marks-both", "seen[destination] = true;", "(seen[destination], seen[landing]) = (true, true);"),
    ladders("skips-snakes", DESTINATION, "board.destination(landing).max(landing)"),
    ladders("five-faces", "board.landings(square)", "board.landings(square).take(5)"),
    ladders("unreachable-is-0", "    None\n}", "    Some(0)\n}"),
];

/// Makes the workspace, in a folder that may have one from the last time, and says where it is.
pub fn workspace(root: &Path) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("planted");
    for file in ["Cargo.toml", "Cargo.lock", "judge.toml"] {
        let text = fs::read_to_string(root.join(file)).expect("the workspace has it");
        put(&folder.join(file), &text.replace("\"harness\", \"harness/sandbox\", ", ""));
    }
    copy(&root.join("solutions"), &folder.join("solutions"));
    for problem in ["codeforces-225d", "leetcode-909"] {
        let settings = fs::read_to_string(root.join("cases").join(problem).join("problem.toml"));
        let settings = settings.expect("the problem has settings");
        // What follows is about the cases.
        let (settings, _) = settings.split_once("[solution.").expect("it names wrong solutions");
        put(&folder.join("cases").join(problem).join("problem.toml"), settings);
    }
    for planted in &ALL {
        let programs = folder.join("solutions").join(planted.problem).join("src/bin");
        let base = fs::read_to_string(programs.join(planted.base).with_extension("rs"));
        let base = base.expect("the right solution is there");
        assert!(base.contains(planted.right), "`{}` is not in {}", planted.right, planted.base);
        let text = base.replace(planted.right, planted.wrong);
        put(&programs.join(planted.program()).with_extension("rs"), &text);
    }
    folder
}

/// Makes a workspace with one problem, twelve right solutions, no reference among them, and a copy of one of
/// them that is to be tested; says where it is and what that is called.
pub fn twelve_references(root: &Path) -> (PathBuf, &'static str) {
    const PROBLEM: &str = "codeforces-225d";
    const TARGET: &str = "bitmask-again";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("twelve");
    for file in ["Cargo.toml", "Cargo.lock", "judge.toml"] {
        let text = fs::read_to_string(root.join(file)).expect("the workspace has it");
        put(&folder.join(file), &text.replace("\"harness\", \"harness/sandbox\", ", ""));
    }
    copy(&root.join("solutions"), &folder.join("solutions"));
    let programs = folder.join("solutions").join(PROBLEM).join("src/bin");
    let settings = fs::read_to_string(root.join("cases").join(PROBLEM).join("problem.toml"));
    let settings = settings.expect("the problem has settings");
    let (general, of_solutions) = settings.split_once("[solution.").expect("it names wrong solutions");
    let general: Vec<&str> = general.lines().filter(|line| !line.starts_with("reference")).collect();
    put(&folder.join("cases").join(PROBLEM).join("problem.toml"), &general.join("\n"));
    for table in
        format!("[solution.{of_solutions}").split("[solution.").filter(|table| table.contains("expect"))
    {
        let (name, _) = table.split_once(']').expect("a table has a name");
        let _ = fs::remove_file(programs.join(name).with_extension("rs"));
    }
    let base = fs::read_to_string(programs.join("bitmask.rs")).expect("the right solution is there");
    put(&programs.join(TARGET).with_extension("rs"), &base);
    (folder, TARGET)
}

impl Planted {
    /// The name of the solution: those of all problems share one folder.
    pub fn program(&self) -> String {
        format!("{}-{}", self.base, self.name)
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("the folder can be read") {
        let entry = entry.expect("an entry");
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            put(&to, &fs::read_to_string(&path).expect("sources are text"));
        }
    }
}

/// Writes a file if it is another one, so that nothing is built again for nothing.
fn put(path: &Path, text: &str) {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return;
    }
    fs::create_dir_all(path.parent().expect("it is in a folder")).expect("the folder can be made");
    fs::write(path, text).expect("the file can be written");
}
