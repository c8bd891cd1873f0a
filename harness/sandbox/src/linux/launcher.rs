//! The launcher: a small, single-threaded process that starts the programs of one worker.
//!
//! Why a process of its own: the kernel carries the peak memory of a parent over into its child
//! (a 1 MiB program started from a harness of 500 MiB "used" 512 MB), fork gets dearer with the
//! parent's size, threads make the time between fork and exec dangerous, and descriptors opened by
//! other threads leak. A launcher stays small, has one thread, and opens nothing.
//!
//! It is in fact two processes. The *keeper* makes the control group and the namespaces, waits for
//! the other, and cleans up; the *launcher* proper is PID 1 of the PID namespace where there is
//! one. When the harness dies, however, the socket closes, the launcher kills what runs and
//! exits, and the keeper follows.

use std::fs::{self, File};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::time::Duration;

use rustix::process::Signal;

use crate::linux::cgroup::{Group, Hierarchies};
use crate::linux::clock::{InstructionCounter, TreeClock};
use crate::linux::filter::Situation;
use crate::linux::landlock::Reach;
use crate::linux::parts::Parts;
use crate::linux::plan::{HardLimits, Resource};
use crate::linux::reap::Wait;
use crate::linux::root::View;
use crate::linux::score::KillScore;
use crate::linux::socket::{Inbox, Received};
use crate::linux::sweep::Killing;
use crate::linux::watch::Supervisor;
use crate::linux::wire::{Apart, KILL, Reply, Request, Setup};
use crate::linux::workdir::Workdir;
use crate::linux::{filter, landlock, namespaces, root, socket, sys, view, workdir};
use crate::{Fault, Files, Guarantees, KillMethod, MemoryMeter, Network, Step, SystemCalls};

/// The first argument that turns this executable into a launcher.
pub const HOOK: &str = "__launch";

/// The nice value of programs that are measured, see `sched(7)`.
pub const HIGHEST_PRIORITY: i32 = -20;

/// The life of a launcher; returns its exit status.
pub fn main() -> i32 {
    sys::reset_signals();
    // Read once and kept by the library; later, when other processes may not look into us, we may
    // not read our own auxiliary vector either, on kernels before 6.4.
    let _ = rustix::param::page_size();
    let Ok(socket) = take_socket() else { return 1 };
    let mut inbox = Inbox::default();
    let setup = inbox.receive(&socket).ok().and_then(|received| Setup::decode(&received.message));
    let Some(mut setup) = setup else { return 1 };
    let _ = rustix::process::setsid();
    setup.priority = setup.priority && raise_priority();
    match keep(&setup, &socket, inbox) {
        Ok(status) => status,
        Err(fault) => {
            let _ = socket::send(&socket, &Reply::Failed(fault).encode(), &[]);
            1
        }
    }
}

/// Asks for the highest priority: a program that is preempted comes back to cold caches, and a
/// program that lives on its caches then takes a quarter more CPU time. Both need a privilege.
///
/// Where every session has a share of its own (`sched(7)`, "The autogroup feature"), the number of a
/// process counts only within its session, and the session has one, too.
///
/// Returns whether it was given.
fn raise_priority() -> bool {
    let _ = fs::write("/proc/self/autogroup", HIGHEST_PRIORITY.to_string());
    rustix::process::setpriority_process(None, HIGHEST_PRIORITY).is_ok()
}

/// The socket comes as standard input; programs must not find it there.
fn take_socket() -> io::Result<OwnedFd> {
    let socket = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?;
    rustix::stdio::dup2_stdin(&File::open("/dev/null")?)?;
    Ok(socket)
}

/// The keeper: everything that outlives the launcher proper.
fn keep(setup: &Setup, socket: &OwnedFd, inbox: Inbox) -> Result<i32, Fault> {
    if let Some(core) = setup.core {
        let mut set = rustix::thread::CpuSet::new();
        set.set(core);
        // Bound to a core the times are steadier; without it they are still right.
        let _ = rustix::thread::sched_setaffinity(None, &set);
    }
    // Whatever the pattern for core dumps is: less than the smallest dump, and the one value for
    // which the kernel does not start the program that a pattern may name. Programs cannot raise it again.
    let _ = HardLimits::now().fixed(Resource::Core, 1, 1).set();
    let group = if setup.apart == Apart::Nothing { None } else { make_group(setup) };
    if setup.apart == Apart::Namespaces
        && let Err(error) = namespaces::enter()
    {
        group.inspect(Group::remove);
        return Err(Fault::new(Step::EnterNamespaces, &error));
    }
    let status = match sys::fork().map_err(|error| Fault::new(Step::Clone, &error))? {
        None => {
            let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
            serve(setup, socket, inbox, group)
        }
        Some(launcher) => {
            let reaped = sys::wait(launcher, Wait::Block);
            group.inspect(Group::remove);
            // Empty when the programs had a root of their own; else emptied here, in case the
            // harness could not: it may have been killed.
            let _ = Workdir::new(setup.workdir.clone(), workdir::PRIVATE).renew();
            let _ = fs::remove_dir(&setup.workdir);
            return Ok(reaped.ok().flatten().map_or(1, |reaped| reaped.status));
        }
    };
    #[expect(clippy::disallowed_methods, reason = "the end of the launcher: nothing is left to drop")]
    std::process::exit(status)
}

/// A control group below our own; none where none may be made.
fn make_group(setup: &Setup) -> Option<Group> {
    let name = format!("judge.{}", std::process::id());
    match &setup.groups {
        Some(folder) => Group::create_v2(folder, &name).ok(),
        None => Group::create_v1(&Hierarchies::own(), &name).ok(),
    }
}

/// The launcher proper: sets itself up, then runs what it is asked to, one at a time.
fn serve(setup: &Setup, socket: &OwnedFd, mut inbox: Inbox, group: Option<Group>) -> i32 {
    let launcher = match Launcher::prepare(setup, group) {
        Ok(launcher) => launcher,
        Err(fault) => {
            let _ = socket::send(socket, &Reply::Failed(fault).encode(), &[]);
            return 1;
        }
    };
    // Only figures get worse without it. It would take the priority from our programs: a process with a
    // schedule that children do not inherit has children of the usual priority.
    if !setup.priority {
        let _ = sys::ask_for_short_slices();
    }
    let Launcher { mut supervisor, guarantees, inputs } = launcher;
    let shown: Vec<BorrowedFd<'_>> = inputs.iter().map(OwnedFd::as_fd).collect();
    if socket::send(socket, &Reply::Ready(guarantees).encode(), &shown).is_err() {
        return 1;
    }
    // Only the harness has it from here on.
    drop(inputs);
    loop {
        let Ok(Received { message, descriptors }) = inbox.receive(socket) else { return 1 };
        if message.is_empty() {
            return 0;
        }
        if message == KILL {
            // It crossed our last answer: the run it was for is over.
            continue;
        }
        let mut taken = None;
        let reply = match (Request::decode(&message), <[OwnedFd; 3]>::try_from(descriptors)) {
            (Some(request), Ok(streams)) => match supervisor.run(&request, streams, socket.as_fd()) {
                Ok((done, file)) => {
                    taken = file;
                    Reply::Done(done)
                }
                Err(fault) => Reply::Failed(fault),
            },
            _ => Reply::Failed(Fault { step: Step::TalkToLauncher, errno: libc::EBADMSG }),
        };
        let taken: Vec<BorrowedFd<'_>> = taken.iter().map(OwnedFd::as_fd).collect();
        if socket::send(socket, &reply.encode(), &taken).is_err() {
            return 1;
        }
    }
}

/// Filters of all users together have so much memory of the kernel. Where it is used up, some may come back soon.
fn patiently(mut load: impl FnMut() -> io::Result<()>) -> io::Result<()> {
    let mut left = TRIES;
    loop {
        match load() {
            Err(error) if left > 0 && matches!(error.raw_os_error(), Some(libc::ENOMEM | libc::EAGAIN)) => {
                left -= 1;
                #[expect(clippy::disallowed_methods, reason = "nothing tells that there is memory again")]
                std::thread::sleep(PAUSE);
            }
            result => return result,
        }
    }
}

/// How often the filter is tried again: a second in all.
const TRIES: u32 = 50;

/// The time between two tries.
const PAUSE: Duration = Duration::from_millis(20);

struct Launcher {
    supervisor: Supervisor,
    guarantees: Guarantees,
    /// The tree in which the harness opens inputs.
    inputs: Option<OwnedFd>,
}

impl Launcher {
    fn prepare(setup: &Setup, group: Option<Group>) -> Result<Self, Fault> {
        if let Some(group) = &group {
            group.enter().map_err(|error| Fault::new(Step::SetUpCgroup, &error))?;
        }
        // Opened before any change of privileges or view.
        let clock = TreeClock::open(group.as_ref());
        let instructions = InstructionCounter::open();
        let score = KillScore::open();
        let has_namespaces = setup.apart == Apart::Namespaces;
        let (workdir, inputs) = if has_namespaces {
            let view = View { programs: &setup.programs, secrets: &setup.secrets };
            let entered = match &setup.build {
                Some(build) => view::enter(&setup.workdir, build),
                None => root::enter(&setup.workdir, &view),
            };
            let entered = entered.map_err(|error| Fault::new(Step::BuildRoot, &error))?;
            (entered.workdir, Some(entered.inputs))
        } else {
            // Orphans come to us, so that every descendant is counted and killed.
            let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
            (Workdir::new(setup.workdir.clone(), workdir::PRIVATE), None)
        };
        let (mut reach, mut program_filter) = (None, None);
        let (mut has_filter, mut calls) = (false, SystemCalls::Open);
        // In a PID namespace there is nothing else that it could signal.
        let mut killing = if has_namespaces { Killing::AtOnce } else { Killing::OneByOne };
        if setup.apart != Apart::Nothing {
            namespaces::drop_privileges().map_err(|error| Fault::new(Step::EnterNamespaces, &error))?;
            if !has_namespaces && landlock::keep_signals_in() {
                killing = Killing::AtOnce;
            }
            let mut readable = root::readable_system(if has_namespaces { &[] } else { &setup.secrets });
            let own = std::iter::once(workdir.path().to_owned());
            let mut writable: Vec<PathBuf> = own.chain(root::writable(has_namespaces)).collect();
            let mut listable = Vec::new();
            if let Some(build) = &setup.build {
                // Names are seen where Landlock is all there is; Cargo looks for members of a workspace.
                // A rule about lists must not be made for a file.
                listable.extend(build.readable.iter().filter(|path| path.is_dir()).cloned());
                let hidden = if has_namespaces { &[][..] } else { &build.hidden };
                readable.extend(root::without(build.readable.clone(), hidden));
                writable.extend(build.writable.iter().cloned());
            }
            let starts_own = setup.build.is_some() || !clock.loses_unreadable();
            reach = Reach::open(readable, listable, writable, starts_own, inputs.as_ref());
            let situation = Situation {
                has_namespaces,
                has_group: group.is_some(),
                is_build: setup.build.is_some(),
                landlock: landlock::rights_of_the_kernel(),
            };
            let loaded = filter::compile(situation).map(|filter| patiently(|| sys::load_filter(&filter)));
            has_filter = matches!(loaded, Some(Ok(())));
            if has_filter {
                calls = situation.calls();
            }
            if !has_filter && setup.needs_filter {
                let none = || io::Error::from_raw_os_error(libc::ENOSYS);
                let why = loaded.and_then(Result::err).unwrap_or_else(none);
                return Err(Fault::new(Step::LoadFilter, &why));
            }
            // A linker makes what it writes executable.
            let is_for_programs = has_filter && setup.build.is_none();
            program_filter = filter::compile_for_programs(situation).filter(|_| is_for_programs);
        }
        // Programs have the same user; without this they could read and change our memory.
        let _ = rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable);
        let guarantees = Guarantees {
            cpu: clock.meter(),
            memory: group.as_ref().map_or(MemoryMeter::Sampled, Group::meter),
            kill: if has_namespaces { KillMethod::PidNamespace } else { KillMethod::Sweep },
            files: match (has_namespaces, &reach) {
                (true, Some(_)) => Files::Sealed,
                (true, None) => Files::Root,
                (false, Some(_)) => Files::Landlock,
                (false, None) => Files::Open,
            },
            network: match (has_namespaces, has_filter) {
                (true, _) => Network::Namespace,
                (false, true) => Network::Filter,
                (false, false) => Network::Open,
            },
            calls,
        };
        let one_core = setup.core.is_some();
        let own_session = !setup.priority;
        let writable = setup.build.as_ref().map_or_else(Vec::new, |build| build.writable.clone());
        let parts = Parts {
            group,
            clock,
            instructions,
            workdir,
            reach,
            score,
            program_filter,
            has_namespaces,
            killing,
            one_core,
            own_session,
            writable,
        };
        let supervisor = Supervisor::new(parts);
        Ok(Self { supervisor, guarantees, inputs })
    }
}

#[cfg(test)]
mod tests {
    use super::{TRIES, patiently};
    use std::io;

    /// How often it was tried, and how it ended, where each try has such a result and the last one is repeated.
    fn tried(results: &[Result<(), i32>]) -> (usize, Option<i32>) {
        let mut count = 0;
        let result = patiently(|| {
            let result = results[count.min(results.len() - 1)];
            count += 1;
            result.map_err(io::Error::from_raw_os_error)
        });
        (count, result.err().and_then(|error| error.raw_os_error()))
    }

    #[test]
    fn a_filter_is_tried_again_while_there_is_no_memory_for_it() {
        let [memory, again] = [Err(libc::ENOMEM), Err(libc::EAGAIN)];
        assert_eq!(tried(&[Ok(())]), (1, None));
        assert_eq!(tried(&[memory, again, Ok(())]), (3, None));
        assert_eq!(tried(&[memory]), (TRIES as usize + 1, Some(libc::ENOMEM)));
        // What the kernel does not have, it will not have.
        assert_eq!(tried(&[Err(libc::ENOSYS)]), (1, Some(libc::ENOSYS)));
        assert_eq!(tried(&[memory, Err(libc::EINVAL)]), (2, Some(libc::EINVAL)));
    }
}
