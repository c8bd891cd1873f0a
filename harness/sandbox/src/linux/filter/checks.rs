//! Calls that are allowed with some arguments and not with others.

use crate::linux::filter::assembly::{Check, Fact};
use crate::linux::filter::{Decision, When};

/// What is done with some arguments of a call that is allowed otherwise.
pub struct Rule {
    /// The number of the call.
    pub number: libc::c_long,
    /// Its name.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the page that a test holds against this"))]
    pub name: &'static str,
    /// When this holds.
    pub when: When,
    /// What it is about, for people.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the page that a test holds against this"))]
    pub what: &'static str,
    /// The first that holds decides.
    pub checks: &'static [Check],
}

macro_rules! rule {
    ($call:ident, $when:ident, $what:literal, $decision:ident if $($facts:expr),+ $(,)?) => {
        Rule {
            number: libc::$call,
            name: stringify!($call),
            when: When::$when,
            what: $what,
            checks: &[$(Check { facts: &$facts, decision: Decision::$decision }),+],
        }
    };
}

/// A call whose argument at this place is the mode of a file.
macro_rules! set_id {
    ($call:ident, $place:literal) => {
        rule!(
            $call, ForBuilds, "set-user-ID and set-group-ID files (`S_ISUID`, `S_ISGID`)",
            Refused if [Fact::HasAny($place, 0o6000)]
        )
    };
}

/// All `CLONE_NEW…` that `clone` takes, see `clone(2)`.
const NEW_NAMESPACES: u32 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET)
    .cast_unsigned();

/// The launcher's own number in its PID namespace.
const LAUNCHER: u32 = 1;

/// `which` of `setpriority`: all processes of a user.
const ALL_OF_A_USER: u32 = 2;

/// `which` of `ioprio_set`: all processes of a user.
const ALL_OF_A_USER_FOR_IO: u32 = 3;

const UNIX: u32 = libc::AF_UNIX.cast_unsigned();
const INET: u32 = libc::AF_INET.cast_unsigned();
const INET6: u32 = libc::AF_INET6.cast_unsigned();
const NETLINK: u32 = libc::AF_NETLINK.cast_unsigned();
const TCP: u32 = libc::IPPROTO_TCP.cast_unsigned();
const UDP: u32 = libc::IPPROTO_UDP.cast_unsigned();

/// The bits of the type of a socket that are no flags.
const SOCKET_TYPE: u32 = 0xf;
const DATAGRAM: u32 = libc::SOCK_DGRAM.cast_unsigned();
const RAW: u32 = libc::SOCK_RAW.cast_unsigned();
const SOCKET_LEVEL: u32 = libc::SOL_SOCKET.cast_unsigned();

/// All of them.
pub const RULES: &[Rule] = &[
    rule!(
        SYS_clone, Always, "new namespaces: a user namespace gives access to kernel memory that is not counted",
        Refused if [Fact::HasAny(0, NEW_NAMESPACES)]
    ),
    // With a PID namespace the launcher is 1 for a program, and whatever else it sees is its own.
    rule!(SYS_prlimit64, WithNamespaces, "limits of the launcher", Refused if [Fact::Is(0, LAUNCHER)]),
    rule!(
        SYS_sched_setaffinity, WithNamespaces, "cores of the launcher", Refused if [Fact::Is(0, LAUNCHER)]
    ),
    rule!(
        SYS_sched_setscheduler, WithNamespaces, "scheduling of the launcher",
        Refused if [Fact::Is(0, LAUNCHER)]
    ),
    rule!(
        SYS_sched_setparam, WithNamespaces, "scheduling of the launcher", Refused if [Fact::Is(0, LAUNCHER)]
    ),
    rule!(
        SYS_sched_setattr, WithNamespaces, "scheduling of the launcher", Refused if [Fact::Is(0, LAUNCHER)]
    ),
    rule!(
        SYS_setpriority, WithNamespaces, "priority of the launcher, or of all that the user runs",
        Refused if [Fact::Is(1, LAUNCHER)], [Fact::Is(0, ALL_OF_A_USER)]
    ),
    rule!(
        SYS_ioprio_set, WithNamespaces, "priority of the launcher, or of all that the user runs",
        Refused if [Fact::Is(1, LAUNCHER)], [Fact::Is(0, ALL_OF_A_USER_FOR_IO)]
    ),
    // Without one it sees every process of the user, and the filter cannot know its own number.
    rule!(SYS_prlimit64, WithoutNamespaces, "limits of other processes", Refused if [Fact::IsNot(0, 0)]),
    rule!(SYS_sched_setaffinity, WithoutNamespaces, "cores of other processes", Refused if [Fact::IsNot(0, 0)]),
    rule!(SYS_sched_setscheduler, WithoutNamespaces, "scheduling of other processes", Refused if [Fact::IsNot(0, 0)]),
    rule!(SYS_sched_setparam, WithoutNamespaces, "scheduling of other processes", Refused if [Fact::IsNot(0, 0)]),
    rule!(SYS_sched_setattr, WithoutNamespaces, "scheduling of other processes", Refused if [Fact::IsNot(0, 0)]),
    rule!(
        SYS_setpriority, WithoutNamespaces, "priority of other processes",
        Refused if [Fact::IsNot(1, 0)], [Fact::Is(0, ALL_OF_A_USER)]
    ),
    rule!(
        SYS_ioprio_set, WithoutNamespaces, "priority of other processes",
        Refused if [Fact::IsNot(1, 0)], [Fact::Is(0, ALL_OF_A_USER_FOR_IO)]
    ),
    rule!(
        SYS_prctl, Always, "`PR_TASK_PERF_EVENTS_DISABLE` and `_ENABLE`, which switch the counters of the harness; `PR_SCHED_CORE`",
        Refused if [Fact::Is(0, 31)], [Fact::Is(0, 32)], [Fact::Is(0, 62)]
    ),
    rule!(
        SYS_prctl, ForProgramsAlone, "`PR_SET_SECCOMP`: filters on system calls",
        Refused if [Fact::Is(0, 22)]
    ),
    // A table of the kernel's, as large as the program says.
    rule!(
        SYS_prctl, WithoutGroup, "`PR_FUTEX_HASH`: memory of the kernel that belongs to no process",
        Refused if [Fact::Is(0, 78)]
    ),
    rule!(
        SYS_fcntl, Always, "leases (`F_SETLEASE`) and notices (`F_NOTIFY`), which delay other processes that open the input file",
        Refused if [Fact::Is(1, 1024)], [Fact::Is(1, 1026)]
    ),
    // They belong to the file in memory, not to its mount, so a read-only mount does not keep them as they are.
    rule!(
        SYS_fcntl, Always, "hints on how long a file lives (`F_SET_RW_HINT`, `F_SET_FILE_RW_HINT`), which stay with the input file",
        Refused if [Fact::Is(1, 1036)], [Fact::Is(1, 1038)]
    ),
    rule!(
        SYS_fadvise64, Always, "`POSIX_FADV_DONTNEED`: drops a file from the cache, so that other processes read it from disk again",
        Ignored if [Fact::Is(3, 4)]
    ),
    rule!(
        SYS_madvise, Always, "`MADV_COLD`, `MADV_PAGEOUT`: drop a mapped file from the cache",
        Ignored if [Fact::Is(2, 20)], [Fact::Is(2, 21)]
    ),
    rule!(
        SYS_msync, ForPrograms, "`MS_SYNC`: writes a mapped file back to the disk and waits for it",
        Ignored if [Fact::HasAny(2, libc::MS_SYNC.cast_unsigned())]
    ),
    rule!(
        SYS_socket, WithNamespaces, "sockets other than local ones and those of the empty network",
        Refused if [Fact::IsNot(0, UNIX), Fact::IsNot(0, INET), Fact::IsNot(0, INET6), Fact::IsNot(0, NETLINK)],
        [Fact::Is(0, NETLINK), Fact::IsNot(2, 0)]
    ),
    // A dump that is not read is memory of the kernel, and a protocol that no solution needs is code of the kernel.
    rule!(
        SYS_socket, ForPrograms, "sockets of the kernel's own (`AF_NETLINK`), whose messages no group counts, and network protocols other than TCP and UDP",
        Refused if [Fact::Is(0, NETLINK)],
        [Fact::IsNot(0, UNIX), Fact::IsNot(2, 0), Fact::IsNot(2, TCP), Fact::IsNot(2, UDP)]
    ),
    rule!(SYS_socketpair, Always, "pairs of sockets other than local ones", Refused if [Fact::IsNot(0, UNIX)]),
    // Both kinds can be sent to any name, as a socket can.
    rule!(
        SYS_socketpair, WithoutNamespaces, "pairs of sockets that can send to the user's services (`SOCK_DGRAM`)",
        Refused if [Fact::Masked(1, SOCKET_TYPE, DATAGRAM)], [Fact::Masked(1, SOCKET_TYPE, RAW)]
    ),
    // The machine code of such filters is limited for the whole machine: when it is used up, no other program gets one.
    rule!(
        SYS_setsockopt, Always, "filters on sockets (`SO_ATTACH_FILTER` and the like), which can use up the room that the machine has for filters",
        Refused if [Fact::Is(1, SOCKET_LEVEL), Fact::Is(2, 26)],
        [Fact::Is(1, SOCKET_LEVEL), Fact::Is(2, 50)],
        [Fact::Is(1, SOCKET_LEVEL), Fact::Is(2, 51)],
        [Fact::Is(1, SOCKET_LEVEL), Fact::Is(2, 52)],
    ),
    rule!(
        SYS_kill, WithoutSignalScope, "signals to groups of processes, and to all of the user's",
        Refused if [Fact::HasAny(0, 1 << 31)]
    ),
    // On a disk they stay; other users must not start them with the rights of the judge's user.
    set_id!(SYS_fchmod, 1),
    set_id!(SYS_fchmodat, 2),
    set_id!(SYS_openat, 3),
    set_id!(SYS_mknodat, 2),
    Rule { number: 452, name: "SYS_fchmodat2", ..set_id!(SYS_fchmodat, 2) },
    #[cfg(target_arch = "x86_64")]
    set_id!(SYS_chmod, 1),
    #[cfg(target_arch = "x86_64")]
    set_id!(SYS_open, 2),
    #[cfg(target_arch = "x86_64")]
    set_id!(SYS_creat, 1),
    #[cfg(target_arch = "x86_64")]
    set_id!(SYS_mknod, 1),
    // The kinds of request by the letter that file systems use: most of them (two letters), XFS, btrfs
    // and F2FS.
    rule!(
        SYS_ioctl, ForProgramsWithoutNamespaces, "attributes of files",
        Refused if [Fact::Masked(1, 0xff00, 0x6600)],
        [Fact::Masked(1, 0xff00, 0x7600)],
        [Fact::Masked(1, 0xff00, 0x5800)],
        [Fact::Masked(1, 0xff00, 0x9400)],
        [Fact::Masked(1, 0xff00, 0xf500)],
    ),
];
