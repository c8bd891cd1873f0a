//! What took longest when it last ran.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use crate::model::Name;
use crate::plan::Urgent;
use crate::record::Store;
use crate::wire::{RecordLine, SlowUnit};

/// The end of a record that is read: more than it takes for what took longest.
const TAIL: u64 = 64 << 10;

/// The newest records that are looked at.
const MOST: usize = 3;

/// What took longest in the newest run that was whole, to be run first: where several run at once, a long run that
/// begins last is waited for.
#[must_use]
pub fn slowest_first(store: &Store) -> Urgent {
    let mut newest = store.graded().take(MOST);
    let units = newest.find_map(|stored| slow_units(&stored.path).ok().flatten()).unwrap_or_default();
    let mut cases: BTreeMap<(Name, Name), BTreeSet<Name>> = BTreeMap::new();
    for SlowUnit { problem, solution, case, .. } in units {
        cases.entry((problem, solution)).or_default().insert(case);
    }
    Urgent::of(cases)
}

/// What a record says at its end; none where it was cut off.
fn slow_units(path: &Path) -> io::Result<Option<Vec<SlowUnit>>> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    file.seek(SeekFrom::Start(size.saturating_sub(TAIL)))?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail)?;
    let mut lines = tail.split(|byte| *byte == b'\n').rev().skip_while(|line| line.is_empty());
    let is_whole = lines.next().is_some_and(|end| end.starts_with(b"{\"end\":"));
    let slowest = lines.next().filter(|line| is_whole && line.starts_with(b"{\"slowest\":"));
    Ok(slowest.and_then(|line| match serde_json::from_slice(line) {
        Ok(RecordLine::Slowest(units)) => Some(units),
        _ => None,
    }))
}

#[cfg(test)]
mod tests {
    use super::slowest_first;
    use crate::event::fixture::{outcome, subject};
    use crate::event::{Event, Reporter, Stamped};
    use crate::exit_code::ExitCode;
    use crate::model::{Name, Verdict};
    use crate::record::Store;
    use crate::wire::{Header, Recorder};
    use std::fs;
    use std::time::Duration;

    #[test]
    fn the_newest_whole_record_tells_what_is_slow() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::below(folder.path());
        fs::create_dir_all(folder.path().join("runs")).unwrap();
        let subject = subject("p", "s", "c");
        for (id, case, is_whole) in [("1", "old", true), ("2", "slow", true), ("3", "cut", false)] {
            let mut text = Vec::new();
            let mut recorder = Recorder::new(&mut text, Header::bare("grade"), None).unwrap();
            let judged = outcome(&subject, Name::from(case), Verdict::Accepted);
            let event = Event::Judged(Box::new(judged));
            recorder.on_event(&Stamped { elapsed: Duration::ZERO, event }).unwrap();
            if is_whole {
                recorder.finish(ExitCode::Fine).unwrap();
            }
            drop(recorder);
            fs::write(store.path(id), text).unwrap();
        }
        let urgent = slowest_first(&store);
        let cases: Vec<String> =
            urgent.of_solution(&subject).unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(cases, ["slow"]);
        assert!(slowest_first(&Store::below(&folder.path().join("none"))).is_empty());
    }
}
