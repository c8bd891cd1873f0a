//! Solutions that are folders: what belongs to them, and where they find it.

use crate::session::{is_here, workspace};

#[test]
fn a_program_finds_what_lies_in_its_folder_whatever_its_language() {
    let reads = |tool: &str, name: &str, source: &str| (tool.to_owned(), name.to_owned(), source.to_owned());
    let read = "std::fs::read_to_string";
    let rust = format!(
        "fn main() {{ print!(\"{{}}{{}}\", {read}(\"d.txt\").unwrap(), {read}(\"in/e.txt\").unwrap()); }}\n"
    );
    let c = "#include <stdio.h>\nint main(void) { int c; for (int i = 0; i < 2; i++) { FILE *f = fopen(i ? \"in/e.txt\" : \"d.txt\", \"r\"); while ((c = getc(f)) != EOF) putchar(c); } }\n";
    for (tool, name, source) in [
        reads("cargo", "src/main.rs", &rust),
        reads("cargo", "src/bin/other.rs", &rust),
        reads("rustc", "main.rs", &rust),
        reads("gcc", "main.c", c),
        reads("sh", "main.sh", "cat d.txt in/e.txt\n"),
        reads("python3", "main.py", "print(open('d.txt').read() + open('in/e.txt').read(), end='')\n"),
    ] {
        if !is_here(&tool) {
            continue;
        }
        let workspace = workspace()
            .case("p", "1", "", "3\n4\n")
            .file(format!("solutions/p/s/{name}"), source)
            .file("solutions/p/s/d.txt", "3\n")
            .file("solutions/p/s/in/e.txt", "4\n");
        let manifest = "[package]\nname = \"s\"\nedition = \"2024\"\n[workspace]\n";
        let workspace =
            if name.contains('/') { workspace.file("solutions/p/s/Cargo.toml", manifest) } else { workspace };
        // The second time it comes from the cache.
        for _ in 0..2 {
            workspace.run("-j 1").only_exits(0);
        }
        let workspace = workspace.file("solutions/p/s/d.txt", "5\n");
        let output = workspace.run("-j 1").exits(1);
        output.says("expected `3`, got `5`");
    }
}

#[test]
fn a_package_of_all_solutions_shows_none_of_them_the_others() {
    if !is_here("cargo") {
        return;
    }
    let workspace = workspace()
        .case("p", "1", "", "false\n")
        .file("solutions/p/Cargo.toml", "[package]\nname = \"p\"\nedition = \"2024\"\n[workspace]\n")
        .file(
            "solutions/p/src/bin/a.rs",
            "fn main() { println!(\"{}\", std::path::Path::new(\"src/bin/a.rs\").exists()); }\n",
        );
    workspace.run("-j 1").only_exits(0);
}

#[test]
fn sources_in_subfolders_that_are_not_compiled_are_named() {
    if !is_here("g++") {
        return;
    }
    let workspace = workspace()
        .case("p", "1", "", "3\n")
        .file(
            "solutions/p/s/main.cpp",
            "int f();\n#include <cstdio>\nint main() { printf(\"%d\\n\", f()); }\n",
        )
        .file("solutions/p/s/lib/f.cpp", "int f() { return 3; }\n");
    let output = workspace.run("-j 1").exits(1);
    output.says("hint: sources in subfolders are not compiled: `lib/f.cpp`");
    let workspace = workspace.file(
        "solutions/p/s/main.cpp",
        "#include \"lib/f.cpp\"\n#include <cstdio>\nint main() { printf(\"%d\\n\", f()); }\n",
    );
    workspace.run("-j 1").only_exits(0);
    let workspace = workspace.file("solutions/p/s/lib/f.cpp", "int g;\n");
    workspace.run("-j 1").exits(1).says("`lib/f.cpp`");
}

#[test]
fn a_folder_with_a_main_that_is_no_code_is_one_program() {
    if !is_here("g++") {
        return;
    }
    let workspace = workspace()
        .case("p", "1", "", "3\n")
        .file("solutions/p/s/a.cpp", "#include <cstdio>\nint f();\nint main() { printf(\"%d\\n\", f()); }\n")
        .file("solutions/p/s/b.cpp", "int f() { return 3; }\n#ifdef LOCAL\nint main() {}\n#endif\n");
    workspace.run("-j 1").only_exits(0);
}
