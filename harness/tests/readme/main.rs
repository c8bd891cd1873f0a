//! The documents tell the truth: every console block of `README.md` and `harness/docs/*.md` is run in a
//! copy of this workspace, and must print what it shows.
//!
//! The blocks of a page are one session, as typed from top to bottom; each page begins in a fresh copy,
//! and all share what was built. Times, sizes and ratios are another machine's and are not compared; the
//! text around them is. A command that fails must be followed by `$ echo $?`. A block of `toml` that
//! begins with `# FILE` is that file from there on. Blocks of `sh` in the README hold what would
//! take long here; `.ci/run` runs them. Those of `scaling.md`, and its YAML, are run by `tests/cli/schedulers`.
//!
//! After a change of what the program prints, this rewrites all blocks in place:
//!
//! ```sh
//! BLESS=1 cargo test -p harness --test readme pages_show
//! ```
//!
//! Lines that differ in measurements alone stay as they are. Read the difference before you commit it.

#![forbid(unsafe_code)]

mod bless;
mod console;
mod fields;
mod links;
mod session;
mod solutions;
mod wording;

use std::fs;
use std::path::{Path, PathBuf};

use crate::bless::{Edit, blessed};
use crate::console::{Act, acts, blocks};
use crate::session::{PROGRAM, Session};
use crate::wording::without_numbers;

/// Where the pages other than the README are.
const DOCS: &str = "harness/docs";

/// The page with recipes for schedulers.
const SCALING: &str = "harness/docs/scaling.md";

/// The page about reports.
const REPORTS: &str = "harness/docs/reports.md";

#[test]
fn the_pages_show_what_is_printed() {
    let is_blessing = std::env::var_os("BLESS").is_some();
    let session = Session::new();
    let mut wrong = Vec::new();
    for page in pages() {
        session.reset();
        let text = read(&page);
        let edits = run_page(&page, &text, &session, is_blessing, &mut wrong);
        if !edits.is_empty() {
            fs::write(root().join(&page), blessed(&text, &edits)).expect("the page can be written");
        }
    }
    assert!(wrong.is_empty(), "{}\nBLESS=1 rewrites the pages, see the head of this test", wrong.join("\n"));
    session.is_sound_for_cargo();
    session.reset();
    fields::hold(&session);
}

/// Runs a page. What prints something else is told in `wrong`, or given back as edits of the page.
fn run_page(
    page: &str,
    text: &str,
    session: &Session,
    is_blessing: bool,
    wrong: &mut Vec<String>,
) -> Vec<Edit> {
    let acts = acts(text);
    let mut edits = Vec::new();
    let mut status = 0;
    for (index, act) in acts.iter().enumerate() {
        let step = match act {
            Act::File { path, content } => {
                session.write(path, content);
                continue;
            }
            Act::Run(step) => step,
        };
        let place = format!("{page}:{}: `{}`", step.line, step.command);
        let (printed, new_status) = session.run(&step.command, status);
        let new_status = new_status.unwrap_or_else(|| panic!("{place} was killed"));
        let (expect, got) = (without_numbers(&step.prints), without_numbers(&printed));
        if is_blessing {
            edits.extend(Edit::new(step, &printed));
        } else if expect != got {
            wrong.push(format!(
                "{place} prints something else\n--- expected\n{expect}\n--- got\n{got}\n--- in full\n{printed}"
            ));
        }
        status = new_status;
        let next = acts.get(index + 1);
        let is_said = matches!(next, Some(Act::Run(next)) if next.command == "echo $?");
        assert!(status == 0 || is_said, "{place} ends with {status}: show it with `$ echo $?`\n{printed}");
    }
    edits
}

#[test]
fn the_readme_shows_the_commands_that_matter() {
    let shown = acts(&read("README.md"));
    for command in ["", "add ", "hunt ", "compare "] {
        let is_shown = |act: &Act| matches!(act, Act::Run(step) if step.command.contains(&format!("{PROGRAM} -- {command}")));
        assert!(shown.iter().any(is_shown), "the README does not show `{command}`");
    }
    let length = read("README.md").lines().count();
    assert!(length <= 120, "the README has {length} lines: what is more than a tour belongs in {DOCS}");
}

#[test]
fn the_set_up_of_the_readme_is_two_commands_that_ci_runs() {
    let (readme, ci) = (read("README.md"), read(".ci/run"));
    let set_up: Vec<&str> =
        blocks(&readme).filter(|block| block.kind == "sh").flat_map(|block| block.lines).collect();
    assert_eq!(set_up.len(), 2, "the whole set-up is two commands");
    for line in set_up {
        assert!(ci.lines().any(|other| other == line), ".ci/run does not run `{line}`");
    }
}

#[test]
fn every_block_of_every_page_is_of_a_kind_that_is_checked() {
    for page in pages() {
        // Recipes for several machines are run by a test of the command line.
        let kinds: &[&str] = match page.as_str() {
            "README.md" => &["console", "sh"],
            SCALING => &["console", "sh", "yaml"],
            // What goes into the settings of services, and what editors are given.
            REPORTS => &["console", "yaml", "groovy", "text"],
            _ => &["console", "toml"],
        };
        for block in blocks(&read(&page)) {
            assert!(kinds.contains(&block.kind), "{page}:{}: a block is one of {kinds:?}", block.line);
        }
    }
}

/// The README, then the pages in the order of their names.
fn pages() -> Vec<String> {
    let entries = fs::read_dir(root().join(DOCS)).expect("the folder of the pages can be listed");
    let mut pages: Vec<String> =
        entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    pages.retain(|name| Path::new(name).extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    let docs = pages.iter().map(|name| format!("{DOCS}/{name}"));
    std::iter::once("README.md".to_owned()).chain(docs).collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("failed to read `{path}`: {error}"))
}
