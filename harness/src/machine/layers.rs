//! What the sandbox uses here, layer by layer, and how to get what is missing.

use harness_sandbox::{
    CpuMeter, Files, KillMethod, LinuxSandbox, MemoryMeter, Network, Sandbox, SystemCalls,
};

use crate::machine::finding::Finding;
use crate::machine::host::kernel_says;

/// Looks at what the sandbox has found.
#[must_use]
pub fn look(sandbox: &LinuxSandbox) -> Vec<Finding> {
    let guarantees = sandbox.guarantees();
    vec![
        cpu(guarantees.cpu),
        memory(guarantees.memory),
        kill(guarantees.kill, sandbox),
        files(guarantees.files),
        network(guarantees.network),
        calls(guarantees.calls),
        stack(),
    ]
}

fn cpu(meter: CpuMeter) -> Finding {
    let subject = "CPU time";
    match meter {
        CpuMeter::PerfTaskClock | CpuMeter::Cgroup => Finding::good(subject, meter.to_string()),
        CpuMeter::Wait => {
            let level = kernel_says("/proc/sys/kernel/perf_event_paranoid").unwrap_or_default();
            Finding::weak(
                subject,
                format!("{meter}; CPU time of processes that no other waits for is not counted"),
                format!("kernel.perf_event_paranoid is {level}: sudo sysctl kernel.perf_event_paranoid=2"),
            )
        }
    }
}

fn memory(meter: MemoryMeter) -> Finding {
    let subject = "memory";
    if meter != MemoryMeter::Sampled {
        return Finding::good(subject, meter.to_string());
    }
    let controllers = kernel_says("/sys/fs/cgroup/cgroup.controllers").unwrap_or_default();
    let advice = if controllers.split(' ').any(|name| name == "memory") {
        "to count memory: systemd-run --user --scope -p Delegate=yes harness …"
    } else {
        "to count memory: run as root, or in a delegated control group"
    };
    Finding::weak(subject, format!("{meter}; the peak of several processes together may be missed"), advice)
}

fn kill(method: KillMethod, sandbox: &LinuxSandbox) -> Finding {
    let subject = "killing processes";
    if method != KillMethod::Sweep {
        return Finding::good(subject, method.to_string());
    }
    let is = |path, value| kernel_says(path).as_deref() == Some(value);
    let advice = if is("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1") {
        "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0".to_owned()
    } else if is("/proc/sys/kernel/unprivileged_userns_clone", "0") {
        "sudo sysctl kernel.unprivileged_userns_clone=1".to_owned()
    } else if is("/proc/sys/user/max_user_namespaces", "0") {
        "sudo sysctl user.max_user_namespaces=10000".to_owned()
    } else {
        let why = sandbox.refused().map(ToString::to_string).unwrap_or_default();
        format!("no namespaces ({why}); in a container, allow user namespaces")
    };
    Finding::weak(subject, method.to_string(), advice)
}

fn files(files: Files) -> Finding {
    let subject = "files";
    let landlock =
        "needs Linux 5.13 with Landlock: add landlock to the list after lsm= on the kernel's command line";
    match files {
        Files::Sealed => Finding::good(subject, files.to_string()),
        Files::Landlock => {
            Finding::weak(subject, format!("{files}; file names stay visible"), "needs namespaces, as above")
        }
        Files::Root | Files::Open => Finding::weak(subject, files.to_string(), landlock),
    }
}

fn network(network: Network) -> Finding {
    match network {
        Network::Namespace | Network::Filter => Finding::good("network", network.to_string()),
        Network::Open => {
            Finding::weak("network", network.to_string(), "needs namespaces, or seccomp in the kernel")
        }
    }
}

fn calls(calls: SystemCalls) -> Finding {
    match calls {
        SystemCalls::Filtered => Finding::good("system calls", calls.to_string()),
        SystemCalls::FilteredButSignals => {
            Finding::weak("system calls", calls.to_string(), "needs namespaces, or Linux 6.12 for signals")
        }
        SystemCalls::Open => Finding::weak(
            "system calls",
            calls.to_string(),
            "needs seccomp in the kernel, on x86-64 or arm64, and memory for its filter (net.core.bpf_jit_limit)",
        ),
    }
}

/// The stack of a program may be as large as its memory, unless the hard limit is lower.
fn stack() -> Finding {
    let limits = kernel_says("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max stack size")).unwrap_or_default();
    match line.split_whitespace().nth(1) {
        Some("unlimited") | None => Finding::good("stack", "as large as the memory limit"),
        Some(bytes) => Finding::weak(
            "stack",
            format!("at most {bytes} bytes: the hard limit of this session"),
            "ulimit -Hs unlimited (as root), or raise `hard stack` in /etc/security/limits.conf",
        ),
    }
}
