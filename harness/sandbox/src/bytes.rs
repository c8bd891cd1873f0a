//! A size in bytes, and how people write it.

use std::fmt;
use std::str::FromStr;

/// A number of bytes. Written `512B`, `64KiB`, `256MiB`, `2GiB`, or with powers of ten `64kB`, `256MB`, `2GB`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub u64);

/// Unit names, the largest first, binary before decimal: the order in which [`fmt::Display`] tries them.
const UNITS: [(&str, u64); 7] = [
    ("GiB", 1 << 30),
    ("MiB", 1 << 20),
    ("KiB", 1 << 10),
    ("GB", 1_000_000_000),
    ("MB", 1_000_000),
    ("kB", 1_000),
    ("B", 1),
];

impl Bytes {
    /// As much as there can be: no limit (`RLIM_INFINITY`).
    pub const UNLIMITED: Self = Self(u64::MAX);

    /// `n` binary megabytes.
    #[must_use]
    pub const fn mebibytes(n: u64) -> Self {
        Self(n << 20)
    }

    /// `n` binary kilobytes.
    #[must_use]
    pub const fn kibibytes(n: u64) -> Self {
        Self(n << 10)
    }
}

impl FromStr for Bytes {
    type Err = String;

    /// Reads a whole or decimal number followed by a unit; the unit must be there, so that kilobytes
    /// are not mistaken for megabytes.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let complaint = || {
            format!("`{text}` is not a size: write a number and a unit, like 256MiB, 64KiB, 256MB or 512B")
        };
        let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').ok_or_else(complaint)?;
        let (number, unit) = (&text[..split], text[split..].trim());
        let unit = match unit {
            "K" | "KB" | "kb" => "kB",
            "M" => "MB",
            "G" => "GB",
            other => other,
        };
        let (_, scale) = UNITS.iter().find(|(name, _)| *name == unit).ok_or_else(complaint)?;
        scaled(number, *scale).map(Self).ok_or_else(complaint)
    }
}

/// `number × scale` in exact integer arithmetic; `None` for anything but digits with at most one
/// point, and where it does not fit.
fn scaled(number: &str, scale: u64) -> Option<u64> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let whole: u128 = whole.parse().ok()?;
    let mut value = whole.checked_mul(u128::from(scale))?;
    if number.contains('.') {
        if fraction.is_empty() || fraction.len() > 18 {
            return None;
        }
        let digits: u128 = fraction.parse().ok()?;
        let power = u32::try_from(fraction.len()).ok()?;
        value = value.checked_add(digits * u128::from(scale) / 10u128.pow(power))?;
    }
    u64::try_from(value).ok()
}

impl fmt::Display for Bytes {
    /// The largest unit that divides the size, so that the text reads back as the same number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, scale) in UNITS {
            if self.0 >= scale && self.0.is_multiple_of(scale) {
                return write!(f, "{}{name}", self.0 / scale);
            }
        }
        write!(f, "{}B", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Bytes;

    #[track_caller]
    fn check(text: &str, expect: Option<u64>) {
        assert_eq!(text.parse::<Bytes>().ok().map(|bytes| bytes.0), expect, "{text:?}");
    }

    #[test]
    fn sizes_are_a_number_and_a_unit() {
        check("256MiB", Some(256 << 20));
        check("256MB", Some(256_000_000));
        check("64 KiB", Some(64 << 10));
        check("512B", Some(512));
        check("1.5GiB", Some(3 << 29));
        check("0.5KiB", Some(512));
        check("256", None);
        check("", None);
        check("MiB", None);
        check("1..5MiB", None);
        check("-1MiB", None);
        check("99999999999999999999GiB", None);
        check("256MiBs", None);
    }

    #[test]
    fn a_size_reads_back_from_its_own_text() {
        for n in [0, 1, 512, 1000, 1024, 1536, 256 << 20, 256_000_000, u64::MAX] {
            assert_eq!(Bytes(n).to_string().parse(), Ok(Bytes(n)));
        }
    }
}
