//! A run in a few lines, for one who changes a solution and looks at the other window: the first failure in
//! full as soon as it is known, then one line.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use crate::event::{Event, Explanation, Outcome, RunEnd, RunPlan, SolutionSummary, Stamped, Subject};
use crate::exit_code::ExitCode;
use crate::model::{Name, Scope, Verdict, counted, listed, plain, seconds};
use crate::report::Reporter;
use crate::report::human::surprise;
use crate::report::live::Live;
use crate::report::trouble;
use crate::ui::{Tone, Ui, Verbosity, paint};

/// Writes a few lines.
pub struct Brief<'a> {
    out: Box<dyn Write + 'a>,
    ui: Ui,
    live: Live,
    plan: Option<Arc<RunPlan>>,
    end: Option<RunEnd>,
    /// By the place of a solution whose final verdict counts, its first failure, until it is known.
    held: BTreeMap<usize, Outcome>,
    /// A failure is shown.
    is_shown: bool,
    /// The cases that are shown as failures, of which solutions.
    shown: Vec<(Arc<Subject>, Name)>,
    /// Something stands below the last of these.
    is_explained: bool,
    solutions: Vec<SolutionSummary>,
    runs: usize,
    /// Solutions that were not as expected before, and are not run.
    others: Vec<String>,
}

impl<'a> Brief<'a> {
    /// Writes to `out`.
    pub fn new(out: Box<dyn Write + 'a>, ui: Ui, others: Vec<String>) -> Self {
        Self {
            out,
            ui,
            live: Live::new(&ui, None),
            plan: None,
            end: None,
            held: BTreeMap::new(),
            is_shown: false,
            shown: Vec::new(),
            is_explained: false,
            solutions: Vec::new(),
            runs: 0,
            others,
        }
    }

    fn judged(&mut self, outcome: &Outcome) -> io::Result<()> {
        self.runs += usize::from(self.plan.as_ref().is_some_and(|plan| outcome.has_run(plan)));
        if outcome.as_expected() || outcome.judgement.verdict == Verdict::Skipped {
            return Ok(());
        }
        let Some(plan) = &self.plan else { return Ok(()) };
        let Some(place) = plan.solution(&outcome.subject) else { return Ok(()) };
        match plan.solutions()[place].expectation.scope {
            Scope::Cases => self.show_case(outcome),
            // A case alone says nothing yet.
            Scope::Final => {
                self.held.entry(place).or_insert_with(|| outcome.clone());
                Ok(())
            }
        }
    }

    fn show_case(&mut self, outcome: &Outcome) -> io::Result<()> {
        if !self.is_shown || self.ui.verbosity == Verbosity::Verbose {
            self.shown.push((Arc::clone(&outcome.subject), outcome.case.clone()));
        }
        self.show(|out, ui| surprise::write(out, outcome, None, (ui, &str::to_owned)))
    }

    /// Shows why a solution failed of which a failure is shown: below that, if it is the last and the same one.
    fn explained(&mut self, explanation: &Explanation) -> io::Result<()> {
        if !self.shown.iter().any(|(subject, _)| *subject == explanation.subject) {
            return Ok(());
        }
        let is_last = self
            .shown
            .last()
            .is_some_and(|(subject, case)| *subject == explanation.subject && *case == explanation.case);
        // What stands between would be taken for its head.
        let is_below = !std::mem::replace(&mut self.is_explained, true) && is_last;
        let (out, ui) = (&mut self.out, self.ui);
        self.live.aside(|| {
            if is_below {
                surprise::write_explanation_below(out.as_mut(), explanation, ui)?;
            } else {
                surprise::write_explanation(out.as_mut(), explanation, ui)?;
            }
            out.flush()
        })
    }

    /// Shows the first failure of all; `-v` shows every one.
    fn show(&mut self, write: impl FnOnce(&mut dyn Write, Ui) -> io::Result<()>) -> io::Result<()> {
        if self.is_shown && self.ui.verbosity < Verbosity::Verbose {
            return Ok(());
        }
        self.is_shown = true;
        let (out, ui) = (&mut self.out, self.ui);
        self.live.aside(|| write(out.as_mut(), ui).and_then(|()| out.flush()))
    }

    fn show_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        if summary.as_expected || summary.verdict == Verdict::Skipped {
            return Ok(());
        }
        let place = self.plan.as_ref().and_then(|plan| plan.solution(&summary.subject));
        if let Some(outcome) = place.and_then(|place| self.held.remove(&place)) {
            return self.show_case(&outcome);
        }
        if !summary.is_built {
            return self.show(|out, ui| surprise::write_unbuilt_whole(out, summary, ui, &str::to_owned));
        }
        let unmet = summary.unmet.as_ref().map(|unmet| format!("expected {unmet}, but no case shows it"));
        match unmet.or_else(|| summary.points_unmet.clone()) {
            Some(what) => self.show(|out, _| {
                let name = paint(Tone::Strong, &name_of(summary));
                writeln!(out, "\n{} {name}: {}", paint(Tone::Bad, "✗"), paint(Tone::Bad, &what))
            }),
            None => Ok(()),
        }
    }

    /// `1 not as expected: p/a WA 11/12, 0.034 s`.
    fn summary(&self, exit_code: ExitCode) -> String {
        let unexpected: Vec<&SolutionSummary> =
            self.solutions.iter().filter(|summary| !summary.as_expected).collect();
        let is_interrupted = self.end.is_some_and(|end| end.interrupted.is_some());
        let outcome = match (is_interrupted, unexpected.len(), exit_code) {
            (true, _, _) => paint(Tone::Bad, "interrupted"),
            (false, 0, ExitCode::Usage) => {
                paint(Tone::Bad, "some files could not be used, all else is as expected")
            }
            (false, 0, _) => match trouble::of_run(exit_code, self.end.as_ref(), self.plan.as_deref()) {
                Some(trouble) => paint(Tone::Bad, &trouble),
                None => paint(Tone::Good, "all as expected"),
            },
            (false, count, _) => paint(Tone::Bad, &format!("{count} not as expected")),
        };
        let told = |summary: &SolutionSummary| {
            let passed = if summary.is_built {
                format!(" {}/{}", summary.accepted, summary.cases)
            } else {
                String::new()
            };
            format!("{} {}{passed}", name_of(summary), summary.verdict)
        };
        let mut parts: Vec<String> = match (&self.solutions[..], &unexpected[..]) {
            ([only], _) => vec![told(only)],
            (all, unexpected) => {
                let mut parts: Vec<String> =
                    unexpected.iter().take(MOST_NAMED).map(|one| told(one)).collect();
                if unexpected.len() > MOST_NAMED {
                    parts.push(format!("{} more", unexpected.len() - MOST_NAMED));
                }
                parts.push(counted(all.len(), "solution"));
                parts.push(counted(self.runs, "run"));
                parts
            }
        };
        parts.extend(self.end.and_then(|end| end.wall).map(seconds));
        let others = if self.others.is_empty() {
            String::new()
        } else {
            paint(Tone::Notable, &format!("; before and not run: {}", listed(&self.others)))
        };
        format!("{outcome}: {}{others}", parts.join(", "))
    }
}

/// Solutions that the last line names.
const MOST_NAMED: usize = 3;

fn name_of(summary: &SolutionSummary) -> String {
    plain(&format!("{}/{}", summary.subject.problem, summary.subject.solution))
}

impl Reporter for Brief<'_> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        self.live.on_event(event)?;
        match &event.event {
            Event::RunStarted(plan) => self.plan = Some(Arc::clone(plan)),
            Event::Judged(outcome) => self.judged(outcome)?,
            Event::Explained(explanation) => self.explained(explanation)?,
            Event::RunFinished(end) => self.end = Some(*end),
            Event::LeftOut(_)
            | Event::BuildStarted { .. }
            | Event::Building { .. }
            | Event::BuildFinished
            | Event::NotBuilt(_)
            | Event::Warned(_)
            | Event::Started(_)
            | Event::Waits(_)
            | Event::Provisional
            | Event::EmptyProgram(_)
            | Event::Drawn(_) => {}
        }
        Ok(())
    }

    fn on_solution(&mut self, summary: &SolutionSummary) -> io::Result<()> {
        self.live.on_solution(summary)?;
        self.show_solution(summary)?;
        self.solutions.push(summary.clone());
        Ok(())
    }

    fn finish(&mut self, exit_code: ExitCode) -> io::Result<()> {
        self.live.finish(exit_code)?;
        let line = self.summary(exit_code);
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use insta::assert_snapshot;

    use super::Brief;
    use crate::event::fixture::{explanation, outcome, plan, planned, subject};
    use crate::event::{Clock, Event, Explanation, NotBuilt, Reporter, RunEnd};
    use crate::exit_code::ExitCode;
    use crate::model::{Expectation, Name, Verdict};
    use crate::report::fixture::Page;
    use crate::scoreboard::Scoreboard;
    use crate::ui::{Ui, Verbosity};

    /// What is written of solutions with these verdicts on the cases `1`, `2`, …; with none one is not built.
    fn written(solutions: &[(&str, &[Verdict])], others: &[&str]) -> String {
        told(solutions, others, (Verbosity::Normal, &[]))
    }

    /// The same where the failures of solutions on cases are explained.
    fn told(
        solutions: &[(&str, &[Verdict])],
        others: &[&str],
        (verbosity, explained): (Verbosity, &[(&str, &str)]),
    ) -> String {
        colored::control::set_override(false);
        let page = Page::default();
        let ui = Ui { width: 80, has_progress: false, verbosity };
        let others = others.iter().map(ToString::to_string).collect();
        let mut brief = Brief::new(Box::new(page.clone()), ui, others);
        let names = ["1", "2", "3"];
        let of = |(name, verdicts): &(&str, &[Verdict])| {
            planned(&subject("p", name, "python"), Expectation::accepted(), &names[..verdicts.len().max(1)])
        };
        let mut events = vec![Event::RunStarted(Arc::new(plan(solutions.iter().map(of).collect())))];
        for (name, verdicts) in solutions {
            let subject = subject("p", name, "python");
            if verdicts.is_empty() {
                let (verdict, why) = (Verdict::CompileError, "error: no `main`".to_owned());
                let subject = Arc::clone(&subject);
                events.push(Event::NotBuilt(Box::new(NotBuilt {
                    subject,
                    verdict,
                    why,
                    is_missing: false,
                    is_absent: false,
                })));
            }
            for (case, verdict) in names.iter().zip(*verdicts) {
                let mut outcome = outcome(&subject, Name::from(*case), *verdict);
                outcome.judgement.reason = format!("what is wrong with {case}");
                events.push(Event::Judged(Box::new(outcome)));
            }
        }
        for (name, case) in explained {
            let why = explanation(&subject("p", name, "python"));
            let (faults, remark) = (Vec::new(), Some(format!("why {name} fails on {case}")));
            let why = Explanation { case: Name::from(*case), faults, remark, left_out: 0, ..why };
            events.push(Event::Explained(Box::new(why)));
        }
        let wall = Duration::from_millis(34);
        events.push(Event::RunFinished(RunEnd { wall: Some(wall), interrupted: None, steal_per_mille: 0 }));
        let (mut scoreboard, clock) = (Scoreboard::default(), Clock::start());
        for event in events {
            scoreboard.tell(&clock.stamp(event), &mut brief).unwrap();
        }
        let is_fine = solutions.iter().all(|(_, verdicts)| {
            !verdicts.is_empty() && verdicts.iter().all(|verdict| *verdict == Verdict::Accepted)
        });
        brief.finish(if is_fine { ExitCode::Fine } else { ExitCode::Unexpected }).unwrap();
        page.text()
    }

    #[test]
    fn what_is_as_expected_is_one_line() {
        use Verdict::Accepted;
        assert_snapshot!(written(&[("a", &[Accepted, Accepted])], &[]), @"all as expected: p/a AC 2/2, 0.034 s");
        let both = written(&[("a", &[Accepted]), ("b", &[Accepted])], &["p/c"]);
        assert_snapshot!(both, @"all as expected: 2 solutions, 2 runs, 0.034 s; before and not run: p/c");
    }

    #[test]
    fn the_first_failure_is_shown_and_the_others_are_counted() {
        use Verdict::{Accepted, RuntimeError, WrongAnswer};
        assert_snapshot!(written(&[("a", &[Accepted, WrongAnswer, RuntimeError]), ("b", &[Accepted])], &[]), @"

        ✗ p/a/2: WA (wrong answer), expected AC
          what is wrong with 2
        1 not as expected: p/a WA 1/3, 2 solutions, 4 runs, 0.034 s
        ");
        assert_snapshot!(written(&[("a", &[])], &[]), @"

        ✗ p/a: CE (compile error)
          error: no `main`
        1 not as expected: p/a CE, 0.034 s
        ");
    }

    #[test]
    fn what_is_shown_is_explained() {
        use Verdict::{Accepted, WrongAnswer};
        let solutions = [("a", &[Accepted, WrongAnswer][..]), ("b", &[WrongAnswer])];
        let explained = [("a", "2"), ("b", "1")];
        assert_snapshot!(told(&solutions, &[], (Verbosity::Normal, &explained)), @"

        ✗ p/a/2: WA (wrong answer), expected AC
          what is wrong with 2
          --explain: AddressSanitizer, why a fails on 2
        2 not as expected: p/a WA 1/2, p/b WA 0/1, 2 solutions, 3 runs, 0.034 s
        ");
        assert_snapshot!(told(&solutions, &[], (Verbosity::Verbose, &explained)), @"

        ✗ p/a/2: WA (wrong answer), expected AC
          what is wrong with 2

        ✗ p/b/1: WA (wrong answer), expected AC
          what is wrong with 1

        ! p/a/2: why it failed
          --explain: AddressSanitizer, why a fails on 2

        ! p/b/1: why it failed
          --explain: AddressSanitizer, why b fails on 1
        2 not as expected: p/a WA 1/2, p/b WA 0/1, 2 solutions, 3 runs, 0.034 s
        ");
    }
}
