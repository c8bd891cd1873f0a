//! Every format over one canned stream of events.

mod troubles;
mod widths;

use std::sync::Arc;
use std::time::Duration;

use harness_sandbox::{Breach, Bytes, Ending, Execution, FAKE_GUARANTEES, Guarantees, MemoryMeter, Usage};
use insta::assert_snapshot;

use crate::event::fixture::{execution, limits, planned};
use crate::event::{
    Event, InputExcerpt, NotBuilt, Outcome, Recheck, Reporter, RunEnd, RunPlan, Stamped, Subject, Warned,
};
use crate::exit_code::ExitCode;
use crate::judge::{self, Judgement};
use crate::model::{CheckerChoice, Excerpt, Expectation, Mismatch, Name, Opinion, Piece, Place, Verdict};
use crate::report::fixture::Page;
use crate::report::{self, Format};
use crate::scoreboard::Scoreboard;
use crate::ui::{Ui, Verbosity};
use crate::wire::grade::{GradeDocument, ResultLine};
use crate::wire::{Header, Recorder, replay};

const CASES: usize = 3;

/// A run of so many milliseconds, as the judge sees it.
fn judged(ending: Ending, milliseconds: u64, opinion: Opinion) -> Judgement {
    let cpu = Duration::from_millis(milliseconds);
    let facts = Execution {
        ending,
        usage: Usage { cpu, wall: cpu * 2, memory: Bytes::mebibytes(3), ..Usage::default() },
        ..execution()
    };
    judge::decide(facts, &limits(), Bytes(3), || opinion)
}

fn right(milliseconds: u64) -> Judgement {
    judged(Ending::Exited(0), milliseconds, Opinion::Right { notes: Vec::new() })
}

fn wrong() -> Judgement {
    let piece = |bytes: &[u8]| Piece { bytes: bytes.to_vec(), first_line: 2, ..Piece::default() };
    judged(
        Ending::Exited(0),
        12,
        Opinion::Wrong(Box::new(Mismatch {
            reason: "expected `7`, got `8`".to_owned(),
            place: Some(Place { line: 2, column: 3, byte: 6, token: Some(4), tokens: Some(9) }),
            excerpt: Some(Excerpt { expected: piece(b"6 7\n9\n"), got: piece(b"6 8\n9\n") }),
            hints: vec!["off by one".to_owned()],
        })),
    )
}

fn too_slow() -> Judgement {
    judged(Ending::Stopped(Breach::Cpu), 1006, Opinion::Right { notes: Vec::new() })
}

/// The solutions of the stream: name, what is expected of it, and its three judgements.
fn solutions() -> Vec<(&'static [u8], Vec<Verdict>, [Judgement; CASES])> {
    vec![
        (b"quick", vec![Verdict::Accepted], [right(1), right(30), right(2)]),
        (b"greedy", vec![Verdict::Accepted, Verdict::WrongAnswer], [right(1), wrong(), right(1)]),
        (b"slow", vec![Verdict::Accepted], [right(900), too_slow(), right(940)]),
        (b"na\xefve\n", vec![Verdict::WrongAnswer], [right(1), right(1), right(1)]),
        (
            b"careless",
            vec![Verdict::Accepted],
            [wrong(), judge::judge_error("failed to read `1.ans`"), judge::skipped("interrupted")],
        ),
    ]
}

const NAMES: [&str; CASES] = ["1-sample", "2-large", "3-edge"];

/// The stream: all that the engine would say, jobs out of order.
fn stream(guarantees: Guarantees, interrupted: Option<i32>) -> Vec<Event> {
    let (mut plan, mut judged) = (Vec::new(), Vec::new());
    for (name, expected, judgements) in solutions() {
        let subject = Arc::new(Subject {
            problem: Name::from("sums"),
            solution: Name::from_os(std::os::unix::ffi::OsStrExt::from_bytes(name)),
            language: "cpp".to_owned(),
        });
        plan.push(planned(&subject, Expectation::everywhere(expected.clone()), &NAMES));
        for (case, judgement) in NAMES.into_iter().zip(judgements) {
            judged.push(Outcome {
                subject: Arc::clone(&subject),
                case: Name::from(case),
                input: None,
                limits: limits(),
                checker: CheckerChoice::Lines,
                judgement,
                expected: expected.clone(),
                rechecks: Vec::new(),
                decided_by: None,
                machine: None,
                is_after_failure: false,
            });
        }
    }
    judged[7].rechecks.push(Recheck { cpu: Duration::from_millis(1006), alone: true });
    judged[7].judgement.notes.push("1.400 s with other runs, 1.006 s alone".to_owned());
    judged[12].input = Some(InputExcerpt { bytes: b"3\n\xff".to_vec(), size: 40, pass: None });
    // Within a solution the last comes first, as it may with several workers.
    judged.chunks_mut(CASES).for_each(<[Outcome]>::reverse);
    let broken = Arc::new(Subject {
        problem: Name::from("trees"),
        solution: Name::from("broken"),
        language: "rust".to_owned(),
    });
    plan.push(planned(&broken, Expectation::accepted(), &NAMES));
    let plan = RunPlan::new(plan, false, (15, 2), guarantees);
    let why = "error: expected `;`\n --> main.rs:1:9".to_owned();
    let not_built = NotBuilt {
        subject: broken,
        verdict: Verdict::CompileError,
        why,
        is_missing: false,
        is_absent: false,
    };
    let mut events = vec![
        Event::BuildStarted { programs: 6 },
        Event::BuildFinished,
        Event::RunStarted(Arc::new(plan)),
        Event::NotBuilt(Box::new(not_built)),
    ];
    events.extend(judged.into_iter().map(|outcome| Event::Judged(Box::new(outcome))));
    events.push(Event::RunFinished(RunEnd {
        wall: Some(Duration::from_millis(2500)),
        interrupted,
        steal_per_mille: 0,
    }));
    events
}

fn play(format: Format, verbosity: Verbosity, width: usize, events: &[Event], code: ExitCode) -> String {
    colored::control::set_override(false);
    let page = Page::default();
    let ui = Ui { width, has_progress: false, verbosity };
    let mut reporter = report::open(format, Box::new(page.clone()), ui);
    let mut scoreboard = Scoreboard::default();
    for event in events {
        let event = Stamped { elapsed: Duration::ZERO, event: event.clone() };
        scoreboard.tell(&event, reporter.as_mut()).unwrap();
    }
    reporter.finish(code).unwrap();
    drop(reporter);
    page.text()
}

#[test]
fn people_read_lines_a_matrix_the_surprises_and_a_summary() {
    let events = stream(FAKE_GUARANTEES, None);
    assert_snapshot!(play(Format::Human, Verbosity::Normal, 100, &events, ExitCode::JudgeFailed), @r#"
    trees
      ✗ broken               CE   error: expected `;`  expected AC

    sums
      ✓ quick                AC   3/3       0.030 of 1.00 s        2-large          3.0 MiB
      ✓ greedy               WA   2/3       0.012 of 1.00 s        2-large          3.0 MiB  as expected
      ✗ slow                 TLE  2/3       > 1.00 s         █████ 2-large          3.0 MiB  expected AC
      ✗ na\xefve\n           AC   3/3       0.001 of 1.00 s        3-edge           3.0 MiB  expected WA, but no case shows it
      ✗ careless             WA   0/3       0.012 of 1.00 s        1-sample         3.0 MiB  expected AC

    sums                  1
      quick               ···
      greedy              ·w·
      slow                ·T·
      na\xefve\n          AAA
      careless            WJ-

      · accepted, - not run, A unexpectedly accepted, J judge error, T time limit exceeded,
      W wrong answer; lowercase: as expected

    ✗ trees/broken: CE (compile error)
      error: expected `;`
       --> main.rs:1:9

    ✗ sums/slow/2-large: TLE (time limit exceeded), expected AC
      more than 1.000 s, killed at 1.006 s
      1.400 s with other runs, 1.006 s alone
      alone: harness grade sums/slow/2-large

    ✗ sums/na\xefve\n/3-edge: AC (accepted), expected WA
      hint: each case must be WA; where some may be AC, write ["AC", "WA"] for `expect`
      alone: harness grade 'sums/na\xefve\n/3-edge'

    ✗ sums/careless/1-sample: WA (wrong answer), expected AC
      line 2, column 3 (token 4 of 9): expected `7`, got `8`
      off by one
         expected                                          got
       2 6 7                                          ~  2 6 8
       3 9                                               3 9
      input
      3
      \xff
      … 37 bytes left out
      alone: harness grade sums/careless/1-sample

    ✗ sums/careless/2-large: JE (judge error), expected AC
      failed to read `1.ans`

    not enforced here: programs can read and write the files of the user who runs the judge
    the judge failed on 1 run, 4 not as expected: 6 solutions, 13 runs, 2.500 s, 2 jobs
    "#);
}

#[test]
fn who_asks_for_quiet_reads_only_what_is_not_as_expected() {
    let sampled = Guarantees { memory: MemoryMeter::Sampled, ..FAKE_GUARANTEES };
    let events = stream(sampled, Some(2));
    assert_snapshot!(play(Format::Human, Verbosity::Quiet, 60, &events, ExitCode::Interrupted(2)), @r#"
    trees
      ✗ broken       CE   error: expected `;`  expected AC

    sums
      ✗ slow         TLE  2/3     > 1.00 s        ‼  expected AC
      ✗ na\xefve\n   AC   3/3     0.001 of 1.00 s  expected WA, but no case shows it
      ✗ careless     WA   0/3     0.012 of 1.00 s  expected AC

    ✗ trees/broken: CE (compile error)
      error: expected `;`
       --> main.rs:1:9

    ✗ sums/slow/2-large: TLE (time limit exceeded), expected AC
      more than 1.000 s, killed at 1.006 s
      1.400 s with other runs, 1.006 s alone
      alone: harness grade sums/slow/2-large

    ✗ sums/na\xefve\n/3-edge: AC (accepted), expected WA
      hint: each case must be WA; where some may be AC, write ["AC", "WA"] for `expect`
      alone: harness grade 'sums/na\xefve\n/3-edge'

    ✗ sums/careless/1-sample: WA (wrong answer), expected AC
      line 2, column 3 (token 4 of 9): expected `7`, got `8`
      off by one
           - expected  + got
       2 - 6 7
       2 + 6 8
       3   9
      input
      3
      \xff
      … 37 bytes left out
      alone: harness grade sums/careless/1-sample

    ✗ sums/careless/2-large: JE (judge error), expected AC
      failed to read `1.ans`

    not enforced here: memory of several processes is sampled, and pipes, sockets, page tables and shared memory are not counted: no control group can be created here; programs can read and write the files of the user who runs the judge
    interrupted: 6 solutions, 13 runs, 2.500 s, 2 jobs
    "#);
}

#[test]
fn what_compilers_warn_of_is_counted_and_shown_on_demand() {
    let mut events = stream(FAKE_GUARANTEES, None);
    let subject = events.iter().find_map(|event| match event {
        Event::Judged(outcome) => Some(Arc::clone(&outcome.subject)),
        _ => None,
    });
    let said = "quick.cpp:3:9: warning: unused variable `x`\n  int x;\nquick.cpp:4:9: warning: \x1b[0m\n";
    let warned = Warned { subject: subject.unwrap(), said: said.to_owned() };
    events.insert(3, Event::Warned(Box::new(warned)));
    let of = |verbosity| play(Format::Human, verbosity, 100, &events, ExitCode::JudgeFailed);
    let counted = "the compilers gave 2 warnings for 1 solution; `-v` shows all\n";
    assert!(of(Verbosity::Normal).contains(counted));
    let shown = "\n! sums/quick: 2 warnings\n  quick.cpp:3:9: warning: unused variable `x`\n    int x;\n  quick.cpp:4:9: warning: \\x1b[0m\n\n";
    assert!(of(Verbosity::Verbose).contains(shown) && !of(Verbosity::Verbose).contains(counted));
    let document = play(Format::Json, Verbosity::Normal, 80, &events, ExitCode::JudgeFailed);
    let document: serde_json::Value = serde_json::from_str(&document).unwrap();
    let quick = document["solutions"].as_array().unwrap().iter().find(|line| line["solution"] == "quick");
    assert_eq!(quick.unwrap()["warnings"], said);
}

#[test]
fn nothing_that_ran_is_a_summary_and_a_whole_document() {
    let events = [Event::BuildStarted { programs: 0 }];
    assert_snapshot!(play(Format::Human, Verbosity::Normal, 80, &events, ExitCode::JudgeFailed), @"");
    let document = play(Format::Json, Verbosity::Normal, 80, &events, ExitCode::JudgeFailed);
    let value: serde_json::Value = serde_json::from_str(&document).unwrap();
    assert_eq!((&value["results"], &value["exit_code"]), (&serde_json::json!([]), &serde_json::json!(3)));
}

#[test]
fn the_document_has_the_results_in_the_order_of_the_plan() {
    let events = stream(FAKE_GUARANTEES, None);
    let document = play(Format::Json, Verbosity::Normal, 80, &events, ExitCode::JudgeFailed);
    let value: serde_json::Value = serde_json::from_str(&document).unwrap();
    let order: Vec<String> = value["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| format!("{} {} {}", result["solution"], result["case"], result["verdict"]))
        .collect();
    assert_snapshot!(order.join("\n"), @r#"
    "broken" null "CE"
    "quick" "1-sample" "AC"
    "quick" "2-large" "AC"
    "quick" "3-edge" "AC"
    "greedy" "1-sample" "AC"
    "greedy" "2-large" "WA"
    "greedy" "3-edge" "AC"
    "slow" "1-sample" "AC"
    "slow" "2-large" "TLE"
    "slow" "3-edge" "AC"
    "na\\xefve\\n" "1-sample" "AC"
    "na\\xefve\\n" "2-large" "AC"
    "na\\xefve\\n" "3-edge" "AC"
    "careless" "1-sample" "WA"
    "careless" "2-large" "JE"
    "careless" "3-edge" "SK"
    "#);
    let keys: Vec<&String> = value.as_object().unwrap().keys().collect();
    let expected = [
        "empty_programs",
        "exit_code",
        "explanations",
        "harness",
        "interrupted",
        "not_judged",
        "results",
        "sandbox",
        "schema",
        "solutions",
        "steal_per_mille",
        "wall_ns",
    ];
    assert_eq!(keys, expected);
}

#[test]
fn a_run_that_broke_off_keeps_what_came_after_a_gap() {
    let mut events = stream(FAKE_GUARANTEES, None);
    let is_first = |outcome: &Outcome| {
        outcome.subject.solution == Name::from("quick") && outcome.case == Name::from("1-sample")
    };
    events.retain(|event| !matches!(event, Event::Judged(outcome) if is_first(outcome)));
    let document = play(Format::Json, Verbosity::Normal, 80, &events, ExitCode::JudgeFailed);
    let value: serde_json::Value = serde_json::from_str(&document).unwrap();
    assert_eq!(value["results"].as_array().unwrap().len(), 15);
}

#[test]
fn a_result_and_a_solution_have_these_fields() {
    let events = stream(FAKE_GUARANTEES, None);
    let document = play(Format::Json, Verbosity::Normal, 80, &events, ExitCode::JudgeFailed);
    let lines: Vec<&str> = document.lines().collect();
    let of = |start: &str| lines.iter().find(|line| line.contains(start)).unwrap().trim().to_owned();
    assert_snapshot!(of("\"solution\":\"slow\",\"language\":\"cpp\",\"case\":\"2-large\""), @r#"{"problem":"sums","solution":"slow","language":"cpp","case":"2-large","verdict":"TLE","expected":["AC"],"as_expected":false,"cpu_ns":1006000000,"wall_ns":2012000000,"memory_bytes":3145728,"interactor_cpu_ns":null,"interactor_wall_ns":null,"passes":[],"exit_code":null,"signal":null,"reason":"more than 1.000 s, killed at 1.006 s","place":null,"notes":["1.400 s with other runs, 1.006 s alone"],"share":0.0,"stderr":null,"rechecks":[{"cpu_ns":1006000000}],"machine":null},"#);
    assert_snapshot!(of("\"solution\":\"broken\",\"language\":\"rust\",\"case\""), @r#"{"problem":"trees","solution":"broken","language":"rust","case":null,"verdict":"CE","expected":["AC"],"as_expected":false,"cpu_ns":null,"wall_ns":null,"memory_bytes":null,"interactor_cpu_ns":null,"interactor_wall_ns":null,"passes":[],"exit_code":null,"signal":null,"reason":"error: expected `;`\n --> main.rs:1:9","place":null,"notes":[],"share":0.0,"stderr":null,"rechecks":[],"machine":null},"#);
    assert_snapshot!(of("\"solution\":\"slow\",\"language\":\"cpp\",\"verdict\""), @r#"{"problem":"sums","solution":"slow","language":"cpp","verdict":"TLE","expected":["AC"],"required":[],"as_expected":false,"unmet":null,"points":null,"max_points":null,"expected_points":null,"groups":[],"cases":3,"stopped_at":null,"max_cpu_ns":1006000000,"max_memory_bytes":3145728,"warnings":null},"#);
    assert_snapshot!(of("\"sandbox\""), @r#""sandbox": {"cpu":"perf task clock of the tree","memory":"cgroup v2","kill":"PID namespace","files":"open","network":"none (own namespace)","calls":"filtered (seccomp)"},"#);
}

#[test]
fn lines_come_as_things_happen_and_each_stands_alone() {
    let events = stream(FAKE_GUARANTEES, None);
    let lines = play(Format::Jsonl, Verbosity::Normal, 80, &events, ExitCode::JudgeFailed);
    let kinds: Vec<String> = lines
        .lines()
        .map(|line| {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(value["schema"], 1);
            value["event"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!(kinds.iter().filter(|kind| *kind == "result").count(), 16);
    assert_eq!(kinds.iter().filter(|kind| *kind == "solution").count(), 6);
    assert_eq!((kinds.first().unwrap().as_str(), kinds.last().unwrap().as_str()), ("started", "finished"));
    assert_snapshot!(lines.lines().last().unwrap(), @r#"{"schema":1,"event":"finished","wall_ns":2500000000,"interrupted":null,"steal_per_mille":0,"exit_code":3}"#);
}

#[test]
fn the_document_and_the_lines_read_back_as_they_were() {
    let events = stream(FAKE_GUARANTEES, None);
    let text = play(Format::Json, Verbosity::Normal, 80, &events, ExitCode::JudgeFailed);
    let document: GradeDocument = serde_json::from_str(&text).unwrap();
    assert_eq!((document.results.len(), document.solutions.len(), document.end.exit_code), (16, 6, 3));
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_value(&document).unwrap(), value);
    let lines = play(Format::Jsonl, Verbosity::Normal, 80, &events, ExitCode::JudgeFailed);
    let results: Vec<ResultLine> = lines
        .lines()
        .filter(|line| line.contains("\"event\":\"result\""))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(results.len(), 16);
    assert!(results.iter().all(|result| document.results.contains(result)));
}

/// No reporter needs more than the events: not the files, not the engine, not the summaries.
#[test]
fn after_an_interrupt_solutions_that_were_not_run_are_counted() {
    let mut events = stream(FAKE_GUARANTEES, Some(2));
    for event in &mut events {
        if let Event::Judged(outcome) = event
            && outcome.subject.solution != Name::from("greedy")
        {
            outcome.judgement = judge::skipped("interrupted");
        }
    }
    assert_snapshot!(play(Format::Human, Verbosity::Normal, 100, &events, ExitCode::Interrupted(2)), @"
    trees
      ✗ broken               CE   error: expected `;`  expected AC

    sums
      ✓ greedy               WA   2/3       0.012 of 1.00 s        2-large          3.0 MiB  as expected

    4 solutions were not run

    sums                  1
      greedy              ·w·

      · accepted, W wrong answer; lowercase: as expected

    ✗ trees/broken: CE (compile error)
      error: expected `;`
       --> main.rs:1:9

    not enforced here: programs can read and write the files of the user who runs the judge
    interrupted: 6 solutions, 3 runs, 2.500 s, 2 jobs
    ");
}

#[test]
fn lines_of_solutions_fit_a_narrow_terminal() {
    let events = stream(FAKE_GUARANTEES, None);
    let lines = |width: usize| -> Vec<String> {
        let text = play(Format::Human, Verbosity::Normal, width, &events, ExitCode::JudgeFailed);
        let is_line = |line: &&str| line.starts_with("  ✓ ") || line.starts_with("  ✗ ");
        text.lines().filter(is_line).map(str::to_owned).collect()
    };
    for width in 60..=200 {
        // What is longer is folded on a terminal.
        let is_short = |line: &&String| !line.contains("but no case shows it");
        for line in lines(width).iter().filter(is_short) {
            assert!(crate::ui::width_of(line) <= width, "{width}: {line}");
        }
    }
    assert_snapshot!(lines(80).join("\n"), @r"
    ✗ broken       CE   error: expected `;`  expected AC
    ✓ quick        AC   3/3     0.030 of 1.00 s     2-large   3.0 MiB
    ✓ greedy       WA   2/3     0.012 of 1.00 s     2-large   3.0 MiB  as expected
    ✗ slow         TLE  2/3     > 1.00 s        ███ 2-large   3.0 MiB  expected AC
    ✗ na\xefve\n   AC   3/3     0.001 of 1.00 s     3-edge    3.0 MiB  expected WA, but no case shows it
    ✗ careless     WA   0/3     0.012 of 1.00 s     1-samp…   3.0 MiB  expected AC
    ");
}

#[test]
fn a_stored_stream_makes_every_report_again() {
    let events = stream(FAKE_GUARANTEES, Some(2));
    let mut stored = Vec::new();
    let mut recorder = Recorder::new(&mut stored, Header::bare("grade"), None).unwrap();
    for event in &events {
        recorder.on_event(&Stamped { elapsed: Duration::ZERO, event: event.clone() }).unwrap();
    }
    recorder.finish(ExitCode::JudgeFailed).unwrap();
    drop(recorder);
    // That of GitHub also appends to a file that the environment names.
    let formats = Format::REPORTS.iter().copied().filter(|format| *format != Format::Github);
    for format in [Format::Human].into_iter().chain(formats) {
        for verbosity in [Verbosity::Quiet, Verbosity::Normal, Verbosity::Verbose] {
            let page = Page::default();
            let ui = Ui { width: 70, has_progress: false, verbosity };
            let mut reporter = report::open(format, Box::new(page.clone()), ui);
            assert_eq!(replay(stored.as_slice(), reporter.as_mut()).unwrap(), Some(ExitCode::JudgeFailed));
            drop(reporter);
            let again = page.text();
            assert_eq!(again, play(format, verbosity, 70, &events, ExitCode::JudgeFailed));
        }
    }
}
