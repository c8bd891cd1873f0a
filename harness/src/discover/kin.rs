//! Files that share a name but for the extension, where no rule makes a case of them: the author meant
//! something by them, so they are named.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::discover::classify::{Class, classify, split_extension};
use crate::discover::findings::{Findings, Subject};
use crate::model::Name;

/// So many pairs stand for all in a note.
const NAMED: usize = 5;

/// The files in the folder of a problem; those that have become cases are empty.
pub struct Kin<'a> {
    /// The folder.
    pub top: &'a Path,
    /// Their paths relative to the folder.
    pub files: &'a [Box<[u8]>],
}

impl Kin<'_> {
    /// What to do about half a case where the other half is there under another name: `wanted` is how it
    /// should be called.
    pub fn of(&self, half: &[u8], wanted: &str) -> Option<String> {
        if self.top.join(wanted).is_dir() {
            return Some(format!("`{wanted}` is a folder; put the file in its place"));
        }
        let stem = stem(half);
        let others =
            || self.files.iter().map(|file| &**file).filter(|file| !file.is_empty() && *file != half);
        let same = others().find(|file| is_stranger(file) && self::stem(file) == stem);
        if let Some(other) = same {
            let other = shown(other);
            return Some(format!("if it is `{other}`, rename that to `{wanted}`"));
        }
        let is_other_case = |file: &&[u8]| {
            let name = self::stem(file);
            name != stem && folded(name) == folded(stem) && matches!(classify(file), Class::Part(..))
        };
        let other = others().find(is_other_case)?;
        Some(format!("`{}` differs from its name only in the case of letters: rename one", shown(other)))
    }

    /// Notes files without a known extension that share their names: `s.tin` and `s.tout`.
    pub fn note_strangers(&self, subject: Subject<'_>, findings: &mut Findings) {
        let mut groups: BTreeMap<&[u8], Vec<String>> = BTreeMap::new();
        for file in self.files.iter().filter(|file| !file.is_empty() && is_stranger(file)) {
            groups.entry(stem(file)).or_default().push(format!("`{}`", shown(file)));
        }
        let mut pairs: Vec<String> =
            groups.into_values().filter(|files| files.len() > 1).map(|files| files.join(" and ")).collect();
        if pairs.is_empty() {
            return;
        }
        if pairs.len() > NAMED {
            let more = format!("{} more", pairs.len() - NAMED);
            pairs.truncate(NAMED);
            pairs.push(more);
        }
        let what = format!("not read as cases, although they share their names: {}", pairs.join("; "));
        let hint = "if they are, rename them to NAME.in and NAME.ans";
        findings.notes.push(subject.defect("", what, hint));
    }
}

/// Programs and their parts, which lie beside cases and may share a name.
const PROGRAMS: [&str; 30] = [
    "py", "cpp", "cc", "cxx", "c", "h", "hpp", "rs", "java", "kt", "go", "js", "ts", "sh", "rb", "hs", "ml",
    "pas", "cs", "swift", "jl", "pl", "php", "lua", "o", "class", "exe", "pyc", "d", "tex",
];

/// Whether nothing is known about the extension of a file.
fn is_stranger(file: &[u8]) -> bool {
    let name = file.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    let is_known = |extension: &[u8]| {
        let is = |list: &[&str]| list.iter().any(|known| extension.eq_ignore_ascii_case(known.as_bytes()));
        is(&PROGRAMS) || is(&crate::discover::classify::BESIDE) || extension == b"toml"
    };
    classify(file) == Class::NotData
        && split_extension(name).is_some_and(|(_, extension)| !is_known(extension))
}

/// The path without its extension.
fn stem(file: &[u8]) -> &[u8] {
    let start = file.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    split_extension(&file[start..]).map_or(file, |(stem, _)| &file[..start + stem.len()])
}

fn folded(name: &[u8]) -> String {
    String::from_utf8_lossy(name).to_lowercase()
}

fn shown(file: &[u8]) -> String {
    Name::from_os(OsStr::from_bytes(file)).to_string()
}
