//! Parts of a run are written, and put together again.

use std::cell::RefCell;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use harness_sandbox::FAKE_GUARANTEES;

use crate::event::fixture::{outcome, planned, subject};
use crate::event::{
    Event, NotBuilt, Outcome, PlannedSolution, ProblemContent, Reporter, RunEnd, RunPlan, Stamped, Universe,
};
use crate::exit_code::ExitCode;
use crate::model::{Accept, Digest, Expectation, Group, Name, OnReject, Verdict};
use crate::record::{Division, Merged, Merging, Shard, ShardBy, ShardManner};
use crate::report::{self, Everyone, Format};
use crate::ui::{Ui, Verbosity};
use crate::wire::{Header, MachineMark, Recorder};

const CASES: [&str; 4] = ["1", "2", "g/1", "g/2"];

/// A right solution, a wrong one as expected, one that is wrong in a group of points, one that is not built.
fn universe() -> Universe {
    let wrong = Expectation::finally(&[Verdict::WrongAnswer]);
    let mut solutions = vec![
        planned(&subject("p", "right", "rust"), Expectation::accepted(), &CASES),
        planned(&subject("p", "wrong", "c"), wrong.clone(), &CASES),
        planned(&subject("p", "grouped", "c"), wrong, &CASES),
        planned(&subject("p", "broken", "c"), Expectation::finally(&[Verdict::CompileError]), &CASES),
    ];
    let name = Name::from("g");
    let group = Group { name, score: 1.0, accept: Accept::Min, on_reject: OnReject::Break };
    for solution in &mut solutions {
        solution.groups = [group.clone()].into();
    }
    let cases = CASES.map(|case| (Name::from(case), Digest::of([case]))).into();
    Universe {
        sources: solutions.iter().map(|planned| Digest::of([planned.subject.to_string()])).collect(),
        solutions,
        settings: vec![(Name::from("judge.toml"), Digest::of([""]))],
        problems: vec![ProblemContent { problem: Name::from("p"), cases }],
        is_partial: false,
        options: Vec::new(),
    }
}

fn verdict_of(planned: &PlannedSolution, case: &Name) -> Verdict {
    match (planned.subject.solution.as_bytes(), case.as_bytes()) {
        (b"wrong", b"2") | (b"grouped", b"g/1") => Verdict::WrongAnswer,
        _ => Verdict::Accepted,
    }
}

/// How a part is made otherwise than all well.
#[derive(Clone, Default)]
struct Odd {
    universe: Option<Universe>,
    machine: Option<&'static str>,
    /// This solution on this case has this verdict.
    verdict: Option<(&'static str, &'static str, Verdict)>,
}

/// The record of one of so many parts.
fn write_part(folder: &Path, (index, count): (usize, usize), odd: &Odd) -> PathBuf {
    let universe = odd.universe.clone().unwrap_or_else(universe);
    let shard = Shard { index, count };
    let division = Division { shard, by: ShardBy::Unit, manner: ShardManner::Slice };
    let part = division.part(&universe.solutions, None);
    let mut solutions = Vec::new();
    for (planned, places) in universe.solutions.iter().zip(part) {
        let cases = places.iter().map(|place| planned.cases[*place].clone()).collect();
        solutions.push(PlannedSolution { cases, is_part: true, ..planned.clone() });
    }
    solutions.retain(|planned| !planned.cases.is_empty());
    let fingerprint = odd.machine.unwrap_or("m").to_owned();
    let header = Header {
        id: format!("20260101-00000{index}-aaaa"),
        shard: Some(division.line()),
        machine: MachineMark { fingerprint, ..MachineMark::default() },
        ..Header::bare("grade")
    };
    let mut text = Vec::new();
    let mut recorder = Recorder::new(&mut text, header, Some(&universe)).unwrap();
    let mut tell = |event| recorder.on_event(&Stamped { elapsed: Duration::ZERO, event }).unwrap();
    tell(Event::BuildFinished);
    let jobs = solutions.iter().map(|planned| planned.cases.len()).sum();
    let plan = RunPlan::new(solutions.clone(), true, (jobs, 1), FAKE_GUARANTEES);
    tell(Event::RunStarted(plan.into()));
    for planned in &solutions {
        if planned.subject.solution.as_bytes() == b"broken" {
            let subject = planned.subject.clone();
            let (verdict, why) = (Verdict::CompileError, "no".to_owned());
            tell(Event::NotBuilt(Box::new(NotBuilt {
                subject,
                verdict,
                why,
                is_missing: false,
                is_absent: false,
            })));
            continue;
        }
        // Workers end in any order.
        for case in planned.cases.iter().rev() {
            let is_odd = |(solution, of, _): &(&str, &str, Verdict)| {
                planned.subject.solution.is_called(solution) && case.name.is_called(of)
            };
            let odd = odd.verdict.filter(is_odd).map(|(_, _, verdict)| verdict);
            let verdict = odd.unwrap_or_else(|| verdict_of(planned, &case.name));
            let expected = planned.expectation.permitted(&case.name).to_vec();
            let judged = Outcome { expected, ..outcome(&planned.subject, case.name.clone(), verdict) };
            tell(Event::Judged(Box::new(judged)));
        }
    }
    tell(Event::RunFinished(RunEnd {
        wall: Some(Duration::from_secs(1)),
        interrupted: None,
        steal_per_mille: 0,
    }));
    recorder.finish(ExitCode::Fine).unwrap();
    drop(recorder);
    let path = folder.join(format!("{index}.jsonl"));
    fs::write(&path, text).unwrap();
    path
}

/// Something to write to that can be read afterwards.
#[derive(Clone, Default)]
struct Page(Rc<RefCell<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is found, how it ends, and the reports.
fn merge(paths: &[PathBuf], allow_missing: bool) -> (Merged, ExitCode, Vec<String>) {
    let merging = Merging::open(paths).unwrap();
    let ui = Ui { width: 80, has_progress: false, verbosity: Verbosity::Normal };
    let pages = [Format::Human, Format::Json, Format::Jsonl].map(|format| (format, Page::default()));
    let open = |(format, page): &(Format, Page)| report::open(*format, Box::new(page.clone()), ui);
    let mut reporters = Everyone(pages.iter().map(open).collect());
    let record = Page::default();
    let recorder = Recorder::new(record.clone(), merging.header(), Some(merging.universe())).unwrap();
    reporters.0.push(Box::new(recorder));
    let (merged, code) = merging.tell(allow_missing, &mut reporters).unwrap();
    reporters.finish(code).unwrap();
    drop(reporters);
    let text = |page: &Page| String::from_utf8(page.0.borrow().clone()).unwrap();
    let texts = pages.iter().map(|(_, page)| text(page)).chain([text(&record)]).collect();
    (merged, code, texts)
}

fn orders(of: &[PathBuf]) -> Vec<Vec<PathBuf>> {
    if of.is_empty() {
        return vec![Vec::new()];
    }
    let with_first = |first: usize| {
        let mut rest = of.to_vec();
        let first = rest.remove(first);
        orders(&rest).into_iter().map(move |order| [vec![first.clone()], order].concat())
    };
    (0..of.len()).flat_map(with_first).collect()
}

#[test]
fn parts_in_any_order_make_the_reports_of_one_run() {
    let (folder, whole) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let parts: Vec<PathBuf> =
        (1..=4).map(|index| write_part(folder.path(), (index, 4), &Odd::default())).collect();
    let (merged, code, texts) = merge(&parts, false);
    assert_eq!((merged.notes, merged.conflicts, merged.missing), (vec![], vec![], vec![]));
    assert_eq!(code, ExitCode::Fine, "{}", texts[0]);
    let orders = orders(&parts);
    assert_eq!(orders.len(), 24);
    for order in orders {
        assert_eq!(merge(&order, false).2, texts);
    }
    // One part that is all of it is one run.
    let one = write_part(whole.path(), (1, 1), &Odd::default());
    let (_, code, of_one) = merge(&[one], false);
    assert_eq!((code, &of_one[..3]), (ExitCode::Fine, &texts[..3]));
    assert!(texts[1].contains("the group `g` is decided"), "{}", texts[1]);
}

#[test]
fn a_merged_record_is_a_record() {
    let folder = tempfile::tempdir().unwrap();
    let parts: Vec<PathBuf> =
        (1..=2).map(|index| write_part(folder.path(), (index, 2), &Odd::default())).collect();
    let texts = merge(&parts, false).2;
    let all = folder.path().join("all.jsonl");
    fs::write(&all, &texts[3]).unwrap();
    assert_eq!(merge(&[all], false).2[..3], texts[..3]);
}

#[test]
fn what_is_in_no_part_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let parts: Vec<PathBuf> =
        (1..=3).map(|index| write_part(folder.path(), (index, 4), &Odd::default())).collect();
    let (merged, code, _) = merge(&parts, false);
    assert_eq!(merged.missing, ["p/right on g/2", "p/wrong on g/2", "p/grouped on g/2"]);
    assert_eq!(code, ExitCode::Incomplete);
    let (_, code, texts) = merge(&parts, true);
    assert_eq!(code, ExitCode::Fine, "{}", texts[0]);
    let document: serde_json::Value = serde_json::from_str(&texts[1]).unwrap();
    let solution = |of: &serde_json::Value| format!("{} {} {}", of["solution"], of["verdict"], of["cases"]);
    let told: Vec<String> = document["solutions"].as_array().unwrap().iter().map(solution).collect();
    assert!(!told.iter().any(|solution| solution.contains("\"AC\"")), "{told:?}");
    assert!(texts[0].contains("cases ran"), "{}", texts[0]);
}

#[test]
fn the_same_twice_is_a_note_and_a_contradiction_a_conflict() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut parts: Vec<PathBuf> =
        (1..=2).map(|index| write_part(folder.path(), (index, 2), &Odd::default())).collect();
    parts.push(write_part(other.path(), (1, 2), &Odd::default()));
    let (merged, code, _) = merge(&parts, false);
    assert_eq!(merged.notes, ["6 runs are in two records, with the same verdict"]);
    assert_eq!((merged.conflicts.len(), code), (0, ExitCode::Fine));
    let odd = Odd { verdict: Some(("right", "1", Verdict::RuntimeError)), ..Odd::default() };
    parts[2] = write_part(other.path(), (1, 2), &odd);
    let (merged, code, _) = merge(&parts, false);
    assert_eq!((merged.conflicts.len(), code), (1, ExitCode::Unexpected));
    assert!(merged.conflicts[0].starts_with("p/right on 1: "), "{:?}", merged.conflicts);
}

#[test]
fn what_is_of_another_run_is_refused() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let part = write_part(folder.path(), (1, 2), &Odd::default());
    let mut changed = universe();
    changed.problems[0].cases[0].1 = Digest::of(["other"]);
    let odd = Odd { universe: Some(changed), ..Odd::default() };
    let foreign = write_part(other.path(), (2, 2), &odd);
    let why = Merging::open(&[part.clone(), foreign]).err().unwrap();
    assert!(why.ends_with("are not parts of one run: the case p/1 is not the same"), "{why}");
    for (text, expect) in [("{}\n", "line 1"), ("x", "line 1"), ("{\"schema\":7}\n", "schema 7")] {
        let path = other.path().join("no.jsonl");
        fs::write(&path, text).unwrap();
        let why = Merging::open(&[part.clone(), path]).err().unwrap();
        assert!(why.contains(expect), "{why}");
    }
}

#[test]
fn a_part_that_says_nothing_is_one_that_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let parts: Vec<PathBuf> =
        (1..=2).map(|index| write_part(folder.path(), (index, 2), &Odd::default())).collect();
    let text = fs::read(&parts[1]).unwrap();
    for cut in [0, 1, 40] {
        fs::write(&parts[1], &text[..cut]).unwrap();
        let (merged, code, _) = merge(&parts, false);
        assert!(merged.notes[0].ends_with("2.jsonl` was cut off at its very beginning"), "{merged:?}");
        assert_eq!((code, merged.missing.len()), (ExitCode::Incomplete, 6));
        assert!(Merging::open(&parts[1..]).is_err());
    }
}

#[test]
fn a_line_that_is_broken_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let part = write_part(folder.path(), (1, 1), &Odd::default());
    let text = fs::read_to_string(&part).unwrap();
    let number = 1 + text.lines().position(|line| line.contains("{\"judged\":")).unwrap();
    for (from, to) in [("\"expected\":[", "\"expected\":"), ("\"judged\":{", "\"judged\":")] {
        fs::write(&part, text.replacen(from, to, 1)).unwrap();
        let why =
            Merging::open(std::slice::from_ref(&part)).ok().unwrap().tell(false, &mut Everyone(vec![])).err();
        let why = why.unwrap().to_string();
        assert!(why.contains(&format!("1.jsonl`: line {number} is no line of a record")), "{why}");
    }
}

#[test]
fn a_part_that_was_cut_off_counts_as_far_as_it_goes() {
    let folder = tempfile::tempdir().unwrap();
    let parts: Vec<PathBuf> =
        (1..=2).map(|index| write_part(folder.path(), (index, 2), &Odd::default())).collect();
    let text = fs::read(&parts[1]).unwrap();
    let beginning = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0;
    let mut most = 0;
    for cut in (beginning..text.len()).step_by(97) {
        fs::write(&parts[1], &text[..cut]).unwrap();
        let (merged, code, _) = merge(&parts, false);
        assert!(merged.notes.iter().any(|note| note.contains("was cut off")));
        let expect = if merged.missing.is_empty() { ExitCode::Fine } else { ExitCode::Incomplete };
        assert_eq!((code, merged.conflicts.len()), (expect, 0));
        most = most.max(merged.missing.len());
    }
    // All that this part was to judge of three solutions.
    assert_eq!(most, 6);
}

#[test]
fn times_of_different_machines_are_not_compared() {
    let folder = tempfile::tempdir().unwrap();
    let parts = [("one", 1), ("other", 2)].map(|(machine, index)| {
        write_part(folder.path(), (index, 2), &Odd { machine: Some(machine), ..Odd::default() })
    });
    let texts = merge(&parts, false).2;
    assert!(texts[1].contains("\"machine\":\"one\"") && texts[1].contains("\"machine\":\"other\""));
    assert!(texts[1].contains("\"max_cpu_ns\":null"), "{}", texts[1]);
}

/// A record of these lines is read up to where it is cut, at any byte.
#[test]
fn a_record_that_was_cut_is_replayed_up_to_there() {
    struct Count(usize);
    impl Reporter for Count {
        fn on_event(&mut self, _event: &Stamped) -> io::Result<()> {
            self.0 += 1;
            Ok(())
        }

        fn finish(&mut self, _exit_code: ExitCode) -> io::Result<()> {
            Ok(())
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read(write_part(folder.path(), (1, 1), &Odd::default())).unwrap();
    let header = text.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    for cut in (header..text.len()).step_by(23) {
        let mut count = Count(0);
        let ended = crate::wire::replay(&text[..cut], &mut count).unwrap();
        // A line is whole without the sign that ends it.
        let lines = text[..cut + usize::from(text[cut] == b'\n')].split_inclusive(|byte| *byte == b'\n');
        let events = lines.filter(|line| line.ends_with(b"\n") && line.starts_with(b"{\"event\""));
        assert_eq!(count.0, events.count(), "cut at {cut}");
        let is_whole = ended.is_some();
        assert!(!is_whole || cut + 1 == text.len(), "cut at {cut}");
    }
}
