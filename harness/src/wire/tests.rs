//! What is written reads back as it was, whatever it is.

mod schema;

use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;
use std::time::Duration;

use harness_sandbox::{
    Breach, CpuMeter, Ending, Execution, FAKE_GUARANTEES, Files, Guarantees, KillMethod, MemoryMeter,
    Network, SystemCalls, Tail, Usage,
};
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::sample::select;
use proptest::{prop_assert_eq, proptest};

use crate::event::fixture::{explanation, hunt_events, limits, outcome, planned, subject};
use crate::event::{
    CaseFiles, Drawing, EmptyProgram, Event, HuntEvent, HuntReporter, InputExcerpt, LeftOut, NotBuilt,
    Outcome, PlannedCase, PlannedSolution, Recheck, Reporter, RunEnd, RunPlan, SolutionSummary, Stamped,
    StampedHunt, Subject, Warned,
};
use crate::exit_code::ExitCode;
use crate::judge::{InteractorTimes, PassUsage};
use crate::model::{
    Accept, Bytes, CheckerChoice, Excerpt, Expectation, Glob, Group, Limits, Mismatch, Name, OnReject,
    Permitted, Piece, Place, PointsExpected, PointsRange, Protocol, Share, Verdict, WallLimit,
};
use crate::wire::{Header, Recorder, ReplayError, UnitLine, replay, replay_hunt};

/// Keeps what it is told.
#[derive(Default)]
struct Kept {
    events: Vec<Stamped>,
    hunt: Vec<HuntEvent>,
    solutions: usize,
    ended: Option<ExitCode>,
}

impl Reporter for Kept {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        self.events.push(event.clone());
        Ok(())
    }

    fn on_solution(&mut self, _summary: &SolutionSummary) -> io::Result<()> {
        self.solutions += 1;
        Ok(())
    }

    fn finish(&mut self, exit_code: ExitCode) -> io::Result<()> {
        self.ended = Some(exit_code);
        Ok(())
    }
}

impl HuntReporter for Kept {
    fn on_hunt(&mut self, event: &StampedHunt) -> io::Result<()> {
        self.hunt.push(event.event.clone());
        Ok(())
    }
}

#[test]
fn a_hunt_reads_back_as_it_was() {
    let mut text = Vec::new();
    let mut recorder = Recorder::new(&mut text, Header::bare("hunt"), None).unwrap();
    for event in hunt_events() {
        recorder.on_hunt(&StampedHunt { elapsed: Duration::from_nanos(1), event }).unwrap();
    }
    // What is judged in between is no part of a run of the workspace.
    let judged = outcome(&subject("p", "s", "rust"), Name::from("1"), Verdict::Accepted);
    let judged = Event::Judged(Box::new(judged));
    recorder.on_event(&Stamped { elapsed: Duration::ZERO, event: judged }).unwrap();
    recorder.finish(ExitCode::Unexpected).unwrap();
    drop(recorder);
    assert!(!String::from_utf8_lossy(&text).contains("\"slowest\":["), "nothing is to be run first");
    let mut kept = Kept::default();
    assert_eq!(replay_hunt(&text[..], &mut kept).unwrap(), Some(ExitCode::Unexpected));
    assert_eq!((kept.hunt, kept.events.len()), (hunt_events(), 1));
    // Who does not listen to hunts is told the rest.
    assert_eq!((read(&text).hunt, read(&text).events.len()), (Vec::new(), 1));
}

/// Writes events down.
fn written(events: &[Event], exit_code: Option<ExitCode>) -> Vec<u8> {
    let mut text = Vec::new();
    let mut recorder = Recorder::new(&mut text, Header::bare("grade"), None).unwrap();
    for (index, event) in (1..).zip(events) {
        let stamped = Stamped { elapsed: Duration::from_nanos(index), event: event.clone() };
        recorder.on_event(&stamped).unwrap();
    }
    exit_code.map_or(Ok(()), |code| recorder.finish(code)).unwrap();
    drop(recorder);
    text
}

/// What is read back from that.
fn read(text: &[u8]) -> Kept {
    let mut kept = Kept::default();
    assert_eq!(replay(text, &mut kept).unwrap(), kept.ended);
    kept
}

#[track_caller]
fn check(events: &[Event]) {
    let kept = read(&written(events, Some(ExitCode::Interrupted(2))));
    let elapsed: Vec<u128> = kept.events.iter().map(|stamped| stamped.elapsed.as_nanos()).collect();
    assert_eq!(elapsed, (1..=events.len() as u128).collect::<Vec<_>>());
    let events_read: Vec<Event> = kept.events.into_iter().map(|stamped| stamped.event).collect();
    assert_eq!((events_read.as_slice(), kept.ended), (events, Some(ExitCode::Interrupted(2))));
}

fn name(bytes: &[u8]) -> Name {
    Name::from_os(OsStr::from_bytes(bytes))
}

/// Every kind of event, with names and texts that are hard to write.
fn every_kind() -> Vec<Event> {
    let odd =
        Arc::new(Subject { problem: name(b"a b\xff"), solution: name(b"\\x\n"), language: "c++".to_owned() });
    let rules = vec![
        (Glob::everything(), Permitted::of(vec![Verdict::Accepted])),
        (
            Glob::new("anti-{a,b}*").unwrap(),
            Permitted { verdicts: vec![Verdict::WrongAnswer, Verdict::Skipped], required: vec![] },
        ),
    ];
    let slow =
        Limits { time: Duration::from_secs(7), wall: WallLimit::Fixed(Duration::from_secs(9)), ..limits() };
    let first = planned(&odd, Expectation::of_cases(rules), &["1", "2"]);
    let like_first = PlannedSolution {
        subject: subject("a b", "s", "rust"),
        expectation: Expectation::finally(&[Verdict::TimeLimit]),
        ..first.clone()
    };
    let same = Arc::new(Subject { solution: name(b"same"), ..(*odd).clone() });
    let same = PlannedSolution { subject: same, is_part: true, ..first.clone() };
    let own: Arc<[PlannedCase]> = Arc::new([PlannedCase {
        name: name(b"\xfe"),
        limits: Arc::new(slow),
        files: CaseFiles {
            input: name(b"cases/q/\xfe"),
            answer: None,
            input_size: Some(7),
            is_visible: true,
        },
    }]);
    let groups = [("g", Accept::Sum, OnReject::Break), (".", Accept::All, OnReject::Continue)];
    let group =
        |(folder, accept, on_reject)| Group { name: Name::from(folder), score: 12.5, accept, on_reject };
    let range = PointsRange { from: 0.5, to: 40.0 };
    let points = PointsExpected { total: Some(range), groups: vec![(name(b"g\xff"), range)] };
    let own = PlannedSolution {
        note: Some("late by 2 min".to_owned()),
        cases: own,
        groups: groups.map(group).into(),
        ..planned(
            &subject("q", "t", "py"),
            Expectation { points: Some(points), ..Expectation::of_cases(vec![]) },
            &[],
        )
    };
    let mut plan = RunPlan::new(vec![first, same, like_first, own], true, (7, 3), FAKE_GUARANTEES);
    plan.machine = "\u{1b} 4 cores".to_owned();
    plan.is_class = true;
    vec![
        Event::LeftOut(Box::new(LeftOut {
            problem: Some(name(b"\xff")),
            path: name(b"solutions/\xff/a.txt"),
            why: "\u{1b}".to_owned(),
        })),
        Event::LeftOut(Box::new(LeftOut { problem: None, path: name(b"x"), why: String::new() })),
        Event::BuildStarted { programs: 4 },
        Event::Building { names: vec!["a b\\xff/s".to_owned(), "π".to_owned()], done: 2 },
        Event::BuildFinished,
        Event::RunStarted(Arc::new(plan)),
        Event::Warned(Box::new(Warned {
            subject: subject("p", "s", "c"),
            said: "a.c:1: warning: \u{1b}\n".to_owned(),
        })),
        Event::NotBuilt(Box::new(NotBuilt {
            subject: Arc::clone(&odd),
            verdict: Verdict::CompileError,
            why: "\u{0}\u{1b}[31m\n".to_owned(),
            is_missing: true,
            is_absent: false,
        })),
        Event::Provisional,
        Event::EmptyProgram(EmptyProgram { language: "\u{1b}".to_owned(), memory: Bytes(u64::MAX) }),
        Event::Judged(Box::new(outcome(&odd, name(b"2"), Verdict::Skipped))),
        Event::Drawn(Box::new(Drawing {
            problem: name(b"\xff"),
            case: name(b"2"),
            solution: Some(name(b"\xfe")),
            bytes: b"<svg>\0\xff".to_vec(),
            is_svg: true,
        })),
        Event::Explained(Box::new(explanation(&odd))),
        Event::RunFinished(RunEnd {
            wall: Some(Duration::MAX.min(Duration::from_nanos(u64::MAX))),
            interrupted: Some(15),
            steal_per_mille: 3,
        }),
    ]
}

#[test]
fn every_kind_of_event_reads_back() {
    check(&every_kind());
}

#[test]
fn solutions_with_the_same_cases_share_them_again() {
    let one = planned(&subject("p", "a", "rust"), Expectation::accepted(), &["1", "2"]);
    let other = PlannedSolution { subject: subject("p", "b", "rust"), ..one.clone() };
    let plan = RunPlan::new(vec![one, other], false, (4, 1), FAKE_GUARANTEES);
    let text = written(&[Event::RunStarted(Arc::new(plan))], None);
    assert_eq!(String::from_utf8_lossy(&text).matches("time_ns").count(), 2);
    let kept = read(&text);
    let Event::RunStarted(plan) = &kept.events[0].event else { panic!("{:?}", kept.events) };
    assert!(Arc::ptr_eq(&plan.solutions()[0].cases, &plan.solutions()[1].cases));
}

#[test]
fn summaries_are_made_again_and_not_read() {
    let subject = subject("p", "s", "rust");
    let plan = RunPlan::new(
        vec![planned(&subject, Expectation::accepted(), &["1"])],
        false,
        (1, 1),
        FAKE_GUARANTEES,
    );
    let judged = outcome(&subject, Name::from("1"), Verdict::Accepted);
    let events = [Event::RunStarted(Arc::new(plan)), Event::Judged(Box::new(judged))];
    assert_eq!(read(&written(&events, Some(ExitCode::Fine))).solutions, 1);
}

#[test]
fn a_stream_that_breaks_off_has_no_end() {
    let mut kept = read(&written(&[Event::BuildFinished], None));
    assert_eq!((kept.events.len(), kept.ended), (1, None));
    assert!(matches!(replay(&b""[..], &mut kept).unwrap_err(), ReplayError::Empty));
}

fn header() -> String {
    serde_json::to_string(&Header::bare("grade")).unwrap()
}

#[test]
fn what_is_no_stream_is_refused() {
    let why = |text: &str| replay(text.as_bytes(), &mut Kept::default()).unwrap_err();
    assert!(matches!(why("{}"), ReplayError::Line { line: 1, .. }));
    assert!(matches!(why("{\"schema\":2,\"harness\":\"9\"}"), ReplayError::Version { found: 2 }));
    assert!(matches!(why(&(header() + "\n{\"event\":1}\n")), ReplayError::Line { line: 2, .. }));
    let whole = String::from_utf8(written(&[Event::BuildFinished], None)).unwrap();
    let (header, event) = whole.split_once('\n').unwrap();
    let half = format!("{header}\n{}", event.replace("}}", "}"));
    assert!(matches!(why(&half), ReplayError::Line { line: 2, .. }));
}

fn time() -> impl Strategy<Value = Duration> {
    any::<u64>().prop_map(Duration::from_nanos)
}

fn ending() -> impl Strategy<Value = Ending> {
    let breaches =
        vec![Breach::Cpu, Breach::Wall, Breach::Memory, Breach::Output, Breach::Errors, Breach::Files];
    prop_oneof![
        any::<i32>().prop_map(Ending::Exited),
        any::<i32>().prop_map(Ending::Signaled),
        select(breaches).prop_map(Ending::Stopped),
        any::<i32>().prop_map(Ending::NotStarted),
        Just(Ending::Interrupted),
    ]
}

fn enforced() -> impl Strategy<Value = Guarantees> {
    let cpu = select(vec![CpuMeter::PerfTaskClock, CpuMeter::Cgroup, CpuMeter::Wait]);
    let memory = select(vec![MemoryMeter::CgroupV2, MemoryMeter::CgroupV1, MemoryMeter::Sampled]);
    let kill = select(vec![KillMethod::PidNamespace, KillMethod::Sweep]);
    let files = select(vec![Files::Sealed, Files::Root, Files::Landlock, Files::Open]);
    let network = select(vec![Network::Namespace, Network::Filter, Network::Open]);
    let calls = select(vec![SystemCalls::Filtered, SystemCalls::Open, SystemCalls::FilteredButSignals]);
    (cpu, memory, kill, files, network, calls).prop_map(|(cpu, memory, kill, files, network, calls)| {
        Guarantees { cpu, memory, kill, files, network, calls }
    })
}

fn usage() -> impl Strategy<Value = Usage> {
    let times = (time(), time(), time(), time(), time());
    let counts = (any::<u64>(), any::<u64>(), any::<Option<u64>>(), any::<u64>(), any::<bool>());
    (times, counts).prop_map(|((cpu, user, system, wall, run_delay), counts)| {
        let (page_faults, switches, instructions, memory, was_stopped) = counts;
        let memory = Bytes(memory);
        Usage { cpu, user, system, page_faults, switches, wall, run_delay, instructions, memory, was_stopped }
    })
}

fn facts() -> impl Strategy<Value = Execution> {
    let tail =
        any::<(Vec<u8>, Vec<u8>, u64)>().prop_map(|(head, tail, dropped)| Tail { head, tail, dropped });
    let counts = any::<(u64, u32, bool, u64, Vec<Vec<u8>>)>();
    (ending(), usage(), tail, counts, enforced()).prop_map(|(ending, usage, stderr, counts, enforced)| {
        let (stdout_bytes, leftovers, oom_killed, refused_forks, written) = counts;
        Execution {
            ending,
            usage,
            stdout_bytes,
            stderr,
            leftovers,
            oom_killed,
            refused_forks,
            written,
            enforced,
        }
    })
}

fn piece() -> impl Strategy<Value = Piece> {
    any::<(Vec<u8>, u64, u64, bool)>().prop_map(|(bytes, first_line, cut_before, more_after)| Piece {
        bytes,
        first_line,
        cut_before,
        more_after,
    })
}

fn mismatch() -> impl Strategy<Value = Option<Box<Mismatch>>> {
    let place = any::<Option<(u64, u64, u64, Option<u64>, Option<u64>)>>().prop_map(|place| {
        place.map(|(line, column, byte, token, tokens)| Place { line, column, byte, token, tokens })
    });
    let excerpt =
        proptest::option::of((piece(), piece()).prop_map(|(expected, got)| Excerpt { expected, got }));
    let some = (any::<String>(), place, excerpt, any::<Vec<String>>())
        .prop_map(|(reason, place, excerpt, hints)| Box::new(Mismatch { reason, place, excerpt, hints }));
    proptest::option::of(some)
}

fn checker() -> impl Strategy<Value = CheckerChoice> {
    let named = CheckerChoice::NAMES.map(|name| CheckerChoice::from_name(name).unwrap());
    prop_oneof![
        select(named.to_vec()),
        (0.0..1.0, 0.0..1e9).prop_map(|(absolute, relative)| CheckerChoice::Float { absolute, relative }),
        (0.0..1.0, 0.0..1e9).prop_map(|(absolute, relative)| CheckerChoice::Literal { absolute, relative }),
        Just(CheckerChoice::Program(Protocol::Testlib)),
    ]
}

fn limit() -> impl Strategy<Value = Limits> {
    let wall = prop_oneof![Just(WallLimit::Auto), time().prop_map(WallLimit::Fixed)];
    let sizes = any::<(u64, Option<u64>, Option<u64>, u32)>();
    (time(), wall, sizes).prop_map(|(time, wall, (memory, stack, output, processes))| {
        let (stack, output) = (stack.map(Bytes), output.map(Bytes));
        Limits { time, wall, memory: Bytes(memory), stack, output, processes }
    })
}

fn outcomes() -> impl Strategy<Value = Outcome> {
    let names = any::<(Vec<u8>, Vec<u8>, Vec<u8>, String)>();
    let verdicts = proptest::collection::vec(select(Verdict::ALL.to_vec()), 1..4);
    let words = any::<(String, Vec<String>, Option<(Vec<u8>, u64)>, Option<u8>, Option<Vec<u8>>)>();
    let rechecks = proptest::collection::vec((time(), any::<bool>()), 0..3);
    let how = (mismatch(), proptest::option::of(facts()), checker(), limit(), rechecks);
    (names, verdicts, words, how).prop_map(|((problem, solution, case, language), expected, words, how)| {
        let (mismatch, execution, checker, limits, rechecks) = how;
        let (reason, notes, input, part, decided) = words;
        let subject = Subject { problem: name(&problem), solution: name(&solution), language };
        let mut outcome = outcome(&Arc::new(subject), name(&case), expected[0]);
        outcome.judgement.reason = reason;
        outcome.judgement.notes = notes;
        outcome.judgement.mismatch = mismatch;
        outcome.judgement.interactor =
            execution.as_ref().map(|facts| InteractorTimes { cpu: facts.usage.wall, wall: facts.usage.cpu });
        outcome.judgement.passes = execution.iter().map(|facts| PassUsage::from(&facts.usage)).collect();
        outcome.judgement.execution = execution;
        outcome.judgement.share = part.and_then(|part| Share::new(f64::from(part) / 255.0));
        outcome.is_after_failure = decided.as_ref().is_some_and(|by| by.len() % 2 == 1);
        outcome.decided_by = decided.map(|by| name(&by));
        outcome.input =
            input.map(|(bytes, size)| InputExcerpt { bytes, size, pass: (size > 9).then_some(7) });
        let rechecks = rechecks.into_iter().map(|(cpu, alone)| Recheck { cpu, alone }).collect();
        Outcome { limits, checker, expected, rechecks, ..outcome }
    })
}

proptest! {
    #[test]
    fn every_outcome_reads_back(outcome in outcomes()) {
        let event = Event::Judged(Box::new(outcome));
        let text = written(std::slice::from_ref(&event), None);
        prop_assert_eq!(&read(&text).events[0].event, &event);
        prop_assert_eq!(schema::complaints(&text), Vec::<String>::new());
        let line = text.split_inclusive(|byte| *byte == b'\n').next_back().unwrap();
        let Event::Judged(outcome) = &event else { unreachable!() };
        let unit = UnitLine {
            subject: outcome.subject.as_ref().clone(),
            case: outcome.case.clone(),
            verdict: outcome.judgement.verdict,
            is_decided: outcome.decided_by.is_some() && outcome.judgement.verdict == Verdict::Skipped,
        };
        let read = UnitLine::read(line).map(|read| UnitLine {
            is_decided: read.is_decided && read.verdict == Verdict::Skipped,
            ..read
        });
        prop_assert_eq!(read, Some(unit));
    }
}

#[test]
fn a_line_stands_for_an_event() {
    let text = String::from_utf8(written(
        &[Event::Building { names: vec!["a".to_owned()], done: 3 }],
        Some(ExitCode::Fine),
    ));
    let expect = format!(
        "{}\n{}\n{}\n",
        header(),
        "{\"event\":{\"elapsed_ns\":1,\"event\":{\"building\":{\"names\":[\"a\"],\"done\":3}}}}",
        "{\"end\":\"fine\"}"
    );
    assert_eq!(text.unwrap(), expect);
}
