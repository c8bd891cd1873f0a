//! What the words of a text mean to the standard checkers of testlib.

use crate::check::form::Form;
use crate::check::strict::{self, Closeness};
use crate::check::word::WordRule;
use crate::model::StandardChecker;

/// When a word of the output is the same as one of an answer that has its form.
pub fn word_rule(rule: StandardChecker) -> WordRule {
    match rule {
        StandardChecker::Rcmp => WordRule::Real(Closeness::Absolute(1.5e-6)),
        StandardChecker::Rcmp4 => WordRule::Real(Closeness::Either(1e-4)),
        StandardChecker::Rcmp6 => WordRule::Real(Closeness::Either(1e-6)),
        StandardChecker::Rcmp9 => WordRule::Real(Closeness::Either(1e-9)),
        StandardChecker::Lcmp
        | StandardChecker::Fcmp
        | StandardChecker::Ncmp
        | StandardChecker::Hcmp
        | StandardChecker::Caseicmp
        | StandardChecker::Casewcmp
        | StandardChecker::Uncmp => WordRule::Equal,
    }
}

/// Why a word of the output is not what testlib can read there, as the end of a sentence.
pub fn remark(rule: StandardChecker, wanted: &[u8], came: &[u8]) -> &'static str {
    let is_unread = |reads: fn(&[u8]) -> bool| reads(wanted) && !reads(came);
    match Form::of(rule) {
        Some(Form::Integers | Form::CaseIntegers) if is_unread(|word| strict::integer(word).is_some()) => {
            ", which testlib does not read as an integer of 64 bits"
        }
        Some(Form::OneInteger) if is_unread(strict::is_integer) => {
            ", which testlib does not read as an integer"
        }
        Some(Form::Reals | Form::FirstReal) if is_unread(|word| strict::real(word).is_some()) => {
            ", which testlib does not read as a number"
        }
        _ => "",
    }
}
