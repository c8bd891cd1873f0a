//! The verdict on a program that was talked to.
//!
//! Which process ended first is a matter of chance: a program that says something wrong and exits with 1 races
//! with the interactor that rejects it. So the order decides nothing. What decides is what the interactor
//! knew when it ended: it is told that the program says no more only when it waits for more and for nothing
//! else. What it said before, it said because of what it had heard, and that is the same each time. What it
//! said after, it said because the program had left.
//!
//! | the interactor … | not told of the end | told of the end |
//! |---|---|---|
//! | accepts, or gives points | the program's own end, else AC, PT, or WA where it gives none | the same |
//! | rejects | WA | the program's own end, else WA |
//! | fails | JE | the program's own end, else WA after a crash, else JE |
//!
//! "The program's own end" is what the facts say of it: MLE, TLE, ILE, OLE or RE.
//!
//! Where a checker judges what the interactor has written, it is asked only where the table says AC, PT, or WA for
//! no points, and it has the last word: points of the interactor do not count then.

use std::time::Duration;

use harness_sandbox::{Activity, Ending, Execution};

use crate::judge::decider::{Decider, Feedback, failed, failure};
use crate::judge::points::{Decision, decision, has_accepted, in_words};
use crate::judge::{InteractorTimes, Judgement, by_facts, judge_error, words};
use crate::model::{Bytes, Limits, Opinion as Checked, Share, Verdict, WallLimit, seconds};

/// Two runs that were connected.
#[derive(Clone, Debug)]
pub struct Dialogue {
    /// The program under test.
    pub program: Execution,
    /// The interactor.
    pub interactor: Execution,
    /// The interactor was told that the program says no more: it had taken in everything and waited for
    /// more.
    pub told_end: bool,
    /// How long the program waited while the interactor was at work; no part of its wall time.
    pub excused: Duration,
    /// How it was when the wall limit of the program had passed, if that ended the dialogue.
    pub silence: Option<Silence>,
    /// What the interactor left in its folder.
    pub feedback: Feedback,
    /// Which interactor it is.
    pub by: Decider,
}

/// One of the two that talk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// The program under test.
    Program,
    /// The interactor.
    Interactor,
}

/// A dialogue in which nothing happens any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Silence {
    /// What the program is doing.
    pub program: Activity,
    /// What the interactor is doing; `Gone` where it has ended.
    pub interactor: Activity,
    /// Who spoke last.
    pub last: Option<Speaker>,
    /// The last line has no line feed.
    pub is_line_open: bool,
}

/// How an interactor ended.
enum Opinion {
    /// All or a part of the points.
    Gives(Share),
    Rejects,
    /// It ended as programs do that fail without meaning to, such as by an exception.
    Crashed,
    /// Any other failure, and how where that is more than its end.
    Failed(Option<String>),
    /// It was ended, because the program had already failed by itself.
    NotAsked,
}

/// What a checker says of the output of an interactor, or how it failed.
pub type CheckOfWritten<'a> = &'a mut dyn FnMut() -> Result<Checked, String>;

/// The verdict on a dialogue. `check` is asked, where there is a checker, only if the interactor accepts and the
/// program has ended well.
#[must_use]
pub fn decide_dialogue(
    dialogue: Dialogue,
    limits: &Limits,
    answer: Bytes,
    check: Option<CheckOfWritten<'_>>,
) -> Judgement {
    let own = own_end(&dialogue, limits, answer);
    let has_started = !matches!(dialogue.program.ending, Ending::NotStarted(_));
    let opinion = opinion(&dialogue, check.is_some());
    let (mut share, mut mismatch, mut remarks) = (None, None, Vec::new());
    let decided = match (opinion, own) {
        // Nothing was said by a program that did not start.
        (_, Some(own)) if !has_started => Ok(own),
        (Opinion::Rejects, _) if !dialogue.told_end => Ok((Verdict::WrongAnswer, rejection(&dialogue))),
        (Opinion::Crashed, _) if !dialogue.told_end => Err(failed_to_decide(&dialogue, None)),
        (Opinion::Failed(how), _) if !dialogue.told_end => Err(failed_to_decide(&dialogue, how)),
        (_, Some(own)) => Ok(own),
        (Opinion::Gives(part), None) => match check {
            None => Ok(gift(&dialogue, part, &mut share)),
            Some(check) => check().and_then(|said| {
                let (verdict, found) = match said {
                    Checked::Right { notes } => {
                        remarks = notes;
                        return Ok((Verdict::Accepted, String::new()));
                    }
                    Checked::Broken(why) => return Err(format!("the checker failed: {why}")),
                    Checked::Partial { share: part, mismatch } => {
                        share = Some(part);
                        (Verdict::Partial, mismatch)
                    }
                    Checked::Wrong(found) => (Verdict::WrongAnswer, found),
                };
                let reason = found.reason.clone();
                mismatch = Some(found);
                Ok((verdict, reason))
            }),
        },
        (Opinion::Rejects, None) => Ok((Verdict::WrongAnswer, rejection(&dialogue))),
        (Opinion::Crashed, None) => Ok((Verdict::WrongAnswer, left(&dialogue))),
        (Opinion::Failed(how), None) => Err(failed_to_decide(&dialogue, how)),
        (Opinion::NotAsked, None) => Err(failed_to_decide(&dialogue, None)),
    };
    let mut notes = words::notes(&dialogue.program);
    notes.extend(remarks);
    let usage = &dialogue.interactor.usage;
    let interactor = Some(InteractorTimes { cpu: usage.cpu, wall: usage.wall });
    match decided {
        Ok((verdict, reason)) => {
            if verdict != Verdict::Accepted {
                let of_interactor = messages(&dialogue, &reason);
                // The checker has messages of its own.
                let named = |line| if mismatch.is_some() { format!("interactor: {line}") } else { line };
                notes.extend(of_interactor.into_iter().map(named));
                notes.push(times(&dialogue));
            }
            let execution = Some(dialogue.program);
            let passes = Vec::new();
            Judgement { verdict, reason, notes, share, mismatch, execution, interactor, passes }
        }
        Err(why) => {
            let judgement = judge_error(why);
            let mut notes = messages(&dialogue, &judgement.reason);
            notes.push(times(&dialogue));
            Judgement { notes, interactor, ..judgement }
        }
    }
}

/// What the interactor says beside the reason.
fn messages(dialogue: &Dialogue, reason: &str) -> Vec<String> {
    dialogue.feedback.messages.notes(reason, &dialogue.interactor.stderr.text())
}

/// What each side used.
fn times(dialogue: &Dialogue) -> String {
    let of = |facts: &Execution| {
        format!("{} of CPU time in {}", seconds(facts.usage.cpu), seconds(facts.usage.wall))
    };
    format!("the program used {}, the interactor {}", of(&dialogue.program), of(&dialogue.interactor))
}

fn opinion(dialogue: &Dialogue, is_checked: bool) -> Opinion {
    match dialogue.interactor.ending {
        // Its points are not those of the case, so they need not be within its range.
        Ending::Exited(_) if is_checked && has_accepted(dialogue.by.protocol, &dialogue.interactor) => {
            Opinion::Gives(Share::FULL)
        }
        Ending::Exited(status) => {
            match decision(&dialogue.by, status, &dialogue.interactor, &dialogue.feedback) {
                Ok(Decision::Gives(share)) => Opinion::Gives(share),
                Ok(Decision::Rejects) => Opinion::Rejects,
                Ok(Decision::Unknown) if status != 0 => Opinion::Crashed,
                Ok(Decision::Unknown | Decision::Fails) => Opinion::Failed(None),
                Err(how) => Opinion::Failed(Some(how)),
            }
        }
        Ending::Signaled(_) if !dialogue.interactor.oom_killed => Opinion::Crashed,
        Ending::Signaled(_) | Ending::Stopped(_) | Ending::NotStarted(_) => Opinion::Failed(None),
        Ending::Interrupted => Opinion::NotAsked,
    }
}

/// What the facts say of the program, unless it was ended because the interactor had.
fn own_end(dialogue: &Dialogue, limits: &Limits, answer: Bytes) -> Option<(Verdict, String)> {
    let program = &dialogue.program;
    if program.ending == Ending::Interrupted {
        return None;
    }
    let wall = WallLimit::Fixed(limits.wall_limit().saturating_add(dialogue.excused));
    let (verdict, reason) = by_facts(program, &Limits { wall, ..limits.clone() }, answer)?;
    if verdict != Verdict::IdleLimit {
        return Some((verdict, reason));
    }
    let why = match dialogue.silence.and_then(Silence::in_words) {
        Some(why) => why,
        None => words::why_idle(&program.usage).to_owned(),
    };
    let mut line = format!("wall limit {}", seconds(limits.wall_limit()));
    // Little is not worth a word.
    if dialogue.excused > limits.wall_limit() / 10 {
        let excused = seconds(dialogue.excused);
        line = format!("{line}, without {excused} in which the interactor worked");
    }
    Some((verdict, words::idle_because(&program.usage, &line, &why)))
}

impl Silence {
    /// Why nothing happens, where it is the dialogue that is stuck.
    fn in_words(self) -> Option<String> {
        let program_waits = matches!(self.program, Activity::Waiting | Activity::Unknown);
        if !program_waits || self.interactor == Activity::Gone {
            return None;
        }
        let turn = match self.last {
            None => "neither has written anything; does the program flush its output?",
            Some(Speaker::Interactor) => "it is the program's turn; does it flush its output?",
            Some(Speaker::Program) if self.is_line_open => "the last line of the program has no line feed",
            Some(Speaker::Program) => {
                "the program wrote last, but the interactor waits for more; does the program flush its output?"
            }
        };
        Some(format!("the program and the interactor wait for each other: {turn}"))
    }
}

fn said(dialogue: &Dialogue) -> Option<String> {
    dialogue.feedback.messages.said(&dialogue.interactor)
}

fn failed_to_decide(dialogue: &Dialogue, how: Option<String>) -> String {
    match how {
        Some(how) => failed(&dialogue.by, &how, said(dialogue)),
        None => failure(&dialogue.by, &dialogue.interactor, said(dialogue)),
    }
}

/// The verdict where the interactor gives this part of the points, which is noted where it is a part.
fn gift(dialogue: &Dialogue, part: Share, share: &mut Option<Share>) -> (Verdict, String) {
    if part == Share::FULL {
        return (Verdict::Accepted, String::new());
    }
    let reason = in_words(&dialogue.by, part, said(dialogue).as_deref());
    if part == Share::NONE {
        return (Verdict::WrongAnswer, reason);
    }
    *share = Some(part);
    (Verdict::Partial, reason)
}

fn rejection(dialogue: &Dialogue) -> String {
    match said(dialogue) {
        Some(words) => format!("the interactor says: {words}"),
        None if dialogue.told_end => left(dialogue),
        None => "the interactor rejects it without a message".to_owned(),
    }
}

/// The program left while the interactor waited for more.
fn left(dialogue: &Dialogue) -> String {
    if dialogue.program.ending == Ending::Interrupted {
        return "the program closed its output before the dialogue had ended".to_owned();
    }
    "the program ended before the dialogue did".to_owned()
}

#[cfg(test)]
mod tests;
