//! `hunt`: inputs until a solution fails or solutions disagree; the input made small, and added.
//!
//! ```text
//! generator, changed inputs → the field: jury and suspects → a fault → smaller → everybody → add
//! ```
//! Whoever is hunted by name may contradict the others. All others that should be right must agree:
//! nobody is outvoted, and where they do not agree nothing is written.

mod field;
mod inputs;
mod mutate;
mod reduce;
mod tell;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::anyhow;

use crate::cli::{Global, HuntArgs};
use crate::commands::add::answers::{Answered, By};
use crate::commands::add::drafts::Draft;
use crate::commands::add::names::{self, Wish};
use crate::commands::add::scratch::Scratch;
use crate::commands::add::{self, Adding, consensus, duplicates, generate};
use crate::commands::crew::Crew;
use crate::commands::hunt::field::{Fault, Field, Ruling};
use crate::commands::hunt::inputs::{Attempt, Inputs};
use crate::commands::hunt::reduce::{Chance, Exhibit, Reduced, Reducer};
use crate::commands::hunt::tell::Course;
use crate::commands::workbench;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{counted, seconds};
use crate::scaffold::{self, tidy};
use crate::session::Session;
use crate::ui::{Progress, Ui};

/// How long a hunt goes on for which nothing else is said.
const LONG_ENOUGH: Duration = Duration::from_secs(60);

/// How long an input is made smaller, at most.
const SHRINK_TIME: Duration = Duration::from_secs(60);

/// A hunt.
struct Hunt<'a> {
    crew: &'a Crew<'a>,
    args: &'a HuntArgs,
    field: Field,
    scratch: &'a Scratch,
    seed: u64,
    started: Instant,
}

/// How the search ended.
enum Search {
    /// A fault was found with this input.
    Found(Attempt, Ruling, Fault),
    /// Time or number of tries are spent.
    Spent,
    /// By a signal.
    Interrupted(i32),
}

/// Hunts.
///
/// # Errors
/// There is nothing to hunt with, or something failed; nothing was written.
pub fn run(global: &Global, args: &HuntArgs, ui: Ui) -> Result<ExitCode, Failure> {
    let session = Session::open(global, &args.settings(), ui)?;
    let problem = workbench::find_problem(&session, &args.problem)?;
    let scratch = Scratch::new(&session)?;
    let progress = Progress::new(&ui);
    progress.say("building");
    let crew = Crew::gather(&session, problem)?;
    progress.finish();
    let hunt = Hunt {
        crew: &crew,
        args,
        field: Field::of(&crew, &args.solutions)?,
        scratch: &scratch,
        seed: args.seed.unwrap_or_else(generate::seed_of_the_clock),
        started: Instant::now(),
    };
    hunt.run()
}

impl Hunt<'_> {
    fn run(&self) -> Result<ExitCode, Failure> {
        let mut inputs = Inputs::new(self.crew, &self.args.generate, self.seed)?;
        let search = self.search(&mut inputs)?;
        let course =
            Course { tries: inputs.tries(), different: inputs.different(), time: self.started.elapsed() };
        match search {
            Search::Interrupted(signal) => {
                tell::remark(self.crew.session.ui, &format!("interrupted: {}", course.words()));
                Ok(ExitCode::Interrupted(signal))
            }
            Search::Spent => {
                tell::nothing(self.crew, course, &self.line(&self.args.solutions, inputs.tries()))
                    .map_err(Failure::output)?;
                let is_missed = |suspect: &usize| !self.crew.is_always_right(*suspect);
                let has_missed = self.field.suspects.iter().any(is_missed);
                Ok(if has_missed { ExitCode::Unexpected } else { ExitCode::Fine })
            }
            Search::Found(attempt, ruling, fault) => {
                let found = format!("found with input {} in {}", attempt.index + 1, seconds(course.time));
                tell::remark(self.crew.session.ui, &found);
                self.refuse_invalid(&attempt)?;
                let reduced = self.reduce(&inputs, &attempt, ruling, fault)?;
                self.keep(&attempt, &reduced)
            }
        }
    }

    /// Tries inputs until one shows a fault.
    fn search(&self, inputs: &mut Inputs<'_>) -> Result<Search, Failure> {
        let stop = &self.crew.session.stop;
        let time = self.args.time.or_else(|| self.args.count.is_none().then_some(LONG_ENOUGH));
        let progress = Progress::new(&self.crew.session.ui);
        let mut found = Search::Spent;
        loop {
            let left = self.args.count.map_or(u64::MAX, |count| count.saturating_sub(inputs.tries()));
            let is_over = time.is_some_and(|time| self.started.elapsed() >= time);
            if left == 0 || is_over {
                break;
            }
            match self.try_batch(inputs, left) {
                Ok(Some((attempt, ruling, fault))) => {
                    found = Search::Found(attempt, ruling, fault);
                    break;
                }
                Ok(None) => {}
                Err(failure) => match stop.signal() {
                    Some(signal) => {
                        found = Search::Interrupted(signal);
                        break;
                    }
                    None => return Err(failure),
                },
            }
            let tries = inputs.tries();
            let course = Course { tries, different: inputs.different(), time: self.started.elapsed() };
            progress.say(&format!("{tries} inputs, {:.0} a second", course.rate()));
        }
        progress.finish();
        Ok(found)
    }

    fn try_batch(
        &self,
        inputs: &mut Inputs<'_>,
        left: u64,
    ) -> Result<Option<(Attempt, Ruling, Fault)>, Failure> {
        let attempts = inputs.batch(self.scratch, left)?;
        let paths = attempts
            .iter()
            .map(|attempt| {
                self.scratch.write(&format!("try-{}", attempt.index % inputs::BATCH), &attempt.input)
            })
            .collect::<Result<Vec<PathBuf>, Failure>>()?;
        let rulings = self.field.rule(self.crew, self.scratch, &paths)?;
        for (attempt, ruling) in attempts.into_iter().zip(rulings) {
            if let Some(fault) = ruling.fault {
                return Ok(Some((attempt, ruling, fault)));
            }
            if let Some(answer) = ruling.answer() {
                inputs.learn(&attempt.input, answer);
            }
        }
        Ok(None)
    }

    /// A generator that makes invalid inputs has broken nobody.
    fn refuse_invalid(&self, attempt: &Attempt) -> Result<(), Failure> {
        let path = self.scratch.write("found", &attempt.input)?;
        let rejections = self.crew.rejections(&[path])?;
        let Some(Some(why)) = rejections.into_iter().next() else { return Ok(()) };
        let call = attempt.made.as_ref().map_or_else(String::new, |(words, seed)| format!("{seed} {words}"));
        let what = anyhow!("the generator makes an invalid input of `{}`: {why}", call.trim_end());
        Err(Failure::usage(what))
    }

    fn reduce(
        &self,
        inputs: &Inputs<'_>,
        attempt: &Attempt,
        ruling: Ruling,
        fault: Fault,
    ) -> Result<Reduced, Failure> {
        let ui = self.crew.session.ui;
        let exhibit = Exhibit { input: attempt.input.clone(), fault, ruling };
        if !self.crew.has_validator() {
            tell::remark(ui, "not made smaller: without a validator nobody knows which inputs are valid");
            return Ok(Reduced { exhibit, tries: 0, is_smallest: true });
        }
        let progress = Progress::new(&ui);
        progress.say("making it smaller");
        let reducer = Reducer {
            crew: self.crew,
            field: self.field.narrowed_to(fault),
            scratch: self.scratch,
            tries: self.args.shrink,
            deadline: Instant::now() + SHRINK_TIME,
        };
        let reduced = reducer.reduce(exhibit, &Chance { inputs, index: attempt.index })?;
        progress.finish();
        let left = if reduced.is_smallest { "" } else { ", and it may get smaller still" };
        let sizes = format!("{} of {} bytes", reduced.exhibit.input.len(), attempt.input.len());
        let smaller = counted(reduced.tries, "smaller input");
        tell::remark(ui, &format!("made smaller: {sizes} are left after {smaller}{left}"));
        Ok(reduced)
    }

    /// The found input becomes a case, if all agree about it who have a voice.
    fn keep(&self, attempt: &Attempt, reduced: &Reduced) -> Result<ExitCode, Failure> {
        let draft = self.draft(attempt, reduced);
        if let Some(signal) = self.crew.session.stop.signal() {
            self.keep_in_haste(draft, attempt, reduced)?;
            return Ok(ExitCode::Interrupted(signal));
        }
        let everybody = self.field.with_everybody(self.crew);
        let path = self.scratch.write("found", &draft.input)?;
        let rulings = everybody.rule(self.crew, self.scratch, &[path])?;
        let Some(ruling) = rulings.first() else { return Ok(ExitCode::JudgeFailed) };
        let fault = reduced.exhibit.fault;
        tell::found(self.crew, &everybody, fault, ruling, &draft).map_err(Failure::output)?;
        let again = draft.found.clone().unwrap_or_default();
        self.refuse_doubt(fault, attempt)?;
        if let Some(other) = duplicates::case_with(self.crew.problem, &draft)? {
            tell::again(self.crew.session, &again).map_err(Failure::output)?;
            tell::remark(self.crew.session.ui, &format!("nothing was written: {other} has this input"));
            return Ok(ExitCode::Unexpected);
        }
        let adding = Adding {
            by: "harness hunt",
            wish: Wish::one(self.args.name.as_deref()),
            consensus: self.by_consensus(),
            raw: false,
            force: false,
            dry_run: self.args.dry_run,
            suspects: if self.field.is_named { &self.field.suspects } else { &[] },
        };
        let code = add::store(self.crew, &adding, vec![draft], self.scratch, Instant::now())?;
        tell::again(self.crew.session, &again).map_err(Failure::output)?;
        Ok(code)
    }

    /// Refuses to choose between solutions that should all be right.
    fn refuse_doubt(&self, fault: Fault, attempt: &Attempt) -> Result<(), Failure> {
        let tries = attempt.index + 1;
        let (what, hint) = match fault {
            Fault::Split => {
                let line = self.line(&["SOLUTION".to_owned()], tries);
                let hint = format!("find out who is wrong; `{line}` holds one against the others");
                (anyhow!("the solutions do not agree, so nothing was written"), hint)
            }
            Fault::Guilty { suspect, .. } if !self.field.is_named && self.crew.is_always_right(suspect) => {
                let name = tell::name_of(self.crew, suspect).to_string();
                let what = anyhow!("`{name}` should be right as the others should, so nothing was written");
                let line = self.line(std::slice::from_ref(&name), tries);
                (what, format!("if it is `{name}` that is wrong, `{line}` adds the case"))
            }
            Fault::Guilty { .. } => return Ok(()),
        };
        Err(Failure { code: ExitCode::Unexpected, ..Failure::usage(what).hint(hint) })
    }

    /// After a signal nothing runs any more: the answer is the one that was heard last, and nobody is
    /// judged on the case.
    fn keep_in_haste(&self, draft: Draft, attempt: &Attempt, reduced: &Reduced) -> Result<(), Failure> {
        let problem = self.crew.problem;
        let fault = reduced.exhibit.fault;
        let again = draft.found.clone().unwrap_or_default();
        tell::found(self.crew, &self.field.narrowed_to(fault), fault, &reduced.exhibit.ruling, &draft)
            .map_err(Failure::output)?;
        self.refuse_doubt(fault, attempt)?;
        let Some(answer) = reduced.exhibit.ruling.answer() else { return Ok(()) };
        let jury = &self.field.jury;
        let name = |juror: &usize| tell::name_of(self.crew, *juror);
        let by = match &jury[..] {
            [reference] if !self.by_consensus() => By::Reference(name(reference)),
            jury => {
                consensus::need_two_families(self.crew, jury.iter().copied(), "that give an answer")?;
                By::Consensus(jury.iter().map(name).collect())
            }
        };
        if duplicates::case_with(problem, &draft)?.is_some() {
            return Ok(());
        }
        let answers = [Answered { answer: tidy(answer).text, by }];
        let names = names::choose(problem, &Wish::one(self.args.name.as_deref()), 1)?;
        let new = add::new_cases("harness hunt", names, vec![draft], &answers);
        if !self.args.dry_run {
            scaffold::write(&problem.folder, &new).map_err(Failure::usage)?;
        }
        add::tell::written(self.crew.session, problem, &new, &answers, self.args.dry_run)
            .map_err(Failure::output)?;
        tell::again(self.crew.session, &again).map_err(Failure::output)?;
        tell::remark(
            self.crew.session.ui,
            "interrupted: the smallest input so far is kept, and nobody was judged on it",
        );
        Ok(())
    }

    /// Whether all that should be right give the answer, because there is no reference among the jury.
    fn by_consensus(&self) -> bool {
        let reference = self.crew.problem.roles.reference.as_ref();
        !self.field.jury.iter().any(|juror| reference == Some(&self.crew.candidates[*juror].solution.name))
    }

    fn draft(&self, attempt: &Attempt, reduced: &Reduced) -> Draft {
        let is_as_made = reduced.exhibit.input == attempt.input;
        let breaks = match reduced.exhibit.fault {
            Fault::Split => Vec::new(),
            Fault::Guilty { suspect, .. } => vec![tell::name_of(self.crew, suspect).to_string()],
        };
        let generator = self.crew.problem.roles.generator.as_ref();
        let made = attempt.made.as_ref().zip(generator);
        let called = made.map(|((words, _), role)| format!("{} {words}", role.name).trim_end().to_owned());
        let source = match (is_as_made, made.is_some()) {
            (true, true) => None,
            (false, true) => Some("made smaller".to_owned()),
            (true, false) => Some("a generated input, changed".to_owned()),
            (false, false) => Some("a generated input, changed and made smaller".to_owned()),
        };
        Draft {
            input: tidy(&reduced.exhibit.input).text,
            answer: None,
            source,
            generator: called,
            seed: made.map(|((_, seed), _)| *seed),
            found: Some(self.line(&self.args.solutions, attempt.index + 1)),
            breaks,
        }
    }

    /// The command that does the same again.
    fn line(&self, solutions: &[String], tries: u64) -> String {
        let mut words = vec!["harness hunt".to_owned(), self.crew.problem.name.to_string()];
        words.extend(solutions.iter().cloned());
        words.push(format!("--seed {} --count {tries}", self.seed));
        if self.args.generate != HuntArgs::GENERATE {
            words.push(format!("--gen '{}'", self.args.generate));
        }
        words.join(" ")
    }
}
