//! What a build may use, and what it can reach: a compiler does what its source says.

use std::path::Path;

use std::io::{BufRead, BufReader};

use rustix::process::{Pid, Signal, kill_process};

use crate::session::{Output, Workspace, is_here, processes_of, workspace};

/// A workspace with limits that a hostile source is over at once; those of time are given.
fn limited(time: &str, wall: &str) -> Workspace {
    workspace()
        .case("p", "1", "", "42\n")
        .setting(&format!("[build]\ntime_limit = \"{time}\"\nwall_limit = \"{wall}\"\nmemory_limit = \"128MiB\"\noutput_limit = \"64KiB\"\nfile_limit = \"8MiB\"\n"))
}

impl Workspace {
    /// A language whose compiler is a script in the workspace.
    fn compiled_by(self, script: &str) -> Self {
        let compiler = self.root().join("bin/compiler").display().to_string();
        self.tool("compiler", script)
            .setting(&format!(
                "[language.odd]\nextensions = [\"odd\"]\ncompile = [\"{compiler}\", \"{{source}}\", \"{{binary}}\"]\nrun = [\"{{binary}}\"]"
            ))
            .file("solutions/p/odd.odd", "#!/bin/sh\necho 42\n")
    }

    /// A Cargo package with this build script, whose program prints 42.
    fn with_build_script(self, script: &str) -> Self {
        self.file("solutions/p/pk/Cargo.toml", "[package]\nname = \"pk\"\nedition = \"2024\"\n[workspace]\n")
            .file("solutions/p/pk/src/main.rs", "fn main() {\n    println!(\"42\");\n}\n")
            .file("solutions/p/pk/build.rs", script)
    }
}

/// The reason of the one solution that has this name, which must be a CE.
#[track_caller]
fn rejected(output: &Output, solution: &str) -> String {
    let document = output.json();
    let results = document["results"].as_array().unwrap();
    let result = results.iter().find(|result| result["solution"] == solution).expect("a result");
    assert_eq!(result["verdict"], "CE", "{output}");
    result["reason"].as_str().unwrap().to_owned()
}

/// Whether full isolation is to be had here; said where it is not.
fn is_isolated(workspace: &Workspace) -> bool {
    let isolated = !workspace.run("-j 1 --isolation required").stderr.contains("full isolation is required");
    if !isolated {
        eprintln!("skipped: no full isolation here");
    }
    isolated
}

#[test]
fn what_a_compiler_warns_of_is_kept_with_what_it_built() {
    let script =
        "echo \"$1:7: warning: odd\" >&2; echo '1 warning generated.' >&2; cp \"$1\" \"$2\"; chmod +x \"$2\"";
    let workspace = workspace().case("p", "1", "", "42\n").compiled_by(script);
    // What was built before is not built again, and its warnings are still known.
    for _ in 0..2 {
        let output = workspace.run("-j 1").exits(0);
        output.says("the compilers gave 1 warning for 1 solution; `-v` shows all");
        let output = workspace.run("-j 1 -v").exits(0);
        output.says("! p/odd: 1 warning\n  solutions/p/odd.odd:7: warning: odd\n  1 warning generated.\n");
        let document = workspace.run("-j 1 --format json").exits(0).json();
        let said = "solutions/p/odd.odd:7: warning: odd\n1 warning generated.\n";
        assert_eq!(document["solutions"][0]["warnings"], said);
    }
    // Mended, it has none.
    let workspace = workspace.tool("compiler", "cp \"$1\" \"$2\"; chmod +x \"$2\"");
    workspace.run("-j 1").exits(0).does_not_say("warning");
}

#[test]
fn a_package_keeps_its_warnings_too() {
    let workspace = workspace()
        .case("p", "1", "", "42\n")
        .file("solutions/p/pk/Cargo.toml", "[package]\nname = \"pk\"\nedition = \"2024\"\n[workspace]\n")
        .file("solutions/p/pk/src/main.rs", "fn main() {\n    let x = 1;\n    println!(\"42\");\n}\n");
    for _ in 0..2 {
        let output = workspace.run("-j 1 -v").exits(0);
        output.says("! p/pk: 1 warning\n").says("unused variable: `x`");
    }
}

#[test]
fn a_compiler_that_takes_too_much_is_ended_and_the_solution_is_not_compiled() {
    let hogs = [
        ("sleep 100 & setsid sleep 100", "the compiler took more than 1 s"),
        ("while :; do :; done", "the compiler took more than 0.5 s of CPU time"),
        ("x=xxxxxxxxxxxxxxxx; while :; do x=$x$x; done", "the compiler used more than 128 MiB of memory"),
        ("while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done", "the compiler printed more than 64 KiB"),
        (
            "while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy >&2; done",
            "the compiler printed more than 64 KiB",
        ),
        (
            "i=0; while [ $i -lt 40 ]; do i=$((i + 1)); head -c 500000 /dev/zero > $TMPDIR/$i; done; sleep 100",
            "the compiler wrote more than 8 MiB",
        ),
        ("head -c 100000000 /dev/zero > $HOME/large", "the compiler wrote more than 8 MiB"),
    ];
    for (script, reason) in hogs {
        let (time, wall) = match reason.split_once(" more than ").unwrap().1 {
            "1 s" => ("9s", "1s"),
            "0.5 s of CPU time" => ("500ms", "9s"),
            _ => ("9s", "9s"),
        };
        let workspace = limited(time, wall).compiled_by(script).script("p", "fine", "echo 42");
        for isolation in ["auto", "none"] {
            let output = workspace.run(&format!("-j 1 --format json --isolation {isolation}")).exits(1);
            assert_eq!(rejected(&output, "odd"), reason, "{script}");
            assert_eq!(processes_of(workspace.root()), Vec::<std::path::PathBuf>::new(), "{script}");
            assert_eq!(left_in(&workspace), Vec::<std::path::PathBuf>::new(), "{script}");
            output.says("\"verdict\":\"AC\"");
        }
    }
}

/// What is left of builds in the folders of judges that ran here.
fn left_in(workspace: &Workspace) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(workspace.root().join(".judge/run")).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn sources_that_keep_a_compiler_busy_are_not_compiled() {
    let bomb = "template<int D, int N> struct F { static const long v = F<D-1,2*N>::v + F<D-1,2*N+1>::v; };\n\
        template<int N> struct F<0,N> { static const long v = N; };\nint main() { return F<28,1>::v; }\n";
    let sources = [
        ("g++", "endless.cpp", "#include \"/dev/urandom\"\nint main() {}\n"),
        ("g++", "bomb.cpp", bomb),
        (
            "rustc",
            "evaluates.rs",
            "#![allow(long_running_const_eval)]\nconst X: u64 = { let mut i = 0u64; while i < u64::MAX { i += 1; } i };\nfn main() { println!(\"{X}\"); }\n",
        ),
    ];
    for (tool, name, text) in sources {
        if !is_here(tool) {
            continue;
        }
        let workspace =
            limited("500ms", "1s").file(format!("solutions/p/{name}"), text).script("p", "fine", "echo 42");
        let output = workspace.run("-j 2 --format json").exits(1);
        let reason = rejected(&output, name.split('.').next().unwrap());
        assert!(reason.starts_with("the compiler "), "{name}: {reason}");
        assert_eq!(processes_of(workspace.root()), Vec::<std::path::PathBuf>::new());
        output.says("\"verdict\":\"AC\"");
    }
}

#[test]
fn what_is_built_is_judged_while_a_compiler_hangs_and_an_interrupt_names_it() {
    let workspace = workspace()
        .case("p", "1", "", "42\n")
        .script("p", "fine", "echo 42")
        .compiled_by("setsid sleep 100 & sleep 100");
    let mut child = workspace.start("-j 1 --format jsonl");
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let judged = lines.by_ref().find(|line| line.contains("\"event\":\"solution\"")).unwrap();
    assert!(judged.contains("\"solution\":\"fine\"") && judged.contains("\"AC\""), "{judged}");
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let rest: Vec<String> = lines.collect();
    let output = workspace.finish(child).exits(130);
    assert_eq!(output.stderr, "error: interrupted while building p/odd\n");
    let told = |line: &&String| line.contains("\"solution\":\"odd\"") && line.contains("\"verdict\":\"SK\"");
    assert!(rest.iter().any(|line| told(&line)), "{rest:?}");
    assert!(rest.last().unwrap().contains("\"exit_code\":130"), "{rest:?}");
    assert_eq!(processes_of(workspace.root()), Vec::<std::path::PathBuf>::new());
    assert_eq!(left_in(&workspace), Vec::<std::path::PathBuf>::new());
}

#[test]
fn results_are_in_the_order_of_the_plan_however_long_each_build_takes() {
    let workspace = workspace()
        .case("p", "1", "", "42\n")
        .case("p", "2", "", "42\n")
        .script("p", "zero", "echo 42")
        .compiled_by("case $1 in *b.odd) sleep 1.3;; *c.odd) sleep 1.4; exit 1;; esac; cp \"$1\" \"$2\"; chmod +x \"$2\"")
        .file("solutions/p/a.odd", "#!/bin/sh\necho 42\n")
        .file("solutions/p/b.odd", "#!/bin/sh\necho 42\n")
        .file("solutions/p/c.odd", "#!/bin/sh\necho 42\n");
    let output = workspace.run("-j 2 --format json").exits(1);
    let document = output.json();
    let told = |list: &str| {
        let rows = document[list].as_array().unwrap().iter();
        rows.map(|row| format!("{} {}", row["solution"].as_str().unwrap(), row["verdict"].as_str().unwrap()))
            .collect::<Vec<_>>()
    };
    assert_eq!(told("solutions"), ["a AC", "b AC", "c CE", "odd AC", "zero AC"]);
    let mut judged = told("results");
    judged.retain(|row| row != "c CE");
    assert_eq!(judged, ["a AC", "a AC", "b AC", "b AC", "odd AC", "odd AC", "zero AC", "zero AC"]);
    let lines = workspace.run("-j 2 --format jsonl").exits(1);
    assert_eq!(lines.stdout.matches("\"event\":\"started\"").count(), 1, "{lines}");
}

/// Everything that a build script in the shell could do to reach an answer, or to leave something behind.
const ATTEMPTS: [&str; 8] = [
    "cat ROOT/cases/p/1.ans",
    "cat $(dirname \"$1\")/../../cases/p/1.ans",
    "cat $(dirname \"$1\")/link",
    "cat ROOT/.judge/build/*/program",
    "cat ROOT/solutions/p/target/secret",
    "touch $(dirname \"$1\")/was-here",
    "touch ROOT/was-here",
    "echo > ROOT/solutions/p/fine.sh",
];

#[test]
fn a_build_reaches_no_answer_and_changes_nothing_but_its_own() {
    let mut workspace = workspace()
        .case("p", "1", "", "42\n")
        .script("p", "fine", "echo 42")
        .file("solutions/p/target/secret", "42\n")
        .link("solutions/p/link", "../../cases/p/1.ans")
        .compiled_by("cp \"$1\" \"$2\"; chmod +x \"$2\"");
    if !is_isolated(&workspace) {
        return;
    }
    workspace.run("-j 1 --isolation required").only_exits(0);
    let files = all_files(workspace.root());
    for attempt in ATTEMPTS {
        let attempt = attempt.replace("ROOT", &workspace.root().display().to_string());
        workspace = workspace.tool(
            "compiler",
            &format!("({attempt}) >/dev/null || exit 3; cp \"$1\" \"$2\"; chmod +x \"$2\""),
        );
        for isolation in ["required", "auto"] {
            let output = workspace.run(&format!("-j 1 --format json --isolation {isolation} p/odd")).exits(1);
            rejected(&output, "odd");
            assert_eq!(all_files(workspace.root()), files, "{attempt}");
        }
    }
}

/// All files outside of what the judge keeps, with what they say.
fn all_files(root: &Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let walk = walkdir::WalkDir::new(root).sort_by_file_name().into_iter();
    let walk =
        walk.filter_entry(|entry| entry.file_name() != ".judge" && entry.file_name() != "bin").flatten();
    let files = walk.filter(|entry| entry.file_type().is_file());
    files.map(|entry| (entry.path().to_owned(), std::fs::read(entry.path()).unwrap())).collect()
}

#[test]
fn an_answer_cannot_be_included() {
    let sources = [
        ("gcc", "relative.c", "int main(void) { return\n#include \"../../cases/p/1.ans\"\n; }\n"),
        ("gcc", "absolute.c", "int main(void) { return\n#include \"ROOT/cases/p/1.ans\"\n; }\n"),
        ("gcc", "linked.c", "int main(void) { return\n#include \"link\"\n; }\n"),
        (
            "gcc",
            "assembled.c",
            "__asm__(\".incbin \\\"ROOT/cases/p/1.ans\\\"\"); int main(void) { return 0; }\n",
        ),
        ("rustc", "relative.rs", "fn main() { print!(\"{}\", include_str!(\"../../cases/p/1.ans\")); }\n"),
        ("rustc", "absolute.rs", "fn main() { print!(\"{}\", include_str!(\"ROOT/cases/p/1.ans\")); }\n"),
    ];
    let workspace = workspace()
        .case("p", "1", "", "42\n")
        .script("p", "fine", "echo 42")
        .link("solutions/p/link", "../../cases/p/1.ans");
    if !is_isolated(&workspace) {
        return;
    }
    let root = workspace.root().display().to_string();
    for (tool, name, text) in sources {
        if !is_here(tool) {
            continue;
        }
        let path = workspace.root().join("solutions/p").join(name);
        std::fs::write(&path, text.replace("ROOT", &root)).unwrap();
        let open = workspace.run("-j 1 --format json --isolation none");
        assert!(!open.stdout.contains("\"verdict\":\"CE\""), "{name} works without isolation: {open}");
        // What was built with the answer in it is not taken for what is built without.
        let output = workspace.run("-j 1 --format json --isolation required").exits(1);
        rejected(&output, name.split('.').next().unwrap());
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_build_script_reaches_no_answer_and_leaves_nothing() {
    if !is_here("cargo") {
        return;
    }
    let scripts = [
        "std::fs::read(\"../../../cases/p/1.ans\").unwrap();",
        "std::fs::write(\"was-here\", \"\").unwrap();",
        "std::fs::write(\"../fine.sh\", \"\").unwrap();",
        "std::net::TcpStream::connect(\"127.0.0.1:PORT\").unwrap();",
    ];
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let mut workspace = workspace()
        .case("p", "1", "", "42\n")
        .script("p", "fine", "echo 42")
        .with_build_script("fn main() {}\n");
    if !is_isolated(&workspace) {
        return;
    }
    workspace.run("-j 1 --isolation required").exits(0).says("pk ");
    let files = all_files(workspace.root());
    assert!(!workspace.root().join("solutions/p/pk/target").exists());
    for script in scripts {
        let script = format!("fn main() {{\n    {}\n}}\n", script.replace("PORT", &port));
        workspace = workspace.file("solutions/p/pk/build.rs", &script);
        let output = workspace.run("-j 1 --format json --isolation required p/pk").exits(1);
        rejected(&output, "pk");
        let without_script = |files: Vec<(std::path::PathBuf, Vec<u8>)>| {
            files.into_iter().filter(|(path, _)| !path.ends_with("build.rs")).collect::<Vec<_>>()
        };
        assert_eq!(without_script(all_files(workspace.root())), without_script(files.clone()), "{script}");
    }
}

#[test]
fn what_a_build_says_of_an_executable_of_another_is_not_believed() {
    if !is_here("cargo") {
        return;
    }
    let workspace = workspace().case("p", "1", "", "42\n").with_build_script("fn main() {}\n");
    if !is_isolated(&workspace) {
        return;
    }
    workspace.run("-j 1 --isolation required").only_exits(0);
    let built = walkdir::WalkDir::new(workspace.root().join(".judge/build")).into_iter().flatten();
    let right = built.map(walkdir::DirEntry::into_path).find(|path| path.ends_with("release/pk")).unwrap();
    // The program of another package becomes a link to the right one while it is built.
    let thief = format!(
        "fn main() {{\n    let out = std::env::var(\"OUT_DIR\").unwrap();\n    let release = std::path::Path::new(&out).ancestors().nth(3).unwrap();\n    let _ = std::os::unix::fs::symlink(\"{}\", release.join(\"thief\"));\n    let _ = std::fs::create_dir(release.join(\"deps\"));\n}}\n",
        right.display()
    );
    let workspace = workspace
        .file(
            "solutions/p/thief/Cargo.toml",
            "[package]\nname = \"thief\"\nedition = \"2024\"\n[workspace]\n",
        )
        .file("solutions/p/thief/src/main.rs", "fn main() {\n    println!(\"41\");\n}\n")
        .file("solutions/p/thief/build.rs", thief);
    let output = workspace.run("-j 1 --format json --isolation required p/thief").exits(1);
    output.does_not_say("\"verdict\":\"AC\"");
}

#[test]
fn configuration_and_toolchain_of_a_package_run_nothing_outside() {
    if !is_here("cargo") {
        return;
    }
    let workspace = workspace().case("p", "1", "", "42\n").with_build_script("fn main() {}\n");
    if !is_isolated(&workspace) {
        return;
    }
    let mark = workspace.root().join("was-here").display().to_string();
    let script = workspace.root().join("bin/wrapper").display().to_string();
    let configuration = format!(
        "[build]\nrustc-wrapper = \"{script}\"\ntarget-dir = \"{mark}-target\"\n[target.'cfg(all())']\nlinker = \"{script}\"\nrunner = \"{script}\"\n"
    );
    let workspace = workspace
        .tool("wrapper", &format!("touch {mark}; exec \"$@\""))
        .file("solutions/p/pk/.cargo/config.toml", configuration)
        .file(
            "solutions/p/pk/rust-toolchain.toml",
            format!("[toolchain]\npath = \"{}\"\n", workspace_bin(&script)),
        );
    // No lock file: Cargo runs outside, too, before it builds.
    let _ = std::fs::remove_file(workspace.root().join("solutions/p/pk/Cargo.lock"));
    let output = workspace.run("-j 1 --isolation required");
    assert!(!Path::new(&mark).exists() && !Path::new(&format!("{mark}-target")).exists(), "{output}");
}

fn workspace_bin(script: &str) -> String {
    Path::new(script).parent().unwrap().parent().unwrap().display().to_string()
}

#[test]
fn a_package_sees_its_workspace_and_the_packages_on_its_paths_that_it_may() {
    if !is_here("cargo") {
        return;
    }
    let elsewhere = tempfile::tempdir().unwrap();
    let library = |folder: &Path, name: &str, value: u32| {
        std::fs::create_dir_all(folder.join("src")).unwrap();
        std::fs::write(folder.join("Cargo.toml"), format!("[package]\nname = \"{name}\"\n")).unwrap();
        std::fs::write(folder.join("src/lib.rs"), format!("pub fn value() -> u32 {{\n    {value}\n}}\n"))
            .unwrap();
    };
    library(&elsewhere.path().join("far"), "far", 2);
    let workspace = workspace().case("p", "1", "", "42\n");
    library(&workspace.root().join("solutions/common"), "common", 40);
    let far = elsewhere.path().join("far").display().to_string();
    let workspace = workspace
        .file("Cargo.toml", "[workspace]\nresolver = \"3\"\nmembers = [\"solutions/*/src/..\"]\n[workspace.package]\nedition = \"2024\"\n")
        .file("solutions/p/Cargo.toml", format!("[package]\nname = \"p\"\nedition.workspace = true\n[dependencies]\ncommon = {{ path = \"../common\" }}\nfar = {{ path = \"{far}\" }}\n"))
        .file("solutions/p/src/main.rs", "fn main() {\n    println!(\"{}\", common::value() + far::value());\n}\n");
    rejected(&workspace.run("-j 1 --format json").exits(1), "p");
    let workspace = workspace.setting(&format!("[build]\nreadable = [\"{far}\"]"));
    workspace.run("-j 1 --format json").exits(0).says("\"verdict\":\"AC\"");
    // A stale lock file is brought up to date.
    library(&workspace.root().join("solutions/more"), "more", 2);
    let workspace = workspace.file("solutions/p/Cargo.toml", "[package]\nname = \"p\"\nedition.workspace = true\n[dependencies]\ncommon = { path = \"../common\" }\nfar = { path = \"../more\", package = \"more\" }\n");
    workspace.run("-j 1 --format json").exits(0).says("\"verdict\":\"AC\"");
}

#[test]
fn a_compiler_that_cannot_be_shown_is_refused_where_isolation_is_required_and_else_only_limited() {
    use std::os::unix::fs::PermissionsExt;
    let elsewhere = tempfile::tempdir().unwrap();
    let tool = |name: &str, text: &str| {
        let path = elsewhere.path().join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path.display().to_string()
    };
    let real = tool("real", "[ \"$1\" = --version ] || { cp \"$1\" \"$2\"; chmod +x \"$2\"; }");
    let shim = tool("shim", &format!("exec {real} \"$@\""));
    let workspace = workspace().case("p", "1", "", "42\n").setting(&format!(
        "[language.odd]\nextensions = [\"odd\"]\ncompile = [\"{shim}\", \"{{source}}\", \"{{binary}}\"]\nrun = [\"{{binary}}\"]\nversion = [\"{shim}\", \"--version\"]"
    ));
    let workspace = workspace.file("solutions/p/odd.odd", "#!/bin/sh\necho 42\n");
    if !is_isolated(&workspace) {
        return;
    }
    let refused = workspace.run("-j 1 --isolation required").exits(3);
    refused.says("does not work in the build sandbox").says("[language.odd] of judge.toml");
    // Said each time, also of what was built before.
    for _ in 0..2 {
        let output = workspace.run("-j 1").exits(0);
        output.says(&format!("note: `{shim}` does not work in the build sandbox")).says("can read the cases");
    }
    // Not even what was built more openly serves, where isolation is required.
    workspace.run("-j 1 --isolation required").exits(3).says("does not work in the build sandbox");
}

#[test]
fn a_package_cannot_have_the_cases_fetched_for_it() {
    if !is_here("cargo") || !is_here("git") {
        return;
    }
    let workspace = workspace().case("p", "1", "", "42\n");
    let root = workspace.root().display().to_string();
    let workspace = workspace
        .file(
            "cases/p/Cargo.toml",
            "[package]\nname = \"answers\"\nedition = \"2024\"\n[lib]\npath = \"lib.rs\"\n",
        )
        .file("cases/p/lib.rs", "pub const ANSWER: &str = include_str!(\"1.ans\");\n")
        .file("solutions/p/src/main.rs", "fn main() {\n    print!(\"{}\", answers::ANSWER);\n}\n");
    if !is_isolated(&workspace) {
        return;
    }
    let commit = "export CARGO_NET_RETRY=0 CARGO_HOME=$PWD/downloads; git init -q . && git add cases && git -c user.name=x -c user.email=x@y commit -q --allow-empty -m x";
    let dependencies = [
        format!("answers = {{ git = \"file://{root}\" }}"),
        "answers = { path = \"../../cases/p\" }".to_owned(),
    ];
    for dependency in dependencies {
        let manifest = format!(
            "[package]\nname = \"p\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n{dependency}\n"
        );
        std::fs::write(workspace.root().join("solutions/p/Cargo.toml"), manifest).unwrap();
        let output = workspace.run_after(commit, "-j 1 --format json --isolation required").exits(1);
        rejected(&output, "p");
    }
}

#[test]
fn a_compiler_gets_no_variable_that_could_be_a_secret() {
    let workspace = workspace().case("p", "1", "", "").compiled_by("{ echo '#!/bin/sh'; echo ': <<X'; env; echo X; } > \"$2\"; chmod +x \"$2\"; echo \"token ${TOKEN-none}\" >&2; [ -z \"$TOKEN\" ]");
    workspace.run_with(("TOKEN", "abc"), "-j 1").only_exits(0);
}

/// Compilers that are unpacked into a folder have their library beside them, or beside their `bin`.
#[test]
fn a_compiler_finds_its_library() {
    for (tool, library) in [("kit/compiler", "lib"), ("kit/bin/compiler", "../lib")] {
        let script =
            format!("#!/bin/sh\ncat \"${{0%/*}}/{library}/start\" \"$1\" > \"$2\" && chmod +x \"$2\"\n");
        let workspace = workspace()
            .case("p", "1", "", "42\n")
            .file("kit/lib/start", "#!/bin/sh\n")
            .file(tool, script)
            .file("solutions/p/odd.odd", "echo 42\n");
        let compiler = workspace.root().join(tool);
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&compiler, mode).unwrap();
        let compiler = compiler.display();
        workspace
            .setting(&format!("[language.odd]\nextensions = [\"odd\"]\ncompile = [\"{compiler}\", \"{{source}}\", \"{{binary}}\"]\nrun = [\"{{binary}}\"]"))
            .run("-j 1")
            .only_exits(0);
    }
}
