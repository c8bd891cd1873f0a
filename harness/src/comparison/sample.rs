//! What is compared, and the facts of one run.

use std::time::Duration;

use crate::event::Outcome;
use crate::model::Bytes;

/// The least that can be counted.
const PAGE: Bytes = Bytes(4096);

/// In such steps the kernel charges memory to a control group (64 pages, `MEMCG_CHARGE_BATCH`).
pub const CHARGE: Bytes = Bytes(256 << 10);

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Metric {
    /// CPU time of the whole tree.
    Cpu,
    /// Wall-clock time.
    Wall,
    /// Peak memory.
    Memory,
    /// Instructions of the program, the kernel's left out.
    Instructions,
}

impl Metric {
    /// Its name in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Wall => "wall",
            Self::Memory => "memory",
            Self::Instructions => "instructions",
        }
    }
}

/// The facts of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunSample {
    /// The round in which it was measured; a case that is long is not measured in every one.
    pub round: usize,
    /// CPU time of the whole tree.
    pub cpu: Duration,
    /// The part of it in user mode.
    pub user: Duration,
    /// The part of it in the kernel.
    pub system: Duration,
    /// Wall-clock time.
    pub wall: Duration,
    /// Peak memory.
    pub memory: Bytes,
    /// Below this the counter of memory says nothing.
    pub memory_grain: Bytes,
    /// Page faults.
    pub page_faults: u64,
    /// Context switches.
    pub switches: u64,
    /// Instructions, where they were counted.
    pub instructions: Option<u64>,
}

impl RunSample {
    /// The facts of a run that took place.
    #[must_use]
    pub fn of(outcome: &Outcome, round: usize) -> Option<Self> {
        let facts = outcome.judgement.execution.as_ref()?;
        let usage = &facts.usage;
        Some(Self {
            round,
            cpu: usage.cpu,
            user: usage.user,
            system: usage.system,
            wall: usage.wall,
            memory: usage.memory,
            memory_grain: facts.enforced.memory.grain(),
            page_faults: usage.page_faults,
            switches: usage.switches,
            instructions: usage.instructions,
        })
    }

    /// The peak memory as far as the counter knows it: never less than its grain, and never nothing.
    #[must_use]
    pub fn known_memory(&self) -> Bytes {
        self.memory.max(self.memory_grain).max(PAGE)
    }

    /// Nanoseconds, bytes, or a count.
    #[must_use]
    pub fn value(&self, metric: Metric) -> f64 {
        match metric {
            // A clock may not have moved; without a value there is no ratio.
            Metric::Cpu => (self.cpu.as_secs_f64() * 1e9).max(1.0),
            Metric::Wall => (self.wall.as_secs_f64() * 1e9).max(1.0),
            #[expect(clippy::cast_precision_loss, reason = "no program holds 2⁵² bytes")]
            Metric::Memory => self.known_memory().0 as f64,
            #[expect(clippy::cast_precision_loss, reason = "exact up to 2⁵³, for weeks")]
            Metric::Instructions => self.instructions.unwrap_or(0).max(1) as f64,
        }
    }
}
