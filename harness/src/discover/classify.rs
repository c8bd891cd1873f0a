//! What one file is, judged by its path alone.
//!
//! The tools of this field agree on two files a case and on nothing else. The rules, in the order in
//! which they are tried (`KEY` is the name of the case, roles are written in any case):
//!
//! 1. extension: `KEY.in`, `KEY.ans`, `KEY.in.txt`
//! 2. files beside the data, by extension (`.md`, `.png`, `.toml` …)
//! 3. extension and number: `KEY.in.1`, `KEY.out1a`
//! 4. `I.1` and `O.1`
//! 5. any other extension but `.txt`, `.dat` or digits is no data: `gen.py`, `check.cpp`
//! 6. a folder with a role: `in/X`, `output/X`; it goes from the key, as does a word in the name
//! 7. a name that is a role: `X/in`, `X/expected.txt`; the folder is the case. Where other files of that
//!    name are parts of a case, it is a name: `a.txt` beside `a.out`
//! 8. a word in the name: `input1.txt`, `A_output0`, `1-input`; it goes from the key
//! 9. all else may be an input, if there is an answer of that key: `01` and `01.a`
//!
//! More rules go in here, and each gets rows in the table of `pairing`.

use std::borrow::Cow;

use crate::discover::words::{Part, folder_part, is_number, numbered_part, part, part_within};

/// What a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Class<'a> {
    /// A part of the case of this key.
    Part(Part, Cow<'a, [u8]>),
    /// A part of the case of this key by its whole name, as `X/in`; or, where files of that name are parts
    /// of a case, the input of the case of the second key: `a.txt` beside `a.out`.
    Whole(Part, Cow<'a, [u8]>, Cow<'a, [u8]>),
    /// The input of the case of this key, if there is an answer to it.
    Bare(Cow<'a, [u8]>),
    /// The settings of the case of this key.
    Sidecar(Cow<'a, [u8]>),
    /// A part of a case that is packed; it would have to be unpacked.
    Packed,
    /// Nothing that cases are made of.
    NotData,
}

/// The key of a case whose two files stand in the problem's folder under no name but their roles.
const ONLY_CASE: &[u8] = b"1";

const PACKED: [&str; 5] = [".gz", ".zst", ".xz", ".bz2", ".zip"];
const TEXT: [&str; 2] = [".txt", ".dat"];
/// Extensions of files beside the data.
pub const BESIDE: [&str; 13] = [
    "hint",
    "desc",
    "md",
    "yaml",
    "yml",
    "json",
    "png",
    "jpg",
    "jpeg",
    "svg",
    "interaction",
    "statement",
    "download",
];
const NAMES_BESIDE: [&str; 6] = ["readme", "license", "makefile", "cmakelists", "cargo.toml", "notes"];

/// What the file at this path, relative to the folder of the problem, is.
pub fn classify(path: &[u8]) -> Class<'_> {
    let (folder, file) = match path.iter().rposition(|&byte| byte == b'/') {
        Some(slash) => (&path[..slash], &path[slash + 1..]),
        None => (&[][..], path),
    };
    let unpacked = without_suffix(file, &PACKED);
    let class = classify_unpacked(folder, unpacked.unwrap_or(file));
    match class {
        Class::Part(..) | Class::Whole(..) if unpacked.is_some() => Class::Packed,
        Class::Bare(_) if unpacked.is_some() => Class::NotData,
        class => class,
    }
}

fn classify_unpacked<'a>(folder: &'a [u8], file: &'a [u8]) -> Class<'a> {
    let (folder_part, folder) = take_folder_part(folder);
    let text = without_suffix(file, &TEXT);
    let core = text.unwrap_or(file);
    let named =
        |list: &[&str], name: &[u8]| list.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()));
    if named(&NAMES_BESIDE, core) || named(&NAMES_BESIDE, file) {
        return Class::NotData;
    }
    if let Some((stem, extension)) = split_extension(core) {
        if let Some(part) = part(extension) {
            let key = if folder_part.is_some() { without_word(stem) } else { Cow::Borrowed(stem) };
            return Class::Part(part, case_key(folder, key));
        }
        if extension.eq_ignore_ascii_case(b"toml") {
            return Class::Sidecar(join(folder, Cow::Borrowed(stem)));
        }
        if named(&BESIDE, extension) {
            return Class::NotData;
        }
        if let Some((part, number)) = numbered_extension(stem, extension) {
            return Class::Part(part, join(folder, number));
        }
        if is_number(extension) && matches!(stem, b"I" | b"O") {
            let word: &[u8] = if stem == b"I" { b"in" } else { b"out" };
            return part(word)
                .map_or(Class::NotData, |part| Class::Part(part, join(folder, Cow::Borrowed(extension))));
        }
        if text.is_none() && !extension.iter().all(u8::is_ascii_digit) {
            return Class::NotData;
        }
    }
    if let Some(part) = folder_part {
        return Class::Part(part, case_key(folder, without_word(core)));
    }
    if let Some(part) = part(core) {
        let bare = join(folder.clone(), Cow::Borrowed(core));
        return Class::Whole(part, case_key(folder, Cow::Borrowed(&[])), bare);
    }
    match word_within(core) {
        Some((part, key)) => Class::Part(part, join(folder, key)),
        None => Class::Bare(join(folder, Cow::Borrowed(core))),
    }
}

/// The first folder that has a role, and the path without it.
fn take_folder_part(folder: &[u8]) -> (Option<Part>, Cow<'_, [u8]>) {
    let mut start = 0;
    for name in folder.split(|&byte| byte == b'/') {
        let end = start + name.len();
        if let Some(part) = folder_part(name) {
            let before = &folder[..start.saturating_sub(1)];
            let after = folder.get(end + 1..).unwrap_or_default();
            return (Some(part), join(Cow::Borrowed(before), Cow::Borrowed(after)));
        }
        start = end + 1;
    }
    (None, Cow::Borrowed(folder))
}

/// `KEY.in1` and `KEY.in.1` both have the key `KEY.1`.
fn numbered_extension<'a>(stem: &'a [u8], extension: &'a [u8]) -> Option<(Part, Cow<'a, [u8]>)> {
    if let Some((part, number)) = numbered_part(extension) {
        return Some((part, Cow::Owned([stem, b".", number].concat())));
    }
    let (key, word) = split_extension(stem)?;
    let part = part(word).filter(|_| is_number(extension) && !word.eq_ignore_ascii_case(b"a"))?;
    Some((part, Cow::Owned([key, b".", extension].concat())))
}

/// The one role word in a name and the name without it; `None` if there is none, or one of each.
fn word_within(name: &[u8]) -> Option<(Part, Cow<'_, [u8]>)> {
    let mut found: Option<(Part, usize, usize)> = None;
    let mut start = 0;
    while start < name.len() {
        let length = name[start..].iter().take_while(|byte| is_letter(**byte)).count();
        let word = &name[start..start + length];
        if let Some(part) = part_within(word) {
            match found {
                Some((other, ..)) if (other == Part::Input) != (part == Part::Input) => return None,
                Some(_) => {}
                None => found = Some((part, start, start + length)),
            }
        }
        start += length.max(1);
    }
    let (part, start, end) = found?;
    Some((part, cut(name, start, end)))
}

fn without_word(name: &[u8]) -> Cow<'_, [u8]> {
    match word_within(name) {
        Some((_, rest)) => rest,
        None => Cow::Borrowed(name),
    }
}

/// A name without the word at `start..end` and the separators round it; one stays between two rests.
fn cut(name: &[u8], start: usize, end: usize) -> Cow<'_, [u8]> {
    let is_separator = |byte: &u8| matches!(byte, b'-' | b'_' | b'.' | b' ');
    let left_end = name[..start].iter().rposition(|byte| !is_separator(byte)).map_or(0, |last| last + 1);
    let skipped = name[end..].iter().take_while(|byte| is_separator(byte)).count();
    let (left, right) = (&name[..left_end], &name[end + skipped..]);
    match (left.is_empty(), right.is_empty()) {
        (true, _) => Cow::Borrowed(right),
        (false, true) => Cow::Borrowed(left),
        (false, false) => {
            let between = name[left_end..start].iter().chain(&name[end..end + skipped]).next();
            Cow::Owned([left, &[*between.unwrap_or(&b'-')], right].concat())
        }
    }
}

/// Bytes of other alphabets count as letters: in `éin` there is no word.
fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || !byte.is_ascii()
}

/// Before and after the last dot, if both are something.
pub fn split_extension(name: &[u8]) -> Option<(&[u8], &[u8])> {
    let dot = name.iter().rposition(|&byte| byte == b'.')?;
    (dot > 0 && dot + 1 < name.len()).then(|| (&name[..dot], &name[dot + 1..]))
}

/// A name without the first of these endings that it has; never nothing.
fn without_suffix<'a>(name: &'a [u8], suffixes: &[&str]) -> Option<&'a [u8]> {
    suffixes.iter().find_map(|suffix| {
        let split = name.len().checked_sub(suffix.len()).filter(|&split| split > 0)?;
        name[split..].eq_ignore_ascii_case(suffix.as_bytes()).then(|| &name[..split])
    })
}

/// The key of a case of which folder and name may both have gone into the role.
fn case_key<'a>(folder: Cow<'a, [u8]>, name: Cow<'a, [u8]>) -> Cow<'a, [u8]> {
    if folder.is_empty() && name.is_empty() { Cow::Borrowed(ONLY_CASE) } else { join(folder, name) }
}

fn join<'a>(folder: Cow<'a, [u8]>, name: Cow<'a, [u8]>) -> Cow<'a, [u8]> {
    match (folder.is_empty(), name.is_empty()) {
        (true, _) => name,
        (false, true) => folder,
        (false, false) => Cow::Owned([&folder, &b"/"[..], &name].concat()),
    }
}
