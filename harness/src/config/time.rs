//! Times as people write them, and back: `2s`, `1500ms`, `2.5s`.
//!
//! All arithmetic is in whole nanoseconds. A time that went through `f64` would come back as
//! 2.4999999 s, and a limit is compared to the nanosecond.

use std::time::Duration;

/// Unit names and the nanoseconds of each.
const UNITS: [(&str, u128); 5] =
    [("ns", 1), ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000), ("min", 60_000_000_000)];

/// Reads a time: a whole or decimal number and one of the units ns, us, ms, s, min.
///
/// # Errors
/// What is wrong with the text, as the end of a sentence.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let complaint = || format!("`{text}` is not a time: write a number and a unit, like 2s, 1500ms or 2.5s");
    let trimmed = text.trim();
    let split = trimmed.find(|c: char| !c.is_ascii_digit() && c != '.').ok_or_else(complaint)?;
    let (number, unit) = (&trimmed[..split], trimmed[split..].trim_start());
    let (_, scale) = UNITS.iter().find(|(name, _)| *name == unit).ok_or_else(complaint)?;
    let nanos = scaled(number, *scale).ok_or_else(complaint)?;
    u64::try_from(nanos).map(Duration::from_nanos).map_err(|_| format!("`{text}` is too long"))
}

/// Reads a time that may serve as a limit: more than nothing.
///
/// # Errors
/// What is wrong with the text, as the end of a sentence.
pub fn parse_time_limit(text: &str) -> Result<Duration, String> {
    match parse_time(text)? {
        Duration::ZERO => Err(format!("`{text}` is not a limit: it must be more than 0")),
        time => Ok(time),
    }
}

/// `number × scale`, exactly; `None` for anything but digits with at most one point, for more
/// decimals than there are nanoseconds, and where it does not fit.
fn scaled(number: &str, scale: u128) -> Option<u128> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    if fraction.is_empty() || fraction.len() > 12 {
        return None;
    }
    let whole: u128 = whole.parse().ok()?;
    let decimals: u128 = fraction.parse().ok()?;
    let parts = decimals.checked_mul(scale)?;
    let power = 10u128.pow(u32::try_from(fraction.len()).ok()?);
    if !parts.is_multiple_of(power) {
        return None;
    }
    whole.checked_mul(scale)?.checked_add(parts / power)
}

/// A time in the largest unit that keeps it readable; [`parse_time`] reads it back as the same time.
#[must_use]
pub fn show_time(time: Duration) -> String {
    let nanos = time.as_nanos();
    let (unit, scale) = match nanos {
        0 => return "0s".to_owned(),
        1..1_000 => ("ns", 1),
        1_000..1_000_000 => ("us", 1_000),
        1_000_000..1_000_000_000 => ("ms", 1_000_000),
        _ => ("s", 1_000_000_000),
    };
    let (whole, rest) = (nanos / scale, nanos % scale);
    if rest == 0 {
        return format!("{whole}{unit}");
    }
    // `scale + rest` is a one and then the decimals with their leading zeros.
    let decimals = (scale + rest).to_string();
    format!("{whole}.{}{unit}", decimals[1..].trim_end_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::{parse_time, parse_time_limit, show_time};
    use proptest::prelude::{any, proptest};
    use std::time::Duration;

    #[track_caller]
    fn check(text: &str, expect: Option<u64>) {
        assert_eq!(parse_time(text).ok(), expect.map(Duration::from_nanos), "{text:?}");
    }

    #[test]
    fn times_are_a_number_and_a_unit() {
        check("2s", Some(2_000_000_000));
        check("1500ms", Some(1_500_000_000));
        check("2.5s", Some(2_500_000_000));
        check("0.1s", Some(100_000_000));
        check(" 10 ms ", Some(10_000_000));
        check("250us", Some(250_000));
        check("1min", Some(60_000_000_000));
        check("0.5min", Some(30_000_000_000));
        check("0s", Some(0));
        check("0.000000001s", Some(1));
        check("0.0000000001s", None);
        check("2", None);
        check("2m", None);
        check("s", None);
        check(".s", None);
        check(".5s", None);
        check("5.s", None);
        check("1.2.3s", None);
        check("-1s", None);
        check("+1s", None);
        check("1e3s", None);
        check("2 s s", None);
        check("", None);
        check("99999999999999999999999999999999999999999s", None);
        check("99999999999999999s", None);
    }

    #[test]
    fn nothing_is_no_limit() {
        assert_eq!(parse_time_limit("0ms").unwrap_err(), "`0ms` is not a limit: it must be more than 0");
        assert_eq!(parse_time_limit("1ms"), Ok(Duration::from_millis(1)));
    }

    #[test]
    fn times_are_shown_short() {
        let shown = |nanos| show_time(Duration::from_nanos(nanos));
        assert_eq!(shown(0), "0s");
        assert_eq!(shown(2_000_000_000), "2s");
        assert_eq!(shown(2_050_000_000), "2.05s");
        assert_eq!(shown(200_000_000), "200ms");
        assert_eq!(shown(1_500), "1.5us");
        assert_eq!(shown(1), "1ns");
    }

    proptest! {
        #[test]
        fn a_time_reads_back_from_its_own_text(nanos in any::<u64>()) {
            let time = Duration::from_nanos(nanos);
            assert_eq!(parse_time(&show_time(time)), Ok(time));
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in ".*") {
            _ = parse_time(&text);
        }
    }
}
