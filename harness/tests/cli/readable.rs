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

/// A solution in a package with more in its manifest, whose build script looks for these files in that folder. It prints
/// which of them the build has seen.
fn spying(other: &Path, manifest: &str) -> Workspace {
    let other = other.display().to_string();
    let script = format!(
        "fn main() {{\n    \
            let mut seen = Vec::new();\n    \
            for file in [\"cases/final/1.ans\", \".ssh/id\", \".judge/build/x\", \"plain.txt\"] {{\n        \
                if std::fs::read_to_string(format!(\"{other}/{{file}}\")).is_ok() {{\n            \
                    seen.push(file);\n        \
                }}\n    \
            }}\n    \
            println!(\"cargo:rustc-env=SEEN={{}}\", seen.join(\" \"));\n\
        }}\n"
    );
    let manifest = manifest.replace("OTHER", &other);
    workspace()
        .file(
            "solutions/p/pk/Cargo.toml",
            format!("[package]\nname = \"pk\"\nedition = \"2024\"\n{manifest}[workspace]\n"),
        )
        .file("solutions/p/pk/src/main.rs", "fn main() {\n    println!(\"[{}]\", env!(\"SEEN\"));\n}\n")
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
        "[dependencies]\n[package.metadata.dependencies]\nx = { path = \"OTHER\" }\n",
    ] {
        judged(&spying(other.path(), manifest).case("p", "1", "", "[]\n")).only_exits(0);
    }
    // What it is built with it does not see either, and it is said what to write.
    let needs = "[dependencies]\nother = { path = \"OTHER\" }\n";
    let workspace = spying(other.path(), needs).case("p", "1", "", "[]\n");
    let output = judged(&workspace).exits(1);
    output.says("is outside of the workspace");
    output.says("[build]\n").says("readable = [\"");
}

#[test]
fn what_the_owner_names_is_seen_without_its_cases_and_hidden_files() {
    if !is_isolated() {
        return;
    }
    let other = other_contest();
    let needs = "[dependencies]\nother = { path = \"OTHER\" }\n";
    let program = "fn main() {\n    println!(\"[{}] {}\", env!(\"SEEN\"), other::ANSWER);\n}\n";
    let workspace = spying(other.path(), needs)
        .case("p", "1", "", "[plain.txt] 42\n")
        .file("solutions/p/pk/src/main.rs", program)
        .setting(&format!("[build]\nreadable = [\"{}\"]", other.path().display()));
    judged(&workspace).only_exits(0);
    // A folder that is not there is told, and stops nothing that does not need it.
    let workspace = workspace
        .file("judge.toml", "[build]\nreadable = [\"../nowhere-at-all\"]\n[language.sh]\nextensions = [\"sh\"]\nrun = [\"/bin/sh\", \"{source}\"]\n")
        .script("p", "plain", "echo '[plain.txt] 42'");
    workspace.run("p/plain -j 1").exits(0).says("`build.readable` names `../nowhere-at-all`");
}
