//! Today's date.

use std::time::{Duration, SystemTime};

/// Seconds of a day.
const DAY: u64 = 24 * 60 * 60;

/// Today in UTC, as `2026-01-31`. `SOURCE_DATE_EPOCH`, as build tools know it, is another today.
#[must_use]
pub fn today() -> String {
    let fixed = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    let now = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date(Duration::from_secs(fixed.unwrap_or_else(now)))
}

/// The date so long after the beginning of 1970. Years are counted from March, so that the day that
/// leap years add is the last one.
fn date(since_1970: Duration) -> String {
    const DAYS_FROM_YEAR_0_TO_1970: u64 = 719_468;
    const DAYS_OF_400_YEARS: u64 = 146_097;
    let days = since_1970.as_secs() / DAY + DAYS_FROM_YEAR_0_TO_1970;
    let (cycle, day) = (days / DAYS_OF_400_YEARS, days % DAYS_OF_400_YEARS);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", cycle * 400 + year + next_year)
}

#[cfg(test)]
mod tests {
    use super::date;
    use std::time::Duration;

    #[test]
    fn a_day_has_its_date() {
        let check = |days: u64, expect: &str| {
            assert_eq!(date(Duration::from_secs(days * 86_400 + 86_399)), expect);
        };
        check(0, "1970-01-01");
        check(58, "1970-02-28");
        check(59, "1970-03-01");
        check(11_016, "2000-02-29");
        check(11_017, "2000-03-01");
        check(20_454, "2026-01-01");
        check(20_818, "2026-12-31");
        check(47_540, "2100-02-28");
        check(47_541, "2100-03-01");
    }
}
