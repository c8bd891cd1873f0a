//! Which languages can be judged here.

use std::path::{Path, PathBuf};

use harness_sandbox::{Tool, find_tool, run_tool};

use crate::commands::doctor::Finding;
use crate::config::{Config, Languages};

/// Asks every compiler and interpreter of the table for its version. None of them is missed: a
/// language that nobody writes in needs no compiler.
pub fn look(config: Option<&Config>) -> Vec<Finding> {
    let languages = config.map_or_else(Languages::built_in, |config| config.languages.clone());
    languages.rows.iter().map(|row| finding(&row.name, &row.version)).collect()
}

fn finding(language: &str, command: &[String]) -> Finding {
    let Some((program, args)) = command.split_first() else {
        return Finding::good(language, "no command for its version");
    };
    if find_tool(Path::new(program)).is_none() {
        return Finding::good(language, format!("not installed (`{program}`)"));
    }
    let tool = Tool {
        program: program.into(),
        args: args.iter().map(Into::into).collect(),
        folder: PathBuf::from("/"),
        environment: Vec::new(),
    };
    match run_tool(&tool) {
        Ok(output) if output.success => {
            let said = [output.stdout, output.stderr].concat();
            let said = String::from_utf8_lossy(&said).into_owned();
            Finding::good(language, said.lines().next().unwrap_or_default())
        }
        Ok(output) => {
            let what = format!("`{}` ended with {}", command.join(" "), output.status);
            Finding::weak(language, what, "see what it says when you type it yourself")
        }
        Err(error) => {
            Finding::weak(language, format!("failed to start `{program}`: {error}"), "install it anew")
        }
    }
}
