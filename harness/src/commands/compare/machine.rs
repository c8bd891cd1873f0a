//! Where it is measured.

use harness_sandbox::physical_cores;

use crate::report::Machine;

/// Looks at the machine.
pub fn look() -> Machine {
    let cpu = read("/proc/cpuinfo");
    let line = |name: &str| {
        let value = cpu.lines().find_map(|line| line.strip_prefix(name)?.trim_start().strip_prefix(':'));
        value.map(|value| value.trim().to_owned())
    };
    Machine {
        cpu: line("model name")
            .or_else(|| line("Hardware"))
            .unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
        cores: physical_cores().len(),
        kernel: read("/proc/sys/kernel/osrelease").trim().to_owned(),
        is_virtual: line("flags").is_some_and(|flags| flags.split(' ').any(|flag| flag == "hypervisor")),
        governor: std::fs::read_to_string("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
            .ok()
            .map(|governor| governor.trim().to_owned()),
    }
}

/// How many programs wanted a core in the last minute.
pub fn load() -> f64 {
    read("/proc/loadavg").split(' ').next().and_then(|load| load.parse().ok()).unwrap_or(0.0)
}

/// A small file of the kernel; nothing where there is none.
fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}
