//! What changed since an earlier run: told when all is known.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::sync::Arc;

use crate::event::{Event, NotBuilt, Outcome, Reporter, Stamped, Subject};
use crate::exit_code::ExitCode;
use crate::model::{Name, Verdict, counted};
use crate::record::PastRun;
use crate::ui::{Tone, message, paint};

/// The most lines.
const MOST: usize = 40;

/// Compares the verdicts of a run with those of an earlier one.
pub struct VerdictChanges {
    id: String,
    /// The verdicts of the earlier run.
    before: HashMap<(Arc<Subject>, Name), Verdict>,
    /// What was judged now, and how.
    now: Vec<((Arc<Subject>, Name), Verdict)>,
    /// Of the earlier run, solutions that had nothing to run.
    unbuilt_before: HashMap<Arc<Subject>, Verdict>,
    unbuilt: Vec<(Arc<Subject>, Verdict)>,
    goes_to_output: bool,
}

impl VerdictChanges {
    /// Holds what comes against this run. `goes_to_output` says that standard output is for people.
    #[must_use]
    pub fn since(run: PastRun, goes_to_output: bool) -> Self {
        let unit = |outcome: &Outcome| {
            ((Arc::clone(&outcome.subject), outcome.case.clone()), outcome.judgement.verdict)
        };
        let unbuilt = run.summaries.iter().filter(|summary| !summary.is_built);
        Self {
            before: run.outcomes.iter().map(unit).collect(),
            unbuilt_before: unbuilt.map(|summary| (Arc::clone(&summary.subject), summary.verdict)).collect(),
            id: run.header.id,
            now: Vec::new(),
            unbuilt: Vec::new(),
            goes_to_output,
        }
    }

    /// A line for each change, and how many verdicts are the same and new.
    fn lines(&self) -> Vec<String> {
        let (mut lines, mut same, mut new) = (Vec::new(), 0, 0);
        let mut tell = |name: String, before: Option<String>, now: Verdict| match before {
            Some(before) if before == now.code() => same += 1,
            Some(before) => lines.push(format!("{name}: {before} → {now}")),
            None => new += 1,
        };
        let code = |verdict: &Verdict| verdict.code().to_owned();
        for (subject, verdict) in &self.unbuilt {
            let was_built = self.before.keys().any(|(of, _)| of == subject);
            let before = self.unbuilt_before.get(subject).map(code);
            tell(subject.to_string(), before.or_else(|| was_built.then(|| "built".to_owned())), *verdict);
        }
        // Workers end in any order.
        let mut now: Vec<&((Arc<Subject>, Name), Verdict)> = self.now.iter().collect();
        now.sort_by(|(one, _), (other, _)| {
            let key = |(subject, case): &(Arc<Subject>, Name)| {
                (subject.problem.clone(), subject.solution.clone(), case.clone())
            };
            key(one).cmp(&key(other))
        });
        for (unit, verdict) in now {
            let (subject, case) = unit;
            let before = self.before.get(unit).or_else(|| self.unbuilt_before.get(subject)).map(code);
            tell(format!("{subject} on {case}"), before, *verdict);
        }
        let changed = lines.len();
        lines.truncate(MOST);
        if changed > MOST {
            lines.push(format!("{} more", changed - MOST));
        }
        let mut end = format!("since {}: {}", self.id, counted(changed, "verdict"));
        let _ = write!(end, " changed, {same} the same, {new} new");
        lines.push(end);
        lines
    }
}

impl Reporter for VerdictChanges {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        match &event.event {
            Event::Judged(outcome) => {
                let unit = (Arc::clone(&outcome.subject), outcome.case.clone());
                self.now.push((unit, outcome.judgement.verdict));
            }
            Event::NotBuilt(what) => {
                let NotBuilt { subject, verdict, .. } = what.as_ref();
                self.unbuilt.push((Arc::clone(subject), *verdict));
            }
            _ => {}
        }
        Ok(())
    }

    fn finish(&mut self, _exit_code: ExitCode) -> io::Result<()> {
        let lines = self.lines();
        if !self.goes_to_output {
            for line in &lines {
                message::note(line);
            }
            return Ok(());
        }
        let mut out = io::stdout().lock();
        let mark = paint(Tone::Notable, "changed:");
        lines.iter().try_for_each(|line| writeln!(out, "{mark} {line}"))?;
        out.flush()
    }
}
