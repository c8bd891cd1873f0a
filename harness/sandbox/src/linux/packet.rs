//! How the values of a message are written down: numbers little-endian, byte strings after their length.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::time::Duration;

/// Appends values to a packet.
#[derive(Default)]
pub struct Writer(pub Vec<u8>);

impl Writer {
    /// Part of a packet.
    pub fn number(&mut self, value: u64) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    /// Part of a packet.
    pub fn bytes(&mut self, value: &[u8]) {
        self.number(value.len() as u64);
        self.0.extend_from_slice(value);
    }

    /// Part of a packet.
    pub fn time(&mut self, value: Duration) {
        self.number(u64::try_from(value.as_nanos()).unwrap_or(u64::MAX));
    }

    /// Part of a packet.
    pub fn strings(&mut self, values: &[impl AsRef<OsStr>]) {
        self.number(values.len() as u64);
        for value in values {
            self.bytes(value.as_ref().as_bytes());
        }
    }

    /// A value that may not be there.
    pub fn optional<T>(&mut self, value: Option<&T>, write: impl FnOnce(&T, &mut Self)) {
        self.number(u64::from(value.is_some()));
        if let Some(value) = value {
            write(value, self);
        }
    }

    /// Part of a packet.
    pub fn signed(&mut self, value: i32) {
        self.number(i64::from(value).cast_unsigned());
    }
}

/// Reads values off a packet; `None` when it is too short or holds what no version of us writes.
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    /// Part of a packet.
    pub fn number(&mut self) -> Option<u64> {
        let (value, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*value))
    }

    /// Part of a packet.
    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (value, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(value)
    }

    /// Part of a packet.
    pub fn time(&mut self) -> Option<Duration> {
        self.number().map(Duration::from_nanos)
    }

    /// Part of a packet.
    pub fn signed(&mut self) -> Option<i32> {
        i32::try_from(self.number()?.cast_signed()).ok()
    }

    /// Part of a packet.
    pub fn string(&mut self) -> Option<OsString> {
        self.bytes().map(|bytes| OsString::from_vec(bytes.to_vec()))
    }

    /// Part of a packet.
    pub fn strings<T: From<OsString>>(&mut self) -> Option<Vec<T>> {
        self.list(|packet| packet.string().map(T::from))
    }

    /// Part of a packet.
    pub fn list<T>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        (0..self.number()?).map(|_| read(self)).collect()
    }

    /// Part of a packet.
    pub fn flag(&mut self) -> Option<bool> {
        self.number().map(|value| value != 0)
    }
}
