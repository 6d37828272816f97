//! Defines the player's commands and the reasons to refuse them.

use crate::content::{Slot, Status};
use crate::geometry::Direction;
use crate::world::{Game, Outcome, Terrain};
use serde::{Deserialize, Serialize};

/// An action of the player that takes a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Command {
    /// Steps to the neighbouring tile, or attacks the creature there (T9).
    Walk(Direction),
    /// Lets a turn pass.
    Wait,
    /// Uses the item at this place of the pack.
    Use(u8),
    /// Puts on the item at this place of the pack.
    Wear(u8),
    /// Takes off the item in this slot.
    TakeOff(Slot),
    /// Lays down the item at this place of the pack.
    Drop(u8),
}

/// Tells why a command cannot be carried out; no turn passes, no dice are rolled, nothing changes
/// (T1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A wall is in the way.
    Wall,
    /// A locked door is in the way, and the pack has no key.
    Locked,
    /// The run has ended.
    RunOver,
    /// The player is stunned or confused (T2).
    Impaired(Status),
    /// The pack has no item in this place.
    NoSuchItem,
    /// The player has all hit points.
    AtFullHp,
    /// The player is neither poisoned nor envenomed (D27).
    NothingToCure,
    /// The item is a key, which is used by walking into a door.
    OpensDoors,
    /// The item is put on, not used.
    ForWearing,
    /// The item is used, not put on.
    NotForWearing,
    /// The pack is full.
    PackFull,
    /// An item lies or a door stands on this tile.
    NoRoomHere,
    /// The floor holds as many items as it can.
    FloorFull,
}

impl Game {
    /// Returns whether `command` can be carried out now (T1).
    ///
    /// # Errors
    /// The reason when it cannot.
    pub fn accepts(&self, command: Command) -> Result<(), Refusal> {
        if self.outcome != Outcome::Playing {
            return Err(Refusal::RunOver);
        }
        let statuses = &self.player.body.statuses;
        match command {
            Command::Wait => Ok(()),
            // Stun and confusion replace the direction (T2), so none can be refused.
            Command::Walk(_) if statuses.has(Status::Stunned) => Ok(()),
            Command::Walk(_) if statuses.has(Status::Confused) => Ok(()),
            Command::Walk(direction) => self.accepts_step(direction),
            Command::Use(index) => self.accepts_use(index),
            Command::Wear(index) => self.accepts_wear(index),
            Command::TakeOff(slot) => self.accepts_take_off(slot),
            Command::Drop(index) => self.accepts_drop(index),
        }
    }

    fn accepts_step(&self, direction: Direction) -> Result<(), Refusal> {
        let Some(to) = self.player.body.pos.step(direction) else { return Err(Refusal::Wall) };
        match self.current_floor.map.terrain(to) {
            Terrain::Wall => Err(Refusal::Wall),
            Terrain::DoorLocked if !self.has_key() => Err(Refusal::Locked),
            _ => Ok(()),
        }
    }
}
