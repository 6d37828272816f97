//! Screenshots.

use crate::failure::reason;
use crate::{files, picture};
use directories::UserDirs;
use musrex_core::raster::Frame;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// The maximum number of screenshots in one second.
const PER_SECOND_MAX: u32 = 99;

/// Saves `frame` under a new name in the player's pictures folder. Returns the path, or an error sentence without its
/// full stop.
pub(crate) fn save(frame: &Frame<'_>) -> Result<PathBuf, String> {
    let could_not = |why: &str| format!("could not save a screenshot: {why}");
    let folder = folder().ok_or_else(|| could_not("there is no home folder"))?;
    let made = if folder.is_dir() { Ok(()) } else { fs::create_dir(&folder) };
    made.map_err(|error| could_not(&format!("{}: {}", folder.display(), reason(&error))))?;
    let bytes = picture::png(frame).map_err(|error| could_not(&error.to_string()))?;
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let time = timestamp(since_1970.as_secs());
    for number in 1..=PER_SECOND_MAX {
        let name = match number {
            1 => format!("musrex-{time}.png"),
            _ => format!("musrex-{time}-{number}.png"),
        };
        let path = folder.join(name);
        match files::create(&path, &bytes) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => {
                return Err(could_not(&format!("{}: {}", path.display(), reason(&error))));
            }
        }
    }
    Err(could_not("too many were taken in this second"))
}

/// Returns the player's pictures folder: the folder that the system defines, or else `Pictures` in the home folder.
fn folder() -> Option<PathBuf> {
    let folders = UserDirs::new()?;
    Some(folders.picture_dir().map_or_else(|| folders.home_dir().join("Pictures"), PathBuf::from))
}

/// Formats a time in seconds since 1970 as `YYYYMMDD-HHMMSS`, in UTC.
///
/// The years of the calculation begin in March, so that the leap day is the last day of a year (Howard Hinnant,
/// "chrono-Compatible Low-Level Date Algorithms").
fn timestamp(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let days = days + 719_468; // since 1 March of the year 0
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}{month:02}{day:02}-{hour:02}{minute:02}{second:02}")
}

#[cfg(test)]
mod tests {
    use super::timestamp;

    #[test]
    fn times_as_date_says_them() {
        assert_eq!(timestamp(0), "19700101-000000");
        assert_eq!(timestamp(951_782_399), "20000228-235959");
        assert_eq!(timestamp(951_782_400), "20000229-000000");
        assert_eq!(timestamp(951_868_800), "20000301-000000");
        assert_eq!(timestamp(1_735_689_599), "20241231-235959");
        assert_eq!(timestamp(4_107_542_400), "21000301-000000");
    }
}
