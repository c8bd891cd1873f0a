//! How many files the judge may have open: enough for all its workers, and its programs as many as ever.
//!
//! Each worker has a socket to its launcher and, while a program runs, its input and the pipes of its
//! output; a dialogue has two programs and the pipes between them. With very many workers that is more
//! than the usual soft limit of 1,024, which any process may raise up to the hard one. Programs must find
//! the limit that they always find, so a launcher gets the old one back before it starts any.
//!
//! The kernel counts descriptors that are under way in messages for all of a user's processes together, and
//! refuses to send more where there are more of them than the *sender* may have open. So programs may have
//! fewer than the judge and its launchers: one that keeps as many under way as it can stops before they
//! have to. It also bounds what the kernel holds for descriptors, which no control group counts.

use std::sync::OnceLock;

use crate::linux::plan::{Limit, Resource as Limited};

use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit, setrlimit};

/// Descriptors of the judge apart from its workers.
const OF_THE_JUDGE: u64 = 64;

/// Descriptors of one worker at most: those of a dialogue are 22.
const OF_A_WORKER: u64 = 32;

/// The limit before it was raised. It belongs to the process, and so does this.
static BEFORE: OnceLock<Rlimit> = OnceLock::new();

/// Raises the soft limit, as far as the hard one lets, where these workers would need more.
pub fn make_room(workers: usize) {
    let needed = OF_THE_JUDGE + OF_A_WORKER * workers as u64;
    let now = getrlimit(Resource::Nofile);
    let Some(current) = now.current.filter(|current| *current < needed) else { return };
    let raised = now.maximum.map_or(needed, |maximum| maximum.min(needed));
    if raised > current && setrlimit(Resource::Nofile, Rlimit { current: Some(raised), ..now }).is_ok() {
        let _ = BEFORE.set(now);
    }
}

/// More descriptors than any solution needs.
const OF_A_PROGRAM: u64 = 4096;

/// Where a user may have fewer, programs may have all of them.
const FEW: u64 = 512;

/// The limit of programs, made of that of the calling launcher, whose own is raised as far as it goes. Nothing where
/// there is no room between the two.
pub fn of_programs() -> Option<Limit> {
    let own = getrlimit(Resource::Nofile);
    let hard = own.maximum.unwrap_or(u64::MAX);
    if hard < FEW {
        return None;
    }
    let _ = setrlimit(Resource::Nofile, Rlimit { current: own.maximum, ..own });
    let most = OF_A_PROGRAM.min(hard / 2);
    Some(Limited::OpenFiles.at_most(own.current.unwrap_or(u64::MAX), most))
}

/// Gives a launcher the limit from before. It has only just been started and waits for its orders.
pub fn give_back(launcher: Pid) {
    if let Some(before) = BEFORE.get() {
        // A limit that is higher than before takes nothing from a program.
        let _ = prlimit(Some(launcher), Resource::Nofile, *before);
    }
}
