//! The shapes of events.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::event::{
    Drawing, EmptyProgram, Event, Explanation, InputExcerpt, JobName, LeftOut, NotBuilt, Outcome, Recheck,
    RunEnd, RunPlan, Stamped, Subject, Warned,
};
use crate::judge::Judgement;
use crate::model::{Bytes, CheckerChoice, Limits, Name, Verdict};
use crate::wire::judgement::{CheckerShape, JudgementShape, LimitsShape};
use crate::wire::listed::{list, optional};
use crate::wire::plan::SubjectShape;

#[derive(Serialize, Deserialize)]
#[serde(remote = "Stamped")]
pub struct StampedShape {
    #[serde(rename = "elapsed_ns", with = "crate::wire::scalar::nanoseconds")]
    elapsed: Duration,
    #[serde(with = "EventShape")]
    event: Event,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Event", rename_all = "snake_case")]
enum EventShape {
    LeftOut(#[serde(with = "boxed_left_out")] Box<LeftOut>),
    BuildStarted {
        programs: usize,
    },
    Building {
        names: Vec<String>,
        #[serde(default)]
        done: usize,
    },
    BuildFinished,
    RunStarted(#[serde(with = "crate::wire::plan")] Arc<RunPlan>),
    NotBuilt(#[serde(with = "boxed_not_built")] Box<NotBuilt>),
    Warned(#[serde(with = "boxed_warned")] Box<Warned>),
    #[serde(skip)]
    Started(JobName),
    #[serde(skip)]
    Waits(JobName),
    Judged(#[serde(with = "boxed_outcome")] Box<Outcome>),
    Provisional,
    EmptyProgram(#[serde(with = "EmptyProgramShape")] EmptyProgram),
    Drawn(#[serde(with = "boxed_drawing")] Box<Drawing>),
    Explained(#[serde(with = "crate::wire::explanation::boxed")] Box<Explanation>),
    RunFinished(#[serde(with = "RunEndShape")] RunEnd),
}

optional!(maybe_name, crate::model::Name, "crate::wire::scalar::name");

#[derive(Serialize, Deserialize)]
#[serde(remote = "LeftOut")]
struct LeftOutShape {
    #[serde(with = "maybe_name")]
    problem: Option<Name>,
    #[serde(with = "crate::wire::scalar::name")]
    path: Name,
    why: String,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "NotBuilt")]
struct NotBuiltShape {
    #[serde(with = "shared_subject")]
    subject: Arc<Subject>,
    #[serde(with = "crate::wire::scalar::verdict")]
    verdict: Verdict,
    why: String,
    is_missing: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_absent: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Warned")]
struct WarnedShape {
    #[serde(with = "shared_subject")]
    subject: Arc<Subject>,
    said: String,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "EmptyProgram")]
struct EmptyProgramShape {
    language: String,
    #[serde(rename = "memory_bytes", with = "crate::wire::scalar::size")]
    memory: Bytes,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Drawing")]
struct DrawingShape {
    #[serde(with = "crate::wire::scalar::name")]
    problem: Name,
    #[serde(with = "crate::wire::scalar::name")]
    case: Name,
    #[serde(default, with = "maybe_name")]
    solution: Option<Name>,
    #[serde(with = "crate::wire::scalar::bytes")]
    bytes: Vec<u8>,
    is_svg: bool,
}

optional!(maybe_input, crate::event::InputExcerpt, "crate::wire::event::InputShape");
list!(rechecks, crate::event::Recheck, "crate::wire::event::RecheckShape");

#[derive(Serialize, Deserialize)]
#[serde(remote = "Outcome")]
struct OutcomeShape {
    #[serde(with = "shared_subject")]
    subject: Arc<Subject>,
    #[serde(with = "crate::wire::scalar::name")]
    case: Name,
    #[serde(with = "maybe_input")]
    input: Option<InputExcerpt>,
    #[serde(with = "LimitsShape")]
    limits: Limits,
    #[serde(with = "CheckerShape")]
    checker: CheckerChoice,
    #[serde(with = "JudgementShape")]
    judgement: Judgement,
    #[serde(with = "crate::wire::plan::verdicts")]
    expected: Vec<Verdict>,
    #[serde(with = "rechecks")]
    rechecks: Vec<Recheck>,
    #[serde(default, with = "maybe_name")]
    decided_by: Option<Name>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    machine: Option<String>,
    #[serde(default)]
    is_after_failure: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "InputExcerpt")]
struct InputShape {
    #[serde(with = "crate::wire::scalar::bytes")]
    bytes: Vec<u8>,
    size: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pass: Option<u32>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Recheck")]
struct RecheckShape {
    #[serde(rename = "cpu_ns", with = "crate::wire::scalar::nanoseconds")]
    cpu: Duration,
    alone: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "RunEnd")]
struct RunEndShape {
    #[serde(rename = "wall_ns", with = "crate::wire::scalar::known_nanoseconds")]
    wall: Option<Duration>,
    interrupted: Option<i32>,
    steal_per_mille: u64,
}

/// A module for `#[serde(with)]` on what lies in a box or is shared.
macro_rules! behind {
    ($module:ident, $pointer:path, $shape:ident, $type:ident) => {
        pub(super) mod $module {
            use serde::{Deserializer, Serializer};
            use $pointer as Pointer;

            use crate::wire::event::{$shape, $type};

            pub fn serialize<S: Serializer>(
                value: &Pointer<$type>,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                $shape::serialize(value.as_ref(), serializer)
            }

            pub fn deserialize<'de, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Pointer<$type>, D::Error> {
                $shape::deserialize(deserializer).map(Pointer::new)
            }
        }
    };
}

behind!(boxed_left_out, std::boxed::Box, LeftOutShape, LeftOut);
behind!(boxed_drawing, std::boxed::Box, DrawingShape, Drawing);
behind!(boxed_outcome, std::boxed::Box, OutcomeShape, Outcome);
behind!(boxed_not_built, std::boxed::Box, NotBuiltShape, NotBuilt);
behind!(boxed_warned, std::boxed::Box, WarnedShape, Warned);
behind!(shared_subject, std::sync::Arc, SubjectShape, Subject);
