//! The order of rows, and that of events, which does not show.

use crate::exit_code::ExitCode;
use crate::report::html::tests::{course, page, page_showing, part, small};
use crate::report::{RowOrder, Shown};

#[test]
fn the_order_in_which_events_come_does_not_show() {
    let events = course(12, 9);
    let mut other = events.clone();
    let last = other.len() - 1;
    other[1..last].reverse();
    assert!(page(events, ExitCode::Unexpected) == page(other, ExitCode::Unexpected));
}

#[test]
fn rows_are_in_the_order_that_is_wanted() {
    let names = |order| {
        let page = page_showing(small(), Shown { order, ..Shown::default() }, ExitCode::Unexpected);
        let rows = |table: &str| -> Vec<String> {
            let rows = part(&page, table, "</table>").split("<th scope=row>").skip(1);
            rows.map(|row| row.split('<').find(|piece| !piece.is_empty()).unwrap().to_owned()).collect()
        };
        let data = part(&page, "id=\"judge-data\">", "</script>");
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        let solutions = data["problems"][0]["solutions"].as_array().unwrap().iter();
        let told: Vec<String> =
            solutions.map(|solution| solution["solution"].as_str().unwrap().to_owned()).collect();
        assert_eq!(rows("<table class=\"solutions\">"), told);
        told
    };
    assert_eq!(names(None), ["right", "careless", "slow"]);
    assert_eq!(names(Some(RowOrder::Name)), ["careless", "right", "slow"]);
    assert_eq!(names(Some(RowOrder::Verdict))[0], "right");
}
