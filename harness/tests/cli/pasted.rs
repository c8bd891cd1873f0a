//! What solutions that are pasted from a site have in them, and what they print, with the real compilers.

use crate::session::{Output, Workspace, is_here, workspace};

const ONE: &str = "name = \"f\"\nparameters = [{ name = \"a\", type = \"int\" }]\nreturns = \"int\"\n";
pub const ARRAY: &str =
    "name = \"f\"\nparameters = [{ name = \"a\", type = \"int[]\" }]\nreturns = \"int\"\n";

/// A problem with a function, and a case.
pub fn problem(function: &str, input: &str, answer: &str) -> Workspace {
    workspace().unoptimised().problem("p", &format!("[function]\n{function}")).case("p", "1", input, answer)
}

/// Judges sources; nothing where one of these programs is missing.
pub fn judged(programs: &[&str], workspace: Workspace, sources: &[(&str, &str)]) -> Option<Output> {
    if let Some(missing) = programs.iter().find(|program| !is_here(program)) {
        eprintln!("SKIPPED: {missing} is not installed");
        return None;
    }
    let place = |name: &str| format!("solutions/p/{name}");
    let workspace =
        sources.iter().fold(workspace, |workspace, (name, text)| workspace.file(place(name), text));
    Some(workspace.run("-j 2"))
}

/// All of these sources are right.
#[track_caller]
pub fn right(programs: &[&str], workspace: Workspace, sources: &[(&str, &str)]) {
    let Some(output) = judged(programs, workspace, sources) else { return };
    assert_eq!(output.stdout.matches("  ✓ ").count(), sources.len(), "{output}");
    output.does_not_say("warning");
}

/// A pipe that is full is waited for.
#[test]
fn what_is_long_is_written_in_full() {
    let numbers: Vec<String> = (0..1_000_000).map(|number| number.to_string()).collect();
    let numbers = format!("[{}]\n", numbers.join(","));
    let same = ARRAY.replace("\"int\"\n", "\"int[]\"\n");
    let printed = "{ console.log(a.slice(0, 100000).join(' ')); console.error('behind'); return a; }";
    let script = format!("var f = a => {printed};\n");
    let sources = [("same.js", "var f = a => a;\n"), ("printed.js", &*script)];
    right(&["node"], problem(&same, &numbers, &numbers), &sources);
    let printed = format!("function f(a: number[]): number[] {printed}\n");
    right(&["tsc", "node"], problem(&same, &numbers, &numbers), &[("printed.ts", &printed)]);
}

#[test]
fn helpers_may_be_called_like_what_a_driver_uses() {
    let sum = "var f = a => a.reduce((s, x) => s + process(x), 0);\n";
    let sources = [
        ("function.js", &*format!("function process(x) {{ return x; }}\n{sum}")),
        (
            "constant.js",
            &format!("const process = x => x, console = 1, fs = 2, exported = 3, call = 4;\n{sum}"),
        ),
    ];
    right(&["node"], problem(ARRAY, "[1,2]\n", "3\n"), &sources);
    let itself = [("a.js", "const process = a => a.length;\n")];
    right(&["node"], problem(&ARRAY.replace("\"f\"", "\"process\""), "[1,2]\n", "2\n"), &itself);
}

#[test]
fn a_module_exports_the_function() {
    let sources = [
        ("module.mjs", "export function f(a) { return a; }\n"),
        ("constant.js", "export const f = a => a;\n"),
        ("list.js", "const f = a => a;\nexport { f };\n"),
        ("default.js", "const f = a => a;\nexport default f;\n"),
        (
            "unnamed.js",
            "import { strict as assert } from 'node:assert';\nexport default a => { assert(a); return a; };\n",
        ),
        ("bare.mjs", "const f = a => a;\n"),
        ("common.js", "exports.f = a => a;\n"),
        ("object.cjs", "module.exports = { f: a => a };\n"),
        ("only.js", "const f = a => a;\nmodule.exports = f;\n"),
        ("nothing.cjs", "module.exports = a => a;\n"),
        ("folder/main.mjs", "import { g } from './lib.mjs';\nexport const f = a => g(a);\n"),
    ];
    let workspace = problem(ONE, "5\n", "5\n");
    let workspace = workspace.file("solutions/p/folder/lib.mjs", "export const g = a => a;\n");
    right(&["node"], workspace, &sources);
    let failing = [
        ("failing.mjs", "export function f(a) {\n    return a.x.y;\n}\n"),
        ("other.js", "export function g(a) {}\nlet h;\nh = { f: 0 };\nh.f = 1;\n"),
    ];
    let Some(output) = judged(&["node"], problem(ONE, "5\n", "5\n"), &failing) else { return };
    output.says("solutions/p/failing.mjs:2:16)").does_not_say("pasted/solution.js").does_not_say("driver.js");
    output.says("the source defines no function f");
}

/// Initialisers and constructors run before the driver does.
#[test]
fn what_is_printed_before_the_call_is_no_part_of_the_answer() {
    let class = "class Solution { public: int f(int a) { return a; } };\n";
    let cpp = [
        ("lambda.cpp", &*format!("static int x = [] {{ cout << \"init\" << endl; return 0; }}();\n{class}")),
        (
            "memo.cpp",
            &format!(
                "struct Memo {{ Memo() {{ puts(\"ready\"); }} ~Memo() {{ puts(\"over\"); }} }} memo;\n{class}"
            ),
        ),
    ];
    right(&["g++"], problem(ONE, "5\n", "5\n"), &cpp);
    let c = "__attribute__((constructor)) static void start(void) { puts(\"start\"); }\nint f(int a) { puts(\"f\"); return a; }\n";
    right(&["gcc"], problem(ONE, "5\n", "5\n"), &[("constructor.c", c)]);
    let go = [
        ("init.go", "func init() { fmt.Println(\"init\") }\nfunc f(a int) int { return a }\n"),
        (
            "writer.go",
            "import (\n\t\"bufio\"\n\t\"fmt\"\n\t\"os\"\n)\n\nvar out = bufio.NewWriter(os.Stdout)\nvar first = fmt.Sprint(fmt.Println(1))\n\n\
             func f(a int) int {\n\tfmt.Fprintln(out, \"debug\")\n\tout.Flush()\n\treturn a\n}\n",
        ),
    ];
    right(&["go"], problem(ONE, "5\n", "5\n"), &go);
    let python = "print('init')\nclass Solution:\n    def f(self, a): return a\n";
    right(&["python3"], problem(ONE, "5\n", "5\n"), &[("printing.py", python)]);
    let loud = format!("int x = [] {{ cout << \"said at first\\n\"; return 0; }}();\n{class}");
    let output = judged(&["g++"], problem(ONE, "5\n", "6\n"), &[("loud.cpp", &loud)]);
    if let Some(output) = output {
        output.exits(1).says("expected `6`, got `5`").says("said at first");
    }
}

#[test]
fn what_a_source_defines_for_the_preprocessor_does_not_reach_a_driver() {
    let class = "class Solution { public: int f(vector<int>& a) { int s = 0; for (auto x : a) s += x; return s; } };\n";
    let all = "#define T int\n#define size(x) (int)(x).size()\n#define value second\n#define read(x) cin >> x\n\
        #define c first\n#define number int\n#define text string\n#define node ListNode\n#define p pair<int, int>\n\
        #define in out\n#define run main2\n#define answer result\n#define show left\n#define val v\n";
    let long = "#define int long long\n#define double float\n#define string vector\n\
        class Solution { public: int32_t f(vector<int32_t>& a) { int s = 0; for (auto x : a) s += x; return s; } };\n";
    let cpp = [("all.cpp", &*format!("{all}{class}")), ("long.cpp", long)];
    right(&["g++"], problem(ARRAY, "[1,2]\n", "3\n"), &cpp);
    let c = "#define n aSize\n#define value x\n#define size n\n#define text \"\"\n#define node ListNode\n#define left 1\n\
        int f(int* a, int aSize) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }\n";
    right(&["gcc"], problem(ARRAY, "[1,2]\n", "3\n"), &[("n.c", c)]);
    // Nodes whose parts have other names for the preprocessor, and nodes of the source in another order.
    let trees = "name = \"f\"\nparameters = [{ name = \"l\", type = \"ListNode\" }, { name = \"t\", type = \"TreeNode[]\" }]\nreturns = \"TreeNode[]\"\n";
    let cases = ("[1,2]\n[[1,null,2],[]]\n", "[[1,null,2],[]]\n");
    let names = "#define left a\n#define next b\n#define val c\n";
    let own = "struct ListNode { struct ListNode* next; int val; };\nstruct TreeNode { struct TreeNode *right, *left; int val; };\n";
    let plain = "struct TreeNode** f(struct ListNode* l, struct TreeNode** t, int n, int* size) { *size = n; return t; }\n";
    let f = "struct TreeNode** f(struct ListNode* l, struct TreeNode** t, int n, int* size) { *size = n + l->next->val - 2; return t; }\n";
    let c = [("names.c", &*format!("{names}{plain}")), ("own.c", &format!("{own}{f}"))];
    right(&["gcc"], problem(trees, cases.0, cases.1), &c);
    let class =
        "class Solution { public: vector<TreeNode*> f(ListNode* l, vector<TreeNode*> t) { return t; } };\n";
    right(&["g++"], problem(trees, cases.0, cases.1), &[("names.cpp", &format!("{names}{class}"))]);
}

#[test]
fn a_function_may_be_called_like_what_a_driver_uses() {
    for name in ["answer", "text", "err", "result", "input", "bytes", "driver", "given"] {
        let workspace = problem(&ARRAY.replace("\"f\"", &format!("\"{name}\"")), "[1,2]\n", "3\n");
        let c = format!("int {name}(int* a, int n) {{ return n == 2 ? a[0] + a[1] : 0; }}\n");
        let go = format!("func {name}(a []int) int {{ return a[0] + a[1] }}\n");
        let python = format!("class Solution:\n    def {name}(self, a): return sum(a)\n");
        let javascript = format!("const {name} = a => a[0] + a[1];\n");
        let sources = [
            ("gcc", "c.c", &c),
            ("go", "go.go", &go),
            ("python3", "python.py", &python),
            ("node", "javascript.js", &javascript),
        ];
        let sources = sources.iter().filter(|(tool, ..)| is_here(tool));
        let sources: Vec<(&str, &str)> = sources.map(|(_, name, text)| (*name, text.as_str())).collect();
        right(&[], workspace, &sources);
    }
}

#[test]
fn go_calls_a_variable_and_its_helpers_may_be_called_like_packages() {
    let sources = [
        ("variable.go", "var f = func(a int) int { return a }\n"),
        ("later.go", "var f func(a int) int\n\nfunc init() { f = func(a int) int { return a } }\n"),
        (
            "helpers.go",
            "func debug(a ...any) { fmt.Println(a...) }\nfunc bytes(a int) int { return a }\n\nvar reflect = 0\n\n\
             type utf8 struct{}\n\nfunc f(a int) int {\n\tdebug(a)\n\treturn bytes(a) + reflect\n}\n",
        ),
    ];
    right(&["go"], problem(ONE, "5\n", "5\n"), &sources);
}

/// Libraries look for the module of a class, and for its text.
#[test]
fn a_source_is_a_module_where_libraries_ask_for_one() {
    let data = "from __future__ import annotations\nfrom dataclasses import dataclass\n@dataclass\nclass Edge:\n    to: int\n    cost: int\n\
        class Solution:\n    def f(self, a: int) -> int:\n        return Edge(a, 0).to\n";
    let pickled = "import copy, pickle\nclass State:\n    pass\nclass Solution:\n    def f(self, a):\n        pickle.loads(pickle.dumps(State()))\n        return a\n";
    let text = "import inspect\n\nclass Edge:\n    to = 5\n\nclass Solution:\n    def f(self, a):\n        assert 'to = 5' in inspect.getsource(Edge)\n        return a\n";
    let hints = "from __future__ import annotations\nimport typing\nclass P(typing.NamedTuple):\n    at: int\nclass Solution:\n    def f(self, a):\n        return a if typing.get_type_hints(P) == {'at': int} else 0\n";
    let sources = [("data.py", data), ("pickled.py", pickled), ("text.py", text), ("hints.py", hints)];
    right(&["python3"], problem(ONE, "5\n", "5\n"), &sources);
}

#[test]
fn a_source_is_a_program_if_what_it_runs_reads() {
    let class = "class Solution:\n    def f(self, a):\n        return a\n";
    let pasted = [
        (
            "method.py",
            "class Solution:\n    def input(self, a): return a\n    def f(self, a): return self.input(a)\n",
        ),
        (
            "own.py",
            "def input(a): return a\nclass Solution:\n    def f(self, a): return input(a)\nif __name__ == '__main__':\n    print(Solution().f(7))\n",
        ),
        (
            "alias.py",
            &*format!("import sys\ninput = sys.stdin.readline\nsys.setrecursionlimit(10 ** 6)\n{class}"),
        ),
        ("unused.py", &format!("{class}def main():\n    print(Solution().f(int(input())))\n")),
    ];
    right(&["python3"], problem(ONE, "5\n", "5\n"), &pasted);
    let main = "def main():\n    print(Solution().f(int(input())))\n";
    let programs = [
        ("called.py", &*format!("{class}{main}if __name__ == '__main__':\n    main()\n")),
        ("alias.py", &format!("import sys\ninput = sys.stdin.readline\n{class}{main}main()\n")),
        (
            "lines.py",
            &format!("import sys\n{class}for line in sys.stdin:\n    print(Solution().f(int(line)))\n"),
        ),
        ("opened.py", &format!("{class}print(Solution().f(int(open(0).read())))\n")),
    ];
    right(&["python3"], problem(ONE, "5\n", "5\n"), &programs);
}

#[test]
fn java_finds_the_method_in_any_class_and_its_classes_may_have_any_name() {
    let names = ["Deque", "Type", "Method", "Driver", "List", "System", "Array", "StringBuilder", "File"];
    let all = names.map(|name| format!("class {name} {{ }} ")).concat();
    let sources = [
        ("all.java", &*format!("{all}class Solution {{ public int f(int a) {{ return a; }} }}\n")),
        (
            "inherited.java",
            "abstract class Base { public int f(int a) { return a; } }\nclass Solution extends Base { }\n",
        ),
        (
            "standard.java",
            "interface Base { default int f(int a) { return a; } }\nclass Solution implements Base { }\n",
        ),
        (
            "_1.java",
            "package a.b;\n\npublic class _1 {\n    public static class Solution {\n        public int f(int a) { return a; }\n    }\n}\n",
        ),
        (
            "Inner.java",
            "class Inner {\n    class Solution {\n        public int f(int a) { return a; }\n    }\n}\n",
        ),
    ];
    right(&["javac", "java"], problem(ONE, "5\n", "5\n"), &sources);
    // Nodes of the source, in a class as well.
    let lists = "name = \"f\"\nparameters = [{ name = \"l\", type = \"ListNode\" }, { name = \"t\", type = \"TreeNode\" }]\nreturns = \"ListNode\"\n";
    let nodes = "class _2 {\n    static class ListNode { int val; ListNode next; }\n    class TreeNode { int val; TreeNode left, right; TreeNode(int x) { val = x; } }\n\
        \x20   class Solution {\n        ListNode f(ListNode l, TreeNode t) { l.val += t.right.left.val; return l; }\n    }\n}\n";
    right(&["javac", "java"], problem(lists, "[1,2]\n[1,null,2,4]\n", "[5,2]\n"), &[("nodes.java", nodes)]);
}

#[test]
fn an_error_in_the_first_line_is_shown_as_it_is_written() {
    let text = "class Solution { public int f(int a) { return nothing; } }\n";
    let Some(output) = judged(&["javac", "java"], problem(ONE, "5\n", "5\n"), &[("a.java", text)]) else {
        return;
    };
    let mark = " ".repeat(text.find("nothing").unwrap());
    output.says(&format!("  {text}  {mark}^\n")).does_not_say("import java");
}

#[test]
fn a_mark_at_the_start_of_a_program_is_no_part_of_it() {
    let text = "\u{feff}import java.util.*;\npublic class Main { public static void main(String[] x) { System.out.println(new Scanner(System.in).nextInt()); } }\n";
    let workspace = workspace().case("p", "1", "5\n", "5\n");
    right(&["javac", "java"], workspace, &[("bom.java", text)]);
}

/// Every way to standard output leads to what a solution prints itself. Two sources of a language are two solutions,
/// since one that uses a stream closes it.
#[test]
fn what_is_written_to_standard_output_by_any_way_is_no_part_of_the_answer() {
    let check = |programs: &[&str], sources: &[(&str, &str)]| {
        right(programs, problem(ONE, "5\n", "5\n"), sources);
        // It is shown beside a wrong answer.
        let Some(output) = judged(programs, problem(ONE, "5\n", "6\n"), &sources[..1]) else { return };
        output.exits(1).says("expected `6`, got `5`").says("by one way").says("by another");
    };
    check(
        &["gcc"],
        &[(
            "a.c",
            "#include <fcntl.h>\n#include <unistd.h>\nint f(int a) { printf(\"by one way\\n\"); fflush(stdout); write(1, \"by another\\n\", 11); \
             int to = open(\"/proc/self/fd/1\", O_WRONLY); write(to, \"x\\n\", 2); dprintf(1, \"y\\n\"); \
             freopen(\"/dev/stdout\", \"w\", stdout); puts(\"z\"); return a; }\n",
        )],
    );
    check(
        &["g++"],
        &[(
            "a.cpp",
            "#include <unistd.h>\nclass Solution { public: int f(int a) { cout << \"by one way\" << endl; write(1, \"by another\\n\", 11); \
             ofstream(\"/proc/self/fd/1\") << 7; freopen(\"/dev/stdout\", \"w\", stdout); puts(\"z\"); return a; } };\n",
        )],
    );
    check(
        &["python3"],
        &[(
            "a.py",
            "import os, sys\nclass Solution:\n    def f(self, a):\n        print('by one way')\n        os.write(1, b'by another\\n')\n\
             \x20       sys.__stdout__.write('x')\n        open(1, 'w', closefd=False).write('y')\n        open('/dev/stdout', 'w').write('z')\n\
             \x20       os.system('echo 7')\n        return a\n",
        )],
    );
    check(
        &["go"],
        &[(
            "a.go",
            "import (\"fmt\"; \"os\"; \"syscall\")\n\nfunc f(a int) int {\n\tfmt.Println(\"by one way\")\n\tsyscall.Write(1, []byte(\"by another\\n\"))\n\
             \tos.NewFile(1, \"\").WriteString(\"x\")\n\tto, _ := os.OpenFile(\"/dev/stdout\", os.O_WRONLY, 0)\n\tto.WriteString(\"7\\n\")\n\treturn a\n}\n",
        )],
    );
    check(
        &["rustc"],
        &[(
            "a.rs",
            "use std::io::Write;\nuse std::os::fd::FromRawFd;\nimpl Solution {\n    pub fn f(a: i32) -> i32 {\n        println!(\"by one way\");\n\
             \x20       writeln!(std::fs::OpenOptions::new().write(true).open(\"/proc/self/fd/1\").unwrap(), \"by another\").unwrap();\n\
             \x20       writeln!(unsafe { std::fs::File::from_raw_fd(1) }, \"7\").unwrap();\n        a\n    }\n}\n",
        )],
    );
    let script = "{ console.log('by one way'); const fs = require('fs'); fs.writeSync(1, 'by another\\n'); fs.writeFileSync('/dev/stdout', '7\\n'); \
        fs.writeSync(process.stdout.fd, '8\\n'); fs.createWriteStream(null, { fd: 1 }).write('9\\n'); return a; }";
    check(&["node"], &[("a.js", &format!("var f = a => {script};\n"))]);
    let script = script.replace("const fs", "const fs: any");
    let text = format!("declare const process: any, require: any;\nfunction f(a: number): number {script}\n");
    check(&["tsc", "node"], &[("a.ts", &text)]);
    check(
        &["javac", "java"],
        &[(
            "a.java",
            "import java.io.*;\nclass Solution {\n    public int f(int a) throws Exception {\n        System.out.print(\"by one way\\n\");\n\
             \x20       PrintStream buffered = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));\n\
             \x20       buffered.println(\"by another\");\n        buffered.flush();\n\
             \x20       try (FileWriter to = new FileWriter(\"/dev/stdout\")) { to.write(\"7\\n\"); }\n        return a;\n    }\n}\n",
        )],
    );
    check(
        &["kotlinc", "java"],
        &[(
            "a.kt",
            "class Solution {\n    fun f(a: Int): Int {\n        println(\"by one way\")\n\
             \x20       java.io.FileOutputStream(java.io.FileDescriptor.out).write(\"by another\\n\".toByteArray())\n\
             \x20       java.io.File(\"/dev/stdout\").writeText(\"7\\n\")\n        return a\n    }\n}\n",
        )],
    );
    check(
        &["mcs", "mono"],
        &[(
            "a.cs",
            "public class Solution {\n    public int F(int a) {\n        Console.WriteLine(\"by one way\");\n        var to = Console.OpenStandardOutput();\n\
             \x20       to.Write(Encoding.ASCII.GetBytes(\"by another\\n\"), 0, 11);\n        to.Flush();\n\
             \x20       System.IO.File.WriteAllText(\"/dev/stdout\", \"7\\n\");\n        return a;\n    }\n}\n",
        )],
    );
}
