//! A short name for a content: equal contents have equal digests.

use std::fmt;
use std::io::{self, BufWriter, Read, Write};
use std::str::FromStr;

/// The first 16 bytes of the BLAKE3 hash of a content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 16]);

impl Digest {
    /// The digest of these parts with their lengths, so that `ab`, `c` is not `a`, `bc`.
    #[must_use]
    pub fn of<P: AsRef<[u8]>>(parts: impl IntoIterator<Item = P>) -> Self {
        let mut hasher = blake3::Hasher::new();
        for part in parts {
            let part = part.as_ref();
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Self::first_of(&hasher)
    }

    /// The digest of a file that is too large to be held. It is not that of the same bytes as a part.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn of_reader(reader: impl Read) -> io::Result<Self> {
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(reader)?;
        Ok(Self::first_of(&hasher))
    }

    /// Of all that this writes, the same as if it were read.
    ///
    /// # Errors
    /// It fails.
    pub fn of_written<E>(write: impl FnOnce(&mut dyn Write) -> Result<(), E>) -> Result<Self, E> {
        let mut hasher = blake3::Hasher::new();
        write(&mut BufWriter::new(&mut hasher))?;
        Ok(Self::first_of(&hasher))
    }

    /// Of one content, the same as if it were read.
    #[must_use]
    pub fn of_content(content: &[u8]) -> Self {
        Self::first_of(blake3::Hasher::new().update(content))
    }

    fn first_of(hasher: &blake3::Hasher) -> Self {
        let mut first = [0; 16];
        first.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        Self(first)
    }

    /// Its bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |half: u8| char::from_digit(half.into(), 16).unwrap_or_default();
        let digits = self.0.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(digit);
        f.write_str(&digits.collect::<String>())
    }
}

impl FromStr for Digest {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no digest of 32 hexadecimal digits");
        let mut bytes = [0; 16];
        if text.len() != 32 || !text.is_ascii() {
            return Err(wrong());
        }
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            let pair = std::str::from_utf8(pair).map_err(|_| wrong())?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| wrong())?;
        }
        Ok(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::Digest;

    #[test]
    fn a_digest_reads_back_and_tells_parts_apart() {
        let digest = Digest::of(["ab", "c"]);
        assert_eq!(digest.to_string().parse(), Ok(digest));
        assert_ne!(digest, Digest::of(["a", "bc"]));
        for wrong in ["", "12", "zz345678901234567890123456789012", "+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+é"] {
            assert!(wrong.parse::<Digest>().is_err(), "{wrong}");
        }
    }
}
