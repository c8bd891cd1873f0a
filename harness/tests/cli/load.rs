//! Verdicts while others want the cores, too.

use std::process::{Child, Command, Stdio};

use crate::session::workspace;

/// Programs in an endless loop, for as long as this lives.
struct Neighbours(Vec<Child>);

impl Neighbours {
    #[expect(clippy::disallowed_methods, reason = "the load is what is tested here")]
    fn new(count: usize) -> Self {
        let mut spinner = Command::new(env!("CARGO_BIN_EXE_harness"));
        spinner.args(["__specimen", "spin-forever", ""]).stdin(Stdio::null());
        Self((0..count).map(|_| spinner.spawn().unwrap()).collect())
    }
}

impl Drop for Neighbours {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[test]
fn eight_busy_neighbours_change_no_verdict() {
    const CASES: usize = 15;
    let judge = env!("CARGO_BIN_EXE_harness");
    let mut workspace = workspace().problem("p", "time_limit = \"100ms\"\n");
    for (name, milliseconds) in [("below", 90), ("above", 110)] {
        let run = format!("[\"{judge}\", \"__specimen\", \"two-threads\", \"{milliseconds}\"]");
        workspace = workspace
            .setting(&format!("[language.{name}]\nextensions = [\"{name}\"]\nrun = {run}"))
            .file(format!("solutions/p/{name}.{name}"), "");
    }
    for case in 0..CASES {
        workspace = workspace.case("p", &case.to_string(), "", "");
    }
    let neighbours = Neighbours::new(8);
    let output = workspace.run("--format json");
    drop(neighbours);
    let document = output.json();
    let results = document["results"].as_array().unwrap();
    let count = |solution: &str, verdict: &str| {
        results.iter().filter(|result| result["solution"] == solution && result["verdict"] == verdict).count()
    };
    assert_eq!((count("below", "AC"), count("above", "TLE")), (CASES, CASES), "{output}");
}
