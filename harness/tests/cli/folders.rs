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

/// Sources of a folder, each with its name, and the compiler that they need.
type Tree<'a> = (&'a str, &'a [(&'a str, &'a str)]);

/// Programs that print 3, of sources in several folders.
const TREES: [Tree<'_>; 7] = [
    (
        "g++",
        &[
            ("main.cpp", "#include \"lib/f.h\"\n#include <cstdio>\nint main() { printf(\"%d\\n\", f()); }\n"),
            ("lib/f.h", "int f();\n"),
            ("lib/f.cpp", "#include \"f.h\"\nint g();\nint f() { return g(); }\n"),
            ("lib/deep/g.cpp", "int g() { return 3; }\n"),
            ("tests/f_test.cpp", "int f();\nint main() { return f() == 0; }\n"),
            ("tests/unused.cpp", "#error this is no part of the program\n"),
        ],
    ),
    // The program begins below its folder.
    (
        "gcc",
        &[
            ("src/start.c", "#include <stdio.h>\nint f(void);\nint main(void) { printf(\"%d\\n\", f()); }\n"),
            ("src/f.c", "int f(void) { return 3; }\n"),
        ],
    ),
    // One source includes another, which is not compiled twice.
    (
        "g++",
        &[
            (
                "main.cpp",
                "#include \"lib/f.cpp\"\n#include <cstdio>\nint main() { printf(\"%d\\n\", f()); }\n",
            ),
            ("lib/f.cpp", "int f() { return 3; }\n"),
        ],
    ),
    // Two classes have one name, and one package is named by a star.
    (
        "javac",
        &[
            (
                "src/org/x/Main.java",
                "package org.x;\nimport org.x.far.*;\npublic class Main { public static void main(String[] a) { System.out.println(Tool.one() + org.x.near.Tool.two()); } }\n",
            ),
            (
                "src/org/x/far/Tool.java",
                "package org.x.far;\npublic class Tool { public static int one() { return 0; } }\n",
            ),
            (
                "src/org/x/near/Tool.java",
                "package org.x.near;\npublic class Tool { public static int two() { return 3; } }\n",
            ),
            (
                "test/org/x/MainTest.java",
                "package org.x;\nimport org.junit.Test;\npublic class MainTest { }\n",
            ),
        ],
    ),
    (
        "mcs",
        &[
            (
                "Program.cs",
                "using Tools;\nclass Program { static void Main() { System.Console.WriteLine(Three.Get()); } }\n",
            ),
            (
                "Tools/Numbers.cs",
                "namespace Tools { class Three { public static int Get() { return 3; } } }\n",
            ),
        ],
    ),
    (
        "ghc",
        &[
            ("main.hs", "import Data.Three\nmain :: IO ()\nmain = print three\n"),
            ("Data/Three.hs", "module Data.Three where\nthree :: Int\nthree = 3\n"),
        ],
    ),
    // A folder of Python has its modules without that they are compiled.
    ("python3", &[("main.py", "from lib.f import f\nprint(f())\n"), ("lib/f.py", "def f(): return 3\n")]),
];

#[test]
fn sources_in_subfolders_are_compiled_where_others_name_them() {
    for (compiler, sources) in TREES {
        if !is_here(compiler) {
            continue;
        }
        let workspace =
            sources.iter().fold(workspace().case("p", "1", "", "3\n"), |workspace, (name, text)| {
                workspace.file(format!("solutions/p/s/{name}"), *text)
            });
        workspace.run("-j 1").only_exits(0);
        // A change below the folder is one of the program.
        let (name, text) = sources.iter().find(|(_, text)| text.contains('3')).unwrap();
        let workspace = workspace.file(format!("solutions/p/s/{name}"), text.replace('3', "4"));
        workspace.run("-j 1").exits(1).says("expected `3`, got `4`");
    }
}

#[test]
fn sources_in_subfolders_that_are_not_compiled_are_named() {
    if is_here("g++") {
        let workspace = workspace()
            .case("p", "1", "", "3\n")
            .file("solutions/p/s/main.cpp", "int f();\nint main() { return f(); }\n")
            .file("solutions/p/s/lib/functions.cpp", "int f() { return 3; }\n")
            .file("solutions/p/s/lib/used.cpp", "int g;\n");
        let output = workspace.run("-j 1").exits(1);
        output.says("hint: not compiled, since no source names it: `lib/functions.cpp`, `lib/used.cpp`");
        let workspace =
            workspace.file("solutions/p/s/lib/functions.cpp", "int f() { return 3; }\nint main() {}\n");
        let output = workspace.run("-j 1").exits(1);
        output.says("hint: not compiled, since it has a `main` of its own: `lib/functions.cpp`");
        // What is included is compiled, whatever it holds.
        let workspace = workspace.file(
            "solutions/p/s/main.cpp",
            "#include \"lib/used.cpp\"\nint f();\nint main() { return f(); }\n",
        );
        let output = workspace.run("-j 1").exits(1);
        output.says("lib/functions.cpp");
        assert!(!output.stdout.contains("lib/used.cpp"), "{}", output.stdout);
    }
    if is_here("go") {
        let workspace = workspace()
            .case("p", "1", "", "3\n")
            .file("solutions/p/s/main.go", "package main\nfunc main() { println(f()) }\n")
            .file("solutions/p/s/lib/f.go", "package main\nfunc f() int { return 3 }\n");
        workspace.run("-j 1").exits(1).says("hint: sources in subfolders are not compiled: `lib/f.go`");
    }
}

#[test]
fn several_programs_below_a_folder_are_no_solution() {
    let main = "int main() { return 0; }\n";
    let workspace = workspace()
        .case("p", "1", "", "3\n")
        .file("solutions/p/s/one/a.cpp", main)
        .file("solutions/p/s/two/b.cpp", main);
    workspace.run("").exits(4).says("this folder has several programs: `one/a.cpp` and `two/b.cpp`");
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
