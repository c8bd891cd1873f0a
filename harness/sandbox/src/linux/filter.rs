//! A filter on system calls, put on the launcher once and inherited by every program.
//!
//! It is the second lock, not the first: what it refuses is not needed by any solution, and is
//! either a large part of the kernel to attack (`bpf`, `io_uring`, mounts) or leaves something
//! behind that no namespace of ours would take away between two runs (System V memory, keys). Where
//! there is no network namespace it also refuses every socket that leads out of the machine.
//! Refused calls fail with EPERM; a program for another architecture than the judge's is killed.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};

/// Calls that are refused.
const REFUSED: [libc::c_long; 45] = [
    // Parts of the kernel that a solution has no use for.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_userfaultfd,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    // Other namespaces, roots and mounts.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_chroot,
    libc::SYS_pivot_root,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    // The clock and name of the machine.
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    // What outlives its process.
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_shmget,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
];

/// The filter; `None` where there is none for this architecture.
pub fn compile(refuse_sockets: bool) -> Option<BpfProgram> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        REFUSED.into_iter().map(|number| (number, Vec::new())).collect();
    if refuse_sockets {
        let local = u64::try_from(libc::AF_UNIX).ok()?;
        let leads_out = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, local).ok()?;
        rules.insert(libc::SYS_socket, vec![SeccompRule::new(vec![leads_out]).ok()?]);
    }
    let refuse = SeccompAction::Errno(u32::try_from(libc::EPERM).ok()?);
    let architecture = std::env::consts::ARCH.try_into().ok()?;
    SeccompFilter::new(rules, SeccompAction::Allow, refuse, architecture).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::compile;

    #[test]
    fn the_filter_compiles_with_and_without_sockets() {
        let with = compile(false).expect("a filter for this architecture");
        let without = compile(true).expect("a filter for this architecture");
        assert!(without.len() > with.len());
    }
}
