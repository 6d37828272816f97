//! Reports what happened in a turn, as facts. Messages and animation only listen; nothing in the
//! rules ever reads an event back.

use crate::content::{ItemKind, Label, MonsterKind, Status};
use crate::geometry::{Pos, TileSet};
use crate::limits::EVENTS_MAX;
use crate::quantity::{Damage, Floor, Hp, Level, Xp};
use heapless::Vec;
use serde::{Deserialize, Serialize};

/// Is the player or a monster, as the subject or object of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// The player.
    Player,
    /// A monster of this kind.
    Monster(MonsterKind),
}

/// Is a cause of damage or death.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// The player's own hand: no rule brings this about, but it has its number in every save.
    Player,
    /// A monster of this kind.
    Monster(MonsterKind),
    /// A status.
    Status(Status),
}

/// Is a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// `who` stepped from a tile to its neighbour.
    Moved {
        /// Is the creature that moved.
        who: Actor,
        /// The tile left.
        from: Pos,
        /// The tile entered.
        to: Pos,
    },
    /// What was remembered of this floor is not of this run, as can only be found out where it is
    /// entered: a save of a game that builds other floors. The floor is new again.
    FloorLost(Floor),
    /// The player let a turn pass.
    Waited,
    /// Stun or confusion took the player's turn, and it came to nothing (T2).
    TurnLost(Status),
    /// A closed door was opened.
    DoorOpened {
        /// Is the creature that opened it.
        who: Actor,
        /// Is its position.
        at: Pos,
    },
    /// A locked door was opened with a key (W7).
    Unlocked {
        /// Is its position.
        at: Pos,
    },
    /// An item was picked up (I2).
    PickedUp {
        /// Is the item as the player knows it.
        label: Label,
    },
    /// An item stays where it lies, for want of room (I2).
    PackFull {
        /// Is the item as the player knows it.
        label: Label,
    },
    /// An item was used.
    Used {
        /// Is the item as the player knew it before.
        label: Label,
    },
    /// A potion turned out to be something (I1).
    Identified {
        /// Is the item as the player knew it before.
        label: Label,
        /// Is its kind.
        kind: ItemKind,
    },
    /// The player got hit points back at once.
    Healed {
        /// Is the amount.
        hp: Hp,
    },
    /// A thing was put on.
    PutOn {
        /// Is its kind.
        kind: ItemKind,
    },
    /// A thing was taken off.
    TakenOff {
        /// Is its kind.
        kind: ItemKind,
    },
    /// An item was laid down.
    Dropped {
        /// Is the item as the player knows it.
        label: Label,
    },
    /// A monster dodged an attack.
    Dodged {
        /// Is its kind.
        kind: MonsterKind,
        /// Is the attacker's position.
        from: Pos,
        /// Is its position.
        at: Pos,
    },
    /// A monster teleported.
    Teleported {
        /// Is its kind.
        kind: MonsterKind,
        /// Is its position before.
        from: Pos,
        /// Is its position.
        to: Pos,
    },
    /// One more monster came up the stairs, out of sight (N2).
    Reinforced,
    /// The Mouse King is dead, and the run won (M5).
    KingSlain,
    /// An attack, which may have missed (A6).
    Struck {
        /// Is the attacker.
        attacker: Actor,
        /// Is the target.
        target: Actor,
        /// Is the attacker's position.
        from: Pos,
        /// Is the target's position.
        at: Pos,
        /// Is the damage; [`Damage::MISS`] is a miss.
        damage: Damage,
    },
    /// A monster died and left the floor (A8).
    Slain {
        /// Is its kind.
        kind: MonsterKind,
        /// Is its last position.
        at: Pos,
        /// Is the experience that the player got for it (B5).
        paid: Xp,
    },
    /// The player reached a level (B14).
    LevelGained(Level),
    /// A monster noticed the player (M2).
    Noticed {
        /// Is its kind.
        kind: MonsterKind,
        /// Is its position.
        at: Pos,
    },
    /// A status began, or its time was refreshed (D15).
    StatusBegan {
        /// Is the creature that has it.
        who: Actor,
        /// Is the creature's position.
        at: Pos,
        /// Is the status.
        status: Status,
    },
    /// A status ended (D15).
    StatusEnded {
        /// Is the creature that has it.
        who: Actor,
        /// Is the creature's position.
        at: Pos,
        /// Is the status.
        status: Status,
    },
    /// A status took hit points.
    StatusHurt {
        /// Is the creature that has it.
        who: Actor,
        /// Is the creature's position.
        at: Pos,
        /// Is the status.
        status: Status,
        /// Is the amount.
        damage: Damage,
    },
    /// The player stands on another floor now (W13).
    FloorEntered {
        /// The floor left.
        from: Floor,
        /// The floor entered.
        to: Floor,
        /// Is true when the player had never entered it.
        is_new: bool,
    },
    /// The player died (A8).
    PlayerDied {
        /// Is the cause of death.
        cause: Cause,
    },
}

/// Queues the facts of one turn in the order in which they happened, at most [`EVENTS_MAX`], and
/// the field of view after it. They are for show: what does not fit is counted and dropped, and the
/// game goes on the same.
#[derive(Clone, Debug)]
pub struct Events {
    facts: Vec<Event, EVENTS_MAX>,
    lost: u16,
    visible: TileSet,
}

impl Events {
    /// Nothing has happened.
    pub const fn new() -> Events {
        Events { facts: Vec::new(), lost: 0, visible: TileSet::EMPTY }
    }

    /// Reports a fact.
    pub fn push(&mut self, event: Event) {
        if self.facts.push(event).is_err() {
            self.lost = self.lost.saturating_add(1);
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.facts.clear();
        self.lost = 0;
    }

    /// Returns the facts in order.
    pub fn iter(&self) -> core::slice::Iter<'_, Event> {
        self.facts.iter()
    }

    /// Facts that did not fit.
    pub const fn lost(&self) -> u16 {
        self.lost
    }

    /// Returns what the player sees after the turn, as [`Game::visible`](crate::Game::visible)
    /// would find it once more.
    pub const fn visible(&self) -> &TileSet {
        &self.visible
    }

    /// Says what the player sees.
    pub(crate) fn show(&mut self, visible: TileSet) {
        self.visible = visible;
    }
}

impl Default for Events {
    fn default() -> Events {
        Events::new()
    }
}

impl<'a> IntoIterator for &'a Events {
    type Item = &'a Event;
    type IntoIter = core::slice::Iter<'a, Event>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
