//! Which cores there are.

use std::collections::BTreeSet;
use std::fs;

/// One logical processor of each physical core that this process may use. Two programs on the two
/// halves of one core slow each other down, so this is how many may run at once.
#[must_use]
pub fn physical_cores() -> Vec<usize> {
    let Ok(allowed) = rustix::thread::sched_getaffinity(None) else { return Vec::new() };
    let mut seen = BTreeSet::new();
    (0..rustix::thread::CpuSet::MAX_CPU)
        .filter(|core| allowed.is_set(*core))
        .filter(|core| seen.insert(siblings(*core)))
        .collect()
}

/// A name for the physical core that a logical processor belongs to: the list of its siblings.
fn siblings(core: usize) -> String {
    let path = format!("/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list");
    fs::read_to_string(path).unwrap_or_else(|_| core.to_string())
}
