//! A judge that is killed while it adds cases: all that it decided to add is there in the end, or nothing.
//!
//! The moments are chosen by seeds, and counted in runs of the reference: half of them are anywhere, the others
//! after its last run, where the judge writes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use sha2::{Digest, Sha256};
use walkdir::WalkDir;

use crate::session::{Workspace, processes_of};
use crate::watch::{Moment, Queue, told_doubling};

/// Kills of each command.
const KILLS: u64 = 50;

/// `double` with a wrong solution, and all that `add` and `hunt` need.
fn with_tools() -> (Workspace, Queue) {
    let (workspace, queue) = told_doubling();
    let workspace = workspace
        .problem(
            "double",
            "reference = \"right\"\ngenerator = \"generate.sh\"\nvalidator = \"validate.sh\"\n\
            [solution.wrong]\nexpect = [\"AC\", \"WA\"]\n",
        )
        .script("double", "wrong", "read n; [ $n -gt 6 ] && [ $n -lt 999999 ] && n=0; echo $((n + n))")
        .file("cases/double/generate.sh", "echo $1")
        .file("cases/double/validate.sh", "read n && [ \"$n\" -ge 0 ] && [ -z \"$(cat)\" ]");
    (workspace, queue)
}

/// The folder of the problem.
fn folder(workspace: &Workspace) -> PathBuf {
    workspace.root().join("cases/double")
}

/// The files below a folder. What goes while they are listed is left out.
fn look(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = WalkDir::new(folder).into_iter().flatten();
    entries.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path).collect()
}

/// The files that are new, by the name of their case and their ending.
fn new_files(workspace: &Workspace, before: &BTreeSet<PathBuf>) -> BTreeMap<String, BTreeSet<String>> {
    let mut cases: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let shown = look(&folder(workspace));
    let is_hidden = |path: &&PathBuf| path.parent() != Some(&folder(workspace));
    for path in shown.difference(before).filter(|path| !is_hidden(path)) {
        let [stem, ending] = [path.file_stem(), path.extension()].map(|part| part.unwrap().to_str().unwrap());
        cases.entry(stem.to_owned()).or_default().insert(ending.to_owned());
    }
    cases
}

/// Holds the parts of a case against each other.
#[track_caller]
fn check_whole(workspace: &Workspace, name: &str, endings: &BTreeSet<String>) {
    assert_eq!(endings.iter().collect::<Vec<_>>(), ["ans", "in", "toml"], "of {name}");
    let read = |ending: &str| workspace.read(&format!("cases/double/{name}.{ending}"));
    let (input, answer, sidecar) = (read("in"), read("ans"), read("toml"));
    let number: u64 = input.trim_end().parse().unwrap();
    assert_eq!([input.as_str(), &answer], [format!("{number}\n"), format!("{}\n", 2 * number)]);
    let mut sum = String::new();
    for byte in Sha256::digest(&input) {
        write!(sum, "{byte:02x}").unwrap();
    }
    assert!(sidecar.ends_with(&format!("sha256 = \"{sum}\"\n")), "{input}: {sidecar}");
}

/// Runs the command once to its end, and then kills it at many moments of such a run.
fn kill_often(words: &str, n_cases: usize) {
    let (workspace, queue) = with_tools();
    let before = look(&folder(&workspace));
    let course = queue.course(&workspace, words);
    assert_eq!(new_files(&workspace, &before).len(), n_cases, "{}", course.output);
    let mut n_killed = 0;
    for seed in 0..KILLS {
        for path in look(&folder(&workspace)).difference(&before) {
            fs::remove_file(path).unwrap();
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let moment = match seed {
            // At once, whatever the machine.
            0 => Moment::START,
            _ if seed % 2 == 0 => course.any_moment(&mut random),
            _ => course.late_moment(&mut random),
        };
        n_killed += u64::from(queue.kill_at(&workspace, words, moment).code == -9);
        check_left(&workspace, &before, n_cases, moment);
    }
    assert!(n_killed > 0);
    queue.course(&workspace, "grade -q double/right").output.only_exits(0);
    assert_eq!(fs::read_dir(workspace.root().join(".judge/run")).unwrap().count(), 0);
}

/// What a killed judge left, and what the next command makes of it.
#[track_caller]
fn check_left(workspace: &Workspace, before: &BTreeSet<PathBuf>, n_cases: usize, moment: Moment) {
    let left = processes_of(workspace.root());
    assert!(left.is_empty(), "{moment:?}: {left:?}");
    // An input is what makes a case: it comes after all else.
    let inputs = |cases: &BTreeMap<String, BTreeSet<String>>| {
        cases.values().filter(|endings| endings.contains("in")).count()
    };
    let visible = new_files(workspace, before);
    for (name, endings) in visible.iter().filter(|(_, endings)| endings.contains("in")) {
        check_whole(workspace, name, endings);
    }
    let is_decided = inputs(&visible) > 0 || folder(workspace).join(".adding").exists();
    workspace.run("list").only_exits(0);
    let cases = new_files(workspace, before);
    for (name, endings) in &cases {
        check_whole(workspace, name, endings);
    }
    assert_eq!(cases.len(), if is_decided { n_cases } else { 0 }, "{moment:?}");
    let entries = fs::read_dir(folder(workspace)).unwrap().map(|entry| entry.unwrap().file_name());
    let hidden: Vec<_> = entries.filter(|name| name.as_encoded_bytes().starts_with(b".")).collect();
    assert!(hidden.is_empty(), "{moment:?}: {hidden:?}");
}

#[test]
fn an_addition_that_is_killed_leaves_all_of_its_cases_or_none() {
    kill_often("add double -j 1 --gen '' --count 4 --seed 10", 4);
}

#[test]
fn a_hunt_that_is_killed_leaves_all_of_its_case_or_nothing() {
    kill_often("hunt double wrong -j 1 --seed 1000 --gen '' --shrink 8", 1);
}
