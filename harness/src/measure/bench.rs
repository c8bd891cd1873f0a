//! Where programs are measured, and what is asked for.

use std::time::{Duration, Instant};

use harness_sandbox::{Sandbox, Stop};

use crate::build::Built;
use crate::comparison::Metric;
use crate::event::Outcome;
use crate::model::seconds;
use crate::run::{Engine, Pool};

/// What to measure, and how long.
#[derive(Clone, Copy, Debug)]
pub struct MeasureRequest {
    /// What is compared.
    pub metric: Metric,
    /// So many rounds; without it, as many as the comparison needs.
    pub runs: Option<usize>,
    /// When to stop.
    pub max_time: Duration,
    /// Whether to advise time limits.
    pub limits: bool,
}

/// Where programs are measured: one at a time, and none of them twice.
#[derive(Clone, Copy)]
pub struct Bench<'a> {
    /// Where they run.
    pub sandbox: &'a dyn Sandbox,
    /// When to stop.
    pub stop: &'a Stop,
    /// A single worker.
    pub pool: &'a Pool,
}

impl<'a> Bench<'a> {
    /// The engine for it.
    #[must_use]
    pub fn engine(&self) -> Engine<'a> {
        let Self { sandbox, stop, pool } = *self;
        Engine::new(sandbox, stop, pool, 0)
    }
}

/// Why a program that is not built is not measured.
pub(super) fn unbuilt(built: &Built) -> Option<String> {
    match built {
        Built::Ready(_) => None,
        Built::Rejected(_) => Some("CE, it does not build".to_owned()),
        Built::Missing(why) | Built::Absent(why) => Some(format!("SK, {why}")),
        Built::Failed(_) => Some("JE, it could not be built".to_owned()),
    }
}

/// `WA on 2-large`.
pub(super) fn verdict_and_case(outcome: &Outcome) -> String {
    format!("{} on {}", outcome.judgement.verdict.code(), outcome.case)
}

/// How long a measurement took.
pub(super) fn since(started: Instant) -> String {
    seconds(started.elapsed())
}
