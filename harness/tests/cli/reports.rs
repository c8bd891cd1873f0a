//! `--report KIND=FILE`: what is written is what standard output would have got.

use std::fs;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::session::{Workspace, doubling};
use crate::watch::{Moment, told_doubling};

/// The names in the folder where reports go; drafts would be among them.
fn written(workspace: &Workspace) -> Vec<String> {
    let entries = fs::read_dir(workspace.root().join("out")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_comparison_is_written_in_as_many_formats_as_one_likes() {
    let workspace = doubling().script("double", "wrong", "echo 4").folder("out");
    let reports = ["html=out/r.html", "json=out/r.json", "csv=out/r.csv", "markdown=out/r.md"];
    let flags = reports.map(|report| format!("--report {report}")).join(" ");
    let hyperfine = "--export-hyperfine out/hyperfine.json";
    let output = workspace.run(&format!("compare double --runs 3 {flags} {hyperfine} --format csv")).exits(0);
    assert_eq!(written(&workspace), ["hyperfine.json", "r.csv", "r.html", "r.json", "r.md"]);
    assert_eq!(workspace.read("out/r.csv"), output.stdout);
    let document: serde_json::Value = serde_json::from_str(&workspace.read("out/r.json")).unwrap();
    assert_eq!(document["solutions"][1]["disqualified"], "WA on 2-large");
    let document: serde_json::Value = serde_json::from_str(&workspace.read("out/hyperfine.json")).unwrap();
    assert_eq!(document["results"][0]["times"].as_array().unwrap().len(), 3);
    assert!(workspace.read("out/r.md").starts_with("| rank | solution |"));
    let page = workspace.read("out/r.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), "{page}");
    for name in ["double", "right", "wrong", "WA on 2-large", "1-small"] {
        assert!(page.contains(name), "no `{name}` in {page}");
    }
    // The inputs are `2` and `1000000`, each with the end of its line.
    assert!(page.contains("right on 1-small (2 B)") && page.contains("right on 2-large (8 B)"), "{page}");
}

#[test]
fn grading_is_written_as_it_is_printed() {
    let workspace = doubling().script("double", "wrong", "echo 4").folder("out");
    let words = "-j 1 --format json --report json=out/r.json --report jsonl=out/r.jsonl";
    let output = workspace.run(words).exits(1);
    assert_eq!(written(&workspace), ["r.json", "r.jsonl"]);
    assert_eq!(workspace.read("out/r.json"), output.stdout);
    let last = workspace.read("out/r.jsonl");
    let last = last.lines().next_back().unwrap();
    assert!(
        last.starts_with("{\"schema\":1,\"event\":\"finished\",") && last.ends_with(",\"exit_code\":1}"),
        "{last}"
    );
}

#[test]
fn what_cannot_be_written_is_said_before_anything_is_built() {
    let workspace = doubling().folder("out");
    for command in ["grade double", "compare double"] {
        let output = workspace.run(&format!("{command} --report json=no/r.json")).exits(2);
        assert_eq!(output.stdout, "");
        output.says("failed to write `no/r.json`: No such file or directory").does_not_say("building");
        workspace.run(&format!("{command} --report json=out")).exits(2).says("failed to write `out`");
        let twice = "--report json=out/r --report json=out/r";
        workspace.run(&format!("{command} {twice}")).exits(2).says("two reports are written to `out/r`");
        workspace.run(&format!("{command} --report r.json")).exits(2).says("KIND=FILE");
        workspace.run(&format!("{command} --report human=r")).exits(2).says("unknown KIND `human`");
    }
    workspace.run("compare double --export-hyperfine no/h.json").exits(2).says("`no/h.json`");
    assert!(written(&workspace).is_empty());
}

#[test]
fn a_report_that_breaks_off_is_named_and_keeps_no_other_from_being_written() {
    let workspace = doubling().folder("out");
    let words = "compare double --runs 3 --report json=/dev/full --report csv=out/r.csv";
    let output = workspace.run(words).exits(3);
    output.says("failed to write the output: `/dev/full`: No space left on device").says("3 rounds in");
    assert_eq!(written(&workspace), ["r.csv"]);
    workspace.run("grade double -j 1 --report json=/dev/full").exits(3).says("`/dev/full`");
}

#[test]
fn a_judge_that_is_killed_leaves_a_report_or_none_and_never_half_of_one() {
    let (workspace, queue) = told_doubling();
    let workspace = workspace.folder("out");
    let words = "-j 1 --format json --report json=out/r.json";
    let course = queue.course(&workspace, words);
    course.output.only_exits(0);
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut n_killed = 0;
    for there in [None, Some("old")] {
        for round in 0..30 {
            let _ = fs::remove_file(workspace.root().join("out/r.json"));
            there.inspect(|text| fs::write(workspace.root().join("out/r.json"), text).unwrap());
            let moment = match round {
                0 => Moment::START,
                _ if round % 2 == 0 => course.any_moment(&mut random),
                _ => course.late_moment(&mut random),
            };
            n_killed += u32::from(queue.kill_at(&workspace, words, moment).code == -9);
            let text = fs::read_to_string(workspace.root().join("out/r.json")).ok();
            let is_whole =
                text.as_deref().is_some_and(|text| serde_json::from_str::<serde_json::Value>(text).is_ok());
            assert!(is_whole || text.as_deref() == there, "{moment:?}: {text:?}");
            assert!(written(&workspace).iter().all(|name| name == "r.json"), "{:?}", written(&workspace));
        }
    }
    assert!(n_killed > 0);
    queue.course(&workspace, "grade -q -j 1").output.only_exits(0);
    assert!(workspace.run_folders().is_empty());
}

#[test]
fn reports_for_each_that_would_have_one_name_are_refused_before_anything_runs() {
    let workspace = doubling().folder("out");
    for [one, other] in [
        ["json=out/each", "gradescope=out/each"],
        ["csv=out/each", "gradebook=./out/../out/each/"],
        ["json=out/new", "libtest-json=out/new/"],
    ] {
        let run = workspace.run(&format!("--report-each {one} --report-each {other}"));
        let run = run.exits(2);
        assert!(run.stderr.contains("two reports are written to `"), "{}", run.stderr);
        assert_eq!(run.stdout, "");
    }
    assert_eq!(written(&workspace), Vec::<String>::new());
    workspace.run("-q --report-each json=out/each --report-each html=out/each").only_exits(0);
}

#[test]
fn the_command_that_runs_a_case_alone_finds_it_and_judges_it_the_same() {
    let workspace = doubling().script("double", "wrong", "echo 5").file("class/ann/a.sh", "echo 5\n");
    let settings = workspace.read("judge.toml") + "\n[profile.strict]\ntime_limit = \"900ms\"\n";
    let workspace = workspace.file("judge.toml", settings);
    for (flags, selection) in [
        ("", "double/wrong"),
        ("--profile strict", "double/wrong"),
        ("--time-limit 700ms --memory-limit 200MiB", "double/wrong"),
        ("--students class/*/", "double"),
    ] {
        let blank = if flags.is_empty() { "" } else { " " };
        let live = workspace.run(&format!("grade {selection} {flags} -v --report html=live.html")).exits(1);
        let again = workspace.run("report last -v --report html=again.html").exits(1);
        assert_eq!(live.stdout, again.stdout);
        assert_eq!(workspace.read("live.html"), workspace.read("again.html"));
        let start = format!("  alone: harness grade{blank}{}", flags.replace("class/*/", "'class/*/'"));
        let alone = live.stdout.lines().find(|line| line.starts_with(&start));
        let alone = alone.unwrap_or_else(|| panic!("{flags}: {}", live.stdout));
        let command = alone.strip_prefix("  alone: ").unwrap();
        let run = workspace.run_pasted(".", &format!("{command} -v --no-record")).exits(1);
        let failure = |text: &str| text.lines().find(|line| line.starts_with("✗ ")).map(str::to_owned);
        assert!(failure(&run.stdout).is_some(), "{}", run.stdout);
        assert_eq!(failure(&run.stdout), failure(&live.stdout));
        assert!(workspace.read("live.html").contains("<code>harness grade"), "{flags}");
    }
    let student = workspace.run("grade double/wrong --audience student").exits(1);
    student.does_not_say("alone: ");
    let parts = ["1/2", "2/2"].map(|part| {
        let file = format!("{}.jsonl", &part[..1]);
        workspace
            .run(&format!("grade double/wrong --time-limit 700ms --shard {part} --record {file}"))
            .only_exits(1);
        file
    });
    workspace.run(&format!("merge {}", parts.join(" "))).exits(1).does_not_say("alone: ");
}
