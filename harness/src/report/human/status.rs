//! A line for a case, for those who want to see more of a run than what is not as expected.

use crate::event::Outcome;
use crate::model::{Verdict, mebibytes};
use crate::report::human::time::{Nearness, bar, of_limit};
use crate::ui::{Links, Tone, fit, paint};

/// Which cases get a line of their own: each level those of the levels before, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum StatusLevel {
    /// None.
    None,
    /// Those that are not as expected.
    Fail,
    /// Those that took more than half of their time limit.
    Slow,
    /// All that ran.
    Pass,
    /// Those that were not run, too.
    All,
}

/// Which cases get a line, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatusLevels {
    /// As soon as they are judged.
    pub during: StatusLevel,
    /// At the end, in the order of the plan; what is not as expected is told there in full.
    pub at_end: StatusLevel,
}

impl Default for StatusLevels {
    fn default() -> Self {
        Self { during: StatusLevel::None, at_end: StatusLevel::Fail }
    }
}

impl StatusLevel {
    /// The first level with which this case gets a line.
    #[must_use]
    pub fn of(outcome: &Outcome) -> Self {
        if outcome.judgement.verdict == Verdict::Skipped {
            return Self::All;
        }
        if !outcome.as_expected() {
            return Self::Fail;
        }
        if nearness(outcome) > Nearness::Far { Self::Slow } else { Self::Pass }
    }
}

fn nearness(outcome: &Outcome) -> Nearness {
    let facts = outcome.judgement.execution.as_ref();
    facts.map_or(Nearness::Far, |facts| Nearness::of(facts.usage.cpu, outcome.limits.time))
}

/// `  ✓ AC   2.41 of 3.00 s ████   12.0 MiB  p/sol/45-big`: what has no fixed width comes last, and is not cut.
/// `input` is the file of the input.
#[must_use]
pub fn status_line(outcome: &Outcome, width: usize, (links, input): (&Links, Option<&[u8]>)) -> String {
    const TIME: usize = 16;
    const CELLS: usize = 5;
    /// From this width on there is room for memory and bar.
    const WIDE: usize = 70;
    let judgement = &outcome.judgement;
    let is_run = judgement.verdict != Verdict::Skipped;
    let (mark, tone) = match (is_run, outcome.as_expected()) {
        (false, _) => ("-", Tone::Faint),
        (true, true) => ("✓", Tone::Good),
        (true, false) => ("✗", Tone::Bad),
    };
    let measured = match judgement.execution.as_ref().filter(|_| is_run) {
        None => String::new(),
        Some(facts) => {
            let (cpu, limit) = (facts.usage.cpu, outcome.limits.time);
            let near = nearness(outcome);
            let time = near.paint(&fit(&of_limit(cpu, limit, facts.was_ended_at_its_cpu_line()), TIME));
            if width < WIDE {
                format!("{time}{}  ", near.sign())
            } else {
                let cells = if near == Nearness::Far { String::new() } else { bar(cpu, limit, CELLS) };
                let cells = near.paint(&fit(&cells, CELLS));
                format!("{time} {cells} {:>9}  ", mebibytes(facts.usage.memory))
            }
        }
    };
    let name = format!("{}/{}", outcome.subject, outcome.case);
    let name = links.link(input, &name);
    let rest = if !is_run {
        paint(Tone::Faint, &format!(": {}", judgement.reason))
    } else if outcome.as_expected() {
        String::new()
    } else {
        let codes: Vec<&str> = outcome.expected.iter().map(|verdict| verdict.code()).collect();
        paint(Tone::Bad, &format!("  expected {}", codes.join(" or ")))
    };
    let verdict = paint(tone, &format!("{:3}", judgement.verdict.code()));
    format!("  {} {verdict}  {measured}{name}{rest}\n", paint(tone, mark))
}

#[cfg(test)]
mod tests {
    use super::{StatusLevel, status_line};
    use crate::event::Outcome;
    use crate::event::fixture::{outcome, subject};
    use crate::model::{Name, Verdict};
    use crate::ui::Links;
    use std::time::Duration;

    fn ran(verdict: Verdict, milliseconds: u64) -> Outcome {
        let mut outcome = outcome(&subject("p", "s", "c"), Name::from("g/1"), verdict);
        outcome.judgement.reason = "it was so".to_owned();
        if let Some(facts) = &mut outcome.judgement.execution {
            facts.usage.cpu = Duration::from_millis(milliseconds);
        }
        outcome
    }

    #[test]
    fn each_level_shows_what_those_before_it_show() {
        use StatusLevel::{All, Fail, Pass, Slow};
        let levels = [
            ran(Verdict::WrongAnswer, 900),
            ran(Verdict::Accepted, 600),
            ran(Verdict::Accepted, 500),
            ran(Verdict::Skipped, 0),
        ];
        assert_eq!(levels.each_ref().map(StatusLevel::of), [Fail, Slow, Pass, All]);
        assert!(StatusLevel::None < Fail && Fail < Slow && Slow < Pass && Pass < All);
    }

    #[test]
    fn a_case_has_a_line() {
        colored::control::set_override(false);
        let told = |verdict, milliseconds, width| {
            status_line(&ran(verdict, milliseconds), width, (&Links::default(), None))
        };
        assert_eq!(told(Verdict::Accepted, 100, 80), "  ✓ AC   0.100 of 1.00 s          3.0 MiB  p/s/g/1\n");
        assert_eq!(
            told(Verdict::WrongAnswer, 910, 80),
            "  ✗ WA   0.910 of 1.00 s  ████▌   3.0 MiB  p/s/g/1  expected AC\n"
        );
        assert_eq!(told(Verdict::WrongAnswer, 910, 40), "  ✗ WA   0.910 of 1.00 s ‼  p/s/g/1  expected AC\n");
        assert_eq!(told(Verdict::Skipped, 0, 80), "  - SK   p/s/g/1: it was so\n");
    }
}
