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
//! | accepts | the program's own end, else AC | the same |
//! | rejects | WA | the program's own end, else WA |
//! | fails | JE | the program's own end, else WA after a crash, else JE |
//!
//! "The program's own end" is what the facts say of it: MLE, TLE, ILE, OLE or RE.

use std::time::Duration;

use harness_sandbox::{Activity, Ending, Execution};

use crate::judge::decider::{Decider, Messages, failure};
use crate::judge::{Judgement, by_facts, judge_error, words};
use crate::model::{Bytes, ExitMeaning, Limits, Verdict, WallLimit, seconds};

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
    pub messages: Messages,
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
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opinion {
    Accepts,
    Rejects,
    /// It ended as programs do that fail without meaning to, such as by an exception.
    Crashed,
    /// Any other failure.
    Failed,
    /// It was ended, because the program had already failed by itself.
    NotAsked,
}

/// The verdict on a dialogue.
#[must_use]
pub fn decide_dialogue(dialogue: Dialogue, limits: &Limits, answer: Bytes) -> Judgement {
    let own = own_end(&dialogue, limits, answer);
    let has_started = !matches!(dialogue.program.ending, Ending::NotStarted(_));
    let opinion = opinion(&dialogue);
    let decided = match (opinion, own) {
        // Nothing was said by a program that did not start.
        (_, Some(own)) if !has_started => Ok(own),
        (Opinion::Rejects, _) if !dialogue.told_end => Ok((Verdict::WrongAnswer, rejection(&dialogue))),
        (Opinion::Crashed | Opinion::Failed, _) if !dialogue.told_end => Err(failed(&dialogue)),
        (_, Some(own)) => Ok(own),
        (Opinion::Accepts, None) => Ok((Verdict::Accepted, String::new())),
        (Opinion::Rejects, None) => Ok((Verdict::WrongAnswer, rejection(&dialogue))),
        (Opinion::Crashed, None) => Ok((Verdict::WrongAnswer, left(&dialogue))),
        (Opinion::Failed | Opinion::NotAsked, None) => Err(failed(&dialogue)),
    };
    let mut notes = words::notes(&dialogue.program);
    match decided {
        Ok((verdict, reason)) => {
            if verdict != Verdict::Accepted {
                notes.extend(dialogue.messages.notes(&reason));
            }
            Judgement { verdict, reason, notes, mismatch: None, execution: Some(dialogue.program) }
        }
        Err(why) => {
            let judgement = judge_error(why);
            let notes = dialogue.messages.notes(&judgement.reason);
            Judgement { notes, ..judgement }
        }
    }
}

fn opinion(dialogue: &Dialogue) -> Opinion {
    match dialogue.interactor.ending {
        Ending::Exited(status) => match dialogue.by.protocol.meaning(status) {
            ExitMeaning::Accepts => Opinion::Accepts,
            ExitMeaning::Rejects => Opinion::Rejects,
            ExitMeaning::Unknown if status != 0 => Opinion::Crashed,
            ExitMeaning::Unknown | ExitMeaning::Points | ExitMeaning::Fails => Opinion::Failed,
        },
        Ending::Signaled(_) if !dialogue.interactor.oom_killed => Opinion::Crashed,
        Ending::Signaled(_) | Ending::Stopped(_) | Ending::NotStarted(_) => Opinion::Failed,
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
    dialogue.messages.said(&dialogue.interactor)
}

fn failed(dialogue: &Dialogue) -> String {
    failure(&dialogue.by, &dialogue.interactor, said(dialogue))
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
