//! What is shown of a run at one moment, at several sizes.

use std::sync::Arc;
use std::time::Duration;

use insta::assert_snapshot;

use crate::event::fixture::{outcome, plan, planned, subject};
use crate::event::{Event, JobName, RunPlan, Stamped};
use crate::model::{Expectation, Verdict};
use crate::report::live::scene::Scene;
use crate::scoreboard::Scoreboard;
use crate::ui::{Size, width_of};

/// A scene, and what follows from its events.
struct Stage {
    scene: Scene,
    scoreboard: Scoreboard,
    plan: Arc<RunPlan>,
}

impl Stage {
    /// A run over these problems, each with its solutions and cases.
    fn new(problems: &[(&str, &[&str], &[&str])]) -> Self {
        let solutions = problems.iter().flat_map(|(problem, names, cases)| {
            let wrong = |name: &str| {
                let verdicts = if name.starts_with("bad") {
                    vec![Verdict::Accepted, Verdict::WrongAnswer]
                } else {
                    vec![Verdict::Accepted]
                };
                planned(&subject(problem, name, "c"), Expectation::everywhere(verdicts), cases)
            };
            names.iter().map(move |name| wrong(name)).collect::<Vec<_>>()
        });
        let plan = Arc::new(plan(solutions.collect()));
        let mut stage = Self { scene: Scene::default(), scoreboard: Scoreboard::default(), plan };
        stage.tell(0, Event::RunStarted(Arc::clone(&stage.plan)));
        stage
    }

    fn tell(&mut self, milliseconds: u64, event: Event) {
        let event = Stamped { elapsed: Duration::from_millis(milliseconds), event };
        let summary = self.scoreboard.take(&event.event);
        self.scene.take(&event);
        if let Some(summary) = summary {
            self.scene.finished(&summary);
        }
    }

    fn name(&self, solution: usize, case: usize) -> JobName {
        let planned = &self.plan.solutions()[solution];
        JobName { subject: Arc::clone(&planned.subject), case: planned.cases[case].name.clone() }
    }

    fn started(&mut self, milliseconds: u64, solution: usize, case: usize) {
        let name = self.name(solution, case);
        self.tell(milliseconds, Event::Started(name));
    }

    /// The first cases of a solution are judged.
    fn judged(&mut self, solution: usize, verdicts: &[Verdict]) {
        for (case, verdict) in verdicts.iter().enumerate() {
            let JobName { subject, case } = self.name(solution, case);
            let mut outcome = outcome(&subject, case, *verdict);
            let planned = &self.plan.solutions()[solution];
            outcome.expected = planned.expectation.permitted(&outcome.case).to_vec();
            self.tell(0, Event::Judged(Box::new(outcome)));
        }
    }

    #[track_caller]
    fn shown(&self, milliseconds: u64, columns: usize, rows: usize) -> String {
        colored::control::set_override(false);
        let lines = self.scene.lines(Duration::from_millis(milliseconds), Size { columns, rows });
        assert!(lines.len() <= rows, "{} lines in {rows} rows", lines.len());
        for line in &lines {
            assert!(width_of(line) <= columns, "{} columns in {columns}: {line:?}", width_of(line));
        }
        lines.join("\n")
    }
}

const CASES: [&str; 6] = ["sample/1", "sample/2", "secret/1", "secret/2", "secret/3", "45-big"];

fn stage() -> Stage {
    use Verdict::{Accepted, TimeLimit, WrongAnswer};
    let mut stage = Stage::new(&[
        ("codeforces-225d", &["automaton", "bad-dedup", "bitmask", "flat"], &CASES),
        ("guess", &["halves", "bad-guess", "waits"], &["1", "2", "3"]),
    ]);
    stage.judged(0, &[Accepted; 6]);
    stage.judged(1, &[Accepted, WrongAnswer, Accepted]);
    stage.judged(2, &[Accepted, Accepted, TimeLimit]);
    stage.started(1_000, 1, 3);
    stage.started(2_000, 2, 5);
    stage.started(2_600, 4, 0);
    stage
}

#[test]
fn what_runs_what_is_slow_and_the_matrix_are_shown() {
    assert_snapshot!(stage().shown(2_700, 79, 23), @"
    ⠧ judging ━━━━━━━━━━━━━━━━━━━━━────────────────────────────────────── 12/33 2 s
      slow: codeforces-225d/bad-dedup/secret/2 1.7 of 1.00 s ██████████
      runs: codeforces-225d/bitmask/45-big, guess/halves/1
    codeforces-225d  6 cases
      ✓ automaton ··│···│·
        bad-dedup ·w│·* │
      ! bitmask   ··│T  │*
    guess  3 cases
        halves    *
      … 3 solutions wait
    ");
    assert_snapshot!(stage().shown(3_300, 39, 19), @"
    ⠸ judging ━━━━━━╸──────────── 12/33 3 s
      slow: …dedup/secret/2 2.3 of 1.00 s ‼
      slow: …bitmask/45-big 1.3 of 1.00 s ‼
      runs: guess/halves/1
    codeforces-225d  6 cases
      ✓ automaton ··│···│·
        bad-dedup ·w│·* │
      ! bitmask   ··│T  │*
    guess  3 cases
        halves    *
      … 3 solutions wait
    ");
    assert_snapshot!(stage().shown(3_300, 119, 6), @"
    ⠸ judging ━━━━━━━━━━━━━━━━━━━━━╸────────────────────────────────────── 12/33 3 s
      slow: codeforces-225d/bad-dedup/secret/2 2.3 of 1.00 s ██████████
      slow: codeforces-225d/bitmask/45-big 1.3 of 1.00 s ██████████
      runs: guess/halves/1
    ");
}

#[test]
fn a_build_is_told_before_the_run_and_beside_it() {
    let mut stage = Stage::new(&[("p", &["a", "b"], &["1", "2"])]);
    let building =
        |names: &[&str]| Event::Building { names: names.iter().map(ToString::to_string).collect(), done: 2 };
    stage.tell(0, building(&["a/b", "蛇/c"]));
    assert!(stage.shown(2_700, 79, 23).contains("\n  building: a/b, 蛇/c\n"));
    stage.started(2_700, 0, 0);
    assert!(!stage.shown(2_700, 79, 23).contains("building"));
    stage.judged(0, &[Verdict::Accepted; 2]);
    stage.tell(0, Event::BuildFinished);
    assert!(!stage.shown(2_700, 79, 23).contains("building"));
    let mut before = Scene::default();
    let event = |event| Stamped { elapsed: Duration::ZERO, event };
    before.take(&event(Event::BuildStarted { programs: 3 }));
    let size = Size { columns: 60, rows: 5 };
    assert_eq!(before.lines(Duration::from_secs(1), size), ["⠋ building 3 programs 1 s"]);
    before.take(&event(building(&["a/b"])));
    assert_eq!(before.lines(Duration::from_secs(1), size), ["⠋ building, 2 of 3 done: a/b 1 s"]);
}

#[test]
fn a_job_that_waits_runs_no_more() {
    let mut stage = stage();
    let name = stage.name(2, 5);
    stage.tell(2_650, Event::Waits(name));
    let shown = stage.shown(4_000, 79, 23);
    assert!(!shown.contains("bitmask/45-big"), "{shown}");
    // It is run again, alone.
    stage.started(4_000, 2, 5);
    assert!(stage.shown(4_100, 79, 23).contains("runs: codeforces-225d/bitmask/45-big"));
    stage.judged(2, &[Verdict::Accepted; 6]);
    assert!(!stage.shown(4_100, 79, 23).contains("bitmask/"), "{}", stage.shown(4_100, 79, 23));
}

#[test]
fn a_solution_that_is_not_built_is_done() {
    let mut stage = Stage::new(&[("p", &["a", "b"], &["1", "2"])]);
    let subject = stage.name(0, 0).subject;
    let why = "error".to_owned();
    let verdict = Verdict::CompileError;
    stage.tell(
        0,
        Event::NotBuilt(Box::new(crate::event::NotBuilt {
            is_absent: false,
            subject,
            verdict,
            why,
            is_missing: false,
        })),
    );
    stage.judged(1, &[Verdict::Accepted]);
    assert_snapshot!(stage.shown(1_000, 60, 20), @"
    ⠋ judging, 1 not as expected ━━━━━╸───────────────── 1/4 1 s
    p  2 cases
      ✗ a CE
        b ·
    ");
}

#[test]
fn nothing_is_wider_or_higher_than_the_terminal() {
    let names: Vec<String> = (0..60).map(|index| format!("solution-蛇🐍e\u{301}-{index}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let cases: Vec<String> = (0..300).map(|index| format!("group-{}/{index}", index / 40)).collect();
    let cases: Vec<&str> = cases.iter().map(String::as_str).collect();
    let mut stage =
        Stage::new(&[("p", &names, &cases), ("a problem with a long name 蛇蛇蛇蛇蛇蛇蛇蛇", &names, &["1"])]);
    for solution in 0..50 {
        let verdict = if solution % 7 == 0 { Verdict::WrongAnswer } else { Verdict::Accepted };
        let judged = if solution < 40 { 300 } else { 20 };
        stage.judged(solution, &vec![verdict; judged]);
        if solution >= 40 {
            stage.started(10 * solution as u64, solution, 20);
        }
    }
    for columns in (1..80).chain([119, 199, 299]) {
        for rows in [1, 2, 3, 5, 9, 19, 23, 39, 49, 200] {
            for at in [100, 600, 5_000] {
                stage.shown(at, columns, rows);
            }
        }
    }
    // Of 60 solutions those that run are shown, and what is left out is told.
    let shown = stage.shown(5_000, 79, 23);
    assert!(shown.lines().count() <= 15, "{shown}");
    assert!(shown.contains("cases, a letter for"), "{shown}");
    assert_eq!(shown.lines().last(), Some("  … 43 more are not shown, 70 wait"));
}

#[test]
fn of_many_solutions_those_are_shown_that_end_last() {
    let names: Vec<String> = (0..3_000).map(|index| format!("student-{index}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let cases: Vec<String> = (0..20).map(|index| index.to_string()).collect();
    let cases: Vec<&str> = cases.iter().map(String::as_str).collect();
    let mut stage = Stage::new(&[("p", &names, &cases)]);
    for solution in 0..2_999 {
        stage.judged(solution, &[Verdict::Accepted; 20]);
    }
    stage.started(0, 2_999, 2);
    let shown = stage.shown(100, 79, 23);
    assert!(shown.contains("student-2999   *\n") && shown.contains("✓ student-2998 "), "{shown}");
    assert_eq!(shown.lines().last(), Some("  … 2989 more are not shown"));
}
