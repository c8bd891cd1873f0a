//! What is said of growth, to the letter.

use std::sync::Arc;
use std::time::Duration;

use crate::comparison::Metric;
use crate::comparison::growth::{GrowthCurve, Point, Use};
use crate::event::Subject;
use crate::machine::Machine;
use crate::measure::StartCost;
use crate::measure::growth::Grown;
use crate::model::Name;
use crate::report::comparison::growth::wording::rounded;
use crate::report::comparison::growth::{human, machine};
use crate::wire::growth::GrowthDocument;

const SIZES: [u64; 6] = [10, 20, 40, 80, 160, 320];

fn curve(name: &str, milliseconds: impl Fn(f64) -> f64) -> GrowthCurve {
    let point = |size: &u64| {
        let value = milliseconds(crate::comparison::growth::float(*size)) * 1e6;
        Point { size: *size, value, low: value, high: value, used: Use::Fitted }
    };
    GrowthCurve {
        subject: Arc::new(Subject {
            problem: Name::from("p"),
            solution: Name::from(name),
            language: "rust".to_owned(),
        }),
        limit: Some(2e9),
        points: SIZES.iter().map(point).collect(),
        ended: None,
        disqualified: None,
    }
}

/// The curves as they were measured.
fn grown(curves: &[GrowthCurve]) -> Grown {
    let machine = Machine {
        cpu: "AMD EPYC".to_owned(),
        cores: 2,
        kernel: "6.18".to_owned(),
        is_virtual: true,
        governor: None,
    };
    Grown {
        problem: Name::from("p"),
        metric: Metric::Cpu,
        parameter: "n".to_owned(),
        sizes: SIZES.to_vec(),
        seeds: 5,
        rounds: 3,
        curves: curves.to_vec(),
        start_costs: vec![StartCost { language: "rust".to_owned(), time: Duration::from_micros(750) }],
        machine,
        load: 0.5,
        ended: "measured in 2.500 s".to_owned(),
    }
}

/// What people read, from the line of sizes on.
fn shown(curves: &[GrowthCurve]) -> String {
    let grown = grown(curves);
    colored::control::set_override(false);
    let mut text = Vec::new();
    human::write(&mut text, &grown).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn each_solution_has_its_law_its_limit_and_its_points() {
    let mut slow = curve("slow", |n| n * n / 20.0);
    slow.points[5].value = 2.001e9;
    slow.points[5].used = Use::AtLeast;
    slow.ended = Some("TLE on n=320, seed 2".to_owned());
    let mut quick = curve("quick", |n| n / 10.0);
    quick.points[0].used = Use::NearStart;
    let wrong = GrowthCurve {
        disqualified: Some("WA on n=10, seed 1".to_owned()),
        points: Vec::new(),
        ..curve("wrong", |n| n)
    };
    let text = shown(&[quick, slow, wrong]);
    let expect = "\
p  CPU time by n: the mean over 5 seeds of the median of 3 rounds
  n              10       20       40       80      160      320
  quick  n, within ±0.1 %; n ≈ 20000 at the limit of 2.00 s, 62 times the largest size measured
  ▁▂▄▅▇█   1.00 ms*  2.00 ms  4.00 ms  8.00 ms  16.0 ms  32.0 ms
  slow  n², within ±0.1 %; over the limit of 2.00 s at n = 320; ended by TLE on n=320, seed 2
  ▁▃▄▆▇█    5.00 ms  20.0 ms  80.0 ms 320.0 ms   1.28 s > 2.00 s
  wrong  disqualified: WA on n=10, seed 1

starting an empty program takes 750 µs (rust): nothing is subtracted, and points below 2 times that are marked with * and not fitted
measured in 2.500 s
";
    assert_eq!(text, expect, "\n{text}");
}

#[track_caller]
fn says(curve: GrowthCurve, expect: &str) {
    let text = shown(&[curve]);
    assert!(text.lines().any(|line| line == expect), "no `{expect}` in\n{text}");
}

#[test]
fn what_a_law_does_not_say_is_said() {
    says(curve("a", |_| 3.0), "  a  1, within ±0.1 %; the limit of 2.00 s is not reached at any size");
    says(
        curve("a", |n| n / 1e4),
        "  a  n, within ±0.1 %; n ≈ 2.0 × 10⁷ at the limit of 2.00 s, an extrapolation 62500 times beyond what was measured",
    );
    says(
        curve("a", |n| 3.0 + n * n / 1e3),
        "  a  n² + 3.00 ms, within ±0.1 %; n ≈ 1413 at the limit of 2.00 s, 4.4 times the largest size measured",
    );
    says(
        curve("a", |n| n.powi(5)),
        "  a  no model fits: the nearest, n³, is off by 237 %; without a model, n^5.0 fits (within ±0.1 %)",
    );
    let few = curve("a", |n| n);
    says(
        GrowthCurve { points: few.points[..3].to_vec(), ..few.clone() },
        "  a  no model is fitted to 3 points: more sizes are needed",
    );
    let mut near = few;
    for point in &mut near.points[..3] {
        point.used = Use::NearStart;
    }
    says(near, "  a  no model is fitted to 3 points: 3 more measure only start-up time; use larger sizes");
}

#[test]
fn long_numbers_are_rounded() {
    let numbers = [3.12, 31.4, 99_999.4, 314_000.0, 1e17].map(rounded);
    assert_eq!(numbers, ["3.1", "31", "99999", "3.1 × 10⁵", "1.0 × 10¹⁷"]);
}

#[test]
fn the_document_reads_back_as_it_was() {
    let mut text = Vec::new();
    let curves = [curve("linear", |size| size), curve("constant", |_| 3.0)];
    machine::write(&mut text, &grown(&curves)).unwrap();
    let document: GrowthDocument = serde_json::from_slice(&text).unwrap();
    assert_eq!((document.floors[0].value, document.load.to_bits()), (750_000, 0.5_f64.to_bits()));
    let again = serde_json::to_string_pretty(&document).unwrap() + "\n";
    assert_eq!(again.as_bytes(), text);
}
