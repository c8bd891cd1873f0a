//! What is read of packages: values, where they come from, notes and mistakes.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;

use crate::config::error::SettingsErrors;
use crate::config::foreign::{PackageJudging, PackageSettings};
use crate::config::time::show_time;

/// What is made of these files.
fn read(files: &[(&str, &str)]) -> String {
    let root = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(root.path().join(name), text).unwrap();
    }
    let mut errors = SettingsErrors::default();
    let settings = PackageSettings::read(root.path(), Path::new(""), &mut errors);
    let PackageSettings { title, time, memory, output, judging, arguments, passes, notes, .. } = settings;
    let mut rows = Vec::new();
    rows.extend(title.map(|it| format!("title {} ({})", it.value, it.origin)));
    rows.extend(time.map(|it| format!("time {} ({})", show_time(it.value), it.origin)));
    rows.extend(memory.map(|it| format!("memory {} ({})", it.value, it.origin)));
    rows.extend(output.map(|it| format!("output {} ({})", it.value.unwrap(), it.origin)));
    rows.extend(passes.map(|it| format!("passes {} ({})", it.value, it.origin)));
    rows.extend(judging.map(|it| {
        let value = match it.value {
            PackageJudging::BuiltIn(choice) => choice.to_string(),
            PackageJudging::Unknown(error) => format!("unknown: {error}"),
            PackageJudging::Program { is_interactive } => {
                let kind = if is_interactive { "interactor" } else { "checker" };
                format!("{kind} {arguments:?}")
            }
        };
        format!("judged by {value} ({})", it.origin)
    }));
    rows.extend(notes.iter().map(|note| format!("note: {note}")));
    rows.extend((errors.count() > 0).then(|| errors.sorted().to_string()));
    rows.join("\n")
}

fn yaml(text: &str) -> String {
    read(&[("problem.yaml", text)])
}

#[test]
fn a_package_of_the_legacy_form() {
    let text = "# by hand\nname: A Different Problem\nauthor: Someone\nlicense: cc by-sa\nvalidation: custom\n\
                validator_flags: \"float_tolerance 1e-6 strict\"\nlimits:\n  memory: 512\n  output: 8\n\
                \x20 time_multiplier: 5\n  validation_time: 60\ngrading:\n  objective: max\n";
    assert_snapshot!(yaml(text), @r#"
    title A Different Problem (problem.yaml:2)
    memory 512MiB (problem.yaml:8)
    output 8MiB (problem.yaml:9)
    judged by checker ["float_tolerance", "1e-6", "strict"] (problem.yaml:5)
    note: problem.yaml:10: of `limits` is not used: `time_multiplier`, `validation_time`; judge.toml has limits of builds in [build] and of validators in [helpers]
    note: problem.yaml:12: `grading` is not used; give folders of cases points by [group.FOLDER] in problem.toml
    "#);
}

#[test]
fn a_package_of_the_form_of_2023() {
    let text = "problem_format_version: 2023-07-draft\nname:\n  sv: Spel\n  en: Game\nuuid: 1\n\
                type: [interactive, multi-pass, scoring]\nlimits: {time_limit: 2.5, validation_passes: 3}\n";
    assert_snapshot!(yaml(text), @"
    title Game (problem.yaml:2)
    time 2.5s (problem.yaml:7)
    passes 3 (problem.yaml:7)
    judged by interactor [] (problem.yaml:6)
    note: problem.yaml:6: the points of the package are not used; give folders of cases points by [group.FOLDER] in problem.toml
    ");
    assert_eq!(yaml("type: multi-pass\n").lines().next(), Some("passes 2 (problem.yaml:1)"));
}

#[test]
fn the_default_validator_is_a_built_in_checker() {
    let of = |flags: &str| yaml(&format!("validation: default\nvalidator_flags: {flags}\n"));
    assert_eq!(yaml(""), "judged by tokens-ci (problem.yaml:1)");
    assert_eq!(yaml("name: x\n").lines().last(), Some("judged by tokens-ci (problem.yaml:1)"));
    assert_eq!(of("case_sensitive"), "judged by tokens (problem.yaml:1)");
    assert_eq!(of("case_sensitive space_change_sensitive"), "judged by exact (problem.yaml:1)");
    assert!(of("float_tolerance 1e-6").starts_with("judged by float"), "{}", of("float_tolerance 1e-6"));
    assert_ne!(of("float_absolute_tolerance 1e-6"), of("float_relative_tolerance 1e-6"));
    assert_snapshot!(of("space_change_sensitive"), @"judged by unknown: problem.yaml:2: `space_change_sensitive` has no counterpart with these validator flags; name a checker in problem.toml (problem.yaml:1)");
    assert_snapshot!(of("float_tolerance"), @"judged by unknown: problem.yaml:2: the validator flag `float_tolerance` needs a number behind it; name a checker in problem.toml (problem.yaml:1)");
    assert_snapshot!(of("float_tolerance -1"), @"judged by unknown: problem.yaml:2: the validator flag `float_tolerance` needs a number behind it; name a checker in problem.toml (problem.yaml:1)");
    assert_snapshot!(of("exact"), @"judged by unknown: problem.yaml:2: the default validator has no flag `exact`; name a checker in problem.toml (problem.yaml:1)");
}

#[test]
fn the_time_limit_is_in_one_of_three_files() {
    let [package, time, domjudge] = [
        ("problem.yaml", "limits:\n  time_limit: 1\n"),
        (".timelimit", "2.0\n"),
        ("domjudge-problem.ini", "; note\nname = 'Game'\ntimelimit='3'\ncolor = red\nspecial_run = run\n"),
    ];
    let time_of = |files: &[(&str, &str)]| {
        let read = read(files);
        read.lines().find(|line| line.starts_with("time ")).map(str::to_owned).unwrap_or(read)
    };
    assert_eq!(time_of(&[package, time, domjudge]), "time 1s (problem.yaml:2)");
    assert_eq!(time_of(&[time, domjudge]), "time 2s (.timelimit:1)");
    assert_snapshot!(read(&[domjudge]), @"
    title Game (domjudge-problem.ini:2)
    time 3s (domjudge-problem.ini:3)
    note: domjudge-problem.ini:5: `special_run` is not used; name the program in problem.toml
    ");
    assert_eq!(read(&[]), "");
}

#[test]
fn what_cannot_be_understood_is_told_with_its_line() {
    let mistakes = |text: &str| {
        let read = yaml(text);
        read.lines().filter(|line| !line.starts_with("judged")).collect::<Vec<_>>().join("\n")
    };
    assert_snapshot!(mistakes("- a\n"), @"problem.yaml:1: a package is a map, not a list; write `name: …` and so on");
    assert_snapshot!(mistakes("limits: [1]\n"), @"problem.yaml:1: `limits` must be a map, not a list; write `limits:` and `  memory: 1024` below it");
    assert_snapshot!(mistakes("limits:\n  memory: much\n  output: 0\n"), @r"
    problem.yaml:2: `memory`: `much` is no size in MiB; write a whole number like 1024
    problem.yaml:3: `output`: `0` is no size in MiB; write a whole number like 1024
    ");
    assert_snapshot!(mistakes("limits:\n  time_limit: [1]\n"), @"problem.yaml:2: `time_limit` must be a single value, not a list");
    assert_snapshot!(mistakes("limits:\n  time_limit: -1\n"), @"problem.yaml:2: `-1` is no time limit in seconds; write a number like 2 or 1.5");
    assert_snapshot!(mistakes("validation:\n  a: b\n"), @"problem.yaml:1: `validation` must be a single value, not a map");
    assert_snapshot!(mistakes("name: []\nvalidator_flags: [a]\n"), @r"
    problem.yaml:1: `name` must be a single value, not a list
    problem.yaml:2: `validator_flags` must be a single value, not a list
    ");
    assert_snapshot!(mistakes("name: {}\n"), @"problem.yaml:1: `name` has no title; write `name: TITLE`");
    assert_snapshot!(mistakes("a: &b c\nd: *b\n"), @"problem.yaml:2: aliases of YAML are not read; write the value itself");
    assert_snapshot!(mistakes("colour: red\nvalidation: custom magic\n"), @r"
    note: problem.yaml:1: `colour` is not known and not used; if it is needed, set it in problem.toml
    note: problem.yaml:2: `magic` is not known and not used; if it is needed, set it in problem.toml
    ");
    assert_snapshot!(mistakes("limits:\n  validation_passes: 0\n"), @"problem.yaml:2: `validation_passes`: `0` is no number from 1 to 1000");
    let empty = read(&[(".timelimit", "\n")]);
    assert_snapshot!(empty, @".timelimit:1: `` is no time limit in seconds; write a number like 2 or 1.5");
}
