use crate::content::SpillKind;
use crate::content::rooms::{Furnishing, Thing};
use crate::geometry::Pos;
use crate::limits::{
    ITEMS_MAX, LATER_NUMBERS_MAX, MONSTERS_MAX, ROOMS_MAX, SPILLS_MAX, VENTED_MAX,
};
use crate::world::creature::Monster;
use crate::world::map::Map;
use crate::world::pack::{GroundItem, GroundItems};
use crate::world::room::PlacedRoom;
use heapless::Vec;
use serde::{Deserialize, Serialize};

/// The living monsters of a floor, in the order in which they act. Each monster has a walkable tile to itself.
pub(crate) type Monsters = Vec<Monster, MONSTERS_MAX>;

/// The monsters in the vents of a floor (W15).
pub(crate) type Vented = Vec<VentedMonster, VENTED_MAX>;

/// The spills of a floor, from oldest to newest (I7). No two spills share a tile.
pub(crate) type Spills = Vec<Spill, SPILLS_MAX>;

/// Numbers that a later version of the game has added to the floors of the same save format.
pub(crate) type LaterNumbers = Vec<u16, LATER_NUMBERS_MAX>;

/// The state of a floor, such as the floor that the player is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloorState {
    /// The tiles.
    pub map: Map,
    /// The hand-drawn rooms, which never change (W26).
    pub rooms: Vec<PlacedRoom, ROOMS_MAX>,
    /// The monsters, including the ally.
    pub monsters: Monsters,
    /// The monsters in the vents.
    pub vented: Vented,
    /// The items on the ground.
    pub items: GroundItems,
    /// The spills on the ground.
    pub spills: Spills,
    /// The counters of the throne floor (K1, K2).
    pub throne: Throne,
    /// The number of turns for which the cameras will still show all monsters of the floor (W16).
    pub camera_turns: u8,
    /// Numbers that a later version of the game has added to the floor. This version keeps them without reading them.
    pub later: LaterNumbers,
}

/// A monster in the vents (W15).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VentedMonster {
    /// The monster. Its position is the vent that the monster entered or, if `is_rattling`, the vent from which the
    /// monster will come out.
    pub monster: Monster,
    /// The least number of turns until the monster comes out.
    pub turns: u8,
    /// True if the exit vent rattles. The monster then comes out in the next turn, unless the vent is shut or no tile
    /// beside it is free.
    pub is_rattling: bool,
}

/// A substance spilled on a tile (I7), or a decoy (I14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spill {
    /// The position of the spill.
    pub pos: Pos,
    /// The kind, which is also the key of the spill's row in the table of spills.
    pub kind: SpillKind,
    /// The number of turns until the spill disappears, at least 1.
    pub turns: u8,
    /// True if a flask or a deed of the player made the spill. Kills by such a spill count as the player's (B5).
    pub is_players: bool,
}

/// The counters of the throne floor (K1, K2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Throne {
    /// True once the player has seen the King.
    pub is_king_seen: bool,
    /// The number of turns since the last guard entered a vent. Before the first guard, the count starts when the
    /// player first sees the King. The count stops when the next guard is due.
    pub guard_turns: u8,
    /// The number of times that the King has slipped into a vent.
    pub slips: u8,
}

impl Throne {
    /// The counters before the player has seen the King.
    pub(crate) const UNSEEN: Throne = Throne { is_king_seen: false, guard_turns: 0, slips: 0 };
}

impl FloorState {
    /// Solid rock without monsters and items.
    pub const EMPTY: FloorState = FloorState {
        map: Map::SOLID,
        rooms: Vec::new(),
        monsters: Vec::new(),
        vented: Vec::new(),
        items: Vec::new(),
        spills: Vec::new(),
        throne: Throne::UNSEEN,
        camera_turns: 0,
        later: LaterNumbers::new(),
    };

    /// Returns the index of the monster at `pos` in [`monsters`](FloorState::monsters).
    pub fn monster_at(&self, pos: Pos) -> Option<usize> {
        self.monsters.iter().position(|monster| monster.body.pos == pos)
    }

    /// Returns the index of the item at `pos` in [`items`](FloorState::items).
    pub fn item_at(&self, pos: Pos) -> Option<usize> {
        self.items.iter().position(|ground| ground.pos == pos)
    }

    /// Returns the spill at `pos`.
    pub fn spill_at(&self, pos: Pos) -> Option<&Spill> {
        self.spills.iter().find(|spill| spill.pos == pos)
    }

    /// Returns the hand-drawn room that contains `pos`. The walls belong to the room (W26).
    pub fn room_at(&self, pos: Pos) -> Option<&PlacedRoom> {
        self.rooms.iter().find(|room| room.thing_at(pos) != Thing::Outside)
    }

    /// Returns the furniture of a hand-drawn room at `pos`, if any (W26).
    pub(crate) fn furnishing_at(&self, pos: Pos) -> Option<Furnishing> {
        self.rooms.iter().find_map(|room| room.furnishing_at(pos))
    }

    /// Returns the player's ally, if any. There is at most one ally (I10).
    pub fn ally(&self) -> Option<&Monster> {
        self.monsters.iter().find(|monster| monster.is_ally)
    }

    /// Returns the number of living monsters, including monsters in vents and the ally.
    pub fn alive(&self) -> usize {
        self.monsters.len() + self.vented.len()
    }

    /// Returns whether there is room for one more hostile monster (K1).
    pub(crate) fn has_room_for_monster(&self) -> bool {
        self.alive() < crate::limits::MONSTERS_ALIVE_MAX
    }

    /// Returns whether there is room for one more item. Items that monsters carry take up room, too.
    pub(crate) fn has_room_for_item(&self) -> bool {
        let carried = self.monsters.iter().chain(self.vented.iter().map(|vented| &vented.monster));
        self.items.len() + carried.filter(|monster| monster.loot.is_some()).count() < ITEMS_MAX
    }

    /// Returns whether a monster has marked `pos` and will strike it in one or two turns (M8).
    pub fn is_marked(&self, pos: Pos) -> bool {
        self.marked().any(|marked| marked == pos)
    }

    /// Returns the tiles that monsters have marked and will strike in one or two turns (M8).
    pub fn marked(&self) -> impl Iterator<Item = Pos> + '_ {
        let aiming = self.monsters.iter().filter(|monster| monster.aim.tile().is_some());
        aiming.flat_map(|monster| monster.marked(&self.map))
    }

    /// Returns the tiles with bait: decoys, and cheese that was once in the player's pack (I9, I14).
    pub(crate) fn bait(&self) -> impl Iterator<Item = Pos> {
        use crate::content::{ItemKind, SpillKind};
        let is_bait =
            |ground: &&GroundItem| ground.item.kind == ItemKind::Cheese && ground.item.was_carried;
        let decoys = self.spills.iter().filter(|spill| spill.kind == SpillKind::Decoy);
        let cheese = self.items.iter().filter(is_bait).map(|ground| ground.pos);
        cheese.chain(decoys.map(|spill| spill.pos))
    }

    /// Resets the floor to solid rock without monsters and items.
    pub(crate) fn clear(&mut self) {
        self.map.clear();
        self.rooms.clear();
        self.monsters.clear();
        self.vented.clear();
        self.items.clear();
        self.spills.clear();
        self.throne = Throne::UNSEEN;
        self.camera_turns = 0;
        self.later.clear();
    }
}
