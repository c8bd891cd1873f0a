//! A small ranking for the tests of every format.

use std::sync::Arc;
use std::time::Duration;

use crate::comparison::{Change, Comparison, Contender, Floors, Metric, Relation, RunSample, rank};
use crate::event::Subject;
use crate::machine::Machine;
use crate::measure::baseline::NOT_KEPT;
use crate::measure::{Against, Measured, StartCost};
use crate::model::{Bytes, Name};
use crate::stats::Interval;

/// A solution that takes about so many microseconds on each of two cases.
pub fn contender(index: usize, name: &str, microseconds: [u64; 2]) -> Contender {
    let sample = |(round, time): (usize, u64)| RunSample {
        round,
        cpu: Duration::from_micros(time),
        user: Duration::from_micros(time - 100),
        system: Duration::from_micros(100),
        wall: Duration::from_micros(time + 50),
        memory: Bytes(time * 1000),
        memory_grain: Bytes(0),
        page_faults: 3,
        switches: 1,
        instructions: Some(time * 1000),
    };
    let rounds = |base: u64| {
        (0..10).map(|round| base + (round * 7 + index as u64 * 3) % 5).enumerate().map(sample).collect()
    };
    Contender {
        subject: Arc::new(Subject {
            problem: Name::from("sums"),
            solution: Name::from(name),
            language: "rust".to_owned(),
        }),
        samples: microseconds.into_iter().map(rounds).collect(),
        disqualified: None,
    }
}

/// Two that are equal, one that is far slower, and one that is wrong.
pub fn contenders() -> Vec<Contender> {
    vec![
        contender(0, "slow, but sure", [8_000, 900_000]),
        contender(1, "quick", [800, 30_000]),
        contender(2, "quick-too", [802, 30_002]),
        Contender {
            disqualified: Some("WA on 2-large".to_owned()),
            samples: Vec::new(),
            ..contender(3, "wrong", [200, 200])
        },
    ]
}

/// The ranking of these.
pub fn with<T>(metric: Metric, then: impl FnOnce(&Measured) -> T) -> T {
    with_contenders(&Name::from("sums"), &contenders(), metric, then)
}

/// A ranking of others.
pub fn with_contenders<T>(
    problem: &Name,
    contenders: &[Contender],
    metric: Metric,
    then: impl FnOnce(&Measured) -> T,
) -> T {
    let is_time = matches!(metric, Metric::Cpu | Metric::Wall);
    colored::control::set_override(false);
    let cases = ["1-small", "2-large"].map(Name::from);
    let floors = Floors(if is_time { [("rust".to_owned(), 700e3)].into() } else { [].into() });
    let comparison: Comparison = rank((problem, &cases), contenders, metric, &floors);
    let machine = Machine {
        cpu: "A processor".to_owned(),
        cores: 4,
        kernel: "6.1".to_owned(),
        is_virtual: true,
        governor: Some("performance".to_owned()),
    };
    let ratio = Interval { estimate: 1.08, low: 1.05, high: 1.11 };
    then(&Measured {
        origins: vec!["rust: built by `cargo build --release`, cargo 1.95.0".to_owned()],
        sources: [(Name::from("quick"), Name::from("solutions/sums/quick.rs"))].into(),
        comparison,
        contenders: contenders.to_vec(),
        input_sizes: vec![12.0, 40_000.0],
        start_costs: vec![StartCost { language: "rust".to_owned(), time: Duration::from_micros(700) }],
        machine,
        load: 0.5,
        has_priority: false,
        ended: "10 rounds in 19.200 s".to_owned(),
        executables: Vec::new(),
        against: vec![
            Against {
                solution: Name::from("quick"),
                change: Ok(Change { ratio, relation: Relation::Worse, ratio_of_means: 1.08 }),
            },
            Against { solution: Name::from("quick-too"), change: Err(NOT_KEPT.to_owned()) },
        ],
        uncovered: Vec::new(),
        advice: vec!["time limits from 1.810 s on".to_owned()],
    })
}
