//! A workspace of its own, a clean environment, and the output made comparable.

use std::ffi::OsStr;
use std::fmt;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use harness_sandbox::find_tool;

use crate::watch::lasting;

/// A workspace in a folder of its own. It has the language `sh`, which needs nothing to be built.
pub struct Workspace {
    folder: tempfile::TempDir,
}

/// A user that has no processes but those of these tests.
const UNUSED_ID: u32 = 61234;

/// The settings of every workspace here.
const SETTINGS: &str = "[language.sh]\nextensions = [\"sh\"]\nrun = [\"/bin/sh\", \"{source}\"]\n";

/// A workspace with nothing but settings.
pub fn workspace() -> Workspace {
    let folder = tempfile::tempdir().unwrap();
    Workspace { folder }.file("judge.toml", SETTINGS).folder("cases").folder("solutions")
}

/// A problem `double` with two cases and the right solution `right`.
pub fn doubling() -> Workspace {
    workspace()
        .case("double", "1-small", "2\n", "4\n")
        .case("double", "2-large", "1000000\n", "2000000\n")
        .script("double", "right", "read n; echo $((n + n))")
}

impl Workspace {
    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file, with the folders that it is in.
    pub fn file(self, path: impl AsRef<OsStr>, content: impl AsRef<[u8]>) -> Self {
        let path = self.root().join(path.as_ref());
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
        self
    }

    pub fn folder(self, path: &str) -> Self {
        std::fs::create_dir_all(self.root().join(path)).unwrap();
        self
    }

    pub fn link(self, path: &str, target: &str) -> Self {
        std::os::unix::fs::symlink(target, self.root().join(path)).unwrap();
        self
    }

    /// Adds lines before the settings that are there.
    pub fn setting(self, lines: &str) -> Self {
        let there = std::fs::read_to_string(self.root().join("judge.toml")).unwrap();
        self.file("judge.toml", format!("{lines}\n{there}"))
    }

    /// Has C++ compiled without optimising, which takes most of the time of a build and changes nothing that most tests
    /// look at.
    pub fn unoptimised(self) -> Self {
        let compile = "\"g++\", \"-x\", \"c++\", \"-std=gnu++20\", \"-O0\", \"-pipe\", \"-o\", \"{binary}\", \"{sources}\"";
        self.setting(&format!("[language.cpp]\ncompile = [{compile}]\n"))
    }

    pub fn case(self, problem: &str, name: &str, input: &str, answer: &str) -> Self {
        self.file(format!("cases/{problem}/{name}.in"), input)
            .file(format!("cases/{problem}/{name}.ans"), answer)
    }

    /// A solution in the language of the shell.
    pub fn script(self, problem: &str, name: &str, text: &str) -> Self {
        self.file(format!("solutions/{problem}/{name}.sh"), format!("{text}\n"))
    }

    /// The same as a folder, in which there may be more.
    pub fn script_in_folder(self, problem: &str, name: &str, text: &str) -> Self {
        self.file(format!("solutions/{problem}/{name}/main.sh"), format!("{text}\n"))
    }

    pub fn problem(self, problem: &str, settings: &str) -> Self {
        self.file(format!("cases/{problem}/problem.toml"), settings)
    }

    /// Runs the judge with these words in the root of the workspace.
    pub fn run(&self, words: &str) -> Output {
        self.run_in(".", words)
    }

    pub fn run_in(&self, folder: &str, words: &str) -> Output {
        let output = self.command(folder, words).output().unwrap();
        self.taken(&output)
    }

    /// Runs the judge with another variable of the environment.
    pub fn run_with(&self, variable: (&str, &str), words: &str) -> Output {
        let output = self.command(".", words).env(variable.0, variable.1).output().unwrap();
        self.taken(&output)
    }

    /// Runs the judge by a shell that has first done this.
    pub fn run_after(&self, prelude: &str, words: &str) -> Output {
        let output = self.behind(&["/bin/sh"], prelude, words).output().unwrap();
        self.taken(&output)
    }

    /// Runs the judge where its user may have so many processes and threads. Root has no such limit, so
    /// there it is another user, whose workspace this becomes.
    pub fn run_with_processes(&self, most: u32, words: &str) -> Output {
        let limit = format!("--nproc={most}:{most}");
        let mut starter: Vec<&str> = Vec::new();
        if rustix::process::getuid().is_root() {
            for entry in walkdir::WalkDir::new(self.root()) {
                std::os::unix::fs::lchown(entry.unwrap().path(), Some(UNUSED_ID), Some(UNUSED_ID)).unwrap();
            }
            starter.extend(["setpriv", "--reuid", "61234", "--regid", "61234", "--clear-groups"]);
        }
        starter.extend(["prlimit", &limit, "/bin/sh"]);
        let output = self.behind(&starter, ":", words).output().unwrap();
        self.taken(&output)
    }

    /// The folders of judges that run, or ran, in this workspace.
    pub fn run_folders(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.root().join(".judge/run")).into_iter().flatten();
        entries.map(|entry| entry.unwrap().path()).collect()
    }

    /// As [`Self::run_after`], with mounts that no other process sees. It exits with 111 where the shell has
    /// failed to prepare them.
    pub fn run_in_own_mounts(&self, prelude: &str, words: &str) -> Output {
        let unshare = ["unshare", "--user", "--map-root-user", "--mount", "/bin/sh"];
        let output = self.behind(&unshare, prelude, words).output().unwrap();
        self.taken(&output)
    }

    /// Pastes a line into a shell that finds the judge, in this folder.
    #[expect(clippy::disallowed_methods, reason = "the judge is what is tested here")]
    pub fn run_pasted(&self, folder: &str, line: &str) -> Output {
        let judge = self.command(folder, "");
        let mut path = Path::new(judge.get_program()).parent().unwrap().as_os_str().to_owned();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        let mut command = Command::new("/bin/sh");
        command.args(["-c", line]).current_dir(self.root().join(folder)).env_clear();
        command.envs(judge.get_envs().filter_map(|(name, value)| Some((name, value?)))).env("PATH", path);
        self.taken(&command.output().unwrap())
    }

    /// Runs the judge where nothing reads its standard output.
    pub fn run_unread(&self, words: &str) -> Output {
        let mut child = self.start(words);
        drop(child.stdout.take());
        self.finish(child)
    }

    /// Runs the judge where the kernel has no memory for a filter on system calls.
    pub fn run_without_filters(&self, words: &str) -> Output {
        let machine = [env!("CARGO_BIN_EXE_harness"), "__specimen", "without-filters"];
        let output = self.behind(&machine, ":", words).output().unwrap();
        self.taken(&output)
    }

    /// The command of the judge, started by a shell that these words start, after the prelude.
    #[expect(clippy::disallowed_methods, reason = "the judge is what is tested here")]
    fn behind(&self, shell: &[&str], prelude: &str, words: &str) -> Command {
        let judge = self.command(".", words);
        let mut command = Command::new(shell[0]);
        command.args(&shell[1..]).args(["-c", &format!("{{ {prelude}; }} || exit 111; exec \"$0\" \"$@\"")]);
        command.arg(judge.get_program()).args(judge.get_args()).current_dir(self.root()).env_clear();
        command.envs(judge.get_envs().filter_map(|(name, value)| Some((name, value?))));
        command
    }

    /// Runs the judge with this on its standard input.
    pub fn run_with_input(&self, words: &str, input: &str) -> Output {
        let mut command = self.command(".", words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // A command that finds a mistake before it reads closes the pipe.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        self.finish(child)
    }

    /// Runs the judge with its standard output going to this file.
    pub fn run_into(&self, path: &str, words: &str) -> Output {
        let file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
        let output = self.command(".", words).stdout(file).output().unwrap();
        self.taken(&output)
    }

    /// The text of a file.
    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.root().join(path)).unwrap()
    }

    /// Every file below `cases`, in order.
    pub fn files(&self) -> Vec<PathBuf> {
        let walk = walkdir::WalkDir::new(self.root().join("cases")).sort_by_file_name();
        walk.into_iter().map(|entry| entry.unwrap().into_path()).collect()
    }

    /// An executable script in the folder `bin`.
    pub fn tool(self, name: &str, text: &str) -> Self {
        let path = self.root().join("bin").join(name);
        let workspace = self.file(format!("bin/{name}"), format!("#!/bin/sh\n{text}\n"));
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
        workspace
    }

    /// Starts the judge, to talk to it while it runs. Its standard output is a pipe.
    pub fn start(&self, words: &str) -> Child {
        let mut command = self.command(".", words);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }

    /// As [`Self::start`], with a standard input that stays open.
    pub fn start_with_open_input(&self, words: &str) -> (Child, ChildStdin) {
        let mut command = self.command(".", words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take().unwrap();
        (child, input)
    }

    /// As [`Self::start`], with this folder for what is temporary.
    pub fn start_with_temporary(&self, folder: &str, words: &str) -> Child {
        let mut command = self.command(".", words);
        command.env("TMPDIR", self.root().join(folder));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }

    /// As [`Self::start`], in a group of its own.
    pub fn start_in_group(&self, words: &str) -> Child {
        use std::os::unix::process::CommandExt;
        let mut command = self.command(".", words);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.process_group(0).spawn().unwrap()
    }

    /// What a judge said that was started, and how it ended.
    pub fn finish(&self, child: Child) -> Output {
        let output = child.wait_with_output().unwrap();
        self.taken(&output)
    }

    fn taken(&self, output: &std::process::Output) -> Output {
        use std::os::unix::process::ExitStatusExt;
        let root = self.root().display().to_string();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap().replace(&root, "[ROOT]");
        let output = Output {
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
            code: output.status.code().unwrap_or_else(|| -output.status.signal().unwrap_or(0)),
        };
        assert!(!output.stderr.contains("panicked"), "{output}");
        output
    }

    #[expect(clippy::disallowed_methods, reason = "the judge is what is tested here")]
    fn command(&self, folder: &str, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        // Blanks within a pair of quotes belong to the word.
        let words = words.split('\'').enumerate().flat_map(|(index, part)| {
            if index % 2 == 1 { vec![part] } else { part.split_whitespace().collect() }
        });
        command
            .args(words)
            .current_dir(self.root().join(folder))
            .env_clear()
            .env("SOURCE_DATE_EPOCH", "1767225600")
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", std::env::var_os("HOME").unwrap_or_default());
        for name in ["CARGO_HOME", "RUSTUP_HOME", "TMPDIR"] {
            command.envs(std::env::var_os(name).map(|value| (name, value)));
        }
        command
    }
}

/// All that came out of the judge.
#[must_use]
pub struct Output {
    pub stdout: String,
    pub stderr: String,
    /// The exit status; negative for a signal.
    pub code: i32,
}

impl Output {
    /// Everything, with what differs from run to run taken out.
    pub fn all(&self) -> String {
        let mut text = steady(&self.stdout);
        if !self.stderr.is_empty() {
            text.push_str("--- stderr ---\n");
            text.push_str(&steady(&self.stderr));
        }
        let status = if self.code == 0 { String::new() } else { format!("[exit status: {}]\n", self.code) };
        text + &status
    }

    /// The lines of [`Self::all`] in the order of the alphabet. A source that was written in the moment of its
    /// build is built once more by the next command, and then judged last.
    pub fn sorted(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.all().lines().map(str::to_owned).collect();
        lines.sort();
        lines
    }

    #[track_caller]
    pub fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self}");
        self
    }

    /// As [`Self::exits`], where nothing else is of interest.
    #[track_caller]
    pub fn only_exits(&self, code: i32) {
        assert_eq!(self.code, code, "{self}");
    }

    #[track_caller]
    pub fn says(&self, what: &str) -> &Self {
        assert!(self.stdout.contains(what) || self.stderr.contains(what), "no `{what}` in\n{self}");
        self
    }

    #[track_caller]
    pub fn does_not_say(&self, what: &str) -> &Self {
        assert!(!self.stdout.contains(what) && !self.stderr.contains(what), "`{what}` in\n{self}");
        self
    }

    /// Standard output as one document.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in\n{self}"))
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}--- stderr ---\n{}[exit status: {}]", self.stdout, self.stderr, self.code)
    }
}

/// The text without times, memory, the slowest case, and what is said of the machine at hand, such as what
/// takes it more than a second to build.
fn steady(text: &str) -> String {
    const ABOUT_MACHINE: [&str; 5] = [
        "not enforced here: ",
        "a busy machine: ",
        "building ",
        "building, ",
        "memory of an empty program: ",
    ];
    let mut steady = String::new();
    let waited = |line: &str| line.trim_start().starts_with("waited ") && line.ends_with(" for a core");
    let is_about_machine =
        |line: &&str| ABOUT_MACHINE.iter().any(|start| line.starts_with(start)) || waited(line);
    for line in text.lines().filter(|line| !is_about_machine(line)) {
        let line = if line.contains(" MiB") && (is_of_limit(line) || line.contains(" > ")) {
            without_measurements(line)
        } else {
            line.to_owned()
        };
        steady.push_str(mask_seconds(&line).trim_end());
        steady.push('\n');
    }
    steady
}

/// Whether a line has a time and its limit, such as `0.012 of 1.00 s`.
fn is_of_limit(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_number = |word: &str| word.parse::<f64>().is_ok();
    words.windows(4).any(|of| is_number(of[0]) && of[1] == "of" && is_number(of[2]) && of[3] == "s")
}

/// `✓ right AC 2/2` and what was expected; the columns of time, case and memory are left out.
fn without_measurements(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let end = line.find(" MiB").map_or("", |at| &line[at + 4..]);
    format!("  {}{end}", words[..words.len().min(4)].join(" "))
}

/// Every number with a point before ` s` becomes `_`, and so does the time of a line of a dialogue.
fn mask_seconds(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let is_time = |index: usize| {
        let next = words.get(index + 1).copied().unwrap_or_default();
        let number = words[index].trim_start_matches('(');
        if next == "ms" && matches!(words.get(index + 2).copied(), Some("←" | "→")) {
            return number.parse::<u64>().is_ok();
        }
        number.contains('.')
            && number.parse::<f64>().is_ok()
            && (next == "s" || next.starts_with("s,") || next.starts_with("s:") || next.starts_with("s)"))
    };
    let masked: Vec<&str> =
        (0..words.len()).map(|index| if is_time(index) { "_" } else { words[index] }).collect();
    masked.join(" ")
}

/// Whether this tool can be started here. Where it cannot, that is said: a test is left out.
pub fn is_here(tool: &str) -> bool {
    let is_here = find_tool(Path::new(tool)).is_some();
    if !is_here {
        eprintln!("skipped: no `{tool}` that this user may start");
    }
    is_here
}

/// The command lines of all processes that carry this mark.
pub fn processes_with(mark: &str) -> Vec<PathBuf> {
    let folders = std::fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let has_mark = |folder: &PathBuf| {
        std::fs::read(folder.join("cmdline")).is_ok_and(|line| {
            line.windows(mark.len()).any(|window| OsStr::from_bytes(window) == OsStr::new(mark))
        })
    };
    folders.filter(has_mark).collect()
}

/// The command lines of all processes that a judge in this workspace started and that stay: they are in
/// its folder, or name a file of it.
pub fn processes_of(root: &Path) -> Vec<PathBuf> {
    let is_in =
        |folder: &PathBuf| std::fs::read_link(folder.join("cwd")).is_ok_and(|cwd| cwd.starts_with(root));
    let of_root = || {
        let mut all = processes_with(root.to_str().unwrap());
        let folders = std::fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
        all.extend(folders.filter(is_in));
        all
    };
    lasting(of_root)
}
