//! The last lines: what the machine could not do, and the one that says it all.

use std::time::Duration;

use harness_sandbox::Usage;

use crate::event::{EmptyProgram, RunEnd, RunPlan, SolutionSummary};
use crate::exit_code::ExitCode;
use crate::model::{Bytes, Verdict, count_warnings, counted, mebibytes, seconds};
use crate::report::trouble;
use crate::ui::{Tone, paint};

/// How long programs waited for a core, and lived, all together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Waits {
    waited: Duration,
    lived: Duration,
}

impl Waits {
    /// Adds a run.
    pub fn take(&mut self, usage: &Usage) {
        self.waited += usage.run_delay.min(usage.wall);
        self.lived += usage.wall;
    }

    /// The part that was spent waiting, in percent, if it is more than an idle machine shows.
    fn percent(self) -> Option<u128> {
        let percent = self.waited.as_nanos() * 100 / self.lived.as_nanos().max(1);
        (percent >= 10 && self.waited >= Duration::from_millis(100)).then_some(percent)
    }
}

/// Of all processor time, in thousandths: as much as other guests may take before one should know.
const MUCH_STOLEN: u64 = 30;

/// So much of a solution's memory is worth telling apart.
const MUCH_MEMORY: Bytes = Bytes::mebibytes(16);

/// What the last lines are made of.
pub struct Totals<'a> {
    /// The solutions.
    pub solutions: &'a [SolutionSummary],
    /// Runs that really took place.
    pub runs: usize,
    /// Files and folders among the solutions that are not judged.
    pub not_judged: usize,
    /// What languages take for themselves.
    pub empty_programs: &'a [EmptyProgram],
    /// Runs on which the judge failed.
    pub judge_errors: usize,
    /// How long programs waited.
    pub waits: Waits,
    /// What was planned; none where nothing could run.
    pub plan: Option<&'a RunPlan>,
    /// How it ended.
    pub end: Option<RunEnd>,
    /// How the command ends.
    pub exit_code: ExitCode,
    /// What compilers said was written before.
    pub is_verbose: bool,
}

/// A line, and how it is meant.
pub struct Told {
    /// What it is.
    pub tone: Tone,
    /// What it says.
    pub text: String,
}

/// The line that says it all: how it came out, and how much was done.
pub struct Headline {
    /// How it came out.
    pub outcome: Told,
    /// How much was done.
    pub amount: String,
}

/// The last lines of the report.
pub fn lines(totals: &Totals<'_>) -> Vec<String> {
    let Headline { outcome, amount } = headline(totals);
    let last = format!("{}: {amount}", paint(outcome.tone, &outcome.text));
    let remarks = remarks(totals).into_iter().map(|told| paint(told.tone, &told.text));
    remarks.chain([last]).collect()
}

/// What the machine could not do, and what was left out.
pub fn remarks(totals: &Totals<'_>) -> Vec<Told> {
    let mut lines = Vec::new();
    let mut tell = |tone, text| lines.push(Told { tone, text });
    let gaps = totals.plan.map(|plan| plan.guarantees.gaps()).unwrap_or_default();
    if !gaps.is_empty() {
        tell(Tone::Faint, format!("not enforced here: {}", gaps.join("; ")));
    }
    let large = totals.empty_programs.iter().filter(|empty| empty.memory >= MUCH_MEMORY);
    let large: Vec<String> =
        large.map(|empty| format!("{} ({})", mebibytes(empty.memory), empty.language)).collect();
    if !large.is_empty() {
        let what = format!("memory of an empty program: {}", large.join(", "));
        tell(Tone::Faint, what);
    }
    if let Some(line) = busy(totals) {
        tell(Tone::Notable, line);
    }
    let missing = totals.solutions.iter().filter(|summary| summary.is_left_out()).count();
    if missing > 0 {
        let what = format!(
            "not judged: {} whose compiler or interpreter is not installed; see `harness languages`",
            counted(missing, "solution")
        );
        tell(Tone::Notable, what);
    }
    if totals.not_judged > 0 {
        let verb = if totals.not_judged == 1 { "is" } else { "are" };
        let what =
            counted(totals.not_judged, "file or folder").replace("file or folders", "files or folders");
        tell(Tone::Notable, format!("{what} among the solutions {verb} not judged"));
    }
    let warnings = || totals.solutions.iter().filter_map(|summary| summary.warnings.as_deref());
    if !totals.is_verbose && warnings().next().is_some() {
        let n_warnings = warnings().map(count_warnings).sum();
        let (all, of) = (counted(n_warnings, "warning"), counted(warnings().count(), "solution"));
        tell(Tone::Faint, format!("the compilers gave {all} for {of}; `-v` shows all"));
    }
    lines
}

/// How it came out.
pub fn headline(totals: &Totals<'_>) -> Headline {
    let missing = totals.solutions.iter().filter(|summary| summary.is_left_out()).count();
    let unexpected = || totals.solutions.iter().filter(|summary| !summary.as_expected);
    let is_open = |summary: &SolutionSummary| summary.verdict == Verdict::Skipped && summary.left_out > 0;
    let (are_all_open, unexpected) = (unexpected().all(is_open), unexpected().count());
    let mut parts = vec![counted(totals.solutions.len(), "solution"), counted(totals.runs, "run")];
    parts.extend(totals.end.and_then(|end| end.wall).map(seconds));
    if let Some(plan) = totals.plan {
        parts.push(counted(plan.workers, "job"));
    }
    let (tone, text) = if totals.end.is_some_and(|end| end.interrupted.is_some()) {
        (Tone::Bad, "interrupted".to_owned())
    } else if totals.judge_errors > 0 {
        let failed = counted(totals.judge_errors, "run");
        (Tone::Bad, format!("the judge failed on {failed}, {unexpected} not as expected"))
    } else if unexpected > 0 && are_all_open {
        (Tone::Notable, format!("{unexpected} not judged to the end"))
    } else if unexpected > 0 {
        // What is not known may be no better.
        let unknown = (totals.exit_code == ExitCode::Incomplete)
            .then(|| trouble::of_run(totals.exit_code, totals.end.as_ref(), totals.plan))
            .flatten();
        let unknown = unknown.map(|what| format!("; {what}")).unwrap_or_default();
        (Tone::Bad, format!("{unexpected} not as expected{unknown}"))
    } else if totals.solutions.iter().all(SolutionSummary::is_left_out) && missing > 0 {
        (Tone::Notable, "nothing was judged".to_owned())
    } else if totals.exit_code == ExitCode::Usage {
        (Tone::Bad, "some files could not be used, all else is as expected".to_owned())
    } else if let Some(trouble) = trouble::of_run(totals.exit_code, totals.end.as_ref(), totals.plan) {
        (Tone::Bad, trouble)
    } else {
        (Tone::Good, "all as expected".to_owned())
    };
    Headline { outcome: Told { tone, text }, amount: parts.join(", ") }
}

/// Says when so much else went on that times should not be believed to the last digit.
fn busy(totals: &Totals<'_>) -> Option<String> {
    let waited =
        totals.waits.percent().map(|percent| format!("programs waited {percent} % of the time for a core"));
    let stolen = totals.end.map(|end| end.steal_per_mille).filter(|stolen| *stolen >= MUCH_STOLEN);
    let stolen = stolen.map(|stolen| format!("other guests of the host took {} % of the cores", stolen / 10));
    let causes: Vec<String> = waited.into_iter().chain(stolen).collect();
    (!causes.is_empty())
        .then(|| format!("a busy machine: {}; times may be longer than on an idle one", causes.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::{Totals, Waits, busy};
    use crate::event::RunEnd;
    use crate::exit_code::ExitCode;
    use harness_sandbox::Usage;
    use std::time::Duration;

    /// What is said of runs of a second each of which so many milliseconds were spent waiting.
    fn said(waited: &[u64], steal_per_mille: u64) -> Option<String> {
        let mut waits = Waits::default();
        for milliseconds in waited {
            let run_delay = Duration::from_millis(*milliseconds);
            waits.take(&Usage { run_delay, wall: Duration::from_secs(1), ..Usage::default() });
        }
        let end = RunEnd { wall: Some(Duration::from_secs(2)), interrupted: None, steal_per_mille };
        busy(&Totals {
            solutions: &[],
            runs: waited.len(),
            not_judged: 0,
            empty_programs: &[],
            judge_errors: 0,
            waits,
            plan: None,
            end: Some(end),
            exit_code: ExitCode::Fine,
            is_verbose: false,
        })
    }

    #[test]
    fn a_quiet_machine_is_not_spoken_of() {
        assert_eq!(said(&[], 0), None);
        assert_eq!(said(&[50, 99], 29), None);
    }

    #[test]
    fn a_machine_that_was_too_busy_to_trust_its_times_is_called_so() {
        let waiting = said(&[50, 410], 0);
        let end = "; times may be longer than on an idle one";
        assert_eq!(
            waiting,
            Some(format!("a busy machine: programs waited 23 % of the time for a core{end}"))
        );
        let stolen = said(&[], 57);
        assert_eq!(
            stolen,
            Some(format!("a busy machine: other guests of the host took 5 % of the cores{end}"))
        );
    }
}
