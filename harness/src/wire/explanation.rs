//! The shape of what was found out about a failure: in records, and in documents for others.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::event::{CodePlace, ExplainedFault, Explanation, StackFrame, Subject};
use crate::model::{Name, Verdict};
use crate::wire::listed::{list, optional};

optional!(maybe_verdict, crate::model::Verdict, "crate::wire::scalar::verdict");
optional!(maybe_place, crate::event::CodePlace, "crate::wire::explanation::CodePlaceShape");
list!(faults, crate::event::ExplainedFault, "crate::wire::explanation::FaultShape");
list!(frames, crate::event::StackFrame, "crate::wire::explanation::FrameShape");

#[derive(Serialize, Deserialize)]
#[serde(remote = "Explanation")]
struct ExplanationShape {
    #[serde(with = "crate::wire::event::shared_subject")]
    subject: Arc<Subject>,
    #[serde(with = "crate::wire::scalar::name")]
    case: Name,
    checks: String,
    #[serde(with = "maybe_verdict")]
    verdict: Option<Verdict>,
    #[serde(with = "faults")]
    faults: Vec<ExplainedFault>,
    left_out: usize,
    remark: Option<String>,
    said: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ExplainedFault")]
struct FaultShape {
    what: String,
    details: Vec<String>,
    #[serde(with = "maybe_place")]
    place: Option<CodePlace>,
    #[serde(with = "frames")]
    stack: Vec<StackFrame>,
    library_calls: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "StackFrame")]
struct FrameShape {
    function: String,
    #[serde(with = "maybe_place")]
    place: Option<CodePlace>,
    times: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "CodePlace")]
struct CodePlaceShape {
    #[serde(with = "crate::wire::scalar::name")]
    path: Name,
    line: u64,
    column: Option<u64>,
    text: Option<String>,
}

/// For `#[serde(with)]` on one in a box.
pub mod boxed {
    use serde::{Deserializer, Serializer};

    use crate::event::Explanation;
    use crate::wire::explanation::ExplanationShape;

    pub fn serialize<S: Serializer>(value: &Explanation, serializer: S) -> Result<S::Ok, S::Error> {
        ExplanationShape::serialize(value, serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Box<Explanation>, D::Error> {
        ExplanationShape::deserialize(deserializer).map(Box::new)
    }
}

/// Why a solution failed on a case, as a run of its own has found out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplanationLine {
    problem: String,
    solution: String,
    case: String,
    /// What was looked for; empty where nothing was run for it.
    checks: String,
    /// The verdict of that run; null where there was none.
    verdict: Option<String>,
    faults: Vec<FaultLine>,
    left_out: usize,
    /// What there is to be said where nothing was found.
    remark: Option<String>,
    /// Standard error, where it holds no trace.
    said: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct FaultLine {
    what: String,
    details: Vec<String>,
    place: Option<CodeLine>,
    stack: Vec<FrameLine>,
    library_calls: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct CodeLine {
    path: String,
    line: u64,
    column: Option<u64>,
    text: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct FrameLine {
    function: String,
    place: Option<CodeLine>,
    times: u64,
}

impl From<&Explanation> for ExplanationLine {
    fn from(explanation: &Explanation) -> Self {
        let Explanation { subject, case, checks, verdict, faults, left_out, remark, said } = explanation;
        Self {
            problem: subject.problem.to_string(),
            solution: subject.solution.to_string(),
            case: case.to_string(),
            checks: checks.clone(),
            verdict: verdict.map(|verdict| verdict.code().to_owned()),
            faults: faults.iter().map(FaultLine::from).collect(),
            left_out: *left_out,
            remark: remark.clone(),
            said: said.clone(),
        }
    }
}

impl From<&ExplainedFault> for FaultLine {
    fn from(fault: &ExplainedFault) -> Self {
        let ExplainedFault { what, details, place, stack, library_calls } = fault;
        let frame = |frame: &StackFrame| FrameLine {
            function: frame.function.clone(),
            place: frame.place.as_ref().map(CodeLine::from),
            times: frame.times,
        };
        Self {
            what: what.clone(),
            details: details.clone(),
            place: place.as_ref().map(CodeLine::from),
            stack: stack.iter().map(frame).collect(),
            library_calls: *library_calls,
        }
    }
}

impl From<&CodePlace> for CodeLine {
    fn from(place: &CodePlace) -> Self {
        let CodePlace { path, line, column, text } = place;
        Self { path: path.to_string(), line: *line, column: *column, text: text.clone() }
    }
}
