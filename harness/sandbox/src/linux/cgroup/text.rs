//! The small text files in which the kernel tells of a control group.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

/// The number in a small file: the whole text, or what follows `key` at the start of a line.
pub fn read_number(file: &File, key: Option<&str>) -> io::Result<u64> {
    let mut buffer = [0; 1024];
    let length = file.read_at(&mut buffer, 0)?;
    let text = std::str::from_utf8(&buffer[..length]).unwrap_or_default();
    parse_number(text, key).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

/// The beginning of a file of the kernel's, in one read.
pub fn read_text(file: &File) -> io::Result<String> {
    let mut buffer = [0; 4096];
    let length = file.read_at(&mut buffer, 0)?;
    Ok(String::from_utf8_lossy(&buffer[..length]).into_owned())
}

/// The number in such a text.
pub fn parse_number(text: &str, key: Option<&str>) -> Option<u64> {
    match key {
        None => text.trim().parse().ok(),
        Some(key) => {
            text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' ')?.trim().parse().ok())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parse_number;

    #[test]
    fn numbers_are_read_with_and_without_a_key() {
        assert_eq!(parse_number("1234\n", None), Some(1234));
        assert_eq!(parse_number("max\n", None), None);
        let events = "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n";
        assert_eq!(parse_number(events, Some("oom_kill")), Some(3));
        assert_eq!(parse_number(events, Some("oom")), None);
    }
}
