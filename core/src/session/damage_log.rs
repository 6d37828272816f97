//! The damage log: the damage that the player took over the last turns, by cause (H6).

use crate::quantity::Turn;
use crate::rules::{Actor, Event};
use crate::world::Cause;
use heapless::Deque;

/// The number of turns in the summary at the end of a run (H6).
pub const SUMMARY_TURNS: u32 = 10;
/// The largest number of entries. A player can hardly survive that many within the turns of the summary.
const DAMAGE_ENTRIES_MAX: usize = 64;

/// The damage of one attack, of one burn, or of one turn of a status.
#[derive(Clone, Copy, Debug)]
struct DamageEntry {
    turn: Turn,
    cause: Cause,
    points: u16,
}

/// A log of the latest damage to the player. When the log is full, the oldest entry is dropped.
#[derive(Clone, Debug)]
pub(crate) struct DamageLog {
    latest: Deque<DamageEntry, DAMAGE_ENTRIES_MAX>,
}

/// The total damage of one cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DamageTotal {
    /// The cause.
    pub(crate) cause: Cause,
    /// The number of hit points lost to this cause.
    pub(crate) points: u16,
    /// The number of times that the cause did damage.
    pub(crate) times: u16,
}

impl DamageLog {
    /// A log without damage.
    pub(crate) const EMPTY: DamageLog = DamageLog { latest: Deque::new() };

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.latest.clear();
    }

    /// Records the damage to the player in an event of `turn`.
    pub(crate) fn record(&mut self, event: &Event, turn: Turn) {
        let entry = match *event {
            Event::Struck {
                attacker: Actor::Monster(kind), target: Actor::Player, damage, ..
            } => (Cause::Monster(kind), damage),
            Event::Burned { who: Actor::Player, cause, damage, .. } => (cause, damage),
            Event::StatusHurt { who: Actor::Player, status, damage, .. } => {
                (Cause::Status(status), damage)
            }
            _ => return,
        };
        if entry.1.0 == 0 {
            return;
        }
        if self.latest.is_full() {
            self.latest.pop_front();
        }
        let entry = DamageEntry { turn, cause: entry.0, points: entry.1.0 };
        self.latest.push_back(entry).expect("room was made for it");
    }

    /// Returns the total damage of each cause over the last ten turns up to `now`, the largest total first.
    pub(crate) fn totals(&self, now: Turn) -> heapless::Vec<DamageTotal, DAMAGE_ENTRIES_MAX> {
        let mut totals: heapless::Vec<DamageTotal, DAMAGE_ENTRIES_MAX> = heapless::Vec::new();
        let recent =
            self.latest.iter().filter(|entry| entry.turn.0.saturating_add(SUMMARY_TURNS) > now.0);
        for entry in recent {
            match totals.iter_mut().find(|total| total.cause == entry.cause) {
                Some(total) => {
                    total.points = total.points.saturating_add(entry.points);
                    total.times += 1;
                }
                None => {
                    let total = DamageTotal { cause: entry.cause, points: entry.points, times: 1 };
                    totals.push(total).expect("there are no more totals than entries");
                }
            }
        }
        totals.sort_unstable_by_key(|total| core::cmp::Reverse(total.points));
        totals
    }
}
