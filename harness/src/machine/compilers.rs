//! Which languages can be judged here.

use std::path::Path;

use harness_sandbox::find_tool;

use crate::config::{Config, Languages};
use crate::machine::finding::Finding;
use crate::machine::host::version;

/// Asks every compiler and interpreter of the table for its version. None of them is missed: a
/// language without solutions needs no compiler.
pub fn look(config: Option<&Config>) -> Vec<Finding> {
    let languages = config.map_or_else(Languages::built_in, |config| config.languages.clone());
    languages.rows.iter().map(|row| finding(&row.name, &row.version)).collect()
}

fn finding(language: &str, command: &[String]) -> Finding {
    let Some((program, _)) = command.split_first() else {
        return Finding::good(language, "no version command");
    };
    if find_tool(Path::new(program)).is_none() {
        return Finding::good(language, format!("not installed (`{program}`)"));
    }
    match version(command) {
        Ok(Ok(version)) => Finding::good(language, version),
        Ok(Err(status)) => {
            let what = format!("`{}` ended with {status}", command.join(" "));
            Finding::weak(language, what, "run it by hand to see its message")
        }
        Err(error) => {
            Finding::weak(language, format!("failed to start `{program}`: {error}"), "reinstall it")
        }
    }
}
