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
    let start = workspace().unoptimised();
    PROBLEMS.iter().fold(start, |workspace, (problem, signature, cases)| {
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
    failing.says("ArrayIndexOutOfBoundsException").says("(failing.java:3)").does_not_say("Driver.java");
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
    let line = broken.stdout.lines().find(|line| line.starts_with("  ✗ broken")).unwrap();
    assert!(line.contains("solutions/snakes/broken.go:2:9: undefined"), "{line}");
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
    failing.says("IndexOutOfRangeException").does_not_say("System.Reflection");
    // A long line goes on in the next row.
    let rows: String = failing.stdout.lines().map(str::trim_start).collect();
    assert!(rows.contains("solutions/snakes/failing.cs:3"), "{failing}");
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
    failing.says("ArrayIndexOutOfBoundsException").says("(failing.kt:3)").does_not_say("driver.kt");
}

/// Solutions as people paste them: with names of the site's libraries, helpers of any name, nodes that they
/// define themselves, and what they have below for trying it at home.
const HABITS: &[(&str, &str, &str)] = &[
    (
        "python3",
        "snakes/a.py",
        "class Solution:\n    def snakesAndLadders(self, board):\n        low = bisect.bisect_left([1, 2, 3], 2) + random.randint(1, 1)\n        return 1 if len(board) < 3 or board[0][0] < 0 and low < sys.maxsize else -1\n\nif __name__ == '__main__':\n    print(Solution().snakesAndLadders([[7]]))\n",
    ),
    (
        "node",
        "snakes/a.js",
        "snakesAndLadders = (board) => board.length < 3 || board[0][0] < 0 ? 1 : -1;\nmodule.exports = snakesAndLadders;\n",
    ),
    (
        "node",
        "lists/a.js",
        "class ListNode { constructor(val, next) { this.val = val; this.next = next || null; } }\nvar reverseAll = function(lists) {\n    return lists.map((list) => { let last = null; for (; list; list = list.next) last = new ListNode(list.val, last); return last; });\n};\n",
    ),
    (
        "tsc",
        "lists/a.ts",
        "class ListNode {\n    val: number; next: ListNode | null;\n    constructor(val?: number, next?: ListNode | null) { this.val = val ?? 0; this.next = next ?? null; }\n}\nfunction reverseAll(lists: Array<ListNode | null>): Array<ListNode | null> {\n    return lists.map((list) => { let last: ListNode | null = null; for (; list; list = list.next) last = new ListNode(list.val, last); return last; });\n}\n",
    ),
    (
        "g++",
        "lists/a.cpp",
        "void show(ListNode* list) { for (; list; list = list->next) cout << list->val << ' '; }\nclass Solution {\npublic:\n    vector<ListNode*> reverseAll(vector<ListNode*>& lists) {\n        for (auto& head : lists) {\n            show(head);\n            ListNode* last = nullptr;\n            while (head) { auto next = head->next; head->next = last; last = head; head = next; }\n            head = last;\n        }\n        return lists;\n    }\n};\n",
    ),
    (
        "gcc",
        "snakes/a.c",
        "static int links;\nvoid link(int a, int b) { links += a + b; }\nint snakesAndLadders(int** board, int boardSize, int* boardColSize) {\n    link(boardSize, *boardColSize);\n    return boardSize < 3 || board[0][0] < 0 ? 1 : -1;\n}\n",
    ),
    (
        "go",
        "snakes/a.go",
        "import \"container/heap\"\n\ntype ints []int\n\nfunc (h ints) Len() int           { return len(h) }\nfunc (h ints) Less(i, j int) bool { return h[i] < h[j] }\nfunc (h ints) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }\nfunc (h *ints) Push(x any)        { *h = append(*h, x.(int)) }\nfunc (h *ints) Pop() any {\n\told := *h\n\tx := old[len(old)-1]\n\t*h = old[:len(old)-1]\n\treturn x\n}\n\nfunc snakesAndLadders(board [][]int) int {\n\th := &ints{}\n\theap.Push(h, int(math.Ceil(2.5))+bits.OnesCount64(3))\n\tif len(board) < heap.Pop(h).(int)-2 || board[0][0] < 0 {\n\t\treturn 1\n\t}\n\treturn -1\n}\n",
    ),
    (
        "rustc",
        "snakes/a.rs",
        "//! Rolls.\n#![allow(non_snake_case)]\n#![deny(warnings, missing_docs)]\n#![forbid(unsafe_code)]\n\nimpl Solution {\n    pub fn snakes_and_ladders(board: Vec<Vec<i32>>) -> i32 {\n        if board.len() < 3 || board[0][0] < 0 { 1 } else { -1 }\n    }\n}",
    ),
    (
        "javac",
        "lists/a.java",
        "package site.problems;\n\nimport java.util.List;\n\npublic class ListNode {\n    public int val;\n    public ListNode next;\n    public ListNode(int val) { this.val = val; }\n    public ListNode(int val, ListNode next) { this.val = val; this.next = next; }\n}\n\npublic class Solution {\n    public ListNode[] reverseAll(ListNode[] lists) {\n        for (int i = 0; i < lists.length; i++) {\n            ListNode last = null;\n            for (ListNode at = lists[i]; at != null; at = at.next) last = new ListNode(at.val, last);\n            lists[i] = last;\n        }\n        return lists;\n    }\n}\n",
    ),
    (
        "g++",
        "mirror/a.cpp",
        "#ifdef LOCAL\n#include <bits/stdc++.h>\nusing namespace std;\nstruct TreeNode { int val; TreeNode *left, *right; };\n#endif\n\nclass Solution {\npublic:\n    TreeNode* mirror(TreeNode* root) {\n        return root ? new TreeNode(root->val, mirror(root->right), mirror(root->left)) : nullptr;\n    }\n};\n\n#ifdef LOCAL\nint main() { cout << Solution().mirror(nullptr); }\n#endif\n",
    ),
    (
        "mcs",
        "lists/a.cs",
        "using System.Linq;\n\nnamespace Site.Problems {\n    namespace Lists {\n        public class ListNode {\n            public int val;\n            public ListNode next;\n            public ListNode(int val = 0, ListNode next = null) { this.val = val; this.next = next; }\n        }\n\n        public class Solution {\n            public ListNode[] ReverseAll(ListNode[] lists) {\n                return lists.Select(head => {\n                    ListNode last = null;\n                    for (; head != null; head = head.next) last = new ListNode(head.val, last);\n                    return last;\n                }).ToArray();\n            }\n        }\n    }\n}\n",
    ),
    (
        "g++",
        "snakes/a.cpp",
        "namespace site::problems {\nclass Solution {\npublic:\n    int snakesAndLadders(vector<vector<int>>& board) {\n        return board.size() < 3 || board[0][0] < 0 ? 1 : -1;\n    }\n};\n}\n",
    ),
    (
        "kotlinc",
        "snakes/a.kt",
        "package site.problems\n\nclass Solution {\n    fun snakesAndLadders(board: Array<IntArray>): Int = if (board.size < 3 || board[0][0] < 0) 1 else -1\n}\n",
    ),
    (
        "go",
        "grid/a.go",
        "package grid\n\nfunc scaled(grid [][]int, by int64) [][]int64 {\n\tscaled := make([][]int64, len(grid))\n\tfor i, row := range grid {\n\t\tfor _, x := range row {\n\t\t\tscaled[i] = append(scaled[i], int64(x)*by)\n\t\t}\n\t}\n\treturn scaled\n}\n",
    ),
    (
        "gcc",
        "words/a.c",
        "char** wordsOf(char* text, char skip, int* returnSize) {\n    *returnSize = skip == 'c' && strlen(text) == 4;\n    char** all = malloc(sizeof *all);\n    all[0] = text;\n    return all;\n}\n",
    ),
    (
        "go",
        "words/a.go",
        "func wordsOf(text string, skip byte) []string {\n\tif len(text) == 4 && skip == 'c' {\n\t\treturn []string{text}\n\t}\n\treturn []string{}\n}\n",
    ),
];

#[test]
fn what_people_paste_is_judged_as_it_is() {
    let is_small = |name: &str| name.starts_with("words/");
    let there = |is_wanted: &dyn Fn(&str) -> bool| {
        let wanted = HABITS.iter().filter(|(_, name, _)| is_wanted(name));
        wanted.filter(|(tool, ..)| is_here(tool)).collect::<Vec<_>>()
    };
    let habits = there(&|name| !is_small(name));
    let workspace = habits
        .iter()
        .fold(problems(), |workspace, (_, name, text)| workspace.file(format!("solutions/{name}"), text));
    let output = workspace.run("-j 2");
    assert_eq!(output.stdout.matches("  ✓ ").count(), habits.len(), "{output}");
    // A character that two escapes stand for.
    let (_, signature, _) = PROBLEMS.iter().find(|(name, ..)| *name == "words").unwrap();
    let workspace = workspace_of_function("words", signature, r#""\ud83d\ude00""#, "[\"\u{1f600}\"]\n");
    let habits = there(&is_small);
    let workspace = habits
        .iter()
        .fold(workspace, |workspace, (_, name, text)| workspace.file(format!("solutions/{name}"), text));
    let output = workspace.run("-j 2");
    assert_eq!(output.stdout.matches("  ✓ ").count(), habits.len(), "{output}");
}

fn workspace_of_function(problem: &str, signature: &str, text: &str, answer: &str) -> Workspace {
    workspace().problem(problem, &format!("[function]\n{signature}")).case(
        problem,
        "1",
        &format!("{text}\n\"c\"\n"),
        answer,
    )
}

#[test]
fn a_source_that_defines_something_else_is_told_so() {
    let doubt = "it neither reads its input nor defines `snakesAndLadders`, which problem.toml declares";
    if is_here("python3") {
        let text = "class Solution:\n    def snakes(self, board):\n        return 1\n";
        let output =
            problems().file("solutions/snakes/other.py", text).run("snakes/other/1 -j 1 -v").exits(1);
        // The line goes on in the next row.
        output.says("snakes/other: 1 warning\n").says(&format!("  warning: {doubt}; i"));
    }
    if is_here("g++") {
        let text =
            "class Solution {\npublic:\n    int snakes(vector<vector<int>>& board) { return 1; }\n};\n";
        let output = problems().file("solutions/snakes/other.cpp", text).run("snakes/other/1 -j 1").exits(1);
        output.says(&format!("error: {doubt}\n"));
    }
    if is_here("javac") {
        let text = "class Solution {\n    int snakes(int[][] board) { return 1; }\n}\n";
        let output = problems().file("solutions/snakes/other.java", text).run("snakes/other/1 -j 1").exits(1);
        output.says(&format!("error: {doubt}\n"));
    }
}

#[test]
fn an_array_that_is_too_deep_for_a_language_is_told() {
    let settings = "[function]\nname = \"f\"\nreturns = \"int\"\nparameters = [{ name = \"a\", type = \"int[][][]\" }]\n";
    let workspace = workspace()
        .problem("p", settings)
        .case("p", "1", "[]\n", "0\n")
        .file("solutions/p/deep.c", "int f(int*** a, int n) { return 0; }\n");
    let output = workspace.run("-j 1 --format json").exits(1);
    let document = output.json();
    let solution = &document["solutions"][0];
    assert_eq!(solution["verdict"], "CE", "{output}");
    output.says("declares the type `int[][][]`").says("of more than 2 dimensions");
}

#[test]
fn a_result_of_another_type_is_told() {
    if !is_here("python3") {
        return;
    }
    let text = "class Solution:\n    def wordsOf(self, text, skip):\n        return 7\n";
    let output = problems().file("solutions/words/other.py", text).run("words/other/1 -j 1").exits(1);
    output.says("wordsOf returned 7, which is no string[]").does_not_say("driver.py");
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
fn an_input_that_does_not_fit_is_a_fault_of_the_case() {
    if !is_here("python3") {
        return;
    }
    let settings = "reference = \"right\"\n[function]\nname = \"f\"\nreturns = \"void\"\n\
        parameters = [{ name = \"a\", type = \"int[]\" }, { name = \"k\", type = \"int\" }]\n";
    let workspace = workspace()
        .problem("p", settings)
        .case("p", "1", "[1]\n2\n", "[3]\n")
        .case("p", "2", "[1]\n2\n3\n", "[3]\n")
        .case("p", "3", "[1,\n x]\n2\n", "[3]\n")
        .file("solutions/p/right.py", "class Solution:\n    def f(self, a, k):\n        a[0] = 3\n")
        .file("solutions/p/failing.py", "class Solution:\n    def f(self, a, k):\n        exit(1)\n")
        .script("p", "own", "echo '[3]'");
    let output = workspace.run("-j 1 --format json").exits(3);
    let document = output.json();
    let told: Vec<String> = document["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| {
            format!("{} {}", result["verdict"].as_str().unwrap(), result["reason"].as_str().unwrap())
        })
        .collect();
    let surplus = "JE [ROOT]/cases/p/2.in:3: there is one more value, `3`: `f` takes 2 values, a, k";
    let wrong = "JE [ROOT]/cases/p/3.in:2: `a` (int[]) needs a whole number of 32 bits, and there is `x]`";
    let advice = "; correct the input, or [function] in problem.toml";
    let told: Vec<&str> = told.iter().map(|line| line.trim_end_matches(advice)).collect();
    // What reads its input itself may read whatever it likes.
    let own = ["AC "; 3];
    assert_eq!(
        told,
        [&["RE exit status 1", surplus, wrong][..], &own, &["AC ", surplus, wrong]].concat(),
        "{output}"
    );
    let fault = "the input does not fit [function] of problem.toml: line ";
    workspace.run("cases p").exits(3).says(&format!("{fault}3: there is one more value"));
    let output = workspace.run_with_input("add p", "[1]\n").exits(2);
    output
        .says(&format!("cannot be added: {fault}2: the value of `k` (int) is missing"))
        .says("nothing was written");
}

#[test]
fn a_signature_with_mistakes_is_told() {
    let settings =
        "[function]\nname = \"f\"\nparameters = [{ name = \"x\", type = \"strng\" }]\nreturns = \"int\"\n";
    let workspace = workspace().case("p", "1", "", "").problem("p", settings).script("p", "fine", ":");
    assert_snapshot!(workspace.run("-j 1").exits(2).stderr, @"error: cases/p/problem.toml:3: unknown type `strng`; did you mean `string`?");
}
