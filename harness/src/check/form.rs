//! What an answer must look like to be compared by a standard checker of testlib.
//!
//! testlib reads both texts as what they should be, and fails where the answer is something else. The numbers
//! that it reads have one spelling, so where the answer has the form, an output that has it as well and means
//! the same has the same words. So the words are compared, and the answer alone is held to its form.

use std::io::{self, ErrorKind};
use std::path::Path;

use crate::check::answer::Answer;
use crate::check::bytes::{is_blank, quoted};
use crate::check::strict;
use crate::check::word::WORD_LIMIT;
use crate::model::StandardChecker;

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Integers of 64 bits.
    Integers,
    /// One integer of any length.
    OneInteger,
    /// Real numbers.
    Reals,
    /// A real number; what follows is not read.
    FirstReal,
    /// `Case 1: N`, `Case 2: N` and so on.
    CaseIntegers,
    /// `Case 1: words`, `Case 2: words` and so on.
    CaseWords,
}

impl Form {
    /// The form that a checker needs, if it does not take any text.
    pub fn of(rule: StandardChecker) -> Option<Self> {
        match rule {
            StandardChecker::Lcmp | StandardChecker::Fcmp => None,
            StandardChecker::Ncmp | StandardChecker::Uncmp => Some(Self::Integers),
            StandardChecker::Hcmp => Some(Self::OneInteger),
            StandardChecker::Rcmp => Some(Self::FirstReal),
            StandardChecker::Rcmp4 | StandardChecker::Rcmp6 | StandardChecker::Rcmp9 => Some(Self::Reals),
            StandardChecker::Caseicmp => Some(Self::CaseIntegers),
            StandardChecker::Casewcmp => Some(Self::CaseWords),
        }
    }

    /// Whether a text has the form.
    pub fn fits(self, text: &[u8]) -> bool {
        let mut inspection = Inspection::new(self);
        inspection.feed(text).and_then(|()| inspection.finish()).is_ok()
    }

    /// Reads an answer file.
    ///
    /// # Errors
    /// It cannot be read, or has another form.
    pub fn inspect(self, path: &Path) -> io::Result<()> {
        let mut inspection = Inspection::new(self);
        let mut found = Ok(());
        Answer::open(path)?.pieces(0, u64::MAX, |piece| {
            found = inspection.feed(piece);
            found.is_ok()
        })?;
        let found = found.and_then(|()| inspection.finish());
        found.map_err(|fault| io::Error::new(ErrorKind::InvalidData, fault))
    }
}

/// A text being read.
struct Inspection {
    form: Form,
    /// The word so far, or its beginning.
    word: Vec<u8>,
    /// What is no longer kept of the word is digits.
    has_digit_tail: bool,
    words: u64,
    line: u64,
    case: u64,
    next: Next,
}

/// What the next word of a case must be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Case,
    Number,
    /// Its content.
    Any,
}

impl Inspection {
    fn new(form: Form) -> Self {
        Self { form, word: Vec::new(), has_digit_tail: true, words: 0, line: 1, case: 0, next: Next::Case }
    }

    fn feed(&mut self, text: &[u8]) -> Result<(), String> {
        for &byte in text {
            if !is_blank(byte) {
                self.grow(byte);
                continue;
            }
            self.end_word()?;
            self.line += u64::from(byte == b'\n');
        }
        Ok(())
    }

    fn grow(&mut self, byte: u8) {
        if self.word.len() <= WORD_LIMIT {
            self.word.push(byte);
        } else {
            self.has_digit_tail &= byte.is_ascii_digit();
        }
    }

    fn end_word(&mut self) -> Result<(), String> {
        if self.word.is_empty() {
            return Ok(());
        }
        self.words += 1;
        let fault = self.fault();
        self.has_digit_tail = true;
        self.word.clear();
        match fault {
            None => Ok(()),
            Some(fault) => Err(format!("line {}: {fault}", self.line)),
        }
    }

    /// What is wrong with the word.
    fn fault(&mut self) -> Option<String> {
        let word = self.word.as_slice();
        let is_not = |what: &str| Some(format!("{} is not {what}", quoted(word, 0)));
        match self.form {
            Form::Integers if strict::integer(word).is_none() => is_not(AN_INTEGER),
            Form::OneInteger if self.words > 1 => {
                Some(format!("{} follows, and there must be one integer", quoted(word, 0)))
            }
            Form::OneInteger if !(strict::is_integer(word) && self.has_digit_tail) => {
                is_not("an integer without leading zeros")
            }
            Form::FirstReal if self.words > 1 => None,
            Form::Reals | Form::FirstReal if word.len() > WORD_LIMIT || strict::real(word).is_none() => {
                is_not("a decimal number")
            }
            Form::CaseIntegers | Form::CaseWords => self.fault_in_case(),
            Form::Integers | Form::OneInteger | Form::Reals | Form::FirstReal => None,
        }
    }

    fn fault_in_case(&mut self) -> Option<String> {
        let word = self.word.as_slice();
        let is_not = |what: &str| Some(format!("{} is not {what}", quoted(word, 0)));
        match self.next {
            Next::Case if word != b"Case" => return is_not("`Case`"),
            Next::Number => {
                let number = format!("{}:", self.case + 1);
                if word != number.as_bytes() {
                    return is_not(&format!("`{number}`"));
                }
                self.case += 1;
            }
            Next::Any if self.form == Form::CaseIntegers && strict::integer(word).is_none() => {
                return is_not(AN_INTEGER);
            }
            Next::Case | Next::Any => {}
        }
        self.next = match self.next {
            Next::Case => Next::Number,
            Next::Any if self.form == Form::CaseIntegers => Next::Case,
            Next::Any if word == b"Case" => Next::Number,
            Next::Number | Next::Any => Next::Any,
        };
        None
    }

    fn finish(&mut self) -> Result<(), String> {
        self.end_word()?;
        let is_cut = match self.form {
            Form::OneInteger | Form::FirstReal if self.words == 0 => {
                return Err("it is empty, and there must be a number".to_owned());
            }
            Form::CaseIntegers => self.next != Next::Case,
            // testlib takes a last `Case` with nothing behind it for the end.
            Form::CaseWords => self.next == Next::Number && self.case == 0,
            Form::Integers | Form::OneInteger | Form::Reals | Form::FirstReal => false,
        };
        if is_cut { Err(format!("it ends in the middle of case {}", self.case.max(1))) } else { Ok(()) }
    }
}

const AN_INTEGER: &str = "an integer of 64 bits without a plus sign and leading zeros";

#[cfg(test)]
mod tests {
    use crate::check::form::{Form, Inspection};

    #[track_caller]
    fn check(form: Form, text: &str, expect: &str) {
        let mut inspection = Inspection::new(form);
        let said = inspection.feed(text.as_bytes()).and_then(|()| inspection.finish());
        assert_eq!(said.err().unwrap_or_default(), expect, "{text}");
        assert_eq!(form.fits(text.as_bytes()), expect.is_empty(), "{text}");
    }

    #[test]
    fn the_first_fault_is_told_with_its_line() {
        check(Form::Integers, "1\n-2 3\n", "");
        check(Form::Integers, "", "");
        let not = "is not an integer of 64 bits without a plus sign and leading zeros";
        check(Form::Integers, "1\n2 03\nx", &format!("line 2: `03` {not}"));
        check(Form::Reals, "1e5 .5\n-2.", "");
        check(Form::Reals, "1e5\nnan\n", "line 2: `nan` is not a decimal number");
        check(Form::FirstReal, "1.5 and more", "");
        assert!(
            Form::Reals.fits("1".repeat(300).as_bytes()) && !Form::Reals.fits("1".repeat(5000).as_bytes())
        );
        check(Form::FirstReal, " \n", "it is empty, and there must be a number");
    }

    #[test]
    fn one_integer_may_be_of_any_length() {
        check(Form::OneInteger, &"9".repeat(100_000), "");
        check(Form::OneInteger, "12\n13\n", "line 2: `13` follows, and there must be one integer");
        check(Form::OneInteger, "-0", "line 1: `-0` is not an integer without leading zeros");
        let odd = format!("{}x{}", "9".repeat(50_000), "9".repeat(50_000));
        assert!(!Form::OneInteger.fits(odd.as_bytes()));
    }

    #[test]
    fn cases_are_counted() {
        for form in [Form::CaseIntegers, Form::CaseWords] {
            check(form, "", "");
            check(form, "Case 1: 5\nCase 2: -6\n", "");
            check(form, "case 1: 5\n", "line 1: `case` is not `Case`");
            check(form, "Case 1: 5\nCase 3: 6\n", "line 2: `3:` is not `2:`");
            check(form, "Case", "it ends in the middle of case 1");
        }
        check(Form::CaseIntegers, "Case 1: 5 6", "line 1: `6` is not `Case`");
        check(Form::CaseIntegers, "Case 1:", "it ends in the middle of case 1");
        check(Form::CaseWords, "Case 1:\nCase 2: a b\nc", "");
        check(Form::CaseWords, "Case 1: a Case", "");
    }
}
