//! What a source, a package or a compiler names is read by the judge only where it is a file with an end.

use std::fs::File;

use crate::session::{Output, Workspace, is_here, workspace};

/// Address space of the judge: enough for all that it and a compiler do, and less than a machine has. One that
/// reads what never ends stops then, and the machine goes on.
const CAP: &str = "ulimit -v 16000000";

/// The verdict of each solution, by its name.
#[track_caller]
fn verdicts(output: &Output) -> Vec<(String, String)> {
    let document = output.json();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let results = document["solutions"].as_array().unwrap().iter();
    results.map(|solution| (text(&solution["solution"]), text(&solution["verdict"]))).collect()
}

/// One case, and one solution that is right.
fn with_honest() -> Workspace {
    workspace().case("p", "1", "", "42\n").script("p", "honest", "echo 42")
}

#[track_caller]
fn check(workspace: &Workspace, expect: &[(&str, &str)]) -> String {
    let output = workspace.run_after(CAP, "-j 1 --format json");
    let found = verdicts(&output);
    for (name, verdict) in expect {
        let is_so = |(solution, got): &(String, String)| solution == name && got == verdict;
        assert!(found.iter().any(is_so), "{name} {verdict}: {found:?} {output}");
    }
    output.to_string()
}

#[test]
fn a_source_that_includes_a_file_of_the_kernel_is_judged_like_any_other() {
    if !is_here("gcc") {
        return;
    }
    let source = "#include \"/proc/self/pagemap\"\n#include <stdio.h>\nint main(void) { puts(\"42\"); }\n";
    let workspace = with_honest().file("solutions/p/hostile.c", source);
    // No list of what it has read is kept, so it is built again.
    for _ in 0..2 {
        check(&workspace, &[("hostile", "AC"), ("honest", "AC")]);
    }
}

#[test]
fn a_package_may_name_what_never_ends() {
    if !is_here("cargo") {
        return;
    }
    let script = "use std::{os::unix::fs::symlink, path::PathBuf, process::Command};\n\
        fn main() {\n    \
            let out = PathBuf::from(std::env::var_os(\"OUT_DIR\").unwrap());\n    \
            let [pipe, zero] = [\"pipe\", \"zero\"].map(|name| out.join(name));\n    \
            let _ = Command::new(\"mkfifo\").arg(&pipe).status();\n    \
            let _ = symlink(\"/dev/zero\", &zero);\n    \
            for path in [pipe, zero, \"/proc/self/pagemap\".into(), \"/proc/kmsg\".into()] {\n        \
                println!(\"cargo:rerun-if-changed={}\", path.display());\n    \
            }\n\
        }\n";
    let workspace = with_honest()
        .file("solutions/p/pk/Cargo.toml", "[package]\nname = \"pk\"\nedition = \"2024\"\n[workspace]\n")
        .file("solutions/p/pk/src/main.rs", "fn main() {\n    println!(\"42\");\n}\n")
        .file("solutions/p/pk/build.rs", script);
    for _ in 0..2 {
        check(&workspace, &[("pk", "AC"), ("honest", "AC")]);
    }
}

#[test]
fn a_source_that_never_ends_is_refused_with_the_reason_and_nothing_waits() {
    let workspace = with_honest()
        .link("solutions/p/map.sh", "/proc/self/pagemap")
        .link("solutions/p/log.sh", "/proc/kmsg")
        .folder("solutions/p");
    let sparse = File::create(workspace.root().join("solutions/p/sparse.sh")).unwrap();
    sparse.set_len(6 << 30).unwrap();
    workspace.run_after(CAP, "list").says("sparse");
    let expect = [("map", "CE"), ("log", "CE"), ("sparse", "CE"), ("honest", "AC")];
    let said = check(&workspace, &expect);
    for reason in [
        "`solutions/p/map.sh` is a pseudo-file of the kernel",
        "`solutions/p/log.sh` is a pseudo-file of the kernel",
        "`solutions/p/sparse.sh` is larger than 16 MiB",
    ] {
        assert!(said.contains(reason), "{reason}: {said}");
    }
}

#[test]
fn a_hand_in_with_such_a_source_leaves_the_others_judged() {
    let workspace = workspace()
        .case("p", "1", "", "42\n")
        .file("class/ann.sh", "echo 42\n")
        .link("class/bob.sh", "/proc/kmsg")
        .link("class/cyd.sh", "/proc/self/pagemap");
    let sparse = File::create(workspace.root().join("class/dan.sh")).unwrap();
    sparse.set_len(6 << 30).unwrap();
    let output = workspace.run_after(CAP, "grade p --students class/* -j 1 --format json");
    let found = verdicts(&output);
    let of = |name: &str| found.iter().find(|(found, _)| found == name).map(|(_, verdict)| verdict.as_str());
    assert_eq!(of("ann"), Some("AC"), "{output}");
    // No program has the name of what the links lead to.
    let others = ["bob", "cyd", "dan"].map(of);
    assert_eq!(others, [Some("SK"), Some("SK"), Some("CE")], "{output}");
}
