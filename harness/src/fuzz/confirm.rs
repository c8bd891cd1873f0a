//! Confirmation: all right solutions run on a failing input before it becomes a case.

use anyhow::anyhow;

use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::fuzz::oracle::{Discrepancy, Outputs, Sampling};
use crate::fuzz::reduce::FailingInput;
use crate::fuzz::schedule::Attempt;
use crate::fuzz::{Hunt, HuntLine};
use crate::model::{AnswerBy, Case, Name, Split, Verdict};
use crate::newcase::answers::{self, Answered};
use crate::newcase::consensus;
use crate::newcase::draft::Draft;
use crate::newcase::naming::{self, Naming};
use crate::newcase::{self, Added, duplicates, new_cases};
use crate::programs::Solver;
use crate::scaffold::tidy;
use crate::ui::shell_word;

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

/// Whether there are cases that show what was found.
pub enum Known {
    /// None is known.
    No,
    /// A case with another input, on which the target ends with the same verdict.
    Alike(Name),
    /// There is one already, as this says.
    Case(String),
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
        let compared = all.compare(self.programs, self.folder, &[path], |_| Sampling::All);
        let interrupted = self.programs.stop.signal();
        let outputs = match (interrupted, compared) {
            (Some(_), _) => failing.outputs.clone(),
            (None, compared) => {
                compared?.pop().ok_or_else(|| Failure::judge(anyhow!("no solution was asked")))?
            }
        };
        Ok(Confirmed { draft, discrepancy: failing.discrepancy, outputs, interrupted })
    }

    /// The solution that fails, and how; the reference, where a sole decider does not accept that. None where solutions
    /// contradict each other.
    #[must_use]
    pub fn failure(&self, discrepancy: Discrepancy, outputs: &Outputs) -> Option<(Solver, Verdict)> {
        match discrepancy {
            Discrepancy::Fails { target, verdict } => Some((target, verdict)),
            Discrepancy::Disagreement if self.programs.has_sole_decider() => {
                let members = outputs.members.iter().zip(&outputs.replies);
                let failed = members.map(|(member, reply)| (*member, reply.judgement.verdict)).next();
                failed.filter(|(_, verdict)| *verdict != Verdict::Accepted)
            }
            Discrepancy::Disagreement => None,
        }
    }

    /// The outputs for a counterexample.
    #[must_use]
    pub fn split(&self, outputs: &Outputs) -> Split {
        consensus::split(self.programs, &outputs.members, &outputs.replies, &outputs.groups)
    }

    /// Refuses to choose between solutions that should all be right, and to take the word of one of them
    /// that is no reference.
    ///
    /// # Errors
    /// That would be needed.
    pub fn refuse_doubt(&self, discrepancy: Discrepancy, attempt: &Attempt) -> Result<(), Failure> {
        let tries = attempt.index + 1;
        let (what, hints) = match (discrepancy, &self.oracle.references[..]) {
            (Discrepancy::Fails { .. }, _) => return self.refuse_few(Some(tries)),
            (Discrepancy::Disagreement, [only]) if self.programs.has_sole_decider() => {
                let name = self.programs.name(*only).to_string();
                let what = anyhow!("the reference `{name}` fails, so nothing was written");
                let line = self.line.from_here(&self.line.text(std::slice::from_ref(&name), tries));
                let decider = self.programs.sole_decider().map_or("judge", |(kind, _)| kind.key());
                (
                    what,
                    vec![format!(
                        "the input or the {decider} is wrong, or `{name}`: then `{line}` keeps the case"
                    )],
                )
            }
            (Discrepancy::Disagreement, [only]) => {
                let what = anyhow!("`{}` gives no answer, so nothing was written", self.programs.name(*only));
                (what, Vec::new())
            }
            (Discrepancy::Disagreement, _) => {
                let test = self.line.from_here(&self.line.text(&["SOLUTION".to_owned()], tries));
                let tested = format!("find out which is wrong; `{test}` tests one against the others");
                let trust = self.trusting("SOLUTION", &[], tries);
                let trusted = format!("`{trust}` keeps the case with the answer of that solution");
                (anyhow!("the solutions do not agree, so nothing was written"), vec![tested, trusted])
            }
        };
        Err(Failure { code: ExitCode::Unexpected, hints, ..Failure::usage(what) })
    }

    /// Refuses answers of fewer than two families that are not of the reference.
    ///
    /// # Errors
    /// There would be no others.
    fn refuse_few(&self, tries: Option<u64>) -> Result<(), Failure> {
        if !self.by_consensus() {
            return Ok(());
        }
        let references = &self.oracle.references;
        let which = "that can be built and should be right";
        consensus::need_two_families(self.programs, references, which).map_err(|failure| {
            let Some(first) = references.first() else { return failure };
            let name = self.programs.name(*first).to_string();
            let line = self.trusting(&name, &self.line.solutions, tries.unwrap_or_default());
            let hint = format!(
                "`{line}` keeps the case with the answer of `{name}`; so does `reference = \"{name}\"` in cases/{}/problem.toml",
                self.line.problem
            );
            Failure { hints: vec![hint], ..failure }
        })
    }

    /// Why a counterexample cannot be kept, and what to do, where that is known before one is found.
    #[must_use]
    pub fn unkept(&self) -> Option<String> {
        let may_be_kept = !self.oracle.is_named || self.refuse_few(None).is_ok();
        let first = self.oracle.references.first().filter(|_| !may_be_kept)?;
        let name = self.programs.name(*first).to_string();
        Some(format!(
            "a counterexample is shown but not written, because one solution is not a consensus; `--trust {}` \
             takes its answers",
            shell_word(&name)
        ))
    }

    /// The command that keeps what was found with the answers of this solution.
    fn trusting(&self, name: &str, solutions: &[String], tries: u64) -> String {
        let line = HuntLine { trust: Some(name.to_owned()), ..self.line.clone() };
        line.from_here(&line.text(solutions, tries))
    }

    /// The case that a counterexample becomes after a signal, when nothing runs any more: the answer is
    /// the last one that the references gave, and no solution is judged on it. None where an answer is needed and
    /// there is none, or the case is there already.
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
        let Some(answered) = self.answered(outputs)? else { return Ok(None) };
        if duplicates::case_with(problem, &draft)?.is_some() {
            return Ok(None);
        }
        let answers = vec![answered];
        answers::refuse_unreadable(self.programs, self.folder, &answers)?;
        let naming = Naming::of(name, true, false);
        let names = naming::choose(problem, &naming, 1)?;
        let cases = new_cases("harness hunt", names, vec![draft], &answers);
        let cases = if is_dry { cases } else { newcase::write(problem, &naming, cases)? };
        Ok(Some(Added { cases, answers, unexpected: Vec::new(), code: ExitCode::Fine }))
    }

    /// The answer of the references, where there is one or none is needed.
    fn answered(&self, outputs: &Outputs) -> Result<Option<Answered>, Failure> {
        if let Some(decider) = self.programs.sole_decider() {
            return Ok(Some(Answered::left_to(decider)));
        }
        let Some(answer) = outputs.answer() else { return Ok(None) };
        let by = match &self.oracle.references[..] {
            [reference] if !self.by_consensus() => {
                AnswerBy::Reference(self.programs.name(*reference).clone())
            }
            references => {
                self.refuse_few(None)?;
                AnswerBy::Consensus(self.programs.names(references))
            }
        };
        Ok(Some(Answered { answer: Some(tidy(answer).text), by }))
    }

    /// Whether all right solutions give the answer, because the reference is not among the references. A
    /// sole decider needs none.
    #[must_use]
    pub fn by_consensus(&self) -> bool {
        if self.programs.has_sole_decider() {
            return false;
        }
        let reference = self.programs.reference();
        !reference.is_some_and(|reference| self.oracle.references.contains(&reference))
    }

    /// The case that has this find already, as it is or shrunk. What was found by the same command counts
    /// only while the target fails on it.
    ///
    /// # Errors
    /// A case cannot be read, or the judge failed.
    pub fn known(&self, attempt: &Attempt, found: &FailingInput) -> Result<Known, Failure> {
        let problem = self.programs.problem;
        let draft = self.draft(attempt, found);
        if let Some(case) = duplicates::case_with(problem, &draft)? {
            return Ok(Known::Case(format!("{case} has this input")));
        }
        let Discrepancy::Fails { target, verdict } = found.discrepancy else { return Ok(Known::No) };
        let shows = |cases: Vec<&Case>| duplicates::shown_by(self.programs, (target, verdict), cases);
        let is_of_line = |case: &&Case| {
            let mut details = case.sidecar.iter().flat_map(|sidecar| &sidecar.provenance.details);
            details.any(|(key, value)| key == "found" && Some(value) == draft.found.as_ref())
        };
        if let Some(name) = shows(problem.cases.iter().filter(is_of_line).collect())? {
            return Ok(Known::Case(format!("the case `{name}` has this input, shrunk")));
        }
        let name = shows(problem.cases.iter().collect())?;
        Ok(name.map_or(Known::No, Known::Alike))
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
