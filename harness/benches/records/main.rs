//! What do records cost? `cargo bench -p harness --bench records [-- PART… [ROOT]]`; parts are `merge`, `recording` and
//! `shards`
//!
//! `merge`: four records of 10,000, of 100,000 and of 300,000 judgements in all are merged. The merge of 100,000 must take
//! less than two seconds, and memory must grow by no more than what is held of each judgement.
//!
//! `recording`: a workspace of trivial programs, which is the worst that there is, and a workspace with real
//! solutions, this repository unless ROOT names another, are graded with a record and without one. The record may
//! cost two per cent of the CPU time of the judge and of all that it starts.
//!
//! `shards`: the same in four parts and in one run. Splitting may cost five per cent.

#![forbid(unsafe_code)]
#![expect(clippy::disallowed_methods, reason = "a benchmark starts what it measures")]

mod cost;
mod merging;

use std::path::PathBuf;

fn main() {
    // The merge that is measured is a process of its own: this program, started again.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let Some((word, rest)) = arguments.split_first()
        && word == merging::AGAIN
    {
        return merging::measured(rest);
    }
    let is_part = |word: &&String| ["merge", "recording", "shards"].contains(&word.as_str());
    let parts: Vec<&String> = arguments.iter().filter(is_part).collect();
    let wanted = |part: &str| parts.is_empty() || parts.iter().any(|wanted| *wanted == part);
    let root = arguments.iter().find(|word| !is_part(word) && !word.starts_with('-'));
    let root = root.map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/..")), PathBuf::from);
    if wanted("merge") {
        merging::measure();
    }
    if wanted("recording") || wanted("shards") {
        let trivial = cost::trivial();
        for (name, root, rounds) in [("trivial programs", trivial.path(), 15), ("real solutions", &root, 3)] {
            cost::measure(name, root, rounds, wanted("recording"), wanted("shards"));
        }
    }
}
