//! Reads a pack: nothing of it is believed that is not checked.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use harness_sandbox::Stop;
use walkdir::WalkDir;

use crate::model::{Digest, Name, PackedPrograms};
use crate::pack::PackError;
use crate::pack::frames::{self, Decoded};
use crate::pack::manifest::{MANIFEST, check, path_of, programs_in, size_of};
use crate::session::OWN_FOLDER;
use crate::wire::pack::{PackBuilt, PackFile, PackManifest};

/// The largest manifest: that of a million files.
const LARGEST_MANIFEST: u64 = 256 << 20;

/// A pack that was opened: it is whole, and for this judge and this machine.
pub struct Pack {
    file: File,
    /// Where what follows the head begins.
    start: u64,
    digest: Digest,
    manifest: PackManifest,
}

type Entry<'a> = tar::Entry<'a, Decoded<BufReader<&'a File>>>;

impl Pack {
    /// Opens a pack.
    ///
    /// # Errors
    /// It is no pack, damaged, or not for this judge or machine.
    pub fn open(path: &Path) -> Result<Self, PackError> {
        let io = |error| PackError::Io(path.to_owned(), error);
        let mut file = File::open(path).map_err(io)?;
        if !file.metadata().map_err(io)?.is_file() {
            return Err(PackError::Foreign("it is not a file".to_owned()));
        }
        let head = frames::head(&mut file)?;
        let start = file.stream_position()?;
        let manifest = read_manifest(&file)?;
        check(&manifest)?;
        Ok(Self { file, start, digest: head.digest, manifest })
    }

    /// What is in it.
    #[must_use]
    pub fn manifest(&self) -> &PackManifest {
        &self.manifest
    }

    /// The same for equal packs.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The programs where it was unpacked.
    #[must_use]
    pub fn programs(&self, root: &Path) -> PackedPrograms {
        programs_in(root, &self.manifest)
    }

    /// Unpacks it into an empty folder, and checks every file.
    ///
    /// # Errors
    /// A file is not what the manifest says, or cannot be written; or a stop came.
    pub fn unpack(&self, root: &Path, stop: &Stop) -> Result<(), PackError> {
        self.make_sure_of_room(root)?;
        (&self.file).seek(SeekFrom::Start(self.start))?;
        let mut archive = tar::Archive::new(Decoded::new(BufReader::new(&self.file)));
        let mut entries = archive.entries().map_err(|error| damaged(&error))?;
        // The manifest, which is known.
        let _ = entries.next();
        for planned in &self.manifest.files {
            if stop.is_set() {
                return Err(PackError::Stopped);
            }
            let missing = || PackError::Damaged(format!("`{}` is not in it", planned.path));
            let entry = entries.next().ok_or_else(missing)?.map_err(|error| damaged(&error))?;
            write(entry, planned, root)?;
        }
        if entries.next().is_some() {
            return Err(PackError::Unsafe("it has files that its manifest does not name".to_owned()));
        }
        for folder in self.manifest.programs.iter().filter_map(|program| match &program.built {
            PackBuilt::Program { path, is_folder: true } => path_of(path),
            _ => None,
        }) {
            make_folder(&root.join(folder))?;
        }
        ["cases", "solutions"].iter().try_for_each(|top| make_folder(&root.join(top)))?;
        Ok(())
    }

    fn make_sure_of_room(&self, root: &Path) -> Result<(), PackError> {
        let facts =
            rustix::fs::statvfs(root).map_err(|error| PackError::Io(root.to_owned(), error.into()))?;
        // A file takes whole blocks.
        let blocks = (self.manifest.files.len() as u64).saturating_mul(facts.f_bsize);
        let needed = size_of(&self.manifest).saturating_add(blocks);
        let free = facts.f_bavail.saturating_mul(facts.f_frsize);
        if needed > free {
            return Err(PackError::NoRoom { path: root.to_owned(), needed: needed >> 20, free: free >> 20 });
        }
        let has_programs =
            self.manifest.programs.iter().any(|program| matches!(program.built, PackBuilt::Program { .. }));
        if has_programs && facts.f_flag.contains(rustix::fs::StatVfsMountFlags::NOEXEC) {
            return Err(PackError::NoPrograms(root.to_owned()));
        }
        Ok(())
    }

    /// Makes sure that a folder to which it was unpacked before is still what it was.
    ///
    /// # Errors
    /// Something there was changed, removed or added.
    pub fn verify(&self, root: &Path) -> Result<(), PackError> {
        let changed = |why: String| PackError::Changed(root.to_owned(), why);
        let mut planned = self.manifest.files.iter();
        for entry in sorted(root) {
            let entry = entry.map_err(|error| changed(error.to_string()))?;
            if entry.file_type().is_dir() {
                continue;
            }
            let below = entry.path().strip_prefix(root).unwrap_or(entry.path());
            let name = Name::from_os(below.as_os_str());
            let known =
                self.manifest.files.binary_search_by(|file| file.path.as_bytes().cmp(name.as_bytes()));
            let Some(file) = known.ok().map(|index| &self.manifest.files[index]) else {
                return Err(changed(format!("`{name}` is not from the pack")));
            };
            let is_same = entry.file_type().is_file() && is_as_planned(entry.path(), file)?;
            if !is_same {
                return Err(changed(format!("`{name}` was changed")));
            }
        }
        match planned.find(|file| !root.join(file.path.to_os()).is_file()) {
            Some(file) => Err(changed(format!("`{}` is missing", file.path))),
            None => Ok(()),
        }
    }
}

/// All below a folder but what the judge itself writes there.
fn sorted(root: &Path) -> impl Iterator<Item = walkdir::Result<walkdir::DirEntry>> {
    let is_own = |entry: &walkdir::DirEntry| entry.depth() == 1 && entry.file_name() == OWN_FOLDER;
    WalkDir::new(root).into_iter().filter_entry(move |entry| !is_own(entry))
}

fn is_as_planned(path: &Path, planned: &PackFile) -> Result<bool, PackError> {
    let io = |error| PackError::Io(path.to_owned(), error);
    let file = File::open(path).map_err(io)?;
    let meta = file.metadata().map_err(io)?;
    let is_executable = meta.permissions().mode() & 0o100 != 0;
    Ok(meta.len() == planned.size
        && is_executable == planned.is_executable
        && Digest::of_reader(file).map_err(io)? == planned.digest)
}

fn damaged(error: &io::Error) -> PackError {
    PackError::Damaged(format!("it cannot be read: {error}"))
}

fn read_manifest(file: &File) -> Result<PackManifest, PackError> {
    let mut archive = tar::Archive::new(Decoded::new(BufReader::new(file)));
    let mut entries = archive.entries().map_err(|error| damaged(&error))?;
    let first = || PackError::Damaged(format!("its first file is not `{MANIFEST}`"));
    let mut entry = entries.next().ok_or_else(first)?.map_err(|error| damaged(&error))?;
    if &*entry.path_bytes() != MANIFEST.as_bytes() || !entry.header().entry_type().is_file() {
        return Err(first());
    }
    if entry.size() > LARGEST_MANIFEST {
        return Err(PackError::Unsafe(format!("its manifest has {} bytes", entry.size())));
    }
    let mut text = Vec::new();
    entry.read_to_end(&mut text).map_err(|error| damaged(&error))?;
    serde_json::from_slice(&text)
        .map_err(|error| PackError::Damaged(format!("its manifest cannot be read: {error}")))
}

/// Writes a file, if it is what the manifest says.
fn write(mut entry: Entry<'_>, planned: &PackFile, root: &Path) -> Result<(), PackError> {
    let found = Name::from_os(std::ffi::OsStr::from_bytes(&entry.path_bytes()));
    if found != planned.path {
        return Err(PackError::Unsafe(format!("it has `{found}` where `{}` belongs", planned.path)));
    }
    if !entry.header().entry_type().is_file() {
        return Err(PackError::Unsafe(format!("`{found}` is not a regular file")));
    }
    let wrong = || PackError::Damaged(format!("`{found}` is not what its manifest says"));
    if entry.size() != planned.size {
        return Err(wrong());
    }
    let below = path_of(&planned.path).ok_or_else(wrong)?;
    let path = root.join(below);
    let io = |error| PackError::Io(path.clone(), error);
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    let mode = if planned.is_executable { 0o755 } else { 0o644 };
    let file = OpenOptions::new().write(true).create_new(true).mode(mode).open(&path).map_err(io)?;
    let digest = {
        let mut told = Told { from: &mut entry, to: &file, failed: None };
        let digest = Digest::of_reader(&mut told);
        if let Some(error) = told.failed {
            return Err(io(error));
        }
        digest.map_err(|error| damaged(&error))?
    };
    if digest != planned.digest {
        return Err(wrong());
    }
    // Whatever the umask has left of it.
    file.set_permissions(fs::Permissions::from_mode(mode)).map_err(io)
}

/// Passes on what is read, and writes it down.
struct Told<'a, R> {
    from: &'a mut R,
    to: &'a File,
    failed: Option<io::Error>,
}

impl<R: Read> Read for Told<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(bytes)?;
        if let Err(error) = self.to.write_all(&bytes[..read]) {
            let kind = error.kind();
            self.failed = Some(error);
            return Err(kind.into());
        }
        Ok(read)
    }
}

fn make_folder(path: &Path) -> Result<(), PackError> {
    let made = DirBuilder::new().recursive(true).mode(0o755).create(path);
    made.map_err(|error| PackError::Io(PathBuf::from(path), error))
}
