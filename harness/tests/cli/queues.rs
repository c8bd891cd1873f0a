//! What the site has for JavaScript and TypeScript beside the languages: queues, and lodash.

use std::path::Path;

use crate::session::{Workspace, is_here, workspace};

/// A problem whose answer is the numbers in their order.
fn order() -> Workspace {
    workspace()
        .problem(
            "order",
            "[function]\nname = \"order\"\nparameters = [{ name = \"given\", type = \"int[]\" }]\nreturns = \"int[]\"\n",
        )
        .case("order", "1", "[3,1,2,10,-5,3]\n", "[-5,1,2,3,3,10]\n")
        .case("order", "2", "[]\n", "[]\n")
}

/// The body of a function that puts all into a queue, and takes all out.
fn through(queue: &str, put: &str, take: &str) -> String {
    format!(
        "    const queue = {queue};\n    for (const value of given) queue.{put}(value);\n    const all = [];\n    \
         while (!queue.isEmpty()) all.push(queue.{take});\n    return all;\n"
    )
}

/// Solutions, each with its body.
fn bodies() -> Vec<(&'static str, String)> {
    let deque = "    given.sort((a, b) => a - b);\n    const half = given.length >> 1, deque = new Deque();\n    \
                 for (let i = half; i < given.length; i++) deque.pushBack(given[i]);\n    \
                 for (let i = half - 1; i >= 0; i--) deque.pushFront(given[i]);\n    \
                 const last = deque.popBack(), all = [];\n    while (deque.size()) all.push(deque.popFront());\n    \
                 return last === null ? all : [...all, last];\n";
    vec![
        ("numbers", through("new MinPriorityQueue()", "enqueue", "dequeue()")),
        ("pushed", through("new MaxPriorityQueue((value) => -value)", "push", "pop()")),
        (
            "items",
            through("new MinPriorityQueue({ priority: (value) => value })", "enqueue", "dequeue().element"),
        ),
        ("plain-items", through("new MinPriorityQueue()", "enqueue", "dequeue().element")),
        ("compared", through("new PriorityQueue((a, b) => a - b)", "enqueue", "dequeue()")),
        ("compared-by", through("new PriorityQueue({ compare: (a, b) => a - b })", "enqueue", "dequeue()")),
        ("array", "    return MinPriorityQueue.fromArray(given).toArray();\n".to_owned()),
        (
            "queue",
            through("Queue.fromArray([])", "enqueue", "dequeue()").replacen(
                "for",
                "given.sort((a, b) => a - b);\n    for",
                1,
            ),
        ),
        ("deque", deque.to_owned()),
    ]
}

#[test]
fn queues_of_the_site_are_there_in_javascript() {
    if !is_here("node") {
        eprintln!("SKIPPED: node is not installed");
        return;
    }
    let function = |body: &str| format!("var order = function(given) {{\n{body}}};\n");
    let required = "const { PriorityQueue: Heap } = require('@datastructures-js/priority-queue');\n"
        .to_owned()
        + &function(&through("new Heap((a, b) => a - b)", "enqueue", "dequeue()"));
    // What is defined in the source is meant.
    let own = "class Queue {\n    constructor(all) { this.all = all; }\n    sorted() { return this.all.sort((a, b) => a - b); }\n}\n"
        .to_owned()
        + &function("    return new Queue(given).sorted();\n");
    let bodies = bodies();
    let n_solutions = bodies.len() + 2;
    let workspace = bodies
        .iter()
        .fold(order(), |workspace, (name, body)| {
            workspace.file(format!("solutions/order/{name}.js"), function(body))
        })
        .file("solutions/order/required.js", required)
        .file("solutions/order/own.js", own);
    let output = workspace.run("-j 1").exits(0);
    assert_eq!(output.stdout.matches(" AC   2/2 ").count(), n_solutions, "{output}");
}

#[test]
fn queues_of_the_site_have_types_in_typescript() {
    if let Some(missing) = ["tsc", "node"].iter().find(|program| !is_here(program)) {
        eprintln!("SKIPPED: {missing} is not installed");
        return;
    }
    let typed = |body: &str| {
        let body = body
            .replace("PriorityQueue(", "PriorityQueue<number>(")
            .replace("all = []", "all: number[] = []");
        format!("function order(given: number[]): number[] {{\n{body}}}\n")
    };
    let bodies = bodies();
    let workspace = bodies.iter().fold(order(), |workspace, (name, body)| {
        workspace.file(format!("solutions/order/{name}.ts"), typed(body))
    });
    let output = workspace.run("-j 1").exits(0);
    assert_eq!(output.stdout.matches(" AC   2/2 ").count(), bodies.len(), "{output}");
}

#[test]
fn a_package_that_is_installed_is_used_and_lodash_is_asked_for() {
    if !is_here("node") {
        eprintln!("SKIPPED: node is not installed");
        return;
    }
    let source = "var order = function(given) {\n    return _.sortBy(given, (_, i) => i).concat(new Queue().left());\n};\n";
    let lodash = "module.exports = { sortBy: (all) => all.slice().sort((a, b) => a - b) };\n";
    let queue = "module.exports = { Queue: class { left() { return []; } } };\n";
    let installed = order()
        .file("solutions/order/given/main.js", source)
        .file("solutions/order/given/node_modules/lodash/index.js", lodash)
        .file("solutions/order/given/node_modules/@datastructures-js/queue/index.js", queue);
    installed.run("-j 1").exits(0).says("✓ given");
    if Path::new("/usr/share/nodejs/lodash").exists() || Path::new("/usr/lib/node_modules/lodash").exists() {
        eprintln!("SKIPPED: lodash is installed here");
        return;
    }
    let missing = order().file("solutions/order/given.js", source);
    let output = missing.run("-j 1").exits(1);
    output
        .says("RE")
        .says("the solution uses `_`, and lodash is not installed: apt install node-lodash, or npm install");
    // A word that is only a name is none of lodash.
    let other = missing.file(
        "solutions/order/given.js",
        "var order = (given) => given.map((_, i) => given[i]).sort((a, b) => a - b);\n",
    );
    other.run("-j 1").exits(0).says("✓ given");
}
