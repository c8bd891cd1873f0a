//! When a program is built again: whenever something that went into it has changed.

use crate::session::{Output, Workspace, is_here, workspace};

/// The verdict on the one solution.
fn verdict(output: &Output) -> String {
    output.json()["solutions"][0]["verdict"].as_str().unwrap_or_default().to_owned()
}

/// A problem whose answer is 3.
fn three() -> Workspace {
    workspace().case("p", "1", "", "3\n")
}

/// Judges twice, so that a list lies beside the program, and makes a change: the verdict then must be this.
#[track_caller]
fn check(workspace: Workspace, change: impl FnOnce(Workspace) -> Workspace, expect: &str) {
    for _ in 0..2 {
        let output = workspace.run("-j 1 --format json").exits(0);
        assert_eq!(verdict(&output), "AC", "{output}");
    }
    let workspace = change(workspace);
    let output = workspace.run("-j 1 --format json").exits(1);
    assert_eq!(verdict(&output), expect, "{output}");
}

const C: &str = "#include <stdio.h>\n#include \"x.h\"\nint main(void) { printf(\"%d\\n\", X); }\n";

#[test]
fn a_header_that_changes_goes_or_is_found_earlier_counts() {
    if !is_here("gcc") {
        return;
    }
    let two = "#define X 2\n";
    let beside = || three().file("solutions/p/a.c", C).file("solutions/p/x.h", "#define X 3\n");
    check(beside(), |workspace| workspace.file("solutions/p/x.h", two), "WA");
    let gone = |workspace: Workspace| {
        std::fs::remove_file(workspace.root().join("solutions/p/x.h")).unwrap();
        workspace
    };
    check(beside(), gone, "CE");
    let nested = || {
        let path = "#include \"../../lib/deep/y.h\"\n";
        beside().file("solutions/p/x.h", path).file("lib/deep/y.h", "#define X 3\n")
    };
    check(nested(), |workspace| workspace.file("lib/deep/y.h", two), "WA");
    let library = || {
        let workspace = three().file("lib/x.h", "#define X 3\n").file("solutions/p/a.c", C);
        let lib = workspace.root().join("lib").display().to_string();
        workspace.setting(&format!(
            "[language.c]\ncompile = [\"gcc\", \"-I{lib}\", \"-o\", \"{{binary}}\", \"{{source}}\"]\n"
        ))
    };
    check(library(), |workspace| workspace.file("lib/x.h", two), "WA");
    check(library(), |workspace| workspace.file("solutions/p/x.h", two), "WA");
    let maybe = "#include <stdio.h>\n#if __has_include(\"debug.h\")\n#include \"debug.h\"\n#else\n#define X 3\n#endif\nint main(void) { printf(\"%d\\n\", X); }\n";
    check(
        three().file("solutions/p/a.c", maybe),
        |workspace| workspace.file("solutions/p/debug.h", two),
        "WA",
    );
}

#[test]
fn a_text_that_is_assembled_in_counts() {
    if !is_here("gcc") {
        return;
    }
    let workspace = three();
    let data = workspace.root().join("solutions/p/data.bin").display().to_string();
    let source = format!(
        "#include <stdio.h>\n__asm__(\".section .rodata\\n.globl text\\ntext: .incbin \\\"{data}\\\"\\n.byte 0\\n.text\\n\");\nextern const char text[];\nint main(void) {{ puts(text); }}\n"
    );
    let workspace = workspace.file("solutions/p/a.c", source).file("solutions/p/data.bin", "3");
    check(workspace, |workspace| workspace.file("solutions/p/data.bin", "2"), "WA");
}

#[test]
fn a_header_that_is_asked_for_by_a_macro_counts_when_it_comes() {
    if !is_here("gcc") {
        return;
    }
    let source = "#include <stdio.h>\n#define WANTED \"later.h\"\n#if __has_include(WANTED)\n#define X 2\n#else\n#define X 3\n#endif\n\
        int main(void) { printf(\"%d\\n\", X); }\n";
    let workspace = three().file("solutions/p/a.c", source);
    check(workspace, |workspace| workspace.file("solutions/p/later.h", ""), "WA");
}

#[test]
fn what_a_source_has_embedded_counts() {
    if !is_here("go") {
        return;
    }
    let source = "package main\n\nimport (\n\t_ \"embed\"\n\t\"os\"\n)\n\n//go:embed table.txt\nvar table string\n\n\
        func main() { os.Stdout.WriteString(table) }\n";
    let workspace = three().file("solutions/p/a/main.go", source).file("solutions/p/a/table.txt", "3\n");
    check(workspace, |workspace| workspace.file("solutions/p/a/table.txt", "2\n"), "WA");
}

#[test]
fn what_a_rust_source_includes_counts() {
    if !is_here("rustc") {
        return;
    }
    let sources = [
        ("fn main() { println!(\"{}\", include_str!(\"x.txt\").trim()); }\n", "x.txt", "3\n", "2\n"),
        ("fn main() { println!(\"{}\", include!(\"x.txt\")); }\n", "x.txt", "3\n", "2\n"),
        (
            "mod y;\nfn main() { println!(\"{}\", y::X); }\n",
            "y.rs",
            "pub const X: u32 = 3;\n",
            "pub const X: u32 = 2;\n",
        ),
    ];
    for (source, name, before, after) in sources {
        let workspace =
            three().file("solutions/p/a/main.rs", source).file(format!("solutions/p/a/{name}"), before);
        check(workspace, |workspace| workspace.file(format!("solutions/p/a/{name}"), after), "WA");
    }
}

#[test]
fn the_environment_and_the_compiler_itself_count() {
    if !is_here("rustc") || !is_here("gcc") {
        return;
    }
    let source = "fn main() { println!(\"{}\", if cfg!(other) { 2 } else { 3 }); }\n";
    let workspace = three().file("solutions/p/a.rs", source);
    workspace.run("-j 1").only_exits(0);
    let output = workspace.run_with(("RUSTFLAGS", "--cfg other"), "-j 1 --format json");
    // The compiler alone does not read this variable, but the program is built again for it.
    assert_eq!(verdict(&output), "AC", "{output}");
    let workspace =
        three().file("solutions/p/a.c", C).file("one/x.h", "#define X 3\n").file("two/x.h", "#define X 2\n");
    let path = |folder: &str| workspace.root().join(folder).display().to_string();
    let under = |folder: &str| workspace.run_with(("CPATH", &path(folder)), "-j 1 --format json");
    assert_eq!(["one", "two", "one"].map(|folder| verdict(&under(folder))), ["AC", "WA", "AC"]);

    let compiler = |number: u32| format!("printf '#!/bin/sh\\necho {number}\\n' > \"$2\"; chmod +x \"$2\"");
    let workspace = three().file("solutions/p/a.odd", "").tool("real", &compiler(3));
    let bin = workspace.root().join("bin").display().to_string();
    let workspace = workspace.tool("shim", &format!("exec {bin}/real \"$@\"")).setting(&format!(
        "[language.odd]\nextensions = [\"odd\"]\ncompile = [\"{bin}/shim\", \"{{source}}\", \"{{binary}}\"]\nrun = [\"{{binary}}\"]"
    ));
    check(workspace, |workspace| workspace.tool("real", &compiler(2)), "WA");
}

/// A script in the place of a compiler may choose by anything.
#[test]
fn what_a_script_starts_counts_however_it_chooses() {
    let compiler = |number: u32| {
        format!(
            "[ \"$1\" = --version ] && {{ echo {number}; exit; }}\n\
             printf '#!/bin/sh\\necho {number}\\n' > \"$2\"; chmod +x \"$2\""
        )
    };
    let prepared = |shim: &str| {
        let workspace = three().file("solutions/p/a.odd", "").file(".choice", "three");
        let workspace = workspace.tool("three", &compiler(3)).tool("two", &compiler(2));
        let workspace = workspace.link("bin/link", "three");
        let root = workspace.root().display().to_string();
        workspace.tool("shim", &shim.replace("ROOT", &root)).setting(&format!(
            "[language.odd]\nextensions = [\"odd\"]\nversion = [\"{root}/bin/shim\", \"--version\"]\n\
             compile = [\"{root}/bin/shim\", \"{{source}}\", \"{{binary}}\"]\nrun = [\"{{binary}}\"]"
        ))
    };
    let relinked = |workspace: Workspace| {
        std::fs::remove_file(workspace.root().join("bin/link")).unwrap();
        workspace.link("bin/link", "two")
    };
    check(prepared("c=ROOT/bin/link\nexec \"$c\" \"$@\""), relinked, "WA");
    // No compiler says that it reads a hidden file.
    let chosen = |workspace: Workspace| workspace.file(".choice", "two");
    check(prepared("exec \"ROOT/bin/$(cat ROOT/.choice)\" \"$@\""), chosen, "WA");
}

/// To ask may take longer than all else, so only a script from whose text it is not known what it starts is asked.
#[test]
fn a_script_that_can_start_but_one_program_is_not_asked_what_it_is() {
    let is_asked = |shim: &str| {
        let workspace = workspace().case("p", "1", "", "").file("solutions/p/a.odd", "").tool("shim", shim);
        let root = workspace.root().display().to_string();
        let workspace = workspace.setting(&format!(
            "[language.odd]\nextensions = [\"odd\"]\nversion = [\"{root}/bin/shim\", \"{root}/.asked\"]\n\
             compile = [\"{root}/bin/shim\", \"{{binary}}\"]\nrun = [\"/bin/sh\", \"{{binary}}\"]"
        ));
        workspace.run("-j 1").only_exits(0);
        workspace.root().join(".asked").exists()
    };
    assert!(!is_asked("touch='/bin/touch'\n# Nothing else.\nexec \"$touch\" \"$@\""));
    assert!(is_asked("exec \"$(echo /bin/touch)\" \"$@\""));
    assert!(is_asked("exec touch \"$@\""));
}

/// Two folders that a variable names, the second with what is found first: a change in either counts.
#[test]
fn what_lies_in_folders_that_a_variable_of_a_language_names_counts() {
    let outside = tempfile::tempdir().unwrap();
    let root = outside.path().canonicalize().unwrap();
    let folder = |name: &str| root.join(name).display().to_string();
    let put = |name: &str, text: &str| std::fs::write(root.join(name), text).unwrap();
    for name in ["a", "b"] {
        std::fs::create_dir(root.join(name)).unwrap();
    }
    let source = "#include <stdio.h>\n#include <x.h>\nint main(void) { printf(\"%d\\n\", X); }\n";
    let list = format!("{}:{}", folder("a"), folder("b"));
    for (compiler, language, variable, file) in [
        ("gcc", "c", "CPATH", "a.c"),
        ("gcc", "c", "C_INCLUDE_PATH", "a.c"),
        ("g++", "cpp", "CPLUS_INCLUDE_PATH", "a.cpp"),
    ] {
        if !is_here(compiler) {
            continue;
        }
        for changed in ["b/x.h", "a/x.h"] {
            put("b/x.h", "#define X 3\n");
            let _ = std::fs::remove_file(root.join("a/x.h"));
            let setting = format!("[language.{language}]\nenvironment = {{ {variable} = \"{list}\" }}\n");
            let workspace = three().file(format!("solutions/p/{file}"), source).setting(&setting);
            let change = |workspace: Workspace| {
                put(changed, "#define X 2\n");
                workspace
            };
            check(workspace, change, "WA");
        }
    }
    // A compiler that does not say what it reads, or is said to read the sources alone.
    let script = "for f in $TEXTS_A $TEXTS_B; do [ -f $f/x ] && break; done; \
        { echo '#!/bin/sh'; cat $f/x; } > \"$2\"; chmod +x \"$2\"";
    for dependencies in ["compiler", "sources"] {
        for changed in ["b/x", "a/x"] {
            put("b/x", "echo 3\n");
            let _ = std::fs::remove_file(root.join("a/x"));
            let workspace = three().file("solutions/p/a.odd", "").tool("compiler", script);
            let bin = workspace.root().join("bin").display().to_string();
            let (a, b) = (folder("a"), folder("b"));
            let workspace = workspace.setting(&format!(
                "[language.odd]\nextensions = [\"odd\"]\ndependencies = \"{dependencies}\"\n\
                 compile = [\"{bin}/compiler\", \"{{source}}\", \"{{binary}}\"]\nrun = [\"{{binary}}\"]\n\
                 environment = {{ TEXTS_A = \"{a}\", TEXTS_B = \"{b}\" }}\n"
            ));
            let change = |workspace: Workspace| {
                put(changed, "echo 2\n");
                workspace
            };
            check(workspace, change, "WA");
        }
    }
}

/// `cargo run` names the folders in which it builds: they change all the time, and are nothing to a solution.
#[test]
fn what_cargo_adds_for_its_own_programs_is_no_part_of_a_build() {
    let script = "{ echo '#!/bin/sh'; echo \"echo ${LD_LIBRARY_PATH:-3}\"; } > \"$2\"; chmod +x \"$2\"";
    let workspace = three().file("solutions/p/a.odd", "").tool("compiler", script);
    let bin = workspace.root().join("bin").display().to_string();
    let workspace = workspace.setting(&format!(
        "[language.odd]\nextensions = [\"odd\"]\nrun = [\"{{binary}}\"]\n\
         compile = [\"{bin}/compiler\", \"{{source}}\", \"{{binary}}\"]\n"
    ));
    let built = std::path::Path::new(env!("CARGO_BIN_EXE_harness")).parent().unwrap().display();
    let run = |own: &str| {
        let list = format!("{built}/deps:{built}:/toolchain/lib/rustlib/x/lib:/toolchain/lib{own}");
        workspace.run_after(&format!("export CARGO=/toolchain/bin/cargo LD_LIBRARY_PATH={list}"), "-j 1")
    };
    run("").only_exits(0);
    run(":/usr").exits(1).says("got `/usr`");
}

#[test]
fn libraries_that_variables_name_count() {
    let tool = |words: &[&str]| {
        #[expect(clippy::disallowed_methods, reason = "the libraries are made here, before the judge runs")]
        let mut command = std::process::Command::new(words[0]);
        command.args(&words[1..]).output().is_ok_and(|output| output.status.success())
    };
    if !is_here("gcc") || !is_here("cargo") || !tool(&["ar", "--version"]) {
        return;
    }
    let outside = tempfile::tempdir().unwrap();
    let root = outside.path().canonicalize().unwrap();
    for name in ["a", "b"] {
        std::fs::create_dir(root.join(name)).unwrap();
    }
    let library = |folder: &str, number: u32| {
        let (source, object) = (root.join("three.c"), root.join("three.o"));
        let archive = root.join(folder).join("libthree.a");
        std::fs::write(&source, format!("int three(void) {{ return {number}; }}\n")).unwrap();
        let path = |path: &std::path::Path| path.to_str().unwrap().to_owned();
        assert!(tool(&["gcc", "-c", "-o", &path(&object), &path(&source)]));
        assert!(tool(&["ar", "rc", &path(&archive), &path(&object)]));
    };
    let (a, b) = (root.join("a").display().to_string(), root.join("b").display().to_string());
    let c = "#include <stdio.h>\nint three(void);\nint main(void) { printf(\"%d\\n\", three()); }\n";
    let linked = || {
        three().file("solutions/p/a.c", c).setting(&format!(
            "[language.c]\nenvironment = {{ LIBRARY_PATH = \"{a}:{b}\" }}\n\
             compile = [\"gcc\", \"-o\", \"{{binary}}\", \"{{source}}\", \"-lthree\"]\n"
        ))
    };
    let rust =
        "unsafe extern \"C\" { fn three() -> i32; }\nfn main() { println!(\"{}\", unsafe { three() }); }\n";
    let package = || {
        three()
            .file("solutions/p/k/Cargo.toml", "[package]\nname = \"k\"\nedition = \"2024\"\n[workspace]\n")
            .file("solutions/p/k/src/main.rs", rust)
            .setting(&format!(
                "[language.rust]\nenvironment = {{ RUSTFLAGS = \"-L {a} -L {b} -l static=three\" }}\n"
            ))
    };
    for workspace in [&linked as &dyn Fn() -> Workspace, &package] {
        for changed in ["b", "a"] {
            let _ = std::fs::remove_file(root.join("a/libthree.a"));
            library("b", 3);
            let change = |workspace: Workspace| {
                library(changed, 2);
                workspace
            };
            check(workspace(), change, "WA");
        }
    }
}

#[test]
fn where_a_compiler_does_not_say_what_it_reads_all_in_sight_counts() {
    let workspace = three().file("solutions/p/a.odd", "").file("lib/deep/x", "echo 3\n");
    let root = workspace.root().display().to_string();
    let script = format!("{{ echo '#!/bin/sh'; cat {root}/lib/deep/x; }} > \"$2\"; chmod +x \"$2\"");
    let workspace = workspace.tool("compiler", &script).setting(&format!(
        "[language.odd]\nextensions = [\"odd\"]\ncompile = [\"{root}/bin/compiler\", \"{{source}}\", \"{{binary}}\"]\nrun = [\"{{binary}}\"]"
    ));
    check(workspace, |workspace| workspace.file("lib/deep/x", "echo 2\n"), "WA");
}

#[test]
fn what_a_package_reads_counts_whatever_its_times() {
    if !is_here("cargo") {
        return;
    }
    let package = || {
        three()
            .file("solutions/p/k/Cargo.toml", "[package]\nname = \"k\"\nedition = \"2024\"\n[dependencies]\nd = { path = \"../../../lib/d\" }\n[workspace]\n")
            .file("solutions/p/k/src/main.rs", "fn main() { println!(\"{}\", include_str!(\"../x.txt\").trim().len() + d::N); }\n")
            .file("solutions/p/k/x.txt", "ab\n")
            .file("lib/d/Cargo.toml", "[package]\nname = \"d\"\nedition = \"2024\"\n")
            .file("lib/d/src/lib.rs", "pub const N: usize = 1;\n")
    };
    check(package(), |workspace| workspace.file("solutions/p/k/x.txt", "abc\n"), "WA");
    check(package(), |workspace| workspace.file("lib/d/src/lib.rs", "pub const N: usize = 2;\n"), "WA");
    // A file that is replaced by an older one.
    let older = |workspace: Workspace| {
        let workspace = workspace.file("solutions/p/k/x.txt", "abc\n");
        let file =
            std::fs::File::options().write(true).open(workspace.root().join("solutions/p/k/x.txt")).unwrap();
        file.set_modified(std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1)).unwrap();
        workspace
    };
    check(package(), older, "WA");
}

#[test]
fn a_header_of_an_interactor_counts() {
    if !is_here("gcc") {
        return;
    }
    // It sees the file beside it also where cases are hidden from builds.
    let workspace = workspace()
        .case("p", "1", "", "")
        .problem("p", "interactor = \"talk.c\"\n")
        .file("cases/p/talk.c", "#include \"testlib.h\"\nint main(void) { return CODE; }\n")
        .file("cases/p/testlib.h", "#define CODE 42\n")
        .script("p", "a", ":");
    check(workspace, |workspace| workspace.file("cases/p/testlib.h", "#define CODE 43\n"), "WA");
}

#[test]
fn headers_of_generators_and_validators_count() {
    if !is_here("gcc") {
        return;
    }
    let workspace = workspace()
        .case("p", "1", "3\n", "3\n")
        .problem("p", "validator = \"check.c\"\nreference = \"a\"\n")
        .file("solutions/p/check.c", "#include \"code.h\"\nint main(void) { return CODE; }\n")
        .file("solutions/p/code.h", "#define CODE 0\n")
        .script("p", "a", "cat");
    workspace.run_with_input("add p one --dry-run", "4\n").only_exits(0);
    let workspace = workspace.file("solutions/p/code.h", "#define CODE 1\n");
    workspace.run_with_input("add p one --dry-run", "4\n").says("rejects");
}

/// Where the header of testlib lies, and what each place gives.
#[test]
fn the_header_of_testlib_is_found_beside_above_and_in_the_users_folder() {
    if !is_here("gcc") {
        return;
    }
    let data = tempfile::tempdir().unwrap();
    let shared = data.path().join("harness/include");
    let check = "#include \"testlib.h\"\nint main(void) { return CODE; }\n";
    let workspace = workspace()
        .case("p", "1", "", "")
        .problem("p", "checker = { testlib = \"check/main.c\" }\n")
        .file("cases/p/check/main.c", check)
        .script("p", "a", ":");
    let run = |workspace: &Workspace| {
        workspace.run_with(("XDG_DATA_HOME", data.path().to_str().unwrap()), "-j 1 --format json")
    };
    let output = run(&workspace).exits(3);
    let hint = format!(" into `cases/p`, or for all problems into `{}`", shared.display());
    output.says("hint: put `testlib.h` from https://");
    assert!(output.json()["results"][0]["reason"].as_str().unwrap().contains(&hint), "{output}");
    std::fs::create_dir_all(&shared).unwrap();
    for (code, verdict, exit_code) in [("0", "AC", 0), ("1", "WA", 1)] {
        std::fs::write(shared.join("testlib.h"), format!("#define CODE {code}\n")).unwrap();
        for _ in 0..2 {
            let output = run(&workspace).exits(exit_code);
            assert_eq!(self::verdict(&output), verdict, "{output}");
        }
    }
    // What lies nearer is found earlier.
    let workspace = workspace.file("cases/p/testlib.h", "#define CODE 0\n");
    run(&workspace).only_exits(0);
    let workspace = workspace.file("cases/p/check/testlib.h", "#define CODE 1\n");
    run(&workspace).exits(1).says("\"WA\"");
}

/// A program with a role may lie beside the solutions.
#[test]
fn a_validator_beside_the_solutions_finds_the_header_in_the_users_folder() {
    if !is_here("gcc") {
        return;
    }
    let workspace = workspace()
        .case("p", "1", "3\n", "3\n")
        .problem("p", "validator = \"check.c\"\nreference = \"a\"\n")
        .file("solutions/p/check.c", "#include \"testlib.h\"\nint main(void) { return CODE; }\n")
        .file("data/harness/include/testlib.h", "#define CODE 0\n")
        .file("4.in", "4\n")
        .script("p", "a", "cat");
    let data = workspace.root().join("data").display().to_string();
    let run = |workspace: &Workspace| {
        workspace.run_with(("XDG_DATA_HOME", &data), "add p one --input 4.in --dry-run")
    };
    run(&workspace).only_exits(0);
    let workspace = workspace.file("data/harness/include/testlib.h", "#define CODE 1\n");
    run(&workspace).says("rejects");
}
