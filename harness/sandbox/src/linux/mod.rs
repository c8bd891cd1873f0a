//! The sandbox on Linux: one launcher a worker, each started when it is first needed.

mod cgroup;
mod client;
mod clock;
mod launcher;
mod namespaces;
mod proc;
mod socket;
mod sys;
mod topology;
mod watch;
mod wire;
mod workdir;

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use crate::linux::client::Client;
use crate::linux::wire::Setup;
use crate::{Bounds, Execution, Fault, Guarantees, Program, Sandbox, Slot, Stop};

pub use topology::physical_cores;

/// How much to keep programs apart from the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// All that this machine gives.
    Auto,
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
    /// The cores to bind the workers to, one each; empty to bind none.
    pub cores: Vec<usize>,
}

/// The real sandbox.
pub struct LinuxSandbox {
    setups: Vec<Setup>,
    clients: Vec<Mutex<Option<Client>>>,
    guarantees: Guarantees,
}

impl LinuxSandbox {
    /// Starts the first launcher, which shows what this machine gives; the others follow when
    /// their workers first run something.
    ///
    /// # Errors
    /// A launcher could not be started.
    pub fn start(config: &SandboxConfig) -> Result<Self, Fault> {
        let setups: Vec<Setup> = (0..config.slots.max(1))
            .map(|slot| Setup {
                isolate: config.isolation == Isolation::Auto,
                core: (!config.cores.is_empty()).then(|| config.cores[slot % config.cores.len()]),
                workdir: config.scratch.join(format!("run-{}-{slot}", std::process::id())),
            })
            .collect();
        let first = Client::start(&setups[0])?;
        let guarantees = first.guarantees;
        let mut clients: Vec<_> = setups.iter().map(|_| Mutex::new(None)).collect();
        clients[0] = Mutex::new(Some(first));
        Ok(Self { setups, clients, guarantees })
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
        // After a fault the launcher is in an unknown state: it is dropped, the next run starts anew.
        let execution = launcher.run(program, bounds, stop, output)?;
        *client = Some(launcher);
        Ok(execution)
    }
}

/// Turns this process into a launcher if it was started as one, and never returns then. To be
/// called first thing in `main` by everything that uses [`LinuxSandbox`].
pub fn launcher_hook() {
    if std::env::args_os().nth(1).is_some_and(|argument| argument == launcher::HOOK) {
        #[expect(clippy::disallowed_methods, reason = "the hook stands in for main")]
        std::process::exit(launcher::main());
    }
}
