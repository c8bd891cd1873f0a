//! Specimens that show what a program finds when it starts, and what is left to change it by.

use std::fs::File;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

/// Becomes the specimen of this name; its return value is the exit status.
pub fn become_specimen(name: &str, argument: &str) -> i32 {
    match name {
        "describe-itself" => describe_itself(),
        "describe-folders" => {
            for folder in argument.split_whitespace() {
                describe_folder(Path::new(folder));
            }
        }
        "find-new-folder" => println!("{}", if is_new(Path::new(".")) { "new" } else { "used" }),
        unknown => panic!("no specimen `{unknown}` ({argument})"),
    }
    0
}

/// Whether a folder seems unused, and files can be made there.
fn is_new(folder: &Path) -> bool {
    // Links to programs stand there where a workspace is in a folder that programs may write to.
    let is_link = |entry: &std::fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_symlink());
    let is_empty =
        std::fs::read_dir(folder).is_ok_and(|entries| entries.flatten().all(|entry| is_link(&entry)));
    let has_no_history = std::fs::metadata(folder).is_ok_and(|facts| facts.mtime() == 0);
    let has_attributes = matches!(rustix::fs::llistxattr(folder, &mut [0; 4096]), Ok(1..));
    is_empty && has_no_history && !has_attributes && File::create(folder.join("mine")).is_ok()
}

/// Everything about a process that it has from the one that started it.
fn describe_itself() {
    for file in ["limits", "oom_score_adj", "timerslack_ns", "personality"] {
        print!("{}", std::fs::read_to_string(format!("/proc/self/{file}")).unwrap_or_default());
    }
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Priority, nice value, real-time priority and policy, see proc_pid_stat(5).
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    for index in [15, 16, 37, 38] {
        println!("{}", fields.get(index).unwrap_or(&""));
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let shown =
        ["Umask", "Uid", "Gid", "Groups", "Cap", "NoNewPrivs", "Seccomp", "Cpus", "Mems", "Sig", "Shd"];
    // Signals that wait are counted for all processes of the user.
    let is_shown = |line: &&str| shown.iter().any(|name| line.starts_with(name)) && !line.starts_with("SigQ");
    for line in status.lines().filter(is_shown) {
        println!("{line}");
    }
}

/// Everything that can be seen of a folder and of what is in it, but the time of its last change, which
/// no program can set.
fn describe_folder(folder: &Path) {
    describe(folder);
    let entries = std::fs::read_dir(folder).map(|entries| entries.flatten().collect::<Vec<_>>());
    for entry in entries.unwrap_or_default() {
        describe(&entry.path());
    }
}

fn describe(path: &Path) {
    let Ok(facts) = std::fs::symlink_metadata(path) else {
        println!("{} cannot be seen", path.display());
        return;
    };
    let mut names = [0; 4096];
    let length = rustix::fs::llistxattr(path, &mut names).unwrap_or(0);
    let names = String::from_utf8_lossy(&names[..length]).replace('\0', " ");
    let flags = File::open(path).ok().and_then(|file| rustix::fs::ioctl_getflags(&file).ok());
    println!(
        "{} mode {:o} owner {}:{} links {} size {} read {}.{} written {}.{} attributes {names:?} flags {flags:?}",
        path.display(),
        facts.permissions().mode(),
        facts.uid(),
        facts.gid(),
        facts.nlink(),
        facts.size(),
        facts.atime(),
        facts.atime_nsec(),
        facts.mtime(),
        facts.mtime_nsec(),
    );
}
