//! Who did how much to the player over the last turns (H6).

use crate::quantity::Turn;
use crate::rules::{Actor, Cause, Event};
use heapless::Deque;

/// Turns that the end of a run tells of (H6).
pub const TURNS_TOLD: u32 = 10;
/// Attacks remembered: more than any ten turns with a crowd around bring to one who survives nine.
const HARMS_MAX: usize = 64;

/// An attack, or a turn of a status.
#[derive(Clone, Copy, Debug)]
struct Harm {
    turn: Turn,
    cause: Cause,
    points: u16,
}

/// The latest harm done to the player; the oldest is forgotten first.
#[derive(Clone, Debug, Default)]
pub struct Harms {
    latest: Deque<Harm, HARMS_MAX>,
}

/// What one cause did in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Toll {
    /// Who or what.
    pub cause: Cause,
    /// Hit points taken.
    pub points: u16,
    /// How often.
    pub times: u16,
}

impl Harms {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.latest.clear();
    }

    /// Takes in a fact of `turn`.
    pub fn note(&mut self, event: &Event, turn: Turn) {
        let harm = match *event {
            Event::Struck {
                attacker: Actor::Monster(kind), target: Actor::Player, damage, ..
            } => (Cause::Monster(kind), damage),
            Event::StatusHurt { who: Actor::Player, status, damage, .. } => {
                (Cause::Status(status), damage)
            }
            _ => return,
        };
        if harm.1.0 == 0 {
            return;
        }
        if self.latest.is_full() {
            self.latest.pop_front();
        }
        let harm = Harm { turn, cause: harm.0, points: harm.1.0 };
        self.latest.push_back(harm).expect("room was made for it");
    }

    /// What each cause did in the last ten turns up to `now`, the worst first.
    pub fn tolls(&self, now: Turn) -> heapless::Vec<Toll, HARMS_MAX> {
        let mut tolls: heapless::Vec<Toll, HARMS_MAX> = heapless::Vec::new();
        let recent = self.latest.iter().filter(|harm| harm.turn.0 + TURNS_TOLD > now.0);
        for harm in recent {
            match tolls.iter_mut().find(|toll| toll.cause == harm.cause) {
                Some(toll) => {
                    toll.points = toll.points.saturating_add(harm.points);
                    toll.times += 1;
                }
                None => {
                    let toll = Toll { cause: harm.cause, points: harm.points, times: 1 };
                    tolls.push(toll).expect("no more tolls than harms");
                }
            }
        }
        tolls.sort_unstable_by_key(|toll| core::cmp::Reverse(toll.points));
        tolls
    }
}
