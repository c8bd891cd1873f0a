//! Single values: limits, sizes, and the words that stand for "as the rest says".

use std::time::Duration;

use crate::config::error::SettingsError;
use crate::config::table::Item;
use crate::config::time::{parse_time, parse_time_limit};
use crate::model::{Bytes, WallLimit};

const A_TIME: &str = "a time like \"2s\" or \"1500ms\"";
const A_SIZE: &str = "a size like \"256MiB\"";

/// A time that may be nothing.
pub fn time(item: &Item<'_>) -> Result<Duration, SettingsError> {
    parse_time(item.text(A_TIME)?).map_err(|what| unreadable(item, &what))
}

/// A time limit.
pub fn time_limit(item: &Item<'_>) -> Result<Duration, SettingsError> {
    parse_time_limit(item.text(A_TIME)?).map_err(|what| unreadable(item, &what))
}

/// A wall-clock limit, or `auto`.
pub fn wall_limit(item: &Item<'_>) -> Result<WallLimit, SettingsError> {
    match item.text("\"auto\" or a time like \"6s\"")? {
        "auto" => Ok(WallLimit::Auto),
        text => parse_time_limit(text).map(WallLimit::Fixed).map_err(|what| unreadable(item, &what)),
    }
}

/// A size that may serve as a limit.
pub fn size_limit(item: &Item<'_>) -> Result<Bytes, SettingsError> {
    parse_size_limit(item.text(A_SIZE)?).map_err(|what| unreadable(item, &what))
}

/// A size that may be nothing.
pub fn size(item: &Item<'_>) -> Result<Bytes, SettingsError> {
    item.text(A_SIZE)?.parse().map_err(|what: String| unreadable(item, &what))
}

/// A stack limit; `None` for `memory`.
pub fn stack_limit(item: &Item<'_>) -> Result<Option<Bytes>, SettingsError> {
    size_limit_or(item, "memory")
}

/// An output limit; `None` for `auto`.
pub fn output_limit(item: &Item<'_>) -> Result<Option<Bytes>, SettingsError> {
    size_limit_or(item, "auto")
}

/// The name of a program.
pub fn program(item: &Item<'_>) -> Result<String, SettingsError> {
    match item.text("the name of a program")? {
        "" => {
            let hint = "name a program or remove the key".to_owned();
            Err(item.error(format!("`{}` is empty", item.key), Some(hint)))
        }
        name => Ok(name.to_owned()),
    }
}

/// A number of processes.
pub fn process_limit(item: &Item<'_>) -> Result<u32, SettingsError> {
    item.whole(1, "a positive integer")
}

/// How often a solution may be run on a case.
pub fn passes(item: &Item<'_>) -> Result<u32, SettingsError> {
    const A_NUMBER: &str = "an integer from 2 to 1000";
    let passes = item.whole(2, A_NUMBER)?;
    if passes > 1000 {
        return Err(item.error(format!("`{}` must be {A_NUMBER}, not {passes}", item.key), None));
    }
    Ok(passes)
}

fn size_limit_or(item: &Item<'_>, word: &str) -> Result<Option<Bytes>, SettingsError> {
    let text = item.text(&format!("\"{word}\" or {A_SIZE}"))?;
    if text == word {
        return Ok(None);
    }
    parse_size_limit(text).map(Some).map_err(|what| unreadable(item, &what))
}

/// Reads a size that may serve as a limit: more than nothing.
///
/// # Errors
/// What is wrong with the text, as the end of a sentence.
pub fn parse_size_limit(text: &str) -> Result<Bytes, String> {
    match text.parse()? {
        Bytes(0) => Err(format!("`{text}` is not a limit: it must be more than 0")),
        size => Ok(size),
    }
}

fn unreadable(item: &Item<'_>, what: &str) -> SettingsError {
    item.error(format!("`{}`: {what}", item.key), None)
}
