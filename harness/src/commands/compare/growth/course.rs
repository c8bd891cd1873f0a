//! The solutions on their way to larger sizes.

use anyhow::anyhow;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::build::Built;
use crate::commands::add::scratch::Scratch;
use crate::commands::compare::growth::answers;
use crate::commands::compare::growth::inputs::Inputs;
use crate::commands::compare::instructions::Counter;
use crate::commands::compare::why;
use crate::commands::crew::Crew;
use crate::commands::workbench;
use crate::comparison::growth::{Course, Point, Use, is_over, limit_of};
use crate::comparison::{Metric, Sample};
use crate::event::Outcome;
use crate::failure::Failure;
use crate::model::{Case, Name, Verdict, limits_for};
use crate::plan::{self, Entry};
use crate::report::Floor;

/// The seed of the orders: the same comparison runs in the same order again.
const SEED: u64 = 2;

/// One size.
pub struct Trial<'a> {
    /// Who.
    pub crew: &'a Crew<'a>,
    /// Where the inputs are.
    pub scratch: &'a Scratch,
    /// From where they are.
    pub inputs: &'a Inputs<'a>,
    /// The size.
    pub size: u64,
    /// How often each input is run.
    pub rounds: usize,
    /// Who counts instructions, where those are measured.
    pub counter: Option<&'a Counter>,
}

/// All that are measured.
pub struct Courses {
    metric: Metric,
    /// By course the place among the candidates, and what starting takes in its language.
    members: Vec<(usize, Option<f64>)>,
    all: Vec<Course>,
    random: ChaCha8Rng,
}

impl Courses {
    /// Nobody has run yet.
    #[must_use]
    pub fn new(crew: &Crew<'_>, members: &[usize], metric: Metric, floors: &[Floor]) -> Self {
        let floor_of = |language: &str| floors.iter().find(|floor| floor.language == language);
        let floor = |member: &usize| {
            let floor = floor_of(&crew.candidates[*member].solution.language);
            (*member, floor.map(|floor| floor.time.as_secs_f64() * 1e9))
        };
        let course = |(index, member): (usize, &usize)| {
            let candidate = &crew.candidates[*member];
            Course {
                subject: candidate.subject(index),
                limit: limit_of(metric, &limits_for(&crew.problem.rules, candidate.language)),
                points: Vec::new(),
                ended: None,
                disqualified: match crew.built[*member] {
                    Built::Ready(_) => None,
                    Built::Rejected(_) => Some("CE, it does not build".to_owned()),
                    Built::Failed(_) => Some("JE, it could not be built".to_owned()),
                },
            }
        };
        Self {
            metric,
            members: members.iter().map(floor).collect(),
            all: members.iter().enumerate().map(course).collect(),
            random: ChaCha8Rng::seed_from_u64(SEED),
        }
    }

    /// Whether anybody goes on.
    #[must_use]
    pub fn has_any(&self) -> bool {
        (0..self.all.len()).any(|index| self.goes_on(index))
    }

    /// What came of it.
    #[must_use]
    pub fn finished(self) -> Vec<Course> {
        self.all
    }

    fn goes_on(&self, index: usize) -> bool {
        self.all[index].ended.is_none() && self.all[index].disqualified.is_none()
    }

    /// Runs all that go on at a size. Returns why nobody can, if so.
    ///
    /// # Errors
    /// The generator or the judge failed.
    pub fn measure(&mut self, trial: &Trial<'_>) -> Result<Option<String>, Failure> {
        let Trial { crew, scratch, size, .. } = *trial;
        let inputs = trial.inputs.write(size, scratch)?;
        let label = |index: usize| trial.inputs.label(size, index as u64 + 1);
        let Some(answers) = answers::find(crew, scratch, &inputs, &label)? else {
            let letter = label(0);
            let size = letter.split(',').next().unwrap_or_default();
            return Ok(Some(format!("stopped at {size}: nobody whose word counts gives an answer there")));
        };
        let case = |(index, (input, answer)): (usize, (&_, &Vec<u8>))| -> Result<Case, Failure> {
            Ok(Case {
                name: Name::from(label(index).as_str()),
                input: std::path::PathBuf::clone(input),
                answer: scratch.write(&format!("{index}.ans"), answer)?,
                rules: crew.problem.rules.clone(),
                second_answers: Vec::new(),
                sidecar: None,
            })
        };
        let cases: Vec<Case> =
            inputs.iter().zip(&answers).enumerate().map(case).collect::<Result<_, Failure>>()?;
        // Input by input at first: whoever fails one is spared the others.
        for case in &cases {
            self.round(trial, std::slice::from_ref(case), None)?;
        }
        let mut samples = vec![vec![Vec::new(); cases.len()]; self.all.len()];
        for round in 0..trial.rounds {
            for outcome in self.round(trial, &cases, trial.counter)? {
                let of_case = &mut samples[outcome.subject.index][outcome.case_index];
                of_case.extend(Sample::of(&outcome, round));
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

    /// One round of all that go on, alone, in a fresh order. Who is over a limit or not right is out.
    fn round(
        &mut self,
        trial: &Trial<'_>,
        cases: &[Case],
        counter: Option<&Counter>,
    ) -> Result<Vec<Outcome>, Failure> {
        let crew = trial.crew;
        let entry = |index: usize| -> Option<Entry<'_>> {
            let member = self.members[index].0;
            let (_, executable) = crew.program(member).filter(|_| self.goes_on(index))?;
            let subject = self.all[index].subject.clone();
            let entry = workbench::entry(&crew.candidates[member].on(cases), subject, executable, None);
            Some(match counter {
                Some(counter) => counter.counting(entry),
                None => entry,
            })
        };
        let entries: Vec<Entry<'_>> = (0..self.all.len()).filter_map(entry).collect();
        let engine = workbench::alone(&crew.sandbox, crew.session);
        let jobs = plan::round(&entries, plan::all, &mut self.random).into_iter().map(|job| match counter {
            Some(counter) => counter.relaxed(job),
            None => job,
        });
        let mut outcomes = engine.outcomes(jobs, &|| ()).map_err(Failure::judge)?;
        if let Some(counter) = counter {
            counter.note(&mut outcomes);
        }
        drop(entries);
        if crew.session.stop.is_set() {
            return Err(Failure::judge(anyhow!("interrupted")));
        }
        for outcome in &outcomes {
            self.take(trial.size, outcome)?;
        }
        Ok(outcomes)
    }

    fn take(&mut self, size: u64, outcome: &Outcome) -> Result<(), Failure> {
        let index = outcome.subject.index;
        let verdict = outcome.judgement.verdict;
        if !self.goes_on(index) || verdict == Verdict::Accepted {
            return Ok(());
        }
        let course = &mut self.all[index];
        match verdict {
            Verdict::JudgeError => return Err(Failure::judge(anyhow!(outcome.judgement.reason.clone()))),
            Verdict::TimeLimit | Verdict::IdleLimit | Verdict::MemoryLimit => {
                course.ended = Some(why(outcome));
                if let Some(sample) = Sample::of(outcome, 0).filter(|_| is_over(self.metric, verdict)) {
                    let value = sample.value(self.metric);
                    let point = Point { size, value, low: value, high: value, used: Use::AtLeast };
                    course.points.push(point);
                }
            }
            _ => course.disqualified = Some(why(outcome)),
        }
        Ok(())
    }
}
