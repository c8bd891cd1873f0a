//! Landlock: which files a program may open, whatever its user may.
//!
//! Beside the root that programs see, Landlock keeps each program from the others under test, and
//! from its own input by the back door: `/proc/self/fd/0`, opened again, may be written to. It
//! works for every user, also where namespaces do not. Rulesets are made once per program and only
//! entered per run.

use std::collections::BTreeMap;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use ::landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use rustix::io::Errno;
use rustix::process::{getppid, test_kill_process};

use crate::linux::filter::Rights;
use crate::linux::root::DEVICES;

/// The newest version of Landlock whose rights are asked for; an older kernel gives what it has.
const NEWEST: ABI = ABI::V6;

/// What the kernel's Landlock asks about, of what not every version does.
pub fn rights_of_the_kernel() -> Rights {
    let strict = || Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    Rights {
        truncation: strict().handle_access(AccessFs::Truncate).is_ok(),
        signals: strict().scope(Scope::Signal).is_ok(),
    }
}

/// Keeps this process and all that it will start from signalling any other process; whether that holds. Then a
/// signal to all that it may signal reaches all that it has started, and nothing else.
pub fn keep_signals_in() -> bool {
    let strict = Ruleset::default().set_compatibility(CompatLevel::HardRequirement).scope(Scope::Signal);
    let entered = strict.and_then(Ruleset::create).and_then(RulesetCreated::restrict_self);
    // A mistake would end all that the user runs, so it is tried on the process that started us, which has our user.
    entered.is_ok_and(|status| status.ruleset == RulesetStatus::FullyEnforced)
        && getppid().is_some_and(|parent| test_kill_process(parent) == Err(Errno::PERM))
}

/// Rulesets that are kept; each holds a descriptor.
const MOST_KEPT: usize = 64;

/// Which files programs may reach.
pub struct Reach {
    inputs: Option<OwnedFd>,
    readable: Vec<PathBuf>,
    listable: Vec<PathBuf>,
    writable: Vec<PathBuf>,
    /// What is writable may also be executed.
    starts_own: bool,
    rulesets: BTreeMap<Vec<PathBuf>, OwnedFd>,
}

impl Reach {
    /// Programs may read and execute what is `readable`, list the folders in what is `listable`, do
    /// everything in what is `writable`, but start programs there only if `starts_own`, and use the devices;
    /// `None` where the kernel has no Landlock. The tree of `inputs` may be read: it has no name, so a program gets no
    /// further in it than to an input that it was given, by `/dev/stdin`.
    pub fn open(
        readable: Vec<PathBuf>,
        listable: Vec<PathBuf>,
        writable: Vec<PathBuf>,
        starts_own: bool,
        inputs: Option<&OwnedFd>,
    ) -> Option<Self> {
        let inputs = inputs.and_then(|tree| tree.try_clone().ok());
        let mut reach = Self { inputs, readable, listable, writable, starts_own, rulesets: BTreeMap::new() };
        reach.ruleset(&[]).is_ok().then_some(reach)
    }

    /// The ruleset of a program that is made of these files and folders.
    pub fn ruleset(&mut self, files: &[PathBuf]) -> io::Result<BorrowedFd<'_>> {
        if !self.rulesets.contains_key(files) {
            if self.rulesets.len() >= MOST_KEPT {
                self.rulesets.clear();
            }
            let ruleset = self.make(files).map_err(io::Error::other)?.ok_or(io::ErrorKind::Unsupported)?;
            self.rulesets.insert(files.to_vec(), ruleset);
        }
        Ok(self.rulesets[files].as_fd())
    }

    fn make(&self, files: &[PathBuf]) -> Result<Option<OwnedFd>, RulesetError> {
        let read = AccessFs::from_read(NEWEST);
        let everything = AccessFs::from_all(NEWEST);
        let device = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev;
        let mut ruleset = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(everything)?
            .handle_access(AccessNet::from_all(NEWEST))?
            .scope(Scope::from_all(NEWEST))?
            .create()?;
        if let Some(inputs) = &self.inputs {
            (&mut ruleset).add_rule(PathBeneath::new(inputs, AccessFs::ReadFile))?;
        }
        let mut allow = |paths: &[PathBuf], access: BitFlags<AccessFs>| -> Result<(), RulesetError> {
            for path in paths {
                // What is not there needs no rule.
                if let Ok(file) = PathFd::new(path) {
                    (&mut ruleset).add_rule(PathBeneath::new(file, access))?;
                }
            }
            Ok(())
        };
        allow(&self.readable, read)?;

        allow(files, read)?;
        allow(&self.listable, AccessFs::ReadDir.into())?;
        allow(&["/proc"].map(PathBuf::from), AccessFs::ReadFile | AccessFs::ReadDir)?;
        // Without a root of their own programs see the user's terminals and shared memory there, too.
        allow(&["/dev"].map(PathBuf::from), AccessFs::ReadDir.into())?;
        allow(&DEVICES.map(|name| Path::new("/dev").join(name)), device)?;
        let own = if self.starts_own { everything } else { everything & !AccessFs::Execute };
        allow(&self.writable, own)?;
        Ok(ruleset.into())
    }
}
