//! Rounds, counters, start-up time, baselines, growth: which solution is faster, and by how much.
//!
//! First all are judged; a solution that is not right on every case is not measured. Then come rounds: in
//! each, case by case, every solution that is due on it runs once, alone, on one core, in a new random
//! order. So a disturbance affects all alike, and samples of the same time are
//! compared, not the sums.
//!
//! ```text
//! candidates → judged → contenders → rounds | counters → samples → comparison::rank → Measured
//!                                    start cost of each language ──────────────────────┘
//! ```

mod advice;
pub mod baseline;
mod bench;
mod comparable;
mod compare;
mod counters;
pub mod growth;
mod measured;
mod rerun;
mod rounds;
mod start_cost;
#[cfg(test)]
mod tests;

pub use bench::{Bench, MeasureRequest};
pub use comparable::check_comparable;
pub use compare::measure;
pub use measured::{Against, Measured};
pub use start_cost::StartCost;
