//! Which outputs of programs say the same.
//!
//! Outputs are compared with each other by the rule of the problem where that rule can compare two texts,
//! else only as texts: an output is never taken for an answer, because it may be no possible answer at
//! all. With the rule `yesno`, for example, the output `maybe` agrees with `maybe` and nothing else.

use crate::check;
use crate::failure::Failure;
use crate::model::{Case, CheckerChoice, Opinion};
use crate::programs::InputFolder;
use crate::run::Reply;

/// The places of the replies that are complete, in groups that say the same, in the order of their first
/// members.
///
/// # Errors
/// An output cannot be written to be compared with.
pub fn groups(
    rule: &CheckerChoice,
    folder: &InputFolder,
    replies: &[Reply],
) -> Result<Vec<Vec<usize>>, Failure> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (place, reply) in replies.iter().enumerate().filter(|(_, reply)| reply.is_complete()) {
        let mut found = None;
        for (index, group) in groups.iter().enumerate() {
            if agree(rule, folder, &replies[group[0]].output, &reply.output)? {
                found = Some(index);
                break;
            }
        }
        match found {
            Some(index) => groups[index].push(place),
            None => groups.push(vec![place]),
        }
    }
    Ok(groups)
}

/// Whether two outputs say the same.
///
/// # Errors
/// One cannot be written to be compared with.
pub fn agree(rule: &CheckerChoice, folder: &InputFolder, one: &[u8], other: &[u8]) -> Result<bool, Failure> {
    // Most outputs are equal to the byte.
    if one == other {
        return Ok(true);
    }
    let path = folder.write("compared", one)?;
    let mut checker = check::open(&of_texts(*rule), &path).map_err(Failure::judge)?;
    checker.feed(other);
    Ok(match checker.finish() {
        Opinion::Right { .. } => true,
        // Broken: the rule cannot read the first output, which differs from the second as a text.
        Opinion::Partial { .. } | Opinion::Wrong(_) | Opinion::Broken(_) => false,
    })
}

/// Why the rule can compare nothing with this answer, where it cannot.
///
/// # Errors
/// It cannot be written to be compared with.
pub fn unreadable(
    rule: &CheckerChoice,
    folder: &InputFolder,
    answer: &[u8],
) -> Result<Option<String>, Failure> {
    let path = folder.write("compared", answer)?;
    let mut checker = check::open(&of_texts(*rule), &path).map_err(Failure::judge)?;
    checker.feed(answer);
    Ok(match checker.finish() {
        Opinion::Broken(why) => Some(why),
        Opinion::Right { .. } | Opinion::Partial { .. } | Opinion::Wrong(_) => None,
    })
}

/// The rule by which two outputs are compared. A program knows only whether one of them is right.
fn of_texts(rule: CheckerChoice) -> CheckerChoice {
    if rule.is_program() { CheckerChoice::Tokens } else { rule }
}

/// Whether an output is right for a case, by its rule; true where only a program knows.
///
/// # Errors
/// The answer of the case cannot be read.
pub fn answers(case: &Case, output: &[u8]) -> Result<bool, Failure> {
    if case.rules.checker.is_program() {
        return Ok(true);
    }
    let mut checker = check::open(&case.rules.checker, &case.answer_file()).map_err(Failure::judge)?;
    checker.feed(output);
    Ok(matches!(checker.finish(), Opinion::Right { .. }))
}

#[cfg(test)]
mod tests {
    use super::groups;
    use crate::event::fixture::execution;
    use crate::judge::{self, Judgement};
    use crate::model::{CheckerChoice, Verdict};
    use crate::programs::InputFolder;
    use crate::run::Reply;

    fn check(rule: CheckerChoice, outputs: &[Option<&str>], expect: &[&[usize]]) {
        let folder = tempfile::tempdir().unwrap();
        let reply = |output: Option<&str>| match output {
            Some(output) => {
                let judgement = Judgement {
                    verdict: Verdict::Accepted,
                    execution: Some(execution()),
                    ..judge::skipped("")
                };
                Reply { judgement, output: output.as_bytes().to_vec() }
            }
            None => Reply { judgement: judge::skipped("interrupted"), output: Vec::new() },
        };
        let replies: Vec<Reply> = outputs.iter().copied().map(reply).collect();
        let folder = InputFolder::make(folder.path()).unwrap();
        assert_eq!(groups(&rule, &folder, &replies).unwrap(), expect);
    }

    #[test]
    fn outputs_that_are_equal_under_the_rule_are_one_group() {
        check(CheckerChoice::Lines, &[Some("1\n"), Some("1 \n"), Some("2\n")], &[&[0, 1], &[2]]);
        check(CheckerChoice::Exact, &[Some("1\n"), Some("1 \n"), None], &[&[0], &[1]]);
        check(CheckerChoice::UnorderedLines, &[Some("1\n2\n"), Some("2\n1\n")], &[&[0, 1]]);
    }

    #[test]
    fn an_output_that_the_rule_cannot_read_agrees_with_its_like() {
        let outputs = [Some("YES\n"), Some("maybe\n"), Some("NO\n"), Some("yes\n"), Some("maybe\n")];
        check(CheckerChoice::YesNo, &outputs, &[&[0, 3], &[1, 4], &[2]]);
    }

    #[test]
    fn without_an_output_there_is_no_group() {
        check(CheckerChoice::Lines, &[None, None], &[]);
    }
}
