//! Packets read back, and what is no packet is refused.

use std::time::Duration;

use super::{Apart, Done, Reply, Request, Setup};
use crate::linux::build_wire::{BuildRequest, BuildView};
use crate::{
    Bounds, Breach, Bytes, CpuMeter, Ending, Fault, Files, Guarantees, KillMethod, MemoryMeter, Network,
    Step, SystemCalls, Usage, WorkingFolder,
};

fn done(ending: Ending) -> Reply {
    let usage = Usage {
        cpu: Duration::from_nanos(1),
        user: Duration::from_nanos(5),
        system: Duration::from_nanos(6),
        page_faults: 7,
        switches: 8,
        wall: Duration::from_secs(2),
        run_delay: Duration::from_millis(3),
        instructions: Some(9),
        memory: Bytes(4),
        was_stopped: true,
    };
    let kept = vec!["said".into(), "".into()];
    Reply::Done(Done {
        ending,
        usage,
        leftovers: 5,
        oom_killed: true,
        refused_forks: 6,
        written: vec!["output.txt".into()],
        is_spent: true,
        kept,
    })
}

#[test]
fn every_reply_reads_back() {
    let mut replies = vec![Reply::Failed(Fault { step: Step::Clone, errno: 11 })];
    for ending in [
        Ending::Exited(255),
        Ending::Signaled(9),
        Ending::Stopped(Breach::Cpu),
        Ending::Stopped(Breach::Wall),
        Ending::Stopped(Breach::Memory),
        Ending::Stopped(Breach::Output),
        Ending::Stopped(Breach::Files),
        Ending::Stopped(Breach::Errors),
        Ending::NotStarted(2),
        Ending::Interrupted,
    ] {
        replies.push(done(ending));
    }
    for cpu in [CpuMeter::PerfTaskClock, CpuMeter::Cgroup, CpuMeter::Wait] {
        for memory in [MemoryMeter::CgroupV2, MemoryMeter::CgroupV1, MemoryMeter::Sampled] {
            for kill in [KillMethod::PidNamespace, KillMethod::Sweep] {
                for network in [Network::Namespace, Network::Filter, Network::Open] {
                    for files in [Files::Sealed, Files::Root, Files::Landlock, Files::Open] {
                        for calls in
                            [SystemCalls::Filtered, SystemCalls::Open, SystemCalls::FilteredButSignals]
                        {
                            let guarantees = Guarantees { cpu, memory, kill, files, network, calls };
                            replies.push(Reply::Ready(guarantees));
                        }
                    }
                }
            }
        }
    }
    for reply in replies {
        let packet = reply.encode();
        assert_eq!(Reply::decode(&packet), Some(reply));
        for length in 0..packet.len() {
            assert_eq!(Reply::decode(&packet[..length]), None);
        }
    }
}

#[test]
fn requests_and_setups_read_back() {
    let build =
        BuildRequest { environment: vec!["A=b".into(), "C=".into()], folder: "/src".into(), files: Bytes(7) };
    let request = Request {
        build: Some(build),
        executable: "/bin/true".into(),
        args: vec!["".into(), "a b".into()],
        files: vec!["/bin/true".into()],
        environment: vec!["A=b".into()],
        pad: 9,
        folder: Some("/src".into()),
        kept: vec!["message.txt".into()],
        taken: Some("next".into()),
        shares: WorkingFolder::Next,
        answers_apart: true,
        bounds: Bounds {
            cpu: Duration::from_millis(1500),
            wall: Duration::MAX.min(Duration::from_secs(1 << 30)),
            memory: Bytes(1),
            stack: Bytes(2),
            output: Bytes(3),
            processes: 4,
        },
    };
    assert_eq!(Request::decode(&request.encode()), Some(request.clone()));
    let run = Request { build: None, ..request };
    assert_eq!(Request::decode(&run.encode()), Some(run.clone()));
    for shares in [WorkingFolder::Own, WorkingFolder::First] {
        let run = Request { shares, taken: None, ..run.clone() };
        assert_eq!(Request::decode(&run.encode()), Some(run));
    }
    for core in [None, Some(0), Some(7)] {
        for apart in [Apart::Namespaces, Apart::Restrictions, Apart::Nothing] {
            let programs = vec!["/a b".into(), "/c".into()];
            let secrets = vec!["/opt/contest".into()];
            let groups = core.map(|core| format!("/sys/fs/cgroup/{core}").into());
            let workdir = "/tmp/x".into();
            let priority = core.is_some();
            let build = core.map(|_| BuildView {
                readable: vec!["/r".into()],
                hidden: vec!["/r/h".into()],
                writable: vec!["/w".into(), "/v".into()],
                temporary: "/w/tmp".into(),
            });
            let needs_filter = !priority;
            let setup =
                Setup { apart, core, workdir, programs, secrets, groups, priority, needs_filter, build };
            assert_eq!(Setup::decode(&setup.encode()), Some(setup));
        }
    }
}
