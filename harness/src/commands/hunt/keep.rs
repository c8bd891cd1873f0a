//! What becomes of a find: a case, if all agree about it who have a voice.

use std::time::Instant;

use anyhow::anyhow;

use crate::cli::HuntArgs;
use crate::commands::add::answers::{Answered, By};
use crate::commands::add::drafts::Draft;
use crate::commands::add::names::{self, Wish};
use crate::commands::add::{self, Adding, consensus, duplicates};
use crate::commands::hunt::field::{Fault, Ruling};
use crate::commands::hunt::inputs::Attempt;
use crate::commands::hunt::reduce::Reduced;
use crate::commands::hunt::{Hunt, tell};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::scaffold::{self, tidy};

impl Hunt<'_> {
    /// The found input becomes a case, if all agree about it who have a voice.
    pub(super) fn keep(&self, attempt: &Attempt, reduced: &Reduced) -> Result<ExitCode, Failure> {
        let draft = self.draft(attempt, reduced);
        let fault = reduced.exhibit.fault;
        let everybody = self.field.with_everybody(self.crew);
        let path = self.scratch.write("found", &draft.input)?;
        let heard = everybody.rule(self.crew, self.scratch, &[path]);
        if let Some(signal) = self.crew.session.stop.signal() {
            let ruling = &reduced.exhibit.ruling;
            tell::found(self.crew, fault, ruling, &draft).map_err(Failure::output)?;
            self.refuse_doubt(fault, attempt)?;
            self.keep_in_haste(draft, ruling)?;
            return Ok(ExitCode::Interrupted(signal));
        }
        let heard = heard?;
        let Some(ruling) = heard.first() else { return Ok(ExitCode::JudgeFailed) };
        tell::found(self.crew, fault, ruling, &draft).map_err(Failure::output)?;
        self.refuse_doubt(fault, attempt)?;
        self.store(draft, if self.field.is_named { &self.field.suspects } else { &[] })
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
    pub(super) fn keep_in_haste(&self, draft: Draft, ruling: &Ruling) -> Result<(), Failure> {
        let problem = self.crew.problem;
        let Some(answer) = ruling.answer() else { return Ok(()) };
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
        let again = draft.found.clone();
        let answers = [Answered { answer: tidy(answer).text, by }];
        let names = names::choose(problem, &Wish::one(self.args.name.as_deref()), 1)?;
        let new = add::new_cases("harness hunt", names, vec![draft], &answers);
        if !self.args.dry_run {
            scaffold::write(&problem.folder, &new).map_err(Failure::usage)?;
        }
        add::tell::written(self.crew.session, problem, &new, &answers, self.args.dry_run)
            .map_err(Failure::output)?;
        self.tell_again(again.as_deref())?;
        tell::remark(
            self.crew.session.ui,
            "interrupted: the best input so far is kept, and nobody was judged on it",
        );
        Ok(())
    }

    /// Stores a case the way `add` does.
    pub(super) fn store(&self, draft: Draft, suspects: &[usize]) -> Result<ExitCode, Failure> {
        let again = draft.found.clone();
        if let Some(other) = duplicates::case_with(self.crew.problem, &draft)? {
            self.tell_again(again.as_deref())?;
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
            suspects,
        };
        let code = add::store(self.crew, &adding, vec![draft], self.scratch, Instant::now())?;
        self.tell_again(again.as_deref())?;
        Ok(code)
    }

    fn tell_again(&self, line: Option<&str>) -> Result<(), Failure> {
        line.map_or(Ok(()), |line| tell::again(self.crew.session, line)).map_err(Failure::output)
    }

    /// Whether all that should be right give the answer, because there is no reference among the jury.
    fn by_consensus(&self) -> bool {
        !self.crew.reference().is_some_and(|reference| self.field.jury.contains(&reference))
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
    pub(super) fn line(&self, solutions: &[String], tries: u64) -> String {
        let mut words = vec!["harness hunt".to_owned(), self.crew.problem.name.to_string()];
        words.extend(solutions.iter().cloned());
        words.push(format!("--seed {} --count {tries}", self.seed));
        if self.args.generate != HuntArgs::GENERATE {
            words.push(format!("--gen '{}'", self.args.generate));
        }
        words.join(" ")
    }
}
