//! Packages of other tools: judged by what their `problem.yaml` says.

use crate::session::{Workspace, doubling};

#[test]
fn a_package_is_judged_by_its_own_output_validator_with_its_flags() {
    let package =
        "name: Doubles\nvalidation: custom\nvalidator_flags: off_by 1\nlimits:\n  time_multiplier: 5\n";
    let check = "read got; read want < $2; [ \"$4\" = off_by ] || exit 1\n\
                 d=$((got - want)); [ ${d#-} -le $5 ] && exit 42; echo \"off by $d\" > $3/judgemessage.txt; exit 43\n";
    let workspace = doubling()
        .file("cases/double/problem.yaml", package)
        .file("cases/double/output_validators/check.sh", check)
        .script("double", "near", "read n; echo $((n + n + 1))")
        .script("double", "far", "read n; echo $((n + n + 2))");
    let output = workspace.run("grade -j 1").exits(1);
    output.says("✗ double/far/1-small: WA").says("the checker says: off by 2").does_not_say("near/1-small");
    output.says("problem.yaml: line 5: of `limits` is not used: `time_multiplier`");
    // Without the validator it is no package that can be judged.
    std::fs::remove_file(workspace.root().join("cases/double/output_validators/check.sh")).unwrap();
    workspace.run("grade").exits(2).says("cases/double/problem.yaml:2: the package has an output validator");
}

#[test]
fn an_interactive_package_and_its_input_validators() {
    let talk = "read n < $1; echo $n; read got; [ \"$got\" = $((n + n)) ] && exit 42; exit 43\n";
    let workspace = doubling()
        .file("cases/double/problem.yaml", "type: [interactive]\nlimits: {time_limit: 1.5, memory: 64}\n")
        .file("cases/double/output_validator/talk.sh", talk)
        .file(
            "cases/double/input_validators/digits.sh",
            "read n; case $n in *[!0-9]*) exit 43;; esac; exit 42\n",
        )
        .script("double", "right", "read n; echo $((n + n))")
        .script("double", "wrong", "read n; echo $((n + n + 2))");
    let output = workspace.run("grade -j 1").exits(1);
    output.says("✗ double/wrong/1-small: WA").does_not_say("double/right/1-small");
    workspace.run("list --explain double").exits(0).says("1.5s").says("cases/double/problem.yaml:2");
    let bad = workspace.case("double", "3-word", "seven\n", "14\n");
    bad.run("cases double").exits(1).says("3-word").says("digits.sh");
}

#[test]
fn yaml_that_cannot_be_read_stops_only_its_problem() {
    let workspace = doubling().file("cases/double/problem.yaml", "name: &x Doubles\nsource: *x\n");
    workspace.run("grade").exits(2).says("cases/double/problem.yaml:2: aliases of YAML are not read");
    let workspace = workspace.file("solutions/other/right.sh", "cat\n").case("other", "1", "x\n", "x\n");
    workspace.run("grade other").exits(0).says("AC");
}

#[test]
fn what_a_package_says_is_part_of_a_run_and_of_a_pack() {
    let workspace = doubling()
        .file("cases/double/.timelimit", "1.5\n")
        .file("cases/double/problem.yaml", "name: Doubles\n")
        .script("double", "right", "read n; echo $((n + n))");
    let of = |workspace: &Workspace, words: &str| {
        let record = workspace.root().join("r.jsonl");
        let output = workspace.run(&format!("grade {words} --record {}", record.display())).exits(0);
        assert!(output.stdout.contains(" of 1.50 s"), "{output}");
        std::fs::read_to_string(record).unwrap()
    };
    let record = of(&workspace, "");
    assert!(
        record.contains("cases/double/problem.yaml") && record.contains("cases/double/.timelimit"),
        "{record}"
    );
    let pack = workspace.root().join("p.tar.zst");
    workspace.run("pack --output p.tar.zst").exits(0).says("1 solution");
    let elsewhere = doubling();
    of(&elsewhere, &format!("--pack {}", pack.display()));
}
