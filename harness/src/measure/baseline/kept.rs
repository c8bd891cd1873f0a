//! The programs of a baseline: copied when it is made, to be run again beside those of later.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use harness_sandbox::FileState;
use walkdir::WalkDir;

use crate::build::Executable;
use crate::files::Regular;
use crate::wire::baseline::KeptProgram;

/// What stands for the folder with the programs, which may be moved with the workspace.
const KEPT: &str = "{kept}";

/// Copies a program into a folder of its own in `programs`, with this name. Interpreters and what else lies
/// outside of the workspace stay where they are.
///
/// # Errors
/// It cannot be copied, or a path of it is no text.
pub fn keep(
    executable: &Executable,
    (programs, name): (&Path, &str),
    workspace: &Path,
) -> io::Result<KeptProgram> {
    let text = |path: &Path| path.to_str().map(str::to_owned).ok_or_else(no_text);
    let mut moved = Vec::new();
    let mut files = Vec::new();
    for (index, file) in executable.files.iter().enumerate() {
        let from = text(file)?;
        let is_named = executable.args.iter().any(|arg| arg.to_string_lossy().contains(&from));
        if !file.starts_with(workspace) && !is_named {
            files.push(from);
            continue;
        }
        let last = file.file_name().and_then(|name| name.to_str()).ok_or_else(no_text)?;
        let place = format!("{name}/{index}");
        fs::create_dir_all(programs.join(&place))?;
        copy(file, &programs.join(&place).join(last))?;
        let to = format!("{KEPT}/{place}/{last}");
        files.push(to.clone());
        moved.push((from, to));
    }
    // The longest first: one may lie in another.
    moved.sort_by_key(|(from, _)| std::cmp::Reverse(from.len()));
    let renamed = |text: &str| moved.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    let arg = |arg: &OsString| arg.to_str().map(renamed).ok_or_else(no_text);
    let variable = |(name, value): &(OsString, OsString)| Ok((arg(name)?, arg(value)?));
    Ok(KeptProgram {
        path: renamed(&text(&executable.path)?),
        args: executable.args.iter().map(arg).collect::<io::Result<_>>()?,
        files,
        environment: executable.environment.iter().map(variable).collect::<io::Result<_>>()?,
        folder: executable
            .folder
            .as_deref()
            .map(|folder| Ok::<_, io::Error>(renamed(&text(folder)?)))
            .transpose()?,
    })
}

/// The program to run; none where it is gone.
#[must_use]
pub fn executable(program: &KeptProgram, programs: &Path) -> Option<Executable> {
    let folder = programs.to_str()?;
    let found = |text: &String| PathBuf::from(text.replace(KEPT, folder));
    let (path, files) = (found(&program.path), program.files.iter().map(found).collect::<Vec<_>>());
    let state = FileState::of(&path)?;
    let text = |text: &String| OsString::from(text.replace(KEPT, folder));
    let args = program.args.iter().map(text).collect();
    let environment = program.environment.iter().map(|(name, value)| (text(name), text(value))).collect();
    let is_whole = files.iter().all(|file| file.exists());
    let folder = program.folder.as_ref().map(found);
    let state = Some(state);
    let (warnings, takes_values, artifact) = (None, false, None);
    let program =
        Executable { path, args, files, environment, state, folder, warnings, takes_values, artifact };
    is_whole.then_some(program)
}

fn no_text() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the path is not UTF-8")
}

/// The file by which tools mark a folder that can be made again: <https://bford.info/cachedir/>.
const CACHE_TAG: &str = "CACHEDIR.TAG";

/// Copies a file, or a folder with all that is in it; links are followed where they lead to files of that folder. No
/// program sees another file by a link, and one that a build has left may lead to what no program should see.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let home = fs::canonicalize(from)?;
    // What can be made again may be large, such as what a compiler has built there.
    let is_wanted = |entry: &walkdir::DirEntry| entry.depth() == 0 || !entry.path().join(CACHE_TAG).is_file();
    for entry in WalkDir::new(from).sort_by_file_name().into_iter().filter_entry(is_wanted) {
        let entry = entry.map_err(io::Error::from)?;
        let place = match entry.path().strip_prefix(from) {
            Ok(rest) if !rest.as_os_str().is_empty() => to.join(rest),
            Ok(_) | Err(_) => to.to_owned(),
        };
        if entry.file_type().is_dir() {
            fs::create_dir_all(&place)?;
        } else if fs::canonicalize(entry.path()).is_ok_and(|real| real.starts_with(&home) && real.is_file()) {
            Regular::open(entry.path())?.copy_to(&place)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{executable, keep};
    use crate::build::Executable;

    #[test]
    fn what_lies_elsewhere_is_not_copied_by_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        std::fs::create_dir(at("built")).unwrap();
        for file in ["built/program", "secret"] {
            std::fs::write(at(file), file).unwrap();
        }
        for (link, target) in [("again", "program"), ("thief", "../secret"), ("dead", "nowhere")] {
            std::os::unix::fs::symlink(target, at("built").join(link)).unwrap();
        }
        super::copy(&at("built"), &at("kept")).unwrap();
        let mut names: Vec<_> =
            std::fs::read_dir(at("kept")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["again", "program"]);
        // The file itself may be named by a link.
        std::os::unix::fs::symlink("secret", at("name")).unwrap();
        super::copy(&at("name"), &at("alone")).unwrap();
        assert_eq!(std::fs::read(at("alone")).unwrap(), b"secret");
    }

    #[test]
    fn a_program_is_found_again_where_its_folder_went() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = folder.path().join("w");
        std::fs::create_dir_all(workspace.join("s/deep")).unwrap();
        std::fs::write(workspace.join("s/main.sh"), "old").unwrap();
        std::fs::write(workspace.join("s/deep/part"), "part").unwrap();
        std::fs::create_dir_all(workspace.join("s/built")).unwrap();
        std::fs::write(workspace.join("s/built/CACHEDIR.TAG"), "").unwrap();
        let source = workspace.join("s");
        let program = Executable {
            path: "/bin/sh".into(),
            args: vec![source.join("main.sh").into(), "-x".into()],
            files: vec![source.clone(), "/usr/lib".into()],
            environment: vec![("PARTS".into(), source.join("deep").into())],
            state: None,
            folder: Some(source.clone()),
            warnings: None,
            takes_values: false,
            artifact: None,
        };
        let kept = keep(&program, (&folder.path().join("kept"), "0"), &workspace).unwrap();
        std::fs::write(source.join("main.sh"), "new").unwrap();
        let moved = folder.path().join("moved");
        std::fs::rename(folder.path().join("kept"), &moved).unwrap();
        let again = executable(&kept, &moved).unwrap();
        assert_eq!(again.path.to_str(), Some("/bin/sh"));
        assert_eq!(again.args[1], "-x");
        assert_eq!(again.environment, [("PARTS".into(), moved.join("0/0/s/deep").into())]);
        assert_eq!(std::fs::read_to_string(&again.args[0]).unwrap(), "old");
        assert_eq!(again.folder, Some(moved.join("0/0/s")));
        assert_eq!(again.files, [moved.join("0/0/s"), "/usr/lib".into()]);
        assert!(moved.join("0/0/s/deep/part").exists() && !moved.join("0/0/s/built").exists());
        std::fs::remove_dir_all(moved.join("0")).unwrap();
        assert_eq!(executable(&kept, &moved), None);
    }
}
