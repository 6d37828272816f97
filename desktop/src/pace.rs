//! Sixty ticks a second, whatever else takes time.

use std::time::{Duration, Instant};

/// 1/60 s, to the nanosecond.
pub(crate) const TICK: Duration = Duration::from_nanos(16_666_667);
/// Ticks made up for after a delay; what is more than that is forgotten, so that a computer that was
/// asleep, or is too slow, does not play the time away.
const CATCH_UP_MAX: u32 = 4;

/// When the next tick is due.
#[derive(Debug)]
pub(crate) struct Pace {
    next: Instant,
}

impl Pace {
    /// The first tick is due `now`.
    pub(crate) fn new(now: Instant) -> Pace {
        Pace { next: now }
    }

    /// How many ticks are due `now`; they count as done then.
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

    /// How long to wait for the next tick.
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
        let mut pace = Pace::new(start);
        let ticks: u32 = (0..1000).map(|ms| pace.take_due(start + Duration::from_millis(ms))).sum();
        assert_eq!(ticks, 60);
    }

    #[test]
    fn a_short_delay_is_made_up_for_and_a_long_one_forgotten() {
        let start = Instant::now();
        let mut pace = Pace::new(start);
        assert_eq!(pace.take_due(start), 1);
        assert_eq!(pace.take_due(start + 3 * TICK), 3);
        assert_eq!(pace.until_next(start + 3 * TICK), TICK);
        let later = start + Duration::from_secs(3600);
        assert_eq!(pace.take_due(later), CATCH_UP_MAX);
        assert_eq!(pace.take_due(later), 0);
        assert_eq!(pace.take_due(later + TICK), 1);
    }
}
