//! How an output differs from what was expected, by the rule that compared them: the same in every report.

use crate::diff::{Blanks, Row, Side, diff};
use crate::model::{CheckerChoice, Excerpt, Piece, StandardChecker};

/// The two texts as rows of at most so many columns.
pub fn difference(excerpt: &Excerpt, checker: CheckerChoice, width: usize) -> Vec<Row> {
    diff(side(&excerpt.expected), side(&excerpt.got), blanks(checker), width)
}

/// Which blanks make a difference by this rule, so that only those are marked as one.
fn blanks(checker: CheckerChoice) -> Blanks {
    match checker {
        CheckerChoice::Exact | CheckerChoice::Standard(StandardChecker::Fcmp) => Blanks::Matter,
        CheckerChoice::Lines | CheckerChoice::UnorderedLines => Blanks::MatterInside,
        CheckerChoice::Tokens
        | CheckerChoice::TokensIgnoreCase
        | CheckerChoice::Float { .. }
        | CheckerChoice::Literal { .. }
        | CheckerChoice::Standard(_)
        | CheckerChoice::Program(_)
        | CheckerChoice::UnorderedTokens
        | CheckerChoice::YesNo => Blanks::DoNotMatter,
    }
}

fn side(piece: &Piece) -> Side<'_> {
    Side {
        bytes: &piece.bytes,
        first_line: piece.first_line,
        cut_before: piece.cut_before,
        more_after: piece.more_after,
    }
}
