//! A Cargo package: all wanted binaries in one call of Cargo.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use harness_sandbox::{FileState, Tool, ToolOutput, explained, run_tool_until};
use serde::Deserialize;

use crate::build::{Built, Executable, Stopped, Workshop, cache, fresh, shortage};

/// One line of `cargo build --message-format=json`, as far as it concerns us.
#[derive(Deserialize)]
struct Message {
    reason: String,
    target: Option<Target>,
    executable: Option<PathBuf>,
    #[serde(rename = "message")]
    diagnostic: Option<Diagnostic>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Diagnostic {
    level: String,
    rendered: Option<String>,
}

/// What Cargo said about one package.
#[derive(Default)]
struct Report {
    executables: BTreeMap<String, PathBuf>,
    errors_of_binaries: BTreeMap<String, String>,
    errors_of_libraries: String,
}

/// Builds these binaries of the package in release mode.
pub fn build_package(
    workshop: &Workshop<'_>,
    package: &Path,
    binaries: &[&str],
) -> Result<BTreeMap<String, Built>, Stopped> {
    let stamp = workshop.cache.join(cache::key(&[b"package", package.as_os_str().as_encoded_bytes()]));
    if let Some(executables) = fresh::executables(&stamp, package, binaries) {
        return Ok(executables.into_iter().map(|(name, path)| (name, ready(path))).collect());
    }
    let mut args: Vec<OsString> =
        ["build", "--release", "--keep-going", "--message-format=json", "--bins"].map(OsString::from).into();
    args.extend(["--manifest-path".into(), package.join("Cargo.toml").into_os_string()]);
    let tool = Tool { program: "cargo".into(), args, folder: package.to_owned(), environment: Vec::new() };
    let output = match run_tool_until(&tool, workshop.stop) {
        Ok(Some(output)) => output,
        Ok(None) => return Err(Stopped),
        Err(error) => {
            return Ok(all_failed(binaries, &format!("failed to start cargo: {}", explained(&error))));
        }
    };
    let report = Report::read(&output);
    let lack = if output.success { None } else { shortage::behind(&output, package) };
    let built: BTreeMap<String, Built> = binaries
        .iter()
        .map(|binary| ((*binary).to_owned(), report.of(binary, &output, lack.as_deref())))
        .collect();
    if output.success {
        let kept = std::fs::create_dir_all(workshop.cache)
            .and_then(|()| fresh::remember(&stamp, workshop.drafts, &report.executables));
        // Without the stamp the next call asks Cargo again, which is only slower.
        drop(kept);
    }
    Ok(built)
}

fn ready(path: PathBuf) -> Built {
    Built::Ready(Executable {
        files: vec![path.clone()],
        state: FileState::of(&path),
        path,
        args: Vec::new(),
    })
}

fn all_failed(binaries: &[&str], why: &str) -> BTreeMap<String, Built> {
    binaries.iter().map(|binary| ((*binary).to_owned(), Built::Failed(why.to_owned()))).collect()
}

impl Report {
    fn read(output: &ToolOutput) -> Self {
        let mut report = Self::default();
        for line in output.stdout.split(|byte| *byte == b'\n') {
            let Ok(message) = serde_json::from_slice::<Message>(line) else { continue };
            report.take(message);
        }
        report
    }

    fn take(&mut self, message: Message) {
        let Some(target) = message.target else { return };
        let is_binary = target.kind.iter().any(|kind| kind == "bin");
        match (message.reason.as_str(), message.executable, message.diagnostic) {
            ("compiler-artifact", Some(path), _) if is_binary => {
                self.executables.insert(target.name, path);
            }
            ("compiler-message", _, Some(Diagnostic { level, rendered: Some(text) }))
                if level.starts_with("error") =>
            {
                let errors = if is_binary {
                    self.errors_of_binaries.entry(target.name).or_default()
                } else {
                    &mut self.errors_of_libraries
                };
                errors.push_str(&text);
            }
            _ => {}
        }
    }

    /// What came of one binary. Errors of its own come first, then those of a library, which keep
    /// every binary from being built, then what Cargo itself said.
    fn of(&self, binary: &str, output: &ToolOutput, lack: Option<&str>) -> Built {
        let unbuilt = |said: &str| match lack {
            Some(lack) => Built::Failed(format!("{lack}:\n{said}")),
            None => Built::Rejected(said.to_owned()),
        };
        if let Some(errors) = self.errors_of_binaries.get(binary) {
            return unbuilt(errors);
        }
        if let Some(path) = self.executables.get(binary) {
            return ready(path.clone());
        }
        if !self.errors_of_libraries.is_empty() {
            return unbuilt(&self.errors_of_libraries);
        }
        unbuilt(&format!("cargo ended with {}:\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
    }
}
