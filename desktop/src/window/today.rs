//! The local date. The core reads no clock, so the window passes the date to the core.

use musrex_core::seed::Date;
use std::env;

/// The environment variable that overrides the clock, as YYYY-MM-DD.
const VARIABLE: &str = "MUSREX_TODAY";

/// Returns the date given in [`VARIABLE`], or else the local date; `None` if the date is not known.
pub(crate) fn today() -> Option<Date> {
    match env::var_os(VARIABLE) {
        Some(text) => parse(text.to_str()?),
        None => local_date(),
    }
}

fn parse(text: &str) -> Option<Date> {
    let mut parts = text.splitn(3, '-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
}

#[cfg(unix)]
fn local_date() -> Option<Date> {
    use std::time::{SystemTime, UNIX_EPOCH};
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs();
    let seconds = libc::time_t::try_from(seconds).ok()?;
    let mut parts = std::mem::MaybeUninit::<libc::tm>::zeroed();
    // SAFETY: both pointers point to local variables. `localtime_r` fills all of `parts` or returns null, and a zeroed
    // `tm` is valid, too.
    let parts = unsafe {
        if libc::localtime_r(&raw const seconds, parts.as_mut_ptr()).is_null() {
            return None;
        }
        parts.assume_init()
    };
    let year = u16::try_from(parts.tm_year.checked_add(1_900)?).ok()?;
    Date::new(year, u8::try_from(parts.tm_mon + 1).ok()?, u8::try_from(parts.tm_mday).ok()?)
}

#[cfg(windows)]
fn local_date() -> Option<Date> {
    use windows_sys::Win32::Foundation::SYSTEMTIME;
    use windows_sys::Win32::System::SystemInformation::GetLocalTime;
    let mut parts = std::mem::MaybeUninit::<SYSTEMTIME>::zeroed();
    // SAFETY: `GetLocalTime` fills the whole structure and cannot fail.
    let parts = unsafe {
        GetLocalTime(parts.as_mut_ptr());
        parts.assume_init()
    };
    Date::new(parts.wYear, u8::try_from(parts.wMonth).ok()?, u8::try_from(parts.wDay).ok()?)
}

#[cfg(not(any(unix, windows)))]
const fn local_date() -> Option<Date> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_parsed_and_this_machine_has_one() {
        assert_eq!(parse("2026-11-23"), Date::new(2026, 11, 23));
        for wrong in ["", "2026-11", "2026-13-01", "2026-11-23-1", "today"] {
            assert_eq!(parse(wrong), None, "{wrong:?}");
        }
        assert!(local_date().is_some(), "this machine has a clock");
    }
}
