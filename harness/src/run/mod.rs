//! The engine: jobs → sandbox → judge → events. Every command uses this one.
//!
//! ```text
//! tasks → schedule: a slot each, borderline ones again alone → once: sandbox.run → facts → judge
//!   job:      a solution on a case, compared or talked to, once or in passes → an event
//!   question: any program with an input                   → a reply
//! ```
//! The workers share nothing but the queue of tasks and the channel of events; a slow listener cannot
//! slow them down.

mod ask;
mod changed;
mod checked;
mod decided;
mod dialogue;
mod engine;
mod excerpt;
mod grid;
mod job;
mod once;
mod outputs;
mod passes;
mod pool;
mod schedule;
mod spool;
mod talk;
mod told;
mod written;

pub use ask::{Question, Reply};
pub use checked::Held;
pub use engine::Engine;
pub use outputs::{KeptOutputs, PassedOn, WrittenOutputs};
pub use pool::{Pool, PoolError};
pub use talk::{Conversation, Talked, talk_to_interactor, talk_to_program};

#[cfg(test)]
mod tests;
