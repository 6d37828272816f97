//! Defines what the player can ask for, and why it may be refused.

use crate::content::{Slot, Status};
use crate::geometry::Direction;
use crate::world::{Game, Outcome, Terrain};
use serde::{Deserialize, Serialize};

/// An action of the player that takes a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Command {
    /// Step to the neighbouring tile; attack who stands there (T9).
    Walk(Direction),
    /// Let a turn pass.
    Wait,
    /// Use the item at this place of the pack.
    Use(u8),
    /// Put on the item at this place of the pack.
    Wear(u8),
    /// Take off what is worn in this slot.
    TakeOff(Slot),
    /// Lay down the item at this place of the pack.
    Drop(u8),
}

/// Tells why a command cannot be carried out; no turn passes, no dice are rolled, nothing changes
/// (T1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A wall is in the way.
    Wall,
    /// A locked door is in the way, and no key in the pack.
    Locked,
    /// The run has ended.
    RunOver,
    /// Hands that stunned or confused heads do not steer (T2).
    Impaired(Status),
    /// The pack has no item in this place.
    NoSuchItem,
    /// The player has all hit points.
    AtFullHp,
    /// The player is neither poisoned nor envenomed (D27).
    NothingToCure,
    /// A key is used by walking into a door.
    OpensDoors,
    /// It is put on, not used.
    ForWearing,
    /// It is used, not put on.
    NotForWearing,
    /// No room in the pack.
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
            // Who is stunned or confused does not choose the way (T2), so none can be refused.
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
