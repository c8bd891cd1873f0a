//! Every format over one small ranking.

use std::time::Duration;

use insta::assert_snapshot;

use crate::comparison::Metric;
use crate::measure::{Measured, StartCost};
use crate::model::Name;
use crate::report::comparison::fixture::{contender, with, with_contenders};
use crate::report::comparison::wording::remarks;
use crate::report::comparison::{ComparisonFormat, export_hyperfine, write_comparison};
use crate::stats::Interval;
use crate::ui::{Ui, Verbosity};
use crate::wire::comparison::{AgainstLine, ComparisonDocument};

fn written(format: ComparisonFormat, metric: Metric) -> String {
    let mut out = Vec::new();
    let ui = Ui { width: 100, has_progress: false, verbosity: Verbosity::Normal };
    with(metric, |measured| write_comparison(format, &mut out, measured, ui).unwrap());
    String::from_utf8(out).unwrap()
}

#[test]
fn people_read_a_ranking_with_bars_and_what_it_means() {
    assert_snapshot!(written(ComparisonFormat::Human, Metric::Cpu), @"
    sums  CPU time over 2 cases: the sum of the medians; ratios per case, 95 % intervals
       1  quick                   30.8 ms   1.00 ×                    ▇▇
       1  quick-too               30.8 ms  1.000 ×  0.998–1.002       ▇▇
       3  slow, but sure         908.0 ms   17.3 ×  17.3–17.3         ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
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
    assert_snapshot!(written(ComparisonFormat::Human, Metric::Memory).lines().nth(3).unwrap_or_default(), @"   3  slow, but sure        866.0 MiB   17.3 ×  17.3–17.3         ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇");
}

/// What is said of a ranking of two, a twentieth apart, that is changed like this.
fn said(metric: Metric, change: impl FnOnce(&mut Measured)) -> Vec<String> {
    let pair = [contender(0, "quick", [800, 30_000]), contender(1, "less-quick", [900, 30_300])];
    with_contenders(&Name::from("sums"), &pair, metric, |measured| {
        let mut measured = measured.clone();
        change(&mut measured);
        remarks(&measured).into_iter().map(|remark| remark.text).collect()
    })
}

#[test]
fn a_difference_below_that_of_starting_a_program_is_called_so() {
    let small = "quick and less-quick (200 µs a case) differ by less than process start-up time";
    let has = |said: Vec<String>| said.iter().any(|text| text == small);
    assert!(has(said(Metric::Cpu, |_| {})));
    assert!(!has(said(Metric::Cpu, |measured| measured.start_costs.clear())));
    assert!(!has(said(Metric::Memory, |_| {})));
    assert!(said(Metric::Cpu, |_| {}).iter().any(|text| text.starts_with("quick is 1.066 times faster")));
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

#[test]
fn tables_hold_the_same() {
    assert_snapshot!(written(ComparisonFormat::Csv, Metric::Wall), @r#"
    problem,solution,metric,rank,median_ns,min_ns,ratio,ratio_low,ratio_high,runs,disqualified
    sums,quick,wall,1,30904000,30900000,1.0000,1.0000,1.0000,10,
    sums,quick-too,wall,1,30905000,30901000,1.0000,0.9984,1.0016,10,
    sums,"slow, but sure",wall,3,908104000,908100000,16.8240,16.8064,16.8416,10,
    sums,wrong,wall,,,,,,,0,WA on 2-large
    "#);
    assert_snapshot!(written(ComparisonFormat::Markdown, Metric::Cpu), @"
    | rank | solution | cpu in ms | ratio | 95 % interval |
    |---:|:---|---:|---:|:---|
    | 1 | quick | 30.80 | 1.00 |  |
    | 1 | quick-too | 30.80 | 1.00 | 1.00–1.00 |
    | 3 | slow, but sure | 908.00 | 17.30 | 17.28–17.32 |
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
        measured.against = vec![(Name::from("quick"), Some(ratio)), (Name::from("new"), None)];
        measured.start_costs =
            vec![StartCost { language: "rust".to_owned(), time: Duration::from_micros(700) }];
        measured.advice = vec!["time limits from 2 s to 3 s".to_owned()];
        measured.load = 0.25;
        let ui = Ui { width: 100, has_progress: false, verbosity: Verbosity::Normal };
        write_comparison(ComparisonFormat::Json, &mut out, &measured, ui).unwrap();
        measured
    };
    let measured = with(Metric::Cpu, change);
    let document: ComparisonDocument = serde_json::from_slice(&out).unwrap();
    let against = |line: &AgainstLine| (line.solution.clone(), line.ratio, line.ratio_low, line.ratio_high);
    assert_eq!(
        document.against.iter().map(against).collect::<Vec<_>>(),
        [("quick".to_owned(), Some(1.5), Some(1.25), Some(2.0)), ("new".to_owned(), None, None, None)]
    );
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
    for key in ["command", "mean", "stddev", "median", "user", "system", "min", "max", "times", "exit_codes"]
    {
        assert!(results.iter().all(|result| result.get(key).is_some()), "{key}");
    }
    assert_eq!(results[1]["command"], "sums/quick");
    assert_eq!(results[1]["times"].as_array().unwrap().len(), 10);
    let mean = results[1]["mean"].as_f64().unwrap();
    assert!((mean - 0.030_904).abs() < 1e-5, "{mean}");
}
