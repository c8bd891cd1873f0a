//! What grading tells, on exact facts, and that it can be told again.

use std::io;

use crate::event::{Event, Reporter, Stamped};
use crate::exit_code::ExitCode;
use crate::grading::judge_all;
use crate::model::CheckerChoice;
use crate::programs::fixture::Lab;
use crate::report::fixture::Page;
use crate::report::{self, Everyone, Format};
use crate::ui::{Ui, Verbosity};
use crate::wire::{Header, Recorder, replay};

/// A reporter of each format, each with its page.
fn reporters() -> (Everyone<'static>, Vec<Page>) {
    colored::control::set_override(false);
    let pages: Vec<Page> = (0..3).map(|_| Page::default()).collect();
    let ui = Ui { width: 90, has_progress: false, verbosity: Verbosity::Normal };
    let open = |(format, page): (Format, &Page)| report::open(format, Box::new(page.clone()), ui);
    let formats = [Format::Human, Format::Json, Format::Jsonl];
    (Everyone(formats.into_iter().zip(&pages).map(open).collect()), pages)
}

fn texts(pages: &[Page]) -> Vec<String> {
    pages.iter().map(Page::text).collect()
}

/// A problem with a right solution, a wrong one that should be right, one that a case kills as it should,
/// and one that no case kills.
fn lab() -> Lab {
    Lab::new(CheckerChoice::Tokens)
        .right("right", |_, input| (input.to_owned(), 0))
        .right("careless", |_, input| (input.replace('3', "4"), 0))
        .wrong("dies", |_, input| if input.len() > 2 { ("7".to_owned(), 0) } else { (input.to_owned(), 0) })
        .wrong("survives", |_, input| (input.to_owned(), 0))
        .case("1", "1\n", "1\n")
        .case("2-larger", "1 2 3\n", "1 2 3\n")
}

#[test]
fn a_stored_run_makes_every_report_again_without_the_disk() {
    let lab = lab().workers(2);
    let (mut live, pages) = reporters();
    let stored = Page::default();
    live.0.push(Box::new(Recorder::new(stored.clone(), Header::bare("grade"), None).unwrap()));
    let tally =
        lab.with(|programs, _, _| judge_all(programs, &programs.problem.cases, false, &mut live).unwrap());
    assert_eq!((tally.surprises.len(), tally.exit_code(lab.stop())), (1, ExitCode::Unexpected));
    drop(live);
    let cases = lab.cases().to_owned();
    drop(lab);
    assert!(!cases.exists());
    let (mut again, pages_again) = reporters();
    let ended = replay(stored.text().as_bytes(), &mut again).unwrap();
    drop(again);
    assert_eq!(ended, Some(ExitCode::Unexpected));
    assert_eq!(texts(&pages_again), texts(&pages));
    let human = &texts(&pages)[0];
    assert!(human.contains("  input\n  1 2 3\n"), "{human}");
    assert!(human.contains("expected WA, but no case shows it"), "{human}");
}

/// Keeps the events.
#[derive(Default)]
struct Kept(Vec<Stamped>);

impl Reporter for Kept {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        self.0.push(event.clone());
        Ok(())
    }

    fn finish(&mut self, _exit_code: ExitCode) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_plan_comes_first_and_only_what_is_shown_carries_its_input() {
    let lab = lab();
    let mut kept = Kept::default();
    lab.with(|programs, _, _| judge_all(programs, &programs.problem.cases, true, &mut kept).unwrap());
    assert!(kept.0.is_sorted_by_key(|stamped| stamped.elapsed));
    let mut events = kept.0.iter().map(|stamped| &stamped.event);
    let Some(Event::RunStarted(plan)) = events.next() else { panic!("{:?}", kept.0) };
    let solutions = plan.solutions();
    let names: Vec<String> = solutions.iter().map(|planned| planned.subject.solution.to_string()).collect();
    assert_eq!(names, ["right", "careless", "dies", "survives"]);
    assert!(solutions.iter().all(|planned| std::sync::Arc::ptr_eq(&planned.cases, &solutions[0].cases)));
    assert_eq!((plan.jobs, plan.is_partial, solutions[0].cases.len()), (8, true, 2));
    let outcomes = events.filter_map(|event| match event {
        Event::Judged(outcome) => Some(outcome),
        _ => None,
    });
    let shown: Vec<String> = outcomes
        .filter(|outcome| outcome.input.is_some())
        .map(|outcome| format!("{}/{}", outcome.subject.solution, outcome.case))
        .collect();
    assert_eq!(shown, ["careless/2-larger"]);
}
