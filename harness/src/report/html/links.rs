//! The targets of links within the page: `codeforces-225d/bitmask/45-spiral`.

use std::fmt::Write;

use crate::event::Subject;
use crate::model::Name;

/// The target of a solution.
pub fn of_solution(subject: &Subject) -> String {
    [&subject.problem, &subject.solution].map(part).join("/")
}

/// The target of a solution on a case.
pub fn of_case(subject: &Subject, case: &Name) -> String {
    format!("{}/{}", of_solution(subject), part(case))
}

/// A name as a browser has it in an address that was typed in: it writes escapes for a blank, for some marks and for
/// what is not ASCII, and keeps all else. It looks for a target as it is written before it takes escapes for
/// characters, so that the same text is the target, the link to it, and what it makes of the plain name. Only a `%` is
/// told apart from an escape. In a page the text must be escaped, as any other.
pub fn part(name: &Name) -> String {
    let mut out = String::new();
    for byte in name.shown().bytes() {
        if byte.is_ascii_graphic() && !b"\"<>`%".contains(&byte) {
            out.push(char::from(byte));
        } else {
            _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::of_case;
    use crate::event::fixture::subject;
    use crate::model::Name;

    #[test]
    fn a_target_is_what_people_would_write() {
        let target = |solution, case| of_case(&subject("two-sum", solution, "c"), &Name::from(case));
        assert_eq!(target("bitmask", "secret/45-spiral"), "two-sum/bitmask/secret/45-spiral");
        assert_eq!(target("a b\"", "ü#1%"), "two-sum/a%20b%22/%C3%BC#1%25");
        assert_eq!(target("a+b", "it's/n=5,m=(3)@[x]&y"), "two-sum/a+b/it's/n=5,m=(3)@[x]&y");
    }
}
