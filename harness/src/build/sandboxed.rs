//! Runs compilers in a sandbox, and maps how they end to a result.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use harness_sandbox::{
    Breach, BuildEnd, BuildLimits, BuildRoom, BuildRoomConfig, Bytes, Fault, Files, Guarantees, Isolation,
    Step, Tool, ToolOutput,
};

use crate::build::secrets::{Secrets, hidden_outside};
use crate::build::toolchain::Toolchain;
use crate::build::{BuildContext, Halt};

/// How well a build was isolated from the answers. A program built with less isolation than required is built
/// again: it may hold an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confinement {
    /// It saw what it needs and nothing else.
    Sealed,
    /// It could open no case, but see that there are some.
    Restricted,
    /// It saw all that the user can see.
    Open,
}

impl Confinement {
    fn of(guarantees: Guarantees) -> Self {
        match guarantees.files {
            _ if guarantees.is_full() => Self::Sealed,
            Files::Sealed | Files::Root | Files::Landlock => Self::Restricted,
            Files::Open => Self::Open,
        }
    }

    /// The accepted isolation, best first, whatever this machine offers: where it offers less than
    /// is accepted here, the build reports it.
    pub fn accepted(isolation: Isolation) -> &'static [Self] {
        match isolation {
            Isolation::Required => &[Self::Sealed],
            Isolation::Auto | Isolation::Restricted => &[Self::Sealed, Self::Restricted],
            Isolation::None => &[Self::Sealed, Self::Restricted, Self::Open],
        }
    }

    /// Its part of the name of what was built.
    pub fn tag(self) -> &'static [u8] {
        match self {
            Self::Sealed => b"sealed",
            Self::Restricted => b"restricted",
            Self::Open => b"open",
        }
    }
}

/// What a build needs beside what all builds of a workspace have.
#[derive(Clone)]
pub struct Plan<'a> {
    /// A name for its folders, which no build beside it has.
    pub name: &'a str,
    /// The source: a file or a folder.
    pub own: &'a Path,
    /// What it needs of the machine.
    pub toolchain: &'a Toolchain,
    /// What else it may read.
    pub readable: Vec<PathBuf>,
    /// Whether its source is a part of a larger whole, such as a workspace of Cargo, of which all must be there.
    pub is_member: bool,
    /// Whether that may be a case.
    pub sees_cases: bool,
    /// How much to isolate.
    pub isolation: Isolation,
}

/// A place to build in.
pub struct Place<'a> {
    context: &'a BuildContext<'a>,
    room: BuildRoom,
    environment: Vec<(OsString, OsString)>,
    /// How well it is kept from the answers.
    pub confinement: Confinement,
}

/// The result of running a tool.
pub enum Ran {
    /// It ended by itself.
    Ended(ToolOutput),
    /// It went over a limit, which is a verdict on the source.
    Over(String),
    /// It could not be started, or the sandbox failed.
    Failed(String),
}

impl<'a> Place<'a> {
    /// Opens one in which these folders may be written to.
    pub fn open(
        context: &'a BuildContext<'a>,
        secrets: &Secrets,
        plan: Plan<'_>,
        writable: &[&Path],
    ) -> Result<Self, Halt> {
        let own = std::fs::canonicalize(plan.own).unwrap_or_else(|_| plan.own.to_owned());
        // What is handed in stands alone: in the workspace lie solutions, and what was made of the answers.
        let is_alone = secrets.is_submission(&own) && !plan.is_member;
        let mut readable = vec![if is_alone { own.clone() } else { secrets.root.clone() }];
        readable.extend(context.readable.iter().cloned());
        readable.extend(plan.toolchain.readable.iter().filter_map(|path| std::fs::canonicalize(path).ok()));
        let wanted = plan.readable.into_iter().filter_map(|path| std::fs::canonicalize(path).ok());
        let wanted: Vec<PathBuf> = wanted.filter(|path| !secrets.is_of_another(path, &own)).collect();
        let mut foreign: Vec<PathBuf> = wanted.iter().chain(context.readable).cloned().collect();
        readable.extend(wanted);
        readable.retain(|path| plan.sees_cases || !secrets.is_case(path));
        let mut hidden = secrets.hidden_in(&readable, &own);
        foreign.retain(|path| !path.starts_with(&secrets.root) && !path.starts_with(&own));
        let is_needed = |hidden: &PathBuf| readable.iter().any(|path| path.starts_with(hidden));
        hidden.extend(foreign.iter().flat_map(|path| hidden_outside(path)).filter(|path| !is_needed(path)));
        hidden.retain(|path| !(plan.sees_cases && secrets.is_case(path)));
        hidden.extend(plan.toolchain.hidden.iter().cloned());
        // A compiler may live in a folder that is hidden otherwise.
        hidden.retain(|path| !readable.contains(path));
        let config = BuildRoomConfig {
            isolation: plan.isolation,
            groups: context.groups.clone(),
            folder: context.drafts.join(format!("{}.room", plan.name)),
            readable,
            hidden,
            writable: writable.iter().map(|path| (*path).to_owned()).collect(),
        };
        let room = match BuildRoom::open(&config) {
            Ok(room) => room,
            Err(fault) if plan.isolation == Isolation::Required => {
                return Err(Halt::NotIsolated(fault.to_string()));
            }
            Err(fault) => return Err(Halt::Failed(no_room(&fault, context.drafts))),
        };
        let guarantees = room.guarantees();
        let confinement = Confinement::of(guarantees);
        if plan.isolation == Isolation::Required && confinement != Confinement::Sealed {
            return Err(Halt::NotIsolated(guarantees.gaps().join("; ")));
        }
        let mut environment = plan.toolchain.environment.clone();
        environment.push(("HOME".into(), room.home().into()));
        environment.push(("TMPDIR".into(), room.temporary().into()));
        Ok(Self { context, room, environment, confinement })
    }

    /// Runs a tool, with these variables beside those of all builds.
    pub fn run(
        &mut self,
        program: &Path,
        args: &[OsString],
        folder: &Path,
        more: &[(OsString, OsString)],
    ) -> Result<Ran, Halt> {
        let environment = self.environment.iter().chain(more).cloned().collect();
        let tool =
            Tool { program: program.into(), args: args.to_vec(), folder: folder.to_owned(), environment };
        run(&mut self.room, &tool, self.context)
    }

    /// Why a compiler that works elsewhere does not work here, if that is so: it is asked for its version.
    pub fn lacks_toolchain(&mut self, compiler: &Path, version: &[String]) -> Result<Option<String>, Halt> {
        let Some(args) = version.get(1..) else { return Ok(None) };
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        let outside = Tool {
            program: compiler.into(),
            args: args.clone(),
            folder: PathBuf::from("/"),
            environment: Vec::new(),
        };
        let why = match self.run(compiler, &args, Path::new("/"), &[])? {
            Ran::Ended(output) if output.success => return Ok(None),
            Ran::Ended(output) => first_line(&output.stderr).unwrap_or(output.status),
            Ran::Over(why) | Ran::Failed(why) => why,
        };
        let works_outside = harness_sandbox::run_tool(&outside).is_ok_and(|output| output.success);
        Ok(works_outside.then_some(why))
    }
}

/// Runs a trusted step of a build, with the user's environment and all that the user sees, but with the
/// limits of builds.
pub fn run_outside(
    context: &BuildContext<'_>,
    name: &str,
    tool: &Tool,
    secrets: &Secrets,
) -> Result<Ran, Halt> {
    let config = BuildRoomConfig {
        isolation: Isolation::None,
        groups: context.groups.clone(),
        folder: context.drafts.join(format!("{name}.room")),
        readable: vec![secrets.root.clone()],
        hidden: Vec::new(),
        writable: Vec::new(),
    };
    let mut room = BuildRoom::open(&config).map_err(|fault| Halt::Failed(no_room(&fault, context.drafts)))?;
    run(&mut room, tool, context)
}

fn run(room: &mut BuildRoom, tool: &Tool, context: &BuildContext<'_>) -> Result<Ran, Halt> {
    let limits = &context.limits;
    match room.run(tool, limits, context.stop) {
        Ok(BuildEnd::Ended(output)) => Ok(Ran::Ended(output)),
        Ok(BuildEnd::Over(breach)) => Ok(Ran::Over(too_much(breach, limits))),
        Ok(BuildEnd::NotStarted(errno)) => {
            let why = std::io::Error::from_raw_os_error(errno);
            Ok(Ran::Failed(format!("failed to start `{}`: {why}", tool.program.display())))
        }
        Ok(BuildEnd::Interrupted) => Err(Halt::Stopped),
        Err(fault) => Ok(Ran::Failed(format!("the build sandbox failed to {fault}"))),
    }
}

/// The note about a compiler that runs outside the sandbox.
pub fn openly(compiler: &Path, why: &str) -> String {
    format!(
        "`{}` does not work in the build sandbox ({}), so what it builds can read the cases; \
         `--isolation required` refuses that",
        compiler.display(),
        why.trim_end()
    )
}

fn no_room(fault: &Fault, drafts: &Path) -> String {
    let hint = if fault.step == Step::MakeWorkdir {
        format!("; check that you may write to `{}`", drafts.display())
    } else {
        String::new()
    };
    format!("the build sandbox failed to {fault}{hint}")
}

/// The message about a compiler that was killed at a limit.
fn too_much(breach: Breach, limits: &BuildLimits) -> String {
    match breach {
        Breach::Wall => format!("the compiler took more than {}", time(limits.wall)),
        Breach::Cpu => format!("the compiler took more than {} of CPU time", time(limits.time)),
        Breach::Memory => format!("the compiler used more than {} of memory", size(limits.memory)),
        // Of a compiler both count together.
        Breach::Output | Breach::Errors => format!("the compiler printed more than {}", size(limits.output)),
        Breach::Files => format!("the compiler wrote more than {}", size(limits.files)),
    }
}

fn time(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}

/// `2 GiB`: in a sentence the unit stands apart.
fn size(size: Bytes) -> String {
    let text = size.to_string();
    let unit = text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len());
    format!("{} {}", &text[..unit], &text[unit..])
}

fn first_line(text: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(text);
    text.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::too_much;
    use harness_sandbox::{Breach, BuildLimits, Bytes};
    use std::time::Duration;

    #[test]
    fn what_was_too_much_is_said_with_its_limit() {
        let limits = BuildLimits {
            time: Duration::from_millis(1500),
            wall: Duration::from_mins(1),
            memory: Bytes::mebibytes(2048),
            output: Bytes::mebibytes(16),
            files: Bytes::mebibytes(1024),
        };
        let said = |breach| too_much(breach, &limits);
        assert_eq!(said(Breach::Wall), "the compiler took more than 60 s");
        assert_eq!(said(Breach::Cpu), "the compiler took more than 1.5 s of CPU time");
        assert_eq!(said(Breach::Memory), "the compiler used more than 2 GiB of memory");
        assert_eq!(said(Breach::Output), "the compiler printed more than 16 MiB");
        assert_eq!(said(Breach::Files), "the compiler wrote more than 1 GiB");
    }
}
