//! Every format over one small ranking.

use std::time::Duration;

use clap::ValueEnum;
use insta::assert_snapshot;

use crate::comparison::{Change, Contender, Metric, Relation, RunSample};
use crate::exit_code::ExitCode;
use crate::measure::{Against, Measured, StartCost};
use crate::model::{Bytes, Name};
use crate::report::comparison::fixture::{contender, with, with_contenders};
use crate::report::comparison::wording::remarks;
use crate::report::comparison::{
    ComparisonEnd, ComparisonFormat, export_hyperfine, github, write_comparison,
};
use crate::stats::Interval;
use crate::ui::{Ui, Verbosity};
use crate::wire::comparison::{AgainstLine, ComparisonDocument};

fn written(format: ComparisonFormat, metric: Metric) -> String {
    let mut out = Vec::new();
    let ui = Ui { width: 100, has_progress: false, verbosity: Verbosity::Normal };
    with(metric, |measured| {
        write_comparison(format, &mut out, measured, &ComparisonEnd::fine(), ui).unwrap();
    });
    String::from_utf8(out).unwrap()
}

#[test]
fn people_read_a_ranking_with_bars_and_what_it_means() {
    assert_snapshot!(written(ComparisonFormat::Human, Metric::Cpu), @"
    sums  CPU time over 2 cases: geometric means of medians and of ratios, 95 % intervals
       1  quick                   4.91 ms   1.00 ×                    ▇▇
       1  quick-too               4.91 ms   1.00 ×  1.00–1.00         ▇▇
       3  slow, but sure          84.9 ms   17.3 ×  17.3–17.3         ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
       –  wrong                not compared: WA on 2-large

    no significant difference between quick, quick-too
    10 rounds in 19.200 s; intervals are within ±0.2 %
    starting an empty program takes 700 µs (rust): 2 of 6 medians are close to it and say little about the solutions; select longer cases with --cases
    quick: slower than the baseline by 8.0 % (95 % interval +5.0 % to +11.0 %)
    quick-too: not in the baseline
    time limits from 1.810 s on
    A processor, 4 cores, a virtual machine, Linux 6.1, governor performance, load 0.5
    rust: built by `cargo build --release`, cargo 1.95.0
    ");
}

#[test]
fn memory_is_ranked_in_mebibytes() {
    assert_snapshot!(written(ComparisonFormat::Human, Metric::Memory).lines().nth(3).unwrap_or_default(), @"   3  slow, but sure         81.0 MiB   17.3 ×  17.3–17.3         ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇");
}

/// What is said of a ranking of two, a twentieth apart, that is changed like this.
fn said(metric: Metric, change: impl FnOnce(&mut Measured)) -> Vec<String> {
    let pair = [contender(0, "quick", [1500, 30_000]), contender(1, "less-quick", [1700, 30_300])];
    with_contenders(&Name::from("sums"), &pair, metric, |measured| {
        let mut measured = measured.clone();
        change(&mut measured);
        remarks(&measured).into_iter().map(|remark| remark.text).collect()
    })
}

#[test]
fn a_difference_below_that_of_starting_a_program_is_called_so() {
    let small = "quick and less-quick (469 µs a case) differ by less than process start-up time";
    let has = |said: Vec<String>| said.iter().any(|text| text == small);
    assert!(has(said(Metric::Cpu, |_| {})));
    assert!(!has(said(Metric::Cpu, |measured| measured.start_costs.clear())));
    assert!(!has(said(Metric::Memory, |_| {})));
    let said = said(Metric::Cpu, |_| {});
    assert!(said[0].starts_with("quick is 1.069 times faster"), "{said:?}");
}

#[test]
fn a_shared_core_is_told() {
    let is_told = |has_priority, load| {
        let change = |measured: &mut Measured| (measured.has_priority, measured.load) = (has_priority, load);
        said(Metric::Cpu, change).iter().any(|text| text.contains("shared the cores (load 9.0)"))
    };
    assert_eq!(
        [(false, 9.0), (true, 9.0), (false, 3.9)].map(|(first, load)| is_told(first, load)),
        [true, false, false]
    );
    let machine = said(Metric::Cpu, |measured| measured.has_priority = true);
    assert!(machine.iter().any(|text| text.ends_with("load 0.5, programs at the highest priority")));
}

/// What is said of two solutions, the first changed like this run by run.
fn said_of_changed(metric: Metric, change: impl Fn(usize, &mut RunSample)) -> Vec<String> {
    let mut pair = [contender(0, "two", [8000, 30_000]), contender(1, "steady", [9000, 33_000])];
    for samples in &mut pair[0].samples {
        samples.iter_mut().enumerate().for_each(|(run, sample)| change(run, sample));
    }
    with_contenders(&Name::from("sums"), &pair, metric, |measured| {
        remarks(measured).into_iter().map(|remark| remark.text).collect()
    })
}

#[test]
fn outliers_of_one_solution_are_its_own_and_those_of_all_the_machines() {
    let slow = |run: usize, sample: &mut RunSample| sample.cpu *= if run % 3 == 1 { 9 } else { 1 };
    let own = "two: 6 of 20 samples are outliers, of the others 0 of 20: its time varies from run to run";
    let said = said_of_changed(Metric::Cpu, slow);
    assert!(said.iter().any(|text| text == own), "{said:?}");
    assert!(!said.iter().any(|text| text.contains("the machine is not quiet")), "{said:?}");
    let mut pair = [contender(0, "a", [8000, 30_000]), contender(1, "b", [9000, 33_000])];
    let told = |contenders: &[Contender]| {
        with_contenders(&Name::from("sums"), contenders, Metric::Cpu, |measured| {
            remarks(measured).into_iter().map(|remark| remark.text).collect::<Vec<_>>()
        })
    };
    for samples in pair.iter_mut().flat_map(|one| &mut one.samples) {
        samples.iter_mut().enumerate().for_each(|(run, sample)| slow(run, sample));
    }
    assert!(told(&pair).contains(&"12 of 40 samples are outliers: the machine is not quiet".to_owned()));
    let alone =
        "a: 6 of 20 samples are outliers: its time varies from run to run, or the machine is not quiet";
    assert!(told(&pair[..1]).contains(&alone.to_owned()), "{:?}", told(&pair[..1]));
}

#[test]
fn no_solution_is_faster_without_a_word_where_the_mean_says_otherwise() {
    let finding = "two is 1.11 times faster than steady at the median, but not on average";
    let doubt = "median and mean disagree: two is faster than steady at the median, slower on average";
    let begins = |said: &[String], text: &str| said.iter().any(|said| said.starts_with(text));
    let said = said_of_changed(Metric::Cpu, |run, sample| sample.cpu *= if run == 1 { 9 } else { 1 });
    assert!(begins(&said, finding) && begins(&said, doubt), "{said:?}");
    let said = said_of_changed(Metric::Cpu, |_, _| ());
    assert!(begins(&said, "two is 1.11 times faster than steady (95 %") && !begins(&said, "median and"));
}

#[test]
fn memory_below_what_the_counter_can_tell_is_said_to_be_so() {
    let small = |memory: [u64; 2]| {
        let mut pair = [contender(0, "a", [1, 1].map(|_| 1000)), contender(1, "b", [1000, 1000])];
        for (one, bytes) in pair.iter_mut().zip(memory) {
            for sample in one.samples.iter_mut().flatten() {
                (sample.memory, sample.memory_grain) = (Bytes(bytes), Bytes(512 << 10));
            }
        }
        pair
    };
    let ui = Ui { width: 100, has_progress: false, verbosity: Verbosity::Normal };
    let told = |memory| {
        with_contenders(&Name::from("sums"), &small(memory), Metric::Memory, |measured| {
            let (mut out, mut export) = (Vec::new(), Vec::new());
            write_comparison(ComparisonFormat::Human, &mut out, measured, &ComparisonEnd::fine(), ui)
                .unwrap();
            export_hyperfine(&mut export, measured).unwrap();
            let export: serde_json::Value = serde_json::from_slice(&export).unwrap();
            let least = export["results"][0]["memory_usage_byte"][0].as_u64().unwrap();
            (String::from_utf8(out).unwrap(), least)
        })
    };
    let (text, least) = told([0, 256 << 10]);
    assert_eq!(text.matches("  < 0.5 MiB  ").count(), 2, "{text}");
    assert!(text.contains("no significant difference between a, b"), "{text}");
    let doubt =
        "differences of memory below 0.5 MiB are not measured: the kernel counts it in steps of 256 KiB";
    assert!(text.contains(doubt), "{text}");
    assert_eq!(least, 512 << 10);
    // A step more or less is no difference, several are.
    assert!(told([512 << 10, 768 << 10]).0.contains("no significant difference"));
    assert!(told([512 << 10, 1536 << 10]).0.contains("b needs 3.00 times the memory of a"));
}

#[test]
fn no_number_is_missing_where_a_clock_has_not_moved() {
    let mut pair = [contender(0, "a", [1000, 1000]), contender(1, "b", [1000, 1000])];
    for sample in pair.iter_mut().flat_map(|one| &mut one.samples).flatten() {
        (sample.cpu, sample.wall, sample.memory) = (Duration::ZERO, Duration::ZERO, Bytes(0));
        (sample.user, sample.system, sample.instructions) = (Duration::ZERO, Duration::ZERO, Some(0));
    }
    let ui = Ui { width: 100, has_progress: false, verbosity: Verbosity::Normal };
    for metric in [Metric::Cpu, Metric::Wall, Metric::Memory, Metric::Instructions] {
        with_contenders(&Name::from("sums"), &pair, metric, |measured| {
            let mut out = Vec::new();
            for format in ComparisonFormat::value_variants() {
                write_comparison(*format, &mut out, measured, &ComparisonEnd::fine(), ui).unwrap();
            }
            let text = String::from_utf8(out).unwrap();
            let ratio = "\"ratio\": 1.0";
            assert!(!text.contains("NaN") && !text.contains("inf") && text.contains(ratio), "{text}");
        });
    }
}

#[test]
fn times_and_ratios_are_of_the_cases_that_decide() {
    // On the first case both take about what starting takes, and there the order is another.
    let pair = [contender(0, "scan", [1200, 30_000]), contender(1, "fold", [900, 60_000])];
    let ui = Ui { width: 100, has_progress: false, verbosity: Verbosity::Normal };
    let text = with_contenders(&Name::from("sums"), &pair, Metric::Cpu, |measured| {
        let mut out = Vec::new();
        write_comparison(ComparisonFormat::Human, &mut out, measured, &ComparisonEnd::fine(), ui).unwrap();
        String::from_utf8(out).unwrap()
    });
    assert_snapshot!(text.lines().take(8).collect::<Vec<_>>().join("\n"), @"
    sums  CPU time over 1 of 2 cases: geometric means of medians and of ratios, 95 % intervals
       1  scan                    30.0 ms   1.00 ×                    ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
       2  fold                    60.0 ms   2.00 ×  2.00–2.00         ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇

    scan is 2.00 times faster than fold (95 % interval 2.00–2.00)
    10 rounds in 19.200 s; intervals are within ±0.0 %
    starting an empty program takes 700 µs (rust): 2 of 4 medians are close to it and say little about the solutions; select longer cases with --cases
    1 case is not ranked, as no solution takes twice as long there as an empty program takes to start: 1-small
    ");
    let alone = [contender(0, "scan", [1200, 30_000])];
    let said = with_contenders(&Name::from("sums"), &alone, Metric::Cpu, |measured| {
        remarks(measured).into_iter().map(|remark| remark.text).collect::<Vec<_>>().join("\n")
    });
    assert!(said.contains("10 rounds in 19.200 s") && !said.contains("intervals"), "{said}");
    let tiny = [contender(0, "a", [900, 1000]), contender(1, "b", [1200, 1300])];
    let (ranks, said) = with_contenders(&Name::from("sums"), &tiny, Metric::Cpu, |measured| {
        let said: Vec<String> = remarks(measured).into_iter().map(|remark| remark.text).collect();
        (measured.comparison.rows.iter().map(|row| row.rank).collect::<Vec<_>>(), said)
    });
    assert_eq!(ranks, [1, 1]);
    let why =
        "no rank is decided: no solution takes twice as long on any case as an empty program takes to start";
    assert_eq!(said[0], why);
}

#[test]
fn tables_hold_the_same() {
    assert_snapshot!(written(ComparisonFormat::Csv, Metric::Wall), @r#"
    problem,solution,metric,rank,median_ns,min_ns,ratio,ratio_low,ratio_high,runs,disqualified
    sums,quick,wall,1,5060070,5053959,1.0000,1.0000,1.0000,10,
    sums,quick-too,wall,1,5066174,5060070,1.0000,0.9977,1.0023,10,
    sums,"slow, but sure",wall,3,85130598,85119930,16.8261,16.8074,16.8448,10,
    sums,wrong,wall,,,,,,,0,WA on 2-large
    "#);
    assert_snapshot!(written(ComparisonFormat::Markdown, Metric::Cpu), @"
    | rank | solution | cpu in ms | ratio | 95 % interval |
    |---:|:---|---:|---:|:---|
    | 1 | quick | 4.91 | 1.00 |  |
    | 1 | quick-too | 4.91 | 1.00 | 1.00–1.00 |
    | 3 | slow, but sure | 84.86 | 17.30 | 17.28–17.32 |
    | – | wrong | | | not compared: WA on 2-large |
    ");
}

#[test]
fn the_document_has_the_fields_that_are_promised() {
    let document: serde_json::Value =
        serde_json::from_str(&written(ComparisonFormat::Json, Metric::Cpu)).unwrap();
    assert_eq!((&document["schema"], &document["metric"]), (&1.into(), &"cpu".into()));
    let solutions = document["solutions"].as_array().unwrap();
    assert_eq!(solutions.len(), 4);
    for key in [
        "solution",
        "median_ns",
        "min_ns",
        "runs",
        "ratio",
        "ratio_low",
        "ratio_high",
        "rank",
        "disqualified",
    ] {
        assert!(solutions.iter().all(|solution| solution.get(key).is_some()), "{key}");
    }
    assert_eq!(
        (&solutions[0]["rank"], &solutions[1]["rank"], &solutions[2]["rank"]),
        (&1.into(), &1.into(), &3.into())
    );
    assert_eq!(solutions[3]["disqualified"], "WA on 2-large");
    assert_eq!(document["cases"][1]["solutions"][0]["median_ns"], 30_002_000);
    assert_eq!(document["machine"]["cores"], 4);
}

#[test]
fn a_machine_is_told_what_a_person_is() {
    let mut out = Vec::new();
    let change = |measured: &Measured| {
        let mut measured = measured.clone();
        let ratio = Interval { estimate: 1.5, low: 1.25, high: 2.0 };
        measured.against = vec![
            Against {
                solution: Name::from("quick"),
                change: Ok(Change { ratio, relation: Relation::Worse, ratio_of_means: 1.5 }),
            },
            Against { solution: Name::from("new"), change: Err("not in the baseline".to_owned()) },
        ];
        measured.uncovered = vec!["1 of the 2 cases of the baseline are compared".to_owned()];
        measured.start_costs =
            vec![StartCost { language: "rust".to_owned(), time: Duration::from_micros(700) }];
        measured.advice = vec!["time limits from 2 s to 3 s".to_owned()];
        measured.load = 0.25;
        let ui = Ui { width: 100, has_progress: false, verbosity: Verbosity::Normal };
        write_comparison(ComparisonFormat::Json, &mut out, &measured, &ComparisonEnd::fine(), ui).unwrap();
        measured
    };
    let measured = with(Metric::Cpu, change);
    let document: ComparisonDocument = serde_json::from_slice(&out).unwrap();
    let against = |line: &AgainstLine| (line.solution.clone(), line.ratio, line.ratio_low, line.ratio_high);
    assert_eq!(
        document.against.iter().map(against).collect::<Vec<_>>(),
        [("quick".to_owned(), Some(1.5), Some(1.25), Some(2.0)), ("new".to_owned(), None, None, None)]
    );
    let told = |line: &AgainstLine| (line.change.clone(), line.reason.clone());
    let (slower, why) = (Some("slower".to_owned()), Some("not in the baseline".to_owned()));
    assert_eq!(document.against.iter().map(told).collect::<Vec<_>>(), [(slower, None), (None, why)]);
    assert_eq!(document.uncovered, measured.uncovered);
    assert_eq!(
        (document.start_costs[0].language.as_str(), document.start_costs[0].time_ns),
        ("rust", 700_000)
    );
    assert_eq!((document.load.to_bits(), document.ended), (0.25_f64.to_bits(), measured.ended));
    assert_eq!((document.advice, document.priority), (measured.advice, measured.has_priority));
}

#[test]
fn the_document_reads_back_as_it_was() {
    for metric in [Metric::Cpu, Metric::Memory, Metric::Instructions] {
        let text = written(ComparisonFormat::Json, metric);
        let document: ComparisonDocument = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string_pretty(&document).unwrap() + "\n", text);
    }
}

#[test]
fn the_export_is_what_the_scripts_of_hyperfine_read() {
    let mut out = Vec::new();
    with(Metric::Cpu, |measured| export_hyperfine(&mut out, measured).unwrap());
    let document: serde_json::Value = serde_json::from_slice(&out).unwrap();
    let results = document["results"].as_array().unwrap();
    assert_eq!(results.len(), 3);
    // Those of hyperfine 1.20, in the order of the alphabet; it has `parameters` only where there are some.
    let keys = [
        "command",
        "exit_codes",
        "max",
        "mean",
        "median",
        "memory_usage_byte",
        "min",
        "stddev",
        "system",
        "times",
        "user",
    ];
    for result in results {
        assert!(result.as_object().unwrap().keys().eq(keys), "{result}");
    }
    assert_eq!(results[1]["command"], "sums/quick");
    assert_eq!(results[1]["times"].as_array().unwrap().len(), 10);
    let mean = results[1]["mean"].as_f64().unwrap();
    assert!((mean - 0.030_904).abs() < 1e-5, "{mean}");
}

#[test]
fn the_deviation_of_a_single_run_is_null_as_in_hyperfine() {
    let one = contender(0, "quick", [800, 30_000]);
    let samples = one.samples.iter().map(|samples| samples[..1].to_vec()).collect();
    let one = Contender { samples, ..one };
    let mut out = Vec::new();
    let written = |measured: &Measured| export_hyperfine(&mut out, measured).unwrap();
    with_contenders(&Name::from("sums"), &[one], Metric::Cpu, written);
    let document: serde_json::Value = serde_json::from_slice(&out).unwrap();
    assert!(document["results"][0]["stddev"].is_null(), "{document}");
}

#[test]
fn github_is_told_what_became_slower_and_gets_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("summary.md");
    let mut out = Vec::new();
    with(Metric::Cpu, |measured| github::write(&mut out, measured, Some(&path)).unwrap());
    assert_snapshot!(String::from_utf8(out).unwrap(), @"::warning title=harness::sums/quick: 1.08 times the cpu of the baseline (95 %25 interval 1.05–1.11)");
    let table = written(ComparisonFormat::Markdown, Metric::Cpu);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{table}\n"));
}

/// What readers of tests are told where a solution may be slower than the baseline by this part.
fn tested(format: ComparisonFormat, limit: Option<f64>, trouble: Option<&str>) -> String {
    let mut out = Vec::new();
    let ui = Ui { width: 100, has_progress: false, verbosity: Verbosity::Normal };
    let exit_code = if limit.is_some() || trouble.is_some() { ExitCode::Unexpected } else { ExitCode::Fine };
    let end = ComparisonEnd { limit, exit_code, trouble: trouble.map(str::to_owned) };
    with(Metric::Cpu, |measured| write_comparison(format, &mut out, measured, &end, ui).unwrap());
    String::from_utf8(out).unwrap()
}

#[test]
fn a_solution_that_became_too_slow_is_a_test_that_failed() {
    let formats = [
        (ComparisonFormat::Junit, "<failure "),
        (ComparisonFormat::Tap, "\nnot ok "),
        (ComparisonFormat::LibtestJson, "\"event\":\"failed\""),
        (ComparisonFormat::Short, ": error: "),
    ];
    for (format, failed) in formats {
        assert!(tested(format, Some(0.05), None).contains(failed), "{format:?}");
        assert!(!tested(format, Some(0.1), None).contains(failed), "{format:?}");
        assert!(!tested(format, None, None).contains(failed), "{format:?}");
        assert!(
            tested(format, Some(0.1), Some("it was not compared")).contains("it was not compared"),
            "{format:?}"
        );
    }
    assert_snapshot!(tested(ComparisonFormat::Tap, Some(0.05), None), @r#"
    TAP version 13
    ok 1 - sums/quick/1-small
    ok 2 - sums/quick/2-large
    not ok 3 - sums/quick
      ---
      message: "AC: slower than the baseline by 8.0 % (95 % interval +5.0 % to +11.0 %)"
      verdict: AC
      expected: AC
      cpu_seconds: 0.030002
      ...
    ok 4 - sums/quick-too/1-small
    ok 5 - sums/quick-too/2-large
    ok 6 - sums/quick-too
    ok 7 - sums/slow, but sure/1-small
    ok 8 - sums/slow, but sure/2-large
    ok 9 - sums/slow, but sure
    ok 10 - sums/wrong # SKIP not measured: WA on 2-large
    1..10
    "#);
    assert_snapshot!(tested(ComparisonFormat::Short, Some(0.05), None), @"
    solutions/sums/quick.rs:1:1: error: AC of quick: slower than the baseline by 8.0 % (95 % interval +5.0 % to +11.0 %)
    1 of 10 results not as expected
    ");
    let junit = tested(ComparisonFormat::Junit, None, None);
    assert!(junit.starts_with("<?xml ") && junit.ends_with("</testsuites>\n"), "{junit}");
    for metric in [Metric::Cpu, Metric::Wall] {
        let lines = written(ComparisonFormat::LibtestJson, metric);
        assert!(lines.contains(r#""name":"sums/quick/1-small","exec_time":0.0008"#), "{lines}");
    }
    let lines = tested(ComparisonFormat::LibtestJson, None, None);
    let first = r#"{"type":"suite","event":"started","test_count":10}"#;
    let last =
        r#"{"type":"suite","event":"ok","passed":9,"failed":0,"ignored":1,"measured":0,"filtered_out":0}"#;
    assert!(lines.starts_with(first) && lines.trim_end().ends_with(last), "{lines}");
}
