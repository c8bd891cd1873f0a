//! Single files in the languages of the built-in table.

use insta::assert_snapshot;

use crate::session::{doubling, is_here, workspace};

#[test]
fn single_files_are_built_and_judged() {
    let mut workspace = workspace().case("p", "1", "3 4\n", "7\n");
    let files = [
        (
            "gcc",
            "c.c",
            "#include <stdio.h>\nint main(void){int a,b;scanf(\"%d%d\",&a,&b);printf(\"%d\\n\",a+b);}\n",
        ),
        (
            "g++",
            "cpp.cpp",
            "#include <iostream>\nint main(){int a,b;std::cin>>a>>b;std::cout<<a+b<<'\\n';}\n",
        ),
        ("python3", "python.py", "print(sum(map(int, input().split())))\n"),
        (
            "rustc",
            "rust.rs",
            "fn main(){let t=std::io::read_to_string(std::io::stdin()).unwrap();println!(\"{}\",t.split_whitespace().map(|w|w.parse::<i32>().unwrap()).sum::<i32>());}\n",
        ),
    ];
    let mut n_there = 0;
    for (tool, name, text) in files {
        if is_here(tool) {
            workspace = workspace.file(format!("solutions/p/{name}"), text);
            n_there += 1;
        }
    }
    let output = workspace.run("-j 1").exits(0);
    assert_eq!(output.stdout.matches(" 1/1 ").count(), n_there, "{output}");
    // The second time nothing is built, and the same comes out.
    assert_eq!(workspace.run("-j 1").exits(0).sorted(), output.sorted());
}

#[test]
fn a_folder_with_a_main_file_is_one_solution_that_can_import_its_neighbours() {
    if !is_here("python3") {
        return;
    }
    let workspace = workspace()
        .case("p", "1", "3\n", "9\n")
        .file("solutions/p/square/main.py", "from helper import square\nprint(square(int(input())))\n")
        .file("solutions/p/square/helper.py", "def square(n):\n    return n * n\n");
    workspace.run("-j 1").exits(0).says("square");
}

#[test]
fn what_does_not_compile_is_said_once_and_stops_no_other() {
    if !is_here("gcc") {
        return;
    }
    let workspace = workspace()
        .case("p", "1", "", "4\n")
        .case("p", "2", "", "4\n")
        .script("p", "fine", "echo 4")
        .file("solutions/p/broken.c", "int main(void) { return x; }\n");
    let output = workspace.run("-j 1").exits(1);
    assert_eq!(output.stdout.matches("CE (compile error)").count(), 1, "{output}");
    output.says("CE   error: 'x' undeclared");
    output.says("fine                 AC   2/2").says("CE");
}

#[test]
fn a_package_is_built_in_release_mode_and_its_binaries_are_solutions() {
    if !is_here("cargo") {
        return;
    }
    let manifest = "[package]\nname = \"p\"\nedition = \"2024\"\n[workspace]\n";
    let workspace = workspace()
        .case("p", "1", "", "42\n")
        .file("solutions/p/Cargo.toml", manifest)
        .file("solutions/p/src/lib.rs", "pub fn answer() -> u32 {\n    42\n}\n")
        .file(
            "solutions/p/src/bin/good.rs",
            "fn main() {\n    assert!(!cfg!(debug_assertions));\n    println!(\"{}\", p::answer());\n}\n",
        )
        .file("solutions/p/src/bin/bad.rs", "fn main() {\n    p::question();\n}\n");
    let output = workspace.run("-j 1");
    assert_snapshot!(output.all(), @"
    p
      ✗ bad                  CE   error[E0425]: cannot find function `question` in crate `…  expected AC
      ✓ good AC 1/1

    ✗ p/bad: CE (compile error)
      error[E0425]: cannot find function `question` in crate `p`
       --> src/bin/bad.rs:2:8
        |
      2 |     p::question();
        |        ^^^^^^^^ not found in `p`

    1 not as expected: 2 solutions, 1 run, _ s, 1 job
    [exit status: 1]
    ");
}

#[test]
fn a_broken_package_fails_alone_with_what_cargo_says() {
    if !is_here("cargo") {
        return;
    }
    let manifest = "[package]\nname = \"q\"\nedition = \"2024\"\n[dependencies]\nnone = { path = \"none\" }\n[workspace]\n";
    let workspace = workspace()
        .case("q", "1", "", "")
        .file("solutions/q/Cargo.toml", manifest)
        .file("solutions/q/src/bin/a.rs", "fn main() {}\n")
        .script("q", "fine", ":");
    assert_snapshot!(workspace.run("-j 1").all(), @"
    q
      ✗ a                    CE   error: failed to load manifest for dependency `none`  expected AC
      ✓ fine AC 1/1

    ✗ q/a: CE (compile error)
      cargo ended with exit status 101:
      error: failed to load manifest for dependency `none`

      Caused by:
        failed to read `solutions/q/none/Cargo.toml`

      Caused by:
        No such file or directory (os error 2)

    1 not as expected: 2 solutions, 1 run, _ s, 1 job
    [exit status: 1]
    ");
    let workspace = workspace.file("solutions/q/Cargo.toml", "[package\n");
    assert_snapshot!(workspace.run("-j 1").all(), @"
    q
      ✓ fine AC 1/1

    some files could not be used, all else is as expected: 1 solution, 1 run, _ s, 1 job
    --- stderr ---
    error: solutions/q/Cargo.toml:1: unclosed table, expected `]`; correct the manifest
    [exit status: 2]
    ");
}

#[test]
fn what_a_program_said_before_it_died_is_its_reason() {
    let files = [
        ("gcc", "c.c", "int main(void){*(volatile int*)8=1;}\n", "SIGSEGV"),
        ("python3", "py.py", "input()\n", "exit status 1: EOFError: EOF when reading a line"),
        ("rustc", "rust.rs", "fn main(){ panic!(\"no \\u{1b}way\"); }\n", "rust.rs:1:12: no \\x1bway"),
    ];
    for (tool, name, text, reason) in files {
        if !is_here(tool) {
            continue;
        }
        let workspace = workspace().case("p", "1", "", "").file(format!("solutions/p/{name}"), text);
        let document = workspace.run("-j 1 --format json").exits(1).json();
        let result = &document["results"][0];
        assert_eq!(result["verdict"], "RE", "{result}");
        assert!(result["reason"].as_str().unwrap().ends_with(reason), "{result}");
    }
}

#[test]
fn the_line_of_a_solution_names_the_error_and_not_where_the_compiler_was() {
    if !is_here("python3") {
        return;
    }
    let workspace = workspace().case("p", "1", "", "").file("solutions/p/open.py", "print(\n");
    workspace.run("-j 1").exits(1).says("open                 CE   SyntaxError: '(' was never closed");
}

#[test]
fn a_python_source_is_checked_as_its_interpreter_reads_it() {
    if !is_here("python3") {
        return;
    }
    let sources: [(&str, &[u8], &str); 6] = [
        ("mark", b"\xef\xbb\xbfprint(3)\n", "AC"),
        ("declared", b"# coding: latin-1\n# \xe4\nprint(3)\n", "AC"),
        ("text", b"print('\xe4')\n", "CE"),
        ("comment", b"print(3)\n# \xe4\n", "CE"),
        ("wide", b"\xff\xfep\0", "CE"),
        ("nul", b"print(3)\n\0", "CE"),
    ];
    for (name, text, verdict) in sources {
        let workspace = workspace().case("p", "1", "", "3\n").file(format!("solutions/p/{name}.py"), text);
        let output = workspace.run("-j 1 --format json");
        assert_eq!(output.json()["solutions"][0]["verdict"], verdict, "{name}: {output}");
    }
}

#[test]
fn another_interpreter_checks_what_it_runs() {
    for name in ["python2", "snake"] {
        workspace_with(name).run("-j 1").only_exits(0);
    }
}

/// A workspace in which this program runs Python sources, whatever they say.
fn workspace_with(interpreter: &str) -> crate::session::Workspace {
    let workspace = workspace()
        .case("p", "1", "", "3\n")
        .file("solutions/p/a.py", "print 3 in another Python\n")
        .tool(interpreter, "[ \"$1\" = -c ] || echo 3");
    let path = workspace.root().join("bin").join(interpreter).display().to_string();
    workspace.setting(&format!("[language.python]\nrun = [\"{path}\", \"{{source}}\"]"))
}

#[test]
fn sources_of_c_in_a_folder_are_linked_and_programs_are_told() {
    if !is_here("gcc") || !is_here("g++") {
        return;
    }
    let main = "#include <stdio.h>\nint op(int, int);\nint main(void) { printf(\"%d\\n\", op(1, 2)); }\n";
    let op = "int op(int a, int b) { return a + b; }\n";
    let workspace = workspace()
        .case("p", "1", "", "3\n")
        .file("solutions/p/c/main.c", main)
        .file("solutions/p/c/op.c", op)
        .file("solutions/p/cpp/start.cpp", main)
        .file("solutions/p/cpp/op.cc", op)
        .file("solutions/p/mixed/a.cpp", main.replace("int op", "extern \"C\" int op"))
        .file("solutions/p/mixed/op.c", op)
        .file("solutions/p/unity/main.c", format!("#include \"op.c\"\n{main}"))
        .file("solutions/p/unity/op.c", op)
        .file("solutions/p/linked/main.c", main)
        .file("solutions/p/several/main.c", main.replace("op(1, 2)", "3"))
        .file("solutions/p/several/heap.c", "int main(void) { return 1; }\n");
    let told =
        "error: solutions/p/several: not judged: this folder has several programs: `heap.c` and `main.c`";
    let workspace = workspace.file("solutions/p/linked/op.c", op);
    let output = workspace.run("-j 1 --format json").exits(2);
    output.says(told);
    let document = output.json();
    let rows = document["solutions"].as_array().unwrap().iter();
    let rows: Vec<String> = rows
        .map(|row| format!("{} {}", row["solution"].as_str().unwrap(), row["verdict"].as_str().unwrap()))
        .collect();
    assert_eq!(rows, ["c AC", "cpp AC", "linked AC", "mixed AC", "unity AC"]);
    // What is linked counts as well as what is included.
    let workspace = workspace.file("solutions/p/linked/op.c", op.replace('+', "-"));
    let output = workspace.run("-j 1 --format json p/linked").exits(1);
    output.says("\"verdict\":\"WA\"");
}

#[test]
fn a_folder_finds_its_own_files_in_its_working_folder() {
    let workspace = doubling()
        .file("solutions/double/parts/main.sh", ". ./part.sh; . lib/more.sh; read n; double $n\n")
        .file("solutions/double/parts/part.sh", "times=$(cat factor.txt)\n")
        .file("solutions/double/parts/factor.txt", "2\n")
        .file("solutions/double/parts/lib/more.sh", "double() { echo $(($1 * times)); }\n")
        // It may write others.
        .file("solutions/double/lone.sh", "cat factor.txt main.sh 2> /dev/null; read n; echo $((n * 2))\n")
        .file("solutions/double/writes/main.sh", "read n; echo $((n * 2)) > new; cat new\n");
    workspace.run("").only_exits(0);
    assert_eq!(workspace.read("solutions/double/parts/factor.txt"), "2\n");
}

#[test]
fn a_folder_of_a_compiled_language_finds_its_data() {
    if !is_here("gcc") {
        return;
    }
    let main =
        "#include <stdio.h>\nint main(void) { long n, factor; FILE *data = fopen(\"factor.txt\", \"r\");
if (!data || fscanf(data, \"%ld\", &factor) != 1) return 1;
scanf(\"%ld\", &n); printf(\"%ld\\n\", n * factor); }\n";
    doubling()
        .file("solutions/double/data/main.c", main)
        .file("solutions/double/data/factor.txt", "2\n")
        .run("")
        .only_exits(0);
}

#[test]
fn a_compiler_is_given_the_extension_that_it_knows() {
    let workspace = workspace()
        .case("p", "1", "", "odd\n")
        .tool("oddc", "case \"$1\" in *.odd) cp \"$1\" \"$2\"; chmod +x \"$2\";; *) echo \"what is $1?\"; exit 1;; esac")
        .file("solutions/p/lower.odd", "#!/bin/sh\necho odd\n")
        .file("solutions/p/upper.ODD", "#!/bin/sh\necho odd\n");
    let compiler = workspace.root().join("bin/oddc").display().to_string();
    let compile =
        format!("compile = [\"{compiler}\", \"{{source}}\", \"{{binary}}\"]\nrun = [\"{{binary}}\"]\n");
    let workspace = workspace.setting(&format!("[language.odd]\nextensions = [\"odd\"]\n{compile}"));
    workspace
        .run("-j 1")
        .exits(0)
        .says("lower                AC   1/1")
        .says("upper                AC   1/1");
}

#[test]
fn the_class_to_start_is_found_or_it_is_said_what_it_must_be_called() {
    if !is_here("javac") {
        return;
    }
    let class = |head: &str, said: &str| {
        format!("{head} {{ public static void main(String[] a) {{ System.out.println({said}); }} }}\n")
    };
    let workspace = workspace()
        .setting("[defaults]\ntime_limit = \"10s\"\n")
        .case("p", "1", "", "3\n")
        .file("solutions/p/Fast.JAVA", class("public class Fast", "3"))
        .file("solutions/p/folder/Main.java", class("public class Main", "Util.three()"))
        .file("solutions/p/folder/Util.java", "class Util { static int three() { return 3; } }\n")
        .file("solutions/p/none.java", "class Z { void f() {} }\n")
        .file("solutions/p/two.java", class("class A", "2") + &class("class B", "3"));
    let output = workspace.run("-j 1").exits(1);
    output
        .says("Fast                 AC   1/1")
        .says("folder               AC   1/1")
        .says("error: no class has a method `main`")
        .says("error: several classes have a method `main`: `A` and `B`; make one of them public, or call it Main");
    let command = "run = [\"java\", \"-cp\", \"{dir}\", \"Main\"]\n";
    let workspace = workspace.setting(&format!(
        "[language.java]\nextensions = [\"java\"]\ncompile = [\"javac\", \"-d\", \"{{dir}}\", \"{{source}}\"]\n{command}"
    ));
    let output = workspace.run("-j 1 p/{Fast,folder}").exits(1);
    output.says("folder               AC   1/1").says(
        "error: the run command of `java` starts `Main`, and the method `main` is in `Fast`; call the class",
    );
}

#[test]
fn a_solution_may_be_called_like_a_module_or_like_another_solution() {
    if !is_here("python3") {
        return;
    }
    let workspace = workspace()
        .case("p", "1", "3 4\n", "7\n")
        .file("solutions/p/bisect.py", "import bisect\nprint(bisect.bisect([0] * 7, 0))\n")
        .file("solutions/p/queue.py", "import queue\nq = queue.Queue()\nq.put(7)\nprint(q.get())\n")
        // What lies beside it is another solution and no module.
        .file("solutions/p/heapq.py", "print(7)\n")
        .file("solutions/p/dijkstra.py", "import heapq\nprint(heapq.heappop([7]))\n");
    let output = workspace.run("-j 1").exits(0);
    assert_eq!(output.stdout.matches("AC   1/1").count(), 4, "{output}");
}

#[test]
fn sources_and_the_workspace_may_have_any_names() {
    if !is_here("gcc") || !is_here("python3") {
        return;
    }
    let c = "#include <stdio.h>\nint main(void) { puts(\"ok\"); }\n";
    let names = ["it's mine", "a\"b$HOME`id`;", "-o", "C_\u{3a3}", "[C2, S3.2] Square"];
    let root = "my work\u{fc}";
    let mut workspace = workspace()
        .file(format!("{root}/judge.toml"), "")
        .file(format!("{root}/cases/p/1.in"), "")
        .file(format!("{root}/cases/p/1.ans"), "ok\n")
        .file(format!("{root}/solutions/p/\u{43f}\u{440} 2.py"), "print('ok')\n");
    for name in names {
        workspace = workspace.file(format!("{root}/solutions/p/{name}.c"), c);
    }
    let output = workspace.run_in(root, "-j 1").exits(0);
    assert_eq!(output.stdout.matches("AC   1/1").count(), names.len() + 1, "{output}");
}

#[test]
fn what_a_language_takes_for_itself_is_told() {
    let workspace = workspace().case("p", "1", "", "42\n");
    let machine = workspace.root().join("bin/vm").display().to_string();
    let workspace = workspace
        .tool("vm", "all=$(head -c 30000000 /dev/zero | tr '\\0' a); . \"$1\"")
        .setting(&format!(
            "[language.vm]\nextensions = [\"vm\"]\nrun = [\"{machine}\", \"{{source}}\"]\nempty = \"\""
        ))
        .file("solutions/p/a.vm", "echo 42\n");
    // It is measured once.
    for _ in 0..2 {
        let output = workspace.run("-j 1").exits(0);
        output.says("memory of an empty program: ").says(" MiB (vm)\n");
        let document = workspace.run("-j 1 --format json").exits(0).json();
        let [empty] = document["empty_programs"].as_array().unwrap().as_slice() else { panic!("{document}") };
        let memory = &document["results"][0]["memory_bytes"];
        assert_eq!(empty["language"], "vm");
        assert!(empty["memory_bytes"].as_u64().unwrap() > 20_000_000, "{empty} of {memory}");
    }
}
