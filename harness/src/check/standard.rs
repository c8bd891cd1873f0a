//! The standard checkers of testlib, put together from the rules.

use std::io;
use std::path::{Path, PathBuf};

use crate::check::Checker;
use crate::check::answer::Answer;
use crate::check::form::Form;
use crate::check::items::Unit;
use crate::check::ordered::Ordered;
use crate::check::plain_lines::PlainLines;
use crate::check::report;
use crate::check::standard_words::word_rule;
use crate::check::tokens::Tokens;
use crate::check::unordered::Unordered;
use crate::check::word::WordRule;
use crate::model::{CheckerChoice, Opinion, StandardChecker};

/// A checker of this kind for one output to the case with this answer.
///
/// # Errors
/// The answer cannot be opened.
pub fn open(rule: StandardChecker, path: &Path) -> io::Result<Box<dyn Checker>> {
    let choice = CheckerChoice::Standard(rule);
    let answer = match rule {
        StandardChecker::Rcmp => Answer::of_first_word(path)?,
        StandardChecker::Fcmp => Answer::without_last_blank_line(path)?,
        _ => Answer::open(path)?,
    };
    let tokens = |tokens, answer| Box::new(Ordered::new(choice, tokens, answer));
    let checker: Box<dyn Checker> = match rule {
        StandardChecker::Fcmp => Box::new(Ordered::new(choice, PlainLines::default(), answer)),
        StandardChecker::Uncmp => Box::new(Unordered::new(Unit::Word, answer)),
        StandardChecker::Lcmp => tokens(Tokens::line_by_line(WordRule::Equal), answer),
        _ => tokens(Tokens::new(word_rule(rule)), answer),
    };
    Ok(match Form::of(rule) {
        Some(form) => Box::new(Formed { form, answer: path.to_owned(), checker }),
        None => checker,
    })
}

/// Compares where the answer has a form, and refuses any other.
struct Formed {
    form: Form,
    answer: PathBuf,
    checker: Box<dyn Checker>,
}

impl Checker for Formed {
    fn feed(&mut self, chunk: &[u8]) {
        self.checker.feed(chunk);
    }

    fn finish(self: Box<Self>) -> Opinion {
        match self.form.inspect(&self.answer) {
            Ok(()) => self.checker.finish(),
            Err(error) => report::broken(&self.answer, &error),
        }
    }
}
