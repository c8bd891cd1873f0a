//! Solutions that only define a function, as they are pasted from a site, with the real compilers.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;

use crate::session::{Output, Workspace, is_here, workspace};

/// Inputs, and their answers.
type Cases = &'static [(&'static str, &'static str)];

/// The problems: the signature, and the cases with their answers.
const PROBLEMS: &[(&str, &str, Cases)] = &[
    (
        "snakes",
        "name = \"snakesAndLadders\"\nparameters = [{ name = \"board\", type = \"int[][]\" }]\nreturns = \"int\"\n",
        &[
            ("[[-1,-1,-1],[-1,9,-1],[-1,-1,-1]]\n", "1\n"),
            ("[[1,1,-1],[1,1,1],[-1,1,1]]\n", "-1\n"),
            ("[ [-1, 4],\n  [-1, 3] ]\n", "1\n"),
        ],
    ),
    (
        "mix",
        "name = \"sumOfAll\"\nparameters = [{ name = \"words\", type = \"string[]\" }, { name = \"factor\", type = \"double\" },\n\
         { name = \"list\", type = \"ListNode\" }, { name = \"root\", type = \"TreeNode\" }]\nreturns = \"double\"\n",
        &[
            ("[\"ab\",\"c\\\"d\",\"\"]\n2.5\n[1,2,3]\n[1,null,2,3]\n", "42.50000\n"),
            ("[]\n1e-1\n[]\n[]\n", "0.00000\n"),
            ("[\"x\"]\n2\n[-1,0]\n[5,4,3,null,null,2,1,-15]\n", "0.00000\n"),
        ],
    ),
    (
        "words",
        "name = \"wordsOf\"\nparameters = [{ name = \"text\", type = \"string\" }, { name = \"skip\", type = \"char\" }]\n\
         returns = \"string[]\"\n",
        &[("\"ab cd \\\"e\\\\\"\n\"c\"\n", "[\"ab\",\"d\",\"\\\"e\\\\\"]\n"), ("\"\"\n\"c\"\n", "[]\n")],
    ),
    (
        "lists",
        "name = \"reverseAll\"\nparameters = [{ name = \"lists\", type = \"ListNode[]\" }]\nreturns = \"ListNode[]\"\n",
        &[("[[1,2,3],[],[4]]\n", "[[3,2,1],[],[4]]\n"), ("[]\n", "[]\n")],
    ),
    (
        "mirror",
        "name = \"mirror\"\nparameters = [{ name = \"root\", type = \"TreeNode\" }]\nreturns = \"TreeNode\"\n",
        &[("[1,2,3,null,4]\n", "[1,3,2,null,null,4]\n"), ("[]\n", "[]\n")],
    ),
    (
        "turn",
        "name = \"reverseRows\"\nparameters = [{ name = \"grid\", type = \"char[][]\" }, { name = \"keep\", type = \"boolean\" }]\n\
         returns = \"void\"\n",
        &[
            ("[[\"a\",\"b\"],[\"c\",\"\\\\\"]]\nfalse\n", "[[\"b\",\"a\"],[\"\\\\\",\"c\"]]\n"),
            ("[[\"a\",\"b\"]]\ntrue\n", "[[\"a\",\"b\"]]\n"),
        ],
    ),
    (
        "grid",
        "name = \"scaled\"\nparameters = [{ name = \"grid\", type = \"int[][]\" }, { name = \"by\", type = \"long\" }]\n\
         returns = \"long[][]\"\n",
        &[
            ("[[1,-2],[],[3]]\n10000000000\n", "[[10000000000, -20000000000], [], [30000000000]]\n"),
            ("[]\n1\n", "[]\n"),
        ],
    ),
];

/// The solutions of a language: files, each behind a line `=== PROBLEM/NAME`.
fn pasted(language: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/cli/pasted/{language}.txt"));
    let text = format!("\n{}", fs::read_to_string(path).unwrap());
    let files = text.split("\n=== ").skip(1).map(|file| file.split_once('\n').unwrap());
    files.map(|(name, text)| (name.to_owned(), format!("{text}\n"))).collect()
}

fn problems() -> Workspace {
    PROBLEMS.iter().fold(workspace(), |workspace, (problem, signature, cases)| {
        // What is printed is what the site prints, but for one, whose answers are written otherwise.
        let checker = if *problem == "grid" { "lines" } else { "exact" };
        let settings = format!("checker = \"{checker}\"\n[function]\n{signature}");
        let workspace = workspace.problem(problem, &settings);
        (1..).zip(*cases).fold(workspace, |workspace, (number, (input, answer))| {
            workspace.case(problem, &number.to_string(), input, answer)
        })
    })
}

/// Judges the solutions of a language to the problems (to some of them, where the compiler is slow), then a
/// broken one and one that fails; nothing where one of these programs is missing.
fn judged(language: &str, programs: &[&str], others: &[(&str, &str)]) -> Option<(Output, Output)> {
    if let Some(missing) = programs.iter().find(|program| !is_here(program)) {
        eprintln!("SKIPPED: {missing} is not installed");
        return None;
    }
    let files = pasted(language);
    let workspace = files
        .iter()
        .fold(problems(), |workspace, (name, text)| workspace.file(format!("solutions/{name}"), text));
    let output = workspace.run("-j 1").exits(0);
    assert_eq!(output.stdout.matches("✓ pasted ").count(), files.len(), "{output}");
    // What was built is used again.
    assert_eq!(workspace.run("-j 1").exits(0).sorted(), output.sorted());
    let workspace = others
        .iter()
        .fold(workspace, |workspace, (name, text)| workspace.file(format!("solutions/{name}"), text));
    let of = |name: &str| workspace.run(&format!("snakes/{name}/1 -j 1")).exits(1);
    Some((of("broken"), of("failing")))
}

#[test]
fn python() {
    let broken = "class Solution:\n    def snakesAndLadders(self, board):\n        return (\n";
    let failing = "class Solution:\n    def snakesAndLadders(self, board: List[List[int]]) -> int:\n\n        return board[9]\n";
    let others = [("snakes/broken.py", broken), ("snakes/failing.py", failing)];
    let Some((broken, failing)) = judged("python", &["python3"], &others) else { return };
    broken.says("SyntaxError");
    failing
        .says("failing.py\", line 4, in snakesAndLadders\n      return board[9]")
        .says("IndexError: list index out of range");
}

#[test]
fn cpp() {
    let broken = "class Solution {\npublic:\n    int snakesAndLadders(vector<vector<int>>& board) {\n        return missing;\n    }\n};\n";
    let failing = broken.replace("missing", "board.at(9)[0]");
    let others = [("snakes/broken.cpp", broken), ("snakes/failing.cpp", &failing)];
    let Some((broken, failing)) = judged("cpp", &["g++"], &others) else { return };
    broken
        .says("solutions/snakes/broken.cpp:4:16: error: 'missing' was not declared")
        .does_not_say("driver.cpp");
    failing.says("out_of_range");
}

#[test]
fn java() {
    let broken = "class Solution {\n    public int snakesAndLadders(int[][] board) {\n        return missing;\n    }\n}\n";
    let failing = broken.replace("missing", "board[9][0]");
    let others = [("snakes/broken.java", broken), ("snakes/failing.java", &failing)];
    let Some((broken, failing)) = judged("java", &["java", "javac"], &others) else { return };
    broken.says("solutions/snakes/broken.java:3: error: cannot find symbol").does_not_say("Driver.java");
    failing.says("ArrayIndexOutOfBoundsException").says("(Solution.java:3)").does_not_say("Driver.java");
}

#[test]
fn javascript() {
    let broken = "var snakesAndLadders = function(board) {\n\n    return (;\n};\n";
    let failing = broken.replace("(;", "board[9][0];");
    let others = [("snakes/broken.js", broken), ("snakes/failing.js", &failing)];
    let Some((broken, failing)) = judged("javascript", &["node"], &others) else { return };
    broken.says("solutions/snakes/broken.js:3").says("SyntaxError");
    failing
        .says("TypeError: Cannot read")
        .says("solutions/snakes/failing.js:3:20)")
        .does_not_say("driver.js");
}

#[test]
fn c() {
    let broken =
        "int snakesAndLadders(int** board, int boardSize, int* boardColSize) {\n    return missing;\n}\n";
    let failing = broken.replace("missing", "*(volatile int*)8");
    let others = [("snakes/broken.c", broken), ("snakes/failing.c", &failing)];
    let Some((broken, failing)) = judged("c", &["gcc"], &others) else { return };
    broken.says("solutions/snakes/broken.c:2:12: error: 'missing' undeclared").does_not_say("driver.c");
    failing.says("SIGSEGV");
}

#[test]
fn rust() {
    let broken = "impl Solution {\n    pub fn snakes_and_ladders(board: Vec<Vec<i32>>) -> i32 {\n        missing\n    }\n}\n";
    let failing = broken.replace("missing", "board[9][0]");
    let others = [("snakes/broken.rs", broken), ("snakes/failing.rs", &failing)];
    let Some((broken, failing)) = judged("rust", &["rustc"], &others) else { return };
    broken
        .says("cannot find value `missing`")
        .says("solutions/snakes/broken.rs:3:9")
        .does_not_say("driver.rs");
    failing.says("failing.rs:3:").says("index out of bounds");
}

#[test]
fn go() {
    let broken = "func snakesAndLadders(board [][]int) int {\n\treturn missing\n}\n";
    let failing = broken.replace("missing", "board[9][0]");
    let others = [("snakes/broken.go", broken), ("snakes/failing.go", &failing)];
    let Some((broken, failing)) = judged("go", &["go"], &others) else { return };
    broken.says("solutions/snakes/broken.go:2:9: undefined: missing").does_not_say("driver.go");
    failing.says("index out of range").says("failing.go:2");
}

#[test]
fn typescript() {
    let broken = "function snakesAndLadders(board: number[][]): number {\n\n    return missing;\n}\n";
    let failing = broken.replace("missing", "board[9][0]");
    let others = [("snakes/broken.ts", broken), ("snakes/failing.ts", &failing)];
    let Some((broken, failing)) = judged("typescript", &["tsc", "node"], &others) else { return };
    broken.says("solutions/snakes/broken.ts(3,12): error").says("Cannot find name 'missing'");
    failing.says("TypeError: Cannot read").says("solutions/snakes/failing.ts:3:").does_not_say("driver.js");
}

#[test]
fn csharp() {
    let broken = "public class Solution {\n    public int SnakesAndLadders(int[][] board) {\n        return missing;\n    }\n}\n";
    let failing = broken.replace("missing", "board[9][0]");
    let others = [("snakes/broken.cs", broken), ("snakes/failing.cs", &failing)];
    let Some((broken, failing)) = judged("csharp", &["mcs", "mono"], &others) else { return };
    broken.says("solutions/snakes/broken.cs(3,").says("`missing' does not exist").does_not_say("driver.cs");
    failing.says("IndexOutOfRangeException");
}

#[test]
fn kotlin() {
    let broken = "class Solution {\n    fun snakesAndLadders(board: Array<IntArray>): Int {\n        return missing\n    }\n}\n";
    let failing = broken.replace("missing", "board[9][0]");
    let others = [("snakes/broken.kt", broken), ("snakes/failing.kt", &failing)];
    let Some((broken, failing)) = judged("kotlin", &["kotlinc", "java"], &others) else { return };
    broken
        .says("solutions/snakes/broken.kt:3:16: error: unresolved reference: missing")
        .does_not_say("driver.kt");
    failing.says("ArrayIndexOutOfBoundsException").says("(solution.kt:3)").does_not_say("driver.kt");
}

#[test]
fn what_a_solution_prints_is_shown_and_is_no_part_of_its_answer() {
    if !is_here("python3") {
        return;
    }
    let text = "class Solution:\n    def snakesAndLadders(self, board):\n        print('a board of', len(board))\n        return 5\n";
    let workspace = problems().file("solutions/snakes/loud.py", text);
    workspace.run("snakes/loud/1 -j 1").exits(1).says("expected `1`, got `5`").says("a board of 3");
}

#[test]
fn a_source_that_reads_its_input_itself_gets_no_driver() {
    if !is_here("python3") {
        return;
    }
    let text = "import json\nclass Solution:\n    def snakesAndLadders(self, board):\n        return 1\n\
        board = json.loads(input())\nprint(Solution().snakesAndLadders(board))\n";
    let workspace = problems().file("solutions/snakes/own.py", text);
    workspace.run("snakes/own/1 -j 1").only_exits(0);
}

#[test]
fn a_signature_with_mistakes_is_told() {
    let settings =
        "[function]\nname = \"f\"\nparameters = [{ name = \"x\", type = \"strng\" }]\nreturns = \"int\"\n";
    let workspace = workspace().case("p", "1", "", "").problem("p", settings).script("p", "fine", ":");
    assert_snapshot!(workspace.run("-j 1").exits(2).stderr, @"error: cases/p/problem.toml:3: unknown type `strng`; did you mean `string`?");
}
