//! Who is hunted, whose word counts, and what an input shows about them.

use std::path::PathBuf;

use anyhow::anyhow;

use crate::build::Built;
use crate::commands::add::consensus::{has_answered, partition};
use crate::commands::add::scratch::Scratch;
use crate::commands::crew::{Crew, unbuilt};
use crate::config::nearest;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Name, Solution, Verdict};
use crate::run::Said;

/// Who takes part in a hunt, by the place among the candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Those whose word counts: the reference, or else all that should be right.
    pub jury: Vec<usize>,
    /// Those who are hunted.
    pub suspects: Vec<usize>,
    /// The suspects were named: they may contradict, and have no voice.
    pub is_named: bool,
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Those whose word counts do not agree, or give no answer.
    Split,
    /// A suspect fails, or says something else than they.
    Guilty {
        /// Its place among the candidates.
        suspect: usize,
        /// How it fails.
        verdict: Verdict,
    },
}

/// What an input shows.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// What is wrong, if anything is.
    pub fault: Option<Fault>,
    /// Who was asked: the jury, then the suspects.
    pub members: Vec<usize>,
    /// What each of them said.
    pub said: Vec<Said>,
    /// The places in `said` of those who say the same.
    pub parts: Vec<Vec<usize>>,
}

impl Field {
    /// The field for these names of suspects; for none it is all that may still be found wrong.
    ///
    /// # Errors
    /// There is no such solution, it cannot be built, or there is nobody to hold against it.
    pub fn of(crew: &Crew<'_>, names: &[String]) -> Result<Self, Failure> {
        let is_built = |index: &usize| crew.program(*index).is_some();
        let all = || 0..crew.candidates.len();
        let named = names.iter().map(|name| find(crew, name)).collect::<Result<Vec<usize>, Failure>>()?;
        let is_free = |index: &usize| is_built(index) && !named.contains(index);
        let mut jury: Vec<usize> = crew.reference().filter(is_free).into_iter().collect();
        if jury.is_empty() {
            jury = crew.right_ones().filter(is_free).collect();
        }
        let may_be_hunted = |index: &usize| crew.is_always_right(*index) || survives(crew, *index);
        let mut suspects = if names.is_empty() {
            all().filter(|index| is_free(index) && may_be_hunted(index) && !jury.contains(index)).collect()
        } else {
            named
        };
        if jury.is_empty() {
            // Those who are hunted can still be held against each other.
            jury = std::mem::take(&mut suspects);
        }
        if jury.len() + suspects.len() < 2 {
            let what = anyhow!("there is nobody in `{}` to hold against another", crew.problem.name);
            return Err(Failure::usage(what).hint("write a second solution, however slow"));
        }
        Ok(Self { jury, suspects, is_named: !names.is_empty() })
    }

    /// The field in which one solution is only measured: the reference says what is right, or where there
    /// is none the solution itself.
    #[must_use]
    pub fn to_measure(crew: &Crew<'_>, suspect: usize) -> Self {
        let juror = crew.reference().unwrap_or(suspect);
        let suspects = if juror == suspect { Vec::new() } else { vec![suspect] };
        Self { jury: vec![juror], suspects, is_named: false }
    }

    /// The same with one suspect.
    #[must_use]
    pub fn narrowed_to(&self, fault: Fault) -> Self {
        let suspects = match fault {
            Fault::Split => Vec::new(),
            Fault::Guilty { suspect, .. } => vec![suspect],
        };
        Self { suspects, ..self.clone() }
    }

    /// The same with all others that should be right as suspects, too, to hear what they say.
    #[must_use]
    pub fn with_everybody(&self, crew: &Crew<'_>) -> Self {
        let mut suspects = self.suspects.clone();
        suspects.extend(crew.right_ones().filter(|index| !self.has(*index)));
        Self { suspects, ..self.clone() }
    }

    fn has(&self, index: usize) -> bool {
        self.jury.contains(&index) || self.suspects.contains(&index)
    }

    /// Everybody: the jury, then the suspects.
    fn members(&self) -> Vec<usize> {
        [&self.jury[..], &self.suspects[..]].concat()
    }

    /// Asks everybody about each input.
    ///
    /// # Errors
    /// The engine or the sandbox failed, or a signal ended it.
    pub fn rule(
        &self,
        crew: &Crew<'_>,
        scratch: &Scratch,
        inputs: &[PathBuf],
    ) -> Result<Vec<Ruling>, Failure> {
        let members = self.members();
        let rule = |said: Vec<Said>| {
            let parts = partition(&crew.problem.rules.checker, scratch, &said)?;
            let verdicts: Vec<Verdict> = said.iter().map(|said| said.judgement.verdict).collect();
            let fault = self.fault(&parts, &verdicts);
            Ok(Ruling { fault, members: members.clone(), said, parts })
        };
        crew.ask_each(&members, inputs)?.into_iter().map(rule).collect()
    }

    /// What is wrong where these say the same and end like that.
    fn fault(&self, parts: &[Vec<usize>], verdicts: &[Verdict]) -> Option<Fault> {
        let Some(agreed) = parts.iter().find(|part| (0..self.jury.len()).all(|juror| part.contains(&juror)))
        else {
            return Some(Fault::Split);
        };
        let guilty = |(place, suspect): (usize, &usize)| {
            let verdict = match verdicts[place] {
                Verdict::Accepted if agreed.contains(&place) => return None,
                Verdict::Accepted => Verdict::WrongAnswer,
                failure => failure,
            };
            Some(Fault::Guilty { suspect: *suspect, verdict })
        };
        (self.jury.len()..).zip(&self.suspects).find_map(guilty)
    }
}

impl Ruling {
    /// The answer of the jury, where it gives one.
    #[must_use]
    pub fn answer(&self) -> Option<&[u8]> {
        let is_split = matches!(self.fault, Some(Fault::Split));
        self.said.first().filter(|said| !is_split && has_answered(said)).map(|said| &said.output[..])
    }
}

fn solution<'a>(crew: &Crew<'a>, index: usize) -> &'a Solution {
    crew.candidates[index].solution
}

/// Whether a solution that is kept because it is wrong may be right on every case that there is.
fn survives(crew: &Crew<'_>, index: usize) -> bool {
    let expectation = &solution(crew, index).expectation;
    crew.problem.cases.iter().all(|case| expectation.permitted(&case.name).contains(&Verdict::Accepted))
}

/// The place of the solution of this name.
///
/// # Errors
/// There is none, or it cannot be built.
pub fn find(crew: &Crew<'_>, wanted: &str) -> Result<usize, Failure> {
    let mut names = crew.candidates.iter().map(|candidate| &candidate.solution.name);
    let is_meant = |name: &Name| name.as_bytes() == wanted.as_bytes() || name.shown() == wanted;
    let Some(index) = names.position(is_meant) else {
        let names: Vec<String> =
            crew.candidates.iter().map(|candidate| candidate.solution.name.to_string()).collect();
        let what = anyhow!("`{}` has no solution `{}`", crew.problem.name, Name::from(wanted));
        let failure = Failure { code: ExitCode::NothingSelected, ..Failure::usage(what) };
        return Err(match nearest(wanted, names.iter().map(String::as_str)) {
            Some(near) => failure.hint(format!("did you mean `{near}`?")),
            None => failure,
        });
    };
    match &crew.built[index] {
        Built::Ready(_) => Ok(index),
        built => Err(unbuilt(&solution(crew, index).name, built)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, Field};
    use crate::model::Verdict;

    #[track_caller]
    fn check(jury: usize, parts: &[&[usize]], verdicts: &str, expect: Option<Fault>) {
        let verdict = |code: &str| match code {
            "AC" => Verdict::Accepted,
            "RE" => Verdict::RuntimeError,
            _ => Verdict::TimeLimit,
        };
        let verdicts: Vec<Verdict> = verdicts.split(' ').map(verdict).collect();
        let field = Field {
            jury: (10..10 + jury).collect(),
            suspects: (20..20 + verdicts.len() - jury).collect(),
            is_named: false,
        };
        let parts: Vec<Vec<usize>> = parts.iter().map(|part| part.to_vec()).collect();
        assert_eq!(field.fault(&parts, &verdicts), expect);
    }

    #[test]
    fn the_first_suspect_that_contradicts_the_jury_or_fails_is_guilty() {
        let guilty = |suspect, verdict| Some(Fault::Guilty { suspect, verdict });
        check(1, &[&[0, 1]], "AC AC", None);
        check(1, &[&[0, 1], &[2, 3]], "AC AC AC AC", guilty(21, Verdict::WrongAnswer));
        check(2, &[&[0, 1]], "AC AC TLE", guilty(20, Verdict::TimeLimit));
        check(1, &[&[0], &[2]], "AC RE AC", guilty(20, Verdict::RuntimeError));
    }

    #[test]
    fn nobody_is_guilty_where_the_jury_does_not_agree() {
        check(2, &[&[0], &[1, 2]], "AC AC AC", Some(Fault::Split));
        check(2, &[&[0, 2]], "AC RE AC", Some(Fault::Split));
        check(1, &[&[1]], "RE AC", Some(Fault::Split));
    }
}
