//! The shapes of what happens in a hunt.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::event::{
    AddedCase, AddedCases, Counterexample, Flakiness, HuntEvent, HuntExtent, HuntPlan, NothingFound,
    ReducedTo, Reduction, SlowestInput, StampedHunt,
};
use crate::exit_code::ExitCode;
use crate::model::{AnswerBy, Name, RoleKind, Split, Verdict};
use crate::wire::ended::ExitCodeShape;
use crate::wire::listed::{list, optional};

#[derive(Serialize, Deserialize)]
#[serde(remote = "StampedHunt")]
pub struct StampedHuntShape {
    #[serde(rename = "elapsed_ns", with = "crate::wire::scalar::nanoseconds")]
    elapsed: Duration,
    #[serde(with = "HuntEventShape")]
    event: HuntEvent,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "HuntEvent", rename_all = "snake_case")]
enum HuntEventShape {
    Started(#[serde(with = "boxed_plan")] Box<HuntPlan>),
    Note(String),
    Found {
        number: u64,
        #[serde(rename = "time_ns", with = "crate::wire::scalar::nanoseconds")]
        time: Duration,
    },
    Alike {
        #[serde(with = "crate::wire::scalar::name")]
        solution: Name,
        #[serde(with = "crate::wire::scalar::verdict")]
        verdict: Verdict,
        #[serde(with = "crate::wire::scalar::name")]
        case: Name,
    },
    Reduced(#[serde(with = "ReductionShape")] Reduction),
    KeptAsFound,
    Slowest(#[serde(with = "boxed_slowest")] Box<SlowestInput>),
    Counterexample(#[serde(with = "boxed_counterexample")] Box<Counterexample>),
    Flaky(#[serde(with = "boxed_flakiness")] Box<Flakiness>),
    JudgingEnded(#[serde(with = "ExitCodeShape")] ExitCode),
    Added(#[serde(with = "boxed_added")] Box<AddedCases>),
    Unjudged,
    Again(String),
    NothingWritten(String),
    NothingFound(#[serde(with = "boxed_nothing")] Box<NothingFound>),
    Interrupted(#[serde(with = "ExtentShape")] HuntExtent),
    Failed {
        told: Vec<String>,
        hints: Vec<String>,
    },
}

list!(names, crate::model::Name, "crate::wire::scalar::name");
list!(added_cases, crate::event::AddedCase, "crate::wire::hunt::AddedCaseShape");
list!(
    unexpected,
    (crate::model::Name, crate::model::Name, crate::model::Verdict),
    "crate::wire::hunt::unexpected_verdict"
);
list!(groups, (Vec<u8>, Vec<crate::model::Name>), "crate::wire::hunt::group");
list!(silent, (crate::model::Name, String), "crate::wire::hunt::silent_solution");
optional!(maybe_name, crate::model::Name, "crate::wire::scalar::name");
optional!(maybe_verdict, crate::model::Verdict, "crate::wire::scalar::verdict");
optional!(maybe_bytes, Vec<u8>, "crate::wire::scalar::bytes");
optional!(maybe_reduced, crate::event::ReducedTo, "crate::wire::hunt::ReducedToShape");
optional!(maybe_waited, (String, std::time::Duration), "crate::wire::hunt::waited");

#[derive(Serialize, Deserialize)]
#[serde(remote = "HuntPlan")]
struct HuntPlanShape {
    #[serde(with = "crate::wire::scalar::name")]
    problem: Name,
    seed: u64,
    generate: String,
    #[serde(with = "names")]
    references: Vec<Name>,
    #[serde(with = "names")]
    targets: Vec<Name>,
    #[serde(with = "maybe_name")]
    measured: Option<Name>,
    is_dry: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Reduction")]
struct ReductionShape {
    #[serde(rename = "from_bytes")]
    from: usize,
    #[serde(with = "maybe_reduced")]
    to: Option<ReducedTo>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ReducedTo")]
struct ReducedToShape {
    #[serde(rename = "bytes")]
    size: usize,
    tries: usize,
    is_smallest: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SlowestInput")]
struct SlowestInputShape {
    #[serde(with = "crate::wire::scalar::name")]
    solution: Name,
    number: u64,
    tries: u64,
    #[serde(rename = "cpu_ns", with = "crate::wire::scalar::nanoseconds")]
    cpu: Duration,
    #[serde(with = "crate::wire::scalar::verdict")]
    verdict: Verdict,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Counterexample")]
struct CounterexampleShape {
    #[serde(with = "maybe_name")]
    solution: Option<Name>,
    #[serde(with = "maybe_verdict")]
    verdict: Option<Verdict>,
    #[serde(with = "crate::wire::scalar::bytes")]
    input: Vec<u8>,
    #[serde(with = "SplitShape")]
    outputs: Split,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Split")]
struct SplitShape {
    #[serde(with = "groups")]
    groups: Vec<(Vec<u8>, Vec<Name>)>,
    #[serde(with = "silent")]
    silent: Vec<(Name, String)>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Flakiness")]
struct FlakinessShape {
    shown: usize,
    runs: usize,
    #[serde(with = "names")]
    solutions: Vec<Name>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "AddedCases")]
struct AddedCasesShape {
    #[serde(with = "added_cases")]
    cases: Vec<AddedCase>,
    #[serde(with = "unexpected")]
    unexpected: Vec<(Name, Name, Verdict)>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "AddedCase")]
struct AddedCaseShape {
    #[serde(with = "crate::wire::scalar::name")]
    case: Name,
    #[serde(with = "maybe_bytes")]
    answer: Option<Vec<u8>>,
    #[serde(with = "AnswerByShape")]
    by: AnswerBy,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "AnswerBy", rename_all = "snake_case")]
enum AnswerByShape {
    Given,
    Reference(#[serde(with = "crate::wire::scalar::name")] Name),
    Consensus(#[serde(with = "names")] Vec<Name>),
    Decider(#[serde(with = "decider")] RoleKind, #[serde(with = "crate::wire::scalar::name")] Name),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "NothingFound")]
struct NothingFoundShape {
    #[serde(with = "ExtentShape")]
    extent: HuntExtent,
    #[serde(with = "maybe_waited")]
    waited: Option<(String, Duration)>,
    again: String,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "HuntExtent")]
struct ExtentShape {
    tries: u64,
    different: usize,
    #[serde(rename = "time_ns", with = "crate::wire::scalar::nanoseconds")]
    time: Duration,
}

/// A program that decides alone, by the key of its role in the settings.
mod decider {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::model::RoleKind;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references")]
    pub fn serialize<S: Serializer>(kind: &RoleKind, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(kind.key())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<RoleKind, D::Error> {
        let key = String::deserialize(deserializer)?;
        let kind = RoleKind::ALL.into_iter().find(|kind| kind.key() == key);
        kind.ok_or_else(|| Error::custom(format!("no program has the role `{key}`")))
    }
}

/// A module for `#[serde(with)]` on a pair or a triple, as an object with these fields.
macro_rules! object {
    ($module:ident, ($($field:ident: $type:ty as $with:literal),+)) => {
        mod $module {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};

            #[derive(Serialize)]
            struct Shown<'a> {
                $(#[serde(with = $with)] $field: &'a $type,)+
            }

            #[derive(Deserialize)]
            struct Read {
                $(#[serde(with = $with)] $field: $type,)+
            }

            pub fn serialize<S: Serializer>(
                ($($field),+): &($($type),+),
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                Shown { $($field),+ }.serialize(serializer)
            }

            pub fn deserialize<'de, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<($($type),+), D::Error> {
                Read::deserialize(deserializer).map(|Read { $($field),+ }| ($($field),+))
            }
        }
    };
}

/// A text as it is.
mod text {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(text)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
        String::deserialize(deserializer)
    }
}

object!(group, (
    output: Vec<u8> as "crate::wire::scalar::bytes",
    solutions: Vec<crate::model::Name> as "crate::wire::hunt::names"
));
object!(silent_solution, (
    solution: crate::model::Name as "crate::wire::scalar::name",
    why: String as "crate::wire::hunt::text"
));
object!(unexpected_verdict, (
    solution: crate::model::Name as "crate::wire::scalar::name",
    case: crate::model::Name as "crate::wire::scalar::name",
    verdict: crate::model::Verdict as "crate::wire::scalar::verdict"
));
object!(waited, (
    program: String as "crate::wire::hunt::text",
    time_ns: std::time::Duration as "crate::wire::scalar::nanoseconds"
));

/// A module for `#[serde(with)]` on what lies in a box.
macro_rules! boxed {
    ($module:ident, $shape:ident, $type:ident) => {
        mod $module {
            use serde::{Deserializer, Serializer};

            use crate::wire::hunt::{$shape, $type};

            pub fn serialize<S: Serializer>(value: &$type, serializer: S) -> Result<S::Ok, S::Error> {
                $shape::serialize(value, serializer)
            }

            pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Box<$type>, D::Error> {
                $shape::deserialize(deserializer).map(Box::new)
            }
        }
    };
}

boxed!(boxed_plan, HuntPlanShape, HuntPlan);
boxed!(boxed_slowest, SlowestInputShape, SlowestInput);
boxed!(boxed_counterexample, CounterexampleShape, Counterexample);
boxed!(boxed_flakiness, FlakinessShape, Flakiness);
boxed!(boxed_added, AddedCasesShape, AddedCases);
boxed!(boxed_nothing, NothingFoundShape, NothingFound);
