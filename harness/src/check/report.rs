//! Puts an opinion into words once the whole output has come.

use std::fs;
use std::io;
use std::path::Path;

use crate::check::answer::Answer;
use crate::check::bytes::is_blank;
use crate::check::excerpt::{self, View};
use crate::check::hints;
use crate::check::output::{AFTER, BEFORE, Output, SMALL};
use crate::check::reason;
use crate::model::{CheckerChoice, Excerpt, Mismatch, Opinion, Place};

/// The remarks on a right output.
pub fn notes(saw_crlf: bool) -> Vec<String> {
    if saw_crlf { vec!["CRLF line ends in the output".to_owned()] } else { Vec::new() }
}

/// The answer could not be used.
pub fn broken(answer: &Path, error: &io::Error) -> Opinion {
    Opinion::Broken(format!("failed to read the answer `{}`: {error}", answer.display()))
}

/// What is wrong with an output that differs from the answer from the given place on.
///
/// # Errors
/// The answer cannot be read again.
pub fn mismatch(
    choice: &CheckerChoice,
    answer: &Answer,
    answer_offset: u64,
    output: &Output,
) -> io::Result<Mismatch> {
    let Some(parting) = output.parting() else {
        return Ok(Mismatch { reason: "wrong".to_owned(), place: None, excerpt: None, hints: Vec::new() });
    };
    let survey = answer.survey(answer_offset)?;
    let before = answer.range(answer_offset.saturating_sub(BEFORE as u64), answer_offset)?;
    let after = answer.range(answer_offset, answer_offset.saturating_add(AFTER as u64 + 1))?;
    let expected = View {
        offset: answer_offset,
        line: survey.line,
        column: survey.column,
        before: &before,
        after: &after,
    };
    let got = View {
        offset: parting.offset,
        line: parting.line,
        column: parting.column,
        before: &parting.before,
        after: &parting.after,
    };
    let silence = silence(answer, output)?;
    let has_words = counts_words(choice);
    Ok(Mismatch {
        reason: silence.map_or_else(|| reason::reason(choice, &expected, &got), str::to_owned),
        place: Some(Place {
            line: got.line,
            column: got.column,
            byte: got.offset,
            token: has_words.then_some(survey.word),
            tokens: if has_words { Some(answer.words()?) } else { None },
        }),
        excerpt: Some(Excerpt { expected: excerpt::cut(&expected), got: excerpt::cut(&got) }),
        hints: hints_if_small(choice, answer, output)?,
    })
}

/// Under which milder rules the output would be right, if both texts are small.
///
/// # Errors
/// The answer cannot be read again.
pub fn hints_if_small(choice: &CheckerChoice, answer: &Answer, output: &Output) -> io::Result<Vec<String>> {
    let size = fs::metadata(answer.path())?.len();
    match &output.whole {
        Some(whole) if size <= SMALL as u64 => {
            let hint = hints::hint(choice, &answer.range(0, SMALL as u64)?, whole);
            Ok(hint.into_iter().map(str::to_owned).collect())
        }
        _ => Ok(Vec::new()),
    }
}

/// Says that there is no output, where anything but blanks was expected.
///
/// # Errors
/// The answer cannot be read again.
pub fn silence(answer: &Answer, output: &Output) -> io::Result<Option<&'static str>> {
    Ok(match output.length {
        _ if output.has_ink || !has_ink(answer)? => None,
        0 => Some("no output"),
        _ => Some("only whitespace in the output"),
    })
}

/// Whether there is anything but blanks in the answer.
fn has_ink(answer: &Answer) -> io::Result<bool> {
    let mut has_ink = false;
    answer.pieces(0, u64::MAX, |piece| {
        has_ink = piece.iter().any(|&byte| !is_blank(byte));
        !has_ink
    })?;
    Ok(has_ink)
}

/// Whether up to the place both texts have the same words, so that their number says where it is.
fn counts_words(choice: &CheckerChoice) -> bool {
    match choice {
        CheckerChoice::Exact
        | CheckerChoice::Lines
        | CheckerChoice::Tokens
        | CheckerChoice::TokensIgnoreCase
        | CheckerChoice::Float { .. }
        | CheckerChoice::YesNo
        | CheckerChoice::Standard(_) => true,
        // Values are no words, and what may come in any order has no number.
        CheckerChoice::Literal { .. }
        | CheckerChoice::Program(_)
        | CheckerChoice::UnorderedLines
        | CheckerChoice::UnorderedTokens => false,
    }
}
