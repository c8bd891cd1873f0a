//! Every format over one stream of events with all that can happen, and odd names.

mod explained;
mod graders;

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use insta::assert_snapshot;
use proptest::prelude::{ProptestConfig, prop_assert, proptest};

use crate::event::fixture::{explanation, outcome, planned, subject};
use crate::event::{Explanation, PlannedCase, Reporter, Subject};
use crate::exit_code::ExitCode;
use crate::model::Verdict::{Accepted, CompileError, TimeLimit, WrongAnswer};
use crate::model::{Expectation, Name};
use crate::report::machine::MachineFormat;
use crate::report::machine::fixture::{BROKEN, Script, everything, wrong};
use crate::report::machine::github::Github;
use crate::report::machine::in_order::InOrder;
use crate::report::row_order::RowOrder;

#[test]
fn tests_come_in_the_order_of_the_plan() {
    assert_snapshot!(everything().play(MachineFormat::Tap, ExitCode::JudgeFailed), @r#"
    TAP version 13
    ok 1 - sums/quick/1
    ok 2 - sums/quick/2
      ---
      message: "AC"
      verdict: AC
      expected: AC
      cpu_seconds: 0.100000
      recheck_cpu_seconds: 0.990000
      ...
    ok 3 - sums/quick
    ok 4 - sums/greedy/1
    ok 5 - sums/greedy/2
    ok 6 - sums/greedy
    ok 7 - sums/survivor/1
    ok 8 - sums/survivor/2
    not ok 9 - sums/survivor
      ---
      message: "AC: expected WA, but no case shows it"
      verdict: AC
      expected: WA or AC
      cpu_seconds: 0.100000
      ...
    not ok 10 - sums/<script>|a,"b"]]>\#%:\\n\\x00\\x1b[31m\\xff @x/1
      ---
      message: "WA, expected AC: expected `7`, got `<8>`"
      verdict: WA
      expected: AC
      cpu_seconds: 0.100000
      details: |
        0.100 s of 1.000 s, 3.0 MiB of 64.0 MiB
        line 2, column 3 (token 4 of 9)
        off by one
           expected                                           got
         2 6 7                                           ~  2 6 <8>
        input
        3
        \xff
        … 37 bytes left out
      ...
    not ok 11 - sums/<script>|a,"b"]]>\#%:\\n\\x00\\x1b[31m\\xff @x/2
      ---
      message: "JE: the checker failed: \\x1b[31m"
      verdict: JE
      expected: AC
      ...
    ok 12 - sums/<script>|a,"b"]]>\#%:\\n\\x00\\x1b[31m\\xff @x
    ok 13 - trees/broken/1 # SKIP its solution was not built
    ok 14 - trees/broken/2 # SKIP its solution was not built
    not ok 15 - trees/broken
      ---
      message: "CE, expected AC: error: expected ';'"
      verdict: CE
      expected: AC
      details: |
        solutions/trees/broken.cpp: In function 'int main()':
        solutions/trees/broken.cpp:3:7: error: expected ';'
        \x1b[0m
      ...
    ok 16 - trees/zig/1 # SKIP its solution was not built
    ok 17 - trees/zig/2 # SKIP its solution was not built
    ok 18 - trees/zig # SKIP `zig` is not installed
    1..18
    "#);
}

#[test]
fn junit_has_a_suite_for_each_solution() {
    let text = everything().play(MachineFormat::Junit, ExitCode::JudgeFailed);
    let document = roxmltree::Document::parse(&text).unwrap();
    let suites: Vec<String> = document
        .descendants()
        .filter(|node| node.has_tag_name("testsuite"))
        .map(|suite| {
            let of = |name| suite.attribute(name).unwrap();
            format!("{} {} {} {} {}", of("name"), of("tests"), of("failures"), of("errors"), of("skipped"))
        })
        .collect();
    assert_snapshot!(suites.join("\n"), @r#"
    sums/quick 3 0 0 0
    sums/greedy 3 0 0 0
    sums/survivor 3 1 0 0
    sums/<script>|a,"b"]]>#%:\n\x00\x1b[31m\xff @x 3 1 1 0
    trees/broken 3 0 1 2
    trees/zig 3 0 0 3
    "#);
    let tests: Vec<roxmltree::Node<'_, '_>> =
        document.descendants().filter(|node| node.has_tag_name("testcase")).collect();
    assert_eq!(tests.len(), 18);
    let failure = document.descendants().find(|node| node.has_tag_name("failure")).unwrap();
    assert!(text.contains("recheck_cpu_seconds\" value=\"0.990000\""));
    assert_snapshot!(&text[failure.parent().unwrap().range()], @r#"
    <testcase classname="sums.survivor" name="(all cases)" time="0.000000" file="solutions/sums/survivor.cpp">
    <properties>
    <property name="verdict" value="AC"/>
    <property name="expected" value="WA or AC"/>
    <property name="language" value="cpp"/>
    <property name="memory_bytes" value="3145728"/>
    </properties>
    <failure type="AC" message="AC: expected WA, but no case shows it"></failure>
    </testcase>
    "#);
}

#[test]
fn libtest_json_counts_what_it_says() {
    let text = everything().play(MachineFormat::LibtestJson, ExitCode::JudgeFailed);
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let count = |kind: &str, event: &str| {
        lines.iter().filter(|line| line["type"] == kind && line["event"] == event).count()
    };
    // What `cargo_metadata` wants of each test that ran.
    let has_run = |line: &&serde_json::Value| line["event"] == "ok" || line["event"] == "failed";
    assert!(lines.iter().filter(has_run).all(|line| line["exec_time"].is_f64()), "{text}");
    let (first, last) = (&lines[0], lines.last().unwrap());
    assert_eq!((first["test_count"].as_u64(), count("test", "started")), (Some(18), 18));
    let counts = [count("test", "ok"), count("test", "failed"), count("test", "ignored")];
    assert_eq!(
        counts.map(|count| count as u64),
        ["passed", "failed", "ignored"].map(|key| last[key].as_u64().unwrap())
    );
    assert_eq!((last["event"].as_str(), last["exec_time"].as_f64()), (Some("failed"), Some(2.5)));
    let is_shown = |line: &&str| line.contains("/survivor") || line.contains("suite");
    let some: Vec<&str> = text.lines().filter(is_shown).collect();
    assert_snapshot!(some.join("\n"), @r#"
    {"type":"suite","event":"started","test_count":18}
    {"type":"test","event":"started","name":"sums/survivor/1"}
    {"type":"test","event":"ok","name":"sums/survivor/1","exec_time":0.1}
    {"type":"test","event":"started","name":"sums/survivor/2"}
    {"type":"test","event":"ok","name":"sums/survivor/2","exec_time":0.1}
    {"type":"test","event":"started","name":"sums/survivor"}
    {"type":"test","event":"failed","name":"sums/survivor","exec_time":0.0,"stdout":"AC: expected WA, but no case shows it\n"}
    {"type":"suite","event":"failed","passed":9,"failed":4,"ignored":5,"measured":0,"filtered_out":0,"exec_time":2.5}
    "#);
}

#[test]
fn csv_has_a_row_for_each_run_and_each_solution() {
    assert_snapshot!(everything().play(MachineFormat::Csv, ExitCode::JudgeFailed), @r#"
    problem,solution,language,case,status,verdict,expected,cpu_seconds,wall_seconds,memory_bytes,time_limit_seconds,memory_limit_bytes,share,points,max_points,reason
    sums,quick,cpp,1,passed,AC,AC,0.100000,0.120000,3145728,1.000000,67108864,1,,,
    sums,quick,cpp,2,passed,AC,AC,0.100000,0.120000,3145728,1.000000,67108864,1,,,
    sums,quick,cpp,,passed,AC,AC,0.100000,,3145728,,,,,,
    sums,greedy,cpp,1,passed,AC,AC or WA,0.100000,0.120000,3145728,1.000000,67108864,1,,,
    sums,greedy,cpp,2,passed,WA,AC or WA,0.100000,0.120000,3145728,1.000000,67108864,0,,,"expected `7`, got `<8>`"
    sums,greedy,cpp,,passed,WA,WA or AC,0.100000,,3145728,,,,,,
    sums,survivor,cpp,1,passed,AC,AC or WA,0.100000,0.120000,3145728,1.000000,67108864,1,,,
    sums,survivor,cpp,2,passed,AC,AC or WA,0.100000,0.120000,3145728,1.000000,67108864,1,,,
    sums,survivor,cpp,,failed,AC,WA or AC,0.100000,,3145728,,,,,,"expected WA, but no case shows it"
    sums,"<script>|a,""b""]]>#%:\n\x00\x1b[31m\xff @x",cpp,1,failed,WA,AC,0.100000,0.120000,3145728,1.000000,67108864,0,,,"expected `7`, got `<8>`"
    sums,"<script>|a,""b""]]>#%:\n\x00\x1b[31m\xff @x",cpp,2,error,JE,AC,,,,1.000000,67108864,,,,the checker failed: \x1b[31m
    sums,"<script>|a,""b""]]>#%:\n\x00\x1b[31m\xff @x",cpp,,passed,WA,AC,0.100000,,3145728,,,,,,
    trees,broken,cpp,1,skipped,SK,AC,,,,1.000000,67108864,,,,its solution was not built
    trees,broken,cpp,2,skipped,SK,AC,,,,1.000000,67108864,,,,its solution was not built
    trees,broken,cpp,,error,CE,AC,,,,,,,,,"error: expected ';'"
    trees,zig,zig,1,skipped,SK,AC,,,,1.000000,67108864,,,,its solution was not built
    trees,zig,zig,2,skipped,SK,AC,,,,1.000000,67108864,,,,its solution was not built
    trees,zig,zig,,skipped,SK,AC,,,,,,,,,`zig` is not installed
    "#);
}

#[test]
fn markdown_says_what_is_not_as_expected_and_shows_a_table() {
    assert_snapshot!(everything().play(MachineFormat::Markdown(None), ExitCode::JudgeFailed), @r"
    **harness**: ❌ 3 of 6 solutions not as expected, 2.500 s

    - `sums/survivor` `AC: expected WA, but no case shows it`
    - <code>sums/&#60;script&#62;&#124;a,&#34;b&#34;&#93;&#93;&#62;&#35;&#37;&#58;&#92;n&#92;x00&#92;x1b&#91;31m&#92;xff &#64;x/1</code> `` WA, expected AC: expected `7`, got `<8>` ``
    - <code>sums/&#60;script&#62;&#124;a,&#34;b&#34;&#93;&#93;&#62;&#35;&#37;&#58;&#92;n&#92;x00&#92;x1b&#91;31m&#92;xff &#64;x/2</code> `JE: the checker failed: \x1b[31m`
    - `trees/broken` `CE, expected AC: error: expected ';'`

    |  | solution | verdict | expected | cases | slowest | limit | memory | points |
    |:---|:---|:---|:---|---:|---:|---:|---:|---:|
    | ❌ | `sums/survivor` | AC | WA or AC | 2/2 | 0.100 s | 1.000 s | 3.0 MiB |  |
    | ❌ | <code>sums/&#60;script&#62;&#124;a,&#34;b&#34;&#93;&#93;&#62;&#35;&#37;&#58;&#92;n&#92;x00&#92;x1b&#91;31m&#92;xff &#64;x</code> | WA | AC | 0/2 | 0.100 s | 1.000 s | 3.0 MiB |  |
    | ❌ | `trees/broken` | CE | AC | 0/2 |  |  |  |  |
    | ✅ | `sums/quick` | AC | AC | 2/2 | 0.100 s | 1.000 s | 3.0 MiB |  |
    | ✅ | `sums/greedy` | WA | WA or AC | 1/2 | 0.100 s | 1.000 s | 3.0 MiB |  |
    | ➖ | `trees/zig` | SK | AC | 0/2 |  |  |  |  |
    ");
}

#[test]
fn rows_of_markdown_are_in_the_order_that_is_wanted() {
    let text = everything().play(MachineFormat::Markdown(Some(RowOrder::Name)), ExitCode::JudgeFailed);
    let rows = text.lines().filter(|line| line.starts_with("| ")).skip(1);
    let names: Vec<&str> = rows.map(|row| row.split(" | ").nth(1).unwrap()).collect();
    let sums = ["`sums/greedy`", "`sums/quick`", "`sums/survivor`"];
    assert!(names[0].starts_with("<code>sums/"), "{names:?}");
    assert_eq!(names[1..], [&sums[..], &["`trees/broken`", "`trees/zig`"]].concat());
}

#[test]
fn github_gets_the_most_severe_ten() {
    assert_snapshot!(everything().play(MachineFormat::Github, ExitCode::JudgeFailed), @r#"
    ::error file=solutions/sums/<script>|a%2C"b"]]>#%25%3A\\n\\x00\\x1b[31m\\xff @x.cpp,line=1,title=JE of sums/<script>|a%2C"b"]]>#%25%3A\n\x00\x1b[31m\xff @x/2::JE: the checker failed: \x1b[31m
    ::error file=solutions/trees/broken.cpp,line=3,title=CE of trees/broken::CE, expected AC: error: expected ';'%0Asolutions/trees/broken.cpp: In function 'int main()':%0Asolutions/trees/broken.cpp:3:7: error: expected ';'%0A\x1b[0m
    ::error file=solutions/sums/survivor.cpp,line=1,title=AC of sums/survivor::AC: expected WA, but no case shows it
    ::error file=solutions/sums/<script>|a%2C"b"]]>#%25%3A\\n\\x00\\x1b[31m\\xff @x.cpp,line=1,title=WA of sums/<script>|a%2C"b"]]>#%25%3A\n\x00\x1b[31m\xff @x/1::WA, expected AC: expected `7`, got `<8>`%0A0.100 s of 1.000 s, 3.0 MiB of 64.0 MiB%0Aline 2, column 3 (token 4 of 9)%0Aoff by one%0A   expected                                           got%0A 2 6 7                                           ~  2 6 <8>%0Ainput%0A3%0A\xff%0A… 37 bytes left out
    "#);
    let all = subject("p", "s", "c");
    let names: Vec<String> = (0..30).map(|index| format!("{index:02}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let outcomes = names.iter().map(|name| wrong(&all, name)).collect();
    let script = Script::default()
        .solution(planned(&all, Expectation::accepted(), &names), outcomes)
        .unbuilt(planned(&subject("p", "t", "c"), Expectation::accepted(), &["1"]), CompileError, BROKEN);
    let text = script.play(MachineFormat::Github, ExitCode::Unexpected);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 11);
    assert!(
        lines[0]
            .starts_with("::error file=solutions/trees/broken.cpp,line=3,title=CE of p/t::CE, expected AC"),
        "{text}"
    );
    assert!(
        lines[1].starts_with("::error file=solutions/p/s.cpp,line=1,title=WA of p/s/00::WA, expected AC"),
        "{text}"
    );
    assert_eq!(lines[10], "::notice title=harness::21 more failures; the summary of the step has them");
}

#[test]
fn the_tables_are_appended_to_the_summary_of_the_step() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("summary.md");
    std::fs::write(&path, "before\n").unwrap();
    let writer = Github::new(Box::new(std::io::sink()), Some(path.clone()));
    let mut reporter = InOrder::new(writer);
    everything().tell(&mut reporter, ExitCode::JudgeFailed);
    let tables = everything().play(MachineFormat::Markdown(None), ExitCode::JudgeFailed);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("before\n{tables}\n"));
    let writer = Github::new(Box::new(std::io::sink()), Some(folder.path().into()));
    let mut reporter = InOrder::new(writer);
    let why = reporter.finish(ExitCode::Fine).unwrap_err().to_string();
    assert!(why.contains("(GITHUB_STEP_SUMMARY): Is a directory"), "{why}");
}

#[test]
fn editors_get_a_line_for_each_failure() {
    assert_snapshot!(everything().play(MachineFormat::Short, ExitCode::JudgeFailed), @r#"
    solutions/sums/survivor.cpp:1:1: error: AC of survivor: expected WA, but no case shows it
    cases/sums/1.ans:2:3: error: WA of <script>|a,"b"]]>#%:\n\x00\x1b[31m\xff @x: expected `7`, got `<8>`
    cases/sums/2.in:1:1: error: JE of <script>|a,"b"]]>#%:\n\x00\x1b[31m\xff @x: the checker failed: \x1b[31m
    solutions/trees/broken.cpp:3:7: error: expected ';'
    4 of 18 results not as expected
    "#);
}

#[test]
fn scripts_of_hyperfine_get_the_accepted_runs() {
    let text = everything().play(MachineFormat::Hyperfine, ExitCode::JudgeFailed);
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    let results = document["results"].as_array().unwrap();
    let lines: Vec<String> = results
        .iter()
        .map(|result| {
            format!(
                "{} {} {} {} {}",
                result["command"],
                result["times"],
                result["user"],
                result["system"],
                result["memory_usage_byte"]
            )
        })
        .collect();
    assert_snapshot!(lines.join("\n"), @r#"
    "sums/quick/1" [0.12] 0.0 0.0 [3145728]
    "sums/quick/2" [0.12] 0.0 0.0 [3145728]
    "sums/greedy/1" [0.12] 0.0 0.0 [3145728]
    "sums/survivor/1" [0.12] 0.0 0.0 [3145728]
    "sums/survivor/2" [0.12] 0.0 0.0 [3145728]
    "#);
}

const ALL: [MachineFormat; 9] = [
    MachineFormat::Junit,
    MachineFormat::Tap,
    MachineFormat::LibtestJson,
    MachineFormat::Csv,
    MachineFormat::Markdown(None),
    MachineFormat::Github,
    MachineFormat::GithubClassroom,
    MachineFormat::Gradescope,
    MachineFormat::Short,
];

#[test]
fn no_format_has_a_control_character() {
    for format in ALL {
        let text = everything().play(format, ExitCode::JudgeFailed);
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{format:?}: {text:?}");
        assert!(
            !text.contains("<script>")
                || !matches!(format, MachineFormat::Junit | MachineFormat::Markdown(None)),
            "{text}"
        );
    }
}

/// Whether a report says that something went wrong.
fn is_red(format: MachineFormat, text: &str) -> bool {
    match format {
        MachineFormat::Junit => text.contains("<error ") || text.contains("<failure "),
        MachineFormat::Tap => text.contains("\nnot ok "),
        MachineFormat::LibtestJson => text.contains("\"event\":\"failed\""),
        MachineFormat::Csv => text.contains(",failed,") || text.contains(",error,"),
        MachineFormat::Markdown(_) => text.contains('❌'),
        MachineFormat::Github => text.contains("::error"),
        MachineFormat::GithubClassroom => {
            let encoded = text.strip_prefix("result=").unwrap().trim_end();
            let bytes = STANDARD.decode(encoded).unwrap();
            !String::from_utf8(bytes).unwrap().contains("\"status\":\"pass\",\"tests\"")
        }
        MachineFormat::Gradescope => text.contains("exit status") || text.contains("failed"),
        MachineFormat::Short => text.contains("error: "),
        MachineFormat::Gradebook(_) => unreachable!("it says what students get, and not how a command ends"),
        MachineFormat::Hyperfine => unreachable!("it has nothing but times"),
    }
}

#[test]
fn a_report_is_red_exactly_if_the_exit_status_is_not_0() {
    for format in ALL {
        let nothing = || Script::default();
        assert!(!is_red(format, &nothing().play(format, ExitCode::Fine)), "{format:?}");
        let codes = [ExitCode::JudgeFailed, ExitCode::Usage, ExitCode::Interrupted(2)];
        for code in codes.into_iter().filter(|_| format != MachineFormat::Csv) {
            assert!(is_red(format, &nothing().play(format, code)), "{format:?} {code:?}");
        }
        assert!(is_red(format, &everything().play(format, ExitCode::JudgeFailed)), "{format:?}");
    }
}

#[test]
fn a_run_that_broke_off_has_every_test_of_its_plan() {
    let one = subject("p", "s", "c");
    let outcomes = vec![outcome(&one, Name::from("2"), Accepted)];
    let script = Script::default().solution(planned(&one, Expectation::accepted(), &["1", "2"]), outcomes);
    assert_snapshot!(script.play(MachineFormat::Tap, ExitCode::JudgeFailed), @r#"
    TAP version 13
    ok 1 - p/s/1 # SKIP not run
    ok 2 - p/s/2
    ok 3 - p/s # SKIP not judged to the end
    not ok 4 - harness
      ---
      message: "the judge failed; the exit status is 3"
      ...
    1..4
    "#);
}

#[test]
fn single_cases_do_not_fail_where_the_final_verdict_is_as_expected() {
    let one = subject("p", "s", "c");
    let planned = |expected| planned(&one, Expectation::finally(&[expected]), &["1", "2"]);
    let of = |expected| {
        let mut outcomes =
            vec![outcome(&one, Name::from("1"), WrongAnswer), outcome(&one, Name::from("2"), TimeLimit)];
        for outcome in &mut outcomes {
            outcome.expected = vec![Accepted, expected];
        }
        Script::default().solution(planned(expected), outcomes).play(MachineFormat::Tap, ExitCode::Fine)
    };
    assert!(!of(WrongAnswer).contains("not ok"), "{}", of(WrongAnswer));
    assert!(of(TimeLimit).contains("not ok 3 - p/s\n"), "{}", of(TimeLimit));
}

#[test]
fn markdown_fits_a_comment_however_much_there_is_to_tell() {
    let mut script = Script::default();
    for index in 0..3000 {
        let one = subject("p", &format!("student-{index}"), "c");
        let outcomes = if index % 2 == 0 {
            vec![wrong(&one, "1")]
        } else {
            vec![outcome(&one, Name::from("1"), Accepted)]
        };
        script = script.solution(planned(&one, Expectation::accepted(), &["1"]), outcomes);
    }
    for index in 0..16 {
        let of = explanation(&subject("p", &format!("student-{}", 2 * index), "c"));
        script = script
            .explained(Explanation { said: Some(format!("{}\n", "said ".repeat(40)).repeat(20)), ..of });
    }
    let text = script.play(MachineFormat::Markdown(None), ExitCode::Unexpected);
    let blocks = text.matches("\n```text\n").count();
    assert!(
        blocks > 4 && text.contains(&format!("… {} more explanations left out here", 16 - blocks)),
        "{blocks}"
    );
    assert!((50_000..64_000).contains(&text.len()), "{}", text.len());
    assert!(text.starts_with("**harness**: ❌ 1500 of 3000 solutions not as expected"), "{}", &text[..200]);
    let rows = text.lines().filter(|line| line.starts_with("| ❌") || line.starts_with("| ✅")).count();
    assert!(text.ends_with(&format!("\n… {} more solutions left out here\n", 3000 - rows)), "{rows}");
    let failures = text.lines().filter(|line| line.starts_with("- ")).count();
    assert!(text.contains(&format!("\n… {} more failures left out here\n", 1500 - failures)), "{failures}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_names_hold_documents_are_whole(problem: Vec<u8>, solution: Vec<u8>, case: Vec<u8>, reason: String) {
        let name = |bytes: &[u8]| Name::from_os(std::os::unix::ffi::OsStrExt::from_bytes(bytes));
        let subject = Arc::new(Subject { problem: name(&problem), solution: name(&solution), language: "c".to_owned() });
        let shown = name(&case).to_string();
        let mut planned = planned(&subject, Expectation::accepted(), &["1"]);
        planned.cases = planned.cases.iter().map(|case_| PlannedCase { name: name(&case), ..case_.clone() }).collect();
        let mut failed = outcome(&subject, name(&case), WrongAnswer);
        failed.judgement.reason = reason;
        let play = |format| {
            let script = Script::default().solution(planned.clone(), vec![failed.clone()]);
            script.play(format, ExitCode::Unexpected)
        };
        let text = play(MachineFormat::Junit);
        let document = roxmltree::Document::parse(&text).unwrap();
        let test = document.descendants().find(|node| node.has_tag_name("testcase")).unwrap();
        prop_assert!(test.attribute("name") == Some(shown.as_str()), "{}", text);
        let tap = play(MachineFormat::Tap);
        prop_assert!(tap.lines().filter(|line| !line.starts_with(' ')).count() == 4, "{}", tap);
        prop_assert!(play(MachineFormat::LibtestJson).lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
        prop_assert!(play(MachineFormat::Csv).lines().count() == 3);
        prop_assert!(play(MachineFormat::Github).lines().count() == 1);
        prop_assert!(play(MachineFormat::Short).lines().count() == 2);
        let markdown = play(MachineFormat::Markdown(None));
        prop_assert!(markdown.lines().count() == 7, "{}", markdown);
        prop_assert!(markdown.lines().skip(4).all(|line| line.matches('|').count() == 10), "{}", markdown);
    }
}
