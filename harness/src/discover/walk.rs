//! Lists the files below a folder, links and all.
//!
//! The types of the entries come with the listing, so a file costs no system call of its own; only
//! links are looked at. Folders are read as they come and the names are sorted at the end: a walk in
//! order would hold every entry of a folder at once, with its whole path. A link to a file is a file. A link to a folder is entered, but no link inside
//! it is: folders that link to each other would otherwise give more paths than there are atoms,
//! without any loop. A link that leads back to where it stands, or nowhere, is a defect.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::discover::findings::{Findings, Subject};
use crate::model::{Defect, Name};

/// What stands below a folder.
#[derive(Debug, Default)]
pub struct Listing {
    /// Files by their paths relative to the folder, in the order of their names, folder by folder.
    pub files: Vec<Box<[u8]>>,
    /// Folders, likewise, down to the depth that was asked for.
    pub folders: Vec<Box<[u8]>>,
    /// Links that lead nowhere, pipes and the like, which are among the files too; a defect was noted for each.
    pub dead: BTreeSet<Box<[u8]>>,
    /// Hidden folders, likewise; nothing in them was read.
    pub hidden: Vec<Box<[u8]>>,
}

/// Lists what stands below `top`, down to `depth` folders; `subject.folder` is how messages name it.
pub fn list(top: &Path, depth: usize, subject: Subject<'_>, findings: &mut Findings) -> Listing {
    let mut listing = Listing::default();
    let home = fs::canonicalize(top).unwrap_or_else(|_| top.to_path_buf());
    let mut inside_link: Option<usize> = None;
    let mut walk = WalkDir::new(top).follow_links(true).min_depth(1).max_depth(depth).into_iter();
    let (defects, notes) = (findings.defects.len(), findings.notes.len());
    while let Some(entry) = walk.next() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                complain(&error, top, &mut listing, subject, findings);
                continue;
            }
        };
        let path = relative(entry.path(), top);
        inside_link = inside_link.filter(|link_depth| entry.depth() > *link_depth);
        if entry.file_type().is_dir() {
            match enter(&entry, &home, inside_link.is_some()) {
                Enter::Yes => listing.folders.push(path.into()),
                Enter::Hidden => {
                    listing.hidden.push(path.into());
                    walk.skip_current_dir();
                }
                Enter::Ignored => walk.skip_current_dir(),
                Enter::Nested => {
                    let hint = "link to the folder directly";
                    let what = "a link inside a linked folder is not followed";
                    findings.notes.push(subject.defect(OsStr::from_bytes(path), what, hint));
                    walk.skip_current_dir();
                }
                Enter::Looped => {
                    findings.defects.push(looped(entry.path(), path, subject));
                    walk.skip_current_dir();
                }
            }
            if entry.path_is_symlink() {
                inside_link = inside_link.or(Some(entry.depth()));
            }
        } else if entry.file_type().is_file() {
            if !is_left_behind(entry.file_name()) {
                listing.files.push(path.into());
            }
        } else {
            // It is in the way of a file of this name.
            listing.dead.insert(path.into());
            listing.files.push(path.into());
            let hint = "replace it with a regular file";
            findings.defects.push(subject.defect(
                OsStr::from_bytes(path),
                "this is neither a file nor a folder",
                hint,
            ));
        }
    }
    for paths in [&mut listing.files, &mut listing.folders, &mut listing.hidden] {
        paths.sort_unstable_by(|one, other| by_names(one, other));
        paths.shrink_to_fit();
    }
    findings.defects[defects..].sort_by(|one, other| one.path.cmp(&other.path));
    findings.notes[notes..].sort_by(|one, other| one.path.cmp(&other.path));
    listing
}

/// The order of paths by the names in them, one after the other.
fn by_names(one: &[u8], other: &[u8]) -> Ordering {
    one.split(|&byte| byte == b'/').cmp(other.split(|&byte| byte == b'/'))
}

/// Whether a folder is walked into, and why not.
enum Enter {
    Yes,
    Hidden,
    Ignored,
    /// It is a link inside a linked folder.
    Nested,
    /// It is a link to a folder that holds the top.
    Looped,
}

fn enter(entry: &DirEntry, home: &Path, inside_link: bool) -> Enter {
    let name = entry.file_name();
    if name.as_bytes().starts_with(b".") {
        Enter::Hidden
    } else if is_left_behind(name) || name.as_bytes().ends_with(b".files") {
        Enter::Ignored
    } else if !entry.path_is_symlink() {
        Enter::Yes
    } else if inside_link {
        Enter::Nested
    } else if fs::canonicalize(entry.path()).is_ok_and(|target| home.starts_with(target)) {
        // A loop that stays below the top is found by the walk itself.
        Enter::Looped
    } else {
        Enter::Yes
    }
}

fn looped(link: &Path, path: &[u8], subject: Subject<'_>) -> Defect {
    let what = format!("this link leads back to its own folder ({})", target(link));
    subject.defect(OsStr::from_bytes(path), what, "remove the link")
}

/// Says what stopped the walk at this place.
fn complain(
    error: &walkdir::Error,
    top: &Path,
    listing: &mut Listing,
    subject: Subject<'_>,
    findings: &mut Findings,
) {
    let path: PathBuf = error.path().unwrap_or(top).to_path_buf();
    let relative_path = if path == top { b"" } else { relative(&path, top) };
    let file = OsStr::from_bytes(relative_path);
    if is_left_behind(path.file_name().unwrap_or_default()) {
        return;
    }
    let is_link = fs::symlink_metadata(&path).is_ok_and(|facts| facts.is_symlink());
    let defect = if error.loop_ancestor().is_some() {
        looped(&path, relative_path, subject)
    } else if is_link {
        listing.dead.insert(relative_path.into());
        listing.files.push(relative_path.into());
        let what = format!("this link leads to {}, which cannot be reached", target(&path));
        subject.defect(file, what, "correct the link, or put the file in its place")
    } else {
        let what = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
        subject.defect(file, format!("failed to read it: {what}"), "check that it is readable")
    };
    findings.defects.push(defect);
}

/// Where a link points, as it is written in it.
fn target(link: &Path) -> String {
    let target = fs::read_link(link).unwrap_or_default();
    format!("`{}`", Name::from_os(target.as_os_str()))
}

/// The path below `top`. The walk only ever appends to it, so that cutting is enough.
fn relative<'a>(path: &'a Path, top: &Path) -> &'a [u8] {
    let rest = path.as_os_str().as_bytes().get(top.as_os_str().len()..).unwrap_or_default();
    rest.strip_prefix(b"/").unwrap_or(rest)
}

/// What editors, archives and file managers leave behind, and hidden files.
pub fn is_left_behind(name: &OsStr) -> bool {
    let name = name.as_bytes();
    let ends = |suffix: &&str| name.ends_with(suffix.as_bytes());
    name.starts_with(b".")
        || name == b"__MACOSX"
        || name == b"Thumbs.db"
        || (name.starts_with(b"#") && name.ends_with(b"#"))
        || ["~", ".swp", ".swo", ".bak", ".orig"].iter().any(ends)
}
