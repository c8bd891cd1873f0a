//! What students are told: every format over a run in which everything that is hidden has a mark.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clap::ValueEnum;
use harness_sandbox::Tail;

use crate::audience::{Each, told};
use crate::event::fixture::{explanation, outcome, plan, planned, subject};
use crate::event::{
    Drawing, Event, InputExcerpt, JobName, LeftOut, NotBuilt, Outcome, PlannedCase, PlannedSolution,
    Reporter, RunEnd, Stamped, Subject, Warned,
};
use crate::exit_code::ExitCode;
use crate::judge;
use crate::model::Verdict::{Accepted, CompileError, JudgeError, RuntimeError, Skipped, WrongAnswer};
use crate::model::{
    Accept, Audience, Excerpt, Expectation, Glob, Group, Mismatch, Name, OnReject, Piece, Verdict,
};
use crate::report::fixture::Page;
use crate::report::{self, Format};
use crate::scoreboard::Scoreboard;
use crate::ui::{Ui, Verbosity};

/// Stands in everything that students may not see.
const MARK: &str = "SECRETSECRET";

/// Stands in what they may see.
const SEEN: &str = "SEENSEEN";

const CASES: [&str; 4] = ["sample/1", "secret/SECRETSECRET-1", "secret/2-SECRETSECRET", "other-SECRETSECRET"];

/// How long the whole run takes, hidden cases and all.
const WALL: Duration = Duration::from_micros(7_654_321);

/// All that a run can say of a case, with a mark.
fn full(subject: &Arc<Subject>, case: &str, verdict: Verdict, mark: &str) -> Outcome {
    let mut outcome = outcome(subject, Name::from(case), verdict);
    let text = |what: &str| format!("{what} {mark}");
    let piece = |what: &str| Piece { bytes: text(what).into_bytes(), first_line: 1, ..Piece::default() };
    outcome.input = Some(InputExcerpt { bytes: text("input").into_bytes(), size: 40, pass: None });
    outcome.judgement.reason = text("reason");
    outcome.judgement.notes = vec![text("note")];
    outcome.judgement.mismatch = Some(Box::new(Mismatch {
        reason: text("mismatch"),
        place: None,
        excerpt: Some(Excerpt { expected: piece("expected"), got: piece("got") }),
        hints: vec![text("hint")],
    }));
    if let Some(facts) = &mut outcome.judgement.execution {
        facts.stderr = Tail { head: text("stderr").into_bytes(), ..Tail::default() };
    }
    outcome.machine = Some(text("host"));
    outcome
}

fn solution(subject: &Arc<Subject>) -> PlannedSolution {
    let group = |name: &str| Group {
        name: Name::from(name),
        score: 50.0,
        accept: Accept::Sum,
        on_reject: OnReject::Continue,
    };
    let permitted =
        crate::model::Permitted { verdicts: vec![Accepted, WrongAnswer], required: vec![WrongAnswer] };
    let glob = Glob::new("secret/*SECRETSECRET*").unwrap();
    PlannedSolution {
        source: Name::from(&*format!("/home/{MARK}/{}/main.cpp", subject.solution)),
        groups: ["sample", "secret", "."].map(group).into(),
        note: Some(format!("the same content as {MARK}")),
        ..planned(subject, Expectation::of_cases(vec![(glob, permitted)]), &CASES)
    }
}

/// A run of a class: one student who fails in many ways, one without a program, one whose program is not built, one
/// on whom the judge fails.
fn run() -> Vec<Event> {
    let [ann, bob, eve, joe] = ["ann", "bob", "eve", "joe"].map(|name| subject("sums", name, "cpp"));
    let mut solutions: Vec<PlannedSolution> = [&ann, &bob, &eve, &joe].map(solution).into();
    let shared: Arc<[PlannedCase]> = Arc::clone(&solutions[0].cases);
    for planned in &mut solutions {
        planned.cases = Arc::clone(&shared);
    }
    let mut plan = plan(solutions);
    plan.is_class = true;
    let mut late = full(&ann, CASES[3], Skipped, MARK);
    late.judgement = judge::skipped(MARK);
    late.decided_by = Some(Name::from(CASES[1]));
    let mut broken = full(&ann, CASES[2], JudgeError, MARK);
    broken.judgement.reason = format!("the checker says {MARK}");
    let drawing = |case: &str, mark: &str| {
        let bytes = format!("<svg xmlns='http://www.w3.org/2000/svg'><text>{mark}</text></svg>").into_bytes();
        Event::Drawn(Box::new(Drawing {
            problem: Name::from("sums"),
            case: Name::from(case),
            solution: None,
            bytes,
            is_svg: true,
        }))
    };
    let job = |case: &str| JobName { subject: Arc::clone(&ann), case: Name::from(case) };
    // Of a case that may be seen, where the staff keeps the source is all that is hidden.
    let explained = |case: &str, mark: &str| {
        let path = format!("/home/{MARK}/ann/main.cpp");
        let mut why = explanation(&ann);
        why.case = Name::from(case);
        (why.remark, why.said) = (Some(format!("remark {mark}")), Some(format!("{path}:1: {mark}")));
        for fault in &mut why.faults {
            fault.what = format!("{path}:2: {mark}");
            fault.details = vec![format!("allocated in main ({path}:3) {mark}")];
            let places =
                fault.place.iter_mut().chain(fault.stack.iter_mut().filter_map(|call| call.place.as_mut()));
            places.for_each(|place| place.path = Name::from(&*path));
        }
        Event::Explained(Box::new(why))
    };
    let not_built = |subject: &Arc<Subject>, verdict, why: &str, is_absent| {
        let (subject, why) = (Arc::clone(subject), why.to_owned());
        Event::NotBuilt(Box::new(NotBuilt { subject, verdict, why, is_missing: false, is_absent }))
    };
    let said = format!("/home/{MARK}/ann/main.cpp:1:2: warning: {SEEN}");
    vec![
        Event::LeftOut(Box::new(LeftOut { problem: None, path: Name::from(MARK), why: MARK.to_owned() })),
        Event::Building { names: vec![format!("sums/{MARK}")], done: 0 },
        Event::RunStarted(Arc::new(plan)),
        not_built(&bob, Skipped, "nothing was handed in", true),
        not_built(&eve, CompileError, &format!("/home/{MARK}/eve/main.cpp:3:7: error: {SEEN}"), false),
        not_built(&joe, JudgeError, MARK, false),
        Event::Warned(Box::new(Warned { subject: Arc::clone(&ann), said })),
        Event::Started(job(CASES[1])),
        Event::Waits(job(CASES[1])),
        Event::Judged(Box::new(full(&ann, CASES[0], WrongAnswer, SEEN))),
        Event::Judged(Box::new(full(&ann, CASES[1], RuntimeError, MARK))),
        Event::Judged(Box::new(broken)),
        Event::Judged(Box::new(late)),
        drawing(CASES[0], SEEN),
        drawing(CASES[1], MARK),
        explained(CASES[0], SEEN),
        explained(CASES[1], MARK),
        Event::RunFinished(RunEnd { wall: Some(WALL), interrupted: None, steal_per_mille: 0 }),
    ]
}

fn tell(reporter: &mut dyn Reporter) {
    let mut scoreboard = Scoreboard::default();
    for event in run() {
        scoreboard.tell(&Stamped { elapsed: Duration::ZERO, event }, reporter).unwrap();
    }
    reporter.finish(ExitCode::JudgeFailed).unwrap();
}

fn open(format: Format, page: &Page) -> Box<dyn Reporter> {
    colored::control::set_override(false);
    let ui = Ui { width: 120, has_progress: false, verbosity: Verbosity::Verbose };
    report::open(format, Box::new(page.clone()), ui)
}

fn play(format: Format, audience: Audience) -> String {
    let page = Page::default();
    let mut reporter = told(audience, open(format, &page));
    tell(reporter.as_mut());
    drop(reporter);
    page.text()
}

/// Whether a text has the mark, as it is or in base64.
fn has(text: &str, mark: &str) -> bool {
    let encoded = (0..3).map(|before| {
        let whole = STANDARD.encode(format!("{}{mark}", " ".repeat(before)));
        // Characters at both ends also hold bits of what stands beside.
        whole[4..whole.len() - 4].to_owned()
    });
    text.contains(mark) || encoded.into_iter().any(|encoded| text.contains(&encoded))
}

#[test]
fn no_format_tells_students_what_is_hidden() {
    for format in Format::value_variants() {
        let (staff, students) = (play(*format, Audience::Staff), play(*format, Audience::Student));
        // It tells of accepted runs only, and here are none.
        let is_empty = *format == Format::Hyperfine;
        assert!(is_empty || has(&staff, MARK) && has(&staff, "SECRET"), "{format:?} {staff}");
        assert!(!has(&students, MARK), "{format:?} {students}");
        // Of names the parts are no secret in themselves, but none of them is told.
        assert!(!students.contains("SECRET"), "{format:?} {students}");
        assert!(is_empty || students.len() > 60, "{format:?} {students}");
    }
}

/// What a run takes in all, in every way in which a report may write it.
#[test]
fn no_format_tells_students_how_long_hidden_cases_take() {
    let ways = ["7.654", "7654321", "7654.3", "7.65"];
    let tells = |text: &str| ways.iter().any(|way| text.contains(way));
    for format in Format::value_variants() {
        let (staff, students) = (play(*format, Audience::Staff), play(*format, Audience::Student));
        let has_total = [Format::Human, Format::Json, Format::Html, Format::Gradescope].contains(format);
        assert!(tells(&staff) || !has_total, "{format:?} {staff}");
        assert!(!tells(&students), "{format:?} {students}");
    }
    let runs = "4 solutions, 3 runs, 2 jobs";
    for format in [Format::Human, Format::Html] {
        let students = play(format, Audience::Student);
        assert!(students.contains(runs), "{format:?} {students}");
    }
}

#[test]
fn a_run_without_hidden_cases_has_its_time() {
    let page = Page::default();
    let mut reporter = told(Audience::Student, open(Format::Json, &page));
    let ann = subject("sums", "ann", "cpp");
    let visible = plan(vec![planned(&ann, Expectation::accepted(), &["sample/1"])]);
    let end = RunEnd { wall: Some(WALL), interrupted: None, steal_per_mille: 0 };
    for event in [Event::RunStarted(Arc::new(visible)), Event::RunFinished(end)] {
        reporter.on_event(&Stamped { elapsed: Duration::ZERO, event }).unwrap();
    }
    reporter.finish(ExitCode::Incomplete).unwrap();
    drop(reporter);
    assert!(page.text().contains("7654321000"), "{}", page.text());
}

#[test]
fn what_students_may_see_is_told() {
    for format in
        [Format::Human, Format::Json, Format::Html, Format::Junit, Format::Markdown, Format::Gradescope]
    {
        let students = play(format, Audience::Student);
        let seen = students.matches(SEEN).count();
        // The reason, what was expected and got, the input, standard error, the words of compilers.
        let least = match format {
            Format::Markdown => 2,
            Format::Json => 3,
            _ => 5,
        };
        assert!(seen >= least, "{format:?} {seen} {students}");
    }
    let students = play(Format::Csv, Audience::Student);
    let rows: Vec<&str> = students.lines().filter(|line| line.starts_with("sums,ann,")).collect();
    let shown: Vec<String> = rows
        .iter()
        .map(|row| {
            let fields: Vec<&str> = row.split(',').collect();
            format!("{} {} cpu={}", fields[3], fields[5], !fields[7].is_empty())
        })
        .collect();
    assert_eq!(
        shown,
        [
            "sample/1 WA cpu=true",
            "secret/hidden-2 RE cpu=false",
            "secret/hidden-3 JE cpu=false",
            "hidden-4 SK cpu=false",
            " WA cpu=true"
        ]
    );
}

#[test]
fn a_report_for_one_says_nothing_of_others() {
    let texts = RefCell::new(Vec::new());
    let each = Each::new(|of_one| {
        let page = Page::default();
        let mut reporter = open(Format::Json, &page);
        of_one.tell(reporter.as_mut())?;
        drop(reporter);
        texts.borrow_mut().push((of_one.subject.solution.to_string(), page.text()));
        Ok(())
    });
    tell(told(Audience::Student, Box::new(each)).as_mut());
    let texts = texts.into_inner();
    let names: Vec<&str> = texts.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["ann", "bob", "eve", "joe"]);
    for (name, text) in &texts {
        assert!(!has(text, MARK), "{text}");
        for other in names.iter().filter(|other| *other != name) {
            assert!(!text.contains(*other), "{name} reads of {other}: {text}");
        }
    }
    let code = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap()["exit_code"].clone();
    let codes: Vec<_> = texts.iter().map(|(_, text)| code(text)).collect();
    assert_eq!(codes, [1, 1, 1, 3]);
}
