//! Every language of the built-in table whose compiler or interpreter is here, on the same programs: right,
//! not to be compiled, failing, endless, hungry, and a million calls deep.

use std::collections::BTreeMap;

use crate::session::{is_here, workspace};

/// A language: a program that it needs, its extension, and its programs in the order of [`VERDICTS`]. An empty
/// one is left out.
struct Row {
    tool: &'static str,
    extension: &'static str,
    /// Whether its runtime says on which line a program failed.
    tells_lines: bool,
    programs: [&'static str; 6],
}

/// What becomes of the programs.
const VERDICTS: [(&str, &str); 6] =
    [("sum", "AC"), ("broken", "CE"), ("fails", "RE"), ("endless", "TLE"), ("hungry", "MLE"), ("deep", "AC")];

/// The line on which the third program fails.
const LINE_OF_FAILURE: &str = "3";

const ROWS: [Row; 21] = [
    Row {
        tool: "gcc",
        extension: "c",
        tells_lines: false,
        programs: [
            "#include <stdio.h>\nint main(void) { int a, b; scanf(\"%d%d\", &a, &b); printf(\"%d\\n\", a + b); }\n",
            "int main(void) { return x; }\n",
            "#include <stdlib.h>\nint main(void) {\n  abort();\n}\n",
            "int main(void) { for (volatile int i = 0;; i++) {} }\n",
            "#include <stdlib.h>\n#include <string.h>\nint main(void) { for (;;) { volatile char *p = malloc(1 << 20); if (p) memset((void *) p, 1, 1 << 20); } }\n",
            "#include <stdio.h>\nstatic int __attribute__((noinline)) f(volatile int n) { return n == 0 ? 0 : f(n - 1) + 1; }\nint main(void) { printf(\"%d\\n\", f(1000000) - 999993); }\n",
        ],
    },
    Row {
        tool: "g++",
        extension: "cpp",
        tells_lines: false,
        programs: [
            "#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b << '\\n'; }\n",
            "int main() { return x; }\n",
            "#include <stdexcept>\nint main() {\n  throw std::runtime_error(\"line 3\");\n}\n",
            "int main() { for (volatile int i = 0;; i = i + 1) {} }\n",
            "#include <vector>\nint main() { std::vector<std::vector<char>> all; for (;;) all.emplace_back(1 << 20, 1); }\n",
            "#include <cstdio>\nstatic int __attribute__((noinline)) f(volatile int n) { return n == 0 ? 0 : f(n - 1) + 1; }\nint main() { std::printf(\"%d\\n\", f(1000000) - 999993); }\n",
        ],
    },
    Row {
        tool: "rustc",
        extension: "rs",
        tells_lines: true,
        programs: [
            "fn main() { let t = std::io::read_to_string(std::io::stdin()).unwrap(); println!(\"{}\", t.split_whitespace().map(|w| w.parse::<i32>().unwrap()).sum::<i32>()); }\n",
            "fn main() { x }\n",
            "fn main() {\n    let n: Option<u8> = None;\n    n.unwrap();\n}\n",
            "fn main() { loop { std::hint::black_box(1); } }\n",
            "fn main() { let mut all = Vec::new(); loop { all.push(std::hint::black_box(vec![1u8; 1 << 20])); } }\n",
            "#[inline(never)]\nfn f(n: u32) -> u32 { if std::hint::black_box(n) == 0 { 0 } else { f(n - 1) + 1 } }\nfn main() { println!(\"{}\", f(1_000_000) - 999_993); }\n",
        ],
    },
    Row {
        tool: "python3",
        extension: "py",
        tells_lines: true,
        programs: [
            "print(sum(map(int, input().split())))\n",
            "print(\n",
            "def f():\n    return 1\nf()[0]\n",
            "while True: pass\n",
            "all = []\nwhile True: all.append(bytes(1 << 20))\n",
            "import sys\nsys.setrecursionlimit(1 << 30)\ndef f(n): return 0 if n == 0 else f(n - 1) + 1\nprint(f(1000000) - 999993)\n",
        ],
    },
    Row {
        tool: "pypy3",
        extension: "pypy",
        tells_lines: true,
        programs: [
            "print(sum(map(int, input().split())))\n",
            "print(\n",
            "def f():\n    return 1\nf()[0]\n",
            "while True: pass\n",
            "all = []\nwhile True: all.append(b'1' * (1 << 20) + b'2')\n",
            "",
        ],
    },
    Row {
        tool: "javac",
        extension: "java",
        tells_lines: true,
        programs: [
            "public class Add { public static void main(String[] a) { var s = new java.util.Scanner(System.in); System.out.println(s.nextInt() + s.nextInt()); } }\n",
            "class X { int y = \"a\"; }\n",
            "class X {\n  public static void main(String[] a) {\n    Object o = null; o.hashCode();\n  }\n}\n",
            "class X { static volatile int i; public static void main(String[] a) { for (;;) i++; } }\n",
            "class X { public static void main(String[] a) { var all = new java.util.ArrayList<int[]>(); for (;;) all.add(new int[1 << 18]); } }\n",
            "class X { static int f(int n) { return n == 0 ? 0 : f(n - 1) + 1; } public static void main(String[] a) { System.out.println(f(1000000) - 999993); } }\n",
        ],
    },
    Row {
        tool: "node",
        extension: "js",
        tells_lines: true,
        programs: [
            "const [a, b] = require('fs').readFileSync(0, 'utf8').split(/\\s+/).map(Number); console.log(a + b);\n",
            "console.log(;\n",
            "const x = null;\n\nx.length;\n",
            "for (;;) {}\n",
            "const all = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1));\n",
            "function f(n) { return n === 0 ? 0 : f(n - 1) + 1; } console.log(f(1000000) - 999993);\n",
        ],
    },
    Row {
        tool: "perl",
        extension: "pl",
        tells_lines: true,
        programs: [
            "my ($a, $b) = split ' ', <STDIN>; print $a + $b, \"\\n\";\n",
            "print (;\n",
            "my $x = 1;\n\ndie 'here';\n",
            "while (1) {}\n",
            "my @all; while (1) { push @all, 'x' x (1 << 20) }\n",
            "no warnings; sub f { my $n = shift; $n == 0 ? 0 : f($n - 1) + 1 } print f(100000) - 99993, \"\\n\";\n",
        ],
    },
    Row {
        tool: "bash",
        extension: "bash",
        tells_lines: true,
        programs: [
            "#!/usr/bin/env bash\nread a b; sum=$((a + b)); echo \"${sum/ /}\"\n",
            "#!/usr/bin/env bash\nif true; do\n",
            "#!/bin/bash -u\n\necho $unset\n",
            "#!/bin/bash\nwhile :; do :; done\n",
            "#!/bin/bash\nall=x; while :; do all=$all$all; done\n",
            "#!/bin/bash\nf() { if [ $1 = 0 ]; then echo 7; else f $(($1 - 1)); fi; }; f 1000\n",
        ],
    },
    Row {
        tool: "go",
        extension: "go",
        tells_lines: true,
        programs: [
            "package main\n\nimport \"fmt\"\n\nfunc main() { var a, b int; fmt.Scan(&a, &b); fmt.Println(a + b) }\n",
            "package main\n\nfunc main() { x }\n",
            "package main\nfunc main() { var p *int\n\tprintln(*p) }\n",
            "package main\n\nvar i int\n\nfunc main() { for { i++ } }\n",
            "package main\n\nfunc main() { var all [][]byte; for { b := make([]byte, 1<<20); for i := range b { b[i] = 1 }; all = append(all, b) } }\n",
            "package main\n\nimport \"fmt\"\n\nfunc f(n int) int { if n == 0 { return 0 }; return f(n-1) + 1 }\n\nfunc main() { fmt.Println(f(1000000) - 999993) }\n",
        ],
    },
    Row {
        tool: "ruby",
        extension: "rb",
        tells_lines: true,
        programs: [
            "puts gets.split.sum(&:to_i)\n",
            "puts (\n",
            "x = nil\n\nx.size\n",
            "loop {}\n",
            "all = []\nloop { all << 'x' * (1 << 20) }\n",
            "def f(n) = n == 0 ? 0 : f(n - 1) + 1\nputs f(5000) - 4993\n",
        ],
    },
    Row {
        tool: "fpc",
        extension: "pas",
        tells_lines: false,
        programs: [
            "var a, b: longint; begin read(a, b); writeln(a + b); end.\n",
            "begin x; end.\n",
            "begin\n\nhalt(3); end.\n",
            "begin while true do; end.\n",
            "var p: ^byte; begin while true do begin getmem(p, 1048576); fillchar(p^, 1048576, 1); end; end.\n",
            "function f(n: longint): longint; begin if n = 0 then f := 0 else f := f(n - 1) + 1; end; begin writeln(f(1000000) - 999993); end.\n",
        ],
    },
    Row {
        tool: "mcs",
        extension: "cs",
        tells_lines: false,
        programs: [
            "class P { static void Main() { var w = System.Console.ReadLine().Split(' '); System.Console.WriteLine(int.Parse(w[0]) + int.Parse(w[1])); } }\n",
            "class P { static void Main() { x; } }\n",
            "class P {\n  static void Main() {\n    throw new System.Exception(\"line 3\"); } }\n",
            "class P { static void Main() { while (true); } }\n",
            "class P { static void Main() { var all = new System.Collections.Generic.List<byte[]>(); while (true) { var b = new byte[1 << 20]; for (int i = 0; i < b.Length; i += 512) b[i] = 1; all.Add(b); } } }\n",
            "",
        ],
    },
    Row {
        tool: "ocamlopt",
        extension: "ml",
        tells_lines: false,
        programs: [
            "let () = Scanf.scanf \" %d %d\" (fun a b -> Printf.printf \"%d\\n\" (a + b))\n",
            "let () = x\n",
            "let () =\n\n  failwith \"line 3\"\n",
            "let () = while true do () done\n",
            "let () = let all = ref [] in while true do all := Bytes.make 1048576 'x' :: !all done\n",
            "let rec f n = if n = 0 then 0 else f (n - 1) + 1\nlet () = Printf.printf \"%d\\n\" (f 1000000 - 999993)\n",
        ],
    },
    Row {
        tool: "lua5.4",
        extension: "lua",
        tells_lines: true,
        programs: [
            "print(io.read('n') + io.read('n'))\n",
            "print(\n",
            "local x = nil\n\nprint(x.y)\n",
            "while true do end\n",
            "local all = {} while true do all[#all + 1] = string.rep('x', 1 << 20) .. #all end\n",
            "local function f(n) if n == 0 then return 0 end return f(n - 1) + 1 end print(f(100000) - 99993)\n",
        ],
    },
    Row {
        tool: "ghc",
        extension: "hs",
        tells_lines: false,
        programs: [
            "main = interact (\\t -> show (sum (map read (words t) :: [Int])) ++ \"\\n\")\n",
            "main = x\n",
            "main =\n\n  error \"line 3\"\n",
            "main = go 0 where { go :: Int -> IO (); go n = if n < 0 then return () else go ((n + 1) `mod` 7) }\n",
            "main = print (foldr (\\n f acc -> f (acc + n)) id [1 .. 200000000 :: Integer] 0 + sum (reverse [1 .. 100000000 :: Integer]))\n",
            "f :: Int -> Int\nf 0 = 0\nf n = f (n - 1) + 1\nmain = print (f 1000000 - 999993)\n",
        ],
    },
    Row {
        tool: "ldc2",
        extension: "d",
        tells_lines: true,
        programs: [
            "import std.stdio; void main() { int a, b; readf(\" %d %d\", a, b); writeln(a + b); }\n",
            "void main() { x; }\n",
            "void main() {\n\n  throw new Exception(\"here\"); }\n",
            "void main() { for (;;) {} }\n",
            "void main() { ubyte[][] all; for (;;) { auto b = new ubyte[1 << 20]; b[] = 1; all ~= b; } }\n",
            "import std.stdio; int f(int n) { return n == 0 ? 0 : f(n - 1) + 1; } void main() { writeln(f(1000000) - 999993); }\n",
        ],
    },
    Row {
        tool: "nim",
        extension: "nim",
        tells_lines: false,
        programs: [
            "import strutils, sequtils\nlet w = stdin.readLine.splitWhitespace.map(parseInt)\necho w[0] + w[1]\n",
            "echo x\n",
            "var s: seq[int]\n\necho s[3]\n",
            "var i = 0\nwhile true: i = i xor 1\n",
            "import strutils\nvar all: seq[string]\nwhile true: all.add(repeat('x', 1 shl 20))\n",
            "proc f(n: int): int = (if n == 0: 0 else: f(n - 1) + 1)\necho f(1000000) - 999993\n",
        ],
    },
    Row {
        tool: "kotlinc",
        extension: "kt",
        tells_lines: true,
        programs: [
            "fun main() { val (a, b) = readLine()!!.split(' ').map { it.toInt() }; println(a + b) }\n",
            "fun main() { x }\n",
            "fun main() {\n\n  throw Exception(\"here\") }\n",
            "var i = 0\nfun main() { while (true) i++ }\n",
            "fun main() { val all = ArrayList<IntArray>(); while (true) all.add(IntArray(1 shl 18)) }\n",
            "fun f(n: Int): Int = if (n == 0) 0 else f(n - 1) + 1\nfun main() { println(f(1000000) - 999993) }\n",
        ],
    },
    Row {
        tool: "tsc",
        extension: "ts",
        tells_lines: false,
        programs: [
            "declare const require: any;\nconst [a, b]: number[] = require('fs').readFileSync(0, 'utf8').split(/\\s+/).map(Number);\nconsole.log(a + b);\n",
            "const x: number = 'a';\n",
            "declare const y: any;\n\nthrow new Error('here');\n",
            "for (;;) {}\n",
            "const all: Uint8Array[] = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1));\n",
            "function f(n: number): number { return n === 0 ? 0 : f(n - 1) + 1; } console.log(f(1000000) - 999993);\n",
        ],
    },
    Row {
        tool: "zig",
        extension: "zig",
        tells_lines: true,
        programs: [
            "const std = @import(\"std\");\nconst linux = std.os.linux;\npub fn main() void {\n    var buf: [64]u8 = undefined;\n    const n = linux.read(0, &buf, buf.len);\n    var sum: i64 = 0;\n    var words = std.mem.tokenizeAny(u8, buf[0..n], \" \\n\");\n    while (words.next()) |word| sum += std.fmt.parseInt(i64, word, 10) catch unreachable;\n    var out: [32]u8 = undefined;\n    const text = std.fmt.bufPrint(&out, \"{d}\\n\", .{sum}) catch unreachable;\n    _ = linux.write(1, text.ptr, text.len);\n}\n",
            "pub fn main() void { return x; }\n",
            "pub fn main() void {\n    const x: ?u8 = if (@import(\"builtin\").link_libc) 1 else null;\n    @panic(if (x == null) \"none\" else \"one\");\n}\n",
            "const std = @import(\"std\");\npub fn main() void { var i: u64 = 0; while (true) { i +%= 1; std.mem.doNotOptimizeAway(i); } }\n",
            "const std = @import(\"std\");\npub fn main() void {\n    while (true) {\n        const piece = std.heap.page_allocator.alloc(u8, 1 << 20) catch continue;\n        @memset(piece, 1);\n        std.mem.doNotOptimizeAway(piece.ptr);\n    }\n}\n",
            "const std = @import(\"std\");\nnoinline fn f(n: u32) u32 {\n    std.mem.doNotOptimizeAway(n);\n    return if (n == 0) 0 else f(n - 1) + 1;\n}\npub fn main() void {\n    var out: [32]u8 = undefined;\n    const text = std.fmt.bufPrint(&out, \"{d}\\n\", .{f(1000000) - 999993}) catch unreachable;\n    _ = std.os.linux.write(1, text.ptr, text.len);\n}\n",
        ],
    },
];

#[track_caller]
fn check(tool: &str) {
    if !is_here(tool) {
        return;
    }
    let row = ROWS.iter().find(|row| row.tool == tool).unwrap();
    // An endless program is ended soon; the others have the time that they need on a busy machine, too.
    let mut workspace = workspace()
        .case("slow", "1", "3 4\n", "7\n")
        .problem("slow", "time_limit = \"200ms\"\nwall_limit = \"60s\"\n")
        .case("p", "1", "3 4\n", "7\n")
        .problem("p", "time_limit = \"30s\"\nmemory_limit = \"256MiB\"\n");
    for ((name, verdict), text) in VERDICTS.iter().zip(row.programs).filter(|(_, text)| !text.is_empty()) {
        let problem = if *verdict == "TLE" { "slow" } else { "p" };
        workspace = workspace.file(format!("solutions/{problem}/{name}.{}", row.extension), text);
    }
    let output = workspace.run("--format json");
    let document = output.json();
    let mut verdicts = BTreeMap::new();
    for result in document["results"].as_array().unwrap() {
        let name = result["solution"].as_str().unwrap().to_owned();
        if name == "fails" && row.tells_lines {
            let said = format!("{} {}", result["reason"], result["stderr"]);
            assert!(said.contains(LINE_OF_FAILURE), "{tool}: {said}");
        }
        verdicts.insert(name, result["verdict"].as_str().unwrap().to_owned());
    }
    let there = VERDICTS.iter().zip(row.programs).filter(|(_, text)| !text.is_empty());
    let expected = there.map(|((name, verdict), _)| ((*name).to_owned(), (*verdict).to_owned())).collect();
    assert_eq!(verdicts, expected, "{output}");
}

/// A test for each language.
macro_rules! languages {
    ($($name:ident $tool:literal)+) => {
        $(#[test]
        fn $name() {
            check($tool);
        })+

        #[test]
        fn every_row_is_tested() {
            let tools: Vec<&str> = ROWS.iter().map(|row| row.tool).collect();
            assert_eq!(tools, [$($tool),+]);
        }
    };
}

languages! {
    c "gcc"
    cpp "g++"
    rust "rustc"
    python "python3"
    pypy "pypy3"
    java "javac"
    javascript "node"
    perl "perl"
    bash "bash"
    go "go"
    ruby "ruby"
    pascal "fpc"
    csharp "mcs"
    ocaml "ocamlopt"
    lua "lua5.4"
    haskell "ghc"
    d "ldc2"
    nim "nim"
    kotlin "kotlinc"
    typescript "tsc"
    zig "zig"
}

/// A language is a stanza.
#[test]
fn a_language_that_the_table_lacks_is_a_few_lines() {
    let workspace = workspace()
        .case("p", "1", "3 4\n", "7\n")
        .tool("calc", "read a b; [ \"$(cat \"$1\")\" = add ] && echo \"$((a + b)) $CALC $2\"")
        .file("solutions/p/a.calc", "add\n")
        .file("solutions/p/b.calc", "mul\n")
        .file("cases/p/1.ans", "7 yes 261120 300\n")
        .file("cases/p/problem.toml", "[solution.b]\nexpect = \"RE\"\n");
    let calc = workspace.root().join("bin/calc").display().to_string();
    let run = format!("run = [\"{calc}\", \"{{source}}\", \"{{stack_kb}} {{memory_mb}}\"]");
    let stanza = format!("[language.calc]\nextensions = [\"calc\"]\n{run}\n");
    let more = "environment = { CALC = \"yes\" }\nmemory_extra = \"44MiB\"\n";
    workspace
        .setting(&(stanza + more))
        .setting("[defaults]\nstack_limit = \"256MiB\"\n")
        .run("")
        .only_exits(0);
}

/// Where a compiler or interpreter is not installed its solutions are skipped, unless they must not be.
#[test]
fn a_solution_without_its_compiler_is_skipped_and_told() {
    let workspace = workspace()
        .setting("[language.none]\nextensions = [\"none\"]\nrun = [\"no-such-program\", \"{source}\"]\ninstall = \"apt install none\"\n")
        .case("p", "1", "", "1\n")
        .script("p", "fine", "echo 1")
        .file("solutions/p/other.none", "");
    workspace.run("-j 1").exits(0).says("other                SK   `no-such-program` is not installed: apt");
    let strict = workspace.run("-j 1 --require-languages").exits(3);
    strict.says("other                JE   `no-such-program` is not installed: apt install none");
    let document = workspace.run("-j 1 --format json").exits(0).json();
    assert_eq!(document["results"][0]["verdict"], "SK", "{document}");
    assert_eq!(document["results"][0]["as_expected"], true, "{document}");
    let listed = workspace.run("languages").exits(0);
    listed.says("none         .none              `no-such-program` is not installed: apt install none");
    listed.says("      run: no-such-program {source}");
}
