//! What the kernel says about the machine that we run on.

use std::io;
use std::path::PathBuf;

use harness_sandbox::{Tool, physical_cores, run_tool};

use crate::model::{EntryPoint, Language, counted};

/// A small file of the kernel, trimmed; `None` where there is none.
#[must_use]
pub fn kernel_says(path: &str) -> Option<String> {
    std::fs::read_to_string(path).ok().map(|text| text.trim().to_owned())
}

/// How many programs wanted a core in the last minute.
#[must_use]
pub fn load() -> f64 {
    let text = kernel_says("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().and_then(|load| load.parse().ok()).unwrap_or(0.0)
}

/// Processor time since the machine was started, in ticks of all cores together.
#[derive(Clone, Copy, Debug)]
pub struct ProcessorTime {
    all: u64,
    stolen: u64,
}

impl ProcessorTime {
    /// Up to now; nothing where the kernel does not say.
    #[must_use]
    pub fn now() -> Option<Self> {
        let stat = kernel_says("/proc/stat")?;
        let fields = stat.lines().next()?.split_whitespace().skip(1);
        // Later fields are parts of earlier ones.
        let fields: Vec<u64> = fields.filter_map(|field| field.parse().ok()).take(8).collect();
        Some(Self { all: fields.iter().sum(), stolen: *fields.get(7)? })
    }

    /// The time since an earlier moment.
    #[must_use]
    pub fn since(self, earlier: Self) -> Self {
        Self { all: self.all.saturating_sub(earlier.all), stolen: self.stolen.saturating_sub(earlier.stolen) }
    }

    /// What other guests of the same host took of it, in thousandths.
    #[must_use]
    pub fn steal_per_mille(self) -> u64 {
        self.stolen * 1000 / self.all.max(1)
    }
}

/// How the frequency of the cores is governed, where that can be known.
#[must_use]
pub fn governor() -> Option<String> {
    kernel_says("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
}

/// What a compiler or an interpreter says of its version, in one line, or else how it ended.
///
/// # Errors
/// It could not be started.
pub fn version(command: &[String]) -> io::Result<Result<String, String>> {
    let (program, args) = command.split_first().ok_or(io::ErrorKind::NotFound)?;
    let tool = Tool {
        program: program.into(),
        args: args.iter().map(Into::into).collect(),
        folder: PathBuf::from("/"),
        environment: Vec::new(),
    };
    let output = run_tool(&tool)?;
    if !output.success {
        return Ok(Err(output.status));
    }
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    // What it warns of is not its version.
    let mut lines = said.lines().filter(|line| !line.to_ascii_lowercase().contains("warning"));
    Ok(Ok(lines.next().unwrap_or_default().to_owned()))
}

/// How programs in a language come about, with the flags and the version, in a sentence.
#[must_use]
pub fn origin(language: &Language) -> String {
    // A language that does not run its build output is interpreted, and only checked before.
    let (verb, command) = if language.entry == EntryPoint::Package {
        ("built", "cargo build --release".to_owned())
    } else if language.is_compiled() {
        ("built", language.compile.join(" "))
    } else {
        ("run", language.run.join(" "))
    };
    let version = match version(&language.version) {
        Ok(Ok(version)) => format!(", {version}"),
        Ok(Err(_)) | Err(_) => String::new(),
    };
    format!("{}: {verb} by `{command}`{version}", language.name)
}

/// The machine, as far as times depend on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The processor's name.
    pub cpu: String,
    /// Physical cores that the judge may use.
    pub cores: usize,
    /// The kernel's release.
    pub kernel: String,
    /// Whether it is a guest of another machine.
    pub is_virtual: bool,
    /// How the frequency of the cores is governed, where that can be known.
    pub governor: Option<String>,
}

impl Machine {
    /// What it is, in words.
    #[must_use]
    pub fn in_words(&self) -> String {
        let kind = if self.is_virtual { ", a virtual machine" } else { "" };
        let governor = self.governor.as_deref().map(|name| format!(", governor {name}")).unwrap_or_default();
        format!("{}, {}{kind}, Linux {}{governor}", self.cpu, counted(self.cores, "core"), self.kernel)
    }
}

/// The machine that we run on.
#[must_use]
pub fn machine() -> Machine {
    let cpu = kernel_says("/proc/cpuinfo").unwrap_or_default();
    let line = |name: &str| {
        let value = cpu.lines().find_map(|line| line.strip_prefix(name)?.trim_start().strip_prefix(':'));
        value.map(|value| value.trim().to_owned())
    };
    let name = line("model name").or_else(|| line("Hardware"));
    Machine {
        cpu: name.unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
        cores: physical_cores().len(),
        kernel: kernel_says("/proc/sys/kernel/osrelease").unwrap_or_default(),
        is_virtual: line("flags").is_some_and(|flags| flags.split(' ').any(|flag| flag == "hypervisor")),
        governor: governor(),
    }
}
