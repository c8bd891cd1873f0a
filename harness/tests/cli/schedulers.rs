//! The recipes of `docs/scaling.md`, as they stand there: real schedulers run a workspace in four parts, which are
//! merged to the verdicts of one run. What there is no engine for here, the script of its recipe is run with the
//! variables that it sets.

mod slurm;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use harness_sandbox::find_tool;
use serde_json::Value;

use crate::schedulers::slurm::Cluster;
use crate::session::{Output, Workspace, doubling, is_here};

const PAGE: &str = include_str!("../../docs/scaling.md");

/// So many parts have all recipes.
const PARTS: usize = 4;

/// The only block of code below this heading.
#[track_caller]
fn recipe(heading: &str, kind: &str) -> String {
    let (_, below) = PAGE.split_once(&format!("\n### {heading}\n")).unwrap();
    let (_, block) = below.split_once(&format!("```{kind}\n")).unwrap();
    let (block, rest) = block.split_once("```").unwrap();
    let rest = rest.split("\n#").next().unwrap();
    assert!(!rest.contains("```"), "{heading} has two blocks");
    block.to_owned()
}

/// A workspace in which some of the parts end as expected, and some do not.
fn split() -> Workspace {
    doubling()
        .case("double", "3-zero", "0\n", "0\n")
        .script("double", "wrong", "read n; echo 4")
        .script("double", "broken", "exit 3")
}

/// The verdicts of a report in JSON, and whether they are as expected.
fn verdicts(output: &Output) -> Vec<[Value; 5]> {
    let document = output.json();
    let keys = ["problem", "solution", "case", "verdict", "as_expected"];
    let of = |lines: &Value| -> Vec<[Value; 5]> {
        lines.as_array().unwrap().iter().map(|line| keys.map(|key| line[key].clone())).collect()
    };
    let all = [of(&document["results"]), of(&document["solutions"])].concat();
    assert_eq!(all.len(), 3 * 3 + 3, "{output}");
    all
}

/// The recipe has merged the parts, and they are one run.
#[track_caller]
fn is_whole(workspace: &Workspace, said: &str) {
    assert!(said.contains("2 not as expected: 3 solutions, 9 runs"), "{said}");
    let files: Vec<String> = (1..=PARTS).map(|index| format!("{index}.jsonl")).collect();
    for (index, file) in (1..).zip(&files) {
        let shard = format!("\"shard\":{{\"index\":{index},\"count\":{PARTS},\"by\":\"unit\"");
        assert!(workspace.read(file).lines().next().unwrap().contains(&shard), "{file}");
    }
    let merged = workspace.run(&format!("merge {} --format json", files.join(" "))).exits(1);
    assert_eq!(verdicts(&merged), verdicts(&workspace.run("--no-record --format json").exits(1)));
    assert_eq!(merged.stderr, "");
}

#[test]
fn gnu_parallel_runs_parts() {
    // There is another program of this name, which knows no `--version`.
    let is_gnu = find_tool(Path::new("parallel")).is_some_and(|_| {
        let workspace = doubling();
        workspace.run_pasted(".", "parallel --version").stdout.starts_with("GNU parallel")
    });
    if !is_gnu {
        eprintln!("skipped: no GNU `parallel` that this user may start");
        return;
    }
    let workspace = split();
    let line = format!("export PARALLEL_HOME=$PWD/.parallel; {}", recipe("GNU parallel", "sh"));
    let output = workspace.run_pasted(".", &line).exits(1);
    is_whole(&workspace, &output.stdout);
}

#[test]
fn slurm_runs_parts() {
    if !["mungekey", "munged", "slurmctld", "slurmd", "sbatch", "setpriv"].into_iter().all(is_here) {
        return;
    }
    if !rustix::process::getuid().is_root() {
        eprintln!("skipped: the daemons of Slurm need root");
        return;
    }
    let cluster = match Cluster::start() {
        Ok(cluster) => cluster,
        Err(why) => {
            eprintln!("skipped: Slurm is installed and does not run here: {why}");
            return;
        }
    };
    let workspace = split();
    let line = format!("export SLURM_CONF={}; {}", cluster.settings().display(), recipe("Slurm", "sh"));
    let output = workspace.run_pasted(".", &line);
    assert_eq!(output.code, 1, "{output}\n{}", cluster.log());
    is_whole(&workspace, &output.stdout);
}

/// YAML as JSON, by a Python that can read it; none where there is none.
#[expect(clippy::disallowed_methods, reason = "the judge reads no YAML")]
fn from_yaml(text: &str) -> Option<Value> {
    let program = "import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)";
    let of = |python: &str| {
        let mut command = Command::new(python);
        command.args(["-c", program]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().ok()?;
        // A Python that has no such module does not read.
        let _ = child.stdin.take()?.write_all(text.as_bytes());
        let output = child.wait_with_output().ok()?;
        output.status.success().then(|| serde_json::from_slice(&output.stdout).unwrap())
    };
    let read = ["python3", "/usr/bin/python3"].into_iter().find_map(of);
    if read.is_none() {
        eprintln!("skipped: no Python with the module `yaml`");
    }
    read
}

/// Runs a script of a recipe where these variables are set.
fn run_script(workspace: &Workspace, variables: &[(&str, String)], script: &Value) -> Output {
    let set = variables.iter().map(|(name, value)| format!("export {name}={value}; "));
    let script = script.as_str().unwrap();
    workspace.run_pasted(".", &format!("{}{script}", set.collect::<String>()))
}

#[test]
fn the_recipe_for_gitlab_runs_parts() {
    let Some(jobs) = from_yaml(&recipe("GitLab", "yaml")) else { return };
    let (workspace, grade) = (split(), &jobs["grade"]);
    assert_eq!(grade["parallel"], PARTS);
    for index in 1..=PARTS {
        let variables = [("CI_NODE_INDEX", index.to_string()), ("CI_NODE_TOTAL", PARTS.to_string())];
        assert!(run_script(&workspace, &variables, &grade["script"]).code < 2);
    }
    let (kept, merge) = (&grade["artifacts"], &jobs["merge"]);
    // A part that is not as expected fails, and is merged all the same.
    assert_eq!(
        (&kept["when"], &merge["when"], &merge["needs"][0]),
        (&"always".into(), &"always".into(), &"grade".into())
    );
    assert_eq!(kept["paths"][0], "*.jsonl");
    is_whole(&workspace, &run_script(&workspace, &[], &merge["script"]).exits(1).stdout);
}

#[test]
fn the_recipe_for_github_runs_parts() {
    let Some(workflow) = from_yaml(&recipe("GitHub", "yaml")) else { return };
    let (workspace, grade, merge) = (split(), &workflow["jobs"]["grade"], &workflow["jobs"]["merge"]);
    let shards = grade["strategy"]["matrix"]["shard"].as_array().unwrap();
    assert_eq!((shards.len(), &grade["strategy"]["fail-fast"]), (PARTS, &false.into()));
    let script = |job: &Value| -> Value {
        let mut runs = job["steps"].as_array().unwrap().iter().filter_map(|step| step["run"].as_str());
        let judge = runs.find(|line| line.starts_with("harness ")).unwrap();
        assert_eq!(runs.next(), None);
        judge.into()
    };
    for shard in shards {
        let line = script(grade).as_str().unwrap().replace("${{ matrix.shard }}", &shard.to_string());
        assert!(run_script(&workspace, &[], &line.into()).code < 2);
    }
    let steps = grade["steps"].as_array().unwrap();
    assert_eq!((&steps[steps.len() - 1]["if"], &merge["if"]), (&"always()".into(), &"always()".into()));
    assert_eq!(merge["needs"], "grade");
    is_whole(&workspace, &run_script(&workspace, &[], &script(merge)).exits(1).stdout);
}

#[test]
fn the_recipe_for_kubernetes_runs_parts() {
    let Some(job) = from_yaml(&recipe("Kubernetes", "yaml")) else { return };
    let (workspace, spec) = (split(), &job["spec"]);
    assert_eq!((&job["kind"], &spec["completionMode"]), (&"Job".into(), &"Indexed".into()));
    assert_eq!(spec["completions"], PARTS);
    let container = &spec["template"]["spec"]["containers"][0];
    let shards = &container["env"][0];
    assert_eq!((&shards["name"], shards["value"].as_str()), (&"JUDGE_SHARDS".into(), Some("4")));
    let command: Vec<&str> =
        container["command"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    let ["sh", "-c", script] = command[..] else { panic!("{command:?}") };
    let folder = container["volumeMounts"][0]["mountPath"].as_str().unwrap();
    let script = script.replace(&format!("{folder}/"), "");
    for index in 0..PARTS {
        let variables = [("JOB_COMPLETION_INDEX", index.to_string()), ("JUDGE_SHARDS", PARTS.to_string())];
        // A verdict that is not as expected is no reason to start the part again.
        run_script(&workspace, &variables, &script.as_str().into()).only_exits(0);
    }
    let file = |index: usize| workspace.root().join(format!("{index}.jsonl"));
    (0..PARTS).rev().for_each(|index| std::fs::rename(file(index), file(index + 1)).unwrap());
    let output = workspace.run("merge 1.jsonl 2.jsonl 3.jsonl 4.jsonl").exits(1);
    is_whole(&workspace, &output.stdout);
}

#[test]
fn every_recipe_is_run() {
    let blocks = |kind: &str| PAGE.matches(&format!("```{kind}\n")).count();
    assert_eq!(
        (blocks("sh"), blocks("yaml")),
        (2, 3),
        "a test of this module runs each block of `sh` and `yaml`"
    );
}
