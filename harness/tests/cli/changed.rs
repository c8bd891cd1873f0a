//! What the judge has built, or found, changes or goes while programs run: the judge has failed then, and
//! no solution.

use crate::session::{Output, Workspace, workspace};

/// A workspace in which programs see the whole machine. The solution `aa`, which is judged first, does this
/// with what it may: `$1` is the file of the program `zz`, `$2` its interpreter, `$3` its source.
fn spoiled(extension: &str, spoil: &str) -> Workspace {
    let workspace = workspace()
        .setting("[defaults]\nisolation = \"none\"")
        .case("p", "1", "1\n", "1\n")
        .tool("interpreter", "exec /bin/sh \"$1\"")
        .file(format!("solutions/p/zz.{extension}"), "#!/bin/sh\nread n; echo $n\n");
    let root = workspace.root().display().to_string();
    let languages = format!(
        "[language.built]\nextensions = [\"built\"]\nrun = [\"{{binary}}\"]\n\
        compile = [\"install\", \"-m\", \"755\", \"{{source}}\", \"{{binary}}\"]\n\
        [language.read]\nextensions = [\"read\"]\nrun = [\"{root}/bin/interpreter\", \"{{source}}\"]\n"
    );
    workspace.setting(&languages).script(
        "p",
        "aa",
        &format!(
            "set -- {root}/.judge/build/*/program {root}/bin/interpreter {root}/solutions/p/zz.*\n{spoil}\nread n; echo $n"
        ),
    )
}

#[track_caller]
fn judged(workspace: &Workspace) -> Output {
    workspace.run("grade -j 1 --format jsonl")
}

/// The verdict on `zz` and why.
#[track_caller]
fn on_zz(output: &Output) -> (String, String) {
    let results = output.stdout.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let of_zz = results.into_iter().find(|line| line["event"] == "result" && line["solution"] == "zz");
    let line = of_zz.unwrap_or_else(|| panic!("{output}"));
    (line["verdict"].as_str().unwrap().to_owned(), line["reason"].as_str().unwrap().to_owned())
}

#[test]
fn a_built_file_that_changes_is_the_failure_of_the_judge() {
    let spoils =
        ["rm $1", "rm -r ${1%/program}", ": > $1", "chmod -x $1", "echo no program > $1", "rm $1; mkdir $1"];
    for spoil in spoils {
        let output = judged(&spoiled("built", spoil)).exits(3);
        let (verdict, reason) = on_zz(&output);
        assert_eq!(verdict, "JE", "{spoil}: {reason}");
        assert!(reason.contains("/program` was ") && reason.contains(".judge/build/"), "{spoil}: {reason}");
    }
}

#[test]
fn an_interpreter_or_a_source_that_goes_is_the_failure_of_the_judge() {
    for (spoil, named) in [("rm $2", "interpreter"), ("chmod -x $2", "interpreter"), ("rm $3", "zz.read")] {
        let output = judged(&spoiled("read", spoil)).exits(3);
        let (verdict, reason) = on_zz(&output);
        assert_eq!(verdict, "JE", "{spoil}: {reason}");
        assert!(reason.contains(named), "{spoil}: {reason}");
    }
}

#[test]
fn a_program_that_cannot_be_started_is_its_own_fault() {
    let workspace = spoiled("built", "").file("solutions/p/zz.built", "#!/no/interpreter\n");
    let output = judged(&workspace).exits(1);
    assert_eq!(on_zz(&output).0, "CE", "{output}");
}

#[test]
fn a_validator_that_goes_rejects_nothing() {
    let workspace = spoiled("built", "rm $3")
        .problem("p", "validator = \"check.read\"\nreference = \"aa\"\n")
        .file("cases/p/check.read", "read n")
        .file("solutions/p/aa.sh", "read n; echo $n");
    let root = workspace.root().display().to_string();
    let workspace = workspace.tool("interpreter", &format!("rm {root}/bin/interpreter; exit 1"));
    let output = workspace.run_with_input("add p new", "3\n").exits(3);
    output.says("bin/interpreter` was removed").does_not_say("rejects");
    assert!(!workspace.root().join("cases/p/new.in").exists());
}
