//! The system calls that Rust cannot make safely. All `unsafe` of the project is in this file.
//!
//! The heart is [`spawn`]: a `clone` with `CLONE_VM | CLONE_VFORK`, which costs the same whatever
//! the size of the caller. The new process borrows this process's memory until it has called
//! `execve`, and this process stands still meanwhile. Therefore [`inside`], all that runs in
//! between, allocates nothing, takes no lock, and leaves its word about a failure in plain memory
//! that the parent reads afterwards. No pipe is needed for that, and no exit code is mistaken for
//! a failed `execve`.

#![expect(unsafe_code, reason = "the one file of the project that may; each block says why it is sound")]

use std::ffi::{CString, c_char, c_int, c_void};
use std::fs::File;
use std::io;
use std::marker::PhantomData;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::sync::Arc;
use std::time::Duration;

use crate::Step;
use crate::linux::clock::{Event, Whose};
use crate::linux::plan::{Limit, Restrictions, SpawnFailure, SpawnPlan, Spawned};
use crate::linux::reap::{Reaped, Wait};
use crate::linux::root::MountChange;
use crate::stop::Signals;

/// What the child works from, and where it leaves word. Raw pointers, -1 or null for none, nothing to drop.
struct Inside {
    executable: *const c_char,
    argv: *const *const c_char,
    environment: *const *const c_char,
    streams: [RawFd; 4],
    workdir: RawFd,
    /// A Landlock ruleset.
    reach: RawFd,
    filter: *const Filter<'static>,
    limits: *const Limit,
    limit_count: usize,
    own_session: bool,
    failed_step: u8,
    failed_errno: c_int,
}

/// `failed_step` for `execve`; the numbers of [`Step`] start at 1.
const EXECVE: u8 = u8::MAX;

/// Bytes of stack for [`inside`], which needs a few hundred.
pub const CHILD_STACK: usize = 64 * 1024;

/// Starts a program as planned. `stack` is at least [`CHILD_STACK`] bytes of scratch memory.
pub fn spawn(
    plan: &SpawnPlan,
    restrictions: &Restrictions<'_>,
    stack: &mut [u8],
) -> Result<Spawned, SpawnFailure> {
    let pointers = |strings: &[CString]| -> Vec<*const c_char> {
        strings.iter().map(|string| string.as_ptr()).chain([std::ptr::null()]).collect()
    };
    let argv = pointers(&plan.argv);
    let environment = pointers(&plan.environment);
    let filter = restrictions.filter.map(Filter::of).transpose();
    let filter = filter.map_err(|_| SpawnFailure { step: Some(Step::RestrictFiles), errno: libc::EINVAL })?;
    let mut inside_data = Inside {
        executable: plan.executable.as_ptr(),
        argv: argv.as_ptr(),
        environment: environment.as_ptr(),
        streams: plan.streams(),
        workdir: plan.workdir.as_raw_fd(),
        reach: restrictions.reach.map_or(-1, |ruleset| ruleset.as_raw_fd()),
        filter: filter.as_ref().map_or(std::ptr::null(), std::ptr::from_ref).cast(),
        limits: plan.limits.as_ptr(),
        limit_count: plan.limits.len(),
        own_session: plan.own_session,
        failed_step: 0,
        failed_errno: 0,
    };
    let mut pidfd: c_int = -1;
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_PIDFD | libc::SIGCHLD;
    // The ABI wants the stack pointer aligned to 16 bytes.
    let top = (stack.as_mut_ptr() as usize + stack.len()) & !0xf;
    // SAFETY: `stack` is memory of our own that nothing else uses until the call returns, and the
    // stack grows down from its aligned end. `inside` gets a pointer to `inside_data`, which lives
    // until after the call because CLONE_VFORK holds this thread until the child has left our
    // memory; for the same reason the vectors behind the raw pointers live long enough. The kernel
    // writes one int through the pointer to `pidfd` (CLONE_PIDFD).
    let pid = unsafe {
        libc::clone(inside, top as *mut c_void, flags, (&raw mut inside_data).cast(), &raw mut pidfd)
    };
    if pid < 0 {
        return Err(SpawnFailure { step: Some(Step::Clone), errno: last_errno() });
    }
    // SAFETY: the kernel has just made this descriptor for us and no other code knows it.
    let pidfd = unsafe { OwnedFd::from_raw_fd(pidfd) };
    if inside_data.failed_step != 0 {
        let _ = wait(pid, Wait::Block);
        let step = (inside_data.failed_step != EXECVE).then(|| Step::from_number(inside_data.failed_step));
        return Err(SpawnFailure { step, errno: inside_data.failed_errno });
    }
    Ok(Spawned { pid, pidfd })
}

/// Runs in the new process, in borrowed memory: system calls only. Ends in `execve` or `_exit`.
extern "C" fn inside(data: *mut c_void) -> c_int {
    // SAFETY: `data` is the `Inside` of `spawn`, which waits for us and does not touch it.
    let inside = unsafe { &mut *data.cast::<Inside>() };
    let (step, errno) = prepare_and_execute(inside);
    inside.failed_step = step;
    inside.failed_errno = errno;
    // SAFETY: ends this process without running the parent's exit handlers.
    unsafe { libc::_exit(127) }
}

/// Comes back only when something failed.
fn prepare_and_execute(inside: &Inside) -> (u8, c_int) {
    if inside.own_session {
        // SAFETY: takes no arguments; makes this process the leader of a new session, so that it has
        // no terminal and gets no signal from the keyboard.
        unsafe { libc::setsid() };
    } else {
        // SAFETY: two numbers, both "this process". It leads a group in the launcher's session, which
        // has no terminal either, and shares what the scheduler gives that session.
        unsafe { libc::setpgid(0, 0) };
    }
    for index in 0..inside.limit_count {
        // SAFETY: `limits` points to `limit_count` entries of the plan, which outlives us.
        let limit = unsafe { *inside.limits.add(index) };
        if let Err(errno) = limit.set() {
            return (Step::SetLimit as u8, errno.raw_os_error());
        }
    }
    // SAFETY: changes the working folder of this process alone (no CLONE_FS).
    if unsafe { libc::fchdir(inside.workdir) } < 0 {
        return (Step::EnterWorkdir as u8, last_errno());
    }
    if inside.reach >= 0 {
        // SAFETY: a plain system call on numbers; it changes the credentials of this process alone.
        if unsafe { libc::syscall(libc::SYS_landlock_restrict_self, inside.reach, 0) } < 0 {
            return (Step::RestrictFiles as u8, last_errno());
        }
    }
    // SAFETY: null, or it leads to the filter of `spawn`, which waits for us.
    if let Some(filter) = unsafe { inside.filter.as_ref() }
        && set_filter(filter) < 0
    {
        return (Step::RestrictFiles as u8, last_errno());
    }
    // Not before, since one of our own may be number 3; a stream that is keeps its mark without the second call.
    for (target, source) in (0..).zip(inside.streams).filter(|(_, source)| *source >= 0) {
        // SAFETY: numbers only, which the kernel checks.
        if unsafe { libc::dup2(source, target) < 0 || libc::fcntl(target, libc::F_SETFD, 0) < 0 } {
            return (Step::ConnectStreams as u8, last_errno());
        }
    }
    let unused = 3 + u32::from(inside.streams[3] >= 0);
    // SAFETY: marks all others to be closed by execve, a second time; a plain system call on numbers.
    unsafe { libc::syscall(libc::SYS_close_range, unused, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    // SAFETY: the three pointers are NUL-terminated strings and NULL-terminated arrays of such.
    unsafe { libc::execve(inside.executable, inside.argv, inside.environment) };
    (EXECVE, last_errno())
}

/// Reaps the process `pid`, or any child for -1. `Ok(None)` when none has ended yet; the error is
/// `ECHILD` when there is none at all.
pub fn wait(pid: i32, how: Wait) -> io::Result<Option<Reaped>> {
    let mut status: c_int = 0;
    // SAFETY: all-zero bytes are a valid rusage, a structure of integers.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    let options = libc::__WALL | if how == Wait::Look { libc::WNOHANG } else { 0 };
    loop {
        // SAFETY: the kernel fills in the status and the usage behind the two pointers.
        let reaped = unsafe { libc::wait4(pid, &raw mut status, options, &raw mut usage) };
        match reaped {
            0 => return Ok(None),
            pid if pid > 0 => {
                let (user, system) = (duration(usage.ru_utime), duration(usage.ru_stime));
                let number = |count: libc::c_long| u64::try_from(count).unwrap_or(0);
                return Ok(Some(Reaped {
                    pid,
                    status,
                    cpu: user + system,
                    user,
                    system,
                    page_faults: number(usage.ru_minflt) + number(usage.ru_majflt),
                    switches: number(usage.ru_nvcsw) + number(usage.ru_nivcsw),
                    max_resident: u64::try_from(usage.ru_maxrss).unwrap_or(0) * 1024,
                }));
            }
            _ => {
                let error = io::Error::last_os_error();
                if error.raw_os_error() != Some(libc::EINTR) {
                    return Err(error);
                }
            }
        }
    }
}

fn duration(time: libc::timeval) -> Duration {
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    let micros = u64::try_from(time.tv_usec).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_micros(micros)
}

/// CPU time, user and system, of all children that were waited for, and of theirs.
#[must_use]
pub fn cpu_of_children() -> Duration {
    // SAFETY: all-zero bytes are a valid rusage, a structure of integers.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the kernel fills in the structure behind the pointer.
    unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut usage) };
    duration(usage.ru_utime) + duration(usage.ru_stime)
}

/// Asks the scheduler for the shortest slices there are, for this thread alone, which needs little
/// and needs it soon. Without it a launcher that shares its core with a program in a loop looks at
/// the clock some milliseconds late. Kernels before 6.12 take no notice.
pub fn ask_for_short_slices() -> io::Result<()> {
    /// The first version of `struct sched_attr`, see `sched_setattr(2)`.
    #[repr(C)]
    #[derive(Default)]
    struct Attributes {
        size: u32,
        policy: u32,
        flags: u64,
        nice: i32,
        priority: u32,
        runtime: u64,
        deadline: u64,
        period: u64,
    }
    const RESET_ON_FORK: u64 = 1;
    const SHORTEST: u64 = 100_000;
    let attributes =
        Attributes { size: 48, flags: RESET_ON_FORK, runtime: SHORTEST, ..Attributes::default() };
    // SAFETY: the kernel reads `size` bytes behind the pointer; the rest are numbers: this thread, no flags.
    let result = unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const attributes, 0) };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Sends SIGKILL to a process, or for -1 to every process that this one may signal. Only PID 1 of a PID
/// namespace, and a process whose signals Landlock keeps in, may say -1: it reaches no process outside.
pub fn kill(pid: i32) {
    // SAFETY: a plain system call on numbers. It fails only when there is no such process.
    unsafe { libc::kill(pid, libc::SIGKILL) };
}

/// Forks this process, which must be single-threaded: the launcher is. The number of the new process;
/// none in that process itself.
pub fn fork() -> io::Result<Option<i32>> {
    // SAFETY: in a single-threaded process no lock is held by a thread that the child lacks.
    match unsafe { libc::fork() } {
        0 => Ok(None),
        pid if pid > 0 => Ok(Some(pid)),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Gives every signal its default disposition and unblocks all, as a program expects to find them:
/// ignored and blocked signals are inherited through `execve` (SIGPIPE from Rust's runtime, SIGHUP
/// from `nohup`).
///
/// The C library keeps 32 and 33 to itself and refuses to touch them, but they are inherited like
/// the others; so the system call is made directly.
pub fn reset_signals() {
    /// Bytes of the kernel's signal set.
    const SET: usize = 8;
    const LAST: c_int = 64;
    // The kernel's `struct sigaction` with SIG_DFL, no flags and an empty mask is all zeros, and
    // shorter than this on every architecture.
    let (default, nothing) = ([0u64; 8], std::ptr::null::<u64>());
    for signal in 1..=LAST {
        // SAFETY: the kernel reads one structure behind the pointer, which is long enough, and
        // writes nothing; for signals that cannot be changed it fails. SIG_DFL is no code of ours.
        unsafe { libc::syscall(libc::SYS_rt_sigaction, signal, default.as_ptr(), nothing, SET) };
    }
    // SAFETY: the kernel reads `SET` bytes behind the pointer, an empty signal set.
    unsafe { libc::syscall(libc::SYS_rt_sigprocmask, libc::SIG_SETMASK, default.as_ptr(), nothing, SET) };
}

/// Opens a counter of the kernel's, which is read as a file.
pub fn counter(event: Event, whose: Whose) -> io::Result<File> {
    /// The first version of `perf_event_attr`, of 64 bytes, which every kernel takes.
    #[repr(C)]
    #[derive(Default)]
    struct Attributes {
        kind: u32,
        size: u32,
        config: u64,
        sample_period: u64,
        sample_type: u64,
        read_format: u64,
        flags: u64,
        wakeup_events: u32,
        bp_type: u32,
        config1: u64,
    }
    /// `PERF_TYPE_SOFTWARE`, `PERF_COUNT_SW_TASK_CLOCK`.
    const TASK_CLOCK: (u32, u64) = (1, 1);
    /// `PERF_TYPE_HARDWARE`, `PERF_COUNT_HW_INSTRUCTIONS`.
    const INSTRUCTIONS: (u32, u64) = (0, 1);
    const INHERIT: u64 = 1 << 1;
    /// Without it an ordinary user may not open the event; the task clock counts kernel time all the same.
    const EXCLUDE_KERNEL: u64 = 1 << 5;
    const EXCLUDE_HYPERVISOR: u64 = 1 << 6;
    const CLOSE_ON_EXEC: libc::c_ulong = 1 << 3;
    let (kind, config) = if event == Event::TaskClock { TASK_CLOCK } else { INSTRUCTIONS };
    let attributes = Attributes {
        kind,
        size: 64,
        config,
        flags: EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR | if whose == Whose::Tree { INHERIT } else { 0 },
        ..Attributes::default()
    };
    // SAFETY: the kernel reads 64 bytes behind the pointer, as `size` says; the rest are numbers:
    // this process (0), any CPU (-1), no group (-1).
    let fd =
        unsafe { libc::syscall(libc::SYS_perf_event_open, &raw const attributes, 0, -1, -1, CLOSE_ON_EXEC) };
    let fd = RawFd::try_from(fd).unwrap_or(-1);
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the kernel has just made this descriptor for us.
    Ok(unsafe { File::from_raw_fd(fd) })
}

fn last_errno() -> c_int {
    // `last_os_error` reads errno and allocates nothing, so it may be used in the new process.
    io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)
}

/// CPU time, user and system, of a living process with all its threads.
pub fn process_clock(pid: i32) -> Option<Duration> {
    /// The kernel's number for the scheduler clock of a process; see `clock_getcpuclockid(3)`.
    const SCHEDULER_CLOCK: libc::clockid_t = 2;
    let clock = (!pid << 3) | SCHEDULER_CLOCK;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the kernel fills in the structure behind the pointer, or says that there is no such process.
    if unsafe { libc::clock_gettime(clock, &raw mut time) } < 0 {
        return None;
    }
    Some(Duration::new(u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?))
}

/// Changes the mount that this descriptor is on.
pub fn change_mount(mount: BorrowedFd<'_>, change: MountChange) -> io::Result<()> {
    /// `struct mount_attr` of `mount_setattr(2)`.
    #[repr(C)]
    struct Attributes {
        set: u64,
        clear: u64,
        propagation: u64,
        user_namespace: u64,
    }
    const READ_ONLY: u64 = 1;
    const NO_SET_USER_ID: u64 = 2;
    const RECURSIVE: c_int = 0x8000;
    let (set, clear, flags) = match change {
        MountChange::ReadOnly => (READ_ONLY | NO_SET_USER_ID, 0, RECURSIVE),
        MountChange::Writable => (0, READ_ONLY, 0),
    };
    let attributes = Attributes { set, clear, propagation: 0, user_namespace: 0 };
    let (path, flags) = (c"".as_ptr(), libc::AT_EMPTY_PATH | flags);
    let (mount, size) = (mount.as_raw_fd(), size_of::<Attributes>());
    // SAFETY: the path is an empty NUL-terminated string, and the kernel reads as many bytes behind the
    // second pointer as the last argument says.
    let result =
        unsafe { libc::syscall(libc::SYS_mount_setattr, mount, path, flags, &raw const attributes, size) };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Asks the kernel to read a part of a file into memory; returns when it has been read or nearly so.
pub fn read_ahead(file: BorrowedFd<'_>, start: u64, length: usize) -> io::Result<()> {
    let start = libc::off64_t::try_from(start).map_err(|_| io::ErrorKind::InvalidInput)?;
    // SAFETY: a plain system call on numbers.
    let result = unsafe { libc::readahead(file.as_raw_fd(), start, length) };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Puts a filter on the system calls of this process and of all that it will start, for good.
pub fn load_filter(filter: &[libc::sock_filter]) -> io::Result<()> {
    if set_filter(&Filter::of(filter)?) < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// A filter as the kernel wants it.
struct Filter<'a>(libc::sock_fprog, PhantomData<&'a [libc::sock_filter]>);

impl<'a> Filter<'a> {
    fn of(filter: &'a [libc::sock_filter]) -> io::Result<Self> {
        let len = u16::try_from(filter.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
        Ok(Self(libc::sock_fprog { len, filter: filter.as_ptr().cast_mut() }, PhantomData))
    }
}

/// `SPEC_ALLOW` keeps older kernels from slowing the programs down for it.
fn set_filter(filter: &Filter<'_>) -> libc::c_long {
    let (mode, flags) = (libc::SECCOMP_SET_MODE_FILTER, libc::SECCOMP_FILTER_FLAG_SPEC_ALLOW);
    // SAFETY: the kernel copies `len` instructions from behind the pointer, which it does not change.
    unsafe { libc::syscall(libc::SYS_seccomp, mode, flags, &raw const filter.0) }
}

/// Moves this process into new namespaces. It must be single-threaded: the launcher is.
pub fn unshare(namespaces: rustix::thread::UnshareFlags) -> io::Result<()> {
    // SAFETY: unsafe only because of CLONE_FILES, which would part the descriptor tables of
    // threads; we have one thread and never pass that flag.
    unsafe { rustix::thread::unshare_unsafe(namespaces) }.map_err(Into::into)
}

/// Makes a system call with nothing but zeros, for a specimen to see whether it is refused; the error
/// number, 0 where it succeeds. Only for calls that a filter refuses.
pub fn call_with_zeros(number: libc::c_long) -> i32 {
    // SAFETY: the callers pass calls of the filter's table that it refuses. Were one of them let through,
    // its pointers are null, its descriptors those of a specimen, and it maps, unmaps and starts nothing.
    let result = unsafe { libc::syscall(number, 0, 0, 0, 0, 0, 0) };
    if result < 0 { last_errno() } else { 0 }
}

/// Starts a process with these flags that ends at once, and waits for it. For a specimen, which has one
/// thread.
pub fn clone_and_end(flags: c_int) -> io::Result<()> {
    // SAFETY: without CLONE_VM this is a fork: the child has memory of its own, and returns here, too.
    let child = unsafe { libc::syscall(libc::SYS_clone, flags | libc::SIGCHLD, 0, 0, 0, 0) };
    match child {
        // SAFETY: ends the child without running the parent's exit handlers.
        0 => unsafe { libc::_exit(0) },
        pid if pid > 0 => wait(i32::try_from(pid).unwrap_or(-1), Wait::Block).map(drop),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Switches performance counters off; for a specimen.
pub fn switch_counters_off() {
    // SAFETY: numbers only.
    unsafe { libc::prctl(libc::PR_TASK_PERF_EVENTS_DISABLE, 0, 0, 0, 0) };
}

/// Gives a process the lowest schedule, after all others, for a core and for the disk; whether any of
/// it was done. For a specimen.
pub fn lower_schedule(pid: i32) -> bool {
    const IDLE_FOR_DISK: c_int = 3 << 13;
    let usual = libc::sched_param { sched_priority: 0 };
    // SAFETY: the kernel reads the structure behind the pointer; the rest are numbers.
    let of_core = unsafe { libc::sched_setscheduler(pid, libc::SCHED_IDLE, &raw const usual) };
    // SAFETY: numbers only.
    let of_disk = unsafe { libc::syscall(libc::SYS_ioprio_set, 1, pid, IDLE_FOR_DISK) };
    of_core == 0 || of_disk == 0
}

/// Ends the calling thread and no other; for a specimen.
pub fn end_this_thread() {
    // SAFETY: a number only; what the thread holds is kept.
    unsafe { libc::syscall(libc::SYS_exit, 0) };
}

/// Asks to trace a process; for a specimen.
pub fn trace(pid: i32) -> io::Result<()> {
    // SAFETY: numbers only: no address, no data.
    let result = unsafe { libc::ptrace(libc::PTRACE_SEIZE, pid, 0, 0) };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Takes so many bytes of memory that processes could share, writes to them, and lets go of the pages
/// without giving the memory back; for a specimen.
pub fn hide_shared_memory(length: usize) -> io::Result<()> {
    const PIECE: usize = 1 << 20;
    let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
    // SAFETY: a new mapping at an address that the kernel chooses; no other code knows it.
    let start = unsafe { libc::mmap(std::ptr::null_mut(), length, protection, flags, -1, 0) };
    if start == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    for offset in (0..length).step_by(PIECE) {
        // SAFETY: the piece lies in the mapping of above, which nothing refers to.
        unsafe {
            let piece = start.cast::<u8>().add(offset);
            piece.write_bytes(1, PIECE.min(length - offset));
            libc::madvise(piece.cast(), PIECE.min(length - offset), libc::MADV_DONTNEED);
        }
    }
    Ok(())
}

/// Has [`Signals::take`] called by the handler of a signal.
pub fn on_signal(signal: c_int, signals: Arc<Signals>) -> io::Result<()> {
    let take = move |facts: &libc::siginfo_t| signals.take(signal, facts.si_code == libc::SI_KERNEL);
    // SAFETY: `take` reads and sets atomics, reads the clock, writes to a pipe and ends the process, all
    // of which a handler may do; it allocates nothing and takes no lock.
    unsafe { signal_hook_registry::register_sigaction(signal, take) }.map(|_| ())
}

/// Has a signal do to this process what it does where nothing catches it, and then be caught as before.
pub fn stop_by(signal: c_int) {
    // SAFETY: all zeros are SIG_DFL, which is no code of ours; what was there before is put back as it was.
    unsafe {
        let (default, mut before) = (std::mem::zeroed(), std::mem::zeroed());
        if libc::sigaction(signal, &raw const default, &raw mut before) == 0 {
            libc::raise(signal);
            libc::sigaction(signal, &raw const before, std::ptr::null_mut());
        }
    }
}
