//! Slurm on this machine alone: its three daemons in a folder of their own, gone when the test is.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

use crate::watch::{has_ended_within, signal_until_it_ends};

/// No wait for a daemon is longer.
const BOUND: Duration = Duration::from_secs(20);

/// The daemons. They end when the thread ends that has started them, whatever ends it.
pub struct Cluster {
    folder: tempfile::TempDir,
    daemons: Vec<Child>,
}

impl Cluster {
    /// Starts the daemons and waits until jobs can run.
    ///
    /// # Errors
    /// They do not run on this machine: what they say.
    pub fn start() -> Result<Self, String> {
        let folder = tempfile::tempdir().unwrap();
        let mut cluster = Self { folder, daemons: Vec::new() };
        for name in ["state", "spool"] {
            std::fs::create_dir(cluster.path(name)).unwrap();
        }
        let key = cluster.path("key");
        cluster.ask("mungekey", &["--create", "--keyfile", key.to_str().unwrap()]).expect("a key");
        std::fs::write(cluster.settings(), cluster.described()).unwrap();
        let settings = cluster.settings();
        let file = |option: &str, name: &str| format!("--{option}={}", cluster.path(name).display());
        let munged = [
            "--foreground".to_owned(),
            "--force".to_owned(),
            file("socket", "munge"),
            file("key-file", "key"),
            file("pid-file", "munged.pid"),
            file("log-file", "munged.log"),
            file("seed-file", "seed"),
        ];
        let slurm = ["-D".to_owned(), "-f".to_owned(), settings.to_str().unwrap().to_owned()];
        cluster.daemon("munged", &munged);
        let socket = cluster.path("munge");
        cluster.wait("munged", |_| socket.exists())?;
        cluster.daemon("slurmctld", &slurm);
        cluster.daemon("slurmd", &slurm);
        cluster.wait("a node", |cluster| {
            cluster.ask("sinfo", &["--noheader", "--format=%T"]).is_some_and(|said| said.trim() == "idle")
        })?;
        Ok(cluster)
    }

    /// The file that `SLURM_CONF` names.
    pub fn settings(&self) -> PathBuf {
        self.path("slurm.conf")
    }

    /// What the daemons say.
    pub fn log(&self) -> String {
        let names = ["munged.log", "slurmctld.log", "slurmd.log"];
        names.map(|name| std::fs::read_to_string(self.path(name)).unwrap_or_default()).join("\n")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn described(&self) -> String {
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
        let host = host.trim().split('.').next().unwrap();
        // Both are free when they are chosen.
        let free = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
        let [controller, node] = free.map(|port| port.local_addr().unwrap().port());
        let folder = self.folder.path().display();
        format!(
            "ClusterName=judge\n\
             SlurmctldHost={host}(127.0.0.1)\n\
             SlurmctldPort={controller}\n\
             SlurmdPort={node}\n\
             SlurmUser=root\n\
             SlurmdUser=root\n\
             AuthType=auth/munge\n\
             AuthInfo=socket={folder}/munge\n\
             ProctrackType=proctrack/linuxproc\n\
             TaskPlugin=task/none\n\
             SelectType=select/cons_tres\n\
             SelectTypeParameters=CR_CPU\n\
             JobAcctGatherType=jobacct_gather/none\n\
             AccountingStorageType=accounting_storage/none\n\
             MpiDefault=none\n\
             ReturnToService=2\n\
             SchedulerParameters=batch_sched_delay=0,sched_min_interval=0\n\
             SlurmdParameters=config_overrides\n\
             StateSaveLocation={folder}/state\n\
             SlurmdSpoolDir={folder}/spool\n\
             SlurmctldPidFile={folder}/slurmctld.pid\n\
             SlurmdPidFile={folder}/slurmd.pid\n\
             SlurmctldLogFile={folder}/slurmctld.log\n\
             SlurmdLogFile={folder}/slurmd.log\n\
             NodeName={host} NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN\n\
             PartitionName=all Nodes={host} Default=YES State=UP\n"
        )
    }

    #[expect(clippy::disallowed_methods, reason = "the daemons are no part of the judge")]
    fn daemon(&mut self, name: &str, args: &[String]) {
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "TERM", name]).args(args);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        self.daemons.push(command.spawn().unwrap());
    }

    /// What a tool prints, if it succeeds.
    #[expect(clippy::disallowed_methods, reason = "the tools are no part of the judge")]
    fn ask(&self, tool: &str, args: &[&str]) -> Option<String> {
        let output = Command::new(tool).args(args).env("SLURM_CONF", self.settings()).output().unwrap();
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Asks again and again: no daemon tells that it is ready, only that it has failed.
    fn wait(&self, what: &str, is_there: impl Fn(&Self) -> bool) -> Result<(), String> {
        const PAUSE: Duration = Duration::from_millis(50);
        let end = Instant::now() + BOUND;
        while !is_there(self) {
            let last = Pid::from_child(self.daemons.last().unwrap());
            let has_failed = has_ended_within(last, PAUSE) || Instant::now() > end;
            if has_failed {
                return Err(format!("{what} is not there\n{}", self.log()));
            }
        }
        Ok(())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // After a failure jobs may be under way, and they outlive the daemon of their node.
        let are_over =
            |cluster: &Self| cluster.ask("squeue", &["--noheader"]).is_none_or(|said| said.trim().is_empty());
        if std::thread::panicking() && self.daemons.len() == 3 {
            self.ask("scancel", &["--quiet", "--user=root"]);
            let end = Instant::now() + BOUND;
            while !are_over(self) && Instant::now() < end {}
        }
        // The node first, then what it depends on.
        for daemon in self.daemons.iter_mut().rev() {
            signal_until_it_ends(daemon, Signal::TERM);
            daemon.wait().unwrap();
        }
    }
}
