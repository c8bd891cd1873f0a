//! Own namespaces for a launcher and all that it starts.
//!
//! They are made once per launcher, not per run: a network namespace alone costs as much as
//! starting a small program. Between two runs nothing is left that could tell the second about the
//! first, because the launcher is PID 1 of its namespace and kills and reaps everything else.
//! The program itself is never PID 1: the kernel does not deliver to PID 1 the signals it sends
//! itself, so `abort()` and `raise()` would show as something else.

use std::fs;
use std::io;

use rustix::process::{getgid, getuid};
use rustix::thread::{CapabilitySet, CapabilitySets, UnshareFlags, set_capabilities, set_no_new_privs};

use crate::linux::sys;

/// Puts the calling, single-threaded process into an own user, network and IPC namespace, and its
/// next child into an own PID namespace. Users keep their numbers, so files look as they always do.
pub fn enter() -> io::Result<()> {
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    sys::unshare(UnshareFlags::NEWUSER)?;
    // Needed before an ordinary user may write the group map; see user_namespaces(7).
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1"))?;
    sys::unshare(UnshareFlags::NEWPID | UnshareFlags::NEWNET | UnshareFlags::NEWIPC)?;
    Ok(())
}

/// Gives up every capability for good; what is started from here on cannot get them back.
pub fn drop_privileges() -> io::Result<()> {
    set_no_new_privs(true)?;
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })?;
    Ok(())
}
