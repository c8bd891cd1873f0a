//! Changes of a right answer with which a checker is tried, pure.
//!
//! What a checker must say of a changed answer is often not known: without its last word it may be right as well.
//! Then the checker must say something and not fail. An answer with more behind it, and none at all, are wrong.

use std::ops::Range;

/// What a checker must do with an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// The output is right.
    Accept,
    /// The output is wrong.
    Reject,
    /// Either may be; it must not fail.
    Decide,
}

/// A change of a right answer.
#[derive(Clone, Copy, Debug)]
pub struct AnswerChange {
    /// What it is called.
    pub name: &'static str,
    /// What the checker must say.
    pub demand: Demand,
    /// The output, for an answer and for the size that a long output has; none where there is nothing to change.
    make: fn(&[u8], usize) -> Option<Vec<u8>>,
}

/// The right answer itself.
pub const AS_IT_IS: AnswerChange =
    AnswerChange::new("as-it-is", Demand::Accept, |answer, _| Some(answer.to_vec()));

/// The answer followed by as much as a program may print: one of them is enough.
pub const LONG: AnswerChange = AnswerChange::new("long", Demand::Reject, |answer, size| {
    let mut output = answer.to_vec();
    output.push(b'\n');
    output.extend(TRAILING.iter().cycle().take(size.saturating_sub(output.len())));
    (!is_blank(answer)).then_some(output)
});

/// What stands behind an answer that is longer than it may be.
const TRAILING: &[u8] = b"trailing\n";

/// All others.
pub const CHANGES: [AnswerChange; 27] = [
    AnswerChange::new("empty", Demand::Reject, |answer, _| (!is_blank(answer)).then(Vec::new)),
    AnswerChange::new("blank", Demand::Reject, |answer, _| (!is_blank(answer)).then(|| b" \n\n".to_vec())),
    AnswerChange::new("trailing-word", Demand::Reject, |answer, _| followed(answer, TRAILING)),
    AnswerChange::new("twice", Demand::Reject, |answer, _| followed(answer, answer)),
    AnswerChange::new("trailing-number", Demand::Decide, |answer, _| followed(answer, b"1\n")),
    AnswerChange::new("crlf", Demand::Decide, |answer, _| Some(with_crlf(answer))),
    AnswerChange::new("no-final-newline", Demand::Decide, |answer, _| Some(answer.trim_ascii_end().to_vec())),
    AnswerChange::new("dropped-first", Demand::Decide, |answer, _| word(answer, End::First, |_| Vec::new())),
    AnswerChange::new("dropped-last", Demand::Decide, |answer, _| word(answer, End::Last, |_| Vec::new())),
    AnswerChange::new("doubled-first", Demand::Decide, |answer, _| word(answer, End::First, doubled)),
    AnswerChange::new("doubled-last", Demand::Decide, |answer, _| word(answer, End::Last, doubled)),
    AnswerChange::new("swapped", Demand::Decide, |answer, _| swapped(answer)),
    AnswerChange::new("letters", Demand::Decide, |answer, _| word(answer, End::First, |_| b"xyz".to_vec())),
    AnswerChange::new("not-utf8", Demand::Decide, |answer, _| {
        word(answer, End::First, |_| b"\xff\xfe\x80".to_vec())
    }),
    AnswerChange::new("nul", Demand::Decide, |answer, _| word(answer, End::First, |_| b"\0\0".to_vec())),
    AnswerChange::new("plus-one-first", Demand::Decide, |answer, _| {
        number(answer, End::First, |n| plus(n, 1))
    }),
    AnswerChange::new("plus-one-last", Demand::Decide, |answer, _| number(answer, End::Last, |n| plus(n, 1))),
    AnswerChange::new("minus-one-first", Demand::Decide, |answer, _| {
        number(answer, End::First, |n| plus(n, -1))
    }),
    AnswerChange::new("minus-one-last", Demand::Decide, |answer, _| {
        number(answer, End::Last, |n| plus(n, -1))
    }),
    AnswerChange::new("nan-first", Demand::Decide, |answer, _| number(answer, End::First, |_| said("NaN"))),
    AnswerChange::new("nan-last", Demand::Decide, |answer, _| number(answer, End::Last, |_| said("NaN"))),
    AnswerChange::new("minus-zero-first", Demand::Decide, |answer, _| {
        number(answer, End::First, |_| said("-0"))
    }),
    AnswerChange::new("minus-zero-last", Demand::Decide, |answer, _| {
        number(answer, End::Last, |_| said("-0"))
    }),
    AnswerChange::new("1e400-first", Demand::Decide, |answer, _| {
        number(answer, End::First, |_| said("1e400"))
    }),
    AnswerChange::new("1e400-last", Demand::Decide, |answer, _| number(answer, End::Last, |_| said("1e400"))),
    AnswerChange::new("huge-first", Demand::Decide, |answer, _| number(answer, End::First, |_| said(HUGE))),
    AnswerChange::new("huge-last", Demand::Decide, |answer, _| number(answer, End::Last, |_| said(HUGE))),
];

/// More than 64 bits, and than a hundred.
const HUGE: &str = "99999999999999999999999999999999999999";

impl AnswerChange {
    const fn new(name: &'static str, demand: Demand, make: fn(&[u8], usize) -> Option<Vec<u8>>) -> Self {
        Self { name, demand, make }
    }

    /// The change of this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let all = [AS_IT_IS, LONG].into_iter().chain(CHANGES);
        all.into_iter().find(|change| change.name == name)
    }

    /// The changed answer; a long one is so long. None where there is nothing to change.
    #[must_use]
    pub fn output(&self, answer: &[u8], size: usize) -> Option<Vec<u8>> {
        (self.make)(answer, size)
    }
}

/// Which of several words.
#[derive(Clone, Copy)]
enum End {
    First,
    Last,
}

fn is_blank(text: &[u8]) -> bool {
    text.trim_ascii().is_empty()
}

fn said(text: &str) -> Vec<u8> {
    text.as_bytes().to_vec()
}

/// The answer with this behind it.
fn followed(answer: &[u8], by: &[u8]) -> Option<Vec<u8>> {
    let newline: &[u8] = if answer.ends_with(b"\n") { b"" } else { b"\n" };
    (!is_blank(answer)).then(|| [answer, newline, by].concat())
}

fn with_crlf(answer: &[u8]) -> Vec<u8> {
    let lines: Vec<&[u8]> = answer.split(|&byte| byte == b'\n').collect();
    lines.join(&b"\r\n"[..])
}

/// Where the words are.
fn words(text: &[u8]) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut start = None;
    for (place, byte) in text.iter().chain(b" ").enumerate() {
        match (byte.is_ascii_whitespace(), start) {
            (true, Some(first)) => {
                words.push(first..place);
                start = None;
            }
            (false, None) => start = Some(place),
            (true, None) | (false, Some(_)) => {}
        }
    }
    words
}

/// The text with something else in these places, which are in order.
fn replaced(text: &[u8], changes: &[(Range<usize>, Vec<u8>)]) -> Vec<u8> {
    let mut output = Vec::new();
    let mut from = 0;
    for (place, by) in changes {
        output.extend_from_slice(&text[from..place.start]);
        output.extend_from_slice(by);
        from = place.end;
    }
    output.extend_from_slice(&text[from..]);
    output
}

/// The first or the last of these places.
fn at(end: End, mut places: impl DoubleEndedIterator<Item = Range<usize>>) -> Option<Range<usize>> {
    match end {
        End::First => places.next(),
        End::Last => places.next_back(),
    }
}

fn word(answer: &[u8], end: End, change: impl Fn(&[u8]) -> Vec<u8>) -> Option<Vec<u8>> {
    let place = at(end, words(answer).into_iter())?;
    let by = change(&answer[place.clone()]);
    Some(replaced(answer, &[(place, by)]))
}

fn number(answer: &[u8], end: End, change: impl Fn(&[u8]) -> Vec<u8>) -> Option<Vec<u8>> {
    let is_number = |place: &Range<usize>| {
        let digits = answer[place.clone()].strip_prefix(b"-").unwrap_or(&answer[place.clone()]);
        digits.first().is_some_and(u8::is_ascii_digit) && as_text(digits).parse::<f64>().is_ok()
    };
    let place = at(end, words(answer).into_iter().filter(is_number))?;
    let by = change(&answer[place.clone()]);
    Some(replaced(answer, &[(place, by)]))
}

fn as_text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

fn doubled(word: &[u8]) -> Vec<u8> {
    [word, word].join(&b' ')
}

/// The number with one more or less; of one with a point the part before it changes, and of a long one the last
/// digit.
fn plus(number: &[u8], by: i64) -> Vec<u8> {
    let text = as_text(number);
    let whole = text.find(['.', 'e', 'E']).unwrap_or(text.len());
    let (whole, rest) = text.split_at(whole);
    if let Some(value) = whole.parse::<i64>().ok().and_then(|value| value.checked_add(by)) {
        return format!("{value}{rest}").into_bytes();
    }
    let (start, last) = whole.split_at(whole.len().saturating_sub(1));
    let other = if last == "5" { '6' } else { '5' };
    format!("{start}{other}{rest}").into_bytes()
}

/// The first two words beside each other that differ, in the other order.
fn swapped(answer: &[u8]) -> Option<Vec<u8>> {
    let words = words(answer);
    let text = |place: &Range<usize>| answer[place.clone()].to_vec();
    let pair = words.windows(2).find(|pair| text(&pair[0]) != text(&pair[1]))?;
    let changes = [(pair[0].clone(), text(&pair[1])), (pair[1].clone(), text(&pair[0]))];
    Some(replaced(answer, &changes))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{AS_IT_IS, AnswerChange, CHANGES, LONG};
    use proptest::collection::vec;
    use proptest::prelude::{any, prop_assert, prop_assert_ne, proptest};

    #[track_caller]
    fn check(name: &str, answer: &str, expect: Option<&str>) {
        let output = AnswerChange::of_name(name).unwrap().output(answer.as_bytes(), 30);
        assert_eq!(output.as_deref(), expect.map(str::as_bytes), "{name} of {answer:?}");
    }

    #[test]
    fn words_are_dropped_doubled_and_swapped() {
        check("dropped-first", "ab 2\n3\n", Some(" 2\n3\n"));
        check("dropped-last", "ab 2\n3\n", Some("ab 2\n\n"));
        check("doubled-first", "ab 2\n", Some("ab ab 2\n"));
        check("doubled-last", "ab 2\n", Some("ab 2 2\n"));
        check("swapped", "1 1\n2 3\n", Some("1 2\n1 3\n"));
        check("swapped", "1 1 1\n", None);
        check("letters", "\n7 8\n", Some("\nxyz 8\n"));
        check("dropped-first", " \n", None);
    }

    #[test]
    fn numbers_change_wherever_they_stand() {
        check("plus-one-first", "YES 9 -1\n", Some("YES 10 -1\n"));
        check("plus-one-last", "YES 9 -1\n", Some("YES 9 0\n"));
        check("minus-one-last", "2.50 x\n", Some("1.50 x\n"));
        check("plus-one-first", "99999999999999999999\n", Some("99999999999999999995\n"));
        check("nan-first", "1 2", Some("NaN 2"));
        check("minus-zero-last", "1 2", Some("1 -0"));
        check("1e400-last", "x 1e3 inf\n", Some("x 1e400 inf\n"));
        check("nan-last", "NO\n", None);
    }

    #[test]
    fn an_answer_becomes_longer_or_nothing() {
        check("empty", "1\n", Some(""));
        check("empty", "\n", None);
        check("trailing-word", "1", Some("1\ntrailing\n"));
        check("twice", "1\n", Some("1\n1\n"));
        check("crlf", "1\n2\n", Some("1\r\n2\r\n"));
        check("no-final-newline", "1\n2\n", Some("1\n2"));
        check("long", "1\n", Some("1\n\ntrailing\ntrailing\ntrailing\n"));
        check("as-it-is", "1\n", Some("1\n"));
    }

    #[test]
    fn every_change_has_a_name_of_its_own() {
        let all = || [AS_IT_IS, LONG].into_iter().chain(CHANGES);
        let names: BTreeSet<&str> = all().map(|change| change.name).collect();
        assert_eq!(names.len(), all().count());
        assert!(AnswerChange::of_name("other").is_none());
    }

    proptest! {
        #[test]
        fn no_answer_makes_a_change_panic(answer in vec(any::<u8>(), 0..40), text in "[0-9 .e\\n-]{0,20}") {
            for answer in [answer.as_slice(), text.as_bytes()] {
                for change in CHANGES {
                    let output = change.output(answer, 50).unwrap_or_default();
                    prop_assert!(output.len() <= 2 * answer.len() + 60);
                    if change.name == "trailing-word" && !output.is_empty() {
                        prop_assert_ne!(output.as_slice(), answer);
                    }
                }
            }
        }
    }
}
