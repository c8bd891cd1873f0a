//! A hunt on exact facts: what is asked of which solution, what is found, and what it becomes.

mod keeping;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::fuzz::oracle::{Discrepancy, Oracle, Sampling};
use crate::fuzz::reduce::FailingInput;
use crate::fuzz::repeat::Settled;
use crate::fuzz::schedule::{Attempt, Schedule};
use crate::fuzz::{Hunt, HuntLine, Known, Search};
use crate::model::{CheckerChoice, Name, RoleKind, Verdict};
use crate::programs::fixture::{Calls, Lab};
use crate::programs::{AskError, Asked, InputFolder, ProblemPrograms, Waited};
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
        let line = HuntLine {
            root: None,
            profile: None,
            problem: Name::from("p"),
            solutions: targets.clone(),
            trust: None,
            seed: 1,
            generate: None,
            shrink: None,
        };
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
fn references_run_on_a_sample_and_those_that_a_runtime_runs_on_a_smaller_one() {
    let mut lab = lab().hosted("slow", count);
    for name in ["a", "b", "c", "d"] {
        lab = lab.right(name, count);
    }
    let lab = lab.hosted("slow too", count).wrong("bad", count);
    hunt(&lab, &["bad"], 1000, |hunt, schedule, calls| {
        assert!(matches!(hunt.search(schedule).unwrap(), Search::Spent(None)));
        let inputs = schedule.different();
        assert_eq!((calls.of("a"), calls.of("bad")), (inputs, inputs));
        // Repetitions of earlier inputs are not run, so some of the samples are missing.
        let sampled = calls.of("b");
        assert!(sampled > 2 && sampled <= 1000_usize.div_ceil(31), "{sampled} of {inputs}");
        assert_eq!((calls.of("c"), calls.of("d")), (sampled, sampled));
        assert_eq!((calls.of("slow"), calls.of("slow too")), (1, 1));
    });
}

#[test]
fn references_that_a_runtime_runs_run_more_often_where_there_are_no_others() {
    let lab = lab().right("a", count).hosted("slow", count).wrong("bad", count);
    hunt(&lab, &["bad"], 300, |hunt, _, calls| {
        let paths = vec![hunt.folder.write("shared", b"1 7\n").unwrap(); 300];
        let sample = |place: usize| Sampling::of(place as u64);
        hunt.oracle.compare(hunt.programs, hunt.folder, &paths, sample).unwrap();
        assert_eq!((calls.of("a"), calls.of("slow"), calls.of("bad")), (300, 2, 300));
    });
}

#[test]
fn what_some_references_show_is_shown_to_all() {
    // The first reference and the target share a mistake, which a sample shows.
    let lab = lab()
        .hosted("slow", count)
        .right("a", wrong_behind_seven)
        .right("b", count)
        .wrong("bad", wrong_behind_seven);
    hunt(&lab, &["bad"], 1, |hunt, _, calls| {
        let path = hunt.folder.write("shared", b"1 7\n").unwrap();
        let compare = |sample| {
            let inputs = [path.clone()];
            hunt.oracle.compare(hunt.programs, hunt.folder, &inputs, |_| sample).unwrap().remove(0)
        };
        let unseen = compare(Sampling::Nothing);
        assert_eq!((unseen.discrepancy, calls.of("b")), (None, 0));
        let seen = compare(Sampling::Quick);
        assert_eq!(seen.discrepancy, Some(Discrepancy::Disagreement));
        let names = hunt.programs.names(&seen.members);
        assert_eq!(names.iter().map(ToString::to_string).collect::<Vec<_>>(), ["a", "b", "slow", "bad"]);
        assert_eq!(seen.groups, [vec![0, 3], vec![1, 2]]);
    });
}

#[test]
fn the_number_of_an_input_decides_which_references_run_on_it() {
    let kinds = |sample: Sampling| (0..31 * 66).filter(|index| Sampling::of(*index) == sample).count();
    let all = [Sampling::Nothing, Sampling::Quick, Sampling::Hosted, Sampling::All];
    assert_eq!(all.map(kinds), [30 * 66, 66 - 7 - 2, 7, 2]);
    // Generated inputs have even numbers, mutated ones odd numbers.
    for sample in all {
        let of_parity =
            |parity: u64| (0..31 * 66).any(|index| index % 2 == parity && Sampling::of(index) == sample);
        assert!(of_parity(0) && of_parity(1), "{sample:?}");
    }
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
        assert_eq!((attempt.index % 31, discrepancy), (0, Discrepancy::Disagreement));
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
                let attempts = schedule.batch(hunt.folder, 96 - schedule.tries(), &|_, _| ()).unwrap();
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

/// The find of a hunt.
fn find(hunt: &Hunt<'_>, schedule: &mut Schedule<'_>) -> (Attempt, FailingInput) {
    let Search::Found(attempt, outputs, discrepancy) = hunt.search(schedule).unwrap() else {
        panic!("nothing was found");
    };
    let failing = FailingInput { input: attempt.input.clone(), discrepancy, outputs };
    (attempt, failing)
}

#[test]
fn a_reference_is_right_and_without_one_solutions_that_should_be_right_are_not_outvoted() {
    let lab = || lab().right("right", count).right("other", count).right("bad", wrong_behind_seven);
    hunt(&lab().reference("right"), &[], 200, |hunt, schedule, _| {
        let (attempt, failing) = find(hunt, schedule);
        assert_eq!(failing.discrepancy, Discrepancy::Fails { target: 2, verdict: Verdict::WrongAnswer });
        hunt.refuse_doubt(failing.discrepancy, &attempt).unwrap();
    });
    hunt(&lab(), &[], 200, |hunt, schedule, _| {
        let (attempt, failing) = find(hunt, schedule);
        assert_eq!(failing.discrepancy, Discrepancy::Disagreement);
        let failure = hunt.refuse_doubt(failing.discrepancy, &attempt).unwrap_err();
        assert_eq!(failure.source.to_string(), "the solutions do not agree, so nothing was written");
        assert!(failure.hints[1].starts_with("`harness hunt p --trust SOLUTION --seed 1 --count "));
    });
}

#[test]
fn of_two_programs_one_is_trusted_to_give_the_answer() {
    let lab = || lab().right("slow", count).right("fast", wrong_behind_seven);
    hunt(&lab(), &["fast"], 200, |hunt, schedule, _| {
        let note = "a counterexample is shown but not written, because one solution is not a consensus; \
            `--trust slow` takes its answers";
        assert_eq!(hunt.unkept().unwrap(), note);
        let (attempt, failing) = find(hunt, schedule);
        let failure = hunt.refuse_doubt(failing.discrepancy, &attempt).unwrap_err();
        let line = format!("harness hunt p fast --trust slow --seed 1 --count {}", attempt.index + 1);
        let hint = format!(
            "`{line}` keeps the case with the answer of `slow`; so does `reference = \"slow\"` in cases/p/problem.toml"
        );
        assert_eq!(failure.hints, [hint]);
    });
    hunt(&lab().trusted("slow"), &["fast"], 200, |hunt, schedule, _| {
        assert_eq!(hunt.unkept(), None);
        let (attempt, failing) = find(hunt, schedule);
        hunt.refuse_doubt(failing.discrepancy, &attempt).unwrap();
        let draft = hunt.confirm(&attempt, &failing).unwrap().draft;
        let added = hunt.keep_unjudged(draft, &failing.outputs, (None, false)).unwrap().unwrap();
        assert_eq!(added.answers[0].by.to_string(), "the reference `slow`");
    });
}

/// Calls of the programs that differ from run to run. Each test counts its own.
fn nth(calls: &AtomicUsize) -> usize {
    calls.fetch_add(1, Ordering::SeqCst)
}

#[test]
fn a_failure_by_chance_is_counted_and_not_taken_for_a_find() {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    fn flaky(args: &[String], input: &str) -> (String, i32) {
        if nth(&CALLS).is_multiple_of(3) { ("0\n".to_owned(), 0) } else { count(args, input) }
    }
    let lab = lab().right("right", count).reference("right").wrong("bad", flaky);
    hunt(&lab, &["bad"], 200, |hunt, schedule, calls| {
        let (_, failing) = find(hunt, schedule);
        CALLS.store(1, Ordering::SeqCst);
        let before = calls.of("bad");
        let flake = hunt.repeat(&failing).unwrap().unwrap();
        // The first one, and the third, the sixth and the ninth of nine.
        assert_eq!((flake.shown, flake.runs, &flake.unsteady[..]), (4, 10, &[1][..]));
        assert_eq!(calls.of("bad") - before, 9);
        let told = "`bad` is not deterministic: it fails 4 of 10 times on the same input";
        assert_eq!(flake.told(hunt), told);
    });
}

#[test]
fn a_failure_that_is_another_each_time_is_no_find() {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    fn flaky(_: &[String], _: &str) -> (String, i32) {
        (format!("{}\n", 1000 + nth(&CALLS)), 0)
    }
    let lab = lab().right("right", count).reference("right").wrong("bad", flaky);
    hunt(&lab, &["bad"], 200, |hunt, schedule, _| {
        let (_, failing) = find(hunt, schedule);
        let flake = hunt.repeat(&failing).unwrap().unwrap();
        let told =
            "`bad` is not deterministic: it fails 10 of 10 times on the same input, each time differently";
        assert_eq!(flake.told(hunt), told);
    });
}

#[test]
fn a_failure_that_shows_every_time_is_run_three_times_more() {
    let lab = lab().right("right", count).reference("right").wrong("bad", wrong_behind_seven);
    hunt(&lab, &["bad"], 200, |hunt, schedule, calls| {
        let (_, failing) = find(hunt, schedule);
        let before = calls.of("bad");
        assert!(hunt.repeat(&failing).unwrap().is_none());
        assert_eq!(calls.of("bad") - before, 3);
    });
}

#[test]
fn a_reference_that_is_not_deterministic_is_named() {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    fn flaky(args: &[String], input: &str) -> (String, i32) {
        if nth(&CALLS) == 0 { ("0\n".to_owned(), 0) } else { count(args, input) }
    }
    let lab = lab().right("flaky", flaky).reference("flaky").wrong("good", count);
    hunt(&lab, &["good"], 200, |hunt, schedule, _| {
        let (_, failing) = find(hunt, schedule);
        let flake = hunt.repeat(&failing).unwrap().unwrap();
        let told = "`flaky` is not deterministic: the solutions differ 1 of 10 times on the same input";
        assert_eq!(flake.told(hunt), told);
    });
}

#[test]
fn an_input_that_fails_by_chance_only_where_it_is_smaller_stays_as_it_was_found() {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    fn flaky_where_small(args: &[String], input: &str) -> (String, i32) {
        let is_large = input.split_whitespace().count() > 2;
        if is_large || nth(&CALLS).is_multiple_of(2) {
            wrong_behind_seven(args, input)
        } else {
            count(args, input)
        }
    }
    let lab = lab().right("right", count).reference("right").wrong("bad", flaky_where_small);
    hunt(&lab, &["bad"], 200, |hunt, schedule, _| {
        let (_, found) = find(hunt, schedule);
        let of = |input: &str| FailingInput { input: input.as_bytes().to_vec(), ..found.clone() };
        let settle = |smaller| hunt.settle(of("1 2 8\n"), of(smaller)).unwrap();
        assert!(matches!(settle("1 9 8\n"), Settled::Smaller(kept) if kept.input == b"1 9 8\n"));
        assert!(matches!(settle("1 8\n"), Settled::AsFound(kept) if kept.input == b"1 2 8\n"));
        let neither = hunt.settle(of("1 8\n"), of("0 8\n")).unwrap();
        assert!(matches!(neither, Settled::Flake(flake) if flake.runs == 10));
    });
}

#[test]
fn a_smaller_input_with_another_verdict_is_not_taken() {
    fn crashes_where_small(args: &[String], input: &str) -> (String, i32) {
        match input.split_whitespace().count() {
            0..3 => (String::new(), 3),
            _ => wrong_behind_seven(args, input),
        }
    }
    let lab = lab().right("right", count).reference("right").wrong("bad", crashes_where_small);
    hunt(&lab, &["bad"], 200, |hunt, schedule, _| {
        let attempt = Attempt { index: 150, input: b"1 2 3 8 4\n".to_vec(), made: None };
        let path = hunt.folder.write("found", &attempt.input).unwrap();
        let outputs =
            hunt.oracle.compare(hunt.programs, hunt.folder, &[path], |_| Sampling::All).unwrap().remove(0);
        let wrong = Discrepancy::Fails { target: 1, verdict: Verdict::WrongAnswer };
        assert_eq!(outputs.discrepancy, Some(wrong));
        let reduced = hunt.reduce(schedule, &attempt, outputs, wrong).unwrap().unwrap();
        assert_eq!(String::from_utf8_lossy(&reduced.failing.input), "0 7 0\n");
    });
}

#[test]
fn cases_that_show_the_find_are_known_before_it_is_shrunk() {
    let lab = || lab().right("right", count).reference("right").wrong("bad", wrong_behind_seven);
    let known = |lab: &Lab| {
        hunt(lab, &["bad"], 200, |hunt, schedule, _| {
            let (attempt, failing) = find(hunt, schedule);
            let line = hunt.line.text(&hunt.line.solutions, attempt.index + 1);
            let known = match hunt.known(&attempt, &failing).unwrap() {
                Known::No => "no".to_owned(),
                Known::Alike(case) => format!("alike {case}"),
                Known::Case(told) => told,
            };
            (known, String::from_utf8(failing.input).unwrap(), line)
        })
    };
    // On the case `1` it is right.
    let (told, input, line) = known(&lab().case("1", "1 2\n", "2\n"));
    assert_eq!(told, "no");
    assert_eq!(known(&lab().case("2", "0 0 9 9\n", "4\n").case("3", "0 9\n", "2\n")).0, "alike 3");
    assert_eq!(known(&lab().case("4", &input, "9\n")).0, "the case `4` has this input");
    let shrunk = lab().case("5", "0 7\n", "2\n").found(&line);
    assert_eq!(known(&shrunk).0, "the case `5` has this input, shrunk");
    // What the same command found before may be mended.
    assert_eq!(known(&lab().case("6", "0 6\n", "2\n").found(&line)).0, "no");
}

#[test]
fn no_program_is_asked_when_the_time_is_over() {
    let lab = lab().right("right", count).reference("right").wrong("bad", wrong_behind_seven);
    hunt(&lab, &["bad"], 200, |hunt, schedule, calls| {
        let before = calls.of("generate");
        hunt.programs.deadline.set(Some(Instant::now()));
        let failure = schedule.batch(hunt.folder, 32, &|_, _| ()).unwrap_err();
        assert_eq!(hunt.waited(failure).unwrap(), None);
        assert_eq!(calls.of("generate"), before);
        hunt.programs.deadline.set(None);
        assert_eq!(
            find(hunt, schedule).1.discrepancy,
            Discrepancy::Fails { target: 1, verdict: Verdict::WrongAnswer }
        );
    });
}

#[test]
fn a_helper_program_that_took_most_of_the_time_hangs() {
    let lab = lab().right("right", count).reference("right").wrong("bad", count);
    hunt(&lab, &["bad"], 1, |hunt, _, _| {
        let waited = |program: &str, is_helper: bool, time| {
            let asked = Asked {
                program: program.to_owned(),
                subject: is_helper.then(|| "seed 3".to_owned()),
                is_helper,
            };
            hunt.waited(AskError::TimeIsOver(Some(Waited { asked, time })).into())
        };
        let long = Duration::from_hours(1);
        let failure = waited("the generator `generate`", true, long).unwrap_err();
        let told =
            "the generator `generate` hangs on seed 3: it had run for 3600.00 s when the time was over";
        assert_eq!(failure.source.to_string(), told);
        assert_eq!(waited("`slow`", false, long).unwrap().unwrap().asked.program, "`slow`");
        assert_eq!(waited("`slow`", false, Duration::from_millis(9)).unwrap(), None);
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
    assert_eq!(Some(answer), added.cases[0].answer);
}
