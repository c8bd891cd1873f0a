//! A program of the problem that decides, and how it failed where it did not.

use harness_sandbox::{Breach, Ending, Execution, Kept, MOST_ERRORS};

use crate::judge::words;
use crate::model::{Bytes, ExitMeaning, Limits, Pass, Protocol, ReportForm, seconds};

/// An interactor or a checker, as far as verdicts depend on it.
#[derive(Clone, Debug)]
pub struct Decider {
    /// What it is: `interactor`, `checker`.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// What its exit status means.
    pub protocol: Protocol,
    /// What it may use.
    pub limits: Limits,
    /// The points that it gives for a case that is right.
    pub full_points: f64,
    /// The pass that it decides about.
    pub pass: Pass,
    /// The form of its report, where it is to write one.
    pub report: Option<ReportForm>,
}

/// What a checker or an interactor has left in its folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Feedback {
    /// Its messages.
    pub messages: Messages,
    /// The text of `score.txt`.
    pub score: Option<String>,
    /// The text of `score_multiplier.txt`.
    pub multiplier: Option<String>,
    /// The beginning of [`Protocol::REPORT`].
    pub report: Option<Vec<u8>>,
    /// There is a [`Protocol::NEXT_PASS`].
    pub wants_next_pass: bool,
}

impl Feedback {
    /// Of a run that kept [`Protocol::FEEDBACK`], and took [`Protocol::NEXT_PASS`]. What the messages were before it
    /// is no part of them.
    #[must_use]
    pub fn read(kept: &Kept, before: &Said) -> Self {
        let [_, _, score, multiplier, report] = Protocol::FEEDBACK.map(|name| kept.content(name));
        let [judge, team] = Said::read(kept).since(before);
        let text = |bytes: Vec<u8>| (!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned());
        Self {
            messages: Messages::read(&judge, &team),
            score: text(score),
            multiplier: text(multiplier),
            report: (!report.is_empty()).then_some(report),
            wants_next_pass: kept.has_taken(),
        }
    }
}

/// The two messages as they are written. Passes share their files, and should only append to them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said([Vec<u8>; 2]);

impl Said {
    /// Of a run that kept [`Protocol::MESSAGES`].
    #[must_use]
    pub fn read(kept: &Kept) -> Self {
        Self(Protocol::MESSAGES.map(|name| kept.content(name)))
    }

    /// What is new in each.
    fn since(self, before: &Self) -> [Vec<u8>; 2] {
        let [judge, team] = self.0;
        let new = |text: Vec<u8>, old: &[u8]| match text.strip_prefix(old) {
            Some(rest) => rest.to_vec(),
            None => text,
        };
        [new(judge, &before.0[0]), new(team, &before.0[1])]
    }
}

/// The messages of an interactor or a checker, as lines that can be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Messages {
    /// For the judges.
    pub judge: Vec<String>,
    /// For the team.
    pub team: Vec<String>,
}

/// Lines of a message that are shown.
const SHOWN: usize = 10;

impl Messages {
    /// From the contents of the two files.
    #[must_use]
    pub fn read(judge: &[u8], team: &[u8]) -> Self {
        let lines = |bytes: &[u8]| lines(&String::from_utf8_lossy(bytes));
        Self { judge: lines(judge), team: lines(team) }
    }

    /// All but what the reason says already: the two messages, and this text of standard error.
    pub(super) fn notes(&self, reason: &str, errors: &str) -> Vec<String> {
        let [judge, team] = Protocol::MESSAGES;
        let errors = lines(errors);
        let is_said = |lines: &[String]| lines.len() == 1 && reason.ends_with(lines[0].as_str());
        let told = [(judge, &self.judge), ("standard error", &errors), (team, &self.team)];
        let told = told.into_iter().filter(|(_, lines)| !is_said(lines));
        told.flat_map(|(name, lines)| lines.iter().map(move |line| format!("{name}: {line}"))).collect()
    }

    /// What one that ended like this says, if it says anything.
    pub(super) fn said(&self, facts: &Execution) -> Option<String> {
        self.judge
            .first()
            .cloned()
            .or_else(|| outcome(&facts.stderr.text()).map(words::shown))
            .or_else(|| words::last_words(facts))
            .or_else(|| self.team.first().cloned())
    }
}

/// Lines of a text that can be shown, at most so many.
fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim_end).filter(|line| !line.trim().is_empty());
    let mut shown: Vec<String> = lines.clone().take(SHOWN).map(words::shown).collect();
    let left = lines.count() - shown.len();
    if left > 0 {
        shown.push(format!("… {left} more lines"));
    }
    shown
}

/// The line with which testlib begins the message of an outcome: more lines may follow it, and what was printed before
/// stands above. The words are those of its `InStream::quit`.
fn outcome(text: &str) -> Option<&str> {
    const OUTCOMES: [&str; 6] =
        ["ok", "wrong answer", "wrong output format", "partially correct", "points", "unexpected eof"];
    let begins = |line: &&str| {
        OUTCOMES.iter().any(|outcome| {
            let rest = line.strip_prefix(outcome);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ':']))
        })
    };
    text.lines().map(str::trim_end).rfind(begins)
}

/// How it failed to decide, with what it said.
pub(super) fn failure(decider: &Decider, facts: &Execution, said: Option<String>) -> String {
    let Decider { protocol, limits, .. } = decider;
    let how = match facts.ending {
        Ending::Exited(status) => match protocol.meaning(status) {
            ExitMeaning::Fails => format!("exit status {status}"),
            ExitMeaning::Unknown | ExitMeaning::Accepts | ExitMeaning::Rejects | ExitMeaning::Points => {
                format!("exit status {status} ({}: {})", protocol.name(), protocol.statuses())
            }
        },
        Ending::Signaled(_) if facts.oom_killed => over_memory(limits),
        Ending::Signaled(signal) => words::signal_name(signal),
        Ending::NotStarted(errno) => words::cannot_start(errno),
        Ending::Stopped(Breach::Cpu) => {
            format!("it used more than {} of CPU time, `helpers.time_limit`", seconds(limits.time))
        }
        Ending::Stopped(Breach::Wall) => {
            let limit = seconds(limits.wall_limit());
            format!("it took more than {limit}, the wall limit that follows from `helpers.time_limit`")
        }
        Ending::Stopped(Breach::Memory) => over_memory(limits),
        Ending::Stopped(Breach::Output | Breach::Files) => {
            format!("it printed more than {}, `helpers.output_limit`", limits.output_limit(Bytes(0)))
        }
        Ending::Stopped(Breach::Errors) => {
            let limit = limits.output_limit(Bytes(0)).max(MOST_ERRORS);
            format!("it wrote more than {limit} to standard error")
        }
        Ending::Interrupted => "interrupted".to_owned(),
    };
    failed(decider, &how, said)
}

/// That it failed in this way.
#[must_use]
pub fn failed_decider(decider: &Decider, how: &str) -> String {
    failed(decider, how, None)
}

/// That it failed in this way, with what it said.
pub(super) fn failed(decider: &Decider, how: &str, said: Option<String>) -> String {
    with_words(format!("the {} `{}` failed: {how}", decider.kind, decider.name), said)
}

fn over_memory(limits: &Limits) -> String {
    format!("it used more than {} of memory, `helpers.memory_limit`", limits.memory)
}

fn with_words(what: String, words: Option<String>) -> String {
    match words {
        Some(words) => format!("{what}: {words}"),
        None => what,
    }
}
