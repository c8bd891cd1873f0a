//! Pictures of cases: what the `view` program of a problem prints for people.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use harness_sandbox::{LinuxSandbox, Stdin};

use crate::build::{Built, Executable};
use crate::event::Reporter;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::{Bytes, Case, Limits, Name, Problem, Role, RoleKind, plain};
use crate::programs::building::{build_requests, not_ready, request_of_role};
use crate::programs::problem_programs::last_words;
use crate::programs::sandboxes::start_in;
use crate::run::{Engine, Pool, Question, Reply};
use crate::session::Session;

/// The view of a problem. That it cannot be used is no failure of a command: no picture decides anything.
pub struct View<'s> {
    session: &'s Session,
    /// Its name.
    pub name: &'s Name,
    /// Where it runs, and where it finds an output; or why it cannot.
    ready: Result<(Executable, LinuxSandbox, PathBuf), String>,
}

/// What a view printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// All bytes.
    pub bytes: Vec<u8>,
}

/// What is more is no picture: a browser could not show it.
const MOST_PRINTED: Bytes = Bytes::mebibytes(16);

/// With these words SVG begins.
const SVG: [&[u8]; 2] = [b"<svg", b"<?xml"];

impl Picture {
    /// Whether it is SVG, and no text for a terminal.
    #[must_use]
    pub fn is_svg(&self) -> bool {
        let text = self.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.bytes).trim_ascii_start();
        SVG.iter().any(|start| text.starts_with(start))
    }
}

impl<'s> View<'s> {
    /// Builds the view of a problem and starts a sandbox for it, which may see the problem's folder and these cases
    /// wherever they are; none where the problem has no view.
    ///
    /// # Errors
    /// A signal came.
    pub fn start(
        session: &'s Session,
        problem: &'s Problem,
        cases: &[&Case],
        reporter: &mut dyn Reporter,
    ) -> Result<Option<Self>, Failure> {
        let Some(role) = problem.roles.of(RoleKind::View).first() else { return Ok(None) };
        let ready = match prepared(session, (problem, cases), role, reporter) {
            Err(failure) if matches!(failure.code, ExitCode::Interrupted(_)) => return Err(failure),
            ready => ready.map_err(|failure| format!("{:#}", failure.source)),
        };
        Ok(Some(Self { session, name: &role.name, ready }))
    }

    /// Draws a case with this output, or with its answer where it has one; or says why it has failed.
    ///
    /// # Errors
    /// A signal came.
    pub fn draw(&self, case: &Case, output: Option<&[u8]>) -> Result<Result<Picture, String>, Failure> {
        let (executable, sandbox, place) = match &self.ready {
            Ok(ready) => ready,
            Err(why) => return Ok(Err(why.clone())),
        };
        if let Some(Err(error)) = output.map(|output| fs::write(place, output)) {
            return Ok(Err(format!("failed to write `{}`: {error}", place.display())));
        }
        let beside = output.map_or_else(|| case.answer(), |_| Some(place.clone()));
        let paths: Vec<PathBuf> = std::iter::once(case.input()).chain(beside).collect();
        let helpers = self.session.config.helpers.limits();
        let output = helpers.output_limit(Bytes(0)).min(MOST_PRINTED);
        let limits = Limits { output: Some(output), ..helpers };
        let args: Vec<OsString> = paths.iter().map(OsString::from).collect();
        let mut program = executable.program(&args, Stdin::Empty, &limits);
        program.files.extend(paths.iter().map(|path| real(path)));
        let (pool, recheck) = (Pool::single(), self.session.config.judge.recheck.value);
        let engine = Engine::new(sandbox, &self.session.stop, &pool, recheck);
        let reply = engine.ask(&[Question { program, limits }]).pop();
        if let Some(signal) = self.session.stop.signal() {
            let interrupted = Failure::usage(anyhow!("interrupted"));
            return Err(Failure { code: ExitCode::Interrupted(signal), ..interrupted });
        }
        Ok(match reply {
            Some(reply) if reply.is_complete() => Ok(Picture { bytes: reply.output }),
            Some(reply) => Err(self.failed(&reply)),
            None => Err(format!("the view `{}` was not started", self.name)),
        })
    }

    /// How it ended, and its words.
    fn failed(&self, reply: &Reply) -> String {
        let judgement = &reply.judgement;
        let words = last_words(reply);
        // The reason may end with the last line of them.
        let is_told = judgement.reason.trim().ends_with(&plain(&words));
        let words = if is_told { String::new() } else { format!("\n{words}") };
        format!("the view `{}` failed: {}, {}{words}", self.name, judgement.verdict, judgement.reason)
    }
}

/// The file behind links, which may lead out of the problem's folder.
fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn prepared(
    session: &Session,
    (problem, cases): (&Problem, &[&Case]),
    role: &Role,
    reporter: &mut dyn Reporter,
) -> Result<(Executable, LinuxSandbox, PathBuf), Failure> {
    let built = build_requests(session, &[request_of_role(problem, role)], reporter)?;
    let executable = match built.into_iter().next() {
        Some(Built::Ready(executable)) => executable,
        Some(built) => return Err(not_ready(&role.name, &built)),
        None => return Err(Failure::judge(anyhow!("`{}` was not built", role.name))),
    };
    // A folder of its own: outputs that are written later are seen where the folder is.
    let outputs = session.run_folder()?.join("drawn");
    fs::create_dir_all(&outputs)
        .with_context(|| format!("failed to make `{}`", outputs.display()))
        .map_err(Failure::usage)?;
    let own = executable.files.iter().cloned().chain([problem.folder.clone(), outputs.clone()]);
    let elsewhere = cases.iter().flat_map(|case| case.files()).map(|(_, path)| real(&path));
    let elsewhere = elsewhere.filter(|path| !path.starts_with(&problem.folder));
    let visible: BTreeSet<PathBuf> = own.chain(elsewhere).collect();
    let sandbox = start_in(session, "view", 1, visible.into_iter().collect())?;
    Ok((executable, sandbox, outputs.join("output")))
}

#[cfg(test)]
mod tests {
    use crate::programs::Picture;

    #[test]
    fn svg_is_known_by_its_first_words() {
        let is_svg = |text: &[u8]| Picture { bytes: text.to_vec() }.is_svg();
        for text in ["<svg/>", "\n  <svg width=\"1\">", "<?xml version=\"1.0\"?><svg/>", "\u{feff}<svg>"] {
            assert!(is_svg(text.as_bytes()), "{text:?}");
        }
        for text in [&b""[..], b"a board", b"1 <svg>", b"<sv", b"< svg", b"\xff<svg>"] {
            assert!(!is_svg(text), "{text:?}");
        }
    }
}
