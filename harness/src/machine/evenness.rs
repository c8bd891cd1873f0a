//! What makes times uneven on this machine.

use std::thread::available_parallelism;

use harness_sandbox::physical_cores;

use crate::machine::finding::Finding;
use crate::machine::host::{self, kernel_says};
use crate::model::counted;

/// Looks at cores, clocks, load and swap.
#[must_use]
pub fn look() -> Vec<Finding> {
    let mut findings = vec![cores(), load()];
    findings.extend(governor());
    findings.extend(boost());
    findings.push(swap());
    findings.extend(steal());
    findings
}

fn cores() -> Finding {
    let physical = physical_cores().len();
    let logical = available_parallelism().map_or(physical, std::num::NonZeroUsize::get);
    let shared = if logical > physical { ", one used per core" } else { "" };
    let logical = counted(logical, "logical processor");
    Finding::good("cores", format!("{}, {logical}{shared}", counted(physical, "core")))
}

fn load() -> Finding {
    let load = host::load();
    let cores = physical_cores().len().max(1);
    let found = format!("{load:.1} of {cores}");
    // A lossless conversion: no machine has 2⁵² cores.
    #[expect(clippy::cast_precision_loss, reason = "a number of cores is small")]
    let is_busy = load > cores as f64 * 0.7;
    if is_busy {
        Finding::weak("load", found, "other programs use the cores: times vary more, verdicts stay right")
    } else {
        Finding::good("load", found)
    }
}

fn governor() -> Option<Finding> {
    let governor = host::governor()?;
    Some(if governor == "performance" {
        Finding::good("frequency", governor)
    } else {
        let advice = "for stable times: sudo cpupower frequency-set -g performance";
        Finding::weak("frequency", format!("governor {governor}"), advice)
    })
}

fn boost() -> Option<Finding> {
    let boost = kernel_says("/sys/devices/system/cpu/cpufreq/boost");
    let no_turbo = kernel_says("/sys/devices/system/cpu/intel_pstate/no_turbo");
    let (is_on, command) = match (boost.as_deref(), no_turbo.as_deref()) {
        (_, Some(value)) => (value == "0", "echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo"),
        (Some(value), None) => (value == "1", "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost"),
        (None, None) => return None,
    };
    Some(if is_on {
        Finding::weak(
            "boost",
            "on: speed depends on temperature and on the other cores",
            format!("for stable times: {command}"),
        )
    } else {
        Finding::good("boost", "off")
    })
}

fn swap() -> Finding {
    let swaps = kernel_says("/proc/swaps").unwrap_or_default();
    if swaps.lines().count() > 1 {
        Finding::weak(
            "swap",
            "on: a program near its memory limit may get slow",
            "for stable times: sudo swapoff -a",
        )
    } else {
        Finding::good("swap", "none")
    }
}

/// Time that other guests of the same host took, since the machine was started.
fn steal() -> Option<Finding> {
    let per_mille = host::ProcessorTime::now()?.steal_per_mille();
    if per_mille == 0 {
        return None;
    }
    let found = format!("{}.{}% of the time since boot", per_mille / 10, per_mille % 10);
    Some(if per_mille < 5 {
        Finding::good("CPU steal", found)
    } else {
        Finding::weak("CPU steal", found, "times measured on this virtual machine are not comparable")
    })
}
