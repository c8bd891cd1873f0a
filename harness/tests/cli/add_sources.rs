//! `add` from statements, generators, the clipboard and an editor.

use insta::assert_snapshot;

use crate::session::{Workspace, doubling};

/// The problem `double` with a reference, a validator and a generator of numbers up to 9.
fn complete() -> Workspace {
    let roles = "reference = \"right\"\nvalidator = \"validate.sh\"\ngenerator = \"generate.sh\"\n";
    doubling()
        .problem("double", roles)
        .file("cases/double/validate.sh", "read n; [ $n -ge 0 ] && exit 42; echo \"$n < 0\" >&2; exit 43\n")
        .file(
            "cases/double/generate.sh",
            "[ $2 ] || { echo \"how large?\" >&2; exit 2; }; echo $(($1 % $2))\n",
        )
}

#[test]
fn every_sample_of_a_statement_is_added() {
    let statement = "# Double\n\n## Input\n\nA number.\n\n## Examples\n\n### Input\n```\n5\n```\n### Output\n```\n10\n```\n\
        ### 输入 2\n```\n6\n```\n### 输出 2\n```\n12\n```\n**Example 3:**\n\n**Input:** n = 7\n**Output:** 14\n";
    let workspace = complete().file("a.md", statement);
    assert_snapshot!(workspace.run("add double --from-markdown a.md -j 1").all(), @"
    double
      ✓ right AC 3/3

    double                1
      right               ···

    all as expected: 1 solution, 3 runs, _ s, 1 job
    added double/sample-1: answer `10` as given
    added double/sample-2: answer `12` as given
    added double/sample-3: answer `14` as given
    ");
    assert_eq!(workspace.read("cases/double/sample-3.in"), "7\n");
    assert_eq!(workspace.read("cases/double/sample-3.ans"), "14\n");
    assert_snapshot!(workspace.read("cases/double/sample-2.toml"), @r#"
    [provenance]
    by = "harness add"
    source = "a.md, sample 2"
    answer = "given"
    date = 2026-01-01
    sha256 = "06e9d52c1720fca412803e3b07c4b228ff113e303f4c7ab94665319d832bbfb7"
    "#);
    assert_snapshot!(workspace.run("add double --from-markdown a.md -j 1").all(), @"
    --- stderr ---
    note: a.md, sample 1 has the same input as the case `sample-1`, and is skipped
    note: a.md, sample 2 has the same input as the case `sample-2`, and is skipped
    error: a.md, sample 3 has the same input as the case `sample-3`, so nothing was written
    [exit status: 2]
    ");
}

#[test]
fn all_28_samples_of_three_statements_are_added_in_one_command_each() {
    let english = |n: u32| {
        format!(
            "### Sample Input {n}\n\n```text\n{n}\n```\n\n### Sample Output {n}\n\n```text\n{}\n```\n\n",
            n + n
        )
    };
    let chinese = |n: u32| {
        format!(
            "#### 样例 #{n}\n\n**输入：**\n\n~~~\n{n}\n~~~\n\n**输出：**\n\n~~~\n{}\n~~~\n\n**解释：** 两倍。\n\n",
            n + n
        )
    };
    let literal = |n: u32| {
        format!(
            "**Example {n}:**\n\n> **Input:** n = {n}\n> **Output:** {}\n> **Explanation:** twice.\n\n",
            n + n
        )
    };
    let statement = |head: &str, sample: &dyn Fn(u32) -> String, numbers: std::ops::Range<u32>| {
        head.to_owned() + &numbers.map(sample).collect::<String>()
    };
    let workspace = complete()
        .file("a.md", statement("# Double\n\n## Input\n\nA line:\n\n```\nn\n```\n\n", &english, 10..20))
        .file("b.md", statement("# 两倍\n\n## 输入格式\n\n```\nn\n```\n\n## 样例\n\n", &chinese, 20..29))
        .file("c.md", statement("Double a number `n`.\n\n", &literal, 29..38));
    for (file, count) in [("a.md", 10), ("b.md", 9), ("c.md", 9)] {
        let added = workspace.run(&format!("add double --from-markdown {file}")).exits(0);
        assert_eq!(added.stdout.matches("added double/sample-").count(), count, "{added}");
    }
    assert_eq!(workspace.read("cases/double/sample-28.in"), "37\n");
    assert_eq!(workspace.read("cases/double/sample-28.ans"), "74\n");
}

#[test]
fn a_sample_that_is_there_already_is_left_out_and_the_others_are_added() {
    let statement = "## Sample 1\n```\n2\n```\n```\n4\n```\n## Sample 2\n```\n3\n```\n```\n6\n```\n";
    let workspace = complete().file("a.md", statement);
    assert_snapshot!(workspace.run("add double statement --from-markdown a.md -j 1").all(), @"
    double
      ✓ right AC 1/1

    all as expected: 1 solution, 1 run, _ s, 1 job
    added double/statement-1: answer `6` as given
    --- stderr ---
    note: a.md, sample 1 has the same input as the case `1-small`, and is skipped
    ");
    assert_eq!(workspace.read("cases/double/statement-1.in"), "3\n");
}

#[test]
fn one_sample_that_is_refused_keeps_all_from_being_written() {
    let statement = "## Sample 1\n```\n5\n```\n```\n10\n```\n## Sample 2\n```\n-1\n```\n```\n-2\n```\n";
    let workspace = complete().file("a.md", statement);
    let before = workspace.files();
    assert_snapshot!(workspace.run("add double --from-markdown a.md -j 1").all(), @"
    --- stderr ---
    error: a.md, sample 2 cannot be added: the validator `validate.sh` rejects it: -1 < 0
    hint: nothing was written
    [exit status: 2]
    ");
    assert_eq!(workspace.files(), before);
}

#[test]
fn a_text_without_samples_is_said_to_have_none() {
    let workspace = complete().file("a.md", "# Double\n\nInput: a number.\n");
    workspace.run("add double --from-markdown a.md").exits(2).says("there are no samples in `a.md`");
}

#[test]
fn generated_cases_name_their_seed() {
    let workspace = complete();
    assert_snapshot!(workspace.run("add double --gen 10 --count 2 --seed 13 -j 1").all(), @"
    double
      ✓ right AC 2/2

    double                1
      right               ··

    all as expected: 1 solution, 2 runs, _ s, 1 job
    added double/3: answer `6` by the reference `right`
    added double/4: answer `8` by the reference `right`
    ");
    assert_eq!(workspace.read("cases/double/4.in"), "4\n");
    assert_snapshot!(workspace.read("cases/double/4.toml"), @r#"
    [provenance]
    by = "harness add"
    generator = "generate.sh 10"
    seed = 14
    answer = "reference right"
    date = 2026-01-01
    sha256 = "7de1555df0c2700329e815b93b32c571c3ea54dc967b89e81ab73b9972b72d1d"
    "#);
    let named = workspace.run("add double random --gen '{seed} 9' --count 2 --seed 5 -j 1").exits(0);
    named.says("added double/random-1: answer `10`").says("added double/random-2: answer `12`");
    workspace.run("add double one --gen 1000000000 -j 1").exits(0).says("added double/one: ");
}

#[test]
fn a_generator_that_fails_or_ignores_its_seed_is_told() {
    let workspace = complete();
    assert_snapshot!(workspace.run("add double --gen '' --seed 1 -j 1").all(), @"
    --- stderr ---
    error: the generator `generate.sh` fails with seed 1: how large?
    [exit status: 2]
    ");
    let workspace = workspace.file("cases/double/generate.sh", "head -c 8 /dev/urandom | od\n");
    assert_snapshot!(workspace.run("add double --gen '' --seed 1 -j 1").all(), @"
    --- stderr ---
    error: the generator `generate.sh` is not deterministic: seed 1 gave different inputs
    hint: a case must be reproducible from its seed and arguments
    [exit status: 2]
    ");
    let without = doubling().run("add double --gen 1").exits(2);
    without.says("`double` has no generator");
}

#[test]
fn an_input_may_come_from_the_clipboard() {
    let workspace = complete().tool("wl-paste", "echo No selection >&2; exit 1").tool("xclip", "printf 8");
    let bin = workspace.root().join("bin").display().to_string() + ":/usr/bin:/bin";
    workspace.run_with(("PATH", &bin), "add double --clip -j 1").exits(0).says("added double/3: answer `16`");
    assert_eq!(workspace.read("cases/double/3.in"), "8\n");
    let workspace = complete().tool("xclip", "echo No display >&2; exit 1");
    let bin = workspace.root().join("bin").display().to_string();
    assert_snapshot!(workspace.run_with(("PATH", &bin), "add double --clip").all(), @"
    --- stderr ---
    error: failed to read the clipboard: `xclip` ended with exit status 1: No display
    [exit status: 2]
    ");
}

#[test]
fn a_case_may_be_written_in_an_editor() {
    let workspace = complete().tool("ed", "sed -i '1a 8' $2");
    let editor = workspace.root().join("bin/ed").display().to_string() + " --wait";
    workspace
        .run_with(("EDITOR", &editor), "add double --edit -j 1")
        .exits(0)
        .says("added double/3: answer `16`");
    assert_eq!(workspace.read("cases/double/3.in"), "8\n");
    workspace.run_with(("EDITOR", "true"), "add double --edit").exits(2).says("the input is empty");
    workspace.run_with(("EDITOR", "false"), "add double --edit").exits(2).says("exit status 1");
    workspace
        .run_with(("EDITOR", "sed -i d"), "add double --edit")
        .exits(2)
        .says("the lines that separate input and answer are missing");
}

#[test]
fn two_sources_at_once_are_a_mistake() {
    let workspace = complete();
    workspace.run("add double --clip --edit").exits(2).says("cannot be used with");
    workspace.run("add double --count 3").exits(2).says("--gen");
}
