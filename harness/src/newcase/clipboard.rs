//! The clipboard, by way of the tools that desktops have for it.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use harness_sandbox::{Tool, find_tool, run_tool};

use crate::failure::Failure;

/// The tools, with the arguments that make them print the clipboard as it is.
const TOOLS: [(&str, &[&str]); 4] = [
    ("wl-paste", &["--no-newline"]),
    ("xclip", &["-selection", "clipboard", "-o"]),
    ("xsel", &["--clipboard", "--output"]),
    ("pbpaste", &[]),
];

/// What is in the clipboard.
///
/// # Errors
/// No tool is there, or none of those that are can read it.
pub fn read() -> Result<Vec<u8>, Failure> {
    let mut complaints = Vec::new();
    for (program, args) in TOOLS.iter().filter(|(program, _)| find_tool(Path::new(program)).is_some()) {
        let tool = Tool {
            program: program.into(),
            args: args.iter().map(Into::into).collect(),
            folder: PathBuf::from("/"),
            environment: Vec::new(),
        };
        match run_tool(&tool) {
            Ok(output) if output.success => return Ok(output.stdout),
            Ok(output) => {
                let words = String::from_utf8_lossy(&output.stderr);
                complaints.push(format!("`{program}` ended with {}: {}", output.status, words.trim()));
            }
            Err(error) => complaints.push(format!("`{program}` cannot be started: {error}")),
        }
    }
    if complaints.is_empty() {
        let tools: Vec<&str> = TOOLS.iter().map(|(program, _)| *program).collect();
        let what = anyhow!("no clipboard program is installed: {}", tools.join(", "));
        return Err(Failure::usage(what).hint("pipe the input in, or name a file with --input"));
    }
    Err(Failure::usage(anyhow!("failed to read the clipboard: {}", complaints.join("; "))))
}
