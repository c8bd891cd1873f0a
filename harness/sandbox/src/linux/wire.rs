//! The messages between the harness and a launcher.
//!
//! A message comes whole or not at all, see [`socket`](crate::linux::socket). Both sides are the same
//! executable, so there are no versions.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use crate::linux::build_wire::{BuildRequest, BuildView};
use crate::linux::packet::{Reader, Writer};
use crate::{
    Bounds, Breach, Bytes, CpuMeter, Ending, Fault, Files, Guarantees, KillMethod, MemoryMeter, Network,
    Step, SystemCalls, Usage, WorkingFolder,
};

/// What the launcher must set up once, before the first run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// How much to keep programs apart.
    pub apart: Apart,
    /// The core that the programs are bound to.
    pub core: Option<usize>,
    /// The folder in which programs run; empty, and the launcher's own.
    pub workdir: PathBuf,
    /// The files and folders that programs under test are made of.
    pub programs: Vec<PathBuf>,
    /// Folders that programs must not see, whatever else they see.
    pub secrets: Vec<PathBuf>,
    /// A control group of version 2 in which groups with limits can be made.
    pub groups: Option<PathBuf>,
    /// Ask for the highest priority.
    pub priority: bool,
    /// Rather fail than run anything without a filter on system calls.
    pub needs_filter: bool,
    /// What it sees and may change, where it is a launcher of builds.
    pub build: Option<BuildView>,
}

/// How much a launcher keeps programs apart from the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Apart {
    /// With namespaces, and everything below.
    Namespaces,
    /// With control groups, Landlock and a filter on system calls, each as far as it is there.
    Restrictions,
    /// Not at all.
    Nothing,
}

/// One program to run; its three streams come as descriptors beside the packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The executable.
    pub executable: PathBuf,
    /// The arguments after the name.
    pub args: Vec<OsString>,
    /// The files and folders that it is made of.
    pub files: Vec<PathBuf>,
    /// Variables beside the usual ones, as `NAME=value`.
    pub environment: Vec<OsString>,
    /// Bytes by which its environment is made longer.
    pub pad: u64,
    /// Where to end the run.
    pub bounds: Bounds,
    /// The folder whose files it finds in its working folder.
    pub folder: Option<PathBuf>,
    /// Names of files in its working folder that are read when it has ended.
    pub kept: Vec<OsString>,
    /// The name of the file that is then taken out of the folder, and goes with the reply.
    pub taken: Option<OsString>,
    /// What becomes of the folder.
    pub shares: WorkingFolder,
    /// Its output is what it writes to descriptor 3; what it prints goes to standard error.
    pub answers_apart: bool,
    /// What else there is to a build.
    pub build: Option<BuildRequest>,
}

/// What the launcher answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It is ready, and this is what it can do.
    Ready(Guarantees),
    /// The run is over.
    Done(Done),
    /// The sandbox failed.
    Failed(Fault),
}

/// The facts of a run as far as the launcher knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// How it ended.
    pub ending: Ending,
    /// What it used.
    pub usage: Usage,
    /// Processes left behind.
    pub leftovers: u32,
    /// The out-of-memory killer was there.
    pub oom_killed: bool,
    /// Processes that it was not allowed to start.
    pub refused_forks: u64,
    /// Names of files that it left where it ran.
    pub written: Vec<OsString>,
    /// It left this launcher in a state in which no other program should run.
    pub is_spent: bool,
    /// The beginnings of the files that were asked for; what is not there is empty.
    pub kept: Vec<OsString>,
}

/// The harness's order to end the run that is going on.
pub const KILL: &[u8] = b"kill";

impl Setup {
    /// The packet.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.number(self.apart as u64);
        out.number(self.core.map_or(u64::MAX, |core| core as u64));
        out.bytes(self.workdir.as_os_str().as_bytes());
        out.strings(&self.programs);
        out.strings(&self.secrets);
        out.strings(self.groups.as_slice());
        out.number(u64::from(self.priority));
        out.number(u64::from(self.needs_filter));
        out.optional(self.build.as_ref(), BuildView::write);
        out.0
    }

    /// The packet read back.
    pub fn decode(packet: &[u8]) -> Option<Self> {
        let mut packet = Reader(packet);
        Some(Self {
            apart: match packet.number()? {
                0 => Apart::Namespaces,
                1 => Apart::Restrictions,
                2 => Apart::Nothing,
                _ => return None,
            },
            core: usize::try_from(packet.number()?).ok().filter(|core| *core != usize::MAX),
            workdir: packet.string()?.into(),
            programs: packet.strings()?,
            secrets: packet.strings()?,
            groups: packet.strings()?.pop(),
            priority: packet.flag()?,
            needs_filter: packet.flag()?,
            build: packet.list(BuildView::read)?.pop(),
        })
    }
}

impl Request {
    /// The packet.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.bytes(self.executable.as_os_str().as_bytes());
        out.time(self.bounds.cpu);
        out.time(self.bounds.wall);
        out.number(self.bounds.memory.0);
        out.number(self.bounds.stack.0);
        out.number(self.bounds.output.0);
        out.number(u64::from(self.bounds.processes));
        out.strings(&self.args);
        out.strings(&self.files);
        out.strings(&self.environment);
        out.number(self.pad);
        out.strings(self.folder.as_slice());
        out.strings(&self.kept);
        out.strings(self.taken.as_slice());
        out.number(self.shares as u64);
        out.number(u64::from(self.answers_apart));
        out.optional(self.build.as_ref(), BuildRequest::write);
        out.0
    }

    /// The packet read back.
    pub fn decode(packet: &[u8]) -> Option<Self> {
        let mut packet = Reader(packet);
        Some(Self {
            executable: packet.string()?.into(),
            bounds: Bounds {
                cpu: packet.time()?,
                wall: packet.time()?,
                memory: Bytes(packet.number()?),
                stack: Bytes(packet.number()?),
                output: Bytes(packet.number()?),
                processes: u32::try_from(packet.number()?).ok()?,
            },
            args: packet.strings()?,
            files: packet.strings()?,
            environment: packet.strings()?,
            pad: packet.number()?,
            folder: packet.strings()?.pop(),
            kept: packet.strings()?,
            taken: packet.strings()?.pop(),
            shares: match packet.number()? {
                0 => WorkingFolder::Own,
                1 => WorkingFolder::First,
                2 => WorkingFolder::Next,
                _ => return None,
            },
            answers_apart: packet.flag()?,
            build: packet.list(BuildRequest::read)?.pop(),
        })
    }
}

impl Reply {
    /// The packet.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Writer::default();
        match self {
            Self::Ready(guarantees) => {
                out.number(0);
                for choice in guarantee_numbers(*guarantees) {
                    out.number(choice);
                }
            }
            Self::Done(done) => {
                out.number(1);
                let (kind, value) = ending_numbers(done.ending);
                out.number(kind);
                out.signed(value);
                out.time(done.usage.cpu);
                out.time(done.usage.user);
                out.time(done.usage.system);
                out.number(done.usage.page_faults);
                out.number(done.usage.switches);
                out.time(done.usage.wall);
                out.time(done.usage.run_delay);
                out.number(done.usage.instructions.unwrap_or(NOT_COUNTED));
                out.number(done.usage.memory.0);
                out.number(u64::from(done.usage.was_stopped));
                out.number(u64::from(done.leftovers));
                out.number(u64::from(done.oom_killed));
                out.number(done.refused_forks);
                out.strings(&done.written);
                out.number(u64::from(done.is_spent));
                out.strings(&done.kept);
            }
            Self::Failed(fault) => {
                out.number(2);
                out.number(u64::from(fault.step as u8));
                out.signed(fault.errno);
            }
        }
        out.0
    }

    /// The packet read back.
    pub fn decode(packet: &[u8]) -> Option<Self> {
        let mut packet = Reader(packet);
        Some(match packet.number()? {
            0 => Self::Ready(guarantees_from(&mut packet)?),
            1 => Self::Done(Done {
                ending: ending_from(packet.number()?, packet.signed()?)?,
                usage: Usage {
                    cpu: packet.time()?,
                    user: packet.time()?,
                    system: packet.time()?,
                    page_faults: packet.number()?,
                    switches: packet.number()?,
                    wall: packet.time()?,
                    run_delay: packet.time()?,
                    instructions: packet.number().map(|count| (count != NOT_COUNTED).then_some(count))?,
                    memory: Bytes(packet.number()?),
                    was_stopped: packet.flag()?,
                },
                leftovers: u32::try_from(packet.number()?).ok()?,
                oom_killed: packet.flag()?,
                refused_forks: packet.number()?,
                written: packet.strings()?,
                is_spent: packet.flag()?,
                kept: packet.strings()?,
            }),
            2 => Self::Failed(Fault {
                step: Step::from_number(u8::try_from(packet.number()?).ok()?),
                errno: packet.signed()?,
            }),
            _ => return None,
        })
    }
}

/// Where instructions are not counted.
const NOT_COUNTED: u64 = u64::MAX;

fn ending_numbers(ending: Ending) -> (u64, i32) {
    match ending {
        Ending::Exited(status) => (0, status),
        Ending::Signaled(signal) => (1, signal),
        Ending::Stopped(Breach::Cpu) => (2, 0),
        Ending::Stopped(Breach::Wall) => (2, 1),
        Ending::Stopped(Breach::Memory) => (2, 2),
        Ending::Stopped(Breach::Output) => (2, 3),
        Ending::Stopped(Breach::Files) => (2, 4),
        Ending::Stopped(Breach::Errors) => (2, 5),
        Ending::NotStarted(errno) => (3, errno),
        Ending::Interrupted => (4, 0),
    }
}

fn ending_from(kind: u64, value: i32) -> Option<Ending> {
    Some(match (kind, value) {
        (0, status) => Ending::Exited(status),
        (1, signal) => Ending::Signaled(signal),
        (2, 0) => Ending::Stopped(Breach::Cpu),
        (2, 1) => Ending::Stopped(Breach::Wall),
        (2, 2) => Ending::Stopped(Breach::Memory),
        (2, 3) => Ending::Stopped(Breach::Output),
        (2, 4) => Ending::Stopped(Breach::Files),
        (2, 5) => Ending::Stopped(Breach::Errors),
        (3, errno) => Ending::NotStarted(errno),
        (4, _) => Ending::Interrupted,
        _ => return None,
    })
}

fn guarantee_numbers(guarantees: Guarantees) -> [u64; 6] {
    [
        guarantees.cpu as u64,
        guarantees.memory as u64,
        guarantees.kill as u64,
        guarantees.files as u64,
        guarantees.network as u64,
        guarantees.calls as u64,
    ]
}

fn guarantees_from(packet: &mut Reader<'_>) -> Option<Guarantees> {
    /// The variant with this number.
    fn pick<T: Copy>(variants: &[T], number: u64) -> Option<T> {
        variants.get(usize::try_from(number).ok()?).copied()
    }
    Some(Guarantees {
        cpu: pick(&[CpuMeter::PerfTaskClock, CpuMeter::Cgroup, CpuMeter::Wait], packet.number()?)?,
        memory: pick(
            &[MemoryMeter::CgroupV2, MemoryMeter::CgroupV1, MemoryMeter::Sampled],
            packet.number()?,
        )?,
        kill: pick(&[KillMethod::PidNamespace, KillMethod::Sweep], packet.number()?)?,
        files: pick(&[Files::Sealed, Files::Root, Files::Landlock, Files::Open], packet.number()?)?,
        network: pick(&[Network::Namespace, Network::Filter, Network::Open], packet.number()?)?,
        calls: pick(
            &[SystemCalls::Filtered, SystemCalls::Open, SystemCalls::FilteredButSignals],
            packet.number()?,
        )?,
    })
}

#[cfg(test)]
mod tests;
