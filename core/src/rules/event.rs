//! Defines events. Messages and animations read events to learn what happened in a turn; the rules never read them.

use crate::content::{
    Firmware, Graft, ItemKind, Kit, Label, MonsterKind, PlaceKind, SpillKind, Status,
};
use crate::geometry::Pos;
use crate::limits::EVENTS_MAX;
use crate::quantity::{Damage, Floor, Hp, Level, Xp};
use crate::world::{Cause, KingsEnd};
use heapless::Vec;

/// The player or a monster, as the subject or object of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// The player.
    Player,
    /// A hostile monster of this kind.
    Monster(MonsterKind),
    /// The player's ally, of this kind (I10).
    Ally(MonsterKind),
}

/// The result of using a terminal (W16).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminalResult {
    /// The terminal showed the map and all monsters of the floor.
    Cameras,
    /// The terminal opened the vault.
    Locks,
    /// The terminal dropped a Health Pack, because there was no locked vault to open.
    Supplies,
    /// The terminal dropped an override chip.
    Override,
}

/// The reason why the player's ally is gone (I10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllyEnd {
    /// The ally was killed.
    Killed,
    /// Another mouse became the ally.
    Replaced,
    /// The ally was too far from the player to follow to another floor.
    LeftBehind,
}

/// The reason why the player gets experience without a kill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// The first arrival on a floor (B6).
    Arrival,
    /// A terminal (W16).
    Terminal,
}

/// An event of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A creature stepped onto a neighbouring tile, or a blow pushed it there.
    Moved {
        /// The creature that moved.
        who: Actor,
        /// The tile that the creature left.
        from: Pos,
        /// The tile that the creature entered.
        to: Pos,
    },
    /// The stored changes of the entered floor did not fit the generated terrain, because another version of the
    /// generator had made the floor. The floor was generated anew.
    FloorLost(Floor),
    /// The player let a turn pass.
    Waited,
    /// The player lost the turn to stun or confusion (T2).
    TurnLost(Status),
    /// A closed door was opened.
    DoorOpened {
        /// The creature that opened the door.
        who: Actor,
        /// The door's position.
        at: Pos,
    },
    /// A locked door was opened with a key (W7).
    Unlocked {
        /// The position of the door.
        at: Pos,
    },
    /// An item was picked up (I2).
    PickedUp {
        /// The item as the player knows it.
        label: Label,
        /// The firmware of a microchip, if it has any.
        firmware: Option<Firmware>,
    },
    /// The pack is full, so an item stays on the ground (I2).
    PackFull {
        /// The item as the player knows it.
        label: Label,
    },
    /// The kit bars the slot of an item, so the item stays on the ground (I2, W30).
    Barred {
        /// The kind of the item.
        kind: ItemKind,
    },
    /// An item was used.
    Used {
        /// The item as the player knew it.
        label: Label,
    },
    /// The player learned the kind of a potion, by drinking it or by seeing what it spills (I1, I7).
    Identified {
        /// The name under which the player knew the potion before.
        label: Label,
        /// The kind of the item.
        kind: ItemKind,
    },
    /// An item or a new level immediately restored hit points of the player.
    Healed {
        /// The hit points restored.
        hp: Hp,
    },
    /// An item was put on.
    PutOn {
        /// The kind of the item.
        kind: ItemKind,
        /// The firmware of a microchip, if it has any.
        firmware: Option<Firmware>,
    },
    /// An item was taken off.
    TakenOff {
        /// The kind of the item.
        kind: ItemKind,
        /// The firmware of a microchip, if it has any.
        firmware: Option<Firmware>,
    },
    /// An item was laid down.
    Dropped {
        /// The item as the player knows it.
        label: Label,
    },
    /// The player's armour stopped a burst (I15).
    BlastStopped,
    /// A monster's shield stopped a blow of the player (M15).
    Shielded {
        /// The monster's kind.
        kind: MonsterKind,
        /// The tile that the blow came from.
        from: Pos,
        /// The monster's tile.
        at: Pos,
    },
    /// A monster dodged an attack.
    Dodged {
        /// The monster's kind.
        kind: MonsterKind,
        /// The attacker's position.
        from: Pos,
        /// The monster's position.
        at: Pos,
    },
    /// A monster teleported.
    Teleported {
        /// The monster's kind.
        kind: MonsterKind,
        /// The monster's position before the teleport.
        from: Pos,
        /// The monster's position after the teleport.
        to: Pos,
    },
    /// The Mouse King is dead, and the run is won (M5).
    KingSlain {
        /// The way in which the King was killed (K3).
        way: KingsEnd,
    },
    /// The player swapped places with the ally (I10).
    Swapped {
        /// The ally's kind.
        kind: MonsterKind,
    },
    /// The player threw an item (I6).
    Thrown {
        /// The item as the player knew it.
        label: Label,
        /// The player's position.
        from: Pos,
        /// The tile where the item stopped.
        to: Pos,
    },
    /// A broken flask left a spill on and around a tile, or spit left a spill on one tile (I7).
    Spilled {
        /// The kind of the spill.
        kind: SpillKind,
        /// The tile in the middle.
        at: Pos,
        /// True for a flask; false for spit.
        is_flask: bool,
    },
    /// A spill or a live cable took hit points.
    Burned {
        /// The creature.
        who: Actor,
        /// The creature's position.
        at: Pos,
        /// The spill or the cable.
        cause: Cause,
        /// The hit points lost.
        damage: Damage,
    },
    /// A healing mist healed a creature (I7).
    Soothed {
        /// The creature.
        who: Actor,
        /// The creature's position.
        at: Pos,
        /// The hit points restored.
        hp: Hp,
    },
    /// A monster woke (S1, S2).
    Woke {
        /// The monster's kind.
        kind: MonsterKind,
        /// The monster's position.
        at: Pos,
    },
    /// A monster squeaked (S4).
    Squeaked {
        /// The monster's kind.
        kind: MonsterKind,
        /// The monster's position.
        at: Pos,
    },
    /// A monster marked tiles, which it will strike a turn or two later (M8).
    Marked {
        /// The monster, hostile or an ally.
        who: Actor,
        /// The monster's position.
        from: Pos,
        /// The tile that the monster aims at.
        at: Pos,
        /// The creature on that tile.
        target: Actor,
    },
    /// A monster charged along its marked lane (M8).
    Charged {
        /// The monster, hostile or an ally.
        who: Actor,
        /// The tile where the charge began.
        from: Pos,
        /// The tile where the charge ended.
        to: Pos,
    },
    /// A monster leapt onto its marked tile, or onto a tile beside a creature on the marked tile (M8).
    Leapt {
        /// The monster, hostile or an ally.
        who: Actor,
        /// The tile where the leap began.
        from: Pos,
        /// The tile where the leap ended.
        to: Pos,
    },
    /// A monster burst: it struck all creatures around it and died (M8).
    Burst {
        /// The monster, hostile or an ally.
        who: Actor,
        /// The monster's tile.
        at: Pos,
    },
    /// A Spit Mouse spat (M8).
    Spat {
        /// The monster, hostile or an ally.
        who: Actor,
        /// The monster's position.
        from: Pos,
        /// The tile where the spit landed.
        at: Pos,
    },
    /// A monster stole an item (M9).
    Stole {
        /// The monster's kind.
        kind: MonsterKind,
        /// The thief's position.
        from: Pos,
        /// The item as the player knows it.
        label: Label,
    },
    /// A monster dropped the item that it had stolen or carried (M9).
    LootDropped {
        /// The item as the player knows it.
        label: Label,
    },
    /// A monster began to eat cheese or a decoy (I9).
    Eats {
        /// The monster's kind.
        kind: MonsterKind,
        /// The monster's position.
        at: Pos,
        /// The number of other mice that eat with it.
        others: u8,
    },
    /// A mouse became the player's ally (I10).
    Overridden {
        /// The mouse's kind.
        kind: MonsterKind,
        /// The mouse's position.
        at: Pos,
    },
    /// The player's ally is gone (I10).
    AllyLost {
        /// The ally's kind.
        kind: MonsterKind,
        /// The ally's position.
        at: Pos,
        /// The reason.
        end: AllyEnd,
    },
    /// A monster went into a vent (W15).
    VentEntered {
        /// The monster's kind.
        kind: MonsterKind,
        /// The vent.
        at: Pos,
    },
    /// A vent rattles, which warns that a monster is about to come out (W15).
    VentRattles {
        /// The vent.
        at: Pos,
    },
    /// A monster came out of a vent (W15).
    VentLeft {
        /// The monster's kind.
        kind: MonsterKind,
        /// The vent.
        at: Pos,
        /// The tile onto which the monster came.
        to: Pos,
    },
    /// The player shut a vent for good (W15).
    VentShut {
        /// The vent.
        at: Pos,
    },
    /// The player used a terminal (W16).
    TerminalUsed {
        /// The terminal.
        at: Pos,
        /// The result.
        result: TerminalResult,
    },
    /// The player forced a locked door with a crowbar. The crowbar is used up (W14).
    Forced {
        /// The door.
        at: Pos,
    },
    /// The player turned the cables off or on (W18).
    Switched {
        /// True if the cables are live now.
        is_live: bool,
    },
    /// The player opened the cages of the floor (W25).
    CagesOpened {
        /// True if one of the freed mice becomes the player's ally.
        joins: bool,
    },
    /// The player took an item from a vault's pedestal, so the vault's other pedestals were sealed (W17).
    PedestalsSealed,
    /// The player took this graft (B16).
    GraftTaken(Graft),
    /// A harmful spill healed the player, thanks to a graft (B16).
    Bathed {
        /// The spill.
        kind: SpillKind,
        /// The hit points gained, at least 1.
        hp: Hp,
    },
    /// A killed mouse left this item (B16).
    ItemLeft {
        /// The mouse's kind.
        kind: MonsterKind,
        /// The item as the player knows it.
        label: Label,
    },
    /// The player used the deed (the special move) of the worn chip (I14).
    DeedDone {
        /// The firmware of the chip.
        firmware: Firmware,
        /// The creature that the deed was aimed at, if any.
        target: Option<Actor>,
        /// The tile that the deed was aimed at.
        at: Pos,
    },
    /// A deed or a mark moved a creature by force (I14).
    Flung {
        /// The creature.
        who: Actor,
        /// The tile from which the creature was moved.
        from: Pos,
        /// The tile to which the creature was moved.
        to: Pos,
    },
    /// A named mouse used the deed of its firmware (M19).
    DeedStruck {
        /// The mouse.
        who: Actor,
        /// The tile at which the mouse aimed.
        at: Pos,
    },
    /// The player left a marked tile in the same turn in which the mark struck, and so gained a charge for deeds (I14).
    ChargeGained,
    /// A guard of the King is on its way to the player through the vents (K1).
    GuardCame,
    /// Monsters followed the player over the stairs (M7).
    Followed {
        /// The number of monsters that followed.
        count: u8,
    },
    /// The worn chip restored hit points after a kill (I11).
    Leeched {
        /// The hit points restored.
        hp: Hp,
    },
    /// A creature attacked another; the attack hit or missed (A6).
    Struck {
        /// The attacker.
        attacker: Actor,
        /// The target.
        target: Actor,
        /// The attacker's position.
        from: Pos,
        /// The target's position.
        at: Pos,
        /// The damage; [`Damage::MISS`] is a miss.
        damage: Damage,
    },
    /// A monster died and left the floor (A8).
    Slain {
        /// The monster's kind.
        kind: MonsterKind,
        /// The monster's last position.
        at: Pos,
        /// The experience that the player got for the kill (B5).
        paid: Xp,
        /// True if the kill counts as the player's. Every death by a status or a live cable also counts as the player's
        /// kill. False if the monster was killed by an ally, by another monster or its acid, or by its own deed.
        by_player: bool,
    },
    /// The player got experience without a kill.
    Rewarded {
        /// The reason.
        reward: Reward,
        /// The amount of experience.
        paid: Xp,
    },
    /// The player reached a level (B14).
    LevelGained(Level),
    /// A monster noticed the player (M2).
    Noticed {
        /// The monster's kind.
        kind: MonsterKind,
        /// The monster's position.
        at: Pos,
    },
    /// A status began, or the time of a status of the player was refreshed (D15).
    StatusBegan {
        /// The creature with the status.
        who: Actor,
        /// The creature's position.
        at: Pos,
        /// The status.
        status: Status,
    },
    /// A status ended (D15).
    StatusEnded {
        /// The creature that had the status.
        who: Actor,
        /// The creature's position.
        at: Pos,
        /// The status.
        status: Status,
    },
    /// A status took hit points.
    StatusHurt {
        /// The creature with the status.
        who: Actor,
        /// The creature's position.
        at: Pos,
        /// The status.
        status: Status,
        /// The hit points lost.
        damage: Damage,
    },
    /// The player has entered another floor (W13).
    FloorEntered {
        /// The floor that the player left.
        from: Floor,
        /// The floor that the player entered.
        to: Floor,
        /// The place of the entered floor.
        place: PlaceKind,
        /// True if the player enters this floor for the first time, or if the floor was generated anew.
        is_new: bool,
    },
    /// The player died (A8).
    PlayerDied {
        /// The cause of death.
        cause: Cause,
    },
    /// The player took this kit, and all lockers were sealed (W30).
    KitTaken(Kit),
    /// The player left the lobby without a kit, and the lockers were sealed (W30).
    LockersSealed,
}

/// A list of the events of one turn in order, at most [`EVENTS_MAX`]. Further events are dropped and only counted.
/// Dropping events cannot change the game, because they are only shown.
#[derive(Clone, Debug)]
pub struct Events {
    facts: Vec<Event, EVENTS_MAX>,
    lost: u16,
}

impl Events {
    /// Returns an empty list.
    pub const fn new() -> Events {
        Events { facts: Vec::new(), lost: 0 }
    }

    /// Adds an event.
    pub fn push(&mut self, event: Event) {
        if self.facts.push(event).is_err() {
            self.lost = self.lost.saturating_add(1);
        }
    }

    /// Inserts an event at `index`. This puts an event before events that were added earlier but happened later.
    pub(crate) fn insert(&mut self, index: usize, event: Event) {
        if self.facts.insert(index.min(self.facts.len()), event).is_err() {
            self.lost = self.lost.saturating_add(1);
        }
    }

    /// Removes all events.
    pub fn clear(&mut self) {
        self.facts.clear();
        self.lost = 0;
    }

    /// Returns the events in their order.
    pub fn iter(&self) -> core::slice::Iter<'_, Event> {
        self.facts.iter()
    }

    /// Returns the number of events that did not fit.
    pub const fn lost(&self) -> u16 {
        self.lost
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
