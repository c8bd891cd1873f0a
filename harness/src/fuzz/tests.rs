//! A hunt on exact facts: what is asked of which solution, what is found, and what it becomes.

use std::path::PathBuf;
use std::time::Instant;

use crate::fuzz::oracle::{Discrepancy, Oracle};
use crate::fuzz::reduce::FailingInput;
use crate::fuzz::schedule::Schedule;
use crate::fuzz::{Hunt, HuntLine, Search};
use crate::model::{CheckerChoice, Name, RoleKind, Verdict};
use crate::programs::fixture::{Calls, Lab};
use crate::programs::{InputFolder, ProblemPrograms};
use crate::ui::{Progress, Ui, Verbosity};

/// Prints how many numbers there are.
fn count(_: &[String], input: &str) -> (String, i32) {
    (format!("{}\n", input.split_whitespace().count()), 0)
}

/// The same, but wrong where a number is 7 or more and follows another.
fn wrong_behind_seven(args: &[String], input: &str) -> (String, i32) {
    let numbers: Vec<u32> = input.split_whitespace().map(|word| word.parse().unwrap()).collect();
    if numbers.windows(2).any(|pair| pair[1] >= 7) { ("0\n".to_owned(), 0) } else { count(args, input) }
}

/// As many numbers as the size says, that depend on the seed.
fn generate(args: &[String], _: &str) -> (String, i32) {
    let seed: u64 = args[0].parse().unwrap();
    let size = args.iter().find_map(|arg| arg.strip_prefix("size=")?.parse::<u64>().ok()).unwrap_or(5);
    let number = |index: u64| ((seed.wrapping_mul(31).wrapping_add(index * 17)) % 10).to_string();
    let numbers: Vec<String> = (0..=size / 10).map(number).collect();
    (format!("{}\n", numbers.join(" ")), 0)
}

/// Accepts lines of numbers.
fn validate(_: &[String], input: &str) -> (String, i32) {
    let is_valid = input.ends_with('\n')
        && input.split_whitespace().count() > 0
        && input.split_whitespace().all(|word| word.parse::<u32>().is_ok_and(|number| number < 10));
    (String::new(), i32::from(!is_valid))
}

fn quiet() -> Ui {
    Ui { width: 80, has_progress: false, verbosity: Verbosity::Quiet }
}

fn lab() -> Lab {
    Lab::new(CheckerChoice::Lines).helper(RoleKind::Generator, "generate", generate).helper(
        RoleKind::Validator,
        "validate",
        validate,
    )
}

/// A hunt for these targets, of so many inputs.
fn hunt<T>(
    lab: &Lab,
    targets: &[&str],
    count: u64,
    then: impl FnOnce(&Hunt<'_>, &mut Schedule<'_>, &Calls) -> T,
) -> T {
    lab.with(|programs: &ProblemPrograms<'_>, folder: &InputFolder, calls| {
        let targets: Vec<String> = targets.iter().map(ToString::to_string).collect();
        let line = HuntLine { problem: Name::from("p"), solutions: targets.clone(), seed: 1, generate: None };
        let progress = Progress::new(&quiet());
        let hunt = Hunt {
            programs,
            oracle: Oracle::of(programs, &targets).unwrap(),
            folder,
            count: Some(count),
            time: None,
            shrink: 500,
            started: Instant::now(),
            line,
            progress: &progress,
        };
        let (mut schedule, notes) = Schedule::new(programs, "size={size}", 1).unwrap();
        assert_eq!(notes, Vec::<String>::new());
        then(&hunt, &mut schedule, calls)
    })
}

#[test]
fn a_counterexample_is_found_shrunk_and_confirmed_by_all_right_solutions() {
    let lab =
        lab().right("right", count).right("other", count).reference("right").wrong("bad", wrong_behind_seven);
    hunt(&lab, &["bad"], 200, |hunt, schedule, _| {
        let Search::Found(attempt, outputs, discrepancy) = hunt.search(schedule).unwrap() else {
            panic!("nothing was found");
        };
        assert_eq!(discrepancy, Discrepancy::Fails { target: 2, verdict: Verdict::WrongAnswer });
        let reduced = hunt.reduce(schedule, &attempt, outputs, discrepancy).unwrap().unwrap();
        assert_eq!(String::from_utf8_lossy(&reduced.failing.input), "0 7\n");
        assert!(reduced.is_smallest);
        let confirmed = hunt.confirm(&attempt, &reduced.failing).unwrap();
        assert_eq!(confirmed.draft.breaks, ["bad"]);
        let line = format!("harness hunt p bad --seed 1 --count {}", attempt.index + 1);
        assert_eq!(confirmed.draft.found, Some(line));
        let split = hunt.split(&confirmed.outputs);
        let groups: Vec<(&[u8], Vec<String>)> = split
            .groups
            .iter()
            .map(|(output, names)| (output.as_slice(), names.iter().map(ToString::to_string).collect()))
            .collect();
        let right = vec!["right".to_owned(), "other".to_owned()];
        assert_eq!(groups, [(&b"2\n"[..], right), (&b"0\n"[..], vec!["bad".to_owned()])]);
        hunt.refuse_doubt(discrepancy, &attempt).unwrap();
    });
}

#[test]
fn references_run_where_one_and_the_targets_differ_and_on_every_sixteenth_input() {
    let mut lab = lab();
    for name in ["a", "b", "c", "d"] {
        lab = lab.right(name, count);
    }
    let lab = lab.wrong("bad", count);
    hunt(&lab, &["bad"], 320, |hunt, schedule, calls| {
        assert!(matches!(hunt.search(schedule).unwrap(), Search::Spent));
        let inputs = schedule.different();
        assert_eq!((calls.of("a"), calls.of("bad")), (inputs, inputs));
        // Repetitions of earlier inputs are not run, so some of the samples are missing.
        let sampled = calls.of("b");
        assert!(sampled > 0 && sampled <= 320 / 16, "{sampled} of {inputs}");
        assert_eq!((calls.of("c"), calls.of("d")), (sampled, sampled));
    });
}

#[test]
fn a_mistake_that_a_reference_shares_with_the_target_is_found_by_the_others() {
    fn wrong(args: &[String], input: &str) -> (String, i32) {
        let (text, status) = count(args, input);
        if text == "1\n" { ("one\n".to_owned(), 0) } else { (text, status) }
    }
    let lab = lab().right("wrong-too", wrong).right("right", count).wrong("bad", wrong);
    hunt(&lab, &["bad"], 200, |hunt, schedule, _| {
        let Search::Found(attempt, _, discrepancy) = hunt.search(schedule).unwrap() else {
            panic!("nothing was found");
        };
        assert_eq!((attempt.index % 16, discrepancy), (0, Discrepancy::Disagreement));
        let failure = hunt.refuse_doubt(discrepancy, &attempt).unwrap_err();
        assert_eq!(failure.source.to_string(), "the solutions do not agree, so nothing was written");
    });
}

#[test]
fn the_same_seed_tries_the_same_inputs_whatever_the_number_of_workers() {
    let inputs = |workers: usize| {
        let lab = lab().right("right", count).reference("right").wrong("bad", count).workers(workers);
        hunt(&lab, &["bad"], 96, |hunt, schedule, _| {
            let mut all = Vec::new();
            while schedule.tries() < 96 {
                let attempts = schedule.batch(hunt.folder, 96 - schedule.tries()).unwrap();
                for attempt in &attempts {
                    schedule.learn(&attempt.input, &attempt.input);
                }
                all.extend(attempts.into_iter().map(|attempt| (attempt.index, attempt.input)));
            }
            all
        })
    };
    assert_eq!(inputs(1), inputs(3));
}

#[test]
fn a_solution_that_should_be_right_is_not_outvoted() {
    let lab = lab().right("right", count).right("bad", wrong_behind_seven).reference("right");
    hunt(&lab, &[], 200, |hunt, schedule, _| {
        let Search::Found(attempt, _, discrepancy) = hunt.search(schedule).unwrap() else {
            panic!("nothing was found");
        };
        let failure = hunt.refuse_doubt(discrepancy, &attempt).unwrap_err();
        let what = "`bad` should be right like the others, so nothing was written";
        assert_eq!(failure.source.to_string(), what);
    });
}

#[test]
fn an_interrupt_ends_a_search_and_is_no_failure() {
    let lab = lab().right("right", count).reference("right").wrong("bad", count);
    hunt(&lab, &["bad"], 200, |hunt, schedule, _| {
        // A stop without a signal is the judge's own: then the search has failed.
        lab.stop().now();
        let failing = hunt.search(schedule);
        assert!(failing.is_err());
    });
}

#[test]
fn the_answer_after_an_interrupt_is_the_last_one_that_the_references_gave() {
    let lab = lab().right("right", count).reference("right").wrong("bad", wrong_behind_seven);
    let added = hunt(&lab, &["bad"], 200, |hunt, schedule, _| {
        let Search::Found(attempt, outputs, discrepancy) = hunt.search(schedule).unwrap() else {
            panic!("nothing was found");
        };
        let failing = FailingInput { input: attempt.input.clone(), discrepancy, outputs };
        let draft = hunt.confirm(&attempt, &failing).unwrap().draft;
        hunt.keep_unjudged(draft, &failing.outputs, (None, false)).unwrap().unwrap()
    });
    assert_eq!(added.answers[0].by.to_string(), "the reference `right`");
    let case: PathBuf = lab.cases().join("01.ans");
    let answer = std::fs::read(&case).unwrap();
    assert_eq!(answer, added.cases[0].answer);
}
