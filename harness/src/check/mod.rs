//! Is the output right? One file a rule.
//!
//! A [`Checker`] is made for one run, eats the output as it comes, and has an [`Opinion`](crate::model::Opinion) in the
//! end. Neither the output nor the answer is ever held: whatever their sizes, and were it one line
//! of 50 MB, a checker keeps some hundred KiB at most. Only the unordered rules, once the order does
//! differ, keep a small record of each distinct item.
//!
//! ```text
//!   chunks ──▶ rule (exact, lines, tokens, literal) ──▶ output (what to remember)
//!                │ pulls                          │
//!              answer ────────────────────────▶ report = reason + excerpt + hints
//! ```
//!
//! How an output is wrong is told by [`Mismatch`](crate::model::Mismatch): a sentence, a place, a
//! piece of both texts round it, and under which milder rules the output would have been right.

mod answer;
mod bytes;
mod checker;
mod exact;
mod excerpt;
mod form;
mod hints;
mod items;
mod lines;
mod literal;
mod number;
mod ordered;
mod output;
mod plain_lines;
mod reason;
mod report;
mod standard;
mod standard_words;
mod strict;
mod tokens;
mod unordered;
mod values;
mod whole;
mod word;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tables;

use std::io;
use std::path::Path;

use crate::check::answer::Answer;
use crate::check::exact::Exact;
use crate::check::items::Unit;
use crate::check::lines::Lines;
use crate::check::literal::Literals;
use crate::check::number::Tolerance;
use crate::check::ordered::Ordered;
use crate::check::tokens::Tokens;
use crate::check::unordered::Unordered;
use crate::check::word::WordRule;
use crate::model::CheckerChoice;

pub use checker::Checker;

/// A checker of this kind for one output to the case with this answer.
///
/// # Errors
/// The answer cannot be opened. If it cannot be read later on, the opinion is [`Opinion::Broken`](crate::model::Opinion::Broken).
pub fn open(choice: &CheckerChoice, answer: &Path) -> io::Result<Box<dyn Checker>> {
    let path = answer;
    let answer = Answer::open(path)?;
    let tokens = |rule, answer| Box::new(Ordered::new(*choice, Tokens::new(rule), answer));
    Ok(match *choice {
        CheckerChoice::Exact => Box::new(Ordered::new(*choice, Exact, answer)),
        CheckerChoice::Lines => Box::new(Ordered::new(*choice, Lines::default(), answer)),
        CheckerChoice::Tokens => tokens(WordRule::Equal, answer),
        CheckerChoice::TokensIgnoreCase => tokens(WordRule::IgnoreCase, answer),
        CheckerChoice::Float { absolute, relative } => {
            tokens(WordRule::Number(Tolerance { absolute, relative }), answer)
        }
        CheckerChoice::Literal { absolute, relative } => {
            Box::new(Ordered::new(*choice, Literals::new(Tolerance { absolute, relative }), answer))
        }
        CheckerChoice::UnorderedLines => Box::new(Unordered::new(Unit::Line, answer)),
        CheckerChoice::UnorderedTokens => Box::new(Unordered::new(Unit::Word, answer)),
        CheckerChoice::YesNo => tokens(WordRule::YesNo, answer),
        CheckerChoice::Standard(rule) => return standard::open(rule, path),
        CheckerChoice::Program(_) => {
            return Err(io::Error::other("a program checks outputs here, and it is not asked"));
        }
    })
}
