//! The order of events, which does not show.

use crate::exit_code::ExitCode;
use crate::report::html::tests::{course, page};

#[test]
fn the_order_in_which_events_come_does_not_show() {
    let events = course(12, 9);
    let mut other = events.clone();
    let last = other.len() - 1;
    other[1..last].reverse();
    assert!(page(events, ExitCode::Unexpected) == page(other, ExitCode::Unexpected));
}
