//! Finds a circle among things that point to each other.

use std::collections::{BTreeMap, BTreeSet};

/// A circle, if there is one: each points to the next, and the last is the first again.
pub fn circle(links: &BTreeMap<&str, BTreeSet<String>>) -> Option<Vec<String>> {
    // A file that points only to files already removed is in no circle.
    let mut left: BTreeSet<&str> = links.keys().copied().collect();
    let into_left = |name: &str, left: &BTreeSet<&str>| {
        links[name].iter().map(String::as_str).find(|other| left.contains(other))
    };
    while let Some(free) = left.iter().copied().find(|name| into_left(name, &left).is_none()) {
        left.remove(free);
    }
    // All that are left point to one that is left, so that a walk among them must come round.
    let mut walk = vec![*left.first()?];
    loop {
        let next = into_left(walk.last()?, &left)?;
        let known = walk.iter().position(|name| *name == next);
        walk.push(next);
        if let Some(start) = known {
            return Some(walk[start..].iter().map(ToString::to_string).collect());
        }
    }
}

#[track_caller]
fn check(links: &[(&str, &[&str])], expect: Option<&[&str]>) {
    let links = links.iter().map(|(name, others)| (*name, others.iter().map(ToString::to_string).collect()));
    let expect = expect.map(|names| names.iter().map(ToString::to_string).collect::<Vec<_>>());
    assert_eq!(circle(&links.collect()), expect);
}

#[test]
fn a_circle_is_found_wherever_it_begins() {
    check(&[("a", &["b"]), ("b", &["c"]), ("c", &["b"])], Some(&["b", "c", "b"]));
    check(&[("a", &["a"])], Some(&["a", "a"]));
}

#[test]
fn where_all_point_down_there_is_no_circle() {
    check(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])], None);
    check(&[("a", &["elsewhere"])], None);
}
