//! What `hunt` prints, live and from a record.
//!
//! What goes to standard output waits until the hunt is over: what it tells of is stored then, and a closed pipe loses
//! nothing. Talk on standard error that follows from it waits, too.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use crate::event::{
    Counterexample, HuntEvent, HuntExtent, HuntPlan, HuntReporter, NothingFound, Reduction, Reporter,
    SolutionSummary, Stamped, StampedHunt,
};
use crate::exit_code::ExitCode;
use crate::model::{Name, counted, seconds};
use crate::report::{self, newcase};
use crate::ui::{Folded, Tone, Ui, Verbosity, message, paint};

/// Several listeners to one hunt; each is told everything, even if another fails.
pub struct HuntListeners<'a>(pub Vec<Box<dyn HuntReporter + 'a>>);

/// Something that is said later, and how.
type Talk = (fn(&str), String);

/// Prints a hunt for people.
pub struct HuntReport {
    ui: Ui,
    out: HeldOutput,
    later: Vec<Talk>,
    problem: Name,
    is_dry: bool,
    /// Prints the judging of the new case.
    judging: Option<Box<dyn Reporter>>,
}

impl HuntReport {
    /// Prints on this terminal.
    #[must_use]
    pub fn new(ui: Ui) -> Self {
        let (out, later) = (HeldOutput::default(), Vec::new());
        Self { ui, out, later, problem: Name::from(""), is_dry: false, judging: None }
    }

    fn is_quiet(&self) -> bool {
        self.ui.verbosity == Verbosity::Quiet
    }

    fn say(&self, text: &str) {
        if !self.is_quiet() {
            message::progress(text);
        }
    }

    fn say_later(&mut self, text: String) {
        if !self.is_quiet() {
            self.later.push((message::progress, text));
        }
    }

    fn again(&mut self, line: &str) -> io::Result<()> {
        if self.is_quiet() { Ok(()) } else { again(&mut self.out, line) }
    }

    fn judging(&mut self) -> &mut dyn Reporter {
        let (out, ui) = (&self.out, self.ui);
        let open = || {
            let out = Folded::on_stdout(out.clone(), ui, true);
            report::for_drafts(Box::new(out), ui)
        };
        self.judging.get_or_insert_with(open).as_mut()
    }

    /// Writes what was held, and says what follows from it.
    fn release(&mut self) -> io::Result<()> {
        // What is buffered is written when its reporter goes.
        self.judging = None;
        let mut out = io::stdout().lock();
        let written = out.write_all(&self.out.0.take()).and_then(|()| out.flush());
        for (say, text) in self.later.drain(..) {
            say(&text);
        }
        written
    }

    fn tell(&mut self, event: &HuntEvent) -> io::Result<()> {
        match event {
            HuntEvent::Started(plan) => {
                let HuntPlan { problem, is_dry, .. } = plan.as_ref();
                (self.problem, self.is_dry) = (problem.clone(), *is_dry);
            }
            HuntEvent::Note(text) => message::note(text),
            HuntEvent::Found { number, time } => {
                self.say(&format!("found with input {number} in {}", seconds(*time)));
            }
            HuntEvent::Alike { solution, verdict, case } => {
                message::note(&format!("`{solution}` ends with {verdict} on the case `{case}`, too"));
            }
            HuntEvent::Reduced(reduction) => self.say(&reduced(reduction)),
            HuntEvent::KeptAsFound => {
                message::note(
                    "the smaller input does not fail every time, so the one that was found is kept",
                );
            }
            HuntEvent::Slowest(found) => self.say(&format!(
                "{}/{}: input {} is the slowest of {}: {}, {}",
                self.problem,
                found.solution,
                found.number,
                found.tries,
                seconds(found.cpu),
                found.verdict
            )),
            HuntEvent::Counterexample(found) => {
                counterexample(&mut self.out, &self.problem, found, self.ui.width)?;
            }
            // What it says is in the failure that follows.
            HuntEvent::Flaky(_) => {}
            HuntEvent::JudgingEnded(code) => self.judging().finish(*code)?,
            HuntEvent::Added(added) => {
                if !self.is_quiet() {
                    newcase::added(&mut self.out, &self.problem, added, self.is_dry)?;
                }
                let hints = newcase::hints(&self.problem, &added.unexpected).into_iter();
                self.later.extend(hints.map(|hint| (message::hint as fn(&str), hint)));
            }
            HuntEvent::Unjudged => self.say_later(
                "interrupted: the best input so far is kept, and no solution was judged on it".to_owned(),
            ),
            HuntEvent::Again(line) => self.again(line)?,
            HuntEvent::NothingWritten(why) => self.say_later(format!("nothing was written: {why}")),
            HuntEvent::NothingFound(found) => {
                if let Some((waited_for, time)) = &found.waited {
                    message::note(&format!(
                        "the last {} were spent waiting for {waited_for}",
                        seconds(*time)
                    ));
                }
                nothing(&mut self.out, &self.problem, found)?;
            }
            HuntEvent::Interrupted(how_far) => self.say(&format!("interrupted: {}", extent(how_far))),
            HuntEvent::Failed { told, hints } => {
                self.release()?;
                message::failure(told, hints);
            }
        }
        Ok(())
    }
}

impl HuntReporter for HuntReport {
    fn on_hunt(&mut self, event: &StampedHunt) -> io::Result<()> {
        if !matches!(event.event, HuntEvent::JudgingEnded(_)) {
            self.judging = None;
        }
        self.tell(&event.event)
    }
}

impl Reporter for HuntReport {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        self.judging().on_event(event)
    }

    fn on_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        self.judging().on_solution(summary)
    }

    fn finish(&mut self, _exit_code: ExitCode) -> io::Result<()> {
        self.release()
    }
}

impl HuntListeners<'_> {
    fn tell(&mut self, mut tell: impl FnMut(&mut dyn HuntReporter) -> io::Result<()>) -> io::Result<()> {
        self.0.iter_mut().map(|listener| tell(listener.as_mut())).fold(Ok(()), io::Result::and)
    }
}

impl HuntReporter for HuntListeners<'_> {
    fn on_hunt(&mut self, event: &StampedHunt) -> io::Result<()> {
        self.tell(|listener| listener.on_hunt(event))
    }
}

impl Reporter for HuntListeners<'_> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        self.tell(|listener| listener.on_event(event))
    }

    fn on_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        self.tell(|listener| listener.on_solution(summary))
    }

    fn finish(&mut self, exit_code: ExitCode) -> io::Result<()> {
        self.tell(|listener| listener.finish(exit_code))
    }
}

/// Keeps what is written. Clones write into the same.
#[derive(Clone, Default)]
struct HeldOutput(Rc<RefCell<Vec<u8>>>);

impl Write for HeldOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// `1234 inputs, 800 different, 3.21 s, 384 a second`.
fn extent(extent: &HuntExtent) -> String {
    format!(
        "{}, {} different, {}, {:.0} a second",
        counted(usize::try_from(extent.tries).unwrap_or(usize::MAX), "input"),
        extent.different,
        seconds(extent.time),
        extent.rate()
    )
}

fn reduced(reduction: &Reduction) -> String {
    let Some(to) = reduction.to else {
        return "not shrunk: without a validator, valid inputs cannot be told from invalid ones".to_owned();
    };
    let left = if to.is_smallest { "" } else { ", and may shrink further" };
    let smaller = counted(to.tries, "smaller input");
    format!("shrunk from {} to {} bytes; {smaller} tried{left}", reduction.from, to.size)
}

fn nothing(out: &mut dyn Write, problem: &Name, found: &NothingFound) -> io::Result<()> {
    let problem = paint(Tone::Strong, &problem.to_string());
    writeln!(out, "{problem}: nothing found: {}", extent(&found.extent))?;
    again(out, &found.again)
}

/// Writes what was found: the solution that fails, what all print, and the input.
fn counterexample(
    out: &mut dyn Write,
    problem: &Name,
    found: &Counterexample,
    width: usize,
) -> io::Result<()> {
    let heading = match (&found.solution, found.verdict) {
        (Some(solution), Some(verdict)) => format!("{problem}/{solution}: {verdict}"),
        _ => format!("{problem}: solutions that should be right do not agree"),
    };
    writeln!(out, "{} {}", paint(Tone::Bad, "✗"), paint(Tone::Strong, &heading))?;
    newcase::split(out, &found.input, &found.outputs, width)
}

fn again(out: &mut dyn Write, line: &str) -> io::Result<()> {
    writeln!(out, "{}", paint(Tone::Faint, &format!("again: {line}")))?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::HuntReport;
    use crate::event::fixture::hunt_events;
    use crate::event::{HuntEvent, HuntReporter, StampedHunt};
    use crate::ui::{Ui, Verbosity};
    use std::time::Duration;

    /// What a hunt with these events holds for standard output, and what it says after that.
    fn told(events: impl Iterator<Item = HuntEvent>, verbosity: Verbosity) -> (String, Vec<String>) {
        let mut report = HuntReport::new(Ui { width: 80, has_progress: false, verbosity });
        for event in events {
            report.on_hunt(&StampedHunt { elapsed: Duration::ZERO, event }).unwrap();
        }
        let out = String::from_utf8(report.out.0.take()).unwrap();
        (out, report.later.drain(..).map(|(_, text)| text).collect())
    }

    /// All but what judges, and what ends a hunt.
    fn events() -> impl Iterator<Item = HuntEvent> {
        hunt_events()
            .into_iter()
            .filter(|event| !matches!(event, HuntEvent::JudgingEnded(_) | HuntEvent::Failed { .. }))
    }

    #[test]
    fn what_tells_of_a_stored_case_waits_until_it_is_stored() {
        colored::control::set_override(false);
        let (out, later) = told(events(), Verbosity::Normal);
        insta::assert_snapshot!(out, @r#"
        ✗ p: solutions that should be right do not agree
        a
          2
        b\xff\n
          \xff
        c
          no answer: it ends with RE
        input
          1 2
        ✗ p/b\xff\n: WA
        a
          2
        b\xff\n
          \xff
        c
          no answer: it ends with RE
        input
          1 2
        added p/2: answer `2` by the reference `a`
        added p/3: answer `�` by the consensus of 2 solutions
        added p/4: answer of 0 bytes as given
        added p/5: no answer, the checker `b\xff\n` decides
        again: harness hunt p --seed 1 --count 3
        p: nothing found: 3 inputs, 2 different, 1.501 s, 2 a second
        again: harness hunt p --seed 1 --count 3
        p: nothing found: 3 inputs, 2 different, 1.501 s, 2 a second
        again: harness hunt p --seed 1 --count 3
        "#);
        insta::assert_snapshot!(later.join("\n"), @r#"
        write `"2" = "WA"` under `expect` of [solution.b\xff\n] in cases/p/problem.toml
        interrupted: the best input so far is kept, and no solution was judged on it
        nothing was written: the case `1` has this input
        "#);
    }

    #[test]
    fn a_quiet_hunt_prints_what_was_found_and_no_more() {
        colored::control::set_override(false);
        let (out, later) = told(events(), Verbosity::Quiet);
        insta::assert_snapshot!(out, @r#"
        ✗ p: solutions that should be right do not agree
        a
          2
        b\xff\n
          \xff
        c
          no answer: it ends with RE
        input
          1 2
        ✗ p/b\xff\n: WA
        a
          2
        b\xff\n
          \xff
        c
          no answer: it ends with RE
        input
          1 2
        p: nothing found: 3 inputs, 2 different, 1.501 s, 2 a second
        again: harness hunt p --seed 1 --count 3
        p: nothing found: 3 inputs, 2 different, 1.501 s, 2 a second
        again: harness hunt p --seed 1 --count 3
        "#);
        insta::assert_snapshot!(later.join("\n"), @r#"
        write `"2" = "WA"` under `expect` of [solution.b\xff\n] in cases/p/problem.toml
        "#);
    }
}
