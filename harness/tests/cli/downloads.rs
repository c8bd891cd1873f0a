//! What packages need is downloaded before they are built, and no package waits for another at its own cost.

use crate::session::workspace;

#[test]
fn packages_are_downloaded_for_one_after_the_other() {
    let mut workspace = workspace().case("p", "1", "", "42\n");
    for name in ["a", "b", "c"] {
        let manifest = format!("[package]\nname = \"{name}\"\nedition = \"2024\"\n[workspace]\n");
        workspace = workspace
            .file(format!("solutions/p/{name}/Cargo.toml"), manifest)
            .file(format!("solutions/p/{name}/src/main.rs"), "fn main() {}\n");
    }
    // Who came second would wait for the first within its own limit.
    let root = workspace.root().display().to_string();
    let workspace = workspace.tool(
        "cargo",
        &format!(
            "[ \"$1\" = fetch ] || exit 1\necho >> {root}/fetched\n\
             mkdir {root}/busy || echo >> {root}/both\nsleep 0.3\nrmdir {root}/busy\nexit 1"
        ),
    );
    let path = format!("{root}/bin:/usr/bin:/bin");
    workspace.run_with(("PATH", &path), "-j 3").only_exits(1);
    assert_eq!(std::fs::read(workspace.root().join("fetched")).unwrap(), b"\n\n\n");
    assert!(!workspace.root().join("both").exists());
}
