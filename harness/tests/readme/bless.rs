//! Rewrites what commands print in a page, and leaves lines alone that differ in measurements only.

use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::console::Step;
use crate::wording::{is_about_this_run, is_solution, masked};

/// Lines of a page, counted from 0, and what shall stand there.
#[derive(Debug, PartialEq, Eq)]
pub struct Edit {
    lines: Range<usize>,
    new: Vec<String>,
}

impl Edit {
    /// What a step shall show now that it prints this; `None` where it shows that already.
    pub fn new(step: &Step, printed: &str) -> Option<Self> {
        let old: Vec<&str> = step.prints.lines().collect();
        let new = merged(&old, printed);
        (new != old).then(|| Self { lines: step.prints_at..step.prints_at + old.len(), new })
    }
}

/// The lines that are printed, in the old wording where only measurements differ.
fn merged(old: &[&str], printed: &str) -> Vec<String> {
    let mut new: Vec<&str> =
        printed.trim_end().lines().map(str::trim_end).filter(|line| !is_about_this_run(line)).collect();
    let masks: Vec<String> = old.iter().map(|line| masked(line)).collect();
    // Solutions are told as they finish: where they are known, their order stays.
    let place = |line: &&str| masks.iter().position(|mask| *mask == masked(line)).unwrap_or(usize::MAX);
    new.chunk_by_mut(|one, next| is_solution(one) && is_solution(next))
        .for_each(|chunk| chunk.sort_by_key(place));
    let new_masks: Vec<String> = new.iter().map(|line| masked(line)).collect();
    let ops = capture_diff_slices(Algorithm::Myers, &masks, &new_masks);
    let lines = ops.iter().flat_map(|op| match *op {
        DiffOp::Equal { old_index, len, .. } => &old[old_index..old_index + len],
        DiffOp::Insert { new_index, new_len, .. } | DiffOp::Replace { new_index, new_len, .. } => {
            &new[new_index..new_index + new_len]
        }
        DiffOp::Delete { .. } => &[],
    });
    let mut lines: Vec<String> = lines.map(|line| (*line).to_owned()).collect();
    // The blank lines before the next command are the page's.
    let blank = old.iter().rev().take_while(|line| line.is_empty()).count();
    lines.truncate(lines.len() - lines.iter().rev().take_while(|line| line.is_empty()).count());
    lines.extend(std::iter::repeat_n(String::new(), blank));
    lines
}

/// The page after its edits, which are in the order of their lines.
pub fn blessed(text: &str, edits: &[Edit]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for edit in edits.iter().rev() {
        lines.splice(edit.lines.clone(), edit.new.iter().cloned());
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use crate::bless::{Edit, blessed, merged};
    use crate::console::{Act, acts};

    #[test]
    fn what_is_printed_now_stands_in_the_page() {
        let page = "# A\n\n```console\n$ a\nold\n\n$ b\nsame\n```\nend\n";
        let acts = acts(page);
        let steps: Vec<_> =
            acts.iter().filter_map(|act| if let Act::Run(step) = act { Some(step) } else { None }).collect();
        let edits = [Edit::new(steps[0], "new\nmore\n"), Edit::new(steps[1], "")].map(Option::unwrap);
        assert_eq!(Edit::new(steps[1], "same\n"), None);
        assert_eq!(blessed(page, &edits), "# A\n\n```console\n$ a\nnew\nmore\n\n$ b\n```\nend\n");
    }

    #[test]
    fn lines_that_differ_in_measurements_alone_stay() {
        let old = [
            "  ✓ b    AC   1/1       0.001 of 1.00 s   1    0.3 MiB",
            "  ✓ a    AC   1/1       0.001 of 1.00 s   1    0.3 MiB",
            "all: 2 runs, 0.1 s, 2 jobs",
        ];
        let printed = "  ✓ a    AC   1/1       0.007 of 1.00 s   1    0.5 MiB\n  \
                       ✓ b    AC   1/1       0.009 of 1.00 s   1    0.5 MiB\n\
                       not enforced here: all\nall: 3 runs, 0.1 s, 2 jobs\n";
        assert_eq!(merged(&old, printed), [old[0], old[1], "all: 3 runs, 0.1 s, 2 jobs"]);
    }

    #[test]
    fn the_machine_of_a_page_stays_unless_other_words_describe_it() {
        let old = ["EPYC, 2 cores, Linux 6.1, load 1.5", "rust: built by `cargo`, cargo 1.95.0"];
        let same = "Xeon(R) Processor, 4 cores, Linux 6.18-v2, load 0.3\nrust: built by `cargo`, cargo 1.96.0 (f2d 2026)";
        assert_eq!(merged(&old, same), old);
        let other = "EPYC, 2 cores, Linux 6.1, load 0.3, alone\nrust: built by `cargo`, cargo 1.95.0";
        assert_eq!(merged(&old, other), ["EPYC, 2 cores, Linux 6.1, load 0.3, alone", old[1]]);
    }
}
