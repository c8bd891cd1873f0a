//! A part of a run: which solutions on which cases one of several machines judges. Pure, so that all of them
//! divide alike.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::event::{PlannedSolution, Subject};
use crate::model::{Digest, Name};
use crate::wire::ShardLine;

/// Which part of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 1.
    pub index: usize,
    /// Of how many.
    pub count: usize,
}

/// What `--shard` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardWanted {
    /// This one.
    Exactly(Shard),
    /// The one that the scheduler's variables name.
    Auto,
}

/// What is kept together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ShardBy {
    /// One solution on one case.
    #[default]
    Unit,
    /// A solution with all its cases.
    Solution,
    /// A case with all solutions of its problem.
    Case,
    /// A problem.
    Problem,
}

/// How parts are dealt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ShardManner {
    /// In turns, in the order of reports: the parts are of equal size.
    #[default]
    Slice,
    /// By a hash of the name: what is added or removed moves nothing else.
    Hash,
}

/// What a solution took on a case in an earlier run.
pub type Times<'t> = &'t dyn Fn(&Subject, &Name) -> Option<Duration>;

/// How a run is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    /// Which part.
    pub shard: Shard,
    /// What is kept together.
    pub by: ShardBy,
    /// How parts are dealt.
    pub manner: ShardManner,
}

impl FromStr for ShardWanted {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" { Ok(Self::Auto) } else { text.parse().map(Self::Exactly) }
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a part like `2/4`, from 1/4 to 4/4");
        let (index, count) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
        Self::checked(number(index)?, number(count)?).ok_or_else(wrong)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

/// What names a part in the environment of a scheduler: the variables of the index and of the count, and what the
/// first index is.
const SCHEDULERS: [(&str, &str, &str, First); 5] = [
    ("GitLab", "CI_NODE_INDEX", "CI_NODE_TOTAL", First::One),
    ("Buildkite", "BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", First::Zero),
    ("CircleCI", "CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", First::Zero),
    ("Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", First::Slurm),
    ("Kubernetes", "JOB_COMPLETION_INDEX", "JUDGE_SHARDS", First::Zero),
];

/// Our own variable, for schedulers that set none, such as a matrix of GitHub: `2/4`.
const OWN: &str = "JUDGE_SHARD";

/// What the first index is.
#[derive(Clone, Copy)]
enum First {
    Zero,
    One,
    /// `SLURM_ARRAY_TASK_MIN`, and each next one is `SLURM_ARRAY_TASK_STEP` more.
    Slurm,
}

impl Shard {
    fn checked(index: usize, count: usize) -> Option<Self> {
        (1..=count).contains(&index).then_some(Self { index, count })
    }

    /// The part that these variables name.
    ///
    /// # Errors
    /// None do, or what they say is no part.
    pub fn auto(variable: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        if let Some(text) = variable(OWN) {
            return text.parse().map_err(|why| format!("{OWN}: {why}"));
        }
        for (scheduler, index, count, first) in SCHEDULERS {
            let Some(index_text) = variable(index) else { continue };
            let count_text = variable(count)
                .ok_or_else(|| format!("{scheduler} sets {index} but not {count}, the number of parts"))?;
            let wrong = || format!("{index}={index_text} and {count}={count_text} name no part");
            let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
            let or = |name: &str, default| variable(name).map_or(Ok(default), |text| number(&text));
            let from_one = match first {
                First::One => number(&index_text)?,
                First::Zero => number(&index_text)?.saturating_add(1),
                First::Slurm => {
                    let (least, step) =
                        (or("SLURM_ARRAY_TASK_MIN", 1)?, or("SLURM_ARRAY_TASK_STEP", 1)?.max(1));
                    number(&index_text)?.checked_sub(least).ok_or_else(wrong)? / step + 1
                }
            };
            return Self::checked(from_one, number(&count_text)?).ok_or_else(wrong);
        }
        // GitLab sets no index for a job that is not divided.
        let is_whole = |count: &str| variable(count).is_some_and(|text| text.trim() == "1");
        if SCHEDULERS.iter().any(|(_, _, count, _)| is_whole(count)) {
            return Ok(Self { index: 1, count: 1 });
        }
        let names: Vec<&str> = std::iter::once(OWN).chain(SCHEDULERS.map(|(_, index, _, _)| index)).collect();
        Err(format!("no part in the environment: none of {} is set", names.join(", ")))
    }
}

impl Division {
    /// The division as records tell it.
    #[must_use]
    pub fn line(&self) -> ShardLine {
        let by = match self.by {
            ShardBy::Unit => "unit",
            ShardBy::Solution => "solution",
            ShardBy::Case => "case",
            ShardBy::Problem => "problem",
        };
        let manner = match self.manner {
            ShardManner::Slice => "slice",
            ShardManner::Hash => "hash",
        };
        let Shard { index, count } = self.shard;
        ShardLine { index, count, by: by.to_owned(), manner: manner.to_owned() }
    }

    /// Of each solution the places of the cases that are in this part. Where times of an earlier run are known,
    /// parts take about equally long: the longest first, each to the part that has least so far.
    #[must_use]
    pub fn part(&self, solutions: &[PlannedSolution], times: Option<Times<'_>>) -> Vec<Vec<usize>> {
        let keys = self.keys(solutions);
        let groups = keys.iter().flatten().copied().max().map_or(0, |most| most + 1);
        let shard_of = match (times, self.manner) {
            (Some(times), _) => self.balanced(solutions, &keys, groups, times),
            (None, ShardManner::Slice) => (0..groups).map(|group| group % self.shard.count).collect(),
            (None, ShardManner::Hash) => self.hashed(solutions, &keys, groups),
        };
        let is_own = |key: &usize| shard_of[*key] + 1 == self.shard.index;
        let own = |keys: &Vec<usize>| (0..keys.len()).filter(|place| is_own(&keys[*place])).collect();
        keys.iter().map(own).collect()
    }

    /// Of each solution and case the number of the group that it is kept together with, in the order of reports.
    fn keys(&self, solutions: &[PlannedSolution]) -> Vec<Vec<usize>> {
        let mut known: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
        let mut keys = Vec::new();
        let mut next = 0;
        for (place, planned) in solutions.iter().enumerate() {
            let mut of_solution = Vec::with_capacity(planned.cases.len());
            for case in planned.cases.iter() {
                of_solution.push(match self.by {
                    ShardBy::Unit => next,
                    ShardBy::Solution => place,
                    ShardBy::Case | ShardBy::Problem => {
                        let new = known.len();
                        *known.entry(self.name(&planned.subject, &case.name)).or_insert(new)
                    }
                });
                next += 1;
            }
            keys.push(of_solution);
        }
        keys
    }

    /// The name of what a solution on a case is kept together with.
    fn name(&self, subject: &Subject, case: &Name) -> Vec<u8> {
        let Subject { problem, solution, language } = subject;
        let (problem, solution, case) = (problem.as_bytes(), solution.as_bytes(), case.as_bytes());
        // A name of the file system has no NUL.
        match self.by {
            ShardBy::Unit => [problem, solution, language.as_bytes(), case].join(&0),
            ShardBy::Solution => [problem, solution, language.as_bytes()].join(&0),
            ShardBy::Case => [problem, case].join(&0),
            ShardBy::Problem => problem.to_vec(),
        }
    }

    fn hashed(&self, solutions: &[PlannedSolution], keys: &[Vec<usize>], groups: usize) -> Vec<usize> {
        let mut shards = vec![0; groups];
        for (planned, keys) in solutions.iter().zip(keys) {
            for (case, key) in planned.cases.iter().zip(keys) {
                let digest = Digest::of([self.name(&planned.subject, &case.name)]);
                let mut first = [0; 8];
                first.copy_from_slice(&digest.as_bytes()[..8]);
                let count = u64::try_from(self.shard.count).unwrap_or(u64::MAX);
                shards[*key] = usize::try_from(u64::from_le_bytes(first) % count).unwrap_or(0);
            }
        }
        shards
    }

    fn balanced(
        &self,
        solutions: &[PlannedSolution],
        keys: &[Vec<usize>],
        groups: usize,
        times: Times<'_>,
    ) -> Vec<usize> {
        let (mut known, mut count) = (Duration::ZERO, 0_u32);
        let mut units = Vec::new();
        for (planned, keys) in solutions.iter().zip(keys) {
            for (case, key) in planned.cases.iter().zip(keys) {
                let time = times(&planned.subject, &case.name);
                units.push((*key, time));
                known += time.unwrap_or_default();
                count += u32::from(time.is_some());
            }
        }
        // What was not run before takes as long as the others do on average.
        let average = known.checked_div(count).unwrap_or(Duration::from_millis(1));
        let mut weights = vec![Duration::ZERO; groups];
        for (key, time) in units {
            weights[key] += time.unwrap_or(average);
        }
        let mut order: Vec<usize> = (0..groups).collect();
        order.sort_by_key(|group| (std::cmp::Reverse(weights[*group]), *group));
        let mut loads = vec![Duration::ZERO; self.shard.count];
        let mut shards = vec![0; groups];
        for group in order {
            let least = (0..loads.len()).min_by_key(|shard| (loads[*shard], *shard)).unwrap_or(0);
            loads[least] += weights[group];
            shards[group] = least;
        }
        shards
    }
}

#[cfg(test)]
mod tests {
    use super::{Division, Shard, ShardBy, ShardManner};
    use crate::event::PlannedSolution;
    use crate::event::fixture::{planned, subject};
    use crate::model::Expectation;
    use std::collections::BTreeSet;
    use std::time::Duration;

    const ALL_BY: [ShardBy; 4] = [ShardBy::Unit, ShardBy::Solution, ShardBy::Case, ShardBy::Problem];

    fn solutions() -> Vec<PlannedSolution> {
        let of = |problem: &str, solution: &str, cases: &[&str]| {
            planned(&subject(problem, solution, "rust"), Expectation::accepted(), cases)
        };
        vec![of("p", "a", &["1", "2", "3"]), of("p", "b", &["1", "2", "3"]), of("q", "a", &["1", "2"])]
    }

    /// The parts of a division, each a list of places of solutions and cases.
    fn parts(count: usize, by: ShardBy, manner: ShardManner) -> Vec<Vec<(usize, usize)>> {
        let part = |index| {
            let division = Division { shard: Shard { index, count }, by, manner };
            let part = division.part(&solutions(), None);
            let places =
                |(solution, cases): (usize, Vec<usize>)| cases.into_iter().map(move |case| (solution, case));
            part.into_iter().enumerate().flat_map(places).collect()
        };
        (1..=count).map(part).collect()
    }

    #[test]
    fn parts_are_all_and_do_not_overlap() {
        for manner in [ShardManner::Slice, ShardManner::Hash] {
            for by in ALL_BY {
                for count in 1..=9 {
                    let mut all: Vec<(usize, usize)> = parts(count, by, manner).concat();
                    all.sort_unstable();
                    let expect = [(0, 3), (1, 3), (2, 2)];
                    let expect = expect.map(|(solution, cases)| (0..cases).map(move |case| (solution, case)));
                    assert_eq!(
                        all,
                        expect.into_iter().flatten().collect::<Vec<_>>(),
                        "{by:?} {manner:?} {count}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_belongs_together_stays_together() {
        let whole = |by, key: fn(&(usize, usize)) -> (usize, usize)| {
            let parts = parts(3, by, ShardManner::Slice);
            let keys = parts.iter().map(|part| part.iter().map(key).collect::<BTreeSet<_>>());
            let keys: Vec<_> = keys.collect();
            (0..keys.len()).all(|one| (0..one).all(|other| keys[one].is_disjoint(&keys[other])))
        };
        assert!(whole(ShardBy::Solution, |(solution, _)| (*solution, 0)));
        assert!(whole(ShardBy::Case, |(solution, case)| (solution / 2, *case)));
        assert!(whole(ShardBy::Problem, |(solution, _)| (solution / 2, 0)));
        assert!(!whole(ShardBy::Unit, |(solution, _)| (*solution, 0)));
    }

    #[test]
    fn slices_are_of_equal_size() {
        let sizes: Vec<usize> = parts(3, ShardBy::Unit, ShardManner::Slice).iter().map(Vec::len).collect();
        assert_eq!(sizes, [3, 3, 2]);
    }

    #[test]
    fn with_times_of_an_earlier_run_parts_take_equally_long() {
        let times = |subject: &crate::event::Subject, case: &crate::model::Name| {
            let is_long = subject.to_string() == "p/a" && case.as_bytes() == b"1";
            (subject.to_string() != "q/a").then(|| Duration::from_millis(if is_long { 50 } else { 10 }))
        };
        let load = |index| {
            let shard = Shard { index, count: 2 };
            let division = Division { shard, by: ShardBy::Unit, manner: ShardManner::Slice };
            let part = division.part(&solutions(), Some(&times));
            let has_long = part[0].contains(&0);
            (part.iter().map(Vec::len).sum::<usize>(), has_long)
        };
        // Of 8, of which one takes five times as long and two are not known.
        assert_eq!([load(1), load(2)], [(3, true), (5, false)]);
    }

    #[track_caller]
    fn check(variables: &[(&str, &str)], expect: Result<&str, &str>) {
        let variable = |wanted: &str| {
            variables.iter().find(|(name, _)| *name == wanted).map(|(_, value)| (*value).to_owned())
        };
        let got = Shard::auto(variable).map(|shard| shard.to_string());
        match expect {
            Ok(shard) => assert_eq!(got.as_deref(), Ok(shard)),
            Err(part) => assert!(got.as_ref().is_err_and(|why| why.contains(part)), "{got:?}"),
        }
    }

    #[test]
    fn schedulers_name_the_part() {
        check(&[("CI_NODE_INDEX", "1"), ("CI_NODE_TOTAL", "4")], Ok("1/4"));
        check(&[("BUILDKITE_PARALLEL_JOB", "0"), ("BUILDKITE_PARALLEL_JOB_COUNT", "3")], Ok("1/3"));
        check(&[("CIRCLE_NODE_INDEX", "2"), ("CIRCLE_NODE_TOTAL", "3")], Ok("3/3"));
        check(&[("SLURM_ARRAY_TASK_ID", "3"), ("SLURM_ARRAY_TASK_COUNT", "4")], Ok("3/4"));
        let slurm = [("SLURM_ARRAY_TASK_ID", "14"), ("SLURM_ARRAY_TASK_COUNT", "4")];
        let stepped = [("SLURM_ARRAY_TASK_MIN", "10"), ("SLURM_ARRAY_TASK_STEP", "2")];
        check(&[slurm, stepped].concat(), Ok("3/4"));
        check(&[("JOB_COMPLETION_INDEX", "3"), ("JUDGE_SHARDS", "8")], Ok("4/8"));
        check(&[("JUDGE_SHARD", "2/3"), ("CI_NODE_INDEX", "1"), ("CI_NODE_TOTAL", "4")], Ok("2/3"));
        check(&[("JOB_COMPLETION_INDEX", "3")], Err("JUDGE_SHARDS"));
        check(&[("CI_NODE_TOTAL", "1")], Ok("1/1"));
        check(&[("CI_NODE_TOTAL", "1"), ("CIRCLE_NODE_INDEX", "0"), ("CIRCLE_NODE_TOTAL", "2")], Ok("1/2"));
        check(&[("CI_NODE_TOTAL", "4")], Err("CI_NODE_INDEX"));
        check(&[("CI_NODE_INDEX", "5"), ("CI_NODE_TOTAL", "4")], Err("name no part"));
        check(&[("CI_NODE_INDEX", "x"), ("CI_NODE_TOTAL", "4")], Err("name no part"));
        check(&[("SLURM_ARRAY_TASK_ID", "0"), ("SLURM_ARRAY_TASK_COUNT", "4")], Err("name no part"));
        check(&[("JUDGE_SHARD", "5/4")], Err("JUDGE_SHARD"));
        check(&[], Err("CI_NODE_INDEX"));
    }

    #[test]
    fn a_part_is_two_numbers() {
        assert_eq!("2/4".parse(), Ok(Shard { index: 2, count: 4 }));
        for wrong in ["0/4", "5/4", "1", "a/b", "1/0", "-1/4", ""] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
