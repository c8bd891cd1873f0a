//! A filter on system calls, put on the launcher once and inherited by every program.
//!
//! It is the second lock on most doors, and the only one on some: what reaches the launcher itself
//! (limits, priorities, cores of another process), what holds memory that no control group counts,
//! what changes the user's own files through a descriptor where they are not mounted read-only.
//!
//! Every system call of the kernel is in one class of [`classes`], with the reason; a call that is in
//! none, because it is newer than the table, does not exist for a program. `docs/sandbox.md` shows the
//! same table to people.

mod assembly;
mod checks;
mod classes;
#[cfg(test)]
mod page;

use std::collections::BTreeMap;

pub use assembly::Instruction;
use assembly::{Verdict, assemble};

use crate::SystemCalls;
use crate::linux::sys;

/// What becomes of a system call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The kernel does it.
    Allowed,
    /// It fails with EPERM, as for a user who may not.
    Refused,
    /// It fails with ENOSYS, as in a kernel that does not have it: libraries then take another way.
    Absent,
    /// It succeeds and does nothing. For advice, which need not be followed.
    Ignored,
}

impl Decision {
    /// What the filter returns to the kernel, see `seccomp(2)`.
    fn action(self) -> u32 {
        let fail = |errno: i32| libc::SECCOMP_RET_ERRNO | errno.cast_unsigned();
        match self {
            Self::Allowed => libc::SECCOMP_RET_ALLOW,
            Self::Refused => fail(libc::EPERM),
            Self::Absent => fail(libc::ENOSYS),
            Self::Ignored => fail(0),
        }
    }
}

/// Where a program runs, as far as the filter depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// It is in namespaces of its own: it sees no process but the launcher and its own, has an empty
    /// network, and its files are mounted read-only.
    pub has_namespaces: bool,
    /// A control group counts its memory.
    pub has_group: bool,
    /// It is a compiler, whose files stay.
    pub is_build: bool,
    /// What Landlock asks about, where there are no namespaces.
    pub landlock: Rights,
}

impl Situation {
    /// What a program can still call behind a filter for this.
    pub fn calls(self) -> SystemCalls {
        if When::WithoutSignalScope.holds(self) {
            SystemCalls::FilteredButSignals
        } else {
            SystemCalls::Filtered
        }
    }
}

/// What newer versions of Landlock keep a program from, and older ones do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rights {
    /// Cutting a file that it may not write to (version 3, Linux 6.2).
    pub truncation: bool,
    /// Signals to processes that it has not started (version 6, Linux 6.12).
    pub signals: bool,
}

/// When a line of the table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Always,
    WithNamespaces,
    WithoutNamespaces,
    WithoutGroup,
    /// Without namespaces, and with a Landlock that does not know of cutting files.
    WithoutTruncationRight,
    /// Without namespaces, and with a Landlock that does not know of signals.
    WithoutSignalScope,
    ForBuilds,
    ForPrograms,
    /// As above, and not for the launcher, which without namespaces needs what they do not.
    ForProgramsAlone,
    /// Without namespaces, for programs under test and not for the launcher and for compilers.
    ForProgramsWithoutNamespaces,
}

impl When {
    /// As a table for people says it.
    #[cfg(test)]
    fn in_words(self) -> &'static str {
        match self {
            Self::Always => "",
            Self::WithNamespaces => "with namespaces",
            Self::WithoutNamespaces => "without namespaces",
            Self::ForProgramsWithoutNamespaces => "without namespaces, for programs under test",
            Self::WithoutGroup => "without a control group",
            Self::WithoutTruncationRight => "without namespaces, before Landlock 3",
            Self::WithoutSignalScope => "without namespaces, before Landlock 6",
            Self::ForBuilds => "for compilers",
            Self::ForPrograms | Self::ForProgramsAlone => "for programs under test",
        }
    }

    fn holds(self, situation: Situation) -> bool {
        match self {
            Self::Always => true,
            Self::WithNamespaces => situation.has_namespaces,
            Self::WithoutNamespaces => !situation.has_namespaces,
            Self::ForProgramsAlone => situation.has_namespaces && !situation.is_build,
            Self::ForProgramsWithoutNamespaces => false,
            Self::WithoutGroup => !situation.has_group,
            Self::WithoutTruncationRight => !situation.has_namespaces && !situation.landlock.truncation,
            Self::WithoutSignalScope => !situation.has_namespaces && !situation.landlock.signals,
            Self::ForBuilds => situation.is_build,
            Self::ForPrograms => !situation.is_build,
        }
    }
}

/// The calls that should fail whatever their arguments, and that do not; for a specimen, which makes them.
pub fn not_refused(situation: Situation) -> impl Iterator<Item = &'static str> {
    let mut decisions = BTreeMap::new();
    for class in classes::CLASSES.iter().filter(|class| class.when.holds(situation)) {
        for (name, number) in class.calls.iter().copied().flatten() {
            decisions.insert(*number, (*name, class.decision));
        }
    }
    decisions.into_iter().filter_map(|(number, (name, decision))| {
        let wanted = match decision {
            Decision::Refused => libc::EPERM,
            Decision::Absent => libc::ENOSYS,
            Decision::Allowed | Decision::Ignored => return None,
        };
        (sys::call_with_zeros(number) != wanted).then_some(name)
    })
}

/// The filter that only programs under test have, where they need one: they may not change what the
/// launcher must change between two runs.
pub fn compile_for_programs(situation: Situation) -> Option<Vec<Instruction>> {
    if situation.has_namespaces {
        return None;
    }
    let is_meant = |when| matches!(when, When::ForProgramsAlone | When::ForProgramsWithoutNamespaces);
    let mut verdicts = BTreeMap::new();
    for class in classes::CLASSES.iter().filter(|class| is_meant(class.when)) {
        for (_, number) in class.calls.iter().copied().flatten() {
            verdicts.insert(as_the_kernel_counts(*number), Verdict::plain(class.decision));
        }
    }
    for rule in checks::RULES.iter().filter(|rule| is_meant(rule.when)) {
        let verdict =
            verdicts.entry(as_the_kernel_counts(rule.number)).or_insert(Verdict::plain(Decision::Allowed));
        verdict.checks.extend(rule.checks.iter().cloned());
    }
    assemble(&ranges(&verdicts, Decision::Allowed))
}

/// The filter; `None` where there is none for this architecture.
pub fn compile(situation: Situation) -> Option<Vec<Instruction>> {
    let mut verdicts: BTreeMap<u32, Verdict> = BTreeMap::new();
    for class in classes::CLASSES.iter().filter(|class| class.when.holds(situation)) {
        for (_, number) in class.calls.iter().copied().flatten() {
            // Of two classes the later one is for a special situation.
            verdicts.insert(as_the_kernel_counts(*number), Verdict::plain(class.decision));
        }
    }
    for rule in checks::RULES.iter().filter(|rule| rule.when.holds(situation)) {
        if let Some(verdict) = verdicts.get_mut(&as_the_kernel_counts(rule.number)) {
            verdict.checks.extend(rule.checks.iter().cloned());
        }
    }
    assemble(&ranges(&verdicts, Decision::Absent))
}

/// The number of a call as a filter sees it.
fn as_the_kernel_counts(number: libc::c_long) -> u32 {
    u32::try_from(number).expect("the tables hold numbers of calls")
}

/// The verdicts as ranges that cover all numbers: neighbours with the same verdict are one.
fn ranges(verdicts: &BTreeMap<u32, Verdict>, all_others: Decision) -> Vec<(u32, Verdict)> {
    let other = Verdict::plain(all_others);
    let mut ranges = vec![(0, other.clone())];
    let mut add = |start: u32, verdict: &Verdict| match ranges.last_mut() {
        Some((_, last)) if last == verdict => {}
        Some((last_start, last)) if *last_start == start => *last = verdict.clone(),
        _ => ranges.push((start, verdict.clone())),
    };
    let mut next = 0;
    for (number, verdict) in verdicts {
        if *number > next {
            add(next, &other);
        }
        add(*number, verdict);
        next = number + 1;
    }
    add(next, &other);
    ranges
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::assembly::tests::own_answer;
    use super::{Decision, Rights, Situation, classes, compile};
    use crate::SystemCalls;

    const BEST: Situation = Situation {
        has_namespaces: true,
        has_group: true,
        is_build: false,
        landlock: Rights { truncation: true, signals: true },
    };
    const WORST: Situation = Situation {
        has_namespaces: false,
        has_group: false,
        is_build: false,
        landlock: Rights { truncation: false, signals: false },
    };

    #[track_caller]
    fn check(situation: Situation, number: libc::c_long, arguments: &[u64], decision: Decision) {
        let mut all = [0; 6];
        all[..arguments.len()].copy_from_slice(arguments);
        let number = u32::try_from(number).unwrap();
        assert_eq!(own_answer(&compile(situation).unwrap(), number, all), decision.action());
    }

    #[test]
    fn calls_are_decided_by_their_class() {
        for situation in [BEST, WORST] {
            check(situation, libc::SYS_read, &[], Decision::Allowed);
            check(situation, libc::SYS_clone3, &[], Decision::Absent);
            check(situation, libc::SYS_ptrace, &[], Decision::Refused);
            check(situation, libc::SYS_sync, &[], Decision::Ignored);
        }
        check(BEST, libc::SYS_fchmod, &[], Decision::Allowed);
        check(WORST, libc::SYS_fchmod, &[], Decision::Allowed);
        check(BEST, libc::SYS_memfd_create, &[], Decision::Allowed);
        check(WORST, libc::SYS_memfd_create, &[], Decision::Refused);
    }

    #[test]
    fn programs_do_not_wait_for_the_disk_and_compilers_may() {
        let build = Situation { is_build: true, ..BEST };
        for call in [libc::SYS_fsync, libc::SYS_fdatasync, libc::SYS_sync_file_range] {
            check(BEST, call, &[], Decision::Ignored);
            check(WORST, call, &[], Decision::Ignored);
            check(build, call, &[], Decision::Allowed);
        }
        // A library asks by the other flag whether an address can be read.
        for (flag, decision) in [(libc::MS_SYNC, Decision::Ignored), (libc::MS_ASYNC, Decision::Allowed)] {
            check(BEST, libc::SYS_msync, &[0, 0, u64::from(flag.cast_unsigned())], decision);
        }
    }

    #[test]
    fn programs_cannot_use_up_the_room_for_filters() {
        let build = Situation { is_build: true, ..BEST };
        let set_seccomp = 22;
        for (situation, decision) in [(BEST, Decision::Refused), (build, Decision::Allowed)] {
            check(situation, libc::SYS_seccomp, &[], decision);
            check(situation, libc::SYS_prctl, &[set_seccomp, 2], decision);
        }
        // The launcher puts the second filter on, which then refuses others.
        check(WORST, libc::SYS_seccomp, &[], Decision::Allowed);
        let filter = super::compile_for_programs(WORST).unwrap();
        for (number, arguments) in
            [(libc::SYS_seccomp, [0; 6]), (libc::SYS_prctl, [set_seccomp, 2, 0, 0, 0, 0])]
        {
            let answer = own_answer(&filter, u32::try_from(number).unwrap(), arguments);
            assert_eq!(answer, Decision::Refused.action());
        }
    }

    #[test]
    fn nothing_stays_with_a_file_or_with_the_kernel() {
        for (command, decision) in [
            (1036, Decision::Refused),
            (1038, Decision::Refused),
            (1024, Decision::Refused),
            (1035, Decision::Allowed),
            (4, Decision::Allowed),
        ] {
            for situation in [BEST, WORST] {
                check(situation, libc::SYS_fcntl, &[0, command], decision);
            }
        }
        let futex_hash = 78;
        check(WORST, libc::SYS_prctl, &[futex_hash, 1], Decision::Refused);
        check(BEST, libc::SYS_prctl, &[futex_hash, 1], Decision::Allowed);
    }

    #[test]
    fn without_namespaces_programs_and_only_they_may_not_change_files_by_descriptor() {
        assert!(super::compile_for_programs(BEST).is_none());
        let filter = super::compile_for_programs(WORST).unwrap();
        let decision = |number: libc::c_long, request: u64| {
            own_answer(&filter, u32::try_from(number).unwrap(), [0, request, 0, 0, 0, 0])
        };
        for number in [libc::SYS_fchmod, libc::SYS_fchown, libc::SYS_utimensat, libc::SYS_fsetxattr, 469] {
            assert_eq!(decision(number, 0), Decision::Refused.action());
        }
        // FS_IOC_SETFLAGS and FS_IOC_FSSETXATTR, but not TCGETS.
        for request in [0x4008_6602, 0x401c_5820] {
            assert_eq!(decision(libc::SYS_ioctl, request), Decision::Refused.action());
        }
        assert_eq!(decision(libc::SYS_ioctl, 0x5401), Decision::Allowed.action());
        assert_eq!(decision(libc::SYS_read, 0), Decision::Allowed.action());
    }

    #[test]
    fn sockets_lead_nowhere() {
        let [unix, inet, netlink] = [1, 2, 16];
        let build = Situation { is_build: true, ..BEST };
        for (situation, arguments, decision) in [
            (BEST, [unix, 1, 0], Decision::Allowed),
            (BEST, [inet, 1, 6], Decision::Allowed),
            (BEST, [inet, 2, 17], Decision::Allowed),
            // Multipath TCP, raw packets, and the kernel's own.
            (BEST, [inet, 1, 262], Decision::Refused),
            (BEST, [inet, 3, 255], Decision::Refused),
            (BEST, [netlink, 3, 0], Decision::Refused),
            (build, [netlink, 3, 0], Decision::Allowed),
            (build, [netlink, 3, 12], Decision::Refused),
            (WORST, [unix, 1, 0], Decision::Refused),
            (WORST, [inet, 1, 0], Decision::Refused),
        ] {
            check(situation, libc::SYS_socket, &arguments, decision);
        }
        let without_blocking = 0o4000;
        for (situation, kind, decision) in [
            (BEST, 2, Decision::Allowed),
            (WORST, 1, Decision::Allowed),
            (WORST, 5 | without_blocking, Decision::Allowed),
            (WORST, 2, Decision::Refused),
            (WORST, 3 | without_blocking, Decision::Refused),
        ] {
            check(situation, libc::SYS_socketpair, &[unix, kind, 0], decision);
        }
        for (option, decision) in [(26, Decision::Refused), (50, Decision::Refused), (2, Decision::Allowed)] {
            check(BEST, libc::SYS_setsockopt, &[3, 1, option], decision);
            check(BEST, libc::SYS_setsockopt, &[3, 6, option], Decision::Allowed);
        }
    }

    #[test]
    fn what_an_old_landlock_does_not_ask_about_is_refused() {
        let minus_one = u64::MAX;
        for (landlock, truncate, to_all) in [
            (Rights { truncation: true, signals: true }, Decision::Allowed, Decision::Allowed),
            (Rights { truncation: true, signals: false }, Decision::Allowed, Decision::Refused),
            (Rights { truncation: false, signals: false }, Decision::Refused, Decision::Refused),
        ] {
            let situation = Situation { landlock, ..WORST };
            check(situation, libc::SYS_truncate, &[], truncate);
            check(situation, libc::SYS_ftruncate, &[], Decision::Allowed);
            check(situation, libc::SYS_kill, &[minus_one, 9], to_all);
            check(situation, libc::SYS_kill, &[7, 9], Decision::Allowed);
            check(situation, libc::SYS_pidfd_send_signal, &[], to_all);
            let with_namespaces = Situation { landlock, ..BEST };
            assert_eq!(situation.calls() == SystemCalls::Filtered, landlock.signals);
            assert_eq!(with_namespaces.calls(), SystemCalls::Filtered);
            // With namespaces nothing of this depends on Landlock.
            check(Situation { landlock, ..BEST }, libc::SYS_truncate, &[], Decision::Allowed);
            check(Situation { landlock, ..BEST }, libc::SYS_kill, &[minus_one, 9], Decision::Allowed);
        }
    }

    #[test]
    fn a_call_that_is_in_no_class_does_not_exist() {
        // Beyond the table, and the same numbers of the ABI of x32.
        for number in [471, 512, 1000, 0x4000_0000, 0x4000_0000 + 101, i64::from(u32::MAX)] {
            check(BEST, number, &[], Decision::Absent);
        }
    }

    #[test]
    fn compilers_leave_nothing_that_has_the_rights_of_its_owner() {
        let build = Situation { is_build: true, ..BEST };
        let set_user_id = 0o4755;
        for (call, position) in [
            (libc::SYS_fchmod, 1),
            (libc::SYS_fchmodat, 2),
            (452, 2),
            (libc::SYS_openat, 3),
            (libc::SYS_mknodat, 2),
            #[cfg(target_arch = "x86_64")]
            (libc::SYS_chmod, 1),
            #[cfg(target_arch = "x86_64")]
            (libc::SYS_open, 2),
            #[cfg(target_arch = "x86_64")]
            (libc::SYS_creat, 1),
            #[cfg(target_arch = "x86_64")]
            (libc::SYS_mknod, 1),
        ] {
            let with = |mode: u64| (0..=position).map(move |index| if index == position { mode } else { 0 });
            check(build, call, &with(0o755).collect::<Vec<_>>(), Decision::Allowed);
            check(build, call, &with(set_user_id).collect::<Vec<_>>(), Decision::Refused);
            check(build, call, &with(0o2755).collect::<Vec<_>>(), Decision::Refused);
            check(BEST, call, &with(set_user_id).collect::<Vec<_>>(), Decision::Allowed);
        }
        check(build, libc::SYS_openat2, &[], Decision::Absent);
    }

    #[test]
    fn others_are_out_of_reach_and_oneself_is_not() {
        let who_is_first = [
            libc::SYS_prlimit64,
            libc::SYS_sched_setaffinity,
            libc::SYS_sched_setscheduler,
            libc::SYS_sched_setparam,
            libc::SYS_sched_setattr,
        ];
        let who_is_second = [libc::SYS_setpriority, libc::SYS_ioprio_set];
        let calls = who_is_first.map(|call| (call, 0)).into_iter().chain(who_is_second.map(|call| (call, 1)));
        for (call, position) in calls {
            let arguments = |who: u64| if position == 0 { vec![who] } else { vec![1, who] };
            check(BEST, call, &arguments(0), Decision::Allowed);
            check(BEST, call, &arguments(1), Decision::Refused);
            check(BEST, call, &arguments((1 << 32) + 1), Decision::Refused);
            check(BEST, call, &arguments(7), Decision::Allowed);
            check(WORST, call, &arguments(0), Decision::Allowed);
            check(WORST, call, &arguments(7), Decision::Refused);
        }
    }

    #[test]
    fn new_namespaces_are_refused_by_each_of_their_flags() {
        let usual = 0x0100_0000 | 0x11;
        check(BEST, libc::SYS_clone, &[usual], Decision::Allowed);
        // Threads share what a namespace would part; the bit 0x80 belongs to the signal here.
        check(BEST, libc::SYS_clone, &[0x003d_0f00], Decision::Allowed);
        for flag in
            [0x0002_0000, 0x0200_0000, 0x0400_0000, 0x0800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000]
        {
            check(BEST, libc::SYS_clone, &[usual | flag], Decision::Refused);
        }
    }

    #[test]
    fn no_class_says_two_things_about_a_call_for_the_same_reason() {
        let mut seen = BTreeMap::new();
        for class in classes::CLASSES {
            for (name, number) in class.calls.iter().copied().flatten() {
                let key = (*number, format!("{:?}", class.when));
                assert_eq!(seen.insert(key, *name), None, "{name} twice");
            }
        }
        // Every call of this architecture up to the newest that is known, without the gap before the
        // numbers that all architectures share.
        #[cfg(target_arch = "x86_64")]
        for number in (0..=336).chain(424..=470) {
            let is_known = seen.contains_key(&(number, "Always".to_owned()));
            // Never given to a call, or gone before there was this architecture.
            let is_hole = matches!(number, 174 | 177 | 178);
            assert!(is_known || is_hole, "{number} is in no class");
        }
    }
}
