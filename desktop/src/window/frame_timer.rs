//! The frame timer: sixty ticks per second.

use std::time::{Duration, Instant};

/// The length of a tick, 1/60 s, to the nanosecond.
pub(crate) const TICK: Duration = Duration::from_nanos(16_666_667);
/// The largest number of ticks to catch up after a delay. Further ticks are dropped, so that the game does not
/// fast-forward after the computer was suspended or slow.
const CATCH_UP_MAX: u32 = 4;

/// A timer that schedules ticks.
#[derive(Debug)]
pub(crate) struct FrameTimer {
    next: Instant,
}

impl FrameTimer {
    /// Makes a timer whose first tick is due `now`.
    pub(crate) fn new(now: Instant) -> FrameTimer {
        FrameTimer { next: now }
    }

    /// Returns the number of ticks that are due `now`, and counts them as done.
    pub(crate) fn take_due(&mut self, now: Instant) -> u32 {
        let mut due = 0;
        while self.next <= now && due < CATCH_UP_MAX {
            self.next += TICK;
            due += 1;
        }
        if self.next <= now {
            self.next = now + TICK;
        }
        due
    }

    /// Returns the time until the next tick.
    pub(crate) fn until_next(&self, now: Instant) -> Duration {
        self.next.saturating_duration_since(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_a_second() {
        let start = Instant::now();
        let mut timer = FrameTimer::new(start);
        let ticks: u32 =
            (0..1000).map(|ms| timer.take_due(start + Duration::from_millis(ms))).sum();
        assert_eq!(ticks, 60);
    }

    #[test]
    fn a_short_delay_is_made_up_for_and_a_long_one_forgotten() {
        let start = Instant::now();
        let mut timer = FrameTimer::new(start);
        assert_eq!(timer.take_due(start), 1);
        assert_eq!(timer.take_due(start + 3 * TICK), 3);
        assert_eq!(timer.until_next(start + 3 * TICK), TICK);
        let later = start + Duration::from_secs(3600);
        assert_eq!(timer.take_due(later), CATCH_UP_MAX);
        assert_eq!(timer.take_due(later), 0);
        assert_eq!(timer.take_due(later + TICK), 1);
    }
}
