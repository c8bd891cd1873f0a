//! The sandbox on Linux: one launcher a worker, each started when it is first needed.

mod activity;
mod build_room;
mod build_wire;
mod cgroup;
mod client;
mod clock;
mod delay;
mod descriptors;
mod disk;
#[cfg(test)]
mod examples;
mod filter;
mod filterless;
mod groups;
mod input;
mod landlock;
mod launcher;
mod namespaces;
mod packet;
mod parts;
mod plan;
mod planner;
mod proc;
mod reap;
mod root;
mod score;
mod socket;
mod streams;
mod sweep;
mod sys;
mod topology;
mod view;
mod warm;
mod watch;
mod wire;
mod workdir;

use std::path::PathBuf;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::linux::client::Client;
use crate::linux::wire::{Apart, Setup};
use crate::{Activity, Bounds, Execution, Fault, Guarantees, Program, Sandbox, Slot, Stop};

pub use build_room::{BuildEnd, BuildLimits, BuildRoom, BuildRoomConfig, remove as remove_folder};
pub use clock::counts_instructions;
pub use filterless::take_filters_away;
pub use groups::ControlGroups;
pub use root::is_of_the_system;
pub use sys::{
    clone_and_end, cpu_of_children, end_this_thread, fork, hide_shared_memory, lower_schedule, on_signal,
    stop_by, switch_counters_off, trace,
};
pub use topology::physical_cores;

/// How much to keep programs apart from the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// All that this machine gives.
    Auto,
    /// Namespaces, or a fault.
    Required,
    /// Control groups, Landlock and a filter on system calls, but no namespaces: what is left where
    /// the machine refuses those.
    Restricted,
    /// Neither namespaces nor control groups.
    None,
}

/// How to set up a sandbox.
#[derive(Clone, Debug)]
pub struct SandboxConfig {
    /// Workers that run programs at once.
    pub slots: usize,
    /// How much to isolate.
    pub isolation: Isolation,
    /// An existing folder in which the sandbox makes and removes its working folders.
    pub scratch: PathBuf,
    /// The files and folders that programs under test are made of: beside the system's, all that a
    /// program can see where it gets a root of its own. See [`Program::files`].
    pub programs: Vec<PathBuf>,
    /// Folders and files that programs must not see even if they lie in a folder of the system, by their
    /// real names.
    pub secrets: Vec<PathBuf>,
    /// The cores to bind the workers to, one each; empty to bind none.
    pub cores: Vec<usize>,
    /// Run programs at the highest priority, where this user may: for measuring small differences. See
    /// [`LinuxSandbox::has_priority`].
    pub priority: bool,
    /// In which control groups, unless nothing is to be isolated.
    pub groups: ControlGroups,
}

/// The real sandbox.
pub struct LinuxSandbox {
    setups: Vec<Setup>,
    clients: Vec<Mutex<Option<Client>>>,
    /// The keepers of the launchers, 0 where there is none.
    keepers: Vec<AtomicI32>,
    guarantees: Guarantees,
    refused: Option<Fault>,
    /// Dropped last: the launchers' groups are in it.
    _groups: ControlGroups,
}

impl LinuxSandbox {
    /// Starts the first launcher, which shows what this machine gives; the others follow when
    /// their workers first run something.
    ///
    /// # Errors
    /// A launcher could not be started, or full isolation was required and is not to be had.
    pub fn start(config: &SandboxConfig) -> Result<Self, Fault> {
        let apart = match config.isolation {
            Isolation::Auto | Isolation::Required => Apart::Namespaces,
            Isolation::Restricted => Apart::Restrictions,
            Isolation::None => Apart::Nothing,
        };
        descriptors::make_room(config.slots);
        for program in &config.programs {
            warm::read_ahead_all(program);
        }
        let can_be_hidden = |secret: &&PathBuf| root::can_be_hidden(secret);
        let secrets: Vec<PathBuf> = config.secrets.iter().filter(can_be_hidden).cloned().collect();
        let mut setups: Vec<Setup> = (0..config.slots.max(1))
            .map(|slot| Setup {
                apart,
                core: (!config.cores.is_empty()).then(|| config.cores[slot % config.cores.len()]),
                workdir: config.scratch.join(format!("slot-{slot}")),
                programs: config.programs.clone(),
                secrets: secrets.clone(),
                groups: config.groups.folder(),
                priority: config.priority,
                needs_filter: config.isolation == Isolation::Required,
                build: None,
            })
            .collect();
        let mut refused = None;
        let first = match Client::start(&setups[0]) {
            // A user namespace may be there and still give no rights; a launcher that is already
            // in one cannot go back, so another is started without.
            Err(fault) if config.isolation == Isolation::Auto && fault.is_about_namespaces() => {
                refused = Some(fault);
                for setup in &mut setups {
                    setup.apart = Apart::Restrictions;
                }
                Client::start(&setups[0])?
            }
            started => started?,
        };
        let guarantees = first.guarantees;
        // What is told of the first holds for all: a later one may find no room for its filter.
        for setup in &mut setups {
            setup.needs_filter |= guarantees.calls.are_filtered();
        }
        let mut clients: Vec<_> = setups.iter().map(|_| Mutex::new(None)).collect();
        let mut keepers: Vec<AtomicI32> = setups.iter().map(|_| AtomicI32::new(0)).collect();
        keepers[0] = AtomicI32::new(first.keeper());
        clients[0] = Mutex::new(Some(first));
        Ok(Self { setups, clients, keepers, guarantees, refused, _groups: config.groups.clone() })
    }

    /// Why there are no namespaces, where they were wanted and the machine refused.
    #[must_use]
    pub fn refused(&self) -> Option<&Fault> {
        self.refused.as_ref()
    }

    /// Whether programs run at the highest priority: it was asked for, and given.
    #[must_use]
    pub fn has_priority(&self) -> bool {
        let first = self.clients[0].lock().unwrap_or_else(PoisonError::into_inner);
        first.as_ref().is_some_and(Client::has_priority)
    }
}

impl Sandbox for LinuxSandbox {
    fn guarantees(&self) -> &Guarantees {
        &self.guarantees
    }

    fn run(
        &self,
        slot: Slot,
        program: &Program,
        bounds: &Bounds,
        stop: &Stop,
        output: &mut dyn FnMut(&[u8]),
    ) -> Result<Execution, Fault> {
        let index = slot.0 % self.clients.len();
        // A panic elsewhere leaves at worst a launcher with a run going on, which is replaced.
        let mut client = self.clients[index].lock().unwrap_or_else(PoisonError::into_inner);
        let mut launcher = match client.take() {
            Some(launcher) => launcher,
            None => Client::start(&self.setups[index])?,
        };
        self.keepers[index].store(launcher.keeper(), Ordering::SeqCst);
        // After a fault the launcher is in an unknown state: it is dropped, the next run starts anew.
        let execution = launcher.run(program, bounds, stop, output)?;
        if !launcher.is_spent() {
            *client = Some(launcher);
        }
        Ok(execution)
    }

    fn activity(&self, slot: Slot) -> Activity {
        match self.keepers[slot.0 % self.keepers.len()].load(Ordering::SeqCst) {
            0 => Activity::Gone,
            keeper => activity::activity(keeper),
        }
    }

    fn run_delay(&self, slot: Slot) -> Duration {
        activity::run_delay(self.keepers[slot.0 % self.keepers.len()].load(Ordering::SeqCst))
    }
}

/// Turns this process into a launcher if it was started as one, and never returns then. To be called
/// first thing in `main` by everything that uses [`LinuxSandbox`] or [`BuildRoom`].
pub fn launcher_hook() {
    if std::env::args_os().nth(1).is_none_or(|word| word != launcher::HOOK) {
        return;
    }
    let status = launcher::main();
    #[expect(clippy::disallowed_methods, reason = "the hook stands in for main")]
    std::process::exit(status);
}

/// Bytes that this user can still write to the file system with this path; nothing where that is unknown.
#[must_use]
pub fn free_space(path: &std::path::Path) -> Option<u64> {
    let facts = rustix::fs::statvfs(path).ok()?;
    Some(if facts.f_files > 0 && facts.f_favail == 0 { 0 } else { facts.f_bavail * facts.f_frsize })
}

/// The system calls that the filter should refuse whatever their arguments, and does not; for a specimen.
pub fn not_refused(has_namespaces: bool) -> impl Iterator<Item = &'static str> {
    let landlock = landlock::rights_of_the_kernel();
    filter::not_refused(filter::Situation { has_namespaces, has_group: true, is_build: false, landlock })
}

/// Reads a message as each of the three that there are; see [`fuzz`](crate::fuzz).
///
/// # Panics
/// What was read is not written the same again.
pub fn read_message(bytes: &[u8]) {
    let setup = wire::Setup::decode(bytes);
    assert!(
        setup.is_none_or(|setup| wire::Setup::decode(&setup.encode()) == Some(setup)),
        "a set-up changes"
    );
    let request = wire::Request::decode(bytes);
    assert!(
        request.is_none_or(|request| wire::Request::decode(&request.encode()) == Some(request)),
        "a request changes"
    );
    let reply = wire::Reply::decode(bytes);
    assert!(reply.is_none_or(|reply| wire::Reply::decode(&reply.encode()) == Some(reply)), "a reply changes");
}

/// Reads a text as each of the kernel's that are read; see [`fuzz`](crate::fuzz).
pub fn read_kernel_text(text: &str) {
    let _ = (proc::is_told_stopped_by(text), proc::delay_told_by(text), proc::proportional_kilobytes(text));
    let _ = proc::ticks_told_by(text);
    activity::read_text(text);
    let _ = (cgroup::parse_number(text, None), cgroup::parse_number(text, Some("oom_kill")));
    let _ = cgroup::Hierarchies::parse(text, text);
}

/// One message of each kind.
#[cfg(test)]
pub fn messages() -> Vec<Vec<u8>> {
    examples::examples()
}
