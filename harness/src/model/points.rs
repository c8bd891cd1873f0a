//! Points: the share of a case that a run gets, and what groups of cases make of the shares.

use std::fmt;

use crate::model::{Name, Verdict};

/// The part of the points of a case that a run gets, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Share(f64);

impl Share {
    /// None of the points.
    pub const NONE: Self = Self(0.0);
    /// All of them.
    pub const FULL: Self = Self(1.0);

    /// This part; nothing where it is not from 0 to 1.
    #[must_use]
    pub fn new(part: f64) -> Option<Self> {
        // What programs compute may be off by the last digits.
        const SLACK: f64 = 1e-9;
        ((-SLACK..=1.0 + SLACK).contains(&part)).then(|| Self(part.clamp(0.0, 1.0)))
    }

    /// What a verdict says of it; nothing where it says nothing.
    #[must_use]
    pub fn of(verdict: Verdict) -> Option<Self> {
        match verdict {
            Verdict::Accepted => Some(Self::FULL),
            Verdict::JudgeError | Verdict::Skipped | Verdict::Partial => None,
            Verdict::CompileError
            | Verdict::MemoryLimit
            | Verdict::TimeLimit
            | Verdict::IdleLimit
            | Verdict::OutputLimit
            | Verdict::RuntimeError
            | Verdict::WrongAnswer => Some(Self::NONE),
        }
    }

    /// The number.
    #[must_use]
    pub fn value(self) -> f64 {
        self.0
    }
}

/// A folder of cases that has points.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The folder, as names of cases begin; `.` is every case that is in no other group.
    pub name: Name,
    /// The points of a solution that is right on all its cases.
    pub score: f64,
    /// How the shares of its cases make its points.
    pub accept: Accept,
    /// Whether it goes on after a case that gets nothing.
    pub on_reject: OnReject,
}

/// How the shares of the cases of a group make its points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Accept {
    /// The smallest share counts.
    #[default]
    Min,
    /// Every case has an equal part of the points.
    Sum,
    /// Only if all cases are accepted.
    All,
}

/// What follows from a case that is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnReject {
    /// The later cases of the group are not run, and get nothing.
    Break,
    /// They are run.
    Continue,
}

impl Accept {
    /// The names that settings use.
    pub const NAMES: [&'static str; 3] = ["min", "sum", "all"];

    /// The rule of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "min" => Some(Self::Min),
            "sum" => Some(Self::Sum),
            "all" => Some(Self::All),
            _ => None,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Min => "min",
            Self::Sum => "sum",
            Self::All => "all",
        }
    }

    /// What follows from a rejected case where the settings do not say: a sum goes on, all else is decided.
    #[must_use]
    pub fn on_reject(self) -> OnReject {
        match self {
            Self::Min | Self::All => OnReject::Break,
            Self::Sum => OnReject::Continue,
        }
    }
}

impl OnReject {
    /// The names that settings use.
    pub const NAMES: [&'static str; 2] = ["break", "continue"];

    /// The rule of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "break" => Some(Self::Break),
            "continue" => Some(Self::Continue),
            _ => None,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Break => "break",
            Self::Continue => "continue",
        }
    }
}

impl Group {
    /// The name of the group of all cases that are in no other.
    pub const REST: &'static str = ".";

    /// The place of the group that a case is in: the innermost folder that is one.
    #[must_use]
    pub fn of(groups: &[Self], case: &Name) -> Option<usize> {
        let depth = |group: &Self| group.depth_above(case).map(|depth| depth + 1);
        let deepest = (0..groups.len()).max_by_key(|index| depth(&groups[*index]));
        deepest.filter(|index| depth(&groups[*index]).is_some())
    }

    /// The length of the folder's name, if the case is in it.
    fn depth_above(&self, case: &Name) -> Option<usize> {
        let (folder, case) = (self.name.as_bytes(), case.as_bytes());
        if folder == Self::REST.as_bytes() {
            return Some(0);
        }
        case.strip_prefix(folder).is_some_and(|rest| rest.starts_with(b"/")).then_some(folder.len())
    }

    /// Whether a case with this share decides the group, so that the cases after it need not be run.
    #[must_use]
    pub fn is_decided_by(&self, share: Share) -> bool {
        let is_rejected = match self.accept {
            Accept::All => share < Share::FULL,
            Accept::Min | Accept::Sum => share == Share::NONE,
        };
        self.on_reject == OnReject::Break && is_rejected
    }

    /// The points for these shares, in the order of the cases; a case that was not run because the group was
    /// decided has none. Nothing where the share of another case is not known.
    #[must_use]
    pub fn points(&self, shares: &[Option<Share>]) -> Option<f64> {
        let decided = shares.iter().position(|share| share.is_some_and(|share| self.is_decided_by(share)));
        let counted = decided.map_or(shares.len(), |place| place + 1);
        let known: Vec<f64> =
            shares[..counted].iter().map(|share| share.map(Share::value)).collect::<Option<_>>()?;
        let after = shares.len() - counted;
        let part = match self.accept {
            _ if shares.is_empty() => return None,
            Accept::Min if after > 0 => 0.0,
            Accept::Min => known.iter().copied().fold(1.0, f64::min),
            Accept::Sum => known.iter().sum::<f64>() / as_number(shares.len()),
            Accept::All if after == 0 && known.iter().all(|share| *share >= 1.0) => 1.0,
            Accept::All => 0.0,
        };
        Some(self.score * part)
    }
}

#[expect(clippy::cast_precision_loss, reason = "no group has so many cases")]
fn as_number(count: usize) -> f64 {
    count as f64
}

/// Points that are meant: from and to, both included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointsRange {
    /// The fewest.
    pub from: f64,
    /// The most.
    pub to: f64,
}

impl PointsRange {
    /// Whether these points are in it; the last digits of a sum do not matter.
    #[must_use]
    pub fn contains(&self, points: f64) -> bool {
        let slack = 1e-6;
        (self.from - slack..=self.to + slack).contains(&points)
    }
}

impl fmt::Display for PointsRange {
    /// `40`, or `40..60`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&points_text(self.from))?;
        if self.to > self.from { write!(f, "..{}", points_text(self.to)) } else { Ok(()) }
    }
}

/// The points that a solution is meant to get.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PointsExpected {
    /// In all.
    pub total: Option<PointsRange>,
    /// In groups.
    pub groups: Vec<(Name, PointsRange)>,
}

impl PointsExpected {
    /// Whether nothing is meant.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.total.is_none() && self.groups.is_empty()
    }
}

impl fmt::Display for PointsExpected {
    /// `40..60 points`, or `small 40, big 0..60 points`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.total.iter().map(ToString::to_string);
        let groups = self.groups.iter().map(|(name, range)| format!("{name} {range}"));
        let all: Vec<String> = total.chain(groups).collect();
        write!(f, "{} points", all.join(", "))
    }
}

/// What a solution gets.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Its points.
    pub points: f64,
    /// The points that there are.
    pub full: f64,
    /// Those of each group, in the order of the settings.
    pub groups: Vec<GroupScore>,
}

/// What a solution gets for a group.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupScore {
    /// The group.
    pub name: Name,
    /// Its points.
    pub points: f64,
    /// The points that there are.
    pub full: f64,
    /// How many cases.
    pub cases: usize,
    /// How many of them are AC.
    pub accepted: usize,
}

impl Score {
    /// The score where nothing was run, such as of a solution that cannot be built.
    #[must_use]
    pub fn none<'c>(groups: &[Group], cases: impl Iterator<Item = &'c Name>) -> Self {
        let mut scores: Vec<GroupScore> = groups.iter().map(GroupScore::none).collect();
        for group in cases.filter_map(|case| Group::of(groups, case)) {
            scores[group].cases += 1;
        }
        Self { points: 0.0, full: groups.iter().map(|group| group.score).sum(), groups: scores }
    }

    /// Why these are not the points that are meant; nothing where they are.
    #[must_use]
    pub fn differs_from(&self, expected: &PointsExpected) -> Option<String> {
        let total = expected.total.filter(|range| !range.contains(self.points));
        if let Some(range) = total {
            return Some(format!("expected {range} points, got {}", points_text(self.points)));
        }
        let group = |(name, range): &(Name, PointsRange)| {
            let group = self.groups.iter().find(|group| group.name == *name)?;
            let got = points_text(group.points);
            (!range.contains(group.points))
                .then(|| format!("expected {range} points in the group `{name}`, got {got}"))
        };
        expected.groups.iter().find_map(group)
    }
}

impl GroupScore {
    fn none(group: &Group) -> Self {
        Self { name: group.name.clone(), points: 0.0, full: group.score, cases: 0, accepted: 0 }
    }
}

/// Points without digits that say nothing: at most six behind the point.
#[must_use]
pub fn points_text(points: f64) -> String {
    let text = format!("{points:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{Accept, Group, OnReject, PointsRange, Share, points_text};
    use crate::model::{Name, Verdict};

    fn group(name: &str, accept: Accept) -> Group {
        Group { name: Name::from(name), score: 60.0, accept, on_reject: accept.on_reject() }
    }

    fn share(part: f64) -> Option<Share> {
        assert!((0.0..=1.0).contains(&part));
        Share::new(part)
    }

    #[test]
    fn a_share_is_from_none_to_all() {
        assert_eq!(Share::new(1.0 + 1e-12), Some(Share::FULL));
        assert_eq!(Share::new(-1e-12), Some(Share::NONE));
        for part in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert_eq!(Share::new(part), None);
        }
        assert_eq!(Share::of(Verdict::TimeLimit), Some(Share::NONE));
        assert_eq!(Share::of(Verdict::JudgeError), None);
    }

    #[test]
    fn a_case_is_in_the_innermost_folder_that_is_a_group() {
        let names = ["secret", "secret/big", "."];
        let groups = names.map(|name| group(name, Accept::Min));
        let of = |case: &str| Group::of(&groups, &Name::from(case)).map(|index| names[index]);
        assert_eq!(of("secret/1"), Some("secret"));
        assert_eq!(of("secret/big/1"), Some("secret/big"));
        assert_eq!(of("secret/bigger/1"), Some("secret"));
        assert_eq!(of("secrets/1"), Some("."));
        assert_eq!(of("1"), Some("."));
        assert_eq!(Group::of(&groups[..2], &Name::from("1")), None);
        assert_eq!(Group::of(&[], &Name::from("1")), None);
    }

    #[test]
    fn shares_make_points_by_the_rule_of_the_group() {
        let shares = [share(1.0), share(0.5), share(1.0), share(0.25)];
        assert_eq!(group("g", Accept::Min).points(&shares), Some(15.0));
        assert_eq!(group("g", Accept::Sum).points(&shares), Some(41.25));
        assert_eq!(group("g", Accept::All).points(&shares), Some(0.0));
        assert_eq!(group("g", Accept::All).points(&[share(1.0); 2]), Some(60.0));
        for accept in [Accept::Min, Accept::Sum, Accept::All] {
            assert_eq!(group("g", accept).points(&[]), None);
            assert_eq!(group("g", accept).points(&[share(1.0), None]), None);
        }
    }

    #[test]
    fn what_comes_after_the_case_that_decides_does_not_count() {
        let shares = [share(1.0), share(0.0), None, share(1.0)];
        assert_eq!(group("g", Accept::Min).points(&shares), Some(0.0));
        assert_eq!(group("g", Accept::All).points(&[share(0.5), None]), Some(0.0));
        assert_eq!(group("g", Accept::Min).points(&[share(0.5), None]), None);
        assert_eq!(group("g", Accept::Sum).points(&shares), None);
        let broken = Group { on_reject: OnReject::Break, ..group("g", Accept::Sum) };
        assert_eq!(broken.points(&shares), Some(15.0));
    }

    #[test]
    fn points_have_no_digits_that_say_nothing() {
        let texts = [0.0, -0.0, 40.0, 0.5, 100.0 / 3.0, 1e6].map(points_text);
        assert_eq!(texts, ["0", "0", "40", "0.5", "33.333333", "1000000"]);
        assert_eq!(PointsRange { from: 40.0, to: 60.5 }.to_string(), "40..60.5");
        assert_eq!(PointsRange { from: 40.0, to: 40.0 }.to_string(), "40");
    }
}
