//! The points that a checker or an interactor gives, by its convention.
//!
//! | convention | points |
//! |---|---|
//! | testlib | exit status 7 and `points P …` on standard error (`quitp`); or `partially correct (P) …`, and P is the exit status, or 16 or 50 less than it (`_pc`); or `partially correct` and a status from 16 on |
//! | Kattis | it accepts, and `score.txt` holds points or `score_multiplier.txt` the part of all |

use harness_sandbox::{Ending, Execution};

use crate::judge::decider::{Decider, Feedback};
use crate::judge::words;
use crate::model::{ExitMeaning, Pass, Protocol, Share, points_text};

/// What a checker or an interactor has decided that exited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Decision {
    /// All or a part of the points.
    Gives(Share),
    /// The program is wrong.
    Rejects,
    /// It says itself that it failed.
    Fails,
    /// Its convention has no such exit status.
    Unknown,
}

/// What is added to the points to make the exit status: it depends on the version, and for which system the program
/// was compiled.
const BASES: [i32; 3] = [0, 16, 50];

/// The statuses of versions that add 16, of up to 200 points.
const PARTIAL: std::ops::RangeInclusive<i32> = 16..=216;

/// The points of testlib's `_pc`, which alone says in its message that they are.
fn partially(status: i32, stderr: &str) -> Option<i32> {
    let said = stderr.lines().find_map(|line| line.strip_prefix("partially correct"))?;
    let number = said.strip_prefix(" (").and_then(|said| said.split_once(')')?.0.parse::<i32>().ok());
    match number {
        Some(points) => BASES.iter().any(|base| points.checked_add(*base) == Some(status)).then_some(points),
        None => PARTIAL.contains(&status).then_some(status - PARTIAL.start()),
    }
}

/// Whether a decider that ended like this gives the program any points, or all.
#[must_use]
pub fn has_accepted(protocol: Protocol, facts: &Execution) -> bool {
    let Ending::Exited(status) = facts.ending else { return false };
    match protocol.meaning(status) {
        ExitMeaning::Accepts | ExitMeaning::Points => true,
        ExitMeaning::Rejects | ExitMeaning::Fails | ExitMeaning::Unknown => {
            protocol == Protocol::Testlib && partially(status, &facts.stderr.text()).is_some()
        }
    }
}

/// What one has decided that exited with this status.
///
/// # Errors
/// The points that it gives are none, and why.
pub(super) fn decision(
    decider: &Decider,
    status: i32,
    facts: &Execution,
    feedback: &Feedback,
) -> Result<Decision, String> {
    match decider.protocol {
        Protocol::Testlib => of_testlib(decider, status, facts),
        Protocol::Kattis => of_kattis(decider, status, feedback),
        Protocol::Command => Ok(match decider.protocol.meaning(status) {
            ExitMeaning::Accepts => Decision::Gives(Share::FULL),
            ExitMeaning::Rejects => Decision::Rejects,
            ExitMeaning::Points | ExitMeaning::Fails | ExitMeaning::Unknown => Decision::Unknown,
        }),
    }
}

fn of_testlib(decider: &Decider, status: i32, facts: &Execution) -> Result<Decision, String> {
    let stderr = facts.stderr.text();
    if let Some(points) = partially(status, &stderr) {
        return given(decider, f64::from(points));
    }
    Ok(match decider.protocol.meaning(status) {
        ExitMeaning::Accepts => Decision::Gives(Share::FULL),
        ExitMeaning::Rejects => Decision::Rejects,
        ExitMeaning::Fails => Decision::Fails,
        ExitMeaning::Unknown => Decision::Unknown,
        ExitMeaning::Points => {
            let said = stderr.lines().find_map(|line| line.strip_prefix("points "));
            let number = said.and_then(|said| said.split_whitespace().next()?.parse().ok());
            let Some(points) = number else {
                return Err(format!(
                    "exit status {status} gives points, and no line of its standard error begins with `points` \
                     and a number"
                ));
            };
            return given(decider, points);
        }
    })
}

fn of_kattis(decider: &Decider, status: i32, feedback: &Feedback) -> Result<Decision, String> {
    let meaning = decider.protocol.meaning(status);
    let [_, _, score, multiplier, _] = Protocol::FEEDBACK;
    let (points, part) = (feedback.score.as_deref(), feedback.multiplier.as_deref());
    if feedback.wants_next_pass && matches!(meaning, ExitMeaning::Accepts | ExitMeaning::Rejects) {
        return of_next_pass(decider.pass, meaning);
    }
    if meaning == ExitMeaning::Rejects && (points.is_some() || part.is_some()) {
        let name = if points.is_some() { score } else { multiplier };
        return Err(format!("it rejects, and gives points in `{name}`"));
    }
    Ok(match meaning {
        ExitMeaning::Accepts => match (points, part) {
            (None, None) => Decision::Gives(Share::FULL),
            (Some(text), None) => return given(decider, number(score, text)?),
            (None, Some(text)) => {
                let part = number(multiplier, text)?;
                let what = || format!("`{multiplier}` says {}, which is not from 0 to 1", points_text(part));
                Decision::Gives(Share::new(part).ok_or_else(what)?)
            }
            (Some(_), Some(_)) => return Err(format!("it wrote both `{score}` and `{multiplier}`")),
        },
        ExitMeaning::Rejects => Decision::Rejects,
        ExitMeaning::Fails => Decision::Fails,
        ExitMeaning::Points | ExitMeaning::Unknown => Decision::Unknown,
    })
}

/// What it decides that asks for another pass. Points are told in the last one.
fn of_next_pass(pass: Pass, meaning: ExitMeaning) -> Result<Decision, String> {
    let file = Protocol::NEXT_PASS;
    if meaning == ExitMeaning::Rejects {
        return Err(format!("it rejects, and asks for another pass by `{file}`"));
    }
    if pass.may_go_on() {
        return Ok(Decision::Gives(Share::FULL));
    }
    Err(if pass.is_only() {
        format!(
            "it asks for another pass by `{file}`; set `passes` in problem.toml to how often a solution may be run"
        )
    } else {
        format!("it asks for another pass by `{file}`, and `passes` in problem.toml allows {}", pass.most)
    })
}

fn number(name: &str, text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| format!("`{name}` holds no number: {}", words::shown(text.trim())))
}

fn given(decider: &Decider, points: f64) -> Result<Decision, String> {
    let full = decider.full_points;
    let share = Share::new(points / full).ok_or_else(|| {
        let (points, full) = (points_text(points), points_text(full));
        format!(
            "it gives {points} points, which is not from 0 to {full}; set `full_points` in problem.toml to what \
             it gives for a case that is right"
        )
    });
    share.map(Decision::Gives)
}

/// Why a program does not get all points.
pub(super) fn in_words(decider: &Decider, share: Share, said: Option<&str>) -> String {
    let (points, full) = (share.value() * decider.full_points, decider.full_points);
    let (kind, points, full) = (decider.kind, points_text(points), points_text(full));
    let plural = if full == "1" { "" } else { "s" };
    let said = said.map(|said| format!(": {said}")).unwrap_or_default();
    format!("the {kind} gives {points} of {full} point{plural}{said}")
}
