//! What a build sees outside of its workspace: what the owner of the workspace names, and nothing that a solution
//! names.

use std::path::Path;

use crate::session::{Output, Workspace, is_here, workspace};

/// A folder beside the workspace that is the workspace of another contest, and has a library.
fn other_contest() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in [
        ("Cargo.toml", "[package]\nname = \"other\"\nedition = \"2024\"\n[workspace]\n"),
        ("src/lib.rs", "pub const ANSWER: u32 = 42;\n"),
        ("judge.toml", ""),
        ("cases/final/1.ans", "secret"),
        (".ssh/id", "secret"),
        (".judge/build/x", "secret"),
        ("plain.txt", "plain"),
    ] {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

/// A solution in a package with more in its manifest, whose build script passes on what it can read of that folder.
fn spying(other: &Path, manifest: &str) -> Workspace {
    let other = other.display().to_string();
    let script = format!(
        "fn main() {{\n    for file in [\"cases/final/1.ans\", \".ssh/id\", \".judge/build/x\", \"plain.txt\"] {{\n        \
            if let Ok(text) = std::fs::read_to_string(format!(\"{other}/{{file}}\")) {{\n            \
                println!(\"cargo:warning=seen {{file}} {{text}}\");\n        \
            }}\n    \
        }}\n}}\n"
    );
    let manifest = manifest.replace("OTHER", &other);
    workspace()
        .case("p", "1", "", "42\n")
        .file(
            "solutions/p/pk/Cargo.toml",
            format!("[package]\nname = \"pk\"\nedition = \"2024\"\n{manifest}[workspace]\n"),
        )
        .file("solutions/p/pk/src/main.rs", "fn main() {\n    println!(\"42\");\n}\n")
        .file("solutions/p/pk/build.rs", script)
}

/// Whether full isolation is to be had here; else nothing is hidden that could be looked for.
fn is_isolated() -> bool {
    let workspace = workspace().case("p", "1", "", "42\n").script("p", "a", "echo 42");
    let isolated = !workspace.run("-j 1 --isolation required").stderr.contains("full isolation is required");
    if !isolated {
        eprintln!("skipped: no full isolation here");
    }
    isolated && is_here("cargo")
}

fn judged(workspace: &Workspace) -> Output {
    workspace.run("-j 1 -v --isolation required")
}

#[test]
fn a_solution_opens_no_other_folder_to_its_build() {
    if !is_isolated() {
        return;
    }
    let other = other_contest();
    for manifest in [
        "[package.metadata.any]\npath = \"OTHER\"\n",
        "[lints.any]\npath = { path = \"OTHER\", level = \"allow\" }\n",
        "[dependencies]\n[package.metadata.dependencies]\nx = { path = \"OTHER\" }\n",
    ] {
        let output = judged(&spying(other.path(), manifest));
        output.does_not_say("seen ").does_not_say("secret");
    }
    // What it is built with it does not see either, and it is said what to write.
    let needs = "[dependencies]\nother = { path = \"OTHER\" }\n";
    let workspace = spying(other.path(), needs);
    let output = judged(&workspace).exits(1);
    output.does_not_say("seen ").says("lies outside of the workspace");
    output.says("[build]\n").says("readable = [\"");
}

#[test]
fn what_the_owner_names_is_seen_without_its_cases_and_hidden_files() {
    if !is_isolated() {
        return;
    }
    let other = other_contest();
    let needs = "[dependencies]\nother = { path = \"OTHER\" }\n";
    let workspace = spying(other.path(), needs)
        .file("solutions/p/pk/src/main.rs", "fn main() {\n    println!(\"{}\", other::ANSWER);\n}\n")
        .setting(&format!("[build]\nreadable = [\"{}\"]", other.path().display()));
    let output = judged(&workspace).exits(0);
    output.says("seen plain.txt plain").does_not_say("secret");
    // A folder that is not there is told, and stops nothing that does not need it.
    let workspace = workspace
        .file("judge.toml", "[build]\nreadable = [\"../nowhere-at-all\"]\n[language.sh]\nextensions = [\"sh\"]\nrun = [\"/bin/sh\", \"{source}\"]\n")
        .script("p", "plain", "echo 42");
    workspace.run("p/plain -j 1").exits(0).says("`build.readable` names `../nowhere-at-all`");
}
