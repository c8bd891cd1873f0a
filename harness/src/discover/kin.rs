//! Files that share a name but for the extension, where no rule makes a case of them, and files of which nothing
//! is known at all: the author meant something by them, so they are named.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::config::Config;
use crate::discover::classify::{BESIDE, Class, classify, split_extension};
use crate::discover::findings::{Findings, Subject};
use crate::discover::foreign::is_beside_cases;
use crate::discover::leftovers::{names_in_quotes, names_interpreter};
use crate::discover::pairing::{Answers, pair};
use crate::discover::words::{Part, part};
use crate::model::{Name, folded, told_apart};

/// The files in the folder of a problem; those that have become cases are empty.
pub struct Kin<'a> {
    /// The settings, which know the languages of programs.
    pub config: &'a Config,
    /// The folder.
    pub top: &'a Path,
    /// Their paths relative to the folder.
    pub files: &'a [Box<[u8]>],
    /// The folders in it, likewise.
    pub folders: &'a [Box<[u8]>],
}

impl Kin<'_> {
    /// What to do about half a case where the other half is there under another name: `wanted` is how it
    /// should be called.
    pub fn of(&self, half: &[u8], wanted: Option<&str>) -> Option<String> {
        // A group may have the name of its only case.
        let is_other = |folder: &&[u8]| !matches!(classify(folder), Class::Bare(_)) && are_pair(half, folder);
        if let Some(folder) = self.folders.iter().map(|folder| &**folder).find(is_other) {
            return Some(format!("`{}` is a folder; put the file in its place", shown(folder)));
        }
        let stem = stem(half);
        let others =
            || self.files.iter().map(|file| &**file).filter(|file| !file.is_empty() && *file != half);
        let same = others().find(|file| self.is_stranger(file) && self::stem(file) == stem);
        if let Some(other) = same {
            let other = shown(other);
            return Some(match wanted {
                Some(wanted) => format!("if it is `{other}`, rename that to `{wanted}`"),
                None => format!("if it is `{other}`, rename both to NAME.in and NAME.ans"),
            });
        }
        let seen = |name: &[u8]| folded(&String::from_utf8_lossy(name));
        let is_other_case = |file: &&[u8]| {
            let name = self::stem(file);
            name != stem && seen(name) == seen(stem) && matches!(classify(file), Class::Part(..))
        };
        let other = shown(others().find(is_other_case)?);
        let half = shown(half);
        let (told, this) = told_apart(&other, &half);
        Some(if told == other {
            format!("`{other}` differs from its name only in the case of letters: rename one")
        } else {
            format!("`{told}` looks like its name, which is `{this}`: rename one")
        })
    }

    /// Notes files without a known extension that share their names: `s.tin` and `s.tout`. The others of which
    /// nothing is known, but for those that `halves` are told of.
    pub fn note_strangers(
        &self,
        halves: &[usize],
        subject: Subject<'_>,
        findings: &mut Findings,
    ) -> Vec<usize> {
        let is_there = |file: &[u8]| !file.is_empty();
        let strangers = self.files.iter().enumerate();
        let strangers = strangers.filter(|(_, file)| is_there(file) && self.is_stranger(file));
        let mut groups: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
        for (index, file) in strangers {
            groups.entry(stem(file)).or_default().push(index);
        }
        if groups.is_empty() {
            return Vec::new();
        }
        // `n.o` beside `n.i` is what a program wrote.
        for (index, file) in self.files.iter().enumerate() {
            let is_output = split_extension(file).is_some_and(|(_, extension)| extension == b"o");
            if let Some(group) = groups.get_mut(stem(file)).filter(|_| is_output) {
                group.push(index);
            }
        }
        let told: BTreeSet<&[u8]> = halves.iter().map(|&half| stem(&self.files[half])).collect();
        let name = |index: &usize| format!("`{}`", shown(&self.files[*index]));
        let mut pairs = Vec::new();
        let mut alone = Vec::new();
        for (stem, files) in groups {
            if files.len() > 1 {
                pairs.push(files.iter().map(name).collect::<Vec<_>>().join(" and "));
            } else if !told.contains(stem) {
                alone.extend(files);
            }
        }
        if !alone.is_empty() {
            let is_source = |path: &Path| {
                let extension = path.extension().unwrap_or_default();
                self.config.languages.of_extension(extension).is_some()
            };
            let quoted = names_in_quotes(self.top, &is_source);
            alone.retain(|&index| {
                let file = &self.files[index];
                let name = file.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
                !quoted.contains(name) && !names_interpreter(&self.top.join(OsStr::from_bytes(file)))
            });
        }
        if pairs.is_empty() {
            return alone;
        }
        let (start, hint) = (
            "not read as cases, although they share their names: ",
            "if they are, rename them to NAME.in and NAME.ans",
        );
        findings.notes.push(subject.naming(start, &pairs, "; ", hint));
        alone
    }

    /// Whether nothing is known about the extension of a file.
    fn is_stranger(&self, file: &[u8]) -> bool {
        let name = file.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
        let is_known = |extension: &[u8]| {
            let is =
                |list: &[&str]| list.iter().any(|known| extension.eq_ignore_ascii_case(known.as_bytes()));
            is(&PROGRAMS)
                || is(&TEXTS)
                || is(&BESIDE)
                || self.config.languages.of_extension(OsStr::from_bytes(extension)).is_some()
        };
        classify(file) == Class::NotData
            && !is_beside_cases(file)
            && split_extension(name).is_some_and(|(_, extension)| !is_known(extension))
    }
}

/// How the other half of a case is called, if a rule makes a case of both.
pub fn counterpart(half: &[u8]) -> Option<Vec<u8>> {
    let is_input = matches!(classify(half), Class::Part(Part::Input, _) | Class::Whole(Part::Input, ..));
    let wanted: &[&[u8]] = if is_input {
        &[b"ans", b"out", b"output", b"outputs", b"stdout"]
    } else {
        &[b"in", b"input", b"inputs", b"stdin"]
    };
    // The word that says what it is may be the extension, the name, within it, or a folder; the last is looked
    // at first.
    let mut ends: Vec<(usize, usize)> = Vec::new();
    let mut start = 0;
    while start < half.len() {
        let length = half[start..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        if length > 0 {
            ends.push((start, start + length));
        }
        start += length.max(1);
    }
    let is_role =
        |word: &[u8]| part(word).is_some() || [&b"inputs"[..], b"outputs", b"I", b"O"].contains(&word);
    let of = |&(start, end): &(usize, usize)| {
        let with = |word: &&[u8]| [&half[..start], *word, &half[end..]].concat();
        // `in.txt` is called for by `out.txt`, and `in/1.txt` by `out/1.txt`.
        let word = half[start..end].to_ascii_lowercase();
        let is_extension = start > 0 && half[start - 1] == b'.';
        let like: &[&[u8]] = match &*word {
            b"in" if !is_extension => &[b"out"],
            b"input" if !is_extension => &[b"output"],
            b"output" if !is_extension => &[b"input"],
            b"inputs" => &[b"outputs"],
            b"outputs" => &[b"inputs"],
            b"stdin" => &[b"stdout"],
            b"stdout" => &[b"stdin"],
            b"i" => &[b"O"],
            b"o" => &[b"I"],
            _ => &[],
        };
        like.iter().chain(wanted).map(with).find(|other| are_pair(half, other))
    };
    ends.iter().rev().filter(|(start, end)| is_role(&half[*start..*end])).find_map(of)
}

/// Whether two files would be a case.
fn are_pair(one: &[u8], other: &[u8]) -> bool {
    let pairing = pair(&[one, other], Answers::Needed);
    pairing.odd.is_empty() && pairing.pairs.len() == 1
}

/// Programs and their parts, which lie beside cases and may share a name.
const PROGRAMS: [&str; 55] = [
    "py", "cpp", "cc", "cxx", "c", "h", "hpp", "hh", "hxx", "inc", "rs", "java", "kt", "kts", "go", "js",
    "ts", "sh", "rb", "hs", "ml", "pas", "cs", "swift", "jl", "pl", "php", "lua", "dart", "r", "m", "ipynb",
    "bat", "cmd", "ps1", "awk", "sed", "f90", "asm", "s", "o", "a", "so", "obj", "dll", "class", "jar",
    "exe", "pyc", "d", "dpr", "lisp", "erl", "ex", "clj",
];

/// Texts, pictures and settings of tools, which are no data of a case. Where a text is none, its name says so.
const TEXTS: [&str; 36] = [
    "txt",
    "dat",
    "tex",
    "sty",
    "cls",
    "bib",
    "pdf",
    "html",
    "htm",
    "css",
    "xml",
    "ini",
    "cfg",
    "conf",
    "toml",
    "lock",
    "log",
    "mk",
    "cmake",
    "rst",
    "adoc",
    "doc",
    "docx",
    "odt",
    "xls",
    "xlsx",
    "ods",
    "gif",
    "bmp",
    "webp",
    "eps",
    "ps",
    "ico",
    "mp4",
    "editorconfig",
    "gitignore",
];

/// The path without its extension, and without the word for a part before it: `x.out.gold` belongs to `x`.
fn stem(file: &[u8]) -> &[u8] {
    let start = file.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    let Some((stem, last)) = split_extension(&file[start..]) else { return file };
    let before = split_extension(stem).filter(|(_, word)| part(word).is_some() && part(last).is_none());
    let stem = before.map_or(stem, |(before, _)| before);
    &file[..start + stem.len()]
}

/// A path as people are shown it.
pub fn shown(file: &[u8]) -> String {
    Name::from_os(OsStr::from_bytes(file)).to_string()
}

#[cfg(test)]
mod tests {
    use super::counterpart;

    #[test]
    fn the_other_half_is_called_like_the_one_that_is_there() {
        for (half, other) in [
            ("1.in", "1.ans"),
            ("1.inp", "1.ans"),
            ("1.in.txt", "1.ans.txt"),
            ("3.ans", "3.in"),
            ("3.out.txt", "3.in.txt"),
            ("in/5.txt", "out/5.txt"),
            ("inputs/5", "outputs/5"),
            ("1/in", "1/out"),
            ("g/out", "g/in"),
            ("1/expected.txt", "1/in.txt"),
            ("input1.txt", "output1.txt"),
            ("out4", "in4"),
            ("I.1", "O.1"),
        ] {
            let found = counterpart(half.as_bytes());
            assert_eq!(found.as_deref(), Some(other.as_bytes()), "{half}");
        }
    }
}
