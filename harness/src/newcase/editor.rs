//! Input and answer written in the user's editor.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use harness_sandbox::{Tool, run_on_terminal};

use crate::failure::Failure;
use crate::newcase::draft::Draft;
use crate::programs::InputFolder;

/// What stands before the input; lines like these are in no input.
const INPUT: &str = "==== input: everything from here to the next line like this ====";

/// What stands before the answer.
const ANSWER: &str = "==== answer: if empty, the reference or the interactor decides ====";

/// What stands behind it.
const END: &str = "==== end ====";

/// Lets the user write a case.
///
/// # Errors
/// The editor fails, or its text has lost the lines between the parts.
pub fn edit(folder: &InputFolder, answer: &[u8]) -> Result<Draft, Failure> {
    let answer = String::from_utf8_lossy(answer);
    let line_end = if answer.is_empty() || answer.ends_with('\n') { "" } else { "\n" };
    let path = folder.write("case", format!("{INPUT}\n{ANSWER}\n{answer}{line_end}{END}\n").as_bytes())?;
    let editor = ["VISUAL", "EDITOR"].into_iter().filter_map(std::env::var_os).find(|name| !name.is_empty());
    let editor = editor.unwrap_or_else(|| "vi".into()).to_string_lossy().into_owned();
    // `code --wait` is an editor, too.
    let mut words = editor.split_whitespace().map(OsString::from);
    let tool = Tool {
        program: words.next().unwrap_or_default(),
        args: words.chain([path.clone().into_os_string()]).collect(),
        folder: PathBuf::from("."),
        environment: Vec::new(),
    };
    let ended = run_on_terminal(&tool)
        .with_context(|| format!("failed to start the editor `{editor}`"))
        .map_err(|error| Failure::usage(error).hint("set EDITOR to the editor to use"))?;
    if let Some(how) = ended {
        return Err(Failure::usage(anyhow!(
            "the editor `{editor}` ended with {how}, so nothing was written"
        )));
    }
    let text = fs::read(&path)
        .with_context(|| format!("failed to read `{}`", path.display()))
        .map_err(Failure::usage)?;
    let (input, answer) = parts(&text).ok_or_else(|| {
        let hint = "leave the lines with `====` as they are";
        Failure::usage(anyhow!("the lines that separate input and answer are missing")).hint(hint)
    })?;
    let answer = (!answer.is_empty()).then(|| answer.to_vec());
    Ok(Draft { input: input.to_vec(), answer, source: Some("an editor".to_owned()), ..Draft::default() })
}

/// The parts between the lines.
fn parts(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let (_, text) = cut(text, INPUT)?;
    let (input, text) = cut(text, ANSWER)?;
    let (answer, _) = cut(text, END)?;
    Some((input, answer))
}

/// What stands before this line and what behind it.
fn cut<'a>(text: &'a [u8], line: &str) -> Option<(&'a [u8], &'a [u8])> {
    let mut start = 0;
    for piece in text.split_inclusive(|&byte| byte == b'\n') {
        let end = start + piece.len();
        if piece.trim_ascii_end() == line.as_bytes() {
            return Some((&text[..start], &text[end..]));
        }
        start = end;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{ANSWER, END, INPUT, parts};

    #[test]
    fn the_parts_are_what_stands_between_the_lines() {
        let text = format!("{INPUT}\n1 2\n\n{ANSWER}\r\n3\n{END}");
        assert_eq!(parts(text.as_bytes()), Some((&b"1 2\n\n"[..], &b"3\n"[..])));
        assert_eq!(parts(format!("{INPUT}\n{ANSWER}\n{END}\n").as_bytes()), Some((&b""[..], &b""[..])));
        assert_eq!(parts(format!("{INPUT}\n1\n{END}\n").as_bytes()), None);
    }
}
