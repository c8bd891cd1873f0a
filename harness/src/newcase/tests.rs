//! New cases on exact facts: the answers, what speaks against them, and what is written.

use std::cell::RefCell;
use std::path::PathBuf;

use crate::event::{Reporter, Stamped};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{AnswerBy, CheckerChoice, RoleKind, Verdict};
use crate::newcase::consensus::{self, Consensus};
use crate::newcase::draft::Draft;
use crate::newcase::naming::Naming;
use crate::newcase::{AddRequest, Added, Addition, add, generated, write};
use crate::programs::fixture::Lab;
use crate::scaffold::NewCase;

fn double(_: &[String], input: &str) -> (String, i32) {
    let number: i64 = input.trim().parse().unwrap_or(0);
    (format!("{}\n", number * 2), 0)
}

fn square(_: &[String], input: &str) -> (String, i32) {
    let number: i64 = input.trim().parse().unwrap_or(0);
    (format!("{}\n", number * number), 0)
}

fn fail(_: &[String], _: &str) -> (String, i32) {
    (String::new(), 1)
}

fn positive(_: &[String], input: &str) -> (String, i32) {
    let is_positive = input.trim().parse::<i64>().is_ok_and(|number| number > 0);
    (String::new(), i32::from(!is_positive))
}

fn lab() -> Lab {
    Lab::new(CheckerChoice::Lines)
}

/// A listener that ignores everything.
struct Silent;

impl Reporter for Silent {
    fn on_event(&mut self, _: &Stamped) -> std::io::Result<()> {
        Ok(())
    }

    fn finish(&mut self, _: ExitCode) -> std::io::Result<()> {
        Ok(())
    }
}

fn draft(input: &str) -> Draft {
    Draft { input: input.as_bytes().to_vec(), source: Some("a test".to_owned()), ..Draft::default() }
}

fn request(consensus: bool) -> AddRequest<'static> {
    AddRequest {
        by: "a test",
        naming: Naming::of(None, true, false),
        consensus,
        raw: false,
        force: false,
        dry_run: false,
        targets: &[],
    }
}

/// What became of these drafts, and the notes.
fn added(
    lab: &Lab,
    request: &AddRequest<'_>,
    drafts: Vec<Draft>,
) -> (Result<Addition, Failure>, Vec<String>) {
    let notes = RefCell::new(Vec::new());
    let note = |text: &str| notes.borrow_mut().push(text.to_owned());
    let addition = lab.with(|programs, folder, _| add(programs, request, drafts, folder, &note, &mut Silent));
    (addition, notes.into_inner())
}

fn written(addition: Result<Addition, Failure>) -> Added {
    match addition {
        Ok(Addition::Added(added)) => added,
        Ok(Addition::Split(_) | Addition::Ended(_)) => panic!("nothing was added"),
        Err(failure) => panic!("{:#}", failure.source),
    }
}

fn refused(addition: Result<Addition, Failure>) -> (ExitCode, String) {
    match addition {
        Ok(_) => panic!("it was not refused"),
        Err(failure) => (failure.code, failure.source.to_string()),
    }
}

#[test]
fn the_reference_answers_and_the_case_is_written() {
    let lab = lab().right("double", double).wrong("square", square).reference("double");
    let (addition, notes) = added(&lab, &request(false), vec![draft("3\n"), draft("3\n"), draft("4\n")]);
    let added = written(addition);
    assert_eq!(notes, ["a test has the same input as a test, and is skipped"]);
    let names: Vec<String> = added.cases.iter().map(|case| case.name.to_string()).collect();
    assert_eq!(names, ["01", "02"]);
    assert_eq!(added.answers[0].by.to_string(), "the reference `double`");
    assert_eq!(std::fs::read(lab.cases().join("02.ans")).unwrap(), b"8\n");
    assert_eq!(added.unexpected, [], "WA is expected of a wrong solution");
    assert_eq!(added.code, ExitCode::Fine);
}

#[test]
fn a_draft_that_the_validator_rejects_is_not_added() {
    let lab =
        lab().right("double", double).reference("double").helper(RoleKind::Validator, "valid", positive);
    let (addition, _) = added(&lab, &request(false), vec![draft("-3\n")]);
    let what = "a test cannot be added: the validator `valid` rejects it: exit status 1";
    assert_eq!(refused(addition), (ExitCode::Usage, what.to_owned()));
    assert!(std::fs::read_dir(lab.cases()).unwrap().next().is_none());
}

#[test]
fn a_right_solution_that_contradicts_keeps_a_case_from_being_written_unless_forced() {
    let lab = || lab().right("double", double).right("square", square).reference("double");
    let (addition, _) = added(&lab(), &request(false), vec![draft("3\n")]);
    let (code, what) = refused(addition);
    assert_eq!(code, ExitCode::Unexpected);
    assert!(
        what.starts_with("`square` should be right on every case and contradicts the reference `double`")
    );
    let forced = AddRequest { force: true, ..request(false) };
    assert_eq!(written(added(&lab(), &forced, vec![draft("3\n")]).0).code, ExitCode::Unexpected);
    // A target may contradict.
    let targeted = AddRequest { targets: &[1], ..request(false) };
    written(added(&lab(), &targeted, vec![draft("5\n")]).0);
}

#[test]
fn a_consensus_is_of_two_families_and_of_all_that_answer() {
    let two = lab().right("a", double).right("b", double).right("c", fail);
    let by = written(added(&two, &request(true), vec![draft("3\n")]).0).answers[0].by.clone();
    assert_eq!(by, AnswerBy::Consensus(["a", "b"].map(crate::model::Name::from).into()));
    let one = lab().right_of("f", "a", double).right_of("f", "b", double);
    let (code, what) = refused(added(&one, &request(true), vec![draft("3\n")]).0);
    assert_eq!(code, ExitCode::Unexpected);
    assert!(what.contains("needs solutions of two families"), "{what}");
}

#[test]
fn where_the_solutions_do_not_agree_all_outputs_are_known_and_nothing_is_written() {
    let lab = lab().right("a", double).right("b", square).right("c", fail).right("d", double);
    let (addition, _) = added(&lab, &request(true), vec![draft("2\n"), draft("3\n")]);
    let Ok(Addition::Split(splits)) = addition else { panic!("they agree") };
    assert_eq!(splits.len(), 1, "they agree on 2");
    let (draft, split) = &splits[0];
    assert_eq!(draft.input, b"3\n");
    let names: Vec<Vec<String>> =
        split.groups.iter().map(|(_, names)| names.iter().map(ToString::to_string).collect()).collect();
    assert_eq!(names, [vec!["a".to_owned(), "d".to_owned()], vec!["b".to_owned()]]);
    assert_eq!(
        (split.silent[0].0.to_string(), split.silent[0].1.as_str()),
        ("c".to_owned(), "RE, exit status 1")
    );
    assert!(std::fs::read_dir(lab.cases()).unwrap().next().is_none());
}

#[test]
fn outputs_that_no_checker_can_read_are_a_split_and_no_failure() {
    fn say(word: &'static str) -> (String, i32) {
        (format!("{word}\n"), 0)
    }
    let lab = Lab::new(CheckerChoice::YesNo)
        .right("a", |_, _| say("YES"))
        .right("b", |_, _| say("maybe"))
        .right("c", |_, _| say("NO"));
    let said = lab.with(|programs, folder, _| {
        let input: PathBuf = folder.write("x", b"1\n").unwrap();
        let voters = consensus::voters(programs, &[]);
        consensus::ask(programs, folder, &voters, &[input]).unwrap().remove(0)
    });
    let Consensus::Split(split) = said else { panic!("{said:?}") };
    assert_eq!(split.groups.len(), 3);
}

#[test]
fn an_output_that_is_no_answer_is_not_stored_as_one() {
    fn maybe(_: &[String], _: &str) -> (String, i32) {
        ("maybe\n".to_owned(), 0)
    }
    let lab = || Lab::new(CheckerChoice::YesNo).right("a", maybe).right("b", maybe);
    for (lab, is_consensus, by) in
        [(lab(), true, "the consensus of 2 solutions"), (lab().reference("a"), false, "the reference `a`")]
    {
        let (code, what) = refused(added(&lab, &request(is_consensus), vec![draft("3\n")]).0);
        assert_eq!(code, ExitCode::Unexpected);
        assert!(what.starts_with(&format!("{by} is not a valid answer: ")), "{what}");
        assert!(std::fs::read_dir(lab.cases()).unwrap().next().is_none());
    }
    let given = Draft { answer: Some(b"maybe\n".to_vec()), ..draft("3\n") };
    let (code, what) = refused(added(&lab(), &request(false), vec![given]).0);
    assert_eq!(code, ExitCode::Usage);
    assert!(what.starts_with("the given answer is not a valid answer: "), "{what}");
}

#[test]
fn a_found_case_breaks_those_that_fail_when_it_is_judged() {
    let lab = || {
        lab()
            .right("double", double)
            .wrong("square", square)
            .wrong("crash", fail)
            .wrong("double-too", double)
            .reference("double")
    };
    let found = |name: &str| Draft { breaks: vec![name.to_owned()], ..draft("3\n") };
    let there = lab();
    written(added(&there, &request(false), vec![found("square")]).0);
    let sidecar = std::fs::read_to_string(there.cases().join("01.toml")).unwrap();
    assert!(sidecar.starts_with("breaks = [\"square\", \"crash\"]\n"), "{sidecar}");
    let there = lab();
    let (code, what) = refused(added(&there, &request(false), vec![found("double-too")]).0);
    let expect =
        "`double-too` failed on this input in the search but not when it was judged, so nothing was written";
    assert_eq!((code, what.as_str()), (ExitCode::Unexpected, expect));
    assert!(std::fs::read_dir(there.cases()).unwrap().next().is_none());
}

/// A listener whose reader went away.
struct Gone;

impl Reporter for Gone {
    fn on_event(&mut self, _: &Stamped) -> std::io::Result<()> {
        Err(std::io::ErrorKind::BrokenPipe.into())
    }

    fn finish(&mut self, _: ExitCode) -> std::io::Result<()> {
        Err(std::io::ErrorKind::BrokenPipe.into())
    }
}

#[test]
fn a_case_is_stored_although_the_report_of_it_cannot_be_written() {
    let lab = lab().right("double", double).reference("double");
    let added = lab.with(|programs, folder, _| {
        add(programs, &request(false), vec![draft("3\n")], folder, &|_| (), &mut Gone)
    });
    assert_eq!(refused(added).0, ExitCode::ClosedPipe);
    assert_eq!(std::fs::read(lab.cases().join("01.ans")).unwrap(), b"6\n");
}

#[test]
fn a_number_that_is_taken_meanwhile_or_by_a_lone_file_is_left_out() {
    let lab = lab().right("double", double).reference("double").case("1", "1\n", "2\n");
    std::fs::write(lab.cases().join("2.toml"), "description = \"later\"\n").unwrap();
    let names = |lab: &Lab, drafts: Vec<Draft>| -> Vec<String> {
        let cases = written(added(lab, &request(false), drafts).0).cases;
        cases.iter().map(|case| case.name.to_string()).collect()
    };
    assert_eq!(names(&lab, vec![draft("3\n")]), ["3"]);
    // The list of cases is as old as the command: `3` came since.
    assert_eq!(names(&lab, vec![draft("4\n"), draft("5\n")]), ["4", "5"]);
    assert_eq!(std::fs::read(lab.cases().join("3.in")).unwrap(), b"3\n");
    let problem = lab.with(|programs, _, _| programs.problem.clone());
    let case = |name: &str| NewCase {
        name: name.into(),
        input: b"9\n".to_vec(),
        answer: Some(b"18\n".to_vec()),
        sidecar: String::new(),
    };
    let numbered = Naming::of(None, true, false);
    assert_eq!(write(&problem, &numbered, vec![case("4")]).unwrap()[0].name.to_string(), "6");
    let exactly = Naming::of(Some("2"), true, false);
    let failure = write(&problem, &exactly, vec![case("2")]).unwrap_err();
    assert!(failure.source.to_string().ends_with("2.toml` is there already"), "{}", failure.source);
    assert_eq!(std::fs::read_to_string(lab.cases().join("2.toml")).unwrap(), "description = \"later\"\n");
}

#[test]
fn a_wrong_solution_that_survives_nothing_is_expected_is_told() {
    fn endless(_: &[String], _: &str) -> (String, i32) {
        (String::new(), 9)
    }
    let lab = lab().right("double", double).wrong("crash", endless).reference("double");
    let added = written(added(&lab, &request(false), vec![draft("3\n")]).0);
    let told: Vec<(String, String, Verdict)> = added
        .unexpected
        .iter()
        .map(|(solution, case, verdict)| (solution.to_string(), case.to_string(), *verdict))
        .collect();
    assert_eq!(told, [("crash".to_owned(), "01".to_owned(), Verdict::RuntimeError)]);
}

#[test]
fn a_generator_is_called_twice_with_each_seed_and_must_say_the_same() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    fn moody(args: &[String], _: &str) -> (String, i32) {
        (format!("{} {}\n", args.join(" "), CALLS.fetch_add(1, Ordering::Relaxed)), 0)
    }
    fn steady(args: &[String], _: &str) -> (String, i32) {
        (format!("{}\n", args.join(" ")), 0)
    }
    let drafts = |lab: &Lab| lab.with(|programs, _, _| generated::generate(programs, "n=3", 7, 2));
    let steady = drafts(&lab().helper(RoleKind::Generator, "g", steady)).unwrap();
    let inputs: Vec<(Option<u64>, &[u8])> =
        steady.iter().map(|draft| (draft.seed, draft.input.as_slice())).collect();
    assert_eq!(inputs, [(Some(7), &b"7 n=3\n"[..]), (Some(8), &b"8 n=3\n"[..])]);
    let failure = drafts(&lab().helper(RoleKind::Generator, "g", moody)).unwrap_err();
    let what = "the generator `g` is not deterministic: seed 7 gave different inputs";
    assert_eq!(failure.source.to_string(), what);
}
