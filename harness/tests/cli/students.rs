//! What students have handed in: graded as a class, and told so that nothing hidden is.

use std::fs;

use insta::assert_snapshot;

use crate::session::{Workspace, workspace};

const RIGHT: &str = "read n; echo $((n + n))\n";

/// What stands in hidden inputs and answers, and is the name of a case.
const HIDDEN: [&str; 3] = ["654321", "1308642", "anti-overflow"];

/// A problem with a sample and hidden cases in groups, and a class of odd names beside the workspace's own folders.
fn class() -> Workspace {
    workspace()
        .problem("double", "[group.sample]\nscore = 0\n[group.secret]\nscore = 60\naccept = \"sum\"\n")
        .case("double", "sample/1", "2\n", "4\n")
        .case("double", "secret/small", "5\n", "10\n")
        .case("double", "secret/anti-overflow", "654321\n", "1308642\n")
        .script("double", "ours", "exit 1")
        .file("class/Zoë Müller/a.sh", RIGHT)
        .file("class/O’Brien, Ann/my solution.sh", format!("{RIGHT}# own\n"))
        .file("class/王小明/main.sh", "read n; cat data 2>/dev/null; echo 4; echo $n >&2\n")
        .file("class/=1+1/a.sh", format!("{RIGHT}# formula\n"))
        .file("class/copy/b.sh", RIGHT)
        .file("class/essay/text.docx", "words")
        .folder("class/empty")
}

/// The rows of a gradebook without what was measured.
fn rows(gradebook: &str) -> String {
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        // A comma in a name is quoted: the fields are counted from the end.
        let is_measured = |field: &&str| {
            !field.is_empty() && field.chars().all(|c| c.is_ascii_digit() || c == '.') && field.contains('.')
        };
        fields.iter().map(|field| if is_measured(field) { "#" } else { field }).collect::<Vec<_>>().join(",")
    };
    gradebook.lines().map(row).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_class_is_graded_with_a_row_for_each_student() {
    let workspace = class().file("names.txt", "Zoe\u{308} Müller\nCarl\n");
    let output =
        workspace.run("grade double --students class/*/ --roster names.txt --report gradebook=grades.csv");
    assert_eq!((output.code, output.stderr.as_str()), (1, ""));
    assert_snapshot!(rows(&workspace.read("grades.csv")), @r#"
    student,problem,points,max_points,verdict,first_failing_case,max_cpu_seconds,max_memory_mib,note
    '=1+1,double,60,60,AC,,#,#,not on the roster
    Carl,double,0,60,missing,,,,nothing was handed in
    "O’Brien, Ann",double,60,60,AC,,#,#,not on the roster
    Zoë Müller,double,60,60,AC,,#,#,the same content as `copy`
    copy,double,60,60,AC,,#,#,"not on the roster; the same content as `Zoë Müller`"
    empty,double,0,60,missing,,,,"the folder is empty; not on the roster"
    essay,double,0,60,missing,,,,"it has no source in a language of the table, only `text.docx`; not on the roster"
    王小明,double,0,60,WA,secret/anti-overflow,#,#,not on the roster
    "#);
    let names: Vec<&str> =
        output.stdout.lines().filter(|line| line.starts_with("  ✓") || line.starts_with("  ✗")).collect();
    let names: Vec<String> =
        names.iter().map(|line| line.chars().take(22).collect::<String>().trim().to_owned()).collect();
    assert_eq!(
        names,
        ["✓ =1+1", "✗ Carl", "✓ O’Brien, Ann", "✓ Zoë Müller", "✓ copy", "✗ empty", "✗ essay", "✗ 王小明"]
    );
    let overview: Vec<&str> = output.stdout.lines().skip_while(|line| *line != "class").take(5).collect();
    assert_snapshot!(overview.join("\n"), @"
    class
      4 of 8 right, 3 missing
      verdicts: AC 4, WA 1
      points: 30.0 of 60 on average
      most fail on: secret/anti-overflow (1 of 5), secret/small (1 of 5)
    ");
    // The solutions of the problem itself are not among them.
    assert!(!output.stdout.contains("ours"), "{}", output.stdout);
    let sorted = workspace.run("report last --sort points --format gradebook").exits(1);
    let order: Vec<&str> = sorted
        .stdout
        .lines()
        .skip(1)
        .map(|line| line.trim_start_matches(['"', '\'']).split([',', '"']).next().unwrap())
        .collect();
    assert_eq!(order, ["=1+1", "O’Brien", "Zoë Müller", "copy", "Carl", "empty", "essay", "王小明"]);
}

#[test]
fn no_report_for_students_has_what_is_hidden() {
    let workspace = class();
    let kinds = [
        "json",
        "jsonl",
        "html",
        "junit",
        "tap",
        "libtest-json",
        "csv",
        "markdown",
        "github",
        "github-classroom",
        "gradescope",
        "gradebook",
        "short",
    ];
    let reports =
        |folder: &str| -> String { kinds.map(|kind| format!(" --report {kind}={folder}/{kind}")).concat() };
    let workspace = workspace.folder("staff").folder("told").folder("again");
    let staff = workspace.run(&format!("grade double --students class/*/ -v{}", reports("staff"))).exits(1);
    assert!(HIDDEN.iter().all(|hidden| staff.stdout.contains(hidden)), "{}", staff.stdout);
    let live = format!(
        "grade double --students class/*/ -v --audience student{} --report-each html=each",
        reports("told")
    );
    let live = workspace.run(&live).exits(1);
    let again = format!("report last -v --audience student{} --report-each json=each", reports("again"));
    let again = workspace.run(&again).exits(1);
    let mut texts = vec![("live".to_owned(), live.stdout), ("from the record".to_owned(), again.stdout)];
    for folder in ["told", "again", "each"] {
        for entry in fs::read_dir(workspace.root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            texts.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
    assert_eq!(texts.len(), 2 + 2 * kinds.len() + 2 * 7);
    let root = workspace.root().display().to_string();
    for (name, text) in &texts {
        for hidden in HIDDEN.iter().chain([&root.as_str()]) {
            assert!(!text.contains(hidden), "{name} has {hidden}: {text}");
        }
    }
    // In base64, as a grader of GitHub Classroom prints it.
    let classroom = |folder: &str| workspace.read(&format!("{folder}/github-classroom"));
    assert_ne!(classroom("staff"), classroom("told"));
    // Of the sample all is told, and each reads of the own program only.
    let own = workspace.read("each/王小明.json");
    assert!(own.contains("sample/1") && own.contains("secret/hidden-2"), "{own}");
    for other in ["Zoë", "O’Brien", "essay"] {
        assert!(!own.contains(other) && !workspace.read("each/王小明.html").contains(other), "{own}");
    }
}

#[test]
fn what_is_visible_can_be_said() {
    let workspace = class();
    let settings = workspace.read("cases/double/problem.toml");
    let workspace = workspace.problem("double", &format!("visible = [\"secret/small\"]\n{settings}"));
    let run = |workspace: &Workspace| {
        workspace
            .run("grade double/王小明 --students class/*/ --audience student --format csv")
            .exits(1)
            .stdout
    };
    let cases = |text: &str| {
        text.lines().skip(1).map(|line| line.split(',').nth(3).unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(cases(&run(&workspace)), ["sample/hidden-1", "secret/hidden-2", "secret/small", ""]);
    let workspace = workspace.problem("double", "visible = [\"*\"]\n");
    assert_eq!(cases(&run(&workspace)), ["sample/1", "secret/anti-overflow", "secret/small", ""]);
    let workspace = workspace.problem("double", "visible = [\"none/*\"]\n");
    let output = workspace.run("grade double").exits(2);
    assert_eq!(
        output.stderr,
        "error: cases/double/problem.toml:1: `none/*` in `visible` matches no case; correct the glob or add the case\n"
    );
}

#[test]
fn a_submission_sees_neither_others_nor_cases() {
    let peek = "read n\nfor f in ../*/*.sh [ROOT]/class/*/*.sh [ROOT]/cases/*/*/* [ROOT]/cases/*/*; do cat $f; done 2>/dev/null\n\
        cat '[ROOT]/class/ann/a.sh' '[ROOT]/cases/double/1.ans' 2>/dev/null && exit 7\necho $((n + n))\n";
    let workspace = workspace().case("double", "1", "2\n", "4\n").file("class/ann/a.sh", RIGHT);
    let peek = peek.replace("[ROOT]", &workspace.root().display().to_string());
    let workspace = workspace.file("class/eve/a.sh", peek);
    let output = workspace.run("grade double --students class/*/ --format csv");
    let verdicts: Vec<&str> = output
        .stdout
        .lines()
        .filter(|line| line.contains(",1,"))
        .map(|line| line.split(',').nth(5).unwrap())
        .collect();
    assert_eq!(verdicts, ["AC", "AC"], "{output}");
}

#[test]
fn a_build_sees_its_own_submission_only() {
    let steal = |path: &str| format!("#include \"{path}\"\n");
    let main = "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); printf(\"%d\\n\", n + n); }\n";
    let workspace = workspace().case("double", "1", "2\n", "4\n");
    let root = workspace.root().display().to_string();
    let workspace = workspace
        .file("class/ann/a.c", main)
        .file("class/bob/b.c", steal("../ann/a.c"))
        .file("class/eve/main.c", steal("own.h"))
        .file("class/eve/own.h", main)
        .file("class/dan/d.c", steal(&format!("{root}/cases/double/1.ans")))
        // Nor does it see the solutions of the workspace, and what else lies there.
        .file("solutions/double/model.c", main)
        .file("answers.c", main)
        .file("class/fay/f.c", steal("../../solutions/double/model.c"))
        .file("class/gil/g.c", steal(&format!("{root}/answers.c")))
        .file("files/ann.c", format!("{main}\n"))
        .file("files/bob.c", steal("ann.c"))
        .link("class/ben", "ann");
    let verdicts = |words: &str| -> Vec<String> {
        let output = workspace.run(words).exits(1);
        let lines = output.stdout.lines().skip(1);
        lines
            .map(|line| {
                line.split(',')
                    .enumerate()
                    .filter(|(place, _)| [0, 4].contains(place))
                    .map(|(_, field)| field)
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect()
    };
    let graded = verdicts("grade double --students class/*/ --format gradebook");
    assert_eq!(graded, ["ann AC", "ben AC", "bob CE", "dan CE", "eve AC", "fay CE", "gil CE"]);
    assert_eq!(verdicts("grade double --students files/*.c --format gradebook"), ["ann AC", "bob CE"]);
}

#[test]
fn what_was_built_of_a_solution_is_not_taken_for_a_submission() {
    let main = "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); printf(\"%d\\n\", n + n); }\n";
    let workspace = workspace()
        .case("double", "1", "2\n", "4\n")
        .file("solutions/double/ann.c", main)
        .file("solutions/double/bob.c", "#include \"ann.c\"\n");
    // Solutions may share what they like.
    let shared = || {
        workspace.run("grade double --format csv").exits(0).says("double,bob,c,1,passed,AC");
    };
    shared();
    let output = workspace.run("grade double --students solutions/double/*.c --format gradebook").exits(1);
    let verdicts: Vec<&str> =
        output.stdout.lines().skip(1).filter_map(|line| line.split(',').nth(4)).collect();
    assert_eq!(verdicts, ["AC", "CE"], "{output}");
    shared();
}

#[test]
fn what_is_wrong_with_submissions_is_told() {
    let workspace = class().case("other", "1", "", "");
    let told = |words: &str| workspace.run(words).stderr;
    assert_eq!(
        told("grade --students class/*/"),
        "error: --students grades the submissions for one problem, and 2 are selected\n\
         hint: name it, as in `harness grade PROBLEM --students 'submissions/*/'`\n"
    );
    assert_eq!(
        told("grade double --students none/*/"),
        "error: --students: `none/*/` matches nothing in `[ROOT]`\n\
         hint: name a folder or a file for each student, as in --students 'submissions/*/'\n"
    );
    // A shell has put the folders there.
    assert_eq!(
        told("grade double --students class/copy/ class/empty/ class/essay/"),
        "error: no problem matches `class`; there are: double, other\nhint: quote the pattern, as in --students 'submissions/*/'\n"
    );
    assert_eq!(workspace.run("grade double --students class/*/ double").code, 1);
    assert!(
        told("grade double --students class/*/ --due tomorrow")
            .contains("`tomorrow` is not a date with a time")
    );
}
