//! What the rules say about small texts.

use std::io::Write as _;
use std::path::Path;

use tempfile::NamedTempFile;

use crate::check::open;
use crate::model::{CheckerChoice, Mismatch, Opinion, Place};

fn opinion(rule: &str, expected: &[u8], got: &[u8]) -> Opinion {
    let mut answer = NamedTempFile::new().unwrap();
    answer.write_all(expected).unwrap();
    let mut checker = open(&CheckerChoice::from_name(rule).unwrap(), answer.path()).unwrap();
    checker.feed(got);
    checker.finish()
}

fn mismatch(rule: &str, expected: &[u8], got: &[u8]) -> Mismatch {
    match opinion(rule, expected, got) {
        Opinion::Wrong(mismatch) => *mismatch,
        other => panic!("{other:?}"),
    }
}

/// `expect` is `"right"`, a note on a right output, or why it is wrong.
#[track_caller]
fn check(rule: &str, expected: &[u8], got: &[u8], expect: &str) {
    let said = match opinion(rule, expected, got) {
        Opinion::Right { notes } if notes.is_empty() => "right".to_owned(),
        Opinion::Right { notes } => notes.join(", "),
        Opinion::Partial { mismatch, .. } | Opinion::Wrong(mismatch) => mismatch.reason,
        Opinion::Broken(why) => why,
    };
    assert_eq!(said, expect);
}

#[test]
fn the_ends_of_lines_and_of_the_text_do_not_matter_in_lines() {
    check("lines", b"1 2\n3\n", b"1 2\n3\n", "right");
    check("lines", b"1 2\n3\n", b"1 2\n3", "right");
    check("lines", b"1 2\n3\n", b"1 2 \n3\t\t\n\n \n", "right");
    check("lines", b"1 2\n3\n\n\n", b"1 2\n3", "right");
    check("lines", b"1 2\n3\n", b"1 2\r\n3\r\n", "CRLF line ends in the output");
    check("lines", b"1 2\r\n3\r\n", b"1 2\n3\n", "right");
    check("lines", b"1 2\r\n3\r\n", b"1 2\r\n3\r\n", "right");
    check("lines", b"1\n2\n", b"1 \n2 \n", "right");
    check("lines", b"1 2\n", b"1\n2\n", "expected `2`, got the end of the line");
    check("lines", b"1\n2\n", b"1 2\n", "expected the end of the line, got `2`");
    check("lines", b"1\n", b"\n1\n", "expected `1`, got the end of the line");
    check("lines", b"1 2\n", b"1  2\n", "expected `2`, got a space");
    check("lines", b"1\t2\n", b"1 2\n", "expected a tab, got a space");
    check("lines", b"1 2\n", b"1\x0b2\n", "expected a space, got U+000B");
    check("lines", b"1\x0c2\n", b"1 2\n", "expected U+000C, got a space");
    check("lines", b"1 2\n", b"1 \x0b2\n", "expected `2`, got U+000B");
    check("lines", b"1\n2\n", b"1\n\n2\n", "expected `2`, got the end of the line");
}

#[test]
fn blanks_do_not_matter_in_tokens() {
    check("tokens", b"1 2\n3\n", b"  1\t2 3", "right");
    check("tokens", b"1 2\n3\n", b"1 2\r\n3\r\n", "CRLF line ends in the output");
    check("tokens", b"1 2\r\n3\r\n", b"1 2\n3\n", "right");
    check("tokens", b"1\n2\n", b"1 2", "right");
    check("tokens", b"12\n", b"1 2\n", "expected `12`, got `1`");
    check("tokens", b"YES\n", b"Yes\n", "expected `YES`, got `Yes`");
    check("tokens-ci", b"YES no\n", b"Yes\nNO", "right");
    check("tokens-ci", b"YES\n", b"N\n", "expected `YES`, got `N`");
}

#[test]
fn everything_matters_in_exact() {
    check("exact", b"1 2\n3\n", b"1 2\n3\n", "right");
    check("exact", b"1\n", b"1", "the final newline is missing");
    check("exact", b"1", b"1\n", "an extra newline at the end");
    check("exact", b"1", b"1 \n", "extra blanks at the end");
    check("exact", b"1 2\n", b"1 2\r\n", "expected a newline, got a carriage return");
    check("exact", b"1 2\r\n", b"1 2\n", "expected a carriage return, got a newline");
    check("exact", b"1\n\n", b"1", "output ends too early: blanks are missing at the end");
}

#[test]
fn nothing_is_right_only_where_nothing_is_expected() {
    for rule in CheckerChoice::NAMES {
        let expected: &[u8] = match rule {
            "yesno" | "nyesno" => b"yes\n",
            "caseicmp" | "casewcmp" => b"Case 1: 5\n",
            _ => b"5\n",
        };
        check(rule, expected, b"", "no output");
        check(rule, expected, b" \n\n", "only whitespace in the output");
        if ["hcmp", "rcmp"].contains(&rule) {
            // There must be one number.
            continue;
        }
        check(rule, b"", b"", "right");
        let expect = if rule == "exact" { "an extra newline at the end" } else { "right" };
        check(rule, b"", b"\n", expect);
    }
}

#[test]
fn too_little_and_too_much_are_named() {
    check("lines", b"1\n2\n", b"1\n", "output ends too early: expected `2`");
    check("tokens", b"1 2\n", b"1", "output ends too early: expected `2`");
    check("tokens", b"1\n", b"1\n2", "extra output after the end: `2`");
    check("lines", b"1\n", b"1\n\n 2\n", "extra output after the end: `2`");
    check("lines", b"1\n", b"1 2\n", "expected the end of the line, got `2`");
    check("tokens", b"", b"5", "extra output after the end: `5`");
    check("lines", b"ab\n", b"a", "expected `ab`, got `a`");
}

#[test]
fn odd_bytes_are_the_reason() {
    check("tokens", b"42\n", b"42\0\0\n", r"expected `42`, got `42\0\0`: NUL byte at offset 2");
    check("lines", b"42\n", b"42\0\0\n", r"expected `42`, got `42\0\0`: NUL byte at offset 2");
    let odd = r"expected `2`, got `\xff2`: bytes that are not UTF-8 at offset 2";
    check("lines", b"1 2\n", b"1 \xff2\n", odd);
    check("tokens", b"1\n", b"1\n\0\n", r"extra output after the end: `\0`: NUL byte at offset 2");
}

#[test]
fn numbers_are_close_or_wrong() {
    check("float", b"1.0 ok\n", b"1.0000005 ok\n", "right");
    check("float", b"1\n", b"1.5\n", "expected `1`, got `1.5` (absolute error 5.000e-1, relative 5.000e-1)");
    check("float", b"0\n", b"1e-5\n", "expected `0`, got `1e-5` (absolute error 1.000e-5)");
    check("float", b"1.0\n", b"nan\n", "expected `1.0`, got `nan`");
    check("float", b"1.0 ok\n", b"1.0 OK\n", "expected `ok`, got `OK`");
}

#[test]
fn yes_and_no_are_the_only_words_of_yesno() {
    check("yesno", b"YES\nno\n", b"yes No", "right");
    check("yesno", b"YES\n", b"no\n", "expected `YES`, got `no`");
    check("yesno", b"YES\n", b"maybe\n", "expected `YES`, got `maybe`, which is neither yes nor no");
    check("yesno", b"YES\n", b"yes no\n", "extra output after the end: `no`");
    match opinion("yesno", b"maybe\n", b"maybe\n") {
        Opinion::Broken(why) => assert!(why.ends_with(": `maybe` is neither yes nor no"), "{why}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn values_are_compared_in_literal() {
    check("literal", b"[1, 2]\n", b"[1,2]", "right");
    check("literal", b"[1,2]\n", b"[1,\r\n2]", "CRLF line ends in the output");
    check("literal", b"2.0\n", b"2.00000", "right");
    check("literal", b"[1,2,3]\n", b"[1, 2, 4]\n", "expected `3`, got `4`");
    check("literal", b"[1,2,3]\n", b"[1,2]\n", "expected `,`, got `]`");
    check("literal", b"[1,2]\n", b"[1,2", "output ends too early: expected `]`");
    check("literal", b"[1,2]\n", b"[1,2]]", "extra output after the end: `]`");
    check("literal", b"[\"a b\"]\n", b"[\"a  b\"]\n", "expected `\"a b\"`, got `\"a  b\"`");
    let error = "expected `2.5`, got `2.6` (absolute error 1.000e-1, relative 4.000e-2)";
    check("literal", b"[2.5]\n", b"[2.6]\n", error);
    let place = mismatch("literal", b"[1,\n22]", b"[ 1,21]").place.unwrap();
    assert_eq!(place, Place { line: 1, column: 5, byte: 4, token: None, tokens: None });
}

#[test]
fn order_does_not_matter_in_the_unordered_rules() {
    check("unordered-lines", b"1 2\n3\n4\n", b"3\n4 \n\n1 2", "right");
    check("unordered-lines", b"1\n2\n", b"2\r\n1\r\n", "CRLF line ends in the output");
    check("unordered-tokens", b"1 2\n3 3\n", b"3\n2 3 1", "right");
    let both = "extra line `2 1`, missing line `1 2` (line 1 of the answer)";
    check("unordered-lines", b"1 2\n3\n", b"3\n2 1\n", both);
    check("unordered-tokens", b"1 2 2", b"2 1", "missing word `2` (line 1 of the answer)");
    check("unordered-tokens", b"1 2", b"2 1 2", "extra word `2`");
}

#[test]
fn the_place_is_where_the_difference_is() {
    let place = |rule: &str, expected: &[u8], got: &[u8]| mismatch(rule, expected, got).place.unwrap();
    assert_eq!(
        place("tokens", b"1 2\n3 47\n", b"1\n\n2 3\n  46\n"),
        Place { line: 4, column: 3, byte: 9, token: Some(4), tokens: Some(4) }
    );
    assert_eq!(
        place("lines", b"1 2\n3 47\n", b"1 2 \r\n3 46\n"),
        Place { line: 2, column: 4, byte: 9, token: Some(4), tokens: Some(4) }
    );
    assert_eq!(
        place("tokens", b"1 2 3", b"1 2\n"),
        Place { line: 2, column: 1, byte: 4, token: Some(3), tokens: Some(3) }
    );
    assert_eq!(
        place("lines", b"1\n", b"1\n\n 2"),
        Place { line: 3, column: 2, byte: 4, token: Some(2), tokens: Some(1) }
    );
    assert_eq!(
        place("unordered-tokens", b"1 2 3", b"3 4\n5"),
        Place { line: 1, column: 3, byte: 2, token: Some(2), tokens: None }
    );
}

#[test]
fn both_sides_of_the_place_are_shown() {
    let excerpt = mismatch("lines", b"1\n2\n3\n4\n5\n6\n", b"1\n2\n3\n4\n0\n6\n").excerpt.unwrap();
    assert_eq!(excerpt.expected.bytes, b"2\n3\n4\n5\n6\n");
    assert_eq!(excerpt.got.bytes, b"2\n3\n4\n0\n6\n");
    assert_eq!((excerpt.expected.first_line, excerpt.got.first_line), (2, 2));
}

#[test]
fn an_answer_that_cannot_be_read_is_the_judges_fault() {
    assert!(open(&CheckerChoice::Lines, Path::new("/nonexistent/answer")).is_err());
    let folder = tempfile::tempdir().unwrap();
    for rule in CheckerChoice::NAMES {
        let mut checker = open(&CheckerChoice::from_name(rule).unwrap(), folder.path()).unwrap();
        checker.feed(b"1");
        checker.feed(b"2");
        match checker.finish() {
            Opinion::Broken(why) => assert!(why.starts_with("failed to read the answer `"), "{why}"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn words_are_in_the_same_lines_in_lcmp() {
    check("lcmp", b"1 2\n3\n", b" 1\t2 \r\n3", "CRLF line ends in the output");
    check("lcmp", b"1 2\n3\n\n\n", b"1  2\n3\n \n", "right");
    check("lcmp", b"1\n\n2\n", b"1\n2\n", "expected `2` in line 3, got `2` in line 2");
    check("lcmp", b"1 2\n", b"1\n2\n", "expected `2` in line 1, got `2` in line 2");
    check("lcmp", b"1\n", b"\n1\n", "expected `1` in line 1, got `1` in line 2");
    check("lcmp", b"1 2\n", b"1 3\n", "expected `2`, got `3`");
    check("lcmp", b"1\n2\n", b"1\n", "output ends too early: expected `2`");
    assert_eq!(mismatch("lcmp", b"1\n2\n", b"1 2\n").place.unwrap().token, Some(2));
}

#[test]
fn lines_are_the_same_byte_for_byte_in_fcmp() {
    check("fcmp", b"1 2\n3\n", b"1 2\n3", "right");
    check("fcmp", b"1 2\n3\n", b"1 2\r\n3\r\n", "CRLF line ends in the output");
    check("fcmp", b"1 2\r\n3\r\n", b"1 2\n3\n", "right");
    check("fcmp", b"1\n\n\n", b"1\n", "right");
    check("fcmp", b"1", b"1\n \t\n\n", "right");
    check("fcmp", b"1\n\n", b"1\n \n", "right");
    check("fcmp", b"1\n\n\n", b"1\n \n", "expected a newline, got a space");
    check("fcmp", b"1 2\n", b"1  2\n", "expected `2`, got a space");
    check("fcmp", b"1 2\n", b"1 2 \n", "expected a newline, got a space");
    check("fcmp", b"1\n2\n", b"1\n", "output ends too early: expected `2`");
    check("fcmp", b"1\n", b"1\n\n2\n", "extra output after the end: `2`");
    check("fcmp", b"12\n", b"1\r2\n", "expected `12`, got `1`");
}

#[test]
fn integers_are_what_testlib_reads() {
    check("ncmp", b"1 -2\n", b"1\n-2", "right");
    let unread = "expected `5`, got `05`, which testlib does not read as an integer of 64 bits";
    check("ncmp", b"5\n", b"05\n", unread);
    check("ncmp", b"5 6\n", b"5 7\n", "expected `6`, got `7`");
    check("uncmp", b"1 2 3\n", b"3 1\n2", "right");
    check("uncmp", b"1 2\n", b"2 01\n", "extra word `01`, missing word `1` (line 1 of the answer)");
    let huge = "9".repeat(5000);
    check("hcmp", huge.as_bytes(), huge.as_bytes(), "right");
    check("hcmp", b"-12\n", b"-12 1\n", "extra output after the end: `1`");
    check("hcmp", b"0\n", b"-0\n", "expected `0`, got `-0`, which testlib does not read as an integer");
    check("caseicmp", b"Case 1: 5\n", b"Case 1:\n5\n", "right");
    check("caseicmp", b"Case 1: 5\n", b"Case #1: 5\n", "expected `1:`, got `#1:`");
    check("casewcmp", b"Case 1: a b\nCase 2:\n", b"Case 1: a b Case 2:", "right");
    check("casewcmp", b"Case 1: a\n", b"Case 1: a Case", "extra output after the end: `Case`");
}

#[test]
fn real_numbers_are_what_testlib_reads() {
    check("rcmp6", b"1000000 0.5\n", b"1000001 5e-1\n", "right");
    check("rcmp9", b"1\n", b"1.5\n", "expected `1`, got `1.5` (absolute error 5.000e-1, relative 5.000e-1)");
    check("rcmp4", b"1\n", b"nan\n", "expected `1`, got `nan`, which testlib does not read as a number");
    check("rcmp", b"1.0 is all\n", b"1.0000014\n", "right");
    check("rcmp", b"1.0 2.0\n", b"1.0 2.0\n", "extra output after the end: `2.0`");
    check(
        "rcmp",
        b"1000000\n",
        b"1000001\n",
        "expected `1000000`, got `1000001` (absolute error 1.000e0, relative 1.000e-6)",
    );
}

#[test]
fn an_answer_without_the_form_is_the_judges_fault() {
    let not_one = "is not an integer of 64 bits without a plus sign and leading zeros";
    for (rule, answer, fault) in [
        ("ncmp", "1\n+2\n", format!("line 2: `+2` {not_one}")),
        ("uncmp", "x\n", format!("line 1: `x` {not_one}")),
        ("hcmp", "\n", "it is empty, and there must be a number".to_owned()),
        ("rcmp6", "1.0\ninf\n", "line 2: `inf` is not a decimal number".to_owned()),
        ("caseicmp", "Case 1: 5\nCase 1: 6\n", "line 2: `1:` is not `2:`".to_owned()),
        ("casewcmp", "1: a\n", "line 1: `1:` is not `Case`".to_owned()),
    ] {
        match opinion(rule, answer.as_bytes(), answer.as_bytes()) {
            Opinion::Broken(why) => {
                assert!(why.starts_with("failed to read the answer `") && why.ends_with(&fault), "{why}");
            }
            other => panic!("{rule}: {other:?}"),
        }
    }
}

/// Where testlib takes more, or something else, for the same.
#[test]
fn some_outputs_that_testlib_accepts_are_wrong() {
    check("wcmp", b"1 2\n", b"1\x0b2\x0c", "right");
    let mark = "expected `1`, got `\\u{feff}1`";
    check("wcmp", b"1\n", b"\xef\xbb\xbf1\n", mark);
    check("fcmp", b"12\n", b"1\r2\n", "expected `12`, got `1`");
}
