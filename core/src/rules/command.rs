//! Defines the player's commands and the reasons to refuse them.

use crate::content::{Slot, Status};
use crate::geometry::{Direction, Pos};
use crate::world::{Game, Outcome, Terrain};
use serde::{Deserialize, Serialize};

/// An action of the player that takes a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Command {
    /// Steps to the neighbouring tile, attacks an enemy there, swaps places with the ally there, or uses a door, a
    /// fixture, a pedestal or a locker there (T9). With Long arm or a Broom Pole, may instead strike an awake enemy two
    /// tiles away (B16, I15).
    Walk(Direction),
    /// Lets a turn pass or, with the graft Whirl, strikes the awake enemies beside the player (B16).
    Wait,
    /// Uses the item at this index of the pack.
    Use(u8),
    /// Puts on the item at this index of the pack.
    Wear(u8),
    /// Takes off the item in this slot.
    TakeOff(Slot),
    /// Lays down the item at this index of the pack.
    Drop(u8),
    /// Throws the item with this index in the pack at a tile (I6).
    Throw(u8, Pos),
    /// Takes the offered graft with this index (B16).
    Graft(u8),
    /// Uses the deed (the special move) of the worn chip on a tile (I14).
    Deed(Pos),
}

/// The reason why a command cannot be carried out. A refusal changes nothing: no turn passes, and
/// no dice roll (T1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A wall, furniture, glass, water or a closed cage is in the way.
    Wall,
    /// A locked door is in the way, and the player has nothing to open it with.
    Locked,
    /// The run has ended.
    RunOver,
    /// The player is stunned or confused (T2).
    Impaired(Status),
    /// The pack has no item at this index, or nothing is worn in this slot.
    NoSuchItem,
    /// The player is at full hit points.
    AtFullHp,
    /// The item is a key, which the player uses by walking into a locked door.
    OpensDoors,
    /// The item can be worn, but not used.
    ForWearing,
    /// The item can be used, but not worn.
    NotForWearing,
    /// The pack has no room for another item, or for the items of a kit.
    PackFull,
    /// An item lies on this tile already.
    NoRoomHere,
    /// A door stands on this tile.
    InDoorway,
    /// The floor holds as many items as it can.
    FloorFull,
    /// The tile is out of sight or too far away, or an obstacle stops the throw (I6, I14).
    OutOfReach,
    /// The player's own tile is no valid target (I6, I14).
    OwnTile,
    /// No mouse beside the player is stunned, eating, or low on hit points (I10).
    NothingToOverride,
    /// Only snakes are next to the player, and an override chip never works on them (I10).
    OnlySnakes,
    /// The vent, terminal or switch in the way has no use left, or the pedestal in the way is empty.
    UsedUp,
    /// The pedestal or the locker in the way is sealed (W17, W30).
    Sealed,
    /// No graft with this index is offered (B16).
    NoGraft,
    /// The worn chip has no deed (I14).
    NoDeed,
    /// The player's kit bars this slot: the player can neither put an item into the slot nor take one out (W30).
    Barred(Slot),
    /// No charge is left for a deed (I14).
    NoCharge,
    /// The deed needs a creature on the tile, but nobody is there (I14).
    NobodyThere,
    /// The tile is beyond the range of the deed. The value is that range in tiles (I14).
    BeyondDeed(u8),
    /// The deed needs a straight line in one of the eight directions (I14).
    NotStraight,
    /// Something blocks the deed (I14).
    DeedBlocked,
    /// HOOK would pull a creature that is already next to the player (I14).
    NothingToPull,
}

impl Game {
    /// Returns whether `command` can be carried out now (T1).
    ///
    /// # Errors
    /// Returns the reason why `command` cannot be carried out.
    pub fn accepts(&self, command: Command) -> Result<(), Refusal> {
        if self.outcome != Outcome::Playing {
            return Err(Refusal::RunOver);
        }
        if self.is_impaired() {
            // Stun and confusion replace every command (T2), so only a command with an invalid index is refused.
            return match command {
                Command::Use(index)
                | Command::Wear(index)
                | Command::Drop(index)
                | Command::Throw(index, _) => self.carried(index).map(drop),
                Command::Graft(index) => self.accepts_graft(index),
                Command::Wait | Command::Walk(_) | Command::TakeOff(_) | Command::Deed(_) => Ok(()),
            };
        }
        match command {
            Command::Wait => Ok(()),
            Command::Walk(direction) => self.accepts_step(direction),
            Command::Use(index) => self.accepts_use(index),
            Command::Wear(index) => self.accepts_wear(index),
            Command::TakeOff(slot) => self.accepts_take_off(slot),
            Command::Drop(index) => self.accepts_drop(index),
            Command::Throw(index, at) => self.accepts_throw(index, at),
            Command::Graft(index) => self.accepts_graft(index),
            Command::Deed(at) => self.accepts_deed(at),
        }
    }

    /// Returns whether stun or confusion now replaces the player's commands (T2).
    fn is_impaired(&self) -> bool {
        let statuses = &self.player.body.statuses;
        statuses.has(Status::Stunned) || statuses.has(Status::Confused)
    }

    fn accepts_step(&self, direction: Direction) -> Result<(), Refusal> {
        let Some(to) = self.player.body.pos.step(direction) else { return Err(Refusal::Wall) };
        match self.current_floor.map.terrain(to) {
            Terrain::Wall
            | Terrain::Tall
            | Terrain::Low
            | Terrain::Glass
            | Terrain::Water
            | Terrain::CageShut => Err(Refusal::Wall),
            Terrain::Switch if !self.has_use_for_switch() => Err(Refusal::UsedUp),
            Terrain::DoorLocked if !self.can_unlock() => Err(Refusal::Locked),
            Terrain::VentShut | Terrain::TerminalUsed => Err(Refusal::UsedUp),
            Terrain::PedestalSealed | Terrain::LockerSealed => Err(Refusal::Sealed),
            Terrain::Locker if !self.has_room_for_kit(to) => Err(Refusal::PackFull),
            Terrain::Pedestal if self.current_floor.item_at(to).is_none() => Err(Refusal::UsedUp),
            Terrain::Pedestal if self.player.pack.is_full() => Err(Refusal::PackFull),
            _ => Ok(()),
        }
    }
}
