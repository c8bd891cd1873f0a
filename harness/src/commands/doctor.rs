//! `doctor`: what this machine can limit, isolate and measure, and what to type to get more.
//!
//! What it says about limits is not read off a list of features: it lets small programs misbehave,
//! judges them like any solution, and shows for each whether the verdict is right.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use harness_sandbox::{ControlGroups, Isolation, LinuxSandbox, SandboxConfig, physical_cores};

use crate::commands::invocation::Invocation;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::machine::specimens::{self, TrialSetup};
use crate::machine::{Finding, compilers, evenness, layers};
use crate::model::counted;
use crate::ui::{Tone, fit, paint};

/// Columns of what was looked at.
const SUBJECT_WIDTH: usize = 22;

/// Looks at the machine.
///
/// # Errors
/// No sandbox could be started, or the output could not be written.
pub fn run(invocation: &Invocation<'_>) -> Result<ExitCode, Failure> {
    let settings = invocation.settings_if_any()?;
    // The folder in which things are tried goes with us, also when we are interrupted.
    let stop = &invocation.stop;
    let scratch = Scratch::make().context("failed to create a temporary folder").map_err(Failure::judge)?;
    let sandbox = start(&scratch.0, false)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let advice = paint(Tone::Notable, "!");
    write_section(&mut out, "sandbox", &layers::look(&sandbox), &advice).map_err(Failure::output)?;
    let bench = TrialSetup { sandbox: &sandbox, scratch: &scratch.0, stop };
    let mut machine = evenness::look();
    machine.push(specimens::clock(&bench));
    machine.push(priority(&scratch.0)?);
    write_section(&mut out, "machine", &machine, &advice).map_err(Failure::output)?;
    let compilers = compilers::look(settings.as_ref());
    write_section(&mut out, "languages", &compilers, &advice).map_err(Failure::output)?;
    let findings = specimens::judge(&bench);
    write_section(&mut out, "misbehaving programs", &findings, &paint(Tone::Bad, "✗"))
        .map_err(Failure::output)?;
    if let Some(signal) = stop.signal() {
        return Ok(ExitCode::Interrupted(signal));
    }
    let wrong = findings.iter().filter(|finding| !finding.is_good).count();
    let has_failed = findings.iter().any(|finding| finding.found == specimens::FAILED);
    let last = if wrong == 0 {
        paint(Tone::Good, &format!("all {} judged right", counted(findings.len(), "program")))
    } else {
        paint(Tone::Bad, &format!("{wrong} of {} judged wrong", counted(findings.len(), "program")))
    };
    writeln!(out, "\n{last}").and_then(|()| out.flush()).map_err(Failure::output)?;
    Ok(match wrong {
        0 => ExitCode::Fine,
        _ if has_failed => ExitCode::JudgeFailed,
        _ => ExitCode::Unexpected,
    })
}

/// Whether `compare` may use the highest priority.
fn priority(scratch: &Path) -> Result<Finding, Failure> {
    let folder = scratch.join("first");
    std::fs::create_dir(&folder)
        .with_context(|| format!("failed to make `{}`", folder.display()))
        .map_err(Failure::judge)?;
    Ok(if start(&folder, true)?.has_priority() {
        Finding::good("priority", "`compare` runs programs at the highest priority")
    } else {
        let usual = "normal: on a busy machine other programs interrupt what `compare` measures";
        Finding::weak("priority", usual, "keep the machine idle while it measures, or run as root")
    })
}

fn start(scratch: &Path, priority: bool) -> Result<LinuxSandbox, Failure> {
    let own = std::env::current_exe()
        .context("failed to find the judge's own executable")
        .map_err(Failure::judge)?;
    let config = SandboxConfig {
        slots: 1,
        isolation: Isolation::Auto,
        scratch: scratch.to_owned(),
        programs: vec![own],
        secrets: Vec::new(),
        cores: physical_cores().into_iter().take(1).collect(),
        priority,
        groups: ControlGroups::take(),
    };
    LinuxSandbox::start(&config)
        .map_err(|fault| Failure::judge(anyhow::Error::new(fault).context("the sandbox cannot be started")))
}

/// Writes a section; `weak` marks what is not as it could be.
fn write_section(out: &mut dyn Write, title: &str, findings: &[Finding], weak: &str) -> io::Result<()> {
    writeln!(out, "{}", paint(Tone::Strong, title))?;
    for finding in findings {
        let mark = if finding.is_good { &paint(Tone::Good, "✓") } else { weak };
        let line = format!("  {mark} {} {}", fit(&finding.subject, SUBJECT_WIDTH), finding.found);
        writeln!(out, "{}", line.trim_end())?;
        if let Some(advice) = &finding.advice {
            writeln!(out, "    {} {}", fit("", SUBJECT_WIDTH), paint(Tone::Notable, advice))?;
        }
    }
    Ok(())
}

/// A folder of our own that is gone when we are.
struct Scratch(PathBuf);

impl Scratch {
    fn make() -> io::Result<Self> {
        use std::os::unix::fs::DirBuilderExt;
        let path = std::env::temp_dir().join(format!("harness-doctor-{}", std::process::id()));
        std::fs::DirBuilder::new().mode(0o700).create(&path)?;
        Ok(Self(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nothing of worth is in it; a failure to remove it changes no result.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
