//! What a request comes to: the words, the environment and the limits of a new process.

use std::ffi::CString;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::linux::descriptors;
use crate::linux::parts::Parts;
use crate::linux::plan::{HardLimits, Limit, Resource, SpawnPlan};
use crate::linux::wire::Request;
use crate::program::{environment, joined, padding};
use crate::{Fault, Step};

/// Bytes of the largest file that a program may write where its folder is on a disk.
const LARGEST_FILE: u64 = 64 << 20;

/// Makes plans of requests, with what is the same for all of them.
pub struct Planner {
    environment: Vec<CString>,
    hard_limits: HardLimits,
    /// How many files a program under test may have open.
    open_files: Option<Limit>,
    has_namespaces: bool,
    has_group: bool,
    own_session: bool,
}

impl Planner {
    /// For programs of a launcher that has set this up. Raises the launcher's own limit of open files.
    pub fn new(parts: &Parts) -> Self {
        // With a root of their own, programs find a /tmp to themselves.
        let home = if parts.has_namespaces { Path::new("/tmp") } else { parts.workdir.path() };
        Self {
            environment: environment(home),
            hard_limits: HardLimits::now(),
            open_files: descriptors::of_programs(),
            has_namespaces: parts.has_namespaces,
            has_group: parts.group.is_some(),
            own_session: parts.own_session,
        }
    }

    /// The program of a request, with these streams, in this folder.
    ///
    /// # Errors
    /// A word of the request has a NUL in it.
    pub fn plan(
        &self,
        request: &Request,
        [stdin, stdout, stderr]: [OwnedFd; 3],
        workdir: OwnedFd,
    ) -> Result<SpawnPlan, Fault> {
        let c_string = |bytes: &[u8]| {
            CString::new(bytes).map_err(|_| Fault { step: Step::TalkToLauncher, errno: libc::EINVAL })
        };
        let bounds = &request.bounds;
        let executable = c_string(request.executable.as_os_str().as_bytes())?;
        let mut argv = vec![executable.clone()];
        for arg in &request.args {
            argv.push(c_string(arg.as_bytes())?);
        }
        let hard = &self.hard_limits;
        // A program may use a stack as large as it likes: it is memory like any other. What limits more than that has a
        // hard limit, too, or a program would raise it again.
        let mut limits = vec![hard.soft(Resource::Stack, bounds.stack.0)];
        // A second lock only: the kernel checks this one against ticks and fires up to 10 % early. At the soft limit it
        // sends a signal that can be caught.
        let cpu_seconds = bounds.cpu.as_secs().saturating_add(3);
        limits.push(hard.fixed(Resource::CpuSeconds, cpu_seconds, cpu_seconds.saturating_add(1)));
        let mut fix = |resource, most| limits.push(hard.fixed(resource, most, most));
        if let Some(build) = &request.build {
            // Twice: what is over the limit itself is noticed while the file grows, and told.
            fix(Resource::FileSize, build.files.0.saturating_mul(2));
        } else if !self.has_namespaces {
            // On a real disk; in a root of its own the file system is small.
            fix(Resource::FileSize, LARGEST_FILE);
        }
        if self.has_namespaces && !self.has_group {
            // Counted per user in the user namespace, which is our own; two are the keeper and us.
            fix(Resource::Tasks, u64::from(bounds.processes) + 2);
        }
        limits.extend(self.open_files.filter(|_| request.build.is_none()));
        let own = request.build.as_ref().map_or(&request.environment, |build| &build.environment);
        let own = own.iter().map(|entry| c_string(entry.as_bytes())).collect::<Result<Vec<_>, _>>()?;
        let environment = if request.build.is_some() {
            own
        } else {
            joined(&self.environment, own).into_iter().chain(padding(request.pad)).collect()
        };
        Ok(SpawnPlan {
            executable,
            argv,
            environment,
            stdin,
            stdout,
            stderr,
            answers_apart: request.answers_apart,
            workdir,
            limits,
            own_session: self.own_session,
        })
    }
}
