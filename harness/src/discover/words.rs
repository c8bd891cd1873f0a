//! The words by which file names say what a file is.

/// What a file is in its case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// What the program reads.
    Input,
    /// What it should write. A case with several answers takes the one with the lowest number: an
    /// `.out` beside an `.ans` is mostly what some program once wrote.
    Answer(u8),
}

const INPUTS: [&str; 5] = ["in", "inp", "input", "stdin", "cpin"];

/// The strongest first.
const ANSWERS: [&str; 13] =
    ["ans", "answer", "a", "expected", "exp", "cor", "sol", "ok", "out", "output", "stdout", "cpout", "ou"];

/// Words too short or too common to mean anything in the middle of a name: `a_1.txt`.
const ONLY_EXTENSIONS: [&str; 6] = ["a", "exp", "cor", "ok", "ou", "inp"];

/// Folders that hold one part of all cases, and the word that stands for them.
const FOLDERS: [(&str, &str); 14] = [
    ("in", "in"),
    ("input", "in"),
    ("inputs", "in"),
    ("stdin", "in"),
    ("ans", "ans"),
    ("answer", "answer"),
    ("answers", "answer"),
    ("expected", "expected"),
    ("sol", "sol"),
    ("solutions", "sol"),
    ("out", "out"),
    ("output", "output"),
    ("outputs", "output"),
    ("stdout", "stdout"),
];

/// What a word says, in whatever case it is written.
pub fn part(word: &[u8]) -> Option<Part> {
    let is_word = |known: &str| word.eq_ignore_ascii_case(known.as_bytes());
    if INPUTS.iter().any(|known| is_word(known)) {
        return Some(Part::Input);
    }
    let strength = ANSWERS.iter().position(|known| is_word(known))?;
    u8::try_from(strength).ok().map(Part::Answer)
}

/// What a word within a longer name says.
pub fn part_within(word: &[u8]) -> Option<Part> {
    if ONLY_EXTENSIONS.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes())) {
        return None;
    }
    part(word)
}

/// What a word with a number right behind it says: `in1`, `ou2b`. Not `a1`.
pub fn numbered_part(word: &[u8]) -> Option<(Part, &[u8])> {
    let split = word.iter().position(u8::is_ascii_digit)?;
    let (word, number) = word.split_at(split);
    let part = part(word).filter(|_| !word.eq_ignore_ascii_case(b"a"))?;
    is_number(number).then_some((part, number))
}

/// What the name of a folder says about all files in it.
pub fn folder_part(name: &[u8]) -> Option<Part> {
    let (_, word) = FOLDERS.iter().find(|(folder, _)| name.eq_ignore_ascii_case(folder.as_bytes()))?;
    part(word.as_bytes())
}

/// Digits, and perhaps one letter behind them.
pub fn is_number(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && (digits == text.len() || (digits + 1 == text.len() && text[digits].is_ascii_alphabetic()))
}
