//! What the kernel and the compilers say about this host.

pub mod compilers;
pub mod evenness;
mod finding;
mod host;
pub mod layers;
pub mod specimens;

pub use finding::Finding;
pub use host::{Machine, ProcessorTime, governor, kernel_says, load, machine, origin, version};
