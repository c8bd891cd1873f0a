//! The report file of a checker of testlib, put back into what it writes to standard error where it is given no file.
//!
//! With a file, standard error says no more than to look there. The message is the same; the word before it, such as
//! `wrong answer`, and the number of `_pc` are in the XML, and follow from the exit status elsewhere.

use harness_sandbox::{Ending, Execution, Tail};

use crate::judge::words;
use crate::model::ReportForm;

/// The outcomes of testlib in XML, with the words that it writes for them and their exit statuses; those of points and
/// parts have others.
const OUTCOMES: [(&str, &str, Option<i32>); 8] = [
    ("accepted", "ok", Some(0)),
    ("wrong-answer", "wrong answer", Some(1)),
    ("presentation-error", "wrong output format", Some(2)),
    ("fail", "FAIL", Some(3)),
    ("points", "points", None),
    ("relative-scoring", "points", None),
    ("unexpected-eof", "unexpected eof", Some(8)),
    ("partially-correct", "partially correct", None),
];

/// The facts as they would be without a report.
///
/// # Errors
/// There is no report, it cannot be read, or it contradicts the exit status.
pub(super) fn without_report(
    facts: &Execution,
    form: ReportForm,
    report: Option<&[u8]>,
) -> Result<Execution, String> {
    let Ending::Exited(status) = facts.ending else { return Ok(facts.clone()) };
    let Some(report) = report else {
        // One that fails before it has opened the file says why.
        let text = facts.stderr.text();
        let said = text.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("it says nothing");
        return Err(format!("exit status {status}, and it wrote no report: {}", words::shown(said)));
    };
    let report = String::from_utf8_lossy(report);
    let line = match form {
        ReportForm::Text => of_text(status, report.trim()),
        ReportForm::Xml => of_xml(status, &report)?,
    };
    let mut stderr = Tail::default();
    stderr.push(line.as_bytes(), line.len().saturating_mul(2));
    Ok(Execution { stderr, ..facts.clone() })
}

fn of_text(status: i32, message: &str) -> String {
    let word = match status {
        7 => "points",
        4 => "wrong output format",
        status => OUTCOMES.iter().find(|(.., of)| *of == Some(status)).map_or("", |(_, word, _)| word),
    };
    format!("{word} {message}").trim_start().to_owned()
}

fn of_xml(status: i32, report: &str) -> Result<String, String> {
    let broken = || format!("its report is not the XML of testlib: {}", words::shown(report.trim()));
    let (_, element) = report.split_once("<result").ok_or_else(broken)?;
    let (attributes, rest) = element.split_once('>').ok_or_else(broken)?;
    let outcome = attribute(attributes, "outcome").ok_or_else(broken)?;
    let (_, word, of) = OUTCOMES.iter().find(|(name, ..)| *name == outcome).ok_or_else(broken)?;
    let is_format = matches!(status, 2 | 4);
    if of.is_some_and(|of| of != status && !(of == 2 && is_format)) {
        return Err(format!("its report says `{outcome}`, and it exits with {status}"));
    }
    // A long message may be cut.
    let message = unescaped(rest.split_once("</result>").map_or(rest, |(message, _)| message));
    Ok(match attribute(attributes, "pctype") {
        Some(part) => format!("{word} ({part}) {message}"),
        None => format!("{word} {message}"),
    })
}

/// The value of `name = "value"`.
fn attribute<'t>(attributes: &'t str, name: &str) -> Option<&'t str> {
    let (_, after) = attributes.split_once(name)?;
    let value = after.trim_start().strip_prefix('=')?.trim_start().strip_prefix('"')?;
    Some(value.split_once('"')?.0)
}

fn unescaped(text: &str) -> String {
    // The ampersand comes last: what it makes is not read again.
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
    entities.iter().fold(text.to_owned(), |text, (entity, character)| text.replace(entity, character))
}

#[cfg(test)]
mod tests {
    use harness_sandbox::{Ending, Execution};

    use crate::event::fixture::execution;
    use crate::judge::report::without_report;
    use crate::model::ReportForm;

    fn said(form: ReportForm, status: i32, report: &str) -> String {
        let facts = Execution { ending: Ending::Exited(status), ..execution() };
        match without_report(&facts, form, Some(report.as_bytes())) {
            Ok(facts) => facts.stderr.text(),
            Err(why) => format!("! {why}"),
        }
    }

    #[test]
    fn xml_says_what_standard_error_would() {
        let xml = |status, attributes: &str, message: &str| {
            let begin = "<?xml version=\"1.0\" encoding=\"windows-1251\"?>";
            said(ReportForm::Xml, status, &format!("{begin}<result {attributes}>{message}</result>\n"))
        };
        assert_eq!(xml(0, "outcome = \"accepted\"", "3 numbers"), "ok 3 numbers");
        let escaped = "got &quot;a&amp;lt;b&quot; &lt;&gt;";
        assert_eq!(xml(1, "outcome = \"wrong-answer\"", escaped), "wrong answer got \"a&lt;b\" <>");
        assert_eq!(xml(4, "outcome = \"presentation-error\"", "x"), "wrong output format x");
        assert_eq!(xml(7, "outcome = \"points\" points = \"0.5\"", "0.5 half"), "points 0.5 half");
        let part = "outcome = \"partially-correct\" pctype = \"13\"";
        assert_eq!(xml(29, part, "some"), "partially correct (13) some");
        let lies = "! its report says `accepted`, and it exits with 1";
        assert_eq!(xml(1, "outcome = \"accepted\"", ""), lies);
        assert!(
            xml(0, "outcome = \"reserved\"", "").starts_with("! its report is not the XML of testlib: <?xml")
        );
        assert_eq!(said(ReportForm::Xml, 0, "ok"), "! its report is not the XML of testlib: ok");
    }

    #[test]
    fn a_text_has_the_message_alone() {
        let text = |status, report| said(ReportForm::Text, status, report);
        assert_eq!(text(0, "3 numbers"), "ok 3 numbers");
        assert_eq!(text(1, "1st differs\n"), "wrong answer 1st differs");
        assert_eq!(text(7, "0.5 half"), "points 0.5 half");
        assert_eq!(text(3, "no file"), "FAIL no file");
        assert_eq!(text(99, "odd"), "odd");
    }

    #[test]
    fn without_a_report_it_has_failed_unless_it_was_ended() {
        let facts = |ending| Execution { ending, ..execution() };
        let exits = facts(Ending::Exited(3));
        let why = "exit status 3, and it wrote no report: it says nothing";
        assert_eq!(without_report(&exits, ReportForm::Text, None), Err(why.to_owned()));
        let killed = facts(Ending::Signaled(11));
        assert_eq!(without_report(&killed, ReportForm::Xml, None), Ok(killed));
    }
}
