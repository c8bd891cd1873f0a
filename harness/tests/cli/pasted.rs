//! What solutions that are pasted from a site have in them, and what they print, with the real compilers.

use crate::session::{Output, Workspace, is_here, workspace};

const ONE: &str = "name = \"f\"\nparameters = [{ name = \"a\", type = \"int\" }]\nreturns = \"int\"\n";
const ARRAY: &str = "name = \"f\"\nparameters = [{ name = \"a\", type = \"int[]\" }]\nreturns = \"int\"\n";

/// A problem with a function, and a case.
fn problem(function: &str, input: &str, answer: &str) -> Workspace {
    workspace().problem("p", &format!("[function]\n{function}")).case("p", "1", input, answer)
}

/// Judges sources; nothing where one of these programs is missing.
fn judged(programs: &[&str], workspace: Workspace, sources: &[(&str, &str)]) -> Option<Output> {
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
fn right(programs: &[&str], workspace: Workspace, sources: &[(&str, &str)]) {
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
    let sources = [("same.js", "var f = a => a;\n"), ("printed.js", &format!("var f = a => {printed};\n"))];
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
