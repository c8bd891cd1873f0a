//! The outputs that a problem has for its checker: `checker_tests/accept` and `checker_tests/reject` in the folder of
//! its cases, each of them three files, `NAME.in`, `NAME.out` and `NAME.ans`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::coverage::contract::changes::Demand;
use crate::failure::Failure;
use crate::model::{Name, Problem};

/// An output with what the checker must say of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Its name: `checker_tests/accept/NAME`.
    pub name: String,
    /// What the checker must say.
    pub demand: Demand,
    /// The input.
    pub input: PathBuf,
    /// The output.
    pub output: PathBuf,
    /// The answer.
    pub answer: PathBuf,
}

/// The endings of the three files.
const ENDINGS: [&str; 3] = ["in", "out", "ans"];

/// The examples of a problem in the order of their names, and what is wrong with their files.
///
/// # Errors
/// A folder cannot be read.
pub fn examples(problem: &Problem) -> Result<(Vec<Example>, Vec<String>), Failure> {
    let top = problem.folder.join(Problem::CHECKER_TESTS);
    let (mut examples, mut complaints) = (Vec::new(), Vec::new());
    if !top.is_dir() {
        return Ok((examples, complaints));
    }
    for entry in entries(&top)? {
        let demand = match entry.to_string_lossy().as_ref() {
            "accept" => Demand::Accept,
            "reject" => Demand::Reject,
            _ => {
                let name = Name::from_os(entry.as_os_str());
                let what = format!("{}/{name} is not used", Problem::CHECKER_TESTS);
                complaints.push(format!("{what}: the folders there are `accept` and `reject`"));
                continue;
            }
        };
        of_folder(&top.join(&entry), &entry, demand, (&mut examples, &mut complaints))?;
    }
    Ok((examples, complaints))
}

fn of_folder(
    folder: &Path,
    word: &Path,
    demand: Demand,
    (examples, complaints): (&mut Vec<Example>, &mut Vec<String>),
) -> Result<(), Failure> {
    let mut parts: BTreeMap<Name, BTreeSet<String>> = BTreeMap::new();
    let shown = |name: &Name| format!("{}/{}/{name}", Problem::CHECKER_TESTS, word.display());
    for file in entries(folder)? {
        let ending = file.extension().map(|ending| ending.to_string_lossy().into_owned()).unwrap_or_default();
        if ENDINGS.contains(&ending.as_str()) {
            parts.entry(Name::from_os(file.with_extension("").as_os_str())).or_default().insert(ending);
        } else {
            let name = shown(&Name::from_os(file.as_os_str()));
            complaints.push(format!("{name} is not used: an example is NAME.in, NAME.out and NAME.ans"));
        }
    }
    for (name, found) in parts {
        let missing: Vec<&str> = ENDINGS.into_iter().filter(|ending| !found.contains(*ending)).collect();
        if let Some(ending) = missing.first() {
            complaints.push(format!("{} is not used: `{name}.{ending}` is missing", shown(&name)));
            continue;
        }
        let file = |ending: &str| {
            let mut file = name.to_os();
            file.push(format!(".{ending}"));
            folder.join(file)
        };
        let (input, output, answer) = (file("in"), file("out"), file("ans"));
        examples.push(Example { name: shown(&name), demand, input, output, answer });
    }
    Ok(())
}

/// The names in a folder, hidden ones aside, in order.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let read = || -> io::Result<Vec<PathBuf>> {
        let names = fs::read_dir(folder)?.map(|entry| Ok(PathBuf::from(entry?.file_name())));
        names.collect()
    };
    let names = read().with_context(|| format!("failed to read `{}`", folder.display()));
    let mut names = names.map_err(Failure::usage)?;
    names.retain(|name| !name.to_string_lossy().starts_with('.'));
    names.sort();
    Ok(names)
}
