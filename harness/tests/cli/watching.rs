//! `watch`, as a program sees it that reads its events, and saves files.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::session::{Output, Workspace, doubling};

/// No event is waited for longer.
const BOUND: Duration = Duration::from_mins(1);

/// The judge that watches, ended with the test.
struct Watch<'a> {
    workspace: &'a Workspace,
    child: Option<Child>,
    keys: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl<'a> Watch<'a> {
    /// Starts it, and waits for the end of its first run.
    fn start(workspace: &'a Workspace, words: &str) -> (Self, Vec<Value>) {
        Self::start_until(workspace, words, "finished")
    }

    /// Starts it, and waits for the first event of this kind.
    fn start_until(workspace: &'a Workspace, words: &str, kind: &str) -> (Self, Vec<Value>) {
        let (mut child, keys) = workspace.start_with_open_input(&format!("watch -j 1 {words}"));
        let (told, lines) = mpsc::channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || output.lines().try_for_each(|line| told.send(line.unwrap())));
        let watch = Self { workspace, child: Some(child), keys: Some(keys), lines };
        let first = watch.until(kind);
        (watch, first)
    }

    /// The events up to the first of this kind.
    #[track_caller]
    fn until(&self, kind: &str) -> Vec<Value> {
        let mut events: Vec<Value> = Vec::new();
        loop {
            let line =
                self.lines.recv_timeout(BOUND).unwrap_or_else(|_| panic!("no `{kind}` after {events:#?}"));
            events.push(serde_json::from_str(&line).unwrap());
            if events.last().unwrap()["event"] == kind {
                return events;
            }
        }
    }

    fn press(&mut self, key: &str) {
        self.keys.as_mut().unwrap().write_all(key.as_bytes()).unwrap();
    }

    /// Saves as many editors do: a new file beside the old one is moved to its place.
    fn save(&self, path: &str, text: &str) {
        let path = self.workspace.root().join(path);
        let draft = path.with_extension("tmp~");
        std::fs::write(&draft, text).unwrap();
        std::fs::rename(draft, path).unwrap();
    }

    fn end(mut self) -> Output {
        self.workspace.finish(self.child.take().unwrap())
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// `changed: solutions/double/right.sh; 1-small AC, 2-large WA; 1`: what changed, the verdicts as they came, and
/// the exit status.
fn told(events: &[Value]) -> String {
    let mut parts = Vec::new();
    let mut results = Vec::new();
    for event in events {
        match event["event"].as_str().unwrap() {
            "changed" => {
                let paths = event["paths"].as_array().unwrap().iter().map(|path| path.as_str().unwrap());
                let all = if event["everything"] == true { "all " } else { "" };
                parts.push(format!("{all}{}", paths.collect::<Vec<_>>().join(" ")));
            }
            "result" => {
                let (case, verdict) = (event["case"].as_str().unwrap(), event["verdict"].as_str().unwrap());
                results.push(format!("{case} {verdict}"));
            }
            "finished" | "unusable" => parts.push(format!("{}; {}", results.join(", "), event["exit_code"])),
            "nothing_to_run" | "cut_off" => parts.push(event["event"].as_str().unwrap().to_owned()),
            _ => {}
        }
    }
    parts.join("; ")
}

const SOLUTION: &str = "solutions/double/right.sh";
const RIGHT: &str = "read n; echo $((n + n))\n";

#[test]
fn a_save_is_judged_and_what_failed_last_comes_first() {
    let workspace = doubling();
    let (mut watch, first) = Watch::start(&workspace, "");
    assert_eq!(told(&first), "all ; 1-small AC, 2-large AC; 0");
    watch.save(SOLUTION, "read n; echo ${n}0\n");
    assert_eq!(told(&watch.until("finished")), format!("{SOLUTION}; 1-small WA, 2-large WA; 1"));
    watch.save(SOLUTION, "read n; echo 4\n");
    assert_eq!(told(&watch.until("finished")), format!("{SOLUTION}; 1-small AC, 2-large WA; 1"));
    watch.save(SOLUTION, RIGHT);
    assert_eq!(told(&watch.until("finished")), format!("{SOLUTION}; 2-large AC, 1-small AC; 0"));
    std::fs::remove_file(workspace.root().join(SOLUTION)).unwrap();
    assert_eq!(told(&watch.until("nothing_to_run")), format!("{SOLUTION}; nothing_to_run"));
    watch.save(SOLUTION, RIGHT);
    assert_eq!(told(&watch.until("finished")), format!("{SOLUTION}; 1-small AC, 2-large AC; 0"));
    watch.press("\n");
    assert_eq!(told(&watch.until("finished")), "all ; 1-small AC, 2-large AC; 0");
    watch.press("q");
    watch.end().only_exits(0);
}

#[test]
fn a_failure_is_explained_where_that_is_asked_for() {
    let workspace =
        doubling().setting("[language.sh.explain]\nenvironment = { TRACED = \"1\" }\nchecks = \"a trace\"\n");
    let (mut watch, _) = Watch::start(&workspace, "--explain");
    watch.save(SOLUTION, "echo \"traced: $TRACED\" >&2; exit 3\n");
    let events = watch.until("finished");
    let explanations: Vec<&Value> = events.iter().filter(|event| event["event"] == "explanation").collect();
    assert_eq!(explanations.len(), 1, "{events:#?}");
    let why = explanations[0];
    assert_eq!([&why["solution"], &why["case"], &why["verdict"]], ["right", "1-small", "RE"]);
    assert_eq!(why["said"], "traced: 1\n", "{why}");
    watch.press("q");
    watch.end().only_exits(0);
}

#[test]
fn cases_and_settings_are_judged_and_mistakes_in_them_are_survived() {
    let workspace = doubling();
    let (watch, _) = Watch::start(&workspace, "double");
    let settings = workspace.read("judge.toml");
    watch.save("judge.toml", "time_limt = 1\n");
    let events = watch.until("unusable");
    assert_eq!(told(&events), "all judge.toml; ; 2");
    let error = events.last().unwrap()["errors"][0].as_str().unwrap();
    assert!(error.starts_with("judge.toml:1: unknown key `time_limt`"), "{error}");
    // What is saved meanwhile is judged when the settings are right.
    watch.save(SOLUTION, "echo 4\n");
    assert_eq!(told(&watch.until("unusable")), format!("all judge.toml {SOLUTION}; ; 2"));
    watch.save("judge.toml", &settings);
    let told_all = format!("all judge.toml {SOLUTION}; 1-small AC, 2-large WA; 1");
    assert_eq!(told(&watch.until("finished")), told_all);
    // A case alone, moved into place at once.
    let at = |name: &str| workspace.root().join("cases/double").join(name);
    std::fs::create_dir(at(".draft")).unwrap();
    std::fs::write(at(".draft/in"), "2\n").unwrap();
    std::fs::write(at(".draft/out"), "4\n").unwrap();
    std::fs::rename(at(".draft"), at("3")).unwrap();
    assert_eq!(told(&watch.until("finished")), "cases/double/3; 3 AC; 0");
    watch.save("cases/double/2-large.ans", "4\n");
    assert_eq!(told(&watch.until("finished")), "cases/double/2-large.ans; 2-large AC; 0");
    // Without a case the expectations of all may not be met any more.
    std::fs::rename(at("3"), at(".gone")).unwrap();
    assert_eq!(told(&watch.until("finished")), "cases/double/3; 1-small AC, 2-large AC; 0");
    let child = watch.child.as_ref().unwrap();
    kill_process(Pid::from_child(child), Signal::INT).unwrap();
    watch.end().only_exits(130);
}

#[test]
fn a_change_cuts_a_run_off_and_is_judged_at_once() {
    let workspace = doubling().problem("double", "time_limit = \"60s\"\n");
    let (watch, _) = Watch::start(&workspace, "");
    watch.save(SOLUTION, "sleep 100\n");
    watch.until("started");
    watch.save(SOLUTION, RIGHT);
    assert_eq!(told(&watch.until("cut_off")), "cut_off");
    assert_eq!(told(&watch.until("finished")), format!("{SOLUTION}; 1-small AC, 2-large AC; 0"));
}

#[test]
fn a_run_that_cannot_be_made_is_no_run_that_is_as_expected() {
    // What cannot be written: no permission is needed to see that.
    let workspace = doubling().file(".judge", "no folder");
    let (mut watch, first) = Watch::start_until(&workspace, "", "unusable");
    assert_eq!(told(&first), "all ; ; 2");
    let errors = first.last().unwrap()["errors"].to_string();
    assert!(errors.contains("failed to make") && errors.contains(".judge"), "{errors}");
    std::fs::remove_file(workspace.root().join(".judge")).unwrap();
    watch.save(SOLUTION, RIGHT);
    // What was to be run is run now.
    assert_eq!(told(&watch.until("finished")), format!("all {SOLUTION}; 1-small AC, 2-large AC; 0"));
    watch.press("q");
    watch.end().exits(0).says("error: failed to make");
}

#[test]
fn it_ends_with_the_reader_of_its_output_and_needs_something_to_watch() {
    let workspace = doubling();
    let (mut child, _keys) = workspace.start_with_open_input("watch -j 1");
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("\"finished\"") {
        line.clear();
        assert_ne!(output.read_line(&mut line).unwrap(), 0, "it watches");
    }
    drop(output);
    workspace.finish(child).only_exits(141);
    workspace.run("watch dubble").exits(4).says("no problem matches `dubble`; did you mean `double`?");
}
