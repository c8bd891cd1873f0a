//! Pictures of cases on a page: of the answer, and of what solutions printed.

use crate::event::fixture::{plan, planned, subject};
use crate::event::{Drawing, Event};
use crate::exit_code::ExitCode;
use crate::model::{Expectation, Name};
use crate::report::html::tests::{page, part, run, wrong};

#[test]
fn a_picture_is_an_image_or_text_and_never_markup() {
    let subject = subject("p", "s", "c");
    let run_with = |bytes: &[u8], is_svg| {
        let planned = planned(&subject, Expectation::accepted(), &["1"]);
        let mut events = run(plan(vec![planned]), vec![wrong(&subject, "1")]);
        let (problem, case) = (Name::from("p"), Name::from("1"));
        let drawing = Drawing { problem, case, solution: None, bytes: bytes.to_vec(), is_svg };
        events.insert(2, Event::Drawn(Box::new(drawing)));
        page(events, ExitCode::Unexpected)
    };
    let svg = run_with(b"<svg onload=\"alert(1)\"/>", true);
    assert!(svg.contains("; img-src data:\">") && !svg.contains("<svg onload"));
    assert!(
        svg.contains(
            "<img alt=\"The case 1\" src=\"data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+\">"
        ),
        "{svg}"
    );
    let text = run_with(b"\x1b[31m # <b>\n", false);
    assert!(!text.contains("img-src") && text.contains("\\x1b[31m # &lt;b&gt;\n"), "{text}");
}

#[test]
fn the_pictures_of_the_answer_and_of_the_output_stand_side_by_side() {
    let (own, other) = (subject("p", "s", "c"), subject("p", "t", "c"));
    let planned = [&own, &other].map(|subject| planned(subject, Expectation::accepted(), &["1"]));
    let mut events = run(plan(planned.to_vec()), vec![wrong(&own, "1"), wrong(&other, "1")]);
    let drawings = [(None, &b"two"[..], false), (Some("s"), b"five", false), (Some("t"), b"<svg/>", true)];
    for (solution, bytes, is_svg) in drawings {
        let (problem, case, solution) = (Name::from("p"), Name::from("1"), solution.map(Name::from));
        let drawing = Drawing { problem, case, solution, bytes: bytes.to_vec(), is_svg };
        events.insert(3, Event::Drawn(Box::new(drawing)));
    }
    let page = page(events, ExitCode::Unexpected);
    let pair = |solution: &str| {
        let panel = part(&page, &format!("<div class=\"body\" id=\"p/{solution}/1\">"), "</details>");
        part(panel, "<div class=\"pair\">", "</div>").to_owned()
    };
    let figure = |head: &str, text: &str| {
        format!(
            "<figure class=\"\"><figcaption>{head}</figcaption><pre tabindex=\"0\">{text}\n</pre></figure>"
        )
    };
    let expected = figure("Picture, expected", "two");
    assert!(pair("s").ends_with(&(expected.clone() + &figure("Picture, got", "five"))), "{}", pair("s"));
    let image = "<figure><figcaption>Picture, got</figcaption><img alt=\"The output on the case 1\" \
                 src=\"data:image/svg+xml;base64,PHN2Zy8+\"></figure>";
    assert!(pair("t").ends_with(&(expected + image)), "{}", pair("t"));
}
