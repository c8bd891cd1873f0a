//! Pictures of cases on which solutions failed, for the reports that show them: with the answer, and with what the
//! solution printed where that is wrong.

use std::collections::BTreeMap;

use crate::event::{Drawing, Outcome};
use crate::failure::Failure;
use crate::model::{Case, Name, Problem, RoleKind, Verdict};
use crate::programs::{BuildProgress, Candidate, Picture, View};
use crate::run::KeptOutputs;
use crate::session::Session;

/// Cases of one run that are drawn.
const MOST_PICTURES: usize = 24;

/// Outputs of one run that are drawn.
const MOST_OUTPUTS: usize = 24;

/// Bytes of an input, and of an output, that is drawn: a larger one makes no picture that a person can read.
const LARGEST_TEXT: u64 = 4 << 10;

/// Bytes of a picture that is passed on.
const LARGEST_PICTURE: usize = 24 << 10;

/// The first case on which each solution failed; one that is a surprise before one that was expected.
#[derive(Default)]
pub struct WorthDrawing(BTreeMap<usize, First>);

/// The first failure of a solution.
struct First {
    as_expected: bool,
    case: usize,
    printed: Printed,
}

/// What a solution printed on a case, as far as its outcome tells.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Printed {
    /// Nothing that could be drawn, or it is not why the solution failed.
    Nothing,
    /// So many bytes, which may have been kept.
    Something(u64),
    /// This.
    Whole(Vec<u8>),
}

impl Printed {
    fn of(outcome: &Outcome) -> Self {
        let judgement = &outcome.judgement;
        let is_wrong = matches!(judgement.verdict, Verdict::WrongAnswer | Verdict::Partial);
        // What is said in a dialogue is no output, and that of a later pass is none for the input of the case.
        let is_plain = judgement.interactor.is_none() && judgement.passes.is_empty();
        let size = judgement.execution.as_ref().map_or(0, |facts| facts.stdout_bytes);
        if !is_wrong || !is_plain || size == 0 || size > LARGEST_TEXT {
            return Self::Nothing;
        }
        let excerpt = judgement.mismatch.as_ref().and_then(|mismatch| mismatch.excerpt.as_ref());
        match excerpt.filter(|excerpt| excerpt.got.bytes.len() as u64 == size) {
            Some(excerpt) => Self::Whole(excerpt.got.bytes.clone()),
            None => Self::Something(size),
        }
    }

    /// The text of it.
    fn text(&self, kept: impl FnOnce(u64) -> Option<Vec<u8>>) -> Option<Vec<u8>> {
        let text = match self {
            Self::Nothing => return None,
            Self::Something(size) => kept(*size)?,
            Self::Whole(text) => text.clone(),
        };
        (!text.contains(&0) && str::from_utf8(&text).is_ok()).then_some(text)
    }
}

impl WorthDrawing {
    /// Takes in what came of a case, by the places of the solution and of the case.
    pub fn take(&mut self, (solution, case): (usize, usize), outcome: &Outcome) {
        let as_expected = outcome.as_expected();
        let is_later =
            self.0.get(&solution).is_some_and(|first| (first.as_expected, first.case) <= (as_expected, case));
        if outcome.judgement.verdict.is_failed_run() && !is_later {
            self.0.insert(solution, First { as_expected, case, printed: Printed::of(outcome) });
        }
    }

    /// The solutions with their failures, surprises first.
    fn in_order(&self) -> Vec<(usize, &First)> {
        let mut all: Vec<(usize, &First)> =
            self.0.iter().map(|(solution, first)| (*solution, first)).collect();
        all.sort_by_key(|(solution, first)| (first.as_expected, *solution));
        all
    }
}

/// A case that is drawn, and the outputs that are drawn for it, by solution.
struct Subjects<'a> {
    case: &'a Case,
    outputs: Vec<(Name, Vec<u8>)>,
}

/// What is drawn, by problem.
fn chosen<'a>(
    worth: &WorthDrawing,
    candidates: &[Candidate<'a>],
    kept: Option<&KeptOutputs>,
) -> Vec<(&'a Problem, Vec<Subjects<'a>>)> {
    let (mut n_cases, mut n_outputs) = (0, 0);
    let mut by_problem: Vec<(&Problem, Vec<Subjects<'_>>)> = Vec::new();
    for (solution, first) in worth.in_order() {
        let candidate = &candidates[solution];
        let (problem, case) = (candidate.problem, candidate.cases[first.case]);
        let is_small = case.input().metadata().is_ok_and(|input| input.len() <= LARGEST_TEXT);
        if !is_small || problem.roles.of(RoleKind::View).is_empty() {
            continue;
        }
        let place = by_problem.iter().position(|(other, _)| other.name == problem.name);
        let place = place.unwrap_or(by_problem.len());
        let known =
            by_problem.get(place).and_then(|(_, all)| all.iter().position(|it| it.case.name == case.name));
        if known.is_none() && n_cases == MOST_PICTURES {
            continue;
        }
        if place == by_problem.len() {
            by_problem.push((problem, Vec::new()));
        }
        let all = &mut by_problem[place].1;
        let known = known.unwrap_or_else(|| {
            n_cases += 1;
            all.push(Subjects { case, outputs: Vec::new() });
            all.len() - 1
        });
        let of_kept = |size| kept?.of(&candidate.subject(), &case.name, size);
        if n_outputs < MOST_OUTPUTS
            && let Some(text) = first.printed.text(of_kept)
        {
            n_outputs += 1;
            all[known].outputs.push((candidate.solution.name.clone(), text));
        }
    }
    by_problem
}

/// Draws them, each case once, and each output that is wrong.
///
/// # Errors
/// A signal came.
pub fn pictures(
    session: &Session,
    worth: &WorthDrawing,
    candidates: &[Candidate<'_>],
    kept: Option<&KeptOutputs>,
) -> Result<Vec<Drawing>, Failure> {
    let mut drawings = Vec::new();
    for (problem, subjects) in chosen(worth, candidates, kept) {
        let cases: Vec<&Case> = subjects.iter().map(|subjects| subjects.case).collect();
        let Some(view) = View::start(session, problem, &cases, &mut BuildProgress::new(session))? else {
            continue;
        };
        for Subjects { case, outputs } in subjects {
            let mut draw = |solution: Option<Name>, drawn: &Result<Picture, String>| {
                let (is_svg, bytes) = match drawn {
                    Ok(picture) => (picture.is_svg(), picture.bytes.clone()),
                    Err(why) => (false, why.clone().into_bytes()),
                };
                if bytes.len() <= LARGEST_PICTURE {
                    let (problem, case) = (problem.name.clone(), case.name.clone());
                    drawings.push(Drawing { problem, case, solution, bytes, is_svg });
                }
            };
            let of_answer = view.draw(case, None)?;
            draw(None, &of_answer);
            // Wrong solutions often print the same.
            let mut of_outputs: BTreeMap<Vec<u8>, Result<Picture, String>> = BTreeMap::new();
            for (solution, output) in outputs {
                let drawn = match of_outputs.get(&output) {
                    Some(drawn) => drawn.clone(),
                    None => view.draw(case, Some(&output))?,
                };
                // A view that does not look at outputs has said all there is.
                if drawn != of_answer {
                    draw(Some(solution), &drawn);
                }
                of_outputs.insert(output, drawn);
            }
        }
    }
    Ok(drawings)
}

#[cfg(test)]
mod tests {
    use super::{Printed, WorthDrawing};
    use crate::event::Outcome;
    use crate::event::fixture::{execution, outcome, subject};
    use crate::model::{Excerpt, Mismatch, Name, Piece, Verdict};

    #[test]
    fn the_first_failure_of_each_solution_is_drawn_and_surprises_come_first() {
        let mut worth = WorthDrawing::default();
        let mut take = |solution: usize, case: usize, verdict, expected: &[Verdict]| {
            let mut outcome = outcome(&subject("p", "s", "c"), Name::from("1"), verdict);
            outcome.expected = expected.to_vec();
            worth.take((solution, case), &outcome);
        };
        let (right, wrong) = ([Verdict::Accepted], [Verdict::WrongAnswer]);
        take(0, 4, Verdict::WrongAnswer, &wrong);
        take(0, 3, Verdict::WrongAnswer, &wrong);
        take(1, 9, Verdict::TimeLimit, &right);
        take(1, 8, Verdict::TimeLimit, &right);
        take(1, 2, Verdict::WrongAnswer, &wrong);
        take(2, 0, Verdict::Accepted, &wrong);
        take(2, 1, Verdict::JudgeError, &right);
        let places: Vec<_> =
            worth.in_order().iter().map(|(solution, first)| (*solution, first.case)).collect();
        assert_eq!(places, [(1, 8), (0, 3)]);
    }

    /// An outcome of a run that printed so many bytes, of which these are known.
    fn printed(verdict: Verdict, size: u64, known: &[u8]) -> Outcome {
        let mut outcome = outcome(&subject("p", "s", "c"), Name::from("1"), verdict);
        let mut facts = execution();
        facts.stdout_bytes = size;
        outcome.judgement.execution = Some(facts);
        let got = Piece { bytes: known.to_vec(), first_line: 1, cut_before: 0, more_after: false };
        let excerpt = Some(Excerpt { expected: Piece::default(), got });
        let (reason, place, hints) = (String::new(), None, Vec::new());
        outcome.judgement.mismatch = Some(Box::new(Mismatch { reason, place, excerpt, hints }));
        outcome
    }

    #[test]
    fn an_output_is_drawn_that_is_wrong_small_and_a_text() {
        use Printed::{Nothing, Something, Whole};
        let of = |verdict, size, known| Printed::of(&printed(verdict, size, known));
        assert_eq!(of(Verdict::WrongAnswer, 2, b"5\n"), Whole(b"5\n".to_vec()));
        assert_eq!(of(Verdict::Partial, 3, b"5\n"), Something(3));
        assert_eq!(of(Verdict::WrongAnswer, 0, b""), Nothing);
        assert_eq!(of(Verdict::WrongAnswer, 4097, b""), Nothing);
        assert_eq!(of(Verdict::TimeLimit, 2, b"5\n"), Nothing);
        let text = |printed: Printed, kept: Option<&[u8]>| printed.text(|_| kept.map(<[u8]>::to_vec));
        assert_eq!(text(Whole(b"5\n".to_vec()), None), Some(b"5\n".to_vec()));
        assert_eq!(text(Something(2), Some(b"6\n")), Some(b"6\n".to_vec()));
        assert_eq!(text(Something(2), None), None);
        assert_eq!(text(Something(2), Some(b"\xff\n")), None);
        assert_eq!(text(Something(2), Some(b"\0\n")), None);
        assert_eq!(text(Nothing, Some(b"6\n")), None);
    }
}
