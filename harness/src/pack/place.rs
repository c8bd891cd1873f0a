//! Where a pack is unpacked, and the session that works there.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use harness_sandbox::Stop;

use crate::config::Flags;
use crate::failure::Failure;
use crate::machine::compilers::runtime_versions;
use crate::model::{Language, listed};
use crate::pack::trouble::unless_stopped;
use crate::pack::{Pack, PackError};
use crate::programs::Candidate;
use crate::session::{RunFolder, Session};
use crate::ui::Ui;

/// Unpacks a pack and opens a session in what it holds; with the selection for which it was made. It is unpacked
/// into `into`, to be used again, or else into a folder that goes with the session.
///
/// # Errors
/// It cannot be used, or there is no place for it.
pub fn open_session(
    path: &Path,
    into: Option<&Path>,
    profile: Option<&str>,
    flags: &Flags,
    (ui, stop): (Ui, Stop),
) -> Result<(Session, Vec<String>), Failure> {
    let opened = opened(path, into, profile, &stop);
    let (pack, root, folder) = opened.map_err(|failure| {
        let source = failure.source.context(format!("failed to use the pack `{}`", path.display()));
        unless_stopped(Failure { source, ..failure }, &stop)
    })?;
    let manifest = pack.manifest();
    let session = Session::open(Some(&root), manifest.profile.as_deref(), flags, ui, stop)?;
    let session = session.with_programs(pack.programs(&root), folder);
    note_runtimes(&session, &pack);
    Ok((session, manifest.selection.clone()))
}

fn opened(
    path: &Path,
    into: Option<&Path>,
    profile: Option<&str>,
    stop: &Stop,
) -> Result<(Pack, PathBuf, Option<RunFolder>), Failure> {
    let pack = Pack::open(path)?;
    let own = pack.manifest().profile.as_deref();
    if profile.is_some() && profile != own {
        let own = own.map_or_else(|| "no profile".to_owned(), |own| format!("the profile `{own}`"));
        let what = anyhow!("it was made with {own}, and its programs are built for that");
        return Err(Failure::usage(what).hint("leave out --profile, or make a pack with it"));
    }
    if let Some(into) = into {
        let root = unpacked_in(&pack, into, stop)?;
        return Ok((pack, root, None));
    }
    let parent = temporary()?;
    let failed = |error| PackError::Io(parent.clone(), error);
    let folder = RunFolder::make(&parent).map_err(failed)?;
    let root = folder.path().join("pack");
    fs::create_dir(&root).map_err(failed)?;
    pack.unpack(&root, stop)?;
    Ok((pack, root, Some(folder)))
}

/// The folder in which packs are unpacked for one run each. Others can write where it lies, so it must be ours
/// alone.
fn temporary() -> Result<PathBuf, Failure> {
    let user = rustix::process::geteuid().as_raw();
    let folder = std::env::temp_dir().join(format!("harness-packs-{user}"));
    let failed = |error| PackError::Io(folder.clone(), error);
    match DirBuilder::new().mode(0o700).create(&folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(failed(error).into()),
        Ok(()) | Err(_) => {}
    }
    let meta = fs::symlink_metadata(&folder).map_err(failed)?;
    if !meta.is_dir() || meta.uid() != user || meta.mode() & 0o022 != 0 {
        let what = anyhow!("`{}` is not a folder that only this user can write to", folder.display());
        return Err(Failure::usage(what).hint("remove it, or name another folder with --unpack DIR"));
    }
    Ok(folder)
}

/// Where this pack is in `into`, unpacked before or now. Several processes may do so at once: each unpacks for
/// itself, and the first to be done gives the folder its name.
fn unpacked_in(pack: &Pack, into: &Path, stop: &Stop) -> Result<PathBuf, Failure> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| PackError::Io(path, error)
    };
    fs::create_dir_all(into).map_err(failed(into))?;
    let into = std::path::absolute(into).map_err(failed(into))?;
    let root = into.join(pack.digest().to_string());
    if !root.exists() {
        let drafts = into.join(".drafts");
        let draft = RunFolder::make(&drafts).map_err(failed(&drafts))?;
        let own = draft.path().join("pack");
        fs::create_dir(&own).map_err(failed(&own))?;
        pack.unpack(&own, stop)?;
        match fs::rename(&own, &root) {
            Ok(()) => return Ok(root),
            Err(_) if root.exists() => {}
            Err(error) => return Err(failed(&root)(error).into()),
        }
    }
    pack.verify(&root)?;
    Ok(root)
}

/// Says which languages are run by another version here than where the pack was made.
fn note_runtimes(session: &Session, pack: &Pack) {
    let languages: Vec<&Language> = session.config.languages.rows.iter().collect();
    let there = &pack.manifest().runtimes;
    let own = runtime_versions(languages.into_iter().filter(|language| there.contains_key(&language.name)));
    for (language, version) in there {
        if let Some(here) = own.get(language).filter(|here| *here != version) {
            session.remarks.add(format!(
                "{language} is another version here than where the pack was made: {here}, not {version}"
            ));
        }
    }
}

/// Makes sure that the pack has programs for all that is selected.
///
/// # Errors
/// Some are not in it.
pub fn refuse_absent(
    session: &Session,
    candidates: &[Candidate<'_>],
    made_for: &[String],
) -> Result<(), Failure> {
    let Some(programs) = session.packed() else { return Ok(()) };
    let is_absent = |candidate: &&Candidate<'_>| !programs.contains_key(&candidate.solution.source);
    let absent: Vec<String> =
        candidates.iter().filter(is_absent).map(|candidate| candidate.subject().to_string()).collect();
    if absent.is_empty() {
        return Ok(());
    }
    let made_for = made_for.join(" ");
    let what = anyhow!("the pack has no program for {}: it was made for `{made_for}`", listed(&absent));
    Err(Failure::usage(what).hint("select what it was made for, or make another with `harness pack`"))
}
