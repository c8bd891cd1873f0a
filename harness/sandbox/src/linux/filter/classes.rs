//! The whole table of system calls, in classes: what becomes of each class, and why.
//!
//! The numbers from 424 on are the same on every architecture; those that the `libc` crate does not
//! name yet are given by number.

use crate::linux::filter::{Decision, When};

/// System calls with their names.
pub type Calls = &'static [(&'static str, libc::c_long)];

/// Calls about which the same is decided for the same reason.
pub struct Class {
    /// What they do.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the page that a test holds against this"))]
    pub what: &'static str,
    /// When this holds. Where two classes hold for a call, the later one counts.
    pub when: When,
    /// What becomes of them.
    pub decision: Decision,
    /// Why.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the page that a test holds against this"))]
    pub why: &'static str,
    /// Which they are.
    pub calls: &'static [Calls],
}

macro_rules! calls {
    ($($name:ident)*) => { &[$((stringify!($name), libc::$name)),*] };
}

/// Calls that newer architectures never had.
macro_rules! old_calls {
    ($($name:ident)*) => {{
        #[cfg(target_arch = "x86_64")]
        const OLD: Calls = calls!($($name)*);
        #[cfg(not(target_arch = "x86_64"))]
        const OLD: Calls = &[];
        OLD
    }};
}

/// Calls by number.
macro_rules! new_calls {
    ($($name:ident = $number:literal)*) => { &[$((stringify!($name), $number)),*] };
}

/// All of them.
pub const CLASSES: &[Class] = &[
    Class {
        what: "reading, writing and waiting for files and pipes",
        when: When::Always,
        decision: Decision::Allowed,
        why: "every program needs them; the root and Landlock decide which files",
        calls: &[
            calls!(
                SYS_read SYS_write SYS_pread64 SYS_pwrite64 SYS_readv SYS_writev SYS_preadv SYS_pwritev
                SYS_preadv2 SYS_pwritev2 SYS_close SYS_close_range SYS_lseek SYS_dup SYS_dup3 SYS_pipe2
                SYS_fcntl SYS_ioctl SYS_flock SYS_sendfile SYS_splice SYS_tee SYS_vmsplice
                SYS_copy_file_range SYS_fsync SYS_fdatasync SYS_sync_file_range SYS_fallocate
                SYS_readahead SYS_fadvise64 SYS_ppoll SYS_pselect6 SYS_epoll_create1 SYS_epoll_ctl
                SYS_epoll_pwait SYS_epoll_pwait2 SYS_eventfd2 SYS_signalfd4 SYS_timerfd_create
                SYS_timerfd_settime SYS_timerfd_gettime SYS_inotify_init1 SYS_inotify_add_watch
                SYS_inotify_rm_watch
            ),
            old_calls!(
                SYS_dup2 SYS_pipe SYS_poll SYS_select SYS_epoll_create SYS_epoll_wait SYS_eventfd
                SYS_signalfd SYS_inotify_init
            ),
        ],
    },
    Class {
        what: "files by name",
        when: When::Always,
        decision: Decision::Allowed,
        why: "every program needs them; everything outside the program's own folders is read-only or absent",
        calls: &[
            calls!(
                SYS_openat SYS_openat2 SYS_newfstatat SYS_fstat SYS_statx SYS_statfs SYS_fstatfs
                SYS_faccessat SYS_faccessat2 SYS_readlinkat SYS_getdents64 SYS_getcwd SYS_chdir
                SYS_fchdir SYS_mkdirat SYS_mknodat SYS_linkat SYS_symlinkat SYS_unlinkat SYS_renameat2
                SYS_truncate SYS_ftruncate SYS_umask SYS_getxattr SYS_lgetxattr SYS_fgetxattr
                SYS_listxattr SYS_llistxattr SYS_flistxattr
            ),
            old_calls!(
                SYS_open SYS_creat SYS_stat SYS_lstat SYS_access SYS_readlink SYS_getdents SYS_mkdir
                SYS_rmdir SYS_mknod SYS_link SYS_symlink SYS_unlink SYS_rename SYS_renameat
            ),
            new_calls!(SYS_getxattrat = 464 SYS_listxattrat = 465 SYS_file_getattr = 468),
        ],
    },
    Class {
        what: "mode, owner, times and attributes of files",
        when: When::Always,
        decision: Decision::Allowed,
        why: "a program may do what it likes to its own files; all others, its input among them, are \
              mounted read-only",
        calls: METADATA,
    },
    Class {
        what: "mode, owner, times and attributes of files",
        when: When::ForProgramsWithoutNamespaces,
        decision: Decision::Refused,
        why: "without namespaces nothing is mounted read-only, and Landlock does not ask about these: the \
              user's files would change",
        calls: METADATA,
    },
    Class {
        what: "memory",
        when: When::Always,
        decision: Decision::Allowed,
        why: "every program needs it; the control group counts it",
        calls: &[
            calls!(
                SYS_brk SYS_mmap SYS_munmap SYS_mremap SYS_mprotect SYS_msync SYS_mincore SYS_madvise
                SYS_mlock SYS_mlock2 SYS_munlock SYS_mlockall SYS_munlockall SYS_remap_file_pages
                SYS_pkey_mprotect SYS_pkey_alloc SYS_pkey_free SYS_mseal SYS_membarrier SYS_mbind
                SYS_get_mempolicy SYS_set_mempolicy SYS_set_mempolicy_home_node SYS_memfd_create
            ),
            new_calls!(SYS_map_shadow_stack = 453),
        ],
    },
    Class {
        what: "memory as a file without a name",
        when: When::WithoutGroup,
        decision: Decision::Refused,
        why: "memory in such a file cannot be counted: it belongs to no process",
        calls: &[calls!(SYS_memfd_create)],
    },
    Class {
        what: "processes and threads",
        when: When::Always,
        decision: Decision::Allowed,
        why: "the control group counts them; new namespaces are refused by their flags",
        calls: &[
            calls!(
                SYS_clone SYS_execve SYS_execveat SYS_exit SYS_exit_group SYS_wait4 SYS_waitid SYS_getpid
                SYS_getppid SYS_gettid SYS_getpgid SYS_setpgid SYS_getsid SYS_setsid SYS_set_tid_address
                SYS_set_robust_list SYS_get_robust_list SYS_rseq SYS_futex SYS_futex_waitv SYS_prctl
                SYS_personality SYS_pidfd_open SYS_restart_syscall SYS_seccomp
                SYS_landlock_create_ruleset SYS_landlock_add_rule SYS_landlock_restrict_self
            ),
            old_calls!(SYS_fork SYS_vfork SYS_getpgrp SYS_arch_prctl),
            // The kernel puts the last two into a program that is probed.
            new_calls!(
                SYS_futex_wake = 454 SYS_futex_wait = 455 SYS_futex_requeue = 456 SYS_uretprobe = 335
                SYS_uprobe = 336
            ),
        ],
    },
    Class {
        what: "filters on system calls",
        when: When::ForProgramsAlone,
        decision: Decision::Refused,
        why: "the machine has so much room for all filters; when it is used up, no other program gets one",
        calls: &[calls!(SYS_seccomp)],
    },
    Class {
        what: "the new way to make processes",
        when: When::Always,
        decision: Decision::Absent,
        why: "its flags are in memory, where a filter does not see them; every library falls back to `clone`",
        calls: &[calls!(SYS_clone3)],
    },
    Class {
        what: "the new way to open files",
        when: When::ForBuilds,
        decision: Decision::Absent,
        why: "the mode is in memory, where a filter does not see it; every library falls back to `openat`",
        calls: &[calls!(SYS_openat2)],
    },
    Class {
        what: "signals",
        when: When::Always,
        decision: Decision::Allowed,
        why: "they reach no process outside the PID namespace or the Landlock domain; without namespaces and \
              before Landlock 6 they do, which is said: a filter cannot tell whose number a process has",
        calls: &[
            calls!(
                SYS_kill SYS_tkill SYS_tgkill SYS_rt_sigaction SYS_rt_sigprocmask SYS_rt_sigreturn
                SYS_rt_sigpending SYS_rt_sigtimedwait SYS_rt_sigqueueinfo SYS_rt_tgsigqueueinfo
                SYS_rt_sigsuspend SYS_sigaltstack SYS_pidfd_send_signal
            ),
            old_calls!(SYS_pause),
        ],
    },
    Class {
        what: "users and capabilities",
        when: When::Always,
        decision: Decision::Allowed,
        why: "a program has one user and no capabilities, and cannot gain any",
        calls: &[calls!(
            SYS_getuid SYS_geteuid SYS_getgid SYS_getegid SYS_getresuid SYS_getresgid SYS_getgroups
            SYS_setuid SYS_setgid SYS_setreuid SYS_setregid SYS_setresuid SYS_setresgid SYS_setfsuid
            SYS_setfsgid SYS_setgroups SYS_capget SYS_capset
        )],
    },
    Class {
        what: "limits, scheduling and usage",
        when: When::Always,
        decision: Decision::Allowed,
        why: "a program may change its own; the launcher's, which every later program would inherit, are \
              refused by number",
        calls: &[calls!(
            SYS_getrlimit SYS_setrlimit SYS_prlimit64 SYS_getrusage SYS_getpriority SYS_setpriority
            SYS_ioprio_get SYS_ioprio_set SYS_sched_yield SYS_sched_getaffinity SYS_sched_setaffinity
            SYS_sched_getparam SYS_sched_setparam SYS_sched_getscheduler SYS_sched_setscheduler
            SYS_sched_getattr SYS_sched_setattr SYS_sched_get_priority_max SYS_sched_get_priority_min
            SYS_sched_rr_get_interval SYS_getcpu SYS_sysinfo SYS_uname SYS_getrandom
        )],
    },
    Class {
        what: "time",
        when: When::Always,
        decision: Decision::Allowed,
        why: "every program does",
        calls: &[
            calls!(
                SYS_clock_gettime SYS_clock_getres SYS_clock_nanosleep SYS_nanosleep SYS_gettimeofday
                SYS_times SYS_getitimer SYS_setitimer SYS_timer_create SYS_timer_settime SYS_timer_gettime
                SYS_timer_getoverrun SYS_timer_delete
            ),
            old_calls!(SYS_time SYS_alarm),
        ],
    },
    Class {
        what: "sockets",
        when: When::Always,
        decision: Decision::Allowed,
        why: "between processes of a program; the network is empty",
        calls: &[calls!(
            SYS_socket SYS_socketpair SYS_bind SYS_listen SYS_accept SYS_accept4 SYS_connect
            SYS_getsockname SYS_getpeername SYS_getsockopt SYS_setsockopt SYS_sendto SYS_recvfrom
            SYS_sendmsg SYS_recvmsg SYS_sendmmsg SYS_recvmmsg SYS_shutdown
        )],
    },
    Class {
        what: "new sockets",
        when: When::WithoutNamespaces,
        decision: Decision::Refused,
        why: "they lead to the network, and by name to the user's services: the desktop, an agent with keys, \
              a container engine",
        calls: &[calls!(SYS_socket)],
    },
    Class {
        what: "cutting files by name",
        when: When::WithoutTruncationRight,
        decision: Decision::Refused,
        why: "without namespaces nothing is mounted read-only, and Landlock before version 3 does not ask \
              about this: the user's files would be emptied",
        calls: &[calls!(SYS_truncate)],
    },
    Class {
        what: "signals by descriptor",
        when: When::WithoutSignalScope,
        decision: Decision::Refused,
        why: "Landlock before version 6 does not ask about signals: they would reach the user's processes",
        calls: &[calls!(SYS_pidfd_send_signal)],
    },
    Class {
        what: "writing all of a disk's caches back",
        when: When::Always,
        decision: Decision::Ignored,
        why: "it delays other programs, and a process cannot be killed while it waits for the disk",
        calls: &[calls!(SYS_sync SYS_syncfs)],
    },
    Class {
        what: "writing a file back to the disk",
        when: When::ForPrograms,
        decision: Decision::Ignored,
        why: "likewise, by any file that can be read; what a program writes is gone when it ends",
        calls: &[calls!(SYS_fsync SYS_fdatasync SYS_sync_file_range)],
    },
    Class {
        what: "inspecting other processes",
        when: When::Always,
        decision: Decision::Refused,
        why: "only debuggers need it: a traced process can stay a zombie that only its tracer may reap",
        calls: &[calls!(
            SYS_ptrace SYS_process_vm_readv SYS_process_vm_writev SYS_kcmp SYS_pidfd_getfd
            SYS_process_madvise SYS_process_mrelease SYS_migrate_pages SYS_move_pages
            SYS_perf_event_open
        )],
    },
    Class {
        what: "parts of the kernel that no solution needs",
        when: When::Always,
        decision: Decision::Refused,
        why: "large and recent code, with memory that no control group counts",
        calls: &[
            calls!(
                SYS_bpf SYS_io_uring_setup SYS_io_uring_enter SYS_io_uring_register SYS_userfaultfd
                SYS_memfd_secret SYS_fanotify_init SYS_fanotify_mark SYS_io_setup SYS_io_destroy
                SYS_io_getevents SYS_io_submit SYS_io_cancel
            ),
            old_calls!(SYS_modify_ldt),
            new_calls!(SYS_io_pgetevents = 333),
        ],
    },
    Class {
        what: "namespaces, roots and mounts",
        when: When::Always,
        decision: Decision::Refused,
        why: "a new namespace gives rights that the old one does not have",
        calls: &[
            calls!(
                SYS_unshare SYS_setns SYS_chroot SYS_pivot_root SYS_mount SYS_umount2 SYS_open_tree
                SYS_move_mount SYS_fsopen SYS_fsconfig SYS_fsmount SYS_fspick SYS_mount_setattr
                SYS_name_to_handle_at SYS_open_by_handle_at
            ),
            new_calls!(SYS_statmount = 457 SYS_listmount = 458 SYS_open_tree_attr = 467 SYS_listns = 470),
        ],
    },
    Class {
        what: "objects that outlive their process",
        when: When::Always,
        decision: Decision::Refused,
        why: "it would be visible to the next program",
        calls: &[calls!(
            SYS_add_key SYS_request_key SYS_keyctl SYS_shmget SYS_shmat SYS_shmdt SYS_shmctl SYS_semget
            SYS_semop SYS_semtimedop SYS_semctl SYS_msgget SYS_msgsnd SYS_msgrcv SYS_msgctl SYS_mq_open
            SYS_mq_unlink SYS_mq_timedsend SYS_mq_timedreceive SYS_mq_notify SYS_mq_getsetattr
        )],
    },
    Class {
        what: "the machine",
        when: When::Always,
        decision: Decision::Refused,
        why: "clock, host name, modules and power are outside the sandbox",
        calls: &[
            calls!(
                SYS_settimeofday SYS_clock_settime SYS_adjtimex SYS_clock_adjtime SYS_sethostname
                SYS_setdomainname SYS_init_module SYS_finit_module SYS_delete_module SYS_kexec_load
                SYS_reboot SYS_swapon SYS_swapoff SYS_acct SYS_quotactl SYS_quotactl_fd SYS_syslog
                SYS_vhangup
            ),
            old_calls!(SYS_kexec_file_load SYS_iopl SYS_ioperm),
        ],
    },
    Class {
        what: "calls that kernels no longer have, or that expose cache or security-module information",
        when: When::Always,
        decision: Decision::Absent,
        why: "no solution needs them",
        calls: &[
            calls!(SYS_lookup_dcookie SYS_nfsservctl),
            old_calls!(
                SYS__sysctl SYS_uselib SYS_ustat SYS_sysfs SYS_getpmsg SYS_putpmsg SYS_afs_syscall
                SYS_tuxcall SYS_security SYS_vserver SYS_epoll_ctl_old SYS_epoll_wait_old
                SYS_set_thread_area SYS_get_thread_area
            ),
            new_calls!(
                SYS_cachestat = 451 SYS_lsm_get_self_attr = 459 SYS_lsm_set_self_attr = 460
                SYS_lsm_list_modules = 461
            ),
        ],
    },
];

const METADATA: &[Calls] = &[
    calls!(
        SYS_fchmod SYS_fchmodat SYS_fchown SYS_fchownat SYS_utimensat SYS_setxattr SYS_lsetxattr
        SYS_fsetxattr SYS_removexattr SYS_lremovexattr SYS_fremovexattr
    ),
    old_calls!(SYS_chmod SYS_chown SYS_lchown SYS_utime SYS_utimes SYS_futimesat),
    new_calls!(SYS_fchmodat2 = 452 SYS_setxattrat = 463 SYS_removexattrat = 466 SYS_file_setattr = 469),
];
