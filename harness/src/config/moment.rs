//! Points in time as people write them: `2026-11-29T18:00+01:00`.

use std::time::{Duration, SystemTime};

use humantime::parse_rfc3339_weak;

/// Reads a date and a time of day, with an offset from UTC or in UTC.
///
/// # Errors
/// What is wrong with the text, as the end of a sentence.
pub fn parse_moment(text: &str) -> Result<SystemTime, String> {
    let complaint =
        || format!("`{text}` is not a date with a time, like 2026-11-29T18:00 or 2026-11-29T18:00+01:00");
    let (date, time) = text.trim().split_once(['T', 't', ' ']).ok_or_else(complaint)?;
    let time = time.trim_end_matches(['Z', 'z']);
    let at = time.find(['+', '-']).unwrap_or(time.len());
    let (time, offset) = time.split_at(at);
    let seconds = if time.matches(':').count() == 1 { ":00" } else { "" };
    let local = parse_rfc3339_weak(&format!("{date}T{time}{seconds}Z")).map_err(|_| complaint())?;
    let Some(sign) = offset.chars().next() else { return Ok(local) };
    let digits = offset[1..].replacen(':', "", 1);
    let number: u64 = digits.parse().ok().filter(|_| digits.len() == 4).ok_or_else(complaint)?;
    let (hours, minutes) = (number / 100, number % 100);
    if hours > 14 || minutes > 59 {
        return Err(complaint());
    }
    let offset = Duration::from_mins(60 * hours + minutes);
    let utc = if sign == '+' { local.checked_sub(offset) } else { local.checked_add(offset) };
    utc.ok_or_else(complaint)
}

#[cfg(test)]
mod tests {
    use super::parse_moment;
    use humantime::format_rfc3339;

    #[track_caller]
    fn check(text: &str, utc: &str) {
        assert_eq!(
            parse_moment(text).map(|moment| format_rfc3339(moment).to_string()),
            Ok(utc.to_owned()),
            "{text}"
        );
    }

    #[test]
    fn a_moment_has_a_date_a_time_and_maybe_an_offset() {
        check("2026-11-29T18:00", "2026-11-29T18:00:00Z");
        check("2026-11-29 18:00:05Z", "2026-11-29T18:00:05Z");
        check("2026-11-29T18:00+01:00", "2026-11-29T17:00:00Z");
        check("2026-11-29T18:00-0530", "2026-11-29T23:30:00Z");
        check("2026-01-01T00:30+01:00", "2025-12-31T23:30:00Z");
        for wrong in [
            "",
            "2026-11-29",
            "29.11.2026 18:00",
            "2026-11-29T25:00",
            "2026-11-29T18:00+1",
            "2026-11-29T18:00+99:00",
            "é",
        ] {
            let complaint = format!(
                "`{wrong}` is not a date with a time, like 2026-11-29T18:00 or 2026-11-29T18:00+01:00"
            );
            assert_eq!(parse_moment(wrong), Err(complaint));
        }
    }
}
