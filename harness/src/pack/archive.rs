//! Writes a pack, and reads it back before it gets its name.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, anyhow};
use harness_sandbox::Stop;

use crate::config::Flags;
use crate::discover::select;
use crate::failure::Failure;
use crate::grading;
use crate::machine::compilers::runtime_versions;
use crate::model::{Digest, Name};
use crate::pack::manifest::{MANIFEST, check};
use crate::pack::opened::Pack;
use crate::pack::stock::{Item, Stock, stock};
use crate::pack::trouble::unless_stopped;
use crate::pack::{PackError, frames};
use crate::parallel;
use crate::programs::{self, Candidate};
use crate::record;
use crate::session::Session;
use crate::wire::pack::{PackBuilt, PackFile, PackManifest};

/// What was packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed {
    /// How many solutions.
    pub solutions: usize,
    /// How many programs, deciders and empty programs among them.
    pub programs: usize,
    /// How many files.
    pub files: usize,
    /// The size of all files.
    pub unpacked: u64,
    /// The size of the pack.
    pub size: u64,
}

/// Builds these candidates, which this selection means, and packs them into `out`.
///
/// # Errors
/// Something cannot be built, read or written; or what is unpacked would not be what was packed.
pub fn pack(
    session: &Session,
    candidates: &[Candidate<'_>],
    selection: &[String],
    out: &mut dyn Write,
) -> Result<Packed, Failure> {
    let stock = stock(session, candidates)?;
    let languages = candidates.iter().map(|candidate| candidate.language);
    let manifest = PackManifest {
        selection: selection.to_vec(),
        profile: session.config.profile.clone(),
        runtimes: runtime_versions(languages),
        files: files(&stock.items)?,
        programs: stock.programs.clone(),
    };
    check(&manifest)?;
    let draft = session.run_folder()?.join("pack");
    let io = |error: io::Error| PackError::Io(draft.clone(), error);
    let mut file = OpenOptions::new().read(true).write(true).create_new(true).open(&draft).map_err(io)?;
    write(&mut file, &manifest, &stock, &session.stop)
        .map_err(|error| Failure::usage(error).hint(CHANGED))
        .and_then(|()| read_back(session, candidates, &draft))
        .map_err(|failure| unless_stopped(failure, &session.stop))?;
    let mut finished = File::open(&draft).map_err(io)?;
    let size =
        io::copy(&mut finished, out).and_then(|size| out.flush().map(|()| size)).map_err(Failure::output)?;
    let is_program = |built: &PackBuilt| matches!(built, PackBuilt::Program { .. } | PackBuilt::Source);
    Ok(Packed {
        solutions: candidates.len(),
        programs: manifest.programs.iter().filter(|program| is_program(&program.built)).count(),
        files: manifest.files.len(),
        unpacked: manifest.files.iter().map(|file| file.size).sum(),
        size,
    })
}

const CHANGED: &str = "leave the workspace as it is while it is packed, and check that its disk is not full";

fn files(items: &[Item]) -> Result<Vec<PackFile>, PackError> {
    let file = |_, item: &Item| {
        let content = item.bytes()?;
        Ok(PackFile {
            path: Name::from_os(item.path.as_os_str()),
            size: content.len() as u64,
            digest: Digest::of_reader(content.as_slice())?,
            is_executable: item.is_executable,
        })
    };
    parallel::map(items, file).into_iter().collect()
}

fn write(file: &mut File, manifest: &PackManifest, stock: &Stock, stop: &Stop) -> anyhow::Result<()> {
    let told = frames::write(file, |out| {
        let mut archive = tar::Builder::new(out);
        append(&mut archive, Path::new(MANIFEST), &serde_json::to_vec(manifest)?, false)?;
        for (item, planned) in stock.items.iter().zip(&manifest.files) {
            if stop.is_set() {
                return Err(io::Error::other(PackError::Stopped));
            }
            let content = item.bytes().map_err(io::Error::other)?;
            if Digest::of_reader(content.as_slice())? != planned.digest {
                return Err(io::Error::other(format!("`{}` changed while it was packed", planned.path)));
            }
            append(&mut archive, &item.path, &content, item.is_executable)?;
        }
        archive.finish()
    });
    told.context("failed to write the pack")
}

/// Equal contents make equal packs, so a file has no owner and no time.
fn append(
    archive: &mut tar::Builder<&mut dyn Write>,
    path: &Path,
    content: &[u8],
    is_executable: bool,
) -> io::Result<()> {
    let mut header = tar::Header::new_gnu();
    header.set_size(content.len() as u64);
    header.set_mode(if is_executable { 0o755 } else { 0o644 });
    header.set_mtime(0);
    archive.append_data(&mut header, path, content)
}

/// Unpacks it as a judge elsewhere does, and makes sure that a run there is about the same.
fn read_back(session: &Session, candidates: &[Candidate<'_>], draft: &Path) -> Result<(), Failure> {
    let root = session.run_folder()?.join("unpacked");
    let io = |error| PackError::Io(root.clone(), error);
    fs::create_dir(&root).map_err(io)?;
    let pack = Pack::open(draft)?;
    pack.unpack(&root, &session.stop)?;
    let profile = pack.manifest().profile.as_deref();
    let mut again = Session::open(Some(&root), profile, &Flags::NONE, session.ui, session.stop.clone())?;
    let words = &pack.manifest().selection;
    let mut selection = select(again.catalog(), words).map_err(Failure::usage)?;
    again.narrow(&mut selection, words.is_empty())?;
    let unpacked = programs::candidates(&again, &selection);
    let of = |session: &Session, candidates: &[Candidate<'_>]| {
        record::universe(session, candidates, grading::planned(candidates), Vec::new())
    };
    let differences = of(session, candidates).differences(&of(&again, &unpacked));
    harness_sandbox::remove_folder(&root).map_err(io)?;
    if differences.is_empty() {
        return Ok(());
    }
    let what = anyhow!("the pack differs from the workspace: {}", differences.join("; "));
    Err(Failure::usage(what).hint(CHANGED))
}
