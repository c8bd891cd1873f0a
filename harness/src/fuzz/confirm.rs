//! Confirmation: all right solutions run on a failing input before it becomes a case.

use anyhow::anyhow;

use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::fuzz::Hunt;
use crate::fuzz::oracle::{Discrepancy, Outputs};
use crate::fuzz::reduce::FailingInput;
use crate::fuzz::schedule::Attempt;
use crate::model::Name;
use crate::newcase::answers::{Answered, By};
use crate::newcase::consensus::{self, Split};
use crate::newcase::draft::Draft;
use crate::newcase::naming::{self, Naming};
use crate::newcase::{Added, duplicates, new_cases};
use crate::scaffold::{self, tidy};

/// The command that repeats a hunt.
#[derive(Clone, Debug)]
pub struct HuntLine {
    /// The problem.
    pub problem: Name,
    /// The solutions that were named.
    pub solutions: Vec<String>,
    /// The first seed.
    pub seed: u64,
    /// The arguments of the generator, where they are not the default.
    pub generate: Option<String>,
}

impl HuntLine {
    /// The command for these solutions and so many tries.
    #[must_use]
    pub fn text(&self, solutions: &[String], tries: u64) -> String {
        let mut words = vec!["harness hunt".to_owned(), self.problem.to_string()];
        words.extend(solutions.iter().cloned());
        words.push(format!("--seed {} --count {tries}", self.seed));
        words.extend(self.generate.as_ref().map(|generate| format!("--gen '{generate}'")));
        words.join(" ")
    }
}

/// A counterexample on which all right solutions ran.
pub struct Confirmed {
    /// The new case.
    pub draft: Draft,
    /// What is wrong.
    pub discrepancy: Discrepancy,
    /// What all print.
    pub outputs: Outputs,
    /// The signal that came meanwhile, if one did: then only those print that were asked before.
    pub interrupted: Option<i32>,
}

impl Hunt<'_> {
    /// Runs all right solutions on a failing input.
    ///
    /// # Errors
    /// The judge failed.
    pub fn confirm(&self, attempt: &Attempt, failing: &FailingInput) -> Result<Confirmed, Failure> {
        let draft = self.draft(attempt, failing);
        let path = self.folder.write("found", &draft.input)?;
        let all = self.oracle.with_all_right(self.programs);
        let compared = all.compare(self.programs, self.folder, &[path], |_| true);
        let interrupted = self.programs.stop.signal();
        let outputs = match (interrupted, compared) {
            (Some(_), _) => failing.outputs.clone(),
            (None, compared) => {
                compared?.pop().ok_or_else(|| Failure::judge(anyhow!("no solution was asked")))?
            }
        };
        Ok(Confirmed { draft, discrepancy: failing.discrepancy, outputs, interrupted })
    }

    /// The outputs for a counterexample.
    #[must_use]
    pub fn split(&self, outputs: &Outputs) -> Split {
        consensus::split(self.programs, &outputs.members, &outputs.replies, &outputs.groups)
    }

    /// Refuses to choose between solutions that should all be right.
    ///
    /// # Errors
    /// That would be needed.
    pub fn refuse_doubt(&self, discrepancy: Discrepancy, attempt: &Attempt) -> Result<(), Failure> {
        let tries = attempt.index + 1;
        let (what, hint) = match discrepancy {
            Discrepancy::Disagreement => {
                let line = self.line.text(&["SOLUTION".to_owned()], tries);
                let hint = format!("find out which is wrong; `{line}` tests one against the others");
                (anyhow!("the solutions do not agree, so nothing was written"), hint)
            }
            Discrepancy::Fails { target, .. } if !self.oracle.is_named && self.programs.is_right(target) => {
                let name = self.programs.name(target).to_string();
                let what = anyhow!("`{name}` should be right like the others, so nothing was written");
                let line = self.line.text(std::slice::from_ref(&name), tries);
                (what, format!("if `{name}` is wrong, `{line}` adds the case"))
            }
            Discrepancy::Fails { .. } => return Ok(()),
        };
        Err(Failure { code: ExitCode::Unexpected, ..Failure::usage(what).hint(hint) })
    }

    /// The case that a counterexample becomes after a signal, when nothing runs any more: the answer is
    /// the last one that the references gave, and no solution is judged on it. None where there is no
    /// answer, or the case is there already.
    ///
    /// # Errors
    /// The case cannot be named or written.
    pub fn keep_unjudged(
        &self,
        draft: Draft,
        outputs: &Outputs,
        (name, is_dry): (Option<&str>, bool),
    ) -> Result<Option<Added>, Failure> {
        let problem = self.programs.problem;
        let Some(answer) = outputs.answer() else { return Ok(None) };
        let by = match &self.oracle.references[..] {
            [reference] if !self.by_consensus() => By::Reference(self.programs.name(*reference).clone()),
            references => {
                consensus::need_two_families(self.programs, references, "that give an answer")?;
                By::Consensus(self.programs.names(references))
            }
        };
        if duplicates::case_with(problem, &draft)?.is_some() {
            return Ok(None);
        }
        let answers = vec![Answered { answer: tidy(answer).text, by }];
        let names = naming::choose(problem, &Naming::of(name, true, false), 1)?;
        let cases = new_cases("harness hunt", names, vec![draft], &answers);
        if !is_dry {
            scaffold::write(&problem.folder, &cases).map_err(Failure::usage)?;
        }
        Ok(Some(Added { cases, answers, unexpected: Vec::new(), code: ExitCode::Fine }))
    }

    /// Whether all right solutions give the answer, because the reference is not among the references.
    #[must_use]
    pub fn by_consensus(&self) -> bool {
        let reference = self.programs.reference();
        !reference.is_some_and(|reference| self.oracle.references.contains(&reference))
    }

    fn draft(&self, attempt: &Attempt, failing: &FailingInput) -> Draft {
        let is_as_made = failing.input == attempt.input;
        let breaks = match failing.discrepancy {
            Discrepancy::Disagreement => Vec::new(),
            Discrepancy::Fails { target, .. } => vec![self.programs.name(target).to_string()],
        };
        let source = match (is_as_made, attempt.made.is_some()) {
            (true, true) => None,
            (false, true) => Some("shrunk"),
            (true, false) => Some("a generated input, mutated"),
            (false, false) => Some("a generated input, mutated and shrunk"),
        };
        Draft {
            input: tidy(&failing.input).text,
            source: source.map(str::to_owned),
            found: Some(self.line.text(&self.line.solutions, attempt.index + 1)),
            breaks,
            ..self.made(attempt)
        }
    }

    /// The part of a draft that says how the generator made its input.
    pub(super) fn made(&self, attempt: &Attempt) -> Draft {
        let made = attempt.made.as_ref().zip(self.programs.generator().ok());
        Draft {
            generator: made.map(|((words, _), role)| format!("{} {words}", role.name).trim_end().to_owned()),
            seed: made.map(|((_, seed), _)| *seed),
            ..Draft::default()
        }
    }
}
