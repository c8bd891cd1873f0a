//! The solutions on their way to larger sizes.

use std::path::PathBuf;

use anyhow::anyhow;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::comparison::growth::{GrowthCurve, Point, Use, is_over, limit_of};
use crate::comparison::{Metric, RunSample};
use crate::event::{JobPlace, Outcome};
use crate::failure::Failure;
use crate::measure::bench::{Bench, unbuilt, verdict_and_case};
use crate::measure::counters::Counter;
use crate::measure::growth::answers;
use crate::measure::growth::sizes::SizedInputs;
use crate::measure::start_cost::StartCost;
use crate::model::{Case, Name, Verdict, limits_for};
use crate::plan::{self, Entry};
use crate::programs::{InputFolder, ProblemPrograms, Solver, entry};
use crate::run::Pool;

/// The seed of the orders: the same comparison runs in the same order again.
const SEED: u64 = 2;

/// What is measured at one size.
pub struct SizeStep<'a> {
    /// The programs of the problem.
    pub programs: &'a ProblemPrograms<'a>,
    /// Where the inputs are written.
    pub folder: &'a InputFolder,
    /// From where they are.
    pub inputs: &'a SizedInputs<'a>,
    /// The size.
    pub size: u64,
    /// How often each input is run.
    pub rounds: usize,
    /// What counts instructions, where those are measured.
    pub counter: Option<&'a Counter>,
}

/// The curves of all solutions that are measured.
pub struct Curves {
    metric: Metric,
    /// By curve the solution, and what starting costs in its language.
    members: Vec<(Solver, Option<f64>)>,
    all: Vec<GrowthCurve>,
    random: ChaCha8Rng,
}

impl Curves {
    /// Curves without points.
    #[must_use]
    pub fn new(
        programs: &ProblemPrograms<'_>,
        solvers: &[Solver],
        metric: Metric,
        start_costs: &[StartCost],
    ) -> Self {
        let cost_of = |language: &str| start_costs.iter().find(|cost| cost.language == language);
        let cost = |solver: &Solver| {
            let cost = cost_of(&programs.candidates[*solver].solution.language);
            (*solver, cost.map(|cost| cost.time.as_secs_f64() * 1e9))
        };
        let curve = |solver: &Solver| {
            let candidate = &programs.candidates[*solver];
            GrowthCurve {
                subject: candidate.subject(),
                limit: limit_of(metric, &limits_for(&programs.problem.rules, candidate.language)),
                points: Vec::new(),
                ended: None,
                disqualified: unbuilt(&programs.built[*solver]),
            }
        };
        Self {
            metric,
            members: solvers.iter().map(cost).collect(),
            all: solvers.iter().map(curve).collect(),
            random: ChaCha8Rng::seed_from_u64(SEED),
        }
    }

    /// Whether a solution is still measured.
    #[must_use]
    pub fn has_any(&self) -> bool {
        (0..self.all.len()).any(|index| self.goes_on(index))
    }

    /// The curves.
    #[must_use]
    pub fn finished(self) -> Vec<GrowthCurve> {
        self.all
    }

    fn goes_on(&self, index: usize) -> bool {
        self.all[index].ended.is_none() && self.all[index].disqualified.is_none()
    }

    /// Measures at a size all that are still measured. Returns why it is the last size, if so.
    ///
    /// # Errors
    /// The generator or the judge failed.
    pub fn measure(&mut self, step: &SizeStep<'_>) -> Result<Option<String>, Failure> {
        let SizeStep { programs, folder, size, .. } = *step;
        let inputs = step.inputs.write(size, folder)?;
        let label = |index: usize| step.inputs.label(size, index as u64 + 1);
        let Some(answers) = answers::find(programs, folder, &inputs, &label)? else {
            let letter = label(0);
            let size = letter.split(',').next().unwrap_or_default();
            return Ok(Some(format!(
                "stopped at {size}: neither the reference nor a consensus gives an answer there"
            )));
        };
        let case = |(index, (input, answer)): (usize, (&PathBuf, &Option<Vec<u8>>))| {
            let answer = answer.as_ref().map(|answer| folder.write(&format!("{index}.ans"), answer));
            let files = (input.clone(), answer.transpose()?);
            Ok(Case::of_files(Name::from(label(index).as_str()), files, programs.problem.rules.clone()))
        };
        let cases: Vec<Case> =
            inputs.iter().zip(&answers).enumerate().map(case).collect::<Result<_, Failure>>()?;
        // Input by input at first: a solution that fails one is spared the others.
        for case in &cases {
            self.round(step, std::slice::from_ref(case), None)?;
        }
        let mut samples = vec![vec![Vec::new(); cases.len()]; self.all.len()];
        for round in 0..step.rounds {
            for (place, outcome) in self.round(step, &cases, step.counter)? {
                let of_case = &mut samples[place.solution][place.case];
                of_case.extend(RunSample::of(&outcome, round));
            }
        }
        for (index, samples) in samples.iter().enumerate() {
            if self.goes_on(index) {
                let point = Point::of(size, samples, self.metric, self.members[index].1);
                self.all[index].points.extend(point);
            }
        }
        Ok(None)
    }

    /// One round of all that are still measured, alone, in a new random order. A solution that is over a
    /// limit or not right is measured no further.
    fn round(
        &mut self,
        step: &SizeStep<'_>,
        cases: &[Case],
        counter: Option<&Counter>,
    ) -> Result<Vec<(JobPlace, Outcome)>, Failure> {
        let programs = step.programs;
        let check = programs.check()?;
        let measured = |index: usize| -> Option<Entry<'_>> {
            let solver = self.members[index].0;
            let executable = programs.executable(solver).filter(|_| self.goes_on(index))?;
            let entry = entry(&programs.candidates[solver].on(cases), index, executable, check);
            Some(match counter {
                Some(counter) => counter.counting(entry),
                None => entry,
            })
        };
        let entries: Vec<Entry<'_>> = (0..self.all.len()).filter_map(measured).collect();
        let pool = Pool::single();
        let bench = Bench { sandbox: programs.sandbox.as_ref(), stop: programs.stop, pool: &pool };
        let jobs = plan::round(&entries, plan::all, &mut self.random).into_iter().map(|job| match counter {
            Some(counter) => counter.relaxed(job),
            None => job,
        });
        let mut outcomes = bench.engine().outcomes(jobs, &|| ());
        if let Some(counter) = counter {
            counter.note(&mut outcomes);
        }
        drop(entries);
        if programs.stop.is_set() {
            return Err(Failure::judge(anyhow!("interrupted")));
        }
        for (place, outcome) in &outcomes {
            self.take(step.size, place.solution, outcome)?;
        }
        Ok(outcomes)
    }

    fn take(&mut self, size: u64, index: usize, outcome: &Outcome) -> Result<(), Failure> {
        let verdict = outcome.judgement.verdict;
        if !self.goes_on(index) || verdict == Verdict::Accepted {
            return Ok(());
        }
        let curve = &mut self.all[index];
        match verdict {
            Verdict::JudgeError => return Err(Failure::judge(anyhow!(outcome.judgement.reason.clone()))),
            Verdict::TimeLimit | Verdict::IdleLimit | Verdict::MemoryLimit => {
                curve.ended = Some(verdict_and_case(outcome));
                if let Some(sample) = RunSample::of(outcome, 0).filter(|_| is_over(self.metric, verdict)) {
                    let value = sample.value(self.metric);
                    let point = Point { size, value, low: value, high: value, used: Use::AtLeast };
                    curve.points.push(point);
                }
            }
            _ => curve.disqualified = Some(verdict_and_case(outcome)),
        }
        Ok(())
    }
}
