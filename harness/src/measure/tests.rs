//! Rounds, start costs, baselines and growth on exact facts: no program runs, and none is timed.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use harness_sandbox::{Ending, Execution, FakeSandbox, Stop, Usage};

use crate::comparison::{Contender, Floors, Metric, Pairing, Ranking, Relation};
use crate::event::Subject;
use crate::event::fixture::{execution, language, limits};
use crate::measure::bench::{Bench, MeasureRequest};
use crate::measure::growth::{self, Axis, GrowthRequest};
use crate::measure::rounds;
use crate::model::{Case, CheckerChoice, Expectation, Language, Name, RoleKind, Rules};
use crate::plan::{Check, Entry};
use crate::programs::fixture::Lab;
use crate::run::Pool;
use crate::ui::{Progress, Ui, Verbosity};

fn hidden() -> Progress {
    Progress::new(&Ui { width: 80, has_progress: false, verbosity: Verbosity::Quiet })
}

/// Cases with the answer `1`.
fn cases(folder: &std::path::Path, count: usize) -> Vec<Case> {
    let rules = Arc::new(Rules { limits: limits(), checker: CheckerChoice::Lines });
    let case = |index: usize| {
        let file = |extension: &str| {
            let path = folder.join(format!("{index}.{extension}"));
            std::fs::write(&path, "1\n").unwrap();
            path
        };
        let name = Name::from(index.to_string().as_str());
        Case::of_files(name, (file("in"), Some(file("ans"))), rules.clone())
    };
    (0..count).map(case).collect()
}

struct Race {
    folder: tempfile::TempDir,
    language: Language,
    expectation: Expectation,
    stop: Stop,
}

impl Race {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            language: language(),
            expectation: Expectation::accepted(),
            stop: Stop::new().unwrap(),
        }
    }

    /// The rounds that each solution had, and why it ended: solution `i` takes `micros[i]` for a run, give or
    /// take a few microseconds that depend on how often it ran.
    fn run(
        &self,
        micros: &'static [u64],
        cases_count: usize,
        request: MeasureRequest,
    ) -> (Vec<usize>, String) {
        let runs = AtomicU64::new(0);
        let time = move |index: usize| {
            let wobble = runs.fetch_add(1, Ordering::Relaxed) * 7 % 5;
            Duration::from_micros(micros[index] + wobble)
        };
        let pairing = Pairing::none(micros.len());
        let (contenders, ended) = self.contenders((micros.len(), cases_count), time, request, &pairing);
        (contenders.iter().map(Contender::rounds).collect(), ended)
    }

    /// What is measured of so many solutions on so many cases, and why it ended, where a run of a solution
    /// takes this.
    fn contenders(
        &self,
        (count, cases_count): (usize, usize),
        time: impl Fn(usize) -> Duration + Send + Sync + 'static,
        request: MeasureRequest,
        pairing: &Pairing,
    ) -> (Vec<Contender>, String) {
        let cases = cases(self.folder.path(), cases_count);
        let sandbox = FakeSandbox::new(move |_, program, _| {
            let index: usize = program.executable.to_string_lossy()[1..].parse().unwrap();
            let cpu = time(index);
            let usage = Usage { cpu, wall: cpu, ..execution().usage };
            let facts = Execution { ending: Ending::Exited(0), usage, stdout_bytes: 2, ..execution() };
            Ok((facts, b"1\n".to_vec()))
        });
        let subject = |index: usize| {
            Arc::new(Subject {
                problem: Name::from("p"),
                solution: Name::from(format!("s{index}").as_str()),
                language: "rust".to_owned(),
            })
        };
        let entry = |index: usize| Entry {
            index,
            subject: subject(index),
            program: harness_sandbox::Program {
                executable: format!("/{index}").into(),
                args: Vec::new(),
                files: Vec::new(),
                state: None,
                stdin: harness_sandbox::Stdin::Empty,
                environment: Vec::new(),
                pad: 0,
                folder: None,
                kept: None,
                answers_apart: false,
            },
            language: &self.language,
            cases: cases.iter().collect(),
            expectation: &self.expectation,
            check: Check::Compare,
            function: None,
        };
        let entries: Vec<Entry<'_>> = (0..count).map(entry).collect();
        let contender =
            |index| Contender { subject: subject(index), samples: Vec::new(), disqualified: None };
        let mut contenders: Vec<Contender> = (0..count).map(contender).collect();
        let pool = Pool::single();
        let bench = Bench { sandbox: &sandbox, stop: &self.stop, pool: &pool };
        let ended = rounds::measure(
            &bench,
            &request,
            &entries,
            (&mut contenders, pairing),
            &Floors::default(),
            &hidden(),
        );
        (contenders, ended)
    }
}

/// What a run takes on a machine whose speed drifts, and now and then changes by a factor; the second half of
/// the solutions takes so much more.
fn drifting(seed: u64, count: usize, factor: f64) -> impl Fn(usize) -> Duration + Send + Sync + 'static {
    let machine = Mutex::new((ChaCha8Rng::seed_from_u64(seed), 0.0_f64, 1.0_f64));
    move |index| {
        let (random, drift, level) = &mut *machine.lock().unwrap();
        *drift = 0.99 * *drift + (random.random::<f64>() - 0.5) * 0.03;
        if random.random::<f64>() < 0.005 {
            *level = 0.5 + 1.5 * random.random::<f64>();
        }
        let own = 1.0 + random.random::<f64>().powi(3) * 0.06;
        let factor = if index * 2 >= count { factor } else { 1.0 };
        Duration::from_secs_f64(0.01 * *level * drift.exp() * own * factor)
    }
}

/// How many of so many comparisons in the automatic mode are as expected.
fn automatic(comparisons: u64, factor: f64, is_right: fn(&[Contender], &Pairing) -> bool) -> usize {
    let race = Race::new();
    let pairing = Pairing { ranked: 1, pairs: vec![(0, 1)], cases: vec![0] };
    let is_right = |seed: &u64| {
        let time = drifting(*seed, 2, factor);
        let (contenders, _) = race.contenders((2, 1), time, request(None), &pairing);
        is_right(&contenders, &pairing)
    };
    (0..comparisons).filter(is_right).count()
}

#[test]
fn the_automatic_mode_finds_no_difference_between_equals_however_the_machine_drifts() {
    let equal = automatic(100, 1.0, |contenders, pairing| {
        let ranking = Ranking::of(contenders, Metric::Cpu, &Floors::default());
        let change = pairing.changes(contenders, Metric::Cpu)[0].unwrap();
        let has_changed = matches!(change.relation, Relation::Better | Relation::Worse);
        [0, 1].map(|index| ranking.rank(index)) == [1, 1] && !has_changed
    });
    assert!(equal >= 95, "{equal} of 100");
    let slower = automatic(40, 1.0 / 1.1, |contenders, pairing| {
        pairing.changes(contenders, Metric::Cpu)[0].unwrap().relation == Relation::Worse
    });
    assert!(slower >= 38, "{slower} of 40");
}

#[test]
fn a_program_of_a_baseline_runs_on_the_common_cases_and_ends_with_what_it_is_held_against() {
    let race = Race::new();
    let pairing = Pairing { ranked: 1, pairs: vec![(0, 1)], cases: vec![1] };
    let time = |_: usize| Duration::from_millis(3);
    let (contenders, ended) = race.contenders((2, 3), time, request(Some(4)), &pairing);
    let rounds = |index: usize| contenders[index].samples.iter().map(Vec::len).collect::<Vec<_>>();
    assert_eq!((rounds(0), rounds(1)), (vec![4, 4, 4], vec![0, 4]));
    assert!(ended.starts_with("4 rounds in "), "{ended}");
}

#[test]
fn an_interrupt_keeps_the_rounds_that_were_measured() {
    let race = Race::new();
    let (stop, runs) = (race.stop.clone(), AtomicU64::new(0));
    let time = move |_: usize| {
        // Two to warm up, three rounds of two, and the first of the next.
        if runs.fetch_add(1, Ordering::Relaxed) == 8 {
            stop.now();
        }
        Duration::from_millis(3)
    };
    let (contenders, ended) = race.contenders((2, 1), time, request(Some(9)), &Pairing::none(2));
    assert_eq!(contenders.iter().map(Contender::rounds).collect::<Vec<_>>(), [3, 3]);
    assert!(ended.starts_with("3 rounds in ") && ended.ends_with(", interrupted"), "{ended}");
}

fn request(runs: Option<usize>) -> MeasureRequest {
    MeasureRequest { metric: Metric::Cpu, runs, max_time: Duration::from_hours(1), limits: false }
}

#[test]
fn so_many_rounds_are_run_as_are_asked_for() {
    let (rounds, ended) = Race::new().run(&[1000, 2000, 3000], 2, request(Some(5)));
    assert_eq!(rounds, [5, 5, 5]);
    assert!(ended.starts_with("5 rounds in "), "{ended}");
}

#[test]
fn solutions_that_are_told_apart_end_it_after_two_looks() {
    let (rounds, _) = Race::new().run(&[1000, 5000], 2, request(None));
    assert!(rounds.iter().all(|rounds| *rounds <= 8), "{rounds:?}");
}

#[test]
fn a_solution_that_is_settled_is_dropped_and_the_close_ones_go_on() {
    let (rounds, _) = Race::new().run(&[1000, 1012, 90_000], 2, request(None));
    assert!(rounds[0] > rounds[2] && rounds[0] == rounds[1], "{rounds:?}");
}

#[test]
fn nothing_is_measured_where_no_solution_is_right() {
    let race = Race::new();
    let pool = Pool::single();
    let sandbox = FakeSandbox::new(|_, _, _| panic!("nothing runs"));
    let bench = Bench { sandbox: &sandbox, stop: &race.stop, pool: &pool };
    let ended = rounds::measure(
        &bench,
        &request(None),
        &[],
        (&mut [], &Pairing::none(0)),
        &Floors::default(),
        &hidden(),
    );
    assert_eq!(ended, "nothing was measured: no solution is right on every case");
}

fn generate(args: &[String], _: &str) -> (String, i32) {
    let n = args.iter().find_map(|arg| arg.strip_prefix("n=")).unwrap_or("1");
    (format!("{n} {}\n", args[0]), 0)
}

fn first(_: &[String], input: &str) -> (String, i32) {
    (format!("{}\n", input.split(' ').next().unwrap()), 0)
}

fn wrong_from_eight(args: &[String], input: &str) -> (String, i32) {
    let (text, status) = first(args, input);
    if text.trim().parse::<u32>().unwrap() >= 8 { ("0\n".to_owned(), 0) } else { (text, status) }
}

#[test]
fn growth_measures_every_size_by_the_answers_of_the_reference_and_drops_what_is_wrong() {
    let lab = Lab::new(CheckerChoice::Lines)
        .right("right", first)
        .right("wrong", wrong_from_eight)
        .reference("right")
        .helper(RoleKind::Generator, "generate", generate);
    lab.with(|programs, folder, calls| {
        let axis = Axis { parameter: "n", letter: "n", sizes: &[2, 4, 8, 16], words: "" };
        let request = GrowthRequest { metric: Metric::Cpu, rounds: 3, max_time: Duration::from_hours(1) };
        let progress = hidden();
        let how = (&axis, &request);
        let grown = growth::measure(programs, &[0, 1], how, Vec::new(), (folder, &progress)).unwrap();
        let sizes = |curve: usize| -> Vec<u64> {
            grown.curves[curve].points.iter().map(|point| point.size).collect()
        };
        assert_eq!((sizes(0), sizes(1)), (vec![2, 4, 8, 16], vec![2, 4]));
        assert_eq!(grown.curves[1].disqualified.as_deref(), Some("WA on n=8, seed 1"));
        // At each size: five answers, five judged, three rounds of five.
        assert_eq!(calls.of("right"), 4 * (5 + 5 + 15));
        assert_eq!(calls.of("wrong"), 2 * (5 + 15) + 1);
    });
}

#[test]
fn growth_stops_where_there_is_no_answer() {
    let lab = Lab::new(CheckerChoice::Lines)
        .right("right", |args, input| {
            let (text, _) = first(args, input);
            let is_small = text.trim().parse::<u32>().unwrap() < 8;
            (text, i32::from(!is_small))
        })
        .reference("right")
        .helper(RoleKind::Generator, "generate", generate);
    lab.with(|programs, folder, _| {
        let axis = Axis { parameter: "n", letter: "n", sizes: &[2, 4, 8, 16], words: "" };
        let request = GrowthRequest { metric: Metric::Cpu, rounds: 2, max_time: Duration::from_hours(1) };
        let progress = hidden();
        let grown =
            growth::measure(programs, &[0], (&axis, &request), Vec::new(), (folder, &progress)).unwrap();
        let why = "stopped at n=8: neither the reference nor a consensus gives an answer there";
        assert_eq!(grown.ended, why);
    });
}

#[test]
fn a_baseline_that_is_missing_may_be_one_of_another_name() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("before.json"), "{}").unwrap();
    let hints = |name: &str| {
        let loaded = crate::measure::baseline::load(&folder.path().join(format!("{name}.json")), name);
        loaded.err().unwrap().hints
    };
    assert_eq!(hints("befor"), ["did you mean `before`?"]);
    assert_eq!(hints("x"), ["make the baseline first, with --save x"]);
}
