//! The table: every end of a program with every end of an interactor, told of the end or not.

use std::time::Duration;

use harness_sandbox::{Activity, Breach, Bytes, Ending, Execution, Tail};

use super::{Dialogue, Silence, Speaker, decide_dialogue};
use crate::event::fixture::{execution, limits};
use crate::judge::Judgement;
use crate::judge::decider::{Decider, Feedback, Messages};
use crate::model::{Limits, Mismatch, Opinion, Pass, Protocol, Share, Verdict};

const ACCEPTS: Ending = Ending::Exited(42);
const REJECTS: Ending = Ending::Exited(43);
const CRASHES: Ending = Ending::Exited(1);
const FINE: Ending = Ending::Exited(0);

fn ended(ending: Ending, says: &str) -> Execution {
    let mut stderr = Tail::default();
    stderr.push(says.as_bytes(), 1000);
    Execution { ending, stderr, ..execution() }
}

fn dialogue(program: Ending, interactor: (Ending, &str), told_end: bool) -> Dialogue {
    Dialogue {
        program: ended(program, ""),
        interactor: ended(interactor.0, interactor.1),
        told_end,
        excused: Duration::ZERO,
        silence: None,
        feedback: Feedback::default(),
        by: Decider {
            kind: "interactor",
            name: "interact.py".to_owned(),
            protocol: Protocol::Kattis,
            limits: limits(),
            full_points: 1.0,
            pass: Pass::ONLY,
            report: None,
        },
    }
}

fn decide(dialogue: Dialogue) -> Judgement {
    decide_dialogue(dialogue, &limits(), Bytes(0), None)
}

#[track_caller]
fn check(dialogue: Dialogue, verdict: Verdict, reason: &str) {
    let judgement = decide(dialogue);
    assert_eq!((judgement.verdict, judgement.reason.as_str()), (verdict, reason));
}

/// Every way for a program to end, and its verdict where nothing else decides.
const PROGRAMS: [(Ending, Verdict); 11] = [
    (FINE, Verdict::Accepted),
    (Ending::Exited(1), Verdict::RuntimeError),
    (Ending::Signaled(11), Verdict::RuntimeError),
    (Ending::Signaled(13), Verdict::RuntimeError),
    (Ending::Stopped(Breach::Cpu), Verdict::TimeLimit),
    (Ending::Stopped(Breach::Wall), Verdict::IdleLimit),
    (Ending::Stopped(Breach::Memory), Verdict::MemoryLimit),
    (Ending::Stopped(Breach::Output), Verdict::OutputLimit),
    (Ending::Stopped(Breach::Errors), Verdict::OutputLimit),
    (Ending::NotStarted(2), Verdict::CompileError),
    // Ended because the interactor had ended.
    (Ending::Interrupted, Verdict::Accepted),
];

#[test]
fn what_the_interactor_says_of_what_it_heard_decides_whatever_becomes_of_the_program() {
    for (program, own) in PROGRAMS {
        let has_started = own != Verdict::CompileError;
        let expect = |verdict| if has_started { verdict } else { own };
        for (interactor, verdict) in [
            (REJECTS, Verdict::WrongAnswer),
            (CRASHES, Verdict::JudgeError),
            (FINE, Verdict::JudgeError),
            (Ending::Signaled(6), Verdict::JudgeError),
            (Ending::Stopped(Breach::Cpu), Verdict::JudgeError),
            (Ending::Stopped(Breach::Wall), Verdict::JudgeError),
            (ACCEPTS, own),
        ] {
            let got = decide(dialogue(program, (interactor, ""), false));
            assert_eq!(got.verdict, expect(verdict), "{program:?} {interactor:?}");
        }
    }
}

#[test]
fn what_the_interactor_says_of_the_end_comes_after_the_programs_own_end() {
    for (program, own) in PROGRAMS {
        for (interactor, verdict) in [
            (REJECTS, Verdict::WrongAnswer),
            (CRASHES, Verdict::WrongAnswer),
            (Ending::Signaled(13), Verdict::WrongAnswer),
            (FINE, Verdict::JudgeError),
            (Ending::Stopped(Breach::Wall), Verdict::JudgeError),
            (ACCEPTS, Verdict::Accepted),
        ] {
            let got = decide(dialogue(program, (interactor, ""), true));
            let expect = if own == Verdict::Accepted { verdict } else { own };
            assert_eq!(got.verdict, expect, "{program:?} {interactor:?}");
        }
        // The interactor need not be asked about a program that failed.
        if own != Verdict::Accepted {
            assert_eq!(decide(dialogue(program, (Ending::Interrupted, ""), true)).verdict, own);
        }
    }
}

#[test]
fn a_program_that_left_is_told_so_only_where_it_did() {
    let early = "the program ended before the dialogue did";
    check(dialogue(FINE, (REJECTS, ""), true), Verdict::WrongAnswer, early);
    check(dialogue(FINE, (CRASHES, "EOFError: x"), true), Verdict::WrongAnswer, early);
    let closed = "the program closed its output before the dialogue had ended";
    check(dialogue(Ending::Interrupted, (REJECTS, ""), true), Verdict::WrongAnswer, closed);
    let silent = "the interactor rejects it without a message";
    check(dialogue(FINE, (REJECTS, ""), false), Verdict::WrongAnswer, silent);
    let says = "the interactor says: no more guesses";
    check(dialogue(FINE, (REJECTS, "no more guesses"), true), Verdict::WrongAnswer, says);
}

/// The note on what both used.
const USED: &str =
    "the program used 0.100 s of CPU time in 0.120 s, the interactor 0.100 s of CPU time in 0.120 s";

#[test]
fn the_messages_of_an_interactor_are_shown() {
    let with = |judge: &[u8], team: &[u8], told_end| Dialogue {
        feedback: Feedback { messages: Messages::read(judge, team), ..Feedback::default() },
        ..dialogue(FINE, (REJECTS, ""), told_end)
    };
    for told_end in [false, true] {
        let judgement = decide(with(b"too many guesses: 1\n", b"", told_end));
        assert_eq!(judgement.reason, "the interactor says: too many guesses: 1");
        assert_eq!(judgement.notes, [USED]);
    }
    let judgement = decide(with(b"one\n\n\x1b[2Jtwo\n", b"try again\n", false));
    assert_eq!(judgement.reason, "the interactor says: one");
    let notes =
        ["judgemessage.txt: one", "judgemessage.txt: \\x1b[2Jtwo", "teammessage.txt: try again", USED];
    assert_eq!(judgement.notes, notes);
    let long = "line\n".repeat(25) + &"x".repeat(1000);
    let lines = Messages::read(long.as_bytes(), b"").judge;
    assert_eq!((lines.len(), lines[10].as_str()), (11, "… 16 more lines"));
    assert_eq!(decide(with(b"", b"only this", false)).reason, "the interactor says: only this");
    let crash = Dialogue {
        feedback: Feedback { messages: Messages::read(b"bad case", b""), ..Feedback::default() },
        ..dialogue(FINE, (CRASHES, ""), false)
    };
    let why = "the interactor `interact.py` failed: exit status 1 (kattis: 42 accepts, 43 rejects): bad case";
    check(crash, Verdict::JudgeError, why);
}

#[test]
fn a_failure_names_the_interactor_and_what_it_did() {
    for (interactor, why) in [
        ((FINE, ""), "exit status 0 (kattis: 42 accepts, 43 rejects)"),
        ((CRASHES, "E: x"), "exit status 1 (kattis: 42 accepts, 43 rejects): E: x"),
        ((Ending::Signaled(11), ""), "SIGSEGV"),
        ((Ending::Stopped(Breach::Cpu), ""), "it used more than 1.000 s of CPU time, `helpers.time_limit`"),
        (
            (Ending::Stopped(Breach::Wall), ""),
            "it took more than 3.000 s, the wall limit that follows from `helpers.time_limit`",
        ),
        ((Ending::Stopped(Breach::Memory), ""), "it used more than 64MiB of memory, `helpers.memory_limit`"),
        ((Ending::Stopped(Breach::Output), ""), "it printed more than 16MiB, `helpers.output_limit`"),
    ] {
        let why = format!("the interactor `interact.py` failed: {why}");
        check(dialogue(FINE, interactor, false), Verdict::JudgeError, &why);
    }
}

#[test]
fn points_of_testlib_are_a_share_and_its_failure_is_the_judges() {
    let testlib = |ending, says: &str| {
        let dialogue = dialogue(FINE, (ending, says), false);
        Dialogue { by: Decider { protocol: Protocol::Testlib, ..dialogue.by.clone() }, ..dialogue }
    };
    let half = testlib(Ending::Exited(7), "points 0.5");
    check(half.clone(), Verdict::Partial, "the interactor gives 0.5 of 1 point: points 0.5");
    assert_eq!(decide(half).share(), Share::new(0.5));
    check(testlib(Ending::Exited(7), "points 1"), Verdict::Accepted, "");
    check(
        testlib(Ending::Exited(50), "partially correct (0)"),
        Verdict::WrongAnswer,
        "the interactor gives 0 of 1 point: partially correct (0)",
    );
    let many = "the interactor `interact.py` failed: it gives 2 points, which is not from 0 to 1; set `full_points` in \
                problem.toml to what it gives for a case that is right: points 2";
    check(testlib(Ending::Exited(7), "points 2"), Verdict::JudgeError, many);
    // The program's own failure counts, whatever it has got until then.
    let own = Dialogue {
        program: ended(Ending::Exited(1), ""),
        told_end: true,
        ..testlib(Ending::Exited(7), "points 1")
    };
    assert_eq!(decide(own).verdict, Verdict::RuntimeError);
    let fails = "the interactor `interact.py` failed: exit status 3: FAIL bad test";
    check(testlib(Ending::Exited(3), "FAIL bad test"), Verdict::JudgeError, fails);
    let unknown = "the interactor `interact.py` failed: exit status 9 (testlib: 0 accepts, 1, 2, 4 and 8 reject, 7 gives points, 3 fails)";
    check(testlib(Ending::Exited(9), ""), Verdict::JudgeError, unknown);
}

#[test]
fn time_in_which_the_interactor_works_is_not_the_programs() {
    let waited = |excused| {
        let mut dialogue = dialogue(FINE, (ACCEPTS, ""), false);
        dialogue.program.usage.wall = Duration::from_secs(7);
        Dialogue { excused: Duration::from_millis(excused), ..dialogue }
    };
    let limits = Limits { time: Duration::from_secs(1), ..limits() };
    assert_eq!(decide_dialogue(waited(4000), &limits, Bytes(0), None).verdict, Verdict::Accepted);
    let judgement = decide_dialogue(waited(3999), &limits, Bytes(0), None);
    assert_eq!(judgement.verdict, Verdict::IdleLimit);
    let reason = "used 0.100 s of CPU in 7.000 s (wall limit 3.000 s, without 3.999 s in which the \
        interactor worked): it slept, or waited for input or for another process";
    assert_eq!(judgement.reason, reason);
}

#[test]
fn silence_on_both_sides_says_whose_turn_it_is() {
    let stuck = |program, interactor, last, is_line_open| {
        let silence = Silence { program, interactor, last, is_line_open };
        let ended = Ending::Stopped(Breach::Wall);
        decide(Dialogue { silence: Some(silence), ..dialogue(ended, (Ending::Interrupted, ""), true) }).reason
    };
    let wait = Activity::Waiting;
    for (last, is_open, end) in [
        (None, false, "neither has written anything; does the program flush its output?"),
        (Some(Speaker::Interactor), false, "it is the program's turn; does it flush its output?"),
        (
            Some(Speaker::Program),
            false,
            "the program wrote last, but the interactor waits for more; does the program flush its output?",
        ),
        (Some(Speaker::Program), true, "the last line of the program has no line feed"),
    ] {
        let stuck = stuck(wait, wait, last, is_open);
        let (_, why) = stuck.split_once("(wall limit 3.000 s): ").unwrap();
        assert_eq!(why, format!("the program and the interactor wait for each other: {end}"));
    }
    let slept = "it slept, or waited for input or for another process";
    assert!(stuck(Activity::Sleeping, wait, None, false).ends_with(slept));
    assert!(stuck(wait, Activity::Gone, None, false).ends_with(slept));
}

/// The verdict, the reason and the notes where a checker says this, and how often it was asked.
fn checked(dialogue: Dialogue, said: &Result<Opinion, String>) -> (Judgement, usize) {
    let mut asked = 0;
    let mut check = || {
        asked += 1;
        said.clone()
    };
    let judgement = decide_dialogue(dialogue, &limits(), Bytes(0), Some(&mut check));
    (judgement, asked)
}

const RIGHT: Result<Opinion, String> = Ok(Opinion::Right { notes: Vec::new() });

fn testlib(program: Ending, interactor: (Ending, &str), told_end: bool) -> Dialogue {
    let dialogue = dialogue(program, interactor, told_end);
    Dialogue { by: Decider { protocol: Protocol::Testlib, ..dialogue.by }, ..dialogue }
}

#[test]
fn a_checker_is_asked_only_where_the_interactor_accepts_and_the_program_ended_well() {
    for (program, own) in PROGRAMS {
        for told_end in [false, true] {
            for (status, says, accepts) in [
                (0, "ok", true),
                (7, "points 0.5", true),
                (7, "points 0", true),
                // No points of this case, and none that count.
                (7, "points 900", true),
                (66, "partially correct (50)", true),
                (1, "wrong answer", false),
                (2, "wrong output format", false),
                (3, "FAIL", false),
                (9, "", false),
            ] {
                let interactor = (Ending::Exited(status), says);
                let (judgement, asked) = checked(testlib(program, interactor, told_end), &RIGHT);
                let is_due = accepts && own == Verdict::Accepted;
                let what = format!("{program:?} {interactor:?} {told_end}");
                assert_eq!(asked, usize::from(is_due), "{what}");
                if accepts {
                    assert_eq!((judgement.verdict, judgement.share), (own, None), "{what}");
                } else {
                    let alone = decide(testlib(program, interactor, told_end));
                    assert_eq!(judgement, alone, "{what}");
                }
            }
        }
    }
}

#[test]
fn what_the_checker_says_is_the_verdict_and_the_points() {
    let accepted = || testlib(FINE, (Ending::Exited(0), "ok 3 questions\n"), true);
    let mismatch = || {
        let hints = vec!["a hint".to_owned()];
        Box::new(Mismatch { reason: "the checker says: no".to_owned(), place: None, excerpt: None, hints })
    };
    let (right, _) = checked(accepted(), &Ok(Opinion::Right { notes: vec!["CRLF".to_owned()] }));
    assert_eq!((right.verdict, right.reason.as_str(), right.mismatch), (Verdict::Accepted, "", None));
    assert_eq!(right.notes, ["CRLF"]);
    let half = Share::new(0.5).unwrap();
    let said = [
        (Opinion::Wrong(mismatch()), Verdict::WrongAnswer, None),
        (Opinion::Partial { share: half, mismatch: mismatch() }, Verdict::Partial, Some(half)),
    ];
    for (opinion, verdict, share) in said {
        let (judgement, _) = checked(accepted(), &Ok(opinion));
        assert_eq!((judgement.verdict, judgement.share), (verdict, share));
        assert_eq!(judgement.reason, "the checker says: no");
        assert_eq!(judgement.mismatch, Some(mismatch()));
        assert!(judgement.execution.is_some() && judgement.interactor.is_some());
        assert_eq!(judgement.notes[0], "interactor: standard error: ok 3 questions");
    }
    let failed = "the checker `check` failed: SIGSEGV";
    let broken = "the checker failed: no number";
    for (said, why) in
        [(Err(failed.to_owned()), failed), (Ok(Opinion::Broken("no number".to_owned())), broken)]
    {
        let (judgement, _) = checked(accepted(), &said);
        assert_eq!((judgement.verdict, judgement.reason.as_str()), (Verdict::JudgeError, why));
        assert_eq!(judgement.notes[0], "standard error: ok 3 questions");
    }
}
