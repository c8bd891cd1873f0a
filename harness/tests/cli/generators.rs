//! Generators that `problem.toml` says how to call, as those of testlib are.

use crate::session::{Workspace, doubling};

/// It takes options, refuses others, and takes its seed from all of its arguments.
const GENERATE: &str = r#"
while [ $# -gt 1 ]; do
    case $1 in
        -size) size=$2;;
        -seed) seed=$2;;
        *) echo "FAIL unknown option $1" >&2; exit 3;;
    esac
    shift 2
done
if [ $# -gt 0 ] || [ -z "$seed" ]; then echo "FAIL no -seed" >&2; exit 3; fi
echo $((seed % (size + 2)))
"#;

/// The problem `double` with such a generator.
fn called() -> Workspace {
    let settings = "reference = \"right\"\ngenerator = \"generate.sh\"\nvalidator = \"validate.sh\"\n\
        generate = [\"-size\", \"{size}\", \"-seed\", \"{seed}\"]\n";
    doubling()
        .problem("double", settings)
        .file("cases/double/generate.sh", GENERATE)
        .file("cases/double/validate.sh", "read n && [ \"$n\" -ge 0 ] && [ -z \"$(cat)\" ]")
        .script("double", "wrong", "read n; [ $n -gt 6 ] && n=0; echo $((n + n))")
}

#[test]
fn a_hunt_calls_it_as_the_problem_says() {
    let workspace = called();
    let found = workspace.run("hunt double wrong --seed 1 -j 1").exits(1);
    found.says("double/wrong: WA").says("added double/3: answer `14` by the reference `right`");
    found.says("again: harness hunt double wrong --seed 1 --count ").does_not_say("--gen");
    let origin = workspace.read("cases/double/3.toml");
    assert!(origin.contains("generator = \"generate.sh -size 6 -seed {seed}\"\nseed = 15\n"), "{origin}");
}

#[test]
fn arguments_that_are_given_are_taken_instead_and_must_be_right() {
    let workspace = called();
    let refused = workspace.run("hunt double wrong --seed 1 --gen '-siez {size} -seed {seed}'").exits(2);
    refused.says("the generator `generate.sh` fails with seed 1: FAIL unknown option -siez");
    let found = workspace.run("hunt double wrong --seed 7 --gen '-seed {seed} -size 80' --dry-run").exits(1);
    found.says("found with input 1 ").says("--gen '-seed {seed} -size 80'");
}

/// The words that were said are no offer: a generator that refuses them is not called without them.
#[test]
fn a_generator_that_refuses_what_the_problem_says_is_told() {
    let workspace = called().file("cases/double/generate.sh", "[ $# = 0 ] && echo 5 || exit 4");
    workspace
        .run("hunt double wrong --seed 1")
        .exits(2)
        .says("the generator `generate.sh` fails with seed 1");
}

#[test]
fn cases_are_added_by_the_same_call() {
    let workspace = called();
    let added = workspace.run("add double --gen '' --seed 57 -j 1").exits(0);
    added.says("added double/3: answer `10` by the reference `right`");
    let origin = workspace.read("cases/double/3.toml");
    assert!(origin.contains("generator = \"generate.sh -size 50 -seed {seed}\"\nseed = 57\n"), "{origin}");
    workspace.run("add double --gen '-size 3 -seed {seed}' --seed 6 -j 1").exits(0).says("answer `2`");
}

#[test]
fn growth_is_that_of_the_size() {
    let workspace = called().file(
        "cases/double/generate.sh",
        "[ \"$1 $3\" = '-size -seed' ] && [ $# = 4 ] && echo $(($2 * 10 + $4)) || exit 3",
    );
    let output = workspace.run("compare double/right --growth size=2..6 --runs 3 --format json").exits(0);
    let document = output.json();
    assert_eq!(document["parameter"], "size", "{output}");
    assert_eq!(document["solutions"][0]["points"].as_array().unwrap().len(), 5, "{output}");
    workspace.run("compare double/right --growth n=2..6 --runs 3").exits(2).says("does not take `n=2`");
}

#[test]
fn how_it_is_called_is_explained() {
    let output = called().run("list --explain double").exits(0);
    output.says("generate ").says("-size {size} -seed {seed}").says("cases/double/problem.toml:4");
}
