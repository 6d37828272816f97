//! Numbers with a unit and a range, in types that cannot be confused with one another.

use crate::limits::{FLOORS, LEVEL_MAX};
use serde::{Deserialize, Serialize};

/// Hit points, a whole number; zero means dead (A8).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Hp(pub u16);

impl Hp {
    /// The hit points of a dead creature: none.
    pub const ZERO: Hp = Hp(0);

    /// Returns the hit points left after `damage`; never below zero.
    pub const fn hurt(self, damage: Damage) -> Hp {
        Hp(self.0.saturating_sub(damage.0))
    }

    /// Returns the hit points with `points` more, at most `hp_max`.
    pub(crate) fn healed(self, points: u16, hp_max: Hp) -> Hp {
        Hp(self.0.saturating_add(points).min(hp_max.0))
    }

    /// Returns whether no hit points are left, which means death (A8).
    pub const fn is_dead(self) -> bool {
        self.0 == 0
    }
}

/// The hit points lost to one attack, to a spill, to a live cable, or to one turn of a status; zero is a miss (A6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Damage(pub u16);

impl Damage {
    /// An attack that did nothing (A6).
    pub const MISS: Damage = Damage(0);
}

/// Experience points earned in a run (B8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Xp(pub u32);

/// The player's level, 1 to [`LEVEL_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Level(u8);

impl Level {
    /// The level of a new player.
    pub const FIRST: Level = Level(1);

    /// Returns the level `number`, or `None` outside 1 to [`LEVEL_MAX`].
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= LEVEL_MAX { Some(Level(number)) } else { None }
    }

    /// Returns the number of the level, 1 to [`LEVEL_MAX`].
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the level after this one; `None` at the top.
    pub(crate) const fn next(self) -> Option<Level> {
        Level::new(self.0 + 1)
    }
}

/// A floor of the tower, from 0 (the lobby) to 13 (the throne floor) (W1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Floor(u8);

impl Floor {
    /// The floor where a run starts (W2).
    pub const LOBBY: Floor = Floor(0);
    /// The floor where a run is won (W12).
    pub const THRONE: Floor = Floor(13);

    /// Returns the floor `number`, or `None` above the throne floor.
    pub const fn new(number: u8) -> Option<Floor> {
        if number <= Floor::THRONE.0 { Some(Floor(number)) } else { None }
    }

    /// Returns the number of the floor, 0 to 13.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the floor that the up stairs lead to; `None` on the throne floor.
    pub(crate) const fn above(self) -> Option<Floor> {
        Floor::new(self.0 + 1)
    }

    /// Returns the floor that the down stairs lead to; `None` in the lobby.
    pub(crate) const fn below(self) -> Option<Floor> {
        if self.0 == 0 { None } else { Some(Floor(self.0 - 1)) }
    }

    /// Returns all floors from the lobby up.
    pub fn all() -> impl Iterator<Item = Floor> {
        (0..=Floor::THRONE.0).map(Floor)
    }

    /// Returns the index of this floor in an array that has one entry per floor.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

const _: () = assert!(Floor::THRONE.index() + 1 == FLOORS);

impl TryFrom<u8> for Floor {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Floor, &'static str> {
        Floor::new(number).ok_or("a floor above the throne floor")
    }
}

impl From<Floor> for u8 {
    fn from(floor: Floor) -> u8 {
        floor.0
    }
}

/// The number of turns since the run began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Turn(pub u32);

impl Turn {
    /// Returns the turn after this one. The count saturates at 2³² − 1 turns, a century of play.
    pub const fn next(self) -> Turn {
        Turn(self.0.saturating_add(1))
    }
}

/// A chance in percent, from 0 to 100.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Percent(pub u8);
