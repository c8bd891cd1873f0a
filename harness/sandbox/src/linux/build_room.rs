//! A room for one build: a launcher with a view of its own, in which compilers run under limits.
//!
//! A compiler does what its source says: it reads what is included, runs what expands macros, and takes
//! as long as templates go on. So it is run as the programs under test are, by a launcher that ends it
//! with all that it started: at a limit, at a signal, and when the judge is no more. What differs is what
//! it sees, see [`view`](crate::linux::view), its environment, and that all it says is kept.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::linux::build_wire::{BuildRequest, BuildView};
use crate::linux::client::Client;
use crate::linux::view;
use crate::linux::wire::{Apart, Request, Setup};
use crate::linux::workdir::{self, Workdir};
use crate::program::variable;
use crate::tool::in_words;
use crate::{
    Bounds, Breach, Bytes, ControlGroups, Ending, Execution, Fault, Guarantees, Isolation, Step, Stop, Tool,
    ToolOutput, WorkingFolder,
};

/// How to set up a room. Paths that are not there are left out.
#[derive(Clone, Debug)]
pub struct BuildRoomConfig {
    /// How much to isolate.
    pub isolation: Isolation,
    /// In which control groups.
    pub groups: ControlGroups,
    /// A folder that is not there yet; it is made, and removed with the room. In it are the home and the
    /// temporary files of what runs here.
    pub folder: PathBuf,
    /// Files and folders that may be read, beside the system's.
    pub readable: Vec<PathBuf>,
    /// What lies in one of those and must not be seen.
    pub hidden: Vec<PathBuf>,
    /// Existing folders that may be written to, beside the home.
    pub writable: Vec<PathBuf>,
}

/// The lines at which a build is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildLimits {
    /// CPU time of the whole process tree.
    pub time: Duration,
    /// Wall-clock time, less the time that it waited for a core.
    pub wall: Duration,
    /// Memory of the whole process tree.
    pub memory: Bytes,
    /// Bytes that it may print.
    pub output: Bytes,
    /// Bytes of files that it may leave at any moment.
    pub files: Bytes,
}

/// How a tool ended in a room.
#[derive(Clone, Debug)]
pub enum BuildEnd {
    /// By itself.
    Ended(ToolOutput),
    /// At a limit.
    Over(Breach),
    /// It could not be started, for this reason of the kernel's.
    NotStarted(i32),
    /// The judge is stopping.
    Interrupted,
}

/// Processes and threads of one build at once: a compiler has several a core, a bomb has all it gets.
const MOST_TASKS: u32 = 1024;

/// Stack of a compiler, which recurses as deep as its source is nested.
const STACK: Bytes = Bytes::mebibytes(64);

/// A room that is set up.
pub struct BuildRoom {
    client: Option<Client>,
    setup: Setup,
    guarantees: Guarantees,
    // After the launcher, which works in it.
    folder: Folder,
}

/// A folder that is removed, whatever is in it.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = remove(&self.0);
    }
}

impl BuildRoom {
    /// Sets up a room.
    ///
    /// # Errors
    /// Its folder could not be made, its launcher not be started, or full isolation was required and is
    /// not to be had.
    pub fn open(config: &BuildRoomConfig) -> Result<Self, Fault> {
        let folder = make_folder(&config.folder).map_err(|error| Fault::new(Step::MakeWorkdir, &error))?;
        let apart = match config.isolation {
            Isolation::Auto | Isolation::Required => Apart::Namespaces,
            Isolation::Restricted => Apart::Restrictions,
            Isolation::None => Apart::Nothing,
        };
        let mut setup = Setup {
            apart,
            core: None,
            workdir: folder.0.join("root"),
            programs: Vec::new(),
            secrets: config.hidden.clone(),
            groups: config.groups.folder(),
            priority: false,
            needs_filter: config.isolation == Isolation::Required,
            build: Some(BuildView {
                readable: real(&config.readable),
                hidden: real(&config.hidden),
                writable: real(&[&config.writable[..], &[folder.home(), folder.temporary()]].concat()),
                temporary: folder.temporary(),
            }),
        };
        let client = match Client::start(&setup) {
            Err(fault) if config.isolation == Isolation::Auto && fault.is_about_namespaces() => {
                setup.apart = Apart::Restrictions;
                Client::start(&setup)?
            }
            started => started?,
        };
        let guarantees = client.guarantees;
        setup.needs_filter |= guarantees.calls.are_filtered();
        Ok(Self { client: Some(client), setup, guarantees, folder })
    }

    /// What is kept from what runs here.
    #[must_use]
    pub fn guarantees(&self) -> Guarantees {
        self.guarantees
    }

    /// The folder that is home here.
    #[must_use]
    pub fn home(&self) -> PathBuf {
        self.folder.home()
    }

    /// The folder for temporary files.
    #[must_use]
    pub fn temporary(&self) -> PathBuf {
        self.folder.temporary()
    }

    /// Runs a tool, named by its full path, to its end or to a limit. The environment that the tool names
    /// is all that it gets. Nothing that it started is left.
    ///
    /// # Errors
    /// The sandbox failed; nothing may be concluded about what was built.
    pub fn run(&mut self, tool: &Tool, limits: &BuildLimits, stop: &Stop) -> Result<BuildEnd, Fault> {
        if stop.is_set() {
            return Ok(BuildEnd::Interrupted);
        }
        let request = Request {
            executable: PathBuf::from(&tool.program),
            args: tool.args.clone(),
            files: Vec::new(),
            environment: Vec::new(),
            pad: 0,
            bounds: Bounds {
                cpu: limits.time,
                wall: limits.wall,
                memory: limits.memory,
                stack: STACK,
                output: limits.output,
                processes: MOST_TASKS,
            },
            folder: None,
            kept: Vec::new(),
            taken: None,
            shares: WorkingFolder::Own,
            answers_apart: false,
            build: Some(BuildRequest {
                environment: tool.environment.iter().map(variable).collect(),
                folder: tool.folder.clone(),
                files: limits.files,
            }),
        };
        if self.client.as_ref().is_none_or(Client::is_spent) {
            // The old one goes first: both have the same folder.
            self.client = None;
            self.client = Some(Client::start(&self.setup)?);
        }
        let Some(client) = &mut self.client else {
            return Err(Fault { step: Step::StartLauncher, errno: libc::ECHILD });
        };
        let input = client.empty_input()?;
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let mut keep = |chunk: &[u8]| stdout.extend_from_slice(chunk);
        let facts = client.perform(&request, input, stop, &mut keep, Some(&mut stderr))?;
        Ok(end(&facts, stdout, stderr))
    }
}

impl Folder {
    fn home(&self) -> PathBuf {
        self.0.join("home")
    }

    fn temporary(&self) -> PathBuf {
        self.0.join("tmp")
    }
}

/// Makes the folder of a room; what an earlier one left there is gone.
fn make_folder(path: &Path) -> io::Result<Folder> {
    remove(path)?;
    fs::create_dir(path)?;
    let folder = Folder(fs::canonicalize(path)?);
    workdir::make(&folder.home())?;
    workdir::make(&folder.temporary())?;
    workdir::make(&folder.temporary().join(view::EMPTY))?;
    Ok(folder)
}

/// Removes a folder, however deep it is and whatever modes its parts have. It is no error that there is
/// none. Of a link in its place nothing but the link is removed.
///
/// # Errors
/// Something in it cannot be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    let Ok(meta) = path.symlink_metadata() else { return Ok(()) };
    if !meta.is_dir() {
        return fs::remove_file(path);
    }
    Workdir::new(path.to_owned(), workdir::PRIVATE).renew()?;
    fs::remove_dir(path)
}

/// The paths as the kernel sees them, each once.
fn real(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut real: Vec<PathBuf> = paths.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
    real.sort();
    real.dedup();
    real
}

fn end(facts: &Execution, stdout: Vec<u8>, stderr: Vec<u8>) -> BuildEnd {
    let ended = |code: Option<i32>, signal: Option<i32>| {
        BuildEnd::Ended(ToolOutput {
            success: code == Some(0),
            status: in_words(code, signal),
            signal,
            stdout,
            stderr,
        })
    };
    match facts.ending {
        Ending::Interrupted => BuildEnd::Interrupted,
        Ending::NotStarted(errno) => BuildEnd::NotStarted(errno),
        // What the kernel ended for lack of memory may have been a part of the compiler, which then ends
        // in whatever way it likes.
        _ if facts.oom_killed => BuildEnd::Over(Breach::Memory),
        Ending::Stopped(breach) => BuildEnd::Over(breach),
        // The kernel ends what goes on with a file beyond the line, also where nothing of it is on the disk yet.
        Ending::Signaled(libc::SIGXFSZ) => BuildEnd::Over(Breach::Files),
        Ending::Exited(status) => ended(Some(status), None),
        Ending::Signaled(signal) => ended(None, Some(signal)),
    }
}

#[cfg(test)]
mod tests {
    use super::{make_folder, remove};
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_room_can_be_made_where_one_was_left_and_is_removed_whatever_is_in_it() {
        let top = tempfile::tempdir().unwrap();
        let path = top.path().join("room");
        std::mem::forget(make_folder(&path).unwrap());
        let closed = path.join("tmp/closed");
        fs::create_dir(&closed).unwrap();
        fs::write(closed.join("file"), "").unwrap();
        fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
        let room = make_folder(&path).unwrap();
        assert!(path.join("home").exists() && !closed.exists());
        drop(room);
        assert!(!path.exists());
        remove(&path).unwrap();
    }

    #[test]
    fn what_a_link_leads_to_is_neither_removed_nor_changed() {
        let top = tempfile::tempdir().unwrap();
        let (other, link) = (top.path().join("other"), top.path().join("link"));
        fs::create_dir(&other).unwrap();
        fs::write(other.join("file"), "").unwrap();
        fs::set_permissions(&other, fs::Permissions::from_mode(0o755)).unwrap();
        std::os::unix::fs::symlink(&other, &link).unwrap();
        remove(&link).unwrap();
        assert!(link.symlink_metadata().is_err() && other.join("file").exists());
        assert_eq!(fs::metadata(&other).unwrap().permissions().mode() & 0o777, 0o755);
    }
}
